"""The rigs of the fault tests."""

from collections.abc import Iterator

import pytest

from tests.faults.rig import Embedded, Rig
from tests.faults.scaled import Scaled


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """One `manage.py up` for all fault tests: each has tables of its own."""
    with Embedded(tmp_path_factory.mktemp("embedded")) as rig:
        yield rig


@pytest.fixture(scope="session")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scaled]:
    """Two servers, PostgreSQL and Redis for all fault tests."""
    with Scaled(tmp_path_factory.mktemp("scaled")) as rig:
        yield rig


@pytest.fixture(params=["embedded", pytest.param("scaled", marks=pytest.mark.scaled)])
def rig(request: pytest.FixtureRequest) -> Rig:
    """The site, in each mode."""
    found: Rig = request.getfixturevalue(request.param)
    return found
