"""What tests of the leaderboards share: an empty memory, and a toy game with a return match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine import registry
from tests.games.tables.conftest import _empty_memory  # noqa: F401


@pytest.fixture
def returns() -> Iterator[str]:
    """The toy game that can have a return match."""
    registry.register_game("tests.games.tables.toy.returns")
    yield "returns"
    registry._games.pop(("returns", 1))
