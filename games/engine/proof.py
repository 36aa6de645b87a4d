"""The proof that nothing leaks: a viewer's messages depend on nothing it cannot know (PRO-1.2, QUA-1.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine import bot as bots
from games.engine.event import Event
from games.engine.game import Game
from games.engine.meta import Options
from games.engine.onward import Onward
from games.engine.playout import check_cards, playout, wander
from games.engine.prompt import Prompt
from games.engine.witness import Witness

SHARE = 0.12
"""The share of positions of a random game that is looked at, so that they spread over whole games."""


@dataclass(frozen=True)
class Mismatch:
    """Something a viewer gets that differs between the true game and one it cannot tell apart."""

    viewer: int | None
    key: str
    """What differs: `view.zones.hand_1.count`, `prompt.options`, `event.bank`, `bot.basic`, ..."""
    detail: str

    def __str__(self) -> str:
        return f"{'spectator' if self.viewer is None else f'seat {self.viewer}'}: {self.key}: {self.detail}"


@dataclass
class Proof:
    """What was looked at, and what was found."""

    positions: int = 0
    viewers: int = 0
    cards_moved: int = 0
    stages: Counter[str] = field(default_factory=Counter)
    mismatches: list[Mismatch] = field(default_factory=list)
    hidden: int = 0
    """Zones whose cards a viewer did not see."""

    def close(self) -> None:
        """After the last position: a redeal that never moves a card proves nothing."""
        if self.hidden and not self.cards_moved:
            self.mismatches.append(Mismatch(None, "redeal", "it never moved a card, though cards were hidden"))


Choose = Callable[[bots.Bot, Game[Any], int, int], list[Any]]
Told = Callable[[Event], Event]


def prove(
    game_type: type[Game[Any]],
    options: Options,
    seats: Sequence[int],
    positions: int,
    seed: int,
    decide: Choose = bots.decide,
    told: Told = lambda event: event,
    first_only: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Proof:
    """Look at positions spread over random games of all these numbers of players, each from every viewer's side.

    `decide` and `told` let a planted leak stand in for how bots are asked and how events reach a viewer. With `first_only` it
    stops at the first mismatch.
    """
    proof = Proof()
    witnesses: list[Witness] = []

    def tell(event: Event) -> None:
        shown = told(event)
        for witness in witnesses:
            witness.hear(shown)

    def begin() -> None:
        """In a new game nobody knows anything."""
        witnesses[:] = [Witness(seat) for seat in (*range(max(seats)), None)]

    rng = Random(f"prove {seed}")
    things = Things()
    for game in wander(game_type, options, seats, seed, tell, begin):
        things.gather(game)
        if rng.random() >= SHARE:
            continue
        proof.positions += 1
        proof.stages["+".join(sorted({prompt.kind for prompt in game.prompts}))] += 1
        viewers = [*range(game.position.seats), None]
        plays_on = viewers[proof.positions % len(viewers)]
        for witness in witnesses:
            if witness.viewer in viewers:
                look = Look(game, witness, rng.getrandbits(32), decide, told, things)
                proof.mismatches += look.mismatches(plays_on == witness.viewer)
                proof.viewers += 1
                proof.cards_moved += look.moved
                proof.hidden += look.hidden
        progress(proof.positions)
        if proof.positions >= positions or (first_only and proof.mismatches):
            break
    proof.close()
    return proof


class Things:
    """Names of options met so far: what somebody might ask for though it is not offered."""

    MOST = 200
    ASKED = 12

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def gather(self, game: Game[Any]) -> None:
        """Keep the names of what is offered now."""
        if len(self.names) < self.MOST:
            self.names.update((game.token(option), None) for prompt in game.prompts for option in prompt.options)

    def some(self, rng: Random) -> list[str]:
        """A few of them."""
        names = list(self.names)
        return rng.sample(names, min(self.ASKED, len(names)))


class Look:
    """One position from one viewer's side, beside a game it cannot tell apart."""

    def __init__(self, game: Game[Any], witness: Witness, seed: int, decide: Choose, told: Told, things: Things) -> None:
        self.game, self.witness, self.viewer, self.seed, self.decide = game, witness, witness.viewer, seed, decide
        self.told, self.things = told, things
        self.other = game.redealt(self.viewer, Random(seed))
        mine, theirs = game.zones(), self.other.zones()
        self.moved = sum((Counter(cards) - Counter(theirs.get(name, ()))).total() for name, cards in mine.items())
        self.hidden = sum("cards" not in zone and zone.get("count", 0) > 0 for zone in _zones(game.view(self.viewer)).values())

    def mismatches(self, play_on: bool) -> list[Mismatch]:
        """Everything that differs; with `play_on` also whether the other game can be played to its end."""
        checks: list[Iterator[tuple[str, str]]] = [
            self._view(),
            self._prompts(),
            self._dice(),
            self._storing(),
            self._events(),
            self._onward(),
            self._refusals(),
            self._bots(),
            self._spectator(),
        ]
        if play_on:
            checks.append(self._play_on())
        return [Mismatch(self.viewer, key, detail) for check in checks for key, detail in check]

    def _view(self) -> Iterator[tuple[str, str]]:
        yield from differences("view", self.game.view(self.viewer), self.other.view(self.viewer))
        yield from differences("waiting_for", self.game.waiting_for(), self.other.waiting_for())
        yield from differences("outcome", self.game.outcome(), self.other.outcome())

    def _prompts(self) -> Iterator[tuple[str, str]]:
        """Seat, kind and pick of all open prompts, and all of the viewer's own (its texts and options too)."""
        yield from differences("prompts", _outline(self.game), _outline(self.other))
        for prompt in self.other.prompts:
            if len(prompt.options) < max(prompt.pick[0], 1):
                yield "prompts", f"seat {prompt.seat} has no option left"
        if len(self.other.prompts) == 1 and len(self.other.prompts[0].options) == 1 and self.other.forced(self.other.prompts[0]):
            yield "forced", f"seat {self.other.prompts[0].seat} is asked here and not there"
        mine, theirs = self._own(self.game), self._own(self.other)
        if mine is None or theirs is None:
            return
        for name in Prompt.__struct_fields__:
            yield from differences(f"prompt.{name}", getattr(mine, name), getattr(theirs, name))
        yield from differences("question", self.game.question(mine), self.other.question(theirs))
        yield from differences("reasons", self.game.reasons(mine), self.other.reasons(theirs))
        for option in mine.options:
            if option in theirs.options:
                named = self.game.token(option)
                yield from differences(f"option.{named}", self.game.describe(mine, option), self.other.describe(theirs, option))

    def _own(self, game: Game[Any]) -> Prompt | None:
        return next((prompt for prompt in game.prompts if prompt.seat == self.viewer), None)

    def _dice(self) -> Iterator[tuple[str, str]]:
        if self.other.dice.key == self.game.dice.key:
            yield "dice", "the redeal keeps the true dice"

    def _storing(self) -> Iterator[tuple[str, str]]:
        """The redeal depends on the viewer's knowledge only; dump, load and clone change nothing."""
        again = self.seed + 1
        if self.other.redealt(self.viewer, Random(again)).dump() != self.game.redealt(self.viewer, Random(again)).dump():
            yield "redeal", "a redeal of the redeal differs from a redeal of the original"
        for name, copy in (("load", type(self.game).load(self.game.dump(), self.game.dice)), ("clone", self.game.clone())):
            if copy.dump() != self.game.dump() or copy.prompts != self.game.prompts:
                yield name, "the copy differs"

    def _events(self) -> Iterator[tuple[str, str]]:
        """No event so far told the viewer the place of a card that the redeal moves."""
        for zone in self.witness.faults(self.game.zones()):
            yield f"event.{zone}", "what was told is not true"
        for zone in self.witness.faults(self.other.zones()):
            yield f"event.{zone}", "a card whose place was told has been moved"

    def _onward(self) -> Iterator[tuple[str, str]]:
        """Both games go on alike: as long as the viewer sees the same, it is told the same."""
        onward = Onward(self.game, self.other, self.viewer, Random(self.seed), self.told)
        if onward.alike():
            mine, theirs = onward.told()
            yield from differences("told", dict(enumerate(mine)), dict(enumerate(theirs)))
            yield from differences("undo", *onward.undo())

    def _refusals(self) -> Iterator[tuple[str, str]]:
        """Why something is not offered does not depend on what is hidden either."""
        if self.viewer is None:
            return
        for thing in self.things.some(Random(self.seed)):
            mine, theirs = (game.why_not(self.viewer, thing) for game in (self.game, self.other))
            yield from differences(f"why_not.{thing}", mine, theirs)

    def _bots(self) -> Iterator[tuple[str, str]]:
        if self.viewer is None or self._own(self.game) is None or self._own(self.other) is None:
            return
        for name, bot in self.game.bots.items():
            mine, theirs = (self.decide(bot, game, self.viewer, self.seed) for game in (self.game, self.other))
            if mine != theirs:
                yield f"bot.{name}", f"chooses {mine} here and {theirs} there"

    def _spectator(self) -> Iterator[tuple[str, str]]:
        """Everything a spectator knows, every seat knows."""
        seen, public = _cards(self.game.view(self.viewer)), _cards(self.game.view(None))
        if public - seen:
            yield "spectator", f"a spectator sees {dict(public - seen)} more"

    def _play_on(self) -> Iterator[tuple[str, str]]:
        try:
            check_cards(self.other)
            playout(self.other, Random(self.seed))
        except Exception as error:  # noqa: BLE001 (whatever the rules raise is a finding)
            yield "play_on", f"{type(error).__name__}: {error}"


def _outline(game: Game[Any]) -> list[dict[str, Any]]:
    return [{"seat": prompt.seat, "kind": prompt.kind, "pick": prompt.pick} for prompt in game.prompts]


def _zones(view: dict[str, Any]) -> dict[str, Any]:
    zones: dict[str, Any] = view.get("zones", {})
    return zones


def _cards(view: dict[str, Any]) -> Counter[str]:
    return Counter(card["c"] for zone in _zones(view).values() for card in zone.get("cards", ()) if "c" in card)


def differences(key: str, one: Any, other: Any) -> Iterator[tuple[str, str]]:
    """The smallest parts that differ, as (path, what)."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys(), key=str):
            if name not in one or name not in other:
                yield f"{key}.{name}", "is there in one game only"
            else:
                yield from differences(f"{key}.{name}", one[name], other[name])
    elif one != other:
        yield key, f"{str(one)[:80]} here, {str(other)[:80]} there"
