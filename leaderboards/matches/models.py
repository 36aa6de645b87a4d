"""What is kept of a series: its tables in order and who won it. How it stands is worked out from the tables (`series`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Series(models.Model):
    """Several tables that count as one (RNK-5), between two sides.

    Places are the seats of the first table, for good. A side is a place, or in team games a team: its places.
    """

    class Kind(models.TextChoices):
        """How its games are put together."""

        SINGLE = "single", _("einzelne Partie")
        RETURN_MATCH = "return_match", _("Hin- und Rückkampf")
        BEST_OF = "best_of", _("Best of")
        FIXED = "fixed", _("feste Zahl von Partien")

    kind = models.CharField(_("Art"), max_length=12, choices=Kind)
    n = models.PositiveSmallIntegerField(_("Partien"), default=2, db_default=2)
    """So many, in a `best_of` at most."""
    by_points = models.BooleanField(_("Siegespunkte zählen"), default=True, db_default=True)
    """With `fixed`: else a point for each win, and half a one for each draw (RNK-5.5)."""
    target = models.PositiveSmallIntegerField(_("Ziel"))
    """What a side has at least in a game that the other side left (RNK-5.7)."""
    ties = models.JSONField(_("bei Gleichstand"), default=list)
    counter = models.CharField(_("Zähler bei Gleichstand"), max_length=20, blank=True)
    loser_chooses = models.BooleanField(_("Verlierer wählt, wer beginnt"), default=False, db_default=False)
    seed = models.PositiveSmallIntegerField(_("besser gesetzte Seite"), null=True, blank=True)
    coin = models.PositiveSmallIntegerField(_("Seite der Münze"), null=True, blank=True)
    """Fixed beforehand in tournaments; None: the dice of the first table say it (RNK-5.6)."""
    label = models.CharField(_("Münze aus"), max_length=200, blank=True)
    """What the coin of a tournament is worked out from, so that everybody can do it again."""
    deal = models.CharField(_("geteilte Karten"), max_length=30, blank=True, default="", db_default="")
    """What the deals of its games are called, each with its number behind; empty: each table has its own (RNK-7.4)."""
    pause_s = models.PositiveIntegerField(_("Pause in s"), null=True, blank=True)
    """How long the next game waits for both sides; 0: not at all, None: for as long as it takes."""
    paused_at = models.DateTimeField(_("Pause seit"), null=True, blank=True)
    """In table time (`timeline`): since when the next game waits; None: a game is on, or all is over."""
    pause_until = models.DateTimeField(_("Pause bis"), null=True, blank=True)
    """In table time: whoever is not ready then has not turned up (RNK-5)."""
    ready = models.JSONField(_("bereit"), default=list, db_default=[], blank=True)
    """The places that are ready for the next game."""
    chosen = models.PositiveSmallIntegerField(_("gewählt, wer beginnt"), null=True, blank=True)
    """The side that the loser of the last game lets begin; None: nothing has been chosen."""
    forfeits = models.JSONField(_("ausgeschieden"), default=dict, db_default={}, blank=True)
    """By side: why it is out of the whole series, `withdrawn` or `disqualified`."""
    winner = models.PositiveSmallIntegerField(_("gewonnen von Seite"), null=True, blank=True)
    """The side; None as long as it goes on, and where nobody has won it."""
    reason = models.CharField(_("Grund"), max_length=20, blank=True)
    """What decided (`series.State`), or `closed`: a table of it was closed without a result."""
    created_at = models.DateTimeField(_("begonnen"), auto_now_add=True)
    ended_at = models.DateTimeField(_("beendet"), null=True, blank=True)

    if TYPE_CHECKING:
        games: RelatedManager[SeriesGame]

    class Meta:
        verbose_name = _("Serie")
        verbose_name_plural = _("Serien")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True, reason="", winner__isnull=True)
                | (models.Q(ended_at__isnull=False) & ~models.Q(reason="")),
                name="a_series_ends_with_a_reason",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["id"], condition=models.Q(ended_at__isnull=True), name="series_under_way"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class SeriesGame(models.Model):
    """One game of a series: a table, or a game that came to none because somebody was not there."""

    series = models.ForeignKey(Series, verbose_name=_("Serie"), on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(_("Nummer"))
    """From 1 on. Unique in its series, so that each game is opened once, however many hear of the end of the last one."""
    purpose = models.CharField(_("wofür"), max_length=12, default="game", db_default="game")
    """A game of the series itself, or what a tie policy asked for (`series.Next.kind`)."""
    table = models.OneToOneField(
        Table, verbose_name=_("Tisch"), null=True, blank=True, on_delete=models.PROTECT, related_name="series_game"
    )
    shift = models.PositiveSmallIntegerField(_("verschoben um"), default=0, db_default=0)
    """By how many seats everybody sits further on than at the first table, in games whose seats say who begins."""
    starter = models.PositiveSmallIntegerField(_("beginnt"), null=True, blank=True)
    """The side; None as long as the rules of its table have not said so."""
    absent = models.JSONField(_("nicht angetreten"), default=list, blank=True)
    """The sides because of which there was no table."""

    class Meta:
        verbose_name = _("Partie einer Serie")
        verbose_name_plural = _("Partien einer Serie")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["series", "number"], name="one_game_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id} {self.number}"
