"""`manage.py bench brackets` says how long things take."""

import json

import pytest

from tests.games.management.test_commands import Output


def test_figures_of_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "bench", "brackets", "--entrants", "40", "--players", "9", "--json")
    figures = json.loads(output.text.splitlines()[-1])
    assert output.status == 0
    assert (figures["entrants"], figures["matches"], figures["players"], figures["games"]) == (40, 127, 9, 36)
    assert {"double_s", "resolve_s", "places_s", "round_robin_s"} <= figures.keys()
