"""The match: target, play-offs, knock-out, Score 37, leaving, and the final ranking (EMO-6, EMO-10, EMO-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from games.emotrions.rules.position import Out, Position, Reason
from games.engine.event import Event
from games.engine.outcome import Outcome, ranks

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions

LAST_DEAL = 60
"""The safety limit of EMO-6.9."""

EXACT_PLAYOFF_DEALS = 5
"""How long a play-off for exactly 37 lasts before the nearest wins (EMO-10.4)."""


class Verdict(msgspec.Struct):
    """What a finished deal means for the match: it ends, or a play-off group goes on, or everybody still in does."""

    reason: Reason | None = None
    winner: int = -1
    group: list[int] = []
    exact: bool = False
    """Whether the group plays for exactly 37."""
    deals: int = 0
    """Where the count of play-off deals starts, if a play-off begins."""
    out: list[tuple[int, bool]] = []
    """Who is out now, as (seat, left of their own accord), in the order of going."""


def judge(p: Position, target: int) -> Verdict:
    """The checks after a deal, in their order (EMO-6.7, EMO-10.5). The totals already hold the points of the deal."""
    leavers = [leaver.seat for leaver in p.left if leaver.seat in p.still_in()]  # out before check (2), EMO-15.4
    contenders = [seat for seat in (p.playoff or p.still_in()) if seat not in leavers]
    if p.playoff and not p.exact_playoff:
        verdict = _judge_deal(p, contenders)
    elif p.options.score37:
        verdict = _judge_exact(p, contenders, target)
    else:
        verdict = _judge_target(p, contenders, target)
    knocked = (
        []
        if p.playoff and not p.exact_playoff
        else [seat for seat in contenders if p.totals[seat] < 0 and seat != verdict.winner and seat not in verdict.group]
    )
    verdict.out = [(seat, False) for seat in knocked] + [(seat, True) for seat in leavers]
    return verdict


def _judge_deal(p: Position, group: list[int]) -> Verdict:
    """A play-off deal decides by its points alone; the tied ones play on (EMO-6.3)."""
    tops = _best(group, lambda seat: p.points[seat])
    return Verdict("playoff", tops[0]) if len(tops) == 1 else Verdict(group=tops)


def _judge_target(p: Position, contenders: list[int], target: int) -> Verdict:
    """EMO-6.2 to EMO-6.6, and the limit of EMO-6.9."""
    tops = _best(contenders, lambda seat: p.totals[seat])
    if p.totals[tops[0]] >= target:
        return _top(tops, "target")
    return _judge_knockout(p, contenders) or (_top(tops, "limit") if p.deal >= LAST_DEAL else Verdict())


def _judge_exact(p: Position, contenders: list[int], target: int) -> Verdict:
    """Score 37, in a play-off among its group and otherwise among all (EMO-10.5)."""
    exact = [seat for seat in contenders if p.totals[seat] == target]
    if exact:
        return Verdict("exact", exact[0]) if len(exact) == 1 else Verdict(group=exact, exact=True)
    knockout = _judge_knockout(p, contenders)
    if knockout:
        return knockout
    alive = [seat for seat in contenders if p.totals[seat] >= 0]
    if p.playoff:
        over = p.playoff_deals + 1 >= EXACT_PLAYOFF_DEALS
        return _nearest(p, alive, target) if over else Verdict(group=alive, exact=True)
    if any(p.totals[seat] > target for seat in alive):  # EMO-10.2 (b)
        distance = sorted(abs(p.totals[seat] - target) for seat in alive)[1]
        return Verdict(group=[seat for seat in alive if abs(p.totals[seat] - target) <= distance], exact=True)
    return _nearest(p, alive, target) if p.deal >= LAST_DEAL else Verdict()


def _nearest(p: Position, seats: list[int], target: int) -> Verdict:
    """The one nearest to 37 wins; those with the same total play further deals (EMO-10.4)."""
    tops = _best(seats, lambda seat: nearness(p.totals[seat], target))
    return Verdict("nearest", tops[0]) if len(tops) == 1 else Verdict(group=tops, exact=True, deals=EXACT_PLAYOFF_DEALS)


def nearness(total: int, target: int) -> tuple[int, int]:
    """The order of EMO-10.4: less distance is better, at equal distance below beats above."""
    return -abs(total - target), -total


def _judge_knockout(p: Position, contenders: list[int]) -> Verdict | None:
    """One left wins; if all fell below 0 together, the highest total does (EMO-6.4 to EMO-6.6)."""
    alive = [seat for seat in contenders if p.totals[seat] >= 0]
    if len(alive) == 1:
        return Verdict("knockout", alive[0])
    return None if alive else _top(_best(contenders, lambda seat: p.totals[seat]), "knockout")


def _top(tops: list[int], reason: Reason) -> Verdict:
    """A single best player wins, several play a deal for it (EMO-6.3)."""
    return Verdict(reason, tops[0]) if len(tops) == 1 else Verdict(group=tops)


def _best(seats: Iterable[int], key: Callable[[int], int | tuple[int, int]]) -> list[int]:
    best = max(map(key, seats := list(seats)))
    return [seat for seat in seats if key(seat) == best]


def leave(game: Emotrions, seat: int) -> None:
    """A player leaves while only one other is still in the match, or in the running play-off: that one wins at once (EMO-15.4).

    Otherwise the defaults play the seat to the end of the deal, where `judge` puts it out.
    """
    p = game.position
    gone = {leaver.seat for leaver in p.left}
    field = p.playoff if p.playoff and seat in p.playoff else p.still_in()
    others = [other for other in field if other not in gone]
    if seat in field and len(others) == 1:
        p.out += [Out(leaver.seat, p.deal, left=True) for leaver in p.left if leaver.seat in p.still_in()]
        end(game, others[0], "left")


def end(game: Emotrions, winner: int, reason: Reason) -> None:
    """The match is over."""
    p = game.position
    p.phase, p.winner, p.reason = "over", winner, reason
    p.story, p.sealed = None, {}
    game.tell(Event("game_ended", {"seat": winner, "reason": reason, "totals": p.totals}, log=f"ended_{reason}", reveals=True))


def ranking(p: Position, target: int) -> list[list[int]]:
    """Groups of equal rank, best first (EMO-15.2): winner, losers of the last play-off, others in the match, then who is out."""

    def key(seat: int) -> tuple[int, int]:
        return nearness(p.totals[seat], target) if p.options.score37 else (p.totals[seat], 0)

    inside = [seat for seat in p.still_in() if seat != p.winner]
    groups = [[p.winner]]
    groups += _grouped([seat for seat in inside if seat in p.playoff], key)
    groups += _grouped([seat for seat in inside if seat not in p.playoff], key)
    for _, gone in groupby(sorted(p.out, key=lambda out: -out.deal), key=lambda out: out.deal):
        last = list(gone)
        groups += _grouped([out.seat for out in last if not out.left], lambda seat: (p.totals[seat], 0))
        groups += [[out.seat] for out in reversed(last) if out.left]
    return groups


def _grouped(seats: list[int], key: Callable[[int], tuple[int, int]]) -> list[list[int]]:
    return [list(group) for _, group in groupby(sorted(seats, key=key, reverse=True), key=key)]


def outcome(p: Position, target: int) -> Outcome | None:
    """The result of a match that is over."""
    if p.reason is None:
        return None
    knockouts = {out.seat: out.deal for out in p.out if not out.left}
    extra = [
        {"total": p.totals[seat], "deals_won": p.deals_won[seat]}
        | ({"knockout_deal": knockouts[seat]} if seat in knockouts else {})
        for seat in range(p.seats)
    ]
    return Outcome(ranks(ranking(p, target), p.seats), p.reason, list(p.totals), extra)
