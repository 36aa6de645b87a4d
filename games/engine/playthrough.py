"""A playthrough: a recorded random game as text, compared line by line: a change of a rule shows up as a readable diff."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from games.engine.dice import Dice
from games.engine.event import Event
from games.engine.fairness import canonical
from games.engine.game import Game, Setup
from games.engine.playout import next_prompt, random_choice
from games.engine.session import Command, Session


def record(game_type: type[Game[Any]], options: Mapping[str, Any], seats: int, seed: str) -> list[str]:
    """A whole random game, one line a decision and one an event, private parts included; every line is plain text."""
    checked = game_type.meta.check(options, seats)
    session = Session.begin(game_type, checked, Setup(seats), Dice(seed.encode()))
    rng = Random(seed)
    shown = {name: value for name, value in checked.items() if value is not None}
    lines = [
        f"# {game_type.meta.slug}, rules version {game_type.meta.rules_version}, {seats} seats, seed {seed}",
        f"# {_plain(shown)}",
    ]
    lines += [_event(event) for event in session.told]
    while session.game.prompts:
        prompt = next_prompt(session.game, rng)
        chosen = [session.game.token(option) for option in random_choice(prompt, rng, game_type.pick_at_random)]
        offered = ", ".join(session.game.token(option) for option in prompt.options)
        happened = session.play(Command(prompt.seat, choice=chosen))
        lines.append(f"{session.version}. seat {prompt.seat} {prompt.kind}: {', '.join(chosen)}  (of {offered})")
        lines += [_event(event) for event in happened]
    return [*lines, f"= {_plain(msgspec.to_builtins(session.game.outcome()))}"]


def _event(event: Event) -> str:
    private = f" only {list(event.only)}: {_plain(event.private)}" if event.private else ""
    return f"   {event.kind} {_plain(event.public)}{private}{' !' if event.reveals else ''}"


def _plain(value: object) -> str:
    return canonical(value).decode()
