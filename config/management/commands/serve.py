"""`manage.py serve`: one server process, for `manage.py up` or for an operator's own supervisor."""

import asyncio
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.listening import add_listening_arguments, warn_if_reachable


class Command(BaseCommand):
    """Serves pages, sockets and background work in one process."""

    help = "Runs one server process: pages, sockets for live play, and the background work beside them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, and whom to end with."""
        add_listening_arguments(parser)
        parser.add_argument("--parent", type=int, metavar="PID", help="end when this is no longer the parent process")
        parser.add_argument("--listener", type=int, metavar="FD", help="take connections from this socket, which listens already")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until SIGTERM or SIGINT."""
        host, port = options["host"], options["port"]
        if warn_if_reachable(host, self.stderr):
            settings.DEBUG = False
        if sys.platform != "win32":
            import uvloop

            asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
        from config.asgi import application
        from config.server import SiteServer

        server = SiteServer(application, host, port, options["parent"], options["listener"])
        server.run()
        if server.failure:
            raise CommandError(server.failure)
