"""The socket of a tournament (RNK-7.15): what changed, after the commit, with the version; the state after a gap."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator

from accounts.models import User
from leaderboards.tournaments import feed, rulings
from leaderboards.tournaments.models import Tournament
from leaderboards.tournaments.plan import StageRules
from leaderboards.tournaments.routing import websocket_urlpatterns
from tests import events
from tests.games.tables import folding
from tests.games.tables.lines import Line, Message
from tests.games.tables.play import run
from tests.leaderboards.tournaments.events import Event, person, plan

pytestmark = pytest.mark.django_db(transaction=True)

APPLICATION = CookieMiddleware(URLRouter(websocket_urlpatterns))


class Onlooker:
    """What a client knows of a tournament, by the rules of the protocol alone."""

    def __init__(self) -> None:
        self.v = -1
        self.matches: dict[int, Any] = {}
        self.state = ""

    def take(self, frame: str) -> Message:
        """One frame, held against its schema."""
        message = folding.read(frame)
        data = message["d"]
        if message["t"] == "tournament":
            if data["mode"] == "delta":
                assert data["from"] <= self.v or self.v < 0, "a gap"
            self.matches |= {match["id"]: match for match in data["matches"]}
            self.state, self.v = data["state"], message["v"]
        return message

    def acknowledgement(self) -> None:
        """None is due: a tournament changes seldom."""


class Look(Line):
    """One connection to a tournament."""

    def __init__(self, path: str, user: User | None = None, **more: Any) -> None:
        super().__init__("", user, **more)
        scope = self.wire.scope
        self.wire = WebsocketCommunicator(APPLICATION, f"/ws/v1/tournaments/{path}", subprotocols=["kartenhaus.v1"])
        kept = ("user", "client", "session")
        self.wire.scope.update({name: scope[name] for name in kept if name in scope})  # type: ignore[literal-required,typeddict-item]
        self.seen = Onlooker()
        self.client = self.seen  # type: ignore[assignment]

    async def hello(self, **payload: Any) -> Message:
        """Say hello; returns how it stands."""
        answer = await self.ask("hello", **{"lang": "de", "caps": [], "client": "test", **payload})
        assert answer["t"] == "tournament", answer
        return answer


@pytest.fixture(autouse=True)
def forgotten() -> Any:
    """No test sees what another one has looked at."""
    feed.site.views.clear()
    yield
    feed.site.views.clear()


async def after(act: Any, *arguments: Any, **more: Any) -> None:
    """Something happens, then the feed looks."""
    await database_sync_to_async(act)(*arguments, **more)
    await feed.site.look()


def test_first_the_state_then_what_has_changed(returns: str) -> None:
    """A result: the match with its winner, and the final with its new side; nothing else."""
    event = Event(plan(StageRules("single")), 4)
    match = event.match("W1.1").pk

    async def scenario() -> None:
        async with Look(event.row.pk) as look:
            whole = await look.hello()
            assert (whole["d"]["mode"], whole["d"]["state"]) == ("snapshot", "running")
            assert [one["name"] for one in whole["d"]["matches"]] == ["W1.1", "W1.2"]
            version = whole["v"]
            await after(rulings.override, event.row.pk, event.owner, match, "0", "Am Brett")
            news = await look.hear()
            assert (news["d"]["mode"], news["d"]["from"], news["v"]) == ("delta", version, version + 1)
            assert {one["name"]: one["state"] for one in news["d"]["matches"]} == {"W1.1": "finished", "W2.1": "pending"}
            first = next(one for one in news["d"]["matches"] if one["name"] == "W1.1")
            assert (first["winner"], first["marked"]) == (0, True)
            await feed.site.look()
            await look.nothing_came()
            async with Look(event.row.pk) as again:
                missed = await again.hello(since=version, epoch=feed.EPOCH)
                assert (missed["d"]["mode"], len(missed["d"]["matches"])) == ("delta", 2)
            async with Look(event.row.pk) as again:
                assert (await again.hello(since=version + 1, epoch=feed.EPOCH))["d"]["matches"] == []
            async with Look(event.row.pk) as again:
                assert (await again.hello(since=0, epoch=feed.EPOCH))["d"]["mode"] == "snapshot", "a gap"
        assert feed.site.views == {}, "nobody looks: nothing is read"

    run(scenario)


def test_rounds_that_are_not_published_are_nobodys_business(returns: str) -> None:
    """RNK-7.15: public state and that of organisers are different."""
    event = Event(plan(StageRules("swiss", rounds=2), auto=False), 4)

    async def scenario() -> None:
        async with Look(event.row.pk) as look:
            assert (await look.hello())["d"]["matches"] == []
            await after(rulings.next_round, event.row.pk, event.owner)
            news = await look.hear()
            assert [one["name"] for one in news["d"]["matches"]] == ["1.1", "1.2"]

    run(scenario)


def test_who_may_not_see_it_hears_nothing() -> None:
    """PRO-10.6: the same question as on the page."""
    owner, stranger = person("owner"), person("fremd")
    row = events.begun(owner, "Geschlossen", events.plan(StageRules("single")), [person("a"), person("b")])
    Tournament.objects.filter(pk=row.pk).update(access="list")

    async def scenario() -> None:
        for path, user in ((row.pk, None), (row.pk, stranger), ("aaaaaaaaaa", owner)):
            async with Look(path, user) as look:
                assert (await look.hear())["d"]["reason"] == "not_found"
        async with Look(row.pk, owner) as look:
            assert (await look.hello())["d"]["mode"] == "snapshot"

    run(scenario)
