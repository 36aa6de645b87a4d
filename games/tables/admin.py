"""Tables, moves, seats, chat and due work in the administration: looked at as spectators do, and acted on with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import chain
from accounts.desk import Declined, Desk, act
from accounts.models import User
from games import texts
from games.engine.errors import EngineError
from games.tables import access, moderation, reports, selectors, store, supervision, wire
from games.tables.models import ChatLine, Command, Due, Report, Seat, Table

Status = Table.Status

CONTEXT = 10
"""Lines before and after one that was reported."""

if TYPE_CHECKING:
    _Inline = admin.TabularInline[Seat, Table]
else:
    _Inline = admin.TabularInline


class SeatsInline(_Inline):
    """Who sits at a table."""

    model = Seat
    fields = readonly_fields = ("number", "name", "user", "bot")
    ordering = ("number",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """People sit down by themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Nobody is moved about."""
        return False


@admin.register(Table)
class TableAdmin(Desk[Table]):
    """All tables, the newest first. A running one is shown as those see it who watch (QUA-4.19)."""

    list_display = ("id", "game", "status", "mode", "players", "version", "created_at", "ended_at")
    list_filter = ("status", "game", "mode", "created_at")
    search_fields = ("=id", "seats__name")
    search_help_text = _("Kennung des Tisches oder Name von jemandem, der dort sitzt")
    ordering = ("-created_at",)
    actions = ("suspend", "resume", "close")
    inlines = (SeatsInline,)
    fields = (
        "id", "watch", "game", "rules_version", "settings", "status", "open_to", "mode", "pace", "owner", "version", "awaited",
        "created_at", "started_at", "ended_at", "commit", "head", "epoch", "result", "protocol",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """With those who sit there."""
        return super().get_queryset(request).select_related("owner").prefetch_related("seats")

    def has_supervise_permission(self, request: HttpRequest) -> bool:
        """Whoever may change tables by the rights in the administration."""
        return request.user.has_perm("tables.change_table")

    @act(_("Anhalten, mit Grund"), "supervise")
    def suspend(self, staff: User, table: Table, said: Mapping[str, Any]) -> None:
        """Nothing can be played there until it is resumed."""
        _supervise(supervision.suspend, staff, table, said)

    @act(_("Weiterspielen lassen, mit Grund"), "supervise")
    def resume(self, staff: User, table: Table, said: Mapping[str, Any]) -> None:
        """Clocks go on with what was left."""
        _supervise(supervision.resume, staff, table, said)

    @act(_("Schließen ohne Ergebnis, mit Grund"), "supervise")
    def close(self, staff: User, table: Table, said: Mapping[str, Any]) -> None:
        """For good; it counts for nobody."""
        _supervise(supervision.close, staff, table, said)

    @admin.display(description=_("am Tisch"))
    def players(self, table: Table) -> str:
        """Their names."""
        return ", ".join(seat.name for seat in sorted(table.seats.all(), key=lambda seat: seat.number))

    @admin.display(description=_("Seite"))
    def watch(self, table: Table) -> SafeString:
        """To the table itself."""
        return format_html('<a href="{}">{}</a>', table.get_absolute_url(), gettext("Zuschauen"))

    @admin.display(description=_("Optionen"))
    def settings(self, table: Table) -> str:
        """Those that are not as usual, in words."""
        chosen = selectors.options_in_words(table, access.speaker(table.game, get_language() or "de", []))
        return ", ".join(f"{label}: {value}" for label, value in chosen) or gettext("wie üblich")

    @admin.display(description=_("Bedenkzeit"))
    def pace(self, table: Table) -> str:
        """How fast it is played."""
        return selectors.pace_in_words(table.pace)

    @admin.display(description=_("am Zug"))
    def awaited(self, table: Table) -> str:
        """Whose answer everybody waits for."""
        return ", ".join(seat.name for seat in table.seats.all() if seat.number in table.waiting)

    @admin.display(description=_("Ergebnis"))
    def result(self, table: Table) -> str:
        """The ranks, when it is over."""
        ranks = (table.outcome or {}).get("ranks", [])
        return ", ".join(f"{ranks[seat.number]}. {seat.name}" for seat in table.seats.all() if seat.number < len(ranks))

    @admin.display(description=_("Protokoll, wie es Zuschauende lesen"))
    def protocol(self, table: Table) -> SafeString | str:
        """The end of the log in sentences."""
        if table.started_at is None:
            return ""
        try:
            loaded = store.load(table.pk)
        except EngineError:
            return gettext("Die Aufzeichnung lässt sich nicht lesen.")
        if loaded is None:
            return ""
        speaker = access.speaker(table.game, get_language() or "de", [seat.name for seat in loaded.seats])
        lines = wire.tail(loaded.told, None, texts.catalogue(table.game, "de"))[-store.LOG_TAIL :]
        said = format_html_join("", "<li>{}</li>", ((speaker.fill(line.key, line.args),) for line in lines))
        return format_html('<ul class="desk-log">{}</ul>', said)


def _supervise(do: Any, staff: User, table: Table, said: Mapping[str, Any]) -> None:
    """Through the service; what it refuses is said in words."""
    try:
        do(table.pk, staff, said["reason"])
    except EngineError as error:
        raise Declined(access.speaker(table.game, get_language() or "de", []).say(error.text)) from error


@admin.register(Command)
class CommandAdmin(Desk[Command]):
    """What was done at tables, the latest first. What was chosen may be hidden from others, so it is shown only after the end."""

    list_display = ("at", "table", "version", "seat", "act", "by", "status")
    list_filter = ("act", "by", "at")
    search_fields = ("=table__id", "=move_id")
    search_help_text = _("Kennung des Tisches oder des Zuges")
    ordering = ("-pk",)
    list_select_related = ("table",)
    fields = readonly_fields = (
        "table",
        "version",
        "seat",
        "act",
        "chosen",
        "status",
        "by",
        "asked",
        "move_id",
        "client",
        "head",
        "at",
    )

    @admin.display(description=_("Wahl"))
    def chosen(self, command: Command) -> str:
        """The options, once everybody may know them."""
        if command.table.status not in (Status.FINISHED, Status.CLOSED):
            return gettext("erst nach dem Ende")
        return ", ".join(map(str, command.choice))


@admin.register(Seat)
class SeatAdmin(Desk[Seat]):
    """Who sits where."""

    list_display = ("table", "number", "name", "user", "bot")
    list_filter = ("table__status",)
    search_fields = ("=table__id", "name")
    search_help_text = _("Kennung des Tisches oder Name")
    ordering = ("-pk",)
    list_select_related = ("table", "user")
    fields = readonly_fields = ("table", "number", "name", "user", "bot")


@admin.register(Due)
class DueAdmin(Desk[Due]):
    """What the site is going to do when: bots that move, clocks that run out."""

    list_display = ("at", "table", "kind", "seat", "asked")
    list_filter = ("kind",)
    search_fields = ("=table__id",)
    search_help_text = _("Kennung des Tisches")
    ordering = ("at",)
    list_select_related = ("table",)
    fields = readonly_fields = ("table", "kind", "seat", "asked", "at")


@admin.register(ChatLine)
class ChatLineAdmin(Desk[ChatLine]):
    """What was said, the newest first. Lines can be removed, never changed: nobody puts words into somebody's mouth."""

    list_display = ("at", "table", "room", "name", "text", "phrase", "removed_at")
    list_filter = ("room", "at")
    search_fields = ("name", "=table__id")
    search_help_text = _("Name oder Kennung des Tisches")
    ordering = ("-pk",)
    list_select_related = ("table",)
    fields = readonly_fields = ("table", "room", "user", "seat", "name", "text", "phrase", "at", "removed_at")
    actions = ("remove",)

    @act(_("Ausgewählte Zeilen entfernen"), "remove")
    def remove(self, staff: User, line: ChatLine, said: Mapping[str, Any]) -> None:
        """At once, for all who see it; it is kept, so that it can be looked at when somebody complains."""
        if line.removed_at is not None:
            raise Declined(gettext("schon entfernt"))
        moderation.remove_lines([line])
        chain.add(staff, "chat.remove", line, after={"table": line.table_id, "author": line.user_id}, reason=said["reason"])

    def has_remove_permission(self, request: HttpRequest) -> bool:
        """Whoever may delete lines by the rights in the administration."""
        return request.user.has_perm("tables.delete_chatline")


@admin.register(Report)
class ReportAdmin(Desk[Report]):
    """What people have reported, what nobody has looked at first (UX-4.14)."""

    list_display = ("at", "reason", "said", "author", "table", "reporter", "note", "done_at")
    list_filter = (("done_at", admin.EmptyFieldListFilter), "reason", "at")
    search_fields = ("line__name", "=line__table__id")
    search_help_text = _("Name oder Kennung des Tisches")
    ordering = (F("done_at").asc(nulls_first=True), "-pk")
    list_select_related = ("line", "line__table", "reporter")
    fields = readonly_fields = ("at", "reason", "note", "reporter", "said", "author", "table", "context", "done_at")
    actions = ("remove", "settle")

    @admin.display(description=_("Zeile"))
    def said(self, report: Report) -> str:
        """What was said."""
        return report.line.text or report.line.phrase

    @admin.display(description=_("von"))
    def author(self, report: Report) -> str:
        """Who said it, by the name of then."""
        return report.line.name

    @admin.display(description=_("Tisch"))
    def table(self, report: Report) -> str:
        """Where."""
        return report.line.table_id

    @admin.display(description=_("Zusammenhang"))
    def context(self, report: Report) -> SafeString:
        """What was said in the same room around it."""
        room = ChatLine.objects.filter(table_id=report.line.table_id, room=report.line.room)
        before = list(room.filter(pk__lt=report.line_id).order_by("-pk")[:CONTEXT])[::-1]
        after = list(room.filter(pk__gte=report.line_id).order_by("pk")[: CONTEXT + 1])
        said = format_html_join("", "<li>{}: {}</li>", ((line.name, line.text or line.phrase) for line in before + after))
        return format_html('<ol class="desk-log">{}</ol>', said)

    @act(_("Zeile entfernen, mit Grund"), "judge")
    def remove(self, staff: User, report: Report, said: Mapping[str, Any]) -> None:
        """The line goes, and the report is done with."""
        if report.line.removed_at is None:
            moderation.remove_lines([report.line])
            facts = {"table": report.line.table_id, "author": report.line.user_id}
            chain.add(staff, "chat.remove", report.line, after=facts, reason=said["reason"])
        self._settle(staff, report, said)

    @act(_("Als erledigt ablegen, mit Grund"), "judge")
    def settle(self, staff: User, report: Report, said: Mapping[str, Any]) -> None:
        """Nothing more is to be done."""
        if report.done_at is not None:
            raise Declined(gettext("schon erledigt"))
        self._settle(staff, report, said)

    def _settle(self, staff: User, report: Report, said: Mapping[str, Any]) -> None:
        reports.close(report)
        chain.add(staff, "report.close", report, after={"line": report.line_id}, reason=said["reason"])

    def has_judge_permission(self, request: HttpRequest) -> bool:
        """Whoever may change reports by the rights in the administration."""
        return request.user.has_perm("tables.change_report")
