"""Overrides of results in a bracket (RNK-7.13, RNK-9.7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.tournaments import bracket
from leaderboards.tournaments.bracket import OPEN, Decided, Fixture, Sides, Stand
from leaderboards.tournaments.corrections import Choice, Override, Refused, override

A, B, BOTH = Decided(0), Decided(1), Decided(None, "forfeit")
CORRECTED = Decided(1, "override")


@dataclass
class Event:
    """An event that has come as far as chance let it."""

    fixtures: list[Fixture]
    n: int
    decided: dict[str, Decided] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    kept: dict[str, Sides] = field(default_factory=dict)

    def stands(self) -> dict[str, Stand]:
        return bracket.resolve(self.fixtures, self.n, self.decided, frozenset(), self.kept)

    def override(self, name: str, result: Decided, choices: dict[str, Choice] | None = None) -> Override:
        return override(self.fixtures, self.n, self.decided, name, result, self.begun, choices or {}, frozenset(), self.kept)

    def make(self, change: Override) -> None:
        self.decided, self.kept = change.decided, change.kept
        self.begun = self.begun - set(change.voided)


def some_event(random: Random, began: bool = True) -> Event:
    """A few matches are played; some of those that are ready are called, if they may have begun."""
    n = random.randint(2, 20)
    kinds = (bracket.double(n), bracket.single(n), bracket.single(n, True), bracket.single(n, True, reseeded=True))
    event = Event(random.choice(kinds), n)
    for _ in range(random.randint(1, 2 * n)):
        ready = [name for name, how in event.stands().items() if how.state == "ready"]
        if ready:
            event.decided[random.choice(ready)] = random.choice([A, A, A, B, B, B, BOTH])
    if began:
        event.begun = {name for name, how in event.stands().items() if how.state == "ready" and random.random() < 0.5}
    return event


def other(random: Random, result: Decided) -> Decided:
    return random.choice([each for each in (Decided(0, "override"), CORRECTED, BOTH) if each.winner != result.winner])


@pytest.fixture
def semis() -> Event:
    """Four entrants; both semi-finals are played, the final is called."""
    return Event(bracket.single(4, third_place=True), 4, {"W1.1": A, "W1.2": A}, {"W2.1"})


def test_entrants_are_swapped_through_what_is_not_called(semis: Event) -> None:
    semis.begun = set()
    change = semis.override("W1.2", CORRECTED)
    assert (change.refused, change.concerned, change.voided) == (False, ["W2.1", "3P"], [])
    assert (change.stands["W2.1"].sides, change.stands["3P"].sides) == ((1, 3), (4, 2))


def test_without_a_choice_an_override_under_a_called_match_is_refused(semis: Event) -> None:
    change = semis.override("W1.2", CORRECTED)
    assert change.refused
    assert (change.undecided, change.concerned) == (["W2.1"], ["W2.1", "3P"])


def test_keep_for_one_keeps_the_sides_of_all_that_the_match_feeds(semis: Event) -> None:
    change = semis.override("W1.2", CORRECTED, {"W2.1": "keep"})
    assert not change.refused
    assert change.stands["W1.2"].winner == 3
    assert (change.stands["W2.1"].sides, change.stands["3P"].sides) == ((1, 2), (4, 3))
    assert change.voided == []


def test_void_swaps_them_all_through(semis: Event) -> None:
    semis.decided["W2.1"] = B
    semis.begun = {"3P"}
    change = semis.override("W1.2", CORRECTED, {"W2.1": "void", "3P": "void"})
    assert (change.stands["W2.1"], change.stands["3P"]) == (Stand("ready", (1, 3)), Stand("ready", (4, 2)))
    assert change.voided == ["W2.1", "3P"]


def test_with_both_choices_the_sides_stay_and_the_voided_match_is_replayed(semis: Event) -> None:
    semis.decided |= {"W2.1": B, "3P": A}
    semis.begun = set()
    change = semis.override("W1.2", CORRECTED, {"W2.1": "void", "3P": "keep"})
    assert (change.stands["W2.1"], change.stands["3P"]) == (Stand("ready", (1, 2)), Stand("finished", (4, 3), 4, 3))
    assert change.voided == ["W2.1"]


def test_what_follows_a_voided_match_has_to_be_decided_on_too() -> None:
    event = Event(bracket.single(8), 8, {"W1.1": A, "W1.2": A, "W1.3": A, "W1.4": A, "W2.1": A, "W2.2": A}, {"W3.1"})
    assert event.override("W1.1", CORRECTED).undecided == ["W2.1", "W3.1"]
    assert event.override("W1.1", CORRECTED, {"W2.1": "void"}).undecided == ["W3.1"]
    assert event.override("W1.1", CORRECTED, {"W2.1": "keep"}).undecided == []
    change = event.override("W1.1", CORRECTED, {"W2.1": "void", "W3.1": "keep"})
    assert (change.stands["W2.1"], change.stands["W3.1"].sides) == (Stand("ready", (8, 4)), (1, 2))


def test_the_override_of_a_double_forfeit_reaches_through_the_walkover() -> None:
    event = Event(bracket.single(8), 8, {"W1.1": A, "W1.2": BOTH, "W1.3": A, "W1.4": A, "W2.2": A}, {"W3.1"})
    change = event.override("W1.2", CORRECTED)
    assert (change.undecided, change.concerned) == (["W3.1"], ["W2.1", "W3.1"])
    assert change.stands["W2.1"] == Stand("ready", (1, 5))


def test_the_first_grand_final_cannot_be_turned_round_under_the_second() -> None:
    event = Event(bracket.double(2), 2, {"W1.1": A, "GF1": B, "GF2": B})
    assert event.override("GF1", Decided(0, "override")).undecided == ["GF2"]
    kept = event.override("GF1", Decided(0, "override"), {"GF2": "keep"})
    assert kept.stands["GF2"] == Stand("finished", (1, 2), 2, 1)
    assert event.override("GF1", Decided(0, "override"), {"GF2": "void"}).stands["GF2"].state == "cancelled"


def test_the_same_winner_touches_nothing(semis: Event) -> None:
    assert semis.override("W1.2", Decided(0, "override")).concerned == []


@pytest.mark.parametrize(("name", "reason"), [("W9.1", "unknown_match"), ("W2.1", "no_result"), ("3P", "no_result")])
def test_only_results_are_overridden(semis: Event, name: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        semis.override(name, CORRECTED)
    assert refused.value.reason == reason


def test_a_walkover_is_no_result() -> None:
    event = Event(bracket.single(3), 3)
    with pytest.raises(Refused, match="no_result"):
        event.override("W1.1", CORRECTED)


def replay(event: Event, name: str, result: Decided) -> tuple[dict[str, Decided], set[str]]:
    """By force: whatever has other sides than it was played with is thrown out, one match at a time."""
    before = event.stands()
    left, begun = {**event.decided, name: result}, set(event.begun)
    while True:
        now = bracket.resolve(event.fixtures, event.n, left)
        wrong = [
            fixture.name
            for fixture in event.fixtures
            if fixture.name in left.keys() | begun
            and (now[fixture.name].sides != before[fixture.name].sides or now[fixture.name].state == "cancelled")
        ]
        if not wrong:
            return left, begun
        left.pop(wrong[0], None)
        begun.discard(wrong[0])


@given(seed=st.integers(0, 2**32))
def test_voiding_all_equals_playing_on_from_the_new_result(seed: int) -> None:
    random = Random(seed)
    event = some_event(random)
    name = random.choice(list(event.decided) or ["W1.1"])
    if name not in event.decided:
        return
    result = other(random, event.decided[name])
    left, begun = replay(event, name, result)
    ahead = event.override(name, result)
    change = event.override(name, result, dict.fromkeys(ahead.undecided, "void"))
    assert not change.refused
    assert (change.decided, event.begun - set(change.voided)) == (left, begun)
    assert set(change.voided) == set(ahead.undecided) == (event.decided.keys() | event.begun) - (left.keys() | begun)
    assert change.kept == {}
    assert change.stands == bracket.resolve(event.fixtures, event.n, left)


@given(seed=st.integers(0, 2**32))
def test_what_is_kept_keeps_its_sides_and_nobody_is_in_two_places(seed: int) -> None:
    random = Random(seed)
    event = some_event(random)
    for _ in range(3):
        played = [
            name for name, how in event.stands().items() if name in event.decided and how.state in ("finished", "double_forfeit")
        ]
        if not played:
            return
        name = random.choice(played)
        result = other(random, event.decided[name])
        choices: dict[str, Choice] = {}
        before = event.stands()
        while (change := event.override(name, result, choices)).refused:
            choices[change.undecided[0]] = random.choice(["keep", "void"])
        for each, choice in choices.items():
            assert (each in change.voided) == (choice == "void")
            if choice == "keep":
                assert change.stands[each].sides == before[each].sides
                assert change.decided.get(each) == event.decided.get(each)
        assert change.decided.keys() == event.decided.keys() - set(change.voided)
        assert set(change.voided) <= set(change.concerned) <= set(bracket.dependents(event.fixtures, name))
        assert change.stands == bracket.resolve(event.fixtures, event.n, change.decided, frozenset(), change.kept)
        event.make(change)
        for each, how in event.stands().items():
            if how.state == "ready":
                assert each not in event.decided
        if "3P" in change.stands:
            final = next(each for each in reversed(event.fixtures) if each.bracket == "W").name
            both = [side for each in (final, "3P") for side in change.stands[each].sides if isinstance(side, int)]
            assert len(set(both)) == len(both)


@given(seed=st.integers(0, 2**32), keep=st.booleans())
def test_an_override_and_its_reverse_restore_the_event(seed: int, keep: bool) -> None:
    """RNK-9.7, also if all that depended on the match was kept."""
    random = Random(seed)
    event = some_event(random, began=keep)
    names = [name for name in event.decided if keep or not set(bracket.dependents(event.fixtures, name)) & event.decided.keys()]
    if not names:
        return
    name = random.choice(names)
    before, decided = event.stands(), dict(event.decided)
    result = other(random, decided[name])
    change = event.override(name, result, dict.fromkeys(event.override(name, result).undecided, "keep"))
    assert change.voided == []
    event.make(change)
    back = event.override(name, decided[name])
    assert not back.refused
    event.make(back)
    assert (event.stands(), event.decided, event.kept) == (before, decided, {})


def test_a_second_override_lets_go_of_what_was_kept(semis: Event) -> None:
    semis.make(semis.override("W1.2", CORRECTED, {"W2.1": "keep"}))
    assert semis.kept == {"W2.1": (OPEN, 2), "3P": (OPEN, 3)}
    semis.begun = set()
    semis.make(semis.override("W1.2", BOTH))
    assert semis.kept == {}
    assert semis.stands()["W2.1"] == Stand("walkover", (1, None), 1)


def test_forfeits_of_those_who_withdrew_are_worked_out_anew() -> None:
    fixtures = bracket.single(4, third_place=True)
    decided = {"W1.1": A, "W1.2": A}
    assert bracket.resolve(fixtures, 4, decided, withdrawn={2})["W2.1"] == Stand("forfeit", (1, 2), 1, 2)
    change = override(fixtures, 4, decided, "W1.2", CORRECTED, withdrawn={2})
    assert not change.refused
    assert (change.stands["W2.1"], change.stands["3P"]) == (Stand("ready", (1, 3)), Stand("forfeit", (4, 2), 4, 2))
