"""Tables for a storm: guests open them and sit down through the pages of the site."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import unescape
from random import Random

from tests.faults.visiting import Address
from tests.games.tables.visitors import Visitor, place_of

KINDS: tuple[tuple[int, bool, dict[str, str]], ...] = (
    (2, False, {"score37": "on"}),
    (3, False, {"score37": "on", "kraft_exchange": "on", "pace": "quick"}),
    (2, False, {"score37": "on", "kraft_exchange": "on", "style_mode": "winners_options"}),
    (2, True, {"score37": "on", "pace": "quick"}),
    (4, False, {"score37": "on", "kraft_exchange": "on"}),
    (2, False, {"pace": "quick"}),
    (2, False, {"score37": "on", "gleichstart": "on_request"}),
)
"""Seats, whether bots fill them, options. Mostly whole matches, so that games last; windows, in which answers are sealed; bots;
a short game that ends in the storm; questions whose answer can be taken back; with live clocks and without."""

OPENED_AT_ONCE = 4


@dataclass(frozen=True)
class Opened:
    """A table that has started, and the cookies of those who sit there."""

    number: int
    id: str
    cookies: Sequence[str]


def open_tables(addresses: Sequence[Address], count: int, rng: Random) -> list[Opened]:
    """So many tables of all kinds, in turn; the first kind is the luck of the draw."""
    first = rng.randrange(len(KINDS))
    with ThreadPoolExecutor(OPENED_AT_ONCE) as pool:
        works = [
            pool.submit(open_table, addresses[number % len(addresses)], number, *KINDS[(first + number) % len(KINDS)])
            for number in range(count)
        ]
        return [work.result() for work in works]


def open_table(address: Address, number: int, seats: int, bots: bool, options: dict[str, str]) -> Opened:
    """One table: a guest opens it; others come by the invitation, or bots fill it."""
    owner = Visitor(address)
    path = owner.post("/neu/emotrions/", "/neu/emotrions/", seats=str(seats), preset="", **options)
    table = path.split("/")[2]
    if bots:
        owner.post(f"{path}bots/", path)
        return Opened(number, table, [owner.cookie])
    place = invitation(owner, path)
    guests = [Visitor(address) for _ in range(seats - 1)]
    for guest in guests:
        guest.post(place, place)
    return Opened(number, table, [owner.cookie, *(guest.cookie for guest in guests)])


def invitation(owner: Visitor, path: str) -> str:
    """The path of the invitation, as the waiting room shows it to those who sit there."""
    found = re.search(rf"http://[\w.:]+{path}mit/[\w-]+/", unescape(owner.get(path)))
    assert found is not None, path
    return place_of(found[0])
