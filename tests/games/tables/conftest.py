"""What tests of the tables share: an empty memory, and the toy game."""

from collections.abc import Iterator

import pytest

from games.engine import registry
from games.tables import live, lobby_feed, timeline, writer
from tests.games.tables import folding
from tests.games.tables.play import forget

TOY = "tests.games.tables.toy.rules"


@pytest.fixture(autouse=True)
def _empty_memory() -> Iterator[None]:
    """Let no test find the tables of another one, nor a clock that another one has held."""
    timeline.site = timeline.Timeline()
    lobby_feed.site = lobby_feed.Feed()
    forget()
    folding.wrong.clear()
    yield
    forget()
    writer.close()
    live.due_listeners.clear()
    assert folding.wrong == []


@pytest.fixture
def toy() -> Iterator[str]:
    """The toy game, known by its name for as long as the test lasts."""
    registry.register_game(TOY)
    yield "toy"
    registry._games.pop(("toy", 1))
