"""Worked cases of Swiss rounds and standings (RNK-7.6, RNK-7.10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from leaderboards.tournaments import lot, standings, swiss
from leaderboards.tournaments.cases import swiss_events


def swiss_round_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """A round of a Swiss tournament (RNK-7.6)."""
    participants = [
        swiss.Participant(
            one["id"], one["points"], tuple(one["opponents"]), one["roles"], "".join(one["floats"]), bool(one["had_bye"])
        )
        for one in given["participants"]
    ]
    try:
        pairing = swiss.pair(given["round"], str(given["seed"]), participants, [(a, b) for a, b in given.get("forbidden", [])])
    except swiss.NoPairing as none:
        return {"pairs": None, "bye": None, "starts": None, "reason": none.reason, "warning": "none"}
    found: dict[str, Any] = {
        "pairs": [list(both) for both in pairing.pairs],
        "bye": pairing.bye,
        "starts": pairing.starts,
        "cost_vector": pairing.vector.figures(),
        "rematches": pairing.rematches,
    }
    return {**found, "warning": pairing.warning} if pairing.warning else found


def tie_breaks_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """A table with its tie-breaks (RNK-7.10)."""
    games = [standings.Game(number, first, second, units(points)) for number, first, second, points in given["games"]]
    unplayed = [
        standings.Unplayed(one["player"], one["round"], units(one["points"]), one["kind"], one.get("opponent"))
        for one in given.get("unplayed", [])
    ]
    if given["format"] == "round_robin":
        unplayed = scheduled(games, unplayed)
    players = {player for game in games for player in (game.first, game.second)} | {one.player for one in unplayed}
    names = list(given["tie_breaks"])
    rows = standings.table(
        given["format"],
        sorted(players, key=by_label),
        games,
        unplayed,
        names,
        seed=str(given.get("seed", "")),
        rounds=given.get("rounds"),
        columns=standings.NAMES,
    )
    return {
        "values": {
            str(row.player): {
                "points": plain(Fraction(row.points, standings.WIN)),
                "adjusted": plain(row.adjusted),
                **{name: plain(value) for name, value in row.values.items()},
            }
            for row in rows
        },
        "order": [row.player for row in rows],
    }


def units(points: float) -> int:
    """Whole points in 1/120."""
    return round(points * standings.WIN)


def plain(value: Fraction | None) -> float | None:
    """A number as cases have it."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def by_label(player: standings.Player) -> tuple[bool, int, str]:
    """Numbers by their value, before other names."""
    label = str(player)
    return (False, int(label), label) if label.isdigit() else (True, 0, label)


def scheduled(games: Sequence[standings.Game], unplayed: Sequence[standings.Unplayed]) -> list[standings.Unplayed]:
    """Forfeits of a round robin with whom they were to meet, where the case does not say: a loser of the same round whom the
    winner has met least often. Losers who are left over have missed their game both."""
    open_to = [one for one in unplayed if one.kind in standings.FORFEITS and one.opponent is None]
    winners = [one for one in open_to if one.kind == "forfeit_win"]
    losers = [one for one in open_to if one.kind != "forfeit_win"]
    opponents: dict[int, standings.Player] = {}
    for one in [*winners, *losers]:
        others = [other for other in losers if other.round == one.round and other is not one and id(other) not in opponents]
        if others and id(one) not in opponents:
            other = min(others, key=lambda other: sum({one.player, other.player} == {game.first, game.second} for game in games))
            opponents[id(one)], opponents[id(other)] = other.player, one.player
    return [
        standings.Unplayed(one.player, one.round, one.points, one.kind, opponents.get(id(one), one.opponent)) for one in unplayed
    ]


def lot_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """The lot (RNK-7.10)."""
    return {"order": lot.order(str(given["seed"]), given["ids"])}


KINDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "swiss_round": swiss_round_case,
    "tie_breaks": tie_breaks_case,
    "lot": lot_case,
}
"""What works out the cases of a kind."""

INVARIANTS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"swiss": swiss_events.invariants}
"""What checks the invariants of a format."""
