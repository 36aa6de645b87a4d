"""Whole tournaments in tests: people who enter, turn up, and win or lose as a test wants it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync

from accounts.models import User
from games.tables import live, people, store, wire
from games.tables.messages import Move
from games.tables.models import Table
from leaderboards.tournaments import calling, drive, entries, life, making
from leaderboards.tournaments.models import Board, Entrant, Match, Tournament
from leaderboards.tournaments.plan import Plan, StageRules, TableRules

M = Match.State

Wins = Callable[[list[Entrant]], int]
"""Of the entrants of a match in order of slots, which slot wins."""


def better_seed(entrants: list[Entrant]) -> int:
    """The smaller seed wins."""
    return min(range(len(entrants)), key=lambda slot: entrants[slot].seed or 0)


def worse_seed(entrants: list[Entrant]) -> int:
    """The larger seed wins."""
    return max(range(len(entrants)), key=lambda slot: entrants[slot].seed or 0)


def person(name: str) -> User:
    """An account."""
    return User.objects.create_user(name, password=None)


def plan(*stages: StageRules, game: str = "returns", table: TableRules | None = None, **more: Any) -> Plan:
    """A plan of casual games without clocks, seeded as entered."""
    rules = table or TableRules(rated=False, mode="untimed")
    return Plan(game=game, stages=stages, table=rules, seeding="hand", reputation=0, pause_s=0, **more)


class Event:
    """A tournament with so many people, `p1` the first seed."""

    def __init__(self, rules: Plan, n: int, start: bool = True) -> None:
        self.owner = person("owner")
        self.row = making.create(self.owner, rules, {"name": "Herbst"})
        self.users = [person(f"p{number}") for number in range(1, n + 1)]
        self.move("registration")
        for user in self.users:
            entries.enter(self.row.pk, user)
        order = list(self.row.entrants.order_by("pk").values_list("pk", flat=True))
        entries.set_seeds(self.row.pk, self.owner, order)
        if start:
            self.move("running")

    @property
    def now(self) -> Tournament:
        """As it stands in the database."""
        return Tournament.objects.get(pk=self.row.pk)

    def move(self, target: str, reason: str = "") -> None:
        """By the owner."""
        life.move(self.row.pk, self.owner, target, reason)

    def entrant(self, seed: int) -> Entrant:
        """By seed."""
        return Entrant.objects.get(tournament=self.row, seed=seed)

    def match(self, name: str) -> Match:
        """By name, in the last stage that has one of that name."""
        found = Match.objects.filter(tournament=self.row, name=name).order_by("-stage__number").first()
        assert found is not None
        return found

    def sides(self, name: str) -> list[int | None]:
        """Seeds on the sides of a match."""
        return [side.entrant.seed if side.entrant else None for side in self.match(name).sides.order_by("slot")]

    def turn_up(self, match: Match, *slots: int) -> None:
        """Those on these sides, or on all, say that they are there."""
        for side in match.sides.select_related("entrant__user").order_by("slot"):
            if side.entrant is not None and side.entrant.user is not None and (not slots or side.slot in slots):
                calling.ready(self.row.pk, side.entrant.user, match.pk)

    def play(self, match: Match, wins: Wins = better_seed) -> None:
        """A called match from turning up to its end: whoever is to win writes more, or everybody else gives up."""
        if match.state == M.CALLED:
            self.turn_up(match)
        entrants = [side.entrant for side in match.sides.select_related("entrant").order_by("slot") if side.entrant]
        winner = entrants[wins(entrants)]
        while table := _running(match):
            best = table.seats.get(user=winner.user).number
            if table.game == "returns":
                write(table, {seat: ["a", "b", "c"] if seat == best else ["a", "b"] for seat in range(table.seat_count)})
            else:
                for seat in table.seats.exclude(number=best).order_by("number"):
                    people.resign_seats(table.pk, [seat.number])
            from leaderboards.matches import hearing

            hearing.look()
        drive.go_on(self.row.pk)

    def lose(self, match: Match, user: User) -> None:
        """Somebody gives up the game that is on."""
        from leaderboards.matches import hearing

        table = _running(match)
        assert table is not None
        people.resign_seats(table.pk, [table.seats.get(user=user).number])
        hearing.look()

    def play_called(self, wins: Wins = better_seed) -> int:
        """All matches that are called at the moment; how many that were."""
        called = list(Match.objects.filter(tournament=self.row, state__in=(M.CALLED, M.RUNNING)).order_by("position"))
        for match in called:
            self.play(match, wins)
        return len(called)

    def play_all(self, wins: Wins = better_seed) -> None:
        """To the end."""
        while self.play_called(wins):
            pass

    def places(self) -> dict[int, int | None]:
        """By seed."""
        return {one.seed: one.place for one in Entrant.objects.filter(tournament=self.row) if one.seed}


def write(table: Table, words: dict[int, list[str]]) -> None:
    """A game of the toy to its end: each seat writes its word when it is asked."""
    while (loaded := store.load(table.pk)) is not None and loaded.session is not None and loaded.session.game.prompts:
        prompt, issued = loaded.session.game.prompts[0], loaded.session.issued
        asked = issued[prompt.seat]
        move = Move(uuid.uuid4().hex, wire.prompt_id(asked, prompt.seat), asked, words[prompt.seat])
        async_to_sync(live.table(table.pk).move)(prompt.seat, move)


def _running(match: Match) -> Table | None:
    for board in Board.objects.filter(match=match).select_related("table", "series"):
        tables = [board.table] if board.table else [game.table for game in board.series.games.all()] if board.series else []
        for table in tables:
            if table is not None:
                table.refresh_from_db()
                if table.status == "running":
                    return table
    return None
