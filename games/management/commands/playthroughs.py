"""`manage.py playthroughs [GAME...]`: compare recorded random games with what the rules play today, or record them anew."""

from argparse import ArgumentParser
from difflib import unified_diff
from pathlib import Path
from typing import Any

from django.conf import settings

from games.engine import playthrough, registry
from games.engine.meta import Preset
from games.management.report import ReportCommand

HOME = Path("tests") / "playthroughs"


class Command(ReportCommand):
    """Compares or records playthroughs."""

    help = (
        "Compares the recorded random games under tests/playthroughs with what the rules play today, and prints the difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games; and whether to record."""
        super().add_arguments(parser)
        parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
        parser.add_argument(
            "--write", action="store_true", help="record anew instead of comparing: after a wanted change of a rule"
        )

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """One file for each preset of a game, with the fewest and the most players it is allowed with."""
        same, changed = 0, []
        for slug in options["games"] or registry.slugs():
            for path, lines in playthroughs(slug):
                if options["write"]:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
                recorded = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
                if recorded == lines:
                    same += 1
                    continue
                changed.append(path.name)
                for line in list(unified_diff(recorded, lines, str(path), "the rules today", lineterm=""))[:40]:
                    self.stdout.write(line)
        self.stdout.write(f"{same} playthroughs as recorded, {len(changed)} changed")
        return {"same": same, "changed": changed}, not changed


def playthroughs(slug: str) -> list[tuple[Path, list[str]]]:
    """Every playthrough of a game as (file, lines as the rules play it today)."""
    game = registry.game(slug)
    made = []
    for name, preset in (game.meta.presets or {"default": Preset()}).items():
        options = preset.options
        seats = [preset.seats] if preset.seats else game.meta.playable(options)
        for players in sorted({seats[0], seats[-1]}):
            path = settings.BASE_DIR / HOME / slug / f"{name}-{players}.txt"
            made.append((path, playthrough.record(game, options, players, f"{slug} {name} {players}")))
    return made
