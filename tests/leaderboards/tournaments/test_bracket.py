"""Elimination brackets (RNK-7.2, 7.3, 7.9, 7.12): their shape, how matches stand, the guarantees, and the places."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.tournaments import bracket, invariants
from leaderboards.tournaments.bracket import OPEN, Decided, Fixture, Fold, Side, Source, Stand

SIZES = st.integers(2, 128)
A, B, BOTH = Decided(0), Decided(1), Decided(None, "forfeit")


def run(fixtures: list[Fixture], n: int, random: Random, absent: float = 0) -> dict[str, Stand]:
    return invariants.random_run(fixtures, n, random, absent)


def favourites(fixtures: list[Fixture], n: int) -> dict[str, Stand]:
    fold = Fold(fixtures, n, lambda fixture, a, b: Decided(0 if a < b else 1))
    for fixture in fixtures:
        fold.add(fixture)
    return fold.stands


def decisions(stands: dict[str, Stand]) -> dict[str, Decided]:
    """The results that led there."""
    return {
        name: Decided(None, "forfeit") if how.winner is None else Decided(0 if how.winner == how.sides[0] else 1)
        for name, how in stands.items()
        if how.state in ("finished", "double_forfeit")
    }


# The shape of a single elimination (RNK-7.2)


@pytest.mark.parametrize("n", range(2, 129))
def test_best_seeds_have_the_byes_and_no_two_byes_meet(n: int) -> None:
    size = bracket.size_of(n)
    assert size // 2 < n <= size
    first = [how for name, how in bracket.resolve(bracket.single(n), n, {}).items() if name.startswith("W1.")]
    assert sorted(how.winner for how in first if how.state == "walkover" and how.winner) == list(range(1, size - n + 1))
    assert all(how.sides != (None, None) for how in first)


@pytest.mark.parametrize("n", [4, 8, 16, 32, 64, 128])
def test_favourites_meet_as_late_as_they_can(n: int) -> None:
    stands = favourites(bracket.single(n), n)
    for name, how in stands.items():
        left = n >> (int(name[1:].split(".")[0]) - 1)
        assert sum(side for side in how.sides if isinstance(side, int)) == left + 1


@given(n=SIZES, random=st.randoms(use_true_random=False), third=st.booleans())
def test_all_but_the_champion_lose_once(n: int, random: Random, third: bool) -> None:
    fixtures = bracket.single(n, third)
    stands = run(fixtures, n, random)
    won = {name: how for name, how in stands.items() if name != "3P"}
    assert invariants.se_played(fixtures, n, won)
    lost = Counter(how.loser for how in won.values() if how.loser)
    champion = bracket.champion(fixtures, stands)
    assert lost == {who: 1 for who in range(1, n + 1) if who != champion}
    assert ("3P" in stands) == (third and n >= 4)


def test_winner_of_an_odd_match_goes_to_slot_a_of_the_next() -> None:
    sides = {fixture.name: fixture.sides for fixture in bracket.single(16)}
    assert sides["W2.3"] == (Source("winner", "W1.5"), Source("winner", "W1.6"))


def test_a_bracket_of_one_is_none() -> None:
    for build in (bracket.single, bracket.double):
        with pytest.raises(ValueError, match="at least two"):
            build(1)


@given(n=SIZES, random=st.randoms(use_true_random=False))
def test_reseeding_lets_the_best_meet_the_worst_of_those_left(n: int, random: Random) -> None:
    fixtures = bracket.single(n, reseeded=True)
    stands = run(fixtures, n, random)
    assert invariants.se_losses(fixtures, n, stands)
    for number in range(2, fixtures[-1].round + 1):
        pairs = [stands[each.name].sides for each in fixtures if each.round == number]
        left = sorted(side for pair in pairs for side in pair if isinstance(side, int))
        assert {frozenset(pair) for pair in pairs} == {frozenset((left[i], left[-1 - i])) for i in range(len(pairs))}


def test_reseeding_waits_for_the_whole_round() -> None:
    fixtures = bracket.single(8, reseeded=True)
    decided = {"W1.1": B, "W1.2": A, "W1.3": A}
    assert bracket.resolve(fixtures, 8, decided)["W2.1"] == Stand("pending", (OPEN, OPEN))
    stands = bracket.resolve(fixtures, 8, {**decided, "W1.4": BOTH})
    assert (stands["W2.1"].sides, stands["W2.1"].state, stands["W2.2"].sides) == ((2, None), "walkover", (4, 8))


# Double elimination (RNK-7.3), once more by lists that are turned round


def losers_order(names: list[str], number: int) -> list[str]:
    """Losers of winners round `number` in the order in which they drop."""
    half = len(names) // 2
    turned = (number - 1) % 4
    if turned == 1:
        return names[::-1]
    if turned == 2:
        return names[:half][::-1] + names[half:][::-1] if half else names
    if turned == 3:
        return names[half:] + names[:half]
    return names


def by_lists(n: int, random: Random, absent: float) -> dict[str, tuple[Side, Side]]:
    """Sides of all matches of a double elimination, played round by round."""
    sides: dict[str, tuple[Side, Side]] = {}

    def play(name: str, a: Side, b: Side) -> tuple[Side, Side]:
        sides[name] = a, b
        if a is None or b is None:
            return (b if a is None else a), None
        if absent and random.random() < absent:
            return None, None
        return (b, a) if random.random() < 0.5 else (a, b)

    rank = [seed if seed <= n else None for seed in bracket.slots(bracket.size_of(n))]
    dropped: list[list[Side]] = []
    number = 1
    while len(rank) > 1:
        ends = [play(f"W{number}.{i // 2 + 1}", rank[i], rank[i + 1]) for i in range(0, len(rank), 2)]
        rank = [winner for winner, _ in ends]  # type: ignore[misc]
        dropped.append([loser for _, loser in ends])
        number += 1
    down = dropped[0]
    step = 1
    for of, losers in enumerate(dropped[1:], 2):
        down = [play(f"L{step}.{i // 2 + 1}", down[i], down[i + 1])[0] for i in range(0, len(down), 2)]
        order = losers_order([str(i) for i in range(len(losers))], of)
        down = [play(f"L{step + 1}.{i + 1}", losers[int(order[i])], down[i])[0] for i in range(len(down))]
        step += 2
    winner, loser = play("GF1", rank[0], down[0])
    if winner is not None and winner == down[0]:
        play("GF2", loser, winner)
    return sides


@given(n=SIZES, seed=st.integers(0, 2**32), absent=st.sampled_from([0, 0.15]))
def test_all_sides_are_those_of_rounds_played_one_after_another(n: int, seed: int, absent: float) -> None:
    fixtures = bracket.double(n)
    stands = run(fixtures, n, Random(seed), absent)
    expected = by_lists(n, Random(seed), absent)
    found = {name: how.sides for name, how in stands.items() if how.state != "cancelled"}
    assert found == expected


@given(n=SIZES, random=st.randoms(use_true_random=False))
def test_double_elimination_holds_what_it_promises(n: int, random: Random) -> None:
    fixtures = bracket.double(n)
    stands = run(fixtures, n, random)
    for check in (invariants.de_played, invariants.de_losses, invariants.de_first_drop, invariants.walkovers):
        assert check(fixtures, n, stands), check.__name__
    assert invariants.walkovers(fixtures, n, run(fixtures, n, random, 0.2))


@pytest.mark.parametrize("rounds", range(2, 13))
def test_nobody_drops_to_whom_they_beat_lately_in_any_full_bracket(rounds: int) -> None:
    """Whose losers can be in slot B of a losers match, for all results at once: so it holds for every course of play."""
    came: dict[str, frozenset[tuple[int, int]]] = {}
    for fixture in bracket.double(1 << rounds):
        if fixture.bracket != "L":
            continue
        below: frozenset[tuple[int, int]] = frozenset()
        for source in fixture.sides:
            name = str(source.of)
            number, index = (int(part) for part in name[1:].split("."))
            below |= came[name] if source.kind == "winner" else {(number, index - 1)}
        came[fixture.name] = below
        if fixture.round % 2 == 0 and fixture.round < 2 * (rounds - 1):
            number, index = (int(part) for part in str(fixture.sides[0].of)[1:].split("."))
            others = came[str(fixture.sides[1].of)]
            for back in range(1, min(number, 4 if rounds - number >= 2 else 2)):
                won = {(number - back, ((index - 1) << back) + i) for i in range(1 << back)}
                assert not won & others, (fixture.name, back)


def test_the_guarantee_can_fail() -> None:
    fixtures = [
        Fixture(each.name, each.round, each.index, (Source("loser", f"W2.{each.index}"), each.sides[1]), "L")
        if each.bracket == "L" and each.round == 2
        else each
        for each in bracket.double(8)
    ]
    random = Random(1)
    assert not all(invariants.de_first_drop(fixtures, 8, run(fixtures, 8, random)) for _ in range(50))


def test_with_five_those_who_met_in_the_first_round_may_meet_again_in_the_losers_bracket() -> None:
    met = set()
    for seed in range(60):
        stands = run(bracket.double(5), 5, Random(seed))
        met |= {name for name, how in stands.items() if set(how.sides) == {4, 5} and name[0] == "L"}
    assert "L3.1" in met


def test_with_two_the_loser_goes_straight_to_the_grand_final() -> None:
    fixtures = bracket.double(2)
    assert [fixture.name for fixture in fixtures] == ["W1.1", "GF1", "GF2"]
    assert bracket.resolve(fixtures, 2, {"W1.1": B})["GF1"] == Stand("ready", (2, 1))


def test_the_second_grand_final_is_played_iff_the_losers_champion_wins_the_first() -> None:
    fixtures = bracket.double(2)
    assert bracket.resolve(fixtures, 2, {"W1.1": A})["GF2"].state == "pending"
    assert bracket.resolve(fixtures, 2, {"W1.1": A, "GF1": A})["GF2"].state == "cancelled"
    stands = bracket.resolve(fixtures, 2, {"W1.1": A, "GF1": B})
    assert stands["GF2"] == Stand("ready", (1, 2))
    assert bracket.places(fixtures, stands) == {}
    stands = bracket.resolve(fixtures, 2, {"W1.1": A, "GF1": B, "GF2": B})
    assert bracket.places(fixtures, stands) == {2: 1, 1: 2}


def test_a_single_grand_final_decides() -> None:
    fixtures = bracket.double(2, single_final=True)
    stands = bracket.resolve(fixtures, 2, {"W1.1": A, "GF1": B})
    assert bracket.places(fixtures, stands) == {2: 1, 1: 2}


# How matches stand


@given(n=st.integers(2, 40), seed=st.integers(0, 2**32), double=st.booleans())
def test_results_in_any_order_and_one_by_one_come_to_the_same(n: int, seed: int, double: bool) -> None:
    random = Random(seed)
    fixtures = bracket.double(n) if double else bracket.single(n, third_place=True)
    known: dict[str, Decided] = {}
    while ready := [name for name, how in bracket.resolve(fixtures, n, known).items() if how.state == "ready"]:
        known[random.choice(ready)] = random.choice([A, B, BOTH])
    end = bracket.resolve(fixtures, n, known)
    assert all(how.settled for how in end.values())
    shuffled = list(known)
    random.shuffle(shuffled)
    assert bracket.resolve(fixtures, n, {name: known[name] for name in shuffled}) == end
    assert decisions(end).keys() == known.keys()


def test_who_has_withdrawn_forfeits_the_current_match_and_all_later_ones() -> None:
    fixtures = bracket.double(4)
    stands = bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": A, "W2.1": A}, withdrawn={2})
    assert stands["L1.1"].state == "ready"
    assert stands["L2.1"] == Stand("pending", (2, OPEN))
    stands = bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": A, "W2.1": A, "L1.1": B}, withdrawn={2})
    assert stands["L2.1"] == Stand("forfeit", (2, 3), 3, 2)
    stands = bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": A}, withdrawn={1, 2})
    assert stands["W1.1"].state == "finished"
    assert stands["W2.1"] == Stand("double_forfeit", (1, 2))
    assert stands["L2.1"].sides[0] is None


def test_who_has_withdrawn_does_not_win_a_place_by_walkover() -> None:
    fixtures = bracket.single(4)
    stands = bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": BOTH}, withdrawn={1})
    assert stands["W2.1"] == Stand("forfeit", (1, None), None, 1)
    assert bracket.places(fixtures, stands) == {1: 2, 2: 3, 3: 3, 4: 3}


def test_a_result_counts_only_while_both_sides_are_there() -> None:
    fixtures = bracket.single(4)
    assert bracket.resolve(fixtures, 4, {"W1.1": A, "W2.1": A})["W2.1"] == Stand("pending", (1, OPEN))
    assert bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": BOTH, "W2.1": B})["W2.1"] == Stand("walkover", (1, None), 1)


def test_sides_that_are_kept_stay() -> None:
    fixtures = bracket.single(4)
    stands = bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": B, "W2.1": B}, kept={"W2.1": (OPEN, 2)})
    assert stands["W2.1"] == Stand("finished", (1, 2), 2, 1)


@given(n=st.integers(2, 64), name_at=st.integers(0, 200), double=st.booleans())
def test_dependents_are_what_changes_with_a_result(n: int, name_at: int, double: bool) -> None:
    fixtures = bracket.double(n) if double else bracket.single(n, third_place=True)
    name = fixtures[name_at % len(fixtures)].name
    reached = {name}
    for fixture in fixtures:
        if any(source.of in reached for source in fixture.sides):
            reached.add(fixture.name)
    assert set(bracket.dependents(fixtures, name)) == reached - {name}


def test_a_round_of_a_reseeded_bracket_feeds_all_of_the_next() -> None:
    assert bracket.dependents(bracket.single(8, True, reseeded=True), "W2.1") == ["W3.1", "3P"]
    assert bracket.dependents(bracket.single(8, reseeded=True), "W1.4") == ["W2.1", "W2.2", "W3.1"]


# Late entries (RNK-7.12)


def test_late_entrants_take_byes_whose_next_match_is_not_called() -> None:
    fixtures = bracket.double(5)
    stands = bracket.resolve(fixtures, 5, {})
    assert bracket.free_byes(fixtures, stands) == [6, 7, 8]
    assert bracket.free_byes(fixtures, stands, {"W2.2"}) == [8]
    taken = bracket.resolve(fixtures, 5, {}, late={8})
    assert taken["W1.1"] == Stand("ready", (1, 8))
    assert bracket.free_byes(fixtures, taken) == [6, 7]


def test_a_bye_is_not_free_if_its_loser_would_come_into_a_losers_match_that_is_called() -> None:
    fixtures = bracket.double(5)
    decided = {"W1.2": A, "W2.2": A}
    stands = bracket.resolve(fixtures, 5, decided)
    assert stands["L1.1"].state == "walkover"
    assert stands["L2.1"] == Stand("ready", (3, 5))
    assert bracket.free_byes(fixtures, stands) == [8]
    assert bracket.free_byes(fixtures, stands, {"L2.1"}) == []


# Who starts (RNK-7.2)


def test_the_worse_seed_starts_then_sides_alternate_and_the_second_grand_final_begins_the_other_way() -> None:
    first, second = bracket.double(4)[-2:]
    assert [bracket.starter(first, (1, 4), game) for game in (1, 2, 3)] == [1, 0, 1]
    assert [bracket.starter(first, (4, 1), game) for game in (1, 2, 3)] == [0, 1, 0]
    assert [bracket.starter(second, (1, 4), game) for game in (1, 2, 3)] == [0, 1, 0]
    assert [bracket.starter(second, (4, 1), game) for game in (1, 2, 3)] == [1, 0, 1]


# Final places (RNK-7.9 has them)


@given(n=SIZES, random=st.randoms(use_true_random=False))
def test_places_are_shared_by_those_who_lost_in_the_same_round(n: int, random: Random) -> None:
    fixtures = bracket.double(n)
    stands = run(fixtures, n, random)
    last: dict[int, str] = {}
    for name, how in stands.items():
        if how.loser is not None:
            last[how.loser] = name
    champion = bracket.champion(fixtures, stands)
    order = ["GF2", "GF1", *(f"L{number}" for number in range(2 * fixtures[-1].round + 12, 0, -1))]
    out = {who: order.index(name.split(".")[0]) for who, name in last.items() if who != champion}
    expected = {who: 2 + sum(other < rank for other in out.values()) for who, rank in out.items()}
    assert champion is not None
    assert bracket.places(fixtures, stands) == {champion: 1, **expected}


@given(n=SIZES, random=st.randoms(use_true_random=False), third=st.booleans())
def test_places_of_a_single_elimination(n: int, random: Random, third: bool) -> None:
    fixtures = bracket.single(n, third)
    stands = run(fixtures, n, random)
    places = bracket.places(fixtures, stands)
    counts = Counter(places.values())
    assert sum(counts.values()) == n
    ranks = [1 + sum(other < place for other in places.values()) for place in places.values()]
    assert ranks == list(places.values()), "standard competition numbering"
    if third and n >= 4:
        assert [who for who, place in places.items() if place == 3] == [stands["3P"].winner]
        assert [who for who, place in places.items() if place == 4] == [stands["3P"].loser]


def test_after_a_double_forfeit_the_place_of_its_winner_stays_empty() -> None:
    fixtures = bracket.single(4, third_place=True)
    known = {"W1.1": A, "W1.2": BOTH}
    assert bracket.places(fixtures, bracket.resolve(fixtures, 4, known)) == {1: 1, 4: 3, 2: 4, 3: 4}
    fixtures = bracket.single(4)
    assert bracket.places(fixtures, bracket.resolve(fixtures, 4, known)) == {1: 1, 2: 3, 3: 3, 4: 3}
    assert bracket.places(fixtures, bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": A, "W2.1": BOTH})) == {
        1: 2,
        2: 2,
        3: 3,
        4: 3,
    }


def test_a_double_forfeit_in_the_winners_bracket_costs_the_place_of_the_losers_round_it_leads_to() -> None:
    fixtures = bracket.double(4)
    stands = bracket.resolve(fixtures, 4, {"W1.1": BOTH, "W1.2": A})
    assert [stands[name].sides for name in ("W2.1", "L1.1", "L2.1", "GF1")] == [(None, 2), (None, 3), (None, 3), (2, 3)]
    stands = bracket.resolve(fixtures, 4, {"W1.1": BOTH, "W1.2": A, "GF1": A})
    assert bracket.places(fixtures, stands) == {2: 1, 3: 2, 1: 4, 4: 4}


def test_places_are_told_as_soon_as_they_are_certain() -> None:
    fixtures = bracket.single(4, third_place=True)
    assert bracket.places(fixtures, bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": A})) == {}
    fixtures = bracket.double(4)
    stands = bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": A, "L1.1": A})
    assert bracket.places(fixtures, stands) == {3: 4}


def test_who_was_left_behind_by_kept_sides_has_the_place_of_their_last_match() -> None:
    fixtures = bracket.single(4)
    stands = bracket.resolve(fixtures, 4, {"W1.1": A, "W1.2": B, "W2.1": A}, kept={"W2.1": (OPEN, 2)})
    assert bracket.places(fixtures, stands) == {1: 1, 2: 2, 3: 3, 4: 3}
