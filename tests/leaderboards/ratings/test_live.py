"""The socket of a list (RNK-3.5): the page, then only rows that changed, the page again after a gap; limits as at tables."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator
from django.db import DatabaseError
from django.db.models import F

from accounts import following
from accounts.models import User
from games.tables import models
from leaderboards.ratings import feed, selectors
from leaderboards.ratings.models import Pool, Rating, Season
from leaderboards.ratings.routing import websocket_urlpatterns
from tests.games.tables import folding
from tests.games.tables.lines import Line, Message
from tests.games.tables.play import run
from tests.leaderboards.ratings import finished
from tests.leaderboards.ratings.rows import POOL, crowd, rated

pytestmark = pytest.mark.django_db(transaction=True)

APPLICATION = CookieMiddleware(URLRouter(websocket_urlpatterns))


class Onlooker:
    """What a client knows of a page, by the rules of the protocol alone."""

    def __init__(self) -> None:
        self.v = self.epoch = -1
        self.rows: dict[str, Message] = {}
        self.order: list[str] = []
        self.changed: list[str] = []

    def take(self, frame: str) -> Message:
        """One frame, held against its schema."""
        message = folding.read(frame)
        data = message["d"]
        if message["t"] == "leaderboard":
            if data["mode"] == "delta":
                assert (data["from"], data["epoch"]) == (self.v, self.epoch), "a gap"
            self.changed = [row["name"] for row in data["rows"]]
            self.rows |= {row["name"]: row for row in data["rows"]}
            self.order, self.v, self.epoch = data["order"], message["v"], data["epoch"]
        return message

    def acknowledgement(self) -> None:
        """None is due: a list changes seldom."""

    @property
    def page(self) -> list[tuple[int, str, int]]:
        """Rank, name and points, in order."""
        return [(self.rows[name]["rank"], name, self.rows[name]["points"]) for name in self.order]


class Look(Line):
    """One connection to a list."""

    def __init__(self, path: str = f"{POOL}/ewig", user: User | None = None, **more: Any) -> None:
        super().__init__("", user, **more)
        before: dict[str, Any] = self.wire.scope  # type: ignore[assignment]
        self.wire = WebsocketCommunicator(APPLICATION, f"/ws/v1/leaderboards/{path}", subprotocols=["kartenhaus.v1"])
        scope: dict[str, Any] = self.wire.scope  # type: ignore[assignment]
        scope |= {name: before[name] for name in ("user", "client", "session") if name in before}
        self.seen = Onlooker()
        self.client = self.seen  # type: ignore[assignment]

    async def hello(self, **payload: Any) -> Message:
        """Say hello; returns the page."""
        answer = await self.ask("hello", **{"lang": "de", "caps": [], "client": "test", **payload})
        assert answer["t"] == "leaderboard", answer
        return answer


def change(name: str, **fields: Any) -> None:
    """A rating is different, as the ratings would write it."""
    Rating.objects.filter(name=name, season=None).update(**fields)
    Pool.objects.filter(slug=POOL).update(version=F("version") + 1)


async def after(act: Any, *arguments: Any, **more: Any) -> None:
    """Something happens, then the feed looks."""
    await database_sync_to_async(act)(*arguments, **more)
    await feed.site.look()


def test_the_page_then_only_what_changed() -> None:
    for number in range(6):
        rated(f"P{number}", 1500 - 10 * number)

    async def scenario() -> None:
        async with Look() as look:
            first = await look.hello()
            assert first["d"]["mode"] == "snapshot"
            assert look.seen.page == [(n + 1, f"P{n}", 1500 - 10 * n) for n in range(6)]
            await after(change, "P4", points=1475, streak=4)
            message = await look.hear()
            assert (message["d"]["mode"], message["v"]) == ("delta", first["v"] + 1)
            assert sorted(look.seen.changed) == ["P3", "P4"], "those whose row is different"
            assert look.seen.order == ["P0", "P1", "P2", "P4", "P3", "P5"]
            assert look.seen.rows["P4"]["streak"] == 4
            await feed.site.look()
            await look.nothing_came()

    run(scenario)


def test_a_real_game_moves_the_list_and_a_switch_in_the_settings_too() -> None:
    people = [finished.someone(name) for name in ("Ada", "Bo")]
    for hour in range(11):
        finished.result(people, [1, 2], 30 * hour - 600, points=[20, 10])
    Rating.objects.update(last_at="2999-01-01T00:00Z")

    async def scenario() -> None:
        async with Look("kameloh.duel/ewig") as look:
            await look.hello()
            before = look.seen.rows["Bo"]["points"]
            await after(finished.result, people, [2, 1], 0, points=[10, 20])
            await look.hear()
            assert look.seen.rows["Bo"]["points"] > before
            assert sorted(look.seen.changed) == ["Ada", "Bo"]
            people[0].in_lists = False
            await after(people[0].save)
            await look.hear()
            assert look.seen.order == ["Bo"]

    run(scenario)


def test_who_comes_back_has_missed_nothing_or_gets_the_page() -> None:
    """RNK-3.5: a gap in the versions is followed by the whole page."""
    rated("Mira")

    async def scenario() -> None:
        async with Look() as look, Look() as other:
            await look.hello()
            await other.hello()
            known = {"since": look.seen.v, "epoch": look.seen.epoch}
            answer = await look.hello(**known)
            assert (answer["d"]["mode"], answer["d"]["rows"]) == ("delta", [])
            await after(change, "Mira", points=1333)
            assert (await look.hear())["d"]["mode"] == "delta"
            for strange in (known, {"since": look.seen.v, "epoch": 1}, {"since": 99, "epoch": look.seen.epoch}, {}):
                assert (await look.hello(**strange))["d"]["mode"] == "snapshot"
            assert (await look.ask("resync"))["d"]["mode"] == "snapshot"
            pong = await look.ask("ping", n=1, v=0)
            assert (pong["t"], pong["d"]["v"]) == ("pong", look.seen.v)

    run(scenario)


def test_each_looks_at_the_page_that_is_open() -> None:
    """Only those whose page has changed are told."""
    crowd(60)
    rated("Letzter", 500)

    async def scenario() -> None:
        async with Look() as first, Look(f"{POOL}/ewig?ab=50") as second, Look(f"{POOL}/ewig?sortierung=games") as by_games:
            for look in (first, second, by_games):
                await look.hello()
            assert (len(first.seen.order), len(second.seen.order)) == (50, 11)
            await after(change, "Letzter", streak=9)
            await second.hear()
            assert second.seen.changed == ["Letzter"]
            await first.nothing_came()
            assert len(feed.site.views) == 3
        assert feed.site.views == {}, "nobody looks any more"

    run(scenario)


def test_ones_own_list_of_those_followed() -> None:
    mira, jonas = rated("Mira", 1500), rated("Jonas", 1600)
    rated("Nora", 1700)
    assert mira.user
    assert jonas.user
    following.follow(mira.user, jonas.user)

    async def scenario() -> None:
        async with Look(f"{POOL}/gefolgte", mira.user) as look:
            await look.hello()
            assert look.seen.order == ["Jonas", "Mira"]
        async with Look(f"{POOL}/gefolgte") as look:
            assert (await look.hear())["d"]["reason"] == "not_found"

    run(scenario)


def test_lists_that_there_are_not_are_closed_with_a_reason() -> None:
    """PRO-2.4: accepted first."""
    season = Season.objects.create(name="Alt", start="2020-01-01T00:00Z", end="2020-04-01T00:00Z", frozen_at="2020-04-01T00:00Z")

    async def scenario() -> None:
        bad = ("mau.duel/ewig", f"{POOL}/nie", f"{POOL}/ewig?ab=-1", f"{POOL}/ewig?ab=x", f"{POOL}/ewig?sortierung=x")
        for path in (*bad, f"{POOL}/saison-{season.pk}", f"{POOL}/ewig?ab=%00"):
            async with Look(path) as look:
                bye = await look.hear()
                assert (bye["t"], bye["d"]["code"], bye["d"]["reason"]) == ("bye", 4404, "not_found"), path
                assert (await look.hear())["code"] == 4404
        async with Look() as look:
            assert (await look.ask("move", move_id="m", prompt="p", expect=0, choice=[]))["d"]["code"] == "bad_message"

    run(scenario)


def test_a_database_that_is_away_is_told_and_the_feed_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rated("Mira")

    def away(*_: Any, **__: Any) -> None:
        raise DatabaseError

    async def scenario() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(selectors, "page", away)
            async with Look() as look:
                answer = await look.ask("hello", lang="de")
                assert answer["d"]["code"] == "read_only"
        async with Look() as look:
            await look.hello()
            assert look.seen.order == ["Mira"]

    run(scenario)


def test_the_feed_tells_at_most_every_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """RNK-3.5: in the background; what has piled up comes as one message."""
    rated("Mira")
    monkeypatch.setattr(feed, "EVERY", 0.3)
    assert models.Table.objects.count() == 0

    async def scenario() -> None:
        background = asyncio.create_task(feed.run())
        async with Look() as look:
            first = await look.hello()
            for points in (1301, 1302, 1303):
                await database_sync_to_async(change)("Mira", points=points)
            message = await look.hear()
            if look.seen.rows["Mira"]["points"] != 1303:
                message = await look.hear()
            assert message["v"] - first["v"] <= 2
            assert look.seen.rows["Mira"]["points"] == 1303
        background.cancel()
        with suppress(asyncio.CancelledError):
            await background

    run(scenario)
    assert feed.EVERY < 2
