"""Round robins, in groups or not: all rounds are known from the start (RNK-7.5, RNK-7.7, RNK-7.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from leaderboards.tournaments import bracket, groups, round_robin, tally
from leaderboards.tournaments.kinds import Kind, M, R
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Round
from leaderboards.tournaments.plan import KNOCK_OUT, LEAST_ENTRANTS
from leaderboards.tournaments.refusals import Refused

STATES: Mapping[Match.State, Literal["done", "forfeit", "annulled"]] = {
    M.FINISHED: "done",
    M.FORFEIT: "forfeit",
    M.DOUBLE_FORFEIT: "forfeit",
    M.CANCELLED: "annulled",
}
"""What the pure part calls the states of games; the others are open."""


class League(Kind):
    """Everybody meets everybody, or everybody of their group."""

    @property
    def members(self) -> list[list[int]]:
        """Numbers in the stage by group: the stage's entrants are dealt in snakes (RNK-7.7)."""
        return groups.snake(len(self.stage.entrants), self.rules.groups)

    def open(self) -> None:
        """All rounds with their pairs; odd fields have a bye in each."""
        plans = [round_robin.rounds(len(group), self.rules.cycles) if len(group) > 1 else [] for group in self.members]
        longest = max(len(one) for one in plans)
        rounds = Round.objects.bulk_create(
            [Round(stage=self.stage, number=number, state=R.DRAWN) for number in range(1, longest + 1)]
        )
        made = []
        position = 0
        for number, row in enumerate(rounds):
            for group, (members, plan) in enumerate(zip(self.members, plans, strict=True)):
                if number >= len(plan):
                    continue
                if (bye := plan[number].bye) is not None:
                    row.sat_out[str(self.numbers[members[bye - 1]])] = "bye"
                for table, (first, second) in enumerate(plan[number].pairs, 1):
                    made.append(self._match(row, group, table, position, members[first - 1], members[second - 1]))
                    position += 1
            row.save(update_fields=["sat_out"])
        self.add_matches(made)
        for row in rounds if self.rules.free else rounds[:1]:
            self.publish(row)
        self.progress()

    def _match(self, row: Round, group: int, table: int, position: int, first: int, second: int) -> tuple[Match, list[MatchSide]]:
        grouped = self.rules.groups > 1
        match = Match(
            tournament=self.tournament,
            stage=self.stage,
            round=row,
            group=group if grouped else None,
            name=f"{groups.letter(group) if grouped else ''}{row.number}.{table}",
            position=position,
        )
        sides = [
            MatchSide(slot=slot, entrant=self.entrant(number), starts=slot == 0) for slot, number in enumerate((first, second))
        ]
        return match, sides

    def progress(self) -> None:
        """The next round, when nothing of the one before is left."""
        self.settle_rounds()
        if self.plan.auto and not self.stage.rounds.filter(state=R.RUNNING).exists():
            following = self.stage.rounds.filter(state=R.DRAWN).order_by("number").first()
            if following is not None:
                self.publish(following)
                self.progress()

    def next_round(self) -> None:
        """Publish the next one."""
        if self.stage.rounds.filter(state=R.RUNNING).exists():
            raise Refused("round_open")
        following = self.stage.rounds.filter(state=R.DRAWN).order_by("number").first()
        if following is None:
            raise Refused("no_round_left")
        self.publish(following)
        self.progress()

    def is_over(self) -> bool:
        """Whether all rounds are."""
        return not self.stage.rounds.exclude(state=R.FINISHED).exists()

    def places(self) -> dict[int, int]:
        """Of the table; in groups first the first of each, then the second ones, compared by what a game brought (RNK-7.7)."""
        if self.rules.groups == 1:
            return {int(row.player): row.place for row in tally.table(self)}
        ordered = sorted((placed for table in self.placed() for placed in table), key=groups.seeding)
        return {placed.entrant: place for place, placed in enumerate(ordered, 1)}

    def placed(self) -> list[list[groups.Placed]]:
        """The tables of all groups, best first."""
        return [tally.placed(self, group) for group in range(self.rules.groups)]

    def qualified(self) -> list[int]:
        """From the groups into what follows as RNK-7.7 has it; 0 for slots of a bracket that stay empty."""
        if self.rules.groups == 1:
            return super().qualified()
        here = [[placed for placed in table if self.entrant(placed.entrant).is_in] for table in self.placed()]
        rules = self.rules
        through = groups.qualifiers(here, rules.qualify, rules.best_next)
        if len(through) < LEAST_ENTRANTS or self.plan.stages[self.stage.number + 1].kind not in KNOCK_OUT:
            return [placed.entrant for placed in through]
        slots = [placed for pair in groups.first_round(through, rules.groups, rules.qualify) for placed in pair]
        by_number = dict(zip(bracket.slots(len(slots)), slots, strict=True))
        numbers = [placed.entrant if (placed := by_number[number]) else 0 for number in range(1, len(slots) + 1)]
        while numbers and not numbers[-1]:
            numbers.pop()
        return numbers

    def take_out(self, entrant: Entrant) -> None:
        """Before half of their games all results go, after it the rest is lost (RNK-7.12)."""
        number = self.number_of.get(entrant.pk)
        if number is None:
            return
        group = next(index for index, members in enumerate(self.members) if number in members)
        matches = list(self.stage.matches.filter(group=group if self.rules.groups > 1 else None).order_by("position"))
        numbers = self.number_of
        pairs = {match.pk: [numbers[side.entrant_id or 0] for side in match.sides.order_by("slot")] for match in matches}
        games = [round_robin.Game(*_pair(pairs[match.pk]), STATES.get(M(match.state), "open")) for match in matches]
        went = round_robin.after_withdrawal(games, number)
        own = [position for position, match in enumerate(matches) if number in pairs[match.pk]]
        gone = own if entrant.annulled else [*went.annulled, *went.cancelled]
        for position in gone:
            self._close(matches[position], M.CANCELLED, None)
        for position in went.forfeited if not entrant.annulled else ():
            match = matches[position]
            if match.state == M.RUNNING:
                continue  # it has been given up: its series says whether that is a game that was played (RNK-7.12)
            winner = 1 - pairs[match.pk].index(number)
            opponent = self.entrant(pairs[match.pk][winner])
            both = opponent.state in ("withdrawn", "disqualified")
            self._close(match, M.DOUBLE_FORFEIT if both else M.FORFEIT, None if both else winner)
        self.progress()

    def _close(self, match: Match, state: Match.State, winner: int | None) -> None:
        self.end(match, state, winner)
        match.decided = "" if state == M.CANCELLED else "forfeit"
        match.save()


def _pair(numbers: Sequence[int]) -> tuple[int, int]:
    return numbers[0], numbers[1]
