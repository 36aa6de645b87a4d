"""Numbers and days of lists, as each language writes them. `board.js` writes the same with `Intl`."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from babel.numbers import get_decimal_symbol, get_group_symbol
from django import template
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.filter
def count(number: int) -> str:
    """`1.234`."""
    return f"{number:,}".replace(",", signs(get_language() or "de")[0])


@cache
def signs(language: str) -> tuple[str, str]:
    """What stands between groups of three digits, and before decimals. Asked for once: a page has hundreds of numbers."""
    return get_group_symbol(locale=language), get_decimal_symbol(locale=language)


@register.filter
def signed(number: int) -> str:
    """`+5`, `−2`, `0`."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


@register.filter
def percent(parts: int) -> str:
    """`53 %` of so many in 10,000."""
    return gettext("%(percent)d %%") % {"percent": (parts + 50) // 100}


@register.filter
def hundredths(number: int) -> str:
    """`2,25` of 225."""
    return f"{number / 100:.2f}".replace(".", signs(get_language() or "de")[1])


@register.filter
def day(moment: datetime | None) -> str:
    """`heute`, `gestern`, `vor 3 Tagen`."""
    if moment is None:
        return ""
    return days_ago((timezone.localdate() - timezone.localdate(moment)).days)


def days_ago(days: int) -> str:
    """The same of so many days."""
    if days <= 0:
        return gettext("heute")
    if days == 1:
        return gettext("gestern")
    return ngettext("vor %(days)d Tag", "vor %(days)d Tagen", days) % {"days": days}


@register.filter
def label(words: dict[str, str], name: str) -> str:
    """What a column is headed with."""
    return words.get(name, "")


@register.filter
def link(links: dict[str, object], name: str) -> object:
    """Where a column leads to, if it can be sorted by."""
    return links.get(name)
