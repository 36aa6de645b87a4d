"""Bots: players that are programs. They get a redealt game, so they know what their seat knows and nothing more (PRO-1.3)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from games.engine.game import Game


class Bot(Protocol):
    """Chooses for a seat.

    `game` is this seat's redeal: `view` and `prompts` are true, whatever else is in it is only possible. Equal arguments must
    give equal choices (QUA-1.5), so all chance comes from `rng`. The game belongs to the bot: it may play on with it.
    """

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        """The chosen options of the open prompt of `seat`."""
        ...


class RandomBot:
    """Picks uniformly among the options, as many as it likes of those allowed."""

    def choose(self, game: Game[Any], seat: int, rng: Random) -> list[Any]:
        """A random legal choice."""
        prompt = game.prompt_of(seat)
        return rng.sample(prompt.options, rng.randint(*prompt.pick))


def decide(bot: Bot, game: Game[Any], seat: int, seed: int | str) -> list[Any]:
    """What a bot answers to the open prompt of a seat, from a redeal; the same for every game this seat cannot tell apart."""
    rng = Random(seed)
    return bot.choose(game.redealt(seat, rng), seat, rng)
