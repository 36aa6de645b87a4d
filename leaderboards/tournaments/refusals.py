"""Why something is not done at a tournament: a short word, and the facts its sentence needs. Nothing has changed then."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """An act is refused. `code` names the sentence (`words.REFUSALS`), `facts` fill it."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts
