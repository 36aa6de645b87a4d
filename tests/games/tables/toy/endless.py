"""A process in which a bot never comes to an end. It knows nothing of Django, as those that think for the site."""

from games.engine.dice import Dice
from games.engine.game import Setup
from games.tables import bots
from tests.games.tables.toy.rules import Toy


def think() -> None:
    """Have the bot think that waits for a file to go away; it is given little time."""
    bots.LONGEST_THOUGHT = 0.2
    bots.think("tests.games.tables.toy.rules", "ponder", Toy.new({}, Setup(2), Dice(b"x")).dump(), 0, "seed")
