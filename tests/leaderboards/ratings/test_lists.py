"""What lists are read with (RNK-3): order, ties, pages by key, places, neighbours, search, and who is in none."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import following, own_data
from accounts.models import User
from leaderboards.ratings import boards, careers, daily, listing, selectors, visibility
from leaderboards.ratings.boards import Board
from leaderboards.ratings.models import CareerTotal, Pool, Rating, Season
from tests.leaderboards.ratings.rows import POOL, career, crowd, rated

pytestmark = pytest.mark.django_db

BOARD = Board(POOL)


def names(page: selectors.Page) -> list[str]:
    return [line.name for line in page.lines]


def walk(board: Board, sort: str, size: int) -> list[selectors.Line]:
    """All pages from the first to the last, by key; and back again it is the same."""
    page = selectors.page(board, sort, size=size)
    pages = [page]
    while page.after:
        page = selectors.page(board, sort, after=page.after, size=size)
        pages.append(page)
    back = [page]
    while page.before:
        page = selectors.page(board, sort, before=page.before, size=size)
        back.append(page)
    lines = [line for page in pages for line in page.lines]
    again = [line for page in reversed(back) for line in page.lines]
    assert [line.rating.pk for line in again] == [line.rating.pk for line in lines]
    assert [page.first for page in pages] == (
        list(range(0, len(lines), size)) if sort == "points" else [0] + [None] * (len(pages) - 1)
    )
    return lines


def test_the_order_is_that_of_the_rules() -> None:
    """RNK-3.3: points, then sigma, wins and name; equal points share the rank, with gaps. As in `listing`, page by page."""
    crowd(130)
    rows = [listing.Row(row.name, row.points, row.sigma, row.wins, row.games) for row in Rating.objects.all()]
    placed, few = listing.order(rows)
    assert not few
    lines = walk(BOARD, "points", 7)
    assert [(line.rank, line.name) for line in lines] == [(one.rank, one.row.name) for one in placed]
    assert len({line.rank for line in lines}) < len(lines), "some share a rank"


@pytest.mark.parametrize("sort", ["games", "win_rate", "career"])
def test_sorted_by_something_else_the_rank_stays(sort: str) -> None:
    """RNK-3.2: each with its rank by points."""
    crowd(60)
    by_points = {line.name: line.rank for line in walk(BOARD, "points", 11)}
    lines = walk(BOARD, sort, 11)
    values = [getattr(line.rating, sort) for line in lines]
    assert values == sorted(values, reverse=True)
    assert {line.name: line.rank for line in lines} == by_points


def test_who_is_in_no_list() -> None:
    """RNK-3.3, RNK-2.8: too few games, inactive, closed, banned, opted out; they do not count for the ranks of others."""
    rated("Vorn", 1500)
    rated("Wenige", 1490, games=9)
    rated("Lange-weg", 1480, days=91)
    opted = rated("Will-nicht", 1470)
    closed = rated("Gesperrt", 1460)
    gone = rated("Geht", 1450)
    rated("Hinten", 1440, days=89)
    for rating, field, value in ((opted, "in_lists", False), (closed, "is_active", False)):
        user = rating.user
        assert user is not None
        setattr(user, field, value)
        user.save(update_fields=[field])
    assert gone.user is not None
    own_data.remove(gone.user)
    page = selectors.page(BOARD)
    assert [(line.name, line.rank) for line in page.lines] == [("Vorn", 1), ("Hinten", 2)]
    assert page.total == 2
    for name in ("Wenige", "Lange", "Will-nicht", "Gesperrt", "Geht", "Ehemals"):
        assert selectors.search(BOARD, name) == []


def test_a_guest_is_in_no_list_however_the_row_came_about() -> None:
    guest = User.objects.create_user("Gast Fuchs", is_guest=True)
    rated(guest, 1900)
    rated("Mira", 1500)
    assert names(selectors.page(BOARD)) == ["Mira"], "not shown, even before the row says so"
    assert visibility.mend() == 1
    assert visibility.mend() == 0
    page = selectors.page(BOARD)
    assert [(line.name, line.rank) for line in page.lines] == [("Mira", 1)]


def test_back_in_the_list_when_one_wants_to_be() -> None:
    rating = rated("Mira")
    user = rating.user
    assert user is not None
    before = Pool.objects.get(pk=POOL).version
    for listed in (False, True):
        user.in_lists = listed
        user.save()
        assert bool(selectors.page(BOARD).lines) is listed
    assert Pool.objects.get(pk=POOL).version == before + 2, "whoever looks is told"


def test_everybody_sees_their_own_row() -> None:
    """RNK-3.3: with the rank it would have, and why others do not see it."""
    rated("Vorn", 1500)
    few, away = rated("Wenige", 1600, games=3), rated("Weg", 1400, days=100)
    out = rated("Nein", 1450)
    assert few.user
    assert away.user
    assert out.user
    out.user.in_lists = False
    out.user.save()
    found = [selectors.own(BOARD, user) for user in (few.user, away.user, out.user)]
    assert [(own.line.rank, own.hidden) for own in found if own] == [(1, ["few"]), (2, ["inactive"]), (2, ["opted_out"])]
    assert selectors.own(BOARD, User.objects.create_user("Neu")) is None


def test_around_somebody_are_five_on_each_side() -> None:
    """RNK-3.4."""
    people = [rated(f"P{number:02}", 2000 - number) for number in range(40)]
    page = selectors.around(BOARD, people[20])
    assert names(page) == [f"P{n:02}" for n in (*range(5), *range(15, 26))]
    assert (page.gap, page.total) == (5, 40)
    assert [line.rank for line in page.lines][5:] == list(range(16, 27))
    near = selectors.around(BOARD, people[3])
    assert (names(near), near.gap) == ([f"P{n:02}" for n in range(9)], None)
    seventh = selectors.around(BOARD, people[6])
    assert (names(seventh), seventh.gap) == ([f"P{n:02}" for n in range(12)], None)
    last = selectors.around(BOARD, people[39])
    assert names(last)[5:] == [f"P{n:02}" for n in range(34, 40)]


def test_a_deep_link_leads_to_the_page_with_that_place() -> None:
    crowd(23)
    every = walk(BOARD, "points", 23)
    page = selectors.page(BOARD, start=10, size=5)
    assert [line.rating.pk for line in page.lines] == [line.rating.pk for line in every[10:15]]
    assert selectors.page(BOARD, start=10_000, size=5).first == 20, "the last page"


@pytest.mark.parametrize("key", ["x", "1_2", "1_2_3_4_5", "1_nan_2_3", "1_2_3_99999999999999999999", "_", "1e5_2_3_4"])
def test_a_key_that_is_none_is_not_there(key: str) -> None:
    rated("Mira")
    assert names(selectors.page(BOARD, after=key)) in (["Mira"], []), key


def test_search_finds_parts_of_names_in_any_case() -> None:
    rated("Aylin", 1500)
    rated("Zaylina", 1400)
    rated("Ben", 1450)
    assert [(line.name, line.rank) for line in selectors.search(BOARD, " AYL ")] == [("Aylin", 1), ("Zaylina", 3)]
    for odd in ("%", "_", "\0", "' OR 1=1 --", "ﷺ" * 300, ""):
        assert selectors.search(BOARD, odd) == []


def test_the_other_lists() -> None:
    """RNK-3.1: a season has ratings of its own; lately; those one follows, and oneself."""
    now = timezone.now()
    season = Season.objects.create(name="Winter", start=now - timedelta(days=9), end=now + timedelta(days=9))
    mira, jonas = rated("Mira", 1500), rated("Jonas", 1600, days=40)
    rated("Nora", 1700)
    rated("Jonas", 1111, season=season)
    assert mira.user
    assert jonas.user
    following.follow(mira.user, jonas.user)
    followed = boards.find(POOL, "gefolgte", mira.user)
    lately, of_season = boards.find(POOL, "aktiv", None), boards.find(POOL, f"saison-{season.pk}", None)
    assert followed
    assert lately
    assert of_season
    assert names(selectors.page(followed)) == ["Jonas", "Mira"]
    assert [line.rank for line in selectors.page(followed).lines] == [1, 2]
    assert names(selectors.page(lately)) == ["Nora", "Mira"]
    assert names(selectors.page(of_season)) == ["Jonas"]
    for word in ("gefolgte", "saison-0", "saison-", "saison-x", "nirgends", "saison-99999999999"):
        assert boards.find(POOL, word, None) is None
    for pool in ("emotrions.nirgends", "nirgends.duel", "kameloh.multi", "", "."):
        assert boards.find(pool, "ewig", None) is None


def test_ranks_of_yesterday_are_written_once_a_day() -> None:
    """RNK-3.2: whoever was in no list then is new."""
    first, second = rated("A", 1500), rated("B", 1400)
    rated("Wenige", 1600, games=3)
    assert daily.write_down(POOL)
    Rating.objects.filter(pk=second.pk).update(points=1550)
    rated("Neu", 1450)
    assert not daily.write_down(POOL)
    daily.look()
    changes = {line.name: line.change for line in selectors.page(BOARD).lines}
    assert changes == {"B": 1, "A": -1, "Neu": None}
    Pool.objects.update(ranked_on=timezone.localdate() - timedelta(days=1))
    daily.look()
    assert {line.name: line.change for line in selectors.page(BOARD).lines} == {"B": 0, "A": 0, "Neu": 0}
    first.refresh_from_db()
    assert first.rank_yesterday == 2


def test_careers_are_listed_by_what_was_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    """RNK-3.1."""
    monkeypatch.setattr(careers, "PAGE", 3)
    people = [User.objects.create_user(f"C{number}") for number in range(8)]
    for number, user in enumerate(people):
        career(user, 100 * (number // 2))
    career(User.objects.create_user("Kurz"), 9_999, games=9)
    hidden = User.objects.create_user("Weg")
    career(hidden, 8_888)
    hidden.in_lists = False
    hidden.save()
    seen, after = [], ""
    while True:
        page = careers.page("emotrions", after)
        seen += [(line.name, line.rank) for line in page.lines]
        if not (after := page.after):
            break
    assert seen == [("C6", 1), ("C7", 1), ("C4", 3), ("C5", 3), ("C2", 5), ("C3", 5), ("C0", 7), ("C1", 7)]
    own = careers.own("emotrions", people[3])
    assert own is not None
    assert own.rank == 5
    assert CareerTotal.objects.get(name="Weg").hidden


def test_ranks_are_counted_anew_as_soon_as_a_game_has_ended() -> None:
    """QUA-1.13: what is kept of a list is that of the present state of its pool."""
    Pool.objects.create(slug=POOL, version=3, changed_at=timezone.now())
    rated("A", 1500)
    rated("B", 1400)
    assert [line.rank for line in selectors.page(BOARD).lines] == [1, 2]
    Rating.objects.filter(name="B").update(points=1500)
    Pool.objects.update(version=4)
    assert [line.rank for line in selectors.page(BOARD).lines] == [1, 1]
    assert selectors.heights(BOARD).at(1) == (1500, 1)
    assert selectors.heights(BOARD).at(2) is None
    assert [selectors.rank(BOARD, points) for points in (1600, 1500, 1450, 0)] == [1, 1, 3, 3]


def test_a_long_list_is_counted_every_four_seconds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """QUA-1.13: behind by less than five seconds; whoever looks on is told what is true now (RNK-3.5)."""
    monkeypatch.setattr(selectors, "LONG", 2)
    monkeypatch.setattr(selectors, "_kept", {})
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    Pool.objects.create(slug=POOL, version=1, changed_at=timezone.now())
    rated("A", 1500)
    rated("B", 1400)
    assert selectors.rank(BOARD, 1450) == 2
    Rating.objects.filter(name="B").update(points=1600)
    Pool.objects.update(version=2)
    now[0] += 3.9
    assert selectors.rank(BOARD, 1450) == 2
    assert [line.name for line in selectors.page(BOARD).lines] == ["B", "A"], "the rows are those of now"
    assert [line.rank for line in selectors.page(BOARD, exact=True).lines] == [1, 2]
    assert selectors.rank(BOARD, 1450) == 3, "once counted it is everybody's"
    Rating.objects.filter(name="B").update(points=1400)
    Pool.objects.update(version=3)
    now[0] += 4.1
    assert selectors.rank(BOARD, 1450) == 2


@pytest.mark.parametrize("sort", list(selectors.ORDERS))
@pytest.mark.parametrize("back", [False, True])
def test_a_page_is_read_from_an_index(sort: str, back: bool) -> None:
    """RNK-3.4: no list is sorted to show a page of it, on neither database."""
    crowd(300)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            for way in ("seqscan", "bitmapscan", "sort", "incremental_sort"):  # which are quicker for so few rows
                cursor.execute(f"SET LOCAL enable_{way} = off")
    plan = selectors.ordered(BOARD.rows(), sort, back=back).values_list("pk", flat=True)[:50].explain()
    assert "ratings_" in plan
    assert "sort" not in plan.lower()
    assert "temp b-tree" not in plan.lower()
