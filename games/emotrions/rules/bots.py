"""A bot that plays sensibly in every style: it imagines how the trick will go and weighs what it wins, gives away and keeps."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, cast

from games.emotrions.rules import pareo
from games.emotrions.rules.cards import DECLINE, Emotions, Play
from games.emotrions.rules.options import BANK_UP, HANDS_OPEN, PLAYS_DOWN, STANDARD
from games.emotrions.rules.position import Position
from games.engine.game import Game

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions

WORLDS = 6
"""How many possible deals of the hidden cards are imagined for one decision."""

KEEP_POSITIVE, KEEP_NEGATIVE = 0.55, 0.35
"""What a card kept in hand is worth, as a share of its value: a positive card may still be lost, a negative one given away."""

KEEP_HUNGER, KEEP_INDECISION = 2.0, 1.5
"""What the neutral cards are worth in hand: one spoils a bad trick, the other doubles a good card."""


class BasicBot:
    """Chooses by what the running trick is likely to bring, over several deals of the cards it cannot see.

    It sees the positions of redealt games only (`games.engine.bot`), so hidden cards in them are guesses.
    """

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        """The best option by `Judge`; the fixed preferences of this bot for the choices outside a trick."""
        match = cast("Emotrions", game)
        prompt = match.prompt_of(seat)
        if prompt.kind == "options":
            return [self._flags(match.position, seat, prompt.options)]
        if prompt.kind == "equal_start":
            return ["yes" if self._behind(match.position, seat) else "no"]
        if prompt.kind == "exchange":
            return ["request" if "request" in prompt.options and self._poor(match, seat) else "pass"]
        if len(prompt.options) == 1:
            return prompt.options[:]
        worlds = [match.redealt(seat, rng).position for _ in range(WORLDS)]
        judge = Judge(match.cards, seat, worlds)
        return [max(prompt.options, key=judge.worth)]

    @staticmethod
    def _behind(p: Position, seat: int) -> bool:
        return p.totals[seat] < max(p.totals)

    def _flags(self, p: Position, seat: int, options: Sequence[int]) -> int:
        """Behind it stirs things up, ahead it wants to calculate."""
        wanted = PLAYS_DOWN if self._behind(p, seat) else BANK_UP | HANDS_OPEN
        return wanted if wanted in options else STANDARD

    @staticmethod
    def _poor(match: Emotrions, seat: int) -> bool:
        """Whether a random card of the own hand is worth less than one of those unseen, Kraft apart on both sides."""
        p, cards = match.position, match.cards
        mine = [card for card in cards.cards_of(p.hands[seat]) if card != cards.strength]
        unseen = p.bank + [card for other in p.order if other != seat for card in cards.cards_of(p.hands[other])]
        theirs = [card for card in unseen if card != cards.strength]
        return bool(mine and theirs) and sum(keep(cards, card) for card in mine) / len(mine) < sum(
            keep(cards, card) for card in theirs
        ) / len(theirs)


def keep(cards: Emotions, card: int) -> float:
    """What a card is worth as long as it stays in hand."""
    if card == cards.hunger:
        return KEEP_HUNGER
    if card == cards.indecision:
        return KEEP_INDECISION
    value = cards.value[card]
    return value * (KEEP_POSITIVE if value > 0 else KEEP_NEGATIVE)


class Judge:
    """What an option is worth to a seat, averaged over possible worlds."""

    def __init__(self, cards: Emotions, seat: int, worlds: Sequence[Position]) -> None:
        self.cards, self.seat, self.worlds = cards, seat, worlds

    def worth(self, play: Play) -> float:
        """Expected gain of laying these cards, less what they would be worth in hand."""
        kept = sum(keep(self.cards, card) for card in play)
        return sum(self._in(world, play) for world in self.worlds) / len(self.worlds) - kept

    def _in(self, p: Position, play: Play) -> float:
        trick = [*p.trick, (self.seat, play)]
        if p.options.pareo:
            return self._pareo(p, trick)
        turn = p.in_turn(p.leader)
        for seat in turn[len(trick) :]:
            trick.append((seat, self._answer(p, trick, seat)))
        return self._gain(p, trick)

    def _pareo(self, p: Position, trick: list[tuple[int, Play]]) -> float:
        (challenger, attack), *replies = trick
        if replies:
            return self._pareo_gain(p, challenger, attack, replies[0][1])
        replier = p.next_to(challenger)
        options = self.cards.replies_from(p.hands[replier], attack)
        return min(
            self._pareo_gain(p, challenger, attack, reply) + sum(keep(self.cards, card) for card in reply) for reply in options
        )

    def _pareo_gain(self, p: Position, challenger: int, attack: Play, reply: Play) -> float:
        """What this seat gains, less what the other one does; to attack next is worth a little too."""
        side = pareo.taker(self.cards, attack, reply)
        leads = challenger if reply == DECLINE or side == 0 else p.next_to(challenger)
        lead = 0.3 if leads == self.seat else -0.3
        if side == 0:
            return lead
        taker = challenger if side == 1 else p.next_to(challenger)
        points = self.cards.points[attack] + (self.cards.points[reply] if reply else 0)
        return lead + (self._points(p, taker, points) if taker == self.seat else -self._points(p, taker, points))

    def _answer(self, p: Position, trick: list[tuple[int, Play]], seat: int) -> Play:
        """What another player would lay, taking the trick as it lies for the whole of it."""
        cards = self.cards
        best, power = self._leading(trick)
        on_table = sum(cards.points[laid] for _, laid in trick)
        void = any(laid == (cards.hunger,) for _, laid in trick)
        chosen: Play = (cards.hunger,)
        most = -1e9
        for play in cards.plays_from(p.hands[seat]):
            kept = sum(keep(cards, card) for card in play)
            if void or play == (cards.hunger,):
                gain = 0.0
            elif cards.power[play] > power:
                gain = float(on_table + cards.points[play])
            else:
                gain = -float(on_table + cards.points[play]) / (len(p.order) - 1) if best != seat else 0.0
            if gain - kept > most:
                chosen, most = play, gain - kept
        return chosen

    def _leading(self, trick: list[tuple[int, Play]]) -> tuple[int | None, int]:
        best, power = None, 0
        for seat, play in trick:
            if self.cards.power[play] > power:
                best, power = seat, self.cards.power[play]
        return best, power

    def _gain(self, p: Position, trick: list[tuple[int, Play]]) -> float:
        """What a finished trick brings this seat, less the share of what another one gets."""
        if any(play == (self.cards.hunger,) for _, play in trick):
            return 0.0
        winner, _ = self._leading(trick)
        if winner is None:
            return 0.0
        points = self._points(p, winner, sum(self.cards.points[play] for _, play in trick))
        return points if winner == self.seat else -points / (len(p.order) - 1)

    def _points(self, p: Position, seat: int, points: int) -> float:
        """What points are worth to a seat: themselves, or in Score 37 how much nearer they bring its total to 37 (EMO-10.1)."""
        if not p.options.score37:
            return float(points)
        now = (
            p.totals[seat]
            + self.cards.value_of(p.won[seat])
            + sum(self.cards.value[card] * copies * KEEP_POSITIVE for card, copies in enumerate(p.hands[seat]))
        )
        return abs(self.cards.target - now) - abs(self.cards.target - now - points)
