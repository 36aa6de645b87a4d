"""`manage.py prove GAME`: the view law, bots blind, dump and load, over positions spread over whole games."""

from argparse import ArgumentParser
from typing import Any

from games.engine import plants, proof
from games.engine.game import Game
from games.engine.meta import Options
from games.management.report import GameCommand, positive


class Command(GameCommand):
    """Proves that nothing leaks, or with `--plant` that a leak would be found."""

    help = "Checks that what each viewer gets depends on nothing it cannot know (PRO-1.2, QUA-1.5)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many positions, and whether leaks are planted."""
        super().add_arguments(parser)
        parser.add_argument("--positions", type=positive, default=500, help="how many positions (default 500)")
        parser.add_argument("--seats", type=int, help="number of players (default: all that the options allow, in turn)")
        parser.add_argument(
            "--plant",
            action="store_true",
            help="make views, prompts, events, redeals and bots leak on purpose; exits 1, as leaks are there",
        )

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """Figures of the proof, or how many planted leaks it found."""
        game, table, seats = self.chosen(options)
        if options["plant"]:
            return self._plant(game, table, seats, options), False
        count = options["positions"]
        found = proof.prove(game, table, seats, count, options["seed"], progress=lambda done: self.progress(done, count))
        for mismatch in found.mismatches[:20]:
            self.stdout.write(self.style.ERROR(str(mismatch)))
        stages = ", ".join(f"{kind} {number}" for kind, number in sorted(found.stages.items()))
        self.stdout.write(
            f"{found.positions} positions ({stages}), {found.viewers} viewers, {found.cards_moved} cards moved, "
            f"{len(found.mismatches)} mismatches"
        )
        figures = {
            "positions": found.positions,
            "viewers": found.viewers,
            "cards_moved": found.cards_moved,
            "stages": dict(sorted(found.stages.items())),
            "mismatches": len(found.mismatches),
        }
        return figures, not found.mismatches

    def _plant(self, game: type[Game[Any]], table: Options, seats: list[int], options: dict[str, Any]) -> dict[str, Any]:
        findings = list(plants.search(game, table, seats, options["positions"], options["seed"]))
        for finding in findings:
            if finding.mismatch is None:
                self.stdout.write(self.style.ERROR(f"NOT FOUND: {finding.plant.name}"))
            else:
                self.stdout.write(f"{finding.plant.name}: {finding.mismatch}")
        found = sum(finding.mismatch is not None for finding in findings)
        self.stdout.write(f"{len(findings)} planted, {found} found")
        return {"planted": len(findings), "found": found}
