"""How a text is written down before it is translated: one wording, or two for one and many."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True)
class Plural:
    """Two wordings: for one, and for any other number of the argument `by`."""

    one: str | Promise
    other: str | Promise
    by: str = "count"


Words = str | Promise | Plural
