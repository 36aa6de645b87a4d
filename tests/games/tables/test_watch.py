"""What ends a socket that should not go on: silence, slowness, excess, a log-out, too many of them (PRO-2.7, 6.5, 7.1, 7.3)."""

import asyncio
import json
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client as Browser
from pytest_django import Settings

from accounts.models import User
from games.tables import farewell, live, models, overload, peers, presence, sockets, standing, watch
from games.tables.codes import Close
from games.tables.window import MOST_MESSAGES
from tests.games.tables.lines import Line, Message, seat, stranger
from tests.games.tables.play import answer, crowd, full_table, in_english, run, someone, user_at

pytestmark = pytest.mark.django_db(transaction=True)


async def later(seconds: float) -> None:
    """The watch looks, as if so much time had passed."""
    await watch.look(time.monotonic() + seconds)


async def ended(line: Line) -> Message:
    """What the server says at the end; the number it closes with is the one it named."""
    while (message := await line.hear())["t"] != "bye":
        assert message["t"] != "closed"
    assert await line.hear() == {"t": "closed", "code": message["d"]["code"]}
    assert line.wire.output_queue.empty()
    said: Message = message["d"]
    return said


async def goes_on(line: Line) -> None:
    """The socket is as open as ever."""
    await line.nothing_came()


# --- the table of PRO section 7 ------------------------------------------------------------------------------------------------


def test_every_number_has_its_reasons_in_both_languages() -> None:
    """PRO section 7, PRO-2.5: what a client does afterwards is told with it."""
    advice: dict[int, set[str]] = {}
    for reason, said in farewell.FAREWELLS.items():
        german, english = (json.loads(farewell.bye(reason, language))["d"] for language in ("de", "en"))
        assert german["reason"] == reason
        assert german["detail"].endswith(".")
        assert english["detail"] == in_english(german["detail"])
        assert "after_ms" not in german
        advice.setdefault(said.code, set()).add(german["reconnect"])
    assert advice == {
        1000: {"never"},
        4400: {"never"},
        4401: {"never"},
        4403: {"never", "now"},
        4404: {"never"},
        4408: {"now"},
        4410: {"never"},
        4426: {"never"},
        4429: {"backoff"},
        4430: {"backoff"},
        4500: {"backoff"},
        4512: {"backoff"},
        4513: {"backoff"},
    }
    assert set(advice) == set(Close)


# --- heartbeat -----------------------------------------------------------------------------------------------------------------


def test_silence_of_45_seconds_ends_a_socket() -> None:
    """PRO-7.1: also one that never said hello; whatever frame comes is a sign of life."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as line, stranger(table) as silent:
            await line.hello()
            await later(44)
            await goes_on(line)
            await later(46)
            for one in (line, silent):
                bye = await ended(one)
                assert (bye["code"], bye["reason"], bye["reconnect"]) == (4408, "heartbeat", "now")
            assert not live.table(table.pk).audiences[0].sockets
        assert not sockets.everybody()

    run(scenario)


def test_each_frame_is_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    table = full_table(2)
    now = time.monotonic()

    async def scenario() -> None:
        async with stranger(table) as line:
            await line.hello()
            for passed in range(30, 300, 30):
                monkeypatch.setattr("games.tables.consumers.time.monotonic", lambda passed=passed: now + passed)
                await line.send({"t": "nonsense"} if passed == 60 else {"t": "ping"})
                assert (await line.hear())["t"] in ("pong", "error")
                await watch.look(now + passed + 20)
            await goes_on(line)

    run(scenario)


# --- backpressure --------------------------------------------------------------------------------------------------------------


def test_who_never_acknowledges_costs_bounded_memory_and_is_closed() -> None:
    """PRO-6.5, PRO section 11, test 5: 32 updates, then nothing, then 4430; nobody else notices."""
    table = full_table(6, {"score37": "on"})

    async def scenario() -> None:
        async with stranger(table, acknowledges=False) as slow, stranger(table) as quick:
            await slow.hello()
            await quick.hello()
            players = await crowd(table)
            for _ in range(80):
                asked = next(client for seat, client in players.items() if seat is not None and client.prompts)
                await answer(table, asked)
            while quick.client.v < 80:
                await quick.hear()
            (socket,) = [one for one in sockets.everybody() if one.window.behind_since is not None]
            assert len(socket.window.sent) == MOST_MESSAGES
            while slow.client.v < MOST_MESSAGES - 1:
                await slow.hear()
            assert slow.wire.output_queue.empty(), "not one more"
            await later(19)
            await goes_on(quick)
            await later(21)
            bye = await ended(slow)
            assert (bye["code"], bye["reconnect"]) == (4430, "backoff")
            await goes_on(quick)
            quick.client.same_as(players[None])

    run(scenario)


@pytest.mark.parametrize("by_moving", [False, True])
def test_one_snapshot_after_the_acknowledgement(*, by_moving: bool) -> None:
    """PRO-6.5: an acknowledgement that says nothing new changes nothing; then one `sync`, and steps again."""
    table = full_table(6, {"score37": "on"})

    async def scenario() -> None:
        slow = seat(table, 0, acknowledges=False) if by_moving else stranger(table, acknowledges=False)
        async with slow:
            await slow.hello()
            players = await crowd(table)

            async def play(moves: int) -> None:
                for _ in range(moves):
                    asked = next(client for seat, client in players.items() if seat is not None and client.prompts)
                    await answer(table, asked)

            await play(50)
            while slow.client.v < MOST_MESSAGES - 1:
                await slow.hear()
            assert slow.wire.output_queue.empty()
            if by_moving:
                assert (await slow.ask("move", move_id="m", prompt="9-0", expect=9, choice=["joy"]))["d"][
                    "code"
                ] == "stale_prompt"
            else:
                await slow.send({"t": "ping", "d": {"n": 5, "v": MOST_MESSAGES - 1}})
                assert (await slow.hear())["t"] == "sync"
                assert (await slow.hear())["t"] == "pong", "after it, so that the client is not behind"
            assert slow.client.v == 50
            await slow.drain()
            slow.client.same_as(players[0 if by_moving else None])
            await play(1)
            (update,) = await slow.drain()
            assert (update["t"], update["v"]) == ("update", 51)

    run(scenario)


# --- limits --------------------------------------------------------------------------------------------------------------------


def test_the_first_excess_is_refused_and_lasting_excess_ends_the_socket() -> None:
    """PRO-7.3: ten moves at once, each further one is told when to come again; the twelfth excess in a row is the last."""
    table = full_table(2)

    async def scenario() -> None:
        async with stranger(table) as line:
            await line.hello()
            move = {"move_id": "m", "prompt": "0-0", "expect": 0, "choice": []}
            for number in range(60):
                await line.send({"t": "move", "id": f"x-{number}", "d": move})
            answers = []
            while (message := await line.hear())["t"] == "error":
                answers.append(message["d"])
            codes = [answer["code"] for answer in answers]
            assert codes[:10] == ["forbidden"] * 10
            excess = [answer for answer in answers if answer["code"] == "rate_limited"]
            assert 12 <= len(excess) < 30
            assert all(0 < answer["retry_ms"] <= 125 and answer["detail"] for answer in excess)
            assert (message["t"], message["d"]["code"], message["d"]["reconnect"]) == ("bye", 4429, "backoff")
            assert await line.hear() == {"t": "closed", "code": 4429}

    run(scenario)


def test_who_waits_as_told_is_let_through() -> None:
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            await line.hello()
            for _ in range(25):
                assert await line.refused("move", **line.move(["nothing"])) == "illegal_choice"
            assert (await line.ask("move", **line.move()))["t"] == "ack"

    began = time.monotonic()
    run(scenario)
    assert time.monotonic() - began > 1.4, "25 refused moves after ten at once take a while (PRO-7.3)"


def test_snapshots_are_limited() -> None:
    """PRO-7.3: 6 a minute, asked for by `resync` or by `hello` once more."""
    table = full_table(2)

    async def scenario() -> None:
        async with stranger(table) as line:
            await line.hello()
            for number in range(8):
                kind, payload = (("resync", {}), ("hello", {"lang": "de"}))[number % 2]
                await line.send({"t": kind, "id": f"s-{number}", "d": payload})
                message = await line.hear()
                assert message["t"] == ("sync" if number < 6 else "error")
            assert message["d"]["code"] == "rate_limited"
            assert 8_000 < message["d"]["retry_ms"] <= 10_000
            await goes_on(line)

    run(scenario)


def test_limits_can_be_lifted(settings: Settings) -> None:
    settings.SOCKET_LIMITS = False
    table = full_table(2)

    async def scenario() -> None:
        async with stranger(table) as line:
            for _ in range(60):
                await line.hello()

    run(scenario)


def test_ten_sockets_of_a_user() -> None:
    """PRO-7.3: the eleventh is told why; when one has gone there is room again; nobody else is concerned."""
    table = full_table(2)

    async def scenario() -> None:
        lines = [await seat(table, 0).__aenter__() for _ in range(10)]
        async with seat(table, 0) as line:
            bye = await ended(line)
            assert (bye["code"], bye["reason"], bye["reconnect"]) == (4429, "too_many_sockets", "backoff")
        async with seat(table, 1) as other:
            await other.hello()
        await lines.pop().__aexit__(None, None, None)
        async with seat(table, 0) as line:
            await line.hello()
        for one in lines:
            await one.hello()
            await one.__aexit__(None, None, None)
        assert not sockets.everybody()
        assert not sockets._counts

    run(scenario)


@pytest.mark.parametrize(("address", "let_in"), [("192.0.2.7", 40), ("2001:db8::1", 40), ("127.0.0.1", 45), ("", 40)])
def test_forty_sockets_without_a_name_from_one_address(address: str, let_in: int) -> None:
    """PRO-7.3; addresses that many people share are left out (QUA-3.21), and users are counted by themselves."""
    table = full_table(2)

    async def scenario() -> None:
        lines = [await Line(table, address=address).__aenter__() for _ in range(45)]
        refused = [line for line in lines if not line.wire.output_queue.empty()]
        assert len(lines) - len(refused) == let_in
        for line in refused:
            assert (await ended(line))["reason"] == "too_many_sockets"
        async with stranger(table, address=address) as user:
            await user.hello()
        for line in lines:
            await line.__aexit__(None, None, None)

    run(scenario)


def test_no_files_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-2.24: whoever comes is told 4513, and running games go on."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as playing:
            await playing.hello()
            monkeypatch.setattr("games.tables.overload.resource.getrlimit", lambda _: (overload.RESERVE + 4, 4096))
            async with seat(table, 0) as late:
                bye = await ended(late)
                assert (bye["code"], bye["reason"], bye["reconnect"]) == (4513, "overloaded", "backoff")
            assert (await playing.ask("move", **playing.move()))["t"] == "ack"

    run(scenario)


# --- who may still be here -----------------------------------------------------------------------------------------------------


def logged_in(user: User) -> SessionStore:
    """A session of this user, as a browser has it."""
    browser = Browser()
    browser.force_login(user)
    store = browser.session
    assert isinstance(store, SessionStore)
    return store


def with_session(table: models.Table, number: int, store: SessionStore) -> Line:
    """The socket of a browser on that seat."""
    return seat(table, number, session=store)


def test_a_log_out_ends_all_sockets_of_the_session_and_no_others() -> None:
    """PRO-2.7, QUA-3.18: within a second; other browsers of the same user stay."""
    table = full_table(2)
    user = user_at(table, 0)
    mine, elsewhere = logged_in(user), logged_in(user)

    async def scenario() -> None:
        async with (
            with_session(table, 0, mine) as one,
            with_session(table, 0, mine) as two,
            with_session(table, 0, elsewhere) as far,
        ):
            for line in (one, two, far):
                await line.hello()
            await later(0)
            await goes_on(one)
            await sync_to_async(mine.flush)()
            await later(0)
            for line in (one, two):
                bye = await ended(line)
                assert (bye["code"], bye["reason"], bye["reconnect"]) == (4401, "session_expired", "never")
            await goes_on(far)

    run(scenario)


def test_a_move_after_the_log_out_is_not_carried_out() -> None:
    """PRO-2.7: also before the watch has looked."""
    table = full_table(2)
    who = table.waiting[0]
    store = logged_in(user_at(table, who))

    async def scenario() -> None:
        async with with_session(table, who, store) as line:
            await line.hello()
            await sync_to_async(store.flush)()
            await line.send({"t": "move", "id": "late", "d": line.move()})
            assert (await ended(line))["code"] == 4401

    run(scenario)
    assert not table.commands.exists()


def test_the_hot_path_asks_the_database_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-2.7: who has not been doubted is looked at once a minute, not with each move."""
    table = full_table(2)
    looks = []
    plain = standing.look

    async def counted(suspects: Any) -> None:
        looks.append(len(suspects))
        await plain(suspects)

    monkeypatch.setattr(standing, "look", counted)

    async def scenario() -> None:
        async with seat(table, 0) as zero, seat(table, 1) as one, stranger(table), Line(table):
            await zero.hello()
            await one.hello()
            for _ in range(6):
                for line in (zero, one):
                    await line.drain()
                    if line.client.prompts:
                        assert (await line.ask("move", **line.move()))["t"] == "ack"
            assert looks == []
            await later(1)
            assert looks == []
            for socket in sockets.everybody():
                socket.checked -= 61
            await later(0)
            assert looks == [3], "users all together, and nobody without a name"
            await later(0)
            assert looks == [3]

    run(scenario)


def change_password(user: User) -> None:
    user.set_password("ein ganz neues Kennwort")
    user.save()


def ban(user: User) -> None:
    user.is_active = False
    user.save()


def unseat(user: User) -> None:
    models.Seat.objects.get(user=user).delete()


def move_over(user: User) -> None:
    row = models.Seat.objects.get(user=user)
    models.Seat.objects.exclude(pk=row.pk).filter(table=row.table).delete()
    row.number = 1
    row.save()


@pytest.mark.parametrize(
    ("change", "code", "reason", "reconnect"),
    [
        (change_password, 4401, "session_expired", "never"),
        (ban, 4403, "banned", "never"),
        (User.delete, 4401, "session_expired", "never"),
        (unseat, 4403, "seat_lost", "never"),
        (move_over, 4403, "seat_changed", "now"),
    ],
)
def test_what_ends_a_socket(change: Any, code: int, reason: str, reconnect: str) -> None:
    """PRO-2.7, QUA-3.18: at the next look after the change, and only then."""
    table = full_table(2)
    user = user_at(table, 0)
    store = logged_in(user)
    said = json.loads(farewell.bye(reason, "de"))["d"] | {"code": code, "reconnect": reconnect}

    async def scenario() -> None:
        async with with_session(table, 0, store) as line, seat(table, 0) as bare, stranger(table) as other:
            for one in (line, bare, other):
                await one.hello()
            await database_sync_to_async(change)(user)
            await later(0)
            assert await ended(line) == said
            if change is not change_password:
                assert (await ended(bare))["code"] == code, "without a session it is the user that counts"
            await goes_on(other)

    run(scenario)


def test_who_sits_down_elsewhere_gets_the_seat() -> None:
    """PRO-2.7, PRO-8.1: a spectator who takes a seat in another window comes back to it."""
    table = full_table(3)
    user = someone()

    async def scenario() -> None:
        async with Line(table, user) as line:
            assert (await line.hello())["d"]["viewer"] == "spectator"
            await database_sync_to_async(models.Seat.objects.filter(table=table, number=2).delete)()
            await database_sync_to_async(models.Seat.objects.create)(table=table, number=2, user=user, name=user.username)
            await later(0)
            bye = await ended(line)
            assert (bye["reason"], bye["reconnect"]) == ("seat_changed", "now")
        async with Line(table, user) as line:
            assert (await line.hello())["d"]["viewer"] == 2

    run(scenario)


def test_other_processes_are_told_of_a_log_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-3.18: with a channel layer within two seconds; the key of the session goes nowhere."""
    table = full_table(2)
    store = logged_in(user_at(table, 0))
    told: list[Message] = []

    async def announce(kind: str, content: Message) -> None:
        told.append({"type": kind, "process": "other", "content": json.dumps(content)})

    monkeypatch.setattr(peers, "announce", announce)

    async def scenario() -> None:
        async with with_session(table, 0, store) as line, seat(table, 1) as other:
            await line.hello()
            await other.hello()
            key = store.session_key
            assert key
            await later(0)
            told.clear()
            await sync_to_async(store.flush)()
            for socket in sockets.everybody():
                socket.doubted = False  # as in a process where this did not happen
            await later(0)
            await goes_on(line)
            (message,) = told
            assert key not in message["content"]
            await peers.Peers(presence.here).hear(message)
            await later(0)
            assert (await ended(line))["code"] == 4401
            await goes_on(other)
            assert len(told) == 1, "what was heard is not told again"

    run(scenario)


def test_what_other_processes_change_is_noticed_within_a_minute() -> None:
    """PRO-2.7: without a signal."""
    table = full_table(2)
    user = user_at(table, 0)

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            await database_sync_to_async(User.objects.filter(pk=user.pk).update)(is_active=False)
            await later(0)
            await goes_on(line)
            for socket in sockets.everybody():
                socket.checked -= 61
            await later(0)
            assert (await ended(line))["reason"] == "banned"

    run(scenario)


def test_the_watch_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    async def fail(now: float) -> None:
        looks.append(now)
        raise ValueError("a socket breaks")

    monkeypatch.setattr(watch, "look", fail)
    monkeypatch.setattr(watch, "EVERY", 0.01)

    async def scenario() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(watch.run(), 0.2)

    run(scenario)
    assert len(looks) > 2
