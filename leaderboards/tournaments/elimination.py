"""Knock-out stages: the bracket is known from the start, and every result is carried on through it (RNK-7.2, 7.3, 7.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.utils import timezone

from leaderboards.tournaments import bracket, bulk, corrections
from leaderboards.tournaments.bracket import OPEN, Decided, Fixture, Sides, Stand
from leaderboards.tournaments.kinds import AWAY, Kind, M, R, S
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Round, Stage
from leaderboards.tournaments.refusals import Refused


@lru_cache(maxsize=32)
def fixtures_of(kind: str, n: int, third_place: bool, reseed: bool, single_final: bool) -> Sequence[Fixture]:
    """The bracket of so many."""
    return tuple(bracket.double(n, single_final) if kind == "double" else bracket.single(n, third_place, reseed))


def column(fixture: Fixture) -> str:
    """The round of the bracket it stands in: `W2`, `L3`, `GF`, `3P`."""
    return fixture.bracket if fixture.bracket in ("GF", "3P") else f"{fixture.bracket}{fixture.round}"


@dataclass(slots=True)
class Line:
    """A match as it is stored, as far as the bracket is concerned."""

    pk: int
    name: str
    state: str
    winner: int | None
    decided: str
    round: int | None


@dataclass(slots=True)
class Slot:
    """A side as it is stored."""

    pk: int
    entrant: int | None
    """The key."""
    empty: bool
    starts: bool
    ready: bool
    kept: bool


class Rows:
    """The matches of a bracket with their sides, by name. Brackets are large: no more is read than is looked at."""

    def __init__(self, stage: Stage) -> None:
        fields = ("pk", "name", "state", "winner", "decided", "round")
        self.matches = {row[1]: Line(*row) for row in bulk.values(stage.matches.order_by().values_list(*fields))}
        names = {line.pk: name for name, line in self.matches.items()}
        self.sides: dict[str, list[Slot]] = {name: [] for name in self.matches}
        sides = MatchSide.objects.filter(match__stage=stage).order_by("match", "slot")
        for match, *rest in bulk.values(sides.values_list("match_id", "pk", "entrant", "empty", "starts", "ready", "kept")):
            self.sides[names[match]].append(Slot(*rest))


class Elimination(Kind):
    """Single and double elimination."""

    @property
    def fixtures(self) -> Sequence[Fixture]:
        """The bracket; its size is settled by how many began."""
        rules = self.rules
        return fixtures_of(self.stage.kind, self.began, rules.third_place, rules.reseed, rules.single_final)

    @property
    def began(self) -> int:
        """How many there were at the start: late ones stand behind the first hole or beyond."""
        entrants = self.stage.entrants
        return int(self.stage.settings.get("began", len(entrants)))

    @cached_property
    def rows(self) -> Rows:
        """What is stored."""
        return Rows(self.stage)

    def open(self) -> None:
        """All matches, with where their sides come from."""
        self.stage.settings = {**self.stage.settings, "began": len(self.stage.entrants)}
        self.stage.save(update_fields=["settings"])
        columns = list(dict.fromkeys(column(fixture) for fixture in self.fixtures))
        rounds = Round.objects.bulk_create(
            [Round(stage=self.stage, number=number, label=label) for number, label in enumerate(columns, 1)]
        )
        by_label = dict(zip(columns, rounds, strict=True))
        stands = bracket.resolve(self.fixtures, self.began, {}, late=self.late())
        now = timezone.now()
        self.add_matches(
            (
                Match(
                    tournament=self.tournament,
                    stage=self.stage,
                    round=by_label[column(fixture)],
                    name=fixture.name,
                    position=position,
                    state=M(stands[fixture.name].state),
                    winner=_slot_of(stands[fixture.name]),
                    ended_at=now if stands[fixture.name].settled else None,
                ),
                [
                    MatchSide(
                        slot=slot,
                        source="" if source.kind == "seed" else f"{source.kind} {source.of}",
                        entrant_id=entrant,
                        empty=empty,
                        starts=starts,
                    )
                    for slot, (source, (entrant, empty, starts)) in enumerate(
                        zip(fixture.sides, self._wanted(fixture, stands[fixture.name]), strict=True)
                    )
                ],
            )
            for position, fixture in enumerate(self.fixtures)
        )

    def _wanted(self, fixture: Fixture, stand: Stand) -> list[tuple[int | None, bool, bool]]:
        """Of both sides: the key of who is on it, whether nobody will be, and whether it starts."""
        both = [side for side in stand.sides if isinstance(side, int)]
        starter = bracket.starter(fixture, (both[0], both[1])) if len(both) == 2 else None
        keys = self.keys
        return [
            (keys[who] if isinstance(who, int) else None, who is None, slot == starter) for slot, who in enumerate(stand.sides)
        ]

    @cached_property
    def keys(self) -> dict[int, int]:
        """The keys of entrants by their number."""
        by_seed = dict(self.tournament.entrants.filter(seed__isnull=False).values_list("seed", "pk"))
        return {number: by_seed[seed] for number, seed in self.numbers.items()}

    def stands(self) -> dict[str, Stand]:
        """How every match stands."""
        return bracket.resolve(self.fixtures, self.began, self.decided(), self.away(), self.kept(), self.late())

    def decided(self) -> dict[str, Decided]:
        """The results so far."""
        return {
            name: Decided(match.winner if match.winner in (0, 1) else None, match.decided)  # type: ignore[arg-type]
            for name, match in self.rows.matches.items()
            if match.decided
        }

    def late(self) -> set[int]:
        """Numbers of those who came late."""
        return {number for number in self.numbers if number > self.began}

    def kept(self) -> dict[str, Sides]:
        """Sides that stay whatever comes in (RNK-7.13)."""
        found: dict[str, Sides] = {}
        for name, (one, other) in self.rows.sides.items():
            if one.kept or other.kept:
                found[name] = (self._side(one) if one.kept else OPEN, self._side(other) if other.kept else OPEN)
        return found

    def _side(self, side: Slot) -> bracket.Side:
        return None if side.empty else OPEN if side.entrant is None else self._number_of[side.entrant]

    @cached_property
    def _number_of(self) -> dict[int, int]:
        return {key: number for number, key in self.keys.items()}

    def away(self) -> set[int]:
        """Numbers of those who have gone for good."""
        gone = self.tournament.entrants.filter(state__in=AWAY, seed__isnull=False).values_list("pk", flat=True)
        return {self._number_of[key] for key in gone if key in self._number_of}

    def preview(self, name: str, result: Decided, choices: Mapping[str, corrections.Choice]) -> corrections.Override:
        """What another result of a match would do. Raises `Refused` (`no_result`) for one that has none."""
        begun = {name for name, match in self.rows.matches.items() if match.state in (M.CALLED, M.RUNNING)}
        try:
            return corrections.override(
                self.fixtures, self.began, self.decided(), name, result, begun, choices, self.away(), self.kept(), self.late()
            )
        except corrections.Refused as refused:
            raise Refused(refused.reason) from refused

    def keep(self, kept: Mapping[str, Sides]) -> None:
        """Let these sides stay, and no others."""
        for name, sides in self.rows.sides.items():
            stay = kept.get(name, (OPEN, OPEN))
            for slot, side in enumerate(sides):
                wanted = stay[slot] is not OPEN
                if side.kept != wanted:
                    side.kept = wanted
                    MatchSide.objects.filter(pk=side.pk).update(kept=wanted)

    def progress(self) -> None:
        """Carry all results through the bracket."""
        stands = self.stands()
        for fixture in self.fixtures:
            stand = stands[fixture.name]
            moved = self._move_sides(fixture, stand)
            self._update(self.rows.matches[fixture.name], stand, moved)
        self._note_withdrawals()
        self._settle_columns()
        self._settle_entrants(stands)

    def _move_sides(self, fixture: Fixture, stand: Stand) -> bool:
        """Put on both sides who stands there now; whether that is somebody else."""
        rows, moved = self.rows.sides[fixture.name], False
        if all(self._stands_there(row, who) for row, who in zip(rows, stand.sides, strict=True)):
            return False
        for row, wanted in zip(rows, self._wanted(fixture, stand), strict=True):
            if (row.entrant, row.empty, row.starts) != wanted:
                row.ready = row.ready and row.entrant == wanted[0]
                row.entrant, row.empty, row.starts = wanted
                MatchSide.objects.filter(pk=row.pk).update(
                    entrant=row.entrant, empty=row.empty, starts=row.starts, ready=row.ready
                )
                moved = True
        return moved

    def _stands_there(self, row: Slot, who: bracket.Side) -> bool:
        """Whether a side is as it is to be; who begins follows from who is there."""
        return row.entrant == (self.keys[who] if isinstance(who, int) else None) and row.empty == (who is None)

    def _update(self, match: Line, stand: Stand, moved: bool) -> None:
        """Bring a match to how it stands."""
        winner = _slot_of(stand)
        under_way = match.state in (M.CALLED, M.RUNNING) and not moved
        state = M(match.state) if stand.state == "ready" and under_way else M(stand.state)
        decided = "" if stand.state in ("pending", "walkover", "cancelled") else match.decided
        if decided == match.decided and ((match.state, match.winner) == (state, winner) or (decided and match.state == state)):
            return
        changes: dict[str, object] = {"decided": decided, "state": state}
        if state in (M.PENDING, M.READY):
            changes |= {"called_at": None, "deadline": None, "ended_at": None, "winner": None}
        elif state in Match.OVER:
            changes |= {"winner": winner, "deadline": None, "ended_at": timezone.now()}
        match.decided, match.state, match.winner = decided, state, winner if state in Match.OVER else None
        Match.objects.filter(pk=match.pk).update(**changes)

    def _note_withdrawals(self) -> None:
        """Why matches were forfeited that somebody who has gone did not play (RNK-7.12)."""
        for key, state in self.tournament.entrants.filter(state__in=AWAY, seed__isnull=False).values_list("pk", "state"):
            why = "disqualified" if state == S.DISQUALIFIED else "withdrawn"
            forfeited = self.stage.matches.filter(state__in=(M.FORFEIT, M.DOUBLE_FORFEIT), decided="")
            MatchSide.objects.filter(entrant=key, forfeited="", match__in=forfeited).update(forfeited=why)

    def _settle_columns(self) -> None:
        over: dict[int, bool] = {}
        for match in self.rows.matches.values():
            if match.round is not None:
                over[match.round] = over.get(match.round, True) and match.state in Match.OVER
        for row in self.stage.rounds.all():
            state = R.FINISHED if over.get(row.pk) else R.RUNNING
            if row.state != state:
                row.state = state
                row.save(update_fields=["state"])

    def _settle_entrants(self, stands: Mapping[str, Stand]) -> None:
        """Who is out, and who is in again after a correction."""
        best = bracket.champion(self.fixtures, stands)
        out = {self.keys[number] for number in bracket.places(self.fixtures, stands) if number != best}
        known = self.tournament.entrants.filter(state__in=(S.ACTIVE, S.OUT), seed__isnull=False)
        for key, state in known.values_list("pk", "state"):
            wanted = S.OUT if key in out else S.ACTIVE
            if key in self._number_of and state != wanted:
                Entrant.objects.filter(pk=key).update(state=wanted)

    def is_over(self) -> bool:
        """Whether no match is left."""
        return not self.stage.matches.exclude(state__in=Match.OVER).exists()

    def places(self) -> dict[int, int]:
        """By the round lost (RNK-7.9)."""
        return bracket.places(self.fixtures, self.stands())

    def late_round(self) -> int:
        """Only into a bye of the first round, before the match after it is called (RNK-7.12)."""
        self._bye()
        return 1

    def take_in(self, entrant: Entrant) -> None:
        """Take the place that was empty."""
        number = self._bye()
        entrants = [*self.stage.entrants, *[0] * (number - len(self.stage.entrants))]
        entrants[number - 1] = entrant.seed
        self.stage.entrants = entrants
        self.stage.save(update_fields=["entrants"])
        for known in ("keys", "_number_of"):
            self.__dict__.pop(known, None)
        self.progress()

    def _bye(self) -> int:
        """The number that would meet somebody who has a bye and has not been called since. Raises `Refused` (`too_late`)."""
        after = bracket.fed(self.fixtures)
        for fixture in self.fixtures:
            numbers = [int(source.of) for source in fixture.sides if source.kind == "seed"]
            if len(numbers) < 2 or self.rows.matches[fixture.name].state != M.WALKOVER:
                continue
            free = next((number for number in numbers if number not in self.numbers), None)
            following = [self.rows.matches[name].state for name in after[fixture.name]]
            if free is not None and all(state in (M.PENDING, M.READY) for state in following):
                return free
        raise Refused("too_late")

    def take_out(self, entrant: Entrant) -> None:
        """What is left of theirs is lost."""
        self.progress()


def _slot_of(stand: Stand) -> int | None:
    return stand.sides.index(stand.winner) if stand.winner is not None else None
