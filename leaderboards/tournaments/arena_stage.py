"""Arenas: for a span of time whoever is free is paired again and again (RNK-7.11)."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from leaderboards.tournaments import arena
from leaderboards.tournaments.kinds import Kind, M, sides_of
from leaderboards.tournaments.models import Entrant, Match, MatchSide

UNDER_WAY = (M.READY, M.CALLED, M.RUNNING)


class Arena(Kind):
    """Duels without rounds."""

    def open(self) -> None:
        """It goes on for so many minutes."""
        now = timezone.now()
        self.stage.ends_at = now + timedelta(minutes=self.rules.minutes)
        self.stage.save(update_fields=["ends_at"])
        self.tournament.entrants.filter(state="active").update(free_since=now)
        self.progress()

    @property
    def ends(self) -> bool:
        """Whether the time is up."""
        return self.stage.ends_at is not None and timezone.now() >= self.stage.ends_at

    def progress(self) -> None:
        """Pair those who are free; at the end what has not been finished does not count."""
        if self.ends:
            for match in self.stage.matches.filter(state__in=UNDER_WAY):
                self.end(match, M.CANCELLED)
                match.save()
            return
        waiting = self._waiting()
        pairs = arena.pair(waiting)
        first = self.stage.matches.count()
        self.add_matches(
            (
                Match(
                    tournament=self.tournament,
                    stage=self.stage,
                    name=f"{first + index}",
                    position=first + index,
                    state=M.READY,
                ),
                [MatchSide(slot=slot, entrant=self.entrant(number), starts=slot == 0) for slot, number in enumerate(pair)],
            )
            for index, pair in enumerate(pairs, 1)
        )
        paired = [self.entrant(number).pk for pair in pairs for number in pair]
        for key in paired:
            Entrant.objects.filter(pk=key).update(free_since=None)

    def _waiting(self) -> list[arena.Waiting]:
        now = timezone.now()
        busy = set(
            MatchSide.objects.filter(match__stage=self.stage, match__state__in=UNDER_WAY).values_list("entrant", flat=True)
        )
        ranks = {row.player: row.place for row in self.table()}
        last, starts = self._past()
        found = []
        for number in self.numbers:
            entrant = self.entrant(number)
            resting = entrant.paused or (entrant.paused_until is not None and entrant.paused_until > now)
            if not entrant.is_in or entrant.pk in busy or resting:
                continue
            since = entrant.free_since or now
            found.append(
                arena.Waiting(
                    player=number,
                    rank=ranks.get(number, len(self.numbers)),
                    waited_s=int((now - since).total_seconds()),
                    last=last.get(number, (None, False))[0],
                    starts=starts.get(number, 0),
                    started_last=last.get(number, (None, False))[1],
                )
            )
        return found

    def _past(self) -> tuple[dict[int, tuple[int | None, bool]], dict[int, int]]:
        """The last opponent of each and whether they started, and how often each has."""
        last: dict[int, tuple[int | None, bool]] = {}
        starts: dict[int, int] = {}
        numbers = self.number_of
        matches = {match.pk: match for match in self.stage.matches.filter(state=M.FINISHED).order_by("ended_at", "pk")}
        for sides in sides_of(matches).values():
            one, other = (numbers[side.entrant_id or 0] for side in sides)
            last[one], last[other] = (other, sides[0].starts), (one, sides[1].starts)
            for number, side in ((one, sides[0]), (other, sides[1])):
                starts[number] = starts.get(number, 0) + side.starts
        return last, starts

    def games(self) -> list[arena.Game]:
        """The duels that count, in the order of their ends."""
        numbers = self.number_of
        over = self.stage.matches.filter(state__in=(M.FINISHED, M.FORFEIT)).order_by("ended_at", "pk")
        matches = {match.pk: match for match in over}
        found = []
        for key, sides in sides_of(matches).items():
            match = matches[key]
            if any(side.entrant is not None and side.entrant.annulled for side in sides):
                continue
            one, other = (numbers[side.entrant_id or 0] for side in sides)
            result: arena.Result = "D" if match.winner is None else "W" if match.winner == 0 else "L"
            mus = match.settings.get("mus", [25.0, 25.0])
            found.append(
                arena.Game(first=one, second=other, result=result, mus=(mus[0], mus[1]), played=match.state == M.FINISHED)
            )
        return found

    def table(self) -> list[arena.Row]:
        """The order at the moment."""
        return arena.standings(
            list(self.numbers),
            self.games(),
            seed=self.tournament.seed,
            ids={number: self.entrant(number).pk for number in self.numbers},
        )

    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.ends and not self.stage.matches.filter(state__in=UNDER_WAY).exists()

    def places(self) -> dict[int, int]:
        """The order at the end; whoever was shut out with all results is not in it."""
        return {row.player: row.place for row in self.table() if not self.entrant(row.player).annulled}

    def late_round(self) -> int:
        """At any time."""
        return 1

    def take_in(self, entrant: Entrant) -> None:
        """They are free at once."""
        super().take_in(entrant)
        entrant.free_since = timezone.now()
        entrant.save(update_fields=["free_since"])
        self.by_seed[entrant.seed or 0] = entrant
        self.progress()

    def back(self) -> None:
        """At any time."""

    def take_out(self, entrant: Entrant) -> None:
        """A match under way is lost; no further ones."""
        self.by_seed[entrant.seed or 0] = entrant
