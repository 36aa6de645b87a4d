"""Results in the database and the ratings that follow (RNK-1, RNK-2, RNK-6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.audit.models import Entry
from accounts.models import User
from games.tables.models import Table
from leaderboards.matches.models import Series, SeriesGame
from leaderboards.ratings import folding, hearing, rating, records, seasons, service, slots
from leaderboards.ratings.models import CareerTotal, Notice, Rating, RatingEvent, ResultRecord, Season, SeasonSnapshot
from leaderboards.ratings.slots import TournamentGame
from tests.leaderboards.ratings.finished import START, result, someone, table

pytestmark = [pytest.mark.django_db, pytest.mark.shared]
POOL = "kameloh.duel"


def state(pool: str = POOL) -> dict[str, tuple[object, ...]]:
    """All ratings of a pool, seasons and steps included, as plain values."""
    rows = Rating.objects.filter(pool=pool).values_list(
        "season", "player", "mu", "sigma", "games", "wins", "losses", "streak", "peak"
    )
    steps = RatingEvent.objects.filter(pool=pool).values_list(
        "result__table", "player", "mu_before", "mu", "sigma", "games", "streak"
    )
    return {f"{row[0]} {row[1]}": row[2:] for row in rows} | {f"{row[0]} {row[1]}": row[2:] for row in steps}


def points(user: User, pool: str = POOL) -> int:
    return Rating.objects.get(pool=pool, season=None, user=user).points


def test_a_finished_table_gives_one_record_and_a_step_for_each_seat() -> None:
    """RNK-1.1, RNK-2.6."""
    one, other = someone(), someone()
    made = table([one, other], [1, 2], points=[20, 11])
    row = service.record(made)
    assert row is not None
    assert (row.game, row.variant, row.mode, row.pool, row.decisions, row.rated) == ("kameloh", "wimu", "duel", POOL, 6, True)
    assert [(seat.rank, seat.score, seat.points) for seat in row.seats.order_by("seat")] == [(1, 20, 20), (2, 11, 11)]
    assert (points(one), points(other)) == (1138, 927)
    assert service.record(made) == row
    hearing.ended(made.pk)
    hearing.look()
    assert ResultRecord.objects.count() == 1
    assert RatingEvent.objects.count() == 2


def test_what_was_missed_is_found() -> None:
    """QUA-1.9: oldest first."""
    one, other = someone(), someone()
    table([one, other], [1, 2], 3)
    table([one, other], [2, 1], 1)
    table([one, other], [1, 2], status="closed")
    hearing.look()
    assert list(ResultRecord.objects.order_by("pk").values_list("ended_at", flat=True)) == [
        START + timedelta(hours=1),
        START + timedelta(hours=3),
    ]


def test_why_a_result_is_not_rated() -> None:
    """RNK-1.7: it is recorded all the same."""
    one, other, guest = someone(), someone(), someone("Gast Fuchs", is_guest=True)
    assert result([one, other], [1, 2], rated=False).unrated == ["not_marked"]
    assert result([one, guest], [1, 2]).unrated == ["guest"]
    assert result([one, "basic"], [1, 2]).unrated == ["bot"]
    assert result([one, other], [1, 2], options={"target": "10"}).unrated == ["options"]
    assert result([one, other], [1, 2], options={"length": "long", "target": "10"}).unrated == []
    service.link(one, other, None, "dieselbe Person")
    assert result([one, other], [1, 2]).unrated == ["linked"]
    assert Rating.objects.filter(pool=POOL).count() == 2


def test_pools_by_game_and_options() -> None:
    """RNK-2.1."""
    assert records.pool_of("emotrions", {"variant": "pareo"}, 2) == "emotrions.pareo"
    assert records.pool_of("emotrions", {"score37": "on"}, 4) == "emotrions.exact"
    assert records.pool_of("emotrions", {}, 4) == "emotrions.multi"
    assert records.pool_of("spieleflut", {}, 4) == "spieleflut.team"
    assert records.pool_of("spieleflut", {}, 3) == "spieleflut.multi"
    assert records.pool_of("innovation", {"teams": "on"}, 4) == "innovation.team"
    assert records.pool_of("innovation", {}, 4) == "innovation.multi"


def test_bots_have_a_list_of_their_own() -> None:
    """RNK-6.1."""
    row = result(["basic", "random"], [1, 2], rated=False)
    assert (row.pool, row.rated) == ("kameloh.bots", True)
    assert Rating.objects.get(player="bot:basic").points == 1138
    assert folding.hold("kameloh.bots").pk


def test_a_seat_taken_over_by_a_bot_has_left_when_it_was() -> None:
    """RNK-1.4, UX-4.10: although the bot came first."""
    people = [someone(), someone(), someone()]
    made = table(people, [2, 1, 3], game="spieleflut", counter="reach", points=[10, 30, 5], acts=[("hand", 1), ("choose", 0)])
    made.seats.filter(number=1).update(bot="basic")
    row = service.record(made)
    assert row is not None
    assert [(seat.rank, seat.status, seat.left_at_move) for seat in row.seats.order_by("seat")] == [
        (1, "finished", None),
        (3, "timeout", 10),
        (2, "finished", None),
    ]
    assert row.rated


def test_one_leaver_of_a_team_makes_it_last() -> None:
    people = [someone() for _ in range(4)]
    row = result(people, [1, 2, 1, 2], game="spieleflut", acts=[("hand", 0), ("choose", 1)])
    assert [seat.rank for seat in row.seats.order_by("seat")] == [2, 1, 2, 1]
    assert (row.mode, row.pool) == ("team", "spieleflut.team")
    assert points(people[1], row.pool) == points(people[3], row.pool) > points(people[0], row.pool)


def test_broken_off_early_counts_for_nobody() -> None:
    """RNK-1.5."""
    one, other = someone(), someone()
    about = {"statuses": ["resigned", "finished"], "decisions": 1, "acts": [("leave", 0)], "points": [3, 4]}
    row = result([one, other], [2, 1], **about)
    assert (row.aborted, row.unrated) == (True, ["aborted"])
    assert [seat.broke_off for seat in row.seats.order_by("seat")] == [True, False]
    assert service.counters(one)["aborted"] == 1
    assert sum(service.counters(other).values()) == 0
    assert not CareerTotal.objects.exists()


def test_a_tournament_is_exempt_and_may_widen_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """RNK-1.7, RNK-6.2."""
    monkeypatch.setattr(slots.site, "tournament", lambda _table: TournamentGame("7:W1.1", widened=True))
    one, other = someone(), someone()
    rows = [result([one, other], [1, 2], hours, options={"target": "10"}) for hours in range(7)]
    assert all(row.rated for row in rows)
    assert rows[0].tournament_match == "7:W1.1"


def test_the_sixth_game_of_a_pair_within_a_day() -> None:
    """RNK-6.2, whichever was heard of first; and voiding one lets another one in."""
    one, other = someone(), someone()
    tables = [table([one, other], [1, 2], hours) for hours in range(7)]
    for made in (tables[6], tables[0], tables[5], tables[3], tables[1], tables[4], tables[2]):
        service.record(made)
    rows = list(ResultRecord.objects.order_by("ended_at"))
    assert [row.rated for row in rows] == [True] * 5 + [False] * 2
    assert [row.capped for row in rows] == [False] * 5 + [True] * 2
    before = state()
    service.void(rows[1], None, "Absprache")
    assert list(ResultRecord.objects.order_by("ended_at").values_list("rated", flat=True)) == [
        True,
        False,
        True,
        True,
        True,
        True,
        False,
    ]
    assert list(folding.faults(POOL)) == []
    service.unvoid(rows[1], None, "doch nicht")
    assert state() == before


def test_the_lobby_knows_before_the_start() -> None:
    one, other = someone(), someone()
    now = (timezone.now() - START).total_seconds() / 3600
    for minutes in range(5):
        result([one, other], [1, 2], now - minutes / 60)
    waiting = Table.objects.create(game="kameloh", rules_version=1, rng=1, seat_count=2, options={"target": "20"}, rated=True)
    waiting.seats.create(number=0, user=one, name="x")
    full = Table.objects.get(pk=waiting.pk)
    full.options = {"variant": "wimu", "length": "short", "target": "20", "vp_mode": "hk", "search": "any"}
    assert service.unrated(full, other) == ["pair_cap"]
    assert service.unrated(full, someone()) == []
    assert service.unrated(full, someone("Gast Igel", is_guest=True)) == ["guest"]


orders = st.permutations(list(range(6)))


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=orders, seed=st.integers(0, 9))
def test_permuted_arrival_gives_the_same_ratings(order: Sequence[int], seed: int) -> None:
    """RNK-9.1, with a season, and nothing changes by hearing of all again."""
    rng = Random(seed)
    people = [someone() for _ in range(4)]
    log = [(rng.sample(range(4), 2), rng.choice([[1, 2], [2, 1], [1, 1]]), rng.randrange(3000)) for _ in order]
    season = Season.objects.create(name=str(rng.random()), start=START + timedelta(hours=1000), end=START + timedelta(hours=2500))
    found = []
    for arrival in (range(6), order):
        ResultRecord.objects.all().delete()
        Rating.objects.all().delete()
        made = [table([people[seat] for seat in seats], ranks, hours) for seats, ranks, hours in log]
        names = {one.pk: str(number) for number, one in enumerate(made)}
        for number in arrival:
            service.record(made[number])
        # of two that ended at once the one recorded first goes first
        found.append({names.get(key.split()[0], key.split()[0]) + key.split()[1]: kept for key, kept in state().items()})
        assert list(folding.faults(POOL)) == []
        for one in made:
            service.record(one)
        assert list(folding.faults(POOL)) == []
        Table.objects.filter(pk__in=names).update(status="closed")
    if len({hours for _, _, hours in log}) == len(log):
        assert found[0] == found[1]
    season.delete()


def test_voiding_equals_never_having_been_and_unvoiding_restores() -> None:
    """RNK-2.7: with entries in the audit log, and notices to those who moved by five points and more."""
    one, other, third = someone(), someone(), someone()
    rows = [result([one, other], [1, 2], 0), result([third, one], [1, 2], 1), result([other, third], [1, 1], 2)]
    before = state()
    service.void(rows[1], None, "Absprache")
    assert not RatingEvent.objects.filter(result=rows[1]).exists()
    assert points(one) == 1138
    told = {notice.user_id: (notice.points_before, notice.points) for notice in Notice.objects.all()}
    assert told[one.pk] != told[third.pk]
    assert all(abs(after - earlier) >= 5 for earlier, after in told.values())
    with pytest.raises(service.Refused, match="voided"):
        service.void(rows[1], None, "noch einmal")
    service.unvoid(rows[1], None, "Irrtum")
    assert state() == before
    with pytest.raises(service.Refused, match="not_voided"):
        service.unvoid(rows[1], None, "noch einmal")
    assert list(Entry.objects.order_by("pk").values_list("act", "reason")) == [("void", "Absprache"), ("unvoid", "Irrtum")]


def test_without_any_game_left_there_is_no_rating() -> None:
    one, other = someone(), someone()
    service.void(result([one, other], [1, 2]), None, "x")
    assert not Rating.objects.exists()
    assert not CareerTotal.objects.exists()


def test_a_correction_is_a_new_version_in_the_same_place() -> None:
    """RNK-1.8."""
    one, other, third = someone(), someone(), someone()
    first = result([one, other], [1, 2], 0)
    result([one, third], [1, 2], 1)
    staff = someone("Chefin")
    fresh = service.correct(first, {0: {"rank": 2}, 1: {"rank": 1}}, staff, "falsch gezählt")
    assert (fresh.version, fresh.place, fresh.corrected_by, fresh.correction) == (2, first.place, staff.pk, "falsch gezählt")
    assert list(ResultRecord.objects.filter(table=first.table).order_by("version").values_list("newest", "rated")) == [
        (False, False),
        (True, True),
    ]
    assert RatingEvent.objects.get(player=str(other.pk)).points == 1138
    assert RatingEvent.objects.filter(result=fresh).first().version == 2  # type: ignore[union-attr]
    assert list(folding.faults(POOL)) == []
    with pytest.raises(service.Refused, match="old"):
        service.void(first, staff, "die alte")
    with pytest.raises(service.Refused, match="ranks"):
        service.correct(fresh, {0: {"rank": 3}}, staff, "x")
    with pytest.raises(service.Refused, match="seats"):
        service.correct(fresh, {5: {"rank": 1}}, staff, "x")
    with pytest.raises(service.Refused, match="same"):
        service.correct(fresh, {0: {"rank": 2}}, staff, "x")


def test_wins_draws_and_streaks_as_the_games_have_them() -> None:
    """RNK-3.2: a shared first place is a draw in Ka-Mel-Oh! and a victory of each in Spieleflut."""
    one, other = someone(), someone()
    result([one, other], [1, 2], 0)
    result([one, other], [1, 2], 1)
    result([one, other], [1, 1], 2)
    result([one, other], [2, 1], 3)
    row = Rating.objects.get(pool=POOL, user=one)
    assert (row.games, row.wins, row.draws, row.losses, row.firsts, row.rank_sum, row.streak) == (4, 2, 1, 1, 3, 5, -1)
    result([one, other], [1, 1], 4, game="spieleflut")
    row = Rating.objects.get(pool="spieleflut.duel", user=one)
    assert (row.wins, row.draws, row.streak) == (1, 0, 1)


def test_the_best_value_counts_when_it_is_sure() -> None:
    """RNK-3.6."""
    people = [someone() for _ in range(13)]
    for number, other in enumerate(people[1:]):
        result([people[0], other], [1, 2], 30 * number)
    row = Rating.objects.get(pool=POOL, user=people[0])
    steps = RatingEvent.objects.filter(player=str(people[0].pk)).order_by("ended_at")
    assert row.peak == max((one.points for one in steps if one.games >= 10 and one.sigma <= 5), default=None)
    assert steps[8].peak is None


def test_a_season_begins_with_the_values_of_its_start_and_never_feeds_back() -> None:
    """RNK-2.9."""
    one, other = someone(), someone()
    for hours in range(0, 400, 40):
        result([one, other], [1, 2], hours)
    season = Season.objects.create(name="S", start=START + timedelta(hours=200), end=START + timedelta(hours=360))
    seasons.rate(season)
    row = Rating.objects.get(season=season, user=one)
    assert row.games == 4
    assert list(folding.faults(POOL)) == []
    step = RatingEvent.objects.get(user=one, ended_at=START + timedelta(hours=160))
    first = rating.into_season(rating.Value(step.mu, step.sigma))
    assert first.sigma >= rating.SEASON_SIGMA
    result([one, other], [2, 1], 120)
    assert Rating.objects.get(season=season, user=one).mu < row.mu
    assert list(folding.faults(POOL)) == []


def test_a_frozen_season_changes_only_when_it_is_frozen_anew() -> None:
    """RNK-2.9."""
    people = [someone() for _ in range(12)]
    season = Season.objects.create(name="S", start=START - timedelta(days=1), end=START + timedelta(days=20))
    rows = [result([people[0], other], [1, 2], hours) for hours, other in enumerate(people[1:])]
    with pytest.raises(seasons.NotOver):
        seasons.freeze(Season.objects.create(name="T", start=START, end=timezone.now() + timedelta(days=1)), None, "x")
    assert seasons.freeze(season, None, "") == 1
    kept = SeasonSnapshot.objects.get()
    assert (kept.rank, kept.badge, kept.user, kept.games) == (1, "first", people[0], 11)
    service.void(rows[0], None, "Absprache")
    assert SeasonSnapshot.objects.get().points == kept.points
    seasons.freeze(season, None, "wegen der Streichung")
    assert SeasonSnapshot.objects.get().points != kept.points
    assert list(Entry.objects.order_by("pk").values_list("act", flat=True)) == ["freeze", "void", "refreeze"]


def test_the_season_of_the_quarter_is_made_once() -> None:
    at = datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    season = seasons.create_quarter(None, at)
    assert seasons.create_quarter(None, at) == season
    assert (season.start, season.end) == (datetime(2026, 10, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))


def test_games_of_a_series_are_results_of_their_own() -> None:
    """RNK-5.8."""
    one, other = someone(), someone()
    made = table([one, other], [1, 2])
    series = Series.objects.create(kind="return_match", target=20)
    SeriesGame.objects.create(series=series, number=1, table=made)
    row = service.record(made)
    assert row is not None
    assert (row.series, row.rated) == (series.pk, True)


def test_reputation_looks_at_the_last_fifty() -> None:
    """RNK-6.3."""
    one, other = someone(), someone()
    assert service.reputation(one) == (1.0, 0)
    result([one, other], [2, 1], 0, statuses=["timeout", "finished"], acts=[("leave", 0)])
    result([one, other], [2, 1], 1, statuses=["abandoned", "finished"], acts=[("leave", 0)])
    result([one, other], [2, 1], 2, statuses=["resigned", "finished"], acts=[("leave", 0)])
    assert service.counters(one) == {"finished": 1, "timeout": 1, "abandoned": 1, "aborted": 0}
    for hours in range(3, 51):
        result([one, other], [1, 2], hours)
    share, games = service.reputation(one)
    assert games == 50
    assert share == 49 / 50
