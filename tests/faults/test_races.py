"""Two who want the same at the same moment, on one process or on two (QUA-2.18)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import pytest

from tests.faults import campaign
from tests.faults.history import Recorder
from tests.faults.rig import Rig
from tests.faults.storm import BEHIND_FOR, Line, Player, Size, Storm
from tests.faults.tables import Opened, invitation, open_table
from tests.games.tables.visitors import RealLine, Visitor

ROUNDS = 1000 if campaign.FULL else 100
"""Of two answers to one prompt."""
TABLES_AT_ONCE = 5
UNDO_ROUNDS = 200 if campaign.FULL else 12
CLOCK_TABLES, MOST_RACES = (40, 20) if campaign.FULL else (8, 4)
BANK_MS = 1500
"""What a player has at a table at which time is to run out."""
AROUND = (-0.2, 0.9)
"""Seconds from the end of the time to a move that wants to be there just before the clock: half a second later counts."""
SEAT_ROUNDS, RIVALS = (20, 10) if campaign.FULL else (4, 10)
PRESSES = 20 if campaign.FULL else 3
PACE = 0.13
"""Seconds between two rounds at a table: what a socket may send is limited (PRO-7.3)."""
PING_EVERY = 1.5
"""Seconds; what is not acknowledged by pings is not sent for ever (PRO-6.5)."""
WITHIN = 30

Tab = tuple[Player, Line]


@asynccontextmanager
async def storm_of(rig: Rig, path: Path) -> AsyncIterator[Storm]:
    """Clients that are told what to do; what they did is judged like any history."""
    seed = campaign.seed()
    recorder = Recorder(path, seed=seed, mode=rig.mode)
    storm = Storm(rig.addresses, recorder, seed, Size())
    try:
        yield storm
    finally:
        for task in list(storm.extra):
            task.cancel()
        recorder.close()


@asynccontextmanager
async def tabs(storm: Storm, table: Opened, viewers: Sequence[int | None]) -> AsyncIterator[list[Tab]]:
    """One socket for each of these, on the servers in turn."""
    there: list[Tab] = []
    pinging: list[asyncio.Task[None]] = []
    try:
        for number, viewer in enumerate(viewers):
            player = Player(storm, table, viewer, "" if viewer is None else table.cookies[viewer], Random(storm.seed + number))
            player.server = table.number + number
            there.append((player, await player.come()))
            pinging.append(asyncio.create_task(player.ping(there[-1][1], PING_EVERY)))
        yield there
    finally:
        for task in pinging:
            task.cancel()
        for _, line in there:
            await line.close()


async def level(there: Sequence[Tab]) -> None:
    """Wait until all know the same; a client that may have missed something asks, as its pings would make it do."""
    loop = asyncio.get_running_loop()
    began = asked = loop.time()
    while len({player.client.v for player, _ in there}) > 1:
        assert loop.time() - began < WITHIN, [(player.viewer, player.client.v, line.dead) for player, line in there]
        if loop.time() - asked > BEHIND_FOR:
            asked = loop.time()
            for player, line in there:
                await player.greet(line)
        await asyncio.sleep(0.005)


def told(answer: dict[str, Any]) -> str:
    """`ack`, or the code of the refusal."""
    return "ack" if answer["t"] == "ack" else str(answer["d"]["code"])


def judge(rig: Rig, path: Path) -> dict[str, Any]:
    """All checks over what the clients noted."""
    findings = campaign.judge(rig, path)
    assert not findings["faults"], findings["faults"]
    assert findings["acknowledged"] == findings["found"] > 0
    return findings


async def together(there: Sequence[tuple[Player, Line, str, dict[str, Any]]]) -> list[str]:
    """All send at the same moment, and each gets an answer."""
    ids = [player.next_id() for player, _, _, _ in there]
    for re, (player, line, kind, payload) in zip(ids, there, strict=True):
        player.storm.recorder.note(
            "sent",
            c=player.id,
            n=line.number,
            re=re,
            table=player.table.id,
            seat=player.viewer,
            move_id=payload["move_id"],
            act="choose" if kind == "move" else "undo",
            expect=payload["expect"],
            choice=payload.get("choice", []),
        )
    sent = await asyncio.gather(*(line.send(kind, payload, re) for re, (_, line, kind, payload) in zip(ids, there, strict=True)))
    answers = []
    for re, answer, (player, line, _, _) in zip(ids, sent, there, strict=True):
        said = await line.wait(answer)
        code = told(said)
        player.storm.recorder.note("answered", re=re, **({"ok": said["d"]["version"]} if code == "ack" else {"fail": code}))
        answers.append(code)
    return answers


def answer(player: Player, rng: Random) -> dict[str, Any]:
    """The payload of a random answer to what this player is asked."""
    prompt = player.client.prompt
    options = [option["id"] for option in prompt["options"]]
    choice = rng.sample(options, rng.randint(prompt["pick"]["min"], prompt["pick"]["max"]))
    return {"move_id": player.new_move_id(), "prompt": prompt["id"], "expect": prompt["issued"], "choice": choice}


def test_two_answers_to_one_prompt(rig: Rig, tmp_path: Path) -> None:
    """PRO-2.6, PRO-4.6: two tabs of the seat that is asked, on different processes if there are several; one wins."""
    winners: Counter[str] = Counter()
    losers: Counter[str] = Counter()
    path = tmp_path / "history.jsonl"

    async def at_one_table(storm: Storm, number: int, rounds: int) -> None:
        rng = Random(storm.seed * 1000 + number)
        played = 0
        while played < rounds:
            address = storm.address(number)
            table = await asyncio.to_thread(open_table, address, number, 2, False, {"score37": "on"})
            async with tabs(storm, table, [0, 0, 1, 1]) as there:
                while played < rounds:
                    await level(there)
                    asked = [(player, line) for player, line in there if player.client.prompts]
                    if not asked:
                        break
                    await asyncio.sleep(PACE)
                    pair = asked[:2]
                    order = rng.sample(range(2), 2)
                    answers = await together([(*pair[n], "move", answer(pair[n][0], rng)) for n in order])
                    assert answers.count("ack") == 1, answers
                    winners["first tab" if order[answers.index("ack")] == 0 else "second tab"] += 1
                    losers.update(code for code in answers if code != "ack")
                    played += 1

    async def scenario() -> None:
        async with storm_of(rig, path) as storm:
            await asyncio.gather(*(at_one_table(storm, n, ROUNDS // TABLES_AT_ONCE) for n in range(TABLES_AT_ONCE)))

    asyncio.run(scenario())
    campaign.say(f"\nQUA-2.18 {rig.mode}, two answers to one prompt: rounds {winners.total()}, {dict(winners)}, {dict(losers)}")
    assert set(losers) <= {"stale_prompt", "game_over"}
    assert len(winners) == 2
    judge(rig, path)


def unanswered(player: Player) -> bool:
    """Whether this player is asked and has not answered, be it in secret."""
    return any("answer" not in prompt for prompt in player.client.prompts)


def test_undo_against_a_move(rig: Rig, tmp_path: Path) -> None:
    """PRO-4.9: one takes back what it has answered, the other one answers, at the same moment: one of the two wins."""
    winners: Counter[str] = Counter()
    losers: Counter[str] = Counter()
    path = tmp_path / "history.jsonl"

    async def at_one_table(storm: Storm, number: int) -> None:
        rng = Random(storm.seed * 1000 + number)
        while winners.total() < UNDO_ROUNDS:
            # whether all begin with the same cards is asked of both before each deal but the first (EMO-9.2)
            options = {"score37": "on", "gleichstart": "on_request"}
            table = await asyncio.to_thread(open_table, storm.address(number), number, 2, False, options)
            async with tabs(storm, table, [0, 1]) as there:
                while winners.total() < UNDO_ROUNDS:
                    await level(there)
                    asked = [(player, line) for player, line in there if unanswered(player)]
                    if not asked:
                        break
                    await asyncio.sleep(PACE)
                    player, line = rng.choice(asked)
                    acts = [(player, line, "move", answer(player, rng))]
                    takers = [(other, at) for other, at in there if other.client.facts["undo"]["allowed"] and other is not player]
                    acts += [(it, at, "undo", {"move_id": it.new_move_id(), "expect": it.client.v}) for it, at in takers]
                    rng.shuffle(acts)
                    answers = await together(acts)
                    assert answers.count("ack") == 1, answers
                    if takers:
                        winners[acts[answers.index("ack")][2]] += 1
                        losers.update(code for code in answers if code != "ack")

    async def scenario() -> None:
        async with storm_of(rig, path) as storm:
            await asyncio.gather(*(at_one_table(storm, n) for n in range(TABLES_AT_ONCE)))

    asyncio.run(scenario())
    campaign.say(f"\nQUA-2.18 {rig.mode}, undo against move: rounds {winners.total()}, {dict(winners)}, {dict(losers)}")
    assert set(losers) <= {"stale_prompt", "undo_unavailable"}
    assert len(winners) == 2
    judge(rig, path)


def hasty_tables(rig: Rig) -> list[Opened]:
    """Tables at which time is soon up."""
    owners = [Visitor(rig.addresses[number % len(rig.addresses)]) for number in range(CLOCK_TABLES)]
    paths = [owner.post("/neu/emotrions/", "/neu/emotrions/", seats="2", preset="", pace="quick") for owner in owners]
    ids = [path.split("/")[2] for path in paths]
    assert rig.command("tests.faults.shorten", str(BANK_MS), *ids).returncode == 0
    opened = []
    for number, (owner, path) in enumerate(zip(owners, paths, strict=True)):
        guest, place = Visitor(owner.site), invitation(owner, path)
        guest.post(place, place)
        opened.append(Opened(number, ids[number], [owner.cookie, guest.cookie]))
    return opened


class Hasty:
    """Two who make their moves when their time is just up, until it has been up for both, or often enough not."""

    def __init__(self, storm: Storm, table: Opened) -> None:
        self.storm, self.table = storm, table
        self.rng = Random(storm.seed * 1000 + table.number)
        self.lapsed: set[int | None] = set()
        self.said: list[str] = []
        """What came of each move that raced the clock."""

    async def play(self) -> None:
        """Until then, or until the game is over."""
        async with tabs(self.storm, self.table, [0, 1]) as there:
            while len(self.lapsed) < len(there) and len(self.said) < MOST_RACES:
                await level(there)
                asked = [(player, line) for player, line in there if player.client.prompts]
                if not asked:
                    return
                ((player, line),) = asked
                if player.viewer in self.lapsed:  # has more time now than a test can wait
                    await asyncio.sleep(PACE)
                    assert await together([(player, line, "move", answer(player, self.rng))]) == ["ack"]
                else:
                    await self._race(player, line)

    async def _race(self, player: Player, line: Line) -> None:
        reading, asked_at = self.storm.readings[self.table.id][-1], player.client.v
        up, move = reading.at + reading.left[player.viewer or 0] / 1000, answer(player, self.rng)
        await asyncio.sleep(max(PACE, up - self.storm.recorder.now() + self.rng.uniform(*AROUND)))
        self.said += await together([(player, line, "move", move)])
        if self.said[-1] != "ack":
            self.lapsed.add(player.viewer)
            await self.storm.until(lambda: player.client.v > asked_at, WITHIN, "the clock has acted")


def test_time_out_against_a_move(fresh: Rig, tmp_path: Path) -> None:
    """PRO-4.10, QUA-1.9: a move that comes when time is just up: either it counts, or the clock has acted, never both."""
    path = tmp_path / "history.jsonl"

    async def scenario() -> Counter[str]:
        async with storm_of(fresh, path) as storm:
            pairs = [Hasty(storm, table) for table in await asyncio.to_thread(hasty_tables, fresh)]
            await asyncio.gather(*(pair.play() for pair in pairs))
            return Counter(said for pair in pairs for said in pair.said)

    said = asyncio.run(scenario())
    findings = judge(fresh, path)
    campaign.say(
        f"\nQUA-2.18 {fresh.mode}, time-out against move: rounds {said.total()}, {dict(said)}; "
        f"time-outs {findings['time_outs']}, wrong {findings['wrong_time_outs']}"
    )
    assert set(said) == {"ack", "clock_expired"}
    assert findings["time_outs"] >= said.total() - said["ack"]


# --- on pages ----------------------------------------------------------------------------------------------------------------


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all of this in threads that start at the same moment."""
    barrier = Barrier(len(works))

    def after(work: Callable[[], Any]) -> Any:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(after, work) for work in works]]


def seats(rig: Rig, table: str) -> dict[str, Any]:
    """What whoever comes now is told of a table."""
    with Visitor(rig.addresses[-1]).line(table) as line:
        told: dict[str, Any] = line.hello()["d"]["table"]
        return told


def seat_of(visitor: Visitor, table: str) -> int | str:
    """As whom somebody comes to a table."""
    with visitor.line(table) as line:
        viewer: int | str = line.hello()["d"]["viewer"]
        return viewer


def test_ten_for_the_last_seat(rig: Rig) -> None:
    """QUA-1.14: the seat is given once, whoever comes late is told so, and the game starts once."""
    winners: Counter[int] = Counter()
    for _ in range(SEAT_ROUNDS):
        owner = Visitor(rig.addresses[0])
        path = owner.post("/neu/emotrions/", "/neu/emotrions/", seats="2", preset="", score37="on")
        table, place = path.split("/")[2], invitation(owner, path)
        rivals = [Visitor(rig.addresses[number % len(rig.addresses)]) for number in range(RIVALS)]
        ways = at_once([partial(rival.submit, place, rival.token(place)) for rival in rivals])
        assert set(ways) == {path}
        sitting = [number for number, rival in enumerate(rivals) if seat_of(rival, table) == 1]
        assert len(sitting) == 1
        winners[sitting[0]] += 1
        shown = seats(rig, table)
        assert (shown["status"], len(shown["seats"])) == ("running", 2)
        late = [rival.get(path) for number, rival in enumerate(rivals) if number not in sitting]
        assert all("An diesem Tisch ist kein Platz mehr frei." in page for page in late)
    campaign.say(f"\nQUA-2.18 {rig.mode}, ten for the last seat: rounds {SEAT_ROUNDS}, winners {sorted(winners.elements())}")


@pytest.mark.parametrize("times", [2, 5])
def test_start_pressed_twice(rig: Rig, times: int) -> None:
    """QUA-2.18: bots fill the table once."""
    for _ in range(PRESSES):
        owner = Visitor(rig.addresses[0])
        path = owner.post("/neu/emotrions/", "/neu/emotrions/", seats="4", preset="", score37="on")
        presses = [Visitor(rig.addresses[number % len(rig.addresses)]) for number in range(times)]
        for press in presses:
            press.cookies = dict(owner.cookies)
        ways = at_once([partial(press.submit, f"{path}bots/", press.token(path)) for press in presses])
        assert set(ways) == {path}
        shown = seats(rig, path.split("/")[2])
        assert (shown["status"], [seat["seat"] for seat in shown["seats"]]) == ("running", [0, 1, 2, 3])


def test_rematch_twice(rig: Rig) -> None:
    """QUA-2.18: whoever agrees, and how often, at the same moment: one new table comes of it."""
    for turn in range(PRESSES):
        table = open_table(rig.addresses[0], turn, 2, False, {})
        rng = Random(campaign.seed() + turn)
        lines = [RealLine(rig.addresses[n % len(rig.addresses)], table.id, table.cookies[n // 2]) for n in range(4)]
        try:
            for line in lines:
                line.open()
                line.hello()
            play_out(lines, rng)
            answers = at_once([partial(line.ask, "vote", kind="rematch", value=True) for line in lines])
            assert {said["t"] for said in answers} <= {"ack", "error"}
            opened = set()
            for line in lines:
                line.until(lambda client: "table" in client.facts["table"].get("rematch", {}))
                opened.add(line.client.facts["table"]["rematch"]["table"])
            assert len(opened) == 1
        finally:
            for line in lines:
                line.close()
        shown = seats(rig, opened.pop())
        assert (shown["status"], len(shown["seats"])) == ("running", 2)
    campaign.say(f"\nQUA-2.18 {rig.mode}, rematch agreed to four times at once: rounds {PRESSES}, one table each")


def play_out(lines: Sequence[RealLine], rng: Random) -> None:
    """To the end of the game."""
    while True:
        head = max(line.client.v for line in lines)
        for line in lines:
            line.until(lambda client, head=head: client.v >= head)  # type: ignore[misc]
        asked = [line for line in lines if line.client.prompts]
        if not asked:
            return
        prompt = asked[0].client.prompt
        options = [option["id"] for option in prompt["options"]]
        choice = rng.sample(options, rng.randint(prompt["pick"]["min"], prompt["pick"]["max"]))
        assert asked[0].ask("move", **asked[0].move(choice))["t"] == "ack"
