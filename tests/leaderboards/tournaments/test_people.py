"""Tournaments of somebody whose account goes, and in the copy of one's own data (QUA-5)."""

from __future__ import annotations

import pytest

from accounts import own_data
from accounts.models import User
from leaderboards.tournaments import entries, hearing, life, making
from leaderboards.tournaments.models import Role, Tournament
from leaderboards.tournaments.plan import StageRules
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]


def test_an_account_goes_in_the_middle() -> None:
    """Nobody waits for them: what is on is lost, later matches are; brackets keep a name that says nothing."""
    event = Event(plan(StageRules("single")), 4)
    event.turn_up(event.match("W1.1"))
    gone = event.users[0]
    copy = own_data.export(gone)
    assert [(row["name"], row["seed"], row["state"]) for row in copy["tournaments"]] == [("Herbst", 1, "active")]
    own_data.delete(User.objects.get(pk=gone.pk))
    hearing.look()
    assert event.match("W1.1").winner == 1
    entrant = event.entrant(1)
    assert (entrant.state, entrant.user) == ("withdrawn", None)
    assert entrant.name.startswith("Ehemals ")
    event.play_all()
    assert event.now.state == "finished"
    assert not event.now.entrants.filter(name="p1").exists()


def test_an_account_goes_before_the_start() -> None:
    """The waiting list moves up; a draft of theirs that nobody has entered goes with them; others lead what they led."""
    event = Event(plan(StageRules("single"), limit=2), 2, start=False)
    entries.enter(event.row.pk, person("w1"))
    own_data.delete(User.objects.get(pk=event.users[0].pk))
    assert event.now.entrants.get(name="w1").state == "entered"
    draft = making.create(event.owner, plan(StageRules("single")), {"name": "Entwurf"})
    helper = person("helper")
    making.give_role(event.row.pk, event.owner, "helper", Role.Kind.CO_ORGANISER)
    own_data.delete(User.objects.get(pk=event.owner.pk))
    assert not Tournament.objects.filter(pk=draft.pk).exists()
    assert event.now.owner == helper
    assert not event.now.roles.exists()


def test_a_member_of_a_team_goes() -> None:
    """RNK-7.14: a substitute takes the place, and leads the team; without one the team is out."""
    users = [person(f"t{number}") for number in range(1, 6)]
    owner = person("owner")
    rules = plan(StageRules("single"), game="spieleflut", teams="pairs", substitutes=1)
    row = making.create(owner, rules, {"name": "Paare"})
    life.move(row.pk, owner, "registration")
    entries.enter(row.pk, users[0], team="Rot", members=["t2", "t3"])
    entries.enter(row.pk, users[3], team="Blau", members=["t5"])
    for user in (users[1], users[2], users[4]):
        entries.confirm_member(row.pk, user, True)
    life.move(row.pk, owner, "running")
    own_data.delete(User.objects.get(pk=users[0].pk))
    red = row.entrants.get(name="Rot")
    assert (red.state, red.user) == ("active", users[1])
    assert [one.username for one in entries.people(red)] == ["t2", "t3"]
    own_data.delete(User.objects.get(pk=users[4].pk))
    blue = row.entrants.get(name="Blau")
    assert blue.state == "withdrawn"
    assert Tournament.objects.get(pk=row.pk).state == "finished"
    red.refresh_from_db()
    assert red.place == 1


def test_what_is_entered_is_left_before_its_games() -> None:
    """Rows are locked in one order everywhere: the tournament, its series, their tables (QUA-1.9)."""
    event = Event(plan(StageRules("single")), 4)
    event.turn_up(event.match("W1.1"))
    own_data.delete(User.objects.get(pk=event.users[0].pk))
    hearing.look()
    side = event.match("W1.1").sides.get(slot=0)
    assert (side.forfeited, event.match("W1.1").state) == ("withdrawn", "forfeit")
