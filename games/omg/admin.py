"""Decks and collections of Online Marketing Generals in the administration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.audit import chain
from accounts.desk import Declined, Desk, ReasonForm, act
from accounts.models import User
from games.decks.admin import DeckAdmin
from games.omg.collection import service
from games.omg.models import Booster, Collection, Deck

admin.site.register(Deck, DeckAdmin)


class GiftForm(ReasonForm):
    """Which booster, and why."""

    kind = forms.ChoiceField(label=_("Art"), choices=Booster.Kind.choices)


@admin.register(Collection)
class CollectionAdmin(Desk[Collection]):
    """Who has how much. Which cards is nobody's business but the owner's: staff plays, too."""

    list_display = ("owner", "different", "points", "sap", "opened", "created_at")
    search_fields = ("owner__username",)
    search_help_text = _("Name der Person")
    ordering = ("-pk",)
    list_select_related = ("owner",)
    fields = readonly_fields = ("owner", "different", "points", "sap", "opened", "without", "created_at")
    actions = ("give",)

    @admin.display(description=_("verschiedene Karten"))
    def different(self, collection: Collection) -> int:
        """How many."""
        return len(collection.cards)

    @act(_("Booster schenken, mit Grund"), "give", GiftForm)
    def give(self, staff: User, collection: Collection, said: Mapping[str, Any]) -> None:
        """Such as for one that was lost by a fault of the site."""
        if collection.owner == staff:
            raise Declined(_("das wäre deine eigene Sammlung"))
        with transaction.atomic():
            entry = chain.add(staff, "omg.gift", collection, after={"kind": said["kind"]}, reason=said["reason"])
            with service.held(collection.owner):
                service.give(collection.owner, said["kind"], f"staff:{entry.pk}")

    def has_give_permission(self, request: HttpRequest) -> bool:
        """Whoever may change collections by the rights in the administration."""
        return request.user.has_perm("omg.change_collection")


@admin.register(Booster)
class BoosterAdmin(Desk[Booster]):
    """Boosters and where they came from; their secrets and what was in them only their owner sees."""

    list_display = ("__str__", "owner", "source", "number", "sap", "got_at", "opened_at")
    list_filter = ("kind", "opened_at")
    search_fields = ("owner__username", "source")
    search_help_text = _("Name der Person, oder woher")
    ordering = ("-pk",)
    list_select_related = ("owner",)
    fields = readonly_fields = ("owner", "kind", "source", "number", "without", "sap", "got_at", "opened_at")
