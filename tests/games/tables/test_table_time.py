"""Table time through downtime, jumps of the wall clock and changes of the leader (QUA-1.9, QUA-2.21, PRO-6.7)."""

import asyncio
import logging
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from pytest_django import Settings

from games.tables import company, due, live, models, timeline
from games.tables.beat import EVERY, LEASE, SUCCEEDED, Pulse
from games.tables.timeline import HOLD_MS
from tests.games.tables.clockwork import DAYS, START, Clockwork, left, timed_table
from tests.games.tables.play import answer, enter, run
from tests.games.tables.test_time_outs import expire, shown

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clockwork:
    """Time that the test moves."""
    return Clockwork(monkeypatch)


@pytest.fixture
def single(settings: Settings) -> None:
    """One server process, on whatever database and beside whatever Redis the tests run."""
    settings.REDIS_URL = ""


class Company:
    """Who else is there, as far as it can be seen."""

    others: bool | None = True


@pytest.fixture
def several(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Company:
    """More server processes than one."""
    settings.REDIS_URL = "redis://somewhere"
    seen = Company()
    monkeypatch.setattr(company, "others", lambda: seen.others)
    return seen


def beating(time: Clockwork, *pulses: Pulse, seconds: float) -> None:
    """These processes live for a while."""
    for _ in range(int(seconds / EVERY)):
        time.pass_by(EVERY)
        for pulse in pulses:
            pulse.beat()


def under_way(time: Clockwork, pulse: Pulse, pace: str) -> tuple[models.Table, int, int]:
    """A timed table that this process has had for ten seconds: the table, who is asked, and what they had at first, in ms."""
    pulse.beat()
    table = timed_table(DAYS) if pace == "turn" else timed_table()
    mover = table.waiting[0]
    before = left(table)[mover]
    beating(time, pulse, seconds=10)
    return table, mover, before


# --- downtime ----------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("single")
@pytest.mark.parametrize("gap", [3, 3_600, 30 * 86_400])
@pytest.mark.parametrize("orderly", [True, False], ids=["stopped", "killed"])
@pytest.mark.parametrize("pace", ["live", "turn"])
def test_downtime_costs_nobody_anything(time: Clockwork, gap: int, orderly: bool, pace: str) -> None:
    """QUA-1.9, QUA-2.11: to the millisecond if the server was stopped, to a beat if it was killed."""
    pulse = Pulse()
    table, mover, before = under_way(time, pulse, pace)
    time.pass_by(1.5)
    if orderly:
        pulse.end()
    time.pass_by(gap)
    time.start_process()
    client = run(lambda: enter(table, mover))
    seen = shown(client)[mover]["left_ms"]
    error = seen - (before - 11_500)
    print(f"credited with a downtime of {gap} s: {error} ms too much")  # noqa: T201
    assert error == (0 if orderly else 1_500)
    Pulse().beat()
    assert shown(run(lambda: enter(table, mover)))[mover]["left_ms"] == seen


def test_after_a_start_no_time_is_up_for_a_minute(time: Clockwork) -> None:
    """QUA-2.21: players must be able to come back first; whoever does may still move."""
    pulse = Pulse()
    pulse.beat()
    table = timed_table()
    beating(time, pulse, seconds=58)
    time.start_process()
    timeline.site.hold()
    mover = table.waiting[0]

    async def scenario() -> None:
        client = await enter(table, mover)
        time.pass_by(50)
        await expire(table)
        assert client.v == 0
        await answer(table, client)
        assert client.v == 1

    run(scenario)
    assert table.commands.get().by == "player"


def test_the_ticker_holds_after_a_start_but_not_the_first(time: Clockwork) -> None:
    """The first start of all has nobody to wait for."""

    async def start() -> bool:
        ticker = due.Ticker()
        live.due_listeners.append(ticker.hear)
        await ticker._beat()
        assert ticker.pulse.leading
        await ticker.close()
        return timeline.site.held

    assert run(start) is False
    time.start_process()
    assert run(start) is True
    time.pass_by(HOLD_MS / 1000)
    assert not timeline.site.held


def test_time_without_a_database_is_nobodys(time: Clockwork) -> None:
    """QUA-1.7, QUA-1.9: nothing can be played while nothing can be written."""
    pulse = Pulse()
    pulse.beat()
    before = timeline.site.now()
    time.pass_by(300)
    pulse.beat()
    assert timeline.site.now() == before
    time.pass_by(EVERY)
    pulse.beat()
    assert timeline.site.now() == before + EVERY * 1000


# --- the wall clock ------------------------------------------------------------------------------------------------------------

SUMMER = datetime(2027, 3, 28, 1, 59, 59, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize("jump", [3_600, -3_600, 86_400, 1.0])
def test_a_jump_of_the_wall_clock(time: Clockwork, jump: float) -> None:
    """QUA-2.21: no clock loses anything, dates follow, and for a while no time is up."""
    table = timed_table(DAYS)
    mover = table.waiting[0]

    async def scenario() -> None:
        client = await enter(table, mover)
        ticker = due.Ticker()
        live.due_listeners.append(ticker.hear)
        await ticker._beat()
        frames = len(client.frames)
        time.pass_by(10)
        time.jump(jump)
        await ticker._beat()
        assert timeline.site.held is (abs(jump) > 2)
        assert len(client.frames) == frames + timeline.site.held
        fresh = shown(await enter(table, None))[mover]
        assert fresh["left_ms"] == DAYS.move_ms - 10_000
        until = datetime.fromtimestamp(START + DAYS.move_ms / 1000 + (jump if abs(jump) > 2 else 0), ZoneInfo("UTC"))
        assert fresh["deadline"] == until.strftime("%Y-%m-%dT%H:%M:%SZ")
        if timeline.site.held:
            assert '"t":"clock"' in client.frames[-1]
            assert shown(client)[mover] == fresh
        await ticker.close()

    run(scenario)


def test_twenty_jumps(time: Clockwork, caplog: pytest.LogCaptureFixture) -> None:
    """QUA-2.21: in both directions, and the leap into summer time, which no clock that counts seconds knows of."""
    time.wall = SUMMER.timestamp()
    time.start_process()
    table = timed_table()
    mover = table.waiting[0]
    caplog.set_level(logging.CRITICAL)

    async def scenario() -> int:
        ticker = due.Ticker()
        live.due_listeners.append(ticker.hear)
        for number in range(20):
            await ticker._beat()
            time.pass_by(1)
            time.jump((-1) ** number * 7_200 * (number + 1))
            await expire(table)
        seen: int = shown(await enter(table, mover))[mover]["left_ms"]
        await ticker.close()
        return seen

    error = run(scenario) - 40_000
    print(f"20 jumps of the wall clock: largest clock error {abs(error)} ms, wrong time-outs {table.commands.count()}")  # noqa: T201
    assert error == 0
    assert not table.commands.exists()


# --- who leads -----------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("several")
def test_one_leads_and_a_dead_leader_is_replaced(time: Clockwork) -> None:
    """stack.md 4: within seconds; clocks run on, as the site was not down."""
    one, two, three = Pulse(), Pulse(), Pulse()
    assert [pulse.beat() for pulse in (one, two, three)] == [True, False, False]
    beating(time, one, two, three, seconds=20)
    assert [pulse.leading for pulse in (one, two, three)] == [True, False, False]
    before, dead_at = timeline.site.now(), time.monotonic
    while not (two.leading or three.leading):
        beating(time, two, three, seconds=EVERY)
    print(f"a dead leader is replaced after {time.monotonic - dead_at:.0f} s")  # noqa: T201
    assert time.monotonic - dead_at <= LEASE + EVERY
    assert [two.leading, three.leading] == [True, False]
    assert timeline.site.now() - before == (time.monotonic - dead_at) * 1000
    one.beat()
    assert not one.leading, "whoever comes back late does not lead any more"


@pytest.mark.usefixtures("several")
def test_a_leader_that_ends_in_order_is_replaced_at_once(time: Clockwork) -> None:
    one, two = Pulse(), Pulse()
    one.beat()
    two.beat()
    one.end()
    assert two.beat()


@pytest.mark.usefixtures("several")
def test_two_cannot_take_the_lead(time: Clockwork) -> None:
    """Every beat is guarded by the one that was read."""
    one, two = Pulse(), Pulse()
    one._first()
    row = models.Beat.objects.get()
    one._write(row.count)
    two._write(row.count)
    assert [one.leading, two.leading] == [True, False]


@pytest.mark.usefixtures("several")
def test_processes_agree_on_the_time(time: Clockwork) -> None:
    """A table may be played from two processes; each charges what the other started."""
    leader = Pulse()
    leader.beat()
    time.pass_by(1)
    time.jump(100_000)
    leader.beat()
    here = timeline.site.now()
    time.pass_by(1.5)
    other = timeline.Timeline(lambda: time.wall, lambda: time.monotonic + 777)
    follower = Pulse(other)
    follower.beat()
    assert not follower.leading
    assert other.now() == here + 1_500 == timeline.site.now()


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize("gap", [3.5, 7.0])
def test_time_goes_on_while_the_lead_is_vacant(time: Clockwork, gap: float) -> None:
    """QUA-1.9, QUA-2.10: a process that is started again knows what time it is to those that play on, and nothing is charged."""
    one, two = Pulse(), Pulse()
    one.beat()
    two.beat()
    beating(time, one, two, seconds=10)
    time.pass_by(gap)
    line = timeline.Timeline(lambda: time.wall, lambda: time.monotonic + 777)
    again = Pulse(line)
    again.beat()
    assert line.now() == timeline.site.now()
    beating(time, two, again, seconds=10)
    assert (two.leading, again.leading) == (True, False)
    assert line.now() == timeline.site.now()


@pytest.mark.parametrize("gap", [1, 7, 60])
def test_nobody_was_there(time: Clockwork, several: Company, gap: int) -> None:
    """QUA-1.9: if all processes were killed, their downtime is credited, and the first one leads, as soon as it is there."""
    Pulse().beat()
    last = timeline.site.now()
    time.pass_by(gap)
    several.others = False
    line = timeline.Timeline(lambda: time.wall, lambda: time.monotonic + 777)
    assert Pulse(line).beat()
    assert line.now() == last


@pytest.mark.parametrize("gap", [1, 7, 60])
@pytest.mark.parametrize("others", [True, None], ids=["a machine that was lost", "no Redis"])
def test_nobody_is_seen_to_be_there(time: Clockwork, several: Company, gap: int, others: bool | None) -> None:
    """QUA-1.9: Redis takes a machine that says no more for alive, or says nothing itself; who might be there does not beat."""
    Pulse().beat()
    last = timeline.site.now()
    time.pass_by(gap)
    began, several.others = time.monotonic, others
    line = timeline.Timeline(lambda: time.wall, lambda: time.monotonic + 777)
    again = Pulse(line)
    while not again.beat():
        assert others or line.now() == last + (time.monotonic - began) * 1000
        time.pass_by(EVERY)
    assert SUCCEEDED < time.monotonic - began <= SUCCEEDED + EVERY
    assert line.now() == last + (time.monotonic - began) * 1000


def test_without_redis_a_clock_is_given_time_until_the_next_beat(time: Clockwork, several: Company) -> None:
    """QUA-1.9, QUA-2.12: whether others go on cannot be seen; if they do, their beat shows it, and they keep the lead."""
    one = Pulse()
    one.beat()
    time.pass_by(1.5)
    several.others = None
    line = timeline.Timeline(lambda: time.wall, lambda: time.monotonic + 777)
    again = Pulse(line)
    again.beat()
    assert timeline.site.now() - line.now() == 1_500
    beating(time, one, again, seconds=EVERY)
    assert (one.leading, again.leading) == (True, False)
    assert line.now() == timeline.site.now()


@pytest.mark.parametrize("gap", [3, 3_600, 30 * 86_400])
@pytest.mark.parametrize("pace", ["live", "turn"])
def test_the_downtime_of_all_servers_is_credited_to_the_clocks(time: Clockwork, several: Company, gap: int, pace: str) -> None:
    """QUA-1.9, PRO-6.7: to a beat, whoever comes before this process leads."""
    table, mover, before = under_way(time, Pulse(), pace)
    time.pass_by(1.5 + gap)
    several.others = False
    time.start_process()
    began = time.monotonic
    for _ in range(3):
        assert shown(run(lambda: enter(table, mover)))[mover]["left_ms"] == before - 10_000 - (time.monotonic - began) * 1000
        assert Pulse().beat()
        assert not timeline.site.jumped()
        time.pass_by(1)


def test_a_worker_does_not_make_time_go_on(time: Clockwork, several: Company) -> None:
    """QUA-1.9: people can do nothing where there are only workers; it follows whoever leads."""
    one, worker = Pulse(), Pulse(timeline.Timeline(lambda: time.wall, lambda: time.monotonic + 777), worker=True)
    one.beat()
    beating(time, one, worker, seconds=10)
    last = timeline.site.now()
    beating(time, worker, seconds=60)
    assert not worker.leading
    several.others = False
    time.start_process()
    assert Pulse().beat()
    assert timeline.site.now() == last
    worker.beat()
    assert worker.line.now() == last


def test_dates_do_not_tremble(time: Clockwork) -> None:
    """The same deadline is shown the same, however the clocks of a machine differ by milliseconds."""
    seen = set()
    for _ in range(50):
        time.pass_by(0.0137)
        time.jump(0.003)
        timeline.site.jumped()
        seen.add(timeline.site.date(START * 1000))
    assert len(seen) == 1


def test_no_sleep_is_needed_to_stop() -> None:
    """Cancelling the background work writes the last beat."""

    async def scenario() -> None:
        task = asyncio.create_task(due.run())
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(scenario)
    assert models.Beat.objects.get().leader == ""
