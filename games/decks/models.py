"""What is kept of a deck. A game that is played with own decks has a model made from this one, named by its app (`DeckShape`)."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.decks import links
from games.decks.naming import LONGEST


class Deck(models.Model):
    """A list of cards that somebody has given a name. It may be unfinished: what is wrong with it is told, never refused."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), on_delete=models.CASCADE, related_name="%(app_label)s_decks"
    )
    name = models.CharField(_("Name"), max_length=LONGEST)
    cards = models.JSONField(_("Karten"), default=dict)
    """Card id to copies (`games.engine.deck.Deck`)."""
    version = models.PositiveIntegerField(_("Fassung"), default=1)
    """Rises with each change of the cards, so that whoever saves over something they have not seen is told."""
    link = models.CharField(_("Link"), max_length=22, unique=True, null=True, blank=True, editable=False)
    """By which anybody may see it; None: it is nobody else's business."""
    event = models.CharField(_("Turnier"), max_length=10, blank=True, default="", db_default="", editable=False)
    """For which it is built, from cards that are lent for it (OMG-17.2); it is played nowhere else."""
    pool = models.JSONField(_("geliehene Karten"), default=dict, db_default={}, blank=True, editable=False)
    """These, card id to copies."""
    favourite = models.BooleanField(_("Lieblingsdeck"), default=False, db_default=False, editable=False)
    """Whether its owner sits down with it if nothing else is chosen; one a game (OMG-16.9)."""
    legal_in = models.JSONField(_("gültig in"), null=True, blank=True, editable=False)
    """The rule sets in which it was legal when last looked at (`DeckRules.legal_in`); None: it never was (OMG-16.10)."""
    judged = models.PositiveIntegerField(_("geprüfte Fassung"), default=0, db_default=0, editable=False)
    """The version that was."""
    created_at = models.DateTimeField(_("angelegt"), auto_now_add=True)
    changed_at = models.DateTimeField(_("geändert"), auto_now=True)

    class Meta:
        abstract = True
        ordering: ClassVar[list[str]] = ["-changed_at", "-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["owner"], condition=models.Q(favourite=True), name="%(app_label)s_one_favourite_deck"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def count(self) -> int:
        """How many cards are in it."""
        return sum(self.cards.values())

    def publish(self) -> None:
        """Give it a link, if it has none. Not saved."""
        self.link = self.link or links.new()


class Notice(models.Model):
    """A deck has become legal, or is not any more, since a rule or a card has changed (OMG-16.10)."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("Person"), on_delete=models.CASCADE, related_name="deck_notices"
    )
    game = models.CharField(_("Spiel"), max_length=20)
    deck = models.BigIntegerField(_("Deck"))
    """Its key among the decks of the game."""
    version = models.PositiveIntegerField(_("Fassung"))
    """Of the deck: once its owner has changed it, this says nothing any more."""
    before = models.JSONField(_("vorher gültig in"), default=list)
    after = models.JSONField(_("jetzt gültig in"), default=list)
    """Rule sets, as `Deck.legal_in`."""
    reasons = models.JSONField(_("Gründe"), default=list)
    """What is against it where it was legal, each as `games.engine.deck.Violation`."""
    at = models.DateTimeField(_("Zeitpunkt"), auto_now_add=True)
    seen_at = models.DateTimeField(_("gesehen"), null=True, blank=True)

    class Meta:
        verbose_name = _("Nachricht zu einem Deck")
        verbose_name_plural = _("Nachrichten zu Decks")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "game"], name="deck_notices_by_owner"),
            models.Index(fields=["game", "deck"], name="deck_notices_by_deck"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.deck}: {self.before} → {self.after}"
