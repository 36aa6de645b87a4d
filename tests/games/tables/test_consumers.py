"""The socket of a table: shapes of all messages, who may do what, and what becomes of bad input (PRO sections 2, 3, 7)."""

import json
import re
import time
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.tables import live, models, service
from tests.games.tables.lines import Line, Message, seat, stranger
from tests.games.tables.play import forget, full_table, in_english, run, someone, user_at

pytestmark = pytest.mark.django_db(transaction=True)

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def state(table: models.Table) -> tuple[Any, ...]:
    """All that is kept of a table."""
    table.refresh_from_db()
    rows = (table.commands, table.sealed, table.positions, table.seats)
    return table.version, table.status, table.head, table.waiting, *(tuple(part.values_list()) for part in rows)


async def two_at(table: models.Table) -> tuple[Line, Line]:
    """Who is asked, and another one; the caller enters the lines."""
    asked = table.waiting[0]
    return seat(table, asked), seat(table, 1 - asked)


# --- shapes ----------------------------------------------------------------------------------------------------------------


def test_hello_gets_a_snapshot_of_this_shape() -> None:
    """PRO-3.1, PRO-5.3, PRO-9.1: of a running table, for the seat that is asked, another seat, and a spectator."""
    table = full_table(2, bots=0)

    async def scenario() -> list[Message]:
        asked, other = await two_at(table)
        async with asked, other, stranger(table) as spectator:
            return [await line.hello() for line in (asked, other, spectator)]

    for sync, viewer in zip(run(scenario), (table.waiting[0], 1 - table.waiting[0], "spectator"), strict=True):
        data = sync["d"]
        assert sync["t"] == "sync"
        assert sync["v"] == 0
        assert data["mode"] == "snapshot"
        assert data["viewer"] == viewer
        assert data["epoch"] == 1
        assert TIME.fullmatch(data["server_time"])
        shown = {key: data["table"][key] for key in ("id", "game", "rules_version", "status", "rated", "mode", "spectators")}
        assert shown == {
            "id": table.pk,
            "game": "emotrions",
            "rules_version": 1,
            "status": "running",
            "rated": False,
            "mode": "untimed",
            "spectators": "open",
        }
        assert data["table"]["options"]["style_mode"] == "standard"
        assert "fixed_flags" not in data["table"]["options"], "an option without a value is left out (PRO-1.5)"
        assert [row["kind"] for row in data["table"]["seats"]] == ["user", "user"]
        assert [row["name"] for row in data["table"]["seats"]] == [user_at(table, n).username for n in (0, 1)]
        assert data["fairness"] == {"commit": table.commit, "head": table.head, "rng": 1}
        assert data["waiting_for"] == [{"seat": table.waiting[0], "kind": "play"}]
        assert data["undo"]["allowed"] is False
        assert ("why" in data["undo"]) == (viewer != "spectator")
        assert len(data["prompts"]) == (viewer == table.waiting[0])
        assert data["log_tail"]


def test_prompts_have_this_shape() -> None:
    """PRO-4.1, PRO-4.2."""
    table = full_table(2)

    async def scenario() -> Message:
        async with seat(table, table.waiting[0]) as asked:
            await asked.hello()
            return asked.client.prompt

    prompt = run(scenario)
    who = table.waiting[0]
    facts = ("id", "seat", "issued", "kind", "pick", "concurrent", "clock", "secret")
    assert {key: prompt[key] for key in facts} == {
        "id": f"0-{who}",
        "seat": who,
        "issued": 0,
        "kind": "play",
        "pick": {"min": 1, "max": 1, "ordered": False, "distinct": True},
        "concurrent": False,
        "clock": "own",
        "secret": False,
    }
    assert set(prompt["text"]) == {"key", "args"}
    assert len(prompt["timeout"]) == 1
    ids = [option["id"] for option in prompt["options"]]
    assert len(set(ids)) == len(ids)
    for option in prompt["options"]:
        assert set(option) <= {"id", "label", "role", "confirm", "cards", "refs", "effect"}
        assert option["role"] in ("primary", "normal", "pass", "danger")


def test_a_move_is_answered_and_told() -> None:
    """PRO-3.1, PRO-4.7, PRO-5.4: an update for everybody, an ack for who moved; the ack names the version."""
    table = full_table(2)

    async def scenario() -> None:
        asked, other = await two_at(table)
        async with asked, other, stranger(table) as spectator:
            for line in (asked, other, spectator):
                await line.hello()
            move = asked.move()
            ack = await asked.ask("move", **move)
            assert ack == {"t": "ack", "re": ack["re"], "d": {"move_id": move["move_id"], "version": 1, "dup": False}}
            assert asked.client.v == 1, "what happened came before the ack"
            for line in (other, spectator):
                (update,) = await line.drain()
                assert update["t"] == "update"
                assert (update["v"], update["d"]["from"], update["d"]["v"]) == (1, 0, 1)
                assert {"events", "prompts", "waiting_for", "undo", "check", "head"} <= set(update["d"])
                assert "re" not in update
                assert all(set(event) <= {"e", "v", "i", "by", "args", "log"} for event in update["d"]["events"])
                assert {event["by"] for event in update["d"]["events"]} == {table.waiting[0]}
            assert other.client.prompts
            assert not spectator.client.prompts

    run(scenario)
    table.refresh_from_db()
    row = table.commands.get()
    assert (row.version, row.client, row.by, row.asked, row.head) == (1, "test", "player", 0, table.head)


def test_ping() -> None:
    """PRO-3, PRO-7.1: `pong` has the number, the version of the table and the time, and answers an id if there is one."""
    table = full_table(2)

    async def scenario() -> None:
        async with stranger(table) as line:
            await line.hello()
            await line.send({"t": "ping", "d": {"n": 5, "v": 0, "rtt_ms": 12}})
            pong = await line.hear()
            assert set(pong) == {"t", "d"}
            assert set(pong["d"]) == {"n", "v", "server_time"}
            assert (pong["d"]["n"], pong["d"]["v"]) == (5, 0)
            assert TIME.fullmatch(pong["d"]["server_time"])
            assert (await line.ask("ping", n=6, v=0))["t"] == "pong"

    run(scenario)


def test_resync_gets_a_snapshot() -> None:
    """PRO-5.5."""
    table = full_table(2)

    async def scenario() -> None:
        async with stranger(table) as line:
            await line.hello()
            again = await line.ask("resync")
            assert (again["t"], again["d"]["mode"]) == ("sync", "snapshot")

    run(scenario)


def test_a_table_that_waits() -> None:
    """PRO-5.3: before the start there is no view; everybody there sees at once who comes, and that it begins."""
    owner = someone()
    table = service.open_table(owner, "emotrions", {}, 3)
    sit = database_sync_to_async(service.sit)

    async def scenario() -> None:
        async with Line(table, owner) as line:
            sync = await line.hello()
            assert sync["d"]["table"]["status"] == "open"
            assert sync["d"]["epoch"] == 0, "not what the game has: this is no version 0 to come back to (PRO-5.2)"
            assert not {"view", "prompts", "fairness"} & set(sync["d"])
            assert await line.refused("move", move_id="a", prompt="0-0", expect=0, choice=["joy"]) == "wrong_status"
            assert await line.refused("undo", move_id="b", expect=0) == "wrong_status"
            for people, status in ((2, "open"), (3, "running")):
                await sit(someone(), table, table.invite)
                sync = await line.hear()
                assert sync["t"] == "sync"
                assert "re" not in sync
                assert line.client.status == status
                assert len(line.client.facts["table"]["seats"]) == people
                await line.nothing_came()
            assert "view" in line.client.facts
            again = await line.hello(since=0, epoch=0)
            assert again["d"]["mode"] == "snapshot", "whoever slept through the start gets the whole game"

    run(scenario)


# --- who may come in -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("offered", [(), ("kartenhaus.v2",), ("chat",)])
def test_without_our_subprotocol(offered: tuple[str, ...]) -> None:
    """PRO-2.2, PRO-2.5: accept, bye, close 4426."""
    table = full_table(2)

    async def scenario() -> None:
        async with Line(table, subprotocols=offered) as line:
            assert line.subprotocol is None
            bye = await line.hear()
            assert bye["t"] == "bye"
            assert set(bye["d"]) == {"code", "reason", "detail", "reconnect"}
            assert (bye["d"]["code"], bye["d"]["reason"]) == (4426, "unsupported_version")
            assert await line.hear() == {"t": "closed", "code": 4426}

    run(scenario)


def test_our_subprotocol_is_echoed() -> None:
    """PRO-2.2."""
    table = full_table(2)

    async def scenario() -> None:
        async with Line(table, subprotocols=("chat", "kartenhaus.v1")) as line:
            assert line.subprotocol == "kartenhaus.v1"

    run(scenario)


WRONG_IDS = [
    "aaaaaaaaaa",
    "AAAAAAAAAA",
    "a",
    "",
    "a" * 300,
    "%00aaaaaaaaa",
    "aaaaaaaaa%C3%BC",
    "aaaaaaaaaa/",
    "..%2Ftables",
    "a/b",
]


@pytest.mark.parametrize("wrong", WRONG_IDS)
def test_no_such_table(wrong: str) -> None:
    """PRO-2.4, QUA-3.8: the same answer whatever is wrong with the id; nothing that is sent afterwards is looked at."""

    async def scenario() -> None:
        async with Line(wrong) as line:
            bye = await line.hear()
            assert bye["d"]["code"] == 4404
            assert bye["d"]["reason"] == "not_found"
            assert bye["d"]["reconnect"] == "never"
            assert bye["d"]["detail"] == "Diesen Tisch gibt es nicht."
            assert await line.hear() == {"t": "closed", "code": 4404}
            await line.send({"t": "hello", "id": "x", "d": {}})
            assert await line.wire.receive_nothing(0.05)

    run(scenario)
    assert not live._tables, "nothing is kept in memory for it"


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ([], "de"),
        ([(b"accept-language", b"en-GB,de;q=0.5")], "en"),
        ([(b"accept-language", b"xx,*;q=0.1")], "de"),
        ([(b"accept-language", b"en"), (b"cookie", b"kartenhaus_language=de")], "de"),
        ([(b"cookie", b"a:b=c; kartenhaus_language=en; \xff=\xfe")], "en"),
    ],
)
def test_language_before_hello(headers: list[tuple[bytes, bytes]], language: str) -> None:
    """UX-10.1: the cookie of the site, else the browser's wish, else German; odd cookies of other sites do no harm."""
    detail = "Diesen Tisch gibt es nicht." if language == "de" else in_english("Diesen Tisch gibt es nicht.")

    async def scenario() -> None:
        async with Line("aaaaaaaaaa", headers=headers) as line:
            assert (await line.hear())["d"]["detail"] == detail

    run(scenario)


def test_hello_comes_first() -> None:
    """PRO-2: who has not said hello gets nothing of the table."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            assert await line.refused("resync") == "bad_message"
            assert await line.refused("move", move_id="a", prompt="0-0", expect=0, choice=["joy"]) == "bad_message"
            await line.hello()

    run(scenario)


def test_a_spectator_cannot_act() -> None:
    """PRO-8.1, PRO-4.1: `forbidden`, for strangers and for the anonymous."""
    table = full_table(2)
    before = state(table)

    async def scenario() -> None:
        async with stranger(table) as user, Line(table) as nobody:
            for line in (user, nobody):
                await line.hello()
                who = table.waiting[0]
                assert await line.refused("move", move_id="a", prompt=f"0-{who}", expect=0, choice=["joy"]) == "forbidden"
                assert await line.refused("undo", move_id="a", expect=0) == "forbidden"

    run(scenario)
    assert state(table) == before


def test_several_tabs_get_the_same_stream() -> None:
    """PRO-2.6, PRO-6.6: the same bytes for all sockets of a seat; the first valid answer wins."""
    table = full_table(2)

    async def scenario() -> None:
        who = table.waiting[0]
        async with seat(table, who) as one, seat(table, who) as two:
            await one.hello()
            await two.hello()
            move = one.move()
            assert (await one.ask("move", **move))["t"] == "ack"
            late = await two.refused("move", **{**move, "move_id": "other"})
            assert late == "stale_prompt"
            mine, theirs = ([f for f in line.client.frames if '"update"' in f] for line in (one, two))
            assert mine == theirs

    run(scenario)
    assert table.commands.count() == 1


# --- refusals of moves -----------------------------------------------------------------------------------------------------


def test_each_refusal_has_its_code_and_changes_nothing() -> None:
    """PRO-4.3, PRO-4.6, PRO-7: wrong, too many, too few, foreign, closed; the next good request works."""
    table = full_table(2)
    before = state(table)

    async def scenario() -> None:
        asked, other = await two_at(table)
        async with asked, other:
            await asked.hello()
            await other.hello()
            choice = asked.client.prompt["timeout"]
            for code, changes in (
                ("illegal_choice", {"choice": ["joy+sadness"]}),
                ("illegal_choice", {"choice": ["nothing"]}),
                ("illegal_choice", {"choice": [""]}),
                ("illegal_choice", {"choice": []}),
                ("illegal_choice", {"choice": choice * 2}),
                ("illegal_choice", {"choice": [option["id"] for option in asked.client.prompt["options"]]}),
                ("stale_prompt", {"expect": 1}),
                ("stale_prompt", {"expect": 2**31}),
                ("stale_prompt", {"prompt": f"7-{table.waiting[0]}"}),
                ("stale_prompt", {"prompt": ""}),
                ("stale_prompt", {"prompt": "0"}),
                ("not_your_prompt", {"prompt": f"0-{1 - table.waiting[0]}"}),
                ("not_your_prompt", {"prompt": "0-99999999999999999999"}),
            ):
                assert await asked.refused("move", **asked.move(**changes)) == code, changes
                heard = await asked.drain()
                assert [message["t"] for message in heard] == (["sync"] if code == "stale_prompt" else []), changes
            foreign = asked.move()
            assert await other.refused("move", **foreign) == "not_your_prompt", "another seat's prompt"
            own = f"0-{1 - table.waiting[0]}"
            assert await other.refused("move", **{**foreign, "prompt": own}) == "stale_prompt", "it is not asked anything"
            assert await other.refused("undo", move_id="u", expect=0) == "undo_unavailable"
            assert await other.refused("undo", move_id="u", expect=3) == "stale_prompt"
            await other.drain()
            assert before == await database_sync_to_async(state)(table)
            assert (await asked.ask("move", **asked.move()))["t"] == "ack"

    run(scenario)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_reason_of_the_game_is_told_in_the_language_of_the_client(lang: str) -> None:
    """PRO-7.4: title and detail are translated, the code is not. EMO-9.2 gives everybody plus and minus cards."""
    table = full_table(2, {"gleichstart": "always"})

    async def scenario() -> Message:
        async with seat(table, table.waiting[0]) as line:
            await line.hello(lang=lang)
            return await line.ask("move", **line.move([forbidden_pair(line)]))

    error = run(scenario)
    title = "Das geht nicht"
    detail = "Eine Pluskarte und eine Minuskarte dürfen nicht zusammen gelegt werden (EMO-3.5)."
    assert error["t"] == "error"
    assert error["d"]["code"] == "illegal_choice"
    assert error["d"]["title"] == (title if lang == "de" else in_english(title))
    assert error["d"]["detail"] == (detail if lang == "de" else in_english(detail))


def forbidden_pair(line: Line) -> str:
    """Two cards of the own hand that must not be laid together for their signs (EMO-3.5)."""
    zone = line.client.facts["view"]["zones"][f"hand_{line.client.viewer}"]
    hand = sorted({card["c"].partition(".")[2] for card in zone["cards"]} - {"hunger", "indecision"})
    options = {option["id"] for option in line.client.prompt["options"]}
    return next(f"{a}+{b}" for a in hand for b in hand if a != b and not {f"{a}+{b}", f"{b}+{a}"} & options)


def test_picks_of_several_options(toy: str) -> None:
    """PRO-4.1, PRO-4.3: at least, at most, each once, in the order that was chosen."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello()
            await other.hello(lang="en")
            assert line.client.prompt["pick"] == {"min": 2, "max": 3, "ordered": True, "distinct": True}
            for choice, detail in (
                (["a"], "Wähle 2 bis 3, nicht 1."),
                (["a", "b", "c", "d"], "Wähle 2 bis 3, nicht 4."),
                (["a", "a"], "Dieselbe Wahl darf nicht zweimal vorkommen."),
                (["a", "b", "a"], "Dieselbe Wahl darf nicht zweimal vorkommen."),
                (["a", "x"], "Das steht hier nicht zur Wahl."),
            ):
                error = await line.ask("move", **line.move(choice))
                assert (error["d"]["code"], error["d"]["detail"]) == ("illegal_choice", detail)
            assert (await line.ask("move", **line.move(["c", "a"])))["t"] == "ack"
            await other.drain()
            error = await other.ask("move", **other.move(["b", "b"]))
            assert error["d"]["detail"] == in_english("Dieselbe Wahl darf nicht zweimal vorkommen.")

    run(scenario)
    assert table.commands.get().choice == ["c", "a"]


def test_after_the_end(toy: str) -> None:
    """PRO-7, PRO-9.1: the last update has the result and the secret; then `game_over`, also for undo; duplicates stay such."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        async with seat(table, 0) as zero, seat(table, 1) as one, stranger(table) as spectator:
            lines = (zero, one)
            for line in (zero, one, spectator):
                await line.hello()
            for turn in range(6):
                line = lines[turn % 2]
                await line.drain()
                last = line.move(["a", "b"])
                assert (await line.ask("move", **last))["t"] == "ack"
            await zero.drain()
            await spectator.drain()
            for line in (zero, one, spectator):
                shown = line.client.facts
                assert shown["table"]["status"] == "finished"
                assert shown["table"]["outcome"]["ranks"] == [1, 2]
                assert shown["table"]["outcome"]["statuses"] == ["finished", "finished"]
                assert shown["prompts"] == []
                assert shown["waiting_for"] == []
                assert shown["undo"] == {"allowed": False}
                assert len(shown["fairness"]["secret"]) == 64
            again = await one.ask("move", **last)
            assert again["d"] == {"move_id": last["move_id"], "version": 6, "dup": True}
            assert await one.refused("move", **{**last, "move_id": "new"}) == "game_over"
            assert await one.refused("undo", move_id="u", expect=6) == "game_over"
            assert (await spectator.ask("resync"))["d"]["fairness"]["secret"] == shown["fairness"]["secret"]

    run(scenario)


# --- bad input -------------------------------------------------------------------------------------------------------------

MOVE = '"move_id":"m","prompt":"0-0","expect":0,"choice":["joy"]'
GOOD = {"t": "move", "id": "c", "d": {"move_id": "m", "prompt": "0-0", "expect": 0, "choice": ["joy"]}}


def frame(**changes: Any) -> str:
    """A move with some of its payload changed."""
    return json.dumps({**GOOD, "d": {**GOOD["d"], **changes}})  # type: ignore[dict-item]


BAD_FRAMES: dict[str, str | bytes] = {
    "empty": "",
    "not JSON": "hello",
    "cut off": '{"t":"ping","d":{"n":1',
    "two objects": '{"t":"ping","d":{"n":1}}{"t":"ping","d":{"n":1}}',
    "array": "[]",
    "string": '"hello"',
    "number": "1",
    "null": "null",
    "true": "true",
    "no type": '{"id":"c","d":{}}',
    "type is a number": '{"t":1,"id":"c","d":{}}',
    "unknown type": '{"t":"chat","id":"c","d":{"text":"x"}}',
    "type of a server message": '{"t":"sync","id":"c","d":{}}',
    "type in capitals": '{"t":"MOVE","id":"c","d":{' + MOVE + "}}",
    "no id": '{"t":"move","d":{' + MOVE + "}}",
    "empty id": '{"t":"move","id":"","d":{' + MOVE + "}}",
    "id too long": '{"t":"move","id":"' + "c" * 41 + '","d":{' + MOVE + "}}",
    "id is a number": '{"t":"move","id":7,"d":{' + MOVE + "}}",
    "payload is an array": '{"t":"move","id":"c","d":["m","0-0",0,["joy"]]}',
    "payload is null": '{"t":"move","id":"c","d":null}',
    "no payload": '{"t":"move","id":"c"}',
    "expect is a float": '{"t":"move","id":"c","d":{"move_id":"m","prompt":"0-0","expect":0.0,"choice":["joy"]}}',
    "expect has an exponent": '{"t":"move","id":"c","d":{"move_id":"m","prompt":"0-0","expect":1e2,"choice":["joy"]}}',
    "expect is true": frame(expect=True),
    "expect is false": frame(expect=False),
    "expect is a string": frame(expect="0"),
    "expect is null": frame(expect=None),
    "expect is negative": frame(expect=-1),
    "expect is too large": frame(expect=2**31 + 1),
    "expect has 17 digits": frame(expect=10**16),
    "expect has 5,000 digits": '{"t":"move","id":"c","d":{"move_id":"m","prompt":"0-0","expect":' + "9" * 5000 + ',"choice":[]}}',
    "NaN": '{"t":"move","id":"c","d":{"move_id":"m","prompt":"0-0","expect":NaN,"choice":["joy"]}}',
    "Infinity": '{"t":"ping","id":"c","d":{"n":Infinity}}',
    "minus Infinity": '{"t":"ping","id":"c","d":{"n":-Infinity}}',
    "choice is a string": frame(choice="joy"),
    "choice is an object": frame(choice={"0": "joy"}),
    "choice of numbers": frame(choice=[0]),
    "choice of nulls": frame(choice=[None]),
    "choice of arrays": frame(choice=[["joy"]]),
    "choice of too much": frame(choice=["joy"] * 201),
    "choice too long": frame(choice=["j" * 201]),
    "move_id missing": '{"t":"move","id":"c","d":{"prompt":"0-0","expect":0,"choice":["joy"]}}',
    "move_id empty": frame(move_id=""),
    "move_id too long": frame(move_id="m" * 41),
    "move_id with a space": frame(move_id="m m"),
    "move_id with a line feed": frame(move_id="m\n"),
    "move_id with an umlaut": frame(move_id="mü"),
    "prompt too long": frame(prompt="0" * 41),
    "prompt is a number": frame(prompt=0),
    "auto is a number": frame(auto=1),
    "duplicate keys": '{"t":"move","t":"ping","id":"c","d":{' + MOVE + "}}",
    "duplicate keys within": '{"t":"move","id":"c","d":{"expect":1,' + MOVE + "}}",
    "NUL": frame(choice=["joy\x00"]),
    "NUL in a key": '{"t":"ping","id":"c","d":{"n":1,"\\u0000":1}}',
    "NUL in what is ignored": '{"t":"ping","id":"c","d":{"n":1},"x":"\\u0000"}',
    "raw control character": '{"t":"ping","id":"c","d":{"n":1},"x":"\x01"}',
    "lone surrogate": '{"t":"ping","id":"c","d":{"n":1},"x":"\\ud800"}',
    "lone low surrogate in a key": '{"t":"ping","id":"c","d":{"n":1},"\\udfff":"x"}',
    "client too long": '{"t":"hello","id":"c","d":{"client":"' + "c" * 41 + '"}}',
    "since is negative": '{"t":"hello","id":"c","d":{"since":-1}}',
    "caps is a string": '{"t":"hello","id":"c","d":{"caps":"all"}}',
    "lang is a list": '{"t":"hello","id":"c","d":{"lang":["de"]}}',
    "oversized": '{"t":"ping","id":"c","d":{"n":1},"x":"' + "x" * 16 * 1024 + '"}',
    "oversized in bytes": '{"t":"ping","id":"c","d":{"n":1},"x":"' + "ü" * 8 * 1024 + '"}',
    "nine levels": '{"t":"ping","id":"c","d":' + '{"n":' * 8 + "1" + "}" * 8 + "}",
    "nine levels of arrays": '{"t":"ping","id":"c","d":{"n":1},"x":' + "[" * 8 + "]" * 8 + "}",
    "100,000 brackets": "[" * 100_000,
    "16,000 brackets": "[" * 16_000,
    "16,000 braces": '{"a":' * 3_000,
    "a string that never ends": '"' + '\\"' * 8_000,
    "binary": json.dumps(GOOD).encode(),
    "binary rubbish": b"\xff\xfe\x00",
    "nothing, binary": b"",
}


def test_bad_frames() -> None:
    """QUA-3.2, QUA-3.3, PRO-3.2: each gets one `bad_message`, at once, changes nothing, and the next good request works."""
    table = full_table(2)
    before = state(table)

    async def scenario() -> None:
        for name, frame in BAD_FRAMES.items():
            async with seat(table, table.waiting[0]) as line:
                await line.hello()
                began = time.process_time()
                await line.send(frame)
                error = await line.hear()
                assert error["t"] == "error", name
                assert error["d"]["code"] == "bad_message", name
                assert error["d"]["title"] == "Nachricht nicht lesbar"
                assert error["d"]["detail"].endswith("."), name
                assert set(error["d"]) == {"code", "title", "detail"}
                await line.nothing_came()
                assert time.process_time() - began < 0.25, name
                assert (await line.ask("resync"))["t"] == "sync", name

    run(scenario)
    assert state(table) == before


def test_what_is_not_bad() -> None:
    """PRO-1.7, PRO-3.2: unknown keys are ignored; exactly 16 KiB and 8 levels pass; escapes and emoji are text like any other."""
    table = full_table(2)
    filler = "x" * (16 * 1024 - len('{"t":"ping","d":{"n":1},"x":""}'))

    async def scenario() -> None:
        async with stranger(table) as line:
            await line.hello(lang="xx", caps=["sound"])
            for good in (
                '{"t":"ping","d":{"n":1},"x":"' + filler + '"}',
                '{"t":"ping","d":{"n":1},"x":' + "[" * 7 + "]" * 7 + "}",
                '{"t":"ping","d":{"n":1},"x":"\\ud83d\\ude00 \\u00fc [[[[[[[[[[ \\" [[["}',
                '{"t":"ping","d":{"n":1,"new":true},"x":null}',
                ' \n{"t":"ping","d":{}} ',
                '{"t":"ping"}',
            ):
                await line.send(good)
                assert (await line.hear())["t"] == "pong", good

    run(scenario)


def test_three_unreadable_frames_end_the_connection() -> None:
    """PRO-3.2: bye and 4400 at the third; what else was sent is not looked at; other connections do not notice."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line, seat(table, table.waiting[0]) as other:
            await line.hello()
            await other.hello()
            for _ in range(3):
                await line.send("{")
                assert (await line.hear())["d"]["code"] == "bad_message"
                if _ < 2:
                    await line.nothing_came()
            bye = await line.hear()
            assert (bye["t"], bye["d"]["code"], bye["d"]["reconnect"]) == ("bye", 4400, "never")
            assert await line.hear() == {"t": "closed", "code": 4400}
            await line.send({"t": "move", "id": "late", "d": line.move()})
            assert (await other.ask("move", **other.move()))["d"]["version"] == 1
            assert line.wire.output_queue.empty(), "not even updates are sent any more"

    run(scenario)


def test_refusals_are_not_unreadable_frames() -> None:
    """PRO-3.2 counts frames that cannot be read, not moves that cannot be made."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            await line.hello()
            for _ in range(5):
                assert await line.refused("move", **line.move(["nothing"])) == "illegal_choice"
            assert (await line.ask("move", **line.move()))["t"] == "ack"

    run(scenario)


# --- the end of a connection -----------------------------------------------------------------------------------------------


def test_a_socket_that_is_gone_is_forgotten() -> None:
    """However it ends: closed by the client, or its task cancelled by the server."""
    table = full_table(2)

    async def scenario() -> None:
        line = await seat(table, 0).__aenter__()
        await line.hello()
        other = await seat(table, 0).__aenter__()
        await other.hello()
        sockets = live.table(table.pk).audiences[0].sockets
        assert len(sockets) == 2
        await line.__aexit__(None, None, None)
        assert len(sockets) == 1
        other.wire.future.cancel()
        await other.wire.wait(timeout=1)
        assert not sockets

    run(scenario)


def test_a_table_that_breaks_off_in_memory_is_read_again() -> None:
    """architecture: memory is only a cache; a socket that is already there goes on after it was dropped."""
    table = full_table(2)

    async def scenario() -> None:
        asked, other = await two_at(table)
        async with asked, other:
            await asked.hello()
            await other.hello()
            live.table(table.pk).loaded = None
            assert (await asked.ask("move", **asked.move()))["d"]["version"] == 1
            await other.drain()
            live.table(table.pk).loaded = None
            assert (await other.ask("move", **other.move()))["d"]["version"] == 2

    run(scenario)
    forget()
