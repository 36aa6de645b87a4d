"""Final places of an event of several stages (RNK-7.7, 7.9): whoever got further is ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def overall(stages: Sequence[Mapping[int, int | None]]) -> dict[int, int]:
    """Places of all entrants, best first, from their ranks in each stage they were in, first stage first.

    The last stage's places stand as they are, with what a double forfeit leaves empty. Those who did not go on follow by their
    rank in the stage where they stopped, level ones sharing a place. `None` is a rank that is not certain yet: no place.
    """
    found: dict[int, int] = {}
    ahead: set[int] = set()
    for stage in reversed(stages):
        stopped = {who: rank for who, rank in stage.items() if who not in ahead}
        ranks = [rank for rank in stopped.values() if rank is not None]
        for who, rank in stopped.items():
            if rank is not None:
                found[who] = len(ahead) + 1 + sum(other < rank for other in ranks) if ahead else rank
        ahead |= stage.keys()
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))
