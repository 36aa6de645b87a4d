"""Plays the worked cases of Ka-Mel-Oh!; the vocabulary is Appendix C of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from games.engine.cases import without_notes
from games.engine.dice import Dice
from games.engine.errors import EngineError
from games.engine.event import Event
from games.engine.prompt import Prompt
from games.kameloh.case_table import (
    FILLER,
    KINDS,
    SEATS,
    Card,
    CardName,
    Class,
    Given,
    GivenEnding,
    GivenSeat,
    Price,
    Seat,
    Table,
    broken,
    game_type,
    options_of,
    seat_of,
)
from games.kameloh.rules import Kameloh, arena, fusion, money, moves, opening, return_match, turn
from games.kameloh.rules.cards import VARIANTS
from games.kameloh.rules.combat import ALONE_OF_TWO
from games.kameloh.rules.decks import KamelohDecks
from games.kameloh.rules.position import NOBODY, SLOTS, Job, Monster

UNSET = msgspec.UNSET
Unset = msgspec.UnsetType
Numbers = dict[str, int]
Labels = dict[str, set[Any]]
"""By field of Appendix B: every way in which an option may be named there."""


class CombatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """What the last combat was like."""

    shape: str | Unset = UNSET
    attack: int | Unset = UNSET
    defence: int | Unset = UNSET
    damage: Numbers = {}
    stats: dict[str, Numbers] = {}


class SeatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat must have."""

    dates: int | Unset = UNSET
    hand: list[str] | Unset = UNSET
    hand_size: int | Unset = UNSET
    arena: list[str | None] | Unset = UNSET
    lp: Numbers = {}
    max_lp: Numbers = {}
    stats: dict[str, Numbers] = {}
    desert: list[str] | Unset = UNSET
    active: int | Unset = UNSET
    oasis_sizes: list[int] | Unset = UNSET
    oases_left: int | Unset = UNSET
    deck_size: int | Unset = UNSET
    deck_shuffled: bool | Unset = UNSET
    fusion_deck: list[str] | Unset = UNSET
    items: list[str] | Unset = UNSET


class Facts(msgspec.Struct, forbid_unknown_fields=True):
    """What must hold; what is not named is not compared."""

    vp: dict[Seat, int] = {}
    turn: Seat | Unset = UNSET
    phase: str | Unset = UNSET
    A: SeatFacts = msgspec.field(default_factory=SeatFacts)
    B: SeatFacts = msgspec.field(default_factory=SeatFacts)
    combat: CombatFacts | Unset = UNSET
    legal: list[dict[str, Any]] = []
    illegal: list[dict[str, Any]] = []
    ending: GivenEnding | Unset | None = UNSET
    winner: Literal["A", "B", "draw"] | Unset = UNSET
    view: dict[str, dict[str, int | list[str]]] = {}
    seen: dict[str, list[dict[str, Any]]] = {}
    results: list[Any] | Unset = UNSET


class Then(Facts, forbid_unknown_fields=True):
    """What must hold after the last step."""

    by_variant: dict[Literal["wimu", "dufo", "kamelkoenig"], Facts] = {}


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One worked scenario."""

    id: str
    title: str
    rules: list[str]
    variant: str
    given: Given
    when: list[dict[str, Any]]
    then: Then


class DrawCase(msgspec.Struct, forbid_unknown_fields=True):
    """Cards in the hand and in the deck before DRAW."""

    hand: int
    deck: int


MOVES: dict[str, tuple[str, ...]] = {
    "send": ("card", "slot", "from"),
    "item": ("card", "from", "target", "with"),
    "waste": ("card", "from"),
    "mutate": ("violet", "item", "slot", "fetch"),
    "fuse": ("violet", "item", "ingredients", "slot", "fetch"),
    "add": ("slot", "ingredient"),
    "package": ("name",),
    "activate": ("oasis",),
    "bury": ("card", "oasis"),
    "draw": ("oasis",),
    "take_top": ("oasis",),
    "search": ("oasis",),
    "take": ("card",),
    "choose": ("target",),
    "decline": (),
    "end_phase": (),
    "attack": ("with",),
    "no_attack": (),
    "done": (),
    "ransom": ("card",),
    "settle": (),
    "resign": (),
}
"""The moves of Appendix B with their fields."""

STEPS: dict[str, tuple[str, ...]] = {
    "start_turn": ("seat",),
    "finish_turn": ("seat",),
    "damage": ("seat", "monster", "amount"),
    "remove_items": ("seat", "items"),
    "breed": ("dates",),
    "draw_phase": ("cases",),
    "fuse_values": ("violet", "ingredients"),
    "defeat_value": ("hk", "price", "modes"),
    "setup": ("seat",),
    "validate_deck": ("deck",),
    "finish_match": (),
}
"""The driver steps with the keys they must have; `check` and `create_game` have those of `then` and `given`."""

READ: dict[str, dict[str, Any]] = {
    "check": {"check": Then},
    "create_game": {"given": Given},
    "damage": {"monster": str, "amount": int},
    "remove_items": {"items": list[str]},
    "breed": {"dates": list[int]},
    "draw_phase": {"cases": list[DrawCase]},
    "fuse_values": {"violet": str, "ingredients": list[CardName]},
    "defeat_value": {"hk": Class, "price": Price, "modes": list[str]},
    "setup": {"options": dict[str, str | int | bool]},
    "validate_deck": {"deck": str, "changes": dict[str, int]},
}
"""What the parts of a step are; those of `check` and `create_game` are one whole."""

MAY_HAVE = {"setup": ("options",), "validate_deck": ("changes",)}
PASSIVE = ("end_phase", "no_attack", "done", "settle", "decline")
ITEM_PHASE = ("item", "waste", "mutate", "fuse", "add", "send", "package", "end_phase")
"""Moves that show that an earlier `end_phase` did not end the phase in which they are made."""

VP_MODES = ("hk", "price", "constant")


def run(case: dict[str, Any], cards: bytes) -> list[str]:
    """Play a case in each of its variants; returns what differs from its `then`. Raises `BrokenData`."""
    try:
        read = msgspec.convert(without_notes(case), Case)
    except msgspec.ValidationError as error:
        raise broken(str(error)) from error
    variants = variants_of(read)
    found = []
    for variant in variants:
        prefix = f"{variant}: " if len(variants) > 1 else ""
        found += [prefix + line for line in Run(read, variant, cards).differences()]
    return found


def variants_of(case: Case) -> list[str]:
    """The rule sets in which a case is played. Raises `BrokenData`."""
    variants: list[str] = list(VARIANTS) if case.variant == "all" else [name.strip() for name in case.variant.split(",")]
    for name in variants:
        if name not in VARIANTS:
            raise broken(f"`variant`: there is no rule set {name!r}")
    return variants


def inline_cards(value: Any) -> Iterator[Card]:
    """The monsters that a part of a case makes up."""
    if isinstance(value, Card):
        if bool(value.card) == bool(value.name):
            raise broken("a monster has a `card` or a `name`")
        if value.name:
            yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from inline_cards(getattr(value, name))
    elif isinstance(value, list):
        for part in value:
            yield from inline_cards(part)


class Run:
    """One case being played in one rule set: the game, and what was seen on the way."""

    def __init__(self, case: Case, variant: str, cards: bytes) -> None:
        self.case, self.variant = case, variant
        self.several = len(variants_of(case)) > 1
        steps = [_checked(step, number) for number, step in enumerate(case.when, 1)]
        wholes = [case.then, *(step["check"] for step in steps if step.get("step") == "check")]
        for row in [facts for whole in wholes for facts in (whole, *whole.by_variant.values())]:
            for move in [*row.legal, *row.illegal]:
                _check_move(move, "`legal`")
        made_up = [step.get("ingredients", []) for step in steps if step.get("step") == "fuse_values"]
        self.type = game_type(cards, list(inline_cards([case.given, *made_up])))
        self.cards = self.type.cards
        self.combat: dict[str, Any] | None = None
        self.shuffled = [False, False]
        self.heard: list[Event] = []
        self.results: list[Any] = []
        self.found: list[str] = []
        self.ended_monster = self.ended_action = True
        """Whether MONSTER, or the oasis action, of this turn has been ended by a move rather than by itself."""
        self.game = self._begin()
        self.refused = ""
        self.told_before: dict[str, Any] = {}
        """A `search` that only told where an item looks."""
        for number, step in enumerate(steps, 1):
            self.steps_left = steps[number:]
            self._step(step, f"step {number}")
            if self.refused:
                break

    def _begin(self) -> Kameloh:
        options = options_of(self.type, self.variant, self.case.given.options, several=self.several)
        self.table = Table(self.type, self.case.given, options)
        game = self.type(self.table.position(), Dice(self.case.id.encode()), self._hear)
        self.game = game
        game.holds = True
        self.table.equip(game)
        self.ended_monster = game.position.phase not in ("START", "MONSTER")
        self._go_on()
        return game

    def _go_on(self) -> None:
        """Everything automatic, up to the next prompt or to the start of the next turn."""
        self.game.work()
        self.game.prompts = self.game.open_prompts()

    def _hear(self, event: Event) -> None:
        """Take note of what the rules tell."""
        self.heard.append(event)
        if event.kind == "x_kameloh_combat":
            about = event.public
            self.combat = {name: about[name] for name in ("shape", "attack", "defence") if name in about}
            for name in ("damage", "stats"):
                self.combat[name] = [(self._in_zone(zone), value) for zone, value in about[name].items()]
        elif event.kind == "cards_shuffled" and event.public["zone"].startswith("deck"):
            self.shuffled[event.public["seat"]] = True
        elif event.kind == "turn_began":
            self.ended_monster, self.ended_action = False, True

    def _in_zone(self, zone: str) -> str:
        monster = arena.at(self.game, zone)
        return "" if monster is None else self._name(monster.card)

    def _name(self, card: int) -> str:
        name: str = self.cards.names[card]
        return name

    # --- when: driver steps ----------------------------------------------------------------------------------------------------

    def _step(self, step: dict[str, Any], where: str) -> None:
        if "move" in step:
            self._move(step, f"{where} ({step['by']} {step['move']})")
        elif step["step"] == "check":
            self.found += [f"{where}: {line}" for line in self._compare_then(step["check"])]
        elif step["step"] in DRIVER:
            DRIVER[step["step"]](self, step)
        else:
            self.results.append(CALCULATIONS[step["step"]](self, step))

    def start_turn(self, step: dict[str, Any]) -> None:
        """Turns that come before are played to their end."""
        seat = seat_of(step["seat"])
        while not self._over() and self._next() != seat:
            self._finish()
        self._start()

    def finish_turn(self, step: dict[str, Any]) -> None:
        seat, at_rest = seat_of(step["seat"]), self._next()
        if at_rest == 1 - seat or self._over():
            return  # it has ended
        if at_rest is None and self.game.position.turn != seat:
            self._finish()
        self._finish()

    def _over(self) -> bool:
        return self.game.position.phase == "OVER" or self.game.outcome() is not None

    def _next(self) -> int | None:
        """Whose turn begins next, if one has ended."""
        agenda = self.game.position.agenda
        return agenda[-1].seat if agenda and agenda[-1].kind == "begin" else None

    def _start(self) -> None:
        """Carry out START."""
        if self._next() is not None:
            turn.begin(self.game, self.game.position.agenda[-1])
            self._go_on()

    def _finish(self) -> None:
        """Play a turn to its end, beginning it if need be."""
        self._start()
        while self.game.prompts and self._next() is None:
            self._pass()

    def _pass(self) -> None:
        """The passive option: `none`, `end_phase`, `no_attack`, `done`, `settle`, `decline`, else the first target."""
        prompt = self.game.prompts[0]
        passive = [option for option in prompt.options if option[0] in PASSIVE or option == ("package", "none")]
        self._apply(prompt, passive[0] if passive else prompt.options[0])

    def _apply(self, prompt: Prompt, option: Any) -> None:
        if option[0] == "end_phase":
            self.ended_monster = self.ended_monster or prompt.kind == "monster"
            self.ended_action = self.ended_action or prompt.kind in ("refill", "search")
        elif option[0] == "package":
            self.ended_action = option[1] not in ("refill", "search")
        self.game.apply(prompt.seat, [option])

    def damage(self, step: dict[str, Any]) -> None:
        found = self._monster(seat_of(step["seat"]), step["monster"])
        if found is None:
            raise broken(f"{step['seat']} has no monster {step['monster']!r}")
        found.damage += step["amount"]
        self.game.position.agenda.append(Job("settle"))
        self._go_on()

    def remove_items(self, step: dict[str, Any]) -> None:
        game, seat = self.game, seat_of(step["seat"])
        for name in step["items"]:
            there = [played for played in game.position.items if self._name(played.card) == name]
            there.sort(key=lambda played: (arena.controller(game, played.carrier) != seat, played.owner != seat))
            if not there:
                raise broken(f"{name} is not in play")
            arena.remove_item(game, there[0])
        game.position.agenda.append(Job("settle"))
        self._go_on()

    def _monster(self, seat: int, name: str) -> Monster | None:
        own = arena.own(self.game, seat)
        return next((monster for monster in own if self._name(monster.card) == name), None)

    # --- when: calculations ----------------------------------------------------------------------------------------------------

    def breed(self, step: dict[str, Any]) -> Any:
        from_nothing = self.table.options.empty_oasis_breeds
        return [money.bred(dates, from_nothing=from_nothing) for dates in step["dates"]]

    def draw_phase(self, step: dict[str, Any]) -> Any:
        results = []
        for row in step["cases"]:
            game = self._other({})
            p, filler = game.position, self.cards.by_name[FILLER]
            p.sides[0].hand, p.sides[0].deck = [filler] * row.hand, [filler] * row.deck
            p.agenda = [Job("end", 0), Job("draw_phase", 0)]
            game.work()
            results.append({"hand": len(p.sides[0].hand), "second_to_last": p.ending is not None and p.ending.first == 0})
        return results

    def _other(self, options: dict[str, Any]) -> Kameloh:
        """Another table of the same `given` with other options, for a calculation."""
        chosen = options_of(self.type, self.variant, self.case.given.options | options, several=self.several)
        game = self.type(Table(self.type, self.case.given, chosen).position(), Dice(self.case.id.encode()), lambda event: None)
        game.holds = True
        return game

    def fuse_values(self, step: dict[str, Any]) -> Any:
        violet = self.table.card(step["violet"])
        if violet not in self.cards.fusions:
            raise broken(f"{step['violet']} is no fusion")
        parts = [self.table.card(part) for part in step["ingredients"]]
        names = ("ap", "dp", "lp")
        raw = fusion.raw_values(self.cards, violet, parts)
        values = fusion.values(self.cards, violet, parts, self.variant)
        return {"raw": Raw(zip(names, raw, strict=True)), **dict(zip(names, values, strict=True))}

    def defeat_value(self, step: dict[str, Any]) -> Any:
        values = {
            mode: money.defeat_value(step["hk"], step["price"], mode, self.cards.vp_by_hk)
            for mode in step["modes"]
            if mode in VP_MODES
        }
        if len(values) != len(step["modes"]):
            raise broken(f"defeat_value: the modes are {', '.join(VP_MODES)}")
        return ByMode(values)

    def setup(self, step: dict[str, Any]) -> Any:
        """KMO-4 for one seat; with `deck_kinds` the deck lies as told instead of being shuffled at first."""
        seat, game = seat_of(step["seat"]), self._other(step.get("options") or {})
        given = (self.case.given.A, self.case.given.B)[seat]
        side = game.position.sides[seat]
        side.hand, side.fusion, side.oases, side.deck = [], [], [], self._deck(given)
        if given.deck_kinds:
            shuffle, first = game.shuffle, [True]

            def unshuffled(items: list[Any], purpose: str) -> None:
                if not first.pop() if first else True:
                    shuffle(items, purpose)

            game.shuffle = unshuffled  # type: ignore[method-assign]
        drawn, shown = opening.deal(game, seat)
        return {
            "drawn": drawn,
            "shown": shown,
            "hand_size": len(side.hand),
            "deck_size": len(side.deck),
            "oasis_sizes": [len(oasis) for oasis in side.oases],
            "fusion_deck_size": len(side.fusion),
            "dates": side.dates,
        }

    def _deck(self, given: GivenSeat) -> list[int]:
        """The deck of a seat for `setup`; the top card last."""
        if given.deck_kinds:
            kinds = [KINDS[kind] for kind in given.deck_kinds]
            return [self.cards.by_name[name] for name in reversed(kinds + [FILLER] * (60 - len(kinds)))]
        cards = self._starter(given.deck or next(iter(self.cards.starter_decks)))
        return [self.cards.by_name[name] for name, copies in cards.items() for _ in range(copies)]

    def _starter(self, name: str) -> dict[str, int]:
        if name not in self.cards.starter_decks:
            raise broken(f"there is no starter deck {name!r}")
        cards: dict[str, int] = self.cards.starter_decks[name].cards
        return cards

    def create_game(self, step: dict[str, Any]) -> Any:
        given: Given = step["given"]
        game = self._other(given.options)
        p = game.position
        planned = given.tournament or given.options.get("starter") == "plan"
        p.planned = seat_of(given.pairing[0]) if planned and given.pairing else NOBODY
        p.experience = [given.leaderboard.get("A", 0), given.leaderboard.get("B", 0)]
        method, starts = opening.starter(game)
        return {"method": method, "starts": SEATS[starts]}

    def validate_deck(self, step: dict[str, Any]) -> Any:
        deck = Counter(self._starter(step["deck"]))
        deck.update(step.get("changes") or {})
        if min(deck.values()) < 0:
            raise broken("validate_deck: more copies are removed than there are")
        kept, rules = {card: copies for card, copies in deck.items() if copies}, KamelohDecks(self.cards)
        broken_rules = sorted({violation.rule for violation in rules.check(kept)})
        return {"legal_in": sorted(rules.legal_in(kept)), "rules": broken_rules}

    def finish_match(self, _: dict[str, Any]) -> Any:
        games = self.case.given.games
        if len(games) != 2:
            raise broken("finish_match: `games` are the two games of the match")
        first = seat_of(games[0].starter or self.case.given.starter)
        points = [[game.vp.get("A", 0), game.vp.get("B", 0)] for game in games]
        total, winner = return_match.total(points)
        return {
            "second_starter": SEATS[return_match.second_starter(first)],
            "total": dict(zip(SEATS, total, strict=True)),
            "winner": "draw" if winner is None else SEATS[winner],
        }

    # --- when: moves -----------------------------------------------------------------------------------------------------------

    def _move(self, step: dict[str, Any], where: str) -> None:
        """Carry out a move; windows that it leaves unnamed are passed. A refused move is a difference."""
        game, seat = self.game, seat_of(step["by"])
        asked = self._asked()
        if step["move"] == "resign":
            game.leave(seat, "resigned")
            return
        if step["move"] in ("done", "end_phase") and self._passed_by_itself(step, seat):
            return
        if self._already_done(step):
            return
        named = self._with_source(step)
        for _ in range(40):
            prompt = next((q for q in game.prompts if q.seat == seat), None)
            option = None if prompt is None else next(self._fitting(prompt, named), None)
            if prompt is not None and option is not None:
                try:
                    self._apply(prompt, option)
                except EngineError as error:
                    self.refused = f"{where} is refused ({error.text.key} {error.text.args}); asked is {asked}"
                return
            if not self._comes_nearer(seat, step["move"]):
                break
        self.refused = f"{where} is not offered; asked is {asked}"

    def _comes_nearer(self, seat: int, move: str) -> bool:
        """Pass a window that the case leaves unnamed, or begin the turn that a move needs; whether there was one."""
        game = self.game
        if self._over():
            return False
        if self._next() is not None:
            if self._next() != seat:
                return False
            self._start()
        elif game.prompts and game.prompts[0].kind == "package" and move in ITEM_PHASE:
            self._apply(game.prompts[0], ("package", "play"))
        elif game.prompts and game.prompts[0].kind not in ("choose", "take", "activate", "striker"):
            self._pass()
        elif game.prompts and move == "take" and game.prompts[0].options[0][:2] == ("choose", f"deck_{seat}"):
            self._apply(game.prompts[0], game.prompts[0].options[0])  # in Dufo a search by an effect is only a `take`
        else:
            return False
        return True

    def _already_done(self, step: dict[str, Any]) -> bool:
        """Whether there was only one possibility, so that nothing is asked; or the oasis was told with the item."""
        kinds = {prompt.kind for prompt in self.game.prompts}
        if step is self.told_before or (step["move"] == "package" and step.get("name") == "play" and self.variant != "wimu"):
            return True  # only WiMu has the package in which cards are played
        if step["move"] == "settle" and self.game.position.sides[seat_of(step["by"])].settled:
            return True
        return step["move"] in ("choose", "activate") and not kinds & {"choose", "activate", "striker"}

    def _with_source(self, step: dict[str, Any]) -> dict[str, Any]:
        """A move with what it leaves out: cards come from the hand; where an item searches may be told after it."""
        if step["move"] not in ("send", "item", "waste"):
            return step
        follows = self.steps_left[0] if self.steps_left else {}
        if step["move"] == "item" and "target" not in step and follows.get("move") == "search" and "oasis" in follows:
            self.told_before = follows
            return {"from": "hand", "target": follows["oasis"]} | step
        return {"from": "hand"} | step

    def _passed_by_itself(self, step: dict[str, Any], seat: int) -> bool:
        """Whether the window that a `done` or `end_phase` would end has closed or never opened."""
        p = self.game.position
        prompt = self.game.prompts[0] if self.game.prompts else None
        if step["move"] == "done":
            return not any(job.kind == "window" and job.seat == seat for job in p.agenda)
        if prompt is None:
            return True
        if prompt.seat != seat or ("end_phase",) not in prompt.options:
            return prompt.kind not in ("choose", "take", "activate")
        if prompt.kind == "item" and not self.ended_monster:
            self.ended_monster = True
            return self._goes_on(seat)
        if prompt.kind == "main" and not self.ended_action:
            self.ended_action = True
            return self._goes_on(seat)
        return False

    def _goes_on(self, seat: int) -> bool:
        """Whether what follows belongs to the phase that is open now, so that another one was meant to end."""
        for step in [*self.steps_left, {"step": "check", "check": self.case.then}]:
            if step.get("step") != "check":
                return step.get("move") in ITEM_PHASE and seat_of(step["by"]) == seat
            phases = [row.phase for row in self._named(step["check"]) if row.phase is not UNSET]
            if phases:
                return self.game.position.phase in phases
        return False

    def _fitting(self, prompt: Prompt, step: dict[str, Any]) -> Iterator[Any]:
        """The options that agree with all fields of a move."""
        for option in prompt.options:
            labels = self._labels(prompt.seat, option)
            if self._searches(option, labels, step) or (option[0] == step["move"] and self._agrees(labels, step)):
                yield option

    def _searches(self, option: Any, labels: Labels, step: dict[str, Any]) -> bool:
        """Whether a `search` or `draw` means this choice of an oasis, of an effect that searches or draws."""
        chooses = option[0] == "choose" and option[1].startswith("oasis") and step["move"] in ("search", "draw")
        return chooses and step.get("oasis") in {None} | labels["target"]

    def _agrees(self, labels: Labels, step: dict[str, Any]) -> bool:
        for name, value in step.items():
            if name in ("by", "move"):
                continue
            wanted = frozenset(Counter(map(str, value)).items()) if name == "ingredients" else value
            if isinstance(wanted, (dict, list)) or wanted not in labels.get(name, ()):
                return False
        return True

    def _labels(self, seat: int, option: Any) -> Labels:
        """How an option is named in the words of Appendix B."""
        verb, *rest = option
        return LABELS[verb](self, seat, *rest) if verb in LABELS else {}

    def aim(self, code: str) -> set[Any]:
        """The names of a target: a monster, a slot, an item, a card, an oasis."""
        kind, _, rest = code.partition("_")
        if kind == "card":
            return {rest}
        if kind == "item":
            played = arena.item(self.game, int(rest))
            return set() if played is None else {self._name(played.card)}
        if kind == "deck":
            return {"deck"}
        number = int(code.rpartition("_")[2])
        names: set[Any] = {number, f"{kind}:{number}"}
        if kind == "arena":
            monster = arena.at(self.game, code)
            names |= {f"slot:{number}"} if monster is None else {self._name(monster.card)}
        return names if code else {None}

    def place(self, place: int) -> str:
        return "hand" if place == moves.HAND else f"oasis:{place + 1}"

    def _asked(self) -> str:
        """What is asked now, for a message."""
        asked = [
            f"{SEATS[prompt.seat]} {prompt.kind} {_text([self.game.token(option) for option in prompt.options])}"
            for prompt in self.game.prompts
        ]
        return "; ".join(asked) or "nothing"

    # --- then ------------------------------------------------------------------------------------------------------------------

    def differences(self) -> list[str]:
        """What differs from what the case expects."""
        if self.refused:
            return [*self.found, self.refused]
        return [*self.found, *self._compare_then(self.case.then)]

    def _compare_then(self, facts: Then) -> Iterator[str]:
        for part in self._named(facts):
            yield from self._compare_all(part)

    def _named(self, facts: Then) -> list[Facts]:
        """What a case says of all rule sets, and of this one."""
        return [facts, *(more for variant, more in facts.by_variant.items() if variant == self.variant)]

    def _compare_all(self, facts: Facts) -> Iterator[str]:
        p = self.game.position
        for name, points in facts.vp.items():
            yield from _compare(f"vp of {name}", points, p.sides[seat_of(name)].vp)
        at_rest = self._next()
        yield from _compare("turn", facts.turn, SEATS[p.turn if at_rest is None else at_rest])
        yield from _compare("phase", facts.phase, p.phase)
        for seat, expected in enumerate((facts.A, facts.B)):
            yield from self._compare_seat(seat, expected)
        if isinstance(facts.combat, CombatFacts):
            yield from self._compare_combat(facts.combat)
        yield from self._compare_moves(facts)
        yield from _compare("ending", facts.ending, self._ending())
        yield from _compare("winner", facts.winner, self._winner())
        yield from self._compare_sights(facts)
        if isinstance(facts.results, list):
            yield from _compare_results(facts.results, self.results)

    def _compare_moves(self, facts: Facts) -> Iterator[str]:
        for wanted, row in ((True, facts.legal), (False, facts.illegal)):
            for move in row:
                if self._offered(move) is not wanted:
                    yield f"{_text(move)} is {'not ' if wanted else ''}offered; asked is {self._asked()}"

    def _compare_sights(self, facts: Facts) -> Iterator[str]:
        for viewer, zones in facts.view.items():
            for zone, seen in zones.items():
                yield from _compare(f"{viewer} sees {zone}", _sorted(seen), _sorted(self._look(_viewer(viewer), zone)))
        for viewer, events in facts.seen.items():
            reached = list(self._reached(_viewer(viewer)))
            for event in events:
                if event not in reached:
                    yield f"{viewer} has not seen {_text(event)}, but {_text(reached)}"

    def _winner(self) -> str:
        outcome = self.game.outcome()
        if outcome is None:
            return "nobody yet"
        winners = outcome.winners()
        return SEATS[winners[0]] if len(winners) == 1 else "draw"

    def _compare_seat(self, seat: int, facts: SeatFacts) -> Iterator[str]:
        game, side, who = self.game, self.game.position.sides[seat], SEATS[seat]
        deserted = [self._name(card) for card in side.desert]
        slots = [None if monster is None else self._name(monster.card) for monster in side.arena]
        actual = {
            "dates": side.dates,
            "hand": sorted(self._name(card) for card in side.hand),
            "hand_size": len(side.hand),
            "active": sum(side.active),
            "oasis_sizes": [len(oasis) for oasis in side.oases],
            "oases_left": sum(map(bool, side.oases)),
            "deck_size": len(side.deck),
            "deck_shuffled": self.shuffled[seat],
            "fusion_deck": sorted(self._name(card) for card in side.fusion),
        }
        for key, value in actual.items():
            yield from _compare(f"{who} {key}", _sorted(getattr(facts, key), key in ("hand", "fusion_deck")), value)
        if isinstance(facts.arena, list):
            yield from _compare(f"{who} arena", facts.arena + [None] * (len(SLOTS) - len(facts.arena)), slots)
        if isinstance(facts.desert, list) and (Counter(facts.desert) - Counter(deserted) or (not facts.desert and deserted)):
            yield f"{who} desert: expected {_text(facts.desert)}, got {_text(deserted)}"
        if isinstance(facts.items, list):
            played = [item for item in game.position.items if item.owner == seat]
            row = sorted(self._name(item.card) for item in played if arena.find(game, item.carrier) is None)
            everything = sorted(self._name(item.card) for item in played)
            if sorted(facts.items) not in (row, everything):
                yield f"{who} items: expected {_text(facts.items)}, got {_text(row)} (attached ones too: {_text(everything)})"
        numbers = [(name, {"LP": value}) for name, value in facts.lp.items()]
        numbers += [(name, {"max LP": value}) for name, value in facts.max_lp.items()]
        for name, values in [*numbers, *facts.stats.items()]:
            yield from self._compare_monster(seat, name, values)

    def _compare_monster(self, seat: int, name: str, values: Numbers) -> Iterator[str]:
        game, monster = self.game, self._monster(seat, name)
        if monster is None:
            yield f"{SEATS[seat]} has no monster {name}"
            return
        most = arena.max_lp(game, monster)
        actual = {
            "LP": arena.lp(game, monster),
            "max LP": most,
            "ap": arena.ap(game, monster),
            "dp": arena.dp(game, monster),
            "lp": most,
        }
        for key, value in values.items():
            if key not in actual:
                raise broken(f"stats have ap, dp and lp, not {key!r}")
            yield from _compare(f"{SEATS[seat]} {name} {key}", value, actual[key])

    def _compare_combat(self, facts: CombatFacts) -> Iterator[str]:
        if self.combat is None:
            yield "there was no combat"
            return
        for key in ("shape", "attack", "defence"):
            yield from _compare(f"combat {key}", getattr(facts, key), self.combat.get(key))
        wanted: list[tuple[str, str, Any]] = [("damage", name, value) for name, value in facts.damage.items()]
        wanted += [("stats", name, value) for name, value in facts.stats.items()]
        for key, name, value in wanted:
            actual = [found for monster, found in self.combat[key] if monster == name]
            if not any(value == found if key == "damage" else self._is_like(value, found) for found in actual):
                yield f"combat {key} of {name}: expected {_text(value)}, got {_text(actual)}"

    def _is_like(self, wanted: Numbers, stats: Numbers) -> bool:
        """Values in combat; those of the one striker of 2:1 with the 10 (KMO-A.8), or as they are on the monster."""
        combat = self.combat or {}
        alone = combat["shape"] == "2:1" and stats["ap"] == combat["attack"]
        without = stats | {"ap": stats["ap"] - ALONE_OF_TWO} if alone else stats
        return wanted.items() <= stats.items() or wanted.items() <= without.items()

    def _offered(self, move: dict[str, Any]) -> bool:
        seat = seat_of(move["by"])
        return any(True for prompt in self.game.prompts if prompt.seat == seat for _ in self._fitting(prompt, move))

    def _ending(self) -> GivenEnding | None:
        ending = self.game.position.ending
        if ending is None or not ending.turns:
            return None
        first: Any = SEATS[ending.first]
        turns: Any = [(SEATS[seat], kind) for seat, kind in ending.turns]
        return GivenEnding(first, turns)

    def _look(self, viewer: int | None, zone: str) -> int | list[str]:
        """What a viewer sees of a zone, such as `A.hand`, `B.desert`, `A.oasis:1`: faces, or how many cards."""
        name, _, rest = zone.partition(".")
        seat, (what, _, number) = seat_of(name), rest.partition(":")
        zones = self.game.view(viewer)["zones"]
        code = {"fusion_deck": "fusion", "oases": "oasis"}.get(what, what) + f"_{seat}" + (f"_{number}" if number else "")
        shown = [part for key, part in zones.items() if key == code or (not number and key.startswith(f"{code}_"))]
        if not shown:
            raise broken(f"there is nothing to see called {zone!r}")
        faces = [card["c"] for part in shown for card in part.get("cards", [part["top"]] if "top" in part else [])]
        if faces or all("cards" in part for part in shown):
            return [face.partition(".")[2] for face in faces]
        count: int = sum(part["count"] for part in shown)
        return count

    def _reached(self, viewer: int | None) -> Iterator[dict[str, Any]]:
        """What a viewer has been told, in the words of the cases."""
        for event in self.heard:
            if event.kind == "cards_revealed" and event.log in ("searches", "searches_oasis"):
                seen = event.seen_by(viewer)
                yield {"event": "search", "by": SEATS[seen["seat"]]} | ({"oasis": seen["oasis"]} if "oasis" in seen else {})


class Raw(dict[str, int]):
    """Values before the caps: as a list, a text with strokes, or by name."""

    def agrees(self, wanted: Any) -> bool:
        """Whether a case means these values."""
        values = list(self.values())
        return wanted in (values, "/".join(map(str, values)), dict(self))


class ByMode(dict[str, int]):
    """Victory points by mode: in the order of the modes asked for, or by name."""

    def agrees(self, wanted: Any) -> bool:
        """Whether a case means these values."""
        return wanted in (list(self.values()), dict(self))


def part_label(run: Run, part: moves.Part) -> str:
    """An ingredient in the words of Appendix B."""
    place, card = part
    if place >= moves.ARENA:
        return f"arena:{place - moves.ARENA + 1}"
    return f"hand:{run.cards.names[card]}" if place == moves.HAND else f"oasis:{place + 1}"


def _item_labels(run: Run, seat: int, card: int, place: int, target: str, second: str) -> Labels:
    labels: Labels = {"card": {run.cards.names[card]}, "from": {run.place(place)}}
    return labels | ({"target": run.aim(target)} if target else {}) | ({"with": run.aim(second)} if second else {})


def _fuse_labels(run: Run, seat: int, violet: int, item: int, chosen: tuple[moves.Part, ...], slot: int, fetch: str) -> Labels:
    parts = frozenset(Counter(part_label(run, part) for part in chosen).items())
    used = None if item == NOBODY else run.cards.names[item]
    return {"violet": {run.cards.names[violet]}, "item": {used}, "ingredients": {parts}, "slot": {slot + 1}, "fetch": {fetch}}


LABELS: dict[str, Callable[..., Labels]] = {
    "send": lambda run, seat, card, slot, place: {
        "card": {run.cards.names[card]},
        "slot": {slot + 1},
        "from": {run.place(place)},
    },
    "item": _item_labels,
    "waste": lambda run, seat, card, place: {"card": {run.cards.names[card]}, "from": {run.place(place)}},
    "mutate": lambda run, seat, violet, item, slot, fetch: {
        "violet": {run.cards.names[violet]},
        "item": {run.cards.names[item]},
        "slot": {slot + 1},
        "fetch": {fetch},
    },
    "fuse": _fuse_labels,
    "add": lambda run, seat, slot, part: {"slot": {slot + 1}, "ingredient": {part_label(run, part)}},
    "package": lambda run, seat, name: {"name": {name}},
    "activate": lambda run, seat, oasis: {"oasis": {oasis + 1}},
    "bury": lambda run, seat, card, oasis: {"card": {run.cards.names[card]}, "oasis": {oasis + 1}},
    "draw": lambda run, seat, oasis: {"oasis": {oasis + 1}},
    "take_top": lambda run, seat, oasis: {"oasis": {oasis + 1}},
    "search": lambda run, seat, oasis: {"oasis": {oasis + 1}},
    "take": lambda run, seat, card: {"card": {run.cards.names[card]}},
    "choose": lambda run, seat, code: {"target": run.aim(code)},
    "attack": lambda run, seat, slot: {"with": set() if slot == NOBODY else {slot + 1}},
    "ransom": lambda run, seat, card: {"card": {run.cards.names[card]}},
}
"""By verb: how an option is named in the words of Appendix B."""

DRIVER: dict[str, Callable[[Run, dict[str, Any]], None]] = {
    "start_turn": Run.start_turn,
    "finish_turn": Run.finish_turn,
    "damage": Run.damage,
    "remove_items": Run.remove_items,
}
CALCULATIONS: dict[str, Callable[[Run, dict[str, Any]], Any]] = {
    "breed": Run.breed,
    "draw_phase": Run.draw_phase,
    "fuse_values": Run.fuse_values,
    "defeat_value": Run.defeat_value,
    "setup": Run.setup,
    "create_game": Run.create_game,
    "validate_deck": Run.validate_deck,
    "finish_match": Run.finish_match,
}


# --- reading -----------------------------------------------------------------------------------------------------------------


def _checked(step: dict[str, Any], number: int) -> dict[str, Any]:
    """A step with its parts read. Raises `BrokenData`."""
    where = f"step {number}"
    if ("move" in step) == ("step" in step):
        raise broken(f"{where} is either a `move` or a `step`")
    if "move" in step:
        _check_move(step, where)
        return step
    kind, rest = step["step"], {key: value for key, value in step.items() if key != "step"}
    if not isinstance(kind, str) or (kind not in STEPS and kind not in READ):
        raise broken(f"{where}: there is no step {kind!r}")
    if kind in STEPS:
        _check_keys(kind, rest, f"{where} ({kind})")
    try:
        for name, type_ in READ.get(kind, {}).items():
            if kind in STEPS and name not in rest:
                continue
            rest = rest | {name: msgspec.convert(rest[name], type_)} if kind in STEPS else {name: msgspec.convert(rest, type_)}
    except msgspec.ValidationError as error:
        raise broken(f"{where} ({kind}): {error}") from error
    return {"step": kind} | rest


def _check_keys(kind: str, rest: dict[str, Any], where: str) -> None:
    for key in STEPS[kind]:
        if key not in rest:
            raise broken(f"{where} needs `{key}`")
    for key in rest:
        if key not in STEPS[kind] + MAY_HAVE.get(kind, ()):
            raise broken(f"{where} has no use for `{key}`")
    if "seat" in rest:
        seat_of(rest["seat"])


def _check_move(move: dict[str, Any], where: str) -> None:
    """Seat, name and fields of a move. Raises `BrokenData`."""
    seat_of(str(move.get("by")))
    name = move.get("move")
    if not isinstance(name, str) or name not in MOVES:
        raise broken(f"{where}: there is no move {name!r}")
    for key in move:
        if key not in ("by", "move", *MOVES[name]):
            raise broken(f"{where} ({name}) has no use for `{key}`")
    if not isinstance(move.get("ingredients", []), list):
        raise broken(f"{where} ({name}): `ingredients` is a list")


def _viewer(name: str) -> int | None:
    return None if name == "spectator" else seat_of(name)


# --- comparing ---------------------------------------------------------------------------------------------------------------


def _sorted(value: Any, really: bool = True) -> Any:
    return sorted(value) if really and isinstance(value, list) else value


def _compare(name: str, wanted: Any, actual: Any) -> Iterator[str]:
    if wanted is not UNSET and wanted != actual:
        yield f"{name}: expected {_text(wanted)}, got {_text(actual)}"


def _compare_results(wanted: list[Any], actual: list[Any]) -> Iterator[str]:
    """Each result in order: of an object what is named, else all of it."""
    if len(wanted) != len(actual):
        yield f"results: expected {len(wanted)}, got {len(actual)}"
    for number, (one, other) in enumerate(zip(wanted, actual, strict=False), 1):
        if not _agrees(one, other):
            yield f"result {number}: expected {_text(one)}, got {_text(other)}"


def _agrees(wanted: Any, actual: Any) -> bool:
    if isinstance(actual, (Raw, ByMode)):
        return actual.agrees(wanted)
    if isinstance(wanted, dict) and isinstance(actual, dict):
        return all(key in actual and _agrees(_set(key, value), actual[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(actual, list):
        return len(wanted) == len(actual) and all(map(_agrees, wanted, actual))
    return bool(wanted == actual)


def _set(key: str, value: Any) -> Any:
    """Rule sets and rule ids of a deck check stand in any order, once each."""
    return sorted(set(map(str, value))) if key in ("legal_in", "rules") and isinstance(value, list) else value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
