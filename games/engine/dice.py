"""All chance of a table: HMAC-SHA-256 of its secret seed over a counter."""

from __future__ import annotations

import hmac
from struct import Struct
from typing import Any

RNG = 1
"""Version of the algorithm below (PRO-9.1). A record names it, so that a later one breaks no replay."""

WORDS = Struct(">16H")
"""A block of the stream as 16-bit words."""


class Dice:
    """Draws that anyone can repeat who knows the key, and nobody can guess who does not.

    The counter of a draw, kept in the position for each named purpose, is part of the message; the key never enters the
    position. Algorithm 1: the stream of a draw is HMAC-SHA-256(key, "<purpose>.<count>.<block>") for block 0, 1, ..., read as
    big-endian 16-bit words; a number below n is a word modulo n, where words from the last, incomplete multiple of n on are
    skipped (so no value is favoured, for n up to 65,536).

    >>> cards = ["a", "b", "c", "d"]
    >>> Dice(b"key").shuffle(cards, "deal", 1)
    >>> cards
    ['d', 'a', 'b', 'c']
    >>> Dice(b"key").below(6, "lot", 1)
    5
    """

    def __init__(self, key: bytes) -> None:
        self.key = key

    def _words(self, purpose: str, count: int, block: int) -> list[int]:
        """One block of the stream of a draw, its first word last, so that `pop` takes the words in order."""
        words = list(WORDS.unpack(hmac.digest(self.key, b"%b.%d.%d" % (purpose.encode(), count, block), "sha256")))
        words.reverse()
        return words

    def shuffle(self, items: list[Any], purpose: str, count: int) -> None:
        """Shuffle in place (Fisher and Yates), every order equally likely."""
        words: list[int] = []
        block = 0
        for i in range(len(items) - 1, 0, -1):
            n = i + 1
            word = limit = 65536 - 65536 % n
            while word >= limit:
                if not words:
                    words = self._words(purpose, count, block)
                    block += 1
                word = words.pop()
            j = word % n
            items[i], items[j] = items[j], items[i]

    def below(self, n: int, purpose: str, count: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        limit = 65536 - 65536 % n
        block = 0
        while True:
            for word in reversed(self._words(purpose, count, block)):
                if word < limit:
                    return word % n
            block += 1
