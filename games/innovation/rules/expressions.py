"""The conditions and numbers in the steps of a card, made into functions once (Appendix A).

A function is called with the game, the frame that runs, and the candidate `c` where there is one.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from games.engine.errors import BrokenData
from games.innovation.rules.cards import Cards, icon_count
from games.innovation.rules.position import COLORS, ICONS, LEFT, NONE, RIGHT, SPLAYS, UP, Frame

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

Value = Callable[["Innovation", Frame, int], Any]

NOBODY = -1
WORDS: dict[str, int] = (
    {color: index for index, color in enumerate(COLORS)}
    | {icon: index for index, icon in enumerate(ICONS)}
    | {SPLAYS[splay]: splay for splay in (LEFT, RIGHT, UP)}
)
ZONES = ("hand", "score", "top", "bottom", "pile")
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda part, whole: part in whole,
    ast.NotIn: lambda part, whole: part not in whole,
}
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
NO_TOP = 99
"""The value of a lowest top card where there is none (Appendix A: infinite)."""


def cards_in(game: Innovation, seat: int, zone: str) -> list[int]:
    """The cards of a zone of a player; of hand and score pile the very list."""
    p = game.position
    if zone == "hand":
        return p.hands[seat]
    if zone == "score":
        return p.scores[seat]
    board = p.boards[seat]
    if zone == "top":
        return [pile[-1] for pile in board if pile]
    if zone == "bottom":
        return [pile[0] for pile in board if pile]
    return [card for pile in board for card in pile]


# --- functions of the notation: what they are called with is worked out before ----------------------------------------


def _ages(game: Innovation, cards: Collection[int]) -> list[int]:
    return [game.cards.age[card] for card in cards]


def _max_age(game: Innovation, cards: Collection[int]) -> int:
    return max(_ages(game, cards), default=0)


def _icons(game: Innovation, seat: int, icon: int) -> int:
    return icon_count(game.icons(seat), icon)


def _colors(game: Innovation, seat: int) -> set[int]:
    return {color for color, pile in enumerate(game.position.boards[seat]) if pile}


def _colors_of(game: Innovation, seats: Sequence[int]) -> set[int]:
    return set().union(*(_colors(game, seat) for seat in seats))


def _ncolors_with(game: Innovation, seat: int, icon: int) -> int:
    return sum(icon_count(game.icons_of_pile(seat, color), icon) > 0 for color in range(len(COLORS)))


def _top_age(game: Innovation, seat: int, color: int) -> int:
    pile = game.position.boards[seat][color]
    return game.cards.age[pile[-1]] if pile else 0


def _any_color(game: Innovation, cards: Collection[int], color: int) -> bool:
    return any(game.cards.color[card] == color for card in cards)


def _repeated_color(game: Innovation, cards: Collection[int]) -> bool:
    return len({game.cards.color[card] for card in cards}) < len(cards)


def _nsplayed(game: Innovation, seat: int, splay: int = NONE) -> int:
    splays = game.position.splays[seat]
    return splays.count(splay) if splay else sum(map(bool, splays))


def _min_nonpurple_top(game: Innovation, seat: int) -> int:
    board = game.position.boards[seat]
    tops = [pile[-1] for color, pile in enumerate(board) if pile and COLORS[color] != "purple"]
    return min(_ages(game, tops), default=NO_TOP)


def _tally(game: Innovation, seat: int) -> int:
    dogma = game.position.dogma
    return dogma.tally[seat] if dogma and dogma.tally else 0


def _nobody_more(game: Innovation, more: int, less: int) -> bool:
    return all(_icons(game, seat, more) <= _icons(game, seat, less) for seat in range(game.position.seats))


def _is_top_anywhere(game: Innovation, card: int) -> bool:
    color = game.cards.color[card]
    return any(board[color] and board[color][-1] == card for board in game.position.boards)


def _splay_of(game: Innovation, seat: int, color: int) -> int:
    return game.position.splays[seat][color]


def _ncards(game: Innovation, seat: int, color: int) -> int:
    return len(game.position.boards[seat][color])


def _most(count: Callable[[Innovation, int], int]) -> Callable[[Innovation, Sequence[int]], int]:
    return lambda game, seats: max((count(game, seat) for seat in seats), default=0)


FUNCTIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "age": (1, lambda game, card: game.cards.age[card] if card >= 0 else 0),
    "color": (1, lambda game, card: game.cards.color[card] if card >= 0 else NOBODY),
    "has": (2, lambda game, card, icon: card >= 0 and game.cards.has[icon][card]),
    "len": (1, lambda game, values: len(values)),
    "count": (1, lambda game, cards: len(cards)),
    "icons": (2, _icons),
    "colors": (1, _colors),
    "colors_of": (1, _colors_of),
    "ncolors": (1, lambda game, seat: len(_colors(game, seat))),
    "most_colors": (1, _most(lambda game, seat: len(_colors(game, seat)))),
    "ncolors_with": (2, _ncolors_with),
    "ncards": (2, _ncards),
    "max_age": (1, _max_age),
    "top_age": (2, _top_age),
    "values": (1, lambda game, cards: len(set(_ages(game, cards)))),
    "any_color": (2, _any_color),
    "repeated_color": (1, _repeated_color),
    "splay_of": (2, _splay_of),
    "nsplayed": (-1, _nsplayed),
    "all_tops": (2, lambda game, seat, icon: all(game.cards.has[icon][card] for card in game.position.tops(seat))),
    "min_nonpurple_top": (1, _min_nonpurple_top),
    "tally": (1, _tally),
    "most_tally": (1, _most(_tally)),
    "achievements": (1, lambda game, seat: game.side_achieved(seat)),
    "most_achievements": (1, _most(lambda game, seat: game.side_achieved(seat))),
    "min_icons": (2, lambda game, seats, icon: min(_icons(game, seat, icon) for seat in seats)),
    "nobody_more": (2, _nobody_more),
    "is_top_anywhere": (1, _is_top_anywhere),
}
"""How many arguments each function takes (-1: one or two), and what it does."""


class Names:
    """The names that the steps of one effect have given so far."""

    def __init__(self) -> None:
        self.lists: set[str] = set()
        self.values: set[str] = set()


class Compiler:
    """Makes functions of the expressions of one card file. Raises `BrokenData` naming what it does not know."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.hyphened = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in cards.names if "-" in name) or r"(?!)")
        self.bare = {name.replace("-", "_"): card for card, name in enumerate(cards.names)}

    def compile(self, text: str, names: Names) -> Value:
        """The function of an expression."""
        plain = self.hyphened.sub(lambda found: found[0].replace("-", "_"), text)
        try:
            tree = ast.parse(plain.strip(), mode="eval")
        except SyntaxError as error:
            raise BrokenData("cards", f"{text!r} cannot be read: {error.msg}") from error
        return self._node(tree.body, names, text)

    def _node(self, node: ast.expr, names: Names, text: str) -> Value:
        match node:
            case ast.Constant(value=int(number)):
                return lambda game, frame, card: number
            case ast.Name(id=name):
                return self._name(name, names, text)
            case ast.Attribute(value=ast.Name(id=who), attr=zone) if zone in ZONES:
                return self.zone(who, zone, names)
            case ast.Tuple(elts=parts):
                values = [self._node(part, names, text) for part in parts]
                return lambda game, frame, card: [value(game, frame, card) for value in values]
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                value = self._node(inner, names, text)
                return lambda game, frame, card: not value(game, frame, card)
            case ast.BoolOp(op=junction, values=parts):
                return self._junction(isinstance(junction, ast.And), [self._node(part, names, text) for part in parts])
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in ARITHMETIC:
                return self._two(ARITHMETIC[type(sign)], left, right, names, text)
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in COMPARE:
                return self._two(COMPARE[type(sign)], left, right, names, text)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments, names, text)
        return unknown(text)

    @staticmethod
    def _junction(every: bool, values: list[Value]) -> Value:
        if every:
            return lambda game, frame, card: all(value(game, frame, card) for value in values)
        return lambda game, frame, card: any(value(game, frame, card) for value in values)

    def _two(self, act: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr, names: Names, text: str) -> Value:
        one, other = self._node(left, names, text), self._node(right, names, text)
        return lambda game, frame, card: act(one(game, frame, card), other(game, frame, card))

    def _name(self, name: str, names: Names, text: str) -> Value:
        if name in names.lists:
            return lambda game, frame, card: frame.lists[name]
        if name in names.values:
            return lambda game, frame, card: frame.values.get(name, NOBODY)
        if name in WORDS:
            number = WORDS[name]
            return lambda game, frame, card: number
        if name in SIMPLE:
            return SIMPLE[name]
        if name in ZONES:
            return self.zone("you", name, names)
        if name in self.bare:
            number = self.bare[name]
            return lambda game, frame, card: number
        return unknown(text)

    def _call(self, name: str, arguments: list[ast.expr], names: Names, text: str) -> Value:
        if name == "flag" and len(arguments) == 1 and isinstance(arguments[0], ast.Name):
            flag = arguments[0].id
            return lambda game, frame, card: flag in frame.flags
        if name == "opponents_below":
            return opponents_below
        if name not in FUNCTIONS:
            return unknown(text)
        count, act = FUNCTIONS[name]
        values = [self._node(argument, names, text) for argument in arguments]
        if name == "has" and isinstance(arguments[0], ast.Name) and arguments[0].id == "c" and isinstance(arguments[1], ast.Name):
            table = self.cards.has[WORDS[arguments[1].id]]
            return lambda game, frame, card: table[card]
        if len(values) == 1 == abs(count):
            (one,) = values
            return lambda game, frame, card: act(game, one(game, frame, card))
        if len(values) == 2 and count in (2, -1):
            first, second = values
            return lambda game, frame, card: act(game, first(game, frame, card), second(game, frame, card))
        return unknown(text)

    def zone(self, who: str, zone: str, names: Names) -> Value:
        """The cards of a zone of one or several players."""
        if who in ("opponents", "everyone"):
            seats = SIMPLE[who]
            return lambda game, frame, card: [held for seat in seats(game, frame, card) for held in cards_in(game, seat, zone)]
        seat = self.seat(who, names)
        return lambda game, frame, card: cards_in(game, seat(game, frame, card), zone)

    def seat(self, who: str, names: Names) -> Value:
        """One player: `you`, `me`, or one named before."""
        if who in ("you", "me"):
            return SIMPLE[who]
        if who in names.values:
            return lambda game, frame, card: frame.values[who]
        return unknown(who)


def opponents_below(game: Innovation, frame: Frame, card: int) -> list[int]:
    """The opponents with fewer points than you."""
    own = game.points(frame.seat)
    return [seat for seat in game.opponents[frame.seat] if game.points(seat) < own]


def clockwise(game: Innovation, frame: Frame, card: int) -> list[int]:
    """Everybody, the player who carries out the effect first."""
    seats = game.position.seats
    return [(frame.seat + step) % seats for step in range(seats)]


SIMPLE: dict[str, Value] = {
    "n": lambda game, frame, card: frame.n,
    "it": lambda game, frame, card: frame.it,
    "them": lambda game, frame, card: frame.them,
    "c": lambda game, frame, card: card,
    "you": lambda game, frame, card: frame.seat,
    "me": lambda game, frame, card: frame.me,
    "opponents": lambda game, frame, card: game.opponents[frame.seat],
    "everyone": clockwise,
}


def unknown(text: str) -> NoReturn:
    """Refuse what the notation does not know."""
    raise BrokenData("cards", f"{text!r} is not in the notation of Appendix A")
