"""The checker is checked: planted faults must each be found by the named check (QUA-2.5)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults import campaign
from tests.faults.history import Recorder
from tests.faults.plants import PLANTS, Plant
from tests.faults.rig import Embedded, figures
from tests.faults.storm import Size, Storm


@pytest.fixture(scope="module")
def found(embedded: Embedded, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What each check finds in a small storm into which one fault after the other is planted."""
    path: Path = tmp_path_factory.mktemp("plants") / "history.jsonl"
    seed = campaign.seed()
    recorder = Recorder(path, seed=seed, mode="embedded")
    try:
        asyncio.run(Storm(embedded.addresses, recorder, seed, Size(7, 100, (0.0, 0.1))).run())
    finally:
        recorder.close()
    told: dict[str, list[str]] = figures(embedded.command("tests.faults.plants", str(path)))
    planted = {name: checks for name, checks in told.items() if name != "nothing"}
    campaign.say(f"QUA-2.5: {len(planted)} planted, {sum(map(bool, planted.values()))} found; seed {seed}")
    return told


def test_nothing_is_wrong_before(found: dict[str, list[str]]) -> None:
    """QUA-2.5: what is found below was planted."""
    assert found["nothing"] == []


@pytest.mark.parametrize("plant", PLANTS, ids=[plant.name for plant in PLANTS])
def test_planted_faults_are_found(found: dict[str, list[str]], plant: Plant) -> None:
    """QUA-2.5: by the named checks."""
    assert set(plant.found_by) <= set(found[plant.name])
