"""What may be on its way to a client at once (PRO-6.5), with a clock of the test's own."""

from games.tables.window import MOST_BYTES, MOST_MESSAGES, PATIENCE, Window


def filled(size: int = 100, first: int = 1) -> tuple[Window, int]:
    """A window that takes nothing more, and the last version that went out."""
    window, version = Window(), first
    while window.admits(10.0):
        window.add(version, size)
        version += 1
    return window, version - 1


def test_at_most_so_many_messages() -> None:
    window, last = filled()
    assert last == MOST_MESSAGES == 32
    assert not window.admits(10.0)


def test_at_most_so_many_bytes() -> None:
    window, last = filled(size=100_000)
    assert last == 3
    assert window.size < MOST_BYTES + 100_000


def test_who_acknowledges_in_time_never_falls_behind() -> None:
    window = Window()
    for version in range(1, 1000):
        assert window.admits(10.0)
        window.add(version, 5000)
        if version % 16 == 0:
            assert not window.acknowledge(version - 3), "nothing was kept back"
    assert window.size == sum(size for _, size in window.sent)


def test_nothing_until_an_acknowledgement_then_everything_once() -> None:
    window, last = filled()
    assert not window.acknowledge(0), "that says nothing new"
    assert not window.admits(11.0)
    assert window.acknowledge(last)
    assert not window.acknowledge(last), "only once"
    assert not window.admits(11.0), "steps would have a gap before them"
    window.caught_up()
    window.add(90, 100)
    assert window.admits(11.0)
    assert len(window.sent) == 1


def test_an_acknowledgement_of_a_part_is_enough() -> None:
    window, last = filled()
    assert window.acknowledge(1)
    window.caught_up()
    window.add(last + 50, 100)
    assert not window.admits(12.0), "full again"
    assert len(window.sent) == MOST_MESSAGES


def test_given_up_after_a_while_in_that_state_only() -> None:
    window, last = filled()
    assert not window.given_up(10.0 + PATIENCE)
    assert window.given_up(10.1 + PATIENCE)
    window.acknowledge(last)
    window.caught_up()
    assert not window.given_up(1e9)
    assert not Window().given_up(1e9)


def test_what_it_holds_is_bounded() -> None:
    """PRO section 11, test 5: however much happens at the table."""
    window, _ = filled(size=2000)
    size = window.size
    for _ in range(100_000):
        assert not window.admits(11.0)
    assert (window.size, len(window.sent)) == (size, MOST_MESSAGES)
