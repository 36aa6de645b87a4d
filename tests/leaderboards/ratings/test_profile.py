"""What a profile shows of ratings (RNK-3.6), from real results, and what it hides."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import PROFILE_PARTS, User
from leaderboards.ratings import profile, service, slots
from leaderboards.ratings.models import ResultRecord
from tests.accounts.people import in_browser
from tests.leaderboards.ratings import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def mira() -> User:
    """Somebody who has won three times and lost once against Jonas, and lost to a bot."""
    mira, jonas = finished.someone("Mira"), finished.someone("Jonas")
    for hour, ranks in enumerate(([1, 2], [2, 1], [1, 2], [1, 1])):
        finished.result([mira, jonas], ranks, hour, points=[20, 20] if ranks == [1, 1] else [20 // rank for rank in ranks])
    finished.result([mira, "kamel"], [2, 1], 9, points=[3, 20])
    return mira


def page(client: Client | None = None, query: str = "", language: str = "de") -> str:
    answer = (client or Client()).get(f"/profil/Mira/{query}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def test_all_parts(mira: User) -> None:
    parts = profile.read(mira, ())
    (box,) = parts.boxes
    assert (box.name, box.rating.games, box.rank, box.rating.provisional) == ("Ka-Mel-Oh!", 4, None, True)
    assert [(row.name, row.games, row.won, row.level, row.lost) for row in parts.opponents] == [
        ("Jonas", 4, 2, 1, 1),
        ("kamel", 1, 0, 0, 1),
    ]
    assert parts.graph is not None
    assert parts.graph.last == box.rating.points
    assert [(one.change is not None, one.level, one.others) for one in parts.results] == [
        (False, False, "kamel"), (True, True, "Jonas"), (True, False, "Jonas"), (True, False, "Jonas"), (True, False, "Jonas"),
    ]  # fmt: skip
    changes = [one.change for one in parts.results if one.change is not None]
    assert 1000 + sum(changes) == box.rating.points
    assert [shown.text for shown in parts.badges] == ["Erster Sieg: Ka-Mel-Oh!"]


def test_the_page_says_it_to_everybody(mira: User) -> None:
    """UX-8: a drawing with title and description, and the same in a table."""
    content = page()
    for said in (
        'role="img" aria-labelledby="graph-t graph-d"',
        '<title id="graph-t">',
        "Als Tabelle",
        "Gegen wen",
        "Letzte Partien",
    ):
        assert said in content
    assert content.count('id="latest-h"') == 1, "in place of the list of the tables"
    assert "4 Partien" in content
    assert "Against whom" in page(language="en")
    assert 'style="' not in content


@pytest.mark.parametrize(
    ("part", "said"),
    [("ratings", 'class="ratingbox"'), ("opponents", "Gegen wen"), ("results", "Letzte Partien"), ("badges", "Erster Sieg")],
)
def test_each_part_can_be_hidden_but_from_oneself(mira: User, part: str, said: str) -> None:
    assert part in PROFILE_PARTS
    assert said in page()
    mira.profile_hides = [part]
    mira.save()
    assert said not in page()
    assert said not in page(in_browser(User.objects.get(username="Jonas")))
    assert said in page(in_browser(mira))


def test_tournaments_cannot_be_hidden(mira: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """RNK-3.6."""
    entered = slots.Entered("Karawane", "/turnier/1/", "kameloh", 2, 16, datetime(2026, 8, 1, tzinfo=UTC))
    monkeypatch.setattr(slots.site, "tournaments", lambda user: [entered])
    mira.profile_hides = list(PROFILE_PARTS)
    mira.save()
    content = page()
    assert "Karawane" in content
    assert "2. Platz von 16" in content


def test_other_pools_have_their_course_by_address(mira: User) -> None:
    jonas = User.objects.get(username="Jonas")
    finished.result([mira, jonas], [1, 2], 20, game="emotrions", points=[39, 20], counter="points")
    assert "Ka-Mel-Oh!, Verlauf" in page()
    assert "Emotrions, Duell, Verlauf" in page(query="?wertung=emotrions.duel")
    for odd in ("nirgends", "%00", "%3Cscript%3E"):
        assert "Ka-Mel-Oh!, Verlauf" in page(query=f"?wertung={odd}")


def test_voided_and_casual_results_say_so(mira: User) -> None:
    jonas = User.objects.get(username="Jonas")
    finished.result([mira, jonas], [1, 2], 30, points=[20, 10], rated=False)
    assert "nicht gewertet" in page()


def test_whom_one_follows_is_said_on_the_button(mira: User) -> None:
    client = in_browser(User.objects.get(username="Jonas"))
    assert '<button class="btn">Folgen</button>' in page(client)
    client.post("/profil/Mira/folgen/", {"on": "1"})
    assert "Nicht mehr folgen" in page(client)
    assert "Folgen</button>" not in page()
    assert "Folgen</button>" not in page(in_browser(mira))


def test_what_staff_has_changed_is_told_to_oneself_alone(mira: User) -> None:
    """RNK-2.7."""
    result = ResultRecord.objects.filter(rated=True).earliest("ended_at")
    service.void(result, User.objects.create_superuser("Chefin"), "Absprache")
    said = "Ein Ergebnis wurde gestrichen, deine Wertung ist jetzt"
    assert said in page(in_browser(mira))
    assert said not in page()
    assert said not in page(in_browser(User.objects.get(username="Jonas")))
