"""A game as it might be for all a viewer knows: hidden cards change places within their ages, as backs show those (INN-12)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.innovation.rules import dogma
from games.innovation.rules.position import AGES, Frame

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation


def redeal(game: Innovation, viewer: int | None, rng: Random) -> None:
    """Deal anew, in place, what this viewer does not know.

    Every hidden card is given another face of its age, everywhere it is named: where it lies, and in what a running effect has
    noted. Places are gone through in an order that does not depend on faces, so the result does not either.
    """
    p = game.position
    bit = 1 << (p.seats if viewer is None else viewer)
    places = _Places(game, bit)
    faces: dict[int, int] = {}
    for age in AGES:
        unknown = [card for card in places.order if game.cards.age[card] == age]
        deck = sorted(unknown)
        rng.shuffle(deck)
        faces.update(zip(unknown, deck, strict=True))
    _fit(game, viewer, places.order, faces, rng)
    if any(card != face for card, face in faces.items()):
        _relabel(game, faces)


class _Places:
    """The hidden cards in the order of where they lie: by zone, in hands by what running effects and others know of them."""

    def __init__(self, game: Innovation, bit: int) -> None:
        p = game.position
        noted = _noted(game)
        self.order: list[int] = []
        for pile in (*p.hands, *p.scores, p.removed_hidden):
            hidden = [card for card in pile if not p.seen[card] & bit]
            self.order += sorted(hidden, key=lambda card: (p.seen[card], noted.get(card, ())))
        for pile in (*p.supply, p.achievements):
            self.order += [card for card in pile if not p.seen[card] & bit]


def _noted(game: Innovation) -> dict[int, tuple[int, ...]]:
    """Where running effects and sealed answers name a card, as numbers that tell such cards apart."""
    p = game.position
    places: dict[int, list[int]] = {}
    number = 0
    for answer in p.sealed.values():
        for option in answer:
            places.setdefault(game.cards.of[option], []).append(number)
            number += 1
    for frame in p.dogma.frames if p.dogma else ():
        for cards in _lists(frame):
            for card in cards:
                places.setdefault(card, []).append(number)
                number += 1
    return {card: tuple(numbers) for card, numbers in places.items()}


def _lists(frame: Frame) -> list[list[int]]:
    """All cards a frame names."""
    task = frame.task
    lists = [[frame.card, frame.it], frame.them, *frame.lists.values()]
    return lists + ([task.taken, task.pool or []] if task else [])


def _fit(game: Innovation, viewer: int | None, order: list[int], faces: dict[int, int], rng: Random) -> None:
    """See to it that whoever is asked for a card of a colour or icon still holds one: everybody knows that."""
    p = game.position
    if p.phase != "effect":
        return
    step, frame = dogma.current(game)
    needs = step.needs(game, frame)
    if needs is None or needs[0] == viewer:
        return
    seat, fits, least = needs
    held = set(p.hands[seat])
    mine = [card for card in order if card in held]
    others = [card for card in order if card not in held]
    there = sum(fits(faces.get(card, card)) for card in held)
    while there < least:
        swaps = [
            (card, other)
            for card in mine
            if not fits(faces[card])
            for other in others
            if game.cards.age[other] == game.cards.age[card] and fits(faces[other])
        ]
        card, other = swaps[int(rng.random() * len(swaps))]
        faces[card], faces[other] = faces[other], faces[card]
        there += 1


def _relabel(game: Innovation, faces: dict[int, int]) -> None:
    """Give every card its new face, everywhere."""
    p = game.position

    def new(cards: list[int]) -> list[int]:
        return [faces.get(card, card) for card in cards]

    seen = p.seen[:]
    for card, face in faces.items():
        seen[face] = p.seen[card]
    p.seen = seen
    p.hands = [sorted(new(hand)) for hand in p.hands]
    p.scores = [sorted(new(pile)) for pile in p.scores]
    p.removed_hidden = sorted(new(p.removed_hidden))
    p.supply = [new(pile) for pile in p.supply]
    p.achievements = new(p.achievements)
    of, ids = game.cards.of, game.cards.ids
    p.sealed = {seat: [ids[faces.get(of[option], of[option])] for option in answer] for seat, answer in p.sealed.items()}
    for frame in p.dogma.frames if p.dogma else ():
        frame.it = faces.get(frame.it, frame.it)
        frame.them = new(frame.them)
        frame.lists = {name: new(cards) for name, cards in frame.lists.items()}
        if frame.task:
            frame.task.taken = new(frame.task.taken)
            frame.task.pool = None if frame.task.pool is None else new(frame.task.pool)
