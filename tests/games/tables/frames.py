"""Frames of all sorts for a running site, then a normal game to its end (QUA-3.2): `python -m tests.games.tables.frames`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from websockets.exceptions import ConnectionClosed  # noqa: E402

from tests.games.tables import schemas  # noqa: E402
from tests.games.tables.fuzz import Grammar  # noqa: E402
from tests.games.tables.visitors import RealLine, Visitor  # noqa: E402
from tests.running_site import RunningSite, run_command  # noqa: E402

EVERY = 12
"""Frames after which a line is asked whether it still answers."""

LONG_PING = b"\x89\xfe\x00\x7e\x00\x00\x00\x00" + b"x" * 126
"""A control frame that is longer than the standard allows."""


class Forgetful(dict[str, Any]):
    """Answers that are not held against each other: damage may have made the ids of two frames alike."""

    def __contains__(self, key: object) -> bool:
        """It has seen nothing."""
        return False


class Barrage:
    """Two people at a table send whatever the grammar makes."""

    def __init__(self, site: RunningSite, seed: int) -> None:
        self.site, self.rng = site, Random(seed)
        self.grammar = Grammar(self.rng)
        self.people = [Visitor(site), Visitor(site)]
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self.lines: list[RealLine] = []
        self.tables: list[str] = []
        self.meant: set[str] = set()
        """Ids of the acts in frames that are as their schema says: nothing else may have changed a table."""

    def sit_down(self) -> None:
        """A new table with both of them."""
        for line in self.lines:
            line.close()
        one, other = self.people
        token = one.token("/neu/")
        path = one.submit("/neu/", token, seats="2", pace="untimed", open_to="invited")
        page = one.get(path)
        invite = path + "mit/" + page.partition(f"{path}mit/")[2][:22] + "/"
        other.post(invite, form_at=invite)
        self.tables.append(path.split("/")[2])
        self.lines = [person.line(self.tables[-1]) for person in self.people]
        for line in self.lines:
            line.client.answers = Forgetful()
            line.come_back()

    def fire(self, frames: int) -> None:
        """So many frames, the lines by turns; whoever is cut off comes back."""
        for number in range(frames):
            line = self.lines[number % 2]
            try:
                self._fire_one(line)
                if number % EVERY < 2:
                    self._settle(line)
            except (ConnectionClosed, OSError, TimeoutError):
                self._cut_off(line)
            if line.client.status != "running":
                self.sit_down()

    def _fire_one(self, line: RealLine) -> None:
        if self.rng.random() < 0.01:
            self.counts["control frames too long"] += 1
            line.wire.socket.sendall(LONG_PING)
            return
        sort, frame = self.grammar.frame(line.client)
        self.counts[sort] += 1
        self._remember(frame)
        if isinstance(frame, str) and len(frame) > 4 and self.rng.random() < 0.05:
            self.counts["in fragments"] += 1
            middle = len(frame) // 2
            line.wire.send([frame[:middle], frame[middle:]])
        else:
            line.send(frame)

    def _settle(self, line: RealLine) -> None:
        """Take in what has come, until a ping is answered."""
        line.serial += 1
        asked = f"s-{line.serial}"
        line.send({"t": "hello", "id": asked, "d": {"lang": "de", "caps": [], "client": "frames"}})
        while True:
            message = line.hear()
            self._note(message)
            if message.get("re") == asked:
                return

    def _note(self, message: dict[str, Any]) -> None:
        if message["t"] == "error":
            self.counts[f"answered {message['d']['code']}"] += 1
            if message["d"]["code"] == "internal":
                self.failures.append(str(message))
        elif message["t"] == "ack" and "move_id" in message["d"] and not message["d"].get("dup"):
            self.counts["acked"] += 1

    def _cut_off(self, line: RealLine) -> None:
        with suppress(OSError, TimeoutError):
            code = line.close_code()
            self.counts[f"closed {code}"] += 1
            if code in {1011, 4500}:
                self.failures.append(f"closed with {code}")
        line.come_back()

    def _remember(self, frame: str | bytes) -> None:
        """What this frame may do."""
        with suppress(ValueError, AssertionError, KeyError, TypeError, RecursionError):
            message = json.loads(frame)
            schemas.check("client", message)
            self.meant.add(message["d"]["move_id"])

    def changes(self) -> list[str]:
        """The acts that tables have kept."""
        query = f"Command.objects.filter(table__in={self.tables!r}).values_list('move_id', flat=True)"
        command = f"import json; from games.tables.models import Command; print('kept=' + json.dumps(list({query})))"
        printed = run_command("shell", "--no-imports", "-c", command, var=self.site.var).stdout
        kept: list[str] = json.loads(printed.partition("kept=")[2])
        return kept


def play_normally(site: RunningSite) -> int:
    """A game against a bot to its end; how many answers it took."""
    visitor = Visitor(site)
    answers = 0
    with visitor.line(visitor.play_now()) as line:
        line.hello()
        while line.wait():
            assert line.ask("move", **line.move())["t"] == "ack"
            answers += 1
        assert line.client.status == "finished"
    return answers


def resident(pid: int) -> float:
    """MiB that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def run(site: RunningSite, frames: int, seed: int) -> dict[str, Any]:
    """All of it; what came of it."""
    barrage = Barrage(site, seed)
    barrage.sit_down()
    barrage.fire(min(300, frames // 4))  # so that what is made once is there
    (pid,) = site.servers()
    before, began = resident(pid), time.monotonic()
    barrage.fire(frames - min(300, frames // 4))
    seconds = time.monotonic() - began
    grown = resident(pid) - before
    barrage.failures += [f"server {pid} has died"] if site.servers() != [pid] else []
    barrage.failures += [line for line in site.output.splitlines() if "Traceback" in line or "CRITICAL" in line]
    kept = barrage.changes()
    answers = play_normally(site)
    return {
        "seed": seed,
        "tried": frames,
        "5xx": len(barrage.failures),
        "failures": barrage.failures[:5],
        "acts_kept": len(kept),
        "state_changes": len(set(kept) - barrage.meant),
        "grown_mib": round(grown, 1),
        "seconds": round(seconds, 1),
        "normal_game": answers,
        "counts": dict(sorted(barrage.counts.items())),
    }


def main() -> int:
    """As the command line says; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="kartenhaus-frames-") as folder,
        RunningSite(Path(folder), BOT_DELAY_MS="0", SOCKET_LIMITS="false") as site,
    ):
        found = run(site, arguments.frames, arguments.seed)
    for name, value in found.items():
        sys.stdout.write(f"{name}: {value}\n")
    return 1 if found["5xx"] or found["state_changes"] else 0


if __name__ == "__main__":
    sys.exit(main())
