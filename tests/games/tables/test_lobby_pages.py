"""Pages of the lobby: what is listed for whom, filters in the address, why one cannot join, last used options (UX-3, UX-5)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import create_guest
from accounts.models import User
from games.tables import models, qr, service, timeline
from games.tables.clocks import Pace
from tests.games.tables.play import someone
from tests.games.tables.test_pages import browser, page

pytestmark = pytest.mark.django_db

LIVE, TURN = Pace("live", bank_ms=300_000, increment_ms=5_000), Pace("turn", move_ms=86_400_000)


def opened(owner: User | None = None, open_to: str = "anybody", seats: int = 2, pace: Pace = LIVE) -> models.Table:
    return service.open_table(owner or someone(), "emotrions", {}, seats, pace, open_to)


def shown(client: Client, path: str = "/lobby/") -> list[str]:
    """The ids of the open tables on a page, in their order."""
    return [line.row.id for line in client.get(path).context["waiting"]]


def test_the_lobby_is_for_everybody_and_makes_nobody_a_guest() -> None:
    """UX-1.5: readable without script and without an account; the newest first."""
    tables = [opened(), opened(pace=TURN)]
    opened(open_to="invited")
    content = page(browser(), "/lobby/")
    assert shown(browser()) == [table.pk for table in reversed(tables)]
    for table in tables:
        assert table.invite not in content
        assert table.seats.get().name in content
    assert "5 Minuten, je Zug 5 Sekunden dazu" in content
    assert User.objects.count() == 3


def test_an_empty_lobby_says_what_to_do() -> None:
    """UX-5.1."""
    content = page(browser(), "/lobby/")
    assert "Noch kein offener Tisch." in content
    assert reverse("tables:new") in content


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("", {"live", "turn", "untimed"}),
        ("?tempo=live", {"live"}),
        ("?tempo=zug-um-zug", {"turn"}),
        ("?tempo=ohne-uhr", {"untimed"}),
        ("?spiel=emotrions&tempo=live", {"live"}),
        ("?tempo=schnell", {"live", "turn", "untimed"}),
        ("?spiel=schach", {"live", "turn", "untimed"}),
        ("?frei=1", {"live", "untimed"}),
        ("?frei=ja%00", {"live", "turn", "untimed"}),
    ],
)
def test_filters_are_in_the_address(address: str, expected: set[str]) -> None:
    """UX-3: words that mean nothing are as if they were not there."""
    tables = {
        opened(pace=LIVE).pk: "live",
        opened(open_to="accounts", pace=TURN).pk: "turn",
        opened(pace=Pace()).pk: "untimed",
    }
    assert {tables[table] for table in shown(browser(), f"/lobby/{address}")} == expected


def test_filters_are_links_that_keep_one_another() -> None:
    opened()
    response = browser().get("/lobby/?tempo=live&frei=1")
    assert 'href="?tempo=zug-um-zug&amp;frei=1"' in response.content.decode()
    assert 'href="?tempo=live"' in response.content.decode()
    assert len(re.findall('aria-current="true"', response.content.decode())) == 3, "all games, the pace, free seats"


def test_why_one_cannot_join_is_said() -> None:
    """UX-5.4."""
    owner, kept, guest = someone(), someone(), create_guest("de")
    table = opened(owner, "accounts")
    for user, joinable, mine, why in (
        (None, False, False, "An diesem Tisch spielen nur Leute mit Konto."),
        (guest, False, False, "An diesem Tisch spielen nur Leute mit Konto."),
        (kept, True, False, ""),
        (owner, False, True, ""),
    ):
        (line,) = browser(user).get("/lobby/").context["waiting"]
        assert (line.joinable, line.mine, line.why) == (joinable, mine, why)
    response = browser(guest).post(reverse("tables:sit", args=[table.pk]), follow=True)
    assert "An diesem Tisch spielen nur Leute mit Konto." in response.content.decode()
    assert table.seats.count() == 1
    users = User.objects.count()
    browser().post(reverse("tables:sit", args=[table.pk]))
    assert User.objects.count() == users, "nobody becomes a guest for a table at which they may not sit"


def test_one_click_to_a_seat() -> None:
    """UX-3: as a guest if need be; the last seat starts the game."""
    table = opened(seats=2)
    response = browser().post(reverse("tables:sit", args=[table.pk]))
    assert response["Location"] == table.get_absolute_url()
    table.refresh_from_db()
    assert table.status == "running"
    assert table.seats.filter(user__is_guest=True).count() == 1
    late = browser().post(reverse("tables:sit", args=[table.pk]), follow=True)
    assert "An diesem Tisch ist kein Platz mehr frei." in late.content.decode()
    assert browser().get(reverse("tables:sit", args=[table.pk])).status_code == 405
    assert browser().post(reverse("tables:sit", args=["aaaaaaaaaa"])).status_code == 404


def test_a_seat_can_be_left_before_the_game() -> None:
    """UX-5.4: and a table without anybody is gone; strangers change nothing."""
    owner = someone()
    table = opened(owner, seats=3)
    path = reverse("tables:get-up", args=[table.pk])
    assert browser().post(path).status_code == 404
    browser(someone()).post(path)
    assert table.seats.count() == 1
    assert "Tisch schließen" in page(browser(owner), table.get_absolute_url())
    assert "Der Tisch ist geschlossen." in browser(owner).post(path, follow=True).content.decode()
    assert not models.Table.objects.exists()
    running = service.play_now(owner, "emotrions")
    response = browser(owner).post(reverse("tables:get-up", args=[running.pk]), follow=True)
    assert "Das geht an diesem Tisch gerade nicht." in response.content.decode()
    assert running.seats.count() == 2


def test_a_private_table_is_no_ones_without_the_link() -> None:
    """UX-5.4."""
    table = opened(open_to="invited")
    content = page(browser(someone()), table.get_absolute_url())
    assert "An diesen Tisch kommst du nur mit einer Einladung." in content
    assert reverse("tables:sit", args=[table.pk]) not in content
    browser(someone()).post(reverse("tables:sit", args=[table.pk]))
    assert table.seats.count() == 1


def test_the_page_of_an_open_table_lets_others_sit_down() -> None:
    table = opened()
    assert reverse("tables:sit", args=[table.pk]) in page(browser(), table.get_absolute_url())


def test_running_tables_can_be_watched() -> None:
    """UX-3: those that are open to others, with who plays."""
    mine = service.play_now(someone("Ada"), "emotrions")
    other = service.play_now(someone("Bo"), "emotrions")
    user = mine.seats.get(number=0).user
    for path in ("/lobby/", "/zuschauen/"):
        lines = {line.row.id: line.mine for line in browser(user).get(path).context["running"]}
        assert lines == {mine.pk: True, other.pk: False}
    content = page(browser(), "/zuschauen/")
    assert "Bo, Bot Fuchs" in content


def test_open_to_others_only_with_an_account() -> None:
    """UX-2, UX-5.3: the reason stands at the field; nothing is opened, nobody becomes a guest."""
    for client in (browser(), browser(create_guest("de"))):
        response = client.post("/neu/emotrions/", {"seats": "2", "preset": "basic", "open_to": "anybody"})
        assert response.status_code == 400
        assert "Tische für alle eröffnen nur Leute mit Konto." in str(response.context["form"].errors["open_to"])
        assert User.objects.count() == 1
    assert not models.Table.objects.exists()
    browser(someone()).post("/neu/emotrions/", {"seats": "2", "preset": "basic", "open_to": "anybody"})
    assert models.Table.objects.get().is_listed


def test_the_options_used_last_are_offered_again() -> None:
    """UX-3."""
    client = browser(someone())
    chosen = {"seats": "3", "pace": "day", "preset": "", "score37": "on", "open_to": "accounts"}
    client.post("/neu/emotrions/", chosen)
    form = client.get("/neu/emotrions/").context["form"]
    assert {name: form[name].value() for name in chosen} == chosen
    assert browser(someone()).get("/neu/").context["form"]["seats"].value() == 2


def test_the_invitation_is_a_qr_code_too() -> None:
    """UX-3: drawn from the modules of the code; only for those who sit there."""
    owner = someone()
    table = opened(owner, open_to="invited")
    response = browser(owner).get(table.get_absolute_url())
    assert response.context["qr"] == qr.code(response.context["invite_url"])
    assert response.context["qr"].path in response.content.decode()
    assert 'class="qr"' not in page(browser(someone()), table.get_absolute_url())


def test_a_qr_code_has_its_finder_patterns() -> None:
    """Three squares of seven modules, four modules from the edge."""
    made = qr.code("https://spiele.example/tisch/aaaaaaaaaa/mit/x/")
    corners = ("M4 4h7v1h-7z", f"M{made.size - 11} 4h7v1h-7z", f"M4 {made.size - 5}h7v1h-7z")
    assert all(corner in made.path for corner in corners)


def test_home_lists_my_tables_by_deadline_and_what_others_do() -> None:
    """UX-2, UX-3: whose turn it is comes first, with the deadline; then open tables and tables to watch, a few of each."""
    user = someone()
    soon, late = (service.open_table(user, "emotrions", {}, 2, Pace("turn", move_ms=days * 86_400_000)) for days in (1, 3))
    for table in (late, soon):
        service.sit(someone(), table, table.invite)
    models.Table.objects.filter(pk__in=[soon.pk, late.pk]).update(waiting=[0])
    for pk, days in ((soon.pk, 1), (late.pk, 3)):
        side = {"0": {"left_ms": days * 86_400_000}}
        models.Table.objects.filter(pk=pk).update(clocks={"sides": side, "since": timeline.site.now(), "running": [0]})
    tables = [opened(seats=3) for _ in range(6)]
    service.play_now(someone(), "emotrions")
    response = browser(user).get("/")
    assert [line.url for line in response.context["my_tables"]] == [soon.get_absolute_url(), late.get_absolute_url()]
    content = response.content.decode()
    assert 'aria-label="2 am Zug"' in content
    first, second = (content.index(words) for words in ("in 1 Tag", "in 3 Tagen"))
    assert first < second < content.index("Kartenspiele an einem Tisch.")
    rows = re.findall(r'data-table="(\w{10})"', content)
    assert rows[:4] == [table.pk for table in reversed(tables)][:4], "the newest ones"
    assert len(rows) == 4 + 1 + 1, "and the blank one"
    assert "am Zug" not in page(browser(), "/")


def test_everything_in_english() -> None:
    """UX-10.1."""
    opened(open_to="accounts")
    content = page(browser(accept_language="en"), "/lobby/")
    for words in (
        "Open tables",
        "1 table is waiting for players.",
        "Only people with an account play at this table.",
        "2 players",
    ):
        assert words in content
    assert "Tisch" not in re.sub("<[^>]*>", "", content)
