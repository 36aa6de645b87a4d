"""Measurements that rooms above add to `manage.py bench`: they are named at start-up, and imported when the command runs."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast


@dataclass(frozen=True)
class Measured:
    """What a measurement found."""

    figures: dict[str, Any]
    """A line each; one object with `--json`."""

    ok: bool = True
    """Whether all went well; slow is no failure."""

    remark: str = ""


class Bench(Protocol):
    """A module that measures something."""

    HELP: str

    def arguments(self, parser: ArgumentParser) -> None:
        """Add what the measurement may be told."""

    def run(self, options: dict[str, Any]) -> Measured:
        """Measure; `options` by the names of the arguments."""


_modules: dict[str, str] = {}


def add(name: str, module: str) -> None:
    """Make `manage.py bench <name>` measure with this module, a `Bench`."""
    _modules[name] = module


def benches() -> dict[str, Bench]:
    """All of them by name."""
    return {name: cast(Bench, import_module(module)) for name, module in sorted(_modules.items())}
