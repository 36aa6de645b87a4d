"""What is kept of a table: seats, the log of commands, stored positions, and its secret apart from all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables import ids
from games.tables.clocks import Clocks, Pace

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Table(models.Model):
    """One game instance (PRO). It keeps the rules version it began with, so that it replays after any later fix (PRO-9.3)."""

    class Status(models.TextChoices):
        """The life of a table."""

        OPEN = "open", _("wartet auf Mitspielende")
        RUNNING = "running", _("läuft")
        FINISHED = "finished", _("beendet")
        SUSPENDED = "suspended", _("angehalten")
        CLOSED = "closed", _("geschlossen")
        """Ended by staff, without a result for anybody (`supervision`)."""

    class Mode(models.TextChoices):
        """How time is kept (PRO-1.4)."""

        UNTIMED = "untimed", _("ohne Uhr")
        LIVE = "live", _("mit Uhr")
        TURN = "turn", _("Tage pro Zug")

    class OpenTo(models.TextChoices):
        """Who may sit down without an invitation (UX-2, UX-5.4). A table for the invited alone is in no list."""

        INVITED = "invited", _("nur mit Einladung")
        ACCOUNTS = "accounts", _("alle mit Konto")
        ANYBODY = "anybody", _("alle, auch Gäste")

    id = models.CharField(_("Kennung"), primary_key=True, max_length=10, default=ids.table_id, editable=False)
    game = models.CharField(pgettext_lazy("table", "Spiel"), max_length=20)
    rules_version = models.PositiveSmallIntegerField(_("Regelfassung"))
    rng = models.PositiveSmallIntegerField(_("Zufallsverfahren"))
    options = models.JSONField(_("Optionen"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("Plätze"))
    starter = models.PositiveSmallIntegerField(_("beginnt"), null=True, blank=True)
    """Who begins by plan or agreement (RNK-4.3); None: as the rules say."""
    experience = models.JSONField(_("Erfahrung"), default=list, db_default=[], blank=True)
    """What each seat has done before, in games in which that matters, as it was when the table was opened (RNK-4.1)."""
    status = models.CharField(_("Status"), max_length=10, choices=Status, default=Status.OPEN)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, verbose_name=_("eröffnet von"), null=True, on_delete=models.SET_NULL)
    open_to = models.CharField(_("offen für"), max_length=10, choices=OpenTo, default=OpenTo.INVITED, db_default=OpenTo.INVITED)
    invite = models.CharField(_("Einladung"), max_length=22, unique=True, default=ids.invite_token, editable=False)
    rated = models.BooleanField(pgettext_lazy("table", "gewertet"), default=False, db_default=False)
    """Whether it was opened as a rated one (RNK-1.7); whether its result is, rooms above say (`slots`)."""
    version = models.PositiveIntegerField(_("Version"), default=0)
    waiting = models.JSONField(_("am Zug"), default=list, blank=True)
    """The seats whose answer is awaited, as everybody may know."""
    mode = models.CharField(_("Tempo"), max_length=10, choices=Mode, default=Mode.UNTIMED)
    bank_ms = models.PositiveIntegerField(_("Bedenkzeit in ms"), default=0)
    increment_ms = models.PositiveIntegerField(_("Zuschlag in ms"), default=0)
    move_ms = models.PositiveIntegerField(_("Frist je Zug in ms"), default=0)
    clocks = models.JSONField(_("Uhren"), default=dict, blank=True)
    """A `clocks.Clocks`: remaining times, and the instant they started (PRO-6.7)."""
    epoch = models.PositiveIntegerField(_("Epoche"), default=1)
    """Changes only when an administrator restores or repairs the table (PRO-5.2)."""
    deal = models.CharField(_("geteilte Karten"), max_length=40, blank=True, default="", db_default="")
    """The deal that it shares with other tables (PRO-9.1, RNK-7.4); empty: it has its own."""
    commit = models.CharField(_("Prüfsumme des Geheimnisses"), max_length=64, blank=True)
    head = models.CharField(_("Kettenglied"), max_length=64, blank=True)
    revealed = models.CharField(_("offengelegtes Geheimnis"), max_length=64, blank=True)
    """The secret in hex, once the game is over (PRO-9.1)."""
    outcome = models.JSONField(_("Ergebnis"), null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self",
        verbose_name=_("Revanche von"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="rematch",
    )
    """The table whose players play again here. Unique, so that a rematch is opened once, whoever asks how often (UX-4.15)."""
    aside = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """Grows when something is to be shown anew that stands elsewhere, such as a series (`slots`)."""
    series = models.JSONField(_("Serie"), default=dict, db_default={}, blank=True)
    """What is to be played with the same people: `kind` and `n` of a series; empty: one game. Rooms above do it (`slots`)."""
    created_at = models.DateTimeField(_("eröffnet"), auto_now_add=True)
    started_at = models.DateTimeField(_("begonnen"), null=True, blank=True)
    ended_at = models.DateTimeField(_("beendet"), null=True, blank=True)

    if TYPE_CHECKING:
        seats: RelatedManager[Seat]
        commands: RelatedManager[Command]
        positions: RelatedManager[StoredPosition]
        votes: RelatedManager[Vote]

    class Meta:
        verbose_name = _("Tisch")
        verbose_name_plural = _("Tische")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["status", "-created_at"], name="tables_by_status"),
            models.Index(fields=["status", "-created_at"], condition=~models.Q(open_to="invited"), name="tables_in_lobby"),
            models.Index(fields=["deal"], condition=~models.Q(deal=""), name="tables_by_deal"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def get_absolute_url(self) -> str:
        """The page of the table."""
        return reverse("tables:table", args=[self.pk])

    @property
    def is_held_back(self) -> bool:
        """Whether others are still dealt the same, so that nobody but those who sit here may look on (PRO-9.2)."""
        return bool(self.deal) and not self.revealed

    @property
    def is_listed(self) -> bool:
        """Whether it is in the lobby."""
        return self.open_to != self.OpenTo.INVITED

    @property
    def pace(self) -> Pace:
        """How fast it is played."""
        return Pace(self.mode, self.bank_ms, self.increment_ms, self.move_ms)  # type: ignore[arg-type]

    @property
    def clock_state(self) -> Clocks:
        """The clocks as they stand."""
        return msgspec.convert(self.clocks, Clocks, str_keys=True)


class Seat(models.Model):
    """One player position, 0-based: a user, or a bot by its name in the game."""

    table = models.ForeignKey(Table, verbose_name=_("Tisch"), on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(pgettext_lazy("table", "Platz"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(_("Bot"), max_length=20, blank=True)
    name = models.CharField(_("Name"), max_length=40)
    """As shown at the table; stays when the account is gone."""
    deck = models.JSONField(_("Deck"), default=dict, db_default={}, blank=True, editable=False)
    """A copy of what it plays with, in games with own decks (`decks`): which one was chosen, its version then, and its cards."""
    first = models.PositiveSmallIntegerField(_("wer beginnen soll"), null=True, blank=True, editable=False)
    """Which seat it has named to begin, where players may agree on that (RNK-4.3)."""
    stops = models.JSONField(_("was von selbst gepasst wird"), default=dict, blank=True, editable=False)
    """When its client asks, by kind of question (`stops`)."""
    orders = models.JSONField(_("Aufträge"), default=list, db_default=[], blank=True, editable=False)
    """What it plays without being asked, in play with days for a move: each as `stops.Given` (OMG-11.14)."""

    class Meta:
        verbose_name = pgettext_lazy("table", "Platz")
        verbose_name_plural = _("Plätze")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.number}: {self.name}"

    @property
    def handed(self) -> bool:
        """Whether a bot plays on for somebody, who looks on (UX-4.10)."""
        return bool(self.bot) and self.user_id is not None


class Command(models.Model):
    """One committed act. Its version is the table's after it; option names, not indices, so that records outlive the rules."""

    table = models.ForeignKey(Table, verbose_name=_("Tisch"), on_delete=models.CASCADE, related_name="commands")
    version = models.PositiveIntegerField(_("Version"))
    seat = models.PositiveSmallIntegerField(pgettext_lazy("table", "Platz"))
    act = models.CharField(_("Art"), max_length=6)
    choice = models.JSONField(_("Wahl"), default=list)
    status = models.CharField(_("Abgang"), max_length=12, blank=True)
    by = models.CharField(_("durch"), max_length=6)
    asked = models.PositiveIntegerField(_("gefragt bei"), null=True)
    """Version at which the answered prompt was issued."""
    move_id = models.CharField(_("Zugkennung"), max_length=40)
    client = models.CharField(_("Programm"), max_length=40, blank=True)
    head = models.CharField(_("Kettenglied"), max_length=64)
    at = models.DateTimeField(_("Zeitpunkt"))

    class Meta:
        verbose_name = _("Zug")
        verbose_name_plural = _("Züge")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "version"], name="one_command_a_version"),
            models.UniqueConstraint(fields=["table", "seat", "move_id"], name="one_effect_a_move_id"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"


class Vote(models.Model):
    """What a seat is for (PRO section 3), such as a rematch; a vote that is withdrawn is deleted."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=8)
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_vote_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.table_id} seat {self.seat}"


class StoredPosition(models.Model):
    """A session as it stood at a version: state = last stored position + the commands since (PRO-6.1)."""

    table = models.ForeignKey(Table, verbose_name=_("Tisch"), on_delete=models.CASCADE, related_name="positions")
    version = models.PositiveIntegerField(_("Version"))
    data = models.BinaryField(_("Stellung"))
    tracks = models.BinaryField(default=b"", db_default=b"")
    """What viewers keep track of (`handles`); empty in games that do without, and in rows from before this was stored."""

    class Meta:
        verbose_name = _("Stellung")
        verbose_name_plural = _("Stellungen")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "version"], name="one_position_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"


class Unlisted(models.Manager["TableSecret"]):
    """Finds nothing: fixtures and whatever else lists rows by the default manager stay without secrets (QUA-4.8)."""

    def get_queryset(self) -> models.QuerySet[TableSecret]:
        """No rows."""
        return super().get_queryset().none()


class TableSecret(models.Model):
    """The secret that the dice of a table come from: in a table of its own, for the play service alone (QUA-4.8)."""

    table = models.OneToOneField(Table, primary_key=True, on_delete=models.CASCADE, related_name="+")
    secret = models.BinaryField()

    objects = Unlisted()
    kept = models.Manager["TableSecret"]()
    """For the play service."""

    def __str__(self) -> str:
        return self.table_id


class UnlistedDeals(models.Manager["DealSecret"]):
    """Finds nothing, likewise."""

    def get_queryset(self) -> models.QuerySet[DealSecret]:
        """No rows."""
        return super().get_queryset().none()


class DealSecret(models.Model):
    """The secret of a deal that several tables share, until it is published at all of them (PRO-9.1, PRO-9.2)."""

    deal = models.CharField(primary_key=True, max_length=40)
    secret = models.BinaryField()

    objects = UnlistedDeals()
    kept = models.Manager["DealSecret"]()
    """For the play service."""

    def __str__(self) -> str:
        return self.deal


class SealedAnswer(models.Model):
    """An answer in a window in which not even who has answered may be told (EMO-8.3, PRO-4.8).

    The latest of a seat counts. When all are in they become commands, with their versions, in one transaction.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sealed")
    seat = models.PositiveSmallIntegerField()
    asked = models.PositiveIntegerField()
    move_id = models.CharField(max_length=40)
    choice = models.JSONField()
    by = models.CharField(max_length=6)
    client = models.CharField(max_length=40, blank=True)
    acked = models.PositiveIntegerField()
    """The version it was acknowledged with."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "seat", "move_id"], name="one_sealed_answer_a_move_id"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.asked} seat {self.seat}"


class ChatLine(models.Model):
    """What somebody said at a table (PRO-8.2): a text, or the key of a phrase."""

    class Room(models.TextChoices):
        """Who it was said to."""

        PLAYERS = "players", _("am Tisch")
        SPECTATORS = "spectators", _("beim Zuschauen")

    table = models.ForeignKey(Table, verbose_name=_("Tisch"), on_delete=models.CASCADE, related_name="chat")
    room = models.CharField(_("Raum"), max_length=10, choices=Room)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    seat = models.PositiveSmallIntegerField(pgettext_lazy("table", "Platz"), null=True)
    """Where whoever said it sat; None: nowhere."""
    name = models.CharField(_("Name"), max_length=80)
    text = models.CharField(_("Text"), max_length=300, blank=True)
    phrase = models.CharField(_("Floskel"), max_length=20, blank=True)
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)
    removed_at = models.DateTimeField(_("entfernt"), null=True, editable=False)

    class Meta:
        verbose_name = _("Chatzeile")
        verbose_name_plural = _("Chatzeilen")
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user", "-at"], name="chat_by_user")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.pk}"


class Report(models.Model):
    """Somebody finds a line of the chat wrong, and staff is to look at it (UX-4.14)."""

    class Reason(models.TextChoices):
        """What is wrong with it."""

        INSULT = "insult", _("Beleidigung oder Hass")
        HARASSMENT = "harassment", _("Belästigung")
        SPAM = "spam", _("Werbung oder Spam")
        PRIVATE = "private", _("private Angaben über jemanden")
        OTHER = "other", _("etwas anderes")

    line = models.ForeignKey(ChatLine, verbose_name=_("Chatzeile"), on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("gemeldet von"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(_("Grund"), max_length=12, choices=Reason)
    note = models.CharField(_("Bemerkung"), max_length=300, blank=True)
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)
    done_at = models.DateTimeField(_("erledigt"), null=True, editable=False)

    class Meta:
        verbose_name = _("Meldung")
        verbose_name_plural = _("Meldungen")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["line", "reporter"], name="one_report_a_line_and_person"),
        ]

    def __str__(self) -> str:
        return f"{self.line_id}: {self.reason}"


class Due(models.Model):
    """Something to be done at a time. Guarded by the prompt it is about, so doing it late or twice is harmless."""

    class Kind(models.TextChoices):
        """What is due."""

        BOT = "bot", "bot"
        CLOCK = "clock", "clock"
        AUTO = "auto", "auto"
        """What a seat has done by itself (UX-4.12)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="due")
    kind = models.CharField(max_length=8, choices=Kind)
    seat = models.PositiveSmallIntegerField()
    asked = models.PositiveIntegerField()
    at = models.DateTimeField(db_index=True)
    """In table time (`timeline`): the site may have been down meanwhile, or the wall clock been wrong."""

    class Meta:
        verbose_name = _("fällige Arbeit")
        verbose_name_plural = _("fällige Arbeiten")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_due_row_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.table_id} seat {self.seat}"


class Beat(models.Model):
    """The one row by which server processes agree who does what is due, and on table time (`beat`)."""

    leader = models.CharField(max_length=32)
    """The process that does what is due; empty if it has ended in order."""
    count = models.PositiveBigIntegerField()
    """Grows with each beat: whoever sees it stand still for a while may take the lead."""
    now = models.BigIntegerField()
    """Table time at the last beat, ms."""
    wall = models.BigIntegerField()
    """What the leader's wall clock said then, ms."""
    worked = models.BigIntegerField(default=0)
    """Table time when a worker was last there to move bots, ms; 0: it has ended in order, or there has never been one."""

    def __str__(self) -> str:
        return f"{self.leader} {self.count}"
