"""What other pages show of tournaments: the home page, profiles and lists, and the tables that are their games."""

from __future__ import annotations

from collections import Counter

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.tables.models import Table
from games.tables.slots import Section
from leaderboards.ratings.slots import Entered, Medals
from leaderboards.ratings.visibility import is_hidden
from leaderboards.tournaments import selectors
from leaderboards.tournaments.models import Entrant, Tournament

GOLD, SILVER, BRONZE = 1, 2, 3
MOST_ENTERED = 50

T = Tournament.State


def medals() -> list[Medals]:
    """Everybody who has any and may be shown, whoever has most gold first, then silver, then bronze (RNK-3.1)."""
    counts: dict[int, Counter[int]] = {}
    users: dict[int, User] = {}
    for entrant in _won().select_related("user").prefetch_related("members__user"):
        place = entrant.place or 0
        team = [member.user for member in entrant.members.all() if member.user and member.confirmed]
        captain = [entrant.user] if entrant.user else []
        for user in team or captain:
            if not is_hidden(user):
                users[user.pk] = user
                counts.setdefault(user.pk, Counter())[place] += 1
    found = [Medals(users[key], count[GOLD], count[SILVER], count[BRONZE]) for key, count in counts.items()]
    return sorted(found, key=lambda one: (-one.gold, -one.silver, -one.bronze, one.user.username.casefold()))


def any_medals() -> bool:
    """Whether that would be anybody."""
    listed = [
        {f"{who}__in_lists": True, f"{who}__is_active": True, f"{who}__is_guest": False} for who in ("user", "members__user")
    ]
    return _won().filter(Q(**listed[0]) | Q(**listed[1], members__confirmed=True)).exists()


def _won() -> QuerySet[Entrant]:
    """Whoever came first, second or third and may keep it."""
    lost = Q(state=Entrant.State.DISQUALIFIED) | Q(annulled=True)
    return Entrant.objects.filter(tournament__state=T.FINISHED, place__lte=BRONZE, user__isnull=False).exclude(lost)


def entered(user: User) -> list[Entered]:
    """All that somebody has played in, the latest first; only what everybody may find (RNK-3.6)."""
    mine = Q(user=user) | Q(members__user=user, members__confirmed=True)
    shown = Q(tournament__access__in=(Tournament.Access.PUBLIC, Tournament.Access.PASSWORD))
    begun = Q(tournament__state__in=(T.RUNNING, T.PAUSED, T.FINISHED), seed__isnull=False)
    rows = Entrant.objects.filter(mine, shown, begun).select_related("tournament").distinct()
    found = []
    for entrant in rows.order_by("-tournament__started_at")[:MOST_ENTERED]:
        row = entrant.tournament
        over = row.state == T.FINISHED
        found.append(
            Entered(
                name=selectors.name_of(row),
                url=row.get_absolute_url(),
                game=row.game,
                place=entrant.place if over else None,
                of=row.entrants.filter(seed__isnull=False).count(),
                at=row.ended_at or row.started_at,
            )
        )
    return found


def event(table: Table) -> dict[str, str]:
    """The tournament a table is a game of."""
    row = Tournament.objects.filter(Q(matches__boards__table=table) | Q(matches__boards__series__games__table=table)).first()
    return {} if row is None else {"name": selectors.name_of(row), "url": f"{row.get_absolute_url()}#meins"}


def next_up(user: User | None) -> list[Section]:
    """For the home page: what somebody plays next."""
    found = selectors.next_rounds(user)
    return [Section("tournaments/next_up.html", {"rounds": found})] if found else []


def called(user: User, address: str) -> list[Section]:
    """For every page: the matches somebody is called to; nothing for whoever takes part in none that is on (UX-9.1)."""
    if user.is_guest:
        return []
    mine = selectors.under_way(user)
    return [Section("tournaments/calls.html", {"rows": selectors.calls(mine, user, address)})] if mine else []


def going_on(user: User | None) -> list[Section]:
    """For the home page: public tournaments that are played."""
    found = selectors.running()
    return [Section("tournaments/going_on.html", {"rows": found, "title": _("Laufende Turniere")})] if found else []
