"""How readers see the decks of a game and build them: what its app says beside the rules (`games/engine/deck.py`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DeckShape:
    """Names of attributes of the cards (`CardWords.attributes`), in the texts of the game `deck.<attribute>[.<value>]`.

    An attribute may have several values, as a list. One that has a text of its own in each language, as
    `<attribute>_<language>`, needs no words for its values.
    """

    model: str
    """Where decks are kept: a subclass of `games.decks.models.Deck`, as `<app>.<model>`."""
    group: str
    """By which a list of cards is divided."""
    curve: str
    """A number, of which the builder shows how often each value occurs."""
    shares: tuple[str, ...] = ()
    """Of which it shows which values occur, and how often."""
    filters: tuple[str, ...] = ()
    """By which cards are looked for."""
    listed: tuple[str, ...] = ()
    """Of these, what has so many values that they stand by the alphabet."""
    sorts: tuple[str, ...] = ()
    """Numbers by which they can be put in order; by name they always can."""
    about: str = "about"
    """What is said of a starter deck, in the card file."""
