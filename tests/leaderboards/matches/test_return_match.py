"""The return match at the tables (RNK-5.2, KMO-18): the second table opens once, by itself, and both show how it stands."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import IntegrityError, connection, transaction

from accounts import own_data
from games.engine.errors import EngineError
from games.tables import live, models, service, slots, supervision, verification
from games.tables.messages import Resign
from leaderboards.matches import hearing
from leaderboards.matches import service as matches
from leaderboards.matches.models import Series, SeriesGame
from leaderboards.matches.selectors import shown
from tests.games.tables.lines import seat
from tests.games.tables.play import answer, enter, forget, full_table, run, someone, user_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]

OPTIONS = {"again": "yes"}


def write(table: models.Table, *words: str) -> None:
    """Play a game: each seat writes its word, whoever's turn it is."""

    async def scenario() -> None:
        clients = [await enter(table, number) for number in (0, 1)]
        for _ in range(2):
            client = next(client for client in clients if client.facts["prompts"])
            await answer(table, client, list(words[client.prompt["seat"]]))

    run(scenario)
    table.refresh_from_db()
    assert table.status == "finished"


def resign(table: models.Table, number: int) -> None:
    async def scenario() -> None:
        await live.table(table.pk).resign(number, Resign(f"r-{number}"))

    run(scenario)
    table.refresh_from_db()


def go(table: models.Table) -> None:
    """All people at the table are ready for the next game."""
    key = SeriesGame.objects.get(table=table).series_id
    for at in table.seats.filter(user__isnull=False).select_related("user"):
        if at.user is not None and Series.objects.get(pk=key).paused_at is not None:
            matches.ready(key, at.user)


def second(table: models.Table) -> models.Table:
    """The table of the return match."""
    go(table)
    game = SeriesGame.objects.get(series__games__table=table, number=2)
    assert game.table is not None
    return game.table


def row_of(table: models.Table) -> Series:
    return Series.objects.get(games__table=table)


def test_the_other_one_starts_with_everything_else_the_same() -> None:
    """RNK-5.2: seats, decks, options and pace."""
    table = full_table(2, OPTIONS, "returns")
    write(table, "ab", "bcd")
    again = second(table)
    assert (again.status, again.starter, again.options) == ("running", 1, table.options)
    assert (again.pace, again.open_to, again.owner) == (table.pace, table.open_to, table.owner)
    assert [user_at(again, number) for number in (0, 1)] == [user_at(table, number) for number in (0, 1)]
    assert again.commit != table.commit
    assert verification.verify(again).faults == []
    assert not models.Table.objects.filter(rematch_of=table).exists()
    write(again, "ab", "cd")
    row = row_of(table)
    assert (row.winner, row.reason) == (1, "points")
    assert Series.objects.count() == 1
    assert SeriesGame.objects.count() == 2


def test_both_tables_show_it_live() -> None:
    """Whoever has one of them open sees the way to the other, the sums and at last who has won."""
    table = full_table(2, OPTIONS, "returns")

    async def scenario() -> dict[str, Any]:
        async with seat(table, 0) as line:
            await line.hello()
            assert line.client.facts["table"]["series"] == shown_plain(table, [{"table": table.pk}], [0, 0])
            await live.table(table.pk).resign(1, Resign("r"))
            await live.ends_told()
            await line.drain()
            facts: dict[str, Any] = line.client.facts["table"]
            assert "rematch" not in facts
            assert facts["series"].pop("pause") == {"seats": [0, 1], "ready": []}
            assert facts["series"] == shown_plain(table, [{"table": table.pk, "points": [2, 0]}], [2, 0])
            for number in (0, 1):
                await database_sync_to_async(matches.ready)(row_of(table).pk, user_at(table, number))
                await line.drain()
            after: dict[str, Any] = line.client.facts["table"]
            return after

    facts = run(scenario)
    again = second(table)
    assert facts["series"] == shown_plain(table, [{"table": table.pk, "points": [2, 0]}, {"table": again.pk}], [2, 0])

    async def end() -> None:
        async with seat(table, 0) as old, seat(again, 1) as new:
            for line in (old, new):
                await line.hello()
            await live.table(again.pk).resign(1, Resign("r"))
            await live.ends_told()
            for line in (old, new):
                await line.drain()
                series = line.client.facts["table"]["series"]
                assert (series["over"], series["winner"], series["reason"], series["totals"]) == (True, 0, "forfeit", [4, 0])
            assert "rematch" not in old.client.facts["table"], "only after the last game"
            assert new.client.facts["table"]["rematch"]["seats"] == [0, 1]

    run(end)


def shown_plain(table: models.Table, games: list[dict[str, Any]], totals: list[int]) -> dict[str, Any]:
    """A return match under way, from its first table."""
    games = [{"purpose": "game"} | game for game in games]
    about = {"kind": "return_match", "number": 1, "of": 2, "sides": [[0], [1]], "halves": False, "ties": ["draw"]}
    return about | {"games": games, "totals": totals, "over": False, "reason": ""}


def test_however_the_first_game_ends() -> None:
    """By giving up, too; that counts for this game alone (KMO-18.2), but who has left one cannot win (RNK-5.7)."""
    table = full_table(2, OPTIONS, "returns")
    resign(table, 0)
    again = second(table)
    assert again.starter == 1
    write(again, "abc", "cd")
    row = row_of(table)
    assert (row.winner, row.reason) == (1, "forfeit")
    assert shown(table)["totals"] == [3, 4]


def test_level_it_is_drawn_or_the_table_decides() -> None:
    """KMO-18.1: drawn; with a tie-break the counter of the game, then a coin that anybody can check."""
    for level, first, winner, reason in (
        ("draw", "ab", None, "draw"),
        ("coin", "ab", 0, "game_tiebreak"),
        ("coin", "cd", None, "coin"),
    ):
        table = full_table(2, OPTIONS | {"level": level}, "returns")
        write(table, first, "cd")
        write(second(table), first, "cd")
        row = row_of(table)
        assert row.reason == reason
        assert row.winner == winner or reason == "coin"
        assert reason != "coin" or row.winner in (0, 1)


def test_without_the_option_there_is_none() -> None:
    table = full_table(2, {}, "returns")
    write(table, "ab", "cd")
    assert not Series.objects.exists()
    assert models.Table.objects.count() == 1
    assert shown(table) == {}


def test_a_rematch_is_a_new_series() -> None:
    """UX-4.15: after the last game; the first one has none of its own, and while it goes on there is none."""
    table = full_table(2, OPTIONS, "returns")
    write(table, "ab", "cd")
    with pytest.raises(EngineError):
        service.vote_rematch(table.pk, 0, True)
    again = second(table)
    write(again, "ab", "cd")
    with pytest.raises(EngineError):
        service.vote_rematch(table.pk, 0, True)
    for number in (0, 1):
        service.vote_rematch(again.pk, number, True)
    fresh = models.Table.objects.get(rematch_of=again)
    assert Series.objects.count() == 2
    assert (shown(fresh)["number"], fresh.starter) == (1, None)


def test_an_end_that_nobody_has_heard_of() -> None:
    """The process ended before it could tell: a look now and then finds it, and only once."""
    table = full_table(2, OPTIONS, "returns")
    receivers, slots.ended.receivers = slots.ended.receivers, []
    slots.ended.sender_receivers_cache.clear()
    try:
        write(table, "ab", "cd")
    finally:
        slots.ended.receivers = receivers
        slots.ended.sender_receivers_cache.clear()
    assert SeriesGame.objects.count() == 1
    forget()
    for _ in range(3):
        hearing.look()
    assert row_of(table).paused_at is not None
    assert second(table).status == "running"
    assert models.Table.objects.count() == 2


def test_several_processes_hear_of_it_at_once() -> None:
    """On connections of their own; one table comes of it."""
    for _ in range(3):
        table = full_table(2, OPTIONS, "returns")
        row = row_of(table)
        models.Table.objects.filter(pk=table.pk).update(
            status="finished",
            outcome={"ranks": [1, 2], "reason": "written", "scores": [], "extra": [{}, {}], "statuses": ["finished"] * 2},
        )
        forget()

        def hear(key: str) -> None:
            try:
                hearing.ended(key)
            finally:
                connection.close()

        threads = [threading.Thread(target=hear, args=(table.pk,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        hearing.look()
        for number in (0, 1):
            matches.ready(row.pk, user_at(table, number))
        assert SeriesGame.objects.filter(series=row).count() == 2
        assert models.Table.objects.filter(starter=1, series_game__series=row).count() == 1


def test_the_database_itself_allows_only_one() -> None:
    """Whatever the code does: a game has one number in its series, and a table is in one series."""
    table = full_table(2, OPTIONS, "returns")
    row = row_of(table)
    for more in ({"series": row, "number": 1}, {"series": row, "number": 2, "table": table}):
        with pytest.raises(IntegrityError), transaction.atomic():
            SeriesGame.objects.create(**more)
    with pytest.raises(IntegrityError), transaction.atomic():
        Series.objects.filter(pk=row.pk).update(winner=1)


def test_bots_play_it_to_its_end() -> None:
    """The bot keeps its seat, and is due at the second table."""
    table = full_table(2, OPTIONS, "returns", bots=1)
    resign(table, 0)
    again = second(table)
    assert again.seats.get(number=1).bot == table.seats.get(number=1).bot
    assert models.Due.objects.filter(table=again, kind="bot", seat=1).exists()


def test_a_table_that_staff_closes_ends_it_without_a_result() -> None:
    table = full_table(2, OPTIONS, "returns")
    supervision.close(table.pk, None, "a test")
    row = row_of(table)
    assert (row.reason, row.winner) == ("closed", None)
    assert row.ended_at is not None
    assert models.Table.objects.count() == 1


def test_who_deletes_the_account_gives_up_both_games() -> None:
    """Nobody waits for somebody who will not come."""
    table = full_table(2, OPTIONS, "returns")
    own_data.delete(user_at(table, 0))
    row = row_of(table)
    assert (row.winner, row.reason) == (1, "forfeit")
    assert not models.Table.objects.filter(status="running").exists()


def test_who_is_gone_between_the_games_does_not_turn_up() -> None:
    """Without an account there is no second table: a game not turned up to (RNK-5.7)."""
    table = full_table(2, OPTIONS, "returns")
    models.Table.objects.filter(pk=table.pk).update(
        status="finished",
        outcome={"ranks": [1, 2], "reason": "written", "scores": [], "extra": [{}, {}], "statuses": ["finished"] * 2},
    )
    table.seats.filter(number=1).update(user=None)
    matches.go_on(row_of(table).pk)
    row = row_of(table)
    assert (row.winner, row.reason) == (0, "forfeit")
    assert row.games.get(number=2).absent == [1]
    assert "table" not in shown(table)["games"][1]


def test_the_copy_of_ones_own_data_has_it() -> None:
    """QUA-5; nobody else's."""
    table = full_table(2, OPTIONS, "returns")
    write(table, "ab", "cd")
    mine = own_data.export(user_at(table, 1))["series"]
    assert [(series["seat"], series["totals"], series["over"]) for series in mine] == [(1, [2, 2], False)]
    assert own_data.export(someone())["series"] == []
