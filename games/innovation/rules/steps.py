"""The steps of an effect: each runs as far as it can, asks what must be chosen, and takes the answer (Appendix A, INN-8)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, cast

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.innovation.rules import moves, specials
from games.innovation.rules.expressions import Value, cards_in
from games.innovation.rules.moves import Place
from games.innovation.rules.position import AGES, COLORS, SPLAYS, Frame, Task

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

WAIT = -1
"""Instead of the next step: an answer is awaited."""

MANY = 999
"""How many `any` takes at most."""

PASS, DONE, YES, NO = "pass", "done", "yes", "no"
OPTIONAL = (PASS, DONE, NO)
"""Answers that decline or stop: what time-outs answer (INN-17.7)."""

SEAT = [f"seat_{seat}" for seat in range(4)]
Verb = Literal["meld", "tuck", "score", "return", "transfer", "reveal", "select"]


def _asked(seat: int, kind: str, options: list[Any]) -> Prompt:
    """A prompt for one option; declining, where it is possible, stands last and is the default (INN-17.4, INN-17.7)."""
    last = options[-1]
    return Prompt(seat, kind, options, ONE, False, [last] if last in OPTIONAL else None)


class Step(ABC):
    """One step of an effect; `next` is the one after it."""

    next = 0
    text = ""
    """As the card file has it; empty for what only joins steps."""

    @abstractmethod
    def run(self, game: Innovation, frame: Frame) -> int:
        """Begin the step; the number of the step that comes next, or `WAIT`."""


class Question(Step):
    """A step that may ask somebody."""

    @abstractmethod
    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """What is asked while it waits; a pure function of the position."""

    @abstractmethod
    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Take the answer and go on; the number of the step that comes next, or `WAIT`."""

    @abstractmethod
    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """The text that asks, without `prompt.`, and what fills it."""

    def needs(self, game: Innovation, frame: Frame) -> tuple[int, Callable[[int], bool], int] | None:
        """What the open question tells everybody: a seat, and how many cards of its hand fit a condition at least."""
        return None


class Draw(Step):
    """`draw X`, `draw_meld X` and their like, `times K`."""

    def __init__(self, act: Callable[[Innovation, int, int], int], value: Value, times: Value | None, name: str) -> None:
        self.act, self.value, self.times, self.name = act, value, times, name

    def run(self, game: Innovation, frame: Frame) -> int:
        """One after the other; number and value are worked out before the first (INN-4.5, INN-8.9)."""
        value = self.value(game, frame, -1)
        times = 1 if self.times is None else max(0, self.times(game, frame, -1))
        them = [self.act(game, frame.seat, value) for _ in range(times)]
        frame.n, frame.it, frame.them = times, them[-1] if them else -1, them
        if self.name:
            frame.lists[self.name] = them
        return self.next


class MayDraw(Draw, Question):
    """`may draw_tuck X`: asked first."""

    def run(self, game: Innovation, frame: Frame) -> int:
        """Always ask: drawing is always possible."""
        frame.task = Task()
        return WAIT

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """Yes or no."""
        return _asked(frame.seat, "option", [YES, NO])

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """The text of the card."""
        return "option", {}

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Draw, or decline."""
        frame.task = None
        if choice[0] == YES:
            return super().run(game, frame)
        frame.n, frame.it, frame.them = 0, -1, []
        declined(game, frame)
        return self.next


def declined(game: Innovation, frame: Frame) -> None:
    """Tell that somebody declined: others would wonder what they wait for."""
    game.tell(Event("chosen", {"seat": frame.seat, "answer": NO}, log="declines"))


class Zone:
    """Where a step takes cards from: a place of one or several players, or a named list."""

    def __init__(self, kind: str, cards: Value, seats: Value, place: Place, foreign: bool, several: bool) -> None:
        self.kind, self.cards, self.seats, self.place = kind, cards, seats, place
        self.foreign = foreign
        """Whether the cards are hidden from who picks (INN-8.7)."""
        self.several = several

    def owner(self, game: Innovation, frame: Frame, card: int) -> int:
        """Whose card it is."""
        seats = self.seats(game, frame, -1)
        return moves.holder(game, card, seats, self.place) if self.several else seats


class Selection:
    """Some cards of a zone: which ones, and of which value."""

    def __init__(self, zone: Zone, where: Value | None, extreme: Literal["", "highest", "lowest"]) -> None:
        self.zone, self.where, self.extreme = zone, where, extreme

    def fits(self, game: Innovation, frame: Frame) -> list[int]:
        """All that fit, of whatever value."""
        cards, where = self.zone.cards(game, frame, -1), self.where
        return list(cards) if where is None else [card for card in cards if where(game, frame, card)]

    def best(self, game: Innovation, cards: list[int]) -> list[int]:
        """Those among them of the highest or lowest value, if that is asked for (INN-8.5)."""
        if not self.extreme or len(cards) < 2:
            return cards
        age = game.cards.age
        value = (max if self.extreme == "highest" else min)(age[card] for card in cards)
        return [card for card in cards if age[card] == value]


class Move(Question):
    """A step that does something with some cards of a zone."""

    def __init__(self, verb: Verb, selection: Selection, to: Place | None, taker: Value | None, may: bool, name: str) -> None:
        self.verb, self.selection, self.to, self.taker, self.may, self.name = verb, selection, to, taker, may, name

    def perform(self, game: Innovation, frame: Frame, card: int) -> None:
        """Do it with one card."""
        zone, verb = self.selection.zone, self.verb
        if verb == "select":
            return
        owner = zone.owner(game, frame, card)
        if verb == "meld":
            moves.meld(game, card, owner, zone.place)
        elif verb == "tuck":
            moves.tuck(game, card, owner, zone.place)
        elif verb == "score":
            moves.score(game, card, owner, zone.place)
        elif verb == "return":
            moves.return_card(game, card, owner, zone.place, frame.seat)
        elif verb == "reveal":
            moves.reveal(game, owner, card)
        elif self.to is not None and self.taker is not None:
            moves.transfer(game, card, owner, zone.place, self.taker(game, frame, -1), self.to)

    def finish(self, game: Innovation, frame: Frame, taken: list[int]) -> int:
        """Keep what came of it."""
        frame.task = None
        frame.n, frame.them, frame.it = len(taken), taken, taken[-1] if taken else -1
        if self.name:
            frame.lists[self.name] = taken
        return self.next

    def decider(self, game: Innovation, frame: Frame) -> int:
        """Who chooses (INN-8.6)."""
        return frame.seat

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """What is done with the card that is asked for, whose it will be then, and how many more at most."""
        task, key = cast("Task", frame.task), f"card.{self.verb}"
        args: dict[str, Any] = {"from": self.selection.zone.kind}
        if self.to is not None and self.taker is not None:
            taker = self.taker(game, frame, -1)
            if taker == self.decider(game, frame):
                key, args["to_own"] = f"{key}.own", self.to
            else:
                args |= {"to": self.to, "taker": taker}
        if task.most == MANY:
            return f"{key}.any", args
        args["left"] = task.most - len(task.taken)
        return key, args


class Pick(Move):
    """A number of cards, picked one at a time (INN-17.5)."""

    def __init__(
        self,
        *args: Any,
        least: Value | None,
        most: Value,
        price: bool = False,
        whole: bool = False,
        blind: bool = False,
        chooser: Value | None = None,
    ) -> None:
        super().__init__(*args)
        self.least, self.most = least, most
        self.price = price
        """Exactly so many or none at all (INN-8.2)."""
        self.whole = whole
        """Willing or not is asked first, then it is the full number (INN-8.3)."""
        self.blind = blind
        """From the own hand by colour or icon: whether it is asked must not tell what is in it (INN-8.19)."""
        self.chooser = chooser

    def run(self, game: Innovation, frame: Frame) -> int:
        """The number is worked out before the first card (INN-8.9), and so are top cards (INN-8.10)."""
        most = max(0, self.most(game, frame, -1))
        task = frame.task = Task(0, most, most if self.least is None else self.least(game, frame, -1))
        zone = self.selection.zone
        if zone.place == "board":
            task.pool = sorted(self.selection.fits(game, frame))
        if self.whole:
            if most and zone.cards(game, frame, -1):
                return WAIT
            return self.finish(game, frame, [])
        task.stage = 1
        if self.price and len(zone.cards(game, frame, -1)) < most:
            return self.finish(game, frame, [])
        return self.go(game, frame, task)

    def pool(self, game: Innovation, frame: Frame, task: Task) -> list[int]:
        """What may be picked now."""
        if task.pool is None:
            cards = self.selection.fits(game, frame)
            if task.taken and self.verb in ("select", "reveal"):
                cards = [card for card in cards if card not in task.taken]
        else:
            cards = [card for card in task.pool if card not in task.taken]
        return self.selection.best(game, cards)

    def free(self, task: Task) -> bool:
        """Whether it may be declined or stopped now."""
        if not task.taken:
            return self.may and not self.whole
        return len(task.taken) >= task.least and not self.whole

    def go(self, game: Innovation, frame: Frame, task: Task) -> int:
        """Take what needs no answer."""
        together = self.verb in ("transfer", "score") and task.least == task.most and not self.may
        while len(task.taken) < task.most:
            pool = self.pool(game, frame, task)
            if self.free(task):
                asked = cards_in(game, frame.seat, "hand") if self.blind else pool
                if asked:
                    return WAIT
                break
            if not pool:
                if self.blind and not self.may:
                    moves.show_hand(game, frame.seat, "proves")
                break
            seen_through = self.blind and len(game.position.hands[frame.seat]) > 1
            if together and not seen_through and len(pool) <= task.most - len(task.taken):
                for card in game.in_order(pool, self.selection.zone.place, self.to):
                    task.taken.append(card)
                    self.perform(game, frame, card)
            elif len(pool) == 1 and not seen_through:
                task.taken.append(pool[0])
                self.perform(game, frame, pool[0])
            else:
                return WAIT
        return self.finish(game, frame, task.taken)

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """The next card, or to stop."""
        task = cast("Task", frame.task)
        if task.stage == 0:
            return _asked(frame.seat, "option", [YES, NO])
        options = [game.cards.ids[card] for card in sorted(self.pool(game, frame, task))]
        if self.free(task):
            options.append(DONE if task.taken else PASS)
        return _asked(self.decider(game, frame), "card", options)

    def decider(self, game: Innovation, frame: Frame) -> int:
        """Whoever carries out the effect, unless the card names another."""
        return frame.seat if self.chooser is None else self.chooser(game, frame, -1)

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """Willing or not, or the card."""
        return ("option", {}) if cast("Task", frame.task).stage == 0 else super().about(game, frame)

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """One card, or no more."""
        task, option = cast("Task", frame.task), choice[0]
        if option in OPTIONAL:
            if not task.taken:
                declined(game, frame)
            return self.finish(game, frame, task.taken)
        if task.stage == 0:
            task.stage = 1
        else:
            card = game.cards.of[option]
            task.taken.append(card)
            self.perform(game, frame, card)
        return self.go(game, frame, task)

    def needs(self, game: Innovation, frame: Frame) -> tuple[int, Callable[[int], bool], int] | None:
        """A compulsory pick by colour or icon is only asked of who holds a card that fits."""
        where = self.selection.where
        if not self.blind or where is None or frame.task is None or self.free(frame.task):
            return None
        return frame.seat, lambda card: bool(where(game, frame, card)), 1


class PickForeign(Pick):
    """Cards of hidden piles of others: a player and a value are chosen, the dice pick among several such cards (INN-8.7)."""

    def piles(self, game: Innovation, frame: Frame) -> dict[str, list[int]]:
        """By option: the cards it may yield."""
        found: dict[str, list[int]] = {}
        for seat in self.selection.zone.seats(game, frame, -1):
            for card in cards_in(game, seat, self.selection.zone.kind):
                found.setdefault(f"{SEAT[seat]}:{game.cards.age[card]}", []).append(card)
        return found

    def go(self, game: Innovation, frame: Frame, task: Task) -> int:
        """As long as there is a choice, ask."""
        while len(task.taken) < task.most:
            piles = self.piles(game, frame)
            if len(piles) > 1:
                return WAIT
            if not piles:
                break
            self._take(game, frame, task, next(iter(piles.values())))
        return self.finish(game, frame, task.taken)

    def _take(self, game: Innovation, frame: Frame, task: Task, cards: list[int]) -> None:
        card = cards[game.below(len(cards), "pick")] if len(cards) > 1 else cards[0]
        task.taken.append(card)
        self.perform(game, frame, card)

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """Whose card, and of which value."""
        return _asked(frame.seat, "card", list(self.piles(game, frame)))

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """The dice take one of those."""
        task = cast("Task", frame.task)
        self._take(game, frame, task, self.piles(game, frame)[choice[0]])
        return self.go(game, frame, task)


class All(Move):
    """All cards that fit, or all of the highest or lowest value."""

    WILLING, ORDERING = range(2)

    def run(self, game: Innovation, frame: Frame) -> int:
        """Willing or not is asked first where the card says `may`."""
        group = self.selection.best(game, self.selection.fits(game, frame))
        if not group:
            return self.finish(game, frame, [])
        task = frame.task = Task(value=game.cards.age[group[0]])
        if self.may:
            return WAIT
        return self.begin(game, frame, task, group)

    def begin(self, game: Innovation, frame: Frame, task: Task, group: list[int]) -> int:
        """Do what needs no order at once (INN-8.11)."""
        task.stage = self.ORDERING
        task.most = len(group)
        if self.selection.zone.place == "board":
            task.pool = sorted(group)
        if self.verb in ("meld", "tuck", "return"):
            return self.go(game, frame, task)
        for card in game.in_order(group, self.selection.zone.place, self.to):
            task.taken.append(card)
            self.perform(game, frame, card)
        return self.finish(game, frame, task.taken)

    def rest(self, game: Innovation, frame: Frame, task: Task) -> list[int]:
        """What of the group is still to be done."""
        if task.pool is not None:
            return [card for card in task.pool if card not in task.taken]
        cards = self.selection.fits(game, frame)
        if self.selection.extreme:
            cards = [card for card in cards if game.cards.age[card] == task.value]
        return cards

    def batch(self, game: Innovation, frame: Frame, task: Task) -> list[int]:
        """What an order is asked for next: to be returned, those of the lowest age, own ones before those of others."""
        rest = self.rest(game, frame, task)
        if self.verb != "return" or not rest:
            return rest
        if self.selection.zone.several and self.selection.zone.place != "board":
            own = set(cards_in(game, frame.seat, self.selection.zone.kind))
            rest = [card for card in rest if card in own] or rest
        age = game.cards.age
        lowest = min(age[card] for card in rest)
        return [card for card in rest if age[card] == lowest]

    def go(self, game: Innovation, frame: Frame, task: Task) -> int:
        """Melds and tucks card by card, returns age by age; what leaves no order to choose is done without asking."""
        while batch := self.batch(game, frame, task):
            if self._hidden(game, frame, batch):
                self._return_foreign(game, frame, task)
            elif len(batch) > 1:
                return WAIT
            else:
                task.taken.append(batch[0])
                self.perform(game, frame, batch[0])
        return self.finish(game, frame, task.taken)

    def _hidden(self, game: Innovation, frame: Frame, batch: list[int]) -> bool:
        """Whether only cards of hidden piles of others are left."""
        zone = self.selection.zone
        return zone.several and zone.place != "board" and batch[0] not in cards_in(game, frame.seat, zone.kind)

    def _return_foreign(self, game: Innovation, frame: Frame, task: Task) -> None:
        """Pile by pile, in random order within one (INN-8.11)."""
        zone, rest = self.selection.zone, self.rest(game, frame, task)
        for seat in zone.seats(game, frame, -1):
            pile = [card for card in cards_in(game, seat, zone.kind) if card in rest]
            if len(pile) > 1:
                game.shuffle(pile, "return")
            for card in pile:
                task.taken.append(card)
                self.perform(game, frame, card)

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """Willing or not; then the next card to meld or tuck, or the order of those to return."""
        task = cast("Task", frame.task)
        if task.stage == self.WILLING:
            return _asked(frame.seat, "option", [YES, NO])
        options = [game.cards.ids[card] for card in self.batch(game, frame, task)]
        if self.verb == "return":
            return Prompt(frame.seat, "order", options, (len(options), len(options)), True)
        return _asked(frame.seat, "card", options)

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """Willing or not, the order, or the card."""
        task = cast("Task", frame.task)
        if task.stage == self.WILLING:
            return "option", {}
        if self.verb == "return":
            return "order.return", {}
        return super().about(game, frame)

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Begin, or do these and go on."""
        task = cast("Task", frame.task)
        if task.stage == self.WILLING:
            if choice[0] == YES:
                return self.begin(game, frame, task, self.selection.best(game, self.selection.fits(game, frame)))
            declined(game, frame)
            return self.finish(game, frame, [])
        for option in choice:
            card = game.cards.of[option]
            task.taken.append(card)
            self.perform(game, frame, card)
        return self.go(game, frame, task)

    def needs(self, game: Innovation, frame: Frame) -> tuple[int, Callable[[int], bool], int] | None:
        """Who is asked which of several cards of the hand comes next holds two that fit."""
        where, task = self.selection.where, frame.task
        if where is None or task is None or self.selection.zone.place != "hand" or self.selection.zone.several:
            return None
        return frame.seat, lambda card: bool(where(game, frame, card)), 2


class It(Step):
    """`meld it`, `score it`, `return it`: with a card of the hand."""

    def __init__(self, verb: Verb) -> None:
        self.verb = verb

    def run(self, game: Innovation, frame: Frame) -> int:
        """Nothing to choose."""
        card, seat = frame.it, frame.seat
        if self.verb == "meld":
            moves.meld(game, card, seat, "hand")
        elif self.verb == "score":
            moves.score(game, card, seat, "hand")
        else:
            moves.return_card(game, card, seat, "hand", seat)
        frame.n, frame.them = 1, [card]
        return self.next


class MeldRest(Step):
    """`meld rest of d`: the cards of a list that are still in the hand."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, game: Innovation, frame: Frame) -> int:
        """At most one is left with the base cards, so there is no order to choose."""
        hand = game.position.hands[frame.seat]
        rest = [card for card in frame.lists[self.name] if card in hand]
        for card in rest:
            moves.meld(game, card, frame.seat, "hand")
        frame.n, frame.them, frame.it = len(rest), rest, rest[-1] if rest else -1
        return self.next


class Exchange(Question):
    """Two groups of cards change places; a tie among cards to be picked is broken by their owner (INN-8.6, INN-8.14)."""

    WILLING, GIVING, TAKING = range(3)

    def __init__(self, one: Selection, other: Selection, counts: tuple[Value | None, Value | None], may: bool) -> None:
        self.sides, self.counts, self.may = (one, other), counts, may

    def run(self, game: Innovation, frame: Frame) -> int:
        """Only both groups empty means that nothing can happen."""
        task = frame.task = Task(self.WILLING, pool=[])
        if not any(side.fits(game, frame) for side in self.sides):
            return self._finish(frame, 0)
        if self.may:
            return WAIT
        task.stage = self.GIVING
        return self.go(game, frame, task)

    def chosen(self, task: Task) -> list[int]:
        """The cards chosen so far of the group that is being chosen."""
        return task.taken if task.stage == self.GIVING or task.pool is None else task.pool

    def left(self, game: Innovation, frame: Frame, task: Task) -> tuple[list[int], int]:
        """Of the group that is being chosen: what may be picked next, and how many are still to be picked."""
        side, count = self.sides[task.stage - 1], self.counts[task.stage - 1]
        chosen = self.chosen(task)
        fits = [card for card in side.fits(game, frame) if card not in chosen]
        if count is None:
            return ([], 0) if chosen else (side.best(game, fits), MANY)
        return side.best(game, fits), count(game, frame, -1) - len(chosen)

    def go(self, game: Innovation, frame: Frame, task: Task) -> int:
        """Fix both groups, then change them."""
        while task.stage in (self.GIVING, self.TAKING):
            cards, more = self.left(game, frame, task)
            if not cards or more <= 0:
                task.stage += 1
            elif len(cards) <= more:
                self.chosen(task).extend(cards)
            else:
                return WAIT
        (one, other), takes = self.sides, cast("list[int]", task.pool)
        first, second = one.zone.seats(game, frame, -1), other.zone.seats(game, frame, -1)
        if task.taken or takes:
            moves.exchange(game, one.zone.place, first, task.taken, other.zone.place, second, takes)
        return self._finish(frame, 1 if task.taken or takes else 0)

    def _finish(self, frame: Frame, n: int) -> int:
        frame.task, frame.n = None, n
        return self.next

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """Willing or not, or which of equal cards."""
        task = cast("Task", frame.task)
        if task.stage == self.WILLING:
            return _asked(frame.seat, "option", [YES, NO])
        cards, _ = self.left(game, frame, task)
        owner = self.sides[task.stage - 1].zone.seats(game, frame, -1)
        return _asked(owner, "card", [game.cards.ids[card] for card in cards])

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """Willing or not, or which card."""
        task = cast("Task", frame.task)
        if task.stage == self.WILLING:
            return "option", {}
        return "card.exchange", {"from": self.sides[task.stage - 1].zone.kind}

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Begin, or fix one more card."""
        task = cast("Task", frame.task)
        if task.stage == self.WILLING:
            if choice[0] == NO:
                declined(game, frame)
                return self._finish(frame, 0)
            task.stage = self.GIVING
        else:
            self.chosen(task).append(game.cards.of[choice[0]])
        return self.go(game, frame, task)


class Splay(Question):
    """`splay DIR WHAT` and `unsplay`: one pile, chosen among those that would change where there are several (INN-6.4)."""

    def __init__(self, direction: int, what: Value, may: bool, now: int = 0) -> None:
        self.direction, self.what, self.may, self.now = direction, what, may, now

    def colors(self, game: Innovation, frame: Frame) -> list[int]:
        """The own colours that would change."""
        splays, board = game.position.splays[frame.seat], game.position.boards[frame.seat]
        return [
            color
            for color in self.what(game, frame, -1)
            if len(board[color]) > 1 and splays[color] != self.direction and (not self.now or splays[color] == self.now)
        ]

    def run(self, game: Innovation, frame: Frame) -> int:
        """Ask if it may be declined and anything would change."""
        colors = self.colors(game, frame)
        if self.may and colors:
            frame.task = Task()
            return WAIT
        frame.n = sum([moves.splay(game, frame.seat, color, self.direction) for color in colors])
        return self.next

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """Which colour, or none."""
        return _asked(frame.seat, "color", [*(COLORS[color] for color in sorted(self.colors(game, frame))), PASS])

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """In which direction."""
        return "splay", {"direction": SPLAYS[self.direction]}

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Splay that colour, or decline."""
        frame.task = None
        frame.n = 0
        if choice[0] == PASS:
            declined(game, frame)
        else:
            frame.n = int(moves.splay(game, frame.seat, COLORS.index(choice[0]), self.direction))
        return self.next


class Rearrange(Question):
    """`may rearrange 1`: first a pile of two or more cards, then its order from bottom to top (INN-17.4)."""

    COLOR, ORDER = range(2)

    def run(self, game: Innovation, frame: Frame) -> int:
        """Ask if there is a pile that has an order."""
        frame.n = 0
        if not any(len(pile) > 1 for pile in game.position.boards[frame.seat]):
            return self.next
        frame.task = Task(self.COLOR)
        return WAIT

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """Which pile, or which order."""
        task, board = cast("Task", frame.task), game.position.boards[frame.seat]
        if task.stage == self.COLOR:
            return _asked(frame.seat, "color", [*(COLORS[color] for color, pile in enumerate(board) if len(pile) > 1), PASS])
        options = game.cards.ids_of(board[task.value])
        return Prompt(frame.seat, "order", options, (len(options), len(options)), True)

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """Which pile, or which order."""
        task = cast("Task", frame.task)
        return ("rearrange", {}) if task.stage == self.COLOR else ("order.pile", {"color": COLORS[task.value]})

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Keep the pile, or put it into that order."""
        task = cast("Task", frame.task)
        if task.stage == self.COLOR and choice[0] != PASS:
            task.stage, task.value = self.ORDER, COLORS.index(choice[0])
            return WAIT
        if task.stage == self.COLOR:
            declined(game, frame)
        else:
            pile = [game.cards.of[option] for option in choice]
            frame.n = int(moves.rearrange(game, frame.seat, task.value, pile))
        frame.task = None
        return self.next


class ChooseColors(Question):
    """`choose color -> k`, `choose 2 colors -> k`: named aloud."""

    def __init__(self, name: str, two: bool) -> None:
        self.name, self.two = name, two

    def run(self, game: Innovation, frame: Frame) -> int:
        """Always ask."""
        frame.task = Task()
        return WAIT

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """One of the five colours, or two of them."""
        if self.two:
            return Prompt(frame.seat, "two_colors", list(COLORS), (2, 2))
        return _asked(frame.seat, "color", list(COLORS))

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """One, or two."""
        return ("two_colors" if self.two else "color"), {}

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Keep it, and tell everybody."""
        frame.task = None
        colors = [COLORS.index(option) for option in choice]
        frame.values[self.name] = colors if self.two else colors[0]
        named = {"colors": choice} if self.two else {"color": choice[0]}
        log = "chooses_colors" if self.two else "chooses_color"
        game.tell(Event("chosen", {"seat": frame.seat} | named, log=log))
        return self.next


class ChooseValue(Question):
    """`choose value -> v`: from 1 to 10, named aloud."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, game: Innovation, frame: Frame) -> int:
        """Always ask."""
        frame.task = Task()
        return WAIT

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """One of ten."""
        return _asked(frame.seat, "value", [str(age) for age in AGES])

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """Which value."""
        return "value", {}

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Keep it, and tell everybody."""
        frame.task = None
        frame.values[self.name] = int(choice[0])
        game.tell(Event("chosen", {"seat": frame.seat, "value": int(choice[0])}, log="chooses_value"))
        return self.next


class ChoosePlayer(Question):
    """`[may] choose player from SET -> o`; without anybody to choose, nobody is chosen."""

    def __init__(self, name: str, seats: Value, may: bool) -> None:
        self.name, self.seats, self.may = name, seats, may

    def run(self, game: Innovation, frame: Frame) -> int:
        """Ask where there is a choice."""
        seats = self.seats(game, frame, -1)
        frame.values.pop(self.name, None)
        if seats and (self.may or len(seats) > 1):
            frame.task = Task()
            return WAIT
        if seats:
            frame.values[self.name] = seats[0]
        return self.next

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """Clockwise from the left of who chooses."""
        options = [SEAT[seat] for seat in self.seats(game, frame, -1)]
        return _asked(frame.seat, "player", [*options, PASS] if self.may else options)

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """Whom."""
        return "player", {}

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Keep who it is, and tell everybody."""
        frame.task = None
        if choice[0] == PASS:
            declined(game, frame)
        else:
            frame.values[self.name] = seat = SEAT.index(choice[0])
            game.tell(Event("chosen", {"seat": frame.seat, "player": seat}, log="chooses_player"))
        return self.next


class ChooseBranch(Question):
    """`choose` among labelled branches."""

    def __init__(self, branches: dict[str, int], may: bool) -> None:
        self.branches, self.may = branches, may

    def run(self, game: Innovation, frame: Frame) -> int:
        """Always ask."""
        frame.task = Task()
        return WAIT

    def ask(self, game: Innovation, frame: Frame) -> Prompt:
        """The labels."""
        return _asked(frame.seat, "option", [*self.branches, PASS] if self.may else list(self.branches))

    def about(self, game: Innovation, frame: Frame) -> tuple[str, dict[str, Any]]:
        """The text of the card."""
        return "option", {}

    def answer(self, game: Innovation, frame: Frame, choice: list[Any]) -> int:
        """Go to the branch."""
        frame.task = None
        if choice[0] == PASS:
            declined(game, frame)
            return self.next
        game.tell(Event("chosen", {"seat": frame.seat, "branch": choice[0]}, log="chooses_branch"))
        return self.branches[choice[0]]


# --- steps without a choice -------------------------------------------------------------------------------------------


class Do(Step):
    """A step that only does something."""

    def __init__(self, act: Callable[[Innovation, Frame], None]) -> None:
        self.act = act

    def run(self, game: Innovation, frame: Frame) -> int:
        """Do it."""
        self.act(game, frame)
        return self.next


class If(Step):
    """`if`: on with the next step, or with the one at `otherwise`."""

    otherwise = 0

    def __init__(self, condition: Value) -> None:
        self.condition = condition

    def run(self, game: Innovation, frame: Frame) -> int:
        """Look."""
        return self.next if self.condition(game, frame, -1) else self.otherwise


class Jump(Step):
    """On with the step at `next`."""

    def run(self, game: Innovation, frame: Frame) -> int:
        """Go there."""
        return self.next


class Each(Step):
    """`each`: the steps up to the matching `Again` for one player after another."""

    after = 0

    def __init__(self, seats: Value, name: str) -> None:
        self.seats, self.name = seats, name

    def run(self, game: Innovation, frame: Frame) -> int:
        """Begin with the first, if there is one."""
        frame.loops.append(list(self.seats(game, frame, -1)))
        return self.turn(frame)

    def turn(self, frame: Frame) -> int:
        """The next player, or what comes after them all."""
        seats = frame.loops[-1]
        if not seats:
            frame.loops.pop()
            return self.after
        frame.values[self.name] = seats.pop(0)
        return self.next


class Again(Step):
    """The end of an `each`."""

    def __init__(self, each: Each) -> None:
        self.each = each

    def run(self, game: Innovation, frame: Frame) -> int:
        """On with the next player."""
        return self.each.turn(frame)


class Repeat(Step):
    """`repeat effect`: from its start, for the same player (INN-8.12)."""

    def run(self, game: Innovation, frame: Frame) -> int:
        """Forget what came of it so far, but not the flags."""
        frame.fresh(frame.seat)
        return 0


class Execute(Step):
    """`execute it`: the non-demand effects of that card for this player only (INN-9.1)."""

    def run(self, game: Innovation, frame: Frame) -> int:
        """Put it on the stack; this effect goes on afterwards."""
        if frame.it >= 0 and game.position.dogma is not None:
            frames = game.position.dogma.frames
            public = {"seat": frame.seat, "card": game.cards.ids[frame.it], "depth": len(frames)}
            frames.append(Frame(frame.it, alone=frame.seat))
            game.tell(Event("effect_began", public, log="executes"))
        return self.next


def claim(special: int) -> Do:
    """`claim NAME` (INN-10.8)."""

    def act(game: Innovation, frame: Frame) -> None:
        if specials.claim(game, frame.seat, special):
            game.happened()

    return Do(act)
