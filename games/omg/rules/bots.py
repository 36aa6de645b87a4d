"""A bot that plays sensibly: it tries each answer, plays on to its next free decision, and weighs what is there then."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

from games.engine.dice import Dice
from games.engine.game import Game
from games.engine.prompt import Prompt
from games.omg.rules import board, turn
from games.omg.rules.position import NOBODY, SEATS, Side, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

MOST_TRIES = 80
"""How many answers are tried for one decision: nobody is to wait for a bot."""

LONG = 24
"""After so many further questions a line is judged as it stands."""

WON = 10_000.0
EP, NEAR = 2.0, 20
"""A success point; it counts more and more within the last twenty before the target."""

OP, MOST_OP, SPARE_OP = 0.6, 12, 0.15
"""An online point, as long as there are not many; one more."""

USER, SKILL, DEFENCE = 1.2, 0.45, 0.5
"""A user: that there is one, its better skill, its defence."""

STUNNED = 0.62
"""What is left of the worth of a user that the next hit defeats."""

SHIELD, ATTACHED, WEBSITE, MISSION, PROGRESS = 1.5, 0.8, 4.0, 2.5, 4.0
HAND, LOW_DECK, LAST_CARDS = 0.75, 12, 0.5
"""A hand card; one more of the last dozen of the deck: who cannot draw has lost."""

DULL, LATE = 2.6, 60
"""Below this a card of a full hand is given up for a new one; after so many turns any is, so that games go on."""

ALONE = 4.0
"""Having no user at all: the opponent scores for nothing (OMG-9)."""

DANGER = 0.5
"""How likely the best attack of the opponent comes as it is."""

Numbers = dict[int, list[int]]
"""S, A, V and W of all users in play, by uid."""


class BasicBot:
    """Chooses the answer that leads to the best position at its next free decision.

    The opponent, and itself at questions in between, answers as time-outs do. Hidden cards are those of the redeal it is given.
    """

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        """The best answer; a single one is given without thought."""
        match = cast("Omg", game)
        prompt = match.prompt_of(seat)
        if len(prompt.options) == 1 and prompt.pick[0]:
            return prompt.options[:]
        if prompt.pick != (1, 1):
            return self._cards(match, prompt)
        if prompt.kind == "mulligan":
            return [prompt.options[-1]]
        return [self._best(match, prompt, rng)]

    def _cards(self, game: Omg, prompt: Prompt) -> list[Any]:
        """Of several cards: what is taken or kept goes by what a card is worth; nothing is given up that need not be."""
        if prompt.ordered or prompt.kind == "pick_card":
            ranked = sorted(prompt.options, key=lambda option: -card_worth(game, prompt.seat, option[0]))
            count = prompt.pick[0] if prompt.ordered else prompt.pick[1]
            return ranked[:count]
        ranked = sorted(prompt.options, key=lambda option: card_worth(game, prompt.seat, option[0]))
        return ranked[: prompt.pick[0] or self._tired_of(game, prompt.seat, ranked[0][0])]

    def _tired_of(self, game: Omg, seat: int, card: int) -> int:
        """Whether a card of a full hand makes room for a new one, as long as the deck lasts (OMG-5.8)."""
        p = game.position
        side = p.sides[seat]
        if len(side.hand) < turn.hand_size(game, seat) or len(side.deck) <= LOW_DECK:
            return 0
        return int(p.turns > LATE or card_worth(game, seat, card) < DULL)

    def _best(self, game: Omg, prompt: Prompt, rng: Random) -> Any:
        options = prompt.options
        if prompt.kind == "action" and game.position.actions > 1:
            early = [option for option in options if option[0] not in ("attack", "attack_player", "end_actions")]
            options = early if ("surf",) in early else options  # an attack ends the actions (OMG-5.5)
        if len(options) > MOST_TRIES:
            options = rng.sample(options, MOST_TRIES)
        worths = [self._tried(game, prompt, option, rng) for option in options]
        best = max(worths)
        return rng.choice([option for option, value in zip(options, worths, strict=True) if value == best])

    def _tried(self, game: Omg, prompt: Prompt, option: Any, rng: Random) -> float:
        """What the position is worth after this answer, at the next free decision of this seat or in the next turn."""
        after = game.clone(Dice(rng.randbytes(8)))
        after.apply(prompt.seat, [option])
        running = game.position.turns
        for _ in range(LONG):
            if not after.prompts or after.position.turns != running:
                break
            asked = next((q for q in after.prompts if q.seat not in after.position.sealed), None)
            if asked is None or (asked.seat == prompt.seat and asked.kind in ("action", "discard")):
                break
            after.apply(asked.seat, asked.timeout())
        return worth(after, prompt.seat)


def worth(game: Omg, seat: int) -> float:
    """What a position is worth to a player: own things less those of the opponent."""
    p = game.position
    if p.reason is not None:
        return WON * ((p.winner == seat) - (p.winner == 1 - seat))
    sources = board.statics(game, "modify_stat")
    numbers = {
        user.uid: board.stats(game, user, controller, sources) for controller in SEATS for user in p.sides[controller].users
    }
    return _side(game, seat, numbers) - _side(game, 1 - seat, numbers)


def _side(game: Omg, seat: int, numbers: Numbers) -> float:
    side, target = game.position.sides[seat], game.position.options.target
    close = max(0, side.ep - (target - NEAR))
    total = EP * side.ep + close * close / NEAR
    total += OP * min(side.op, MOST_OP) + SPARE_OP * max(0, side.op - MOST_OP)
    total += sum(_user(user, seat, numbers) for user in side.users) - (0 if side.users else ALONE)
    total += WEBSITE * (side.website is not None) + _mission(game, seat, numbers)
    return total + _cards_off_table(side) - DANGER * _danger(game, seat, numbers)


def _danger(game: Omg, seat: int, numbers: Numbers) -> float:
    """What the best attack of the opponent would cost, as things stand (OMG-8)."""
    sides = game.position.sides
    reach = max((max(numbers[foe.uid][:2]) for foe in sides[1 - seat].users), default=-1)
    return max(
        (
            EP * numbers[user.uid][3] if user.stunned else (1 - STUNNED) * _worth_of(numbers[user.uid])
            for user in sides[seat].users
            if reach >= numbers[user.uid][2] and not user.shield
        ),
        default=0.0,
    )


def _cards_off_table(side: Side) -> float:
    return HAND * len(side.hand) - LAST_CARDS * max(0, LOW_DECK - len(side.deck) - len(side.hand) + 7)


def _worth_of(stats: list[int]) -> float:
    s, a, v, _w = stats
    return USER + SKILL * max(s, a) + SKILL / 3 * min(s, a) + DEFENCE * v


def _user(user: User, seat: int, numbers: Numbers) -> float:
    value = _worth_of(numbers[user.uid])
    value *= STUNNED if user.stunned else 1.0
    if user.attached is not None:
        value += ATTACHED if user.attached.owner == seat else -ATTACHED
    return value + SHIELD * user.shield


def _mission(game: Omg, seat: int, numbers: Numbers) -> float:
    value = 0.0
    for piece, user in board.missions(game, seat):
        mission = game.cards.mission[piece.card]
        value += MISSION
        if mission is not None and mission.condition.count:
            value += PROGRESS * min(1.0, piece.progress / mission.condition.count)
        if user in numbers:
            value += SKILL * max(numbers[user][:2]) / 2
    return value


def card_worth(game: Omg, seat: int, card: int) -> float:
    """What a card is worth in the hand: users that can be paid soon, then what else can be used."""
    cards, side = game.cards, game.position.sides[seat]
    if card == NOBODY or not isinstance(card, int):
        return 0.0
    if cards.is_user[card]:
        return 6.0 + cards.w[card] / 2 - max(0, cards.w[card] - side.op) / 2 - side.hand.count(card) / 4
    if cards.type[card] == "website":
        return 4.0 if side.website is None else 1.0
    if cards.type[card] == "mission":
        return 4.0 if not board.missions(game, seat) else 2.0
    return 3.0 - side.hand.count(card) / 4
