"""Who has cards in these tests."""

import pytest

from accounts.models import User
from games.omg.collection import service
from tests.accounts.people import someone
from tests.games.omg.collection.games import STARTERS


@pytest.fixture
def mira() -> User:
    """She has chosen the first starter deck."""
    user = someone("Mira")
    service.choose_starter(user, STARTERS[0])
    return user
