"""Plays the worked cases of Emotrions; the vocabulary is section 17 of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from games.emotrions.rules import Emotrions, deal, trick
from games.emotrions.rules.cards import DECLINE, Hand, Play
from games.emotrions.rules.options import FLAGS, Options, flag_bits, flag_token, flag_values
from games.emotrions.rules.position import Position
from games.engine.cases import without_notes
from games.engine.dice import Dice
from games.engine.errors import BrokenData, EngineError, InvalidOptions
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.outcome import tiers
from games.engine.prompt import Prompt

Cards = list[str]
Flags = dict[Literal["bank", "plays", "hands"], Literal["down", "up", "hidden", "open"]]
"""Style flags by name; those left out are Standard."""


class Scripted(msgspec.Struct, forbid_unknown_fields=True):
    """What chance yields: for each taker the card of an exchange."""

    exchange: dict[str, str] = {}


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The position in the running deal."""

    options: dict[str, Any] = {}
    deal_no: int = 1
    flags: Flags = {}
    first_leader: str | None = None
    leader: str | None = None
    hands: dict[str, Cards] = {}
    won: dict[str, Cards] = {}
    bank: Cards = []
    discard: Cards = []
    deck: Cards | None = None
    totals: dict[str, int] = {}
    playoff: list[str] | None = None
    playoff_deals: int = 0
    scripted: Scripted = msgspec.field(default_factory=Scripted)


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step: a decision of a seat, a question, or a forced result."""

    do: Literal["play", "reply", "exchange", "equal_start", "options", "timeout", "legal", "look", "end_deal", "setup", "create"]
    seat: str | None = None
    cards: Cards | None = None
    request: bool | None = None
    flags: Flags | None = None
    points: dict[str, int] | None = None
    seats: int | None = None
    options: dict[str, Any] = {}


NEEDS: dict[str, tuple[str, ...]] = {
    "play": ("seat", "cards"),
    "reply": ("seat", "cards"),
    "exchange": ("seat", "request"),
    "equal_start": ("seat", "request"),
    "options": ("seat", "flags"),
    "timeout": ("seat",),
    "legal": ("seat",),
    "look": ("seat",),
    "end_deal": ("points",),
    "setup": ("seats",),
    "create": ("seats",),
}
"""The keys each step must have."""


class MatchState(msgspec.Struct, forbid_unknown_fields=True):
    """How the match stands."""

    state: Literal["running", "playoff", "over"]
    players: list[str] | None = None
    winner: str | None = None
    reason: Literal["target", "playoff", "knockout", "exact", "nearest"] | None = None


class Then(msgspec.Struct, forbid_unknown_fields=True):
    """What must hold after the last step; what is not named is not compared."""

    power: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    winner: str | msgspec.UnsetType | None = msgspec.UNSET
    taken_by: str | msgspec.UnsetType | None = msgspec.UNSET
    draws: list[tuple[str, str]] | msgspec.UnsetType = msgspec.UNSET
    tricks: list[dict[Literal["power", "winner", "taken_by", "leader", "draws"], Any]] | msgspec.UnsetType = msgspec.UNSET
    leader: str | msgspec.UnsetType = msgspec.UNSET
    table: dict[str, Cards] | msgspec.UnsetType = msgspec.UNSET
    to_move: str | msgspec.UnsetType = msgspec.UNSET
    hands: dict[str, Cards] | msgspec.UnsetType = msgspec.UNSET
    won: dict[str, Cards] | msgspec.UnsetType = msgspec.UNSET
    bank: Cards | msgspec.UnsetType = msgspec.UNSET
    discard: Cards | msgspec.UnsetType = msgspec.UNSET
    deal_over: bool | msgspec.UnsetType = msgspec.UNSET
    left: dict[str, Cards] | msgspec.UnsetType = msgspec.UNSET
    points: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    deal_winner: str | msgspec.UnsetType = msgspec.UNSET
    next_first_leader: str | msgspec.UnsetType = msgspec.UNSET
    totals: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    out: list[str] | msgspec.UnsetType = msgspec.UNSET
    match: MatchState | msgspec.UnsetType = msgspec.UNSET
    ranking: list[list[str]] | msgspec.UnsetType = msgspec.UNSET
    refused: list[str] | msgspec.UnsetType = msgspec.UNSET
    legal: list[list[Cards]] | msgspec.UnsetType = msgspec.UNSET
    views: list[dict[Literal["hands", "bank", "table"], dict[str, Any]]] | msgspec.UnsetType = msgspec.UNSET
    exchange_open: bool | msgspec.UnsetType = msgspec.UNSET
    exchange_by: str | msgspec.UnsetType | None = msgspec.UNSET
    not_shown: list[str] | msgspec.UnsetType = msgspec.UNSET
    chooser: str | msgspec.UnsetType = msgspec.UNSET
    allowed: list[str] | msgspec.UnsetType = msgspec.UNSET
    flags_next: Flags | msgspec.UnsetType = msgspec.UNSET
    flags: Flags | msgspec.UnsetType = msgspec.UNSET
    equal_start_used: bool | msgspec.UnsetType = msgspec.UNSET
    setups: list[dict[Literal["decks", "bank", "bank_counts", "points_each"], Any]] | msgspec.UnsetType = msgspec.UNSET
    accepted: list[bool] | msgspec.UnsetType = msgspec.UNSET


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One worked scenario."""

    id: str
    title: str
    players: list[str]
    when: list[Step]
    then: Then
    given: Given = msgspec.field(default_factory=Given)
    rules: list[str] = []
    style: Literal["standard", "pareo"] = "standard"


class CaseGame(Emotrions):
    """Emotrions with scripted chance, in which every play is a step: cases list those too that need no answer (section 17)."""

    script: dict[int, int]

    def forced(self, prompt: Prompt) -> bool:
        """Nothing is laid by itself."""
        return False

    def pick(self, taker: int, giver: int) -> int:
        """The scripted card of this taker, else a random one. Raises `BrokenData` if the giver cannot give it."""
        if taker not in self.script:
            return super().pick(taker, giver)
        card = self.script[taker]
        if not self.position.hands[giver][card] or card == self.cards.strength:
            raise BrokenData("cases", f"scripted exchange: {self.cards.tokens[card]} cannot be taken from seat {giver}")
        return card


def run(case: dict[str, Any], cards: bytes) -> list[str]:
    """Play a case; returns what differs from its `then`. Raises `BrokenData`."""
    try:
        read = msgspec.convert(without_notes(case), Case)
    except msgspec.ValidationError as error:
        raise BrokenData("cases", str(error)) from error
    return Run(read, cards).differences()


class Seen:
    """What a case can be asked about afterwards, gathered as it happens."""

    def __init__(self) -> None:
        self.tricks: list[tuple[list[tuple[int, Play]], int | None, list[tuple[int, str]]]] = []
        """Finished tricks of the deal: plays, taker, draws after it."""
        self.leaders: list[int] = []
        """Who leads after each of them."""
        self.ended: Position | None = None
        """The position when the last deal was scored, as long as nothing has been laid since."""
        self.at_end = False
        """Whether the last trick ended it and nothing has been decided since: then cards are looked for there."""
        self.trick_over = False
        self.left: dict[int, Cards] = {}
        self.shower: int | None = None
        self.requests: set[int] = set()
        self.chooser: int | None = None
        self.allowed: list[str] = []
        self.refused: list[str] = []
        self.legal: list[list[Cards]] = []
        self.views: list[dict[str, Any]] = []
        self.setups: list[dict[str, Any]] = []
        self.accepted: list[bool] = []

    def hear(self, event: Event, p: Position) -> None:
        """Take note of what the rules tell."""
        args = event.public | event.private
        cards = [card.partition(".")[2] for card in args.get("cards", ())]
        if event.log in ("takes", "void"):
            self.trick_over = True
            self.tricks.append((list(p.trick), args.get("seat"), []))
        elif event.log in ("draws", "draws_open"):
            self.tricks[-1][2].append((args["seat"], cards[0]))
        elif event.log in ("lays", "lays_hidden") and self.ended is not None:
            self.ended, self.tricks, self.leaders, self.left = None, [], [], {}
        elif event.log == "keeps":
            self.left[args["seat"]] = cards
        elif event.log == "shows_kraft":
            self.shower = args["seat"]
        elif event.kind == "turn_began":
            self._lead(p)
            self.trick_over = False
            self.shower, self.requests = None, set()
        elif event.kind == "score_changed":
            self._lead(p)
            self.ended, self.at_end = p.copy(), self.trick_over
            self.trick_over = False

    def _lead(self, p: Position) -> None:
        if len(self.leaders) < len(self.tricks):
            self.leaders.append(p.leader)


class Run:
    """One case being played: the game, and what was seen on the way."""

    def __init__(self, case: Case, cards: bytes) -> None:
        self.case = case
        self.type = CaseGame.with_cards(cards)
        self.cards = self.type.cards
        self.names = case.players
        if len(set(self.names)) != len(self.names) or not 2 <= len(self.names) <= 6:
            raise BrokenData("cases", "`players` must name 2 to 6 different seats")
        self.seen = Seen()
        self.game = self._game()
        for number, step in enumerate(case.when, 1):
            missing = [key for key in NEEDS[step.do] if getattr(step, key) is None]
            if missing:
                raise BrokenData("cases", f"step {number} ({step.do}) has no `{missing[0]}`")
            if step.do == "options":
                self._flags(step.flags or {}, least=len(FLAGS.fields))
            self._step(step)

    # --- given ---------------------------------------------------------------------------------------------------------------

    def _game(self) -> CaseGame:
        given, seats = self.case.given, len(self.names)
        variant = {"variant": "pareo"} if self.case.style == "pareo" else {}
        try:
            options = Options.of(self.type.meta.check(variant | given.options, seats))
        except InvalidOptions as error:
            raise BrokenData("cases", f"options: {error.problems[0].option}: {error.text.key} {error.text.args}") from error
        group = [self._seat(name) for name in given.playoff or []]
        somebody = self.names[min(group, default=0)]  # who else leads a deal than one who plays it
        first = self._seat(given.first_leader or given.leader or somebody)
        p = Position(
            seats=seats,
            options=options,
            deal=given.deal_no,
            flags=flag_bits(self._flags(given.flags)),
            first_leader=first,
            leader=self._seat(given.leader or given.first_leader or somebody),
            order=sorted(group) or list(range(seats)),
            hands=self._hands(given.hands),
            won=self._hands(given.won),
            discard=self._hand(given.discard),
            bank=[self._card(name) for name in reversed(given.bank)],
            totals=[given.totals.get(name, 0) for name in self.names],
            points=[0] * seats,
            deals_won=[0] * seats,
            playoff=sorted(group),
            playoff_deals=given.playoff_deals,
            exact_playoff=bool(group) and options.score37,
        )
        for name in given.totals:
            self._seat(name)
        if p.leader not in p.order or p.first_leader not in p.order:
            raise BrokenData("cases", "the leader does not play the deal")
        if given.deck is not None:
            self._deal(p, given.deck)
        game = self.type(p, Dice(self.case.id.encode()), lambda event: self.seen.hear(event, p))
        game.script = {self._seat(name): self._card(card) for name, card in given.scripted.exchange.items()}
        trick.begin(game)
        game.prompts = game.ask()
        return game

    def _deal(self, p: Position, deck: Cards) -> None:
        """EMO-2.6: one at a time in turn order from the first leader, six times round."""
        pack = [self._card(name) for name in reversed(deck)]
        for _ in range(self.cards.hand_size):
            for seat in p.in_turn(p.first_leader):
                if not pack:
                    raise BrokenData("cases", "`deck` has too few cards to deal")
                p.hands[seat][pack.pop()] += 1
        p.bank = pack

    def _seat(self, name: str) -> int:
        if name not in self.names:
            raise BrokenData("cases", f"seat {name!r} is not one of the players {self.names}")
        return self.names.index(name)

    def _card(self, name: str) -> int:
        if name not in self.cards.number:
            raise BrokenData("cases", f"there is no card {name!r}; there are {', '.join(self.cards.tokens)}")
        return self.cards.number[name]

    @staticmethod
    def _flags(flags: Mapping[Any, str], least: int = 0) -> Mapping[Any, str]:
        """Style flags, each with a value of its own; an `options` step names all three."""
        problems = FLAGS.problems(flags)
        if problems or len(flags) < least:
            raise BrokenData("cases", f"flags {flags}: {problems[0].text.args if problems else 'all three are needed'}")
        return flags

    def _hand(self, names: Cards) -> Hand:
        cards = [self._card(name) for name in names]
        return [cards.count(card) for card in range(len(self.cards.tokens))]

    def _hands(self, hands: dict[str, Cards]) -> list[Hand]:
        for name in hands:
            self._seat(name)
        return [self._hand(hands.get(name, [])) for name in self.names]

    # --- when ----------------------------------------------------------------------------------------------------------------

    def _step(self, step: Step) -> None:
        if step.do == "create":
            self.seen.accepted.append(self._accepted(step))
        elif step.do == "setup":
            self.seen.setups.append(self._setup(step))
        elif step.do == "end_deal":
            self._end_deal(step.points or {})
        else:
            self._act(step, self._seat(step.seat or ""))

    def _accepted(self, step: Step) -> bool:
        try:
            self.type.meta.check(step.options, step.seats or 0)
        except InvalidOptions:
            return False
        return True

    def _setup(self, step: Step) -> dict[str, Any]:
        try:
            game = self.type.new(step.options, Setup(step.seats or 0), Dice(self.case.id.encode()))
        except InvalidOptions as error:
            raise BrokenData("cases", f"setup: {error.problems[0].option}: {error.text.key} {error.text.args}") from error
        p, copies = game.position, sum(self.cards.copies)
        bank = Counter(self.cards.tokens[card] for card in p.bank)
        values = {self.cards.value_of(hand) for hand in p.hands}
        made = {"decks": len(deal.deck(game, len(p.order))) // copies, "bank": len(p.bank), "bank_counts": dict(bank)}
        return made | ({"points_each": values.pop()} if len(values) == 1 else {})

    def _end_deal(self, points: dict[str, int]) -> None:
        """The running deal ends with these points; decisions before it that the case left out take their defaults."""
        p, game = self.game.position, self.game
        while p.phase in ("options", "equal_start"):
            prompt = next(q for q in game.prompts if q.seat not in p.sealed)
            game.apply(prompt.seat, prompt.timeout())
        scored = {self._seat(name): value for name, value in points.items()}
        if p.phase == "over" or set(scored) - set(p.order):
            raise BrokenData("cases", f"end_deal: the players of the running deal are {[self.names[seat] for seat in p.order]}")
        p.sealed = {}
        deal.score(game, {seat: scored.get(seat, 0) for seat in p.order})
        game.prompts = game.ask()

    def _act(self, step: Step, seat: int) -> None:
        game, seen = self.game, self.seen
        if step.do == "look":
            seen.views.append(self._look(seat))
            return
        prompt = next((q for q in game.prompts if q.seat == seat), None)
        if step.do == "legal":
            seen.legal.append(self._legal(prompt.options) if prompt and prompt.kind in ("play", "reply") else [])
            return
        answered = seat in game.position.sealed
        if prompt is None or step.do not in ("timeout", prompt.kind) or (step.do == "timeout" and answered):
            seen.refused.append(self.names[seat])
            return
        if prompt.kind == "options":
            seen.chooser, seen.allowed = seat, [game.token(option) for option in prompt.options]
        choice = prompt.timeout() if step.do == "timeout" else self._choice(step)
        requests = seen.requests | {seat} if choice == ["request"] else seen.requests - {seat}
        at_end, seen.at_end = seen.at_end, False
        try:
            game.apply(seat, choice)
        except BrokenData:
            raise  # the case itself is at fault
        except EngineError:
            seen.at_end = at_end
            seen.refused.append(self.names[seat])
        else:
            if prompt.kind == "exchange":
                seen.requests = requests

    def _choice(self, step: Step) -> list[Any]:
        if step.do == "options":
            return [flag_bits(step.flags or {})]
        if step.do in ("exchange", "equal_start"):
            return [("request" if step.request else "pass") if step.do == "exchange" else ("yes" if step.request else "no")]
        return [tuple(sorted(self._card(name) for name in step.cards or []))]

    def _legal(self, options: list[Play]) -> list[Cards]:
        return [[self.cards.tokens[card] for card in play] for play in options]

    def _look(self, seat: int) -> dict[str, Any]:
        zones = self.game.view(seat)["zones"]
        if not zones:
            return {"hands": {}, "bank": {"count": 0}, "table": {}}  # no cards are out while the next deal is being prepared
        bank = {"count": zones["bank"]["count"]} | ({"top": self._short(zones["bank"]["top"])} if "top" in zones["bank"] else {})
        return {"hands": self._shown(zones, "hand"), "bank": bank, "table": self._shown(zones, "trick")}

    def _shown(self, zones: dict[str, Any], name: str) -> dict[str, Any]:
        """Cards by seat, or their number where they are hidden; a seat without any on the table is left out."""
        shown = {}
        for seat, player in enumerate(self.names):
            zone = zones.get(f"{name}_{seat}")
            if zone is not None and (zone["count"] or name == "hand"):
                shown[player] = [self._short(card) for card in zone["cards"]] if "cards" in zone else zone["count"]
        return shown

    def _short(self, card: dict[str, str]) -> str:
        return card["c"].partition(".")[2]

    # --- then ----------------------------------------------------------------------------------------------------------------

    def differences(self) -> list[str]:
        """What differs from what the case expects."""
        expected = {
            name: value
            for name in self.case.then.__struct_fields__
            if (value := getattr(self.case.then, name)) is not msgspec.UNSET
        }
        self._check_names(expected)
        actual = self._actual()
        found = []
        for name, value in expected.items():
            wanted = _plain(value)
            if name not in actual:
                found.append(f"{name}: expected {_text(wanted)}, there is none")
            elif not _fits(name, wanted, actual[name]):
                found.append(f"{name}: expected {_text(wanted)}, got {_text(actual[name])}")
        if found and self.seen.refused and "refused" not in expected:
            found.append(f"(refused steps: {', '.join(self.seen.refused)})")
        return found

    def _check_names(self, expected: dict[str, Any]) -> None:
        """Seats and cards named in `then` must exist, or the comparison would be with nothing."""
        for name in ("power", "table", "hands", "won", "left", "points", "totals"):
            for seat in expected.get(name, {}):
                self._seat(seat)
        for name in ("table", "hands", "won", "left"):
            for cards in expected.get(name, {}).values():
                self._hand(cards)
        for name in ("bank", "discard"):
            self._hand(expected.get(name, []))
        for name in ("flags", "flags_next"):
            self._flags(expected.get(name, {}))

    def _actual(self) -> dict[str, Any]:
        p, seen, game = self.game.position, self.seen, self.game
        ended = seen.ended
        at = ended if ended is not None and seen.at_end else p
        waiting = [prompt.seat for prompt in game.prompts if prompt.seat not in p.sealed]
        actual: dict[str, Any] = {
            "tricks": [self._trick(number) for number in range(len(seen.tricks))],
            "leader": self.names[seen.leaders[-1]] if seen.tricks and ended else self.names[p.leader],
            "table": {self.names[seat]: self._tokens(play) for seat, play in p.trick},
            "hands": self._by_seat(at.hands),
            "won": self._by_seat(at.won),
            "discard": self._of(at.discard),
            "bank": [self.cards.tokens[card] for card in reversed(at.bank)],
            "deal_over": ended is not None,
            "totals": dict(zip(self.names, p.totals, strict=True)),
            "out": [self.names[out.seat] for out in p.out],
            "match": self._match(p),
            "refused": seen.refused,
            "legal": seen.legal,
            "views": seen.views,
            "exchange_open": p.phase == "exchange",
            "exchange_by": None if seen.shower is None else self.names[seen.shower],
            "not_shown": [self.names[seat] for seat in sorted(seen.requests - {seen.shower})] if p.phase != "exchange" else [],
            "flags": flag_values((ended or p).flags),
            "setups": seen.setups,
            "accepted": seen.accepted,
        }
        if len(waiting) == 1:
            actual["to_move"] = self.names[waiting[0]]
        if seen.tricks:
            last = actual["tricks"][-1]
            actual |= {key: last[key] for key in ("power", "winner", "taken_by", "draws") if key in last}
        if ended is not None:
            actual |= {
                "left": {self.names[seat]: seen.left.get(seat, []) for seat in ended.order},
                "points": {self.names[seat]: ended.points[seat] for seat in ended.order},
                "deal_winner": self.names[deal.winner(ended)],
            }
            if p.reason is None:
                actual |= {"next_first_leader": self.names[p.first_leader], "flags_next": flag_values(p.flags)}
                if p.phase not in ("options", "equal_start") or p.options.gleichstart != "on_request":
                    actual["equal_start_used"] = p.equal
        if p.phase == "options":
            actual |= {
                "chooser": self.names[game.prompts[0].seat],
                "allowed": [flag_token(option) for option in game.prompts[0].options],
            }
        elif seen.chooser is not None:
            actual |= {"chooser": self.names[seen.chooser], "allowed": seen.allowed}
        outcome = game.outcome()
        if outcome is not None:
            actual["ranking"] = [[self.names[seat] for seat in group] for group in tiers(outcome.ranks)]
        return actual

    def _trick(self, number: int) -> dict[str, Any]:
        """A finished trick in the words of the cases."""
        plays, taker, draws = self.seen.tricks[number]
        hunger = (self.cards.hunger,)
        power = {self.names[seat]: self.cards.power[play] for seat, play in plays if play not in (hunger, DECLINE)}
        who = None if taker is None else self.names[taker]
        return {
            "power": power,
            "winner": who,
            "taken_by": who,
            "leader": self.names[self.seen.leaders[number]],
            "draws": [[self.names[seat], card] for seat, card in draws],
        }

    def _match(self, p: Position) -> dict[str, Any]:
        if p.reason is not None:
            return {"state": "over", "winner": self.names[p.winner], "reason": p.reason}
        return {"state": "playoff", "players": [self.names[seat] for seat in p.playoff]} if p.playoff else {"state": "running"}

    def _by_seat(self, hands: list[Hand]) -> dict[str, Cards]:
        return {name: self._of(hands[seat]) if hands else [] for seat, name in enumerate(self.names)}

    def _of(self, hand: Hand) -> Cards:
        return [self.cards.tokens[card] for card in self.cards.cards_of(hand)]

    def _tokens(self, play: Play) -> Cards:
        return [self.cards.tokens[card] for card in play]


# --- comparing ---------------------------------------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """An expectation as the plain data it was written in."""
    return msgspec.to_builtins(value)


def _fits(name: str, wanted: Any, actual: Any) -> bool:
    """Whether what is named in an expectation holds; what it leaves out is not compared."""
    return COMPARISONS.get(name, _equal)(wanted, actual)


def _equal(wanted: Any, actual: Any) -> bool:
    return bool(wanted == actual)


def _same(wanted: Any, actual: Any) -> bool:
    """Equal; lists in any order."""
    if isinstance(wanted, list) and isinstance(actual, list):
        return Counter(wanted) == Counter(actual)
    return _equal(wanted, actual)


def _by_seat_fit(wanted: dict[str, Any], actual: dict[str, Any]) -> bool:
    """By seat, cards in any order or their number; an empty expectation says that there are none."""
    if not wanted:
        return not actual
    return all(seat in actual and _same(cards, actual[seat]) for seat, cards in wanted.items())


def _named(wanted: dict[str, Any], actual: dict[str, Any] | None) -> bool:
    return actual is not None and all(actual.get(key) == value for key, value in wanted.items())


def _match_fits(wanted: dict[str, Any], actual: dict[str, Any]) -> bool:
    return all(_same(value, actual.get(key)) for key, value in wanted.items() if value is not None)


def _each(wanted: list[dict[str, Any]], actual: list[dict[str, Any]]) -> bool:
    """As many as there are, each with what is named of it."""
    return len(wanted) == len(actual) and all(
        all(_fits(key, value, got.get(key)) for key, value in want.items()) for want, got in zip(wanted, actual, strict=True)
    )


def _views_fit(wanted: list[dict[str, Any]], actual: list[dict[str, Any]]) -> bool:
    return _each(
        [{VIEWED.get(key, key): value for key, value in want.items()} for want in wanted],
        [{VIEWED.get(key, key): value for key, value in got.items()} for got in actual],
    )


def _bank_seen(wanted: dict[str, Any], actual: dict[str, Any]) -> bool:
    """The top must be absent where it is not visible."""
    return actual.get("top") == wanted.get("top") and _named(wanted, actual)


def _lists_fit(wanted: list[list[Any]], actual: list[list[Any]]) -> bool:
    """Complete lists of card lists, both in any order."""
    return len(wanted) == len(actual) and all(
        sorted(map(sorted, want)) == sorted(map(sorted, got)) for want, got in zip(wanted, actual, strict=True)
    )


def _ranking_fits(wanted: list[list[str]], actual: list[list[str]]) -> bool:
    return [sorted(group) for group in wanted] == [sorted(group) for group in actual]


def _draws_fit(wanted: list[Any], actual: list[list[str]] | None) -> bool:
    return [list(draw) for draw in wanted] == actual


VIEWED = {"bank": "bank_seen"}
"""What a view shows in another form than the position has it."""

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("table", "hands", "won", "left"), _by_seat_fit),
    **dict.fromkeys(("totals", "points", "flags", "flags_next", "power", "bank_counts"), _named),
    **dict.fromkeys(("out", "not_shown", "allowed", "discard"), _same),
    **dict.fromkeys(("tricks", "setups"), _each),
    "match": _match_fits,
    "views": _views_fit,
    "bank_seen": _bank_seen,
    "legal": _lists_fit,
    "ranking": _ranking_fits,
    "draws": _draws_fit,
}
"""How each expectation is compared; the others must be equal."""


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
