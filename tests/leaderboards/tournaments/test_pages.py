"""Pages of tournaments (RNK-7.15): what they say to whom, and what can be done there."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.tables import slots
from leaderboards.ratings.slots import site as ratings
from leaderboards.tournaments import entries, life, making, rulings
from leaderboards.tournaments.models import Entrant, Match, Tournament
from leaderboards.tournaments.plan import Plan, StageRules, TableRules
from tests import events
from tests.accounts.people import in_browser
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = [pytest.mark.django_db(transaction=True)]

TABS = ("", "baum/", "baum/?ansicht=liste", "runden/", "tabelle/", "kreuztabelle/", "teilnehmende/", "regeln/", "ansagen/")
VIEWS = ("grossansicht/", "einbetten/", "tabelle.csv", "ergebnisse.csv", "turnier.json", "termine.ics")
ODD = ("?ab=9&teil=77&spieler=x", "?ab=-1&teil=²&spieler=999999", "?abschnitt=7&runde=0&seite=-3", "?wer=1e9&seite=%00&suche=%00")


@pytest.fixture
def world() -> dict[str, Any]:
    people = {
        role: User.objects.create_user(name)
        for role, name in {"superuser": "Chefin", "seat": "Mira", "opponent": "Jonas-07", "player": "Ilka"}.items()
    }
    return {"people": people, "events": events.build(people)}


def read(address: str, client: Client | None = None, status: int = 200) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == status, (address, answer.content[:400])
    return answer.content.decode()


def test_every_page_of_every_kind(world: dict[str, Any]) -> None:
    """RNK-7.15: without login, for those who play, and for organisers; whatever the address asks for."""
    for client in (Client(), in_browser(world["people"]["seat"]), in_browser(world["people"]["superuser"])):
        assert "Herbstkarawane" in read("/turniere/", client)
        for pk in world["events"].values():
            for page in (*TABS, *VIEWS):
                assert read(f"/turniere/{pk}/{page}", client)
    for pk in world["events"].values():
        for page in ("baum/", "runden/", "tabelle/", "teilnehmende/"):
            for odd in ODD:
                read(f"/turniere/{pk}/{page}{odd}")
    for match in Match.objects.all():
        assert match.get_state_display()
        read(f"/turniere/{match.tournament_id}/begegnung/{match.pk}/")
    double = world["events"]["double"]
    read(f"/turniere/{double}/begegnung/99999999999999999999/", status=404)
    read(f"/turniere/{double}/begegnung/{Match.objects.exclude(tournament=double)[0].pk}/", status=404)


def test_only_the_view_for_others_may_be_framed(world: dict[str, Any]) -> None:
    """QUA-4.4: everything else stays as it is."""
    double = world["events"]["double"]
    answer = Client().get(f"/turniere/{double}/einbetten/")
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    for page in ("", "grossansicht/"):
        answer = Client().get(f"/turniere/{double}/{page}")
        assert (answer["X-Frame-Options"], "frame-ancestors 'none'" in answer["Content-Security-Policy"]) == ("DENY", True)
    Tournament.objects.filter(pk=double).update(access="link")
    read(f"/turniere/{double}/einbetten/", status=404)


def test_who_sees_what() -> None:
    """RNK-7.1: drafts their organisers alone, lists the invited, links whoever has them; only public ones are listed."""
    owner, other, invited = person("owner"), person("other"), person("Eingeladen")
    row = making.create(owner, plan(StageRules("single"), game="emotrions"), {"name": "Geheim", "allowed": ["eingeladen"]})
    for user, status in ((None, 404), (other, 404), (owner, 200)):
        read(row.get_absolute_url(), in_browser(user) if user else None, status)
    life.move(row.pk, owner, "registration")
    Tournament.objects.filter(pk=row.pk).update(access="list")
    for user, status in ((None, 404), (other, 404), (invited, 200), (owner, 200)):
        read(row.get_absolute_url(), in_browser(user) if user else None, status)
    Tournament.objects.filter(pk=row.pk).update(access="link")
    assert "Geheim" in read(row.get_absolute_url())
    assert "Geheim" not in read("/turniere/")
    assert "Geheim" in read("/turniere/", in_browser(owner))


def test_entering_and_leaving() -> None:
    """From the button to the list; why not, in words and with the right status; nothing has changed then."""
    owner, mira = person("owner"), person("Mira")
    rules = Plan(game="emotrions", stages=(StageRules("single"),), table=events.TABLE, reputation=0, limit=2)
    row = making.create(owner, rules, {"name": "Basar", "access": "password", "password": "sesam"})
    life.move(row.pk, owner, "registration")
    home = row.get_absolute_url()
    client = in_browser(mira)
    assert "Kennwort" in read(home, client)
    wrong = client.post(f"{home}teilnehmen/", {"password": "falsch"})
    assert (wrong.status_code, "Das Kennwort stimmt nicht." in wrong.content.decode()) == (400, True)
    assert not row.entrants.exists()
    assert client.post(f"{home}teilnehmen/", {"password": "sesam"}).status_code == 302
    assert "Du bist angemeldet." in read(home, client)
    again = client.post(f"{home}teilnehmen/", {"password": "sesam"})
    assert (again.status_code, "schon angemeldet" in again.content.decode()) == (409, True)
    for name in ("p2", "p3"):
        assert in_browser(person(name)).post(f"{home}teilnehmen/", {"password": "sesam"}).status_code == 302
    assert Entrant.objects.get(name="p3").state == "waiting"
    assert client.post(f"{home}verlassen/").status_code == 302
    assert Entrant.objects.get(name="p3").state == "entered"
    guest = User.objects.create_user("Gast Fuchs", is_guest=True)
    told = in_browser(guest).post(f"{home}teilnehmen/", {"password": "sesam"})
    assert (told.status_code, "brauchst du ein Konto" in told.content.decode()) == (403, True)
    assert Client().post(f"{home}teilnehmen/")["Location"].startswith("/konto/")
    assert client.get(f"{home}teilnehmen/").status_code == 405


def test_my_match_from_the_call_to_the_table(returns: str) -> None:
    """RNK-7.12: 'Ich bin da', then one click to the table, and from its page back."""
    event = Event(plan(StageRules("single", third_place=True)), 4)
    home = event.row.get_absolute_url()
    first, second = (in_browser(user) for user in (event.users[0], event.users[3]))
    match = event.match("W1.1")
    assert "Ich bin da" in read(home, first)
    assert first.post(f"{home}begegnung/{match.pk}/bereit/").headers["Location"] == home
    assert "Es fehlt noch jemand" in read(home, first)
    table = second.post(f"{home}begegnung/{match.pk}/bereit/").headers["Location"]
    assert table.startswith("/tisch/")
    assert f'href="{table}"' in read(home, first)
    assert f'data-event="{home}#meins"' in read(table, first)
    assert "Deine nächste Runde" in read("/", first)
    assert "Laufende Turniere" in read("/")
    stranger = in_browser(person("Fremd"))
    assert stranger.post(f"{home}begegnung/{match.pk}/bereit/").status_code == 403
    event.play(event.match("W1.1"))
    assert "Finale" in read(home, first)
    event.play_all()
    assert "Platz 1 von 4" in read(home, first)
    assert "1." in read(f"{home}teilnehmende/")


def test_every_page_tells_of_a_call(returns: str) -> None:
    """UX-9.1: whoever is called sees it wherever they are, until they are there; nobody else does, and not twice on one page."""
    event = Event(plan(StageRules("single"), no_show_s=300), 4)
    match = event.match("W1.1")
    user = event.users[0]
    client, told = in_browser(user), "Deine Partie ist aufgerufen: Halbfinale 1"
    for address in ("/", "/bestenlisten/", "/turniere/rufe/"):
        assert told in read(address, client)
    assert told not in read(f"/turniere/{event.row.pk}/", client)
    assert told not in read(f"/turniere/rufe/?hier=/turniere/{event.row.pk}/", client)
    assert 'id="calls"' not in read("/", in_browser(event.owner))
    assert 'id="calls"' not in read("/")
    event.turn_up(match, 0)
    assert told not in read("/", client)
    assert 'id="calls"' in read("/", client), "the next call may come"
    event.play_all()
    assert 'id="calls"' not in read("/", client)


def test_medals_and_profiles(returns: str) -> None:
    """RNK-3.1, RNK-3.6: who has won, and where somebody has played; nobody who was shut out."""
    event = Event(plan(StageRules("single", third_place=True)), 4)
    assert not ratings.any_medals()
    event.play_all()
    assert ratings.any_medals()
    assert [(row.user.username, row.gold, row.silver, row.bronze) for row in ratings.medals()] == [
        ("p1", 1, 0, 0),
        ("p2", 0, 1, 0),
        ("p3", 0, 0, 1),
    ]
    (entered,) = ratings.tournaments(event.users[1])
    assert (entered.place, entered.of, entered.url) == (2, 4, event.row.get_absolute_url())
    User.objects.filter(pk=event.users[0].pk).update(in_lists=False)
    Entrant.objects.filter(user=event.users[1]).update(state="disqualified")
    assert [row.user.username for row in ratings.medals()] == ["p3"]
    assert ratings.any_medals()
    User.objects.filter(pk=event.users[2].pk).update(is_active=False)
    assert not ratings.any_medals()
    User.objects.filter(pk=event.users[2].pk).update(is_active=True)
    assert slots.site.home(event.users[0]) == []
    table = read(f"{event.row.get_absolute_url()}tabelle/")
    assert [f"medal--{place}" in table for place in (1, 2, 3)] == [True, False, True], "whoever was shut out has none"


def test_figures_do_not_belie_what_the_organisers_have_ruled(returns: str) -> None:
    """RNK-7.13: what was counted at the table is not shown behind another winner; figures that come with the ruling are."""
    event = Event(plan(StageRules("single")), 4)
    event.play(event.match("W1.1"))
    match = event.match("W1.1")
    address = f"{event.row.get_absolute_url()}begegnung/{match.pk}/"
    row = '<td class="r"><b>{}</b></td>'
    assert row.format(3) in read(address)
    winner = str(1 - (match.winner or 0))
    rulings.override(event.row.pk, event.owner, match.pk, winner, "Protest")
    assert row.format(3) not in read(address)
    assert row.format("–") in read(address)
    rulings.override(event.row.pk, event.owner, match.pk, winner, "Protest", scores=(1, 4) if winner == "1" else (4, 1))
    assert row.format(4) in read(address)


@pytest.mark.parametrize(("kind", "back"), [("double", False), ("swiss", True)])
def test_who_gave_up_is_told_to_come_back_where_one_can(returns: str, kind: Any, back: bool) -> None:
    """RNK-7.12: a bracket has no way back."""
    event = Event(plan(StageRules(kind)), 5)
    home, client = event.row.get_absolute_url(), in_browser(event.users[1])
    assert "Turnier aufgeben …" in read(home, client)
    assert client.post(f"{home}verlassen/").status_code == 302
    page = read(home, client)
    assert "Du hast dich zurückgezogen." in page
    assert "statt dich neu anzumelden" not in page
    assert ("Wieder mitspielen" in page) is back


def test_standings_with_what_they_are_made_of(returns: str) -> None:
    """RNK-7.10: every column has its sum behind it; the addends of Buchholz add up."""
    event = Event(plan(StageRules("swiss", rounds=3)), 6)
    event.play_all()
    page = read(f"{event.row.get_absolute_url()}tabelle/")
    assert page.count('<details class="sum"') >= 6 * 3
    assert page.count("BHC1") >= 2, "above the column, and below the table with what it means"
    assert "gestrichen" in page


def test_why_a_pairing() -> None:
    """RNK-7.6: group, places, balance of each pair of the round that is played."""
    owner = person("owner")
    people = [person(f"s{number}") for number in range(1, 6)]
    row = events.begun(owner, "Schweiz", events.plan(StageRules("swiss", rounds=3)), people)
    page = read(f"/turniere/{row.pk}/paarung/1/1/")
    assert page.count("Es beginnt") == 2
    read(f"/turniere/{row.pk}/paarung/1/2/", status=404)
    read(f"/turniere/{row.pk}/paarung/2/1/", status=404)
    assert "spielfrei, ein ganzer Punkt" in read(f"/turniere/{row.pk}/runden/")


def test_teams_confirm_and_line_up(returns: str) -> None:
    """RNK-7.14: named by their captain, confirmed by themselves, in the order the captain settles."""
    owner, captain, mate = person("owner"), person("Kapitän"), person("Maat")
    row = making.create(owner, plan(StageRules("round_robin"), teams="boards", boards=2), {"name": "Mannschaften"})
    life.move(row.pk, owner, "registration")
    home = row.get_absolute_url()
    sent = {"team": "Die <b>Boote</b>", "members": "Niemand"}
    refused = in_browser(captain).post(f"{home}teilnehmen/", sent)
    assert (refused.status_code, "„Niemand“" in refused.content.decode()) == (400, True)
    assert in_browser(captain).post(f"{home}teilnehmen/", sent | {"members": "maat"}).status_code == 302
    assert "rechnet mit dir" in read(home, in_browser(mate))
    assert in_browser(mate).post(f"{home}zusage/", {"accept": "1"}).status_code == 302
    team = Entrant.objects.get(tournament=row)
    keys = list(team.members.order_by("board").values_list("pk", flat=True))
    order = {f"member-{keys[0]}": "2", f"member-{keys[1]}": "1"}
    assert in_browser(captain).post(f"{home}aufstellung/", order).status_code == 302
    assert list(team.members.order_by("board").values_list("name", flat=True)) == ["Maat", "Kapitän"]
    twice = in_browser(captain).post(f"{home}aufstellung/", dict.fromkeys(order, "1"))
    assert twice.status_code == 400
    assert "Die &lt;b&gt;Boote&lt;/b&gt;" in read(f"{home}teilnehmende/")


def test_the_tree_of_many_comes_in_parts() -> None:
    """RNK-7.16: a part at a time, one's own first; few questions to the database however many there are."""
    owner = person("owner")
    row = making.create(owner, plan(StageRules("double"), game="emotrions", limit=300), {"name": "Viele"})
    life.move(row.pk, owner, "registration")
    Entrant.objects.bulk_create(Entrant(tournament=row, bot="zufall", name=f"B{number}") for number in range(130))
    mira = person("Mira")
    entries.enter(row.pk, mira)
    from leaderboards.tournaments import stages

    row.refresh_from_db()
    for seed, entrant in enumerate(row.entrants.order_by("-pk"), 1):
        Entrant.objects.filter(pk=entrant.pk).update(seed=seed, state="active")
    row.state = "running"
    row.save()
    stages.open_stage(row, 0, list(range(1, 132)))
    page = read(f"/turniere/{row.pk}/baum/")
    assert page.count("data-match=") < 200
    assert "Abschnitt 4" in page
    assert page.count("Mira") == 0 or "teil=1" in page
    assert "Mira" in read(f"/turniere/{row.pk}/baum/", in_browser(mira))


def test_locked_lists_are_shown_when_they_may_be() -> None:
    """RNK-7.4: to everybody from the start or after the end, as set; before to organisers who do not play."""
    for open_lists in (False, True):
        owner, users = person(f"owner{open_lists}"), [person(f"{name}{open_lists}") for name in ("anna", "ben")]
        rules = Plan(
            game="kameloh",
            stages=(StageRules("single"),),
            table=TableRules(rated=False, mode="untimed"),
            reputation=0,
            decks="locked",
            open_lists=open_lists,
        )
        row = making.create(owner, rules, {"name": "Decks"})
        life.move(row.pk, owner, "registration")
        for user in users:
            entries.enter(row.pk, user)
        mine = row.entrants.get(user=users[0])
        page = f"/turniere/{row.pk}/teilnehmende/?deck={mine.pk}"
        shown = f"Deck von {mine.name}"
        clients = {"owner": in_browser(owner), "opponent": in_browser(users[1]), "nobody": Client()}

        def who(clients: dict[str, Client] = clients, page: str = page, shown: str = shown) -> set[str]:
            return {name for name, client in clients.items() if f">{shown}</h2>" in read(page, client)}

        assert who() == {"owner"}
        life.move(row.pk, owner, "running")
        assert who() == (set(clients) if open_lists else {"owner"})
        match = row.matches.get()
        listed = f"?deck={mine.pk}#deck" in read(f"/turniere/{row.pk}/begegnung/{match.pk}/", clients["opponent"])
        assert listed == open_lists
        rulings.override(row.pk, owner, match.pk, "0", "Am Brett gespielt")
        assert row.__class__.objects.get(pk=row.pk).state == "finished"
        assert who() == set(clients)
        assert "Wüstenschreck" in read(page) or "×</b>" in read(page)
