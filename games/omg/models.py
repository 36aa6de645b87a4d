"""What outlives a table of Online Marketing Generals: the decks people build, and the cards they have collected (OMG-16)."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.decks import models as decks
from games.engine import fairness


class Deck(decks.Deck):
    """A deck of Online Marketing Generals."""

    class Meta(decks.Deck.Meta):
        verbose_name = _("Deck")
        verbose_name_plural = _("Decks")


class Collection(models.Model):
    """What somebody has. Whoever changes anything of it, or adds rows below, locks it first."""

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), on_delete=models.CASCADE, related_name="omg_collection"
    )
    cards = models.JSONField(_("Karten"), default=dict)
    """Card id to copies, at most five of each (OMG-16.6)."""
    starters = models.JSONField(_("fertige Decks"), default=list, blank=True)
    """Those that have been received, the chosen one first (OMG-16.1)."""
    points = models.PositiveIntegerField(_("Klickpunkte"), default=0)
    sap = models.PositiveIntegerField(_("Linksaft"), default=0)
    opened = models.PositiveIntegerField(_("geöffnete Booster"), default=0)
    without = models.PositiveSmallIntegerField(_("Booster seit der letzten Legende"), default=0)
    """In a row with no legendary card in the rare slot (OMG-16.5)."""
    created_at = models.DateTimeField(_("angelegt"), auto_now_add=True)

    class Meta:
        verbose_name = _("Sammlung")
        verbose_name_plural = _("Sammlungen")

    def __str__(self) -> str:
        return f"{self.owner}"


def new_secret() -> str:
    """From which a booster is drawn, as hex."""
    return secrets.token_hex(fairness.SECRET_BYTES)


class Booster(models.Model):
    """A booster: closed, or opened once and for all (OMG-16.8)."""

    class Kind(models.TextChoices):
        """What is in it."""

        BASE = "base", _("Grundset")
        SEOCALYPSE = "seocalypse", "Seocalypse"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), on_delete=models.CASCADE, related_name="omg_boosters"
    )
    kind = models.CharField(_("Art"), max_length=12, choices=Kind)
    source = models.CharField(_("woher"), max_length=60)
    """`start:1`, `points:<number>`, `event:<tournament>`, `staff:<number>`: what is given once is there once."""
    secret = models.CharField(_("Geheimnis"), max_length=64, default=new_secret, editable=False)
    """Told when it is opened; its hash is shown from the start (PRO-9.1)."""
    nonce = models.CharField(_("Beitrag"), max_length=64, blank=True, editable=False)
    """What the player has added, so that nobody alone chooses what is drawn."""
    number = models.PositiveIntegerField(_("als wievielter geöffnet"), null=True, blank=True)
    without = models.PositiveSmallIntegerField(_("Booster seit der letzten Legende"), default=0)
    """As it was opened (OMG-16.5)."""
    cards = models.JSONField(_("Karten"), default=list, blank=True)
    """In the order of the slots."""
    copies = models.JSONField(_("Exemplare"), default=list, blank=True)
    """Of each card how many there were with it; 0: it was a sixth one and became Linksaft (OMG-16.6)."""
    sap = models.PositiveIntegerField(_("Linksaft"), default=0)
    """For what were sixth copies."""
    got_at = models.DateTimeField(_("erhalten"), auto_now_add=True)
    opened_at = models.DateTimeField(_("geöffnet"), null=True, blank=True)

    class Meta:
        verbose_name = _("Booster")
        verbose_name_plural = _("Booster")
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["owner", "source"], name="omg_given_once"),
            models.UniqueConstraint(fields=["owner", "number"], name="omg_opened_once"),
            models.CheckConstraint(
                condition=models.Q(opened_at__isnull=True, number__isnull=True)
                | models.Q(opened_at__isnull=False, number__isnull=False),
                name="omg_opened_with_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    def get_absolute_url(self) -> str:
        """Where it is opened, and what was in it."""
        return reverse("omg:booster", args=[self.pk])

    @property
    def commit(self) -> str:
        """The published hash of its secret."""
        return fairness.commit(bytes.fromhex(self.secret))


class Gain(models.Model):
    """A game, or a match of an event, that has been counted for somebody (OMG-16.4)."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), on_delete=models.CASCADE, related_name="omg_gains"
    )
    what = models.CharField(_("wofür"), max_length=60)
    """`table:<id>` or `match:<key>`."""
    day = models.DateField(_("Tag"))
    points = models.PositiveSmallIntegerField(_("Klickpunkte"), default=0)
    bot = models.BooleanField(_("gegen einen Bot"), default=False)
    """Or a guest: what is little worth, and not often a day."""
    won = models.BooleanField(_("gewonnen"), default=False)
    finished = models.BooleanField(_("zählt als beendet"), default=True)
    """Whether it counts towards the next starter deck (OMG-16.1)."""
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)

    class Meta:
        verbose_name = _("Verdienst")
        verbose_name_plural = _("Verdienste")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["owner", "what"], name="omg_counted_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["owner", "day"], name="omg_gains_by_day")]

    def __str__(self) -> str:
        return f"{self.what}: {self.points}"


class Crafted(models.Model):
    """A copy of a card made from Linksaft (OMG-16.6)."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), on_delete=models.CASCADE, related_name="omg_crafted"
    )
    card = models.CharField(_("Karte"), max_length=8)
    copy = models.PositiveSmallIntegerField(_("Exemplar"))
    """The how manieth it is; copies only become more, so each is made once."""
    cost = models.PositiveSmallIntegerField(_("Preis in Linksaft"))
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)

    class Meta:
        verbose_name = _("hergestellte Karte")
        verbose_name_plural = _("hergestellte Karten")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["owner", "card", "copy"], name="omg_crafted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.card} {self.copy}"
