"""`manage.py bench growth`: it measures what it says; how fast that is on a busy machine is printed, not asserted."""

import sys
from unittest.mock import patch

import pytest

from games.tables import models
from games.tables.bench import growth
from games.tables.bench.wire import Refused
from tests.games.tables.play import someone

pytestmark = pytest.mark.django_db(transaction=True)


def test_early_and_late_moves_are_measured() -> None:
    """Stack.md, section 7: what a move costs at both ends of a game."""
    early, late = growth.Span(1, 20), growth.Span(41, 60)
    with patch.multiple(growth, EARLY=early, LATE=late):
        measured = growth.measure([someone() for _ in range(growth.SEATS)], 2)
    assert measured.moves > 60
    assert models.Command.objects.count() >= measured.moves
    assert min(measured.early_ms, measured.late_ms) > 0
    sys.stdout.write(f"\nCPU time of a late move: {measured.ratio:.2f} of that of an early one\n")


def test_games_that_are_not_long_enough_are_not_measured() -> None:
    """A ratio of nothing would be no figure."""
    with patch.multiple(growth, LATE=growth.Span(9000, 9010), TRIES=2), pytest.raises(Refused):
        growth.measure([someone() for _ in range(growth.SEATS)], 1)
