"""Matches and rounds in words, for templates."""

from __future__ import annotations

from django import template

from leaderboards.tournaments import labels, mine
from leaderboards.tournaments.lines import Line
from leaderboards.tournaments.models import Match, Round

register = template.Library()


@register.filter
def own_match(line: Line) -> str:
    """Which match it is, and against whom."""
    return mine.title(line)


@register.filter
def match_name(match: Match) -> str:
    """`Halbfinale 2`."""
    return labels.match_name(match)


@register.filter
def round_title(row: Round) -> str:
    """`Runde 3`."""
    return labels.of_round(row.stage, row)
