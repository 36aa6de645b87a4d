"""Many rows at once (RNK-7.16): as the ORM would have written them, and no more reading than it takes."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leaderboards.tournaments import bulk, rulings
from leaderboards.tournaments.models import Match, MatchSide, Stage, Tournament
from leaderboards.tournaments.plan import StageRules
from tests.leaderboards.tournaments.events import Event, person, plan

QUERIES = 39

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]


def rows(stage: Stage, *numbers: int) -> list[Match]:
    return [
        Match(
            tournament=stage.tournament,
            stage=stage,
            name=f"X{number}",
            position=number,
            state=Match.State.READY,
            settings={"deal": [number, "ä"]},
            deadline=timezone.now(),
        )
        for number in numbers
    ]


def test_new_rows_are_as_by_the_orm() -> None:
    """Keys go on where they were, and the next one made in the usual way comes behind them."""
    owner = person("owner")
    event = Tournament.objects.create(owner=owner, game="returns", plan={})
    stage = Stage.objects.create(tournament=event, number=0, kind="single")
    (first,) = rows(stage, 1)
    first.save()
    many = rows(stage, 2, 3, 4)
    with transaction.atomic():
        bulk.insert(many)
        bulk.insert([MatchSide(match=match, slot=slot, starts=slot == 1) for match in many for slot in (0, 1)])
        bulk.insert([])
    (last,) = rows(stage, 5)
    last.save()
    assert [match.pk for match in many] == sorted({first.pk, last.pk, *(match.pk for match in many)})[1:-1]
    for match in many:
        stored = Match.objects.get(pk=match.pk)
        for column in Match._meta.concrete_fields:
            assert getattr(stored, column.attname) == getattr(match, column.attname), column.name
        assert list(stored.sides.order_by("slot").values_list("starts", flat=True)) == [False, True]
    plain = Match.objects.filter(stage=stage).order_by("position").values_list("name", "winner")
    assert bulk.values(plain) == [(f"X{number}", None) for number in range(1, 6)]
    many[0].name, many[0].settings = "Y", {}
    bulk.update(many, ["name", "settings"])
    assert list(Match.objects.filter(pk__in=[one.pk for one in many]).order_by("pk").values_list("name", "settings")) == [
        ("Y", {}),
        ("X3", {"deal": [3, "ä"]}),
        ("X4", {"deal": [4, "ä"]}),
    ]


@pytest.mark.parametrize("n", [8, 16])
def test_a_result_asks_as_much_in_a_large_bracket_as_in_a_small_one(n: int) -> None:
    """RNK-7.16: from a result to the matches that are called after it, here one in each half of the bracket."""
    event = Event(plan(StageRules("double")), n)
    rulings.override(event.row.pk, event.owner, event.match("W1.1").pk, "0", "Protest")
    second = event.match("W1.2")
    with CaptureQueriesContext(connection) as asked:
        rulings.override(event.row.pk, event.owner, second.pk, "0", "Protest")
    assert [event.match(name).state for name in ("W2.1", "L1.1")] == ["called", "called"]
    assert len([one for one in asked if not one["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))]) == QUERIES
