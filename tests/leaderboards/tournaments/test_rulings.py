"""What organisers decide, taken back again, and what must not be touched by it (RNK-7.13, RNK-9.6, RNK-9.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.audit.models import Entry
from games.tables import people, supervision
from games.tables.models import Table
from leaderboards.matches import hearing as series_hearing
from leaderboards.tournaments import calling, entries, hearing, life, making, recomputing, rulings, stages
from leaderboards.tournaments.models import Match, MatchSide
from leaderboards.tournaments.plan import StageRules
from leaderboards.tournaments.refusals import Refused
from tests.leaderboards.tournaments.events import Event, better_seed, person, plan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]

OF_MATCHES = ("name", "state", "winner", "decided", "played", "settings")
OF_SIDES = ("match__name", "slot", "entrant", "points", "score", "wins", "rank", "forfeited", "starts")


def whole(event: Event) -> dict[str, Any]:
    """Everything that results and corrections touch, marks apart."""
    sides = MatchSide.objects.filter(match__tournament=event.row).order_by("match__position", "slot")
    rounds = [stage.rounds.order_by("number") for stage in event.now.stages.order_by("number")]
    return {
        "matches": list(event.now.matches.order_by("stage", "position").values_list(*OF_MATCHES)),
        "sides": list(sides.values_list(*OF_SIDES)),
        "entrants": list(event.now.entrants.order_by("pk").values_list("name", "state", "seed")),
        "rounds": [list(some.values_list("number", "state", "sat_out")) for some in rounds],
    }


def rule(event: Event, match: Match, result: str, **more: Any) -> None:
    rulings.override(event.row.pk, event.owner, match.pk, result, "Protest", **more)


def test_override_and_back_in_a_bracket() -> None:
    """RNK-9.7: a played match, a forfeit, and a double forfeit stand as they did, with all that follows from them."""
    event = Event(plan(StageRules("double")), 8)
    event.play(event.match("W1.1"))
    event.turn_up(event.match("W1.2"), 0)
    event.now.matches.filter(name__in=("W1.2", "W1.3")).update(deadline="2020-01-01T00:00Z")
    hearing.look()
    assert [event.match(f"W1.{i}").state for i in (1, 2, 3)] == ["finished", "forfeit", "double_forfeit"]
    before = whole(event)
    for name, back in (("W1.1", "0"), ("W1.2", "0"), ("W1.3", "nobody")):
        match = event.match(name)
        for other in ("1", "nobody" if back == "0" else "0"):
            choices = {found.name: "void" for found, busy in rulings.concerned(event.row.pk, match.pk, other) if busy}
            rule(event, match, other, choices=choices)
            assert event.match(name).decided == "override"
        choices = {found.name: "void" for found, busy in rulings.concerned(event.row.pk, match.pk, back) if busy}
        rule(event, match, back, choices=choices)
        now = whole(event)
        assert now["sides"] == before["sides"], name
        assert now == before, name
    assert list(recomputing.faults(event.now)) == []


@pytest.mark.parametrize("rules", [StageRules("swiss", rounds=4), StageRules("round_robin")], ids=lambda rules: rules.kind)
def test_override_of_an_earlier_round(rules: StageRules) -> None:
    """RNK-7.13: standings change, published pairings stay; taken back, all is as before (RNK-9.7)."""
    event = Event(plan(rules), 6)
    event.play_called()
    event.play_called()
    before, kind = whole(event), stages.need(event.now)
    places = kind.places()
    match = event.match("1.1")
    was = match.winner
    assert was is not None
    for result in (str(1 - was), "draw", "nobody"):
        rule(event, match, result, scores=(7, 7) if result == "draw" else ())
        now = whole(event)
        pairings = [(name, slot, entrant) for name, slot, entrant, *_ in now["sides"]]
        assert pairings == [(name, slot, entrant) for name, slot, entrant, *_ in before["sides"]]
        assert list(recomputing.faults(event.now)) == []
    rule(event, match, str(1 - was))
    assert stages.need(event.now).places() != places
    rule(event, match, str(was))
    assert whole(event) == before
    assert stages.need(event.now).places() == places
    event.play_all()
    assert event.now.state == "finished"
    assert list(recomputing.faults(event.now)) == []


def test_override_of_ranks() -> None:
    """RNK-7.8, RNK-9.7: at tables of several; impossible ranks are refused."""
    event = Event(plan(StageRules("heats", rounds=2, preferred=3, minimum=3), game="emotrions", auto=False), 6)
    rulings.next_round(event.row.pk, event.owner)
    event.play(event.match("1.1"))
    before = whole(event)
    match = event.match("1.1")
    ranks = list(match.sides.order_by("slot").values_list("rank", flat=True))
    for bad in ((1, 2), (1, 1, 2), (0, 1, 2), (2, 3, 3)):
        with pytest.raises(Refused, match="ranks"):
            rule(event, match, "", ranks=bad)
    rule(event, match, "", ranks=(2, 2, 1) if ranks != [2, 2, 1] else (1, 2, 3))
    assert event.match("1.1").decided == "override"
    assert list(recomputing.faults(event.now)) == []
    rule(event, match, "", ranks=[rank or 0 for rank in ranks])
    assert whole(event) == before


def test_ranks_of_knock_out_heats() -> None:
    """RNK-7.8, RNK-7.13: who goes on follows the new ranks, as long as the next round is not drawn."""
    event = Event(plan(StageRules("heats_knockout", preferred=3, minimum=3, advance=2), game="emotrions", auto=False), 6)
    rulings.next_round(event.row.pk, event.owner)
    event.play_called()
    match = event.match("1.1")
    out = match.sides.get(entrant__state="out")
    ranks = [1 if side == out else 3 if side.rank == 1 else 2 for side in match.sides.order_by("slot")]
    rule(event, match, "", ranks=ranks)
    out.entrant.refresh_from_db()  # type: ignore[union-attr]
    assert out.entrant.state == "active"  # type: ignore[union-attr]
    assert event.now.entrants.filter(state="active").count() == 4
    rulings.next_round(event.row.pk, event.owner)
    with pytest.raises(Refused, match="depends"):
        rule(event, match, "", ranks=(1, 2, 3))
    with pytest.raises(Refused, match="depends"):
        rulings.restart(event.row.pk, event.owner, match.pk, "Protest")


def test_restart_in_a_league() -> None:
    """RNK-7.13: a new table; the event does not end before it is played, and tables closed by staff are opened anew."""
    event = Event(plan(StageRules("round_robin")), 4)
    event.play_called()
    event.play_called()
    first = event.match("1.1")
    rulings.restart(event.row.pk, event.owner, first.pk, "Protest")
    first.refresh_from_db()
    assert first.attempt == 2
    for _ in range(3):
        for match in event.now.matches.filter(state="called").exclude(pk=first.pk):
            event.play(match)
    assert event.now.state == "running"
    first.refresh_from_db()
    assert first.state == "called"
    event.turn_up(first)
    series = first.boards.get(attempt=2).series
    assert series is not None
    table = series.games.get().table
    assert table is not None
    supervision.close(table.pk, event.owner, "Störung")
    hearing.look()
    first.refresh_from_db()
    assert (first.state, first.attempt) == ("called", 3)
    event.play_all()
    assert event.now.state == "finished"
    assert list(recomputing.faults(event.now)) == []


def test_a_closed_board_alone_is_played_again() -> None:
    """RNK-7.13, RNK-7.14: the other boards of a team match keep what was played there."""
    owner, users = person("owner"), [person(f"b{number}") for number in range(1, 5)]
    rules = plan(StageRules("single"), teams="boards", boards=2)
    row = making.create(owner, rules, {"name": "Bretter"})
    life.move(row.pk, owner, "registration")
    for captain, member in (users[:2], users[2:]):
        entries.enter(row.pk, captain, team=captain.username, members=[member.username])
        entries.confirm_member(row.pk, member, True)
    life.move(row.pk, owner, "running")
    match = row.matches.get()

    def turn_up() -> dict[int, Table]:
        for captain in (users[0], users[2]):
            calling.ready(row.pk, captain, match.pk)
        match.refresh_from_db()
        boards = match.boards.filter(attempt=match.attempt).select_related("series")
        games = {board.number: board.series.games.get() for board in boards if board.series and not board.over}
        return {number: game.table for number, game in games.items() if game.table is not None}

    tables = turn_up()
    people.resign_seats(tables[1].pk, [0])
    supervision.close(tables[2].pk, owner, "Störung")
    series_hearing.look()
    hearing.look()
    match.refresh_from_db()
    assert (match.state, match.attempt) == ("called", 2)
    tables = turn_up()
    assert list(tables) == [2]
    people.resign_seats(tables[2].pk, [0])
    series_hearing.look()
    hearing.look()
    match.refresh_from_db()
    assert match.is_over
    assert sorted(match.boards.filter(attempt=2).values_list("number", flat=True)) == [1, 2]
    assert match.boards.count() == 3
    assert list(recomputing.faults(row)) == []


def test_every_act_is_written_down_once() -> None:
    """RNK-6.5, RNK-9.6: one entry of the tournament for each; one that is refused leaves none."""
    event = Event(plan(StageRules("swiss", rounds=3), auto=False), 4, start=False)
    pk, owner = event.row.pk, event.owner
    person("x1")
    person("x2")
    referee = person("referee")

    def entries_now() -> int:
        return Entry.objects.filter(act__startswith="tournament.").count()

    def once(act: Callable[[], Any]) -> None:
        before = entries_now()
        act()
        assert entries_now() == before + 1

    def never(act: Callable[[], Any], code: str) -> None:
        before = entries_now(), whole(event)
        with pytest.raises(Refused, match=code):
            act()
        assert (entries_now(), whole(event)) == before

    never(lambda: entries.add(pk, referee, ["x1"]), "wrong_role")
    once(lambda: entries.add(pk, owner, ["x1", "x2"]))
    once(lambda: making.give_role(pk, owner, "referee", "referee"))
    never(lambda: rulings.next_round(pk, referee), "wrong_role")
    once(lambda: entries.withdraw(pk, owner, event.now.entrants.get(name="x2").pk, "krank"))
    once(lambda: entries.set_seeds(pk, owner, list(event.now.entrants.exclude(state="withdrawn").values_list("pk", flat=True))))
    once(lambda: event.move("running"))
    once(lambda: rulings.redraw(pk, owner, "anders"))
    once(lambda: making.tell(pk, referee, "Gleich geht es los."))
    once(lambda: making.untell(pk, referee, event.now.announcements.get().pk))
    once(lambda: rulings.table_rules(pk, owner, {"series": "best_of", "games": 3}))
    never(lambda: rulings.table_rules(pk, owner, {"options": {"nothing": "x"}}), "plan")
    never(lambda: rulings.table_rules(pk, owner, {"series": "best_of", "games": 2}), "plan")
    never(lambda: rulings.table_rules(pk, owner, {"unknown": 1}), "table_rules")
    once(lambda: rulings.next_round(pk, owner))
    never(lambda: rulings.next_round(pk, owner), "round_open")
    one, other = event.now.matches.filter(state="called").order_by("position")
    once(lambda: calling.more_time(pk, referee, one.pk, 5))
    never(lambda: calling.more_time(pk, referee, one.pk, 0), "minutes")
    once(lambda: rulings.not_there(pk, referee, one.pk, [1], "zu spät"))
    once(lambda: rulings.override(pk, referee, other.pk, "0", "eingetragen"))
    never(lambda: rulings.override(pk, referee, other.pk, "7", "eingetragen"), "result")
    never(lambda: rulings.override(pk, referee, other.pk, "1", " "), "no_reason")
    once(lambda: rulings.restart(pk, referee, other.pk, "noch einmal"))
    once(lambda: event.move("paused"))
    once(lambda: event.move("running"))
    gone = event.now.entrants.filter(state="active").exclude(sides__match=one).exclude(sides__match=other).first()
    assert gone is not None
    once(lambda: entries.disqualify(pk, owner, gone.pk, "Absprache", False))
    once(lambda: making.hand_over(pk, owner, "referee"))
    once(lambda: event.move("cancelled", "Regen"))
    never(lambda: event.move("running"), "no_such_move")


def test_who_plays_decides_nothing_about_own_matches() -> None:
    """RNK-7.1 Roles: not about the match, nor about the opponent in it."""
    event = Event(plan(StageRules("single")), 4, start=False)
    entries.enter(event.row.pk, event.owner)
    event.move("running")
    own = event.now.matches.filter(sides__entrant__user=event.owner, state__in=("called", "pending", "ready")).first()
    assert own is not None
    event.play_called(better_seed)
    own.refresh_from_db()
    pk, owner = event.row.pk, event.owner
    acts: list[Callable[[], Any]] = [
        lambda: rulings.override(pk, owner, own.pk, "0", "ich"),
        lambda: rulings.restart(pk, owner, own.pk, "ich"),
        lambda: rulings.not_there(pk, owner, own.pk, [0], "ich"),
    ]
    opponent = own.sides.exclude(entrant__user=owner).get().entrant
    if not own.is_over and opponent is not None:
        key = opponent.pk
        acts += [
            lambda: entries.withdraw(pk, owner, key, "weg"),
            lambda: entries.disqualify(pk, owner, key, "weg", True),
        ]
    for act in acts:
        with pytest.raises(Refused, match="own_match"):
            act()


def test_planted_differences_are_found() -> None:
    """QUA-1.10: whatever is changed by hand in the database disagrees with a recomputation."""
    event = Event(plan(StageRules("swiss", rounds=2)), 4)
    event.play_all()
    assert list(recomputing.faults(event.now)) == []
    match = event.match("1.1")
    side = match.sides.get(slot=match.winner or 0)
    first, second = event.entrant(1), event.entrant(2)

    def found(row: Any, **changes: Any) -> list[str]:
        kept = {name: getattr(row, name) for name in changes}
        type(row).objects.filter(pk=row.pk).update(**changes)
        faults = list(recomputing.faults(event.now))
        type(row).objects.filter(pk=row.pk).update(**kept)
        return faults

    assert found(side, points=0)
    assert found(side, score=(side.score or 0) + 1)
    assert found(match, winner=1 - (match.winner or 0))
    assert found(first, place=second.place)
    stage = event.now.stages.get()
    assert found(stage, entrants=[1, 3, 2, 4])
    assert list(recomputing.faults(event.now)) == []
