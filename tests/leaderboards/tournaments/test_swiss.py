"""Swiss pairing (RNK-7.6, RNK-9.4) against trying all pairings and against networkx, and what surrounds it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leaderboards.tournaments import matching, swiss
from leaderboards.tournaments.field import Field
from leaderboards.tournaments.rehearsal import Books, Event
from leaderboards.tournaments.standings import Game, Unplayed
from tests.leaderboards.tournaments.oracle import Oracle, Worth

MODEST = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def worth(pairing: swiss.Pairing) -> Worth:
    return (pairing.broken_byes, pairing.rematches, pairing.rematch_age, *pairing.vector.all())


@st.composite
def fields(draw: st.DrawFn, most: int) -> tuple[int, str, list[swiss.Participant], list[tuple[int, int]]]:
    """A round somewhere in an event: some have withdrawn, been absent, won by forfeit or sat out; some pairs are forbidden."""
    n = draw(st.integers(2, most))
    rng = Random(draw(st.integers(0, 10**9)))
    number = draw(st.integers(1, 6))
    games, unplayed = [], []
    for past in range(1, number):
        order = sorted(range(1, n + 1), key=lambda one: rng.random())
        while order:
            one = order.pop()
            chance = rng.random()
            if chance < 0.1 or not order:
                kind, points = rng.choice((("bye", 120), ("absent", 0), ("requested_bye", 60), ("withdrawn", 0)))
                unplayed.append(Unplayed(one, past, points, kind))  # type: ignore[arg-type]
            elif chance < 0.2:
                unplayed += [Unplayed(one, past, 120, "forfeit_win"), Unplayed(order.pop(), past, 0, "forfeit_loss")]
            else:
                games.append(Game(past, one, order.pop(), rng.choice((0, 60, 120))))
    histories = swiss.histories(number, range(1, n + 1), games, unplayed)
    present = [one for one in histories.values() if rng.random() < 0.9]
    share = draw(st.sampled_from((0.0, 0.1, 0.4)))
    forbidden = [both for both in combinations(range(1, n + 1), 2) if rng.random() < share]
    rng.shuffle(present)
    return number, draw(st.text("abc:ü", max_size=4)), present, forbidden


def paired(number: int, seed: str, present: list[swiss.Participant], forbidden: list[tuple[int, int]]) -> Worth | None:
    try:
        return worth(swiss.pair(number, seed, present, forbidden))
    except swiss.NoPairing:
        return None


@given(fields(9))
@settings(MODEST, max_examples=150)
def test_the_pairing_is_the_best_of_all(field: tuple[int, str, list[swiss.Participant], list[tuple[int, int]]]) -> None:
    number, seed, present, forbidden = field
    expected = Oracle(number, seed, present, forbidden).by_trying() if present else None
    assert paired(number, seed, present, forbidden) == expected


@given(fields(24))
@MODEST
def test_networkx_finds_nothing_better(field: tuple[int, str, list[swiss.Participant], list[tuple[int, int]]]) -> None:
    number, seed, present, forbidden = field
    expected = Oracle(number, seed, present, forbidden).by_networkx() if present else None
    assert paired(number, seed, present, forbidden) == expected


@given(fields(24), st.sampled_from((72, 80, 96)))
@settings(MODEST, max_examples=40)
def test_figures_that_do_not_fit_are_settled_in_steps(
    field: tuple[int, str, list[swiss.Participant], list[tuple[int, int]]], bits: int
) -> None:
    expected = paired(*field)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "WEIGHT_BITS", bits)
        assert paired(*field) == expected


@given(fields(30))
@settings(MODEST, max_examples=40)
def test_edges_that_are_dropped_are_in_no_best_pairing(
    field: tuple[int, str, list[swiss.Participant], list[tuple[int, int]]],
) -> None:
    expected = paired(*field)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "MANY", 0)
        assert paired(*field) == expected


def test_large_fields_look_at_near_opponents_until_there_is_a_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "COMPLETE_UP_TO", 8)
    monkeypatch.setattr(matching, "NEIGHBOURS", 1)
    doubled = 0
    for seed in range(5):
        event = Event(21, str(seed))
        for round_ in event.rounds(7):
            reach, expected = 1, None
            while expected is None or any(expected[:2]):  # neither second byes nor rematches in the bounded graph
                oracle = Oracle(round_.number, str(seed), round_.participants, ())
                expected = oracle.by_networkx(reach)
                doubled += reach > 1
                reach *= 2
            assert worth(round_.pairing) == expected
    assert doubled


def fresh(n: int) -> list[swiss.Participant]:
    return [swiss.Participant(one) for one in range(1, n + 1)]


def test_weights_of_large_fields_stay_in_bounds() -> None:
    """2 x weight x vertices is what the search can add up to: below 2^127 even with 4,096 players."""
    field = Field(9, "x", [swiss.Participant(one, one * 7, (5000,) * 6, "SSS-" * 2, "DU" * 4) for one in range(1, 4096)])
    search = matching.Search(field, [], relaxed=True)
    widest = search.widest()
    bounds = [one * 2048 for one in widest]
    digits = search.fitting(bounds, widest)
    heaviest = sum(scale * one for scale, one in zip(matching.scales(bounds[:digits]), widest, strict=False))
    assert 0 < digits < len(bounds)
    assert heaviest * 2 * 4096 < 2**127


def test_rematches_are_as_few_and_as_old_as_they_can_be() -> None:
    """Four players have met all around; the pairs of the first round go again."""
    history = {1: (2, 3, 4), 2: (1, 4, 3), 3: (4, 1, 2), 4: (3, 2, 1)}
    players = [swiss.Participant(one, 0, others, "SFS" if one in (1, 3) else "FSF", "---") for one, others in history.items()]
    pairing = swiss.pair(4, "x", players)
    assert pairing.pairs == [(1, 2), (3, 4)]
    assert (pairing.rematches, pairing.rematch_age, pairing.warning) == (2, 2, "rematch")


def test_a_second_bye_comes_after_rematches() -> None:
    """H3 is given up before H2: with two barred from the bye the third sits out, although the two have met."""
    met = [swiss.Participant(1, 0, (2,), "S", "-", True), swiss.Participant(2, 0, (1,), "F", "-", True), swiss.Participant(3)]
    pairing = swiss.pair(2, "x", met)
    assert (pairing.bye, pairing.rematches, pairing.broken_byes, pairing.warning) == (3, 1, 0, "rematch")
    barred = [swiss.Participant(one, 0, (), "", "", True) for one in (1, 2, 3)]
    pairing = swiss.pair(1, "x", barred)
    assert (pairing.bye, pairing.rematches, pairing.broken_byes, pairing.warning) == (3, 0, 1, "bye")


def test_forbidden_pairs_are_never_made() -> None:
    with pytest.raises(swiss.NoPairing) as refused:
        swiss.pair(1, "x", fresh(4), [(1, 2), (1, 3), (4, 1)])
    assert refused.value.reason == "forbidden"
    assert 1 in refused.value.stuck
    with pytest.raises(swiss.NoPairing, match="nobody"):
        swiss.pair(1, "x", [])
    assert swiss.pair(1, "x", fresh(1)).bye == 1


@pytest.mark.parametrize(
    ("upper", "lower", "starts"),
    [
        ("SF", "FF", 2),  # fewer starts
        ("SF", "FS", 1),  # who did not start in the latest round with different roles
        ("SFFS", "FS--", 1),  # a round in which one of them did not play does not count
        ("SF", "SF", 2),  # the number of the pair: odd, the lower
        ("", "", 2),
    ],
)
def test_who_starts(upper: str, lower: str, starts: int) -> None:
    def player(number: int, roles: str) -> swiss.Participant:
        return swiss.Participant(number, 0, (9,) * len(roles.replace("-", "")), roles, "-" * len(roles))

    assert swiss.pair(len(upper) + 1, "x", [player(1, upper), player(2, lower)]).starts == [starts]


def test_in_even_pairs_the_upper_player_starts() -> None:
    assert swiss.pair(1, "x", fresh(8)).starts == [5, 2, 7, 4]


@pytest.mark.parametrize(
    ("n", "rounds", "most"), [(2, 1, 1), (3, 3, 3), (4, 3, 3), (5, 3, 5), (8, 3, 7), (9, 4, 9), (64, 6, 63), (1024, 10, 1023)]
)
def test_rounds(n: int, rounds: int, most: int) -> None:
    assert (swiss.rounds_of(n), swiss.most_rounds(n)) == (rounds, most)


def test_acceleration() -> None:
    numbers = range(1, 66)
    assert swiss.accelerated(1, 7, numbers) == set(range(1, 34))
    assert swiss.accelerated(3, 7, numbers) == swiss.accelerated(1, 8, numbers) == swiss.accelerated(1, 6, range(63)) == set()
    pairing = swiss.pair(1, "x", fresh(65), virtual=swiss.accelerated(1, 7, numbers))
    assert pairing.pairs[:2] == [(1, 17), (2, 18)]


def test_the_lot_decides_inside_the_halves() -> None:
    pairing = swiss.pair(1, "x", fresh(64), by_lot=True)
    assert all(upper <= 32 < lower for upper, lower in pairing.pairs)
    assert sorted(pairing.pairs) != swiss.pair(1, "x", fresh(64)).pairs
    assert pairing != swiss.pair(1, "y", fresh(64), by_lot=True)


def test_histories() -> None:
    games = [Game(1, 1, 2, 120), Game(2, 3, 1, 60), Game(3, 2, 1, 0)]
    unplayed = [
        Unplayed(3, 1, 120, "bye"),
        Unplayed(2, 2, 120, "forfeit_win"),
        Unplayed(4, 2, 0, "forfeit_loss"),
        Unplayed(3, 3, 60, "requested_bye"),
    ]
    found = swiss.histories(4, (1, 2, 3, 4), games, unplayed)
    assert found[1] == swiss.Participant(1, 300, (2, 3, 2), "SFF", "--D", False)
    assert found[2] == swiss.Participant(2, 120, (1, 1), "F-S", "-DU", True)
    assert found[3] == swiss.Participant(3, 240, (1,), "-S-", "D-D", True)
    assert found[4] == swiss.Participant(4, 0, (), "---", "---", False)
    assert swiss.histories(2, (1, 2), games[:1])[1] == swiss.Participant(1, 120, (2,), "S", "-", False)
    assert swiss.histories(2, (1, 2), games[:1], virtual={1: {1}})[1].floats == "D"


def test_a_forfeit_is_no_rematch() -> None:
    results = [Unplayed(1, 1, 120, "forfeit_win"), Unplayed(2, 1, 0, "forfeit_loss")]
    assert swiss.pair(2, "x", swiss.histories(2, (1, 2), (), results).values()).rematches == 0


def test_edited_pairings_are_checked() -> None:
    players = [swiss.Participant(one, 0, (one % 2 * 2 + one - 1,), "S", "-", one == 5) for one in range(1, 5)]
    players.append(swiss.Participant(5, 0, (), "-", "D", True))
    assert swiss.check(2, players, [(1, 3), (2, 5)], 4) == []

    def rules(pairs: list[tuple[int, int]], bye: int | None) -> list[tuple[str, tuple[int, ...]]]:
        return [(breach.rule, breach.ids) for breach in swiss.check(2, players, pairs, bye, [(1, 3)])]

    assert rules([(1, 3), (2, 4)], 5) == [("H1", (1, 3)), ("H2", (5,))]
    assert rules([(1, 2), (3, 5)], 4) == [("H3", (1, 2))]
    assert rules([(1, 4), (4, 7)], None) == [
        ("unknown", (7,)),
        ("twice", (4,)),
        ("missing", (2,)),
        ("missing", (3,)),
        ("missing", (5,)),
    ]
    assert ("bye", (4,)) in [(breach.rule, breach.ids) for breach in swiss.check(2, players[:4], [(1, 3)], 4)]


def test_a_pairing_by_hand_has_its_figures() -> None:
    players = fresh(7)
    best = swiss.pair(1, "x", players)
    assert swiss.by_hand(1, "x", players, best.pairs[::-1], best.bye) == best
    worse = swiss.by_hand(1, "x", players, [(1, 7), (2, 5), (3, 6)], 4)
    assert worse.vector > best.vector
    assert worse.vector.bye == 3


def test_each_pair_is_explained() -> None:
    event = Event(9, "x")
    *_, last = event.rounds(4)
    told = swiss.explain(4, "x", last.participants, last.pairing)
    assert [one.pair for one in told] == last.pairing.pairs
    assert [one.starts for one in told] == last.pairing.starts
    bye = (
        len(last.participants)
        - 1
        - sorted(last.participants, key=lambda one: (-one.points, one.id)).index(
            next(one for one in last.participants if one.id == last.pairing.bye)
        )
    )
    figures = [sum(figure) for figure in zip(*(one.vector.all() for one in told), strict=True)]
    assert (figures[0] + bye, *figures[1:]) == last.pairing.vector.all()
    assert all((one.group is None) == (one.points[0] != one.points[1]) for one in told)


def test_late_entries_and_requested_byes() -> None:
    assert swiss.late(7, 3) == [Unplayed(7, 1, 0, "absent"), Unplayed(7, 2, 0, "absent")]
    assert swiss.late(7, 3, half_bye=True)[1] == Unplayed(7, 2, 60, "requested_bye")
    assert swiss.late(7, 1, half_bye=True) == []
    assert [swiss.may_enter(number) for number in (2, 3)] == [True, False]
    assert [swiss.may_sit_out(number, 7, []) for number in (5, 6, 7)] == ["", "late", "late"]
    assert swiss.may_sit_out(4, 7, [Unplayed(7, 2, 60, "requested_bye")]) == "again"


@given(st.integers(2, 33) | st.sampled_from((64, 129)), st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_invariants_with_withdrawals_late_entries_and_forbidden_pairs(n: int, seed: int) -> None:
    """RNK-9.4: no fault in any round, whoever comes and goes."""
    rng = Random(seed)
    forbidden = [(one, rng.choice([other for other in range(1, n + 1) if other != one])) for one in range(1, n, 8)]
    event, books = Event(n, str(seed), 10, forbidden), Books(forbidden)
    for number in range(1, swiss.rounds_of(n) + 1):
        if number == 2:
            event.entered.add(n + 1)
            event.present.add(n + 1)
            event.unplayed += swiss.late(n + 1, 2)
        if number > 1 and len(event.present) > 3:
            event.present.discard(rng.choice(sorted(event.present)))
        participants = event.participants(number)
        if not Books(forbidden).possible(event.present):
            with pytest.raises(swiss.NoPairing):
                event.pair(number, participants)
            return
        round_ = event.pair(number, participants)
        if not round_.pairing.warning:
            assert books.faults([one.id for one in participants], round_.pairing) == set()
        else:
            books.faults([one.id for one in participants], round_.pairing)
        event.play(round_)


def test_the_books_see_what_is_wrong() -> None:
    """The checks of RNK-10 can fail."""

    def pairing(pairs: list[tuple[int, int]], bye: int | None = None) -> swiss.Pairing:
        return swiss.Pairing(pairs, bye, [one for one, _ in pairs], swiss.Vector())

    books = Books()
    assert books.faults(range(1, 5), pairing([(1, 2), (3, 4)])) == set()
    assert books.faults(range(1, 5), pairing([(1, 2), (3, 4)])) == {"sw_rematch"}
    assert books.faults(range(1, 5), pairing([(1, 3)])) >= {"sw_all_paired"}
    assert books.faults(range(1, 4), pairing([(1, 4)], 3)) >= {"sw_all_paired"}
    assert books.faults(range(1, 4), pairing([(2, 1)], 3)) >= {"sw_bye"}
    books = Books()
    books.balance = {1: 2, 2: 0}
    assert books.faults((1, 2), pairing([(1, 2)])) == {"sw_balance"}
    assert Books([(1, 2)]).faults((1, 2), pairing([(1, 2)])) == {"sw_all_paired"}
