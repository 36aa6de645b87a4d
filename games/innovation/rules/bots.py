"""A bot that plays sensibly: it tries every answer in a few possible worlds, up to the end of the action, and weighs the result.

What it thinks a position is worth is written down in `Judge`, in points of its own: an achievement is the coin.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, cast

from games.engine.dice import Dice
from games.engine.game import Game
from games.engine.prompt import ONE, Prompt
from games.innovation.rules.cards import ICON_BITS, LOW, Cards
from games.innovation.rules.position import FREE, ICONS

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

WORLDS = 2
"""How many deals of the hidden cards an answer is tried in."""

PROMISING = 3
"""Of so many first actions the second one is tried too."""

LATER = 0.01
"""What wins with the first action is better than what wins with the second."""

PATIENCE = 25
"""After so many rounds a bot begins to hurry: two of them could take from each other for ever what they have."""

MOST_TRIES = 900
"""How many answers are tried for one decision, later ones included, and as many again for second actions: nobody is to wait."""

LONG = 60
"""After so many further decisions an action is judged as it stands."""

WON = 10_000.0
"""What a won game is worth, and a lost one is not."""

ACHIEVEMENT, WITHIN_REACH = 100.0, 35.0
"""An achievement, and one that an action would take now (INN-11.1)."""

POINT = 2.5
"""A point in the score pile (INN-8.17), as long as points still buy achievements."""

HIGHEST_TOP, TOP, COLOR, HAND_CARD, HAND_AGE, ICON = 6.0, 1.2, 2.0, 1.5, 0.5, 0.6
"""Value of the highest top card, of each top card, a colour on the board, a hand card, its value, a visible icon."""

ICON_LEAD = 4.0
"""To show more of an icon than an opponent: it can demand and is not shared (INN-7.3)."""


class BasicBot:
    """Chooses the answer that leads to the best position on average, over several deals of the cards it cannot see.

    It looks to the end of the running action, and with the best first actions of a turn to the end of the second one. Whatever
    is asked meanwhile, of itself or of others, is answered by what looks best at once to the one who is asked.
    """

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        """The best answer by `Judge`; a single one is given without thought."""
        match = cast("Innovation", game)
        prompt = match.prompt_of(seat)
        answers = _answers(match, prompt)
        if len(answers) == 1:
            return answers[0]
        if prompt.secret:
            return max(answers, key=lambda answer: _total(match.cards.face[match.cards.of[answer[0]]]))
        search = Search(match, seat, rng)
        worth = search.weigh(answers)
        if prompt.kind == "action":
            if self._in_a_hurry(match, rng) and worth[0] > -WON:
                return answers[0]
            if match.position.actions_left > 1:
                best_first = sorted(range(len(answers)), key=lambda number: -worth[number])
                answers = [answers[number] for number in best_first[:PROMISING]]
                worth = [search.weigh_turn(answer) for answer in answers]
        most = max(worth)
        return rng.choice([answer for answer, value in zip(answers, worth, strict=True) if value == most])

    @staticmethod
    def _in_a_hurry(game: Innovation, rng: Random) -> bool:
        """Whether to draw, so that the piles come to their end: the more often, the longer the game lasts."""
        rounds = game.position.turn / game.position.seats
        return rounds > PATIENCE and rng.random() < rounds / PATIENCE - 1


class Search:
    """The trying of answers for one decision."""

    def __init__(self, game: Innovation, seat: int, rng: Random) -> None:
        self.game, self.seat, self.rng = game, seat, rng
        self.judge = Judge(game.cards)
        self.left = MOST_TRIES

    def weigh(self, answers: list[list[Any]]) -> list[float]:
        """What each answer is worth, over all worlds there is time for; the first is the game as it was given."""
        world, totals = self.game, [0.0] * len(answers)
        for number in range(1, WORLDS + 1):
            totals = [total + self._worth(world, answer) for total, answer in zip(totals, answers, strict=True)]
            if self.left <= 0 or number == WORLDS:
                return [total / number for total in totals]
            world = self.game.redealt(self.seat, self.rng)
        return totals

    def weigh_turn(self, answer: list[Any]) -> float:
        """What the first action of a turn is worth together with the second."""
        self.left = MOST_TRIES // PROMISING
        game = self._settled(self.game, answer)
        prompt = game.prompts[0] if game.prompts else None
        if prompt is None or prompt.kind != "action" or prompt.seat != self.seat:
            return self.judge.worth(game, self.seat)
        return max(self._worth(game, second) for second in _answers(game, prompt)) - LATER

    def _worth(self, world: Innovation, answer: list[Any]) -> float:
        """What the position is worth after this answer, when the action that runs is over."""
        return self.judge.worth(self._settled(world, answer), self.seat)

    def _settled(self, world: Innovation, answer: list[Any]) -> Innovation:
        """The game after this answer, when the action that runs is over."""
        game = self._after(world, self.seat, answer)
        for _ in range(LONG):
            if not game.prompts or game.position.phase != "effect":
                break
            prompt = game.prompts[0]
            game.apply(prompt.seat, self._at_once(game, prompt))
        return game

    def _at_once(self, game: Innovation, prompt: Prompt) -> list[Any]:
        """The answer after which this seat stands best at the next question; what time-outs answer if that takes too long."""
        answers = _answers(game, prompt)
        if len(answers) == 1:
            return answers[0]
        if self.left <= 0:
            return prompt.timeout()
        return max(answers, key=lambda answer: self.judge.worth(self._after(game, prompt.seat, answer), prompt.seat))

    def _after(self, game: Innovation, seat: int, answer: list[Any]) -> Innovation:
        """The game after an answer, with chance of its own."""
        self.left -= 1
        after = game.clone(Dice(self.rng.randbytes(8)))
        after.apply(seat, answer)
        return after


def _answers(game: Innovation, prompt: Prompt) -> list[list[Any]]:
    """The answers worth thinking about. Of an order: as listed, and from the lowest to the highest card."""
    if prompt.pick == ONE:
        return [[option] for option in prompt.options]
    if prompt.ordered:
        rising = sorted(prompt.options, key=lambda id_: game.cards.age[game.cards.of[id_]])
        return [rising] if rising == prompt.options else [rising, prompt.options[:]]
    return [list(pair) for pair in combinations(prompt.options, prompt.pick[0])]


class Judge:
    """What a position is worth to a seat: how its side stands, less how the best of the others stands."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def worth(self, game: Innovation, seat: int) -> float:
        """The worth of a position; a game that is over is won, lost or shared."""
        p = game.position
        if p.phase == "over":
            if seat not in p.winners:
                return -WON
            return WON if set(p.winners) <= set(game.side(seat)) else 0.0
        counts = [_by_icon(game.icons(other)) for other in range(p.seats)]
        sides: dict[int, float] = {}
        for other in range(p.seats):
            side = p.teams[other] if p.teams else other
            sides[side] = sides.get(side, 0.0) + self._stand(game, other, counts)
        own = sides.pop(p.teams[seat] if p.teams else seat)
        return own - max(sides.values())

    def _stand(self, game: Innovation, seat: int, counts: list[list[int]]) -> float:
        p, age = game.position, self.cards.age
        points, top, tops = game.points(seat), game.top_age(seat), p.tops(seat)
        free = [value for value, owner in enumerate(p.owners, 1) if owner == FREE]
        worth = ACHIEVEMENT * p.achieved(seat)
        worth += WITHIN_REACH * sum(points >= 5 * value and top >= value for value in free)
        worth += POINT * points
        worth += HIGHEST_TOP * top + sum([COLOR + TOP * age[card] for card in tops])
        worth += sum([HAND_CARD + HAND_AGE * age[card] for card in p.hands[seat]])
        mine = counts[seat]
        worth += ICON * sum(mine)
        for other in game.opponents[seat]:
            ahead = sum([m > t for m, t in zip(mine, counts[other], strict=True)])
            worth += ICON_LEAD * ahead / len(game.opponents[seat])
        return worth


def _by_icon(counted: int) -> list[int]:
    """How many there are of each icon, of icons counted in one int."""
    return [counted >> shift & LOW for shift in range(0, ICON_BITS * len(ICONS), ICON_BITS)]


def _total(counted: int) -> int:
    """How many icons there are, of icons counted in one int."""
    return sum(_by_icon(counted))
