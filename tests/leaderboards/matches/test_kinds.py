"""Series of every kind at real tables: what comes next, who turns up, who is out (RNK-5)."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from games.tables import models, service, timeline
from games.tables.codes import Refusal
from games.tables.forms import PACES
from games.tables.record import first_seat
from games.tables.service import Player
from leaderboards.matches import hearing, plans, series, signals
from leaderboards.matches import service as matches
from leaderboards.matches.models import Series
from leaderboards.matches.plans import NewSeries
from leaderboards.matches.selectors import result, shown
from tests.games.tables.play import forget, full_table, someone, user_at
from tests.leaderboards.matches.test_return_match import resign, write

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("returns")]


def opened(game: str = "returns", **more: Any) -> Series:
    """A series between two people."""
    sides = more.pop("sides", None) or [[Player(someone())], [Player(someone())]]
    return matches.open(NewSeries(game, sides, **more))


def last(row: Series) -> models.Table:
    """Its newest table."""
    game = row.games.filter(table__isnull=False).order_by("-number").select_related("table").first()
    assert game is not None
    assert game.table is not None
    return game.table


def people(row: Series) -> list[User]:
    return [user_at(last(row), number) for number in range(last(row).seat_count)]


def go(row: Series, *sides: int) -> None:
    """These are ready, everybody by default."""
    for number in sides or (0, 1):
        matches.ready(row.pk, people(row)[number])


def won_by(row: Series, winner: int | None) -> None:
    """Play the game that is on, and go on if there is more to come."""
    write(last(row), *("abc" if number == winner else "ab" for number in (0, 1)))
    row.refresh_from_db()
    if row.ended_at is None:
        go(row)


def ended_with(row: Series) -> tuple[int | None, str]:
    row.refresh_from_db()
    assert row.ended_at is not None
    return row.winner, row.reason


def late(row: Series) -> None:
    """The pause is over."""
    Series.objects.filter(pk=row.pk).update(pause_until=timeline.site.moment() - timedelta(seconds=1))


# --- kinds -----------------------------------------------------------------------------------------------------------------


def test_best_of_three_ends_as_soon_as_it_is_decided() -> None:
    """RNK-5.3: starters alternate from the plan; the end is told once, after the commit."""
    told: list[int] = []

    def hear(series_id: int, **_: Any) -> None:
        told.append(series_id)

    signals.ended.connect(hear)
    try:
        row = opened(kind="best_of", n=3, ties=("extra_game", "draw"), first_starter=1)
        for winner in (0, 1, 0):
            won_by(row, winner)
    finally:
        signals.ended.disconnect(hear)
    assert ended_with(row) == (0, "wins")
    assert [game.starter for game in row.games.order_by("number")] == [1, 0, 1]
    assert [game.table.starter for game in row.games.order_by("number") if game.table] == [1, 0, 1]
    assert told == [row.pk]
    came = result(row)
    assert (came.finished, came.winner, came.wins, came.played, len(came.tables)) == (True, 0, (2, 1), True, 3)
    assert came.scores == (8, 7)


def test_extra_games_until_one_is_won() -> None:
    """RNK-5.6: alternation goes on; after three drawn ones the next policy is asked."""
    row = opened(kind="best_of", n=1, ties=("extra_game", "draw"), first_starter=0)
    for winner in (None, None, 1):
        won_by(row, winner)
    assert ended_with(row) == (1, "extra_game")
    assert [(game.purpose, game.starter) for game in row.games.order_by("number")] == [
        ("game", 0),
        ("extra_game", 1),
        ("extra_game", 0),
    ]
    drawn = opened(ties=("extra_game", "draw"))
    for _ in range(4):
        won_by(drawn, None)
    assert ended_with(drawn) == (None, "draw")


def test_a_decider_is_a_return_match_with_its_own_sums() -> None:
    """RNK-5.6: shorter by what the game says of it, once, first starter as in game 1."""
    row = opened(kind="return_match", ties=("decider", "game_tiebreak", "coin"), first_starter=1)
    for winner in (None, None, 0, 0):
        won_by(row, winner)
    assert ended_with(row) == (0, "decider")
    games = list(row.games.order_by("number").select_related("table"))
    assert [(game.purpose, game.starter) for game in games] == [("game", 1), ("game", 0), ("decider", 1), ("decider", 0)]
    assert [game.table.options["answers"] for game in games if game.table] == ["open", "open", "secret", "secret"]
    assert result(row).totals == (4, 4)
    assert shown(last(row))["games"][2] == {"purpose": "decider", "table": games[2].table_id, "points": [3, 2]}


def test_fixed_by_games_and_by_points() -> None:
    """RNK-5.5: all are played; a win is a point and a draw half of one, which is told in halves (PRO-1.5)."""
    row = opened(kind="fixed", n=3, by_points=False)
    for winner in (0, 0, None):
        won_by(row, winner)
    assert ended_with(row) == (0, "points")
    assert result(row).totals == (2.5, 0.5)
    block = shown(last(row))
    assert (block["halves"], block["totals"], block["games"][2]["points"]) == (True, [5, 1], [1, 1])
    summed = opened(kind="fixed", n=2, by_points=True)
    for winner in (1, 1):
        won_by(summed, winner)
    assert ended_with(summed) == (1, "points")
    assert result(summed).totals == (4, 6)


def test_the_better_seed_and_the_coin_of_a_tournament() -> None:
    """RNK-5.6: the coin is the smaller hash, whose beginning is kept for everybody to see."""
    seeded = opened(ties=("seed",), seed=1)
    won_by(seeded, None)
    assert ended_with(seeded) == (1, "seed")
    for match in ("W1.1", "W1.2", "W1.3"):
        row = opened(ties=("coin",), tournament_seed="cup", match=match, ids=("17", "4"))
        won_by(row, None)
        assert ended_with(row) == (int(series.lot("cup", match, {"0": "17", "1": "4"})), "coin")
        assert row.label == f"cup:{match}:"


def test_the_loser_chooses_who_starts() -> None:
    """OMG-17.4: nobody else may, and where nothing is chosen the starters take turns."""
    row = opened(kind="best_of", n=5, loser_chooses=True, first_starter=0)
    write(last(row), "abc", "ab")
    assert shown(last(row))["pause"]["chooser"] == [1]
    with pytest.raises(Refusal):
        matches.ready(row.pk, people(row)[0], 0)
    with pytest.raises(Refusal):
        matches.ready(row.pk, people(row)[1], 2)
    assert Series.objects.get(pk=row.pk).ready == []
    matches.ready(row.pk, people(row)[1], 0)
    matches.ready(row.pk, people(row)[0])
    assert last(row).starter == 0
    write(last(row), "ab", "abc")
    go(row)
    assert last(row).starter == 1


def test_single_games_of_a_knock_out_decide_themselves() -> None:
    """RNK-5.6, KMO-17.8; games of a series leave it to the series."""
    alone = last(opened("kameloh", knock_out=True, options={"return_match": "on"}))
    assert (alone.options["tie_break"], alone.options["return_match"]) == ("on", "off")
    several = opened("kameloh", kind="return_match", knock_out=True, options={"tie_break": "on", "target": "15"})
    assert last(several).options["tie_break"] == "off"
    assert (several.target, several.counter) == (15, "defeated")
    resign(last(several), 0)
    go(several)
    assert (last(several).starter, result(several).totals) == (1 - (several.games.get(number=1).starter or 0), (0, 15))


def test_who_begins_sits_first_where_seats_say_it() -> None:
    """RNK-4.3: everybody moves on, and the sides stay what they are."""
    one, other = someone(), someone()
    row = opened("innovation", sides=[[Player(one)], [Player(other)]], kind="best_of", n=3, first_starter=1)
    assert [user_at(last(row), seat) for seat in (0, 1)] == [other, one]
    resign(last(row), 0)
    assert shown(last(row))["sides"] == [[1], [0]]
    assert result(row).wins == (1, 0)
    matches.ready(row.pk, one)
    matches.ready(row.pk, other)
    assert [user_at(last(row), seat) for seat in (0, 1)] == [one, other]
    resign(last(row), 1)
    assert ended_with(row) == (0, "wins")


def test_who_begins_may_sit_anywhere() -> None:
    """SPF-4.5, RNK-4.3: places stay as they are; the table says who begins."""
    one, other = someone(), someone()
    row = opened("spieleflut", sides=[[Player(one)], [Player(other)]], kind="best_of", n=3, first_starter=1)
    assert [user_at(last(row), seat) for seat in (0, 1)] == [one, other]
    assert (last(row).starter, first_seat(last(row))) == (1, 1)
    resign(last(row), 1)
    matches.ready(row.pk, one)
    matches.ready(row.pk, other)
    assert [user_at(last(row), seat) for seat in (0, 1)] == [one, other]
    assert first_seat(last(row)) == 0


def test_teams_of_two() -> None:
    """RNK-7.14: partners sit opposite each other, whoever begins; what one does counts for both."""
    people = [someone() for _ in range(4)]
    sides = [[Player(people[0]), Player(people[1])], [Player(people[2]), Player(people[3])]]
    row = opened("spieleflut", sides=sides, kind="best_of", n=3, first_starter=1)
    seated = [user_at(last(row), seat) for seat in range(4)]
    assert user_at(last(row), first_seat(last(row)) or 0) == people[2]
    assert {seated.index(people[0]) % 2, seated.index(people[1]) % 2} == {0}
    resign(last(row), seated.index(people[3]))
    assert result(row).wins == (1, 0)
    assert shown(last(row))["sides"] == [[0, 2], [1, 3]]
    for user in people[:3]:
        matches.ready(row.pk, user)
    late(row)
    hearing.look()
    assert ended_with(row) == (0, "wins")
    assert row.games.get(number=2).absent == [1]
    with pytest.raises(ValueError, match="zip"):
        opened("spieleflut", sides=[sides[0], sides[1][:1]])


def test_bots_are_always_ready() -> None:
    row = opened("emotrions", sides=[[Player(bot="random")], [Player(someone())]], kind="best_of", n=3)
    resign(last(row), 1)
    assert shown(last(row))["pause"] == {"seats": [1], "ready": [0]}
    matches.ready(row.pk, user_at(last(row), 1))
    assert row.games.count() == 2


def test_what_no_series_can_be() -> None:
    for wrong in ({"kind": "best_of", "n": 4}, {"kind": "best_of", "n": 11}, {"kind": "fixed", "n": 0}, {"loser_chooses": True}):
        with pytest.raises(ValueError, match=r"series|best of"):
            opened(**wrong)
    with pytest.raises(ValueError, match="two sides"):
        opened(sides=[[Player(someone())]])
    assert not models.Table.objects.exists()
    assert not Series.objects.exists()


# --- the pause -------------------------------------------------------------------------------------------------------------


def test_who_is_not_ready_in_time_loses_that_game() -> None:
    """RNK-5, RNK-5.7: no more than that one; a new pause begins. Not turning up a second time loses the series."""
    row = opened(kind="best_of", n=5, pace=PACES["quick"], first_starter=0)
    assert row.pause_s == 300
    write(last(row), "ab", "abc")
    go(row, 1)
    hearing.look()
    assert row.games.count() == 1
    late(row)
    hearing.look()
    assert row.games.get(number=2).absent == [0]
    row.refresh_from_db()
    assert row.paused_at is not None
    assert result(row).wins == (0, 2)
    go(row)
    assert (last(row).status, last(row).starter) == ("running", 0), "the game that was missed counts for alternation, too"
    write(last(row), "abc", "ab")
    go(row, 1)
    late(row)
    with pytest.raises(Refusal):
        go(row, 0)
    hearing.look()
    assert ended_with(row) == (1, "forfeit")
    assert result(row).missed == (2, 0)


def test_nobody_is_ready() -> None:
    """RNK-5.7: a game both miss counts as a forfeit of each; two of them leave no winner."""
    row = opened(kind="fixed", n=5, pace=PACES["day"])
    assert row.pause_s == 86_400
    write(last(row), "ab", "abc")
    for _ in range(2):
        late(row)
        hearing.look()
    assert ended_with(row) == (None, "double_forfeit")
    assert [game.absent for game in row.games.order_by("number")] == [[], [0, 1], [0, 1]]


def test_a_restart_in_the_pause_keeps_it() -> None:
    """QUA-1.9: rows have it all; after a downtime players have time to come back before anything is lost."""
    row = opened(kind="best_of", n=3, pace=PACES["quick"])
    write(last(row), "ab", "abc")
    go(row, 0)
    forget()
    late(row)
    timeline.site.hold()
    hearing.look()
    assert row.games.count() == 1
    assert hearing.until_next() == hearing.LEAST
    try:
        go(row, 1)
    finally:
        timeline.site.held_until = 0
    assert last(row).status == "running"
    assert row.games.count() == 2


def test_without_a_clock_it_waits_and_without_a_pause_it_goes_on() -> None:
    row = opened(kind="best_of", n=3)
    write(last(row), "ab", "abc")
    row.refresh_from_db()
    assert (row.paused_at is not None, row.pause_until) == (True, None)
    hearing.look()
    assert row.games.count() == 1
    at_once = opened(kind="best_of", n=3, pause_s=0)
    write(last(at_once), "ab", "abc")
    assert at_once.games.count() == 2


def test_only_whoever_plays_can_be_ready_and_only_between_games() -> None:
    """A clear word, and no change (RNK-5)."""
    row = opened(kind="best_of", n=3)
    with pytest.raises(Refusal):
        go(row, 0)
    write(last(row), "ab", "abc")
    with pytest.raises(Refusal):
        matches.ready(row.pk, someone())
    go(row, 0, 0)
    assert Series.objects.get(pk=row.pk).ready == [0]


def test_the_page_says_it(client: Client) -> None:
    """As a form, and as the script of the table page asks."""
    row = opened(kind="best_of", n=3)
    first = last(row)
    address = f"/tisch/{first.pk}/weiter/"
    client.force_login(user_at(first, 0))
    assert client.post(address, headers={"Accept": "application/json"}).status_code == 409
    write(first, "ab", "abc")
    for wrong in ("2", "x", "1"):
        refused = client.post(address, {"starter": wrong}, headers={"Accept": "application/json"})
        assert (refused.status_code, "letzte Partie" in refused.json()["detail"]) == (400, True), wrong
    assert client.post(address, headers={"Accept": "application/json"}).status_code == 200
    assert client.get(address).status_code == 405
    assert client.post(f"/tisch/{full_table(2).pk}/weiter/").status_code == 404
    client.force_login(someone())
    assert client.post(address, headers={"Accept": "application/json"}).status_code == 403
    client.logout()
    assert client.post(address).status_code == 404
    client.force_login(user_at(first, 1))
    assert client.post(address)["Location"] == last(row).get_absolute_url()
    assert last(row) != first


# --- who is out ------------------------------------------------------------------------------------------------------------


def test_who_withdraws_loses_all_at_once_and_leaves_the_game_that_is_on() -> None:
    """RNK-7.12; saying it twice changes nothing, nor does it in a series that is over."""
    row = opened(kind="best_of", n=3)
    assert matches.forfeit(row.pk, 0, "withdrawn")
    assert ended_with(row) == (1, "forfeit")
    assert last(row).status == "finished"
    assert not matches.forfeit(row.pk, 1, "disqualified")
    hearing.look()
    assert ended_with(row) == (1, "forfeit")
    assert models.Table.objects.count() == 1
    both = opened(kind="return_match")
    matches.forfeit(both.pk, (0, 1), "disqualified")
    assert ended_with(both) == (None, "double_forfeit")


def test_a_side_can_be_called_absent_before_its_time_is_up() -> None:
    """By an organiser, in the pause: that game alone; from a game that is on they are taken away."""
    row = opened(kind="fixed", n=4)
    write(last(row), "ab", "abc")
    assert matches.forfeit(row.pk, 1, "absent")
    assert row.games.get(number=2).absent == [1]
    go(row)
    assert matches.forfeit(row.pk, 0, "absent")
    assert last(row).status == "finished"
    row.refresh_from_db()
    assert row.ended_at is None
    assert matches.forfeit(row.pk, 0, "absent")
    assert ended_with(row) == (1, "forfeit")


def test_a_missed_leaving_is_made_up_for() -> None:
    """The process ended before it could take anybody away."""
    row = opened(kind="best_of", n=3)
    Series.objects.filter(pk=row.pk).update(
        forfeits={"0": "withdrawn"}, winner=1, reason="forfeit", ended_at=last(row).created_at
    )
    hearing.look()
    assert last(row).status == "finished"


def test_it_works_inside_a_transaction_of_the_caller() -> None:
    """Which may still be taken back, and then nothing of it has happened."""
    told: list[int] = []

    def hear(series_id: int, **_: Any) -> None:
        told.append(series_id)

    signals.ended.connect(hear)
    try:
        with transaction.atomic():
            row = opened()
            matches.forfeit(row.pk, 0, "withdrawn")
            assert told == []
        assert told == [row.pk]
        with transaction.atomic():
            gone = opened()
            transaction.set_rollback(True)
    finally:
        signals.ended.disconnect(hear)
    assert not Series.objects.filter(pk=gone.pk).exists()
    assert last(row).status == "finished"


def test_both_press_at_once() -> None:
    """On connections of their own: one table comes of it, and neither press is lost."""
    for _ in range(3):
        row = opened(kind="best_of", n=3)
        write(last(row), "ab", "abc")
        players = people(row)
        faults: list[Exception] = []
        forget()  # each thread stands for a process

        def press(key: int, user: User, faults: list[Exception] = faults) -> None:
            try:
                matches.ready(key, user)
            except Refusal:
                pass  # the other one was quicker with the second of two presses
            except Exception as error:  # noqa: BLE001
                faults.append(error)
            finally:
                connection.close()

        threads = [threading.Thread(target=press, args=(row.pk, user)) for user in players * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        assert row.games.count() == 2
        assert last(row).status == "running"


# --- ordinary tables -------------------------------------------------------------------------------------------------------


def test_a_table_can_be_opened_for_several_games() -> None:
    """RNK-5.6: outside tournaments a best of n has extra games, then it is drawn; a rematch is such a series again."""
    owner, other = someone(), someone()
    table = service.open_table(owner, "returns", {}, 2, series={"kind": "best_of", "n": 3})
    service.sit(other, table, table.invite)
    row = Series.objects.get(games__table=table)
    assert (row.kind, row.n, row.ties) == ("best_of", 3, ["extra_game", "draw"])
    for winner in (0, 0):
        won_by(row, winner)
    assert ended_with(row) == (0, "wins")
    for number in (0, 1):
        service.vote_rematch(last(row).pk, number, True)
    again = models.Table.objects.get(rematch_of=last(row))
    assert Series.objects.get(games__table=again).kind == "best_of"


def test_only_between_two_sides() -> None:
    """And not on top of a return match that the rules of the table already have."""
    for game, options, seats in (("emotrions", {}, 3), ("kameloh", {"return_match": "on"}, 2), ("spieleflut", {}, 3)):
        with pytest.raises(Refusal):
            service.open_table(someone(), game, options, seats, series={"kind": "best_of", "n": 3})
    with pytest.raises(Refusal):
        service.open_table(someone(), "emotrions", {}, 2, series={"kind": "best_of", "n": 4})
    assert not models.Table.objects.exists()
    service.open_table(someone(), "spieleflut", {}, 4, series={"kind": "best_of", "n": 3})


def test_the_form_offers_it(client: Client) -> None:
    """With the reason where there can be none."""
    client.force_login(someone())
    sent = {"seats": "2", "pace": "quick", "series": "best_of_3", "preset": ""}
    opened = client.post("/neu/emotrions/", sent)
    assert opened.status_code == 302
    assert models.Table.objects.get().series == {"kind": "best_of", "n": 3}
    assert "Best of 3" in client.get(opened["Location"]).content.decode()
    refused = client.post("/neu/emotrions/", sent | {"seats": "3"})
    assert refused.status_code == 400
    assert "zwischen zwei Seiten" in refused.content.decode()
    assert client.post("/neu/emotrions/", sent | {"series": "best_of_4"}).status_code == 400
    assert models.Table.objects.count() == 1


def test_usual_pauses_and_policies() -> None:
    """RNK-5, RNK-5.6."""
    assert [plans.pause_of(pace) for pace in (PACES["untimed"], PACES["quick"], PACES["week"])] == [None, 300, 86_400]
    assert [plans.usual_ties(kind) for kind in ("best_of", "return_match")] == [("extra_game", "draw"), ("draw",)]
