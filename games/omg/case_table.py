"""Builds the position a worked case begins with (OMG-E, `given`), and keeps the names by which cases call users."""

from __future__ import annotations

from typing import Any

from games.engine.dice import Dice
from games.engine.errors import BrokenData
from games.engine.event import Event
from games.omg.rules import opening
from games.omg.rules.game import Omg
from games.omg.rules.options import Options
from games.omg.rules.position import MANY, NOBODY, SEATS, Job, Piece, Position, Side, User

SEAT = {"A": 0, "B": 1}
NAME = "AB"
FILL = "B005"
WHOLE = ("target", "round", "turn", "step", "options", *SEAT)
PER_SEAT = (
    "op", "ep", "hand", "hand_fill", "deck_fill", "users", "website", "mission", "mission_progress", "discard", "wins",
)  # fmt: skip
PER_USER = ("card", "stunned", "attached", "mission", "shield")
STARTERS = {"fewer_wins": "less_experienced"}

STEPS = {
    "actions": ("done", "discard", "end", "actions"),
    "draw": ("done", "discard", "end", "actions", "start", "draw"),
    "discard": ("done", "discard"),
}
"""What is still to be done at a step, the last first."""


def known(data: Any, keys: tuple[str, ...], what: str) -> dict[str, Any]:
    """An object with no other keys. Raises `BrokenData`."""
    if not isinstance(data, dict):
        raise BrokenData("case", f"{what} is not an object")
    unknown = sorted(data.keys() - set(keys))
    if unknown:
        raise BrokenData("case", f"{what} has {unknown[0]!r}, which means nothing")
    return data


def seat_of(name: Any) -> int:
    """A seat by its name. Raises `BrokenData`."""
    if not isinstance(name, str) or name not in SEAT:
        raise BrokenData("case", f"{name!r} is not a seat")
    return SEAT[name]


class Table:
    """The game of a case, what was told, and who is called what."""

    def __init__(self, game_type: type[Omg], given: dict[str, Any]) -> None:
        self.events: list[Event] = []
        self.cards = game_type.cards
        self.users: dict[str, int] = {}
        """Names of users, such as `A1`, with their uids."""
        given = known(given, WHOLE, "given")
        position = self._position(given)
        self.game = game_type(position, Dice(b"case"), self.events.append)
        for seat in SEATS:
            self._set_side(seat, known(given.get(NAME[seat], {}), PER_SEAT, f"given.{NAME[seat]}"))
        self._set_step(given)
        position.decks = [sorted(self._owned(seat)) for seat in SEATS]
        self.game.work()
        self.game.prompts = self.game.open_prompts()
        self.name_users()

    def card(self, name: Any) -> int:
        """A card by its id. Raises `BrokenData`."""
        if not isinstance(name, str) or name not in self.cards.by_name:
            raise BrokenData("case", f"{name!r} is not a card")
        return self.cards.by_name[name]

    def _position(self, given: dict[str, Any]) -> Position:
        chosen = given.get("options", {}).get("start", "coin")
        wins = [given.get(name, {}).get("wins", 0) for name in NAME]
        options = Options(target=given.get("target", 50), starter=STARTERS.get(chosen, chosen))
        return Position(seats=2, options=options, sides=[Side() for _ in SEATS], experience=wins)

    def _set_side(self, seat: int, given: dict[str, Any]) -> None:
        side = self.game.position.sides[seat]
        side.op, side.ep = given.get("op", 10), given.get("ep", 0)
        side.hand = [self.card(name) for name in given.get("hand", ())] + [self.card(FILL)] * given.get("hand_fill", 0)
        side.deck = [self.card(FILL)] * given.get("deck_fill", 40)
        side.discard = [self.card(name) for name in given.get("discard", ())]
        for entry in given.get("users", ()):
            side.users.append(self._user(seat, known(entry, PER_USER, "a user"), given))
        side.website = self._piece(given.get("website"), seat)
        side.mission = self._piece(given.get("mission"), seat)
        if side.mission is not None:
            side.mission.progress = given.get("mission_progress", 0)

    def _user(self, seat: int, entry: dict[str, Any], given: dict[str, Any]) -> User:
        user = User(self._uid(), self.card(entry.get("card")), seat, entry.get("stunned", False), entry.get("shield", 0))
        user.attached, user.mission = self._piece(entry.get("attached"), seat), self._piece(entry.get("mission"), seat)
        if user.mission is not None:
            user.mission.progress = given.get("mission_progress", 0)
        return user

    def _piece(self, name: str | None, seat: int) -> Piece | None:
        return None if name in (None, "none") else Piece(self._uid(), self.card(name), seat)

    def _uid(self) -> int:
        self.game.position.uids += 1
        return self.game.position.uids

    def _owned(self, seat: int) -> list[int]:
        zones, by_name = self.game.zones(), self.cards.by_name
        mine = [f"{name}_{seat}" for name in ("hand", "deck", "discard", "website", "mission")]
        mine += [f"user_{user.uid}" for user in self.game.position.sides[seat].users]
        return [by_name[card.partition(".")[2]] for name in mine for card in zones[name]]

    def _set_step(self, given: dict[str, Any]) -> None:
        """A is the start player: with A to move B has had one turn less."""
        p, step = self.game.position, given.get("step", "actions")
        p.turn, rounds = seat_of(given.get("turn", "A")), given.get("round", 2)
        if step == "setup":
            self._set_up(given)
            return
        if step not in STEPS:
            raise BrokenData("case", f"{step!r} is not a step a case can begin with")
        p.sides[0].turns, p.sides[1].turns = rounds, rounds if p.turn == 1 else rounds - 1
        p.turns = p.sides[0].turns + p.sides[1].turns
        p.step, p.actions = step, MANY
        p.agenda = [Job(kind, p.turn) for kind in STEPS[step]]

    def _set_up(self, given: dict[str, Any]) -> None:
        p = self.game.position
        dealt = any("hand" in given.get(name, {}) or "hand_fill" in given.get(name, {}) for name in NAME)
        if not dealt:
            opening.begin(self.game)
            return
        if p.options.starter != "less_experienced":
            p.planned = 0
        _method, p.starter = opening.starter(self.game)
        p.turn = p.starter
        p.agenda = [Job("begin", p.starter), Job("mulligan")]

    # --- names -----------------------------------------------------------------------------------------------------------------

    def name_users(self) -> None:
        """Users that have come get the next names; a name is never used again."""
        for seat, side in enumerate(self.game.position.sides):
            for user in side.users:
                if user.uid not in self.users.values():
                    number = 1 + sum(name.startswith(NAME[seat]) for name in self.users)
                    self.users[f"{NAME[seat]}{number}"] = user.uid

    def uid(self, name: Any) -> int:
        """A user by its name. Raises `BrokenData`."""
        if name not in self.users:
            raise BrokenData("case", f"{name!r} is not a user")
        return self.users[name]

    def user_name(self, uid: int) -> str:
        """The name of a user."""
        return next((name for name, number in self.users.items() if number == uid), f"user {uid}")

    def option(self, option: Any) -> str:
        """An option as cases write it: the step's word and its arguments."""
        if not isinstance(option, tuple):
            name = self.user_name(option) if isinstance(option, int) and self._choosing() else option
            return f"choose {name}" if self._choosing() else str(name)
        verb, *rest = option
        if isinstance(verb, int):
            return self.cards.names[verb]
        if verb in ("attack", "attack_player"):
            return f"{verb} " + ">".join(self.user_name(uid) for uid in rest)
        if verb == "ability":
            return self._ability(*rest)
        if not rest or verb == "none":
            return str(verb)
        card, *uids = rest
        names = ",".join(self.user_name(uid) for uid in uids if uid > 0)
        return f"{verb} {self.cards.names[card]}" + (f">{names}" if names else "")

    def _choosing(self) -> bool:
        return any(prompt.kind == "target" for prompt in self.game.prompts)

    def _ability(self, source: int, number: int, *uids: int) -> str:
        p = self.game.position
        where, card = "website", NOBODY
        for side in p.sides:
            if side.website is not None and side.website.uid == source:
                card = side.website.card
            for user in side.users:
                for piece in (user, user.attached):
                    if piece is not None and piece.uid == source:
                        where, card = self.user_name(user.uid), piece.card
        place = self.cards.on[card]["activate"].index(number) + 1
        name = f"ability {where}/{self.cards.names[card]}" + (f"/{place}" if place > 1 else "")
        return name + (">" + ",".join(self.user_name(uid) for uid in uids) if uids else "")
