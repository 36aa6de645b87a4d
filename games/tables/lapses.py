"""Time-outs: what is done for a seat whose time is up, and what becomes of one that lets it happen repeatedly (UX-4.10)."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine import registry
from games.engine.session import Command
from games.tables import models, store
from games.tables.clocks import LAPSES

DUEL = 2
"""Seats of a table that is over when one of them is given up."""


def move_id(asked: int) -> str:
    """The name of the time-out of a question: no client can send one with a colon, and it happens once."""
    return f"clock:{asked}"


def first(loaded: store.Loaded, now: int) -> int | None:
    """The first seat whose time is up and who has not answered beside the log."""
    return next((seat for seat in loaded.table.clock_state.overdue(now) if seat not in loaded.sealed), None)


def act(loaded: store.Loaded, seat: int) -> store.Act:
    """What the clock does for this seat now: it plays as the prompt says, or gives the seat away.

    Never in a quiet window: that would tell who had not answered; nor in one out of the bank (OMG-15.2).
    """
    session = loaded.started()
    prompt, asked = session.game.prompt_of(seat), session.issued[seat]
    state = loaded.table.clock_state
    window = seat in state.windows and state.windows[seat].charged
    if not prompt.quiet and not window and state.sides[seat].lapses + 1 >= LAPSES[loaded.table.mode]:
        command = _give_up(loaded.table, seat)
    else:
        command = Command(seat, "choose", [session.game.token(option) for option in prompt.timeout()], by="clock")
    return store.Act(command, asked, move_id(asked), received=state.deadline(seat) or 0)


def seat_bots(loaded: store.Loaded, acts: Iterable[store.Act]) -> None:
    """Bots sit down on the seats that these acts hand over. Whoever sat there sees on, but cannot play."""
    for one in acts:
        if one.command.act == "hand":
            loaded.seats[one.command.seat].bot = bot_for(loaded.table)


def bot_for(table: models.Table) -> str:
    """The bot that sits down at a table where none is named; empty if the game has none."""
    bots = registry.game(table.game, table.rules_version).bots
    return store.BOT if store.BOT in bots else next(iter(bots), "")


def _give_up(table: models.Table, seat: int) -> Command:
    """With more than two players a bot takes the seat, if the game has one; else the seat leaves the game."""
    if table.seat_count > DUEL and bot_for(table):
        return Command(seat, "hand", by="clock")
    return Command(seat, "leave", status="timeout", by="clock")
