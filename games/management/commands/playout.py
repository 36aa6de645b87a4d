"""`manage.py playout GAME`: random games, with events told, every choice checked and every card counted."""

import gc
from argparse import ArgumentParser
from typing import Any

from games.engine.playout import series
from games.management.report import GameCommand, positive


class Command(GameCommand):
    """Plays random games."""

    help = "Plays random games in one process and prints how fast, and whether the rules held."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, with how many players."""
        super().add_arguments(parser)
        parser.add_argument("--games", type=positive, default=100, help="how many games (default 100)")
        parser.add_argument(
            "--coverage", action="store_true", help="print which cards and operations of effects were never reached"
        )
        parser.add_argument("--seats", type=int, help="number of players (default: all that the options allow, in turn)")

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """Decisions per second are per second of processor time."""
        game, table, seats = self.chosen(options)
        gc.freeze()  # what the site has loaded need not be looked through while games are played,
        gc.set_threshold(50_000)  # and what a game leaves behind is soon gone without: positions hold no cycles
        count = options["games"]
        tally = series(game, table, seats, count, options["seed"], lambda done: self.progress(done, count), options["coverage"])
        for error in tally.errors[:20]:
            self.stdout.write(self.style.ERROR(error))
        self.stdout.write(
            f"{tally.games} games with {', '.join(map(str, seats))} players, {tally.decisions} decisions, "
            f"{tally.decisions_per_s} decisions/s, longest game {tally.longest}, {len(tally.errors)} errors"
        )
        figures: dict[str, Any] = {
            "games": tally.games,
            "decisions": tally.decisions,
            "decisions_per_s": tally.decisions_per_s,
            "longest": tally.longest,
            "errors": len(tally.errors),
        }
        if options["coverage"]:
            landmarks = game.landmarks(game.meta.check(table, seats[0]))
            missed = [name for name in landmarks if not tally.reached[name]]
            self.stdout.write(f"{len(landmarks) - len(missed)} of {len(landmarks)} cards and operations reached")
            for name in missed:
                self.stdout.write(f"never reached: {name}")
            figures |= {"landmarks": len(landmarks), "missed": missed}
        return figures, not tally.errors
