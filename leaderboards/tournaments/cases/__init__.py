"""Worked cases of tournaments (RNK-7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.cases import UnknownKind
from leaderboards.tournaments.cases import bracket, heats, swiss

INVARIANTS = {**bracket.INVARIANTS, **swiss.INVARIANTS, **heats.INVARIANTS}
"""What checks the invariants of a format."""


def invariants_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Checks that hold whatever is played; which ones is settled by the format."""
    work = INVARIANTS.get(given["format"])
    if work is None:
        raise UnknownKind(f"invariants of {given['format']}")
    return work(given)


KINDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    **bracket.KINDS,
    **swiss.KINDS,
    **heats.KINDS,
    "invariants": invariants_case,
}
"""What works out the cases of a kind."""
