"""Guests without play for thirty days are gone, and nobody else is (UX-2.5)."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.tables import forgetting, models, service
from tests.games.tables.play import run, someone

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()


def aged(user: User, days: float) -> User:
    """As if this user and their tables were so old."""
    then = NOW - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(date_joined=then)
    models.Table.objects.filter(seats__user=user).update(created_at=then)
    models.Command.objects.filter(table__seats__user=user).update(at=then)
    return user


def look() -> int:
    return run(lambda: forgetting.look(NOW))


def test_a_guest_who_has_not_played_for_a_while_is_gone() -> None:
    """The running game is given up, the seat stays under a name for nobody."""
    guest = guests.create_guest("de")
    table = service.play_now(guest, "emotrions")
    aged(guest, 31)
    assert look() == 1
    assert not User.objects.filter(pk=guest.pk).exists()
    table.refresh_from_db()
    assert table.status == models.Table.Status.FINISHED
    seat = table.seats.get(bot="")
    assert seat.user_id is None
    assert seat.name != guest.username
    assert look() == 0


def test_a_guest_who_never_sat_down_or_only_waited_is_gone() -> None:
    """A table with nobody else goes with them."""
    aged(guests.create_guest("de"), 31)
    waiting = guests.create_guest("de")
    service.open_table(waiting, "emotrions", {}, 2)
    aged(waiting, 31)
    assert look() == 2
    assert not User.objects.filter(is_guest=True).exists()
    assert not models.Table.objects.exists()


def test_whoever_plays_stays() -> None:
    """By the age of the guest, by a table opened since, by a move since, whoever made it."""
    aged(guests.create_guest("de"), 29)
    opener = guests.create_guest("de")
    service.play_now(opener, "emotrions")
    User.objects.filter(pk=opener.pk).update(date_joined=NOW - timedelta(days=90))
    mover = guests.create_guest("de")
    table = service.play_now(mover, "emotrions")
    models.Command.objects.create(table=table, version=1, seat=0, act="choose", by="player", move_id="m", head="x", at=NOW)
    aged(mover, 90)
    models.Command.objects.filter(table=table).update(at=NOW - timedelta(days=2))
    assert look() == 0
    assert User.objects.filter(is_guest=True).count() == 3


def test_accounts_stay_however_long_they_are_away() -> None:
    user = aged(someone(), 400)
    assert look() == 0
    assert User.objects.filter(pk=user.pk).exists()


def test_sessions_that_have_run_out_are_gone() -> None:
    """Nothing is kept longer than the privacy page says."""
    Session.objects.create(session_key="a" * 32, session_data="", expire_date=NOW - timedelta(days=1))
    Session.objects.create(session_key="b" * 32, session_data="", expire_date=NOW + timedelta(days=1))
    look()
    assert [session.session_key for session in Session.objects.all()] == ["b" * 32]
