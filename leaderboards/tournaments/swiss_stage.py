"""Swiss stages: each round is paired when the one before is over (RNK-7.6)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from leaderboards.tournaments import standings, strength, swiss, tally
from leaderboards.tournaments.kinds import Kind, M, R
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Round
from leaderboards.tournaments.refusals import Refused

MISSED_AT_MOST = 1
"""Rounds in a row that one may miss (RNK-7.12): the second one withdraws."""


class RoundByRound(Kind):
    """What Swiss and heats share: rounds that are made one after the other."""

    @abstractmethod
    def count(self) -> int:
        """How many rounds there are."""

    @abstractmethod
    def draw(self, row: Round) -> None:
        """Make the matches of a new round. Raises `Refused` if there can be none."""

    def open(self) -> None:
        """The first round."""
        self.progress(first=True)

    def progress(self, first: bool = False) -> None:
        """The next round, if it comes by itself."""
        self.settle_rounds()
        if (first or self.plan.auto) and not self.is_over():
            try:
                self.make_round(publish=self.plan.auto)
            except Refused as refused:
                if first and self.stage.number == 0:
                    raise
                self.blocked(refused)

    def blocked(self, refused: Refused) -> None:
        """A round that cannot be made is told to organisers; nothing else changes."""
        settings = {**self.stage.settings, "blocked": refused.code}
        if settings != self.stage.settings:
            self.stage.settings = settings
            self.stage.save(update_fields=["settings"])

    def make_round(self, publish: bool) -> Round | None:
        """Pair the next round, unless one is under way or drawn. Raises `Refused`."""
        rounds = self.rounds()
        if any(row.state != R.FINISHED for row in rounds) or len(rounds) >= self.count():
            return None
        self._note_absences(rounds)
        row = Round.objects.create(stage=self.stage, number=len(rounds) + 1, state=R.DRAWN)
        self.draw(row)
        if "blocked" in self.stage.settings:
            self.stage.settings = {name: value for name, value in self.stage.settings.items() if name != "blocked"}
            self.stage.save(update_fields=["settings"])
        if publish:
            self.publish(row)
            self.settle_rounds()
        return row

    def _note_absences(self, rounds: Sequence[Round]) -> None:
        """Whoever has missed two rounds in a row is taken out (RNK-7.12)."""
        last = rounds[-MISSED_AT_MOST - 1 :]
        missed = [
            {*MatchSide.objects.filter(match__round=row, forfeited="absent").values_list("entrant", flat=True)} for row in last
        ]
        for number in list(self.numbers):
            entrant = self.entrant(number)
            in_a_row = len(last) > MISSED_AT_MOST and all(entrant.pk in absent for absent in missed)
            if entrant.is_in and entrant.missed > MISSED_AT_MOST and in_a_row:
                entrant.state, entrant.reason = Entrant.State.WITHDRAWN, ""
                entrant.save(update_fields=["state", "reason"])

    def next_round(self) -> None:
        """Draw the next one, or publish the one that is drawn."""
        drawn = self.stage.rounds.filter(state=R.DRAWN).first()
        if drawn is not None:
            self.publish(drawn)
            self.settle_rounds()
        elif self.stage.rounds.filter(state=R.RUNNING).exists():
            raise Refused("round_open")
        elif self.is_over() or self.make_round(publish=self.plan.auto) is None:
            raise Refused("no_round_left")

    def present(self, number: int) -> list[int]:
        """Numbers that are to play in a round."""
        return [
            one
            for one in self.numbers
            if self.entrant(one).is_in and self.entrant(one).late_round <= number and self.entrant(one).bye_round != number
        ]

    def note_who_sits_out(self, row: Round, byes: Sequence[int], kind: str) -> None:
        """Write down who plays no match in a round, and why."""
        row.sat_out = {str(self.numbers[number]): kind for number in byes}
        playing = {*self.present(row.number)}
        for number in self.numbers:
            entrant = self.entrant(number)
            if entrant.is_in and entrant.bye_round == row.number and entrant.late_round <= row.number:
                row.sat_out[str(entrant.seed)] = "requested_bye"
            elif number not in playing:
                row.sat_out[str(entrant.seed)] = "absent"
        row.save(update_fields=["sat_out", "warning"])

    def is_over(self) -> bool:
        """Whether all rounds have been played, or nobody is left to play them."""
        if self.stage.rounds.exclude(state=R.FINISHED).exists():
            return False
        left = sum(self.entrant(number).is_in for number in self.numbers)
        return self.stage.rounds.count() >= self.count() or left < 2

    def late_round(self) -> int:
        """The next one that is not drawn yet, as far as late entry is allowed (RNK-7.12)."""
        number = self.stage.rounds.count() + 1
        if number > min(self.plan.late_rounds, self.count()):
            raise Refused("too_late")
        return number

    def back(self) -> None:
        """From the next round on."""

    def take_in(self, entrant: Entrant) -> None:
        """The last number; the next round has them."""
        super().take_in(entrant)
        self.by_seed[entrant.seed or 0] = entrant

    def round_for_a_bye(self) -> int:
        """The next round, if it is none of the last two (RNK-7.12). Raises `Refused`."""
        number = self.stage.rounds.count() + 1
        if number > self.count() - 2:
            raise Refused("bye_too_late")
        return number

    def take_out(self, entrant: Entrant) -> None:
        """What they are to play at the moment is lost; later rounds leave them out."""
        self.by_seed[entrant.seed or 0] = entrant
        self.progress()

    def undo_round(self) -> None:
        """Take the last round back while no game of it has begun (RNK-7.13). Raises `Refused`."""
        row = self.stage.rounds.order_by("-number").first()
        if row is None:
            raise Refused("no_round_left")
        if row.matches.filter(state__in=(M.RUNNING, M.FINISHED)).exists() or row.matches.filter(played=True).exists():
            raise Refused("round_begun")
        row.matches.all().delete()
        row.delete()

    def redraw(self) -> Round:
        """Pair the last round again (RNK-7.13). Raises `Refused`."""
        last = self.stage.rounds.order_by("-number").first()
        if last is None:
            raise Refused("no_round_left")
        pairing, published = last.pairing + 1, last.state == R.RUNNING
        self.undo_round()
        row = self.make_round(publish=published)
        if row is None:
            raise Refused("no_round_left")
        row.pairing = pairing
        row.save(update_fields=["pairing"])
        return row


class Swiss(RoundByRound):
    """Whoever has as many points meets (RNK-7.6)."""

    def count(self) -> int:
        """As settled, else as is usual for the field that began."""
        began = self.stage.settings.get("began", len(self.stage.entrants))
        most = swiss.most_rounds(max(2, began))
        return min(self.rules.rounds, most) if self.rules.rounds else swiss.rounds_of(began)

    def open(self) -> None:
        """Remember how many began: the number of rounds follows from it."""
        self.stage.settings = {**self.stage.settings, "began": len(self.stage.entrants)}
        self.stage.save(update_fields=["settings"])
        super().open()

    def forbidden(self) -> list[swiss.Pair]:
        """Pairs of linked accounts (H1)."""
        numbers = {self.entrant(number).user_id: number for number in self.numbers}
        pairs = strength.linked(key for key in numbers if key is not None)
        return [(numbers[one], numbers[other]) for one, other in pairs]

    def virtual(self, number: int) -> frozenset[int]:
        """Who has a virtual point."""
        return swiss.accelerated(number, self.count(), list(self.numbers)) if self.rules.accelerated else frozenset()

    def draw(self, row: Round) -> None:
        """By maximum-weight matching. Raises `Refused`: `nobody`, `no_pairing`."""
        try:
            pairing = swiss.pair(
                row.number,
                self.tournament.seed,
                tally.participants(self, self.present(row.number)),
                self.forbidden(),
                virtual=self.virtual(row.number),
                by_lot=self.plan.seeding == "lot",
            )
        except swiss.NoPairing as blocked:
            names = ", ".join(self.entrant(number).name for number in blocked.stuck)
            row.delete()
            raise Refused("nobody" if blocked.reason == "nobody" else "no_pairing", names=names) from blocked
        self.store(row, pairing)

    def store(self, row: Round, pairing: swiss.Pairing) -> None:
        """Write a pairing down as the matches of a round."""
        row.warning = pairing.warning
        self.note_who_sits_out(row, [pairing.bye] if pairing.bye is not None else [], "bye")
        first = self.stage.matches.count()
        self.add_matches(
            (
                Match(
                    tournament=self.tournament,
                    stage=self.stage,
                    round=row,
                    name=f"{row.number}.{index}",
                    position=first + index,
                    marked="",
                ),
                [
                    MatchSide(slot=slot, entrant=self.entrant(number), starts=number == starts)
                    for slot, number in enumerate((starts, other))
                ],
            )
            for index, (starts, other) in enumerate(_starter_first(pairing), 1)
        )

    def by_hand(self, row: Round, pairs: Sequence[tuple[int, int]], bye: int | None) -> list[swiss.Breach]:
        """Replace a drawn round by pairs of numbers (RNK-7.6). Returns what hard rules it breaks, which organisers may.

        Raises `Refused` (`bad_pairing`) if somebody is missing, named twice or not in it.
        """
        present = tally.participants(self, self.present(row.number))
        broken = swiss.check(row.number, present, pairs, bye, self.forbidden())
        if any(one.rule in ("missing", "twice", "unknown", "bye") for one in broken):
            raise Refused("bad_pairing")
        pairing = swiss.by_hand(row.number, self.tournament.seed, present, pairs, bye, virtual=self.virtual(row.number))
        row.matches.all().delete()
        row.pairing += 1
        row.save(update_fields=["pairing"])
        self.store(row, pairing)
        return broken

    def empty_round(self) -> Round:
        """A round for organisers to pair, where no pairing is allowed (H1). Raises `Refused` (`not_drawn`)."""
        rounds = self.rounds()
        if "blocked" not in self.stage.settings or any(row.state != R.FINISHED for row in rounds):
            raise Refused("not_drawn")
        self.stage.settings = {name: value for name, value in self.stage.settings.items() if name != "blocked"}
        self.stage.save(update_fields=["settings"])
        return Round.objects.create(stage=self.stage, number=len(rounds) + 1, state=R.DRAWN)

    def explained(self, row: Round) -> list[swiss.Explained]:
        """Why each pair of the last round meets, and who starts. Empty for earlier rounds: their standings have changed."""
        if self.stage.rounds.filter(number__gt=row.number).exists() or row.state == R.FINISHED:
            return []
        numbers = self.number_of
        pairs = [
            tuple(numbers[key] for key in match.sides.order_by("slot").values_list("entrant", flat=True))
            for match in row.matches.order_by("position")
        ]
        out = {int(seed): why for seed, why in row.sat_out.items()}
        bye = next((number for number, seed in self.numbers.items() if out.get(seed) == "bye"), None)
        present = tally.participants(self, {*(number for pair in pairs for number in pair), *([bye] if bye else [])})
        pairing = swiss.by_hand(row.number, self.tournament.seed, present, pairs, bye)  # type: ignore[arg-type]
        return swiss.explain(row.number, self.tournament.seed, present, pairing)

    def table(self) -> list[standings.Row]:
        """The standings."""
        return tally.table(self)

    def places(self) -> dict[int, int]:
        """Of the standings."""
        return {int(row.player): row.place for row in tally.table(self)}


def _starter_first(pairing: swiss.Pairing) -> list[tuple[int, int]]:
    return [
        (starts, other if starts == upper else upper)
        for (upper, other), starts in zip(pairing.pairs, pairing.starts, strict=True)
    ]
