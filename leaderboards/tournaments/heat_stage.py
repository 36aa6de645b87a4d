"""Stages at tables with more than two seats: heats by points, and heats in which the last ones of each table go out (RNK-7.8)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from leaderboards.tournaments import heats
from leaderboards.tournaments.kinds import M, R, S, sides_of
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Round
from leaderboards.tournaments.refusals import Refused
from leaderboards.tournaments.swiss_stage import RoundByRound

DEFAULT_ROUNDS = 4


class Heats(RoundByRound):
    """Tables of several, round by round, with points for ranks."""

    def count(self) -> int:
        """As settled, or four."""
        return self.rules.rounds or DEFAULT_ROUNDS

    def open(self) -> None:
        """Plan all rounds beforehand, if it is so settled."""
        if self.rules.draw == "pre_planned":
            rules = self.rules
            planned = heats.plan(len(self.stage.entrants), rules.preferred, rules.minimum, self.count(), self.tournament.seed)
            rounds = [{"tables": draw.tables, "sit_out": draw.sit_out} for draw in planned]
            self.stage.settings = {**self.stage.settings, "planned": rounds}
            self.stage.save(update_fields=["settings"])
        super().open()

    def draw(self, row: Round) -> None:
        """As planned as long as everybody is there, else by points or by lot."""
        present = self.present(row.number)
        found = self._drawn(row.number, present)
        self.note_who_sits_out(row, found.sit_out, "sit_out")
        self.store(row, found.tables)

    def _drawn(self, number: int, present: Sequence[int]) -> heats.Draw:
        planned = self.stage.settings.get("planned", [])
        if number <= len(planned):
            tables, out = planned[number - 1]["tables"], planned[number - 1]["sit_out"]
            if sorted([*out, *(one for table in tables for one in table)]) == sorted(present):
                return heats.Draw(tuple(tuple(table) for table in tables), tuple(out))
        past = self.past()
        if self.rules.draw == "random":
            return heats.random_round(present, self.rules.preferred, self.rules.minimum, past, self.tournament.seed)
        points = self.points()
        ranked = [heats.Ranked(one, int(points.get(one, 0))) for one in present]
        return heats.swiss_round(ranked, self.rules.preferred, self.rules.minimum, past)

    def store(self, row: Round, tables: Sequence[Sequence[int]]) -> None:
        """Write the tables of a round down; seats are in order."""
        first = self.stage.matches.count()
        self.add_matches(
            (
                Match(
                    tournament=self.tournament,
                    stage=self.stage,
                    round=row,
                    name=f"{row.number}.{index}",
                    position=first + index,
                ),
                [MatchSide(slot=seat, entrant=self.entrant(number), starts=seat == 0) for seat, number in enumerate(table)],
            )
            for index, table in enumerate(tables, 1)
        )

    def past(self) -> list[heats.Draw]:
        """Who has met whom."""
        numbers = self.number_of
        seeds = {seed: number for number, seed in self.numbers.items()}
        draws = []
        for row in self.rounds():
            matches = {match.pk: match for match in row.matches.order_by("position")}
            tables = [tuple(numbers[side.entrant_id or 0] for side in sides) for sides in sides_of(matches).values() if sides]
            out = tuple(sorted(seeds[int(seed)] for seed, why in row.sat_out.items() if why == "sit_out" and int(seed) in seeds))
            draws.append(heats.Draw(tuple(tables), out))
        return draws

    def finished(self) -> list[list[heats.Finish]]:
        """The results of all tables that are over."""
        numbers = self.number_of
        matches = {match.pk: match for match in self.stage.matches.filter(state=M.FINISHED).order_by("position")}
        return [
            [
                heats.Finish(
                    player=numbers[side.entrant_id or 0],
                    rank=side.rank or len(sides),
                    score=side.score,
                    absent=not side.ready and bool(side.forfeited),
                )
                for side in sides
            ]
            for sides in sides_of(matches).values()
        ]

    def given(self) -> list[tuple[int, int]]:
        """Points without play: for sitting out, and for a bye that was wished for."""
        numbers = {seed: number for number, seed in self.numbers.items()}
        return [
            (numbers[int(seed)], heats.BYE)
            for row in self.rounds()
            if row.state == R.FINISHED
            for seed, why in row.sat_out.items()
            if why in ("sit_out", "requested_bye") and int(seed) in numbers
        ]

    def table(self) -> list[heats.Row]:
        """The standings."""
        rows = heats.standings(
            list(self.numbers),
            self.finished(),
            self.given(),
            seed=self.tournament.seed,
            ids={number: self.entrant(number).pk for number in self.numbers},
        )
        counted = [row for row in rows if not self.entrant(row.player).annulled]
        return [msgspec.structs.replace(row, place=place) for place, row in enumerate(counted, 1)]

    def points(self) -> dict[int, int | Fraction]:
        """Of each number so far."""
        return {row.player: row.points for row in self.table()}

    def places(self) -> dict[int, int]:
        """Of the standings."""
        return {row.player: row.place for row in self.table()}


class HeatsKnockout(Heats):
    """The best of each table go on, until one table is left."""

    def count(self) -> int:
        """As many as it takes."""
        left = self.stage.settings.get("began", len(self.stage.entrants))
        rounds = 1
        while left > self.rules.preferred:
            shape = heats.sizes(left, self.rules.preferred, self.rules.minimum)
            left = len(shape.sizes) * self.rules.advance + shape.sit_out
            rounds += 1
        return max(rounds, self.stage.rounds.count() + (not self.is_over()))

    def open(self) -> None:
        """Remember how many began."""
        self.stage.settings = {**self.stage.settings, "began": len(self.stage.entrants)}
        self.stage.save(update_fields=["settings"])
        super().open()

    def _drawn(self, number: int, present: Sequence[int]) -> heats.Draw:
        """The best are spread over the tables."""
        order = sorted(present) if number == 1 else self._by_points(present)
        return heats.spread(order, self.rules.preferred, self.rules.minimum, self.past())

    def _by_points(self, present: Sequence[int]) -> list[int]:
        points = self.points()
        return sorted(present, key=lambda one: (-points.get(one, 0), one))

    def settle_rounds(self) -> None:
        """When a round is over, whoever does not go on is out."""
        before = set(self.stage.rounds.filter(state=R.FINISHED).values_list("pk", flat=True))
        super().settle_rounds()
        rounds = self.rounds()
        for row in rounds:
            if row.state == R.FINISHED and row.pk not in before and not self._is_final(row):
                self._send_out(row)

    @staticmethod
    def _is_final(row: Round) -> bool:
        """Whether everybody who was left sat at one table."""
        return "sit_out" not in row.sat_out.values() and row.matches.count() <= 1

    def is_over(self) -> bool:
        """Whether the last table is over, or too few are left for one."""
        rounds = self.rounds()
        if any(row.state != R.FINISHED for row in rounds):
            return False
        left = sum(self.entrant(number).is_in for number in self.numbers)
        return bool(rounds) and (self._is_final(rounds[-1]) or left < self.rules.minimum)

    def late_round(self) -> int:
        """Nobody comes in behind those who have been knocked out. Raises `Refused`."""
        raise Refused("too_late")

    def back(self) -> None:
        """Nor back. Raises `Refused`."""
        raise Refused("not_in_this_format")

    def round_for_a_bye(self) -> int:
        """Nor may a round be left out. Raises `Refused`."""
        raise Refused("not_in_this_format")

    def send_out_again(self, row: Round) -> None:
        """The result of a round that is over has changed."""
        if row.state == R.FINISHED and not self._is_final(row):
            self._send_out(row)

    def _send_out(self, row: Round) -> None:
        numbers = self.number_of
        points = self.points()
        ids = {number: self.entrant(number).pk for number in self.numbers}
        for sides in sides_of({match.pk: match for match in row.matches.filter(state__in=(M.FINISHED, M.CANCELLED))}).values():
            result = [heats.Finish(player=numbers[side.entrant_id or 0], rank=side.rank or len(sides)) for side in sides]
            absent = {numbers[side.entrant_id or 0] for side in sides if side.forfeited and not side.ready}
            staying = heats.advance(
                result, self.rules.advance, points, seed=self.tournament.seed, ids=ids, withdrawn=self.away() | absent
            )
            for one in result:
                entrant = self.entrant(one.player)
                wanted = S.ACTIVE if one.player in staying else S.OUT
                if entrant.state in (S.ACTIVE, S.OUT) and entrant.state != wanted:
                    entrant.state = wanted
                    Entrant.objects.filter(pk=entrant.pk).update(state=wanted)

    def places(self) -> dict[int, int]:
        """Whoever came further is ahead, then whoever did better at the last table, then points."""
        points = self.points()
        last: dict[int, tuple[int, int]] = {}
        numbers = self.number_of
        matches = {match.pk: match for match in self.stage.matches.filter(state=M.FINISHED).select_related("round")}
        for key, sides in sides_of(matches).items():
            reached = matches[key].round
            for side in sides:
                number = numbers[side.entrant_id or 0]
                here = (-(reached.number if reached else 0), side.rank or len(sides))
                last[number] = min(last.get(number, here), here)
        unranked = (0, 99)
        worth = {number: (*last.get(number, unranked), -points.get(number, 0)) for number in self.numbers}
        ordered = sorted(worth.values())
        return {number: ordered.index(value) + 1 for number, value in worth.items()}
