"""The end of a rated game shows at the table what it has done to ratings (UX-4.15), live and to whoever comes later."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.tables import live, models
from leaderboards.ratings.models import Rating
from tests.games.tables.lines import seat
from tests.games.tables.play import answer, crowd, full_table, random_choice, run

pytestmark = pytest.mark.django_db(transaction=True)


def finish(rated: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a game to its end; what the table says to somebody who was there, and to somebody who comes afterwards."""
    table = full_table(2)
    models.Table.objects.filter(pk=table.pk).update(rated=rated)

    async def scenario() -> tuple[dict[str, Any], dict[str, Any]]:
        rng, clients = Random(7), await crowd(table)
        async with seat(table, 0) as line:
            await line.hello()
            while asked := [one for number, one in clients.items() if number is not None and one.prompts]:
                fresh = [one for one in asked if "answer" not in one.prompt]
                await answer(table, fresh[0], random_choice(fresh[0].prompt, rng))
            await live.ends_told()
            await line.drain()
            there: dict[str, Any] = line.client.facts["table"]
        async with seat(table, 1) as late:
            await late.hello()
            return there, late.client.facts["table"]

    return run(scenario)


def test_a_rated_game() -> None:
    there, later = finish(rated=True)
    values = {row.user.seats.get().number: row.points for row in Rating.objects.all() if row.user is not None}
    assert len(values) == 2
    expected = [
        {"seat": number, "points": points, "change": points - 1000, "provisional": True}
        for number, points in sorted(values.items())
    ]
    assert there["status"] == "finished"
    assert there["ratings"] == later["ratings"] == expected


def test_a_casual_game_says_nothing() -> None:
    for facts in finish(rated=False):
        assert "ratings" not in facts
    assert not Rating.objects.exists()
