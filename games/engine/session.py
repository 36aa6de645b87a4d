"""A running game as a series of numbered commands: versions, prompt numbers, undo. Tables keep it, replays repeat it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Self

import msgspec

from games.engine.dice import Dice
from games.engine.errors import BrokenData, EngineError, GameOver, Text, UndoUnavailable
from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.meta import Options
from games.engine.outcome import Status
from games.engine.prompt import Prompt


class Command(msgspec.Struct, omit_defaults=True):
    """One logged act of a seat. `choice` holds option names, not indices, so that a record survives a change of their order."""

    seat: int
    act: Literal["choose", "leave", "undo", "hand"] = "choose"
    choice: list[str] = []
    status: Status = "finished"
    """With `leave`: how."""
    by: Literal["player", "auto", "bot", "clock"] = "player"


class UndoPoint(msgspec.Struct):
    """Where the current chain of decisions of one seat began (PRO-4.9)."""

    seat: int
    version: int
    position: msgspec.Raw


class Saved(msgspec.Struct):
    """A session as stored: the position and what else a restart must find again."""

    version: int
    position: msgspec.Raw
    issued: dict[int, int]
    undo: UndoPoint | None = None
    barrier: str = "nothing"


class Session:
    """A game in progress and its version: the number of commands so far (PRO-5.1).

    `issued` tells at which version each open prompt was first asked: a prompt that stays open while others act keeps its number
    (PRO-4.1, PRO-4.6).
    """

    def __init__(self, game: Game[Any], version: int = 0) -> None:
        self.game = game
        self.version = version
        self.issued = {prompt.seat: version for prompt in game.prompts}
        self.undo: UndoPoint | None = None
        self.barrier = "nothing"
        """Why nothing can be undone: `nothing` done yet, `revealed`, `dice`, `left` or `over`; empty if somebody can undo."""
        self.told: list[Event] = []

    @classmethod
    def begin(cls, game_type: type[Game[Any]], options: Options, setup: Setup, dice: Dice) -> Self:
        """A new game at version 0. `told` holds the events of the beginning."""
        told: list[Event] = []
        session = cls(game_type.new(options, setup, dice, told.append))
        session._listen(told)
        return session

    # --- acting --------------------------------------------------------------------------------------------------------------

    def play(self, command: Command) -> list[Event]:
        """Carry out a command; returns what happened, and raises the version by one.

        Raises an `EngineError` if it is refused, with nothing changed.
        """
        self.told.clear()
        game, seat = self.game, command.seat
        if command.act == "undo":
            self._undo(seat)
            return list(self.told)
        if command.act == "hand":
            self._hand_over(seat)
            return list(self.told)
        choice = [] if command.act == "leave" else game.named(game.prompt_of(seat), command.choice)
        rolls, prompts, sealed = dict(game.position.rolls), game.prompts, game.position.sealed
        chain = self.undo if self.undo is not None and self.undo.seat == seat else None
        chain = chain or UndoPoint(seat, self.version, msgspec.Raw(game.dump()))
        if command.act == "leave":
            game.leave(seat, command.status)
        else:
            game.apply(seat, choice)
        self.barrier = self._barrier(command, rolls, unsealed=bool(sealed) and not game.position.sealed)
        self.undo = None if self.barrier else chain
        self.version += 1
        asked = {prompt.seat: prompt for prompt in prompts}
        self.issued = {q.seat: self._number(q, seat, asked.get(q.seat)) for q in game.prompts}
        return list(self.told)

    def undo_for(self, seat: int) -> Text | None:
        """Why this seat cannot undo now, or None if it can."""
        if self.undo is not None and self.undo.seat == seat:
            return None
        return Text(f"undo.{self.barrier or 'other_acted'}")

    def _barrier(self, command: Command, rolls: dict[str, int], unsealed: bool) -> str:
        """What the last command did that cannot be taken back; empty if nothing.

        `unsealed`: it was the last of several secret answers, which were opened and belong to several seats.
        """
        if not self.game.prompts:
            return "over"
        if command.act == "leave":
            return "left"
        if self.game.position.rolls != rolls:
            return "dice"
        if any(event.reveals for event in self.told):
            return "revealed"
        return "other_acted" if unsealed else ""

    def _number(self, prompt: Prompt, actor: int, earlier: Prompt | None) -> int:
        still_open = prompt == earlier and (prompt.seat != actor or prompt.secret)
        return self.issued[prompt.seat] if still_open else self.version

    def _undo(self, seat: int) -> None:
        reason = self.undo_for(seat)
        if reason is not None or self.undo is None:
            raise UndoUnavailable(reason or Text("undo.nothing"))
        point, game = self.undo, self.game
        self.game = type(game).load(bytes(point.position), game.dice, game.tell)
        self.undo, self.barrier = None, "nothing"
        self.version += 1
        self.issued = {prompt.seat: self.version for prompt in self.game.prompts}
        self.game.tell(Event("undone", {"seat": seat, "from": point.version, "to": self.version - 1}, log="undone"))

    def _hand_over(self, seat: int) -> None:
        """Somebody else plays this seat from now on, such as a bot: nothing changes in the game, what is asked stays asked."""
        if not self.game.prompts:
            raise GameOver(Text("error.game_over"))
        self.undo, self.barrier = None, ""
        self.version += 1
        self.game.tell(Event("seat_handed", {"seat": seat}, log="handed"))

    # --- storing -------------------------------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """Everything a restart needs, as canonical JSON."""
        saved = Saved(self.version, msgspec.Raw(self.game.dump()), self.issued, self.undo, self.barrier)
        return msgspec.json.encode(saved)

    @classmethod
    def load(cls, data: bytes, game_type: type[Game[Any]], dice: Dice) -> Self:
        """The session as it was dumped. Raises `BrokenData`."""
        try:
            saved = msgspec.json.decode(data, type=Saved)
        except msgspec.DecodeError as error:
            raise BrokenData("position", str(error)) from error
        told: list[Event] = []
        session = cls(game_type.load(bytes(saved.position), dice, told.append), saved.version)
        session.issued, session.undo, session.barrier = saved.issued, saved.undo, saved.barrier
        session._listen(told)
        return session

    def _listen(self, told: list[Event]) -> None:
        self.told = told


def replay(game_type: type[Game[Any]], options: Options, setup: Setup, dice: Dice, commands: Iterable[Command]) -> Session:
    """The session after all these commands from the beginning (PRO-9.3).

    Raises `BrokenData` naming the first command that the rules refuse.
    """
    session = Session.begin(game_type, options, setup, dice)
    for command in commands:
        try:
            session.play(command)
        except EngineError as error:
            raise BrokenData("record", f"command {session.version + 1}: {error.text.key} {error.text.args}") from error
    return session


def choose(seat: int, choice: Sequence[str], by: Literal["player", "bot", "clock"] = "player") -> Command:
    """The command that answers a prompt."""
    return Command(seat, "choose", list(choice), by=by)
