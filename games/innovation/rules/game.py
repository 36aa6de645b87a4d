"""Innovation as the engine sees it: phases, views, texts of options, redeals."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from games.engine.bot import Bot, RandomBot
from games.engine.dice import Dice
from games.engine.errors import Text
from games.engine.event import Tell
from games.engine.game import Game, Setup
from games.engine.match import Terms
from games.engine.meta import Options as TableOptions
from games.engine.outcome import Outcome
from games.engine.prompt import Option, Prompt
from games.innovation.rules import dogma, ending, moves, options, redeal, specials, turn, view
from games.innovation.rules.bots import BasicBot
from games.innovation.rules.notation import Library
from games.innovation.rules.position import AGES, COLORS, FREE, HAND_ZONE, NONE, PILE_ZONE, SPECIALS, Position
from games.innovation.rules.steps import DONE, OPTIONAL, PASS

CARDS_PATH = Path(__file__).parent.parent / "cards.json"
TEAMS = (0, 1, 0, 1)
"""Partners sit opposite each other (INN-15.1)."""


class Innovation(Game[Position]):
    """A game of Innovation: two to four players or two teams, both editions. `rules/innovation.md` numbers the rules."""

    meta = options.META
    position_type = Position
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot(), "basic": BasicBot()}
    cards_path = CARDS_PATH
    cards: ClassVar[Library] = Library(CARDS_PATH.read_bytes())

    def __init__(self, position: Position, dice: Dice, tell: Tell) -> None:
        super().__init__(position, dice, tell)
        cards = self.cards
        self.programs = cards.first if position.first_edition else cards.latest
        self.meld_options, self.dogma_options = cards.meld_options, cards.dogma_options
        self.clockwise: list[list[int]]
        """By seat: everybody else, from the left on."""
        self.opponents: list[list[int]]
        """By seat: everybody else who is no partner (INN-15.2)."""
        self.clockwise, self.opponents = around(position.seats, position.teams)
        self.all_see = (1 << (position.seats + 1)) - 1
        self._icons = [-1] * position.seats
        """The visible icons of each player counted in one int, once they have been counted; -1: not yet."""

    @classmethod
    def read_cards(cls, data: bytes) -> Library:
        """The cards of a card file with their effects. Raises `BrokenData`."""
        return Library(data)

    @classmethod
    def start(cls, options: TableOptions, setup: Setup) -> Position:
        """A table before anything is shuffled."""
        seats, cards = setup.seats, cls.cards
        return Position(
            seats=seats,
            teams=cls.teams(options, seats),
            first_edition=options["edition"] == "first",
            supply=[pile[:] for pile in cards.of_age],
            hands=[[] for _ in range(seats)],
            scores=[[] for _ in range(seats)],
            boards=[[[] for _ in COLORS] for _ in range(seats)],
            splays=[[NONE] * len(COLORS) for _ in range(seats)],
            owners=[FREE] * len(AGES[:-1]),
            specials=[FREE] * len(SPECIALS),
            tucked=[0] * seats,
            scored=[0] * seats,
            seen=[0] * len(cards.names),
        )

    @classmethod
    def terms(cls, options: TableOptions, seats: int) -> Terms:
        """Achievements count; who begins is for the rules to say, a plan fixes the order of seats (RNK-4.3, INN-2.5)."""
        return Terms("achievements", ending.needed_by(seats, options["teams"] == "on"), by_place=True)

    @classmethod
    def teams(cls, options: TableOptions, seats: int) -> tuple[int, ...]:
        """The sides of the team game (INN-15.1)."""
        return TEAMS if options["teams"] == "on" else ()

    def first_seat(self) -> int | None:
        """The first of the order of seats, which is all that a plan fixes (RNK-4.3)."""
        return 0

    def begin(self) -> None:
        """Piles, achievements, two cards each (INN-2.2, INN-2.3)."""
        turn.deal(self)

    def copy_position(self) -> Position:
        """A deep copy of the position."""
        return self.position.copy()

    # --- asking and answering (INN-17) --------------------------------------------------------------------------------

    def ask(self) -> list[Prompt]:
        """The open prompts of the phase."""
        phase = self.position.phase
        if phase == "action":
            return turn.ask_action(self)
        if phase == "effect":
            step, frame = dogma.current(self)
            return [step.ask(self, frame)]
        return turn.ask_opening(self) if phase == "opening" else []

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        """An action, or a choice that a running effect asks for; the end of the game may come in the middle of it."""
        try:
            if prompt.kind == "action":
                over = turn.act(self, choice[0])
            else:
                step, frame = dogma.current(self)
                coming = step.answer(self, frame, choice)
                if coming >= 0:
                    frame.pc = coming
                over = coming >= 0 and dogma.run(self)
            if over:
                turn.go_on(self)
        except moves.GameEnded:
            return

    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        """The opening melds are all picked."""
        turn.open_with(self, answers)

    def leaving(self, seat: int) -> None:
        """The game ends when only one side is left; in the team game one leaver ends it for the team (INN-17.7)."""
        p, gone = self.position, self.gone()
        stayed = [other for other in range(p.seats) if other not in gone and not self.partners(seat, other)]
        if p.teams or len(stayed) == 1:
            ending.end(self, "left", stayed)

    def ending(self) -> Outcome | None:
        """The result when one of the three ends has come (INN-13)."""
        return ending.outcome(self)

    def outcome(self) -> Outcome | None:
        """As the engine ranks leavers; a team is ranked by its sides alone (RNK-1.2, RNK-1.4)."""
        return self.ending() if self.position.teams else super().outcome()

    # --- what is counted on boards ------------------------------------------------------------------------------------

    def icons(self, seat: int) -> int:
        """The visible icons of a player, counted in one int (INN-6.3)."""
        counted = self._icons[seat]
        if counted < 0:
            p, cards = self.position, self.cards
            face, counted = cards.face, 0
            for pile, splay in zip(p.boards[seat], p.splays[seat], strict=True):
                if pile:
                    counted += face[pile[-1]]
                    if splay:
                        covered = cards.covered[splay]
                        for card in pile[:-1]:
                            counted += covered[card]
            self._icons[seat] = counted
        return counted

    def icons_of_pile(self, seat: int, color: int) -> int:
        """The visible icons of one pile, counted in one int (INN-6.2)."""
        pile = self.position.boards[seat][color]
        if not pile:
            return 0
        covered = self.cards.covered[self.position.splays[seat][color]]
        return self.cards.face[pile[-1]] + sum(covered[card] for card in pile[:-1])

    def board_changed(self, seat: int) -> None:
        """The icons of this player must be counted anew."""
        self._icons[seat] = -1

    def points(self, seat: int) -> int:
        """The sum of the values in the score pile (INN-8.17)."""
        age = self.cards.age
        return sum([age[card] for card in self.position.scores[seat]])

    def top_age(self, seat: int) -> int:
        """The highest value among the top cards; 0 with an empty board."""
        age = self.cards.age
        return max([age[pile[-1]] for pile in self.position.boards[seat] if pile], default=0)

    def draw_age(self, seat: int) -> int:
        """The value of a draw action (INN-4.1)."""
        return self.top_age(seat) or 1

    def in_order(self, cards: list[int], place: moves.Place, to: moves.Place | None) -> list[int]:
        """Cards that move together, in canonical order (INN-8.11).

        Unseen ones go by age first: others see the ages in order, and colours must not show in that (INN-12).
        """
        age, canonical = self.cards.age, self.cards.canonical
        if "board" in (place, to):
            return sorted(cards, key=canonical.__getitem__)
        return sorted(cards, key=lambda card: (age[card], canonical[card]))

    # --- sides --------------------------------------------------------------------------------------------------------

    def partners(self, seat: int, other: int) -> bool:
        """Whether these two are of one team."""
        teams = self.position.teams
        return bool(teams) and teams[seat] == teams[other]

    def side(self, seat: int) -> list[int]:
        """The player and, in the team game, the partner."""
        p = self.position
        return [other for other in range(p.seats) if p.teams[other] == p.teams[seat]] if p.teams else [seat]

    def side_achieved(self, seat: int) -> int:
        """The achievements of a player's side together (INN-15.4)."""
        return sum(map(self.position.achieved, self.side(seat)))

    # --- what follows from an event -----------------------------------------------------------------------------------

    def happened(self, *seats: int) -> None:
        """After every single event: the sharing bonus (INN-7.6), and what these players may claim now (INN-10.1).

        Raises `GameEnded` if that wins.
        """
        running = self.position.dogma
        if running is not None and not running.bonus:
            frame = running.frames[-1]
            if frame.me < 0 and frame.seat != running.seat and frame.seat in self.opponents[running.seat]:
                running.bonus = True
        if seats:
            specials.check(self, seats)

    def check_achievements(self, seat: int) -> None:
        """Whether this player has won by achievements (INN-13.2). Raises `GameEnded`."""
        ending.check_achievements(self, seat)

    def end_by_points(self) -> None:
        """A card beyond age 10 had to be drawn (INN-13.3)."""
        ending.by_points(self)

    # --- showing ------------------------------------------------------------------------------------------------------

    def view(self, viewer: int | None) -> dict[str, Any]:
        """INN-12."""
        return view.view(self, viewer)

    @classmethod
    def landmarks(cls, options: TableOptions) -> list[str]:
        """Every step of every effect of the edition."""
        cards = cls.cards.first if options["edition"] == "first" else cls.cards.latest
        steps = [f"{effect.name}: {step.text}" for card in cards for effect in card for step in effect.steps if step.text]
        return list(dict.fromkeys(steps))

    def zones(self) -> dict[str, list[str]]:
        """Where every card truly is."""
        return view.zones(self)

    def inventory(self) -> list[str]:
        """All 105 cards (INN-17.9)."""
        return self.cards.ids

    def redeal(self, viewer: int | None, rng: Random) -> None:
        """Hidden cards change places within their ages."""
        redeal.redeal(self, viewer, rng)

    def question(self, prompt: Prompt) -> Text:
        """What is asked, by which card."""
        p = self.position
        if prompt.kind == "action":
            first = p.turn == 1 or (p.turn == 2 and p.seats == 4)
            key = "action_first" if first else "action" if p.actions_left > 1 else "action_last"
            return Text(f"prompt.{key}", {"left": p.actions_left, "age": self.draw_age(prompt.seat)})
        if prompt.kind == "initial_meld":
            return Text("prompt.initial_meld")
        step, frame = dogma.current(self)
        key, args = step.about(self, frame)
        source = self.cards.ids[frame.card]
        if key == "option":
            key = f"option.{self.cards.names[frame.card]}"
        elif key == "order.return":
            args = {"age": self.cards.age[self.cards.of[prompt.options[0]]]}
        return Text(f"prompt.{key}", {"source": source} | args)

    def describe(self, prompt: Prompt, option: Any) -> Option:
        """How an option looks; with a dogma, who must obey and who shares (INN-7.3)."""
        seat, cards = prompt.seat, self.cards
        if option in OPTIONAL:
            return Option(Text(f"option.{option}"), role="pass")
        if prompt.kind == "action":
            return self._action(seat, option)
        if prompt.kind == "initial_meld":
            return Option(Text("option.meld", {"card": option}), cards=(option,))
        if option in cards.of:
            return Option(Text("option.card", {"card": option}), cards=(option,))
        if prompt.kind in ("color", "two_colors"):
            return Option(Text(f"option.color.{option}"), refs=(PILE_ZONE[seat][COLORS.index(option)],))
        if prompt.kind == "value":
            return Option(Text("option.value", {"value": int(option)}))
        who, _, age = option.partition(":")
        if age:
            owner = int(who.removeprefix("seat_"))
            return Option(Text("option.pile", {"seat": owner, "age": int(age)}), refs=(f"score_{owner}",))
        if prompt.kind == "player":
            return Option(Text("option.player", {"seat": int(who.removeprefix("seat_"))}), refs=(who,))
        return Option(Text("option.draw_card" if option == "draw" else f"option.{option}"))

    def _action(self, seat: int, option: str) -> Option:
        verb, _, what = option.partition(":")
        if verb == "draw":
            age = next((age for age in AGES[self.draw_age(seat) - 1 :] if self.position.supply[age]), 0)
            if not age:
                return Option(Text("option.draw_last"), role="danger", confirm=True)
            return Option(Text("option.draw", {"age": age}), role="primary", refs=(f"supply_{age}",), effect={"age": age})
        if verb == "achieve":
            age = int(what.removeprefix("age-"))
            return Option(Text("option.achieve", {"age": age}), refs=("achievements",), effect={"age": age})
        card = self.cards.by_name[what]
        id_, zone = self.cards.ids[card], PILE_ZONE[seat][self.cards.color[card]]
        if verb == "meld":
            return Option(Text("option.meld", {"card": id_}), cards=(id_,), refs=(HAND_ZONE[seat], zone))
        obey, share = dogma.concerned(self, seat, card)
        effect: dict[str, Any] = {"obey": obey, "share": share}
        if dogma.idle(self, seat, card):
            effect["idle"] = True
        return Option(Text("option.dogma", {"card": id_}), cards=(id_,), refs=(zone,), effect=effect)

    def why_not(self, seat: int, thing: Any) -> Text | None:
        """Why an action is not offered, by what everybody may know (INN-11)."""
        if self.position.phase == "action" and isinstance(thing, str) and thing.startswith("achieve:age-"):
            age = thing.removeprefix("achieve:age-")
            if not age.isdecimal() or int(age) not in AGES[:-1]:
                return None
            if self.position.owners[int(age) - 1] != FREE:
                return Text("why.achieved", {"age": int(age)})
            needed = turn.POINTS_PER_AGE * int(age)
            return Text(
                "why.achieve", {"age": int(age), "needed": needed, "points": self.points(seat), "top": self.top_age(seat)}
            )
        if thing in (PASS, DONE):
            return Text("why.compulsory" if self.position.phase == "effect" else "why.no_pass")
        return None


@cache
def around(seats: int, teams: tuple[int, ...]) -> tuple[list[list[int]], list[list[int]]]:
    """By seat, from the left on: everybody else, and everybody else who is no partner (INN-15.2)."""
    others = [[(seat + step) % seats for step in range(1, seats)] for seat in range(seats)]
    against = [[other for other in row if not teams or teams[other] != teams[seat]] for seat, row in enumerate(others)]
    return others, against
