"""Dealing anew what a viewer cannot know: hands of others, cards laid face down, the bank (EMO-14; `Game.redealt`).

What a viewer knows of hidden cards has three sources: what everybody knows of a hand (`Position.known`: equal start, cards
drawn from a bank that is face up); the Open style, in which only the split between hand and face-down cards is hidden; and,
once Kraft has forced an exchange, the `Story` of the deal, told again as the viewer saw it.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING

from games.emotrions.rules.cards import Emotions, Hand, Play, contains
from games.emotrions.rules.options import BANK_UP, HANDS_OPEN, PLAYS_DOWN
from games.emotrions.rules.position import DRAW, LINKS, PLAY, SHOW, Position, Story
from games.emotrions.rules.view import displayed_hand

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions


def redeal(game: Emotrions, viewer: int | None, rng: Random) -> None:
    """Deal anew, in place."""
    p, cards = game.position, game.cards
    if not p.hands or p.phase == "over":
        return
    if p.flags & HANDS_OPEN:
        _redeal_open(p, cards, viewer, rng)
    elif p.story is not None:
        _redeal_story(p, p.story, cards, viewer, rng)
    else:
        _redeal_hands(p, cards, viewer, rng)


def _others(p: Position, viewer: int | None) -> list[int]:
    return [seat for seat in p.order if seat != viewer]


def _shuffle_bank(p: Position, cards: list[int], rng: Random) -> None:
    """The bank anew, from these cards; a visible top card stays (EMO-7.4)."""
    cards.sort()
    rng.shuffle(cards)
    p.bank = cards


def _take_top(p: Position) -> list[int]:
    """The top card of a bank that is face up, taken off while the rest is dealt anew."""
    return [p.bank.pop()] if p.flags & BANK_UP and p.bank else []


# --- Open style: hands are known, how face-down cards were picked from them is not (EMO-7.6) ---------------------------------


def _redeal_open(p: Position, cards: Emotions, viewer: int | None, rng: Random) -> None:
    top = _take_top(p)
    _shuffle_bank(p, p.bank, rng)
    p.bank += top
    if not p.flags & PLAYS_DOWN:
        return
    for at, (seat, play) in enumerate(p.trick):
        if seat != viewer:
            hand = displayed_hand(p, seat)
            laid = rng.choice([other for other in cards.plays_from(hand) if len(other) == len(play)])
            p.trick[at] = (seat, laid)
            p.hands[seat] = _without(hand, laid)


def _without(hand: Hand, play: Play) -> Hand:
    rest = hand[:]
    for card in play:
        rest[card] -= 1
    return rest


# --- hidden hands, of which some cards may be known --------------------------------------------------------------------------


def _redeal_hands(p: Position, cards: Emotions, viewer: int | None, rng: Random) -> None:
    """Known cards stay in their hand (or face down before its owner); all others are dealt from one pool."""
    top = _take_top(p)
    kinds = range(len(cards.ids))
    laid = {at: len(play) for at, (seat, play) in enumerate(p.trick) if seat != viewer} if p.flags & PLAYS_DOWN else {}
    down = {p.trick[at][0]: at for at in laid}
    others = _others(p, viewer)
    known = {seat: p.known[seat] if p.known else [0] * len(kinds) for seat in others}
    pool = [0] * len(kinds)
    for card in p.bank:
        pool[card] += 1
    unknown: dict[int, int] = {}
    for seat in others:
        held = _with(p.hands[seat], p.trick[down[seat]][1]) if seat in down else p.hands[seat]
        unknown[seat] = sum(held) - sum(known[seat])
        for card in kinds:
            pool[card] += held[card] - known[seat][card]
    plays = _plays_face_down(cards, [(seat, laid[at]) for seat, at in down.items()], known, unknown, pool, rng)
    for seat, play in plays.items():
        fresh = _missing(known[seat], play)
        for card in fresh:
            pool[card] -= 1
        unknown[seat] -= len(fresh)
        p.trick[down[seat]] = (seat, play)
    deck = [card for card in kinds for _ in range(pool[card])]
    rng.shuffle(deck)
    for seat in others:
        hand = known[seat][:]
        for card in plays.get(seat, ()):
            if hand[card]:
                hand[card] -= 1
        for _ in range(unknown[seat]):
            hand[deck.pop()] += 1
        p.hands[seat] = hand
    _shuffle_bank(p, deck, rng)
    p.bank += top


def _with(hand: Hand, play: Play) -> Hand:
    more = hand[:]
    for card in play:
        more[card] += 1
    return more


def _missing(hand: Hand, play: Play) -> list[int]:
    """The cards of a play that a hand does not hold."""
    rest, missing = hand[:], []
    for card in play:
        if rest[card]:
            rest[card] -= 1
        else:
            missing.append(card)
    return missing


def _plays_face_down(
    cards: Emotions, laid: list[tuple[int, int]], known: dict[int, Hand], unknown: dict[int, int], pool: Hand, rng: Random
) -> dict[int, Play]:
    """A random legal play of the right size for each (seat, size), from known cards and the pool; the true one is among them."""
    if not laid:
        return {}
    (seat, size), rest = laid[0], laid[1:]
    for play in _shuffled(cards.plays, rng):
        fresh = _missing(known[seat], play)
        if len(play) != size or len(fresh) > unknown[seat] or not contains(pool, tuple(fresh)):
            continue
        left = _without(pool, tuple(fresh))
        if sum(left) < sum(unknown[other] for other, _ in rest):
            continue
        try:
            return {seat: play} | _plays_face_down(cards, rest, known, unknown, left, rng)
        except LookupError:
            continue
    raise LookupError("no face-down play fits")


def _shuffled(plays: tuple[Play, ...], rng: Random) -> list[Play]:
    return rng.sample(plays, len(plays))


# --- after an exchange: the deal told again as the viewer saw it (EMO-8.10) --------------------------------------------------


class _Card:
    """A hidden card while the story is told: which it is, if that has come out, and whether it can be Kraft.

    A card that moved in an exchange is not Kraft (EMO-8.6).
    """

    __slots__ = ("card", "moved")

    def __init__(self, card: int | None = None) -> None:
        self.card = card
        self.moved = False


class _Contradiction(Exception):
    """The choices made so far in telling the story cannot be what happened."""


ARRIVES, LEAVES, LEAVES_UNSEEN, SHOWS = range(4)

Fate = tuple[int, int, list[int]]
"""What happens to a hand as a viewer sees it: in which act, what, with which cards; none with ARRIVES: it is not seen which."""


def _fates(story: Story, viewer: int | None, others: list[int]) -> dict[int, list[Fate]]:
    """What happens to the hands of the others, in order."""
    fates: dict[int, list[Fate]] = {seat: [] for seat in others}
    for number, (what, *rest) in enumerate(story.acts):
        if what == LINKS:
            for giver, taker, card in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
                seen = viewer in (giver, taker)
                if giver in fates and card >= 0:
                    fates[giver].append((number, LEAVES if seen else LEAVES_UNSEEN, [card] if seen else []))
                if taker in fates and card >= 0:
                    fates[taker].append((number, ARRIVES, [card] if seen else []))
        elif rest[0] in fates:
            fates[rest[0]].append((number, {SHOW: SHOWS, DRAW: ARRIVES, PLAY: LEAVES}[what], rest[1:]))
    return fates


class _Outlook:
    """What a hand must hold for what is still to come: cards known to be in it, and how many are not known."""

    def __init__(self, hand: list[int | None], leaving: int, cards: Emotions) -> None:
        self.known = [hand.count(card) for card in range(len(cards.ids))]
        self.unknown = hand.count(None)
        self.leaving = leaving
        self.strength = cards.strength

    def meet(self, fate: Fate) -> None:
        """Take in what happens to the hand."""
        _, what, cards = fate
        if what == LEAVES:
            for card in cards:
                if self.known[card]:
                    self.known[card] -= 1
                else:
                    self.unknown -= 1
        elif what == ARRIVES:
            for card in cards:
                self.known[card] += 1
            self.unknown += not cards
        elif what == LEAVES_UNSEEN:
            self.leaving += 1
        elif not self.known[self.strength]:
            self.known[self.strength] = 1
            self.unknown -= 1

    def fits(self, hidden: Hand) -> bool:
        """Whether what must still be there at the end can be: among the cards that are hidden, or gone unseen."""
        return sum(max(0, there - left) for there, left in zip(self.known, hidden, strict=True)) <= self.leaving


class _Telling:
    """One telling of the story: hands of the others as lists of cards, some not yet known, and what each hidden link moved."""

    def __init__(
        self, story: Story, cards: Emotions, viewer: int | None, fates: dict[int, list[Fate]], hidden: Hand, rng: Random
    ) -> None:
        self.story, self.cards, self.viewer, self.fates, self.hidden, self.rng = story, cards, viewer, fates, hidden, rng
        self.hands = {seat: [_Card(card) for card in cards.cards_of(story.known[seat])] for seat in fates}
        for seat, hand in self.hands.items():
            hand += [_Card() for _ in range(story.sizes[seat] - len(hand))]
        self.moves: dict[tuple[int, int], _Card] = {}
        """The card each hidden link moved, by (act, link)."""

    def tell(self) -> None:
        """From the first act to the last. Raises `_Contradiction`."""
        for number, (what, *rest) in enumerate(self.story.acts):
            if what == SHOW and rest[0] in self.hands:
                self._show(self.hands[rest[0]])
            elif what == DRAW and rest[0] in self.hands:
                self.hands[rest[0]].append(_Card())
            elif what == PLAY and rest[0] in self.hands:
                for card in rest[1:]:
                    self._take(self.hands[rest[0]], card)
            elif what == LINKS:
                self._exchange(number, rest)

    def _show(self, hand: list[_Card]) -> None:
        """Kraft is in this hand."""
        if not any(held.card == self.cards.strength for held in hand):
            self._identify(hand, self.cards.strength)

    def _identify(self, hand: list[_Card], card: int) -> _Card:
        """A card of the hand not known so far turns out to be this one."""
        open_to = [held for held in hand if held.card is None and not (held.moved and card == self.cards.strength)]
        if not open_to:
            raise _Contradiction
        held = self.rng.choice(open_to)
        held.card = card
        return held

    def _take(self, hand: list[_Card], card: int) -> _Card:
        """This card leaves the hand, seen by the viewer."""
        held = next((held for held in hand if held.card == card), None) or self._identify(hand, card)
        hand.remove(held)
        return held

    def _exchange(self, act: int, links: list[int]) -> None:
        """All cards leave their hands before any arrives (EMO-8.8)."""
        arrivals: list[tuple[int, _Card]] = []
        for link, at in enumerate(range(0, len(links), 3)):
            giver, taker, card = links[at : at + 3]
            if card < 0:
                for held in self.hands.get(giver, []):  # public: the giver holds nothing but Kraft (EMO-8.9)
                    if held.moved or held.card not in (None, self.cards.strength):
                        raise _Contradiction
                    held.card = self.cards.strength
            elif giver == self.viewer:
                arrivals.append((taker, _Card(card)))
            elif taker == self.viewer:
                self._take(self.hands[giver], card)
            else:
                arrivals.append((taker, self._blind(act, link, self.hands[giver])))
        for taker, held in arrivals:
            held.moved = True
            self.hands[taker].append(held)

    def _blind(self, act: int, link: int, hand: list[_Card]) -> _Card:
        """A card other than Kraft leaves the hand unseen."""
        giver, taker = self.story.acts[act][3 * link + 1 : 3 * link + 3]
        blind = [held for held in hand if held.card != self.cards.strength]
        self.rng.shuffle(blind)
        moved = next((held for held in blind if self._could_move(held, giver, taker, act)), None)
        if moved is None:
            raise _Contradiction
        hand.remove(moved)
        moved.moved = True
        self.moves[act, link] = moved
        return moved

    def _could_move(self, moved: _Card, giver: int, taker: int, act: int) -> bool:
        """Whether giver and taker can still do what they were later seen to do, if this card moves."""
        left = [held.card for held in self.hands[giver] if held is not moved]
        got = [held.card for held in self.hands[taker]] + [moved.card]
        return self._possible(giver, [*left, None], 0, act) and self._possible(taker, got, 1, act)

    def _possible(self, seat: int, hand: list[int | None], leaving: int, act: int) -> bool:
        """Whether a hand allows what happens to it after an act; `leaving` of its cards still go unseen in that act.

        Looks ahead for this hand alone and takes every card not known for just the one that is needed, so it rules out only
        what is impossible. Without it most tellings would run into a contradiction, as little is left to choose late in a deal.
        """
        outlook, fates = _Outlook(hand, leaving, self.cards), self.fates[seat]
        for at in range(bisect_right(fates, act, key=itemgetter(0)), len(fates)):
            outlook.meet(fates[at])
            if outlook.unknown < 0:
                return False
        return outlook.fits(self.hidden)

    def deal(self, hidden: Hand) -> list[int]:
        """Give every unknown card a face, from all hidden cards; returns what is left for the bank. Raises `_Contradiction`."""
        held = [card for seat in sorted(self.hands) for card in self.hands[seat]]
        pool = [copies - sum(card.card == kind for card in held) for kind, copies in enumerate(hidden)]
        if min(pool) < 0:
            raise _Contradiction
        deck = self.cards.cards_of(pool)
        self.rng.shuffle(deck)
        unknown = [card for card in held if card.card is None]
        for card in sorted(unknown, key=lambda card: not card.moved):  # first those that cannot be Kraft
            at = next((at for at, kind in enumerate(deck) if not (card.moved and kind == self.cards.strength)), None)
            if at is None:
                raise _Contradiction
            card.card = deck.pop(at)
        return deck

    def as_told(self) -> Story:
        """The story with what this telling has made of the hidden links."""
        acts = [act[:] for act in self.story.acts]
        for (act, link), held in self.moves.items():
            acts[act][3 * link + 3] = -1 if held.card is None else held.card
        return Story(self.story.known, self.story.sizes, acts)


def _redeal_story(p: Position, story: Story, cards: Emotions, viewer: int | None, rng: Random) -> None:
    """Tell the story of the deal anew as the viewer saw it, and deal what has not come to light.

    A telling that contradicts itself is begun again; the true one is possible, so this ends.
    """
    others = _others(p, viewer)
    pool = p.bank + [card for seat in others for card in cards.cards_of(p.hands[seat])]
    hidden = [pool.count(card) for card in range(len(cards.ids))]
    fates = _fates(story, viewer, others)
    while True:
        telling = _Telling(story, cards, viewer, fates, hidden, rng)
        try:
            telling.tell()
            p.bank = telling.deal(hidden)
        except _Contradiction:
            continue
        for seat, hand in telling.hands.items():
            p.hands[seat] = [sum(held.card == card for held in hand) for card in range(len(hidden))]
        p.story = telling.as_told()
        return
