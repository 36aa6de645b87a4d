"""Who plays as whom: teams, line-ups, seeds, and entrants who change places (RNK-7.1, RNK-7.13, RNK-7.14)."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.tables import people
from leaderboards.ratings.models import Link
from leaderboards.tournaments import calling, drive, entries, hearing, life, lot, making, rulings, stages, tally
from leaderboards.tournaments.models import Entrant, Match, Tournament
from leaderboards.tournaments.plan import Plan, StageRules
from leaderboards.tournaments.refusals import Refused
from tests.leaderboards.tournaments.events import Event, person, plan, write

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]


def opened(rules: Plan) -> tuple[Tournament, User]:
    """A tournament that may be entered."""
    owner = person("owner")
    row = making.create(owner, rules, {"name": "Teams"})
    return life.move(row.pk, owner, "registration"), owner


def team(row: Tournament, name: str, size: int) -> list[User]:
    """A team whose members have all said that they are in it."""
    users = [person(f"{name}{number}") for number in range(1, size + 1)]
    entries.enter(row.pk, users[0], team=name, members=[user.username for user in users[1:]])
    for user in users[1:]:
        entries.confirm_member(row.pk, user, True)
    return users


def board(match: Match, number: int) -> list[str]:
    """Who sits at a board, whoever starts first."""
    series = match.boards.get(number=number).series
    assert series is not None
    game = series.games.get()
    assert game.table is not None
    names = list(game.table.seats.order_by("number").values_list("name", flat=True))
    starter = game.table.starter or 0
    return [names[starter], names[1 - starter]]


def test_boards() -> None:
    """RNK-7.14: starters alternate by board, line-ups are sealed by the call, a substitute plays, board points break ties."""
    row, owner = opened(plan(StageRules("round_robin"), teams="boards", boards=2, substitutes=1))
    red = team(row, "rot", 3)
    for name in ("blau", "gruen"):
        team(row, name, 2)
    with pytest.raises(Refused, match="team_size"):
        entries.enter(row.pk, person("alone"), team="allein")
    with pytest.raises(Refused, match="member_taken"):
        entries.enter(row.pk, person("thief"), team="geklaut", members=["rot2"])
    captain = row.entrants.get(name="rot")
    keys = list(captain.members.order_by("board").values_list("pk", flat=True))
    entries.line_up(row.pk, red[0], [keys[2], keys[0], keys[1]])
    with pytest.raises(Refused, match="line_up"):
        entries.line_up(row.pk, red[1], keys)
    life.move(row.pk, owner, "running")
    called = Match.objects.filter(tournament=row, state="called")
    for match in called:
        for side in match.sides.select_related("entrant__user"):
            assert side.entrant is not None
            assert side.entrant.user is not None
            members = list(side.entrant.members.values_list("pk", flat=True))
            with pytest.raises(Refused, match="line_up_sealed"):
                entries.line_up(row.pk, side.entrant.user, members)
            calling.ready(row.pk, side.entrant.user, match.pk)
        match.refresh_from_db()
        assert match.state == "running"
        first, second = board(match, 1), board(match, 2)
        teams = [[name.rstrip("123") for name in names] for names in (first, second)]
        assert teams[0] == teams[1][::-1]
        starting = match.sides.select_related("entrant").get(starts=True).entrant
        assert starting is not None
        assert teams[0][0] == starting.name
        if "rot" in teams[0]:
            assert {"rot3", "rot1"} <= {*first, *second}
        winner = match.sides.order_by("slot").first()
        assert winner is not None
        for number in (1, 2):
            series = match.boards.get(number=number).series
            assert series is not None
            table = series.games.get().table
            assert table is not None
            write(table, {0: ["a", "b", "c"], 1: ["a", "b"]} if number == 1 else {0: ["a", "b"], 1: ["a", "b"]})
        drive.go_on(row.pk)
        match.refresh_from_db()
        assert match.state == "finished"
        assert sorted(match.sides.values_list("points", "wins")) == [(0, 0), (120, 1)]
    assert stages.need(row).plan.tie_breaks_of(0)[0] == "GD"
    assert next(name for name in tally.table(stages.need(row))[0].values) == "GD"


def test_pairs() -> None:
    """RNK-7.14: two play as one side of a team game, against two; unfinished teams keep nobody from being told so."""
    row, owner = opened(plan(StageRules("single"), game="spieleflut", teams="pairs"))
    red, blue = (team(row, name, 2) for name in ("rot", "blau"))
    extra = person("extra")
    entries.enter(row.pk, extra, team="halb", members=[person("zögert").username])
    with pytest.raises(Refused, match="team_too_small"):
        life.move(row.pk, owner, "running")
    assert Tournament.objects.get(pk=row.pk).state == "registration"
    entries.leave(row.pk, extra)
    assert entries.enter(row.pk, extra, team="halb", members=["zögert"]).state == "entered"
    entries.withdraw(row.pk, owner, row.entrants.get(name="halb").pk, "unvollständig")
    life.move(row.pk, owner, "running")
    match = Match.objects.get(tournament=row)
    calling.ready(row.pk, red[1], match.pk)
    calling.ready(row.pk, blue[0], match.pk)
    series = match.boards.get().series
    assert series is not None
    table = series.games.get().table
    assert table is not None
    seats = list(table.seats.order_by("number").values_list("user__username", flat=True))
    assert seats[0].rstrip("12") == seats[2].rstrip("12") != seats[1].rstrip("12") == seats[3].rstrip("12")
    people.resign_seats(table.pk, [number for number, name in enumerate(seats) if name.startswith("blau")])
    hearing.look()
    match.refresh_from_db()
    winner = match.sides.select_related("entrant").get(slot=match.winner or 0).entrant
    assert winner is not None
    assert winner.name == "rot"
    assert Tournament.objects.get(pk=row.pk).state == "finished"
    assert {one.name: one.place for one in row.entrants.exclude(seed=None)} == {"rot": 1, "blau": 2}


def test_seeds() -> None:
    """RNK-7.1: by rating, by lot, by the places of an earlier one; equal ones by lot, everybody once."""
    earlier = Event(plan(StageRules("single")), 3)
    earlier.play_all()
    row = Tournament.objects.create(owner=earlier.owner, game="returns", plan=earlier.now.plan, name="Neu")
    for number, user in enumerate([*reversed(earlier.users), person("new1"), person("new2")]):
        Entrant.objects.create(tournament=row, user=user, name=user.username, mu=30.0 if number == 1 else 25.0)
    entrants = list(row.entrants.order_by("pk"))
    by_lot = [int(key) for key in lot.order(row.seed, [str(one.pk) for one in entrants])]

    def order(seeding: str) -> list[str]:
        row.plan = {**row.plan, "seeding": seeding, "earlier": earlier.row.pk}
        return [one.name for one in entries.seed_order(row, entrants)]

    names = {one.pk: one.name for one in entrants}
    drawn = [names[key] for key in by_lot]
    assert order("lot") == drawn
    assert order("rating") == ["p2", *(name for name in drawn if name != "p2")]
    assert order("earlier") == ["p1", "p2", "p3", *(name for name in drawn if name.startswith("new"))]
    entrants.reverse()
    assert order("lot") == drawn


def test_swapping_and_replacing() -> None:
    """RNK-7.13: before the first game of those concerned, with the seed; nobody who is linked to somebody there."""
    event = Event(plan(StageRules("single")), 4)
    pk, owner = event.row.pk, event.owner
    one, other = event.entrant(1), event.entrant(2)
    rulings.swap(pk, owner, one.pk, other.pk, "falsch gesetzt")
    assert [event.entrant(seed).name for seed in (1, 2)] == ["p2", "p1"]
    assert event.sides("W1.1") == [1, 4]
    fresh, twin = person("fresh"), person("twin")
    Link.objects.create(one=event.users[2], other=twin)
    with pytest.raises(Refused, match="linked_named"):
        rulings.replace(pk, owner, event.entrant(4).pk, "twin", "krank")
    with pytest.raises(Refused, match="linked_named"):
        entries.add(_open_copy(event).pk, owner, ["p3", "twin"])
    rulings.replace(pk, owner, event.entrant(4).pk, "fresh", "krank")
    assert event.entrant(4).user == fresh
    entries.leave(pk, event.users[2])
    with pytest.raises(Refused, match=r"has_played|gone_already"):
        rulings.replace(pk, owner, event.entrant(3).pk, "twin", "krank")
    event.play_all()
    assert event.now.state == "finished"
    with pytest.raises(Refused, match="has_played"):
        rulings.swap(pk, owner, event.entrant(1).pk, event.entrant(2).pk, "zu spät")


def _open_copy(event: Event) -> Tournament:
    row = making.copy(event.row.pk, event.owner)
    return life.move(row.pk, event.owner, "registration")
