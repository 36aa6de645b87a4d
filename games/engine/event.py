"""Events: what happened while the position changed, told as it happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False):
    """What everybody sees, and what only some seats see beside it. A value: rules may tell the same event again and again.

    Kinds shared by all games are those of PRO-5.7; a game's own are called `x_<game>_<name>`. Arguments with a shared meaning,
    which the log, the animations and the proof of the view law rely on:

    - `seat`: whom it is about;
    - `from`, `to`: zone ids; `from` may be a list: everything in those zones moves;
    - `cards`: ids of the cards concerned; `count`: how many, where the cards are not shown;
    - `zone`: where cards are shown (`cards_revealed`) or shuffled (`cards_shuffled`);
    - `top`: with `cards_revealed`: the card on top of an ordered zone;
    - `all`: with `cards_shuffled`: every card of the game is gathered into the zone first; told while they still lie where they
      were, so that they can be counted.

    What somebody openly chose or rolled and no view shows is told by `chosen` or `rolled`: whatever else is told must follow
    from what the viewer sees (PRO-1.2).
    """

    kind: str
    public: dict[str, Any]
    private: dict[str, Any] = {}
    only: tuple[int, ...] = ()
    """The seats that see `private` too."""
    log: str = ""
    """Names the line in the log: text `log.<log>`, filled with the arguments the viewer sees; empty: no line."""
    reveals: bool = False
    """It showed somebody something new, so nothing before it can be undone (PRO-4.9)."""

    def seen_by(self, viewer: int | None) -> dict[str, Any]:
        """The arguments this viewer sees; None is a spectator."""
        return self.public | self.private if self.private and viewer in self.only else self.public


Tell = Callable[[Event], None]


def tell_nobody(event: Event) -> None:
    """A `Tell` for games played in the mind: redeals, look-ahead, replays nobody watches."""
