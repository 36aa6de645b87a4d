"""Plays the worked cases of Spieleflut; the vocabulary is Appendix C of its rules."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

import msgspec

from games.engine.cases import without_notes
from games.engine.dice import Dice
from games.engine.errors import BrokenData, EngineError
from games.engine.event import tell_nobody
from games.engine.game import Setup
from games.spieleflut.rules import Spieleflut, actions, scoring, turn
from games.spieleflut.rules.cards import NONE
from games.spieleflut.rules.options import Options
from games.spieleflut.rules.position import SLOTS, Position, Work

Names = list[str]
Module = Literal["basis", "rang", "ereignis"]
Rest = Literal[
    "SETUP", "COUNTDOWN", "SCORE", "REWARD", "DRAW", "REVIEWS", "COMPENSATE", "ACTIONS", "END_TURN", "GAME_END"
]  # fmt: skip
Stage = Rest | Literal["NEW_GAME", "DEALT"]
"""Where a case may begin: the states of SPF-5.4, a new game, or hands dealt."""

NAMING = {"buy": ("card_a", "card_b"), "pay": ("card_a", "card_b"), "pause": ("cards",)}
"""Actions that name cards, asked for apart (SPF-5.5)."""

NEEDS: dict[str, tuple[str, ...]] = (
    dict.fromkeys(("setup_place", "queue", "discard", "swap_queue", "give_queue", "fallback_place"), ("review",))
    | dict.fromkeys(("place", "give_desk"), ("review", "slot"))
    | dict.fromkeys(("promote", "reward_desk"), ("slot",))
    | dict.fromkeys(("swap_discard", "fallback_take", "draw_extra", "skip_extra", "discard_queue", "team_swap"), ())
    | dict.fromkeys(("reviews_done", "reward_queue", "reward_decline", "end_turn", "start_turn"), ())
    | {"draw": ("n",), "take_discard": ("dest",), "attach": ("card", "slot"), "play": ("card",)}
    | NAMING
)
"""Every action with the parameters it must have."""

PLACES = 9
"""The highest number a marker can show (SPF-2.7)."""


class Desk(msgspec.Struct, forbid_unknown_fields=True):
    """A review on a desk."""

    slot: Literal[0, 1]
    review: str
    attached: Names = []
    deadline: Annotated[int, msgspec.Meta(ge=0, le=PLACES)] | None = None
    disturbance: str | None = None
    turns_left: Annotated[int, msgspec.Meta(ge=1)] = 1


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has at the beginning."""

    seat: int
    reach: Annotated[int, msgspec.Meta(ge=0)] = 0
    rank: Annotated[int, msgspec.Meta(ge=scoring.LOWEST_RANK, le=scoring.HIGHEST_RANK)] = scoring.LOWEST_RANK
    hand: Names = []
    desk: list[Desk] = []
    queue: str | None = None
    finished: Names = []


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The position before the first step."""

    state: Stage
    round: Annotated[int, msgspec.Meta(ge=1, le=scoring.ROUND_LIMIT)] | None = None
    active: int = 0
    pending: Names = []
    players: list[Seat] = []
    discard: Names = []
    review_stack: Names = []
    events: Names = []
    draw: Names | None = None


class Step(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A decision of a seat."""

    seat: int
    action: str
    review: str | None = None
    slot: int | None = None
    n: int | None = None
    dest: str | None = None
    card: str | None = None
    card_a: str | None = None
    card_b: str | None = None
    cards: Names | None = None
    seat_target: int | None = None
    seat_source: int | None = None
    slot_target: int | None = None
    recover: Names | None = None


class Before(msgspec.Struct, forbid_unknown_fields=True):
    """What is looked at before the first step."""

    legal: list[Step] = []
    illegal: list[Step] = []


class Counts(msgspec.Struct, forbid_unknown_fields=True):
    """Cards after the setup of a new game."""

    in_play: int | None = None
    zero_star: int | None = None
    review_stack: int | None = None
    review_stack_top_stars: int | msgspec.UnsetType | None = msgspec.UNSET
    events: int | None = None


class DeskThen(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An occupied slot afterwards; of what lies there the fields named are compared."""

    slot: Literal[0, 1]
    review: str | msgspec.UnsetType = msgspec.UNSET
    attached: Names | msgspec.UnsetType = msgspec.UNSET
    deadline: int | msgspec.UnsetType = msgspec.UNSET
    disturbance: str | msgspec.UnsetType | None = msgspec.UNSET
    turns_left: int | msgspec.UnsetType = msgspec.UNSET


class SeatThen(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat has afterwards."""

    reach: int | msgspec.UnsetType = msgspec.UNSET
    rank: int | msgspec.UnsetType = msgspec.UNSET
    hand: Names | msgspec.UnsetType = msgspec.UNSET
    desk: list[DeskThen] | msgspec.UnsetType = msgspec.UNSET
    queue: str | msgspec.UnsetType | None = msgspec.UNSET
    finished: Names | msgspec.UnsetType = msgspec.UNSET


class Then(msgspec.Struct, forbid_unknown_fields=True):
    """What must hold after the last step; only what is named is compared."""

    state: str | None = None
    active: int | None = None
    round: int | None = None
    players: dict[str, SeatThen] = {}
    pending: Names | None = None
    draw: Names | None = None
    discard: Names | None = None
    review_stack: Names | None = None
    events: Names | None = None
    legal: list[Step] = []
    illegal: list[Step] = []
    before: Before = msgspec.field(default_factory=Before)
    winners: list[int] | None = None
    counts: Counts | None = None


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One worked case."""

    id: str
    title: str
    modules: list[Module]
    players: Literal[2, 3, 4]
    given: Given
    when: list[Step]
    then: Then
    rules: Names = []
    options: dict[Literal["long", "pause"], bool] = {}


def run(case: dict[str, Any], cards: bytes) -> list[str]:
    """What differs from `then`, in words; nothing if the case passes. Raises `BrokenData` for a case that cannot be read."""
    try:
        read = msgspec.convert(without_notes(case), Case)
    except msgspec.ValidationError as error:
        raise BrokenData("cases", str(error)) from error
    return Player(read, Spieleflut.with_cards(cards)).differences()


class Player:
    """Builds the position, feeds the steps, compares. Raises `BrokenData`."""

    def __init__(self, case: Case, game_type: type[Spieleflut]) -> None:
        self.case, self.cards = case, game_type.cards
        self._check()
        self.game = self._new(game_type) if case.given.state == "NEW_GAME" else self._given(game_type)
        self.found: list[str] = []

    def differences(self) -> list[str]:
        """Play it, and say what is not as `then` says."""
        then = self.case.then
        if self.case.given.state not in ("NEW_GAME", "COUNTDOWN"):
            self._pass_forced()
        self._offered(then.before.legal, then.before.illegal, "before")
        for number, step in enumerate(self.case.when, 1):
            try:
                self._do(step, number)
            except EngineError as error:
                return [*self.found, f"step {number} ({step.action}): {error.text.key} {error.text.args}"]
        self._compare(then)
        self._offered(then.legal, then.illegal, "after")
        return self.found

    # --- what a case must be -------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        """Cards, seats and parameters that are there. Raises `BrokenData`."""
        case, then = self.case, self.case.then
        if "basis" not in case.modules:
            raise BrokenData("cases", "the modules always contain basis (SPF-1.3)")
        for step in case.when:
            self._check_step(step)
            missing = [name for name in NEEDS[step.action] if getattr(step, name) is None]
            if missing:
                raise BrokenData("cases", f"{step.action} needs `{missing[0]}`")
        for step in (*then.legal, *then.illegal, *then.before.legal, *then.before.illegal):
            self._check_step(step)
        for pile in (then.pending, then.draw, then.discard, then.review_stack, then.events):
            self._numbers(pile or [])
        for name, seat in then.players.items():
            self._check_seat(name, seat)
        for number in (case.given.active, *(then.winners or ()), *([] if then.active is None else [then.active])):
            self._check_number(number)
        if then.counts is not None and case.given.state != "NEW_GAME":
            raise BrokenData("cases", "counts are compared only after NEW_GAME")

    def _check_number(self, seat: int) -> None:
        if not 0 <= seat < self.case.players:
            raise BrokenData("cases", f"there is no seat {seat}")

    def _check_step(self, step: Step) -> None:
        if step.action not in NEEDS:
            raise BrokenData("cases", f"there is no action {step.action}")
        for seat in (step.seat, step.seat_target, step.seat_source):
            if seat is not None:
                self._check_number(seat)
        named = (step.review, step.card, step.card_a, step.card_b, *(step.cards or ()), *(step.recover or ()))
        self._numbers([name for name in named if name is not None])

    def _check_seat(self, name: str, seat: SeatThen) -> None:
        if name not in map(str, range(self.case.players)):
            raise BrokenData("cases", f"there is no seat {name}")
        for part in (seat.hand, seat.finished):
            self._numbers(part or [])
        self._numbers([seat.queue] if seat.queue else [])
        for entry in seat.desk or []:
            named = [entry.review, entry.disturbance, *(entry.attached or ())]
            self._numbers([name for name in named if name])

    # --- the position --------------------------------------------------------------------------------------------------------

    def _options(self) -> dict[str, str]:
        case = self.case
        chosen = {name: "on" if name in case.modules else "off" for name in ("rang", "ereignis")}
        return chosen | {name: "on" if value else "off" for name, value in case.options.items()}

    def _new(self, game_type: type[Spieleflut]) -> Spieleflut:
        return game_type.new(self._options(), Setup(self.case.players, starter=0), Dice(b"case"))

    def _numbers(self, names: Names) -> list[int]:
        unknown = [name for name in names if name not in self.cards.by_name]
        if unknown:
            raise BrokenData("cases", f"there is no card {unknown[0]}")
        return [self.cards.by_name[name] for name in names]

    def _given(self, game_type: type[Spieleflut]) -> Spieleflut:
        given, seats = self.case.given, self.case.players
        p = game_type.start(game_type.meta.check(self._options(), seats), Setup(seats))
        p.options = Options.of(game_type.meta.check(self._options(), seats))
        dealt = given.state == "DEALT"
        p.round = given.round if given.round is not None else 1 if dealt or given.state == "SETUP" else 5
        p.active = given.active
        p.discard, p.stack = self._numbers(given.discard)[::-1], self._numbers(given.review_stack)[::-1]
        p.events, p.pending = self._numbers(given.events)[::-1], self._numbers(given.pending)
        twice = [seat for seat, count in Counter(seat.seat for seat in given.players).items() if count > 1]
        if twice:
            raise BrokenData("cases", f"seat {twice[0]} stands twice")
        for seat in given.players:
            self._seat(p, seat)
        p.draw = self._draw(given)[::-1]
        named = Counter(self._in_play(p))
        for card, count in named.items():
            if count > 1:
                raise BrokenData("cases", f"{self.cards.names[card]} is in two places")
        p.out = [card for card in range(len(self.cards.names)) if card not in named]
        p.set_up = 0 if dealt else given.active if given.state == "SETUP" else seats
        if given.state != "NEW_GAME" and given.state != "DEALT":
            p.state = given.state
        return game_type(p, Dice(b"case"), tell_nobody)

    def _seat(self, p: Position, seat: Seat) -> None:
        self._check_number(seat.seat)
        number = seat.seat
        p.reach[number], p.rank[number] = seat.reach, seat.rank
        p.hands[number], p.finished[number] = self._numbers(seat.hand), self._numbers(seat.finished)
        if seat.queue is not None:
            if not p.options.rang:
                raise BrokenData("cases", "a queue belongs to the module rang (SPF-1.4)")
            p.queues[number] = self._review(seat.queue)
        for entry in seat.desk:
            if p.desks[number][entry.slot] is not None:
                raise BrokenData("cases", f"seat {number} has two reviews in slot {entry.slot}")
            review = self._review(entry.review)
            deadline = self.cards.deadline[review] if entry.deadline is None else entry.deadline
            work = Work(review, deadline, self._numbers(entry.attached))
            for card in work.attached:
                if self.cards.activity[card] == NONE:
                    raise BrokenData("cases", f"{self.cards.names[card]} is no activity")
            if entry.disturbance is not None:
                (work.disturbance,) = self._numbers([entry.disturbance])
                if not self.cards.disturbance[work.disturbance]:
                    raise BrokenData("cases", f"{entry.disturbance} is no disturbance")
                counted = self.cards.operation(work.disturbance, "block_attach")
                work.turns = entry.turns_left if counted is not None else 0
            p.desks[number][entry.slot] = work

    def _review(self, name: str) -> int:
        (card,) = self._numbers([name])
        if not self.cards.review[card]:
            raise BrokenData("cases", f"{name} is no review")
        return card

    def _draw(self, given: Given) -> list[int]:
        """As named; left out: every activity the case names nowhere, in the order of their ids (Z, T, U)."""
        if given.draw is not None:
            return self._numbers(given.draw)
        text = msgspec.json.encode(self.case).decode()
        free = [name for name in self.cards.names if self.cards.activity[self.cards.by_name[name]] != NONE]
        return self._numbers(
            sorted((name for name in free if f'"{name}"' not in text), key=lambda name: ("ZTU".index(name[0]), name))
        )

    def _in_play(self, p: Position) -> list[int]:
        cards = [*p.draw, *p.discard, *p.stack, *p.events, *p.pending]
        for seat in range(p.seats):
            cards += [*p.hands[seat], *p.finished[seat], p.queues[seat]]
            for work in p.desks[seat]:
                if work is not None:
                    cards += [work.review, *work.attached, work.disturbance]
        return [card for card in cards if card != NONE]

    def _pass_forced(self) -> None:
        """Any position but one in COUNTDOWN first passes its forced steps (Appendix C)."""
        game = self.game
        state = game.position.state
        if self.case.given.state in ("DEALT", "SETUP"):
            turn.set_up(game)
        elif state == "SCORE":
            turn.score(game)
        elif state == "REWARD":
            self._reward()
        elif state == "DRAW":
            turn.begin_draw(game)
        elif state == "REVIEWS":
            turn.go_on_reviewing(game)
        elif state == "END_TURN":
            turn.end(game)
        game.prompts = game.open_prompts()

    def _reward(self) -> None:
        """The slot just scored is the first that holds nothing, or a review that has moved up; without a stack it goes on."""
        p = self.game.position
        scored = [slot for slot in SLOTS if (work := p.desks[p.active][slot]) is None or not work.attached]
        p.scoring = min(scored, default=SLOTS[-1]) + 1
        if not p.stack:
            turn.answer_reward(self.game, ("reward_decline",))

    # --- the steps -----------------------------------------------------------------------------------------------------------

    def _do(self, step: Step, number: int) -> None:
        game = self.game
        if step.action == "start_turn":
            if number == 1 and self.case.given.state == "COUNTDOWN" and step.seat == game.position.active:
                turn.begin(game)
                game.prompts = game.open_prompts()
            elif not self._just_begun(step.seat, number):
                self.found.append(f"start_turn of seat {step.seat}: no turn of it begins")
            return
        option = self._option(step)
        if option is None:
            self.found.append(f"{step.action} of seat {step.seat} is not on offer")
            return
        game.apply(step.seat, [option])
        names = self._named(step)
        if names and game.position.state in ("BUY", "PAY", "PAUSE", "RECOVER"):  # a single activity is recovered unasked
            game.apply(step.seat, [("card", card) for card in self._numbers(names)])

    def _just_begun(self, seat: int, number: int) -> bool:
        """Whether the step before ended a turn: that of the next seat has begun as a forced step (Appendix C)."""
        before = self.case.when[number - 2].action if number > 1 else ""
        return before in ("end_turn", "pause", "fallback_take", "fallback_place") and seat == self.game.position.active

    @staticmethod
    def _named(step: Step) -> Names:
        """The cards an action names, to be asked for next."""
        if step.action == "play":
            return step.recover or []
        names: Names = []
        for key in NAMING.get(step.action, ()):
            value = getattr(step, key)
            names += value if isinstance(value, list) else [] if value is None else [value]
        return names

    def _option(self, step: Step) -> Any:
        """The option on offer that this step means; None if there is none."""
        prompt = next((prompt for prompt in self.game.prompts if prompt.seat == step.seat), None)
        return next((option for option in prompt.options if self._means(step, option)), None) if prompt is not None else None

    def _means(self, step: Step, option: Any) -> bool:
        verb, *rest = option
        if verb != step.action:
            return False
        if verb == "play":
            return self.cards.names[rest[0]] == step.card and self._aim(step, rest[0], rest[1])
        wanted = {
            "attach": [step.card, step.slot],
            "draw": [step.n],
            "take_discard": [step.dest],
            "promote": [step.slot],
            "reward_desk": [step.slot],
        }
        if verb in wanted:
            shown = [self.cards.names[rest[0]], rest[1]] if verb == "attach" else rest
            return shown == wanted[verb]
        if verb == "pay":
            return step.slot in (None, rest[0])
        if not rest:
            return True
        return [self.cards.names[rest[0]], *rest[1:]] == [step.review, *([] if step.slot is None else [step.slot])]

    def _aim(self, step: Step, card: int, aim: tuple[int, ...]) -> bool:
        """Whether a target is the one the step names (SPF-7.6)."""
        if len(aim) == 4:
            source = step.seat if step.seat_source is None else step.seat_source
            target = step.seat_target if step.seat_target is not None else step.seat
            return aim == (source, step.slot, target, step.slot_target)
        if len(aim) == 2:
            target = step.seat_target if step.seat_target is not None else step.seat
            return aim == (target, step.slot)
        if len(aim) == 1:
            return aim[0] == step.seat_target
        if step.recover is None:
            return True
        found = actions.recoverable(self.game, self.cards.data[card].effect[0])
        most = self.cards.data[card].effect[0].count
        chosen = self._numbers(step.recover)
        return 1 <= len(chosen) <= most and len(set(chosen)) == len(chosen) and set(chosen) <= set(found)

    def _offered(self, legal: list[Step], illegal: list[Step], when: str) -> None:
        for step in legal:
            if self._option(step) is None or not self._cards_fit(step):
                self.found.append(f"{when}: {step.action} should be on offer: {msgspec.to_builtins(step)}")
        for step in illegal:
            if self._option(step) is not None and self._cards_fit(step):
                self.found.append(f"{when}: {step.action} should not be on offer: {msgspec.to_builtins(step)}")

    def _cards_fit(self, step: Step) -> bool:
        """Whether the cards an action names could be chosen for it."""
        if step.action not in NAMING or all(getattr(step, key) is None for key in NAMING[step.action]):
            return True
        hand = self.game.position.hands[step.seat]
        chosen = self._numbers(self._named(step))
        if step.action == "pay" and any(self.cards.activity[card] == NONE for card in chosen):
            return False
        if not chosen or (step.action != "pause" and len(chosen) != actions.PRICE):
            return False
        return len(set(chosen)) == len(chosen) and set(chosen) <= set(hand)

    # --- comparing -----------------------------------------------------------------------------------------------------------

    def _compare(self, then: Then) -> None:
        p = self.game.position
        names = self.cards.names
        facts: dict[str, Any] = {
            "state": p.state,
            "active": p.active,
            "round": p.round,
            "pending": [names[card] for card in p.pending],
            "draw": [names[card] for card in reversed(p.draw)],
            "discard": [names[card] for card in reversed(p.discard)],
            "review_stack": [names[card] for card in reversed(p.stack)],
            "events": [names[card] for card in reversed(p.events)],
            "winners": self._winners(),
        }
        for name, value in facts.items():
            wanted = getattr(then, name)
            if wanted is not None and wanted != value:
                self.found.append(f"{name}: {value} instead of {wanted}")
        for seat, fields in then.players.items():
            self._compare_seat(int(seat), fields)
        if then.counts is not None:
            self._compare_counts(then.counts)

    def _winners(self) -> list[int]:
        outcome = self.game.outcome()
        return [] if outcome is None else outcome.winners()

    def _compare_seat(self, seat: int, then: SeatThen) -> None:
        p, names = self.game.position, self.cards.names
        facts: dict[str, Any] = {
            "reach": p.reach[seat],
            "rank": p.rank[seat],
            "queue": names[p.queues[seat]] if p.queues[seat] != NONE else None,
            "finished": [names[card] for card in p.finished[seat]],
            "hand": sorted(names[card] for card in p.hands[seat]),
        }
        for name, value in facts.items():
            wanted = getattr(then, name)
            if wanted is not msgspec.UNSET and value != (sorted(wanted) if name == "hand" else wanted):
                self.found.append(f"seat {seat} {name}: {value} instead of {wanted}")
        if then.desk is not msgspec.UNSET:
            self._compare_desk(seat, then.desk)

    def _compare_desk(self, seat: int, wanted: list[DeskThen]) -> None:
        p, names = self.game.position, self.cards.names
        entries: dict[int, DeskThen] = {entry.slot: entry for entry in wanted}
        for slot in SLOTS:
            work, entry = p.desks[seat][slot], entries.get(slot)
            if work is None or entry is None:
                if work is not None or entry is not None:
                    there = "empty" if work is None else names[work.review]
                    self.found.append(f"seat {seat} slot {slot}: {there} instead of {entry or 'empty'}")
                continue
            shown: dict[str, Any] = {
                "review": names[work.review],
                "attached": [names[card] for card in work.attached],
                "deadline": work.deadline,
                "disturbance": names[work.disturbance] if work.disturbance != NONE else None,
                "turns_left": work.turns,
            }
            for name, value in shown.items():
                asked = getattr(entry, name)
                if asked is not msgspec.UNSET and asked != value:
                    self.found.append(f"seat {seat} slot {slot} {name}: {value} instead of {asked}")

    def _compare_counts(self, wanted: Counts) -> None:
        p, cards = self.game.position, self.cards
        there = [*p.draw, *p.discard, *p.pending, *(card for hand in p.hands for card in hand)]
        there += [card for card in p.queues if card != NONE]
        there += [work.review for desk in p.desks for work in desk if work is not None]
        facts: dict[str, Any] = {
            "in_play": len(there),
            "zero_star": sum(cards.review[card] and not cards.stars[card] for card in there),
            "review_stack": len(p.stack),
            "review_stack_top_stars": cards.stars[p.stack[-1]] if p.stack else None,
            "events": len(p.events),
        }
        for name, value in facts.items():
            asked = getattr(wanted, name)
            skipped = asked is msgspec.UNSET if name == "review_stack_top_stars" else asked is None
            if not skipped and asked != value:
                self.found.append(f"counts {name}: {value} instead of {asked}")
