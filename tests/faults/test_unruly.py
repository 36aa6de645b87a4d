"""A client that keeps to no rule: doubles, late and reordered resends, answers to old questions, other content (QUA-2.19)."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from tests.faults import campaign
from tests.faults.rig import Rig, figures
from tests.faults.tables import Opened, open_table
from tests.games.tables.visitors import RealLine

MOVES = 200 if campaign.FULL else 40
WRONG = ("old prompt", "other content", "doubled", "resent", "reordered", "unknown option", "not asked", "wrong expect")


@contextmanager
def lines_at(rig: Rig, table: Opened, *viewers: int | None) -> Iterator[list[RealLine]]:
    """A socket for each of these, greeted; on the servers in turn."""
    lines: list[RealLine] = []
    for number, viewer in enumerate(viewers):
        cookie = "" if viewer is None else table.cookies[viewer]
        lines.append(RealLine(rig.addresses[number % len(rig.addresses)], table.id, cookie))
    try:
        for line in lines:
            line.open()
            line.hello()
        yield lines
    finally:
        for line in lines:
            line.close()


def fresh(rig: Rig, table: Opened, seat: int) -> RealLine:
    """What somebody who comes now is shown."""
    with lines_at(rig, table, seat) as (line,):
        return line


def move(line: RealLine, rng: Random, **other: Any) -> dict[str, Any]:
    """A random answer."""
    prompt = line.client.prompts[0]
    options = [option["id"] for option in prompt["options"]]
    return line.move(rng.sample(options, rng.randint(prompt["pick"]["min"], prompt["pick"]["max"]))) | other


def code(answer: dict[str, Any]) -> str:
    """`ack`, `dup`, or the code of the refusal."""
    return str(answer["d"]["code"]) if answer["t"] == "error" else "dup" if answer["d"]["dup"] else "ack"


class Unruly:
    """Two players, of whom one does what comes to its mind; the other tab of its seat watches."""

    def __init__(self, lines: list[RealLine], rng: Random) -> None:
        self.mine, self.other_tab, self.theirs = lines
        self.rng = rng
        self.done: list[tuple[dict[str, Any], int]] = []
        self.said: Counter[str] = Counter()

    def level(self) -> int:
        """All three know the same version."""
        head = max(line.client.v for line in (self.mine, self.other_tab, self.theirs))
        for line in (self.mine, self.other_tab, self.theirs):
            line.until(lambda client: client.v >= head)
        return head

    def play(self) -> bool:
        """One proper move of whoever is asked; false when the game is over."""
        self.level()
        asked = [line for line in (self.mine, self.theirs) if line.client.prompts]
        if not asked:
            return False
        line = asked[0]
        sent = move(line, self.rng)
        answer = line.ask("move", **sent)
        assert code(answer) == "ack"
        if line is self.mine:
            self.done.append((sent, answer["d"]["version"]))
        self.level()
        return True

    def misbehave(self) -> None:
        """Something wrong, which is answered with the right code and changes nothing (PRO-4.5, 4.6)."""
        before = self.level()
        kind = self.rng.choice(WRONG)
        expected = getattr(self, kind.replace(" ", "_"))()
        if expected is not None:
            self.said[f"{kind}: {expected}"] += 1
        assert self.level() == before, kind

    def expect(self, sent: dict[str, Any], *codes: str) -> str:
        """Send this; the answer is one of these."""
        answer = code(self.mine.ask("move", **sent))
        assert answer in codes, (sent, answer)
        return answer

    def old_prompt(self) -> str | None:
        closed = [sent for sent, _ in self.done if sent["prompt"] not in [q["id"] for q in self.mine.client.prompts]]
        return self.expect(closed[-1] | {"move_id": self._new_id()}, "stale_prompt") if closed else None

    def other_content(self) -> str | None:
        if not self.done:
            return None
        sent, _ = self.rng.choice(self.done)
        return self.expect(sent | {"choice": [*sent["choice"], "more"]}, "move_id_conflict")

    def doubled(self) -> str | None:
        """The same frame three times in a row, the last move again."""
        if not self.done:
            return None
        sent, version = self.done[-1]
        for _ in range(3):
            answer = self.mine.ask("move", **sent)
            assert (code(answer), answer["d"]["version"]) == ("dup", version)
        return "dup"

    def resent(self) -> str | None:
        """From the other tab, long after."""
        if not self.done:
            return None
        sent, version = self.rng.choice(self.done)
        answer = self.other_tab.ask("move", **sent)
        assert (code(answer), answer["d"]["version"]) == ("dup", version)
        return "dup"

    def reordered(self) -> str | None:
        """Several old moves, in any order."""
        for sent, version in self.rng.sample(self.done, min(4, len(self.done))):
            answer = self.mine.ask("move", **sent)
            assert (code(answer), answer["d"]["version"]) == ("dup", version)
        return "dup" if self.done else None

    def unknown_option(self) -> str | None:
        if not self.mine.client.prompts:
            return None
        return self.expect(move(self.mine, self.rng, choice=["nothing-like-this"]), "illegal_choice")

    def not_asked(self) -> str | None:
        if not self.theirs.client.prompts:
            return None
        return self.expect(move(self.theirs, self.rng, move_id=self._new_id()), "not_your_prompt")

    def wrong_expect(self) -> str | None:
        if not self.mine.client.prompts:
            return None
        sent = move(self.mine, self.rng)
        return self.expect(sent | {"expect": sent["expect"] + 1}, "stale_prompt")

    def _new_id(self) -> str:
        self.mine.serial += 1
        return f"n-{self.mine.serial}"


def test_unruly_client(rig: Rig) -> None:
    """QUA-2.19, PRO-4.5, PRO-4.6: the right code each time, and only first valid answers change anything."""
    seed = campaign.seed()
    rng = Random(seed)
    table = open_table(rig.addresses[0], 0, 2, False, {"score37": "on"})
    with lines_at(rig, table, 0, 0, 1) as lines:
        unruly = Unruly(lines, rng)
        moves = 0
        while moves < MOVES and unruly.play():
            moves += 1
            unruly.misbehave()
        campaign.say(f"\nQUA-2.19 {rig.mode}: {moves} moves, {dict(sorted(unruly.said.items()))}, seed {seed}")
        assert len(unruly.said) > len(WRONG) / 2
        for line in lines:
            line.client.same_as(fresh(rig, table, 1 if line is unruly.theirs else 0).client)
        head = unruly.level()
        pid = rig.signal_server(0, signal.SIGKILL)
        rig.wait_for_server(0, pid)
        for sent, version in unruly.done[:2]:  # as after ten minutes: nothing in memory knows of it
            unruly.mine.come_back()
            answer = unruly.mine.ask("move", **sent)
            assert (code(answer), answer["d"]["version"]) == ("dup", version)
        assert unruly.mine.client.v == head
    verified = figures(rig.command("manage", "verify", "--table", table.id, "--json"))
    assert verified["faults"] == []
    assert verified["commands"] == head


def test_after_the_end(rig: Rig) -> None:
    """QUA-2.19: the last move again is known, a new one comes too late."""
    table = open_table(rig.addresses[0], 0, 2, False, {})
    with lines_at(rig, table, 0, 0, 1) as lines:
        unruly = Unruly(lines, Random(campaign.seed()))
        while unruly.play():
            pass
        assert unruly.mine.client.status == "finished"
        assert unruly.doubled() == "dup"
        sent, _ = unruly.done[-1]
        assert unruly.expect(sent | {"move_id": "late"}, "game_over") == "game_over"
        assert code(unruly.mine.ask("undo", move_id="late-undo", expect=unruly.mine.client.v)) == "game_over"


@pytest.mark.parametrize("known", [{"since": 10_000}, {"since": 2, "epoch": 7}, {"since": 2**31, "epoch": 1}])
def test_what_nobody_can_know(rig: Rig, known: dict[str, int]) -> None:
    """PRO-5.2, QUA-2.19: `since` from the future or of another epoch gets a snapshot."""
    table = open_table(rig.addresses[0], 0, 2, False, {"score37": "on"})
    with lines_at(rig, table, 0, 0, 1) as lines:
        unruly = Unruly(lines, Random(1))
        for _ in range(3):
            unruly.play()
        answer = unruly.mine.ask("hello", lang="de", caps=[], client="test", **{"epoch": 1, **known})
        assert (answer["d"]["mode"], answer["v"]) == ("snapshot", 3)
