"""Organisers' pages: what is shown to whom, what is done, what is refused and why (RNK-7.1, RNK-7.12, RNK-7.13)."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine import registry
from leaderboards.tournaments import access, making, presets
from leaderboards.tournaments.forms import TournamentForm
from leaderboards.tournaments.models import Entrant, Tournament
from leaderboards.tournaments.plan import plain
from leaderboards.tournaments.words import FORMATS
from tests.leaderboards.tournaments.desk import World, plan, second_factor, world

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("overview", "settings", "entrants", "seeds", "matches", "rounds", "announcements", "people", "log")


@pytest.fixture
def event() -> World:
    return world()


def text(response: Any) -> str:
    return str(response.content.decode())


def test_all_pages_are_there_in_every_state(event: World) -> None:
    for step in (event.open, lambda: event.fill(4), event.start):
        assert {page: event.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
        step()
    assert {page: event.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
    assert event.get("match", event.match("W1.1").pk).status_code == 200
    assert event.get("match", 999_999).status_code == 404


# --- making -----------------------------------------------------------------------------------------------------------------


def test_a_few_answers_make_a_draft(event: World) -> None:
    client = event.client("stranger")
    page = text(client.get(reverse("tournaments:new") + "?spiel=emotrions"))
    assert "mehr Einstellungen" in page
    sent = {
        "game": "emotrions",
        "name": "Abendpokal",
        "preset": "emotrions.duel",
        "s0.kind": "double",
        "starts_at": "2027-01-05T19:30",
    }
    response = client.post(reverse("tournaments:new"), sent)
    assert response.status_code == 302, response.context["form"].errors
    row = Tournament.objects.get(name="Abendpokal")
    assert response.headers["Location"] == reverse("tournaments:desk-overview", args=[row.pk])
    assert (row.state, row.owner, row.rules.stages[0].kind) == ("draft", event.people["stranger"], "double")
    assert row.rules.table.options == {"gleichstart": "always", "style_mode": "winners_options"}
    assert not row.rules.table.rated
    assert row.starts_at is not None
    assert timezone.localtime(row.starts_at).hour == 19


def test_what_is_wrong_is_told_at_its_field(event: World) -> None:
    client = event.client("stranger")
    sent = {"game": "emotrions", "name": "", "s0.kind": "swiss", "s1.kind": "single", "s0.qualify": "0", "limit": "1"}
    response = client.post(reverse("tournaments:new"), sent)
    assert response.status_code == 400
    page = text(response)
    assert "id_name" in page
    assert "id_limit_error" in page
    sent |= {"name": "X", "limit": "8"}
    response = client.post(reverse("tournaments:new"), sent)
    assert "Sag, wie viele in den nächsten Abschnitt weiterkommen." in text(response)
    sent |= {"s0.qualify": "4", "series": "best_of", "games": "2"}
    assert "ungerade Zahl" in text(client.post(reverse("tournaments:new"), sent))
    sent |= {"games": "3", "registration_at": "2027-02-01T10:00", "starts_at": "2027-01-01T10:00"}
    assert "Die Anmeldung muss vor dem Beginn liegen" in text(client.post(reverse("tournaments:new"), sent))
    assert not Tournament.objects.filter(name="X").exists()
    assert client.post(reverse("tournaments:new"), sent | {"registration_at": ""}).status_code == 302
    row = Tournament.objects.get(name="X")
    assert [(stage.kind, stage.qualify) for stage in row.rules.stages] == [("swiss", 4), ("single", 0)]
    assert (row.rules.table.series, row.rules.table.games) == ("best_of", 3)


def test_every_part_of_a_plan_can_be_reached_by_the_form(event: World) -> None:
    event.get("settings")
    form = {
        "seen": event.seen("settings"), "name": "Alles", "name_en": "All", "text": "Worum es geht", "access": "list",
        "allowed": "Spielerin\nFremd", "repeat": "weekly", "preset": "", "s0.kind": "round_robin", "s0.groups": "2",
        "s0.cycles": "2", "s0.free": "on", "s0.tie_breaks": "pd, lot", "s0.qualify": "2",
        "s0.best_next": "1", "s0.series": "fixed", "s0.games": "2", "s1.kind": "single", "s1.third_place": "on",
        "limit": "32", "approval": "on", "min_games": "3", "points_from": "100", "points_to": "900", "reputation": "50",
        "seeding": "lot", "late_rounds": "1", "check_in": "on", "check_in_minutes": "30", "series": "best_of", "games": "3",
        "ties.0": "extra_game", "ties.1": "coin", "starter": "rules", "loser_chooses": "on",
        "mode": "turn", "bank_min": "7", "increment_s": "9", "move_h": "12", "no_show_min": "2.5", "pause_min": "3",
        "teams": "none", "boards": "1", "substitutes": "0", "option.score37": "on",
    }  # fmt: skip
    response = event.client("owner").post(event.url("settings"), form)
    assert response.status_code == 302, response.context["form"].errors
    event.row.refresh_from_db()
    row, found = event.row, event.row.rules
    assert (row.name, row.name_en, row.access, row.allowed, row.repeat) == (
        "Alles", "All", "list", ["spielerin", "fremd"], "weekly",
    )  # fmt: skip
    first, second = found.stages
    assert (first.kind, first.groups, first.cycles, first.free, first.tie_breaks) == ("round_robin", 2, 2, True, ("PD", "LOT"))
    assert (first.qualify, first.best_next, first.table) == (2, 1, {"series": "fixed", "games": 2})
    assert (second.kind, second.third_place) == ("single", True)
    assert (found.limit, found.approval, found.waiting_list, found.auto) == (32, True, False, False)
    assert (found.min_games, found.points_from, found.points_to, found.reputation) == (3, 100, 900, 50)
    assert (found.seeding, found.late_rounds, found.check_in, found.check_in_minutes) == ("lot", 1, True, 30)
    assert (found.no_show_s, found.pause_s) == (150, 180)
    table = found.table
    assert (table.series, table.games, table.ties, table.starter) == ("best_of", 3, ("extra_game", "coin"), "rules")
    assert (table.loser_chooses, table.by_points, table.rated) == (True, False, False)
    assert (table.mode, table.bank_ms, table.increment_ms, table.move_ms) == ("turn", 420_000, 9000, 43_200_000)
    assert table.options == {"score37": "on"}


def test_three_stages_can_be_settled(event: World) -> None:
    """RNK-7.7: groups, a Swiss of the best, and a knock-out; without script there is room for two, or what there is."""
    page = text(event.get("settings"))
    assert re.search(r'data-part="stage1">', page)
    assert re.search(r'data-part="stage2" disabled hidden>', page)
    assert "Sonneborn-Berger</dt>" in page
    assert "ohne Spielfrei und kampflose Siege" in page
    form = {
        "seen": event.seen("settings"), "name": "Drei", "preset": "", "limit": "32",
        "s0.kind": "round_robin", "s0.groups": "4", "s0.qualify": "2",
        "s1.kind": "swiss", "s1.rounds": "3", "s1.qualify": "4", "s1.tie_breaks": "SB WIN", "s2.kind": "single",
    }  # fmt: skip
    response = event.client("owner").post(event.url("settings"), form)
    assert response.status_code == 302, response.context["form"].errors
    event.row.refresh_from_db()
    stages = event.row.rules.stages
    assert [(stage.kind, stage.qualify) for stage in stages] == [("round_robin", 2), ("swiss", 4), ("single", 0)]
    assert stages[1].tie_breaks == ("SB", "WIN")
    assert re.search(r'data-part="stage2">', text(event.get("settings")))


def test_bots_fill_up_as_far_as_there_is_room(event: World) -> None:
    event.open()
    refused = event.do("bots", bot="random", count="99")
    assert (refused.status_code, "Frei sind noch 16." in text(refused)) == (400, True)
    assert event.do("bots", bot="random", count="16").status_code == 302
    full = text(event.do("bots", bot="random", count="1"))
    assert "Alle Plätze sind vergeben: Es gibt 16." in full
    assert "Noch 0 Plätze" in full


def test_what_the_form_shows_comes_back_unchanged(event: World) -> None:
    """Saving without a change changes nothing."""
    response = event.get("settings")
    form = response.context["form"]
    sent = {bound.html_name: bound.value() for bound in form if bound.value() not in (None, False, "")}
    before = event.row.plan
    answer = event.client("owner").post(event.url("settings"), sent | {"seen": event.seen("settings")})
    assert answer.status_code == 302, answer.context["form"].errors
    event.row.refresh_from_db()
    assert event.row.plan == before


def test_rated_is_offered_with_a_second_factor_only(event: World) -> None:
    """QUA-4.7."""
    page = event.get("settings")
    assert "rated" not in page.context["form"].fields
    assert reverse("mfa_index") in text(page)
    sent = {"game": "emotrions", "name": "Gewertet", "s0.kind": "single", "rated": "on"}
    event.client("stranger").post(reverse("tournaments:new"), sent)
    assert not Tournament.objects.get(name="Gewertet").rules.table.rated
    second_factor(event.people["stranger"])
    event.client("stranger").post(reverse("tournaments:new"), sent | {"name": "Gewertet 2"})
    assert Tournament.objects.get(name="Gewertet 2").rules.table.rated


def test_once_it_runs_only_texts_can_be_changed(event: World) -> None:
    event.open()
    event.fill(4)
    event.start()
    page = event.get("settings")
    assert page.context["form"].fields["limit"].disabled
    before = Tournament.objects.get(pk=event.row.pk).plan
    sent = {"seen": event.seen("settings"), "name": "Neuer Name", "text": "Neu", "limit": "99", "s0.kind": "swiss"}
    assert event.client("owner").post(event.url("settings"), sent).status_code == 302
    event.row.refresh_from_db()
    assert (event.row.name, event.row.plan) == ("Neuer Name", before)


def test_two_who_edit_at_once_are_told(event: World) -> None:
    seen = event.seen("settings")
    making.edit(event.row.pk, event.people["co"], None, {"name": "Zuerst"})
    response = event.client("owner").post(event.url("settings"), {"seen": seen, "name": "Danach", "s0.kind": "single"})
    assert response.status_code == 409
    assert "Inzwischen hat sich etwas geändert" in text(response)
    event.row.refresh_from_db()
    assert event.row.name == "Zuerst"


def test_a_tournament_is_copied_deleted_and_read_in(event: World) -> None:
    event.do("copy")
    copy = Tournament.objects.exclude(pk=event.row.pk).get()
    assert (copy.name, copy.plan, copy.state) == (event.row.name, event.row.plan, "draft")
    assert "rückgängig" in text(event.do("delete", confirmed=False))
    assert Tournament.objects.filter(pk=event.row.pk).exists()
    assert event.do("delete").headers["Location"] == reverse("tournaments:index")
    assert not Tournament.objects.filter(pk=event.row.pk).exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "keine Turnierdatei"),
        (b"{", "keine Turnierdatei"),
        (b"[]", "keine Turnierdatei"),
        (b'{"schema": 1, "name": "X", "plan": {"game": "emotrions"}}', "keine Turnierdatei"),
        (b'{"schema": 1, "name": "X", "plan": {"game": "nix", "stages": [{"kind": "single"}]}}', "So kann das Turnier"),
        (b"[" * 100_000, "keine Turnierdatei"),
    ],
)
def test_files_that_are_none_are_refused(event: World, content: bytes, said: str) -> None:
    response = event.client("owner").post(reverse("tournaments:read-in"), {"file": SimpleUploadedFile("t.json", content)})
    assert (response.status_code, said in text(response)) == (400, True), text(response)
    assert Tournament.objects.count() == 1


def test_a_file_makes_a_draft(event: World) -> None:
    data = json.dumps({"schema": 1, "name": "Aus Datei", "plan": plain(plan("swiss"))}).encode()
    response = event.client("owner").post(reverse("tournaments:read-in"), {"file": SimpleUploadedFile("t.json", data)})
    assert response.status_code == 302
    assert Tournament.objects.get(name="Aus Datei").rules.stages[0].kind == "swiss"


# --- entrants and seeds -----------------------------------------------------------------------------------------------------


def test_people_are_entered_by_name_all_or_none(event: World) -> None:
    event.open()
    response = event.do("add", names="Spielerin\nNiemand")
    assert (response.status_code, "„Niemand“" in text(response)) == (400, True)
    assert event.row.entrants.count() == 0
    event.do("add", names="Spielerin, Fremd")
    assert set(event.row.entrants.values_list("name", flat=True)) == {"Spielerin", "Fremd"}
    assert "schon angemeldet" in text(event.do("add", names="spielerin"))
    assert event.do("bots", count="15", bot="random").status_code == 400
    assert event.do("bots", count="viele", bot="random").status_code == 400
    event.do("bots", count="3", bot="random")
    assert event.row.entrants.filter(bot="random").count() == 3


def test_who_asks_is_let_in_or_not(event: World) -> None:
    event.row.plan = plain(plan(approval=True))
    event.row.save()
    event.open()
    one = event.row.entrants.create(user=event.people["player"], name="Spielerin", state="asked")
    other = event.row.entrants.create(user=event.people["stranger"], name="Fremd", state="asked")
    event.do("approve", entrant=one.pk, accept="yes")
    event.do("approve", entrant=other.pk, accept="no")
    assert [event.entrant(name).state for name in ("Spielerin", "Fremd")] == ["entered", "withdrawn"]
    assert event.do("approve", entrant=one.pk, accept="yes").status_code == 400


def test_seeds_are_set_by_numbers_and_lists(event: World) -> None:
    event.open()
    event.fill(0, "Anna", "Ben", "Cem")
    seen = event.seen("seeds")
    keys = {name: event.entrant(name).pk for name in ("Anna", "Ben", "Cem")}
    numbers = {f"seed.{keys['Cem']}": "1", f"seed.{keys['Anna']}": "2", f"seed.{keys['Ben']}": "3"}
    client, url = event.client("owner"), event.url("act", "seeds")
    for wrong, said in (("0", "kein Setzplatz"), ("x", "kein Setzplatz"), ("2", "gibt es zweimal")):
        response = client.post(url, numbers | {f"seed.{keys['Ben']}": wrong, "seen": seen})
        assert (response.status_code, said in text(response)) == (400, True)
    assert client.post(url, numbers | {"seen": "alt"}).status_code == 409
    assert client.post(url, numbers | {"seen": seen}).status_code == 302
    assert [one.name for one in event.row.entrants.order_by("seed")] == ["Cem", "Anna", "Ben"]
    assert client.post(url, numbers | {"seen": seen}).status_code == 409, "others have changed it meanwhile"


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ("", "Die Liste ist leer"),
        ("Ben\nNiemand", "Zeile 2: „Niemand“ ist nicht angemeldet"),
        ("Ben\nAnna\nben", "Zeile 3: „ben“ steht weiter oben schon"),
        ("rank,name\n1", "Zeile 2 hat keine Spalte"),
    ],
)
def test_lists_of_seeds_tell_the_line_that_is_wrong(event: World, listed: str, said: str) -> None:
    event.open()
    event.fill(0, "Anna", "Ben")
    response = event.do("seed-list", seen=event.seen("seeds"), list=listed)
    assert (response.status_code, said in text(response)) == (400, True)
    assert event.row.entrants.filter(seed__isnull=False).count() == 0


def test_seeds_come_from_a_file_and_by_lot(event: World) -> None:
    event.open()
    event.fill(0, "Anna", "Ben", "Cem")
    file = SimpleUploadedFile("s.csv", "\ufeffrank,name\n1,Cem\n2,Anna\n".encode())
    assert event.do("seed-list", seen=event.seen("seeds"), file=file).status_code == 302
    assert [one.name for one in event.row.entrants.order_by("seed")] == ["Cem", "Anna", "Ben"]
    bad = SimpleUploadedFile("s.csv", b"\xff\xfe\x00")
    assert "kein Text" in text(event.do("seed-list", seen=event.seen("seeds"), file=bad))
    event.do("seed-by", how="lot")
    event.row.refresh_from_db()
    assert event.row.rules.seeding == "lot"
    assert event.do("seed-by", how="würfeln").status_code == 400


def test_check_in_is_ticked_and_the_start_says_who_is_dropped(event: World) -> None:
    event.row.plan = plain(plan(check_in=True, limit=2))
    event.row.save()
    event.open()
    event.fill(0, "Anna", "Ben", "Cem")
    assert event.do("tick", entrant=event.entrant("Anna").pk, here="yes").status_code == 400
    event.do("move", target="check_in")
    for name in ("Anna", "Cem"):
        event.do("tick", entrant=event.entrant(name).pk, here="yes")
    asked = text(event.do("move", confirmed=False, target="running"))
    assert "Nicht da und deshalb nicht dabei: Ben" in asked
    assert "Kommt von der Warteliste herein: Cem" in asked
    event.do("move", target="running")
    assert {one.name: one.state for one in event.row.entrants.all()} == {"Anna": "active", "Ben": "dropped", "Cem": "active"}


# --- the course of it -------------------------------------------------------------------------------------------------------


def test_a_question_has_an_address_of_its_own(event: World) -> None:
    """Going back to it and loading it anew ask again, and do nothing; what has changed meanwhile is told."""
    event.open()
    event.fill(2)
    client = event.client("owner")
    came = f"http://testserver{event.url('overview')}"
    sent = {"source": "registration", "target": "running", "reason": ""}
    asked = client.post(event.url("act", "move"), sent, headers={"referer": came})
    address = asked.headers["Location"]
    assert (asked.status_code, address.partition("?")[0]) == (302, event.url("ask", "move"))
    for _ in range(2):
        page = text(client.get(address))
        assert "2 nehmen teil." in page
        assert f'href="{event.url("overview")}">Abbrechen' in page
    assert event.client("player").get(address).status_code == 403
    event.do("move", target="running")
    late = client.get(address)
    assert (late.status_code, "Inzwischen hat sich etwas geändert" in text(late)) == (409, True)
    assert client.get(event.url("ask", "copy")).status_code == 404
    elsewhere = client.get(event.url("ask", "move"), {"source": "running", "target": "paused", "back": "https://example.org/"})
    assert f'href="{event.url("overview")}">Abbrechen' in text(elsewhere)


def test_moves_ask_first_and_name_what_stands_in_their_way(event: World) -> None:
    assert "Es sind zu wenige" not in text(event.get("overview"))
    event.open()
    assert "Es sind zu wenige" in text(event.get("overview"))
    response = event.do("move", target="running")
    assert (response.status_code, "mindestens 2" in text(response)) == (400, True)
    event.fill(2)
    assert event.do("move", confirmed=False, target="running").status_code == 200
    event.row.refresh_from_db()
    assert event.row.state == "registration"
    assert event.do("move", target="running", source="draft").status_code == 409
    assert event.do("move", target="nowhere").status_code == 409
    assert event.do("move", target="cancelled").status_code == 400, "no reason"
    event.do("move", target="cancelled", reason="Kein Strom")
    event.row.refresh_from_db()
    assert (event.row.state, event.row.reason) == ("cancelled", "Kein Strom")
    assert "Kein Strom" in text(event.get("log"))


def test_it_is_paused_goes_on_and_is_opened_again(event: World) -> None:
    event.open()
    event.fill(0, "Anna", "Ben")
    event.start()
    for target in ("paused", "running"):
        event.do("move", target=target)
        event.row.refresh_from_db()
        assert event.row.state == target
    assert event.do("move", target="finished").status_code == 400, "matches are open"
    match = event.match("W1.1")
    event.do("result", match=match.pk, seen=event.seen("match", match.pk), result="0", reason="am Telefon")
    event.row.refresh_from_db()
    assert event.row.state == "finished"
    assert event.do("move", target="running").status_code == 400, "no reason"
    Tournament.objects.filter(pk=event.row.pk).update(ended_at=timezone.now() - timedelta(days=8))
    response = event.do("move", target="running", reason="Einspruch")
    assert (response.status_code, "sieben Tagen" in text(response)) == (400, True)
    Tournament.objects.filter(pk=event.row.pk).update(ended_at=timezone.now())
    assert event.do("move", "co", target="running", reason="Einspruch").status_code == 403
    assert event.do("move", target="running", reason="Einspruch").status_code == 302


# --- matches ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def running(event: World) -> World:
    event.open()
    event.fill(0, "Anna", "Ben", "Cem", "Dora")
    event.start()
    return event


def enter(event: World, name: str, result: str, role: str = "owner", **more: Any) -> Any:
    match = event.match(name)
    return event.do(
        "result", role, match=match.pk, seen=event.seen("match", match.pk), result=result, reason="laut Zettel", **more
    )


def test_results_are_entered_and_overridden_with_their_consequences(running: World) -> None:
    for name in ("W1.1", "W1.2"):
        assert enter(running, name, "0").status_code == 302
    final = running.match("W2.1")
    assert final.state == "called"
    first = running.match("W1.1")
    loser = first.sides.get(slot=1).entrant
    asked = running.do(
        "result", confirmed=False, match=first.pk, seen=running.seen("match", first.pk), result="1", reason="vertauscht"
    )
    assert "W2.1" in text(asked)
    assert 'name="choice.W2.1"' in text(asked)
    response = enter(running, "W1.1", "1")
    assert (response.status_code, "Sag für jede Begegnung" in text(response)) == (400, True)
    assert running.match("W1.1").winner == 0
    assert enter(running, "W1.1", "1", choice__W2__1="void").status_code == 302
    first.refresh_from_db()
    assert (first.winner, first.marked) == (1, "laut Zettel")
    assert loser in [side.entrant for side in running.match("W2.1").sides.all()]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"result": "2"}, "So ein Ergebnis gibt es hier nicht"),
        ({"result": ""}, "So ein Ergebnis gibt es hier nicht"),
        ({"result": "draw"}, "Ein Unentschieden gibt es nicht"),
        ({"result": "0", "reason": " "}, "Bitte nenne einen Grund"),
        ({"result": "0", "score.0": "drei", "score.1": "2"}, "ist keine Punktzahl"),
        ({"result": "0", "score.0": "3", "score.1": ""}, "ist keine Punktzahl"),
    ],
)
def test_bad_results_are_refused(running: World, data: dict[str, str], said: str) -> None:
    match = running.match("W1.1")
    sent = {"match": match.pk, "seen": running.seen("match", match.pk), "reason": "weil", "confirmed": "yes"} | data
    response = running.client("owner").post(running.url("act", "result"), sent)
    assert (response.status_code, said in text(response)) == (400, True), text(response)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("called", None)


def test_a_match_that_is_not_known_yet_has_no_result(running: World) -> None:
    match = running.match("W2.1")
    response = running.do("result", match=match.pk, seen="x", result="0", reason="x")
    assert response.status_code == 409


def test_two_referees_at_once_enter_one_result(running: World) -> None:
    """RNK-9.8: whoever looked before the other had decided is told."""
    match = running.match("W1.1")
    seen = running.seen("match", match.pk)
    assert running.do("result", match=match.pk, seen=seen, result="0", reason="erste").status_code == 302
    assert running.do("result", "referee", match=match.pk, seen=seen, result="1", reason="zweite").status_code == 409
    match.refresh_from_db()
    assert (match.winner, match.marked) == (0, "erste")


def test_who_plays_decides_nothing_about_it(running: World) -> None:
    match = running.match("W1.1")
    player = match.sides.get(slot=0).entrant
    assert player is not None
    User.objects.filter(username=player.name).update(is_staff=False)
    making.give_role(running.row.pk, running.people["owner"], player.name, "referee")
    running.people["playing"] = User.objects.get(username=player.name)
    page = running.get("match", match.pk, role="playing")
    assert "Du spielst hier selbst mit" in text(page)
    assert page.context["can_result"] is False
    seen = running.seen("match", match.pk)
    acts: tuple[tuple[str, dict[str, Any]], ...] = (
        ("result", {"result": "0"}),
        ("restart", {}),
        ("more-time", {"minutes": "5"}),
        ("absent", {"slot": "1"}),
    )
    for word, more in acts:
        assert running.do(word, "playing", match=match.pk, seen=seen, reason="weil", **more).status_code == 403, word
    match.refresh_from_db()
    assert match.state == "called"


def test_waiting_longer_no_shows_and_starting_again(running: World) -> None:
    match = running.match("W1.1")
    before = match.deadline
    assert before is not None
    for bad in ("0", "-3", "bald", "99999"):
        assert running.do("more-time", match=match.pk, minutes=bad).status_code == 400
    running.do("more-time", "referee", match=match.pk, minutes="7")
    match.refresh_from_db()
    assert match.deadline == before + timedelta(minutes=7)
    seen = running.seen("match", match.pk)
    assert running.do("absent", match=match.pk, seen=seen, reason="nicht da").status_code == 400
    running.do("absent", "referee", match=match.pk, seen=seen, slot="1", reason="nicht da")
    match.refresh_from_db()
    assert (match.state, match.winner, match.marked) == ("forfeit", 0, "nicht da")
    running.do("restart", "referee", match=match.pk, seen=running.seen("match", match.pk), reason="doch da")
    match.refresh_from_db()
    assert (match.state, match.attempt) == ("called", 2)


def test_a_match_that_is_not_called_can_have_its_own_rules(running: World) -> None:
    match = running.match("W2.1")
    assert running.do("match-rules", match=match.pk, series="quatsch").status_code == 400
    assert running.do("match-rules", match=match.pk).status_code == 400
    running.do("match-rules", match=match.pk, series="best_of", games="3", bank_min="5")
    match.refresh_from_db()
    assert match.settings["table"] == {"series": "best_of", "games": 3, "bank_ms": 300_000}
    called = running.match("W1.1")
    assert running.do("match-rules", match=called.pk, series="best_of", games="3").status_code == 409


def test_all_matches_are_listed_and_filtered(running: World) -> None:
    assert len(running.get("matches").context["matches"]) == 3
    client = running.client("referee")
    assert len(client.get(running.url("matches") + "?stand=offen").context["matches"]) == 2
    assert len(client.get(running.url("matches") + "?suche=anna").context["matches"]) == 1
    assert len(client.get(running.url("matches") + "?stand=quatsch").context["matches"]) == 3


def test_entrants_are_replaced_swapped_withdrawn_and_disqualified(running: World) -> None:
    one, other = running.match("W1.1").sides.get(slot=0).entrant, running.match("W1.2").sides.get(slot=0).entrant
    assert one is not None
    assert other is not None
    assert running.do("swap", entrant=one.pk, other=other.pk).status_code == 400, "no reason"
    assert running.do("swap", entrant=one.pk, other=one.pk, reason="x").status_code == 400
    running.do("swap", entrant=one.pk, other=other.pk, reason="vertauscht")
    assert running.match("W1.1").sides.get(slot=0).entrant == other
    running.do("replace", entrant=one.pk, name="Fremd", reason="krank")
    one.refresh_from_db()
    assert (one.name, one.user) == ("Fremd", running.people["stranger"])
    assert running.do("replace", entrant=one.pk, name="Niemand", reason="krank").status_code == 400
    running.do("withdraw", entrant=one.pk, reason="will nicht")
    one.refresh_from_db()
    assert one.state == "withdrawn"
    assert running.do("disqualify", entrant=other.pk).status_code == 400
    running.do("disqualify", entrant=other.pk, reason="Absprache", annul="yes")
    other.refresh_from_db()
    assert (other.state, other.annulled, other.reason) == ("disqualified", True, "Absprache")


# --- rounds -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def swiss() -> World:
    event = world(plan("swiss", auto=False))
    event.open()
    event.fill(0, "Anna", "Ben", "Cem", "Dora", "Eva")
    event.start()
    return event


def test_a_drawn_round_is_looked_over_changed_and_published(swiss: World) -> None:
    page = swiss.get("pairing")
    pairs, field = page.context["pairs"], dict(page.context["field"])
    assert (len(pairs), len(field), page.context["odd"]) == (2, 5, True)
    order = sorted(field)
    sent = {"a__0": order[0], "b__0": order[1], "a__1": order[2], "b__1": order[3], "bye": order[4]}
    assert swiss.do("pair", pairing=99, **sent).status_code == 409
    assert swiss.do("pair", pairing=1, **(sent | {"b__0": order[0]})).status_code == 400
    assert swiss.do("pair", pairing=1, **sent).status_code == 302
    assert swiss.do("pair", pairing=1, **sent).status_code == 409, "it is another version now"
    names = {side.entrant.name for side in swiss.match("1.1").sides.all() if side.entrant}
    assert names == {field[order[0]], field[order[1]]}
    seen = swiss.seen("rounds")
    assert swiss.do("next-round", seen=seen).status_code == 302
    assert swiss.match("1.1").state == "called"
    assert swiss.do("next-round", "co", seen=seen).status_code == 409, "whoever presses second is told"
    assert swiss.do("next-round", seen=swiss.seen("rounds")).status_code == 409, "the round is open"


def test_hard_rules_that_are_broken_are_named_and_need_a_reason(swiss: World) -> None:
    page = swiss.get("pairing")
    order = sorted(dict(page.context["field"]))
    first = {"a__0": order[0], "b__0": order[1], "a__1": order[2], "b__1": order[3], "bye": order[4]}
    swiss.do("pair", pairing=1, **first)
    swiss.do("next-round", seen=swiss.seen("rounds"))
    for name in ("1.1", "1.2"):
        enter(swiss, name, "draw")
    swiss.do("next-round", seen=swiss.seen("rounds"))
    drawn = swiss.get("pairing").context["round"]
    # a result by hand is no game that was played, so only the bye counts as had (RNK-7.6)
    asked = swiss.do("pair", confirmed=False, pairing=drawn.pairing, **first)
    assert "(H2)" in text(asked)
    assert swiss.do("pair", pairing=drawn.pairing, **first).status_code == 400
    assert swiss.do("pair", pairing=drawn.pairing, reason="alle einverstanden", **first).status_code == 302


def test_rounds_are_drawn_again_and_taken_back(swiss: World) -> None:
    assert swiss.do("redraw", seen=swiss.seen("rounds")).status_code == 400, "no reason"
    swiss.do("redraw", seen=swiss.seen("rounds"), reason="falsch gelost")
    assert swiss.row.stages.get().rounds.get().pairing == 2
    swiss.do("undo-round", seen=swiss.seen("rounds"), reason="zu früh")
    assert swiss.row.stages.get().rounds.count() == 0
    swiss.do("next-round", seen=swiss.seen("rounds"))
    one = swiss.row.stages.get().rounds.get()
    swiss.do("round-rules", round=one.pk, series="best_of", games="3")
    one.refresh_from_db()
    assert one.settings == {"series": "best_of", "games": 3}
    assert swiss.do("round-rules", round=999_999, series="best_of", games="3").status_code == 409


def test_brackets_have_no_rounds_to_draw(running: World) -> None:
    assert running.do("next-round", seen="x").status_code == 409
    assert running.get("pairing").status_code == 409


# --- people and words -------------------------------------------------------------------------------------------------------


def test_announcements_are_made_and_taken_back(running: World) -> None:
    assert running.do("tell", text="  ").status_code == 400
    assert running.do("tell", text="Hallo", about="match:999999").status_code == 404
    running.do("tell", "referee", text="<b>Pause</b>", pinned="yes", about=f"match:{running.match('W1.1').pk}")
    said = running.row.announcements.get()
    assert (said.text, said.pinned, said.match) == ("<b>Pause</b>", True, running.match("W1.1"))
    assert "&lt;b&gt;Pause" in text(running.get("announcements"))
    running.do("untell", announcement=said.pk)
    assert running.do("untell", announcement=said.pk).status_code == 404


def test_roles_are_given_taken_and_handed_over(event: World) -> None:
    assert event.do("give-role", name="Niemand", kind="referee").status_code == 400
    assert event.do("give-role", name="Spielerin", kind="koenigin").status_code == 400
    event.do("give-role", name="Spielerin", kind="referee")
    role = event.row.roles.get(user=event.people["player"])
    event.do("take-role", role=role.pk)
    assert not event.row.roles.filter(pk=role.pk).exists()
    assert event.do("hand-over", "co", name="Fremd").status_code == 403
    event.do("hand-over", name="Fremd")
    event.row.refresh_from_db()
    assert event.row.owner == event.people["stranger"]
    assert access.role(event.people["owner"], event.row) == "co_organiser"


def test_what_databases_do_not_take_does_not_reach_them(running: World) -> None:
    """QUA-3.3: PostgreSQL knows no NUL, neither in a reason nor in a question."""
    assert running.client("owner").get(running.url("matches") + "?suche=%00").status_code == 200
    name = Entrant.objects.filter(tournament=running.row, state="active").first()
    assert name is not None
    assert running.do("withdraw", entrant=name.pk, reason="\0krank\0").status_code == 302
    assert running.entrant(name.name).reason == "krank"


def test_an_act_that_there_is_not_is_not_found(event: World) -> None:
    assert event.do("explode").status_code == 404
    assert event.client("owner").get(event.url("act", "move")).status_code == 405


def test_options_of_the_game_that_do_not_fit_are_told_at_their_field(event: World) -> None:
    sent = {"game": "emotrions", "name": "X", "s0.kind": "single", "option.decks": "one"}
    response = event.client("owner").post(reverse("tournaments:new"), sent)
    assert set(response.context["form"].errors) == {"option.decks"}


@pytest.mark.parametrize("preset", [name for name, preset in presets.PRESETS.items() if preset.game in registry.slugs()])
def test_every_preset_makes_a_draft_with_every_format_it_offers(event: World, preset: str) -> None:
    """RNK-7.4."""
    client, chosen = event.client("owner"), presets.PRESETS[preset]
    for kind in FORMATS:
        sent = {"game": chosen.game, "name": f"{preset} {kind}", "preset": preset, "s0.kind": kind}
        response = client.post(reverse("tournaments:new"), sent)
        assert (response.status_code == 302) == (kind in chosen.formats), (
            kind,
            response.context and response.context["form"].errors,
        )


@pytest.mark.parametrize("game", list(registry.slugs()))
def test_forms_stay_below_the_most_fields_of_a_request(event: World, game: str) -> None:
    """QUA-3.4; beside its own there are the token, the mark and the game. Parts that are closed are not sent."""
    form = TournamentForm(registry.game(game).meta, event.people["owner"], can_rate=True)
    assert form.closed == ["stage2", "stage3"]
    sent = [name for name in form.fields if not name.startswith(("s2.", "s3."))]
    assert len(sent) + 3 <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


def test_large_fields_are_seeded_by_lists_and_paired_by_swaps() -> None:
    """QUA-3.4: a request has 100 fields at most, however many take part."""
    event = world(plan("swiss", auto=False, limit=256))
    event.open()
    event.fill(120)
    page = event.get("seeds")
    assert (page.context["numbers"], "seed." in text(page)) == (False, False)
    names = page.context["typed"].split("\n")
    assert len(names) == 120
    assert event.do("seed-list", seen=event.seen("seeds"), list="\n".join(reversed(names))).status_code == 302
    assert event.entrant(names[-1]).seed == 1
    event.start()
    page = event.get("pairing")
    assert page.context["by_swap"] is True
    before = [two for _index, _match, two, _why in page.context["pairs"]]
    one, other = before[0][0], before[1][0]
    assert event.do("pair", pairing=1, one=one, other=other).status_code == 302
    after = [two for _index, _match, two, _why in event.get("pairing").context["pairs"]]
    assert {other, before[0][1]} in [set(two) for two in after]
    assert event.do("pair", pairing=2, one=one, other=one).status_code == 400
    assert event.do("pair", pairing=2, one=one, other=99_999).status_code == 400
