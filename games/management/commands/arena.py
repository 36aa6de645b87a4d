"""`manage.py arena GAME --bots A,B`: bots against each other, seats rotated."""

from argparse import ArgumentParser
from typing import Any

from games.engine.arena import contest
from games.management.report import GameCommand, positive


class Command(GameCommand):
    """Lets bots play against each other."""

    help = "Lets bots play against each other and prints how often the first one wins, with a 95 % interval."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which bots, one a seat, and how many games."""
        super().add_arguments(parser)
        parser.add_argument("--bots", required=True, metavar="A,B", help="one bot a seat, such as basic,random")
        parser.add_argument("--games", type=positive, default=100, help="how many games (default 100)")

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """A win is sole first place; a draw, shared first place, counts half."""
        game, table, _ = self.chosen(options | {"seats": len(options["bots"].split(","))})
        names, count = options["bots"].split(","), options["games"]
        score = contest(game, table, names, count, options["seed"], lambda done: self.progress(done, count))
        low, high = (round(bound, 4) for bound in score.interval)
        speed = round(score.decisions / score.seconds) if score.seconds else 0
        self.stdout.write(
            f"{names[0]}: {score.wins} wins and {score.draws} draws in {score.games} games, "
            f"{100 * score.win_rate:.1f} % ({100 * low:.1f} to {100 * high:.1f} %), {speed} decisions/s"
        )
        figures = {
            "games": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "win_rate": round(score.win_rate, 4),
            "interval": [low, high],
            "decisions_per_s": speed,
        }
        return figures, True
