"""Worked cases of series (RNK-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from leaderboards.matches import series

KEYED = ("points", "monsters")
NAMED = ("starter", "winner", "forfeit")


def series_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """How a series stands. Sides are labels; as keys they are words, whatever they are elsewhere."""
    labels = _labels(given)
    sides = (str(labels[0]), str(labels[1]))
    named = dict(zip(sides, labels, strict=True))
    games: Sequence[Mapping[str, Any]] = given["games"]
    plan = series.Plan(
        given["type"],
        sides,
        str(given["first_starter"]),
        n=given.get("n", 1),
        by_points=_by_points(given, games[: given.get("n", 1)]),
        target=_least(given),
        ties=tuple(given.get("ties", ["draw"])),
        loser_chooses=given.get("loser_chooses", False),
        seed=_seed(given, sides),
        coin=str(given.get("coin", "")),
    )
    found = series.state(plan, [_played(game, sides) for game in games])
    after = found.next
    open_coin = after is not None and after.kind == "coin"  # all is decided but what the coin is for
    told = {
        "finished": found.finished or open_coin,
        "totals": found.totals,
        "wins": found.wins,
        "tiebreak": found.tiebreak,
        "starters": [named[side] for side in found.starters],
    }
    if not open_coin:
        told["winner"] = None if found.winner is None else named[found.winner]
    return told | ({"next": _next(after, named)} if after is not None and not open_coin else {})


def _by_points(given: Mapping[str, Any], games: Sequence[Mapping[str, Any]]) -> bool:
    """Whether points are added in a `fixed` series, as its own games tell: those where games won count name their winners."""
    return not any("winner" in game for game in games) and ("target" in given or any("points" in game for game in games))


def _next(after: series.Next, named: Mapping[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": after.kind, "games": after.games}
    shown |= {"starter": named[after.starter]} if after.starter else {"chooser": named[after.chooser]}
    return shown | ({} if after.target is None else {"target": after.target})


def _labels(given: Mapping[str, Any]) -> list[Any]:
    """The two sides as the case calls them; where it names only one, the other is its usual opposite."""
    found = dict.fromkeys(str(label) for label in _mentioned(given))
    numbers = any(isinstance(label, int) for label in _mentioned(given))
    usual = ("1", "2") if any(label.isdecimal() for label in found) else ("a", "b")
    for label in usual:
        if len(found) < 2:
            found.setdefault(label)
    return [int(label) if numbers and label.isdecimal() else label for label in sorted(found)]


def _mentioned(given: Mapping[str, Any]) -> Iterable[Any]:
    yield given["first_starter"]
    yield from given.get("sides", ())
    for game in given["games"]:
        for name in NAMED:
            if game.get(name) not in (None, "both"):
                yield game[name]
        for name in KEYED:
            yield from game.get(name, {})


def _least(given: Mapping[str, Any]) -> int:
    """What is counted at least for a game that the other side left; of a long game a fixed number (KMO-17.10)."""
    target = given.get("target")
    return target if isinstance(target, int) and not isinstance(target, bool) and target > 0 else series.LEAST_AT_LONG


def _seed(given: Mapping[str, Any], sides: tuple[str, str]) -> str:
    """The better side: the smaller number (RNK-5.6)."""
    seeds = given.get("seeds") or {side: int(side) for side in sides if side.isdecimal()}
    if "seed" in given:
        return str(given["seed"])
    return min(sides, key=lambda side: seeds[side]) if len(seeds) == len(sides) else ""


def _played(game: Mapping[str, Any], sides: tuple[str, str]) -> series.Played:
    left = game.get("forfeit")
    gone = sides if left == "both" else () if left is None else (str(left),)
    winner = game.get("winner")
    return series.Played(
        starter=str(game.get("starter", "")),
        points=game.get("points", {}),
        winner=None if winner is None else str(winner),
        drawn="winner" in game and winner is None,
        monsters=game.get("monsters", {}),
        forfeits=dict.fromkeys(gone, game.get("status", "abandoned")),
    )


KINDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"series": series_case}
"""What works out the cases of a kind."""
