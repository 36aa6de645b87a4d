"""The 100 play cards as the rules need them: small ints in the order of the card file, and tables over them (SPF-2)."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.errors import BrokenData

SLUG = "spieleflut"
Activity = Literal["zocken", "schreiben", "upload"]
ACTIVITIES: tuple[Activity, ...] = ("zocken", "schreiben", "upload")
PLAY, WRITE, UPLOAD = range(3)
NONE = -1


class Operation(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """One operation of an effect (Appendix A)."""

    op: str
    scope: str = ""
    delta: int = 0
    min: int = 0
    max: int = 9
    target_min_deadline: int = 0
    kinds: tuple[Activity, ...] = ()
    kind: Activity | None = None
    count: int = 0
    which: str = ""
    pick: str = ""
    from_: str = ""
    to: str = ""
    delta_if_lowest: int = 0
    turns: int = 0
    times: int = 0
    hand_activities: int = 0
    extra: int = 0


class CardData(msgspec.Struct, frozen=True):
    """One entry of the card file."""

    id: str
    kind: Literal["activity", "manipulation", "event", "review"]
    zone: Literal["draw", "review_stack", "event_stack"]
    activity: Activity | None = None
    stars: int = 0
    genre: str = ""
    required: dict[Activity, int] = {}
    extra: dict[Activity, int] = {}
    deadline: int = 0
    points: int = 0
    top_bonus: int = 0
    category: Literal["", "manipulation", "disturbance", "event"] = ""
    effect: tuple[Operation, ...] = ()
    condition_at_game_end: bool = False
    target_requires: Literal["", "no_schreiben_attached", "no_upload_attached"] = ""


class FileData(msgspec.Struct, frozen=True):
    """What the rules read of the card file."""

    cards: list[CardData]


class Cards:
    """The cards of one card file. Lists are indexed by card.

    Raises `BrokenData` if the file does not hold what the rules need.
    """

    def __init__(self, data: bytes) -> None:
        try:
            file = msgspec.json.decode(data, type=FileData)
        except msgspec.DecodeError as error:
            raise BrokenData("cards", str(error)) from error
        self.data = file.cards
        self.names = [card.id for card in file.cards]
        if len(set(self.names)) != len(self.names):
            raise BrokenData("cards", "a card id stands twice")
        self.ids = [f"{SLUG}.{card.id}" for card in file.cards]
        self.by_name = {name: card for card, name in enumerate(self.names)}
        self.of = {id_: card for card, id_ in enumerate(self.ids)}
        self.review = [card.kind == "review" for card in file.cards]
        self.event = [card.kind == "event" for card in file.cards]
        self.activity = [ACTIVITIES.index(card.activity) if card.activity else NONE for card in file.cards]
        self.disturbance = [card.category == "disturbance" for card in file.cards]
        self.playable = [card.category != "" for card in file.cards]
        self.stars = [card.stars for card in file.cards]
        self.deadline = [card.deadline for card in file.cards]
        self.points = [card.points for card in file.cards]
        self.top_bonus = [card.top_bonus for card in file.cards]
        self.genre = [card.genre for card in file.cards]
        self.required = [tuple(card.required.get(name, 0) for name in ACTIVITIES) for card in file.cards]
        self.extra = [tuple(card.extra.get(name, 0) for name in ACTIVITIES) for card in file.cards]

    def ids_of(self, cards: list[int]) -> list[str]:
        """The ids of these cards."""
        return [self.ids[card] for card in cards]

    def of_zone(self, zone: str) -> list[int]:
        """The cards that start in a zone, in the order of the file."""
        return [card for card, data in enumerate(self.data) if data.zone == zone]

    def operation(self, card: int, op: str) -> Operation | None:
        """The operation of this kind in the effect of a card."""
        return next((operation for operation in self.data[card].effect if operation.op == op), None) if card != NONE else None
