"""The table a worked case of Ka-Mel-Oh! begins at: `given` in words, and the position made of it (Appendix C of the rules)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from games.engine.errors import BrokenData, InvalidOptions
from games.kameloh.rules import Kameloh, effects
from games.kameloh.rules.cards import Clause
from games.kameloh.rules.options import Options
from games.kameloh.rules.position import NOBODY, SLOTS, Ending, Force, Item, Job, Monster, Phase, Position, Side
from games.kameloh.rules.turn import PLAN

SEATS = ("A", "B")
FILLER = "G017"
"""Cannot be played while no item is in play."""

DECK_SIZE, OASIS_SIZE = 30, 10
Seat = Literal["A", "B"]
PhaseName = Literal["START", "MONSTER", "ITEM", "PACKAGE", "PLAY", "MAIN", "ATTACK", "RANSOM", "main"]
Kind = Literal["yellow", "violet", "blue", "green"]
Class = Literal[1, 2, 3, 4]
Price = Literal[0, 1, 2, 3, 4, 5, 6]
KINDS = {"yellow": "Y001", "violet": "V001", "blue": "B001", "green": FILLER}
"""A card of each kind, where only kinds are told."""

ONLY_IN = {"oases": ("wimu", "kamelkoenig"), "search": ("wimu", "kamelkoenig"), "empty_oasis_breeds": ("dufo",)}
"""Table options that some rule sets do not have (KMO-3)."""


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """A monster: one of the card file, or one made up for the case; and in the arena, what has become of it."""

    card: str = ""
    name: str = ""
    ap: int | None = None
    dp: int | None = None
    lp: int | None = None
    hk: Class = 4
    price: Price = 0
    damage: int = 0
    attached: list[str] = []
    frozen: int = 0
    owner: Seat | None = None
    until: Literal["turn"] | None = None


CardName = str | Card


class Oasis(msgspec.Struct, forbid_unknown_fields=True):
    """An oasis: its cards from the top, filler below."""

    size: int | None = None
    cards: list[CardName] = []
    face_up: bool = False


class GivenSeat(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has at the beginning."""

    dates: int = 0
    hand: list[CardName] = []
    hand_size: int = 0
    arena: list[CardName | None] = []
    deck_contains: list[CardName] = []
    oases: list[Oasis] | None = None
    fusion_deck: list[CardName] = []
    items: list[str] = []
    desert: list[CardName] = []
    deck: str = ""
    deck_kinds: list[Kind] = []


class GivenEnding(msgspec.Struct, forbid_unknown_fields=True):
    """A running end sequence."""

    first: Seat
    turns: list[tuple[Seat, Literal["second_to_last", "last"]]]


class MatchGame(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game of a return match."""

    vp: dict[Seat, int]
    starter: Seat | None = None


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The position before the first step."""

    turn: Seat = "A"
    phase: PhaseName = "START"
    round: int = 5
    starter: Seat = "A"
    options: dict[str, str | int | bool] = {}
    vp: dict[Seat, int] = {}
    free_points: dict[Seat, int] = {}
    ending: GivenEnding | None = None
    tournament: bool = False
    pairing: tuple[Seat, ...] = ("A", "B")
    leaderboard: dict[Seat, int] = {}
    games: list[MatchGame] = []
    A: GivenSeat = msgspec.field(default_factory=GivenSeat)
    B: GivenSeat = msgspec.field(default_factory=GivenSeat)


def broken(detail: str) -> BrokenData:
    """The case is at fault."""
    return BrokenData("cases", detail)


def seat_of(name: str) -> int:
    """The number of a seat. Raises `BrokenData`."""
    if name not in SEATS:
        raise broken(f"there is no seat {name!r}; there are A and B")
    return SEATS.index(name)


def game_type(cards: bytes, inline: list[Card]) -> type[Kameloh]:
    """Ka-Mel-Oh! with the card file and the monsters a case makes up. Raises `BrokenData`."""
    if not inline:
        return _with_cards(cards)
    try:
        file = msgspec.json.decode(cards)
        known = {card["id"] for card in file["cards"]}
    except (msgspec.DecodeError, TypeError, KeyError) as error:
        raise BrokenData("cards", str(error)) from error
    made: dict[str, Card] = {}
    for card in inline:
        if card.name in known:
            raise broken(f"the made-up monster {card.name!r} has the name of a card")
        if card.lp is None:
            raise broken(f"the made-up monster {card.name!r} has no `lp`")
        first = made.setdefault(card.name, card)
        if (first.ap, first.dp, first.lp, first.hk, first.price) != (card.ap, card.dp, card.lp, card.hk, card.price):
            raise broken(f"the made-up monster {card.name!r} stands twice with different values")
    for name, card in made.items():
        values = {"ap": card.ap or 0, "dp": card.dp or 0, "lp": card.lp}
        file["cards"].append({"id": name, "kind": "yellow", "hk": card.hk, "price": card.price, "effect": []} | values)
    return _with_cards(msgspec.json.encode(file))


@lru_cache(64)
def _with_cards(cards: bytes) -> type[Kameloh]:
    """Reading the cards takes longer than a case."""
    return Kameloh.with_cards(cards)


def options_of(game: type[Kameloh], variant: str, chosen: dict[str, str | int | bool], *, several: bool) -> Options:
    """Table options, long unless the case says so; `several`: what this rule set has no option for is left out."""
    texts = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in chosen.items()}
    texts = {name: text for name, text in texts.items() if not several or variant in ONLY_IN.get(name, (variant,))}
    try:
        return Options.of(game.meta.check({"length": "long"} | texts | {"variant": variant}, len(SEATS)))
    except InvalidOptions as error:
        problem = error.problems[0]
        raise broken(f"options: {problem.option}: {problem.text.key} {problem.text.args}") from error


class Table:
    """Makes the position of `given` in one rule set."""

    def __init__(self, game: type[Kameloh], given: Given, options: Options) -> None:
        self.type, self.cards, self.given, self.options = game, game.cards, given, options
        self.phase = self._phase()

    def card(self, named: CardName) -> int:
        """The number of a card. Raises `BrokenData`."""
        name = named if isinstance(named, str) else named.card or named.name
        number: int | None = self.cards.by_name.get(name)
        if number is None:
            raise broken(f"there is no card {name!r}")
        return number

    def plain(self, named: list[CardName]) -> list[int]:
        """Cards of which nothing is told but which they are."""
        for card in named:
            if isinstance(card, Card) and (card.damage or card.attached or card.frozen or card.owner or card.until):
                raise broken(f"{card.card or card.name}: only monsters in the arena have damage, items, an owner or a time")
        return [self.card(card) for card in named]

    def _phase(self) -> Phase:
        variant = self.options.variant
        main: dict[str, Phase] = {"dufo": "ITEM", "wimu": "PLAY", "kamelkoenig": "MAIN"}
        phase: Phase = main[variant] if self.given.phase == "main" else self.given.phase
        if phase == "PACKAGE" and variant == "kamelkoenig":
            phase = "MAIN"  # where oasis actions are chosen there
        if phase not in ("START", "ATTACK", "RANSOM", main[variant], {"dufo": "MONSTER", "wimu": "PACKAGE"}.get(variant)):
            raise broken(f"there is no phase {phase} in {variant}")
        return phase

    # --- the position --------------------------------------------------------------------------------------------------------

    def position(self) -> Position:
        """Everything but the items in play, for which a game is needed."""
        given, seat, starter = self.given, seat_of(self.given.turn), seat_of(self.given.starter)
        begun = self.phase != "START"
        ending = given.ending
        p = Position(
            seats=2,
            options=self.options,
            sides=[self._side(number, side) for number, side in enumerate((given.A, given.B))],
            phase=self.phase,
            round=given.round - (not begun and seat == starter),
            turn=seat if begun else 1 - seat,
            starter=starter,
            turns=2 * (given.round - 1) + (seat != starter) + begun,
            package="play" if self.options.variant == "wimu" and self.phase in ("PLAY", "ATTACK") else "",
            agenda=self._agenda(seat),
            ending=_ending(ending),
            last_round=begun and ending is None and given.round >= self.options.round_limit,
            experience=[0, 0],
        )
        for number, side in enumerate((given.A, given.B)):
            self._arena(p, number, side.arena)
        p.decks = [sorted(owned(p, number)) for number in SLOTS]
        return p

    def _agenda(self, seat: int) -> list[Job]:
        """What is still to be done of the turn, from the phase on."""
        if self.phase == "START":
            return [Job("begin", seat)]
        if self.phase == "RANSOM":
            return [Job("end", seat), Job("ransom", seat)]
        plan = PLAN[self.options.variant]
        first = {"MONSTER": "monster_phase", "PACKAGE": "package", "ATTACK": "attack"}.get(self.phase, "play")
        rest = list(plan[plan.index(first) :]) if first in plan else ["play", *plan[1:]]
        return [Job(kind, seat) for kind in reversed(rest)]

    def _side(self, seat: int, given: GivenSeat) -> Side:
        filler, name = self.card(FILLER), SEATS[seat]
        hand = self.plain(given.hand)
        hand += [filler] * (given.hand_size - len(hand))
        side = Side(
            dates=given.dates,
            vp=self.given.vp.get(name, 0),  # type: ignore[call-overload]
            hand=sorted(hand),
            desert=self.plain(given.desert),
            arena=[None for _ in SLOTS],
            free_points=self.given.free_points.get(name, 0),  # type: ignore[call-overload]
        )
        hidden = self.plain(given.deck_contains)
        if self.options.variant == "dufo":
            if len(hidden) > DECK_SIZE:
                raise broken(f"{name}: the deck has {DECK_SIZE} cards")
            side.deck = hidden + [filler] * (DECK_SIZE - len(hidden))
            return side
        if self.options.variant == "kamelkoenig":
            side.fusion = sorted(self.plain(given.fusion_deck))
        oases = [Oasis() for _ in range(self.options.oases)] if given.oases is None else given.oases
        for oasis in oases:
            cards = self.plain(oasis.cards)
            size = max(OASIS_SIZE, len(cards)) if oasis.size is None else oasis.size
            if size < len(cards) or (oasis.face_up and not size):
                raise broken(f"{name}: an oasis of {size} cards cannot be like that")
            below = size - len(cards)
            put, hidden = hidden[:below], hidden[below:]
            side.oases.append(put + [filler] * (below - len(put)) + cards[::-1])
            side.active.append(oasis.face_up)
        if hidden and given.oases is None:
            raise broken(f"{name}: the oases have no room for `deck_contains`")
        side.open_tops = [False] * len(side.oases)
        side.known_oases, side.open_oases = [[] for _ in side.oases], [[] for _ in side.oases]
        return side

    def _arena(self, p: Position, seat: int, given: list[CardName | None]) -> None:
        if len(given) > len(SLOTS):
            raise broken("an arena half has two slots")
        for slot, named in enumerate(given):
            if named is None:
                continue
            told = Card(card=named) if isinstance(named, str) else named
            card = self.card(told)
            if not self.cards.monster[card]:
                raise broken(f"{self.cards.names[card]} is no monster")
            printed = self.cards.data[card]
            ap, dp, lp = (
                value if value is not None else print_
                for value, print_ in ((told.ap, printed.ap), (told.dp, printed.dp), (told.lp, printed.lp))
            )
            if ap is None or dp is None or lp is None:
                raise broken(f"{self.cards.names[card]} prints no values: the case must tell `ap`, `dp` and `lp`")
            owner = seat_of(told.owner) if told.owner else 1 - seat if told.until else seat
            p.uids += 1
            p.sides[seat].arena[slot] = Monster(card, owner, p.uids, ap, dp, lp, told.damage, told.frozen)
            if told.until:
                p.numbers += 1
                end = Force("steal", 1, p.uids, NOBODY, NOBODY, seat, "turn_end", seat_of(self.given.turn), 1, p.numbers)
                p.forces.append(end)

    # --- items in play -------------------------------------------------------------------------------------------------------

    def equip(self, game: Kameloh) -> None:
        """Items that are in play at the beginning: attached ones, and those of the item rows."""
        p = game.position
        for seat, given in enumerate((self.given.A, self.given.B)):
            for slot, named in enumerate(given.arena):
                monster = p.sides[seat].arena[slot]
                for name in named.attached if isinstance(named, Card) else ():
                    if monster is not None:
                        self._attach(game, seat, monster, self.card(name))
            for name in given.items:
                self._put(game, seat, self.card(name), None)
        p.decks = [sorted(owned(p, number)) for number in SLOTS]

    def _attach(self, game: Kameloh, seat: int, monster: Monster, card: int) -> None:
        """An item on a monster: one that targets opposing monsters is the opponent's, but for what holds a captured one."""
        targets = {(clause.target, clause.do) for clause in self.cards.effect[card] if clause.when == "play" and clause.lasts}
        if not targets:
            raise broken(f"{self.cards.names[card]} has no effect that lasts on a monster")
        opposing = any(target in ("opp_monster", "opp_monsters", "striker") and do != "steal" for target, do in targets)
        self._put(game, 1 - seat if opposing else seat, card, monster)

    def _put(self, game: Kameloh, owner: int, card: int, monster: Monster | None) -> None:
        p = game.position
        p.uids += 1
        played = Item(card, owner, p.uids, NOBODY if monster is None else monster.uid)
        p.items.append(played)
        job = Job("effect", owner, card, played.uid)
        lasting = False
        for clause in self.cards.effect[card]:
            if clause.when in ("turn_start", "turn_end", "static"):
                lasting = True
            elif (clause.when == "play" and clause.lasts) or clause.when == "expire":
                lasting = True
                for uid, player in self._aims(game, owner, clause, monster):
                    self._force(game, job, clause, uid, player)
        if not lasting:
            raise broken(f"{self.cards.names[card]} has no effect that lasts")

    def _aims(self, game: Kameloh, owner: int, clause: Clause, monster: Monster | None) -> Iterator[tuple[int, int]]:
        """Whom a clause of an item in play works on: (monster, player)."""
        if clause.target in effects.PLAYERS:
            yield NOBODY, owner if clause.target == "own_player" else 1 - owner
        elif clause.target in effects.GROUPS:
            for seat, side in enumerate(game.position.sides):
                if clause.target == "all_monsters" or (clause.target == "own_monsters") == (seat == owner):
                    yield from ((other.uid, NOBODY) for other in side.arena if other is not None)
        elif monster is not None:
            yield monster.uid, NOBODY
        else:
            raise broken("an item that works on one monster is `attached` to it")

    def _force(self, game: Kameloh, job: Job, clause: Clause, uid: int, player: int) -> None:
        """As if it had been played before: in a turn of its owner, so the opponent's running turn counts (KMO-A.5)."""
        effects.in_force(game, job, clause, uid, player)
        force, p = game.position.forces[-1], game.position
        if clause.for_ == "next_turn" and force.seat == p.turn != job.seat:
            force.turns = 1


def _ending(given: GivenEnding | None) -> Ending | None:
    if given is None:
        return None
    return Ending(seat_of(given.first), [(seat_of(whose), kind) for whose, kind in given.turns])


def owned(p: Position, seat: int) -> Iterator[int]:
    """All cards of a player, wherever they are."""
    side = p.sides[seat]
    for pile in (side.hand, side.deck, side.fusion, side.desert, *side.oases):
        yield from pile
    for half in p.sides:
        yield from (monster.card for monster in half.arena if monster is not None and monster.owner == seat)
    yield from (played.card for played in p.items if played.owner == seat)
