"""Texts of rule books in templates."""

from __future__ import annotations

from django import template

from games import rulebooks
from games.texts import Speaker

register = template.Library()


@register.filter
def paragraphs(text: str) -> list[list[rulebooks.Span]]:
    """In paragraphs, each in pieces."""
    return rulebooks.paragraphs(text)


@register.filter
def mark(speaker: Speaker, name: str) -> str:
    """A picture in a text, in words."""
    return speaker.mark(name)
