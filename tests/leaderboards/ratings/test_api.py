"""Lists, ratings and results for programs (PRO section 10)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from leaderboards.ratings.models import Season
from tests.accounts.people import in_browser
from tests.leaderboards.ratings import finished
from tests.leaderboards.ratings.rows import crowd, rated

pytestmark = pytest.mark.django_db
BOARD = "/api/v1/leaderboards/emotrions"


def get(address: str, client: Client | None = None, **query: Any) -> dict[str, Any]:
    answer = (client or Client()).get(address, query)
    assert answer.status_code == 200, answer.content
    data: dict[str, Any] = answer.json()
    return data


def test_pages_by_rank_and_limit() -> None:
    """PRO-10.2: from the first to the last and back; ways that lead nowhere are left out."""
    crowd(30)
    data = get(BOARD, limit=12)
    assert (data["pool"], data["total"], len(data["results"]), "previous" in data) == ("emotrions.duel", 30, 12, False)
    names = [row["name"] for row in data["results"]]
    while "next" in data:
        data = get(data["next"])
        names += [row["name"] for row in data["results"]]
    assert len(set(names)) == 30
    assert "next" not in data
    back = get(data["previous"])
    assert [row["name"] for row in back["results"]] == names[12:24]


def test_a_row_says_all_that_the_page_says() -> None:
    rated("Mira", 1284, games=20, wins=11, career=700, rank_yesterday=3)
    (row,) = get(BOARD)["results"]
    assert row.pop("last")
    assert row == {
        "rank": 1, "change": 2, "name": "Mira", "points": 1284, "provisional": False, "games": 20, "wins": 11, "draws": 0,
        "losses": 9, "firsts": 11, "average_rank": 1.5, "win_rate": 0.55, "streak": 1, "career": 700,
        "url": "http://testserver/profil/Mira/",
    }  # fmt: skip


def test_around_me() -> None:
    people = [rated(f"P{number:02}", 2000 - number) for number in range(30)]
    user = people[20].user
    assert user is not None
    names = [row["name"] for row in get(BOARD, in_browser(user), around="me")["results"]]
    assert names == [f"P{n:02}" for n in (*range(5), *range(15, 26))]
    assert in_browser(User.objects.create_user("Neu")).get(BOARD, {"around": "me"}).status_code == 404


def test_what_there_is_not_is_said_by_field() -> None:
    for query in ({"mode": "trio"}, {"season": "17"}, {"season": "x"}, {"around": "you"}, {"rank": "0"}, {"limit": "101"}):
        answer = Client().get(BOARD, query)
        assert answer.status_code == 400, query
        assert [field["field"] for field in answer.json()["errors"]] == list(query)


def test_a_season_has_its_own() -> None:
    from datetime import timedelta

    from django.utils import timezone

    now = timezone.now()
    season = Season.objects.create(name="Winter", start=now - timedelta(days=1), end=now + timedelta(days=1))
    rated("Mira", 1500)
    rated("Mira", 1300, season=season)
    assert [row["points"] for row in get(BOARD, season="current")["results"]] == [1300]
    assert get(BOARD, season=str(season.pk))["season"]["name"] == "Winter"
    assert [row["points"] for row in get(BOARD, mode="duel", season="")["results"]] == [1500]


def test_ratings_and_history_of_somebody() -> None:
    """From real results: what each has changed, the latest first, by cursor."""
    mira, jonas = finished.someone("Mira"), finished.someone("Jonas")
    for hour in range(4):
        finished.result([mira, jonas], [1, 2], hour, points=[20, 10])
    finished.result([mira, jonas], [2, 1], 9, points=[5, 20], rated=False)
    (rating,) = get("/api/v1/users/Mira/ratings")["results"]
    assert (rating["pool"], rating["games"], rating["wins"], rating["provisional"]) == ("kameloh.duel", 4, 4, True)
    assert "rank" not in rating, "not listed yet"
    page = get("/api/v1/users/mira/history", limit=2)
    first, second = page["results"]
    assert (first["rated"], "change" in first, first["rank"], first["with"]) == (False, False, 2, ["Jonas"])
    assert second["change"] > 0
    assert second["points"] == rating["points"]
    rest = get(page["next"])
    assert len(rest["results"]) == 2
    assert len(get(rest["next"])["results"]) == 1
    assert get("/api/v1/users/Mira/history", pool="emotrions.duel")["results"] == []


def test_what_somebody_hides_is_hidden_here_too() -> None:
    """RNK-3.6."""
    mira, jonas = finished.someone("Mira"), finished.someone("Jonas")
    finished.result([mira, jonas], [1, 2], points=[20, 10])
    mira.profile_hides = ["ratings", "results"]
    mira.save()
    for part in ("ratings", "history"):
        assert Client().get(f"/api/v1/users/Mira/{part}").status_code == 403
        assert len(get(f"/api/v1/users/Mira/{part}", in_browser(mira))["results"]) == 1
        for nobody in ("Niemand", "%00", "Gast%20Fuchs"):
            assert Client().get(f"/api/v1/users/{nobody}/{part}").status_code == 404
