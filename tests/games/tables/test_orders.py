"""What happens by itself with days for a move: the server passes, and carries out conditional orders (UX-4.12, OMG-11.14)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.tables import clocks, live, models, store
from games.tables.messages import Undo
from tests.games.omg.placed import placed
from tests.games.tables.lines import Line, Message, seat, stranger
from tests.games.tables.play import forget, run
from tests.games.tables.test_due import no_sweep, ticking, until

pytestmark = pytest.mark.django_db(transaction=True)

GIVEN: dict[str, Any] = {
    "A": {"op": 20, "users": [{"card": "B005"}], "hand": ["B271", "B271"]},
    "B": {"op": 20, "users": [{"card": "B006"}], "hand": ["B271", "B283", "B282", "S34", "B005"]},
}
"""A is to act; B has a user, and cards for windows of several kinds."""

COFFEE = {"when": "attacked", "card": "omg.B271", "targets": []}
SHIELD = {"when": "attacked", "card": "omg.S34", "targets": ["defender"]}
VETO = {"when": "special", "card": "omg.B283", "targets": []}


def orders_of(message: Message) -> list[Message]:
    """What a `sync` or `update` says of them."""
    return list(message["d"]["prefs"]["orders"])


async def order(line: Line, *orders: Message, stops: dict[str, str] | None = None) -> Message:
    """Order all of this; what was wished of the windows stays as it is."""
    wishes = stops_of(line) if stops is None else stops
    return await line.ask("prefs", stops=wishes, orders=list(orders))


def stops_of(line: Line) -> dict[str, str]:
    """As usual by turns (OMG-11.14), unless the test has wished for something else."""
    return {"act": "never", "end": "never", "response": "answer", "small": "never", "start": "never"}


async def attack(line: Line) -> None:
    """A attacks the user of B, chooses a tactic, and passes in the window."""
    option = next(one["id"] for one in line.client.prompt["options"] if one["id"].startswith("attack:"))
    for choice in (option, None, "pass"):
        tactic = line.client.prompt["options"][0]["id"]
        assert (await line.ask("move", **line.move([choice or tactic])))["t"] == "ack"


async def done_by_itself(table: models.Table) -> None:
    """What is due at the table is done, as the ticker does."""
    async for row in models.Due.objects.filter(table=table, kind="auto"):
        await live.table(table.pk).act_by_itself(row.asked)


def rows(table: models.Table) -> list[tuple[int, list[str], str]]:
    """Who did what, and whether by itself."""
    return list(table.commands.order_by("version").values_list("seat", "choice", "by"))


# --- what is ordered ------------------------------------------------------------------------------------------------------------


def test_who_is_attacked_while_away_plays_what_was_ordered() -> None:
    """OMG-11.14: nobody of B is there; the card is played, its order is over, the rest of the window is asked as ever."""
    table = placed(GIVEN)

    async def scenario() -> None:
        async with seat(table, 1) as line:
            await line.hello()
            assert (await order(line, SHIELD))["t"] == "ack"
        async with seat(table, 0) as line:
            await line.hello()
            await attack(line)
            await done_by_itself(table)
        async with seat(table, 1) as line:
            assert orders_of(await line.hello()) == []

    run(scenario)
    assert rows(table)[-1] == (0, ["pass"], "auto"), "W-RESP of A, which holds no answer"
    assert rows(table)[-2][::2] == (1, "auto")
    assert rows(table)[-2][1][0].startswith("special:S34:u")
    assert table.seats.get(number=1).orders == []
    table.refresh_from_db()
    assert table.waiting == [0], "A is asked again in W-COMBAT, which both always are"


def test_what_was_ordered_outlives_the_process_and_is_for_its_seat_alone() -> None:
    """UX-4.12: on all devices of the seat; nobody else hears of it, nor what could be ordered."""
    table = placed(GIVEN)

    async def scenario() -> None:
        async with seat(table, 0) as rival, seat(table, 1) as one, seat(table, 1) as other, stranger(table) as spectator:
            for line in (rival, one, other, spectator):
                await line.hello()
            await order(one, COFFEE, VETO)
            assert [orders_of(message) for message in await other.drain() if message["t"] == "sync"] == [[COFFEE, VETO]]
            assert not [message for message in await rival.drain() if message["t"] in ("sync", "update")]
            assert not [message for message in await spectator.drain() if message["t"] in ("sync", "update")]
        forget()
        async with seat(table, 0) as rival, seat(table, 1) as one, stranger(table) as spectator:
            mine = await one.hello()
            assert orders_of(mine) == [COFFEE, VETO]
            assert [offer["card"] for offer in mine["d"]["prefs"]["offers"]] == ["omg.B271", "omg.B283", "omg.B282", "omg.S34"]
            assert orders_of(await rival.hello()) == []
            assert "prefs" not in (await spectator.hello())["d"]
            await order(one, VETO)
            assert orders_of(await one.ask("resync")) == [VETO]
            await one.ask("prefs", stops={"act": "answer"})
            assert orders_of(await one.ask("resync")) == [VETO], "nothing was said of them"
            await order(one)
            assert orders_of(await one.ask("resync")) == []

    run(scenario)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"when": "attacked", "card": "omg.B272"}, "nicht auf der Hand (OMG-11.14)"),
        ({"when": "attacked", "card": "omg.B005"}, "ist keine Spezialkarte (OMG-11.1)"),
        ({"when": "full moon", "card": "omg.B271"}, "kein Auftrag warten (OMG-11.14)"),
        ({"when": "attacked", "card": "omg.B283"}, "nie gespielt werden (OMG-11.1)"),
        ({"when": "attacked", "card": "omg.S34"}, "auf wen sie wirken soll (OMG-11.7)"),
    ],
)
def test_a_bad_order_is_refused_and_changes_nothing(wrong: Message, said: str) -> None:
    """OMG-11.14: with words and the rule, also beside a good one, and beside a wish that would be fine."""
    table = placed(GIVEN)

    async def scenario() -> None:
        async with seat(table, 1) as line:
            await line.hello()
            await order(line, VETO)
            answer = await order(line, VETO, COFFEE, wrong, stops={"combat": "never"})
            assert (answer["t"], answer["d"]["code"]) == ("error", "invalid")
            assert said in answer["d"]["detail"]
            occasions = ("start", "end", "act", "small", "attacked", "attack")
            many = [{**SHIELD, "when": when, "targets": [f"u{uid}"]} for when in occasions for uid in (1, 2)]
            assert "Mehr als 10 Aufträge" in (await order(line, *many))["d"]["detail"]
            assert await line.refused("prefs", stops={}, orders=[{"when": 3}]) == "bad_message"
            assert orders_of(await line.ask("resync")) == [VETO]

    run(scenario)
    assert table.seats.get(number=1).stops == {}


@pytest.mark.parametrize("mode", ["live", "untimed"])
def test_orders_are_for_days(mode: str) -> None:
    """OMG-11.14, UX-4.12: elsewhere they are neither offered nor taken."""
    table = placed(GIVEN, mode)

    async def scenario() -> None:
        async with seat(table, 1) as line:
            assert {"orders", "offers"}.isdisjoint((await line.hello())["d"]["prefs"])
            answer = await order(line, COFFEE)
            assert answer["d"]["code"] == "wrong_status"
            assert "Tagen je Zug (OMG-11.14)" in answer["d"]["detail"]

    run(scenario)
    assert table.seats.get(number=1).orders == []


def test_a_window_that_is_open_waits_for_whoever_is_asked() -> None:
    """OMG-11.14: an order is for windows that open after it was given."""
    table = placed(GIVEN)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello()
            await attack(line)
            await other.hello()
            assert other.client.prompt["kind"] == "window"
            await order(other, COFFEE)
            await done_by_itself(table)
            assert [row.by async for row in table.commands.all()] == ["player"] * 3

    run(scenario)


def test_where_the_card_cannot_be_played_the_stops_count() -> None:
    """OMG-11.14: Serverausfall costs 2 OP, which B has not got; W-COMBAT is asked, unless B never wants to be."""
    poor = {**GIVEN, "B": {**GIVEN["B"], "op": 0}}
    outage = {"when": "attacked", "card": "omg.B282"}
    for wishes, passes in ((None, False), ({**stops_of(None), "combat": "never"}, True)):  # type: ignore[arg-type]
        table = placed(poor)

        async def scenario(table: models.Table = table, wishes: Any = wishes) -> None:
            async with seat(table, 1) as line:
                await line.hello()
                await order(line, outage, stops=wishes)
            async with seat(table, 0) as line:
                await line.hello()
                await attack(line)
                await done_by_itself(table)

        run(scenario)
        assert ((1, ["pass"], "auto") in rows(table)) is passes
        assert len(table.seats.get(number=1).orders) == 1, "it still waits for its occasion"


def test_whoever_wants_to_be_asked_once_is() -> None:
    """OMG-11.13 before OMG-11.14."""
    table = placed(GIVEN)

    async def scenario() -> None:
        async with seat(table, 1) as line, seat(table, 0) as other:
            await line.hello()
            await order(line, COFFEE, stops={**stops_of(line), "any": "once"})
            await other.hello()
            await attack(other)
            await done_by_itself(table)

    run(scenario)
    assert {by for _, _, by in rows(table)} == {"player"}


def test_an_order_goes_when_its_card_or_its_target_goes() -> None:
    """OMG-11.14: in the transaction in which that happens; the same card, drawn again, has to be ordered again."""
    table = placed({**GIVEN, "turn": "B", "round": 3})

    async def scenario() -> None:
        async with seat(table, 1) as line:
            await line.hello()
            await order(line, COFFEE, VETO)
            assert (await line.ask("move", **line.move(["special:B271"])))["t"] == "ack"
            assert orders_of(await line.ask("resync")) == [VETO]

    run(scenario)
    assert [row["card"] for row in table.seats.get(number=1).orders] == ["omg.B283"]


def test_taking_back_cancels_all_orders() -> None:
    """UX-4.12, PRO-4.9: of both, here and in a process that only hears of it."""
    table = placed({**GIVEN, "A": {**GIVEN["A"], "users": [{"card": "B005"}, {"card": "B006"}]}})

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello()
            await other.hello()
            await order(line, {**COFFEE, "when": "start"})
            await order(other, COFFEE)
            elsewhere = live.LiveTable(table.pk)
            loaded = await elsewhere._current()
            assert [len(row.orders) for row in loaded.seats] == [1, 1]
            here = live.table(table.pk)
            assert here.loaded is not None
            session = here.loaded.started()
            option = next(one["id"] for one in line.client.prompt["options"] if one["id"].startswith("attack:"))
            await line.ask("move", **line.move([option]))
            assert session.undo_for(0) is None
            await here.undo(0, Undo("back", session.version))
            await elsewhere._catch_up()
            for process in (here, elsewhere):
                assert process.loaded is not None
                assert [row.orders for row in process.loaded.seats] == [[], []]

    run(scenario)
    assert not models.Seat.objects.exclude(orders=[]).exists()


# --- what the server does -------------------------------------------------------------------------------------------------------


def test_with_days_for_a_move_nobody_need_be_there_to_pass() -> None:
    """OMG-11.14: windows other than W-COMBAT, W-PLAYER and W-RESP are `never`; A surfs, and is asked at once again."""
    table = placed(GIVEN)

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            await line.ask("move", **line.move(["surf"]))
            await done_by_itself(table)
            await line.ask("resync")
            assert line.client.prompt["kind"] == "action"

    run(scenario)
    assert rows(table) == [(0, ["surf"], "player"), (1, ["pass"], "auto")]


def test_the_ticker_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By timers alone, and by the sweep after a restart that came between the act and what follows by itself."""
    table = placed(GIVEN)

    async def surf(name: str) -> None:
        async with seat(table, 0) as line:
            await line.hello()
            assert (await line.ask("move", **line.move(["surf"], move_id=name)))["t"] == "ack"

    async def passed(count: int) -> bool:
        return await table.commands.filter(by="auto").acount() == count

    async def after_a_restart() -> None:
        await surf("first")
        assert await passed(0)
        forget()
        async with ticking():
            await until(lambda: passed(1))

    async def by_timers() -> None:
        async with ticking():
            await asyncio.sleep(0.05)
            await surf("second")
            await until(lambda: passed(2))

    run(after_a_restart)
    no_sweep(monkeypatch)
    run(by_timers)
    assert not models.Due.objects.filter(table=table, kind="auto").exists()


def test_in_live_play_the_client_passes() -> None:
    """PRO-1.4: nothing is due by itself there; a client passes, and what it passes is held."""
    table = placed(GIVEN, "live")

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            await line.ask("move", **line.move(["surf"]))
            assert not await models.Due.objects.filter(table=table, kind="auto").aexists()
            await live.table(table.pk).act_by_itself(2)

    run(scenario)
    assert rows(table) == [(0, ["surf"], "player")]


def test_a_wish_about_the_window_that_is_open_is_followed_at_once() -> None:
    """UX-4.12: whoever is asked and says that it never wants to be has passed."""
    table = placed(GIVEN)

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other:
            await line.hello()
            await attack(line)
            await other.hello()
            assert not await models.Due.objects.filter(table=table, kind="auto").aexists()
            await other.ask("prefs", stops={**stops_of(other), "combat": "never"})
            await done_by_itself(table)

    run(scenario)
    assert rows(table)[-1] == (1, ["pass"], "auto")


def test_another_process_does_what_the_database_has() -> None:
    """OMG-11.14: it was loaded before the order was given, and nobody has told it (PRO-6.2)."""
    table = placed(GIVEN)

    async def scenario() -> None:
        elsewhere = live.LiveTable(table.pk)
        await elsewhere._current()
        async with seat(table, 1) as line, seat(table, 0) as other:
            await line.hello()
            await order(line, SHIELD)
            await other.hello()
            await attack(other)
        due = await models.Due.objects.aget(table=table, kind="auto")
        await elsewhere.act_by_itself(due.asked)

    run(scenario)
    assert any(choice[0].startswith("special:S34") and by == "auto" for _, choice, by in rows(table))


# --- what the others see --------------------------------------------------------------------------------------------------------


def test_what_was_done_by_itself_is_open_after_the_end() -> None:
    """OMG-11.12: its own seat sees the mark at once; everybody when the game is over, in the log and after a restart."""
    table = placed(GIVEN)
    marked = [{"v": 3, "seat": 1}]

    async def scenario() -> None:
        async with seat(table, 0) as line, seat(table, 1) as other, stranger(table) as spectator:
            for one in (line, other, spectator):
                await one.hello()
            await line.ask("move", **line.move(["surf"]))
            await done_by_itself(table)
            heard = {name: await one.drain() for name, one in (("rival", line), ("own", other), ("all", spectator))}
            assert [message["d"]["auto"] for message in heard["own"] if "auto" in message["d"]] == [marked]
            for name in ("rival", "all"):
                assert '"auto"' not in str(heard[name]).replace("'", '"')
            assert "auto" not in (await line.ask("resync"))["d"]
            assert "auto" not in (await spectator.ask("resync"))["d"]
            assert (await other.ask("resync"))["d"]["auto"] == marked
            await other.ask("resign", move_id="enough")
            for one in (line, other, spectator):
                last = [message for message in await one.drain() if message["t"] == "update"]
                told = last[-1]["d"]["auto"] if last else (await one.ask("resync"))["d"]["auto"]
                assert told == marked
        forget()
        async with stranger(table) as spectator:
            assert (await spectator.hello())["d"]["auto"] == marked

    run(scenario)


# --- clocks ---------------------------------------------------------------------------------------------------------------------

LIVE = clocks.Pace("live", bank_ms=600_000, increment_ms=10_000)


def asked_at(table: models.Table) -> list[clocks.Asked]:
    """Who is asked, as clocks see it."""
    forget()
    loaded = store.load(table.pk)
    assert loaded is not None
    return clocks.asked_in(loaded.started())


def test_windows_are_taken_from_the_bank() -> None:
    """OMG-15.2, OMG-11.14: W-COMBAT 30 s, others 20 s, out of the bank, earning nothing; an empty bank is up at once."""
    table = placed(GIVEN, "live")
    begun = clocks.Clocks.begin(LIVE, [0, 1], asked_at(table), 0)

    async def scenario() -> None:
        async with seat(table, 0) as line:
            await line.hello()
            await line.ask("move", **line.move(["surf"]))

    run(scenario)
    asked = asked_at(table)
    surfed = begun.after(LIVE, [clocks.Deed(0, 2, 5_000)], asked, 5_000)
    assert surfed.deadline(1) == 5_000 + 20_000
    assert surfed.shown(9_000)[1] == {"seat": 1, "left_ms": 596_000, "running": True, "window_ms": 16_000}
    passed = surfed.after(LIVE, [clocks.Deed(1, 3, 12_000)], [clocks.Asked(0, 3, "own")], 12_000)
    assert passed.sides[1].left_ms == 600_000 - 7_000, "it took 7 seconds, and nothing was earned"
    combat = passed.after(LIVE, [clocks.Deed(0, 4, 12_000)], [clocks.Asked(1, 4, "window", 30_000)], 12_000)
    assert combat.deadline(1) == 12_000 + 30_000
    assert combat.settled(20_000).deadline(1) == 12_000 + 30_000
    combat.sides[1].left_ms = 0
    empty = combat.after(LIVE, [clocks.Deed(1, 5, 12_000)], [clocks.Asked(1, 5, "window", 30_000)], 12_000)
    assert empty.deadline(1) == 12_000
    by_days = clocks.Clocks.begin(clocks.Pace("turn", move_ms=86_400_000), [0, 1], asked, 0)
    assert by_days.deadline(1) == 86_400_000
    assert not by_days.pays(1)


def test_windows_that_time_out_give_nobody_up() -> None:
    """OMG-15.2: three time-outs of the action prompt in a row do; what passes by itself does not show that somebody is there."""
    state = clocks.Clocks.begin(LIVE, [0, 1], [clocks.Asked(1, 0, "window", 20_000)], 0)
    for version in range(1, 6):
        deed = clocks.Deed(1, version, version * 20_000, lapsed=True)
        state = state.after(LIVE, [deed], [clocks.Asked(1, version, "window", 20_000)], version * 20_000)
    assert state.sides[1].lapses == 0
    state = clocks.Clocks.begin(LIVE, [0, 1], [clocks.Asked(1, 0, "own")], 0)
    state = state.after(LIVE, [clocks.Deed(1, 1, 0, lapsed=True)], [clocks.Asked(1, 1, "window", 20_000)], 0)
    state = state.after(LIVE, [clocks.Deed(1, 2, 0, auto=True)], [clocks.Asked(1, 2, "own")], 0)
    assert state.sides[1].lapses == 1
    state = state.after(LIVE, [clocks.Deed(1, 3, 0)], [clocks.Asked(1, 3, "own")], 0)
    assert state.sides[1].lapses == 0
