"""The socket of the lobby: the whole list, then only what changed, the whole again after a gap (PRO-8.3); limits as at tables."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError
from django.utils import timezone

from accounts.guests import create_guest
from accounts.models import User
from games.tables import lobby, lobby_feed, models, nudges, restart, service, sockets, watch
from games.tables.clocks import Pace
from games.tables.codes import Refusal
from tests.games.tables import folding
from tests.games.tables.lines import Line, Message
from tests.games.tables.play import full_table, run, someone, user_at

pytestmark = pytest.mark.django_db(transaction=True)

ANYBODY, ACCOUNTS, INVITED = "anybody", "accounts", "invited"


class Onlooker:
    """What a client knows of the lobby, by the rules of the protocol alone."""

    def __init__(self) -> None:
        self.v = self.epoch = -1
        self.tables: dict[str, Message] = {}
        self.counts: Message = {}
        self.size = 0

    def take(self, frame: str) -> Message:
        """One frame, held against its schema."""
        message = folding.read(frame)
        data = message["d"]
        if message["t"] == "lobby":
            self.size = len(frame)
            if data["mode"] == "snapshot":
                self.tables = {}
            else:
                assert (data["from"], data["epoch"]) == (self.v, self.epoch), "a gap"
                assert not set(data["gone"]) & {table["id"] for table in data["tables"]}
            self.tables |= {table["id"]: table for table in data["tables"]}
            for table_id in data.get("gone", ()):
                self.tables.pop(table_id, None)
            self.v, self.epoch, self.counts = message["v"], data["epoch"], data["counts"]
        return message

    def acknowledgement(self) -> None:
        """None is due: the lobby changes seldom."""


class Look(Line):
    """One connection to the lobby."""

    def __init__(self, user: User | None = None, **more: Any) -> None:
        super().__init__("", user, **more)
        self.wire.scope["path"] = "/ws/v1/lobby"
        self.seen = Onlooker()
        self.client = self.seen  # type: ignore[assignment]

    async def hello(self, **payload: Any) -> Message:
        """Say hello; returns the list."""
        answer = await self.ask("hello", **{"lang": "de", "caps": [], "client": "test", **payload})
        assert answer["t"] == "lobby", answer
        return answer


def opened(open_to: str = ANYBODY, seats: int = 3, owner: User | None = None, **more: Any) -> models.Table:
    return service.open_table(owner or someone(), "emotrions", {}, seats, open_to=open_to, **more)


async def begin(act: Any, *arguments: Any, **more: Any) -> Any:
    """Do something as a page would, then let the feed look."""
    made = await database_sync_to_async(act)(*arguments, **more)
    await lobby_feed.site.look()
    return made


# --- what is shown -----------------------------------------------------------------------------------------------------------


def test_hello_gets_all_tables_that_are_open_to_others_and_those_to_watch() -> None:
    """UX-3, PRO-8.3: who sits there, what is played, how fast; nothing of a table for the invited."""
    owner = someone("Ada")
    waiting = opened(ACCOUNTS, owner=owner, pace=Pace("live", bank_ms=300_000, increment_ms=5_000))
    running = service.play_now(someone("Bo"), "emotrions")
    hidden = opened(INVITED)
    full_table(2)

    async def scenario() -> Onlooker:
        async with Look() as look:
            answer = await look.hello()
            assert (answer["d"]["mode"], answer["v"]) == ("snapshot", lobby_feed.site.version)
            return look.seen

    seen = run(scenario)
    assert set(seen.tables) == {waiting.pk, running.pk}
    table = seen.tables[waiting.pk]
    assert table.pop("since") == waiting.created_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert table == {
        "id": waiting.pk,
        "game": "emotrions",
        "name": "Emotrions",
        "status": "open",
        "open_to": "accounts",
        "mode": "live",
        "seat_count": 3,
        "seats": [{"seat": 0, "name": "Ada", "kind": "user"}],
        "taken": "1 von 3 Plätzen besetzt",
        "tags": ["3 Personen", "5 Minuten, je Zug 5 Sekunden dazu"],
    }
    assert [seat["kind"] for seat in seen.tables[running.pk]["seats"]] == ["user", "bot"]
    assert seen.counts == {"open": 1, "running": 1, "text": "1 Tisch sucht noch Leute. 1 läuft gerade."}
    assert hidden.invite not in str(seen.tables)
    assert waiting.invite not in str(seen.tables), "the invitation is not for everybody"


def test_everybody_reads_their_own_language() -> None:
    """PRO-10.8: words follow `hello`, ids and codes do not."""
    table = opened()

    async def scenario() -> tuple[Onlooker, Onlooker]:
        async with Look() as german, Look() as english:
            await german.hello()
            await english.hello(lang="en")
            await begin(service.sit, await database_sync_to_async(someone)(), table)
            for look in (german, english):
                await look.hear()
            return german.seen, english.seen

    german, english = run(scenario)
    assert german.tables[table.pk]["taken"] == "2 von 3 Plätzen besetzt"
    assert english.tables[table.pk]["taken"] == "2 of 3 seats taken"
    assert english.counts["text"] == "1 table is waiting for players. None is being played."


# --- what changes ------------------------------------------------------------------------------------------------------------


def test_only_what_changed_is_sent() -> None:
    """PRO-8.3: a table that is opened, one that somebody joins, one that begins, one that is over."""
    others = [opened() for _ in range(20)]

    async def scenario() -> None:
        async with Look() as look:
            await look.hello()
            whole = look.seen.size
            first = look.seen.v
            table = await begin(opened, ANYBODY, 2)
            message = await look.hear()
            assert message["d"]["mode"] == "delta"
            assert message["v"] == first + 1
            assert [one["id"] for one in message["d"]["tables"]] == [table.pk]
            assert message["d"]["gone"] == []
            assert look.seen.size < whole / 5
            await begin(service.sit, await database_sync_to_async(someone)(), table)
            (changed,) = (await look.hear())["d"]["tables"]
            assert (changed["status"], len(changed["seats"])) == ("running", 2)
            await database_sync_to_async(models.Table.objects.filter(pk=table.pk).update)(status="finished")
            lobby_feed.site.ring()
            await lobby_feed.site.look()
            assert (await look.hear())["d"] | {"counts": {}} == {
                "from": first + 2, "mode": "delta", "epoch": look.seen.epoch, "tables": [], "gone": [table.pk], "counts": {},
            }  # fmt: skip
            assert set(look.seen.tables) == {one.pk for one in others}
            lobby_feed.site.ring()
            await lobby_feed.site.look()
            await look.nothing_came()

    run(scenario)


def test_a_table_for_the_invited_is_nobodys_news() -> None:
    async def scenario() -> None:
        async with Look() as look:
            await look.hello()
            await begin(opened, INVITED)
            await look.nothing_came()

    run(scenario)


def test_who_comes_back_gets_what_was_missed_or_everything() -> None:
    """PRO-5.2, PRO-8.3: within the ring the changes, after it, or after a restart of the process, the whole list."""

    async def scenario() -> None:
        async with Look() as look:
            await look.hello()
            since, epoch = look.seen.v, look.seen.epoch
        tables = [await begin(opened) for _ in range(3)]
        gone = tables[0].pk
        await begin(models.Table.delete, tables[0])
        lobby_feed.site.ring()
        async with Look() as look:
            look.seen.v, look.seen.epoch = since, epoch
            answer = await look.hello(since=since, epoch=epoch)
            assert answer["d"]["mode"] == "delta"
            assert set(look.seen.tables) == {tables[1].pk, tables[2].pk}
            assert answer["d"]["gone"] == [gone]
            assert (await look.hello(since=look.seen.v, epoch=epoch))["d"]["tables"] == []
            for strange in ({"since": since, "epoch": epoch + 1}, {"since": look.seen.v + 5, "epoch": epoch}, {}):
                assert (await look.hello(**strange))["d"]["mode"] == "snapshot"
        lobby_feed.site.ring_of_changes.popleft()
        async with Look() as look:
            assert (await look.hello(since=since, epoch=epoch))["d"]["mode"] == "snapshot"

    run(scenario)


def test_the_feed_looks_when_it_is_rung_and_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-6.6: in the background, some moments after a change; ends of games, of which nobody tells, some seconds later."""
    monkeypatch.setattr(lobby_feed, "EVERY", 0.05)
    monkeypatch.setattr(lobby_feed, "APART", 0.01)

    async def scenario() -> None:
        background = asyncio.create_task(lobby_feed.run())
        async with Look() as look:
            await look.hello()
            table = await database_sync_to_async(opened)(ANYBODY, 2)
            (shown,) = (await look.hear())["d"]["tables"]
            assert shown["id"] == table.pk
            await database_sync_to_async(models.Table.objects.filter(pk=table.pk).update)(status="finished")
            assert (await look.hear())["d"]["gone"] == [table.pk]
        background.cancel()
        with suppress(asyncio.CancelledError):
            await background

    run(scenario)


def test_nobody_looks_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []
    monkeypatch.setattr(lobby_feed, "EVERY", 0.01)
    monkeypatch.setattr(lobby_feed, "APART", 0.01)
    monkeypatch.setattr(lobby, "entries", lambda: reads.append(1))

    async def scenario() -> None:
        background = asyncio.create_task(lobby_feed.run())
        lobby_feed.site.ring()
        await asyncio.sleep(0.1)
        background.cancel()

    run(scenario)
    assert reads == []


def test_another_process_is_heard() -> None:
    """PRO-6.2: of seats and beginnings, not of every move."""

    class Layer:
        """None is needed to hear."""

    async def scenario() -> None:
        bell = nudges.Bell(Layer())
        lobby_feed.site.stale = False
        bell.hear({"origin": "other", "tables": {"aaaaaaaaaa": 7}})
        assert not lobby_feed.site.stale
        bell.hear({"origin": "other", "tables": {"aaaaaaaaaa": 7, "bbbbbbbbbb": 0}})
        assert lobby_feed.site.stale

    run(scenario)


def test_tables_that_wait_for_too_long_are_not_shown() -> None:
    """Whoever opened them has gone; by turns that takes longer."""
    old = {mode: opened(pace=pace) for mode, pace in (("live", Pace()), ("turn", Pace("turn", move_ms=86_400_000)))}
    for days, shown in ((0, {"live", "turn"}), (1, {"turn"}), (15, set())):
        models.Table.objects.update(created_at=timezone.now() - timedelta(days=days))
        assert set(lobby.entries()) == {old[mode].pk for mode in shown}


# --- the socket --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["move", "undo", "resign", "vote", "chat", "prefs"])
def test_nothing_can_be_done_here(kind: str) -> None:
    """PRO section 3: what belongs to a table is refused; three of them end the connection with 4400."""

    async def scenario() -> None:
        async with Look(await database_sync_to_async(someone)()) as look:
            await look.hello()
            for _ in range(3):
                await look.send({"t": kind, "id": "c-9", "d": {}})
                error = await look.hear()
                assert (error["t"], error["d"]["code"]) == ("error", "bad_message")
            assert (await look.hear())["d"]["code"] == 4400
            assert await look.hear() == {"t": "closed", "code": 4400}

    run(scenario)


def test_hello_comes_first_and_ping_is_answered() -> None:
    """PRO-7.1: the head version of the lobby."""

    async def scenario() -> None:
        async with Look() as look:
            assert await look.refused("resync") == "bad_message"
            await look.hello()
            await look.send({"t": "ping", "d": {"n": 5, "v": 0}})
            pong = await look.hear()
            assert (pong["t"], pong["d"]["n"], pong["d"]["v"]) == ("pong", 5, lobby_feed.site.version)
            assert (await look.ask("resync"))["d"]["mode"] == "snapshot"

    run(scenario)


def test_the_subprotocol_is_asked_for() -> None:
    """PRO-2.2."""

    async def scenario() -> None:
        async with Look(subprotocols=()) as look:
            assert look.subprotocol is None
            assert (await look.hear())["d"]["reason"] == "unsupported_version"
            assert (await look.hear())["code"] == 4426

    run(scenario)


def test_too_much_is_refused_and_then_ended() -> None:
    """PRO-7.3."""

    async def scenario() -> None:
        async with Look(address="203.0.113.9") as look:
            await look.hello()
            codes = []
            for _ in range(60):
                await look.send({"t": "resync", "id": "c-1", "d": {}})
            while (message := await look.hear())["t"] != "closed":
                codes.append(message["d"].get("code"))
            assert "rate_limited" in codes
            assert message["code"] == 4429

    run(scenario)


def test_sockets_of_the_lobby_count_like_others() -> None:
    """PRO-7.3: ten of a user."""
    user = someone()

    async def scenario() -> None:
        looks = [Look(user) for _ in range(sockets.MOST_OF_USER + 1)]
        for look in looks[:-1]:
            await look.__aenter__()
        async with looks[-1] as last:
            assert (await last.hear())["d"]["reason"] == "too_many_sockets"
            assert (await last.hear())["code"] == 4429
        for look in looks[:-1]:
            await look.__aexit__(None, None, None)

    run(scenario)


def test_who_falls_silent_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-7.1: 4408 after 45 s without a frame, and the feed forgets the socket."""

    async def scenario() -> None:
        async with Look() as look:
            await look.hello()
            (socket,) = sockets.everybody()
            await watch.look(socket.heard + 44)
            await look.nothing_came()
            await watch.look(socket.heard + 46)
            bye = await look.hear()
            assert (bye["t"], bye["d"]["reconnect"]) == ("bye", "now")
            assert (await look.hear())["code"] == 4408
            assert not any(audience.sockets for audience in lobby_feed.site.audiences.values())

    run(scenario)


def test_who_logs_out_is_let_go() -> None:
    """PRO-2.7."""
    user = someone()
    session = SessionStore()
    session.create()

    async def scenario() -> None:
        async with Look(user, session=session) as look:
            await look.hello()
            await database_sync_to_async(session.delete)()
            (socket,) = sockets.everybody()
            await watch.look(socket.heard)
            assert (await look.hear())["d"]["reason"] == "session_expired"
            assert (await look.hear())["code"] == 4401

    run(scenario)


def test_whoever_does_not_acknowledge_is_sent_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-6.5: and is shown everything as soon as they do."""

    async def scenario() -> None:
        async with Look() as look:
            await look.hello()
            table = await database_sync_to_async(opened)(ANYBODY, 2)
            for number in range(40):
                await database_sync_to_async(models.Seat.objects.filter(table=table).update)(name=f"Name{number}")
                lobby_feed.site.ring()
                await lobby_feed.site.look()
            heard = [await look.hear() for _ in range(31)]
            assert all(message["t"] == "lobby" for message in heard)
            await look.send({"t": "ping", "d": {"n": 1, "v": look.seen.v}})
            assert (await look.hear())["d"]["mode"] == "snapshot"
            assert look.seen.tables[table.pk]["seats"][0]["name"] == "Name39"

    run(scenario)


def test_a_restart_is_announced_here_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-6.8."""
    monkeypatch.setattr(restart, "NOTICE", 0.0)
    monkeypatch.setattr(sockets, "_closed", False)

    async def scenario() -> None:
        async with Look() as look:
            await look.hello()
            await restart.wind_up()
            assert (await look.hear())["t"] == "announce"
            assert (await look.hear())["d"]["reconnect"] == "backoff"
            assert (await look.hear())["code"] == 4512

    run(scenario)


def test_a_database_that_is_away_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-1.14: and the lobby is there again with it."""
    opened()
    read = lobby.entries

    def away() -> Any:
        raise DatabaseError

    async def scenario() -> None:
        async with Look() as look:
            monkeypatch.setattr(lobby, "entries", away)
            error = await look.ask("hello", lang="de")
            assert (error["t"], error["d"]["code"]) == ("error", "read_only")
            monkeypatch.setattr(lobby, "entries", read)
            assert len((await look.hello())["d"]["tables"]) == 1

    run(scenario)


# --- who may -----------------------------------------------------------------------------------------------------------------


def test_who_may_sit_down_without_an_invitation() -> None:
    """UX-2, UX-5.4: the reason why not is said; nobody is seated."""
    guest, kept = create_guest("de"), someone()
    for open_to, user, reason in (
        (ANYBODY, guest, ""),
        (ANYBODY, kept, ""),
        (ACCOUNTS, kept, ""),
        (ACCOUNTS, guest, "error.accounts_only"),
        (INVITED, kept, "error.invited_only"),
    ):
        table = opened(open_to)
        if not reason:
            assert service.sit(user, table).number == 1
            continue
        with pytest.raises(Refusal) as refused:
            service.sit(user, table)
        assert (refused.value.code, refused.value.text.key) == ("forbidden", reason)
        assert table.seats.count() == 1
    invited = opened(INVITED)
    assert service.sit(guest, invited, invited.invite).number == 1, "a link opens every table to guests (UX-2)"


def test_who_may_open_a_table_to_others() -> None:
    """UX-2: guests invite by a link; nobody floods the lobby."""
    with pytest.raises(Refusal) as refused:
        opened(owner=create_guest("de"))
    assert refused.value.text.key == "error.open_guest"
    owner = someone()
    for _ in range(5):
        opened(owner=owner)
    with pytest.raises(Refusal) as refused:
        opened(owner=owner)
    assert refused.value.text.args == {"count": 5}
    assert opened(INVITED, owner=owner).open_to == INVITED


def test_who_gets_up_leaves_the_table_to_the_others() -> None:
    """The first one left decides from then on; with nobody left the table is gone, and the lobby shows it at once."""
    owner, friend = someone(), someone()
    table = opened(owner=owner)
    service.sit(friend, table)

    async def scenario() -> None:
        async with Look() as look:
            await look.hello()
            assert await begin(service.get_up, owner, table)
            (changed,) = (await look.hear())["d"]["tables"]
            assert [seat["name"] for seat in changed["seats"]] == [friend.username]
            assert not await begin(service.get_up, friend, table)
            assert (await look.hear())["d"]["gone"] == [table.pk]

    run(scenario)
    assert not models.Table.objects.exists()


def test_nobody_gets_up_while_the_game_is_on() -> None:
    table = full_table(2)
    with pytest.raises(Refusal) as refused:
        service.get_up(user_at(table, 0), table)
    assert refused.value.code == "wrong_status"
    assert table.seats.count() == 2


def test_whoever_takes_over_decides() -> None:
    owner, friend = someone(), someone()
    table = opened(owner=owner)
    service.sit(friend, table)
    service.get_up(owner, table)
    table.refresh_from_db()
    assert table.owner == friend
    service.fill_with_bots(friend, table)
    assert table.seats.count() == 3


def test_a_rematch_is_as_open_as_the_game_before() -> None:
    table = service.play_now(someone(), "emotrions")
    models.Table.objects.filter(pk=table.pk).update(status="finished")
    service.vote_rematch(table.pk, 0, True)
    assert models.Table.objects.get(rematch_of=table).open_to == ANYBODY
