"""Lists on pages of the whole site."""

from __future__ import annotations

from django import template

from leaderboards.ratings import tops

register = template.Library()


@register.simple_tag
def top_of_lists() -> list[tops.Top]:
    """The top of a list of each game (UX-2)."""
    return tops.of_games()
