"""What every kind of stage can do. Each keeps its matches in rows; what is worked out comes from the pure engines (RNK-7)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property

from django.utils import timezone

from leaderboards.tournaments import bulk
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Round, Stage
from leaderboards.tournaments.plan import Plan, StageRules
from leaderboards.tournaments.refusals import Refused

M, R, S = Match.State, Round.State, Entrant.State

AT_ONCE = 500
"""Keys in one query: databases take no more than so many."""

AWAY = (S.WITHDRAWN, S.DISQUALIFIED, S.DROPPED)


class Kind(ABC):
    """A stage of a tournament whose row is locked. Numbers are those of entrants in the stage, from 1."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.tournament = stage.tournament
        self.plan: Plan = self.tournament.rules
        self.rules: StageRules = self.plan.stages[stage.number]

    # --- what kinds differ in ------------------------------------------------------------------------------------------------

    @abstractmethod
    def open(self) -> None:
        """Make what is known at the start."""

    @abstractmethod
    def progress(self) -> None:
        """Bring all rows up to date after something has changed: who meets whom, which matches can be called, the next round."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether everything has been played."""

    @abstractmethod
    def places(self) -> dict[int, int]:
        """The final place of each number, equal ones where they share it."""

    def qualified(self) -> list[int]:
        """Numbers that go on to the next stage, from its first seed on."""
        ranked = sorted(self.places().items(), key=lambda item: item[1])
        return [number for number, _ in ranked if self.entrant(number).is_in][: self.rules.qualify]

    @abstractmethod
    def take_out(self, entrant: Entrant) -> None:
        """What becomes of the matches of somebody who has gone; their row says so already."""

    def back(self) -> None:
        """Whether somebody who was away may come back. Raises `Refused`."""
        raise Refused("not_in_this_format")

    def late_round(self) -> int:
        """From which round on somebody who comes now plays. Raises `Refused` (`too_late`)."""
        raise Refused("too_late")

    def take_in(self, entrant: Entrant) -> None:
        """Somebody comes in late; `late_round` has not refused."""
        self.stage.entrants = [*self.stage.entrants, entrant.seed]
        self.stage.save(update_fields=["entrants"])

    def next_round(self) -> None:
        """Organisers ask for the next round. Raises `Refused`."""
        raise Refused("no_rounds_here")

    # --- who is in it ----------------------------------------------------------------------------------------------------------

    @cached_property
    def by_seed(self) -> dict[int, Entrant]:
        """The tournament's entrants."""
        return {one.seed: one for one in self.tournament.entrants.filter(seed__isnull=False) if one.seed}

    @property
    def numbers(self) -> dict[int, int]:
        """Number in the stage to seed in the tournament."""
        return {number: seed for number, seed in enumerate(self.stage.entrants, 1) if seed}

    @property
    def number_of(self) -> dict[int, int]:
        """Key of an entrant to number in the stage."""
        return {self.by_seed[seed].pk: number for number, seed in self.numbers.items()}

    def entrant(self, number: int) -> Entrant:
        """Who has a number."""
        return self.by_seed[self.numbers[number]]

    def away(self) -> set[int]:
        """Numbers of those who have gone for good."""
        return {number for number, seed in self.numbers.items() if self.by_seed[seed].state in AWAY}

    # --- rows ----------------------------------------------------------------------------------------------------------------

    def rounds(self) -> list[Round]:
        """In order."""
        return list(self.stage.rounds.order_by("number"))

    def add_matches(self, matches: Iterable[tuple[Match, list[MatchSide]]]) -> None:
        """Store new matches with their sides."""
        pairs = list(matches)
        bulk.insert([match for match, _ in pairs])
        for match, sides in pairs:
            for side in sides:
                side.match = match
        bulk.insert([side for _, sides in pairs for side in sides])

    def settle_rounds(self) -> None:
        """Rounds that run and have nothing left to be played are finished."""
        for one in self.stage.rounds.filter(state=R.RUNNING):
            if not one.matches.exclude(state__in=Match.OVER).exists():
                one.state = R.FINISHED
                one.save(update_fields=["state"])

    def publish(self, row: Round) -> None:
        """A round begins: its matches can be called."""
        row.state = R.RUNNING
        row.save(update_fields=["state"])
        row.matches.filter(state=M.PENDING).update(state=M.READY)

    @staticmethod
    def end(match: Match, state: Match.State, winner: int | None = None) -> None:
        """A match is over without having been played to its end."""
        match.state, match.winner, match.deadline = state, winner, None
        match.ended_at = match.ended_at or timezone.now()


def sides_of(matches: Mapping[int, Match]) -> dict[int, list[MatchSide]]:
    """The sides of matches by their key, in order of slots."""
    found: dict[int, list[MatchSide]] = {key: [] for key in matches}
    keys = list(matches)
    for first in range(0, len(keys), AT_ONCE):
        rows = MatchSide.objects.filter(match__in=keys[first : first + AT_ONCE])
        for side in rows.select_related("entrant").order_by("match", "slot"):
            found[side.match_id].append(side)
    return found
