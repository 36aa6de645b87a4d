"""Who starts: how much somebody has played before (RNK-4.1), and what players agree on before the start (RNK-4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine import registry
from games.engine.errors import EngineError, InvalidOptions
from games.tables import live, models, service, verification
from games.tables.models import Seat, Table
from leaderboards.ratings import service as ratings
from leaderboards.ratings.experience import experience
from tests.accounts.people import in_browser
from tests.games.tables.play import enter, run, someone

pytestmark = pytest.mark.django_db(transaction=True)

AGREED = {"starter": "agreed"}


@pytest.fixture(autouse=True)
def returns() -> Iterator[None]:
    """The toy game that asks for both, for as long as the test lasts."""
    registry.register_game("tests.games.tables.toy.returns")
    yield
    registry._games.pop(("returns", 1))


def played(*users: User | None, points: tuple[int, ...] = (5, 3), **more: Any) -> Table:
    """A finished table as the database has it; None is a bot."""
    outcome = {
        "ranks": [1, 2],
        "reason": "written",
        "scores": [],
        "extra": [{"victory_points": number} for number in points],
        "statuses": ["finished", "finished"],
    }
    ended = timezone.now() - timedelta(hours=1)
    fields: dict[str, Any] = {"status": "finished", "ended_at": ended, "started_at": ended, "outcome": outcome} | more
    table = Table.objects.create(game="returns", rules_version=1, rng=1, seat_count=2, **fields)
    for number, user in enumerate(users):
        Seat.objects.create(table=table, number=number, user=user, bot="" if user else "random", name="x")
    return table


def known(user: User | None) -> int:
    return experience(user, "returns", timezone.now())


def test_own_points_of_all_finished_games_are_added() -> None:
    """Of this game alone, whoever won, and never below 0."""
    one, other = someone(), someone()
    played(one, other)
    played(other, one, points=(-4, 7))
    assert (known(one), known(other)) == (12, 3)
    assert experience(one, "emotrions", timezone.now()) == 0
    assert experience(one, "returns", timezone.now() - timedelta(hours=2)) == 0


def test_what_does_not_count() -> None:
    """Tables with a bot, games under way or closed, and guests; a game against a guest does count (RNK-4.1)."""
    one, guest = someone(), User.objects.create_user("Gast Fuchs", is_guest=True)
    played(one, None)
    played(one, someone(), status="running", outcome=None)
    played(one, someone(), status="closed", outcome=None)
    assert known(one) == 0
    played(one, guest)
    assert (known(one), known(guest), known(None)) == (5, 0, 0)


def test_a_game_that_was_left_counts_unless_it_had_hardly_begun() -> None:
    """RNK-1.5: broken off before everybody had decided twice."""
    for decisions, counted in ((2, 3), (1, 0)):
        one, other = someone(), someone()
        table = played(one, other, points=(3, 1))
        Table.objects.filter(pk=table.pk).update(outcome=(table.outcome or {}) | {"statuses": ["finished", "resigned"]})
        acts = [(seat, "choose") for _ in range(decisions) for seat in (0, 1)] + [(1, "leave")]
        for version, (seat, act) in enumerate(acts, 1):
            models.Command.objects.create(
                table=table, version=version, seat=seat, act=act, by="player", move_id=str(version), head="", at=timezone.now()
            )
        assert known(one) == counted


def test_the_table_keeps_it_and_the_record_has_it() -> None:
    """As it was when the table was opened; a change afterwards is found (PRO-9.2)."""
    one, other = someone(), someone()
    played(one, other)
    table = service.open_table(one, "returns", {}, 2)
    played(one, other, ended_at=timezone.now())
    service.sit(other, table, table.invite)
    table.refresh_from_db()
    assert table.experience == [5, 3]

    async def told() -> Any:
        await enter(table, 0)
        memory = live.table(table.pk).loaded
        assert memory is not None
        return memory.started().game.position.experience

    assert run(told) == [5, 3]
    assert verification.verify(table).faults == []
    table.experience = [5, 4]
    table.save()
    assert verification.verify(table).faults != []


def test_games_that_do_not_ask_are_not_told() -> None:
    table = service.open_table(someone(), "emotrions", {}, 2)
    service.sit(someone(), table, table.invite)
    table.refresh_from_db()
    assert table.experience == []


@pytest.mark.parametrize(
    ("proposal", "answer", "starter"), [("1", "1", 1), ("0", "0", 0), ("1", "0", None), ("1", "", None), ("", "", None)]
)
def test_it_holds_if_all_name_the_same(proposal: str, answer: str, starter: int | None) -> None:
    """Else the rules say who starts (KMO-5.1)."""
    owner = someone()
    table = service.open_table(owner, "returns", AGREED, 2)
    service.name_first(owner, table, proposal)
    service.sit(someone(), table, table.invite, first=answer)
    table.refresh_from_db()
    assert (table.status, table.starter) == ("running", starter)
    assert verification.verify(table).faults == []


def test_bots_agree_to_anything() -> None:
    owner = someone()
    table = service.open_table(owner, "returns", AGREED, 2)
    service.name_first(owner, table, "1")
    service.fill_with_bots(owner, table)
    table.refresh_from_db()
    assert table.starter == 1


def test_only_where_the_table_was_opened_for_it() -> None:
    """Otherwise what is named is left aside; a seat that there is not is refused."""
    owner = someone()
    table = service.open_table(owner, "returns", {}, 2)
    service.name_first(owner, table, "1")
    service.sit(someone(), table, table.invite, first="1")
    table.refresh_from_db()
    assert table.starter is None
    waiting = service.open_table(owner, "returns", AGREED, 2)
    for wrong in ("2", "-1", "x", "²"):
        with pytest.raises(EngineError) as caught:
            service.name_first(owner, waiting, wrong)
        assert caught.value.code == "invalid"
    for user, at, code in ((someone(), waiting, "forbidden"), (owner, table, "wrong_status")):
        with pytest.raises(EngineError) as caught:
            service.name_first(user, at, "1")
        assert caught.value.code == code


def test_the_waiting_room_asks_and_the_invitation_says_what_was_proposed(client: Client) -> None:
    owner = someone("Mira")
    table = service.open_table(owner, "returns", AGREED, 2)
    browser = in_browser(owner)
    assert "Wer soll beginnen?" in browser.get(table.get_absolute_url()).content.decode()
    browser.post(reverse("tables:first", args=[table.pk]), {"first": "0"})
    page = client.get(reverse("tables:join", args=[table.pk, table.invite])).content.decode()
    assert '<option value="0" selected>Mira (so möchte es Mira)</option>' in page
    client.post(reverse("tables:join", args=[table.pk, table.invite]), {"first": "0"})
    table.refresh_from_db()
    assert table.starter == 0


def test_emotrions_lets_the_less_experienced_lead_first_and_says_why() -> None:
    """RNK-4.2: the values are in the log; of several with the smallest one chance decides."""
    one, other, third = someone("Ada"), someone("Bo"), someone("Cleo")
    played(one, other)
    Table.objects.update(
        game="emotrions",
        outcome={"ranks": [1, 2], "reason": "target", "extra": [{"total": 40}, {"total": 20}], "scores": [40, 20]},
    )
    table = service.open_table(one, "emotrions", {"starter": "less_experienced"}, 3)
    for user in (other, third):
        service.sit(user, table, table.invite)
    table.refresh_from_db()
    assert table.experience == [40, 20, 0]

    async def told() -> Any:
        await enter(table, 0)
        memory = live.table(table.pk).loaded
        assert memory is not None
        return next(entry.event for entry in memory.told if entry.event.kind == "chosen").public

    assert run(told) == {"seat": 2, "method": "less_experienced", "experience": [40, 20, 0]}
    assert verification.verify(table).faults == []
    with pytest.raises(InvalidOptions):
        service.open_table(one, "emotrions", {"starter": "agreed"}, 3)


def test_a_seat_given_to_a_bot_ranks_by_the_deal_in_which_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """RNK-1.3, RNK-1.4, EMO-15.4: behind whoever was still in then, before whoever was out earlier."""
    people = [someone(), someone(), someone()]
    table = service.open_table(people[0], "emotrions", {}, 3)
    for user in people[1:]:
        service.sit(user, table, table.invite)
    outcome = {
        "ranks": [1, 2, 3],
        "reason": "target",
        "extra": [{"total": 40}, {"total": 12}, {"total": -2, "knockout_deal": 1}],
        "scores": [40, 12, -2],
    }
    Table.objects.filter(pk=table.pk).update(status="finished", outcome=outcome, ended_at=timezone.now())
    for version, (seat, act) in enumerate([(0, "choose"), (0, "hand"), (1, "choose")], 1):
        models.Command.objects.create(
            table=table, version=version, seat=seat, act=act, by="clock", move_id=str(version), head="", at=timezone.now()
        )
    Seat.objects.filter(table=table, number=0).update(bot="basic")
    monkeypatch.setattr("leaderboards.ratings.records._parts", lambda _table, versions: dict.fromkeys(versions, 2))
    table.refresh_from_db()
    row = ratings.record(table)
    assert row is not None
    assert [(seat.rank, seat.status) for seat in row.seats.order_by("seat")] == [(2, "timeout"), (1, "finished"), (3, "finished")]
