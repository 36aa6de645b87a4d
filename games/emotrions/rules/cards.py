"""The nine emotions as the rules need them: small ints in canonical order (EMO-1.5), and tables over plays and replies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import mul
from typing import Literal

import msgspec

from games.engine.errors import BrokenData
from games.engine.event import Event

Play = tuple[int, ...]
"""Cards laid together, in canonical order: one or two (EMO-3.1); in Pareo also none, as a reply (EMO-11.3)."""

Hand = list[int]
"""Number of copies by emotion (EMO-1.4)."""

DECLINE: Play = ()

MOST_HANDS = 100_000
"""How many hands the plays are kept for; matches to 37 meet a few thousand."""


class CardData(msgspec.Struct):
    """One entry of the card file."""

    id: str
    order: int
    value: int
    power: int
    sign: Literal["positive", "negative", "neutral"]
    count: int
    names: dict[str, str]
    text: dict[str, str]


class FileData(msgspec.Struct):
    """What the rules read of the card file."""

    game: str
    hand_size: int
    target: int
    deck_size: int
    deck_points: int
    decks: dict[int, int]
    equal_start_hand: list[str]
    cards: list[CardData]


class Emotions:
    """The cards of one card file. Lists are indexed by emotion, dicts by play.

    Raises `BrokenData` if the file does not hold what the rules need.
    """

    def __init__(self, data: bytes) -> None:
        try:
            file = msgspec.json.decode(data, type=FileData)
        except msgspec.DecodeError as error:
            raise BrokenData("cards", str(error)) from error
        cards = sorted(file.cards, key=lambda card: card.order)
        self.tokens = tuple(card.id for card in cards)
        self.number = {card.id: number for number, card in enumerate(cards)}
        self.value = tuple(card.value for card in cards)
        self.sign = tuple((card.value > 0) - (card.value < 0) for card in cards)
        self.copies = tuple(card.count for card in cards)
        self.hand_size, self.target, self.decks = file.hand_size, file.target, file.decks
        self._check(file, cards)
        self.strength, self.hunger, self.indecision = (self.number[name] for name in ("strength", "hunger", "indecision"))
        self.equal_start: Hand = [file.equal_start_hand.count(name) for name in self.tokens]
        self.ids = tuple(f"{file.game}.{name}" for name in self.tokens)
        """Card ids as they go over the wire (PRO-1.6)."""

        self._cards = [(card,) for card in range(len(cards))]
        self._ids = [(name,) for name in self.ids]
        self.packs = {
            decks: tuple(self.cards_of([copies * decks for copies in self.copies])) for decks in set(self.decks.values())
        }
        """All cards of one deck or several, in canonical order."""
        self.plays = self._all_plays()
        self.pairs = [(play[0], play[1]) for play in self.plays if len(play) == 2]
        self.power: dict[Play, int] = {play: self._power(play) for play in self.plays}
        """EMO-4.2; Hunger has no power and stands at 0."""
        self.play_sign: dict[Play, int] = {play: next((self.sign[c] for c in play if self.sign[c]), 0) for play in self.plays}
        self.points: dict[Play, int] = {play: sum(self.value[c] for c in play) for play in (*self.plays, DECLINE)}
        self.token: dict[Play, str] = {play: "+".join(self.tokens[c] for c in play) for play in self.plays} | {DECLINE: "none"}
        self.named: dict[Play, tuple[str, ...]] = {play: tuple(self.ids[c] for c in play) for play in (*self.plays, DECLINE)}
        self.by_weakness: list[Play] = [
            (card,)
            for card in sorted(
                self.number.values(), key=lambda card: (15 if card == self.hunger else abs(self.value[card]), card)
            )
        ]
        """Single cards from the weakest on, as the default on timeout takes them; Hunger counts 15 (EMO-13.2)."""
        self._replies = {attack: tuple(reply for reply in self.plays if self._answers(attack, reply)) for attack in self.plays}
        self.events: list[list[dict[Play, Event]]] = [[{} for _ in range(6)] for _ in range(4)]
        """Events that come again and again, by kind, seat and cards: made once (`trick.lays`, `trick.draws`)."""
        self.asked: dict[tuple[int, ...], tuple[list[Play], list[Play]]] = {}
        """What `asked_of` has found so far, by hand."""

    @staticmethod
    def _check(file: FileData, cards: list[CardData]) -> None:
        """What must hold between the numbers of the file (EMO-1.2, EMO-1.3, EMO-2.2)."""
        signs = {"positive": 1, "negative": -1, "neutral": 0}
        names = {card.id for card in cards}
        faults = [
            *(
                f"{card.id}: sign {card.sign} does not fit value {card.value}"
                for card in cards
                if signs[card.sign] != (card.value > 0) - (card.value < 0)
            ),
            *(f"{card.id}: power {card.power} is not the absolute value" for card in cards if card.power != abs(card.value)),
            *(
                f"{card.id}: no {part} in {language}"
                for card in cards
                for language in ("de", "en")
                for part, texts in (("name", card.names), ("text", card.text))
                if not texts.get(language)
            ),
            *(
                f"card {name} is missing"
                for name in ("strength", "hunger", "indecision", *file.equal_start_hand)
                if name not in names
            ),
            *(f"decks for {seats} players are missing" for seats in range(2, 7) if seats not in file.decks),
        ]
        if len(names) != len(cards):
            faults.append("a card id stands twice")
        if sum(card.count for card in cards) != file.deck_size:
            faults.append(f"deck_size {file.deck_size} is not the number of cards")
        if sum(card.count * card.value for card in cards) != file.deck_points:
            faults.append(f"deck_points {file.deck_points} is not the sum of the values (EMO-1.3)")
        if len(file.equal_start_hand) != file.hand_size:
            faults.append(f"equal_start_hand has not {file.hand_size} cards (EMO-9.1)")
        if faults:
            raise BrokenData("cards", "; ".join(faults))

    # --- plays (EMO-3) -------------------------------------------------------------------------------------------------------

    def _all_plays(self) -> tuple[Play, ...]:
        """Every play there is, single cards first, then pairs, in canonical order (EMO-3.7)."""
        kinds = range(len(self.tokens))
        return tuple([(card,) for card in kinds] + [(a, b) for a in kinds for b in kinds if a <= b and self.may_pair(a, b)])

    def may_pair(self, a: int, b: int) -> bool:
        """Whether two cards may be laid together (EMO-3.3 to EMO-3.6)."""
        signs = {self.sign[a], self.sign[b]}
        if self.indecision in (a, b):
            return a != b and signs != {0}
        return len(signs) == 1 and signs != {0}

    def _power(self, play: Play) -> int:
        power = sum(abs(self.value[card]) for card in play)
        return 2 * power if len(play) == 2 and self.indecision in play else power

    def plays_from(self, hand: Hand) -> list[Play]:
        """Every play contained in a hand, in canonical order; shared between callers, so not to be changed."""
        return (self.asked.get(tuple(hand)) or self.asked_of(hand))[0]

    def asked_of(self, hand: Hand) -> tuple[list[Play], list[Play]]:
        """All plays of a hand, and the one made on timeout: lowest power, then fewest cards, then canonical order (EMO-13.2).

        That is always a single card, as a pair has at least the power of the weaker of its cards. Found once for each hand,
        then looked up.
        """
        if len(self.asked) > MOST_HANDS:
            self.asked.clear()
        plays: list[Play] = [(card,) for card, copies in enumerate(hand) if copies]
        plays += [(a, b) for a, b in self.pairs if hand[a] and hand[b] and (a != b or hand[a] > 1)]
        weakest = [play for play in self.by_weakness if hand[play[0]]][:1]
        return self.asked.setdefault(tuple(hand), (plays, weakest))

    # --- replies in Pareo (EMO-11) -------------------------------------------------------------------------------------------

    def _answers(self, attack: Play, reply: Play) -> bool:
        """Whether a play is a legal reply to an attack (EMO-11.4 to EMO-11.7, table EMO-11.14)."""
        if reply == (self.hunger,) or reply == attack:  # EMO-11.6, EMO-11.4
            return True
        if self.indecision in attack:  # EMO-11.5
            return len(reply) == len(attack)
        if reply == (self.strength,):  # EMO-11.7
            return not {self.strength, self.hunger} & set(attack)
        if len(reply) != len(attack) or self.indecision not in reply:
            return False
        return len(attack) == 1 or reply[0] in attack  # Indecision, the last in order, stands for the other card

    def replies_from(self, hand: Hand, attack: Play) -> list[Play]:
        """Decline, then every legal reply contained in a hand, in canonical order (EMO-13.2)."""
        return [DECLINE, *(reply for reply in self._replies[attack] if contains(hand, reply))]

    # --- naming --------------------------------------------------------------------------------------------------------------

    def cards_of(self, hand: Hand) -> list[int]:
        """The cards of a hand one by one, in canonical order."""
        return list(chain.from_iterable(map(mul, self._cards, hand)))

    def ids_of(self, hand: Sequence[int]) -> list[str]:
        """The ids of the cards of a hand, in canonical order."""
        return list(chain.from_iterable(map(mul, self._ids, hand))) if any(hand) else []

    def value_of(self, hand: Hand) -> int:
        """The signed points of a multiset of cards (EMO-5.3)."""
        return sum(map(mul, self.value, hand))


def contains(hand: Hand, play: Play) -> bool:
    """Whether a hand holds all cards of a play."""
    return all(hand[card] >= play.count(card) for card in play)
