"""The clocks alone: pure values in, pure values out (PRO-1.4, PRO-6.7, UX-4.10)."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tables.clocks import GRACE_MS, LEAST_MS, WINDOW_MS, Asked, Clocks, Deed, Pace, plain

QUICK = Pace("live", bank_ms=60_000, increment_ms=5_000)
DAYS = Pace("turn", move_ms=86_400_000)


def begun(*asked: int, pace: Pace = QUICK, seats: int = 3) -> Clocks:
    """A table at instant 0 with people on all seats, of whom these are asked."""
    return Clocks.begin(pace, range(seats), [Asked(seat, 0, "own") for seat in asked], 0)


def left(clocks: Clocks) -> list[int]:
    """What is left on each clock."""
    return [clocks.sides[seat].left_ms for seat in sorted(clocks.sides)]


def test_a_decision_takes_its_own_time_and_earns_the_increment() -> None:
    """A bank and an increment for each own decision; the next clock starts when the move is told, not when it was received."""
    clocks = begun(0).after(QUICK, [Deed(0, 1, received=10_000)], [Asked(1, 1, "own")], now=10_400)
    assert left(clocks) == [55_000, 60_000, 60_000]
    assert (clocks.running, clocks.since) == ([1], 10_400)
    assert clocks.deadline(0) is None
    assert clocks.deadline(1) == 70_400
    assert clocks.first_due() == (1, 70_400)


def test_by_turns_each_decision_has_its_own_time() -> None:
    clocks = begun(0, pace=DAYS).after(DAYS, [Deed(0, 1, received=80_000_000)], [Asked(0, 1, "own")], now=80_000_000)
    assert clocks.deadline(0) == 166_400_000


def test_nobody_is_timed_without_a_clock() -> None:
    clocks = begun(0, pace=Pace())
    assert clocks == Clocks()
    assert clocks.first_due() is None
    assert clocks.shown(5) == []


def test_bots_are_never_on_the_clock() -> None:
    clocks = Clocks.begin(QUICK, [0], [Asked(1, 0, "own"), Asked(2, 0, "common")], 0)
    assert clocks.first_due() is None
    assert [clock["seat"] for clock in clocks.shown(0)] == [0]


def test_several_are_asked_at_once() -> None:
    """Each of them thinks in its own time; whoever has answered stops, the others go on as they were."""
    clocks = begun(0, 1, 2).after(QUICK, [Deed(1, 1, received=3_000)], [Asked(0, 0, "own"), Asked(2, 0, "own")], now=3_000)
    assert left(clocks) == [57_000, 62_000, 57_000]
    assert clocks.running == [0, 2]
    assert clocks.deadline(0) == clocks.deadline(2) == 60_000


@pytest.mark.parametrize("kind", ["window", "common"])
def test_a_window_takes_nobodys_time(kind: Any) -> None:
    """PRO-1.4: a bank would tell who has something to think about."""
    asked = [Asked(seat, 4, kind) for seat in range(3)]
    clocks = begun(0).after(QUICK, [Deed(0, 4, received=1_000)], asked, now=1_000)
    assert {clocks.deadline(seat) for seat in range(3)} == {1_000 + WINDOW_MS}
    later = clocks.after(QUICK, [Deed(2, 5, received=9_000)], asked[:2], now=9_000)
    assert {later.deadline(seat) for seat in (0, 1)} == {1_000 + WINDOW_MS}, "the same question is not timed anew"
    assert left(later) == left(clocks), "and no answer to it earns time"


def test_a_window_by_turns_is_as_long_as_a_move() -> None:
    clocks = begun(0, pace=DAYS).after(DAYS, [Deed(0, 1, received=5)], [Asked(1, 1, "window")], now=5)
    assert clocks.deadline(1) == 86_400_005


def test_a_quiet_window_looks_the_same_for_all_until_it_closes() -> None:
    """EMO-8.3: answers beside the log are no deeds, so the clocks cannot know of them."""
    clocks = Clocks.begin(QUICK, range(3), [Asked(seat, 0, "common") for seat in range(3)], 0)
    shown = clocks.shown(7_000)
    assert [{**clock, "seat": 0} for clock in shown] == [shown[0]] * 3
    assert shown[0] == {"seat": 0, "left_ms": 60_000, "running": False, "window_ms": WINDOW_MS - 7_000}


def test_what_is_shown_counts_down() -> None:
    shown = begun(1).shown(12_345)
    assert [clock["left_ms"] for clock in shown] == [60_000, 47_655, 60_000]
    assert [clock["running"] for clock in shown] == [False, True, False]
    assert begun(1).shown(99_999_999)[1]["left_ms"] == 0


# --- too late ----------------------------------------------------------------------------------------------------------------


def test_time_is_up_after_the_deadline_and_a_moment_of_grace() -> None:
    """QUA-1.9: what reached the server in time counts, also if it had to wait to be read."""
    clocks = begun(0, 2)
    assert clocks.overdue(60_000 + GRACE_MS) == []
    assert clocks.overdue(60_001 + GRACE_MS) == [0, 2]
    assert not clocks.late(1, 99_999_999), "whoever is not asked is never late"
    saved = clocks.after(QUICK, [Deed(0, 1, received=60_100)], [Asked(2, 0, "own")], now=61_000)
    assert saved.sides[0].left_ms == 5_000


def test_after_a_time_out_a_little_is_left() -> None:
    """Else the next one would follow at once."""
    clocks = begun(0).after(QUICK, [Deed(0, 1, received=60_500, lapsed=True)], [Asked(0, 1, "own")], now=60_500)
    assert left(clocks)[0] == LEAST_MS
    days = begun(0, pace=DAYS)
    after = days.after(DAYS, [Deed(0, 1, received=86_400_500, lapsed=True)], [Asked(0, 1, "own")], now=86_400_500)
    assert left(after)[0] == DAYS.move_ms


def test_time_outs_in_a_row_are_counted() -> None:
    """UX-4.10: until the next decision of one's own."""
    clocks = begun(0)
    for version, lapsed in enumerate([True, True, False, True], 1):
        clocks = clocks.after(QUICK, [Deed(0, version, version, lapsed=lapsed)], [Asked(0, version, "own")], now=version)
    assert clocks.sides[0].lapses == 1
    assert clocks.sides[1].lapses == 0


# --- taking back -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [QUICK, DAYS])
def test_taking_back_earns_nothing(pace: Pace) -> None:
    """Else one could play and take back for ever: the time of a decision is earned once, however often it is made."""
    clocks, now = begun(0, pace=pace), 0
    for round_ in range(20):
        version = 2 * round_
        now += 1_000
        clocks = clocks.after(pace, [Deed(0, version + 1, now)], [Asked(0, version + 1, "own")], now)
        now += 1_000
        undo = Deed(0, version + 2, now, back_to=version)
        clocks = clocks.after(pace, [undo], [Asked(0, version + 2, "own")], now)
    earned = 5_000 if pace is QUICK else 1_000  # by turns the first decision, after a second, gave that second back
    assert left(clocks)[0] == pace.first_ms + earned - now
    clocks = clocks.after(pace, [Deed(0, 99, now)], [Asked(1, 99, "own")], now)
    assert left(clocks)[0] == pace.first_ms + earned - now
    assert clocks.sides[0].paid == 0


def test_a_question_that_is_withdrawn_costs_nothing() -> None:
    """PRO-4.9: the other one may have thought about it."""
    clocks = begun(0).after(QUICK, [Deed(0, 1, received=1_000)], [Asked(1, 1, "own")], now=1_000)
    undone = clocks.after(QUICK, [Deed(0, 2, received=9_000, back_to=0)], [Asked(0, 2, "own")], now=9_000)
    assert left(undone) == [64_000, 60_000, 60_000]
    assert undone.running == [0]


def test_only_what_earned_time_is_paid_back() -> None:
    """A window in the chain earned nothing."""
    clocks = begun(0).after(QUICK, [Deed(0, 1, received=0)], [Asked(0, 1, "common")], now=0)
    clocks = clocks.after(QUICK, [Deed(0, 2, received=0)], [Asked(0, 2, "own")], now=0)
    undone = clocks.after(QUICK, [Deed(0, 3, received=0, back_to=0)], [Asked(0, 3, "own")], now=0)
    assert undone.sides[0].paid == 1


# --- whatever happens --------------------------------------------------------------------------------------------------------

KINDS = st.sampled_from(["own", "own", "window", "common"])
STEPS = st.lists(
    st.tuples(
        st.integers(0, 2),  # who acts
        st.integers(0, 90_000),  # how long after the last act it is received
        st.integers(0, 2_000),  # how long it waits for the lock
        st.sampled_from(["decide", "decide", "lapse", "undo"]),
        st.lists(st.tuples(st.integers(0, 2), KINDS), max_size=3, unique_by=lambda asked: asked[0]),
    ),
    max_size=25,
)


@given(STEPS, st.sampled_from([QUICK, DAYS]))
def test_whatever_happens(steps: list[Any], pace: Pace) -> None:
    """Time is charged to whoever is asked, never more than has passed, never below zero; what is stored is what was there."""
    now, clocks = 0, begun(0, pace=pace)
    for version, (actor, after, waited, act, asked) in enumerate(steps, 1):
        received = now + after
        now = received + waited
        deed = Deed(actor, version, received, act == "lapse", version - 1 if act == "undo" else None)
        before = clocks
        clocks = clocks.after(pace, [deed], [Asked(seat, version, clock) for seat, clock in asked], now)
        for seat, side in clocks.sides.items():
            lost = before.sides[seat].left_ms - side.left_ms
            assert side.left_ms >= 0
            assert lost <= now - before.since
            if seat not in before.running:
                assert lost == 0
        assert sorted({*clocks.running, *clocks.windows}) == sorted(seat for seat, _ in asked)
        assert all(clocks.deadline(seat) >= now for seat, _ in asked)
        stored = msgspec.json.decode(msgspec.json.encode(plain(clocks)))
        assert msgspec.convert(stored, Clocks, str_keys=True) == clocks
        for clock in clocks.shown(now + 1):
            assert all(isinstance(value, (int, bool)) for value in clock.values())
