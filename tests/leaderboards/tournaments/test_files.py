"""A tournament to take along (RNK-7.15): CSV, JSON that can be read in again, iCal; and the API (PRO section 10)."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leaderboards.tournaments import entries, exports, life, making
from leaderboards.tournaments.models import Entrant, Tournament
from leaderboards.tournaments.plan import StageRules
from tests.accounts.people import in_browser
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = [pytest.mark.django_db(transaction=True)]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_standings_and_results_as_csv(returns: str) -> None:
    """The columns of RNK-7.15, and nothing that a program for tables would take for a formula."""
    event = Event(plan(StageRules("swiss", rounds=3)), 5)
    Entrant.objects.filter(pk=event.entrant(2).pk).update(name="=1+1")
    event.play_all()
    home = event.row.get_absolute_url()
    table = Client().get(f"{home}tabelle.csv")
    assert table["Content-Type"] == "text/csv; charset=utf-8"
    rows = rows_of(table.content.decode())
    ties = ["BHC1", "BH", "SB", "DE", "WIN"]
    games = ["wins", "draws", "losses", "byes", "forfeits", "points_for", "points_against"]
    assert list(rows[0]) == ["rank", "seed", "player", "team", "points", *ties, *games]
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert {row["player"] for row in rows} == {"p1", "'=1+1", "p3", "p4", "p5"}
    results = rows_of(Client().get(f"{home}ergebnisse.csv").content.decode())
    assert tuple(results[0]) == exports.RESULTS
    assert len(results) == 6
    assert {row["result"] for row in results} == {"a", "b"}, "the better one wins, on whichever side"
    assert all(row["table"] and row["ended_at"].endswith("Z") for row in results)


def test_the_whole_of_it_can_be_read_in_again(returns: str) -> None:
    """Import makes a copy in `draft`; nothing of passwords, mails or decks is in it."""
    event = Event(plan(StageRules("single", third_place=True)), 4)
    event.play_all()
    Tournament.objects.filter(pk=event.row.pk).update(password="geheim", name_en="Autumn")
    text = Client().get(f"{event.row.get_absolute_url()}turnier.json").content.decode()
    assert "geheim" not in text
    data = json.loads(text)
    assert (data["schema"], data["state"], len(data["entrants"]), len(data["matches"])) == (1, "finished", 4, 4)
    assert [one["place"] for one in data["entrants"]] == [1, 2, 3, 4]
    copy = making.read_in(person("copier"), data)
    assert (copy.state, copy.name, copy.name_en, copy.rules.stages) == ("draft", "Herbst", "Autumn", event.now.rules.stages)


def test_times_for_calendars() -> None:
    """RFC 5545: lines of 75 octets at most, folded between characters; text escaped; ends of lines as asked."""
    owner = person("owner")
    name = "Größtes Fest; mit Komma, und \\ " + "ä" * 30
    fields = {"name": name, "text": "Zeile 1\nZeile 2\r\n" + "ö" * 200, "starts_at": timezone.now() + timedelta(days=3)}
    row = making.create(owner, plan(StageRules("single"), game="emotrions", check_in=True), fields)
    life.move(row.pk, owner, "registration")
    answer = Client().get(f"{row.get_absolute_url()}termine.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    raw = answer.content
    assert raw.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    lines = raw.decode().replace("\r\n ", "").split("\r\n")
    assert "SUMMARY:Größtes Fest\\; mit Komma\\, und \\\\ " + "ä" * 30 in lines
    assert lines.count("BEGIN:VEVENT") == 2
    assert "DESCRIPTION:Zeile 1\\nZeile 2\\n" + "ö" * 200 in lines


def get(address: str, client: Client | None = None, status: int = 200, **query: Any) -> Any:
    answer = (client or Client()).get(f"/api/v1/tournaments{address}", query)
    assert answer.status_code == status, answer.content
    return answer.json()


def post(client: Client, address: str, data: Any = None, **more: Any) -> Any:
    return client.post(f"/api/v1/tournaments{address}", data or {}, content_type="application/json", **more)


def test_everything_can_be_read(returns: str) -> None:
    """PRO-10: by everybody, if it is public."""
    event = Event(plan(StageRules("round_robin", groups=2, qualify=1), StageRules("double")), 6)
    event.play_all()
    pk = event.row.pk
    (about,) = get("")["results"]
    assert (about["id"], about["state"], about["stages"]) == (pk, "finished", ["round_robin", "double"])
    assert get(f"/{pk}")["plan"]["game"] == "returns"
    assert [one["seed"] for one in get(f"/{pk}/entries")["results"]] == [1, 2, 3, 4, 5, 6]
    assert len(get(f"/{pk}/rounds")["results"]) == 3 + 2
    assert len(get(f"/{pk}/pairings", stage=1, round=1)["results"]) == 2
    assert [len(one["rows"]) for one in get(f"/{pk}/standings")["results"]] == [2, 3, 3]
    assert {one["name"] for one in get(f"/{pk}/bracket")["results"]} >= {"W1.1", "GF1"}
    assert get(f"/{pk}/pairings", status=400, stage="x")["errors"][0]["field"] == "stage"
    assert get(f"/{pk}/pairings", status=400, state="lost")["errors"][0]["field"] == "state"
    get("/aaaaaaaaaa", status=404)
    get("", status=400, game="halma")


def test_entering_by_program(returns: str) -> None:
    """PRO-10.5: once for each key; refusals are problems in words; leaving empties the place."""
    owner = person("owner")
    row = making.create(owner, plan(StageRules("single")), {"name": "Offen"})
    life.move(row.pk, owner, "registration")
    mira = in_browser(person("Mira"))
    assert post(Client(), f"/{row.pk}/entries").status_code == 401
    first = post(mira, f"/{row.pk}/entries", headers={"Idempotency-Key": "k1"})
    again = post(mira, f"/{row.pk}/entries", headers={"Idempotency-Key": "k1"})
    assert (first.status_code, again.status_code, first.json()) == (201, 201, again.json())
    refused = post(mira, f"/{row.pk}/entries")
    assert (refused.status_code, refused.json()["detail"]) == (409, "Du bist schon angemeldet.")
    assert mira.delete(f"/api/v1/tournaments/{row.pk}/entries").status_code == 204
    assert row.entrants.get().state == "withdrawn"


def test_organisers_act_by_program(returns: str) -> None:
    """The same services and roles as on the pages; sent again with its key an act is not done again."""
    owner, stranger = person("owner"), person("fremd")
    row = making.create(owner, plan(StageRules("swiss", rounds=2), auto=False), {"name": "Von Hand"})
    assert post(in_browser(stranger), f"/{row.pk}/state", {"state": "registration"}).status_code == 404
    client = in_browser(owner)
    assert post(client, f"/{row.pk}/state", {"state": "registration"}).json()["state"] == "registration"
    players = [person(f"p{number}") for number in range(4)]
    for user in players:
        entries.enter(row.pk, user)
    assert post(in_browser(stranger), f"/{row.pk}/state", {"state": "running"}).status_code == 403
    assert post(client, f"/{row.pk}/state", {"state": "running"}).json()["state"] == "running"
    assert get(f"/{row.pk}/pairings")["results"] == [], "the round is not published yet"
    key = {"Idempotency-Key": "next"}
    assert post(client, f"/{row.pk}/next-round", headers=key).status_code == 200
    assert post(client, f"/{row.pk}/next-round", headers=key).status_code == 200
    assert post(client, f"/{row.pk}/next-round").status_code == 409
    match = get(f"/{row.pk}/pairings")["results"][0]
    assert post(client, f"/{row.pk}/matches/{match['id']}/result", {"result": "0", "reason": ""}).status_code == 400
    done = post(client, f"/{row.pk}/matches/{match['id']}/result", {"result": "0", "reason": "Am Brett"})
    assert (done.json()["state"], done.json()["mark"]) == ("finished", "Am Brett")
    second = get(f"/{row.pk}/pairings")["results"][1]
    ready = next(user for user in players if user.username == second["sides"][0]["name"])
    assert post(in_browser(ready), f"/{row.pk}/matches/{second['id']}/ready").json()["state"] == "called"
    assert post(in_browser(stranger), f"/{row.pk}/matches/{second['id']}/ready").status_code == 403
