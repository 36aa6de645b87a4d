"""Pages of the lists (RNK-3): what they show to whom, columns, files, and what cannot be asked."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from accounts import guests
from accounts.models import User
from leaderboards.ratings import boards, columns, exports, rows, selectors, slots
from leaderboards.ratings.models import Pool, Rating, Season, SeasonSnapshot
from tests import awkward
from tests.accounts.people import in_browser, someone
from tests.leaderboards.ratings.rows import career, crowd, rated

pytestmark = pytest.mark.django_db
HERE = "/bestenlisten/emotrions.duel/ewig/"


def page(address: str = HERE, client: Client | None = None, language: str = "de") -> str:
    answer = (client or Client()).get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    return answer.content.decode()


def names(content: str) -> list[str]:
    return re.findall(r'<tr data-name="([^"]+)"', content)


def heads(content: str) -> list[str]:
    return re.findall(r'<th scope="col"[^>]*>(?:<a[^>]*>)?\s*([^<]+?)\s*<', content)


def test_the_main_menu_leads_there_and_the_first_list_is_shown() -> None:
    rated("Mira")
    content = page("/bestenlisten/")
    assert 'href="/bestenlisten/" aria-current="page"' in content
    assert names(content) == ["Mira"]
    for link in ("/bestenlisten/kameloh.duel/", "/bestenlisten/emotrions.multi/ewig/", "/bestenlisten/emotrions.bots/ewig/"):
        assert f'href="{link}"' in content


def test_the_columns_and_where_they_sort() -> None:
    """RNK-3.2."""
    rated("Mira", 1300, games=20, wins=11, draws=2, losses=7, streak=-3, career=1234, sigma=5.5, rank_yesterday=2)
    content = page()
    assert heads(content) == [
        "Platz", "Seit gestern", "Name", "Wertung", "Partien", "S–U–N", "Siegquote", "Serie", "Partiepunkte", "Zuletzt",
    ]  # fmt: skip
    for cell in ("11–2–7", "55 %", "−3", "1.234", "vorläufig", "Plätze gewonnen"):
        assert cell in content
    for word in columns.SORTED_BY:
        assert word in ("points", "games", "win_rate", "career")
    for word in ("partien", "siegquote", "laufbahn"):
        assert f'href="{HERE}?sortierung={word}"' in content
        assert page(f"{HERE}?sortierung={word}").count('aria-sort="descending"') == 1
    several = page("/bestenlisten/emotrions.multi/ewig/")
    assert "Hier steht noch niemand" in several


def test_with_more_than_two_firsts_and_average_rank() -> None:
    """RNK-3.2."""
    rated("Mira", pool="emotrions.multi", games=10, firsts=4, rank_sum=23)
    content = page("/bestenlisten/emotrions.multi/ewig/")
    assert "Erste · Ø Rang" in heads(content)
    assert "4 · 2,30" in content
    assert "4 · 2.30" in page("/bestenlisten/emotrions.multi/ewig/", language="en")


def test_pages_of_fifty_by_key_lead_to_each_other() -> None:
    """RNK-3.4."""
    crowd(120)
    seen, address, pages = [], HERE, 0
    while address:
        content = page(address)
        seen += names(content)
        pages += 1
        following = re.search(r'rel="next" href="([^"]+)"', content)
        address = following[1].replace("&amp;", "&") if following else ""
    assert (pages, len(seen), len(set(seen))) == (3, 120, 120)
    assert names(page(f"{HERE}?platz=51")) == seen[50:100]
    assert names(page(f"{HERE}?platz=77")) == seen[50:100]
    assert "51 bis 100 von 120" in page(f"{HERE}?platz=77")
    assert names(page(f"{HERE}?platz=999999999")) == seen[100:]


def test_ones_own_row_is_found_from_anywhere() -> None:
    """RNK-3.3, RNK-3.4."""
    crowd(80)
    mira = rated("Mira", 900)
    assert mira.user is not None
    client = in_browser(mira.user)
    content = page(client=client)
    assert "Mira" not in names(content)
    assert "Du: <b>900</b>, Platz 81." in content
    around = page(f"{HERE}?um=mich", client)
    assert len(names(around)) == 5 + 6
    assert '<tr data-name="Mira" class="is-me">' in around
    assert "Plätze 6 bis 75" in around
    assert names(page(f"{HERE}?um=mich")) == names(page()), "strangers have no place"
    mira.user.in_lists = False
    mira.user.save()
    assert "Du stehst auf deinen Wunsch in keiner Liste" in page(client=client)
    assert "Mira" not in page()


def test_few_games_are_told_to_oneself_alone() -> None:
    mira = rated("Mira", 1400, games=8)
    assert mira.user is not None
    assert "Noch 2 gewertete Partien" in page(client=in_browser(mira.user))
    assert "Mira" not in page()


@pytest.mark.parametrize("words", [*awkward.ALL, "mir"])
def test_search_takes_anything(words: str) -> None:
    """QUA-3.7."""
    rated("Mira")
    answer = Client().get(HERE, {"suche": words})
    assert answer.status_code == 200
    assert names(answer.content.decode()) == (["Mira"] if words in ("mir", " \t\n ") else [])
    assert "<script>window" not in answer.content.decode()


@pytest.mark.parametrize(
    "query",
    ["nach=x", "vor=1_2", "platz=-1", "platz=x", "platz=%00", "um=niemand", "um=%00", "sortierung=x", "suche=%00", "nach=%ff"],
)
def test_what_means_nothing_is_as_if_it_were_not_there(query: str) -> None:
    rated("Mira")
    assert names(page(f"{HERE}?{query}")) == ["Mira"]


def test_lists_that_there_are_not() -> None:
    for address in (
        "/bestenlisten/emotrions.trio/",
        "/bestenlisten/mau.duel/",
        "/bestenlisten/emotrions.duel/nie/",
        "/bestenlisten/emotrions.duel/saison-7/",
        "/bestenlisten/emotrions.duel/gefolgte/",
        "/bestenlisten/emotrions.duel/saison-7/liste.json",
        "/bestenlisten/laufbahn/mau/",
    ):
        assert Client().get(address).status_code == 404, address


@pytest.mark.parametrize("who", ["stranger", "guest", "user"])
def test_columns_are_chosen_and_kept(who: str) -> None:
    """RNK-3.2: with the account, or in the browser."""
    rated("Mira")
    client = Client() if who == "stranger" else in_browser(guests.create_guest("de") if who == "guest" else someone("Nora"))
    answer = client.post("/bestenlisten/spalten/", {"spalte": ["last", "games", "height"], "zurueck": HERE})
    assert (answer.status_code, answer["Location"]) == (302, HERE)
    assert heads(page(client=client)) == ["Platz", "Name", "Wertung", "Partien", "Zuletzt"]
    for away in ("https://example.org/", "//example.org/", "javascript:alert(1)", "\\\\example.org"):
        assert client.post("/bestenlisten/spalten/", {"zurueck": away})["Location"] == "/bestenlisten/"
    assert len(heads(page(client=client))) == 10, "no choice is all of them"


def test_the_same_view_as_a_table_and_for_programs() -> None:
    """RNK-3.4."""
    crowd(60)
    client = in_browser(someone("Ich"))
    client.post("/bestenlisten/spalten/", {"spalte": ["games", "streak"], "zurueck": HERE})
    query = "?sortierung=partien"
    shown = names(page(HERE + query, client))
    rows = list(csv.DictReader(io.StringIO(client.get(f"{HERE}liste.csv{query}").content.decode())))
    assert [row["name"] for row in rows] == shown
    assert list(rows[0]) == ["rank", "name", "points", "provisional", "games", "streak"]
    answer = client.get(f"{HERE}liste.json{query}")
    data = json.loads(answer.content)
    assert [row["name"] for row in data["rows"]] == shown
    assert set(data["rows"][0]) == set(rows[0])
    assert f'href="{HERE}liste.csv{query}"' in page(HERE + query, client)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", awkward.CODE[4]])
def test_no_cell_is_a_formula(text: str) -> None:
    """RNK-7.15."""
    rating = rated("Mira")
    rating.name, rating.user = text, None
    (row,) = csv.DictReader(io.StringIO(exports.as_csv([selectors.Line(rating, 1)], columns.NAMES)))
    assert row["name"] == f"'{text}"
    assert exports.escaped(-5) == -5


def frozen_season() -> Season:
    """A season that is over, with two places."""
    now = timezone.now()
    season = Season.objects.create(name="Herbst", start=now - timedelta(90), end=now - timedelta(1), frozen_at=now)
    for place, name in enumerate(("Mira", "Jonas"), 1):
        user = someone(name)
        about: dict[str, Any] = {"points": 1500 - place, "mu": 30, "sigma": 2, "games": 12, "wins": 7, "draws": 0, "losses": 5}
        SeasonSnapshot.objects.create(
            season=season, pool="emotrions.duel", rank=place, player=str(user.pk), user=user, name=name, **about
        )
    return season


def test_a_season_that_is_over_is_shown_as_it_was() -> None:
    """RNK-2.9; who has gone, or does not want to be seen, is not."""
    season = frozen_season()
    address = f"/bestenlisten/emotrions.duel/saison-{season.pk}/"
    content = page(address)
    assert names(content) == ["Mira", "Jonas"]
    assert "Diese Saison ist zu Ende" in content
    assert f'href="{address}" aria-current="true">Herbst' in content
    User.objects.filter(username="Mira").update(in_lists=False)
    assert names(page(address)) == ["Jonas"]
    assert [row["rank"] for row in json.loads(Client().get(f"{address}liste.json").content)["rows"]] == [2]


def test_the_season_is_shown_first_if_somebody_is_in_it() -> None:
    now = timezone.now()
    season = Season.objects.create(name="Winter 2026", start=now - timedelta(9), end=now + timedelta(9))
    rated("Mira", 1500)
    assert "Ewig</a>" in page("/bestenlisten/emotrions.duel/")
    assert boards.usual("emotrions.duel").season is None
    rated("Mira", 1400, season=season)
    assert "Diese Saison läuft bis zum" in page("/bestenlisten/emotrions.duel/")


def test_how_much_a_page_asks_the_database(django_assert_num_queries: Any) -> None:
    """RNK-3.4: the same for every page, however long the list is."""
    crowd(120)
    mira = someone("Mira")
    rated(mira, 1700)
    Pool.objects.update(changed_at=timezone.now())
    browser = in_browser(mira)
    page(client=browser)
    key = selectors.page(boards.Board("emotrions.duel")).after
    for address, queries in ((HERE, 11), (f"{HERE}?nach={key}", 13), (f"{HERE}?platz=51", 11), (f"{HERE}?um=Mira", 15)):
        with django_assert_num_queries(queries):
            page(address, browser)


@pytest.mark.parametrize("name", ["Mira", "Ä&B", "O'Neill"])
def test_names_in_rows_and_their_addresses(name: str) -> None:
    """QUA-3.7: a row is put together by hand; the browser writes the same (`board.js`)."""
    row = Rating(
        pool="emotrions.duel", player="7", name=name, games=1234, wins=617, points=1311, sigma=2.0, streak=-2, rank_yesterday=5
    )
    html = rows.Rows(boards.Board("emotrions.duel"), columns.NAMES).html(selectors.Line(row, 3))
    assert f'<tr data-name="{escape(name)}">' in html
    assert f'<a href="{escape(reverse("tables:profile", args=[name]))}" data-cell="name">{escape(name)}</a>' in html
    assert "</span> 2<span" in html, "places won"
    for cell in ("1.234", "50 %", "−2", '<b data-cell="points">1311</b>', "hidden>?"):
        assert cell in html
    bot = Rating(pool="emotrions.bots", player="bot:<b>", name="<b>")
    html = rows.Rows(boards.Board("emotrions.bots"), ()).html(selectors.Line(bot, 1))
    assert '<span data-cell="name">&lt;b&gt;</span>' in html
    assert 'data-cell="games"' not in html


def test_careers_and_medals(monkeypatch: pytest.MonkeyPatch) -> None:
    """RNK-3.1."""
    mira = someone("Mira")
    career(mira, 4321)
    content = page("/bestenlisten/laufbahn/emotrions/", in_browser(mira))
    assert "4.321" in content
    assert "Platz 1." in content
    assert "Noch hat niemand" in page("/bestenlisten/medaillen/")
    assert "/bestenlisten/medaillen/" not in page()
    monkeypatch.setattr(slots.site, "medals", lambda: [slots.Medals(mira, 2, 1, 0)])
    monkeypatch.setattr(slots.site, "any_medals", lambda: True)
    assert "/profil/Mira/" in page("/bestenlisten/medaillen/")
    assert "/bestenlisten/medaillen/" in page()


def test_home_and_the_page_of_a_game_show_the_top() -> None:
    """UX-2, UX-3."""
    assert "Alle Listen" not in page("/")
    assert "Noch steht niemand in der Liste." in page("/spiel/emotrions/")
    for number in range(8):
        rated(f"P{number}", 1500 - number)
    for address, count in (("/", 3), ("/spiel/emotrions/", 5)):
        content = page(address)
        assert content.count('<b class="place">') == count
        assert "/bestenlisten/emotrions.duel/ewig/" in content
    assert "/bestenlisten/" in page("/spiel/kameloh/")


def test_everything_is_there_in_english() -> None:
    """UX-10.1."""
    rated("Mira", rank_yesterday=1)
    content = page(language="en")
    assert heads(content)[:4] == ["Place", "Since yesterday", "Name", "Rating"]
    assert "1 to 1 of 1" in content
    assert not re.search(r"Partien|Wertung|Siegquote", content)
