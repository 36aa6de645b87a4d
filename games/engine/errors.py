"""What can go wrong when a game is asked or answered. Each error leaves the game as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A text by name: `key` is looked up in the texts of the game or the site, `args` fill it (PRO-5.8)."""

    key: str
    args: dict[str, Any] = {}


@dataclass(frozen=True)
class Problem:
    """One thing wrong with the options a table was asked for: which option, and why."""

    option: str
    text: Text


class EngineError(Exception):
    """Base of all refusals. `code` is the error code of PRO section 7."""

    code = "invalid"

    def __init__(self, text: Text) -> None:
        super().__init__(text.key, text.args)
        self.text = text


class NotYourPrompt(EngineError):
    """This seat is not asked anything now (EMO-13.4 and its like)."""

    code = "not_your_prompt"


class GameOver(EngineError):
    """The game has ended; nothing can be answered any more."""

    code = "game_over"


class IllegalChoice(EngineError, ValueError):
    """The choice is not among the options, or there are too many or too few of them, or one twice."""

    code = "illegal_choice"


class UndoUnavailable(EngineError):
    """Nothing can be taken back now; the text says why (PRO-4.9)."""

    code = "undo_unavailable"


class InvalidOptions(EngineError, ValueError):
    """The table options are refused; `problems` names each one (EMO-12.2)."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems[0].text)
        self.problems = problems


class BrokenData(EngineError, ValueError):
    """Stored or handed data (a position, a record, cards, a case file) cannot be read; `args["detail"]` says what is wrong."""

    def __init__(self, what: str, detail: str) -> None:
        super().__init__(Text(f"broken.{what}", {"detail": detail}))
        self.detail = detail

    def __str__(self) -> str:
        return self.detail
