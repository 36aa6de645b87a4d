"""Results, seasons and flags in the administration: acts with a reason (RNK-2.7, RNK-2.9, RNK-6.4, RNK-6.5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import Entry
from accounts.models import User
from games.tables.models import Table
from leaderboards.ratings import fairplay, folding
from leaderboards.ratings.models import Flag, Link, Pool, Rating, ResultRecord, Season, SeasonSnapshot
from tests.accounts.people import in_browser
from tests.leaderboards.ratings.finished import START, result, someone

pytestmark = pytest.mark.django_db
POOL = "kameloh.duel"


@pytest.fixture
def staff() -> Client:
    return in_browser(User.objects.create_superuser("Chefin", "ein gutes Passwort"), proved=True)


def do(client: Client, model: str, act: str, row: Any, **said: Any) -> str:
    """An act on a row, confirmed; what the page then says."""
    data = {"action": act, "_selected_action": [row.pk], "confirmed": "1", **said}
    return client.post(reverse(f"admin:ratings_{model}_changelist"), data, follow=True).content.decode()


def test_a_result_is_voided_with_a_reason_only_and_counts_again(staff: Client) -> None:
    row = result([someone(), someone()], [1, 2])
    do(staff, "resultrecord", "void", row, reason="")
    row.refresh_from_db()
    assert row.voided_at is None
    do(staff, "resultrecord", "void", row, reason="Absprache")
    row.refresh_from_db()
    assert (row.rated, Rating.objects.count()) == (False, 0)
    assert "schon gestrichen" in do(staff, "resultrecord", "void", row, reason="noch einmal")
    do(staff, "resultrecord", "unvoid", row, reason="Irrtum")
    assert Rating.objects.count() == 2
    chef = User.objects.get(username="Chefin").pk
    assert list(Entry.objects.order_by("pk").values_list("act", "actor", "reason")) == [
        ("void", chef, "Absprache"),
        ("unvoid", chef, "Irrtum"),
    ]


def test_ranks_are_corrected_as_a_new_version(staff: Client) -> None:
    row = result([someone(), someone()], [1, 2])
    assert "keine Ränge" in do(staff, "resultrecord", "correct", row, ranks="2, 2", reason="x")
    assert "So viele Plätze" in do(staff, "resultrecord", "correct", row, ranks="1, 2, 3", reason="x")
    do(staff, "resultrecord", "correct", row, ranks="eins", reason="x")
    assert ResultRecord.objects.count() == 1
    do(staff, "resultrecord", "correct", row, ranks="2, 1", reason="vertauscht")
    assert list(ResultRecord.objects.order_by("version").values_list("version", "newest")) == [(1, False), (2, True)]


def test_nothing_is_changed_by_hand(staff: Client) -> None:
    """Not even by superusers: ratings follow from results."""
    row = result([someone(), someone()], [1, 2])
    for model, key in (("resultrecord", row.pk), ("rating", Rating.objects.latest("pk").pk)):
        address = reverse(f"admin:ratings_{model}_change", args=[key])
        assert staff.get(address).status_code == 200
        assert staff.post(address, {"points": "3000"}).status_code == 403
        assert staff.post(reverse(f"admin:ratings_{model}_delete", args=[key]), {"post": "yes"}).status_code == 403


def test_a_pool_is_computed_anew(staff: Client) -> None:
    result([someone(), someone()], [1, 2])
    Rating.objects.update(points=3000)
    do(staff, "pool", "recompute", Pool.objects.get(pk=POOL), reason="nach einem Fehler")
    assert sorted(Rating.objects.values_list("points", flat=True)) == [927, 1138]
    assert Entry.objects.get().act == "recompute"


def test_seasons_are_made_and_frozen(staff: Client) -> None:
    result([someone(), someone()], [1, 2])
    add = reverse("admin:ratings_season_add")
    assert "2026/4" in staff.get(add).content.decode() or timezone.now().year != 2026
    span = {"start": "2026-11-01T00:00", "end": "2026-11-20T00:00"}
    backwards = span | {"name": "Falsch", "end": "2026-10-01T00:00", "reason": "x"}
    assert "nach dem Beginn" in staff.post(add, backwards).content.decode()
    assert staff.post(add, span | {"name": "November"}).status_code == 200
    assert not Season.objects.exists()
    staff.post(add, span | {"name": "November", "reason": "zum Ausprobieren"})
    season = Season.objects.get()
    assert Rating.objects.filter(season=season).count() == 2
    assert "schon eine Saison" in staff.post(add, span | {"name": "Noch eine", "reason": "x"}).content.decode()
    Season.objects.filter(pk=season.pk).update(end=timezone.now() + timedelta(days=1))
    assert "läuft noch" in do(staff, "season", "freeze", season, reason="zu früh")
    Season.objects.filter(pk=season.pk).update(end=START + timedelta(days=1))
    Rating.objects.update(games=10)
    do(staff, "season", "freeze", season, reason="vorbei")
    assert SeasonSnapshot.objects.count() == 2
    assert {"season", "freeze"} <= set(Entry.objects.values_list("act", flat=True))


def test_flags_are_raised_and_settled_and_accounts_linked(staff: Client) -> None:
    """RNK-6.4: ten rated games against the same one, three of them given up at once."""
    one, other = someone(), someone()
    quick = {"statuses": ["finished", "resigned"], "acts": [("leave", 1)]}
    for number in range(12):
        result([one, other], [1, 2], 30 * number, **(quick if 3 <= number < 6 else {}))
    User.objects.update(date_joined=START - timedelta(days=400))
    folding.hold(POOL)
    now = START + timedelta(days=20)
    assert fairplay.look(POOL, now) == 3
    assert fairplay.look(POOL, now) == 0
    assert sorted(Flag.objects.values_list("kind", "user")) == [
        ("one_opponent", one.pk),
        ("one_opponent", other.pk),
        ("quick_resignations", other.pk),
    ]
    flag = Flag.objects.get(kind="quick_resignations")
    do(staff, "flag", "join", flag, reason="dieselbe Adresse")
    link = Link.objects.get()
    assert {link.one_id, link.other_id} == {one.pk, other.pk}
    flag.refresh_from_db()
    assert flag.done_at is not None
    assert "schon erledigt" in do(staff, "flag", "settle", flag, reason="x")
    assert result([one, other], [1, 2], 900).unrated == ["linked"]
    do(staff, "link", "part", link, reason="Geschwister")
    assert not Link.objects.exists()
    assert "Niemand heißt so" in do(staff, "rating", "join", Rating.objects.latest("pk"), other="Keiner", reason="x")


def test_a_table_is_opened_as_a_rated_one_or_told_why_not(client: Client) -> None:
    """RNK-1.7: by people with an account, with options that count."""
    address = reverse("tables:new", args=["kameloh"])
    wish = {"seats": "2", "rated": "on", "preset": "wimu"}
    assert "nur Leute mit Konto" in client.post(address, wish).content.decode()
    browser = in_browser(someone())
    refused = browser.post(address, wish | {"preset": "basic"})
    assert (refused.status_code, "wird nicht gewertet" in refused.content.decode()) == (400, True)
    assert not Table.objects.exists()
    browser.post(address, wish)
    table = Table.objects.get()
    assert table.rated
    page = browser.get(table.get_absolute_url()).content.decode()
    assert "<dd>gewertet</dd>" in page
    guest = client.get(reverse("tables:join", args=[table.pk, table.invite])).content.decode()
    assert "<dd>gewertet</dd>" in guest
