"""Who may do what at a tournament: the one place that says (RNK-7.1 Roles, PRO-10.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.hashers import check_password
from django.db.models import Q, QuerySet

from accounts.models import User
from leaderboards.tournaments.models import Entrant, Match, Role, Tournament
from leaderboards.tournaments.refusals import Refused

Act = Literal["settings", "life", "entrants", "pairing", "results", "messages", "roles", "delete"]

OWNER, STAFF, PLAYER, NOBODY = "owner", "staff", "player", ""

MAY: Mapping[str, frozenset[Act]] = {
    OWNER: frozenset({"settings", "life", "entrants", "pairing", "results", "messages", "roles", "delete"}),
    STAFF: frozenset({"settings", "life", "entrants", "pairing", "results", "messages", "roles", "delete"}),
    Role.Kind.CO_ORGANISER: frozenset({"settings", "life", "entrants", "pairing", "results", "messages"}),
    Role.Kind.REFEREE: frozenset({"results", "messages"}),
}
"""What each role may do: co-organisers all but roles and deleting, referees results, forfeits, calls and messages."""

PERMISSION = "tournaments.change_tournament"


def role(user: User | None, tournament: Tournament) -> str:
    """As what somebody comes to a tournament."""
    if user is None:
        return NOBODY
    if tournament.owner_id == user.pk:
        return OWNER
    kind = Role.objects.filter(tournament=tournament, user=user).values_list("kind", flat=True).first()
    if kind is not None:
        return str(kind)
    if user.is_staff and user.has_perm(PERMISSION):
        return STAFF
    return PLAYER if tournament.entrants.filter(Q(user=user) | Q(members__user=user)).exists() else NOBODY


def may(user: User | None, tournament: Tournament, act: Act) -> bool:
    """Whether somebody may do this here."""
    return act in MAY.get(role(user, tournament), frozenset())


def check(user: User | None, tournament: Tournament, act: Act) -> str:
    """The role by which they may. Raises `Refused` (`wrong_role`)."""
    found = role(user, tournament)
    if act not in MAY.get(found, frozenset()):
        raise Refused("wrong_role")
    return found


def check_match(user: User | None, match: Match, act: Act = "results") -> None:
    """Whoever plays in a match decides nothing about it: another organiser must. Raises `Refused`."""
    check(user, match.tournament, act)
    if user is not None and plays_in(user, match):
        raise Refused("own_match")


def plays_in(user: User, match: Match) -> bool:
    """Whether somebody is on one of the sides."""
    mine = Q(entrant__user=user) | Q(entrant__members__user=user)
    return match.sides.filter(mine).exists()


def check_opponent(user: User, tournament: Tournament, entrant: Entrant) -> None:
    """Whoever has to play against somebody does not take them out. Raises `Refused`."""
    open_ = tournament.matches.filter(sides__entrant=entrant, state__in=("ready", "called", "running"))
    own = Q(user=user) | Q(members__user=user)
    if not tournament.entrants.filter(own, pk=entrant.pk).exists() and any(plays_in(user, match) for match in open_):
        raise Refused("own_match")


def visible(user: User | None) -> QuerySet[Tournament]:
    """The tournaments that are listed for somebody: public ones that are no draft, and those they have to do with."""
    listed = Q(access__in=(Tournament.Access.PUBLIC, Tournament.Access.PASSWORD)) & ~Q(state=Tournament.State.DRAFT)
    if user is None:
        return Tournament.objects.filter(listed)
    mine = Q(owner=user) | Q(roles__user=user) | Q(entrants__user=user) | Q(entrants__members__user=user)
    return Tournament.objects.filter(listed | mine).distinct()


def may_see(user: User | None, tournament: Tournament) -> bool:
    """Whether the page is there for somebody: whoever has the address sees all but drafts, and lists only the invited."""
    if tournament.state == Tournament.State.DRAFT:
        return may(user, tournament, "messages")
    if tournament.access != Tournament.Access.LIST:
        return True
    return role(user, tournament) != NOBODY or (user is not None and is_invited(user, tournament))


def is_invited(user: User, tournament: Tournament) -> bool:
    """Whether they are on the list."""
    return user.username.casefold() in tournament.allowed


def knows_password(tournament: Tournament, password: str) -> bool:
    """Whether that is the one."""
    return bool(tournament.password) and check_password(password, tournament.password)


def has_second_factor(user: User) -> bool:
    """Whether they may run rated tournaments (QUA-4.7)."""
    return bool(is_mfa_enabled(user))
