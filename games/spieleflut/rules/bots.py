"""A bot that plays sensibly: it takes what brings most reach soon, keeps what it needs, and answers by weighing each position."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

from games.engine.dice import Dice
from games.engine.game import Game
from games.engine.prompt import ONE, Prompt
from games.spieleflut.rules import actions, desk, scoring, turn
from games.spieleflut.rules.cards import NONE, PLAY, UPLOAD, WRITE
from games.spieleflut.rules.position import Work

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut

WON = 1_000.0

DONE = 0.3
"""Share of its points a review is worth as soon as it lies on a desk; the rest comes with the work done."""

QUEUED = 0.2
"""The same in the queue."""

RISK = 1.5
"""What is lost for each turn by which a review will hardly be done in time."""

RANK = 4.0
"""A star of rank: higher reviews bring more (SPF-9.2)."""

NEEDED, SPARE, PLAYABLE = 0.55, 0.12, 0.5
"""A hand card that fits an own review; one that fits none; a manipulation or event card."""

DRAWN, BOUGHT = 0.3, 0.3
"""A card still to be drawn; one to be bought (SPF-7.8)."""

PAUSE = 0.4
"""A turn in which dead cards go, if new ones come for them (SPF-7.9)."""

FREED = 0.5
"""Paying `S06` off (SPF-7.10)."""

BLOCKED = {
    "block_attach": 1.0,
    "extra_required": 1.4,
    "hold_scoring": 1.0,
    "pay_before_score": 1.8,
    "score_delta": 2.0,
    "fast_deadline": 1.2,
}
"""What a disturbance costs whose operation this is (SPF-11.3)."""

PER_TURN = 1.6
"""How many of the activities a review needs are found in a turn, about."""


class BasicBot:
    """Chooses the answer after which its own desk and hand are worth most, those of the others least.

    Hidden cards are those of the redeal it is given.
    """

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        """The best answer; cards to lay down are those it needs least."""
        match = cast("Spieleflut", game)
        prompt = match.prompt_of(seat)
        if len(prompt.options) == 1 and prompt.pick == ONE:
            return prompt.options[:]
        if match.position.state in ("BUY", "PAY", "PAUSE", "RECOVER"):
            return self._cards(match, prompt)
        worths = [self._tried(match, prompt, option, rng) for option in prompt.options]
        best = max(worths)
        return [rng.choice([option for option, value in zip(prompt.options, worths, strict=True) if value == best])]

    @staticmethod
    def _cards(game: Spieleflut, prompt: Prompt) -> list[Any]:
        """Which hand cards go, or which activities come back."""
        value = {option: use(game, prompt.seat, option[1]) for option in prompt.options}
        if game.position.state == "RECOVER":
            return sorted(prompt.options, key=lambda option: -value[option])[: prompt.pick[1]]
        if game.position.state == "PAUSE":
            return dead(game, prompt.seat) or [min(prompt.options, key=lambda option: value[option])]
        return sorted(prompt.options, key=lambda option: value[option])[: prompt.pick[0]]

    @staticmethod
    def _tried(game: Spieleflut, prompt: Prompt, option: Any, rng: Random) -> float:
        """What the position is worth after an answer; some are judged by what they are for."""
        seat, verb = prompt.seat, option[0]
        here = worth(game, seat)
        if verb in ("end_turn", "reviews_done"):
            return here
        if verb == "pause":
            short = turn.HAND - len(game.position.hands[seat])
            return here + (PAUSE if short + len(dead(game, seat)) > max(1, short) else -PAUSE)
        if verb == "buy":
            values = sorted(use(game, seat, card) for card in game.position.hands[seat])
            return here + BOUGHT - sum(values[: actions.PRICE])
        if verb == "pay":
            return here + FREED
        if verb in ("draw", "draw_extra"):
            return here + DRAWN * (option[1] if verb == "draw" else 1)
        after = game.clone(Dice(rng.randbytes(8)))
        after.apply(seat, [option])
        value = worth(after, seat)
        if after.position.state == "RECOVER":
            value += max(use(after, seat, card) for card in after.position.discard if after.cards.activity[card] != NONE)
        return value + (DRAWN * game.position.entitled if verb in ("take_discard", "swap_discard") else 0.0)


def dead(game: Spieleflut, seat: int) -> list[Any]:
    """The hand cards to be laid down in a pause, so that new ones come (SPF-7.9): what the nearest reviews do not need soon."""
    p, cards = game.position, game.cards
    works = [lacking(game, work) for _, work in desk.works(game, seat) if not desk.complete(game, work)]
    room = [max((lack[kind] for lack in works), default=0) for kind in (PLAY, WRITE, UPLOAD)]
    room[UPLOAD] = min(room[UPLOAD], 1)
    if works and all(lack[PLAY] > 1 for lack in works):
        room[WRITE] = min(room[WRITE], 1)
    found: list[Any] = []
    for card in p.hands[seat]:
        kind = cards.activity[card]
        if kind == NONE:
            continue
        if room[kind] > 0:
            room[kind] -= 1
        else:
            found.append(("card", card))
    return found


def use(game: Spieleflut, seat: int, card: int) -> float:
    """What a hand card is worth to its holder: whether an own review needs it, as far as others in the hand do not fill that."""
    kind = game.cards.activity[card]
    if kind == NONE:
        return PLAYABLE
    wanted = sum(lacking(game, work)[kind] for _, work in desk.works(game, seat))
    if game.position.queues[seat] != NONE:
        wanted += game.cards.required[game.position.queues[seat]][kind]
    hand = game.position.hands[seat]
    before = sum(game.cards.activity[other] == kind for other in (hand[: hand.index(card)] if card in hand else hand))
    return NEEDED if before < wanted else SPARE


def lacking(game: Spieleflut, work: Work) -> list[int]:
    """How many of each activity a review still needs, extras that can still be added included."""
    if desk.complete(game, work):
        return [0, 0, 0]
    done, needed, extra = desk.counts(game, work), desk.required(game, work), game.cards.extra[work.review]
    more = [max(0, need - have) for need, have in zip(needed, done, strict=True)]
    if not done[WRITE] and not done[UPLOAD]:
        more[PLAY] += extra[PLAY] - max(0, done[PLAY] - needed[PLAY])
    if not done[UPLOAD]:
        more[WRITE] += extra[WRITE] - max(0, done[WRITE] - needed[WRITE])
    return more


def worth(game: Spieleflut, seat: int) -> float:
    """What a position is worth to a player: the own side less the best of the others."""
    p = game.position
    if p.state == "GAME_END":
        return WON * ((seat in p.winners) - (seat not in p.winners))
    own = [other for other in range(p.seats) if other == seat or (p.teams and p.teams[other] == p.teams[seat])]
    others = [_public(game, other) for other in range(p.seats) if other not in own]
    mine = sum(_public(game, other) for other in own)
    hand = sum(use(game, seat, card) for card in p.hands[seat])
    return mine + hand - 0.5 * (max(others) + sum(others) / len(others))


def _public(game: Spieleflut, seat: int) -> float:
    """Reach, rank and reviews of a player."""
    p = game.position
    total = float(p.reach[seat]) + (RANK * p.rank[seat] if p.options.rang else 0.0)
    total += sum(_work(game, seat, work) for _, work in desk.works(game, seat))
    waiting = p.queues[seat]
    return total + (QUEUED * _points(game, seat, waiting) if waiting != NONE else 0.0)


def _points(game: Spieleflut, seat: int, review: int) -> float:
    """What a review would bring now, with its genre bonus (SPF-8.5)."""
    genres = [game.cards.genre[card] for card in (*game.position.finished[seat], review)]
    return game.cards.points[review] + scoring.genre_bonus(genres)


def _work(game: Spieleflut, seat: int, work: Work) -> float:
    """A review on a desk, by how much of it is done and whether the rest can be done in time."""
    points = _points(game, seat, work.review)
    rang = game.position.options.rang
    top = RANK if rang else float(game.cards.top_bonus[work.review])
    if desk.complete(game, work):
        late = scoring.LATE + (RANK / 2 if rang else 0.0) if not work.deadline else 0.0
        return points + (top if desk.is_top(game, work) else 0.0) - late - _disturbed(game, work)
    done, needed, extra = desk.counts(game, work), desk.required(game, work), game.cards.extra[work.review]
    missing = sum(max(0, need - have) for need, have in zip(needed, done, strict=True))
    share = 1 - missing / (sum(needed) or 1)
    extras = sum(extra) or 1
    added = sum(min(extra[kind], max(0, done[kind] - needed[kind])) for kind in (PLAY, WRITE))
    lost = any(extra[kind] > max(0, done[kind] - needed[kind]) and done[kind + 1] for kind in (PLAY, WRITE))
    hope = 0.0 if lost else top * (0.15 + 0.6 * added / extras)
    risk = RISK * max(0.0, missing / PER_TURN + 1 - work.deadline)
    return points * (DONE + (0.9 - DONE) * share) + hope - min(risk, 5.0) - _disturbed(game, work)


def _disturbed(game: Spieleflut, work: Work) -> float:
    if work.disturbance == NONE:
        return 0.0
    return sum(BLOCKED.get(operation.op, 0.0) for operation in game.cards.data[work.disturbance].effect)
