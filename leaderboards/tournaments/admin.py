"""Tournaments in the administration: looked at, and acted on with a reason, through the services (RNK-8, QUA-4.18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit.models import Entry
from accounts.desk import Declined, Desk, ReasonForm, act
from accounts.models import User
from leaderboards.tournaments import access, life, making, words
from leaderboards.tournaments.models import Entrant, Match, Tournament
from leaderboards.tournaments.refusals import Refused

LAST = 20
"""Acts that are shown with a tournament."""


class HeirForm(ReasonForm):
    """Who is to run it from now on."""

    name = forms.CharField(label=_("Name des Kontos"), max_length=60)


def _do(do: Any, *args: Any, **more: Any) -> None:
    """Through the service; what it refuses is said in words."""
    try:
        do(*args, **more)
    except Refused as refused:
        raise Declined(words.sentence(refused)) from refused


@admin.register(Tournament)
class TournamentAdmin(Desk[Tournament]):
    """All tournaments, the newest first."""

    list_display = ("id", "name", "game", "state", "owner", "count", "starts_at", "created_at")
    list_filter = ("state", "game", "access", "created_at")
    search_fields = ("=id", "name", "owner__username")
    search_help_text = _("Kennung, Name oder wer es leitet")
    ordering = ("-created_at",)
    list_select_related = ("owner",)
    actions = ("cancel", "reopen", "hand_over")
    fields = (
        "id", "pages", "name", "name_en", "text", "game", "state", "access", "repeat", "owner", "seed", "registration_at",
        "starts_at", "started_at", "paused_at", "ended_at", "reason", "version", "created_at", "plan", "done",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        """With how many take part."""
        return super().get_queryset(request).annotate(entrant_count=Count("entrants"))

    def has_supervise_permission(self, request: HttpRequest) -> bool:
        """Whoever may change tournaments by the rights in the administration."""
        return request.user.has_perm(access.PERMISSION)

    @act(_("Absagen, mit Grund"), "supervise")
    def cancel(self, staff: User, row: Tournament, said: Mapping[str, Any]) -> None:
        """All see the reason."""
        _do(life.move, row.pk, staff, Tournament.State.CANCELLED, said["reason"])

    @act(_("Wieder öffnen, mit Grund"), "supervise")
    def reopen(self, staff: User, row: Tournament, said: Mapping[str, Any]) -> None:
        """Within seven days of its end."""
        if row.state != Tournament.State.FINISHED:
            raise Declined(words.sentence(Refused("no_such_move", source=row.state, target=Tournament.State.RUNNING)))
        _do(life.move, row.pk, staff, Tournament.State.RUNNING, said["reason"])

    @act(_("Jemand anders leitet es, mit Grund"), "supervise", HeirForm)
    def hand_over(self, staff: User, row: Tournament, said: Mapping[str, Any]) -> None:
        """The former owner stays as co-organiser."""
        _do(making.hand_over, row.pk, staff, said["name"], reason=said["reason"])

    @admin.display(description=_("Teilnehmende"))
    def count(self, row: Tournament) -> int:
        """How many have ever entered."""
        return int(getattr(row, "entrant_count", 0))

    @admin.display(description=_("Seiten"))
    def pages(self, row: Tournament) -> SafeString:
        """To what everybody sees, and to what organisers do."""
        desk = reverse("tournaments:desk-overview", args=[row.pk])
        shown, led = gettext("Turnier"), gettext("Turnierleitung")
        return format_html('<a href="{}">{}</a> <a href="{}">{}</a>', row.get_absolute_url(), shown, desk, led)

    @admin.display(description=_("Prüfprotokoll"))
    def done(self, row: Tournament) -> SafeString:
        """The last acts."""
        entries = Entry.objects.filter(kind="tournaments.tournament", target=row.pk).order_by("-pk")[:LAST]
        lines = ((one.at.isoformat(" ", "minutes"), _act(one), one.reason) for one in entries)
        return format_html('<ol class="desk-log">{}</ol>', format_html_join("", "<li>{} {} {}</li>", lines))


def _act(entry: Entry) -> str:
    return str(words.ACTS.get(entry.act.removeprefix("tournament."), entry.act))


@admin.register(Entrant)
class EntrantAdmin(Desk[Entrant]):
    """Who takes part."""

    list_display = ("tournament", "name", "state", "seed", "place", "user", "bot")
    list_filter = ("state", "tournament__game", "tournament__state")
    search_fields = ("=tournament__id", "name")
    search_help_text = _("Kennung des Turniers oder Name")
    ordering = ("-pk",)
    list_select_related = ("tournament", "user")
    fields = readonly_fields = (
        "tournament", "name", "user", "bot", "state", "seed", "mu", "sigma", "checked_in", "late_round", "bye_round", "missed",
        "place", "annulled", "paused", "reason", "entered_at",
    )  # fmt: skip


@admin.register(Match)
class MatchAdmin(Desk[Match]):
    """All matches."""

    list_display = ("tournament", "name", "state", "who", "deadline", "ended_at")
    list_filter = ("state", "tournament__game", "tournament__state")
    search_fields = ("=tournament__id", "=name")
    search_help_text = _("Kennung des Turniers oder der Begegnung")
    ordering = ("-pk",)
    list_select_related = ("tournament",)
    fields = readonly_fields = (
        "tournament", "page", "name", "state", "who", "winner", "decided", "played", "marked", "attempt", "called_at", "deadline",
        "started_at", "ended_at", "tables",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """With its sides."""
        return super().get_queryset(request).prefetch_related("sides__entrant")

    @admin.display(description=_("Seiten"))
    def who(self, match: Match) -> str:
        """Their names."""
        sides = sorted(match.sides.all(), key=lambda side: side.slot)
        return " – ".join(side.entrant.name if side.entrant else "?" for side in sides)

    @admin.display(description=_("Begegnung"))
    def page(self, match: Match) -> SafeString:
        """To where organisers decide about it."""
        address = reverse("tournaments:desk-match", args=[match.tournament_id, match.pk])
        return format_html('<a href="{}">{}</a>', address, match.name)

    @admin.display(description=_("Tische"))
    def tables(self, match: Match) -> SafeString:
        """Where it was played."""
        boards = (
            match.boards.select_related("table", "series").prefetch_related("series__games__table").order_by("attempt", "number")
        )
        found = []
        for board in boards:
            games = [game.table for game in board.series.games.all()] if board.series else [board.table]
            found += [table for table in games if table is not None]
        return format_html_join(" ", '<a href="{}">{}</a>', ((table.get_absolute_url(), table.pk) for table in found))
