"""Plays the worked cases of Innovation; the vocabulary is Appendix B of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

import msgspec

from games.engine.cases import without_notes
from games.engine.dice import Dice
from games.engine.errors import BrokenData, EngineError
from games.engine.event import Event
from games.engine.prompt import Prompt
from games.innovation.rules import Innovation, turn
from games.innovation.rules.cards import SLUG, Color
from games.innovation.rules.position import AGES, COLORS, FREE, LAST_AGE, SPECIALS, SPLAYS, Position

Names = list[str]
Splay = Literal["none", "left", "right", "up"]
Icon = Literal["crown", "leaf", "lightbulb", "castle", "factory", "clock"]


class Pile(msgspec.Struct, forbid_unknown_fields=True):
    """A colour of a board, bottom to top."""

    cards: Names
    splay: Splay | None = None


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has at the beginning."""

    hand: Names = []
    score: Names = []
    board: dict[Color, Pile] = {}
    achievements: Names = []


class Counters(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has tucked and scored in this turn (INN-10.2)."""

    tucked: int = 0
    scored: int = 0


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The position before the first step."""

    players: dict[str, Seat] = {}
    phase: Literal["initial_meld"] | None = None
    turn: str | None = None
    actions_left: int = 2
    deck_tops: dict[str, Names] = {}
    empty_decks: list[int] = []
    monument_counters: dict[str, Counters] = {}


class Back(msgspec.Struct, forbid_unknown_fields=True):
    """A card of somebody's hidden pile, by its value."""

    player: str
    value: int


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """An action of a seat, or its answer to what it is asked."""

    seat: str
    do: Literal["initial_meld", "draw", "meld", "dogma", "achieve"] | None = None
    card: str | None = None
    target: str | None = None
    choose: str | int | Names | Back | None = None


class SeatThen(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat must have after the last step."""

    hand: Names | msgspec.UnsetType = msgspec.UNSET
    score: Names | msgspec.UnsetType = msgspec.UNSET
    achievements: Names | msgspec.UnsetType = msgspec.UNSET
    board: dict[Color, Pile] | msgspec.UnsetType = msgspec.UNSET
    icons: dict[Icon, int] | msgspec.UnsetType = msgspec.UNSET
    points: int | msgspec.UnsetType = msgspec.UNSET
    claimable: Names | msgspec.UnsetType = msgspec.UNSET


class Seen(msgspec.Struct, forbid_unknown_fields=True):
    """What a viewer must see of a seat; where ages are named, no identity may be sent."""

    hand: Names | msgspec.UnsetType = msgspec.UNSET
    score: Names | msgspec.UnsetType = msgspec.UNSET
    hand_ages: list[int] | msgspec.UnsetType = msgspec.UNSET
    score_ages: list[int] | msgspec.UnsetType = msgspec.UNSET
    points: int | msgspec.UnsetType = msgspec.UNSET
    achievements: Names | msgspec.UnsetType = msgspec.UNSET


class Then(msgspec.Struct, forbid_unknown_fields=True):
    """What must hold after the last step; what is not named is not compared."""

    turn: str | msgspec.UnsetType = msgspec.UNSET
    actions_left: int | msgspec.UnsetType = msgspec.UNSET
    players: dict[str, SeatThen] = {}
    vulnerable: Names | msgspec.UnsetType = msgspec.UNSET
    sharing: Names | msgspec.UnsetType = msgspec.UNSET
    sharing_bonus: bool | msgspec.UnsetType = msgspec.UNSET
    hand_proofs: Names | msgspec.UnsetType = msgspec.UNSET
    deck_bottom: dict[str, Names] = {}
    removed_count: int | msgspec.UnsetType = msgspec.UNSET
    game_over: bool | msgspec.UnsetType = msgspec.UNSET
    winners: Names | msgspec.UnsetType = msgspec.UNSET
    reason: Literal["achievements", "points", "dogma", "left"] | msgspec.UnsetType = msgspec.UNSET
    views: dict[str, dict[str, Seen]] = {}


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One worked scenario."""

    id: str
    title: str
    players: Names
    given: Given
    when: list[Step]
    then: Then
    rules: Names = []
    edition: Literal["latest", "first"] = "latest"
    teams: list[Names] = []
    checked_against: str = ""


NEEDS: dict[str, tuple[str, ...]] = {
    "initial_meld": ("card",),
    "draw": (),
    "meld": ("card",),
    "dogma": ("card",),
    "achieve": ("target",),
    "answer": ("choose",),
}
"""The keys a step must have beside its seat, and may have."""


def run(case: dict[str, Any], cards: bytes) -> list[str]:
    """Play a case; returns what differs from its `then`. Raises `BrokenData`."""
    try:
        read = msgspec.convert(without_notes(case), Case)
    except msgspec.ValidationError as error:
        raise BrokenData("cases", str(error)) from error
    return Run(read, cards).differences()


class Run:
    """One case being played: the game, and what was seen on the way."""

    def __init__(self, case: Case, cards: bytes) -> None:
        self.case = case
        self.type = _game_type(cards)
        self.cards = self.type.cards
        self.names = case.players
        if len(set(self.names)) != len(self.names) or not 2 <= len(self.names) <= 4:
            raise BrokenData("cases", "`players` must name 2 to 4 different seats")
        self._check_steps()
        self._check_then()
        self.vulnerable: list[int] = []
        self.sharing: list[int] = []
        self.bonus = False
        self.proofs: list[int] = []
        """All four of the last dogma action."""
        self.refused = ""
        self.game = self.type.at(self._position(), Dice(case.id.encode()), self._hear)
        for number, step in enumerate(case.when, 1):
            self.refused = self._act(number, step)
            if self.refused:
                break

    # --- given ---------------------------------------------------------------------------------------------------------------

    def _position(self) -> Position:
        case, given, seats = self.case, self.case.given, len(self.names)
        for name in (*given.players, *given.monument_counters):
            self._seat(name)
        opening = given.phase is not None
        if opening == (given.turn is not None):
            raise BrokenData("cases", "either `phase` or `turn` must say what is due")
        if not 1 <= given.actions_left <= 2:
            raise BrokenData("cases", "`actions_left` is 1 or 2")
        players = [given.players.get(name, Seat()) for name in self.names]
        counters = [given.monument_counters.get(name, Counters()) for name in self.names]
        owners, specials = self._owners([player.achievements for player in players])
        supply, achievements = self._supply(players)
        p = Position(
            seats=seats,
            teams=self._teams(),
            first_edition=case.edition == "first",
            phase="opening" if opening else "action",
            turn=0 if opening else seats + 1,  # the first round is over (INN-3.2)
            turn_of=0 if given.turn is None else self._seat(given.turn),
            actions_left=0 if opening else given.actions_left,
            supply=supply,
            hands=[sorted(map(self._card, player.hand)) for player in players],
            scores=[sorted(map(self._card, player.score)) for player in players],
            boards=[[[self._card(name) for name in self._pile(player, color).cards] for color in COLORS] for player in players],
            splays=[[SPLAYS.index(self._pile(player, color).splay or "none") for color in COLORS] for player in players],
            achievements=achievements,
            owners=owners,
            specials=specials,
            tucked=[counter.tucked for counter in counters],
            scored=[counter.scored for counter in counters],
            seen=[0] * len(self.cards.names),
        )
        self._check_board(p)
        for seat in range(seats):
            for card in p.hands[seat] + p.scores[seat]:
                p.seen[card] = 1 << seat
            for card in (card for pile in p.boards[seat] for card in pile):
                p.seen[card] = (1 << (seats + 1)) - 1
        return p

    def _teams(self) -> tuple[int, ...]:
        """INN-15.1: partners sit opposite each other."""
        if not self.case.teams:
            return ()
        teams = sorted(sorted(map(self._seat, team)) for team in self.case.teams)
        if len(self.names) != 4 or teams != [[0, 2], [1, 3]]:
            raise BrokenData("cases", "`teams`: of four seats, the first and third play against the second and fourth")
        return (0, 1, 0, 1)

    def _pile(self, player: Seat, color: str) -> Pile:
        return next((pile for name, pile in player.board.items() if name == color), Pile([]))

    def _owners(self, achieved: list[Names]) -> tuple[list[int], list[int]]:
        owners, specials = [FREE] * (LAST_AGE - 1), [FREE] * len(SPECIALS)
        for seat, names in enumerate(achieved):
            for name in names:
                self._check_achievement(name)
                row, number = (specials, SPECIALS.index(name)) if name in SPECIALS else (owners, int(name[4:]) - 1)
                if row[number] != FREE:
                    raise BrokenData("cases", f"the achievement {name} is owned twice")
                row[number] = seat
        return owners, specials

    def _supply(self, players: list[Seat]) -> tuple[list[list[int]], list[int]]:
        """The supply piles, and the cards that lie there as normal achievements: filled up with cards the case does not name."""
        given = self.case.given
        for age in given.empty_decks:
            self._age(str(age))
        tops = {self._age(age): [self._card(name) for name in names] for age, names in given.deck_tops.items()}
        for age, cards in tops.items():
            for card in cards:
                if self.cards.age[card] != age:
                    raise BrokenData("cases", f"deck_tops: {self.cards.names[card]} is not a {age}")
        laid = [self._card(name) for player in players for name in _placed(player)]
        laid += [card for top in tops.values() for card in top]
        twice = [card for card, count in Counter(laid).items() if count > 1]
        if twice:
            raise BrokenData("cases", f"{self.cards.names[twice[0]]} is in two places")
        named = {self.cards.by_name[word] for word in _words(self.case) if word in self.cards.by_name}
        supply: list[list[int]] = [[]]
        achievements = []
        for age in AGES:
            rest = [card for card in self.cards.of_age[age] if card not in named]
            if len(rest) < (age < LAST_AGE) + (age not in given.empty_decks):
                raise BrokenData("cases", f"too many cards of age {age} are named: none is left for the pile and the achievement")
            if age < LAST_AGE:
                achievements.append(rest.pop())
            supply.append((rest if age not in given.empty_decks else []) + tops.get(age, [])[::-1])
        return supply, achievements

    def _check_board(self, p: Position) -> None:
        for board, splays in zip(p.boards, p.splays, strict=True):
            for color, pile in enumerate(board):
                for card in pile:
                    if self.cards.color[card] != color:
                        raise BrokenData("cases", f"{self.cards.names[card]} is not {COLORS[color]}")
                if splays[color] and len(pile) < 2:
                    raise BrokenData("cases", f"a {COLORS[color]} pile of fewer than two cards is not splayed (INN-5.3)")

    def _seat(self, name: str) -> int:
        if name not in self.names:
            raise BrokenData("cases", f"seat {name!r} is not one of the players {self.names}")
        return self.names.index(name)

    def _card(self, name: str) -> int:
        card: int | None = self.cards.by_name.get(name)
        if card is None:
            raise BrokenData("cases", f"there is no card {name!r}")
        return card

    def _age(self, name: str) -> int:
        if not name.isdecimal() or int(name) not in AGES:
            raise BrokenData("cases", f"{name!r} is not an age from 1 to 10")
        return int(name)

    def _check_achievement(self, name: str) -> None:
        if name not in SPECIALS and name not in [f"age-{age}" for age in AGES if age < LAST_AGE]:
            raise BrokenData("cases", f"there is no achievement {name!r}")

    # --- when ----------------------------------------------------------------------------------------------------------------

    def _check_steps(self) -> None:
        for number, step in enumerate(self.case.when, 1):
            self._seat(step.seat)
            what = step.do or "answer"
            for key in ("card", "target", "choose"):
                if (getattr(step, key) is not None) != (key in NEEDS[what]):
                    verb = "needs" if key in NEEDS[what] else "has no use for"
                    raise BrokenData("cases", f"step {number} ({what}) {verb} `{key}`")
            if step.card is not None:
                self._card(step.card)
            if step.target is not None:
                self._check_achievement(step.target)
            if isinstance(step.choose, Back):
                self._seat(step.choose.player)

    def _act(self, number: int, step: Step) -> str:
        """Carry out a step, and what has one answer only before and after it; says why if the rules refuse it."""
        self._answer_forced()
        seat, game = self._seat(step.seat), self.game
        prompt = next((q for q in game.prompts if q.seat == seat), None)
        action = step.do if step.do == "initial_meld" else "action" if step.do else None
        text = f"step {number} ({step.seat}, {step.do or 'answer'} {_text(step.card or step.target or step.choose or '')})"
        if prompt is None or (action or prompt.kind) != prompt.kind or (action is None and prompt.kind == "action"):
            return f"{text} is not what is asked: {self._open()}"
        try:
            game.apply(seat, game.named(prompt, self._tokens(step, prompt)))
        except EngineError as error:
            return f"{text} is refused ({error.text.key}): {self._open()}"
        self._answer_forced()
        return ""

    def _answer_forced(self) -> None:
        """A decision with one legal answer is never listed (INN-8.19); what a seat does in its turn always is."""
        game = self.game
        while (prompt := self._forced()) is not None:
            game.apply(prompt.seat, prompt.options[:])

    def _forced(self) -> Prompt | None:
        asked = [q for q in self.game.prompts if q.kind not in ("action", "initial_meld")]
        return next((q for q in asked if len(q.options) == 1), None)

    def _tokens(self, step: Step, prompt: Prompt) -> Names:
        """The answer in the names of the options."""
        if step.do == "draw":
            return ["draw"]
        if step.do == "achieve":
            return [f"achieve:{step.target}"]
        if step.card is not None:
            return [f"{SLUG}.{step.card}" if step.do == "initial_meld" else f"{step.do}:{step.card}"]
        choose = step.choose
        if isinstance(choose, Back):
            return [f"seat_{self._seat(choose.player)}:{choose.value}"]
        answers = choose if isinstance(choose, list) else [str(choose)]
        return [self._token(answer, prompt) for answer in answers]

    def _token(self, answer: str, prompt: Prompt) -> str:
        if prompt.kind in ("card", "order") and answer in self.cards.by_name:
            return f"{SLUG}.{answer}"
        if prompt.kind == "player" and answer in self.names:
            return f"seat_{self._seat(answer)}"
        return answer

    def _hear(self, event: Event) -> None:
        """Take note of what the rules tell of a dogma action."""
        args = event.public
        if event.kind == "x_innovation_dogma":
            self.vulnerable, self.sharing = args["obey"], args["share"]
            self.bonus, self.proofs = False, []
        elif event.kind == "x_innovation_bonus":
            self.bonus = True
        elif event.log == "proves" and args["seat"] not in self.proofs:
            self.proofs.append(args["seat"])

    def _open(self) -> str:
        """What is asked now, for a message."""
        asked = []
        for prompt in self.game.prompts:
            options = [self.game.token(option) for option in prompt.options]
            asked.append(f"{self.names[prompt.seat]} {prompt.kind} {_text(options)}")
        return "; ".join(asked) or "nothing, the game is over"

    # --- then ----------------------------------------------------------------------------------------------------------------

    def _check_then(self) -> None:
        """Seats, cards and achievements named in `then` must exist, or the comparison would be with nothing."""
        then = self.case.then
        seats = [name for names in (then.vulnerable, then.sharing, then.hand_proofs, then.winners) for name in _list(names)]
        seats += [*then.players, *then.views, *(name for seen in then.views.values() for name in seen), *_list(then.turn)]
        for name in seats:
            self._seat(name)
        for cards in [*then.deck_bottom.values(), *map(_expected, then.players.values())]:
            for card in cards:
                self._card(card)
        for age in then.deck_bottom:
            self._age(age)
        for seat in then.players.values():
            for achievement in _list(seat.achievements) + _list(seat.claimable):
                self._check_achievement(achievement)

    def differences(self) -> list[str]:
        """What differs from what the case expects."""
        if self.refused:
            return [self.refused]
        then, found = self.case.then, list(self._undecided())
        actual = self._actual()
        for name in then.__struct_fields__:
            if name not in ("players", "views", "deck_bottom"):
                found += _compare(name, getattr(then, name), actual[name])
        for name, seat in then.players.items():
            found += self._compare_seat(self._seat(name), seat)
        for age, cards in then.deck_bottom.items():
            pile = [self.cards.names[card] for card in self.game.position.supply[int(age)]]
            found += _compare(f"deck_bottom {age}", cards, pile[: len(cards)][::-1])
        for viewer, seats in then.views.items():
            for name, seen in seats.items():
                looked = self._look(self._seat(viewer), self._seat(name))
                for key in seen.__struct_fields__:
                    found += _compare(f"{viewer} sees {name} {key}", getattr(seen, key), looked.get(key))
        return found

    def _undecided(self) -> Iterator[str]:
        """A case that stops in the middle of an effect has forgotten a decision."""
        if any(prompt.kind not in ("action", "initial_meld") for prompt in self.game.prompts):
            yield f"after the last step a decision is open: {self._open()}"

    def _actual(self) -> dict[str, Any]:
        p, outcome = self.game.position, self.game.outcome()
        return {
            "turn": self.names[p.turn_of],
            "actions_left": p.actions_left,
            "vulnerable": self._named(self.vulnerable),
            "sharing": self._named(self.sharing),
            "sharing_bonus": self.bonus,
            "hand_proofs": self._named(self.proofs),
            "removed_count": len(p.removed) + len(p.removed_hidden),
            "game_over": outcome is not None,
            "winners": self._named(outcome.winners()) if outcome else [],
            "reason": outcome.reason if outcome else None,
        }

    def _named(self, seats: list[int]) -> Names:
        return [self.names[seat] for seat in seats]

    def _compare_seat(self, seat: int, then: SeatThen) -> Iterator[str]:
        p, name, facts = self.game.position, self.names[seat], self.game.view(None)["seats"][seat]
        actual = {
            "hand": [self.cards.names[card] for card in p.hands[seat]],
            "score": [self.cards.names[card] for card in p.scores[seat]],
            "achievements": self._achieved(seat),
            "points": sum(self.cards.age[card] for card in p.scores[seat]),
            "claimable": self._claimable(seat),
        }
        for key, value in actual.items():
            yield from _compare(f"{name} {key}", getattr(then, key), value)
        for icon, count in then.icons.items() if isinstance(then.icons, dict) else ():
            yield from _compare(f"{name} {icon}", count, facts["icons"][icon])
        for color, pile in then.board.items() if isinstance(then.board, dict) else ():
            index = COLORS.index(color)
            cards = [self.cards.names[card] for card in p.boards[seat][index]]
            if cards != pile.cards:
                yield f"{name} {color}: expected {_text(pile.cards)}, got {_text(cards)}"
            if pile.splay is not None:
                yield from _compare(f"{name} {color} splay", pile.splay, SPLAYS[p.splays[seat][index]])

    def _achieved(self, seat: int) -> Names:
        p = self.game.position
        normal = [f"age-{number}" for number, owner in enumerate(p.owners, 1) if owner == seat]
        return normal + [name for name, owner in zip(SPECIALS, p.specials, strict=True) if owner == seat]

    def _claimable(self, seat: int) -> Names:
        return [f"age-{age}" for age in turn.claimable(self.game, seat)]

    def _look(self, viewer: int, seat: int) -> dict[str, Any]:
        """What a viewer sees of a seat, in the words of the cases."""
        view = self.game.view(viewer)
        zones, facts = view["zones"], view["seats"][seat]
        looked: dict[str, Any] = {"points": facts["points"]}
        looked["achievements"] = [f"age-{age}" for age in zones[f"claimed_{seat}"]["backs"]] + facts["specials"]
        for zone in ("hand", "score"):
            shown = zones[f"{zone}_{seat}"]
            if "cards" in shown:
                looked[zone] = [card["c"].partition(".")[2] for card in shown["cards"]]
            else:
                looked[f"{zone}_ages"] = shown["backs"]
        return looked


@lru_cache(4)
def _game_type(cards: bytes) -> type[Innovation]:
    """Innovation with these cards; reading their effects takes longer than a case."""
    return Innovation.with_cards(cards)


def _placed(player: Seat) -> Iterator[str]:
    """The cards a seat has anywhere."""
    yield from player.hand
    yield from player.score
    for pile in player.board.values():
        yield from pile.cards


def _expected(then: SeatThen) -> Iterator[str]:
    """The cards a seat is expected to have anywhere."""
    yield from _list(then.hand)
    yield from _list(then.score)
    if isinstance(then.board, dict):
        for pile in then.board.values():
            yield from pile.cards


def _words(value: Any) -> Iterator[str]:
    """Every text in a part of a case."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _words(part)


# --- comparing ---------------------------------------------------------------------------------------------------------------


def _list(names: Names | str | msgspec.UnsetType) -> Names:
    """The names in an expectation, none if it is not named."""
    return names if isinstance(names, list) else [names] if isinstance(names, str) else []


def _compare(name: str, wanted: Any, actual: Any) -> Iterator[str]:
    """Lists stand for sets, but for the bottom of a pile and ages, which are sorted."""
    if wanted is msgspec.UNSET:
        return
    if (
        isinstance(wanted, list)
        and isinstance(actual, list)
        and not name.startswith("deck_bottom")
        and not name.endswith("_ages")
    ):
        wanted, actual = sorted(wanted), sorted(actual)
    if wanted != actual:
        yield f"{name}: expected {_text(wanted)}, got {_text(actual)}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
