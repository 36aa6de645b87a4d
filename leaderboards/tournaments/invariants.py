"""What holds in every bracket and round robin, whatever is played: checks by name (RNK-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from leaderboards.tournaments import bracket, round_robin
from leaderboards.tournaments.bracket import Decided, Fixture, Fold, Stand

PLAYED = ("finished", "forfeit")
"""States in which one has lost to another."""

ABSENT = 0.12
"""Share of double forfeits where there are any."""
ABSENT_EVERY = 4
"""One run with them for so many without."""

WON = Decided(0), Decided(1)
NOBODY_CAME = Decided(None, "forfeit")


def random_run(fixtures: Sequence[Fixture], n: int, random: Random, absent: float = 0) -> dict[str, Stand]:
    """Plays a bracket with random outcomes; `absent` is the share of double forfeits."""

    def result(fixture: Fixture, a: int, b: int) -> Decided:
        if absent and random.random() < absent:
            return NOBODY_CAME
        return WON[random.random() < 0.5]

    fold = Fold(fixtures, n, result)
    for fixture in fixtures:
        fold.add(fixture)
    return fold.stands


def losses(stands: Mapping[str, Stand]) -> Counter[int]:
    """How often everybody has lost."""
    return Counter(stand.loser for stand in stands.values() if stand.loser is not None)


def de_played(fixtures: Sequence[Fixture], n: int, stands: Mapping[str, Stand]) -> bool:
    """2n - 2 matches are played, 2n - 1 with a second grand final."""
    played = sum(stand.state in PLAYED for stand in stands.values())
    return played == 2 * n - 2 + (stands["GF2"].state in PLAYED)


def de_losses(fixtures: Sequence[Fixture], n: int, stands: Mapping[str, Stand]) -> bool:
    """All but the champion lose exactly twice, the champion at most once; all have a place."""
    lost = losses(stands)
    best = bracket.champion(fixtures, stands)
    return best is not None and lost[best] <= 1 and all(lost[who] == 2 for who in range(1, n + 1) if who != best)


def de_first_drop(fixtures: Sequence[Fixture], n: int, stands: Mapping[str, Stand]) -> bool:
    """Who drops from winners round r, 2 <= r < k, meets nobody he beat lately, if that losers match is played (RNK-7.3)."""
    rounds = max(fixture.round for fixture in fixtures if fixture.bracket == "W")
    beaten: dict[int, dict[int, int]] = {}
    for fixture in fixtures:
        stand = stands[fixture.name]
        if fixture.bracket == "W" and stand.winner is not None and stand.loser is not None:
            beaten.setdefault(stand.winner, {})[fixture.round] = stand.loser
        if fixture.bracket == "L" and fixture.round % 2 == 0 and fixture.round < 2 * (rounds - 1) and stand.state in PLAYED:
            dropped, opponent = stand.sides
            number = fixture.round // 2 + 1
            wins = beaten.get(dropped, {}) if isinstance(dropped, int) else {}
            back = 3 if rounds - number >= 2 else 1
            if opponent in [wins.get(number - i) for i in range(1, back + 1)]:
                return False
    return True


def walkovers(fixtures: Sequence[Fixture], n: int, stands: Mapping[str, Stand]) -> bool:
    """One empty slot advances the other without a match, two give an empty slot, a double forfeit empties what it feeds."""
    passed: dict[tuple[str, int | str], int | None] = {("seed", seed): seed for seed in range(1, n + 1)}
    for fixture in fixtures:
        stand = stands[fixture.name]
        state = stand.state
        one, other = fixture.sides
        a, b = passed.get((one.kind, one.of)), passed.get((other.kind, other.of))
        if state == "cancelled":
            if fixture.name != "GF2" or stands["GF1"].winner not in (None, stands["GF1"].sides[0]):
                return False
            continue
        if stand.sides != (a, b):
            return False
        if a is None or b is None:
            if state != "walkover" or stand.loser is not None or stand.winner != (b if a is None else a):
                return False
        elif state == "walkover" or (state == "double_forfeit" and (stand.winner, stand.loser) != (None, None)):
            return False
        passed["winner", fixture.name] = stand.winner
        passed["loser", fixture.name] = stand.loser
    return True


def se_played(fixtures: Sequence[Fixture], n: int, stands: Mapping[str, Stand]) -> bool:
    """n - 1 matches are played."""
    return sum(stand.state in PLAYED for stand in stands.values()) == n - 1


def se_losses(fixtures: Sequence[Fixture], n: int, stands: Mapping[str, Stand]) -> bool:
    """All but the champion lose exactly once, the champion never."""
    best = bracket.champion(fixtures, stands)
    lost = losses(stands)
    return best is not None and all(lost[who] == (who != best) for who in range(1, n + 1))


Check = Callable[[Sequence[Fixture], int, Mapping[str, Stand]], bool]

PLAIN: dict[str, dict[str, Check]] = {
    "single_elimination": {"se_played": se_played, "se_losses": se_losses},
    "double_elimination": {"de_played": de_played, "de_losses": de_losses, "de_first_drop": de_first_drop},
}
"""Checks on runs in which everybody comes."""

PREFIX = {"single_elimination": "se", "double_elimination": "de"}


def elimination(given: Mapping[str, Any]) -> dict[str, Any]:
    """Names of the checks that hold in every bracket of these sizes, with random outcomes, and again with double forfeits."""
    kind = given["format"]
    checks = PLAIN[kind]
    name = f"{PREFIX[kind]}_walkovers"
    broken: set[str] = set()
    random = Random(f"{kind} {given['n']}")  # noqa: S311 -- outcomes to check with
    repeats = given.get("repeats", 1)
    for n in sizes(given["n"]):
        fixtures = bracket.double(n) if kind == "double_elimination" else bracket.single(n)
        for repeat in range(repeats):
            stands = random_run(fixtures, n, random)
            broken.update(each for each, check in checks.items() if not check(fixtures, n, stands))
            if not walkovers(fixtures, n, stands):
                broken.add(name)
            if repeat % ABSENT_EVERY == 0 and not walkovers(fixtures, n, random_run(fixtures, n, random, ABSENT)):
                broken.add(name)
    return {"checks": [each for each in (*checks, name) if each not in broken]}


def sizes(given: Any) -> Iterable[int]:
    """Sizes as a case names them: a list, or from and to."""
    return range(given["from"], given["to"] + 1) if isinstance(given, Mapping) else [given] if isinstance(given, int) else given


def everybody_meets(given: Mapping[str, Any]) -> dict[str, Any]:
    """Names of the checks that hold in every round robin of these sizes, in every cycle."""
    cycles = given.get("cycles", max(round_robin.CYCLES))
    broken: set[str] = set()
    for n in sizes(given["n"]):
        plan = round_robin.rounds(n, cycles)
        length = n - 1 + n % 2
        if len(plan) != length * cycles or [each.number for each in plan] != list(range(1, len(plan) + 1)):
            broken.add("rr_rounds")
        for start in range(0, len(plan), length):
            broken.update(name for name, check in CYCLE.items() if not check(plan[start : start + length], n))
    return {"checks": [name for name in (*CYCLE, "rr_rounds") if name not in broken]}


def rr_pairs(cycle: Sequence[round_robin.Round], n: int) -> bool:
    """Each pair meets once, and nobody plays twice in a round."""
    met = Counter(frozenset(pair) for each in cycle for pair in each.pairs)
    whole = all(sorted(who for pair in each.pairs for who in pair) == sorted(set(range(1, n + 1)) - {each.bye}) for each in cycle)
    return whole and len(met) == n * (n - 1) // 2 and set(met.values()) == {1}


def rr_balance(cycle: Sequence[round_robin.Round], n: int) -> bool:
    """Starts and seconds differ by at most 1, for odd n by 0."""
    starts = Counter(pair[0] for each in cycle for pair in each.pairs)
    seconds = Counter(pair[1] for each in cycle for pair in each.pairs)
    return all(abs(starts[who] - seconds[who]) <= 1 - n % 2 for who in range(1, n + 1))


def rr_byes(cycle: Sequence[round_robin.Round], n: int) -> bool:
    """For odd n everybody has one bye, for even n nobody."""
    byes = sorted(each.bye for each in cycle if each.bye is not None)
    return byes == (list(range(1, n + 1)) if n % 2 else [])


CYCLE: dict[str, Callable[[Sequence[round_robin.Round], int], bool]] = {
    "rr_pairs": rr_pairs,
    "rr_balance": rr_balance,
    "rr_byes": rr_byes,
}
"""Checks on a cycle of a round robin."""
