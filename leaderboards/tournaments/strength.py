"""What the ratings say of whoever enters a tournament (RNK-7.1)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from games.engine import registry
from leaderboards.ratings.models import Link, Rating
from leaderboards.ratings.records import pool_of
from leaderboards.tournaments.models import Tournament

NEW_MU, NEW_SIGMA = 25.0, 8.333333
PROVISIONAL_BELOW = 10
AT_ONCE = 500
"""Keys in one query."""


def pool(tournament: Tournament) -> str:
    """The pool in which its players are compared: that of its first stage."""
    plan = tournament.rules
    stage = plan.stages[0]
    seats = 4 if plan.teams == "pairs" else 2 if stage.two_sided else stage.preferred
    options = registry.game(tournament.game).meta.check(plan.tables_of(0).options, seats)
    return pool_of(tournament.game, options, seats)


def ratings_of(pool_slug: str, users: Iterable[int]) -> dict[int, Rating]:
    """The all-time ratings of users in a pool, of those who have one."""
    keys = list(users)
    found: dict[int, Rating] = {}
    for first in range(0, len(keys), AT_ONCE):
        rows = Rating.objects.filter(pool=pool_slug, season=None, user__in=keys[first : first + AT_ONCE])
        found |= {row.user_id or 0: row for row in rows}
    return found


def of(tournament: Tournament, user: User) -> Rating:
    """The rating of somebody; of a new player if there is none."""
    slug = pool(tournament)
    return ratings_of(slug, [user.pk]).get(user.pk) or Rating(pool=slug, user=user, mu=NEW_MU, sigma=NEW_SIGMA)


def by_which_seeded(mu: float, sigma: float, games: int) -> float:
    """What entrants are ordered by: mu, of provisional players mu less sigma (RNK-7.1)."""
    return mu - sigma if games < PROVISIONAL_BELOW or sigma > 5 else mu


def linked(users: Iterable[int]) -> set[tuple[int, int]]:
    """Pairs of these accounts that staff takes for one person, the smaller number first (RNK-6.4)."""
    known = set(users)
    return {pair for pair in Link.objects.values_list("one", "other") if known.issuperset(pair)}


def is_linked(user: User, others: Iterable[int]) -> bool:
    """Whether staff takes this account for the same person as one of the others."""
    known = set(others)
    pairs = Link.objects.filter(Q(one=user) | Q(other=user)).values_list("one", "other")
    return any(known & {*pair} - {user.pk} for pair in pairs)
