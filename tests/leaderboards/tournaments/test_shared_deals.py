"""All tables of a round are dealt the same, and nobody looks on before the last of them is over (RNK-7.4, PRO-9.1, PRO-9.2)."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import fairness
from games.tables import access, deals, people, show, store, verification
from games.tables.models import StoredPosition, Table
from leaderboards.matches import hearing as series_hearing
from leaderboards.tournaments import hearing, making, rulings
from leaderboards.tournaments.models import Match
from leaderboards.tournaments.plan import Plan, StageRules, TableRules
from tests.accounts.people import in_browser
from tests.leaderboards.tournaments.events import Event, plan

pytestmark = [pytest.mark.django_db(transaction=True)]

SHARED = TableRules(rated=False, mode="untimed", shared_deal=True)


def table_of(match: Match, number: int = 1) -> Table:
    series = match.boards.get(attempt=match.attempt).series
    assert series is not None
    found = series.games.get(number=number).table
    assert found is not None
    return found


def give_up(table: Table) -> None:
    people.resign_seats(table.pk, [0])
    series_hearing.look()
    hearing.look()


def test_a_round_is_dealt_once() -> None:
    event = Event(plan(StageRules("round_robin"), game="emotrions", table=SHARED), 4)
    matches = list(event.now.matches.filter(state="called").order_by("position"))
    for match in matches:
        event.turn_up(match)
    one, other = (table_of(match) for match in matches)
    assert one.deal == other.deal == f"{event.row.pk}.1.1.1"
    assert one.commit == other.commit
    assert one.head != other.head, "whoever plays at one table can tell nothing of the other by its chain"
    dealt = [bytes(row.data) for row in StoredPosition.objects.filter(table__in=(one, other), version=0)]
    assert dealt[0] == dealt[1]
    seated = event.users[[user.pk for user in event.users].index(one.seats.get(number=0).user_id or 0)]
    stranger = next(user for user in event.users if not one.seats.filter(user=user).exists())
    assert in_browser(seated).get(one.get_absolute_url()).status_code == 200

    def looked_on() -> set[bool]:
        answers = {client.get(one.get_absolute_url()).status_code == 200 for client in (in_browser(stranger), Client())}
        return answers | {access.place(user, one.pk) is not None for user in (stranger, None)}

    assert looked_on() == {False}
    give_up(one)
    one.refresh_from_db()
    assert (one.status, one.revealed, looked_on()) == ("finished", "", {False})
    assert verification.verify(one).faults == []
    loaded = store.load(one.pk)
    assert loaded is not None
    assert show.fairness(loaded) == {"commit": one.commit, "head": one.head, "rng": one.rng, "deal": one.deal}
    give_up(other)
    for table in (one, other):
        table.refresh_from_db()
        assert fairness.commit(bytes.fromhex(table.revealed)) == table.commit
        assert verification.verify(table).faults == []
    assert looked_on() == {True}
    following = event.now.matches.filter(state="called")[0]
    event.turn_up(following)
    assert table_of(following).commit != one.commit
    assert deals.held_back(event.row.pk) == [f"{event.row.pk}.1.2.1"]


def test_games_of_series_are_shared_by_number_and_a_new_attempt_is_not() -> None:
    """RNK-5.2: return matches of a round have the same two deals; what is begun anew has a secret of its own (RNK-7.13)."""
    table = TableRules(rated=False, mode="untimed", shared_deal=True, series="fixed", games=2)
    event = Event(plan(StageRules("round_robin"), game="emotrions", table=table), 4)
    matches = list(event.now.matches.filter(state="called").order_by("position"))
    for match in matches:
        event.turn_up(match)
    for match in matches:
        give_up(table_of(match))
    seconds = [table_of(match, 2) for match in matches]
    assert {one.deal for one in seconds} == {f"{event.row.pk}.1.1.2"}
    assert seconds[0].commit == seconds[1].commit != table_of(matches[0]).commit
    rulings.restart(event.row.pk, event.owner, matches[0].pk, "Störung")
    matches[0].refresh_from_db()
    event.turn_up(matches[0])
    assert table_of(matches[0]).deal == ""
    event.move("cancelled", "Regen")
    series_hearing.look()
    hearing.look()
    assert deals.held_back(event.row.pk) == []
    seconds[1].refresh_from_db()
    assert seconds[1].revealed


def test_where_nothing_can_be_shared() -> None:
    """There are no rounds in an arena, and other decks are not dealt alike."""

    def wrong(rules: Plan) -> list[tuple[str, str]]:
        return [(one.field, one.why) for one in making.problems(rules)]

    assert wrong(plan(StageRules("swiss"), game="emotrions", table=SHARED)) == []
    assert wrong(plan(StageRules("arena"), game="emotrions", table=SHARED)) == [("stages.0.shared_deal", "no_rounds_to_share")]
    assert wrong(plan(StageRules("single"), game="kameloh", table=SHARED)) == [("stages.0.shared_deal", "decks_differ")]
    assert wrong(plan(StageRules("single"), game="kameloh", table=SHARED, decks="organiser")) == []
