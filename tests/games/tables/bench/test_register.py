"""Rooms above add measurements to `manage.py bench`."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from io import StringIO
from types import ModuleType
from typing import Any

import pytest
from django.core.management import call_command

from games.tables.bench import register


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measurement that counts to what it is told, and fails at 13."""
    module = ModuleType("counting_bench")

    def arguments(parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=int, default=3)

    def run(options: dict[str, Any]) -> register.Measured:
        return register.Measured({"counted": options["to"]}, options["to"] != 13, "by ones")

    module.__dict__.update(HELP="counts", arguments=arguments, run=run)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(register, "_modules", {})
    register.add("counting", module.__name__)


@pytest.mark.usefixtures("counting")
def test_what_is_added_can_be_called_by_its_name() -> None:
    said = StringIO()
    call_command("bench", "counting", "--to", "5", "--json", stdout=said)
    lines = said.getvalue().splitlines()
    assert lines[:2] == ["by ones", f"{'counted':24} 5"]
    assert json.loads(lines[-1]) == {"counted": 5}


@pytest.mark.usefixtures("counting")
def test_a_measurement_that_fails_ends_with_status_1() -> None:
    with pytest.raises(SystemExit) as left:
        call_command("bench", "counting", "--to", "13", stdout=StringIO())
    assert left.value.code == 1
