"""A toy with all the engine offers: a hidden hand, secret bids that are announced, chains of decisions, picks of several, dice.

Each round both seats bid a card in secret; the higher bid leads a turn of three steps: take up to two stalls (`stalls`), name an
order for them (`order`), roll the die or pass (`die`). Three rounds; most stalls win.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.game import Position as EnginePosition
from games.engine.meta import Meta, Options
from games.engine.outcome import Outcome, ranks
from games.engine.prompt import Prompt

ROUNDS = 3


class Position(EnginePosition, kw_only=True):
    hands: list[list[int]] = []
    shown: list[int] = []
    phase: str = "bid"
    leader: int = 0
    stalls: list[int] = []
    picked: list[int] = []
    score: list[int] = []
    round: int = 1


class Market(Game[Position]):
    meta = Meta(slug="market", seats=(2, 3, 4), rules_version=1)
    position_type = Position

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Position:
        return Position(seats=setup.seats, score=[0] * setup.seats, stalls=[1, 2, 3, 4, 5])

    def begin(self) -> None:
        p = self.position
        cards = list(range(1, 3 * p.seats + 4))
        self.shuffle(cards, "deal")
        p.hands = [sorted(cards.pop() for _ in range(3)) for _ in range(p.seats)]
        p.shown = cards  # left over, open to all
        self.tell(Event("cards_shuffled", {"zone": "box", "all": True, "count": len(cards)}, reveals=True))
        for seat, hand in enumerate(p.hands):
            public = {"seat": seat, "from": "box", "to": f"hand_{seat}", "count": 3}
            self.tell(Event("cards_moved", public, {"cards": _ids(hand)}, (seat,), reveals=True))
        self.tell(Event("cards_moved", {"from": "box", "to": "open", "cards": _ids(cards)}, reveals=True))

    def ask(self) -> list[Prompt]:
        p = self.position
        if p.phase == "bid":
            return [Prompt(seat, "bid", p.hands[seat][:], secret=True) for seat in range(p.seats)]
        if p.phase == "stalls":
            return [Prompt(p.leader, "stalls", p.stalls[:], pick=(0, 2))]
        if p.phase == "order":
            return [Prompt(p.leader, "order", p.picked[:], pick=(len(p.picked), len(p.picked)), ordered=True)]
        return [Prompt(p.leader, "die", ["pass", "roll"])] if p.phase == "die" else []

    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        p = self.position
        for seat, (card,) in answers.items():
            p.hands[seat].remove(card)
            p.shown.append(card)
            self.tell(
                Event("cards_moved", {"seat": seat, "from": f"hand_{seat}", "to": "open", "cards": _ids([card])}, reveals=True)
            )
        p.leader = max(answers, key=lambda seat: answers[seat][0])
        p.phase = "stalls"

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        p = self.position
        self.tell(Event("chosen", {"seat": prompt.seat, "what": prompt.kind, "choice": list(choice)}, log=prompt.kind))
        if prompt.kind == "stalls":
            p.picked = list(choice)
            p.phase = "order" if len(choice) > 1 else "die"
        elif prompt.kind == "order":
            p.picked, p.phase = list(choice), "die"
        else:
            p.score[p.leader] += len(p.picked) + (self.below(2, "die") if choice == ["roll"] else 0)
            p.round, p.picked = p.round + 1, []
            p.phase = "bid" if p.round <= ROUNDS else "over"

    def view(self, viewer: int | None) -> dict[str, Any]:
        p = self.position
        zones: dict[str, Any] = {
            f"hand_{seat}": {"name": "hand", "owner": seat, "visibility": "owner", "order": "sorted", "count": len(hand)}
            | ({"cards": [{"c": card} for card in _ids(hand)]} if seat == viewer else {})
            for seat, hand in enumerate(p.hands)
        }
        zones["open"] = {"name": "open", "visibility": "public", "order": "laid", "count": len(p.shown)}
        zones["open"]["cards"] = [{"c": card} for card in _ids(p.shown)]
        return {"zones": zones, "round": p.round, "seats": [{"score": score} for score in p.score]}

    def zones(self) -> dict[str, list[str]]:
        p = self.position
        return {f"hand_{seat}": _ids(hand) for seat, hand in enumerate(p.hands)} | {"open": _ids(p.shown)}

    def inventory(self) -> list[str]:
        return _ids(range(1, 3 * self.position.seats + 4))

    def redeal(self, viewer: int | None, rng: Random) -> None:
        p = self.position
        others = [seat for seat in range(p.seats) if seat != viewer]
        pool = sorted(card for seat in others for card in p.hands[seat])
        rng.shuffle(pool)
        for seat in others:
            p.hands[seat] = sorted(pool.pop() for _ in p.hands[seat])

    def ending(self) -> Outcome | None:
        p = self.position
        if p.phase != "over":
            return None
        groups = [[seat for seat in range(p.seats) if p.score[seat] == score] for score in sorted(set(p.score), reverse=True)]
        return Outcome(ranks(groups, p.seats), "stalls", list(p.score))


def _ids(cards: Any) -> list[str]:
    return [f"market.{card}" for card in cards]


GAME = Market
