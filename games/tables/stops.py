"""Stops: which questions a seat wants to be asked, and what happens by itself instead (UX-4.12).

In live play the client passes; the server keeps what was wished for all devices of the seat, and holds such a pass until a window
has been open for a while: otherwise its speed would tell who holds no answer (PRO-1.4). With days for a move no client is needed:
the server passes, and carries out conditional orders (OMG-11.14). Taking back clears all of it (PRO-4.9).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine.errors import Text
from games.engine.order import Order
from games.engine.prompt import Prompt
from games.tables import models
from games.tables.codes import Refusal

if TYPE_CHECKING:
    from games.engine.game import Game

HELD = 1.5
"""Seconds that a window is open at least before a pass made by itself counts (PRO-1.4)."""
HELD_IN_DAYS = 0.0
"""The same at tables with days for a move, also for what is ordered there (PRO-1.4)."""

MOST_ORDERS = 10

ALWAYS = "always"
"""Ask, as without any wish."""


NEVER = "never"

ANY = "any"
"""The name under which a seat wishes something of whatever window comes next (OMG-11.13)."""
ONCE = "once"
"""With `ANY`: ask at the next window, whatever else is wished."""
REST = "rest"
"""With `ANY`: pass until the own turn, but not where something is `urgent`."""


def kept(wishes: Mapping[str, str], usual: Mapping[str, str]) -> dict[str, str]:
    """What a seat wishes, by kind of question or class of window, without what goes without saying in this game."""
    every = {kind: wishes.get(kind, ALWAYS) for kind in sorted({*wishes, *usual})}
    return {kind: wish for kind, wish in every.items() if wish != usual.get(kind, ALWAYS)}


def all_of(stored: Mapping[str, str], usual: Mapping[str, str]) -> dict[str, str]:
    """What is passed on by itself, from what was stored and what goes without saying; without what is always asked."""
    return {kind: wish for kind, wish in sorted({**usual, **stored}.items()) if wish != ALWAYS}


def keep(table_id: str, seat: int, wishes: Mapping[str, str], orders: Sequence[Any]) -> None:
    """Store what a seat wishes, as `kept` has it, and what it has ordered, as `stored` has it."""
    models.Seat.objects.filter(table_id=table_id, number=seat).update(stops=wishes, orders=orders)


def read(table_id: str) -> list[tuple[dict[str, str], list[Any]]]:
    """What the database has of wishes and orders, by seat."""
    rows = models.Seat.objects.filter(table_id=table_id).order_by("number")
    return list(rows.values_list("stops", "orders"))


def passes_anyway(prompt: Prompt, wishes: Mapping[str, str]) -> bool:
    """Whether a seat with these wishes passes here whatever it holds, so that its speed tells nothing (OMG-11.12)."""
    if not prompt.stop or wishes.get(ANY) == ONCE:
        return False
    return wishes.get(prompt.stop) == NEVER or (wishes.get(ANY) == REST and not prompt.urgent)


def clear(table_id: str) -> None:
    """Inside the transaction of an undo: everybody is asked again."""
    models.Seat.objects.filter(table_id=table_id).exclude(stops={}, orders=[]).update(stops={}, orders=[])


# --- conditional orders ---------------------------------------------------------------------------------------------------------


class Given(Order, frozen=True):
    """An order as it is kept, with the version at which it was given: it is for windows that open later."""

    since: int = 0

    @property
    def order(self) -> Order:
        """What was ordered."""
        return Order(self.when, self.card, self.targets)


def given(stored: Iterable[Any]) -> list[Given]:
    """The orders of a seat from what was stored of them."""
    return [msgspec.convert(row, Given) for row in stored]


def stored(orders: Iterable[Given]) -> list[dict[str, Any]]:
    """The orders of a seat as they are kept."""
    return [msgspec.to_builtins(order) for order in orders]


def take_orders(game: Game, seat: int, wanted: Sequence[Order], known: Sequence[Given], version: int) -> list[Given]:
    """What a seat has ordered from now on; those it had ordered before stay as they are.

    Raises `Refusal` for what cannot be ordered, which then changes nothing (OMG-11.14).
    """
    before = {order.order: order for order in known}
    if len(wanted) > MOST_ORDERS:
        raise Refusal("invalid", Text("error.order.many", {"most": MOST_ORDERS}))
    for order in wanted:
        fault = None if order in before else game.refused_order(seat, order)
        if fault is not None:
            raise Refusal("invalid", fault)
    return [before.get(order, Given(order.when, order.card, order.targets, version)) for order in dict.fromkeys(wanted)]


def standing(game: Game, seat: int, orders: Sequence[Given]) -> list[Given]:
    """The orders that can still come to something: their cards are held, their targets are there."""
    return [order for order in orders if game.refused_order(seat, order.order) is None]


# --- what happens by itself -----------------------------------------------------------------------------------------------------


class Doing(msgspec.Struct, frozen=True):
    """What is done for a seat without asking it: a pass, or what it has ordered."""

    option: Any
    order: Given | None = None


def by_itself(game: Game, prompt: Prompt, issued: int, wishes: Mapping[str, str], orders: Sequence[Given]) -> Doing | None:
    """What is done here without asking; None: the seat is asked. `issued`: the version at which the window opened.

    The first order that fits, then what is wished of the class of the window; whoever wants to be asked once is (OMG-11.13).
    """
    if prompt.clock == "own" or wishes.get(ANY) == ONCE:
        return None
    for order in orders:
        option = game.ordered(prompt, order.order) if order.since < issued else None
        if option is not None:
            return Doing(option, order)
    passes = [option for option in prompt.options if game.describe(prompt, option).role == "pass"]
    wish = wishes.get(prompt.stop or prompt.kind)
    if passes and (passes_anyway(prompt, wishes) or wish == NEVER or (wish is not None and len(passes) == len(prompt.options))):
        return Doing(passes[0])
    return None


def must_be_pass(game: Game, prompt: Prompt, chosen: Sequence[object]) -> None:
    """Raises `Refusal` if what was answered by itself is more than a pass."""
    if not chosen or any(game.describe(prompt, option).role != "pass" for option in chosen):
        raise Refusal("invalid", "error.auto")


class Opened:
    """Since when the open questions of a table have been open, as far as this process knows."""

    def __init__(self) -> None:
        self.since: dict[int, float] = {}

    def note(self, issued: Mapping[int, int]) -> None:
        """These are the versions at which the open questions were asked, by seat."""
        now = time.monotonic()
        self.since = {version: self.since.get(version, now) for version in issued.values()}

    def rest(self, version: int) -> float:
        """Seconds for which a pass on a question of this version is still held."""
        now = time.monotonic()
        return max(0.0, self.since.get(version, now) + HELD - now)
