"""Results, ratings and seasons in the administration: looked at, and acted on with a reason (RNK-2.7, RNK-2.9, RNK-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import chain
from accounts.desk import Declined, Desk, ReasonForm, act
from accounts.models import User
from leaderboards.ratings import seasons, service
from leaderboards.ratings.models import (
    CareerTotal,
    Flag,
    Link,
    Notice,
    Pool,
    Rating,
    RatingEvent,
    ResultRecord,
    ResultSeat,
    Season,
    SeasonSnapshot,
)

if TYPE_CHECKING:
    _Inline = admin.TabularInline[ResultSeat, ResultRecord]
else:
    _Inline = admin.TabularInline

REFUSED = {
    "voided": _("schon gestrichen"),
    "not_voided": _("nicht gestrichen"),
    "old": _("Davon gibt es eine neuere Fassung."),
    "same": _("Daran würde sich nichts ändern."),
    "seats": _("Diese Plätze gibt es in diesem Ergebnis nicht."),
    "ranks": _("Das sind keine Ränge: 1 muss vorkommen, nach geteilten Rängen bleibt eine Lücke, Partner haben denselben."),
    "linked": _("schon verbunden"),
}
"""Why something cannot be done, by code (`service.Refused`)."""


def declined(error: service.Refused) -> Declined:
    """In words."""
    return Declined(REFUSED.get(str(error), str(error)))


class SeatsInline(_Inline):
    """How each seat has done."""

    model = ResultSeat
    fields = readonly_fields = (
        "seat",
        "name",
        "user",
        "bot",
        "team",
        "rank",
        "score",
        "status",
        "left_at_move",
        "decisions",
        "extra",
    )
    ordering = ("seat",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: ResultRecord | None = None) -> bool:
        """They come with the result."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: ResultRecord | None = None) -> bool:
        """A correction is a new version."""
        return False


class RanksForm(ReasonForm):
    """The ranks as they should be, and why."""

    ranks = forms.RegexField(
        label=_("Ränge"),
        regex=r"^\s*\d{1,2}(\s*,\s*\d{1,2})*\s*$",
        help_text=_("Durch Kommas getrennt, in der Reihenfolge der Plätze, etwa 2, 1."),
    )
    field_order = ("ranks", "reason")

    def clean_ranks(self) -> list[int]:
        """As numbers."""
        return [int(rank) for rank in self.cleaned_data["ranks"].split(",")]


@admin.register(ResultRecord)
class ResultAdmin(Desk[ResultRecord]):
    """All results with all their versions, the latest first."""

    list_display = ("ended_at", "table", "game", "pool", "players", "rated", "aborted", "voided_at", "version", "newest")
    list_filter = ("game", "rated", "newest", "aborted", ("voided_at", admin.EmptyFieldListFilter), "ended_at")
    search_fields = ("=table__id", "seats__name")
    search_help_text = _("Kennung des Tisches oder Name von jemandem, der dort saß")
    ordering = ("-ended_at", "-place", "-version")
    list_select_related = ("table",)
    inlines = (SeatsInline,)
    actions = ("void", "unvoid", "correct")
    fields = readonly_fields = (
        "table", "version", "newest", "game", "variant", "options", "mode", "pool", "series", "tournament_match", "reason",
        "started_at", "ended_at", "decisions", "rules_version", "seed_ref", "aborted", "with_bots", "rated", "unrated", "capped",
        "voided_at", "corrected_by", "correction", "recorded_at",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[ResultRecord]:
        """With those who sat there."""
        return super().get_queryset(request).prefetch_related("seats")

    @admin.display(description=_("am Tisch"))
    def players(self, row: ResultRecord) -> str:
        """Their names and ranks."""
        return ", ".join(f"{seat.rank}. {seat.name}" for seat in sorted(row.seats.all(), key=lambda seat: (seat.rank, seat.seat)))

    def has_judge_permission(self, request: HttpRequest) -> bool:
        """Whoever may change results by the rights in the administration."""
        return request.user.has_perm("ratings.change_resultrecord")

    @act(_("Streichen, mit Grund"), "judge")
    def void(self, staff: User, row: ResultRecord, said: Mapping[str, Any]) -> None:
        """It does not count any more; what came after it is rated anew."""
        try:
            service.void(row, staff, said["reason"])
        except service.Refused as error:
            raise declined(error) from error

    @act(_("Wieder gelten lassen, mit Grund"), "judge")
    def unvoid(self, staff: User, row: ResultRecord, said: Mapping[str, Any]) -> None:
        """As if it had never been voided."""
        try:
            service.unvoid(row, staff, said["reason"])
        except service.Refused as error:
            raise declined(error) from error

    @act(_("Ränge berichtigen, mit Grund"), "judge", RanksForm)
    def correct(self, staff: User, row: ResultRecord, said: Mapping[str, Any]) -> None:
        """A new version of the result; the old one stays."""
        seats = [seat.seat for seat in sorted(row.seats.all(), key=lambda seat: seat.seat)]
        if len(said["ranks"]) != len(seats):
            raise Declined(gettext("So viele Plätze hat dieses Ergebnis nicht."))
        changes = {seat: {"rank": rank} for seat, rank in zip(seats, said["ranks"], strict=True)}
        try:
            service.correct(row, changes, staff, said["reason"])
        except service.Refused as error:
            raise declined(error) from error


class LinkForm(ReasonForm):
    """With whom, and why."""

    other = forms.CharField(label=_("anderes Konto"), max_length=80, help_text=_("Sein Name."))
    field_order = ("other", "reason")

    def clean_other(self) -> User:
        """Somebody with an account."""
        try:
            return User.objects.get_by_natural_key(self.cleaned_data["other"])
        except User.DoesNotExist:
            raise forms.ValidationError(gettext("Niemand heißt so.")) from None


@admin.register(Rating)
class RatingAdmin(Desk[Rating]):
    """All ratings, the best first."""

    list_display = ("pool", "season", "name", "points", "games", "wins", "draws", "losses", "last_at", "hidden")
    list_filter = ("pool", "season", "hidden")
    search_fields = ("name",)
    search_help_text = _("Name")
    ordering = ("pool", F("season").asc(nulls_first=True), "-points")
    list_select_related = ("season",)
    actions = ("join",)
    fields = readonly_fields = (
        "pool", "season", "player", "user", "name", "mu", "sigma", "points", "peak", "games", "wins", "draws", "losses", "firsts",
        "rank_sum", "streak", "last_at", "hidden",
    )  # fmt: skip

    def has_link_permission(self, request: HttpRequest) -> bool:
        """Whoever may link accounts by the rights in the administration."""
        return request.user.has_perm("ratings.add_link")

    @act(_("Mit einem anderen Konto verbinden, mit Grund"), "link", LinkForm)
    def join(self, staff: User, row: Rating, said: Mapping[str, Any]) -> None:
        """They count as one person and do not meet in rated play any more (RNK-6.4)."""
        if row.user is None:
            raise Declined(gettext("Dieses Konto gibt es nicht mehr."))
        try:
            service.link(row.user, said["other"], staff, said["reason"])
        except service.Refused as error:
            raise declined(error) from error


@admin.register(RatingEvent)
class RatingEventAdmin(Desk[RatingEvent]):
    """What each result has done to each rating, the latest first."""

    list_display = ("ended_at", "pool", "player", "user", "points_before", "points", "rank", "games", "model")
    list_filter = ("pool", "ended_at")
    search_fields = ("=result__table__id", "=player", "user__username")
    search_help_text = _("Kennung des Tisches, Nummer oder Name des Kontos")
    ordering = ("-ended_at", "-place")
    list_select_related = ("user",)
    fields = readonly_fields = (
        "result", "version", "model", "pool", "player", "user", "ended_at", "mu_before", "sigma_before", "mu", "sigma",
        "points_before", "points", "rank", "games", "wins", "draws", "losses", "firsts", "rank_sum", "streak", "peak",
    )  # fmt: skip


@admin.register(Pool)
class PoolAdmin(Desk[Pool]):
    """What is rated together."""

    list_display = ("slug", "version", "changed_at")
    search_fields = ("slug",)
    ordering = ("slug",)
    actions = ("recompute",)
    fields = readonly_fields = ("slug", "version", "changed_at", "ranked_on", "looked_on")

    def has_recompute_permission(self, request: HttpRequest) -> bool:
        """Whoever may change pools by the rights in the administration."""
        return request.user.has_perm("ratings.change_pool")

    @act(_("Neu berechnen, mit Grund"), "recompute")
    def recompute(self, staff: User, pool: Pool, said: Mapping[str, Any]) -> None:
        """Everything from its results."""
        moved = service.recompute(pool.slug)
        changed = sum(before != after for before, after in moved.values())
        chain.add(staff, "recompute", pool, after={"players": len(moved), "changed": changed}, reason=said["reason"])


def _moment(label: str) -> forms.DateTimeField:
    """A date with its time in one input, which has a label."""
    return forms.DateTimeField(label=_(label), widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"))


class SeasonForm(forms.ModelForm):
    """A new season; by default the quarter of the year we are in."""

    start = _moment("Beginn")
    end = _moment("Ende")
    reason = ReasonForm.base_fields["reason"]

    class Meta:
        model = Season
        fields = ("name", "start", "end")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        name, start, end = seasons.quarter(timezone.now())
        kwargs["initial"] = {"name": name, "start": start, "end": end} | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """It must not end before it begins, nor overlap with another one."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        start, end = data.get("start"), data.get("end")
        if start and end:
            if end <= start:
                self.add_error("end", gettext("Das Ende muss nach dem Beginn liegen."))
            elif Season.objects.filter(start__lt=end, end__gt=start).exists():
                self.add_error("start", gettext("In dieser Zeit gibt es schon eine Saison."))
        return data


@admin.register(Season)
class SeasonAdmin(Desk[Season]):
    """Seasons: made, and frozen when they are over (RNK-2.9). What has begun stays as it is."""

    list_display = ("name", "start", "end", "frozen_at", "places")
    ordering = ("-start",)
    actions = ("freeze",)
    form = SeasonForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whoever may add seasons by the rights in the administration."""
        return request.user.has_perm("ratings.add_season")

    def has_freeze_permission(self, request: HttpRequest) -> bool:
        """Whoever may change seasons by the rights in the administration."""
        return request.user.has_perm("ratings.change_season")

    def get_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        """A new one is described, an old one is shown."""
        return ("name", "start", "end", "reason") if obj is None else ("name", "start", "end", "frozen_at", "places")

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        """Nothing of an old one is changed."""
        return () if obj is None else ("name", "start", "end", "frozen_at", "places")

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:
        """Its ratings follow from what has been played in it."""
        super().save_model(request, obj, form, change)
        staff = request.user if isinstance(request.user, User) else None
        seasons.begun(obj, staff, form.cleaned_data["reason"])

    @admin.display(description=_("festgeschriebene Plätze"))
    def places(self, season: Season) -> int:
        """How many places were kept."""
        return season.snapshots.count()

    @act(_("Festschreiben (auch noch einmal), mit Grund"), "freeze")
    def freeze(self, staff: User, season: Season, said: Mapping[str, Any]) -> None:
        """The list as it is now becomes the final one."""
        try:
            seasons.freeze(season, staff, said["reason"])
        except seasons.NotOver as error:
            raise Declined(gettext("Diese Saison läuft noch.")) from error


@admin.register(SeasonSnapshot)
class SeasonSnapshotAdmin(Desk[SeasonSnapshot]):
    """The final lists of seasons."""

    list_display = ("season", "pool", "rank", "name", "points", "games", "badge")
    list_filter = ("season", "pool")
    search_fields = ("name",)
    ordering = ("-season__start", "pool", "rank")
    list_select_related = ("season",)
    fields = readonly_fields = (
        "season", "pool", "rank", "player", "user", "name", "points", "mu", "sigma", "games", "wins", "draws", "losses", "badge",
    )  # fmt: skip


@admin.register(CareerTotal)
class CareerTotalAdmin(Desk[CareerTotal]):
    """What people have gathered in each game."""

    list_display = ("game", "name", "points", "games", "wins", "last_at")
    list_filter = ("game",)
    search_fields = ("name",)
    ordering = ("game", "-points")
    fields = readonly_fields = ("game", "player", "user", "name", "points", "games", "wins", "last_at", "hidden")


@admin.register(Notice)
class NoticeAdmin(Desk[Notice]):
    """Who was told that their value has moved by a decision of staff."""

    list_display = ("at", "user", "pool", "kind", "points_before", "points", "seen_at")
    list_filter = ("kind", "at")
    search_fields = ("user__username", "=result__table__id")
    ordering = ("-pk",)
    list_select_related = ("user",)
    fields = readonly_fields = ("at", "user", "pool", "result", "kind", "points_before", "points", "seen_at")


@admin.register(Flag)
class FlagAdmin(Desk[Flag]):
    """What was noticed, what nobody has dealt with first (RNK-6.4). Nothing follows from it by itself."""

    list_display = ("last_at", "kind", "user", "other", "pool", "figures", "done_at")
    list_filter = (("done_at", admin.EmptyFieldListFilter), "kind", "last_at")
    search_fields = ("user__username", "other__username")
    search_help_text = _("Name eines der Konten")
    ordering = (F("done_at").asc(nulls_first=True), "-last_at")
    list_select_related = ("user", "other")
    actions = ("settle", "join")
    fields = readonly_fields = ("kind", "user", "other", "pool", "figures", "first_at", "last_at", "done_at", "results")

    def has_judge_permission(self, request: HttpRequest) -> bool:
        """Whoever may change flags by the rights in the administration."""
        return request.user.has_perm("ratings.change_flag")

    def has_link_permission(self, request: HttpRequest) -> bool:
        """Whoever may link accounts by the rights in the administration."""
        return request.user.has_perm("ratings.add_link")

    @admin.display(description=_("Ergebnisse"))
    def results(self, flag: Flag) -> SafeString:
        """To the results of this account."""
        url = f"../../../resultrecord/?q={flag.user.username}"
        return format_html('<a href="{}">{}</a>', url, gettext("ansehen"))

    @act(_("Als erledigt ablegen, mit Grund"), "judge")
    def settle(self, staff: User, flag: Flag, said: Mapping[str, Any]) -> None:
        """Looked at; it comes again after a month if it still holds."""
        if flag.done_at is not None:
            raise Declined(gettext("schon erledigt"))
        self._settle(staff, flag, said["reason"])

    @act(_("Als dieselbe Person verbinden, mit Grund"), "link")
    def join(self, staff: User, flag: Flag, said: Mapping[str, Any]) -> None:
        """The two accounts do not meet in rated play any more."""
        if flag.other is None:
            raise Declined(gettext("Das betrifft nur ein Konto."))
        try:
            service.link(flag.user, flag.other, staff, said["reason"])
        except service.Refused as error:
            raise declined(error) from error
        self._settle(staff, flag, said["reason"])

    def _settle(self, staff: User, flag: Flag, reason: str) -> None:
        flag.done_at = timezone.now()
        flag.save(update_fields=["done_at"])
        chain.add(staff, "flag.close", flag, after={"kind": flag.kind, "user": flag.user_id}, reason=reason)


@admin.register(Link)
class LinkAdmin(Desk[Link]):
    """Accounts that count as one person."""

    list_display = ("one", "other", "reason", "at")
    search_fields = ("one__username", "other__username")
    search_help_text = _("Name eines der Konten")
    ordering = ("-pk",)
    list_select_related = ("one", "other")
    actions = ("part",)
    fields = readonly_fields = ("one", "other", "reason", "at")

    def has_part_permission(self, request: HttpRequest) -> bool:
        """Whoever may take links away by the rights in the administration."""
        return request.user.has_perm("ratings.delete_link")

    @act(_("Wieder trennen, mit Grund"), "part")
    def part(self, staff: User, link: Link, said: Mapping[str, Any]) -> None:
        """They are two after all."""
        service.unlink(link, staff, said["reason"])
