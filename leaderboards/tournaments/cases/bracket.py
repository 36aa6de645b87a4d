"""Worked cases of brackets, round robins and groups (RNK-7.2 to 7.5, 7.7, 7.9, 7.12, 7.13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any

from leaderboards.tournaments import bracket, groups, invariants, round_robin
from leaderboards.tournaments.bracket import OPEN, Decided, Fixture, Side, Stand
from leaderboards.tournaments.corrections import Choice, Refused
from leaderboards.tournaments.event import Elimination, RoundRobin, Wins


def single_elimination_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """The shape of a single elimination."""
    n = given["n"]
    size = bracket.size_of(n)
    fixtures = bracket.single(n, bool(given.get("third_place")))
    stands = bracket.resolve(fixtures, n, {})
    first = [stands[fixture.name] for fixture in fixtures if fixture.bracket == "W" and fixture.round == 1]
    played = played_matches(bracket.single(n), n)
    return {
        "size": size,
        "rounds": max(fixture.round for fixture in fixtures),
        "byes": size - n,
        "bye_seeds": sorted(stand.winner for stand in first if stand.winner is not None),
        "slots": [side for stand in first for side in stand.sides],
        "round1": [list(stand.sides) for stand in first if stand.state == "ready"],
        "played_matches": played,
        "third_place_match": any(fixture.bracket == "3P" for fixture in fixtures),
        "played_matches_with_third": played_matches(bracket.single(n, third_place=True), n),
    }


def played_matches(fixtures: Sequence[Fixture], n: int) -> int:
    """How many matches are really played."""
    return sum(stand.state == "finished" for stand in run(fixtures, n, better).values())


def run(fixtures: Sequence[Fixture], n: int, wins: Wins, exceptions: Mapping[str, int] = {}) -> dict[str, Stand]:
    """Plays a whole bracket."""

    def result(fixture: Fixture, a: int, b: int) -> Decided:
        winner = exceptions.get(fixture.name, wins(a, b))
        if winner not in (a, b):
            raise ValueError(f"{winner} does not play in {fixture.name}")
        return Decided(0 if winner == a else 1)

    fold = bracket.Fold(fixtures, n, result)
    for fixture in fixtures:
        fold.add(fixture)
    return fold.stands


def better(a: int, b: int) -> int:
    """The better seed wins."""
    return min(a, b)


def worse(a: int, b: int) -> int:
    """The worse seed wins."""
    return max(a, b)


def draw(a: int, b: int) -> None:
    """Nobody wins."""


WINS: dict[str, Wins] = {"better_seed": better, "worse_seed": worse, "draw": draw}


def double_elimination_map_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Where the losers of the winners bracket drop to."""
    n = given["n"]
    fixtures = bracket.double(n)
    drops = {
        source.of: f"{fixture.name}:{'AB'[slot]}"
        for fixture in fixtures
        for slot, source in enumerate(fixture.sides)
        if source.kind == "loser" and fixture.name != "GF2"
    }
    counts = Counter(fixture.round for fixture in fixtures if fixture.bracket == "L")
    shortest = run(fixtures, n, better)
    longest = run(fixtures, n, better, {"GF1": 2, "GF2": 2})
    return {
        "size": bracket.size_of(n),
        "wb_rounds": max(fixture.round for fixture in fixtures if fixture.bracket == "W"),
        "lb_rounds": len(counts),
        "lb_matches": [counts[number] for number in sorted(counts)],
        "drops": {fixture.name: drops[fixture.name] for fixture in fixtures if fixture.bracket == "W"},
        "played_min": sum(stand.state == "finished" for stand in shortest.values()),
        "played_max": sum(stand.state == "finished" for stand in longest.values()),
    }


def double_elimination_run_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """A double elimination whose results are settled beforehand."""
    n = given["n"]
    fixtures = bracket.double(n)
    stands = run(fixtures, n, WINS[given["wins"]], given.get("except") or {})
    played = {name: stand.sides for name, stand in stands.items() if stand.state == "finished"}
    met: dict[frozenset[Side], str] = {}
    rematches = []
    for name, sides in played.items():
        if frozenset(sides) in met:
            rematches.append([met[frozenset(sides)], name])
        met[frozenset(sides)] = name
    placed = bracket.places(fixtures, stands)
    order = list(placed)
    return {
        "played": len(played),
        "reset": "GF2" in played,
        "placing_groups": [[who for who in order if placed[who] == place] for place in sorted(set(placed.values()))],
        "rematches": rematches,
        "champion": order[0],
        "runner_up": order[1],
    }


def round_robin_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """The plan of a round robin."""
    plan = round_robin.rounds(given["n"], given.get("cycles", 1))
    return {"rounds": [{"round": each.number, "pairs": [list(pair) for pair in each.pairs], "bye": each.bye} for each in plan]}


def groups_snake_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """Groups by snake."""
    return {"groups": {groups.letter(i): seeds for i, seeds in enumerate(groups.snake(given["n"], given["groups"]))}}


def groups_bracket_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """First round of a knock-out after groups in which nothing but the places is known."""
    count, qualify = given["groups"], given["qualify"]
    tables = [[groups.Placed(place * count + group, group, place + 1) for place in range(qualify)] for group in range(count)]
    matches = groups.first_round(groups.qualifiers(tables, qualify), count, qualify)
    middle = max(len(matches) // 2, 1)
    return {
        "round1": [[groups.label(side) if side else None for side in pair] for pair in matches],
        "halves": [list(range(middle)), list(range(middle, len(matches)))],
    }


def event_case(given: Mapping[str, Any]) -> dict[str, Any]:
    """A whole event, step by step."""
    if given["format"] == "round_robin":
        return round_robin_event(given)
    n = given["n"]
    if given["format"] == "single_elimination":
        event = Elimination(n, bracket.single(n, bool(given.get("third_place"))))
    elif given["format"] == "double_elimination":
        event = Elimination(n, bracket.double(n, bool(given.get("single_final"))))
    else:
        raise ValueError(f"format {given['format']}")
    found: dict[str, Any] = {"refused": False, "needs_choice": [], "with_choice": {}}
    for step in given["steps"]:
        try:
            take(event, step, WINS[given.get("wins", "better_seed")], found)
        except Refused:
            found["refused"] = True
    found["matches"] = matches_of(event)
    found["places"] = {str(who): place for who, place in event.places().items()}
    found["audit_entries"] = len(event.audit)
    found["marked"] = event.marked()
    return found


def take(event: Elimination, step: Mapping[str, Any], wins: Wins, found: dict[str, Any]) -> None:
    """One step of an event in a bracket; what an override asks for is added to what was found."""
    if "override" in step:
        override(event, step, found)
    elif "withdraw" in step:
        event.withdraw(step["withdraw"])
    elif "play_rounds" in step:
        event.play_rounds(step["play_rounds"], wins)
    elif step.get("double_forfeit") or step.get("state") == "double_forfeit":
        event.result(step["match"], None, "forfeit")
    elif "winner" in step:
        event.result(step["match"], step["winner"], "forfeit" if step.get("state") == "forfeit" else "played")
    else:
        event.call(step["match"], step["state"])


def override(event: Elimination, step: Mapping[str, Any], found: dict[str, Any]) -> None:
    """An override, and how all would stand after each choice if one is needed."""
    name, winner = step["override"], step.get("winner")
    ahead = event.preview(name, winner)
    given = dict.fromkeys(ahead.undecided, step["choice"]) if "choice" in step else step.get("choices", {})
    change = event.override(name, winner, step.get("reason") or "", given)
    if change.refused:
        found["refused"] = True
        found["needs_choice"] = change.undecided
        choices: tuple[Choice, ...] = ("keep", "void")
        for choice in choices:
            other = deepcopy(event)
            other.override(name, winner, step["reason"], dict.fromkeys(change.undecided, choice))
            found["with_choice"][choice] = matches_of(other)


def matches_of(event: Elimination) -> dict[str, Any]:
    """How the matches stand, as cases name it."""
    return {
        name: {
            "state": event.state(name, stand),
            "sides": [None if side is OPEN else side for side in stand.sides],
            "winner": stand.winner,
        }
        for name, stand in event.stands().items()
    }


def round_robin_event(given: Mapping[str, Any]) -> dict[str, Any]:
    """A round robin in which somebody withdraws."""
    event = RoundRobin(given["n"], given.get("cycles", 1))
    refused = False
    for step in given["steps"]:
        try:
            if "withdraw" in step:
                event.withdraw(step["withdraw"])
            else:
                event.play_rounds(step["play_rounds"], WINS[given.get("wins", "better_seed")])
        except Refused:
            refused = True
    annulled = [event.games[position] for gone in event.gone.values() for position in gone.annulled]
    return {
        "points": {str(who): number(points) for who, points in event.table().items()},
        "places": {str(who): place for who, place in event.places().items()},
        "annulled": [[game.first, game.second] for game in annulled],
        "forfeits": [list(pair) for pair in event.pairs("forfeit")],
        "rated_results_kept": [list(pair) for pairs in event.rated.values() for pair in pairs],
        "refused": refused,
    }


def number(value: Fraction) -> int | float:
    """As it stands in cases."""
    return int(value) if value.denominator == 1 else float(value)


KINDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "single_elimination": single_elimination_case,
    "double_elimination_map": double_elimination_map_case,
    "double_elimination_run": double_elimination_run_case,
    "round_robin": round_robin_case,
    "groups_snake": groups_snake_case,
    "groups_bracket": groups_bracket_case,
    "event": event_case,
}
"""What works out the cases of a kind."""

INVARIANTS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "single_elimination": invariants.elimination,
    "double_elimination": invariants.elimination,
    "round_robin": invariants.everybody_meets,
}
"""What checks the invariants of a format."""
