"""Whole tournaments over real tables (RNK-7)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.audit.models import Entry
from leaderboards.tournaments import drive, entries, hearing, rulings
from leaderboards.tournaments.plan import StageRules
from leaderboards.tournaments.refusals import Refused
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_single_elimination(n: int) -> None:
    """RNK-7.2, RNK-7.9: better seeds win, so the places follow the seeds."""
    event = Event(plan(StageRules("single", third_place=True)), n)
    event.play_all()
    assert event.now.state == "finished"
    places = event.places()
    assert [places[seed] for seed in range(1, min(n, 3) + 1)] == [1, 2, 3][: min(n, 3)]
    assert event.now.matches.filter(state__in=("finished", "forfeit")).count() == n - 1 + (n >= 4)


@pytest.mark.parametrize("n", [2, 5, 8])
def test_double_elimination(n: int) -> None:
    """RNK-7.3: everybody but the champion loses twice."""
    event = Event(plan(StageRules("double")), n)
    event.play_all()
    assert event.now.state == "finished"
    assert event.places()[1] == 1
    assert event.places()[2] == 2
    assert event.now.matches.filter(state__in=("finished", "forfeit")).count() == 2 * n - 2


@pytest.mark.parametrize("n", [4, 5])
def test_round_robin(n: int) -> None:
    """RNK-7.5."""
    event = Event(plan(StageRules("round_robin")), n)
    event.play_all()
    assert event.now.state == "finished"
    assert event.places() == {seed: seed for seed in range(1, n + 1)}


@pytest.mark.parametrize("n", [4, 7, 9])
def test_swiss(n: int) -> None:
    """RNK-7.6."""
    event = Event(plan(StageRules("swiss")), n)
    event.play_all()
    assert event.now.state == "finished"
    assert event.places()[1] == 1
    assert sorted(place for place in event.places().values() if place) == list(range(1, n + 1))


def test_groups_and_knock_out() -> None:
    """RNK-7.7."""
    event = Event(plan(StageRules("round_robin", groups=2, qualify=2), StageRules("single")), 8)
    event.play_all()
    assert event.now.state == "finished"
    assert event.sides("W1.1") == [1, 3]
    assert event.places()[1] == 1
    assert event.places()[2] == 2


def test_swiss_then_double() -> None:
    """RNK-7.7: any stage may feed a later one."""
    event = Event(plan(StageRules("swiss", qualify=4), StageRules("double")), 9)
    event.play_all()
    assert event.now.state == "finished"
    assert {seed for seed, place in event.places().items() if place and place <= 4} == {
        entrant
        for match in event.now.matches.filter(stage__number=1, name__startswith="W1.")
        for entrant in match.sides.values_list("entrant__seed", flat=True)
    }


def test_heats() -> None:
    """RNK-7.8: tables of three and four; whoever wins most is ahead."""
    event = Event(plan(StageRules("heats", rounds=2, preferred=4, minimum=3), game="emotrions"), 7)
    assert sorted(match.sides.count() for match in event.now.matches.all()) == [3, 4]
    event.play_all()
    assert event.now.state == "finished"
    assert event.places()[1] == 1
    assert event.now.matches.filter(state="finished").count() == 4


@pytest.mark.parametrize(("game", "size"), [("spieleflut", 3), ("innovation", 4)])
def test_heats_with_what_the_options_of_a_game_are_if_nobody_says(game: str, size: int) -> None:
    """RNK-7.8: each table is opened with the usual ones."""
    event = Event(plan(StageRules("heats", rounds=1, preferred=size, minimum=3), game=game), 2 * size)
    event.play_all()
    assert event.now.state == "finished"
    assert event.now.matches.filter(state="finished").count() == 2


def test_heats_are_not_played_in_teams() -> None:
    """RNK-7.8: at tables of three and more everybody plays for themselves, so Spieleflut has none of four."""
    with pytest.raises(Refused):
        Event(plan(StageRules("heats", rounds=1, preferred=4, minimum=3), game="spieleflut"), 4)


def test_knock_out_heats() -> None:
    """RNK-7.8: the best of each table go on."""
    event = Event(plan(StageRules("heats_knockout", preferred=4, minimum=3, advance=2), game="emotrions"), 8)
    event.play_all()
    assert event.now.state == "finished"
    assert event.now.matches.filter(state="finished").count() == 3
    assert event.places()[1] == 1


def test_arena() -> None:
    """RNK-7.11: whoever is free is paired again; what is not finished at the end does not count."""
    event = Event(plan(StageRules("arena", minutes=20)), 5)
    assert event.now.matches.filter(state="called").count() == 2
    for _ in range(3):
        event.play_called()
    assert event.now.matches.count() > 4
    event.now.stages.update(ends_at=timezone.now())
    drive.go_on(event.row.pk)
    assert event.now.state == "finished"
    assert sorted(place for place in event.places().values() if place) == [1, 2, 3, 4, 5]
    assert event.now.matches.filter(state="cancelled").exists()


def test_nobody_turns_up() -> None:
    """RNK-7.12: one present wins without play, none present is a double forfeit; nobody goes on from that."""
    event = Event(plan(StageRules("single")), 4)
    event.turn_up(event.match("W1.1"), 0)
    past = timezone.now() - timedelta(minutes=1)
    event.now.matches.filter(state="called").update(deadline=past)
    hearing.look()
    assert [event.match(name).state for name in ("W1.1", "W1.2", "W2.1")] == ["forfeit", "double_forfeit", "walkover"]
    assert event.now.state == "finished"
    assert event.places() == {1: 1, 2: 3, 3: 3, 4: 3}


def test_no_clock_runs_while_it_is_paused() -> None:
    """RNK-7.1: no-show clocks stop and go on; games under way go on; nothing new is called."""
    event = Event(plan(StageRules("single"), no_show_s=300), 4)
    event.turn_up(event.match("W1.1"))
    event.move("paused")
    assert event.match("W1.2").deadline is None
    with pytest.raises(Refused, match="paused"):
        event.turn_up(event.match("W1.2"), 0)
    event.play(event.match("W1.1"))
    assert event.match("W1.1").is_over
    event.move("running")
    deadline = event.match("W1.2").deadline
    assert deadline is not None
    assert 290 < (deadline - timezone.now()).total_seconds() < 301


def test_somebody_withdraws() -> None:
    """RNK-7.12: what they play is given up, and what is left of theirs is lost."""
    event = Event(plan(StageRules("double")), 4)
    event.turn_up(event.match("W1.1"))
    entries.leave(event.row.pk, event.users[0])
    hearing.look()
    drive.go_on(event.row.pk)
    assert event.match("W1.1").state in ("forfeit", "finished")
    assert event.match("W1.1").winner == 1
    event.play_all()
    assert event.now.state == "finished"
    assert event.places()[2] == 1


def test_an_override_that_nothing_depends_on() -> None:
    """RNK-7.13: entrants are swapped through, the match is marked, one entry is written."""
    event = Event(plan(StageRules("single", third_place=True)), 4)
    event.play(event.match("W1.2"))
    acts = Entry.objects.filter(act="tournament.override").count()
    rulings.override(event.row.pk, event.owner, event.match("W1.2").pk, "1", "Falsch eingetragen")
    assert event.sides("W2.1") == [None, 3]
    decided = event.match("W1.2").sides.order_by("slot").values_list("score", "wins", "points")
    assert list(decided) == [(None, 0, 0), (None, 1, 120)], "what was played for the other one counts no more"
    assert event.sides("3P") == [None, 2]
    assert event.match("W1.2").marked == "Falsch eingetragen"
    assert Entry.objects.filter(act="tournament.override").count() == acts + 1


@pytest.mark.parametrize("choice", ["keep", "void"])
def test_an_override_that_later_matches_depend_on(choice: str) -> None:
    """RNK-7.13: refused until the organiser has said for each what becomes of it."""
    event = Event(plan(StageRules("single")), 4)
    event.play(event.match("W1.1"))
    event.play(event.match("W1.2"))
    assert event.match("W2.1").state == "called"
    match = event.match("W1.2")
    with pytest.raises(Refused) as refused:
        rulings.override(event.row.pk, event.owner, match.pk, "1", "Protest")
    assert (refused.value.code, refused.value.facts["matches"]) == ("needs_choice", ["W2.1"])
    assert event.match("W1.2").winner == 0
    rulings.override(event.row.pk, event.owner, match.pk, "1", "Protest", choices={"W2.1": choice})  # type: ignore[dict-item]
    assert event.sides("W2.1") == ([1, 2] if choice == "keep" else [1, 3])
    assert event.match("W2.1").state == "called"
    event.play_all()
    assert event.now.state == "finished"


def test_two_press_next_round_at_once() -> None:
    """RNK-7.1, RNK-9.8: one round, however many ask for it."""
    event = Event(plan(StageRules("swiss"), auto=False), 4)
    assert event.now.stages.get().rounds.get().state == "drawn"
    rulings.next_round(event.row.pk, event.owner)
    with pytest.raises(Refused, match="round_open"):
        rulings.next_round(event.row.pk, event.owner)
    event.play_called()
    assert event.now.stages.get().rounds.count() == 1
    rulings.next_round(event.row.pk, event.owner)
    assert event.now.stages.get().rounds.count() == 2


def test_late_entry_into_a_bye() -> None:
    """RNK-7.12: only before the match after it is called."""
    event = Event(plan(StageRules("single")), 5)
    entrant = entries.enter(event.row.pk, person("late"))
    assert entrant.state == "active"
    first = [event.sides(f"W1.{index}") for index in range(1, 5)]
    assert sum(None not in sides for sides in first) == 2
    event.play_all()
    assert event.now.state == "finished"
    assert len(event.places()) == 6


def test_groups_of_which_one_is_left() -> None:
    """RNK-7.7, RNK-7.12: a knock-out for which nobody is left to meet is none; the tournament is over."""
    event = Event(plan(StageRules("round_robin", groups=2, qualify=1), StageRules("single")), 4)
    for user in event.users[1:]:
        entries.leave(event.row.pk, user)
    event.play_all()
    assert event.now.state == "finished"
    assert event.now.stages.count() == 1
    assert event.places()[1] == 1
