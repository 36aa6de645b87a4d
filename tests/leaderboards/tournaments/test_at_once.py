"""Several who act at once on one tournament: each has a connection of their own (RNK-7.1, RNK-9.8, QUA-1.14, QUA-2.18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.audit.models import Entry
from leaderboards.tournaments import calling, drive, entries, life, rulings
from leaderboards.tournaments.models import Board
from leaderboards.tournaments.plan import StageRules
from tests.at_once import at_once as results_of
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]


def at_once(*acts: Callable[[], Any]) -> list[str]:
    """For each `done`, or why it was refused."""
    return [came if isinstance(came, str) else "done" for came in results_of(*acts)]


def test_starting_and_next_round() -> None:
    """Two organisers press at once: one start, one round, and the other one is told why not."""
    event = Event(plan(StageRules("swiss", rounds=3), auto=False), 4, start=False)
    pk = event.row.pk
    came = at_once(*[lambda: life.move(pk, event.owner, "running")] * 3)
    assert sorted(came) == ["done", "no_such_move", "no_such_move"]
    assert event.now.stages.get().rounds.count() == 1
    came = at_once(*[lambda: rulings.next_round(pk, event.owner)] * 3)
    assert sorted(came) == ["done", "round_open", "round_open"]
    event.play_called()
    assert event.now.stages.get().rounds.count() == 1
    rulings.next_round(pk, event.owner)
    rounds = event.now.stages.get().rounds
    assert rounds.count() == 2
    assert rounds.get(number=2).matches.count() == 2
    assert Entry.objects.filter(act="tournament.round").count() == 2


def test_the_last_place() -> None:
    """Ten want it, one has it; the others wait in order."""
    event = Event(plan(StageRules("single"), limit=3), 2, start=False)
    users = [person(f"late{number}") for number in range(6)]
    came = at_once(*[lambda user=user: entries.enter(event.row.pk, user) for user in users])
    assert set(came) == {"done"}
    states = list(event.now.entrants.values_list("state", flat=True))
    assert (states.count("entered"), states.count("waiting")) == (3, 5)
    came = at_once(*[lambda: entries.leave(event.row.pk, event.users[0])] * 2)
    assert sorted(came) == ["done", "not_in"]
    states = list(event.now.entrants.values_list("state", flat=True))
    assert (states.count("entered"), states.count("waiting")) == (3, 4)


def test_one_series_for_a_match_and_one_result() -> None:
    """Both say at once that they are there, several hear of the end at once, and a referee rules at the same time."""
    event = Event(plan(StageRules("single")), 4)
    pk, match = event.row.pk, event.match("W1.1")
    users = [side.entrant.user for side in match.sides.select_related("entrant__user") if side.entrant]
    at_once(*[lambda user=user: calling.ready(pk, user, match.pk) for user in users * 2])
    assert Board.objects.filter(match=match).count() == 1
    series = Board.objects.get(match=match).series
    assert series is not None
    assert series.games.count() == 1
    event.play(match)
    Board.objects.filter(match=match).update(over=False)
    at_once(*[lambda: drive.go_on(pk)] * 4)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("finished", 0)
    assert event.sides("W2.1") == [1, None]
    other = event.match("W1.2")
    event.turn_up(other)
    came = at_once(
        lambda: rulings.override(pk, event.owner, other.pk, "1", "Protest"),
        lambda: entries.leave(pk, event.users[1]),
        lambda: rulings.override(pk, event.owner, other.pk, "1", "Protest"),
    )
    assert came[1] == "done"
    other.refresh_from_db()
    assert other.winner is not None
    assert event.sides("W2.1")[1] is not None
