"""The two chat rooms (PRO-8.2): who may write and who sees which frame, awkward lines, limits, the mute, the administration."""

from __future__ import annotations

import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.test import Client as Browser
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.guests import create_guest
from accounts.models import User
from games.table_texts import TEXTS
from games.tables import chat, live, messages, moderation, peers, presence, service
from games.tables.codes import Refusal
from games.tables.models import ChatLine, Table
from tests.accounts.people import in_browser
from tests.games.tables.lines import Line, Message, seat, stranger
from tests.games.tables.play import full_table, in_english, run, someone, user_at

pytestmark = pytest.mark.django_db(transaction=True)


async def say(line: Line, text: str = "Hallo", room: str = "players") -> str:
    """Say something; returns the id of the line."""
    answer = await line.ask("chat", room=room, text=text)
    assert answer["t"] == "ack", answer
    return str(answer["d"]["line"])


def texts(line: Line) -> list[str]:
    """What this client shows, in the order of the lines."""
    return [line.client.said[key].get("text", "") for key in sorted(line.client.said, key=int)]


async def heard(*lines: Line) -> list[list[str]]:
    """What each of these shows when all that has come is taken in."""
    for line in lines:
        await line.drain()
    return [texts(line) for line in lines]


def finish(table: Table) -> None:
    """As if it had been played to the end; the whole of that is in the test of a whole game."""
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    live.table(table.pk).loaded = None


# --- who sees and writes what --------------------------------------------------------------------------------------------------


def test_rooms_are_apart_while_the_game_runs() -> None:
    """PRO-8.2: players hear players, spectators hear spectators; all tabs, and whoever comes later."""
    table = full_table(3)

    async def scenario() -> None:
        async with (
            seat(table, 0) as host,
            seat(table, 0) as tab,
            seat(table, 1) as guest,
            stranger(table) as fan,
            Line(table) as nobody,
        ):
            everybody = (host, tab, guest, fan, nobody)
            for line in everybody:
                await line.hello()
            await say(host, "Auf gehts")
            await say(fan, "Spannend", "spectators")
            await say(guest, "Ja")
            players, watching = ["Auf gehts", "Ja"], ["Spannend"]
            assert await heard(*everybody) == [players, players, players, watching, watching]
            async with seat(table, 2) as late, stranger(table) as other:
                await late.hello()
                await other.hello()
                assert await heard(late, other) == [players, watching]
                for line in (late, other):
                    assert "chat" not in {json.loads(frame)["t"] for frame in line.client.frames}

    run(scenario)


def test_what_was_said_meanwhile_comes_with_what_was_missed() -> None:
    """PRO-5.2: lines have no version, so they come with every `sync`."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as host, seat(table, 1) as guest:
            await guest.hello()
            await host.hello()
            await say(host)
            sync = await guest.hello(since=0, epoch=1)
            assert sync["d"]["mode"] == "events"
            assert [line["text"] for line in sync["d"]["chat_tail"]] == ["Hallo"]

    run(scenario)


def test_a_line_says_who_where_and_when() -> None:
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 1) as line, stranger(table) as fan:
            await line.hello()
            await fan.hello()
            key = await say(line, "x")
            said = line.client.said[key]
            assert set(said) == {"id", "room", "name", "seat", "at", "text"}
            assert (said["id"], said["room"], said["seat"]) == (key, "players", 1)
            assert said["name"] == await database_sync_to_async(lambda: user_at(table, 1).username)()
            key = await say(fan, "y", "spectators")
            assert set(fan.client.said[key]) == {"id", "room", "name", "at", "text"}

    run(scenario)


def test_a_phrase_is_sent_as_its_key() -> None:
    """UX-4.14: each reader is shown it in their own language."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello()
            await other.hello(lang="en")
            assert (await line.ask("chat", room="players", phrase="good_game"))["t"] == "ack"
            await other.drain()
            (said,) = other.client.said.values()
            assert said["phrase"] == "good_game"
            assert "text" not in said
            assert await line.refused("chat", room="players", phrase="rude") == "bad_message"
            assert await line.refused("chat", room="players", phrase="bye", text="und Text") == "invalid"

    run(scenario)


def test_there_are_words_for_all_phrases() -> None:
    for phrase in messages.Phrase.__args__:  # type: ignore[attr-defined]
        in_english(str(TEXTS[f"chat.{phrase}"]))


def refusals(table: Table, user: User | None, room: str) -> str:
    """Why this user may not write there; empty if they may."""

    async def scenario() -> str:
        async with Line(table, user) as line:
            await line.hello()
            answer = await line.ask("chat", room=room, text="Hallo")
            return str(answer["d"]["code"]) if answer["t"] == "error" else ""

    return run(scenario)


def test_who_may_write_where() -> None:
    """PRO-8.2, UX-2: guests at their table; watching, a kept account; players in the spectators' room after the end."""
    owner, guest = someone(), create_guest("de")
    table = service.open_table(owner, "emotrions", {}, 2)
    service.sit(guest, table, table.invite)
    fan, stray = someone(), create_guest("de")
    running = {(user, room): refusals(table, user, room) for user in (owner, guest, fan, stray, None) for room in ROOMS}
    finish(table)
    over = {(user, room): refusals(table, user, room) for user in (owner, guest, fan, stray, None) for room in ROOMS}
    expected = {
        owner: ("", "forbidden", "", ""),
        guest: ("", "forbidden", "", "forbidden"),
        fan: ("forbidden", "", "forbidden", ""),
        stray: ("forbidden", "forbidden", "forbidden", "forbidden"),
        None: ("not_authenticated",) * 4,
    }
    for user, codes in expected.items():
        assert (*(running[user, room] for room in ROOMS), *(over[user, room] for room in ROOMS)) == codes, user


ROOMS = ("players", "spectators")


def test_no_chat_with_bots() -> None:
    """UX-4.14."""
    table = full_table(3, bots=2)
    assert refusals(table, user_at(table, 0), "players") == "forbidden"
    assert refusals(table, someone(), "spectators") == ""


def test_the_rooms_at_the_end_of_a_game() -> None:
    """PRO-8.2: with the last move players learn what was said while watching; spectators learn nothing of the players."""
    table = full_table(2, {"score37": "off"})

    async def scenario() -> None:
        async with seat(table, 0) as one, seat(table, 1) as two, stranger(table) as fan:
            for line in (one, two, fan):
                await line.hello()
            await say(fan, "Wer gewinnt?", "spectators")
            await say(one, "Ich")
            for _ in range(2000):
                asked = next((line for line in (one, two) if line.client.prompts and "answer" not in line.client.prompt), None)
                if asked is None:
                    break
                assert {*texts(one), *texts(two)} <= {"Ich"}
                other = two if asked is one else one
                version = (await asked.ask("move", **asked.move()))["d"]["version"]
                while other.client.v < version:
                    await other.hear()
            assert one.client.status == "finished"
            both = ["Wer gewinnt?", "Ich"]
            assert await heard(one, two, fan) == [both, both, ["Wer gewinnt?"]]
            await say(fan, "Glückwunsch", "spectators")
            await say(two, "Danke", "spectators")
            await say(two, "Revanche?")
            late = ["Glückwunsch", "Danke"]
            assert await heard(one, fan) == [[*both, *late, "Revanche?"], ["Wer gewinnt?", *late]]
            await one.ask("resync")
            assert texts(one) == [*both, *late, "Revanche?"]

    run(scenario)


def test_only_the_last_lines_are_shown_to_who_comes() -> None:
    table = full_table(2)
    person = user_at(table, 0)
    for room in ROOMS:
        ChatLine.objects.bulk_create(
            ChatLine(table=table, room=room, user=person, name="x", text=f"{room} {number}") for number in range(60)
        )

    async def scenario() -> None:
        async with seat(table, 1) as line:
            await line.hello()
            assert texts(line) == [f"players {number}" for number in range(10, 60)]

    run(scenario)


# --- what a line may contain ---------------------------------------------------------------------------------------------------

AWKWARD = {
    "  viel \t\n Platz \r\n": "viel Platz",
    "e\N{COMBINING ACUTE ACCENT}": "é",
    "rechts\N{RIGHT-TO-LEFT OVERRIDE}sknil": "rechtssknil",
    "\N{LEFT-TO-RIGHT ISOLATE}a\N{POP DIRECTIONAL ISOLATE}\N{RIGHT-TO-LEFT EMBEDDING}b\N{RIGHT-TO-LEFT MARK}": "ab",
    "Glocke\x07 und \x1b[31mrot\x9f": "Glocke und [31mrot",
    "Null\N{ZERO WIDTH SPACE}breite\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}": "Nullbreite",
    "a\N{LINE SEPARATOR}b\N{PARAGRAPH SEPARATOR}c": "a b c",
    "Z" + "\N{COMBINING TILDE OVERLAY}" * 20: "Z" + "\N{COMBINING TILDE OVERLAY}" * 3,
    "👩\N{ZERO WIDTH JOINER}👧 \N{KEYCAP TEN}": "👩\N{ZERO WIDTH JOINER}👧 \N{KEYCAP TEN}",
    "שלום مرحبا": "שלום مرحبا",
    "می\N{ZERO WIDTH NON-JOINER}خواهم": "می\N{ZERO WIDTH NON-JOINER}خواهم",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "https://example.org/ javascript:alert(1)": "https://example.org/ javascript:alert(1)",
    "'; DROP TABLE x; -- {{ 7*7 }} %s {0} ${x}": "'; DROP TABLE x; -- {{ 7*7 }} %s {0} ${x}",
    "=cmd|' /C calc'!A0": "=cmd|' /C calc'!A0",
    "x" * 300: "x" * 300,
    "🂡" * 300: "🂡" * 300,
    " " * 5000 + "x": "x",
    "\ue000privat": "privat",
}


@pytest.mark.parametrize(("sent", "kept"), AWKWARD.items())
def test_awkward_lines(sent: str, kept: str) -> None:
    """QUA-3.7: NFC, one line, no control characters, nothing that turns the direction, marks in moderation; all else is text."""
    assert chat.cleaned(sent) == kept
    assert chat.cleaned(kept) == kept


@pytest.mark.parametrize(
    "nothing",
    ["", "  \n", "\N{ZERO WIDTH JOINER}", "\N{COMBINING ACUTE ACCENT}", "\N{RIGHT-TO-LEFT OVERRIDE}\x07", "\N{NO-BREAK SPACE}"],
)
def test_lines_in_which_there_is_nothing_to_read(nothing: str) -> None:
    assert chat.cleaned(nothing) == ""


@given(st.text(max_size=300))
def test_any_line_is_clean_and_stays_so(text: str) -> None:
    try:
        kept = chat.cleaned(text)
    except Refusal:
        return
    assert chat.cleaned(kept) == kept
    assert len(kept) <= 300
    assert not any(ord(sign) < 32 or 0x202A <= ord(sign) <= 0x202E or 0x2066 <= ord(sign) <= 0x2069 for sign in kept)


def test_what_cannot_be_said() -> None:
    """PRO-8.2: 300 characters; a refusal keeps nothing and tells why in words."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello(lang="en")
            await other.hello()
            for text, detail in (("x" * 301, "300"), (" \t", "nothing"), ("\u202e", "nothing")):
                answer = await line.ask("chat", room="players", text=text)
                assert answer["d"]["code"] == "invalid"
                assert detail in answer["d"]["detail"]
            for bad in ({"room": "admins", "text": "x"}, {"room": "players", "text": 7}):
                assert await line.refused("chat", **bad) == "bad_message"
            await other.nothing_came()

    run(scenario)
    assert not ChatLine.objects.exists()


# --- limits and mutes ----------------------------------------------------------------------------------------------------------


def test_five_lines_in_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-7.3: over all tabs of a person; who else is there may go on."""
    table = full_table(2)
    began = timezone.now()

    def later(seconds: float) -> None:
        """All that was said so far was said when the test began, and now it is so many seconds later."""
        ChatLine.objects.update(at=began)
        monkeypatch.setattr(chat, "timezone", SimpleNamespace(now=lambda: began + timedelta(seconds=seconds)))

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 0) as tab, seat(table, 1) as other:
            for one in (line, tab, other):
                await one.hello()
            for number in range(5):
                await database_sync_to_async(later)(0)
                await say((line, tab)[number % 2], str(number))
            await database_sync_to_async(later)(1)
            answer = await tab._ask("chat", {"room": "players", "text": "zu viel"})
            assert answer["d"]["code"] == "rate_limited"
            assert answer["d"]["retry_ms"] == 9_000
            await say(other, "ich nicht")
            await database_sync_to_async(later)(10)
            await say(line, "weiter")
            assert (await heard(other))[0] == ["0", "1", "2", "3", "4", "ich nicht", "weiter"]

    run(scenario)


def test_who_is_muted_is_told_until_when() -> None:
    """PRO-8.2: no secret muting; it ends by itself."""
    table = full_table(2)
    muted = user_at(table, 0)
    until = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    User.objects.filter(pk=muted.pk).update(muted_until=until)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello()
            await other.hello()
            answer = await line.ask("chat", room="players", text="Hallo")
            assert answer["d"]["code"] == "muted"
            assert answer["d"]["title"] == "Stummgeschaltet"
            assert answer["d"]["fields"] == {"until": f"{until:%Y-%m-%dT%H:%M:%SZ}"}
            assert str(timezone.localtime(until).year) in answer["d"]["detail"]
            await other.nothing_came()
            await say(other, "Ich schon")
            assert await heard(line) == [["Ich schon"]]
            await database_sync_to_async(User.objects.filter(pk=muted.pk).update)(muted_until=timezone.now())
            await say(line, "wieder da")

    run(scenario)


def test_who_was_locked_out_says_nothing_more() -> None:
    table = full_table(2)
    User.objects.filter(pk=user_at(table, 0).pk).update(is_active=False)
    assert refusals(table, user_at(table, 0), "players") == "not_authenticated"


def test_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-1.3, QUA-4.16: the request is refused, and what was to be said is not in the log."""
    table = full_table(2)

    def broken(*_: Any) -> None:
        raise DatabaseError("gone")

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            monkeypatch.setattr(chat, "say", broken)
            assert await line.refused("chat", room="players", text="geheim") == "read_only"

    run(scenario)


def test_no_line_is_logged_or_passes_the_channel_layer(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """QUA-4.16, QUA-4.17."""
    table = full_table(2)
    passed: list[Message] = []

    class Layer:
        async def group_send(self, group: str, message: Message) -> None:
            passed.append(message)

    monkeypatch.setattr(peers, "get_channel_layer", Layer)

    async def scenario() -> str:
        async with seat(table, 0) as line:
            await line.hello()
            return await say(line, "Kanarienvogel")

    key = run(scenario)
    assert [json.loads(message["content"]) for message in passed] == [{"table": table.pk, "line": int(key)}]
    assert "Kanarienvogel" not in str(passed) + caplog.text + str(ChatLine.objects.get())


# --- other processes, and the administration -----------------------------------------------------------------------------------


def test_lines_of_another_process() -> None:
    """PRO-6.2: the layer only says that there is one; a nudge that was lost is made up for by the next."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as line, stranger(table) as fan:
            await line.hello()
            await fan.hello()
            for text in ("eins", "zwei", "drei"):
                await database_sync_to_async(elsewhere)(table, text)
            last = await database_sync_to_async(lambda: max(ChatLine.objects.values_list("pk", flat=True)))()
            message = {"type": "chat", "process": "p", "content": json.dumps({"table": table.pk, "line": last - 1})}
            await peers.Peers(presence.here).hear(message)
            assert await heard(line, fan) == [["eins", "zwei", "drei"], []]
            await peers.Peers(presence.here).hear(message)
            await line.nothing_came()
            await peers.Peers(presence.here).hear(message | {"content": '{"table":"aaaaaaaaaa","line":1}'})

    run(scenario)


def elsewhere(table: Table, text: str) -> ChatLine:
    """A line said in another process."""
    line, _ = chat.say(user_at(table, 1).pk, table.pk, messages.Chat("players", text), "de")
    return line


def test_a_removed_line_disappears() -> None:
    """PRO-8.2: for all who see it, and for nobody else; it is not shown to who comes later, and still on record."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other, stranger(table) as fan:
            for one in (line, other, fan):
                await one.hello()
            key = await say(line, "Unfug")
            await say(line, "Sonst nichts")
            await other.drain()
            remove = sync_to_async(moderation.remove_lines)
            await remove([await ChatLine.objects.aget(pk=int(key))])
            (message,) = await other.drain()
            assert message == {"t": "chat_removed", "d": {"id": key}}
            assert await heard(line, other) == [["Sonst nichts"], ["Sonst nichts"]]
            await fan.nothing_came()
            await remove([await ChatLine.objects.aget(pk=int(key))])
            await other.nothing_came()
            await other.ask("resync")
            assert texts(other) == ["Sonst nichts"]

    run(scenario)
    assert ChatLine.objects.get(text="Unfug").removed_at is not None


def test_a_line_that_was_removed_in_another_process() -> None:
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            key = await say(line, "Unfug")
            await ChatLine.objects.filter(pk=int(key)).aupdate(removed_at=timezone.now())
            await live.table(table.pk).hear_of(int(key))
            assert await heard(line) == [[]]

    run(scenario)


@pytest.fixture
def admin() -> Browser:
    """An administrator's browser."""
    return in_browser(User.objects.create_superuser("Chefin"), proved=True)


def test_the_administration_shows_lines_and_removes_them(admin: Browser) -> None:
    table = full_table(2)
    kept, removed = elsewhere(table, "bleibt"), elsewhere(table, "geht")
    address = reverse("admin:tables_chatline_changelist")
    assert "bleibt" in admin.get(address).content.decode()
    removal = {"action": "remove", "_selected_action": [removed.pk]}
    assert str(removed) in admin.post(address, removal).content.decode(), "first one is asked why"
    assert not ChatLine.objects.exclude(removed_at=None).exists()
    assert admin.post(address, removal | {"confirmed": "1", "reason": "Beleidigung"}).status_code == 302
    kept.refresh_from_db()
    removed.refresh_from_db()
    assert kept.removed_at is None
    assert removed.removed_at is not None
    assert admin.get(reverse("admin:tables_chatline_add")).status_code == 403
    change = admin.get(reverse("admin:tables_chatline_change", args=[kept.pk]))
    assert 'name="text"' not in change.content.decode()
    assert admin.post(reverse("admin:tables_chatline_delete", args=[kept.pk])).status_code == 403


def test_lines_go_with_their_table_and_outlive_an_account() -> None:
    table = full_table(2)
    line = elsewhere(table, "Hallo")
    user_at(table, 1).delete()
    line.refresh_from_db()
    assert line.user is None
    assert line.name
    table.delete()
    assert not ChatLine.objects.exists()
