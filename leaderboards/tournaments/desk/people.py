"""Announcements, who helps, and what has been done (RNK-6.5, RNK-7.1, RNK-7.15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.models import Entry
from accounts.models import User
from leaderboards.tournaments import access, making, words
from leaderboards.tournaments.desk import frame
from leaderboards.tournaments.desk.acts import Asked, Done, Question, deed
from leaderboards.tournaments.models import Role, Round, Tournament
from leaderboards.tournaments.refusals import Refused

ENTRIES = 50
"""Of a page of the log."""
MOST_MATCHES = 200


def announcements_page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """What has been told, and something new."""
    context = {
        "error": error,
        "announcements": row.announcements.select_related("match", "round", "by").order_by("-pinned", "-pk"),
        "matches": row.matches.exclude(state__in=("cancelled", "walkover")).order_by("-stage__number", "position")[:MOST_MATCHES],
        "found_rounds": Round.objects.filter(stage__tournament=row).order_by("stage__number", "number"),
        "typed": request.POST.get("text", ""),
    }
    return frame.show(request, row, "announcements", context, status)


announcements = require_safe(frame.desk("messages")(announcements_page))


@deed("tell", announcements_page)
def tell(asked: Asked) -> Done:
    """To everybody, a round or a match."""
    kind, _colon, key = asked.data.get("about", "").partition(":")
    number = int(key) if key.isascii() and key.isdigit() and len(key) < 10 else -1
    making.tell(
        asked.row.pk,
        asked.by,
        asked.data.get("text", ""),
        pinned=asked.data.get("pinned") == "yes",
        match=number if kind == "match" else None,
        round_=number if kind == "round" else None,
    )
    return Done(_("Die Ansage ist gemacht."), reverse("tournaments:desk-announcements", args=[asked.row.pk]))


@deed("untell", announcements_page)
def untell(asked: Asked) -> Done:
    """Take one back."""
    making.untell(asked.row.pk, asked.by, asked.number("announcement"))
    return Done(_("Die Ansage ist zurückgenommen."), reverse("tournaments:desk-announcements", args=[asked.row.pk]))


# --- roles -------------------------------------------------------------------------------------------------------------------


def people_page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """Who runs it, and who helps."""
    context = {
        "error": error,
        "roles": row.roles.select_related("user").order_by("kind", "user__username"),
        "kinds": Role.Kind.choices,
        "may_roles": access.may(frame.user_of(request), row, "roles"),
        "typed": request.POST.get("name", ""),
    }
    return frame.show(request, row, "people", context, status)


people = require_safe(frame.desk("life")(people_page))


def _to_people(row: Tournament) -> str:
    return reverse("tournaments:desk-people", args=[row.pk])


@deed("give-role", people_page)
def give_role(asked: Asked) -> Done:
    """Somebody helps."""
    making.give_role(asked.row.pk, asked.by, asked.data.get("name", ""), asked.data.get("kind", ""))
    return Done(_("Die Aufgabe ist vergeben."), _to_people(asked.row))


def ask_take_role(asked: Asked) -> Question:
    """Whose."""
    access.check(asked.by, asked.row, "roles")
    role = asked.row.roles.filter(pk=asked.number("role")).select_related("user").first()
    if role is None:
        raise Refused("role")
    fact = _("%(name)s kann danach hier nichts mehr entscheiden.") % {"name": role.user.username}
    return Question(_("Aufgabe entziehen"), (fact,), _("Entziehen"), reason=False)


@deed("take-role", people_page, ask_take_role)
def take_role(asked: Asked) -> Done:
    """Somebody does not help any more."""
    making.take_role(asked.row.pk, asked.by, asked.number("role"))
    return Done(_("Die Aufgabe ist entzogen."), _to_people(asked.row))


def ask_hand_over(asked: Asked) -> Question:
    """What it means."""
    access.check(asked.by, asked.row, "roles")
    name = asked.data.get("name", "").strip()[:60]
    if not User.objects.filter(username__iexact=name, is_active=True, is_guest=False).exists():
        raise Refused("no_such_user", name=name)
    fact = _("%(name)s leitet dann das Turnier. Zurückgeben kann es nur, wer es leitet.") % {"name": name}
    return Question(_("Leitung übergeben"), (fact,), _("Übergeben"), reason=False)


@deed("hand-over", people_page, ask_hand_over)
def hand_over(asked: Asked) -> Done:
    """Somebody else is in charge."""
    making.hand_over(asked.row.pk, asked.by, asked.data.get("name", ""))
    return Done(_("Die Leitung ist übergeben."), reverse("tournaments:desk-overview", args=[asked.row.pk]))


# --- the log -----------------------------------------------------------------------------------------------------------------


def log_page(request: HttpRequest, row: Tournament) -> HttpResponse:
    """Every act, the last one first: who, when, what, before, after, why."""
    entries = Entry.objects.filter(kind="tournaments.tournament", target=row.pk).order_by("-pk")
    found = Paginator(entries, ENTRIES).get_page(request.GET.get("seite"))
    names = dict(User.objects.filter(pk__in=[one.actor for one in found if one.actor]).values_list("pk", "username"))
    lines = [
        {
            "at": one.at,
            "who": names.get(one.actor, _("nicht mehr da")) if one.actor else _("von selbst"),
            "act": words.ACTS.get(one.act.removeprefix("tournament."), one.act),
            "before": _plain(one.before),
            "after": _plain(one.after),
            "reason": one.reason,
        }
        for one in found
    ]
    return frame.show(request, row, "log", {"lines": lines, "found": found})


log = require_safe(frame.desk("messages")(log_page))


def _plain(facts: Mapping[str, Any]) -> str:
    """Facts of an entry in one line."""
    said = []
    for name, value in facts.items():
        shown = ", ".join("–" if one is None else str(one) for one in value) if isinstance(value, list) else value
        if shown not in ("", None, {}):
            said.append(f"{words.FACTS.get(name, name)}: {shown}"[:400])
    return "; ".join(said)
