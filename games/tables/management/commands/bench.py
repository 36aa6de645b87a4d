"""`manage.py bench`: how fast the site is, whether it stays so in long games, and what rooms above measure."""

from __future__ import annotations

import asyncio
import resource
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Coroutine
from contextlib import nullcontext
from typing import Any

from django.conf import settings

from games.management.report import ReportCommand, positive
from games.tables.bench import fanout, growth, live, register, server
from games.tables.bench.wire import Refused

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


class Command(ReportCommand):
    """Measures a site."""

    help = (
        "live and fanout measure a running site from outside, by its pages and sockets: a server that they start themselves on a "
        "temporary SQLite database, or any other by its address. All times are from monotonic clocks. client_cpu is the share of "
        "one core that this command used: near 1 means that it was the bottleneck itself. server_cpu_ms_per_move counts all "
        "processes of the site on this machine but databases; it is left out if the site runs elsewhere. A site that is measured "
        "by its address should run with SOCKET_LIMITS=false and many open files allowed. growth plays in this process, on a "
        "temporary database; what else there is plays nothing and needs no site. Exits 1 on any error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to measure, and where."""
        self.others = register.benches()
        what = parser.add_subparsers(dest="what", required=True, metavar="|".join(("live", "fanout", "growth", *self.others)))
        playing = what.add_parser("live", help="many tables of two at once: moves per second, and how long each takes")
        playing.add_argument("--tables", type=positive, default=50, metavar="N", help="tables at once (default 50)")
        playing.add_argument("--seconds", type=float, default=10, metavar="S", help="how long it counts (default 10)")
        playing.add_argument(
            "--rate",
            type=float,
            metavar="R",
            help="moves per second in all, each timed from when it was planned (default: the next one as soon as one is done)",
        )
        watching = what.add_parser("fanout", help="how long a move takes to the first, median and last spectator of a table")
        watching.add_argument("--spectators", type=positive, default=1000, metavar="N", help="how many (default 1000)")
        growing = what.add_parser("growth", help="CPU time of a move late in a game, as a multiple of that of an early one")
        growing.add_argument("--tables", type=positive, default=8, metavar="N", help="games that count: long ones (default 8)")
        for part in (playing, watching):
            part.add_argument("--url", metavar="U", help="the site to measure (default: one started for this)")
        for part in (playing, watching, growing):
            super().add_arguments(part)
        for name, bench in self.others.items():
            part = what.add_parser(name, help=bench.HELP)
            bench.arguments(part)
            super().add_arguments(part)

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """All figures, one a line."""
        signal.signal(signal.SIGINT, signal.default_int_handler)  # shells start what runs in the background without it
        try:
            measured = self.measured(options)
        except (Refused, OSError, TimeoutError) as error:
            self._fail(options, str(error) or type(error).__name__)
        except KeyboardInterrupt:
            self.stderr.write("stopped")
            sys.exit(INTERRUPTED)
        self.stdout.write(measured.remark)
        for name, value in measured.figures.items():
            self.stdout.write(f"{name:24} {value}")
        return measured.figures, measured.ok

    def measured(self, options: dict[str, Any]) -> register.Measured:
        """What was found."""
        if bench := self.others.get(options["what"]):
            return bench.run(options)
        figures, remark = growth.run(options["tables"]) if options["what"] == "growth" else self.from_outside(options)
        return register.Measured(figures, figures["errors"] == 0 and figures.get("moves_per_s", 1) > 0, remark)

    def from_outside(self, options: dict[str, Any]) -> tuple[dict[str, Any], str]:
        """Figures of a running site."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        site = nullcontext(options["url"].rstrip("/")) if options["url"] else server.own(settings.BASE_DIR)
        with site as url:
            return _run(self.measurement(url, options))

    @staticmethod
    def measurement(url: str, options: dict[str, Any]) -> Coroutine[Any, Any, tuple[dict[str, Any], str]]:
        """What was asked for."""
        if options["what"] == "fanout":
            return fanout.run(url, options["spectators"])
        return live.run(live.Order(url, options["tables"], options["seconds"], options["rate"]))


def _run(measurement: Coroutine[Any, Any, tuple[dict[str, Any], str]]) -> tuple[dict[str, Any], str]:
    """In a loop as fast as that of the server."""
    if sys.platform == "win32":
        return asyncio.run(measurement)
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(measurement)
