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
    created_at = models.DateTimeField(_("angelegt"), auto_now_add=True)
    changed_at = models.DateTimeField(_("geändert"), auto_now=True)

    class Meta:
        abstract = True
        ordering: ClassVar[list[str]] = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def count(self) -> int:
        """How many cards are in it."""
        return sum(self.cards.values())

    def publish(self) -> None:
        """Give it a link, if it has none. Not saved."""
        self.link = self.link or links.new()
