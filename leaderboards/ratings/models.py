"""What is kept of results and ratings (RNK-8). Results are the truth; ratings, totals and events can be made anew from them.

A player is known by `player`: the number of the account, or `bot:` and the name of a bot. It stays when the account is gone, so
that everybody else's rating replays the same; `user` is None then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models import Table

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

POOL_LENGTH = 32
PLAYER_LENGTH = 32
LEAST_GAMES = 10
"""Games after which a rating is not provisional for their number, and can be listed (RNK-2.5, RNK-3.3)."""


class Pool(models.Model):
    """What is rated together (RNK-2.1). Its row is locked while its ratings change."""

    slug = models.CharField(_("Kennung"), max_length=POOL_LENGTH, primary_key=True)
    version = models.PositiveBigIntegerField(default=0, editable=False)
    """Grows with every change of a rating in it (RNK-3.5)."""
    changed_at = models.DateTimeField(_("zuletzt geändert"), null=True, editable=False)
    ranked_on = models.DateField(null=True, editable=False)
    """The day on which `Rating.rank_yesterday` was written last (`daily`)."""
    looked_on = models.DateField(_("zuletzt durchgesehen"), null=True, editable=False)
    """The day of the last look through it (`nightly`)."""

    class Meta:
        verbose_name = _("Wertungsgruppe")
        verbose_name_plural = _("Wertungsgruppen")

    def __str__(self) -> str:
        return self.slug


class ResultRecord(models.Model):
    """One version of the result of a finished table (RNK-1.1). A correction is a new row; the newest counts (RNK-1.8)."""

    class Mode(models.TextChoices):
        """Who plays against whom."""

        DUEL = "duel", _("Duell")
        FFA = "ffa", _("jeder gegen jeden")
        TEAM = "team", _("Team gegen Team")

    table = models.ForeignKey(Table, verbose_name=_("Tisch"), on_delete=models.PROTECT, related_name="results")
    version = models.PositiveSmallIntegerField(_("Fassung"), default=1)
    newest = models.BooleanField(_("gilt"), default=True)
    place = models.BigIntegerField(_("Reihenfolge"), default=0)
    """The number of the first version: with `ended_at` the order in which results count (RNK-2.6)."""
    game = models.CharField(pgettext_lazy("table", "Spiel"), max_length=20)
    variant = models.CharField(_("Variante"), max_length=20, blank=True)
    options = models.JSONField(_("Optionen"), default=dict)
    mode = models.CharField(_("Art"), max_length=4, choices=Mode)
    pool = models.CharField(_("Wertungsgruppe"), max_length=POOL_LENGTH)
    """Also of results that are not rated."""
    series = models.BigIntegerField(_("Serie"), null=True, blank=True)
    """The number of the `matches.Series` it was played in."""
    tournament_match = models.CharField(_("Begegnung eines Turniers"), max_length=40, blank=True)
    """Empty outside tournaments; such games are exempt from the pair cap (RNK-6.2)."""
    reason = models.CharField(_("Ende"), max_length=40)
    started_at = models.DateTimeField(_("begonnen"))
    ended_at = models.DateTimeField(_("beendet"))
    decisions = models.PositiveIntegerField(_("Entscheidungen"), default=0)
    rules_version = models.PositiveSmallIntegerField(_("Regelfassung"))
    seed_ref = models.CharField(_("Prüfsumme des Geheimnisses"), max_length=64)
    aborted = models.BooleanField(_("abgebrochen"), default=False)
    """Broken off before everybody had decided twice, or by consent (RNK-1.5)."""
    with_bots = models.BooleanField(_("mit Bot"), default=False)
    unrated = models.JSONField(_("warum nicht gewertet"), default=list, blank=True)
    """Codes of `results.UNRATED`; empty: everything but pair cap and voiding is in order."""
    capped = models.BooleanField(_("über der Grenze je Paar"), default=False)
    """Worked out from all stored results of the pair (RNK-6.2)."""
    voided_at = models.DateTimeField(_("gestrichen"), null=True, blank=True)
    rated = models.BooleanField(pgettext_lazy("result", "gewertet"), default=False)
    """`unrated` is empty, not capped, not voided."""
    corrected_by = models.BigIntegerField(_("berichtigt von"), null=True, blank=True)
    """The number of the account."""
    correction = models.CharField(_("Grund der Berichtigung"), max_length=300, blank=True)
    recorded_at = models.DateTimeField(_("festgehalten"), default=timezone.now, editable=False)

    if TYPE_CHECKING:
        seats: RelatedManager[ResultSeat]

    class Meta:
        verbose_name = _("Ergebnis")
        verbose_name_plural = _("Ergebnisse")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "version"], name="one_result_a_version"),
            models.UniqueConstraint(fields=["table"], condition=models.Q(newest=True), name="one_newest_result_a_table"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["pool", "ended_at", "place"], condition=models.Q(newest=True), name="results_in_order"),
            models.Index(fields=["game", "ended_at"], condition=models.Q(newest=True), name="results_by_game"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"


class ResultSeat(models.Model):
    """What one seat of a result has come to."""

    result = models.ForeignKey(ResultRecord, verbose_name=_("Ergebnis"), on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(pgettext_lazy("table", "Platz"))
    """Counts from 0."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("Person"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="result_seats",
    )
    player = models.CharField(_("Kennung"), max_length=PLAYER_LENGTH, db_index=True)
    bot = models.CharField(_("Bot"), max_length=20, blank=True)
    guest = models.BooleanField(_("Gast"), default=False)
    name = models.CharField(_("Name"), max_length=40)
    team = models.PositiveSmallIntegerField(_("Team"), null=True, blank=True)
    status = models.CharField(_("Status"), max_length=12, default="finished")
    left_at_move = models.PositiveIntegerField(_("gegangen bei"), null=True, blank=True)
    """The version of the table at which it left (RNK-1.4)."""
    decisions = models.PositiveIntegerField(_("Entscheidungen"), default=0)
    rank = models.PositiveSmallIntegerField(_("Rang"))
    score = models.IntegerField(_("Stand"), null=True, blank=True)
    extra = models.JSONField(_("Zähler"), default=dict, blank=True)
    points = models.IntegerField(_("eigene Siegespunkte"), default=0)
    """As RNK-4.1 counts them, never below 0."""
    career = models.IntegerField(_("Laufbahn"), default=0)
    """What the game counts over the years (RNK-3.1)."""
    broke_off = models.BooleanField(_("hat abgebrochen"), default=False)
    """Its leaving made the game an aborted one (RNK-1.5)."""

    class Meta:
        verbose_name = _("Platz eines Ergebnisses")
        verbose_name_plural = _("Plätze eines Ergebnisses")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["result", "seat"], name="one_seat_a_result"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.rank}"


class Season(models.Model):
    """A span of time with ratings of its own (RNK-2.9)."""

    name = models.CharField(_("Name"), max_length=40, unique=True)
    start = models.DateTimeField(_("Beginn"))
    end = models.DateTimeField(_("Ende"))
    """Not part of it any more. UTC."""
    frozen_at = models.DateTimeField(_("festgeschrieben"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("Saison")
        verbose_name_plural = _("Saisons")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(start__lt=models.F("end")), name="a_season_has_a_span"),
        ]

    def __str__(self) -> str:
        return self.name


class Rating(models.Model):
    """How strong somebody is in a pool (RNK-2), of all time or in a season. A cache: the fold of the pool's results."""

    pool = models.CharField(_("Wertungsgruppe"), max_length=POOL_LENGTH)
    season = models.ForeignKey(
        Season, verbose_name=_("Saison"), null=True, blank=True, on_delete=models.CASCADE, related_name="ratings"
    )
    """None: of all time."""
    player = models.CharField(_("Kennung"), max_length=PLAYER_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("Person"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="ratings",
    )
    name = models.CharField(_("Name"), max_length=80, blank=True)
    sort_name = models.CharField(max_length=80, blank=True, editable=False)
    """The name case-folded (RNK-3.3)."""
    mu = models.FloatField(default=25.0)
    sigma = models.FloatField(default=8.333333)
    points = models.IntegerField(_("Wertung"), default=1000)
    """RNK-2.5."""
    peak = models.IntegerField(_("Höchstwert"), null=True, blank=True)
    """The best value that was not provisional."""
    games = models.PositiveIntegerField(_("Partien"), default=0)
    wins = models.PositiveIntegerField(_("Siege"), default=0)
    draws = models.PositiveIntegerField(_("Unentschieden"), default=0)
    losses = models.PositiveIntegerField(_("Niederlagen"), default=0)
    firsts = models.PositiveIntegerField(_("erste Plätze"), default=0)
    rank_sum = models.PositiveIntegerField(_("Summe der Ränge"), default=0)
    """Divided by `games`: the average rank."""
    streak = models.IntegerField(_("Serie"), default=0)
    """Wins in a row; negative: losses in a row; a draw ends both."""
    last_at = models.DateTimeField(_("letzte Partie"), null=True, blank=True)
    rank_yesterday = models.PositiveIntegerField(_("Platz gestern"), null=True, blank=True, editable=False)
    career = models.PositiveBigIntegerField(_("eigene Siegespunkte"), default=0, db_default=0, editable=False)
    """The `CareerTotal` of the game, kept here to be sorted by."""
    hidden = models.BooleanField(_("in keiner Liste"), default=False, db_default=False, editable=False)
    """A guest, a closed account, or somebody who does not want to be listed (RNK-3.3; `visibility`)."""
    win_rate = models.GeneratedField(
        expression=models.Case(
            models.When(games__gt=0, then=models.F("wins") * 10_000 / models.F("games")),
            default=0,
            output_field=models.PositiveIntegerField(),
        ),
        output_field=models.PositiveIntegerField(),
        db_persist=True,
    )
    """In 1/10,000 of the games."""

    class Meta:
        verbose_name = _("Wertung")
        verbose_name_plural = _("Wertungen")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pool", "season", "player"], name="one_rating_a_season"),
            models.UniqueConstraint(fields=["pool", "player"], condition=models.Q(season=None), name="one_rating_of_all_time"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["pool", "season", "-points", "sigma", "-wins", "sort_name", "id", "last_at", "hidden", "games"],
                condition=models.Q(hidden=False, games__gte=LEAST_GAMES),
                name="ratings_as_listed",
            ),
            models.Index(
                fields=["pool", "season", "-games", "-points", "id", "last_at", "hidden"],
                condition=models.Q(hidden=False, games__gte=LEAST_GAMES),
                name="ratings_by_games",
            ),
            models.Index(
                fields=["pool", "season", "-win_rate", "-points", "id", "last_at", "hidden", "games"],
                condition=models.Q(hidden=False, games__gte=LEAST_GAMES),
                name="ratings_by_win_rate",
            ),
            models.Index(
                fields=["pool", "season", "-career", "-points", "id", "last_at", "hidden", "games"],
                condition=models.Q(hidden=False, games__gte=LEAST_GAMES),
                name="ratings_by_career",
            ),
            models.Index(fields=["user", "pool"], name="ratings_by_user"),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.name}: {self.points}"

    @property
    def provisional(self) -> bool:
        """Whether it is shown with a question mark (RNK-2.5)."""
        return self.games < LEAST_GAMES or self.sigma > 5


class RatingEvent(models.Model):
    """What one result has done to the all-time rating of one player (RNK-2.6)."""

    result = models.ForeignKey(ResultRecord, verbose_name=_("Ergebnis"), on_delete=models.CASCADE, related_name="events")
    """The version that counts."""
    version = models.PositiveSmallIntegerField(_("Fassung"), default=1)
    model = models.CharField(_("Verfahren"), max_length=20)
    pool = models.CharField(_("Wertungsgruppe"), max_length=POOL_LENGTH)
    player = models.CharField(_("Kennung"), max_length=PLAYER_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("Person"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rating_events",
    )
    ended_at = models.DateTimeField(_("beendet"))
    place = models.BigIntegerField()
    """As in the result."""
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    points_before = models.IntegerField(_("Wertung vorher"))
    points = models.IntegerField(_("Wertung nachher"))
    rank = models.PositiveSmallIntegerField(_("Rang"), default=0)
    games = models.PositiveIntegerField(_("Partien"), default=0)
    """With this one, as all that follows: the state from which later results go on."""
    wins = models.PositiveIntegerField(_("Siege"), default=0)
    draws = models.PositiveIntegerField(_("Unentschieden"), default=0)
    losses = models.PositiveIntegerField(_("Niederlagen"), default=0)
    firsts = models.PositiveIntegerField(_("erste Plätze"), default=0)
    rank_sum = models.PositiveIntegerField(_("Summe der Ränge"), default=0)
    streak = models.IntegerField(_("Serie"), default=0)
    peak = models.IntegerField(_("Höchstwert"), null=True)

    class Meta:
        verbose_name = _("Wertungsschritt")
        verbose_name_plural = _("Wertungsschritte")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["result", "pool", "player"], name="one_event_a_result_and_player"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["pool", "player", "ended_at", "place"], name="events_of_player"),
            models.Index(fields=["pool", "ended_at", "place"], name="events_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.player} {self.points_before} → {self.points}"

    @property
    def provisional(self) -> bool:
        """Whether the value afterwards is shown with a question mark (RNK-2.5)."""
        return self.games < LEAST_GAMES or self.sigma > 5

    @property
    def change(self) -> int:
        """The change of the shown value."""
        return self.points - self.points_before


class SeasonSnapshot(models.Model):
    """One row of the list of a season as it was when it was frozen (RNK-2.9)."""

    season = models.ForeignKey(Season, verbose_name=_("Saison"), on_delete=models.CASCADE, related_name="snapshots")
    pool = models.CharField(_("Wertungsgruppe"), max_length=POOL_LENGTH)
    rank = models.PositiveIntegerField(_("Platz"))
    player = models.CharField(_("Kennung"), max_length=PLAYER_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("Person"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="season_places",
    )
    name = models.CharField(_("Name"), max_length=80)
    points = models.IntegerField(_("Wertung"))
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(_("Partien"))
    wins = models.PositiveIntegerField(_("Siege"))
    draws = models.PositiveIntegerField(_("Unentschieden"))
    losses = models.PositiveIntegerField(_("Niederlagen"))
    badge = models.CharField(_("Abzeichen"), max_length=20, blank=True)
    """`first`, `second`, `third` or `top10`."""

    class Meta:
        verbose_name = _("Platz einer Saison")
        verbose_name_plural = _("Plätze einer Saison")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "pool", "player"], name="one_place_a_season"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["season", "pool", "rank"], name="season_places_in_order")]

    def __str__(self) -> str:
        return f"{self.season} {self.pool} {self.rank}: {self.name}"


class CareerTotal(models.Model):
    """What somebody has gathered in a game over the years (RNK-3.1). A cache, as `Rating`."""

    game = models.CharField(pgettext_lazy("table", "Spiel"), max_length=20)
    player = models.CharField(_("Kennung"), max_length=PLAYER_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("Person"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="careers",
    )
    name = models.CharField(_("Name"), max_length=80, blank=True)
    points = models.PositiveBigIntegerField(_("eigene Siegespunkte"), default=0)
    """What the game counts over the years, such as victory points; without aborted and voided games and games with bots."""
    games = models.PositiveIntegerField(_("Partien"), default=0)
    wins = models.PositiveIntegerField(_("Siege"), default=0)
    last_at = models.DateTimeField(_("letzte Partie"), null=True, blank=True)
    sort_name = models.CharField(max_length=80, blank=True, db_default="", editable=False)
    """The name case-folded (RNK-3.3)."""
    hidden = models.BooleanField(_("in keiner Liste"), default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("Laufbahn")
        verbose_name_plural = _("Laufbahnen")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "player"], name="one_career_a_game"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["game", "-points", "sort_name", "id", "hidden", "games"],
                condition=models.Q(hidden=False, games__gte=LEAST_GAMES),
                name="careers_as_listed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.name}: {self.points}"


class Notice(models.Model):
    """Somebody's value has moved by a decision of staff (RNK-2.7)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), on_delete=models.CASCADE, related_name="rating_notices"
    )
    pool = models.CharField(_("Wertungsgruppe"), max_length=POOL_LENGTH)
    result = models.ForeignKey(ResultRecord, verbose_name=_("Ergebnis"), on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("Anlass"), max_length=10)
    """`voided`, `unvoided` or `corrected`."""
    points_before = models.IntegerField(_("Wertung vorher"))
    points = models.IntegerField(_("Wertung nachher"))
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)
    seen_at = models.DateTimeField(_("gesehen"), null=True, blank=True)

    class Meta:
        verbose_name = _("Nachricht zur Wertung")
        verbose_name_plural = _("Nachrichten zur Wertung")
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user", "-at"], name="rating_notices_by_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.points_before} → {self.points}"


class Link(models.Model):
    """Two accounts that staff takes for one person: they do not meet in rated play (RNK-6.4)."""

    one = models.ForeignKey(settings.AUTH_USER_MODEL, verbose_name=_("Konto"), on_delete=models.CASCADE, related_name="+")
    """The one with the smaller number."""
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("anderes Konto"), on_delete=models.CASCADE, related_name="+"
    )
    reason = models.CharField(_("Grund"), max_length=300)
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)

    class Meta:
        verbose_name = _("Verbindung von Konten")
        verbose_name_plural = _("Verbindungen von Konten")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["one", "other"], name="one_link_a_pair"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="a_link_is_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} {self.other_id}"


class Flag(models.Model):
    """Something staff may want to look at (RNK-6.4). Nothing follows from it by itself."""

    class Kind(models.TextChoices):
        """What was noticed."""

        SHARED_DEVICE = "shared_device", _("gleiches Gerät oder Netz wie jemand, gegen den gespielt wurde")
        ONE_OPPONENT = "one_opponent", _("über 30 Prozent der gewerteten Partien gegen dieselbe Person")
        QUICK_RESIGNATIONS = "quick_resignations", _("schnelle Aufgaben in Folge zwischen zwei Konten")
        NEW_ACCOUNTS = "new_accounts", _("Gewinn vor allem gegen neue Konten")
        VOIDED_SHARE = "voided_share", _("viele gestrichene Ergebnisse")

    kind = models.CharField(_("Art"), max_length=20, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Konto"), on_delete=models.CASCADE, related_name="rating_flags"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("anderes Konto"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    pool = models.CharField(_("Wertungsgruppe"), max_length=POOL_LENGTH, blank=True)
    figures = models.JSONField(_("Zahlen"), default=dict)
    first_at = models.DateTimeField(_("zuerst bemerkt"), auto_now_add=True)
    last_at = models.DateTimeField(_("zuletzt bemerkt"), default=timezone.now)
    done_at = models.DateTimeField(_("erledigt"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("Auffälligkeit")
        verbose_name_plural = _("Auffälligkeiten")
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["kind", "user"], name="flags_by_user")]

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id}"
