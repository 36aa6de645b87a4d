"""The frame of the engine's commands: `--json`, readable errors, exit status 1 on any failure."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games.engine import registry
from games.engine.errors import BrokenData, EngineError, InvalidOptions
from games.engine.game import Game
from games.engine.meta import Options
from games.engine.playout import seats_in_turn
from games.texts import speak


class ReportCommand(BaseCommand):
    """A command that ends with figures: readable, and with `--json` as one object on the last line.

    Subclasses give `report`, which returns the figures and whether all went well. Whatever the engine refuses is printed, and
    stands as `error` in the object.
    """

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--json` for all."""
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object on the last line")

    def handle(self, **options: Any) -> None:
        """Run, print, and exit with status 1 on any failure."""
        slug = options.get("game") or ""
        try:
            figures, ok = self.report(options)
        except InvalidOptions as error:
            self._fail(options, "; ".join(f"{problem.option}: {self._say(problem, slug)}" for problem in error.problems))
        except BrokenData as error:
            self._fail(options, str(error))
        except EngineError as error:
            self._fail(options, speak(error.text, "en"))
        except DatabaseError as error:
            self._fail(options, f"the database cannot be read: {error}. If it is new: manage.py migrate")
        else:
            if options["json"]:
                self.stdout.write(json.dumps(figures, ensure_ascii=False))
            if not ok:
                sys.exit(1)

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """The figures, and whether all went well."""
        raise NotImplementedError

    def progress(self, done: int, of: int) -> None:
        """A line on a terminal while it takes long; nothing into a file or a pipe."""
        if sys.stderr.isatty() and (done % max(1, of // 100) == 0 or done == of):
            self.stderr.write(f"\r{done} of {of}", ending="\n" if done == of else "")

    def _say(self, problem: Any, slug: str) -> str:
        return speak(problem.text, "en", slug if slug in registry.slugs() else "")

    def _fail(self, options: dict[str, Any], message: str) -> None:
        self.stderr.write(self.style.ERROR(message))
        if options["json"]:
            self.stdout.write(json.dumps({"error": message}, ensure_ascii=False))
        sys.exit(1)


class GameCommand(ReportCommand):
    """A command about one game played with certain options."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, its options, and the seed that makes a run repeatable."""
        super().add_arguments(parser)
        parser.add_argument("game", help="the game, such as emotrions")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a table option or preset=NAME; may be given several times",
        )
        parser.add_argument("--seed", type=int, default=1, help="makes the run repeatable (default 1)")

    def chosen(self, options: dict[str, Any]) -> tuple[type[Game[Any]], Options, list[int]]:
        """The game, its options as given, and the numbers of players to cycle through.

        Raises `UnknownName` or `InvalidOptions`.
        """
        game = registry.game(options["game"])
        table, preset_seats = game.meta.parse(options["option"])
        seats = options.get("seats")
        return game, table, seats_in_turn(game, table, preset_seats if seats is None else seats)


def positive(text: str) -> int:
    """A whole number from 1 on, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
