"""Scoring complete reviews, ranks, the end of the game (SPF-8, SPF-9, SPF-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.outcome import Outcome, ranks
from games.spieleflut.rules import desk
from games.spieleflut.rules.cards import NONE
from games.spieleflut.rules.options import TARGETS
from games.spieleflut.rules.piles import change_reach, to_discard
from games.spieleflut.rules.position import DESK_ZONE, FINISHED_ZONE, QUEUE_ZONE, Work

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut

LATE, LATE_AT_END = 3, 6
LOWEST_RANK, HIGHEST_RANK = 1, 3
SAME_BONUS = {2: 2}
SAME_MANY = 3
DISTINCT_BONUS = {3: 1, 4: 2, 5: 3}
ROUND_LIMIT = 60
TEAM_LETTERS = "AB"


def target(game: Spieleflut) -> int:
    """The reach that ends the game (SPF-12.1)."""
    usual, long = TARGETS[game.position.seats]
    return long if game.position.options.long else usual


def genre_bonus(genres: list[str]) -> int:
    """The bonus for the last of these finished reviews (SPF-8.5, SPF-8.6).

    >>> genre_bonus(["rpg", "rpg"]), genre_bonus(["rpg", "sport", "action"]), genre_bonus(["sport", "rpg"])
    (2, 1, 0)
    """
    same = 0
    for genre in reversed(genres):
        if genre != genres[-1]:
            break
        same += 1
    if same > 1:
        return SAME_BONUS.get(same, SAME_MANY)
    distinct: set[str] = set()
    for genre in reversed(genres):
        if genre in distinct:
            break
        distinct.add(genre)
    return DISTINCT_BONUS.get(len(distinct), 0)


def score(game: Spieleflut, seat: int, slot: int, work: Work) -> bool:
    """Score a complete review in step 2 (SPF-8.3, SPF-8.4); whether a reward is due (SPF-9.7)."""
    p, rang = game.position, game.position.options.rang
    zone = DESK_ZONE[seat][slot]
    if rang and p.stack:
        to_discard(game, p.stack.pop(), "stack", "stack_shrinks")
    late = work.deadline == 0
    if late and rang:
        lose_rank(game, seat)
    top = desk.is_top(game, work)
    reward = top and rang and p.rank[seat] == HIGHEST_RANK
    if top and rang and not reward:
        p.rank[seat] += 1
        game.tell(Event("state_changed", {"seat": seat, "rank": p.rank[seat]}, log="rank_up"))
    shame = game.cards.operation(work.disturbance, "score_delta")
    bonus, extra = file(game, seat, slot, work, top), game.cards.top_bonus[work.review]
    total = game.cards.points[work.review] + bonus + (extra if top and not rang else 0) - (LATE if late else 0)
    total += shame.delta if shame is not None else 0
    about = {"card": game.cards.ids[work.review], "zone": zone, "bonus": bonus, "top": int(top), "late": int(late)}
    change_reach(game, seat, total, scores_log(top=top, late=late), **about)
    return reward


def scores_log(*, top: bool, late: bool) -> str:
    """How the scoring of a review is told."""
    return "scores" + ("_top" if top else "") + ("_late" if late else "")


def file(game: Spieleflut, seat: int, slot: int, work: Work, top: bool) -> int:
    """Activities to the discard pile, the review on the finished stack; its genre bonus."""
    p = game.position
    zone = DESK_ZONE[seat][slot]
    for card in work.attached:
        to_discard(game, card, zone, "", seat)
    desk.lose_disturbance(game, seat, slot, work, "disturbance_leaves")
    p.desks[seat][slot] = None
    p.finished[seat].append(work.review)
    p.tops[seat] += top
    moved = {"seat": seat, "from": zone, "to": FINISHED_ZONE[seat], "cards": [game.cards.ids[work.review]]}
    game.tell(Event("cards_moved", moved))
    return genre_bonus([game.cards.genre[review] for review in p.finished[seat]])


def lose_rank(game: Spieleflut, seat: int) -> None:
    """One rank less, not below the first; a queued review above it goes (SPF-9.5)."""
    p = game.position
    if p.rank[seat] > LOWEST_RANK:
        p.rank[seat] -= 1
        game.tell(Event("state_changed", {"seat": seat, "rank": p.rank[seat]}, log="rank_down"))
    waiting = p.queues[seat]
    if waiting != NONE and not desk.may_take(game, seat, waiting):
        p.queues[seat] = NONE
        to_discard(game, waiting, QUEUE_ZONE[seat], "queue_too_high", seat)


# --- the end (SPF-12) -------------------------------------------------------------------------------------------------


def reached(game: Spieleflut, seat: int) -> bool:
    """Whether this player ends the game now; round 1 cannot (SPF-12.2)."""
    return game.position.round > 1 and game.position.reach[seat] >= target(game)


def exhausted(game: Spieleflut) -> bool:
    """Whether no review is left anywhere, or the last round is over (SPF-12.7)."""
    p, review = game.position, game.cards.review
    if p.round >= ROUND_LIMIT:
        return True
    return not (
        any(review[card] for card in p.draw)
        or any(review[card] for card in p.discard)
        or p.stack
        or any(work is not None for row in p.desks for work in row)
        or any(waiting != NONE for waiting in p.queues)
    )


def finish(game: Spieleflut, first_to_score: int, reason: str) -> None:
    """Whoever would still have had a turn scores, then all pay for what is late, then the places (SPF-12.3 to 12.6)."""
    p = game.position
    p.state = "GAME_END"
    for seat in p.order[first_to_score:]:
        for slot, work in list(desk.works(game, seat)):
            if _counts_at_end(game, work):
                _score_at_end(game, seat, slot, work)
    for seat in p.order:
        for _, work in desk.works(game, seat):
            if work.deadline == 0:
                change_reach(game, seat, -LATE_AT_END, "late_at_end", card=game.cards.ids[work.review])
    order = sorted(sides(game), key=lambda side: standing(game, side), reverse=True)
    best = standing(game, order[0])
    p.winners = sorted(seat for side in order if standing(game, side) == best for seat in side)
    args: dict[str, object] = {"seats": p.winners, "reason": reason}
    if len(p.winners) == 1:
        args["seat"] = p.winners[0]
    shared = sum(standing(game, side) == best for side in order) > 1
    game.tell(Event("game_ended", args, log="ended_shared" if shared else "ended_team" if p.teams else "ended"))


def _counts_at_end(game: Spieleflut, work: Work) -> bool:
    """Complete, where only disturbances with a condition still count (SPF-11.6)."""
    disturbance = work.disturbance
    if disturbance != NONE and not game.cards.data[disturbance].condition_at_game_end:
        return desk.complete(game, Work(work.review, work.deadline, work.attached))
    return desk.complete(game, work)


def _score_at_end(game: Spieleflut, seat: int, slot: int, work: Work) -> None:
    """Points, TOP bonus without ranks, genre bonus, 6 less if late; nothing else happens (SPF-12.3, SPF-12.4)."""
    rang = game.position.options.rang
    conditional = work.disturbance != NONE and game.cards.data[work.disturbance].condition_at_game_end
    top = desk.is_top(game, work, disturbed=conditional)
    bonus, extra = file(game, seat, slot, work, top), game.cards.top_bonus[work.review]
    late = work.deadline == 0
    total = game.cards.points[work.review] + bonus + (extra if top and not rang else 0) - (LATE_AT_END if late else 0)
    about = {"card": game.cards.ids[work.review], "bonus": bonus, "top": int(top), "late": int(late)}
    change_reach(game, seat, total, scores_log(top=top, late=late), **about)


def sides(game: Spieleflut) -> list[list[int]]:
    """The teams, or everybody alone."""
    p = game.position
    if not p.teams:
        return [[seat] for seat in range(p.seats)]
    return [[seat for seat in range(p.seats) if p.teams[seat] == team] for team in sorted(set(p.teams))]


def standing(game: Spieleflut, side: list[int]) -> tuple[int, int, int]:
    """Reach, then finished reviews, then TOP reviews, of a side together (SPF-12.6, SPF-13.2)."""
    p = game.position
    return (
        sum(p.reach[seat] for seat in side),
        sum(len(p.finished[seat]) for seat in side),
        sum(p.tops[seat] for seat in side),
    )


def outcome(game: Spieleflut) -> Outcome | None:
    """The places when the game is over; in the team game those of the sides (RNK-1.2, RNK-1.3)."""
    p = game.position
    if p.state != "GAME_END":
        return None
    order = sorted(sides(game), key=lambda side: standing(game, side), reverse=True)
    groups: list[list[list[int]]] = []
    for side in order:
        if groups and standing(game, groups[-1][0]) == standing(game, side):
            groups[-1].append(side)
        else:
            groups.append([side])
    if p.teams:
        result = [0] * p.seats
        for place, tied in enumerate(groups, 1):
            for seat in (seat for side in tied for seat in side):
                result[seat] = place
    else:
        result = ranks([[side[0] for side in tied] for tied in groups], p.seats)
    return Outcome(result, "reach", p.reach[:], counters(game))


def counters(game: Spieleflut) -> list[dict[str, Any]]:
    """What each player has, as the result keeps it (RNK-1.1); in the team game with what the team has together."""
    p = game.position
    extra: list[dict[str, Any]] = [
        {"reach": p.reach[seat], "finished": len(p.finished[seat]), "top": p.tops[seat]} for seat in range(p.seats)
    ]
    for seat in range(p.seats if p.teams else 0):
        together = sum(p.reach[other] for other in range(p.seats) if p.teams[other] == p.teams[seat])
        extra[seat] = {"team": TEAM_LETTERS[p.teams[seat]], "together": together} | extra[seat]
    return extra
