"""Leaks planted on purpose, one after another: a proof that cannot fail proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from zlib import crc32

import msgspec

from games.engine import bot as bots
from games.engine.bot import Bot
from games.engine.errors import Text
from games.engine.event import Event
from games.engine.game import Game
from games.engine.meta import Options
from games.engine.prompt import Option, Prompt
from games.engine.proof import Choose, Mismatch, Told, prove


@dataclass(frozen=True)
class Plant:
    """A way to leak: what is leaked, and what of the game, the bots or the events does it."""

    name: str
    spoil: Callable[[type[Game[Any]]], type[Game[Any]]] = lambda game_type: game_type
    decide: Choose = bots.decide
    told: Told = lambda event: event
    most: int | None = None
    """Positions that will do, for a leak that only the sum over all positions shows."""


def truth(game: Game[Any]) -> int:
    """A number that gives away where the cards truly are."""
    return crc32(repr(sorted(game.zones().items())).encode() + repr(sorted(game.position.sealed.items())).encode())


def _spoiled(**methods: Any) -> Callable[[type[Game[Any]]], type[Game[Any]]]:
    """A game type with some methods replaced; each gets the original class as its last argument."""

    def spoil(game_type: type[Game[Any]]) -> type[Game[Any]]:
        def bind(method: Any) -> Any:
            return lambda self, *args: method(self, *args, game_type)

        return type(game_type.__name__, (game_type,), {name: bind(method) for name, method in methods.items()})

    return spoil


def _view_shows_hidden_cards(self: Game[Any], viewer: int | None, true: type[Game[Any]]) -> dict[str, Any]:
    view, truly = true.view(self, viewer), self.zones()
    shown = {
        name: zone if "cards" in zone or name not in truly else zone | {"cards": [{"c": card} for card in truly[name]]}
        for name, zone in view["zones"].items()
    }
    return view | {"zones": shown}


def _view_has_a_hash(self: Game[Any], viewer: int | None, true: type[Game[Any]]) -> dict[str, Any]:
    return true.view(self, viewer) | {"cache_key": truth(self)}


def _view_measures_truth(self: Game[Any], viewer: int | None, true: type[Game[Any]]) -> dict[str, Any]:
    view, truly = true.view(self, viewer), self.zones()
    shown = {
        name: zone if "cards" in zone or name not in truly else zone | {"thickness": crc32("".join(truly[name]).encode()) % 100}
        for name, zone in view["zones"].items()
    }
    return view | {"zones": shown}


def _changed(prompt: Prompt, **changes: Any) -> Prompt:
    return msgspec.structs.replace(prompt, **changes)


def _ask_names_truth(self: Game[Any], true: type[Game[Any]]) -> list[Prompt]:
    return [_changed(prompt, kind=prompt.kind + ("!" if truth(self) % 2 else "")) for prompt in true.ask(self)]


def _plain_kind(method: str) -> Any:
    """A method that takes a prompt, given the kind it would have without the leak."""

    def call(self: Game[Any], prompt: Prompt, *args: Any) -> Any:
        return getattr(args[-1], method)(self, _changed(prompt, kind=prompt.kind.rstrip("!")), *args[:-1])

    return call


def _unseal_plain_kind(self: Game[Any], kind: str, answers: dict[int, list[Any]], true: type[Game[Any]]) -> None:
    true.unseal(self, kind.rstrip("!"), answers)


def _ask_orders_by_truth(self: Game[Any], true: type[Game[Any]]) -> list[Prompt]:
    turn = truth(self)
    return [_changed(q, options=q.options[turn % len(q.options) :] + q.options[: turn % len(q.options)]) for q in true.ask(self)]


def _ask_defaults_by_truth(self: Game[Any], true: type[Game[Any]]) -> list[Prompt]:
    return [_changed(q, default=[q.options[truth(self) % len(q.options)]]) for q in true.ask(self)]


def _ask_clock_by_truth(self: Game[Any], true: type[Game[Any]]) -> list[Prompt]:
    return [_changed(q, clock="window" if truth(self) % 2 else "own") for q in true.ask(self)]


def _question_tells(self: Game[Any], prompt: Prompt, true: type[Game[Any]]) -> Text:
    return Text(true.question(self, prompt).key, {"hint": truth(self)})


def _option_tells(self: Game[Any], prompt: Prompt, option: Any, true: type[Game[Any]]) -> Option:
    shown = true.describe(self, prompt, option)
    return msgspec.structs.replace(shown, effect=shown.effect | {"wins": truth(self) % 2})


def _waiting_tells(self: Game[Any], true: type[Game[Any]]) -> list[int]:
    waiting = true.waiting_for(self)
    return waiting if truth(self) % 2 else waiting[::-1] + waiting


def _tells(change: Callable[[Game[Any], Event], list[Event]]) -> Callable[[type[Game[Any]]], type[Game[Any]]]:
    """A game type whose events are told otherwise: each becomes these."""

    def begin(self: Game[Any], position: Any, dice: Any, tell: Any, true: type[Game[Any]]) -> None:
        def tell_changed(event: Event) -> None:
            for changed in change(self, event):
                tell(changed)

        true.__init__(self, position, dice, tell_changed)

    return _spoiled(__init__=begin)


def _with_truth(game: Game[Any], event: Event) -> list[Event]:
    return [msgspec.structs.replace(event, public=event.public | {"mood": truth(game) % 7})]


def _sometimes_more(game: Game[Any], event: Event) -> list[Event]:
    return [event, Event("phase_began", {"phase": "pause"})] if truth(game) % 2 else [event]


def _reveals_by_truth(game: Game[Any], event: Event) -> list[Event]:
    return [msgspec.structs.replace(event, reveals=truth(game) % 2 == 0)]


def _refusal_tells(self: Game[Any], seat: int, thing: Any, true: type[Game[Any]]) -> Text:
    return Text("error.not_an_option" if truth(self) % 2 else "error.twice")


def _reasons_tell(self: Game[Any], prompt: Prompt, true: type[Game[Any]]) -> dict[str, Text]:
    return true.reasons(self, prompt) | {"hand": Text("error.not_an_option", {"hint": truth(self)})}


def _redealt_keeps_dice(self: Game[Any], viewer: int | None, rng: Random, true: type[Game[Any]]) -> Game[Any]:
    other = true.redealt(self, viewer, rng)
    other.dice = self.dice
    return other


def _redealt_reads_truth(self: Game[Any], viewer: int | None, rng: Random, true: type[Game[Any]]) -> Game[Any]:
    return true.redealt(self, viewer, Random(rng.getrandbits(32) ^ truth(self)))


def _redeal_does_nothing(self: Game[Any], viewer: int | None, rng: Random, true: type[Game[Any]]) -> None:
    return None


def _everything_public(event: Event) -> Event:
    return Event(event.kind, event.public | event.private, log=event.log, reveals=event.reveals)


def _next_seat_told(event: Event) -> Event:
    return Event(event.kind, event.public, event.private, tuple(seat + 1 for seat in event.only), event.log, event.reveals)


def _peeking(bot: Bot, game: Game[Any], seat: int, seed: int) -> list[Any]:
    """A bot that was handed the true game and looks at it."""
    prompt = game.prompt_of(seat)
    return [prompt.options[(truth(game) + position) % len(prompt.options)] for position in range(max(prompt.pick[0], 1))]


PLANTS = (
    Plant("view shows hidden cards", _spoiled(view=_view_shows_hidden_cards)),
    Plant("view carries a hash of the position", _spoiled(view=_view_has_a_hash)),
    Plant("view gives a thickness beyond the count", _spoiled(view=_view_measures_truth)),
    Plant(
        "kind of a prompt depends on hidden cards",
        _spoiled(
            ask=_ask_names_truth,
            unseal=_unseal_plain_kind,
            answer=_plain_kind("answer"),
            describe=_plain_kind("describe"),
            question=_plain_kind("question"),
            reasons=_plain_kind("reasons"),
        ),
    ),
    Plant("order of options depends on hidden cards", _spoiled(ask=_ask_orders_by_truth)),
    Plant("default of a prompt depends on hidden cards", _spoiled(ask=_ask_defaults_by_truth)),
    Plant("clock of a prompt depends on hidden cards", _spoiled(ask=_ask_clock_by_truth)),
    Plant("text of a question tells", _spoiled(question=_question_tells)),
    Plant("hint of an option tells", _spoiled(describe=_option_tells)),
    Plant("who is waited for tells", _spoiled(waiting_for=_waiting_tells)),
    Plant("events tell everybody what only some may see", told=_everything_public),
    Plant("events tell the wrong seat", told=_next_seat_told),
    Plant("events carry a number that depends on hidden cards", _tells(_with_truth)),
    Plant("there are more events, depending on hidden cards", _tells(_sometimes_more)),
    Plant("what can be taken back depends on hidden cards", _tells(_reveals_by_truth)),
    Plant("why something is refused depends on hidden cards", _spoiled(why_not=_refusal_tells)),
    Plant("why a card cannot be used depends on hidden cards", _spoiled(reasons=_reasons_tell)),
    Plant("redeal keeps the dice", _spoiled(redealt=_redealt_keeps_dice)),
    Plant("redeal depends on the true cards", _spoiled(redealt=_redealt_reads_truth)),
    Plant("redeal leaves every card where it is", _spoiled(redeal=_redeal_does_nothing), most=20),
    Plant("bot looks at the true game", decide=_peeking),
)


@dataclass(frozen=True)
class Finding:
    """A planted leak and the first mismatch it caused; None if the proof missed it."""

    plant: Plant
    mismatch: Mismatch | None


def search(game_type: type[Game[Any]], options: Options, seats: Sequence[int], positions: int, seed: int) -> Iterator[Finding]:
    """Plant each leak in turn and look for it."""
    for plant in PLANTS:
        most = min(positions, plant.most or positions)
        proof = prove(plant.spoil(game_type), options, seats, most, seed, plant.decide, plant.told, first_only=True)
        yield Finding(plant, next(iter(proof.mismatches), None))
