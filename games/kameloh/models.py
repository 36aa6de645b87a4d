"""What outlives a table of Ka-Mel-Oh!: the decks people build."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.decks import models


class Deck(models.Deck):
    """A deck of Ka-Mel-Oh!."""

    class Meta(models.Deck.Meta):
        verbose_name = _("Deck")
        verbose_name_plural = _("Decks")
