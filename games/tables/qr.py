"""QR codes as a path to draw, so that the page needs no picture and no markup made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import segno

QUIET = 4
"""Modules left white around a code, as readers need them."""


@dataclass(frozen=True)
class Code:
    """A QR code in a square of this size."""

    size: int
    path: str
    """Of the dark modules, for an SVG."""


def code(text: str) -> Code:
    """The code for a text, with medium error correction."""
    made = segno.make(text, error="m", micro=False)
    parts = []
    for y, row in enumerate(made.matrix, QUIET):
        x = QUIET
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                parts.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return Code(len(made.matrix) + 2 * QUIET, "".join(parts))
