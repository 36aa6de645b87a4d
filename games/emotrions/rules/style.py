"""What is decided before a deal: the Winner's Options (EMO-7.2) and the equal start on request (EMO-9.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.emotrions.rules.options import PLAYS_DOWN, STANDARD, Options, flag_token, flag_values
from games.engine.event import Event
from games.engine.prompt import Prompt

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions


def flags_of(options: Options, deal: int) -> int:
    """The style of a deal as far as the table options fix it; the first deal is always Standard (EMO-7.3, EMO-7.7)."""
    return options.fixed_flags if options.style_mode == "fixed" and deal > 1 else STANDARD


def choices(options: Options) -> list[int]:
    """All combinations the winner may choose, Standard first; in Pareo plays are always up (EMO-7.2, EMO-11.13)."""
    return [flags for flags in range(8) if not (options.pareo and flags & PLAYS_DOWN)]


def ask_options(game: Emotrions) -> list[Prompt]:
    """The first leader of the next deal chooses its style."""
    p = game.position
    return [Prompt(p.first_leader, "options", choices(p.options), default=[STANDARD])]


def choose(game: Emotrions, flags: int) -> None:
    """The style of the next deal is chosen, for this one deal."""
    p = game.position
    p.flags = flags
    game.tell(Event("chosen", {"seat": p.first_leader, "flags": flag_token(flags), **flag_values(flags)}, log="flags"))


def ask_equal_start(game: Emotrions) -> list[Prompt]:
    """All participants at once: equal start, no or yes; a single yes is enough (EMO-9.3)."""
    return [
        Prompt(seat, "equal_start", ["no", "yes"], default=["no"], secret=True, clock="common") for seat in game.position.order
    ]


def choose_equal_start(game: Emotrions, requests: dict[int, list[str]]) -> None:
    """The window has closed: only the result becomes known."""
    p = game.position
    p.equal = ["yes"] in requests.values()
    game.tell(Event("chosen", {"equal_start": p.equal}, log="equal_start_yes" if p.equal else "equal_start_no"))
