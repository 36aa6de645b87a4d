"""What games are worth (OMG-16.4): once for each player, not farmed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.omg.collection import earning
from games.omg.models import Collection, Gain
from games.tables import slots
from games.tables.models import Table
from tests.accounts.people import someone
from tests.games.omg.collection.games import collection, over, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def mira() -> User:
    return someone("Mira")


@pytest.fixture
def nora() -> User:
    return someone("Nora")


def points(user: User) -> int:
    return collection(user).points


@pytest.mark.parametrize(("winner", "expected"), [(0, (3 + 3, 1)), (1, (1, 3 + 3)), (None, (2, 2))], ids=["won", "lost", "draw"])
def test_against_a_person(mira: User, nora: User, winner: int | None, expected: tuple[int, int]) -> None:
    """Three for a victory and three more for the first of the day, two for a draw, one for a defeat."""
    told(over(mira, nora, winner=winner))
    assert (points(mira), points(nora)) == expected


def test_it_counts_once(mira: User, nora: User) -> None:
    """However often it is told, and whoever looks for what was missed."""
    table = over(mira, nora)
    for _time in range(3):
        told(table)
        earning.catch_up(mira)
    assert points(mira) == 6
    assert Gain.objects.count() == 2


def test_what_was_missed_is_found(mira: User, nora: User) -> None:
    """A process may end before it has told of a game."""
    over(mira, nora)
    over(nora, mira)
    earning.catch_up(mira)
    assert points(mira) == 3 + 3 + 1
    assert not earning.uncounted(mira).exists()
    assert earning.uncounted(nora).count() == 2


def test_six_games_against_bots_a_day(mira: User) -> None:
    """One point each, won or lost, and the first victory of the day."""
    for _game in range(9):
        told(over(mira, None, winner=1))
    assert points(mira) == 6
    told(over(mira, None, winner=0))
    assert points(mira) == 6 + 3
    told(over(mira, None, winner=0, at=timezone.now() + timedelta(days=1)))
    assert points(mira) == 6 + 3 + 1 + 3


def test_a_guest_counts_like_a_bot(mira: User) -> None:
    """Anybody can be one in a second window. The guest earns nothing."""
    guest = User.objects.create_user("Gast", is_guest=True)
    told(over(mira, guest, winner=1))
    assert points(mira) == 1
    assert not Collection.objects.filter(owner=guest).exists()


def test_six_boosters_a_day(mira: User, nora: User) -> None:
    """18 points; the next day goes on."""
    for _game in range(12):
        told(over(mira, nora))
    assert points(mira) == 18
    assert points(nora) == 12
    told(over(mira, nora, at=timezone.now() + timedelta(days=1)))
    assert points(mira) == 24


@pytest.mark.parametrize(
    ("left", "turns", "counts"),
    [
        ("resigned", (4, 3), False),
        ("resigned", (4, 4), True),
        ("abandoned", (3, 3), False),
        ("timeout", (1, 1), False),
        ("", (3, 2), True),
    ],
)
def test_given_up_early(mira: User, nora: User, left: str, turns: tuple[int, int], counts: bool) -> None:
    """Before the fourth round of either it is worth nothing to both, nor does it count for the next starter deck."""
    told(over(mira, nora, left=left, turns=turns))
    assert (points(mira), points(nora)) == ((6, 1) if counts else (0, 0))
    assert set(Gain.objects.values_list("finished", flat=True)) == {counts}


def test_whoever_has_left_it_to_a_bot(mira: User, nora: User) -> None:
    """Nothing for who has gone, and a game against a person for who has stayed."""
    told(over(mira, nora, winner=0, handed=1))
    assert (points(mira), points(nora)) == (6, 0)


def test_aborted_and_other_games(mira: User, nora: User) -> None:
    """A table that staff has closed, and other games, are worth nothing here."""
    closed, other = over(mira, nora), over(mira, nora)
    Table.objects.filter(pk=closed.pk).update(status=Table.Status.CLOSED)
    Table.objects.filter(pk=other.pk).update(game="kameloh")
    told(closed)
    told(other)
    earning.catch_up(mira)
    assert not Gain.objects.exists()


def test_a_match_of_an_event(mira: User) -> None:
    """Three points for winning it, once, in this game alone."""
    for game in ("omg", "omg", "kameloh"):
        slots.match_won.send(None, game=game, user=mira, key="abcdefghij:W1.1")
    assert points(mira) == 3
