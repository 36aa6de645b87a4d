"""`manage.py cases GAME [FILE...]`: run worked cases against the card data they were written for."""

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings

from games.engine import cases, registry
from games.engine.errors import BrokenData
from games.management.report import ReportCommand

CASES = Path("tests") / "cases"
"""Where the project keeps its case files; the card data they were written for lie in `cards/` beside them."""


class Command(ReportCommand):
    """Runs worked cases of a game."""

    help = "Runs worked cases of a game (or of the leaderboards) and says what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, and the files if others than the project's."""
        super().add_arguments(parser)
        parser.add_argument("game", help="the game, such as emotrions")
        parser.add_argument(
            "files", nargs="*", type=Path, metavar="FILE", help="case files (default: tests/cases/GAME.json and GAME_*.json)"
        )

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """Every case of every file; each failure is printed with its rules and what differs.

        Cases of kinds that nothing can play yet are counted apart, and keep the whole from being a success.
        """
        name: str = options["game"]
        adapter = registry.adapter(name)
        home = settings.BASE_DIR / CASES
        cards = home / "cards" / f"{name}.json"
        passed, failures, unknown = 0, [], Counter[str]()
        for path in options["files"] or [home / f"{name}.json", *sorted(home.glob(f"{name}_*.json"))]:
            for result in cases.run(cases.read(path), adapter, _bytes(cards)):
                passed += result.passed
                if result.unknown:
                    unknown[result.unknown] += 1
                elif not result.passed:
                    failures.append({"id": result.id, "differences": result.differences})
                    self.stdout.write(self.style.ERROR(f"{result.id}: {result.title} ({', '.join(result.rules)})"))
                    for difference in result.differences:
                        self.stdout.write(f"    {difference}")
        for kind, count in sorted(unknown.items()):
            self.stdout.write(self.style.WARNING(f"{kind}: {count} cases, not known yet"))
        self.stdout.write(f"{passed} passed, {len(failures)} failed" + (f", {unknown.total()} not known yet" if unknown else ""))
        figures = {"passed": passed, "failed": len(failures), "failures": failures}
        return figures | ({"unknown": dict(unknown)} if unknown else {}), not failures and not unknown


def _bytes(path: Path) -> bytes:
    """The card data; empty for adapters that need none."""
    if not path.exists():
        return b""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BrokenData("cards", f"{path}: {error.strerror}") from error
