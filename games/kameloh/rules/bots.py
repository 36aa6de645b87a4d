"""A bot that plays sensibly: after each answer it plays its turn to the end in its mind, and weighs what is there then."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

from games.engine.dice import Dice
from games.engine.game import Game
from games.engine.prompt import Prompt
from games.kameloh.rules import arena, combat, turn
from games.kameloh.rules.position import Monster

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

MOST_TRIES = 500
"""How many answers are tried for one decision, later ones included: nobody is to wait for a bot."""

LONG = 40
"""After so many further decisions a turn is judged as it stands."""

WON = 5_000.0
POINT = 12.0
"""A victory point; all other weights are in the same coin."""

AP, DP, LP = 0.30, 0.22, 0.13
"""Points of a monster in the arena."""

STANDS = 6.0
"""A monster at all: without one the opponent scores for nothing (KMO-13.5)."""

DATE, MOST_DATES, SPARE_DATE = 2.2, 8, 0.6
"""A date, as long as there are not many; one more."""

ACTIVE = 7.0
"""An active oasis: a date in each turn to come (KMO-6.5)."""

HAND_CARD, UNPAID = 3.0, 24.0
"""A hand card; in the last turn a monster that is not bought free costs two points (KMO-17.5)."""


class BasicBot:
    """Chooses the answer after which its turn, played on by what looks best at once, ends best.

    Whatever the opponent is asked meanwhile is answered as time-outs do. Hidden cards are those of the redeal it is given.
    """

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        """The best answer; a single one is given without thought."""
        match = cast("Kameloh", game)
        prompt = match.prompt_of(seat)
        if len(prompt.options) == 1:
            return prompt.options[:]
        search = Search(match, seat, rng)
        worth = [search.tried(option) for option in prompt.options]
        best = max(worth)
        return [rng.choice([option for option, value in zip(prompt.options, worth, strict=True) if value == best])]


class Search:
    """The trying of answers for one decision."""

    def __init__(self, game: Kameloh, seat: int, rng: Random) -> None:
        self.game, self.seat, self.rng = game, seat, rng
        self.left = MOST_TRIES

    def tried(self, option: Any) -> float:
        """What the position is worth after this answer, when the running turn is over."""
        game = self._after(self.game, self.seat, option)
        running = self.game.position.turns
        for _ in range(LONG):
            if not game.prompts or game.position.turns != running or self.left <= 0:
                break
            prompt = game.prompts[0]
            game.apply(prompt.seat, self._at_once(game, prompt))
        return worth(game, self.seat)

    def _at_once(self, game: Kameloh, prompt: Prompt) -> list[Any]:
        """The answer after which this seat stands best at the next question; the opponent answers as time-outs do."""
        if prompt.seat != self.seat or len(prompt.options) == 1 or self.left <= 0:
            return prompt.timeout()
        return [max(prompt.options, key=lambda option: worth(self._after(game, prompt.seat, option), prompt.seat))]

    def _after(self, game: Kameloh, seat: int, option: Any) -> Kameloh:
        """The game after an answer, with chance of its own."""
        self.left -= 1
        after = game.clone(Dice(self.rng.randbytes(8)))
        after.apply(seat, [option])
        return after


def worth(game: Kameloh, seat: int) -> float:
    """What a position is worth to a player: own things less those of the opponent."""
    p = game.position
    if p.reason is not None:
        return WON * ((p.winner == seat) - (p.winner == 1 - seat)) + POINT * (p.sides[seat].vp - p.sides[1 - seat].vp)
    return _side(game, seat) - _side(game, 1 - seat)


def _side(game: Kameloh, seat: int) -> float:
    side = game.position.sides[seat]
    total = POINT * side.vp + sum(_monster(game, monster) for monster in arena.own(game, seat))
    total += DATE * min(side.dates, MOST_DATES) + SPARE_DATE * max(0, side.dates - MOST_DATES)
    total += ACTIVE * sum(side.active) + HAND_CARD * len(side.hand)
    if seat == game.position.turn and turn.is_last(game, seat) and not side.settled:
        total -= UNPAID * sum(game.cards.monster[card] for card in side.hand)
    return total + _threat(game, seat)


def _monster(game: Kameloh, monster: Monster) -> float:
    alive = max(0, arena.lp(game, monster))
    return STANDS + AP * arena.ap(game, monster) + DP * arena.dp(game, monster) + LP * alive


def _threat(game: Kameloh, seat: int) -> float:
    """A share of what the next attack would bring, as things stand (KMO-12)."""
    strikers, defenders = combat.able(game, seat), arena.own(game, 1 - seat)
    if not strikers:
        return 0.0
    if not defenders:
        return POINT / 2
    alone = len(strikers) == 2 and len(defenders) == 1
    if alone:
        strikers = [max(strikers, key=lambda monster: arena.ap(game, monster))]
    _, _, dealt = combat.reckon(game, seat, strikers, defenders, alone_of_two=alone)
    falls = sum(arena.lp(game, monster) <= dealt[monster.uid] for monster in defenders)
    return LP / 2 * sum(dealt.values()) + POINT * falls
