"""Overrides of results in a bracket and what they do to later matches (RNK-7.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Literal

from msgspec import Struct

from leaderboards.tournaments.bracket import (
    NOTHING_KEPT,
    OPEN,
    Decided,
    Fixture,
    Fold,
    Side,
    Sides,
    Source,
    Stand,
    fed,
    resolve,
    results,
)

Choice = Literal["keep", "void"]
"""What is done with a later match that is called, running or done: its sides stay, or it is voided and replayed."""

NO_CHOICE: Mapping[str, Choice] = {}
DONE = ("finished", "forfeit", "double_forfeit")


class Refused(Exception):
    """An override that cannot be made; `reason` says why: `unknown_match`, `no_result`."""

    def __init__(self, reason: str) -> None:
        """Why."""
        super().__init__(reason)
        self.reason = reason


class Override(Struct):
    """What an override comes to: a preview, and what is to be stored if it is made."""

    concerned: list[str]
    """Later matches whose sides change or would change, in order of play; each of `undecided`, `voided` and the kept is one."""
    undecided: list[str]
    """Those called, running or done of which the organiser has not said what to do: with any, the override is refused."""
    voided: list[str]
    """Those whose result, or game under way, does not count and that are played again."""
    decided: dict[str, Decided]
    """All results afterwards."""
    kept: dict[str, Sides]
    """The sides that stay whatever comes in, for `resolve`."""
    stands: dict[str, Stand]
    """How all stands afterwards; undecided matches are taken as voided."""

    @property
    def refused(self) -> bool:
        """Whether something is still to be decided."""
        return bool(self.undecided)


def override(
    fixtures: Sequence[Fixture],
    n: int,
    decided: Mapping[str, Decided],
    name: str,
    result: Decided,
    begun: Set[str] = frozenset(),
    choices: Mapping[str, Choice] = NO_CHOICE,
    withdrawn: Set[int] = frozenset(),
    kept: Mapping[str, Sides] = NOTHING_KEPT,
    late: Set[int] = frozenset(),
) -> Override:
    """What giving a decided match another result does; `begun` are the matches that are called or running.

    Later matches that are not yet called get their sides anew. Where one is called, running or done, the organiser chooses: a
    `keep` among the matches that one and the same match feeds keeps the sides of all of them; those chosen `void` are replayed.
    Nothing is changed here. Raises `Refused` for a match that has no result.
    """
    before = resolve(fixtures, n, decided, withdrawn, kept, late)
    if name not in before:
        raise Refused("unknown_match")
    if before[name].state not in DONE or None in before[name].sides:
        raise Refused("no_result")
    change = Change(fixtures, before, begun, choices, {**decided, name: result}, kept)
    fold = Fold(fixtures, n, results(change.decided, withdrawn), withdrawn, change.kept, late)
    for fixture in fixtures:
        fold.add(fixture)
        change.passed(fixture, fold)
    return Override(change.concerned, change.undecided, change.voided, change.decided, change.kept, fold.stands)


class Change:
    """Follows a change through the bracket, in order of play."""

    def __init__(
        self,
        fixtures: Sequence[Fixture],
        before: Mapping[str, Stand],
        begun: Set[str],
        choices: Mapping[str, Choice],
        decided: dict[str, Decided],
        kept: Mapping[str, Sides],
    ) -> None:
        """`decided` has the new result already and loses those that are voided."""
        self.before = before
        self.begun = begun
        self.choices = choices
        self.decided = decided
        self.kept = dict(kept)
        self.groups = groups(fixtures)
        self.concerned: list[str] = []
        self.undecided: list[str] = []
        self.voided: list[str] = []

    def passed(self, fixture: Fixture, fold: Fold) -> None:
        """Looks at what a match feeds, once it is known how it stands."""
        group = self.groups.get(fixture.name)
        if group and any(outcome(self.before[name]) != outcome(fold.stands[name]) for name in group.feeders):
            self.settle(group, fold)

    def settle(self, group: Group, fold: Fold) -> None:
        """Decides who is in the slots that these matches feed."""
        coming = [(each, slot, fold.come(source, each.round)) for each, slot, source in group.slots]
        changed = [(each.name, slot) for each, slot, side in coming if self.before[each.name].sides[slot] != side]
        names = list(dict.fromkeys(name for name, slot in changed))
        busy = [name for name in names if self.busy(name)]
        stay = any(self.choices.get(name) == "keep" for name in busy)
        self.concerned += names
        self.undecided += [name for name in busy if name not in self.choices]
        replayed = [name for name in busy if self.choices.get(name) != "keep"]
        self.voided += replayed
        for name in replayed if stay else names:
            self.decided.pop(name, None)
        for each, slot, _ in coming:
            moved = (each.name, slot) in changed
            self.keep(each.name, slot, self.before[each.name].sides[slot] if stay and moved else OPEN)

    def busy(self, name: str) -> bool:
        """Whether a match is called, running or done, so that somebody has to say what becomes of it."""
        return name in self.begun or (name in self.decided and self.before[name].state in DONE)

    def keep(self, name: str, slot: int, side: Side) -> None:
        """Lets a side stay, or with `OPEN` follow what comes in."""
        a, b = self.kept.pop(name, (OPEN, OPEN))
        sides = (a, side) if slot else (side, b)
        if sides != (OPEN, OPEN):
            self.kept[name] = sides


class Group(Struct, frozen=True):
    """Matches whose outcome settles the same slots: one, or a round of a reseeded bracket."""

    feeders: list[str]
    slots: list[tuple[Fixture, int, Source]]
    """What they feed, in order of play: match, 0 for slot A or 1, and where it says its side comes from."""


def groups(fixtures: Sequence[Fixture]) -> dict[str, Group]:
    """All groups, each by the last of its feeders in order of play."""
    feeds = fed(fixtures)
    by_name = {fixture.name: fixture for fixture in fixtures}
    reseeded = any(fixture.sides[0].kind == "rank" for fixture in fixtures)
    feeders: dict[tuple[str, int | str], list[str]] = {}
    for fixture in fixtures:
        whole = reseeded and fixture.bracket == "W"
        feeders.setdefault((fixture.bracket, fixture.round if whole else fixture.name), []).append(fixture.name)
    found = {}
    for names in feeders.values():
        following = [by_name[name] for name in dict.fromkeys(each for name in names for each in feeds[name])]
        slots = [
            (each, slot, source)
            for each in following
            for slot, source in enumerate(each.sides)
            if source.kind == "rank" or source.of in names
        ]
        found[names[-1]] = Group(names, slots)
    return found


def outcome(stand: Stand) -> tuple[bool, int | None, int | None]:
    """What a match passes on."""
    return stand.settled, stand.winner, stand.loser
