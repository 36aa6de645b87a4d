"""From the rows of a table to its game and back: beginning, replay, the chain over the commands (PRO-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.engine import fairness, registry
from games.engine.dice import Dice
from games.engine.game import Setup
from games.engine.session import Command, Session
from games.tables import decks, drafts, models
from games.tables.wire import Told


def dice(table: models.Table, secret: bytes) -> Dice:
    """The dice of a table (PRO-9.1)."""
    return Dice(fairness.seed(secret, table.deal or table.id))


def setup(table: models.Table) -> Setup:
    """What the table brings to the game."""
    return Setup(table.seat_count, decks=decks.in_play(table), starter=table.starter, experience=tuple(table.experience))


def begin(table: models.Table, secret: bytes) -> Session:
    """The session at version 0, from seed, options and setup alone."""
    return Session.begin(registry.game(table.game, table.rules_version), table.options, setup(table), dice(table, secret))


def first_seat(table: models.Table) -> int | None:
    """Who started a game that has begun, where the rules let one seat begin."""
    secret = bytes(models.TableSecret.kept.get(pk=table.pk).secret)
    return begin(table, secret).game.first_seat()


def beginning(table: models.Table) -> dict[str, Any]:
    """What the game began with, as the chain starts over it (PRO-9.2)."""
    own = decks.in_play(table)
    return {
        **({"decks": own} if own else {}),
        **({"experience": table.experience} if table.experience else {}),
        **({"deal": table.deal} if table.deal else {}),
        "table": table.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "rng": table.rng,
        "options": table.options,
        "seats": table.seat_count,
        "starter": -1 if table.starter is None else table.starter,
    }


def command(row: models.Command) -> Command:
    """The engine's command of a row."""
    return Command(row.seat, row.act, row.choice, row.status or "finished", row.by)  # type: ignore[arg-type]


def link(version: int, act: Command) -> dict[str, Any]:
    """A command as the chain takes it in."""
    return {"version": version, "seat": act.seat, "act": act.act, "choice": act.choice, "status": act.status, "by": act.by}


def retold(table: models.Table, secret: bytes, rows: Iterable[models.Command]) -> Iterator[tuple[Session, list[Told]]]:
    """The game told again from its beginning: the session after each command, and what was told."""
    session = begin(table, secret)
    yield session, [Told(0, None, event) for event in session.told]
    yield from told_on(session, rows)


def told_on(session: Session, rows: Iterable[models.Command]) -> Iterator[tuple[Session, list[Told]]]:
    """The same from somewhere on: the commands that come next."""
    for row in rows:
        happened = session.play(command(row))
        yield session, [Told(session.version, row.seat, event, row.by == "clock") for event in happened]


def content(row: drafts.Command | models.Command | models.SealedAnswer) -> tuple[Any, ...]:
    """What must be the same when a move is sent twice (PRO-4.5)."""
    act = "choose" if isinstance(row, models.SealedAnswer) else row.act
    return act, row.asked, tuple(row.choice)


def outcome(session: Session) -> Mapping[str, Any]:
    """The result as kept with the table and shown to everybody."""
    result = session.game.outcome()
    if result is None:
        raise ValueError("the game is not over")
    statuses = {leaver.seat: leaver.status for leaver in session.game.position.left}
    return {
        "ranks": result.ranks,
        "reason": result.reason,
        "scores": result.scores,
        "extra": result.extra,
        "statuses": [statuses.get(seat, "finished") for seat in range(len(result.ranks))],
    }
