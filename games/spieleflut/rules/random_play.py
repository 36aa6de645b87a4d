"""Random games that get somewhere: drawn and worked off at random alone, the reviews of three stars would never be reached."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.prompt import Prompt

EAGER = 0.75
"""How often the next activity is attached, or a review is taken, if that can be done."""

WORK = {
    "actions": ("attach",),
    "reviews": ("place", "queue", "reviews_done"),
    "reward": ("reward_desk",),
    "draw": ("fallback_take",),
}
"""What is done then, by the kind of the question."""


def any_move(prompt: Prompt, rng: Random) -> Any:
    """One of the options. Activities come in the order in which they are done, so that extra ones have their place (SPF-7.3)."""
    options = prompt.options
    if prompt.kind in WORK and rng.random() < EAGER:
        wanted = [option for option in options if option[0] in WORK[prompt.kind]]
        if wanted:
            return min(wanted)
    return options[int(rng.random() * len(options))]
