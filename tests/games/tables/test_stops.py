"""Stops: when a seat wants to be asked, and passes that its client makes by itself (UX-4.12, PRO-1.4)."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from games.engine.prompt import Prompt
from games.tables import live, models, stops
from games.tables.messages import Prefs, Undo
from tests.games.tables.lines import Line, Message, seat, stranger
from tests.games.tables.play import answer, enter, forget, full_table, run
from tests.games.tables.test_due import until as until_true

pytestmark = pytest.mark.django_db(transaction=True)

EXCHANGE = {"kraft_exchange": "on"}


def stops_of(message: Message) -> dict[str, str]:
    """What a `sync` or `update` says of them."""
    return dict(message["d"].get("prefs", {}).get("stops", {}))


async def until(line: Line, re: str) -> Message:
    """The answer to a message that was sent before."""
    while (message := await line.hear()).get("re") != re:
        pass
    return message


# --- wishes --------------------------------------------------------------------------------------------------------------------


def test_wishes_are_kept_and_shown_on_all_devices_of_the_seat_alone() -> None:
    """PRO section 3: `prefs`; they outlive the process."""
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        async with seat(table, 0) as one, seat(table, 0) as other, seat(table, 1) as rival:
            for line in (one, other, rival):
                assert stops_of(await line.hello()) == {}
            assert (await one.ask("prefs", stops={"exchange": "answer", "reply": "always"}))["t"] == "ack"
            told = [message for message in await other.drain() if message["t"] == "sync"]
            assert [stops_of(message) for message in told] == [{"exchange": "answer"}]
            assert not [message for message in await rival.drain() if message["t"] in ("sync", "update")]
        forget()
        async with seat(table, 0) as one, seat(table, 1) as rival, stranger(table) as spectator:
            assert stops_of(await one.hello()) == {"exchange": "answer"}
            assert [stops_of(await line.hello()) for line in (rival, spectator)] == [{}, {}]
            await one.ask("prefs", stops={})
            assert stops_of(await one.ask("resync")) == {}

    run(scenario)
    assert not models.Seat.objects.exclude(stops={}).exists()


@pytest.mark.parametrize(
    "wrong", [{"exchange": "sometimes"}, {"Exchange!": "never"}, {f"k{'x' * n}": "never" for n in range(21)}, []]
)
def test_what_cannot_be_wished(wrong: object) -> None:
    """PRO-3.2; nothing changes."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as line, stranger(table) as spectator:
            await line.hello()
            await spectator.hello()
            assert await line.refused("prefs", stops=wrong) == "bad_message"
            assert await spectator.refused("prefs", stops={"exchange": "never"}) == "forbidden"

    run(scenario)
    assert not models.Seat.objects.exclude(stops={}).exists()


def test_taking_back_clears_the_wishes_of_everybody(toy: str) -> None:
    """PRO-4.9, UX-4.12: here and in a process that only hears of it."""
    table = full_table(2, game=toy)

    async def scenario() -> None:
        client = await enter(table, 0)
        here, elsewhere = live.table(table.pk), live.LiveTable(table.pk)
        for number in (0, 1):
            await here.prefer(number, Prefs({"window": "never"}))
        loaded = await elsewhere._current()
        assert [row.stops for row in loaded.seats] == [{"window": "never"}] * 2
        await answer(table, client, ["a", "b"])
        await here.undo(0, Undo("back", 1))
        await elsewhere._catch_up()
        for process in (here, elsewhere):
            assert process.loaded is not None
            assert [row.stops for row in process.loaded.seats] == [{}, {}]
        assert not await models.Seat.objects.exclude(stops={}).aexists()

    run(scenario)


# --- passing ----------------------------------------------------------------------------------------------------


async def at_the_window(table: models.Table) -> list[Line]:
    """The lines of both seats; the caller leaves them."""
    lines = [await seat(table, number).__aenter__() for number in (0, 1)]
    for line in lines:
        await line.hello()
        assert line.client.prompt["kind"] == "exchange"
    return lines


async def leave(lines: Sequence[Line]) -> None:
    for line in lines:
        await line.__aexit__(None, None, None)


def test_a_pass_by_itself_is_held_until_the_window_has_been_open_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-1.4: otherwise its speed would tell who holds no answer. Meanwhile the socket answers other things."""
    monkeypatch.setattr(stops, "HELD", 0.6)
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        one, other = lines = await at_the_window(table)
        began = time.monotonic()
        await one.send({"t": "move", "id": "auto", "d": one.move(["pass"], auto=True)})
        await one.nothing_came()
        assert not await table.sealed.aexists()
        assert (await until(one, "auto"))["t"] == "ack"
        assert time.monotonic() - began >= 0.6
        assert (await other.ask("move", **other.move(["pass"], auto=True)))["t"] == "ack"
        assert time.monotonic() - began >= 1.2, "this process had not seen the window open, so it is held from when it came"
        await leave(lines)

    run(scenario)
    assert table.commands.count() == 2


def test_a_window_that_has_been_open_for_long_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """And with days for a move nothing is held at all (PRO-1.4)."""
    monkeypatch.setattr(stops, "HELD", 3600.0)
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        lines = await at_the_window(table)
        here = live.table(table.pk)
        here.opened.since = {0: time.monotonic() - 3600}
        assert (await lines[0].ask("move", **lines[0].move(["pass"], auto=True)))["t"] == "ack"
        here.opened.since = {}
        assert here.loaded is not None
        here.loaded.table.mode = models.Table.Mode.TURN
        assert (await lines[1].ask("move", **lines[1].move(["pass"], auto=True)))["t"] == "ack"
        await leave(lines)

    run(scenario)


def test_a_window_is_open_since_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each commit notes the questions that it opens; others keep their age."""
    monkeypatch.setattr(stops, "HELD", 100.0)
    opened = stops.Opened()
    opened.note({0: 3, 1: 4})
    opened.since[3] -= 40
    opened.note({0: 3, 1: 5})
    assert set(opened.since) == {3, 5}
    assert opened.rest(3) == pytest.approx(60, abs=5)
    assert opened.rest(5) == pytest.approx(100, abs=5)
    assert opened.rest(77) == pytest.approx(100, abs=5), "nobody knows"


def test_an_answer_that_was_given_meanwhile_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """UX-4.12: what is done by itself changes nothing that somebody has decided."""
    monkeypatch.setattr(stops, "HELD", 0.5)
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        one, _ = lines = await at_the_window(table)
        await one.send({"t": "move", "id": "auto", "d": one.move(["pass"], auto=True)})
        assert (await one.ask("move", **one.move(["pass"], move_id="mine")))["t"] == "ack"
        refused = await until(one, "auto")
        assert (refused["t"], refused["d"]["code"]) == ("error", "stale_prompt")
        await leave(lines)

    run(scenario)
    assert [row.move_id for row in table.sealed.all()] == ["mine"]


def test_another_wish_ends_what_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """UX-4.12: one tap cancels, on whatever device."""
    monkeypatch.setattr(stops, "HELD", 0.5)
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        one, _ = lines = await at_the_window(table)
        async with seat(table, 0) as other_device:
            await other_device.hello()
            for line in (one, other_device):
                await line.send({"t": "move", "id": "auto", "d": line.move(["pass"], auto=True)})
            assert (await one.ask("prefs", stops={}))["t"] == "ack"
            for line in (one, other_device):
                refused = await until(line, "auto")
                assert (refused["t"], refused["d"]["code"]) == ("error", "wrong_status")
        assert not await table.sealed.aexists()
        await leave(lines)

    run(scenario)


def test_a_pass_counts_when_its_client_has_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for somebody who has wished not to be asked."""
    monkeypatch.setattr(stops, "HELD", 0.3)
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        one, other = await at_the_window(table)
        await one.send({"t": "move", "id": "auto", "d": one.move(["pass"], auto=True)})
        await one.nothing_came()
        await leave([one])
        await until_true(table.sealed.aexists)
        await leave([other])

    run(scenario)


def test_only_a_pass_is_made_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """PRO-1.4."""
    monkeypatch.setattr(stops, "HELD", 0.0)
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, table.waiting[0]) as line:
            await line.hello()
            assert await line.refused("move", **line.move(auto=True)) == "invalid"

    run(scenario)
    assert not table.commands.exists()


# --- classes of windows ---------------------------------------------------------------------------------------------------------

USUAL = {"combat": "always", "response": "answer", "start": "never"}


def test_what_goes_without_saying_is_not_stored() -> None:
    """OMG-11.11: a game has wishes of its own; what differs from them is kept, also that one wants to be asked."""
    assert stops.kept({"response": "answer", "start": "never"}, USUAL) == {}
    assert stops.kept({}, USUAL) == {"response": "always", "start": "always"}
    assert stops.kept({"combat": "never", "response": "answer", "start": "never", "any": "once"}, USUAL) == {
        "any": "once",
        "combat": "never",
    }
    for wishes in ({}, {"combat": "answer"}, {"any": "rest", "start": "never"}):
        assert stops.all_of(stops.kept(wishes, USUAL), USUAL) == wishes


def window(stop: str, *, urgent: bool = False) -> Prompt:
    """A question of a class."""
    return Prompt(0, "window", ["pass"], stop=stop, urgent=urgent)


def test_only_a_pass_that_is_made_whatever_is_held_is_not_held_up() -> None:
    """OMG-11.12, OMG-11.13."""
    assert stops.passes_anyway(window("start"), {"start": "never"})
    assert not stops.passes_anyway(window("start"), {"start": "answer"})
    assert not stops.passes_anyway(window("start"), {"start": "never", "any": "once"})
    assert stops.passes_anyway(window("act"), {"any": "rest"})
    assert not stops.passes_anyway(window("act", urgent=True), {"any": "rest"})
    assert not stops.passes_anyway(Prompt(0, "exchange", ["pass"]), {"exchange": "never"}), "games without classes hold all"


def test_a_game_says_how_its_windows_are_asked() -> None:
    """OMG-11.11, OMG-11.14: seats of Online Marketing Generals begin with what is usual there, and may wish for more."""
    table = full_table(2, game="omg")

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as rival, stranger(table) as spectator:
            prefs = (await line.hello())["d"]["prefs"]
            assert prefs["usual"]["small"] == "never"
            assert prefs["stops"] == {name: wish for name, wish in prefs["usual"].items() if wish != "always"}
            assert "prefs" not in (await spectator.hello())["d"]
            await rival.hello()
            assert (await line.ask("prefs", stops={"any": "once"}))["t"] == "ack"
            assert stops_of(await line.ask("resync")) == {"any": "once"}
            assert stops_of(await rival.ask("resync")) == prefs["stops"], "the other side hears nothing of it"
            await line.ask("prefs", stops=prefs["stops"])

    run(scenario)
    assert not models.Seat.objects.exclude(stops={}).exists()
    models.Table.objects.filter(pk=table.pk).update(mode="turn")
    forget()

    async def by_turns() -> None:
        async with seat(table, 0) as line:
            usual = (await line.hello())["d"]["prefs"]["usual"]
            assert (usual["act"], usual["response"], usual["combat"]) == ("never", "answer", "always")

    run(by_turns)


def test_what_passed_by_itself_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """OMG-11.12: in the record of the table; on the wire it looks like any pass."""
    monkeypatch.setattr(stops, "HELD", 0.0)
    table = full_table(2, EXCHANGE)

    async def scenario() -> None:
        lines = await at_the_window(table)
        for line in lines:
            assert (await line.ask("move", **line.move(["pass"], auto=line is lines[0])))["t"] == "ack"
        await leave(lines)

    run(scenario)
    assert list(table.commands.order_by("seat").values_list("by", flat=True)) == ["auto", "player"]
