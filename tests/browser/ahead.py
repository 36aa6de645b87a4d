"""Games that browsers play from their beginning and to their end, with bots for most of what lies between."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from games.engine import registry
from games.engine.bot import decide
from games.engine.game import Game
from games.engine.prompt import Prompt
from games.engine.session import Command
from games.tables import live, models, record, wire
from games.tables.messages import Move
from tests.browser.seats import Seat
from tests.games.tables import play
from tests.running_site import RunningSite, run_command

Moves = list[tuple[int, list[str]]]
"""Seat and choice of each."""

OBEYING = "obeying"
"""In place of the key of a question: any that comes in the turn of another seat, where a game says whose turn it is."""


def with_bots(site: RunningSite, seats: Sequence[Seat], asked: str, left: int) -> Moves:
    """Nobody looks while bots go on (`go_on`); then all are there again, to make the moves that are left."""
    addresses = [one.page.url for one in seats]
    for one in seats:
        one.page.goto("about:blank")
    rest = go_on(site, addresses[0].rstrip("/").rpartition("/")[2], asked, left)
    site.kill_server()
    for one, address in zip(seats, addresses, strict=True):
        one.page.goto(address)
        one.wait_until_shown()
    return rest


def go_on(site: RunningSite, table: str, asked: str, left: int) -> Moves:
    """Let bots play on at this table, to the last question of this kind before so many moves are left; what they would play then.

    The server hears nothing of it: kill it, as what it has in memory is no longer true.
    """
    command = (
        f"import json; from tests.browser import ahead; print('moves=' + json.dumps(ahead.played({table!r}, {asked!r}, {left})))"
    )
    made = run_command("shell", "--no-imports", "-c", command, var=site.var)
    found = [line for line in made.stdout.splitlines() if line.startswith("moves=")]
    assert found, made.stderr
    moves: Moves = json.loads(found[0].removeprefix("moves="))
    return moves


def played(key: str, asked: str, left: int) -> Moves:
    """In a process of the site: rehearse the rest of the game, then play it in earnest up to there."""
    table = models.Table.objects.get(pk=key)
    secret = bytes(models.TableSecret.kept.get(pk=table.pk).secret)
    *_, (session, _) = record.retold(table, secret, table.commands.order_by("version"))
    bot = registry.game(table.game, table.rules_version).bots["basic"]
    rest: list[tuple[int, Move]] = []
    stops = [0]
    while session.game.prompts:
        prompt = session.game.prompts[0]
        if _is(session.game, prompt, asked):
            stops.append(len(rest))
        issued = session.issued[prompt.seat]
        choice = [session.game.token(option) for option in decide(bot, session.game, prompt.seat, session.version)]
        rest.append((prompt.seat, Move(f"ahead-{len(rest)}", wire.prompt_id(issued, prompt.seat), issued, choice)))
        session.play(Command(prompt.seat, choice=choice))
    stop = max(number for number in stops if number <= max(0, len(rest) - left))

    async def in_earnest() -> None:
        for seat, move in rest[:stop]:
            await live.table(table.pk).move(seat, move)

    play.run(in_earnest)
    return [(seat, move.choice) for seat, move in rest[stop:]]


def _is(game: Game[Any], prompt: Prompt, asked: str) -> bool:
    """Whether this is a question of that kind."""
    if asked == OBEYING:
        return bool(game.position.turn_of != prompt.seat)
    return game.question(prompt).key == asked
