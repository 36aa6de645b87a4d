"""Worked cases of heats, arena and the life of a tournament (RNK-7.1, 7.8, 7.11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from leaderboards.tournaments import arena, heat_tables, heats, lifecycle


def lifecycle_moves_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Which of the states that are named can follow which."""
    states = given["states"]
    return {"allowed": [[source, target] for source in states for target in lifecycle.allowed(source) if target in states]}


def lifecycle_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Attempts to move a tournament on, each by itself, with what comes of them."""
    return {"results": [_attempt(attempt) for attempt in given["attempts"]]}


def _attempt(given: Mapping[str, Any]) -> dict[str, Any]:
    names = set(lifecycle.Facts.__struct_fields__) & set(given)
    facts = lifecycle.Facts(
        **{name: given[name] for name in names - {"by", "reason"}},
        source=given["from"],
        target=given["to"],
        by=given.get("by", "owner").replace("-", "_"),
        reason=(given["reason"] or "") if "reason" in given else None,
    )
    moved = lifecycle.attempt(facts)
    if isinstance(moved, lifecycle.Refused):
        return {
            "result": "refused",
            "reason": moved.reason,
            "entrants": list(facts.entrants or ()),
            "running_games": facts.running_games,
            "called": 0,
            "medals": None,
            "audit_entries": 0,
            "rated_games": facts.finished_rated_games,
        }
    return {"result": "moved", **msgspec.to_builtins(moved)}


def heat_points_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Points per rank."""
    return {"points": heats.points(given["size"], given["ranks"])}


def heat_sizes_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """How a field is divided up."""
    found = heats.sizes(given["n"], given["preferred"], given["minimum"])
    return {"sizes": list(found.sizes), "sit_out": found.sit_out}


def heat_plan_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """How often pairs meet in rounds that are drawn, played out without points."""
    met = heat_tables.meetings(_drawn(given))
    return {
        "max_meetings": max(met.values(), default=0),
        "pairs_covered": len(met),
        "repeated_pairs_max": sum(times > 1 for times in met.values()),
    }


def _drawn(given: Mapping[str, Any]) -> list[heats.Draw]:
    n, preferred, seed = given["n"], given["size"], str(given.get("seed", "demo"))
    minimum = given.get("minimum", min(preferred, 3))
    if given.get("draw", "pre_planned") == "pre_planned":
        return heats.plan(n, preferred, minimum, given["rounds"], seed)
    found: list[heats.Draw] = []
    for _ in range(given["rounds"]):
        if given["draw"] == "swiss":
            found.append(heats.swiss_round([heats.Ranked(player, 0) for player in range(1, n + 1)], preferred, minimum, found))
        else:
            found.append(heats.random_round(range(1, n + 1), preferred, minimum, found, seed))
    return found


def arena_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """What each game of a row is worth."""
    found = arena.points(given["results"])
    return {"points": found, "total": sum(found)}


KINDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "heat_points": heat_points_case,
    "heat_sizes": heat_sizes_case,
    "heat_plan": heat_plan_case,
    "arena": arena_case,
    "lifecycle_moves": lifecycle_moves_case,
    "lifecycle": lifecycle_case,
}
"""What works out the cases of a kind."""

INVARIANTS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {}
"""What checks the invariants of a format."""
