"""Who leaves, stays away or comes late, at every moment and in every format (RNK-7.12)."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone

from leaderboards.matches import hearing as series_hearing
from leaderboards.matches import standing
from leaderboards.tournaments import (
    calling,
    drive,
    elsewhere,
    entries,
    exports,
    hearing,
    life,
    recomputing,
    stages,
    tally,
)
from leaderboards.tournaments.models import MatchSide
from leaderboards.tournaments.plan import StageRules, TableRules
from leaderboards.tournaments.refusals import Refused
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]


def miss(event: Event) -> None:
    """The time of all that is called is up."""
    event.now.matches.filter(state="called").update(deadline=timezone.now() - timedelta(seconds=1))
    hearing.look()


@pytest.fixture
def nothing_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of the toy is over before anybody could decide twice: here one that is left counts as played at once (RNK-1.5)."""
    monkeypatch.setattr(standing, "LEAST_DECISIONS", 0)


def test_before_the_start_the_waiting_list_moves_up() -> None:
    """RNK-7.1, RNK-7.12: in order; whoever left and comes again stands behind those who have waited."""
    event = Event(plan(StageRules("swiss"), limit=2, check_in=True), 2, start=False)
    waiting = [person(name) for name in ("w1", "w2")]
    assert [entries.enter(event.row.pk, user).state for user in waiting] == ["waiting", "waiting"]
    entries.leave(event.row.pk, event.users[0])
    with pytest.raises(Refused, match="not_in"):
        entries.leave(event.row.pk, event.users[0])
    states = dict(event.now.entrants.values_list("name", "state"))
    assert states == {"p1": "withdrawn", "p2": "entered", "w1": "entered", "w2": "waiting"}
    assert entries.enter(event.row.pk, event.users[0]).state == "waiting"
    entries.leave(event.row.pk, event.users[1])
    assert dict(event.now.entrants.values_list("name", "state"))["w2"] == "entered"
    event.move("check_in")
    for user in (event.users[0], waiting[1]):
        entries.check_in(event.row.pk, user)
    event.move("registration")
    assert event.now.entrants.filter(checked_in=True).count() == 2
    event.move("check_in")
    event.move("running")
    assert dict(event.now.entrants.values_list("name", "state")) == {
        "p1": "active",
        "p2": "withdrawn",
        "w1": "dropped",
        "w2": "active",
    }


def test_timed_check_in_and_start() -> None:
    """RNK-7.1: the clock opens the check-in and starts; it is safe to look twice."""
    event = Event(plan(StageRules("single"), check_in=True, check_in_minutes=10), 3, start=False)
    event.now.__class__.objects.filter(pk=event.row.pk).update(starts_at=timezone.now() + timedelta(minutes=9))
    hearing.look()
    hearing.look()
    assert event.now.state == "check_in"
    event.move("registration")
    hearing.look()
    assert event.now.state == "registration"
    event.move("check_in")
    for user in event.users[:2]:
        entries.check_in(event.row.pk, user)
    event.now.__class__.objects.filter(pk=event.row.pk).update(starts_at=timezone.now() - timedelta(seconds=1))
    hearing.look()
    hearing.look()
    assert event.now.state == "running"
    assert event.now.entrants.get(name="p3").state == "dropped"
    assert event.match("W1.1").state == "called"


@pytest.mark.usefixtures("nothing_is_broken_off")
@pytest.mark.parametrize("begun", [False, True])
def test_leaving_a_swiss(begun: bool) -> None:
    """RNK-7.12: called or broken off it is a forfeit; a game that is under way is lost as a game that was played."""
    event = Event(plan(StageRules("swiss", rounds=3)), 6)
    first = event.match("1.1")
    leaver = first.sides.select_related("entrant__user").get(slot=0).entrant
    assert leaver is not None
    assert leaver.user is not None
    if begun:
        event.turn_up(first)
    entries.leave(event.row.pk, leaver.user)
    first.refresh_from_db()
    assert (first.state, first.played, first.winner) == (("finished", True, 1) if begun else ("forfeit", False, 1))
    event.play_called()
    second = event.now.stages.get().rounds.get(number=2)
    assert second.sat_out[str(leaver.seed)] == "absent"
    entries.come_back(event.row.pk, leaver.user)
    event.play_called()
    third = event.now.stages.get().rounds.get(number=3)
    assert str(leaver.seed) not in third.sat_out
    event.play_all()
    assert event.now.state == "finished"
    assert list(recomputing.faults(event.now)) == []


def test_a_game_that_is_broken_off_is_a_forfeit() -> None:
    """RNK-1.5, RNK-7.12: before everybody has decided twice nothing was played."""
    event = Event(plan(StageRules("swiss", rounds=3)), 4)
    first = event.match("1.1")
    event.turn_up(first)
    leaver = first.sides.select_related("entrant__user").get(slot=1).entrant
    assert leaver is not None
    assert leaver.user is not None
    entries.leave(event.row.pk, leaver.user)
    hearing.look()
    first.refresh_from_db()
    assert (first.state, first.played, first.winner) == ("forfeit", False, 0)


def test_missing_two_rounds_in_a_row_withdraws() -> None:
    """RNK-7.12: in a row only: a bye between two missed rounds is none that was missed."""
    event = Event(plan(StageRules("swiss", rounds=5)), 7)
    absent = event.users[6]
    rounds = []
    for _ in range(4):
        entrant = event.now.entrants.get(user=absent)
        match = event.now.matches.filter(state="called", sides__entrant=entrant).first()
        rounds.append(None if match is None else match.state)
        for one in event.now.matches.filter(state="called").exclude(sides__entrant=entrant):
            event.play(one)
        if match is not None:
            event.turn_up(match, *match.sides.exclude(entrant=entrant).values_list("slot", flat=True))
            miss(event)
        if event.now.entrants.get(user=absent).state == "withdrawn":
            break
    bye = rounds.index(None) if None in rounds else len(rounds)
    assert len(rounds) == (2 if bye > 1 else 4 if bye == 1 else 3)
    with pytest.raises(Refused, match="come_back_instead"):
        entries.enter(event.row.pk, absent)
    entries.come_back(event.row.pk, absent)
    assert event.now.entrants.get(user=absent).state == "active"


def test_requested_byes() -> None:
    """RNK-7.12: once, not in the last two rounds, half a point, and it bars nobody from a bye (RNK-7.6 H2)."""
    event = Event(plan(StageRules("swiss", rounds=4)), 5)
    user = event.users[0]
    entries.request_bye(event.row.pk, user)
    with pytest.raises(Refused, match="bye_used"):
        entries.request_bye(event.row.pk, user)
    event.play_called()
    stage = stages.current(event.now)
    assert stage is not None
    assert stage.rounds.get(number=2).sat_out["1"] == "requested_bye"
    event.play_called()
    kind = stages.need(event.now)
    byes = [row.sat_out.get("1") for row in kind.rounds() if row.state == "finished"]
    assert tally.participants(kind, [1])[0].had_bye is ("bye" in byes)
    with pytest.raises(Refused, match="bye_too_late"):
        entries.request_bye(event.row.pk, event.users[1])
    event.play_all()
    table = {row.player: row for row in tally.table(stages.need(event.now))}
    games = table[1].wins * 120 + table[1].draws * 60
    whole = sum(120 for row in kind.rounds() if row.sat_out.get("1") == "bye")
    assert table[1].points == games + 60 + whole
    assert list(recomputing.faults(event.now)) == []


def test_everybody_leaves() -> None:
    """RNK-7.12: an event that nobody is left in ends, with places for those who played."""
    for rules in (StageRules("swiss", rounds=3), StageRules("double"), StageRules("round_robin")):
        event = Event(plan(rules), 4)
        event.play_called()
        for user in event.users:
            if event.now.state == "running":
                entries.leave(event.row.pk, user)
        assert event.now.state == "finished", rules.kind
        for user in [event.owner, *event.users]:
            user.username += rules.kind
            user.save()


@pytest.mark.usefixtures("nothing_is_broken_off")
def test_leaving_a_round_robin_in_its_first_and_second_half() -> None:
    """RNK-7.12: before half of the games all results go for everybody; from half on the rest is lost."""
    event = Event(plan(StageRules("round_robin")), 5)
    event.play_called()
    early = next(seed for seed in range(1, 6) if event.now.matches.filter(state="finished", sides__entrant__seed=seed).exists())
    entries.leave(event.row.pk, event.users[early - 1])
    own = event.now.matches.filter(sides__entrant__seed=early)
    assert set(own.values_list("state", flat=True)) == {"cancelled"}
    event.play_called()
    event.play_called()
    late = next(
        seed
        for seed in range(1, 6)
        if event.now.matches.filter(state="finished", sides__entrant__seed=seed).count() >= 2
        and event.now.matches.filter(state="called", sides__entrant__seed=seed).exists()
    )
    match = event.now.matches.get(state="called", sides__entrant__seed=late)
    event.turn_up(match)
    entries.leave(event.row.pk, event.users[late - 1])
    match.refresh_from_db()
    assert (match.state, match.played) == ("finished", True)
    event.play_all()
    assert event.now.state == "finished"
    places = event.places()
    assert places[early] is None
    assert places[late] is not None
    assert list(recomputing.faults(event.now)) == []


def test_a_qualifier_who_has_left_is_followed_by_the_next() -> None:
    """RNK-7.7, RNK-7.12: groups of different sizes; the next one of the group goes on, and places follow the stages."""
    event = Event(plan(StageRules("round_robin", groups=2, qualify=2), StageRules("single"), auto=True), 7)
    while event.now.stages.count() == 1:
        last = event.now.matches.filter(state__in=("pending", "ready", "called", "running"))
        if last.count() == 1:
            gone = event.now.entrants.get(seed=1)
            if gone.state == "active" and not last.filter(sides__entrant=gone).exists():
                entries.leave(event.row.pk, event.users[0])
        match = event.now.matches.filter(state="called").first()
        assert match is not None
        event.play(match)
    firsts = event.now.matches.filter(stage__number=1, name__startswith="W1.")
    seeds = {seed or 0 for one in firsts for seed in one.sides.values_list("entrant__seed", flat=True)}
    assert 1 not in seeds
    assert len(seeds) == 4
    event.play_all()
    assert event.now.state == "finished"
    assert [event.places()[seed] for seed in sorted(seeds)[:2]] == [1, 2]
    assert sorted(place for place in event.places().values() if place and place > 4) == [5, 6, 7]


def test_too_few_for_the_next_stage() -> None:
    """RNK-7.7: the event ends with the table of the stage before."""
    event = Event(plan(StageRules("swiss", rounds=1, qualify=2), StageRules("single")), 4)
    together = [seed for seed in event.sides("1.1") if seed]
    for seed in [*together, *(seed for seed in (4, 3, 2, 1) if seed not in together)][:3]:
        entries.leave(event.row.pk, event.users[seed - 1])
    assert event.now.state == "finished"
    assert event.now.stages.count() == 1
    assert sorted(place or 0 for place in event.places().values()) == [1, 2, 3, 4]


def test_absent_and_leaving_at_tables_of_several() -> None:
    """RNK-7.8, RNK-7.12: the others play; whoever did not come has no points; who leaves in a game is behind."""
    event = Event(plan(StageRules("heats", rounds=2, preferred=4, minimum=3), game="emotrions"), 4)
    match = event.match("1.1")
    slots = {side.entrant.seed: side.slot for side in match.sides.select_related("entrant") if side.entrant}
    event.turn_up(match, slots[1], slots[2], slots[3])
    entries.leave(event.row.pk, event.users[2])
    match.refresh_from_db()
    assert match.state == "called"
    miss(event)
    match.refresh_from_db()
    assert match.state == "running"
    table = match.boards.get().table
    assert table is not None
    assert table.seats.count() == 2
    event.play(match)
    rows = {row.player: row for row in stages.need(event.now).table()}  # type: ignore[attr-defined]
    assert rows[1].points == 120
    assert rows[4].points == rows[3].points == 0
    assert event.now.entrants.get(seed=4).missed == 1
    assert sorted(event.now.stages.get().rounds.get(number=2).sat_out) == ["3"]
    second = event.match("2.1")
    event.turn_up(second)
    entries.leave(event.row.pk, event.users[3])
    second.refresh_from_db()
    event.play(second)
    assert event.now.state == "finished"
    sides = {side.entrant.seed: side.rank for side in second.sides.select_related("entrant") if side.entrant}
    assert sides == {1: 1, 2: 2, 4: 3}


def test_knock_out_heats_with_absent_ones() -> None:
    """RNK-7.8: nobody goes on from a table they did not come to, nobody comes in late or back, and one table is the last."""
    event = Event(plan(StageRules("heats_knockout", preferred=3, minimum=3, advance=2), game="emotrions"), 6)
    first, second = event.match("1.1"), event.match("1.2")
    event.play(first)
    with pytest.raises(Refused, match="too_late"):
        entries.enter(event.row.pk, person("late"))
    with pytest.raises(Refused, match="not_in_this_format"):
        entries.request_bye(event.row.pk, event.users[0])
    event.turn_up(second, 0)
    miss(event)
    left = set(event.now.entrants.filter(state="active").values_list("pk", flat=True))
    assert len(left) == 3
    assert set(event.match("2.1").sides.values_list("entrant", flat=True)) == left
    event.play_all()
    assert event.now.state == "finished"
    assert event.now.stages.get().rounds.count() == 2


def test_an_arena_ends_with_games_under_way() -> None:
    """RNK-7.11: they do not count; a no-show rests; who leaves loses what is on; late entry at any time."""
    event = Event(plan(StageRules("arena", minutes=20)), 4)
    one, other = event.now.matches.filter(state="called").order_by("position")
    event.turn_up(one, 0)
    miss(event)
    one.refresh_from_db()
    loser = one.sides.select_related("entrant").get(slot=1).entrant
    assert (one.state, one.winner) == ("double_forfeit" if one.winner is None else "forfeit", 0)
    assert loser is not None
    assert loser.paused_until is not None
    late = person("late")
    entries.enter(event.row.pk, late)
    other.refresh_from_db()
    drive.go_on(event.row.pk)
    running = event.now.matches.filter(state="called").first()
    if running is not None:
        event.turn_up(running)
    event.now.stages.update(ends_at=timezone.now() - timedelta(seconds=1))
    hearing.look()
    assert event.now.state == "finished"
    assert not event.now.matches.filter(state__in=("ready", "called", "running")).exists()
    assert set(event.now.entrants.exclude(place=None).values_list("name", flat=True)) == {"p1", "p2", "p3", "p4", "late"}


def test_double_forfeits() -> None:
    """RNK-7.9, RNK-7.12: in a final the first place stays empty; in a Swiss and a league neither has points."""
    event = Event(plan(StageRules("single", third_place=True)), 4)
    event.play_called()
    for name in ("W2.1", "3P"):
        assert event.match(name).state == "called"
    miss(event)
    assert event.now.state == "finished"
    assert event.places() == {1: 2, 2: 2, 3: 4, 4: 4}


@pytest.mark.parametrize("annul", [False, True])
def test_disqualified(annul: bool) -> None:
    """RNK-7.12: with or without the results; no medal either way, and no second time."""
    event = Event(plan(StageRules("swiss", rounds=3)), 5)
    event.play_called()
    entrant = event.entrant(1)
    with pytest.raises(Refused, match="no_reason"):
        entries.disqualify(event.row.pk, event.owner, entrant.pk, " ", annul)
    entries.disqualify(event.row.pk, event.owner, entrant.pk, "Absprache", annul)
    with pytest.raises(Refused, match="gone_already"):
        entries.disqualify(event.row.pk, event.owner, entrant.pk, "Absprache", annul)
    with pytest.raises(Refused, match="not_in"):
        entries.come_back(event.row.pk, event.users[0])
    event.play_all()
    assert event.now.state == "finished"
    entrant.refresh_from_db()
    assert event.users[0] not in [one.user for one in elsewhere.medals()]
    assert (entrant.place is None) is annul
    assert sorted(place for place in event.places().values() if place) == list(range(1, 5 if annul else 6))


def test_leaving_between_the_games_of_a_series() -> None:
    """RNK-5.7, RNK-7.12: who withdraws in the pause loses the match, which was played; an absent one loses that game only."""
    table = TableRules(rated=False, mode="untimed", series="best_of", games=3, ties=("coin",))
    event = Event(plan(StageRules("single"), table=table), 2)
    event.now.__class__.objects.filter(pk=event.row.pk).update(plan={**event.now.plan, "pause_s": 300})
    match = event.match("W1.1")
    event.turn_up(match)
    event.lose(match, event.users[1])
    series = match.boards.get().series
    assert series is not None
    series.refresh_from_db()
    assert series.paused_at is not None
    entries.leave(event.row.pk, event.users[0])
    series_hearing.look()
    hearing.look()
    match.refresh_from_db()
    assert match.winner == 1
    assert event.now.state == "finished"
    assert event.places() == {1: 2, 2: 1}


def test_by_turns_a_day_is_waited() -> None:
    """RNK-7.12, RNK-5: 24 hours where nothing else was settled."""
    table = TableRules(rated=False, mode="turn", move_ms=86_400_000)
    event = Event(plan(StageRules("single"), table=table), 2)
    match = event.match("W1.1")
    assert match.deadline is not None
    assert timedelta(hours=23) < match.deadline - timezone.now() <= timedelta(hours=24)
    live = plan(StageRules("single"), table=TableRules())
    assert live.waits_s(live.table) == 300


def test_late_entry() -> None:
    """RNK-7.12: in a Swiss up to the round that is set; what was missed brings no points."""
    event = Event(plan(StageRules("swiss", rounds=4), late_rounds=2), 4)
    late = entries.enter(event.row.pk, person("late"))
    assert late.late_round == 2
    event.play_called()
    assert event.now.stages.get().rounds.get(number=2).sat_out.get("5") in (None, "bye")
    with pytest.raises(Refused, match="too_late"):
        entries.enter(event.row.pk, person("later"))
    event.play_all()
    assert event.now.state == "finished"
    assert len([place for place in event.places().values() if place]) == 5
    assert list(recomputing.faults(event.now)) == []


def test_ending_cancelling_and_reopening() -> None:
    """RNK-7.1: a cancelled event leaves nothing under way; a reopened one stays open until organisers end it."""
    event = Event(plan(StageRules("single")), 3)
    match = event.now.matches.get(state="called")
    event.turn_up(match)
    with pytest.raises(Refused, match="no_reason"):
        event.move("cancelled")
    event.move("cancelled", "Regen")
    match.refresh_from_db()
    assert match.state == "cancelled"
    series = match.boards.get().series
    assert series is not None
    assert series.games.get().table.status == "closed"  # type: ignore[union-attr]
    hearing.look()
    match.refresh_from_db()
    assert match.state == "cancelled"


def test_reopened_and_corrected() -> None:
    """RNK-7.1, RNK-7.13: after reopening, an earlier result is corrected and what depends on it is played again."""
    from leaderboards.tournaments import rulings

    event = Event(plan(StageRules("single")), 3)
    event.now.__class__.objects.filter(pk=event.row.pk).update(repeat="weekly", starts_at=timezone.now() - timedelta(days=20))
    event.play_all()
    assert event.now.state == "finished"
    copy = event.now.__class__.objects.exclude(pk=event.row.pk).get()
    assert copy.starts_at is not None
    assert copy.starts_at > timezone.now()
    assert copy.state == "registration"
    event.move("running", "Einspruch")
    assert event.now.state == "running"
    assert set(event.places().values()) == {None}
    first = event.now.matches.get(name="W1.2")
    rulings.override(event.row.pk, event.owner, first.pk, "1", "Einspruch", choices={"W2.1": "void"})
    assert event.sides("W2.1") == [1, 3]
    assert event.match("W2.1").state == "called"
    with pytest.raises(Refused, match="open_matches"):
        event.move("finished")
    event.play_all()
    event.move("finished")
    assert event.places() == {1: 1, 2: 3, 3: 2}
    assert event.now.__class__.objects.count() == 2


def test_nobody_who_has_gone_says_that_they_are_there() -> None:
    """RNK-7.12: neither before nor after the others."""
    event = Event(plan(StageRules("heats", rounds=1, preferred=4, minimum=3), game="emotrions"), 4)
    match = event.match("1.1")
    entries.leave(event.row.pk, event.users[3])
    with pytest.raises(Refused, match="gone_already"):
        calling.ready(event.row.pk, event.users[3], match.pk)
    event.turn_up(match, *match.sides.exclude(entrant__seed=4).values_list("slot", flat=True))
    match.refresh_from_db()
    assert match.state == "running"


def test_a_swiss_that_no_rule_lets_go_on() -> None:
    """RNK-7.6: H1 is never given up by the program: organisers are told, may pair by hand with a reason, or end it."""
    from leaderboards.ratings.models import Link
    from leaderboards.tournaments import rulings

    event = Event(plan(StageRules("swiss", rounds=3)), 4)
    others = [one.pk for one in event.users]
    for one in others:
        for other in others:
            if one < other:
                Link.objects.create(one_id=one, other_id=other)
    event.play_called()
    stage = event.now.stages.get()
    assert stage.settings["blocked"] == "no_pairing"
    assert event.now.state == "running"
    hearing.look()
    with pytest.raises(Refused, match="no_pairing"):
        rulings.next_round(event.row.pk, event.owner)
    pairs = [(1, 3), (2, 4)]
    with pytest.raises(Refused, match="no_reason_for_breach"):
        rulings.pair_by_hand(event.row.pk, event.owner, 1, pairs, None, "")
    assert event.now.stages.get().settings["blocked"] == "no_pairing"
    rulings.pair_by_hand(event.row.pk, event.owner, 1, pairs, None, "Kein anderer Ausweg")
    rulings.next_round(event.row.pk, event.owner)
    assert event.now.matches.filter(state="called").count() == 2
    event.play_called()
    event.move("finished")
    assert event.now.state == "finished"
    assert life.later(event.now, timezone.now()) > timezone.now()


def test_whoever_leaves_a_bracket_is_said_to_have_withdrawn() -> None:
    """RNK-7.12: the match that is on and those after it are forfeits, because of the withdrawal and not of a no-show."""
    event = Event(plan(StageRules("double")), 4)
    event.turn_up(event.match("W1.1"))
    leaver = event.entrant(1)
    assert leaver.user is not None
    entries.leave(event.row.pk, leaver.user)
    event.play_all()
    lost = MatchSide.objects.filter(entrant=leaver).select_related("match").order_by("match__position")
    assert [(side.match.state, side.forfeited) for side in lost] == [("forfeit", "withdrawn"), ("forfeit", "withdrawn")]
    reasons = {row["match"]: row["reason"] for row in csv.DictReader(io.StringIO(exports.results(event.now)))}
    assert [reasons[side.match.name] for side in lost] == ["withdrawn", "withdrawn"]
