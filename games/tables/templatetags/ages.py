"""How long ago something was, and the signs that stand for a name."""

from __future__ import annotations

from datetime import datetime

from babel.dates import format_timedelta
from django import template
from django.utils import timezone
from django.utils.translation import get_language

register = template.Library()

INITIALS = 2


@register.filter
def age(moment: datetime) -> str:
    """`vor 5 Minuten`, in the current language."""
    return format_timedelta(moment - timezone.now(), add_direction=True, locale=get_language() or "de")


@register.filter
def initials(name: str) -> str:
    """Two signs for an avatar: of names of several words the first ones, without `Gast` and `Bot`, which all have in common."""
    return name.split(" ")[-1][:INITIALS].upper()
