"""Reads the step notation of the card file and makes programs of it (Appendix A)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

from games.engine.errors import BrokenData
from games.innovation.rules import ending, moves, steps
from games.innovation.rules.cards import CardData, Cards, EffectData
from games.innovation.rules.expressions import SIMPLE, ZONES, Compiler, Names, Value, unknown
from games.innovation.rules.moves import Place
from games.innovation.rules.position import COLORS, NONE, SPECIALS, SPLAYS, Frame
from games.innovation.rules.steps import Selection, Splay, Step, Verb, Zone

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

DRAWS: dict[str, Callable[[Innovation, int, int], int]] = {
    "draw": moves.draw,
    "draw_meld": moves.draw_meld,
    "draw_tuck": moves.draw_tuck,
    "draw_score": moves.draw_score,
    "draw_reveal": moves.draw_reveal,
}
PLACES: dict[str, Place] = {
    "hand": "hand",
    "score": "score",
    "top": "board",
    "bottom": "board",
    "pile": "board",
    "board": "board",
}
HIDDEN = ("hand", "score")

COUNT = r"(?P<count>\{[^}]*\}|\S+)"
SELECTION = rf"{COUNT}(?: (?P<extreme>highest|lowest))? from (?P<zone>[\w.]+)"
NAME = r"(?: -> (?P<name>\w+))?"
DRAW = re.compile(rf"(?P<may>may )?(?P<verb>draw(?:_meld|_tuck|_score|_reveal)?) (?P<value>.+?)(?: times (?P<times>.+?))?{NAME}")
IT = re.compile(r"(meld|score|return) it")
MELD_REST = re.compile(r"meld rest of (\w+)")
EXCHANGE = re.compile(r"(?P<may>may )?exchange (?P<one>.+) with (?P<other>.+)")
SPLAY = re.compile(r"(?P<may>may )?splay (?P<direction>left|right|up) (?P<what>.+)")
UNSPLAY = re.compile(r"unsplay (.+)")
CHOOSE = re.compile(r"choose (color|2 colors|value) -> (\w+)")
CHOOSE_PLAYER = re.compile(r"(may )?choose player from (.+) -> (\w+)")
LET = re.compile(r"let (\w+) = (.+)")
WORD = re.compile(r"(set|tally|show|claim) (\S+)")
WIN_SINGLE = re.compile(r"win single (most|fewest) (points|icons (\w+))")
MOVE = re.compile(
    rf"(?P<may>may )?(?P<verb>meld|tuck|score|return|transfer|reveal|select) {SELECTION}"
    rf"(?: where (?P<where>.+?))?(?: to (?P<to>(?:\w+\.)?(?:hand|score|board)))?(?P<chosen> chosen by me)?{NAME}"
)


@dataclass
class Effect:
    """One effect of a card, ready to run."""

    demand: bool
    name: str
    """Of which card, and which one: `fission 2`."""
    steps: list[Step] = field(default_factory=list)


class Library(Cards):
    """The cards of a card file with their effects in both editions, ready to run. Raises `BrokenData`."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.latest = programs(self, first=False)
        self.first = programs(self, first=True)


def programs(cards: Cards, *, first: bool) -> list[list[Effect]]:
    """The effects of every card in an edition (INN-16). Raises `BrokenData` naming the card and what cannot be read."""
    compiler = Compiler(cards)
    return [
        [_effect(compiler, card, number, effect) for number, effect in enumerate(_effects(card, first), 1)] for card in cards.data
    ]


def _effects(card: CardData, first: bool) -> list[EffectData]:
    return card.editions["first"].effects if first and "first" in card.editions else card.effects


def _effect(compiler: Compiler, card: CardData, number: int, data: EffectData) -> Effect:
    try:
        return Effect(data.kind == "demand", f"{card.id} {number}", Program(compiler).build(data.steps))
    except BrokenData as error:
        raise BrokenData("cards", f"{card.id}: {error}") from error


class Program:
    """Makes the steps of one effect, in the order in which they run, with jumps where the notation nests."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.names = Names()
        self.made: list[Step] = []

    def build(self, data: list[Any]) -> list[Step]:
        """All steps. Raises `BrokenData`."""
        self._block(data)
        return self.made

    def _add(self, step: Step) -> None:
        self.made.append(step)
        step.next = len(self.made)

    def _block(self, data: list[Any]) -> None:
        for step in data:
            if isinstance(step, str):
                self._add(self._step(step))
                self.made[-1].text = step
            elif isinstance(step, dict) and "if" in step:
                self._if(step)
            elif isinstance(step, dict) and "each" in step:
                self._each(step)
            elif isinstance(step, dict) and "choose" in step:
                self._choose(step)
            else:
                unknown(str(step))

    def _if(self, data: dict[str, Any]) -> None:
        step = steps.If(self._condition(data["if"]))
        step.text = f"if {data['if']}"
        self._add(step)
        self._block(data["then"])
        if "else" in data:
            leave = steps.Jump()
            self._add(leave)
            step.otherwise = len(self.made)
            self._block(data["else"])
            leave.next = len(self.made)
        else:
            step.otherwise = len(self.made)

    def _condition(self, text: str) -> Value:
        """A condition; the name of a player alone means that one was chosen."""
        if text in self.names.values:
            return lambda game, frame, card: frame.values.get(text, -1) >= 0
        return self.compiler.compile(text, self.names)

    def _each(self, data: dict[str, Any]) -> None:
        each = steps.Each(self.compiler.compile(data["each"], self.names), data["as"])
        each.text = f"each {data['each']}"
        self.names.values.add(data["as"])
        self._add(each)
        self._block(data["do"])
        self._add(steps.Again(each))
        each.after = len(self.made)

    def _choose(self, data: dict[str, Any]) -> None:
        branches: dict[str, int] = {}
        choose = steps.ChooseBranch(branches, bool(data.get("may")))
        choose.text = "choose"
        self._add(choose)
        leaves: list[Step] = [choose]
        for branch in data["choose"]:
            branches[branch["label"]] = len(self.made)
            self._block(branch["do"])
            leaves.append(steps.Jump())
            self._add(leaves[-1])
        for leave in leaves:
            leave.next = len(self.made)

    # --- single steps -------------------------------------------------------------------------------------------------

    def _step(self, text: str) -> Step:
        if text in PLAIN:
            return PLAIN[text]()
        for pattern, make in self._forms():
            found = pattern.fullmatch(text)
            if found:
                return make(found)
        return unknown(text)

    def _forms(self) -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Step]], ...]:
        return (
            (IT, lambda found: steps.It(cast("Verb", found[1]))),
            (MELD_REST, lambda found: steps.MeldRest(found[1])),
            (DRAW, self._draw),
            (EXCHANGE, self._exchange),
            (SPLAY, self._splay),
            (UNSPLAY, lambda found: Splay(NONE, self._colors(found[1]), may=False)),
            (CHOOSE, self._choice),
            (CHOOSE_PLAYER, self._player),
            (LET, self._let),
            (WORD, self._word),
            (WIN_SINGLE, self._win_single),
            (MOVE, self._move),
        )

    def _value(self, text: str) -> Value:
        return self.compiler.compile(text, self.names)

    def _named(self, found: re.Match[str]) -> str:
        name = found["name"] or ""
        if name:
            self.names.lists.add(name)
        return name

    def _draw(self, found: re.Match[str]) -> Step:
        times = self._value(found["times"]) if found["times"] else None
        kind = steps.MayDraw if found["may"] else steps.Draw
        return kind(DRAWS[found["verb"]], self._value(found["value"]), times, self._named(found))

    def _exchange(self, found: re.Match[str]) -> Step:
        sides: list[Selection] = []
        counts: list[Value | None] = []
        for text in (found["one"], found["other"]):
            part = re.fullmatch(SELECTION, text)
            if part is None:
                return unknown(text)
            sides.append(self._selection(part, None))
            counts.append(None if part["count"] == "all" else self._value(part["count"]))
        return steps.Exchange(sides[0], sides[1], (counts[0], counts[1]), bool(found["may"]))

    def _splay(self, found: re.Match[str]) -> Step:
        direction, what, now = SPLAYS.index(found["direction"]), found["what"], NONE
        if " currently " in what:
            what, _, present = what.partition(" currently ")
            now = SPLAYS.index(present)
        return Splay(direction, self._colors(what), bool(found["may"]), now)

    def _colors(self, what: str) -> Value:
        """The colours a splay is about: any, some by name, that of a card, or one chosen before."""
        every = range(len(COLORS))
        if what == "any":
            return lambda game, frame, card: every
        if all(name in COLORS for name in what.split("|")):
            some = [COLORS.index(name) for name in what.split("|")]
            return lambda game, frame, card: some
        one = self._value(what)
        return lambda game, frame, card: [one(game, frame, card)]

    def _choice(self, found: re.Match[str]) -> Step:
        self.names.values.add(found[2])
        if found[1] == "value":
            return steps.ChooseValue(found[2])
        return steps.ChooseColors(found[2], found[1] == "2 colors")

    def _player(self, found: re.Match[str]) -> Step:
        step = steps.ChoosePlayer(found[3], self._value(found[2]), bool(found[1]))
        self.names.values.add(found[3])
        return step

    def _let(self, found: re.Match[str]) -> Step:
        name, value = found[1], self._value(found[2])
        self.names.values.add(name)

        def act(game: Innovation, frame: Frame) -> None:
            frame.values[name] = value(game, frame, -1)

        return steps.Do(act)

    def _word(self, found: re.Match[str]) -> Step:
        verb, what = found[1], found[2]
        if verb == "claim":
            return steps.claim(SPECIALS.index(what)) if what in SPECIALS else unknown(what)
        if verb == "set":
            return steps.Do(partial(_set, what))
        if verb == "tally":
            return steps.Do(partial(_tally, self._value(what)))
        who, _, zone = what.rpartition(".")
        return steps.Do(partial(_show, SIMPLE[who])) if who in SIMPLE and zone == "hand" else unknown(found[0])

    def _win_single(self, found: re.Match[str]) -> Step:
        most, icon = found[1] == "most", self._value(found[3]) if found[3] else None
        return steps.Do(partial(ending.win_single, most, icon))

    def _move(self, found: re.Match[str]) -> Step:
        where = self._value(found["where"]) if found["where"] else None
        selection = self._selection(found, where)
        to, taker = self._target(found["to"])
        verb, may, count = cast("Verb", found["verb"]), bool(found["may"]), found["count"]
        base = (verb, selection, to, taker, may, self._named(found))
        if count == "all":
            return steps.All(*base)
        low, dots, high = count.partition("..")
        kind = steps.PickForeign if selection.zone.foreign else steps.Pick
        return kind(
            *base,
            least=self._number("1") if count == "any" else self._number(low) if dots else None,
            most=self._number(str(steps.MANY) if count == "any" else high if dots else count.rstrip("!")),
            price=count.endswith("!"),
            whole=may and count.startswith("{"),
            blind=self._blind(found),
            chooser=SIMPLE["me"] if found["chosen"] else None,
        )

    def _number(self, text: str) -> Value:
        return self._value(text.strip("{}"))

    @staticmethod
    def _blind(found: re.Match[str]) -> bool:
        """Whether a pick is from the own hand by colour or icon (INN-8.19)."""
        return found["zone"] == "hand" and bool(re.search(r"\b(?:has|color)\(c\b", found["where"] or ""))

    def _selection(self, found: re.Match[str], where: Value | None) -> Selection:
        return Selection(self._zone(found["zone"]), where, cast('Literal["", "highest", "lowest"]', found["extreme"] or ""))

    def _zone(self, text: str) -> Zone:
        if text in self.names.lists:
            return Zone("list", self._value(text), SIMPLE["you"], "hand", foreign=False, several=False)
        who, _, kind = text.rpartition(".")
        if kind not in ZONES:
            return unknown(text)
        several = who in ("opponents", "everyone")
        seats = SIMPLE[who] if several else self.compiler.seat(who or "you", self.names)
        foreign = who == "opponents" and kind in HIDDEN
        return Zone(kind, self.compiler.zone(who or "you", kind, self.names), seats, PLACES[kind], foreign, several)

    def _target(self, text: str | None) -> tuple[Place | None, Value | None]:
        if text is None:
            return None, None
        who, _, kind = text.rpartition(".")
        return PLACES[kind], self.compiler.seat(who or "you", self.names)


def _set(flag: str, game: Innovation, frame: Frame) -> None:
    if flag not in frame.flags:
        frame.flags.append(flag)


def _tally(number: Value, game: Innovation, frame: Frame) -> None:
    dogma = game.position.dogma
    if dogma is not None:
        dogma.tally = dogma.tally or [0] * game.position.seats
        dogma.tally[frame.seat] += number(game, frame, -1)


def _show(seats: Value, game: Innovation, frame: Frame) -> None:
    for seat in seats(game, frame, -1):
        moves.show_hand(game, seat, "shows")


def _remove(game: Innovation, frame: Frame) -> None:
    moves.remove_all(game)


def _end_dogma(game: Innovation, frame: Frame) -> None:
    """The action is over here: no later victim, no second effect, no sharing draw (INN-14.1)."""
    dogma = game.position.dogma
    if dogma is not None:
        dogma.frames.clear()
        dogma.bonus = False


PLAIN: dict[str, Callable[[], Step]] = {
    "execute it": steps.Execute,
    "repeat effect": steps.Repeat,
    "remove hands boards scores": lambda: steps.Do(_remove),
    "end dogma": lambda: steps.Do(_end_dogma),
    "win you": lambda: steps.Do(ending.win),
    "may rearrange 1": steps.Rearrange,
}
