"""Profiles: what everybody may know of somebody's games, and nothing else (UX-3)."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.tables import models, profile, service
from tests.accounts.people import in_browser, someone
from tests.games.tables.play import full_table, user_at

pytestmark = pytest.mark.django_db


def finish(table: models.Table, ranks: list[int], scores: list[int] | None = None) -> models.Table:
    """Let a game have ended so."""
    table.outcome = {"ranks": ranks, "reason": "x", "scores": scores or [], "extra": []}
    table.status, table.ended_at = models.Table.Status.FINISHED, timezone.now()
    table.save()
    return table


def test_games_are_counted_by_how_they_ended() -> None:
    tables = [full_table(2) for _ in range(4)]
    mira = user_at(tables[0], 0)
    for table in tables[1:]:
        table.seats.filter(number=0).update(user=mira, name=mira.username)
    for table, ranks in zip(tables, ([1, 2], [2, 1], [1, 1], [2, 1]), strict=True):
        finish(table, ranks, [12, 11])
    tables[3].commands.create(
        version=1, seat=0, act="leave", status="resigned", by="player", move_id="x", head="", at=timezone.now()
    )
    tables[2].commands.create(
        version=1, seat=1, act="leave", status="resigned", by="player", move_id="x", head="", at=timezone.now()
    )
    shown = profile.profile(mira)
    (record,) = shown.records
    assert (record.played, record.won, record.shared, record.other) == (4, 1, 1, 2)
    assert (shown.played, shown.completed, shown.completed_percent) == (4, 3, 75)
    page = Client().get(f"/profil/{mira.username}/").content.decode()
    for text in ("75 %", "gewonnen, 12 Punkte", "verloren, 12 Punkte", "unentschieden"):
        assert text in page
    assert tables[0].seats.get(number=1).name in page


def test_a_game_that_a_bot_has_ended_is_not_won() -> None:
    """UX-4.10: whoever was given up looks on."""
    table = finish(full_table(3), [1, 2, 3])
    table.seats.filter(number=0).update(bot="simple")
    shown = profile.profile(user_at(table, 0))
    assert (shown.records[0].won, shown.completed) == (0, 0)


def test_nothing_is_pretended_where_nothing_is() -> None:
    """UX-5.1."""
    mira = someone("Mira")
    full_table(2)
    assert "Mira hat noch keine Partie zu Ende gespielt." in Client().get("/profil/Mira/").content.decode()
    page = in_browser(mira).get("/profil/Mira/").content.decode()
    assert "Hier stehen deine Partien, sobald die erste zu Ende ist." in page
    assert 'href="/einstellungen/"' in page


def test_one_address_a_person() -> None:
    someone("Mira")
    assert Client().get("/profil/m1ra/").headers["Location"] == "/profil/Mira/"


def test_guests_and_closed_accounts_have_none() -> None:
    """QUA-3.8: no more is told than that there is no such page."""
    guest = guests.create_guest("de")
    User.objects.filter(pk=someone("Olaf").pk).update(is_active=False)
    service.play_now(guest, "emotrions")
    for name in (guest.username, "Olaf", "Niemand", "x" * 500, "\x00"):
        assert Client().get(f"/profil/{name}/").status_code == 404
