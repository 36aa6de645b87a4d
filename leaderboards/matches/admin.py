"""Series in the administration: looked at, changed by nobody. Their tables lead on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.desk import Desk
from leaderboards.matches import standing
from leaderboards.matches.models import Series, SeriesGame

if TYPE_CHECKING:
    _Inline = admin.TabularInline[SeriesGame, Series]
else:
    _Inline = admin.TabularInline


class GamesInline(_Inline):
    """The tables of a series, in order."""

    model = SeriesGame
    fields = readonly_fields = ("number", "purpose", "table", "starter", "absent")
    ordering = ("number",)
    extra = 0
    can_delete = False
    show_change_link = False

    def has_add_permission(self, request: HttpRequest, obj: Series | None = None) -> bool:
        """Games come by themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Series | None = None) -> bool:
        """As they were played."""
        return False


@admin.register(Series)
class SeriesAdmin(Desk[Series]):
    """All series, the newest first."""

    list_display = ("id", "kind", "players", "sums", "winner", "reason", "created_at", "ended_at")
    list_filter = ("kind", ("ended_at", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("=games__table__id", "games__table__seats__name")
    search_help_text = _("Kennung eines Tisches oder Name von jemandem, der dort sitzt")
    ordering = ("-created_at",)
    inlines = (GamesInline,)
    fields = (
        *("kind", "n", "by_points", "players", "sums", "winner", "reason", "forfeits"),
        *("target", "ties", "counter", "loser_chooses", "seed", "coin", "label"),
        *("pause_s", "pause_until", "created_at", "ended_at"),
    )
    readonly_fields = fields

    @admin.display(description=_("am Tisch"))
    def players(self, row: Series) -> str:
        """Their names."""
        first = row.games.order_by("number").select_related("table").first()
        table = first.table if first is not None else None
        return ", ".join(seat.name for seat in table.seats.order_by("number")) if table is not None else ""

    @admin.display(description=_("Summen"))
    def sums(self, row: Series) -> str:
        """What decides, so far: victory points or games won."""
        sums = standing.decides(row, standing.state(row, standing.games_of(row)))
        return " : ".join(f"{sums[side]:g}" for side in standing.SIDES)
