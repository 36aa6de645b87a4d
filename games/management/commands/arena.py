"""`manage.py arena GAME --bots A,B`: bots against each other, seats rotated."""

import gc
from argparse import ArgumentParser
from typing import Any

from games.engine.arena import Rate, Score, contest
from games.management.report import GameCommand, positive

SHARES = (0.1, 0.5, 0.9)
"""Which shares of the games are told the lengths of."""


class Command(GameCommand):
    """Lets bots play against each other."""

    help = "Lets bots play against each other and prints how often the first one wins, and how the games went."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which bots, one a seat, how many games, and with which decks."""
        super().add_arguments(parser)
        parser.add_argument("--bots", required=True, metavar="A,B", help="one bot a seat, such as basic,random")
        parser.add_argument("--games", type=positive, default=100, help="how many games (default 100)")
        parser.add_argument(
            "--decks",
            choices=("starters", "any"),
            default="starters",
            help="in games of own decks: each starter deck against each other in turn (default), or any legal ones",
        )

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """A win is sole first place; a draw, shared first place, counts half."""
        game, table, _ = self.chosen(options | {"seats": len(options["bots"].split(","))})
        gc.freeze()  # as for random games: what is loaded need not be looked through,
        gc.set_threshold(50_000)  # and what a game leaves behind is gone without
        names, count, starters = options["bots"].split(","), options["games"], options["decks"] == "starters"
        score = contest(game, table, names, count, options["seed"], lambda done: self.progress(done, count), starters=starters)
        speed = round(score.decisions / score.seconds) if score.seconds else 0
        self._print(names[0], score, speed)
        figures = {**_figures(score), "decisions_per_s": speed, "reasons": dict(score.reasons)}
        if score.beginner.games:
            figures["beginner"] = _figures(score.beginner)
        if score.turns:
            figures["turns"] = [score.turns_at(share) for share in SHARES]
        if score.decks:
            figures["decks"] = {deck: _figures(rate) for deck, rate in score.decks.items()}
            figures["pairs"] = {f"{one}, {other}": _figures(rate) for (one, other), rate in score.pairs.items()}
        return figures, True

    def _print(self, name: str, score: Score, speed: int) -> None:
        say = self.stdout.write
        say(f"{name}: {score.wins} wins and {score.draws} draws in {score.games} games, {_percent(score)}, {speed} decisions/s")
        ways = score.reasons.most_common()
        say("ended by " + ", ".join(f"{reason}: {count} ({100 * count / score.games:.1f} %)" for reason, count in ways))
        if score.beginner.games:
            say(f"the seat that began won {_percent(score.beginner)}")
        if score.turns:
            say("turns of all seats (10 %, median, 90 %): " + ", ".join(str(score.turns_at(share)) for share in SHARES))
        if score.decks:
            self._print_decks(score)

    def _print_decks(self, score: Score) -> None:
        """Which share of its games each starter deck won, against all and against each."""
        decks, width = list(score.decks), max(map(len, score.decks))
        cell = max(width, len("60.5 of 200"))
        if score.pairs:
            self.stdout.write("  ".join([f"{'wins against':{width}}", *(f"{deck:>{cell}}" for deck in decks), "all"]))
        for deck in decks:
            row = [f"{deck:{width}}"]
            row += [f"{_of(score.pairs.get((deck, other))):>{cell}}" for other in decks] if score.pairs else []
            self.stdout.write("  ".join([*row, f"{_of(score.decks[deck])}, {_percent(score.decks[deck])}"]))


def _percent(rate: Rate) -> str:
    low, high = rate.interval
    return f"{100 * rate.win_rate:.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"


def _of(rate: Rate | None) -> str:
    return "" if rate is None else f"{rate.wins + rate.draws / 2:g} of {rate.games}"


def _figures(rate: Rate) -> dict[str, Any]:
    interval = [round(bound, 4) for bound in rate.interval]
    return {
        "games": rate.games,
        "wins": rate.wins,
        "draws": rate.draws,
        "win_rate": round(rate.win_rate, 4),
        "interval": interval,
    }
