"""What the administration shows of decks. A game registers its model with `DeckAdmin` in its own `admin.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import chain
from accounts.desk import Declined, Desk, act
from accounts.models import User
from games.decks.models import Deck


class DeckAdmin(Desk[Deck]):
    """Whose decks there are, the last changed first. What is in them is nobody's business but the owner's: staff plays, too."""

    list_display = ("name", "owner", "cards_in_it", "is_public", "changed_at")
    list_filter = (("link", admin.EmptyFieldListFilter), "changed_at")
    search_fields = ("name", "owner__username")
    search_help_text = _("Name des Decks oder der Person")
    ordering = ("-changed_at",)
    list_select_related = ("owner",)
    fields = readonly_fields = ("name", "owner", "cards_in_it", "is_public", "version", "created_at", "changed_at")
    actions = ("hide",)

    @admin.display(description=_("Karten"))
    def cards_in_it(self, deck: Deck) -> int:
        """How many."""
        return deck.count

    @admin.display(description=_("mit Link sichtbar"), boolean=True)
    def is_public(self, deck: Deck) -> bool:
        """Whether others may see it."""
        return deck.link is not None

    @act(_("Link ungültig machen und Namen zurücksetzen, mit Grund"), "hide")
    def hide(self, staff: User, deck: Deck, said: Mapping[str, Any]) -> None:
        """Nobody but the owner sees it any more, and what it was called is gone."""
        if deck.link is None:
            raise Declined(gettext("niemand sonst sieht es"))
        before = {"name": deck.name, "owner": deck.owner.pk}
        deck.link, deck.name = None, gettext("Deck")
        deck.save(update_fields=["link", "name"])
        chain.add(staff, "deck.hide", deck, before=before, reason=said["reason"])

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Whoever may change decks by the rights in the administration."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")
