"""Heats (RNK-7.8): sizes, points, draws, seats, standings and knock-out, held against brute force where that can be done."""

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboards.tournaments import heats
from leaderboards.tournaments.heat_tables import balanced, byes, meetings, seated, seats_had
from leaderboards.tournaments.heats import Draw, Finish, Ranked, Row, Sizes

MIXED = st.tuples(st.integers(2, 6), st.integers(2, 6)).map(lambda two: (max(two), min(two)))


def all_there(draw: Draw, players: list[int]) -> bool:
    return sorted([*draw.sit_out, *(player for table in draw.tables for player in table)]) == sorted(players)


@given(st.integers(0, 200), MIXED)
def test_sizes_are_the_fewest_tables_that_fit(n: int, bounds: tuple[int, int]) -> None:
    preferred, minimum = bounds
    found = heats.sizes(n, preferred, minimum)
    assert sum(found.sizes) + found.sit_out == n
    assert list(found.sizes) == sorted(found.sizes, reverse=True)
    fits = [
        tables for tables in range(1, n + 1) if minimum <= n // tables and -(-n // tables) <= preferred
    ]  # differing by at most 1 means sizes of floor and ceiling
    if fits:
        assert found.sit_out == 0
        assert len(found.sizes) == fits[0]
        assert max(found.sizes) - min(found.sizes) <= 1
    else:
        assert found == Sizes((preferred,) * (n // preferred), n % preferred)


def test_tables_whose_bounds_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="tables of 4 to 3"):
        heats.sizes(9, 3, 4)


def ranked(strengths: list[int]) -> list[int]:
    return [1 + sum(other > one for other in strengths) for one in strengths]


@given(st.lists(st.integers(0, 3), min_size=2, max_size=6))
def test_points_are_the_mean_over_all_orders_that_agree_with_the_ranks(strengths: list[int]) -> None:
    ranks, size = ranked(strengths), len(strengths)
    orders = [order for order in permutations(range(size)) if all(ranks[a] <= ranks[b] for a, b in combinations(order, 2))]
    mean = [
        sum(Fraction(120 * (size - 1 - order.index(seat)), size - 1) for order in orders) / len(orders) for seat in range(size)
    ]
    assert heats.points(size, ranks) == mean
    assert all(isinstance(one, int) for one in heats.points(size, ranks))
    assert sum(heats.points(size, ranks)) == 60 * size


def test_an_organiser_has_points_of_his_own() -> None:
    assert heats.points(3, [1, 1, 3], {3: [600, 360, 0]}) == [480, 480, 0]
    assert heats.points(4, [1, 2, 3, 4], {3: [600, 360, 0]}) == [120, 80, 40, 0]
    with pytest.raises(ValueError, match="2 points for 3 places"):
        heats.points(3, [1, 2, 3], {3: [1, 0]})
    with pytest.raises(ValueError, match="rank 4 at a table of 3"):
        heats.points(3, [1, 2, 4])


def figure(tables: list[list[int]], points: dict[int, int], met: Counter[tuple[int, int]]) -> Fraction:
    whole = Fraction()
    for table in tables:
        whole += 1000 * sum(met[min(pair), max(pair)] ** 2 for pair in combinations(table, 2))
        whole += Fraction(max(points[one] for one in table) - min(points[one] for one in table), 60) ** 2
    return whole


def by_the_book(
    order: list[int], points: dict[int, int], sizes: tuple[int, ...], met: Counter[tuple[int, int]]
) -> list[list[int]]:
    """The swaps as the rule tells them, with the whole figure worked out each time."""
    at = {player: place for place, player in enumerate(order)}
    rest = iter(order)
    tables = [[next(rest) for _ in range(size)] for size in sizes]
    now = figure(tables, points, met)
    again = True
    while again:
        again = False
        seats = [
            (one, other, a, b) for one, other in combinations(range(len(tables)), 2) for a in tables[one] for b in tables[other]
        ]
        for one, other, a, b in seats:
            tried = [list(table) for table in tables]
            tried[one] = sorted([b, *(player for player in tables[one] if player != a)], key=at.__getitem__)
            tried[other] = sorted([a, *(player for player in tables[other] if player != b)], key=at.__getitem__)
            if figure(tried, points, met) < now:
                tables, now, again = tried, figure(tried, points, met), True
                break
    return tables


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 16), MIXED, st.integers(0, 4), st.randoms(use_true_random=False))
def test_a_round_by_points_makes_the_swaps_of_the_rule(n: int, bounds: tuple[int, int], rounds: int, random: object) -> None:
    points = dict.fromkeys(range(1, n + 1), 0)
    past: list[Draw] = []
    for _ in range(rounds + 1):
        draw = heats.swiss_round([Ranked(*one) for one in points.items()], *bounds, past)
        assert all_there(draw, list(points))
        order = [one for one in sorted(points, key=lambda one: (-points[one], one)) if one not in draw.sit_out]
        shape = heats.sizes(n, *bounds)
        wanted = by_the_book(order, points, shape.sizes, meetings(past))
        assert [sorted(table) for table in draw.tables] == [sorted(table) for table in wanted]
        assert draw == heats.swiss_round([Ranked(*one) for one in reversed(points.items())], *bounds, past)
        past.append(draw)
        for table in draw.tables:
            strengths = [random.randint(0, 3) for _ in table]  # type: ignore[attr-defined]
            for player, gain in zip(table, heats.points(len(table), ranked(strengths)), strict=True):
                points[player] += int(gain)
        for player in draw.sit_out:
            points[player] += heats.BYE


@settings(deadline=None)
@given(st.integers(2, 20), MIXED, st.integers(1, 12), st.sampled_from(["swiss", "random", "pre_planned"]))
def test_nobody_sits_out_twice_while_others_have_not_once(n: int, bounds: tuple[int, int], rounds: int, mode: str) -> None:
    past: list[Draw] = []
    if mode == "pre_planned" and not heats.sizes(n, *bounds).sit_out:
        return
    if mode == "pre_planned":
        past = heats.plan(n, *bounds, min(rounds, 4), "s")
    while len(past) < rounds and mode != "pre_planned":
        if mode == "swiss":
            past.append(heats.swiss_round([Ranked(player, player % 3) for player in range(1, n + 1)], *bounds, past))
        else:
            past.append(heats.random_round(range(1, n + 1), *bounds, past, "s"))
    had = byes(past)
    assert all(all_there(draw, list(range(1, n + 1))) for draw in past)
    assert max((had[player] for player in range(1, n + 1)), default=0) - min(had[player] for player in range(1, n + 1)) <= 1


def test_the_last_ones_of_those_without_a_bye_sit_out() -> None:
    players = [Ranked(player, 60 * (6 - player)) for player in range(1, 6)]
    first = heats.swiss_round(players, 4, 3, [])
    assert first.sit_out == (5,)
    assert heats.swiss_round(players, 4, 3, [first]).sit_out == (4,)


def test_a_round_by_lot_is_another_one_with_another_seed_or_round() -> None:
    draws = {heats.random_round(range(1, 41), 4, 3, [Draw(())] * number, seed).tables for number in range(3) for seed in "ab"}
    assert len(draws) == 6


@given(st.lists(st.integers(1, 9), unique=True, min_size=2, max_size=5), st.data())
def test_seats_are_given_to_those_who_have_had_them_least(table: list[int], data: st.DataObject) -> None:
    had = {(player, seat): data.draw(st.integers(0, 3)) for player in table for seat in range(len(table))}

    def cost(order: tuple[int, ...]) -> int:
        return sum((had[player, seat] + 1) ** 2 - had[player, seat] ** 2 for seat, player in enumerate(order))

    (found,) = seated([table], had)
    assert sorted(found) == sorted(table)
    assert cost(found) == min(map(cost, permutations(table)))


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 6), st.integers(1, 6), st.integers(1, 12), st.randoms(use_true_random=False))
def test_at_tables_of_one_size_all_seats_come_round(size: int, tables: int, rounds: int, random: object) -> None:
    draws = []
    for _ in range(rounds):
        order = list(range(size * tables))
        random.shuffle(order)  # type: ignore[attr-defined]
        draws.append(Draw(tuple(tuple(order[at : at + size]) for at in range(0, len(order), size))))
    found = balanced(draws)
    assert [[sorted(table) for table in draw.tables] for draw in found] == [
        [sorted(table) for table in draw.tables] for draw in draws
    ]
    for until in range(1, rounds + 1):
        had = seats_had(found[:until])
        for player in range(size * tables):
            times = [had[player, seat] for seat in range(size)]
            assert max(times) - min(times) <= 1


def test_at_tables_of_two_sizes_the_first_seat_comes_round_too() -> None:
    had = seats_had(heats.plan(10, 4, 3, 6, "demo"))
    assert {had[player, 0] for player in range(1, 11)} <= {1, 2, 3}


@given(st.integers(2, 40), MIXED)
def test_the_best_are_spread_over_the_tables(n: int, bounds: tuple[int, int]) -> None:
    draw = heats.spread(range(1, n + 1), *bounds)
    assert all_there(draw, list(range(1, n + 1)))
    count = len(draw.tables)
    assert sorted(min(table) for table in draw.tables) == list(range(1, count + 1))
    assert list(draw.sit_out) == list(range(n - len(draw.sit_out) + 1, n + 1))


def finishes(*seats: tuple[int, int, int | None]) -> list[Finish]:
    return [Finish(player=player, rank=rank, score=score) for player, rank, score in seats]


def test_standings_ask_places_then_shares_then_opponents() -> None:
    rows = heats.standings(
        range(1, 7),
        [finishes((1, 1, 40), (2, 2, 30), (3, 3, 10)), finishes((4, 1, 20), (5, 2, 20), (6, 3, 0))],
        seed="demo",
    )
    assert [(row.place, row.player, row.points) for row in rows] == [
        (1, 1, 120),  # the lot has 1 before 4
        (2, 4, 120),
        (3, 5, 60),
        (4, 2, 60),
        (5, 3, 0),
        (6, 6, 0),
    ]
    by_player = {row.player: row for row in rows}
    assert by_player[2].share == Fraction(3, 4)
    assert by_player[1].places == (1, 0, 0)
    assert by_player[3].opponents == 90


def test_shared_places_count_fully_and_a_bye_is_no_place() -> None:
    rows = {
        row.player: row for row in heats.standings([1, 2, 3, 4], [finishes((1, 1, 0), (2, 1, 0), (3, 3, 0))], [(4, 60)], seed="x")
    }
    assert rows[1].places == rows[2].places == (1, 0, 0)
    assert rows[3].share == 1  # a best score of 0
    late = rows[4]
    assert [late.points, late.byes, late.games, late.opponents, late.share] == [60, 1, 0, 0, 0]


@pytest.mark.parametrize("score", [-1, None])
def test_shares_are_skipped_for_all_as_soon_as_one_score_is_negative(score: int | None) -> None:
    rows = heats.standings([1, 2, 3, 4], [finishes((1, 1, 9), (2, 2, 3)), finishes((3, 1, 9), (4, 2, score))], seed="x")
    assert {row.share for row in rows} == {None}


@settings(deadline=None)
@given(st.integers(2, 9), st.integers(0, 5), st.randoms(use_true_random=False))
def test_standings_are_those_of_a_second_reckoning(n: int, rounds: int, random: object) -> None:
    results, given_points = [], []
    players = list(range(1, n + 1))
    for number in range(rounds):
        draw = heats.random_round(players, 4, 2, [Draw(())] * number, "demo")
        for table in draw.tables:
            scores = [random.randint(0, 4) for _ in table]  # type: ignore[attr-defined]
            results.append(finishes(*zip(table, ranked(scores), scores, strict=True)))
        given_points += [(player, 60) for player in draw.sit_out]
    rows = heats.standings(players, results, given_points, seed="demo")

    def points(player: int) -> Fraction:
        whole = Fraction(sum(gain for who, gain in given_points if who == player))
        for table in results:
            for one in table:
                if one.player == player:
                    level = sum(other.rank == one.rank for other in table)
                    whole += Fraction(120) * (len(table) - one.rank - Fraction(level - 1, 2)) / (len(table) - 1)
        return whole

    def key(player: int) -> tuple[object, ...]:
        mine = [(one, table) for table in results for one in table if one.player == player]
        places = [-sum(one.rank == rank for one, _ in mine) for rank in range(1, 7)]
        best = [max(other.score or 0 for other in table) for _, table in mine]
        share = sum(
            (Fraction(one.score or 0, top) if top else Fraction(1) for (one, _), top in zip(mine, best, strict=True)), Fraction()
        )
        others = [points(other.player) for _, table in mine for other in table if other.player != player]
        mean = sum(others, Fraction()) / len(others) if others else Fraction()
        return (-points(player), *places, -share, -mean, sha256(f"demo:{player}".encode()).hexdigest())

    assert [row.player for row in rows] == sorted(players, key=key)
    assert [row.place for row in rows] == list(range(1, n + 1))
    assert sum(row.points for row in rows) == 60 * sum(map(len, results)) + 60 * len(given_points)


def test_the_lot_is_that_of_the_participants() -> None:
    rows: list[Row] = heats.standings([1, 2, 3, 4], [], seed="demo", ids={1: 4, 2: 3, 3: 2, 4: 1})
    assert [row.player for row in rows] == [4, 2, 1, 3]  # LOT-1: 1, 3, 4, 2
    assert heats.cut(rows, 2) == [4, 2]
    assert heats.cut(rows, 2, withdrawn={4}) == [2, 1]


def test_ties_at_the_cut_are_split_by_the_game_then_points_then_lot() -> None:
    table = [
        Finish(player=1, rank=2, ties=(3, 1)),
        Finish(player=2, rank=2, ties=(3, 2)),
        Finish(player=3, rank=1),
        Finish(player=4, rank=2, ties=(3, 1)),
    ]
    assert heats.advance(table, 3, {1: 60, 4: 120}, seed="demo") == [3, 2, 4]
    assert heats.advance(table, 3, {}, seed="demo") == [3, 2, 1]  # the lot has 1 before 4
    assert heats.advance(table, 9, {}, seed="demo") == [3, 2, 1, 4]


def test_who_leaves_is_behind_the_others_whose_order_stands() -> None:
    table = [Finish(player=1, rank=3), Finish(player=2, rank=1), Finish(player=3, rank=2)]
    assert heats.advance(table, 2, {1: 600}, seed="demo") == [2, 3]
    assert heats.advance(table, 2, {}, seed="demo", withdrawn={3}) == [2, 1]
