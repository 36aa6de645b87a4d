"""The rigs of the fault tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import campaign
from tests.faults.rig import Embedded, Rig, figures
from tests.faults.scaled import Scaled


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """One `manage.py up` for all fault tests: each has tables of its own."""
    with Embedded(tmp_path_factory.mktemp("embedded")) as rig:
        yield rig
        verify(rig)


@pytest.fixture(scope="session")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scaled]:
    """Two servers, PostgreSQL and Redis for all fault tests."""
    with Scaled(tmp_path_factory.mktemp("scaled")) as rig:
        yield rig
        verify(rig)


def verify(rig: Rig) -> None:
    """What the site's own command says of all that was played here (C4, C5)."""
    found = figures(rig.command("manage", "verify", "--all", "--json"))
    campaign.say(
        f"\nverify --all {rig.mode}: games {found['games']}, commands {found['commands']}, faults {len(found['faults'])}"
    )
    assert found["faults"] == []


MODES = ["embedded", pytest.param("scaled", marks=pytest.mark.scaled)]


@pytest.fixture(params=MODES)
def rig(request: pytest.FixtureRequest) -> Rig:
    """The site, in each mode."""
    found: Rig = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=MODES)
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    """The site, in each mode, as it is when no server has ever been started again: after that no time is up for a minute."""
    kinds: dict[str, type[Embedded] | type[Scaled]] = {"embedded": Embedded, "scaled": Scaled}
    with kinds[request.param](tmp_path) as rig:
        yield rig
