"""Positions to try rules on: zones by card names, everything else in the supply."""

from __future__ import annotations

from typing import Any

from games.engine.dice import Dice
from games.engine.event import Event
from games.innovation.rules import Innovation
from games.innovation.rules.game import TEAMS
from games.innovation.rules.position import AGES, COLORS, FREE, SPECIALS, SPLAYS, Position

CARDS = Innovation.cards


def cards(names: str) -> list[int]:
    """Cards from names with blanks between them."""
    return [CARDS.by_name[name] for name in names.split()]


def ids(names: str) -> list[str]:
    """Ids of cards from names with blanks between them."""
    return CARDS.ids_of(cards(names))


def table(
    *seats: dict[str, Any], next_cards: str = "", empty: tuple[int, ...] = (), told: list[Event] | None = None, **position: Any
) -> Innovation:
    """A game before an action of seat 0, past the first round.

    A seat has `hand`, `score`, a pile for each colour (bottom to top, `/right` behind it for a splay) and `achieved` (ages and
    special achievements), all as names with blanks between them. `next_cards` are drawn first, in their order; of `empty` ages
    the supply holds nothing else. `teams` and `edition` are table options, further names are fields of the position.
    """
    number = len(seats)
    chosen: dict[str, Any] = {
        option.name: position.pop(option.name) for option in Innovation.meta.options if option.name in position
    }
    options = Innovation.meta.check(chosen, number)
    used: set[int] = set()

    def take(names: str) -> list[int]:
        taken = cards(names)
        assert not used & set(taken), "a card lies in two places"
        used.update(taken)
        return taken

    hands = [sorted(take(seat.get("hand", ""))) for seat in seats]
    scores = [sorted(take(seat.get("score", ""))) for seat in seats]
    piles = [[str(seat.get(color, "")).partition("/") for color in COLORS] for seat in seats]
    boards = [[take(names) for names, _, _ in row] for row in piles]
    splays = [[SPLAYS.index(splay or "none") for _, _, splay in row] for row in piles]
    first = take(next_cards)
    owners, specials = [FREE] * len(AGES[:-1]), [FREE] * len(SPECIALS)
    for owner, seat in enumerate(seats):
        for name in str(seat.get("achieved", "")).split():
            if name in SPECIALS:
                specials[SPECIALS.index(name)] = owner
            else:
                owners[int(name) - 1] = owner
    rest = {age: [card for card in CARDS.of_age[age] if card not in used] for age in AGES}
    achievements = [rest[age].pop() for age in AGES[:-1]]
    supply = [[], *(rest[age] if age not in empty else [] for age in AGES)]
    removed = sorted(card for age in empty for card in rest[age])
    for card in reversed(first):
        supply[CARDS.age[card]].append(card)
    everybody = (1 << (number + 1)) - 1
    seen = [everybody if card in removed else 0 for card in range(len(CARDS.ids))]
    for owner in range(number):
        for card in hands[owner] + scores[owner]:
            seen[card] = 1 << owner
        for pile in boards[owner]:
            for card in pile:
                seen[card] = everybody
    rows: dict[str, Any] = {
        "seats": number,
        "teams": TEAMS if options["teams"] == "on" else (),
        "first_edition": options["edition"] == "first",
        "phase": "action",
        "turn": number + 1,
        "actions_left": 2,
        "supply": supply,
        "hands": hands,
        "scores": scores,
        "boards": boards,
        "splays": splays,
        "achievements": achievements,
        "owners": owners,
        "specials": specials,
        "tucked": [0] * number,
        "scored": [0] * number,
        "removed": removed,
        "seen": seen,
    }
    return Innovation.at(Position(**rows | position), Dice(b"setting"), (told if told is not None else []).append)


def play(game: Innovation, *answers: Any) -> None:
    """Give these answers, each for whoever is asked: options by name, several with blanks between them, cards by their names."""
    for answer in answers:
        prompt = game.prompts[0]
        names = [f"innovation.{word}" if word in CARDS.by_name else word for word in answer.split()]
        game.apply(prompt.seat, game.named(prompt, names))
