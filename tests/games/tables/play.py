"""Tables for tests, people at them, and whole games played by clients that know only what they were sent."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Coroutine, Mapping
from random import Random
from typing import Any, TypeVar

from asgiref.sync import async_to_sync
from django.db import connections
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from games.tables import live, models, presence, service
from games.tables.messages import Move, Undo
from tests.games.tables.folding import Client

T = TypeVar("T")
_numbers = itertools.count(1)
ODD = ("Ada", "Bo", "Cem", "Dina", "Eve", "Finn")


def run(scenario: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine function. What the site does in the database happens in this thread, as with one server process."""

    async def whole() -> T:
        try:
            result = await scenario()
            await live.ends_told()
            return result
        finally:
            connections.close_all()  # those of the loop's thread, in which the scenario itself may have looked at rows

    return async_to_sync(whole)()


def someone(name: str = "") -> User:
    """A user nobody else is."""
    number = next(_numbers)
    return User.objects.create_user(name or f"{ODD[number % len(ODD)]}{number}")


def full_table(seats: int = 2, options: Mapping[str, Any] | None = None, game: str = "emotrions", bots: int = 0) -> models.Table:
    """A table that has just started, with people on the first seats and bots on the last ones."""
    owner = someone()
    table = service.open_table(owner, game, options or {}, seats)
    for _ in range(seats - bots - 1):
        service.sit(someone(), table, table.invite)
    if bots:
        service.fill_with_bots(owner, table)
    table.refresh_from_db()
    assert table.status == models.Table.Status.RUNNING
    return table


def user_at(table: models.Table, seat: int) -> User:
    """Who sits there."""
    user = table.seats.get(number=seat).user
    assert user is not None
    return user


def in_english(german: str) -> str:
    """The English wording of a German text of the site."""
    with translation.override("en"):
        english = gettext(german)
    assert english != german, f"not translated: {german}"
    return english


def forget() -> None:
    """As if this process had just been started: nothing is in memory."""
    live._tables.clear()
    vars(presence.here).update(vars(presence.Presence()))


async def enter(table: models.Table, viewer: int | None, since: int | None = None, epoch: int | None = None) -> Client:
    """Somebody comes to the table."""
    client = Client()
    await come(client, table, viewer, since, epoch)
    return client


async def come(
    client: Client, table: models.Table, viewer: int | None, since: int | None = None, epoch: int | None = None
) -> None:
    """A client comes (back) to the table."""
    await live.table(table.pk).enter(client, viewer, since, epoch, f"hello-{len(client.frames)}")


async def crowd(table: models.Table) -> dict[int | None, Client]:
    """Somebody on every seat, and a spectator."""
    return {viewer: await enter(table, viewer) for viewer in (*range(table.seat_count), None)}


def move_for(prompt: Mapping[str, Any], choice: list[str], move_id: str = "") -> Move:
    """The answer to a prompt as a client sends it."""
    return Move(move_id or f"m-{next(_numbers)}", prompt["id"], prompt["issued"], choice)


def random_choice(prompt: Mapping[str, Any], rng: Random) -> list[str]:
    """Some options, as many as the prompt allows."""
    options = [option["id"] for option in prompt["options"]]
    return rng.sample(options, rng.randint(prompt["pick"]["min"], prompt["pick"]["max"]))


async def answer(table: models.Table, client: Client, choice: list[str] | None = None, move_id: str = "") -> live.Ack:
    """A client answers what it is asked: the given options, or else what the prompt does when time is up."""
    prompt = client.prompt
    chosen = prompt["timeout"] if choice is None else choice
    return await live.table(table.pk).move(prompt["seat"], move_for(prompt, chosen, move_id))


class Storm:
    """Clients at one table play at random, send twice, change sealed answers, and take back (QUA-2.3)."""

    def __init__(self, table: models.Table, clients: dict[int | None, Client], rng: Random) -> None:
        self.table, self.clients, self.rng = table, clients, rng
        self.acked: dict[tuple[int, str], live.Ack] = {}
        self.undone = 0

    @property
    def live(self) -> live.LiveTable:
        """The table as this process has it now."""
        return live.table(self.table.pk)

    def asked(self) -> list[Client]:
        """Who has something to answer, as far as clients know."""
        open_ones = [client for seat, client in self.clients.items() if seat is not None and client.prompts]
        fresh = [client for client in open_ones if "answer" not in client.prompt]
        return open_ones if self.rng.random() < 0.1 else fresh

    async def step(self) -> bool:
        """One act at the table; whether there was anybody left to act."""
        candidates = self.asked() or [client for seat, client in self.clients.items() if seat is not None and client.prompts]
        if not candidates:
            return False
        client = self.rng.choice(candidates)
        if self.rng.random() < 0.05 and await self._take_back():
            return True
        prompt = client.prompt
        move = move_for(prompt, random_choice(prompt, self.rng))
        ack = await self.live.move(prompt["seat"], move)
        assert not ack.dup
        self.acked[prompt["seat"], move.move_id] = ack
        if self.rng.random() < 0.1:
            again = await self.live.move(prompt["seat"], move)
            assert again == live.Ack(move.move_id, ack.version, dup=True)
        return True

    async def _take_back(self) -> bool:
        for seat, client in self.clients.items():
            if seat is not None and client.facts["undo"]["allowed"]:
                undo = Undo(f"u-{next(_numbers)}", client.v)
                self.acked[seat, undo.move_id] = await self.live.undo(seat, undo)
                self.undone += 1
                return True
        return False

    async def to_the_end(self, most: int = 2000) -> int:
        """Play on until nobody is asked; returns the number of acts."""
        acts = 0
        while await self.step():
            acts += 1
            assert acts < most, "no end"
        return acts
