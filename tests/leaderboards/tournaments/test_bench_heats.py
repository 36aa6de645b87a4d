"""`manage.py bench heats` measures what RNK-7.16 speaks of."""

import pytest

from tests.games.management.test_commands import Output


def test_it_says_how_long_plans_and_rounds_take(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "bench", "heats", "--planned", "32", "--players", "10", "--rounds", "3", "--json")
    assert output.status == 0
    assert output.figures["plan_repeated_pairs"] == 0
    assert {"plan_s", "slowest_round_s", "repeated_pairs"} <= set(output.figures)
