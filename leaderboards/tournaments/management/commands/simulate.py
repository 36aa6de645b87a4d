"""`manage.py simulate`: bots play a whole tournament at real tables, and the server is killed once in the middle."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import User
from games.management.report import ReportCommand, positive
from games.tables.models import Command as Move
from leaderboards.tournaments import entries, life, making, recomputing, sealed
from leaderboards.tournaments.models import Match, Tournament
from leaderboards.tournaments.plan import MANY, Plan, StageRules, TableRules, Teams
from leaderboards.tournaments.presets import PRESETS, TABLE_SIZES

FORMATS: dict[str, tuple[StageRules, ...]] = {
    "single": (StageRules("single", third_place=True),),
    "double": (StageRules("double"),),
    "round_robin": (StageRules("round_robin"),),
    "swiss": (StageRules("swiss"),),
    "groups": (StageRules("round_robin", groups=2, qualify=2), StageRules("single")),
    "swiss_double": (StageRules("swiss", qualify=4), StageRules("double")),
    "heats": (StageRules("heats", rounds=3, draw="swiss"),),
    "heats_planned": (StageRules("heats", rounds=3, draw="pre_planned"),),
    "heats_knockout": (StageRules("heats_knockout"),),
    "arena": (StageRules("arena", minutes=20),),
}
"""What can be simulated, by name."""

HALF_OF_AN_ARENA = 6
"""Matches after which its server is killed; after twice as many the time is set to be up."""

PATIENCE_S = 3600
LOOK_EVERY_S = 0.5


class Command(ReportCommand):
    """Plays a tournament."""

    help = (
        "tournament: so many bots enter, play real tables on a server of their own with a temporary database, and finish; in "
        "the middle the server is killed and started again. Afterwards all results, pairings and places are worked out once "
        "more from the finished tables. Exits 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is played."""
        what = parser.add_subparsers(dest="what", required=True)
        event = what.add_parser("tournament", help="a whole tournament of bots")
        event.add_argument("--format", choices=sorted(FORMATS), default="swiss", dest="form")
        event.add_argument("--game", default="emotrions", dest="slug", metavar="G")
        event.add_argument("--players", type=positive, default=8, metavar="N")
        event.add_argument("--preset", choices=sorted(PRESETS), help="table settings (default: the first that fits)")
        event.add_argument("--bot", default="random", help="which bot they all are (default random, the quickest)")
        event.add_argument("--sealed", metavar="MIX", help="decks are built from packs that are opened there: base or mixed")
        event.add_argument("--drive", metavar="FILE", help="for the command itself: play on a server that is there already")
        super().add_arguments(event)

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """The figures, one a line."""
        if options["drive"]:
            return self.drive(options)
        figures = _Site().run(options)
        for name, value in figures.items():
            self.stdout.write(f"{name:24} {value}")
        return figures, not figures["faults"] and figures["state"] == "finished"

    # --- on the site itself ----------------------------------------------------------------------------------------------------

    def drive(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """Make the tournament, tell when half of it is played, and look at it when it is over."""
        row = self.open(options)
        began, told = time.monotonic(), False
        while time.monotonic() < began + PATIENCE_S:
            row.refresh_from_db()
            over = row.matches.filter(state__in=Match.OVER).count()
            if row.state == Tournament.State.FINISHED:
                break
            if not told and over >= self.half(row):
                told = bool(Path(options["drive"]).write_text("half", encoding="ascii"))
            if row.rules.stages[-1].kind == "arena" and over >= 2 * HALF_OF_AN_ARENA:
                row.stages.filter(ends_at__gt=timezone.now()).update(ends_at=timezone.now())
            time.sleep(LOOK_EVERY_S)
        faults = [*recomputing.faults(row), *sealed.faults(row)]
        figures = {
            "format": options["form"],
            "game": options["slug"],
            "players": options["players"],
            "state": row.state,
            "matches": row.matches.filter(state__in=Match.OVER).count(),
            "played": row.matches.filter(played=True).count(),
            "decisions": Move.objects.count(),
            "killed": int(told),
            "faults": len(faults),
            "first_faults": faults[:5],
            "seconds": round(time.monotonic() - began, 1),
        }
        return figures, not faults

    def open(self, options: dict[str, Any]) -> Tournament:
        """A tournament of bots, begun."""
        owner = User.objects.create_user("organiser", password=None)
        row = making.create(owner, plan_of(options), {"name": f"{options['form']} {options['players']}"})
        life.move(row.pk, owner, "registration")
        for number in range(1, options["players"] + 1):
            entries.enter_bot(row.pk, owner, options["bot"], f"Bot {number}")
        if options["sealed"]:
            life.move(row.pk, owner, "check_in")
        return life.move(row.pk, owner, "running")

    @staticmethod
    def half(row: Tournament) -> int:
        """After how many matches the server is killed."""
        kind = row.rules.stages[0].kind
        if kind == "arena":
            return HALF_OF_AN_ARENA
        return max(1, row.matches.count() // 2) if kind not in MANY else 1


def plan_of(options: dict[str, Any]) -> Plan:
    """A plan of casual games without clocks, with the table settings of a preset."""
    least, most = TABLE_SIZES.get(options["slug"], (3, 4))
    sizes = {"minimum": least, "preferred": min(most, 4)}
    stages = tuple(replace(stage, **sizes) if stage.kind in MANY else stage for stage in FORMATS[options["form"]])
    fits = [one for one in PRESETS.values() if one.game == options["slug"] and stages[0].kind in one.formats]
    preset = PRESETS[options["preset"]] if options["preset"] else next(iter(fits), None)
    table = dict(preset.table) if preset is not None else {}
    if any(stage.kind in (*MANY, "arena") for stage in stages):
        table |= {"series": "single", "games": 1}
    rules = TableRules(**{**table, "rated": False, "mode": "untimed"})
    teams: Teams = preset.teams if preset is not None else "none"
    plan = Plan(options["slug"], stages, rules, limit=4096, reputation=0, pause_s=0, seeding="lot", teams=teams)
    return replace(plan, decks="sealed", mix=options["sealed"], check_in=True) if options.get("sealed") else plan


class _Site:
    """A server on a temporary database that is killed once."""

    def __init__(self) -> None:
        self.root = Path(settings.BASE_DIR)

    def run(self, options: dict[str, Any]) -> dict[str, Any]:
        """Start, kill in the middle, start again; what the driver found."""
        with tempfile.TemporaryDirectory(prefix="kartenhaus-simulate-") as folder:
            environment = {**os.environ, "KARTENHAUS_VAR": str(Path(folder) / "var")}
            environment["BOT_DELAY_MS"] = "0"
            for name in ("DATABASE_URL", "REDIS_URL"):
                environment.pop(name, None)
            signal_file = Path(folder) / "half"
            server = self.start(environment, folder)
            try:
                words = ["simulate", "tournament", "--json", "--drive", str(signal_file), "--format", options["form"]]
                words += ["--game", options["slug"], "--players", str(options["players"]), "--bot", options["bot"]]
                words += ["--preset", options["preset"]] if options["preset"] else []
                words += ["--sealed", options["sealed"]] if options["sealed"] else []
                driver = subprocess.Popen(  # noqa: S603
                    [sys.executable, str(self.root / "manage.py"), *words], env=environment, stdout=subprocess.PIPE, text=True
                )
                while driver.poll() is None:
                    if signal_file.exists():
                        signal_file.unlink()
                        self.kill(server)
                        server = self.start(environment, folder)
                    time.sleep(LOOK_EVERY_S)
                said = driver.stdout.read().strip() if driver.stdout else ""
            finally:
                self.kill(server)
        if not said:
            raise CommandError("the tournament could not be played: see above")
        figures: dict[str, Any] = json.loads(said.splitlines()[-1])
        return figures

    @staticmethod
    def kill(server: subprocess.Popen[bytes]) -> None:
        """All of its processes at once, without a word."""
        for process in (server.pid, *_below(server.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        server.wait()

    def start(self, environment: dict[str, str], folder: str) -> subprocess.Popen[bytes]:
        """A server that answers."""
        log = Path(folder) / "log"
        with log.open("wb") as output:
            server = subprocess.Popen(  # noqa: S603
                [sys.executable, str(self.root / "manage.py"), "up", "--port", "0"],
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        while "Kartenhaus: http" not in log.read_text(encoding="utf-8", errors="replace"):
            if server.poll() is not None:
                raise OSError(log.read_text(encoding="utf-8", errors="replace"))
            time.sleep(LOOK_EVERY_S)
        return server


def _below(process: int) -> list[int]:
    """All processes that this one has started, and those of these."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        own = [int(child) for task in tasks for child in (task / "children").read_text(encoding="ascii").split()]
    except OSError:
        return []
    return [*own, *(child for one in own for child in _below(one))]
