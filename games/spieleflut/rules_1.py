"""The first rules of Spieleflut, for tables that began with them: whoever has seat 0 begins, unless a plan says otherwise."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.match import Terms
from games.engine.meta import Options as TableOptions
from games.spieleflut.rules import Spieleflut
from games.spieleflut.rules.options import META

__all__ = ["GAME", "FirstRules"]

UNUSED = -1


class FirstRules(Spieleflut):
    """Version 1: nothing says who begins."""

    meta = msgspec.structs.replace(
        META,
        rules_version=1,
        options=tuple(option for option in META.options if option.name != "starter"),
        check_together=None,
        agreed={},
        less_experienced={},
    )

    @classmethod
    def terms(cls, options: TableOptions, seats: int) -> Terms:
        """Whoever is to begin sits on seat 0."""
        return msgspec.structs.replace(super().terms(options, seats), by_place=True)

    def choose_first(self) -> None:
        """Seat 0 does."""
        self.position.first = 0

    def dump(self) -> bytes:
        """The position byte for byte as it was kept then."""
        kept: dict[str, Any] = {}
        for name, value in msgspec.to_builtins(self.position).items():
            if name != "first":
                kept[name] = value
            if name == "scoring":
                kept["scored_through"] = UNUSED
        return msgspec.json.encode(kept)


GAME = FirstRules
