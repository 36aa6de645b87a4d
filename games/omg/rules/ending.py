"""How a game ends (OMG-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.omg.rules.position import NOBODY, SEATS, Reason

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

MOST_TURNS = 200
"""OMG-10.5."""


def check_target(game: Omg) -> None:
    """After a scoring event: one player at the target wins, of two the one with more EP; equal totals are a draw (OMG-10)."""
    p = game.position
    if p.reason is None and any(side.ep >= p.options.target for side in p.sides):
        finish(game, _leader(game), "target")


def _leader(game: Omg) -> int:
    one, two = (side.ep for side in game.position.sides)
    return NOBODY if one == two else SEATS[one < two]


def deck_out(game: Omg, seat: int) -> None:
    """Who has to draw from an empty deck loses at once (OMG-5.2)."""
    finish(game, 1 - seat, "deck_out")


def stall(game: Omg) -> None:
    """After 200 turns the higher EP wins (OMG-10.5)."""
    finish(game, _leader(game), "stall")


def finish(game: Omg, winner: int, reason: Reason) -> None:
    """The game is over; nothing that was still to be done is."""
    p = game.position
    if p.reason is not None:
        return
    p.reason, p.winner, p.step = reason, winner, "over"
    p.agenda.clear()
    p.queue.clear()
    public: dict[str, Any] = {"reason": reason, "totals": [side.ep for side in p.sides]}
    if winner != NOBODY:
        public["seat"] = winner
    game.tell(Event("game_ended", public, log=f"ended_{reason if winner != NOBODY else 'draw'}"))
