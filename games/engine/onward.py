"""Plays a game and one that a viewer cannot tell apart a step on, to compare what the viewer is told (PRO-1.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.engine.event import Event
from games.engine.game import Game
from games.engine.playout import next_prompt, random_choice
from games.engine.prompt import Prompt

TRIES = 6
"""How many answers of somebody else are tried in the other game until the viewer sees the same in both."""

SHOWING = ("cards", "top")
"""Arguments by which an event shows cards: whether that is right is for the witness to say."""

SHOWN = ("seat", "from", "to", "zone", *SHOWING)
"""What such an event shows: which cards, whose, and where."""

SAYING = ("chosen", "rolled")
"""Kinds of events that say what somebody openly chose or rolled, which views need not show."""


class Line:
    """One of the two games, a copy of it, and what is told while it goes on."""

    def __init__(self, game: Game[Any]) -> None:
        self.events: list[Event] = []
        self.game = game.clone(tell=self.events.append)

    def answer(self, seat: int, choice: list[Any]) -> None:
        """One answer."""
        self.game.apply(seat, choice)


class Onward:
    """The next decision in both games: the viewer's own is the same; of others those are looked for after which both look alike.

    A secret window is answered by everybody.
    """

    def __init__(
        self, game: Game[Any], other: Game[Any], viewer: int | None, rng: Random, told: Callable[[Event], Event]
    ) -> None:
        self.viewer, self.rng, self.show = viewer, rng, told
        self.actor: int | None = None
        self.mine, self.theirs = Line(game), Line(other)
        self.other = other

    def alike(self) -> bool:
        """Play on; whether the viewer sees the same afterwards, and no cards were shown in one that were not in the other."""
        prompt = next_prompt(self.mine.game, self.rng)
        if _outline(self.mine.game) != _outline(self.other):
            return False
        own: dict[int, list[Any]] = {}
        if prompt.secret:
            self._close(self.mine.game, own)
        else:
            own[prompt.seat] = random_choice(prompt, self.rng)
            self.actor = prompt.seat
            self.mine.answer(prompt.seat, own[prompt.seat])
        seen, told = self._seen(self.mine), self._told(self.mine)
        alike = False
        for line in self._others(prompt, own):
            if self._seen(line) == seen:
                alike, self.theirs = True, line
                if self._told(line) == told:
                    break  # views may hide in which order things were done
        return alike

    def told(self) -> tuple[list[Any], list[Any]]:
        """What the viewer was told in both."""
        return self._told(self.mine), self._told(self.theirs)

    def undo(self) -> tuple[bool, bool]:
        """Whether what the viewer did itself showed anybody something, so that it cannot be taken back (PRO-4.9)."""
        if self.actor is None or self.actor != self.viewer:
            return False, False
        mine, theirs = (any(event.reveals for event in line.events) for line in (self.mine, self.theirs))
        return mine, theirs

    def _others(self, prompt: Prompt, own: dict[int, list[Any]]) -> Iterator[Line]:
        """The other game with the viewer's own answer, or with one answer after another of whoever is asked."""
        if prompt.secret:
            for _ in range(TRIES):
                line = Line(self.other)
                self._close(line.game, {seat: choice for seat, choice in own.items() if seat == self.viewer})
                yield line
            return
        choice = own[prompt.seat]
        options = next(q for q in self.other.prompts if q.seat == prompt.seat).options
        same = all(option in options for option in choice)
        if prompt.seat == self.viewer or len(choice) != 1:
            choices = [choice] if same else []
        else:
            rest = self.rng.sample(options, min(TRIES, len(options)))
            choices = ([choice] if same else []) + [[option] for option in rest]
        for choice in choices:
            line = Line(self.other)
            line.answer(prompt.seat, choice)
            yield line

    def _close(self, game: Game[Any], own: dict[int, list[Any]]) -> None:
        """Everybody who has not answered in secret does; the answers given are kept in `own`.

        Seats that have left may answer meanwhile and close the window.
        """
        kind = game.prompts[0].kind
        for seat in [q.seat for q in game.prompts if q.seat not in game.position.sealed]:
            prompt = next((q for q in game.prompts if q.seat == seat and q.kind == kind), None)
            if prompt is not None and seat not in game.position.sealed:
                own.setdefault(seat, random_choice(prompt, self.rng))
                game.apply(seat, own[seat])

    def _seen(self, line: Line) -> tuple[Any, ...]:
        """All the viewer sees, and the cards it was shown on the way."""
        shown = [self._shown(event) for event in line.events]
        return line.game.view(self.viewer), _outline(line.game), [args for args in shown if args]

    def _shown(self, event: Event) -> dict[str, Any]:
        """What an event may show beyond the view; nothing with most."""
        args = self._args(event)
        if event.kind in SAYING:
            return args
        return {name: args[name] for name in SHOWN if name in args} if any(name in args for name in SHOWING) else {}

    def _args(self, event: Event) -> dict[str, Any]:
        return self.show(event).seen_by(self.viewer)

    def _told(self, line: Line) -> list[dict[str, Any]]:
        return [{"kind": event.kind, "log": event.log, "args": self._args(event)} for event in line.events]


def _outline(game: Game[Any]) -> list[tuple[int, str, tuple[int, int]]]:
    """Who is asked what, as everybody may know."""
    return [(prompt.seat, prompt.kind, prompt.pick) for prompt in game.prompts]
