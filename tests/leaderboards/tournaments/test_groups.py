"""Groups and the knock-out after them (RNK-7.7)."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.tournaments import groups
from leaderboards.tournaments.bracket import size_of
from leaderboards.tournaments.groups import Placed


def tables(count: int, size: int) -> list[list[Placed]]:
    return [[Placed(place * count + group, group, place + 1) for place in range(size)] for group in range(count)]


def names(matches: list[groups.Pair]) -> list[str]:
    return ["-".join(groups.label(side) if side else "" for side in pair) for pair in matches]


@given(count=st.integers(1, 64), rows=st.integers(2, 6), rest=st.integers(0, 63))
def test_the_snake_goes_to_and_fro(count: int, rows: int, rest: int) -> None:
    n = count * rows + rest % count
    found = groups.snake(n, count)
    assert sorted(seed for group in found for seed in group) == list(range(1, n + 1))
    for row in range(rows):
        line = [group[row] for group in found]
        assert line == sorted(line, reverse=bool(row % 2))
        assert set(line) == set(range(row * count + 1, (row + 1) * count + 1))
    assert {len(group) for group in found} <= {rows, rows + 1}


@pytest.mark.parametrize(("n", "count"), [(8, 0), (200, 65), (5, 3)])
def test_groups_that_cannot_be(n: int, count: int) -> None:
    with pytest.raises(ValueError, match="groups"):
        groups.snake(n, count)


def test_groups_are_lettered() -> None:
    assert [groups.letter(i) for i in (0, 25, 26, 51, 52, 63)] == ["A", "Z", "AA", "AZ", "BA", "BL"]


@pytest.mark.parametrize("count", [2, 4, 8, 16, 32, 64])
def test_two_of_a_group_meet_again_only_in_the_final(count: int) -> None:
    matches = groups.first_round(groups.qualifiers(tables(count, 4), 2), count, 2)
    assert names(matches)[:1] == ["A1-B2"]
    assert names(matches)[count // 2] == "B1-A2"
    half = {side: i * 2 // count for i, pair in enumerate(matches) for side in pair if side}
    assert len(half) == 2 * count
    by_group: dict[int, set[int]] = {}
    for side, where in half.items():
        by_group.setdefault(side.group, set()).add(where)
    assert set(map(frozenset, by_group.values())) == {frozenset({0, 1})}


def test_other_shapes_are_seeded_by_group_place() -> None:
    matches = groups.first_round(groups.qualifiers(tables(2, 4), 4), 2, 4)
    assert names(matches) == ["A1-B4", "B2-A3", "B1-A4", "A2-B3"]
    assert names(groups.first_round(groups.qualifiers(tables(4, 4), 1), 4, 1)) == ["A1-D1", "B1-C1"]


def test_a_clash_is_solved_by_the_next_worse_of_the_same_place() -> None:
    """Seeds 8 and 9 are A2 and A3, who swaps with B3; D3, the last of all, has only better ones to swap with."""
    first = [Placed(i, i, 1, 10 - i, 1) for i in range(4)]
    second = [Placed(10 + i, group, 2, 10 - i, 1) for i, group in enumerate([3, 2, 1, 0])]
    third = [Placed(20 + i, i, 3, 10 - i, 1) for i in range(4)]
    through = groups.qualifiers([list(rows) for rows in zip(first, reversed(second), third, strict=True)], 3)
    assert [groups.label(each) for each in through[4:8]] == ["D2", "C2", "B2", "A2"]
    matches = names(groups.first_round(through, 4, 3))
    assert matches == ["A1-", "A2-B3", "D1-", "D2-C3", "B1-", "B2-A3", "C1-", "C2-D3"]


def test_if_nobody_worse_removes_the_clash_the_next_better_one_does() -> None:
    """Three groups, two each: C1 would meet C2, the last of all."""
    assert names(groups.first_round(groups.qualifiers(tables(3, 4), 2), 3, 2)) == ["A1-", "A2-C2", "B1-", "C1-B2"]


@pytest.mark.parametrize(("count", "qualify"), list(product(range(2, 65), range(1, 5))))
def test_no_first_round_match_joins_two_of_a_group(count: int, qualify: int) -> None:
    for best_next in {0, min(count, size_of(count * qualify) - count * qualify)}:
        through = groups.qualifiers(tables(count, 5), qualify, best_next)
        matches = groups.first_round(through, count, qualify)
        assert sorted(side.entrant for pair in matches for side in pair if side) == sorted(each.entrant for each in through)
        assert len(matches) * 2 == size_of(len(through))
        assert not any(pair[0] and pair[1] and pair[0].group == pair[1].group for pair in matches)
        places = [tuple(side.place if side else 0 for side in pair) for pair in matches]
        seeded = groups.first_round([Placed(i, i, each.place) for i, each in enumerate(through)], len(through), 5)
        if not (qualify == 2 and count == size_of(count) and not best_next):
            assert places == [tuple(side.place if side else 0 for side in pair) for pair in seeded], "swaps stay inside a place"


def test_if_there_is_nobody_of_the_same_place_the_better_one_swaps() -> None:
    """Three groups, the winners and the best second: A2 is the only one of its place."""
    assert names(groups.first_round(groups.qualifiers(tables(3, 4), 1, 1), 3, 1)) == ["B1-A2", "A1-C1"]


def test_the_best_next_placed_fill_the_bracket() -> None:
    table = tables(3, 2)
    third = [Placed(90, 0, 3, 4, 3, (0,)), Placed(91, 1, 3, 3, 2, (0,)), Placed(92, 2, 3, 4, 3, (1,))]
    through = groups.qualifiers([[*rows, last] for rows, last in zip(table, third, strict=True)], 2, 2)
    assert [each.entrant for each in through[6:]] == [91, 92], "by points per game, then by tie-breaks"


def test_merit_is_points_per_game_then_tie_breaks_then_lot() -> None:
    ladder = [
        Placed(1, 5, 1, 9, 3),
        Placed(2, 4, 1, 5, 2, (4, 1)),
        Placed(3, 3, 1, 5, 2, (2, 9)),
        Placed(4, 2, 1, 5, 2, (2, 8), "a"),
        Placed(5, 1, 1, 5, 2, (2, 8), "b"),
        Placed(6, 0, 1),
    ]
    for one, other in combinations(ladder, 2):
        assert one.merit < other.merit


@pytest.mark.parametrize("qualify", [0, 5])
def test_one_to_four_qualify(qualify: int) -> None:
    with pytest.raises(ValueError, match="one to four"):
        groups.qualifiers(tables(2, 6), qualify)
