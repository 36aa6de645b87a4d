"""Tells the ratings which tables are games of a tournament (RNK-1.1, RNK-6.2)."""

from __future__ import annotations

from django.db.models import Q

from games.tables.models import Table
from leaderboards.ratings.slots import TournamentGame
from leaderboards.tournaments.models import Board


def game_of(table: Table) -> TournamentGame | None:
    """The game of a tournament that a table is; None if it is none."""
    found = Board.objects.filter(Q(table=table) | Q(series__games__table=table))
    board = found.select_related("match__tournament", "match__stage").first()
    if board is None:
        return None
    match = board.match
    return TournamentGame(f"{match.tournament_id} {match.name}", match.tournament.rules.tables_of(match.stage.number).widened)
