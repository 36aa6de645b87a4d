"""Tournaments of somebody whose account goes, is called differently, or in the copy of one's own data (QUA-5)."""

from __future__ import annotations

import contextlib
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import get_language

from accounts.models import User
from accounts.signals import exporting, leaving, renamed, withdrawing
from games.texts import catalogue
from leaderboards.tournaments import entries, sealed
from leaderboards.tournaments.holding import changed, held
from leaderboards.tournaments.models import Announcement, Entrant, Role, TeamMember, Tournament
from leaderboards.tournaments.refusals import Refused

S, T = Entrant.State, Tournament.State
STAYING = (T.FINISHED, T.CANCELLED)


@receiver(withdrawing)
def give_up(user: User, **_: Any) -> None:
    """Out of all tournaments that are not over, so that nobody waits for this user; a team goes on if enough of it are left."""
    mine = Q(entrants__user=user) | Q(entrants__members__user=user)
    for key in Tournament.objects.filter(mine).exclude(state__in=STAYING).values_list("pk", flat=True).distinct().order_by("pk"):
        with contextlib.suppress(Refused), held(key) as row:
            _leave(row, user)
    Tournament.objects.filter(owner=user, state=T.DRAFT, entrants__isnull=True).delete()
    for row in Tournament.objects.filter(owner=user).exclude(state__in=STAYING).order_by("pk"):
        _hand_on(row, user)


def _leave(row: Tournament, user: User) -> None:
    for team in row.entrants.filter(members__user=user):
        team.members.filter(user=user).delete()
        rest = [one for one in entries.people(team) if one != user]
        size = 2 if row.rules.teams == "pairs" else row.rules.boards
        if len(rest) >= size or (not row.is_begun and team.user_id != user.pk):
            if team.user_id == user.pk:
                Entrant.objects.filter(pk=team.pk).update(user=rest[0])
            changed(row)
        elif team.state not in (S.WITHDRAWN, S.DISQUALIFIED, S.DROPPED):
            entries.take_out(row, team, S.WITHDRAWN, "")
    entrant = row.entrants.filter(user=user).exclude(state__in=(S.WITHDRAWN, S.DISQUALIFIED, S.DROPPED)).first()
    if entrant is not None:
        entries.take_out(row, entrant, S.WITHDRAWN, "")


def _hand_on(row: Tournament, user: User) -> None:
    """The first co-organiser leads from now on; without one, staff does."""
    other = row.roles.filter(kind=Role.Kind.CO_ORGANISER).exclude(user=user).order_by("pk").first()
    with held(row.pk) as fresh:
        fresh.owner = None if other is None else other.user
        fresh.save(update_fields=["owner"])
        if other is not None:
            other.delete()
        changed(fresh)


@receiver(leaving)
@transaction.atomic
def leave(user: User, name: str, **_: Any) -> None:
    """Brackets and tables keep a name that says nothing."""
    entered = Tournament.objects.filter(Q(entrants__user=user) | Q(entrants__members__user=user)).values("pk")
    for row in list(Tournament.objects.select_for_update().filter(pk__in=entered).order_by("pk")):
        alone = row.rules.teams == "none"
        Entrant.objects.filter(tournament=row, user=user).update(**({"name": name} if alone else {}), deck={}, pool={})
        changed(row)
    TeamMember.objects.filter(user=user).update(name=name[:40], deck={})


@receiver(renamed)
def rename(user: User, **_: Any) -> None:
    """A guest who keeps the account is called so in tournaments, too."""
    TeamMember.objects.filter(user=user).update(name=user.username[:40])
    for entrant in Entrant.objects.filter(user=user).select_related("tournament"):
        if entrant.tournament.rules.teams == "none":
            Entrant.objects.filter(pk=entrant.pk).update(name=user.username[:60])


@receiver(exporting)
def export(user: User, **_: Any) -> dict[str, Any]:
    """The tournaments somebody has entered or leads, and what they have announced there."""
    mine = Q(user=user) | Q(members__user=user)
    entered = Entrant.objects.filter(mine).select_related("tournament").distinct().order_by("entered_at", "pk")
    said = Announcement.objects.filter(by=user).order_by("pk")
    roles = Role.objects.filter(user=user).order_by("pk")
    return {
        "tournaments": [_exported(one) for one in entered],
        "tournaments_led": [
            *({"id": row.pk, "name": row.name, "role": "owner"} for row in Tournament.objects.filter(owner=user).order_by("pk")),
            *({"id": one.tournament_id, "name": one.tournament.name, "role": one.kind} for one in roles),
        ],
        "announcements": [{"tournament": one.tournament_id, "at": one.at, "text": one.text} for one in said],
    }


def _exported(one: Entrant) -> dict[str, Any]:
    row = one.tournament
    return {
        "id": row.pk,
        "name": row.name,
        "game": row.game,
        "entered_as": one.name,
        "entered": one.entered_at,
        "state": one.state,
        "seed": one.seed,
        "place": one.place,
        "deck": one.deck.get("cards", {}),
        **_opened(one),
    }


def _opened(one: Entrant) -> dict[str, Any]:
    """The packs somebody has opened in a sealed event, as lists of cards, with the names of these; `kept`: the one they chose."""
    if not one.pool:
        return {}
    names = catalogue(one.tournament.game, get_language() or "de")
    cards = sealed.cards_of(one)
    kept = {"kept": one.pool["kept"]} if "kept" in one.pool else {}
    return {
        "opened": one.pool["packs"],
        "opened_names": {card: str(names.get(f"card.{one.tournament.game}.{card}", card)) for card in cards},
        **kept,
    }
