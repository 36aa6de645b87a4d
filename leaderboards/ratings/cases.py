"""Worked cases of results, ratings and who starts (RNK-1 to RNK-4, RNK-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from games.emotrions.rules import match
from games.emotrions.rules.options import Options
from games.emotrions.rules.position import Out, Position
from games.engine import registry, starting
from games.engine.cases import UnknownKind
from games.engine.dice import Dice
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.meta import Choice
from games.engine.outcome import ranks as ranks_of
from games.engine.registry import UnknownName
from leaderboards.ratings import caps, listing, rating, results

SEEDS = 16
"""Seeds with which a game is begun to see whether chance decides who starts."""

TARGET = 37


def rating_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values after one game, and the points shown for them."""
    teams = [[rating.Value(*value) for value in team] for team in given["teams"]]
    after = rating.after(teams, given["ranks"])
    return {
        "after": [[list(value) for value in team] for team in after],
        "points": [[rating.points(value.rounded()) for value in team] for team in after],
    }


def rating_log_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values after a log without its voided events, and of which case of the file un-voiding them gives back the values."""
    logs: Mapping[str, Any] = given.get("logs", {})
    origin = given.get("events_of", "")
    if "events" not in given and origin not in logs:
        raise UnknownKind(f"rating_log with the events of {origin}")
    events = given["events"] if "events" in given else logs[origin]["events"]
    values, whole = _fold(events, set(given.get("voided", []))), _fold(events, set())
    same = [id_ for id_, log in logs.items() if _fold(log["events"], set(log.get("voided", []))) == whole]
    return {
        "after": {name: {"mu": value.mu, "sigma": value.sigma, "points": rating.points(value)} for name, value in values.items()},
        "restored_equals": origin if origin in same else next(iter(same), ""),
    }


def _fold(events: list[dict[str, Any]], voided: set[int]) -> dict[str, rating.Value]:
    values: dict[str, rating.Value] = {}
    counted = [event for event in sorted(events, key=lambda event: int(event["seq"])) if event["seq"] not in voided]
    for _ in rating.fold((rating.Game(event["teams"], event["ranks"]) for event in counted), values):
        pass
    return values


def result_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Ranks of a game with leavers and teams, and whether it counts (RNK-1.2 to RNK-1.5)."""
    names = [seat["seat"] for seat in given["seats"]]
    seats = [_played(seat) for seat in given["seats"]]
    tiers = [[names.index(name) for name in tier] for tier in given["engine_order"]] if "engine_order" in given else None
    merged = {seat for tier in tiers or [] for seat in tier} == set(range(len(seats)))
    found = results.result(seats, tiers, ended_by_leaving=_ended_by_leaving(given["mode"], seats, tiers))
    if given["game"] == "emotrions" and merged and tiers is not None:  # the order is merged already (EMO-15.4)
        found = msgspec.structs.replace(found, ranks=ranks_of(tiers, len(seats)))
    labels = [str(name) for name in names]
    return {
        "outcome": "aborted" if found.aborted else "finished",
        "ranks": dict(zip(labels, found.ranks, strict=True)),
        "rated": not found.aborted,
        "abort_counter": dict(zip(labels, map(int, found.broke_off), strict=True)),
    }


def _played(seat: Mapping[str, Any]) -> results.Played:
    return results.Played(
        status=seat.get("status", results.FINISHED),
        left_at=seat.get("left_at_move"),
        decisions=seat.get("decisions", results.LEAST_DECISIONS),
        team=_number(seat["team"]) if seat.get("team") is not None else None,
    )


def _number(label: int | str) -> int:
    return label if isinstance(label, int) else int.from_bytes(label.encode(), "big")


def _ended_by_leaving(mode: str, seats: Sequence[results.Played], tiers: object) -> bool:
    """Whether the game came to its end by that: then nobody, or one side, was left to play it out."""
    if mode == "team":
        return tiers is None and any(seat.left for seat in seats)
    return any(seat.left for seat in seats) and sum(not seat.left for seat in seats) < 2


def emotrions_match_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """How a match stands after these deals, as the rules of the game judge it (RNK-1.6)."""
    names = given["seats"]
    count = len(names)
    p = Position(
        seats=count,
        options=Options(),
        order=list(range(count)),
        totals=[0] * count,
        points=[0] * count,
        deals_won=[0] * count,
        first_leader=0,
    )
    for p.deal, totals in enumerate(given["totals_after_deals"], 1):
        for seat, total in enumerate(totals):
            p.points[seat] = 0 if total is None else total - p.totals[seat]
            p.totals[seat] = p.totals[seat] if total is None else total
        verdict = match.judge(p, TARGET)
        p.out += [Out(seat, p.deal, left) for seat, left in verdict.out]
        if verdict.reason is not None:
            p.winner, p.reason = verdict.winner, verdict.reason
            break
        if verdict.group:
            p.playoff_deals = p.playoff_deals + 1 if p.playoff else verdict.deals
            p.playoff, p.exact_playoff = verdict.group, verdict.exact
    over = p.reason is not None
    # as long as it goes on, who may still win has no rank
    open_ = set() if over else set(p.playoff or p.still_in())
    if not over:
        p.winner = min(open_)
    ranks = ranks_of(match.ranking(p, TARGET), count)
    return {
        "ranks": {str(name): rank for seat, (name, rank) in enumerate(zip(names, ranks, strict=True)) if seat not in open_},
        "reason": p.reason or "",
        "playoff_seats": [] if over else [names[seat] for seat in sorted(p.playoff)],
    }


def leaderboard_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """A list in its order, and who is not in it (RNK-3.3)."""
    rows = [listing.row(row["user"], rating.Value(row["mu"], row["sigma"]), row["wins"], row["games"]) for row in given["rows"]]
    placed, hidden = listing.order(rows, given.get("min_games", listing.LEAST_GAMES))
    return {
        "rows": [{"rank": one.rank, "user": one.row.name, "points": one.row.points} for one in placed],
        "hidden": [row.name for row in hidden],
    }


def pair_cap_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Which games of a pair are rated (RNK-6.2)."""
    pool, games = given["pool"], given["games"]
    capped = [game for game in games if caps.applies(pool, bool(game.get("tournament")))]
    fits = iter(caps.rated([float(game["h"]) for game in capped], caps.WITHIN.total_seconds() / 3600))
    return {"rated": [next(fits) if caps.applies(pool, bool(game.get("tournament"))) else True for game in games]}


OTHER_NAMES = {"random": "coin", "fewer_wins": "less_experienced"}
"""What games call the sources of RNK-4.3."""


def starter_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Who starts (RNK-4): as the game itself decides it, where it has begun with such players; else as the rule says."""
    names = list(given["seats"])
    source = OTHER_NAMES.get(given["source"], given["source"])
    known = [_experience(seat) for seat in given["seats"].values()]
    planned = names.index(given["plan_starts"]) if given.get("plan_starts") is not None else None
    told = {"experience": dict(zip(names, known, strict=True))}
    if source == "rules" and planned is None:  # the cards decide
        return told
    found = _as_played(given["game"], source, known, planned)
    if found is None:
        decided = starting.decide(source, len(names), planned, known)
        found = {decided.seat} if decided.seat is not None else set(decided.among), decided.seat is None
    seats, by_chance = found
    return told | {
        "starts": "seed" if by_chance else names[min(seats)],
        "among": sorted(names[seat] for seat in seats) if by_chance else [],
    }


def _experience(seat: Mapping[str, Any]) -> int:
    if "experience" in seat:
        return int(seat["experience"])
    return results.experience(
        results.Before(
            int(game.get("points", 0)),
            counts=not (game.get("bots") or game.get("voided") or game.get("aborted")),
        )
        for game in seat.get("history", [])
    )


def _as_played(slug: str, source: str, known: Sequence[int], planned: int | None) -> tuple[set[int], bool] | None:
    """Who starts with several seeds, and whether chance decides; None for games that do not offer this."""
    try:
        game = registry.game(slug)
    except UnknownName:
        return None
    option = game.meta.option("starter")
    if not isinstance(option, Choice) or source not in option.values or len(known) not in game.meta.seats:
        return None
    setup = Setup(len(known), starter=planned, experience=tuple(known))
    starts: set[int] = set()
    methods: set[str] = set()
    for seed in range(SEEDS):
        told: list[Event] = []
        game.new({"starter": source}, setup, Dice(bytes([seed]) * 32), told.append)
        first = next(event for event in told if event.kind in ("rolled", "chosen") and "seat" in event.public)
        starts.add(first.public["seat"])
        methods.add(first.kind)
    return starts, methods == {"rolled"}


KINDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "rating": rating_case,
    "rating_log": rating_log_case,
    "result": result_case,
    "emotrions_match": emotrions_match_case,
    "leaderboard": leaderboard_case,
    "pair_cap": pair_cap_case,
    "starter": starter_case,
}
"""What works out the cases of a kind."""
