"""Plays the worked cases of the rankings (RNK-10): each kind has a function that works out what the case expects."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from games.engine.cases import UnknownKind
from games.engine.errors import BrokenData
from leaderboards.matches.cases import KINDS as MATCHES
from leaderboards.ratings.cases import KINDS as RATINGS
from leaderboards.tournaments.cases import KINDS as TOURNAMENTS

KINDS = {**RATINGS, **MATCHES, **TOURNAMENTS}
"""What works out the cases of a kind."""


SETS = {
    "starter": {"among"},
    "leaderboard": {"hidden"},
    "lifecycle_moves": {"allowed"},
    "event": {"annulled", "forfeits", "rated_results_kept", "needs_choice", "with_choice"},
    "invariants": {"checks"},
}
"""Lists whose order says nothing, by kind."""

BOUNDS = {"heat_plan": {"max_meetings", "repeated_pairs_max"}}
"""Numbers that may also be smaller than what is expected, by kind."""


def run(case: dict[str, Any], cards: bytes) -> list[str]:
    """What differs from what the case expects. Raises `UnknownKind` for a kind that nothing here works out, or `BrokenData`."""
    kind = str(case.get("kind"))
    work = KINDS.get(kind)
    if work is None:
        raise UnknownKind(kind)
    try:
        wanted = dict(case["expect"])
        comparison = Comparison(wanted.pop("tolerance", 0), SETS.get(kind, set()), BOUNDS.get(kind, set()))
        return comparison.differences(wanted, work(case["input"]))
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenData("case", f"{type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class Comparison:
    """How what was found is held against what was expected: of objects only the keys that are named, lists in full."""

    tolerance: float = 0
    sets: Set[str] = frozenset()
    """Names of lists that are compared without their order."""
    bounds: Set[str] = frozenset()
    """Names of numbers that may be smaller."""

    def differences(self, wanted: Mapping[str, Any], found: Mapping[str, Any], at: str = "") -> list[str]:
        """Where what was found is not as wanted."""
        wrong = []
        for key, value in wanted.items():
            where = f"{at}{key}"
            if key not in found:
                wrong.append(f"{where}: expected {value!r}, got nothing")
            elif isinstance(value, Mapping) and isinstance(found[key], Mapping):
                wrong += self.differences(value, found[key], f"{where}.")
            elif not (key in self.bounds and found[key] <= value) and not self.same(value, found[key], key in self.sets):
                wrong.append(f"{where}: expected {value!r}, got {found[key]!r}")
        return wrong

    def same(self, wanted: Any, found: Any, unordered: bool = False) -> bool:
        """Whether two values are the same as far as it matters."""
        if isinstance(wanted, float) and isinstance(found, (float, int)):
            return abs(wanted - found) <= self.tolerance
        if isinstance(wanted, list) and isinstance(found, (list, tuple)):
            one, other = (sorted(wanted, key=repr), sorted(found, key=repr)) if unordered else (wanted, found)
            return len(one) == len(other) and all(self.same(*pair) for pair in zip(one, other, strict=True))
        if isinstance(wanted, Mapping) and isinstance(found, Mapping):
            return not self.differences(wanted, found)
        return bool(wanted == found)
