"""A toy in which single cards matter: a deck, hands, a discard pile, cards laid face down. The last turn wins.

In turn each seat draws, discards, gives a card to the next seat, lays one face down before itself or turns it up, or throws the
pile back into the deck, which is shuffled.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.errors import Text
from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.game import Position as EnginePosition
from games.engine.meta import Meta, Options
from games.engine.outcome import Outcome
from games.engine.prompt import Option, Prompt

CARDS = 24
TURNS = 40


class Position(EnginePosition, kw_only=True):
    deck: list[int] = []
    hands: list[list[int]] = []
    down: list[list[int]] = []
    """Face down, which nobody may look at again."""
    pile: list[int] = []
    turn: int = 0


class Well(Game[Position]):
    meta = Meta(slug="well", seats=(2, 3), rules_version=1, handles=True)
    position_type = Position

    @classmethod
    def start(cls, options: Options, setup: Setup) -> Position:
        return Position(
            seats=setup.seats,
            deck=list(range(1, CARDS + 1)),
            hands=[[] for _ in range(setup.seats)],
            down=[[] for _ in range(setup.seats)],
        )

    def begin(self) -> None:
        p = self.position
        self.shuffle(p.deck, "deck")
        self.tell(Event("cards_shuffled", {"zone": "deck", "all": True, "count": CARDS}, reveals=True))
        for seat in range(p.seats):
            self._draw(seat, 4)

    def _draw(self, seat: int, count: int) -> None:
        p = self.position
        drawn = [p.deck.pop(0) for _ in range(count)]
        p.hands[seat] = sorted([*p.hands[seat], *drawn])
        self._moved(seat, "deck", f"hand_{seat}", drawn, seen_by=(seat,))

    def _moved(self, seat: int, source: str, target: str, cards: list[int], seen_by: tuple[int, ...] | None = None) -> None:
        args: dict[str, Any] = {"seat": seat, "from": source, "to": target, "count": len(cards)}
        shown = {"cards": ids(cards)}
        if seen_by is None:
            self.tell(Event("cards_moved", args | shown, log="moved", reveals=True))
        else:
            self.tell(Event("cards_moved", args, shown, seen_by, "moved", reveals=True))

    def ask(self) -> list[Prompt]:
        p = self.position
        if p.turn >= TURNS:
            return []
        seat = p.turn % p.seats
        options = ["draw"] if p.deck else []
        options += [f"{act}-{card}" for card in p.hands[seat] for act in ("discard", "give", "down")]
        options += ["up"] if p.down[seat] else []
        options += ["back"] if p.pile else []
        return [Prompt(seat, "turn", options or ["pass"])]

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        p, seat = self.position, prompt.seat
        act, _, number = choice[0].partition("-")
        following = (seat + 1) % p.seats
        if act == "draw":
            self._draw(seat, 1)
        elif act == "up":
            shown = p.down[seat]
            p.down[seat] = []
            self.tell(Event("cards_revealed", {"seat": seat, "zone": f"down_{seat}", "cards": ids(shown)}, reveals=True))
            p.pile += shown
            self._moved(seat, f"down_{seat}", "pile", shown)
        elif act == "back":
            self._moved(seat, "pile", "deck", p.pile)
            p.deck += p.pile
            p.pile = []
            self.shuffle(p.deck, "deck")
            self.tell(Event("cards_shuffled", {"zone": "deck", "count": len(p.deck)}))
        elif act != "pass":
            card = int(number)
            p.hands[seat].remove(card)
            if act == "discard":
                p.pile.append(card)
                self._moved(seat, f"hand_{seat}", "pile", [card])
            elif act == "give":
                p.hands[following] = sorted([*p.hands[following], card])
                self._moved(seat, f"hand_{seat}", f"hand_{following}", [card], seen_by=(seat, following))
            else:
                p.down[seat].append(card)
                self._moved(seat, f"hand_{seat}", f"down_{seat}", [card], seen_by=(seat,))
        p.turn += 1

    def describe(self, prompt: Prompt, option: Any) -> Option:
        cards = ids([int(option.partition("-")[2])]) if "-" in option else []
        refs = (f"hand_{prompt.seat}",) if cards else ()
        return Option(Text("option.turn", {"option": option}), cards=tuple(cards), refs=refs)

    def view(self, viewer: int | None) -> dict[str, Any]:
        p = self.position
        zones: dict[str, Any] = {
            "deck": {"name": "deck", "visibility": "hidden", "order": "stack", "count": len(p.deck)},
            "pile": {"name": "pile", "visibility": "public", "order": "laid", "count": len(p.pile), "cards": faces(p.pile)},
        }
        for seat in range(p.seats):
            hand = {"name": "hand", "owner": seat, "visibility": "owner", "order": "sorted", "count": len(p.hands[seat])}
            zones[f"hand_{seat}"] = hand | ({"cards": faces(p.hands[seat])} if seat == viewer else {})
            backs = [{"back": "well"} for _ in p.down[seat]]
            down = {"name": "down", "owner": seat, "visibility": "public", "order": "laid", "count": len(backs), "cards": backs}
            zones[f"down_{seat}"] = down
        return {"zones": zones, "turn": p.turn, "seats": [{"cards": len(hand)} for hand in p.hands]}

    def zones(self) -> dict[str, list[str]]:
        p = self.position
        places = {f"hand_{seat}": ids(hand) for seat, hand in enumerate(p.hands)}
        places |= {f"down_{seat}": ids(down) for seat, down in enumerate(p.down)}
        return places | {"deck": ids(p.deck), "pile": ids(p.pile)}

    def inventory(self) -> list[str]:
        return ids(range(1, CARDS + 1))

    def redeal(self, viewer: int | None, rng: Random) -> None:
        """Deal anew what is in the deck and in other hands."""
        p = self.position
        others = [p.hands[seat] for seat in range(p.seats) if seat != viewer]
        pool = sorted(card for part in (p.deck, *others) for card in part)
        rng.shuffle(pool)
        for part in (p.deck, *others):
            part[:] = [pool.pop() for _ in part]

    def ending(self) -> Outcome | None:
        p = self.position
        return None if self.ask() else Outcome([1 if seat == (p.turn - 1) % p.seats else 2 for seat in range(p.seats)], "turns")


def ids(cards: Any) -> list[str]:
    return [f"well.{card}" for card in cards]


def faces(cards: Any) -> list[dict[str, str]]:
    return [{"c": card} for card in ids(cards)]


GAME = Well
