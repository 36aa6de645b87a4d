"""`manage.py schemas`: compare the JSON Schemas of the messages with their types in the code, or write them anew."""

from argparse import ArgumentParser
from typing import Any

from games.management.report import ReportCommand
from games.tables import schema


class Command(ReportCommand):
    """Compares or writes schemas."""

    help = "Compares the JSON Schemas kept in games/tables/schemas with the types of the messages, and names those that differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to write."""
        super().add_arguments(parser)
        parser.add_argument("--write", action="store_true", help="write them anew instead: after a wanted change of a message")

    def report(self, options: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """Every file there should be, and none that should not."""
        wanted = {schema.HOME / path: schema.text(document) for path, document in schema.documents().items()}
        if options["write"]:
            for path in set(schema.HOME.rglob("*.json")) - set(wanted):
                path.unlink()
            for path, content in wanted.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, encoding="utf-8")
        kept = {path: path.read_text(encoding="utf-8") for path in schema.HOME.rglob("*.json")}
        differing = [path for path in sorted(set(wanted) | set(kept)) if wanted.get(path) != kept.get(path)]
        for path in differing:
            self.stdout.write(f"{path.relative_to(schema.HOME)} is not what the code says")
        self.stdout.write(f"{len(wanted)} schemas, {len(differing)} differ from the code")
        return {"schemas": len(wanted), "differing": len(differing)}, not differing
