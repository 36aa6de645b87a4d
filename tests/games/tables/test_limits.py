"""How fast somebody may send (PRO-7.3), with a clock of the test's own."""

import pytest

from games.tables.limits import Allowance, Bucket


def passed(allowance: Allowance, kind: str, times: int, now: float) -> int:
    """How many of so many messages at one moment are let through."""
    return sum(allowance.take(kind, now) == 0 for _ in range(times))


def test_a_bucket_is_full_at_first_and_fills_again() -> None:
    bucket = Bucket(3, 2.0)
    assert [bucket.take(100.0) for _ in range(4)] == [0, 0, 0, 500]
    assert bucket.take(100.25) == 250
    assert bucket.take(100.5) == 0
    assert bucket.take(100.5) == 500
    assert [bucket.take(200.0) for _ in range(4)] == [0, 0, 0, 500], "never more than it holds"


def test_what_a_bucket_says_is_true() -> None:
    """Whoever waits as long as it says is let through."""
    bucket = Bucket(1, 0.1)
    now = 5.0
    assert bucket.take(now) == 0
    for _ in range(20):
        wait = bucket.take(now)
        assert wait > 0
        now += wait / 1000
        assert bucket.take(now) == 0


def test_a_clock_that_stands_still_or_goes_back_gives_nothing() -> None:
    bucket = Bucket(1, 1.0)
    assert bucket.take(50.0) == 0
    assert bucket.take(49.0) == 1000
    assert bucket.take(50.0) == 1000


def test_thirty_messages_at_once_then_eight_a_second() -> None:
    allowance = Allowance()
    assert passed(allowance, "chat", 40, 10.0) == 30
    assert passed(allowance, "chat", 20, 11.0) == 8


@pytest.mark.parametrize(("kind", "at_once", "in_a_minute"), [("move", 10, 500), ("undo", 10, 500), ("resync", 6, 5)])
def test_some_kinds_have_less(kind: str, at_once: int, in_a_minute: int) -> None:
    """Moves are limited to ten at once, and then as all messages are; a snapshot may be asked for six times a minute."""
    allowance = Allowance()
    assert passed(allowance, kind, 30, 10.0) == at_once
    assert sum(passed(allowance, kind, 1, 10.0 + tick / 20) for tick in range(1, 20 * 60 + 1)) == pytest.approx(
        in_a_minute, rel=0.05
    )


def test_kinds_do_not_take_from_each_other() -> None:
    allowance = Allowance()
    assert passed(allowance, "resync", 10, 10.0) == 6
    assert passed(allowance, "move", 20, 10.0) == 10
    assert passed(allowance, "chat", 20, 10.0) == 14, "but all take from the whole"


def test_pings_are_free_once_a_second() -> None:
    allowance = Allowance()
    assert passed(allowance, "chat", 40, 10.0) == 30
    assert passed(allowance, "ping", 5, 10.0) == 1
    assert passed(allowance, "ping", 1, 11.0) == 1


def test_excess_that_lasts() -> None:
    """Who goes on without waiting is given up after the first refusal and ten more."""
    allowance = Allowance()
    assert passed(allowance, "chat", 40, 10.0) == 30
    assert not allowance.exhausted
    passed(allowance, "chat", 1, 10.0)
    assert not allowance.exhausted
    passed(allowance, "chat", 1, 10.0)
    assert allowance.exhausted


def test_excess_that_heeds_what_it_is_told() -> None:
    """Who waits each time may go on for ever, and so may who sends a little too much now and then."""
    heeding, careless = Allowance(), Allowance()
    now = 10.0
    for _ in range(1000):
        now += heeding.take("move", now) / 1000
    assert not heeding.exhausted
    for second in range(1000):
        passed(careless, "chat", 9, 10.0 + second)
    assert not careless.exhausted
