"""Emotrions as the engine sees it: phases by name, views, texts of options, redeals."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from games.emotrions.rules import deal, exchange, legality, match, pareo, redeal, style, trick, view
from games.emotrions.rules.bots import BasicBot
from games.emotrions.rules.cards import DECLINE, Emotions
from games.emotrions.rules.options import META, PLAYS_DOWN, Options, flag_token, flag_values
from games.emotrions.rules.position import HAND, TRICK, Position
from games.engine import starting
from games.engine.bot import Bot, RandomBot
from games.engine.errors import Text
from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.match import Terms
from games.engine.meta import Options as TableOptions
from games.engine.outcome import Outcome
from games.engine.prompt import ONE, Option, Prompt

CARDS_PATH = Path(__file__).parent.parent / "cards.json"

MOST_OPTIONS = 4_096
"""For how many options it is kept how they are shown; one set of cards has some hundreds."""


class Emotrions(Game[Position]):
    """A match of Emotrions, in every style and in Pareo. `rules/emotrions.md` numbers the rules."""

    meta = META
    position_type = Position
    bots: ClassVar[dict[str, Bot]] = {"random": RandomBot(), "basic": BasicBot()}
    cards_path = CARDS_PATH
    cards: ClassVar[Emotions] = Emotions(CARDS_PATH.read_bytes())

    @classmethod
    def read_cards(cls, data: bytes) -> Emotions:
        """The tables over the emotions of a card file. Raises `BrokenData`."""
        return Emotions(data)

    @classmethod
    def start(cls, options: TableOptions, setup: Setup) -> Position:
        """A match before its first deal; a starter given by the table replaces the lot (EMO-2.4)."""
        seats = setup.seats
        return Position(
            seats=seats,
            options=Options.of(options),
            order=list(range(seats)),
            totals=[0] * seats,
            points=[0] * seats,
            deals_won=[0] * seats,
            first_leader=-1 if setup.starter is None else setup.starter,
        )

    @classmethod
    def terms(cls, options: TableOptions, seats: int) -> Terms:
        """The final totals (EMO-6)."""
        return Terms("total", cls.cards.target)

    def first_seat(self) -> int | None:
        """Who leads to the first trick of the first deal (EMO-2.4)."""
        return self.position.first_leader if self.position.deal == 1 else None

    def begin(self) -> None:
        """The first leader, by lot unless somebody or something else says it (RNK-4.3), then the first deal (EMO-2.4)."""
        p = self.position
        wanted = self.table_options.get("starter", "coin")
        known = self.setup.experience if self.setup is not None else ()
        decided = starting.decide(wanted, p.seats, p.first_leader if p.first_leader >= 0 else None, known)
        leader = decided.among[self.below(len(decided.among), "lot")] if decided.seat is None else decided.seat
        if wanted == "less_experienced" and known:
            about = {"seat": leader, "method": decided.method, "experience": list(known)}
            kind = "rolled" if decided.seat is None else "chosen"
            self.tell(Event(kind, about, log=f"starts_{decided.method}"))
        deal.prepare(self, p.order, leader)

    def copy_position(self) -> Position:
        """A deep copy of the position."""
        return self.position.copy()

    # --- asking and answering (EMO-13) ---------------------------------------------------------------------------------------

    def ask(self) -> list[Prompt]:
        """The open prompts of the phase."""
        p, cards = self.position, self.cards
        if p.phase != "play":
            return ASK[p.phase](self)
        hand = p.hands[p.to_lay]  # EMO-3.1: whose turn it is lays one or two cards
        options, default = cards.asked.get(tuple(hand)) or cards.asked_of(hand)
        return [Prompt(p.to_lay, "play", options, ONE, False, default)]

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        """A play, a reply, or the Winner's Options."""
        if prompt.kind == "play":
            trick.lay(self, choice[0])
        elif prompt.kind == "reply":
            pareo.answer(self, choice[0])
        else:
            style.choose(self, choice[0])
            deal.prepare_start(self)

    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        """The exchange window or the equal start has been answered by all."""
        if kind == "exchange":
            exchange.unseal(self, answers)
        else:
            style.choose_equal_start(self, answers)
            deal.deal_out(self)

    def forced(self, prompt: Prompt) -> bool:
        """A hand of a single card is laid without asking: its size is public, so this betrays nothing (EMO-13.3)."""
        return prompt.kind == "play" and sum(self.position.hands[prompt.seat]) == 1

    def pick(self, taker: int, giver: int) -> int:
        """The card a taker draws blindly in an exchange (EMO-8.7)."""
        return exchange.pick(self, giver)

    def leaving(self, seat: int) -> None:
        """EMO-15.4."""
        match.leave(self, seat)

    def ending(self) -> Outcome | None:
        """The result when the match is over; the order of those who left is EMO-15.4."""
        return match.outcome(self.position, self.cards.target)

    def part(self) -> int:
        """The deal."""
        return self.position.deal

    def outcome(self) -> Outcome | None:
        """As `ending`: Emotrions ranks those who left itself (RNK-1.4)."""
        return self.ending()

    # --- showing -------------------------------------------------------------------------------------------------------------

    def view(self, viewer: int | None) -> dict[str, Any]:
        """EMO-14, and who is ahead in a trick of open cards."""
        p = self.position
        ahead = None if p.flags & PLAYS_DOWN or p.options.pareo else trick.trick_winner(self)
        return view.view(p, self.cards, viewer, ahead)

    def zones(self) -> dict[str, list[str]]:
        """Where every card of the deal truly is."""
        return view.zones(self.position, self.cards)

    def inventory(self) -> list[str]:
        """The deck of the running deal (EMO-2.2)."""
        ids = self.cards.ids
        return [ids[card] for card in deal.deck(self, len(self.position.order))] if self.position.hands else []

    def redeal(self, viewer: int | None, rng: Random) -> None:
        """Deal anew what this viewer cannot know."""
        redeal.redeal(self, viewer, rng)

    def token(self, option: Any) -> str:
        """The tokens of EMO-13.2."""
        if isinstance(option, tuple):
            return self.cards.token[option]
        return flag_token(option) if isinstance(option, int) else str(option)

    def describe(self, prompt: Prompt, option: Any) -> Option:
        """The label of an option, the cards it uses and the power it would have."""
        return described(self.cards, prompt.kind, prompt.seat, option)

    def question(self, prompt: Prompt) -> Text:
        """What is asked, with the power to beat where it is public."""
        p = self.position
        if prompt.kind == "reply":
            return Text("prompt.reply", {"cards": self.cards.named[p.trick[0][1]], "seat": p.trick[0][0]})
        if prompt.kind == "options":
            return Text("prompt.options", {"deal": p.deal})
        if prompt.kind == "exchange" and len(prompt.options) == 1:
            return Text("prompt.exchange_without")
        if prompt.kind != "play":
            return Text(f"prompt.{prompt.kind}")
        if p.options.pareo:
            return Text("prompt.attack")
        if not p.trick:
            return Text("prompt.lead")
        if p.flags & PLAYS_DOWN:
            return Text("prompt.follow_hidden")
        if any(play == (self.cards.hunger,) for _, play in p.trick):
            return Text("prompt.follow_void")
        winner = trick.trick_winner(self)
        if winner is None:
            return Text("prompt.lead")
        power = max(self.cards.power[play] for _, play in p.trick)
        return Text("prompt.follow", {"seat": winner, "power": power})

    def why_not(self, seat: int, thing: Any) -> Text | None:
        """Why these cards cannot be laid, by the rules of section 3 and 11."""
        return legality.why_not(self, seat, thing)


ASK: dict[str, Callable[[Emotrions], list[Prompt]]] = {
    "options": style.ask_options,
    "equal_start": style.ask_equal_start,
    "exchange": exchange.ask,
    "reply": pareo.ask,
    "over": lambda game: [],
}
"""Who is asked what, by phase (EMO-13.1); `play`, the most frequent by far, comes before."""


@lru_cache(MOST_OPTIONS)
def described(cards: Emotions, kind: str, seat: int, option: Any) -> Option:
    """How an option of a prompt of this kind is shown: always the same, so it is made once."""
    if kind == "options":
        return Option(Text("option.flags", flag_values(option)))
    if kind in ("exchange", "equal_start"):
        return Option(Text(f"option.{kind}.{option}"), role="pass" if option in ("pass", "no") else "normal")
    if option == DECLINE:
        return Option(Text("option.decline"), role="pass")
    named, power = cards.named[option], cards.power[option]
    refs = (HAND[seat], TRICK[seat])
    if kind == "reply":
        return Option(Text("option.reply", {"cards": named}), cards=named, refs=refs)
    if option == (cards.hunger,):
        return Option(Text("option.play_hunger", {"cards": named}), cards=named, refs=refs)
    return Option(Text("option.play", {"cards": named, "power": power}), cards=named, refs=refs, effect={"power": power})
