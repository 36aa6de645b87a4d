"""What is kept of a tournament: its plan, who is in it, its stages, rounds and matches (RNK-8)."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables import ids
from games.tables.models import Table
from leaderboards.matches.models import Series
from leaderboards.tournaments import plan as plans

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


def new_seed() -> str:
    """What lots come from."""
    return secrets.token_hex(16)


class Tournament(models.Model):
    """One event (RNK-7.1). What decides locks its row first."""

    class State(models.TextChoices):
        """The life of a tournament."""

        DRAFT = "draft", _("Entwurf")
        REGISTRATION = "registration", _("Anmeldung offen")
        CHECK_IN = "check_in", _("Anwesenheit wird geprüft")
        RUNNING = "running", _("läuft")
        PAUSED = "paused", _("unterbrochen")
        FINISHED = "finished", _("beendet")
        CANCELLED = "cancelled", _("abgesagt")

    class Access(models.TextChoices):
        """Who finds it and may enter."""

        PUBLIC = "public", _("öffentlich")
        LINK = "link", _("nur wer den Link hat")
        PASSWORD = "password", _("mit Kennwort")
        LIST = "list", _("nur wer eingeladen ist")

    class Repeat(models.TextChoices):
        """How often it takes place."""

        NEVER = "", _("einmal")
        DAILY = "daily", _("täglich")
        WEEKLY = "weekly", _("wöchentlich")
        MONTHLY = "monthly", _("monatlich")

    id = models.CharField(_("Kennung"), primary_key=True, max_length=10, default=ids.table_id, editable=False)
    name = models.CharField(_("Name"), max_length=80)
    name_en = models.CharField(_("Name auf Englisch"), max_length=80, blank=True)
    text = models.TextField(_("Beschreibung"), max_length=4000, blank=True)
    text_en = models.TextField(_("Beschreibung auf Englisch"), max_length=4000, blank=True)
    game = models.CharField(pgettext_lazy("table", "Spiel"), max_length=20)
    plan = models.JSONField(_("Plan"))
    """A `plan.Plan`."""
    seed = models.CharField(_("Los-Schlüssel"), max_length=32, default=new_seed, editable=False)
    """From which lots and noise of pairings come (RNK-7.6, RNK-7.10). Published."""
    secret = models.CharField(_("Geheimnis der Booster"), max_length=64, blank=True, default="", editable=False)
    """From which the packs of a sealed event come (OMG-17.3). Its hash is published at once, it itself at the end."""
    dealt_at = models.DateTimeField(_("Booster geöffnet"), null=True, blank=True, editable=False)
    state = models.CharField(_("Stand"), max_length=12, choices=State, default=State.DRAFT)
    access = models.CharField(_("Zugang"), max_length=10, choices=Access, default=Access.PUBLIC)
    password = models.CharField(_("Kennwort"), max_length=128, blank=True, editable=False)
    """As a hash."""
    allowed = models.JSONField(_("eingeladen"), default=list, blank=True)
    """Names, case-folded, with access by list."""
    repeat = models.CharField(_("Wiederholung"), max_length=8, choices=Repeat, default=Repeat.NEVER, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Leitung"), null=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    registration_at = models.DateTimeField(_("Anmeldung ab"), null=True, blank=True)
    starts_at = models.DateTimeField(_("Beginn"), null=True, blank=True)
    started_at = models.DateTimeField(_("begonnen"), null=True, blank=True)
    paused_at = models.DateTimeField(_("unterbrochen seit"), null=True, blank=True)
    ended_at = models.DateTimeField(_("beendet"), null=True, blank=True)
    reason = models.CharField(_("Grund der Absage"), max_length=300, blank=True)
    version = models.PositiveIntegerField(_("Version"), default=0)
    """Grows with every change that is to be seen (RNK-7.15)."""
    created_at = models.DateTimeField(_("angelegt"), auto_now_add=True)

    if TYPE_CHECKING:
        entrants: RelatedManager[Entrant]
        stages: RelatedManager[Stage]
        matches: RelatedManager[Match]
        roles: RelatedManager[Role]
        announcements: RelatedManager[Announcement]

    class Meta:
        verbose_name = _("Turnier")
        verbose_name_plural = _("Turniere")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "starts_at"], name="tournaments_by_state"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The public page."""
        return reverse("tournaments:tournament", args=[self.pk])

    @property
    def rules(self) -> plans.Plan:
        """The plan, read."""
        return plans.read(self.plan)

    @property
    def is_over(self) -> bool:
        """Whether nothing will be played any more."""
        return self.state in (self.State.FINISHED, self.State.CANCELLED)

    @property
    def is_begun(self) -> bool:
        """Whether its stages are there."""
        return self.state in (self.State.RUNNING, self.State.PAUSED, self.State.FINISHED)


class Role(models.Model):
    """Who helps to run it; the owner stands at the tournament itself."""

    class Kind(models.TextChoices):
        """What somebody may do."""

        CO_ORGANISER = "co_organiser", _("Mitleitung")
        REFEREE = "referee", _("Schiedsgericht")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles")
    kind = models.CharField(_("Aufgabe"), max_length=12, choices=Kind)

    class Meta:
        verbose_name = _("Aufgabe")
        verbose_name_plural = _("Aufgaben")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.user_id} {self.kind}"


class Entrant(models.Model):
    """Who takes part: somebody, a team, or a bot."""

    class State(models.TextChoices):
        """Where they stand."""

        ASKED = "asked", _("wartet auf Zusage")
        WAITING = "waiting", _("auf der Warteliste")
        ENTERED = "entered", _("angemeldet")
        ACTIVE = "active", _("dabei")
        OUT = "out", _("ausgeschieden")
        DROPPED = "dropped", _("nicht erschienen")
        WITHDRAWN = "withdrawn", _("zurückgezogen")
        DISQUALIFIED = "disqualified", _("disqualifiziert")

    tournament = models.ForeignKey(Tournament, verbose_name=_("Turnier"), on_delete=models.CASCADE, related_name="entrants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("Person"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="entries",
    )
    """The captain of a team; None for a bot, or when the account is gone."""
    bot = models.CharField(_("Bot"), max_length=20, blank=True)
    name = models.CharField(_("Name"), max_length=60)
    state = models.CharField(_("Stand"), max_length=12, choices=State, default=State.ENTERED)
    seed = models.PositiveIntegerField(_("Setzplatz"), null=True, blank=True)
    """From 1; settled at the start. Its number in all pairings."""
    mu = models.FloatField(_("Stärke"), default=25.0)
    sigma = models.FloatField(_("Unsicherheit"), default=8.333333)
    """Of the rating as they entered, and again as it started (teams: means)."""
    checked_in = models.BooleanField(_("ist da"), default=False)
    late_round = models.PositiveSmallIntegerField(_("dabei ab Runde"), default=1)
    bye_round = models.PositiveSmallIntegerField(_("spielfrei gewünscht in Runde"), null=True, blank=True)
    missed = models.PositiveSmallIntegerField(_("Runden versäumt"), default=0)
    """In a row (RNK-7.12)."""
    deck = models.JSONField(_("Deck"), default=dict, blank=True, editable=False)
    """A locked one, as a seat keeps it."""
    pool = models.JSONField(_("geöffnete Booster"), default=dict, blank=True, editable=False)
    """In a sealed event: `number`, `packs` as lists of cards, and `kept`, the one that is kept in the end (OMG-17.2)."""
    place = models.PositiveIntegerField(_("Platz"), null=True, blank=True)
    """When it is over."""
    annulled = models.BooleanField(_("Ergebnisse gestrichen"), default=False)
    paused = models.BooleanField(_("macht Pause"), default=False)
    """In an arena."""
    paused_until = models.DateTimeField(_("Pause bis"), null=True, blank=True)
    free_since = models.DateTimeField(_("frei seit"), null=True, blank=True)
    reason = models.CharField(_("Grund"), max_length=300, blank=True)
    entered_at = models.DateTimeField(_("angemeldet am"), auto_now_add=True)

    if TYPE_CHECKING:
        members: RelatedManager[TeamMember]

    class Meta:
        verbose_name = _("Teilnahme")
        verbose_name_plural = _("Teilnahmen")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_a_user"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="one_entrant_a_seed"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["tournament", "state"], name="entrants_by_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_in(self) -> bool:
        """Whether they can still be given something to play."""
        return self.state == self.State.ACTIVE


class TeamMember(models.Model):
    """Somebody in a team; counted when they have said so themselves (RNK-7.14)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="team_members")
    team = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="team_places")
    name = models.CharField(_("Name"), max_length=40)
    board = models.PositiveSmallIntegerField(_("Brett"), default=1)
    """In order of the line-up, from 1; those beyond what plays are substitutes."""
    confirmed = models.BooleanField(_("hat zugesagt"), default=False)
    deck = models.JSONField(_("Deck"), default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("Teammitglied")
        verbose_name_plural = _("Teammitglieder")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_team_a_user"),
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """One stage of the plan, once it is there."""

    class State(models.TextChoices):
        """Where it stands."""

        RUNNING = "running", _("läuft")
        FINISHED = "finished", _("beendet")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("Nummer"))
    """From 0, as in the plan."""
    kind = models.CharField(_("Art"), max_length=14)
    entrants = models.JSONField(_("Teilnehmende"), default=list)
    """Their seeds in the tournament, by their numbers in this stage; in groups a list for each."""
    state = models.CharField(_("Stand"), max_length=10, choices=State, default=State.RUNNING)
    settings = models.JSONField(_("abweichende Tischregeln"), default=dict, blank=True)
    started_at = models.DateTimeField(_("begonnen"), auto_now_add=True)
    ends_at = models.DateTimeField(_("Ende"), null=True, blank=True)
    """Of an arena."""
    ended_at = models.DateTimeField(_("beendet"), null=True, blank=True)

    if TYPE_CHECKING:
        rounds: RelatedManager[Round]
        matches: RelatedManager[Match]

    class Meta:
        verbose_name = _("Abschnitt")
        verbose_name_plural = _("Abschnitte")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number} {self.kind}"


class Round(models.Model):
    """One round of a stage that has rounds; of a knock-out, one column."""

    class State(models.TextChoices):
        """Where it stands."""

        DRAWN = "drawn", _("ausgelost")
        """To be looked over by organisers; nobody is called yet."""
        RUNNING = "running", _("läuft")
        FINISHED = "finished", _("beendet")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("Nummer"))
    """From 1."""
    label = models.CharField(_("Kürzel"), max_length=6, blank=True)
    """Of a knock-out: `W2`, `L3`, `GF`, `3P`."""
    state = models.CharField(_("Stand"), max_length=10, choices=State, default=State.RUNNING)
    pairing = models.PositiveSmallIntegerField(_("Fassung der Paarung"), default=1)
    """Grows when it is paired again (RNK-7.13)."""
    warning = models.CharField(_("Warnung"), max_length=20, blank=True)
    settings = models.JSONField(_("abweichende Tischregeln"), default=dict, blank=True)
    sat_out = models.JSONField(_("ohne Partie"), default=dict, blank=True)
    """Who got no match: seed to `bye`, `requested_bye`, `absent` or `sit_out`."""

    class Meta:
        verbose_name = _("Runde")
        verbose_name_plural = _("Runden")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.number}"


class Match(models.Model):
    """One match: a series between two sides, or a table of more."""

    class State(models.TextChoices):
        """RNK-7.12."""

        PENDING = "pending", _("wartet")
        READY = "ready", _("kann aufgerufen werden")
        CALLED = "called", _("aufgerufen")
        RUNNING = "running", _("läuft")
        FINISHED = "finished", _("beendet")
        WALKOVER = "walkover", _("kampflos weiter")
        FORFEIT = "forfeit", _("kampflos gewonnen")
        DOUBLE_FORFEIT = "double_forfeit", _("beide nicht angetreten")
        CANCELLED = "cancelled", _("entfallen")

    OVER = (State.FINISHED, State.WALKOVER, State.FORFEIT, State.DOUBLE_FORFEIT, State.CANCELLED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.CASCADE, related_name="matches")
    group = models.PositiveSmallIntegerField(_("Gruppe"), null=True, blank=True)
    """From 0."""
    name = models.CharField(_("Kennung"), max_length=16)
    """`W2.1` as in RNK-10; `3.2` is the second table of round 3, in groups `A3.2`."""
    position = models.PositiveIntegerField(_("Reihenfolge"))
    state = models.CharField(_("Stand"), max_length=14, choices=State, default=State.PENDING)
    settings = models.JSONField(_("abweichende Tischregeln"), default=dict, blank=True)
    called_at = models.DateTimeField(_("aufgerufen"), null=True, blank=True)
    deadline = models.DateTimeField(_("Frist zum Antreten"), null=True, blank=True)
    started_at = models.DateTimeField(_("begonnen"), null=True, blank=True)
    ended_at = models.DateTimeField(_("beendet"), null=True, blank=True)
    decided = models.CharField(_("entschieden durch"), max_length=8, blank=True)
    """`played`, `forfeit` or `override`; empty: not yet, or by what stands elsewhere, such as a withdrawal."""
    winner = models.PositiveSmallIntegerField(_("gewonnen von Seite"), null=True, blank=True)
    """0 or 1; None: drawn, nobody, or not over."""
    played = models.BooleanField(_("gespielt"), default=False)
    """Whether at least one game of it was begun and counts (RNK-7.12)."""
    marked = models.CharField(_("Vermerk"), max_length=300, blank=True)
    """The reason of an act of organisers that all may see (RNK-6.5)."""
    attempt = models.PositiveSmallIntegerField(_("Anlauf"), default=1)
    """Grows when it is begun anew."""

    if TYPE_CHECKING:
        sides: RelatedManager[MatchSide]
        boards: RelatedManager[Board]

    class Meta:
        verbose_name = _("Begegnung")
        verbose_name_plural = _("Begegnungen")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["stage", "name"], name="one_match_a_name"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["tournament", "state"], name="matches_by_state"),
            models.Index(fields=["deadline"], condition=models.Q(state="called"), name="matches_called"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.name}"

    @property
    def is_over(self) -> bool:
        """Whether it counts."""
        return self.state in self.OVER


class MatchSide(models.Model):
    """One side of a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    slot = models.PositiveSmallIntegerField(_("Seite"))
    """0 is A, and sits first where seats matter."""
    entrant = models.ForeignKey(Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="sides")
    """None: nobody, or not known yet."""
    source = models.CharField(_("kommt aus"), max_length=20, blank=True)
    """`winner W1.1`, `loser W1.1`; empty where they stood from the start."""
    empty = models.BooleanField(_("bleibt leer"), default=False)
    """Nobody will come."""
    kept = models.BooleanField(_("bleibt"), default=False)
    """Whether it stays as it is when a match before it is corrected (RNK-7.13)."""
    starts = models.BooleanField(_("beginnt"), default=False)
    ready = models.BooleanField(_("bereit"), default=False)
    points = models.IntegerField(_("Turnierpunkte"), null=True, blank=True)
    """In 1/120."""
    score = models.IntegerField(_("Punkte im Spiel"), null=True, blank=True)
    """What the games themselves counted, after RNK-5.7."""
    wins = models.PositiveSmallIntegerField(_("Siege"), default=0)
    """Games won in the series."""
    rank = models.PositiveSmallIntegerField(_("Rang"), null=True, blank=True)
    """At tables of more than two."""
    forfeited = models.CharField(_("ausgefallen"), max_length=12, blank=True)
    """How, if they did not play to the end: `absent`, `withdrawn`, `disqualified`, or a status of RNK-1.4."""

    class Meta:
        verbose_name = _("Seite einer Begegnung")
        verbose_name_plural = _("Seiten einer Begegnung")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "slot"], name="one_side_a_slot"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.slot}"


class Board(models.Model):
    """What is played in a match: one series, in team events one a board; at tables of more than two the table itself."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(_("Brett"), default=1)
    attempt = models.PositiveSmallIntegerField(_("Anlauf"), default=1)
    series = models.OneToOneField(Series, null=True, blank=True, on_delete=models.PROTECT, related_name="board")
    table = models.OneToOneField(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="board")
    winner = models.PositiveSmallIntegerField(_("gewonnen von Seite"), null=True, blank=True)
    over = models.BooleanField(_("beendet"), default=False)

    class Meta:
        verbose_name = _("Brett")
        verbose_name_plural = _("Bretter")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "number", "attempt"], name="one_board_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"


class Announcement(models.Model):
    """What organisers tell: everybody, a round, or a match (RNK-7.15)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE, related_name="announcements")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(_("Text"), max_length=1000)
    pinned = models.BooleanField(_("angeheftet"), default=False)
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)

    class Meta:
        verbose_name = _("Ansage")
        verbose_name_plural = _("Ansagen")

    def __str__(self) -> str:
        return self.text[:60]
