"""`manage.py up`: prepares everything, then runs the site and keeps it running, until Ctrl-C."""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import deque
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config import listening

# A child that dies before it has served for so long did not start properly.
SETTLED_AFTER = 5.0
# After so many failed starts within so many seconds it is given up.
MAX_FAILED_STARTS = 5
WITHIN = 60.0
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
# How long a child may take to stop before it is killed (QUA-2.11).
STOP_WITHIN = 30.0
LOOK_EVERY = 0.05


class Command(BaseCommand):
    """Runs the whole site on this machine: one process that serves, and this one that watches over it."""

    help = (
        "Runs the whole site: fetches and compiles what is missing, brings the database up to date, checks the cards, "
        "and serves pages, live play, bots and clocks. A server that dies is started again. Ctrl-C stops it."
    )
    requires_system_checks = []
    stopping = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        listening.add_listening_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, then supervise until told to stop."""
        host, port = options["host"], options["port"]
        for stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stop, self.stop)
        try:
            listener = listening.listen(host, port)
        except listening.CannotListen as error:
            raise CommandError(f"Cannot listen on {host} port {port}: {error}. Another one: manage.py up --port N") from error
        port = listener.getsockname()[1]  # 0 asks for any that is free
        if sys.platform == "win32":
            listener.close()  # a socket cannot be handed on there: each server opens its own
        listening.warn_if_reachable(host, self.stderr)
        with listener:
            try:
                self.make_ready()
            except CommandError:
                # Ctrl-C also reaches what a step has started; its failure is then no news.
                if not self.stopping:
                    raise
            self.supervise(host, port, listener)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """On the first Ctrl-C stop in order."""
        self.stopping = True

    def told_to_stop(self) -> bool:
        """Tell whether to stop: a signal may say so at any moment."""
        return self.stopping

    def make_ready(self) -> None:
        """Do once what every server process needs."""
        output = {"stdout": self.stdout, "stderr": self.stderr}
        call_command("prepare", **output)
        call_command("migrate", interactive=False, verbosity=0, **output)
        call_command("check_decks", **output)
        self.check(display_num_errors=True)
        connections.close_all()

    def supervise(self, host: str, port: int, listener: socket.socket) -> None:
        """Start the server, again whenever it dies, and end it when told to stop."""
        failed_starts: deque[float] = deque(maxlen=MAX_FAILED_STARTS)
        pause = FIRST_PAUSE
        announced = False
        while not self.told_to_stop():
            started = time.monotonic()
            child = self.start_child(host, port, listener)
            announced = announced or self.announce(child, host, port)
            status = self.watch(child)
            if self.told_to_stop():
                break
            if child.returncode == 0:
                self.stderr.write("The server was told to end; starting it again.")
                continue
            now = time.monotonic()
            if announced and now - started > SETTLED_AFTER:
                pause = 0.0  # players are waiting (QUA-1.8)
                failed_starts.clear()
            else:
                failed_starts.append(now)
                soon = not announced or now - failed_starts[0] < WITHIN  # on a slow machine not even five failures are quick
                if len(failed_starts) == MAX_FAILED_STARTS and soon:
                    raise CommandError(
                        f"The server died {MAX_FAILED_STARTS} times just after its start, the last time with {status}. "
                        "What it wrote above says why."
                    )
            self.stderr.write(f"The server died ({status}); starting it again.")
            self.sleep(pause)
            pause = min(max(2 * pause, FIRST_PAUSE), LONGEST_PAUSE)
        self.stdout.write("Kartenhaus has stopped.")

    def start_child(self, host: str, port: int, listener: socket.socket) -> "subprocess.Popen[bytes]":
        """Start one server process, away from the terminal's Ctrl-C: it is stopped by this one.

        It takes connections from our socket. So whoever connects while it is started again waits for it, and is not refused:
        after a crash players are back as soon as the server is, not only when they next try (QUA-1.8).
        """
        handed = [] if listener.fileno() < 0 else [listener.fileno()]
        where = ["--host", host, "--port", str(port), "--parent", str(os.getpid())]
        where += [word for number in handed for word in ("--listener", str(number))]
        return subprocess.Popen(  # noqa: S603
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve", "--skip-checks", *where],
            stdin=subprocess.DEVNULL,
            pass_fds=handed,
            start_new_session=True,
        )

    def announce(self, child: "subprocess.Popen[bytes]", host: str, port: int) -> bool:
        """Wait until the port answers, and say so; do not if the child dies before, or we are to stop."""
        while not listening.is_answering(listening.reachable_as(host), port):
            if self.stopping or child.poll() is not None:
                return False
            time.sleep(LOOK_EVERY)
        self.stdout.write(f"Kartenhaus: {listening.web_address(host, port)}")
        self.stdout.flush()
        return True

    def watch(self, child: "subprocess.Popen[bytes]") -> str:
        """Wait for the end of the child, or bring it about when we are to stop; return how it ended."""
        while child.poll() is None and not self.stopping:
            time.sleep(LOOK_EVERY)
        if child.poll() is None:
            child.terminate()
            try:
                child.wait(STOP_WITHIN)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        return f"status {child.returncode}" if child.returncode >= 0 else f"signal {-child.returncode}"

    def sleep(self, seconds: float) -> None:
        """Wait, but not longer than until we are to stop."""
        end = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < end:
            time.sleep(LOOK_EVERY)
