"""The chat in the administration: lines can be read and removed, never changed."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.tables import moderation
from games.tables.models import ChatLine

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[ChatLine]
else:
    _Admin = admin.ModelAdmin


@admin.register(ChatLine)
class ChatLineAdmin(_Admin):
    """What was said, the newest first."""

    list_display = ("at", "table", "room", "name", "text", "phrase", "removed_at")
    list_filter = ("room", "at")
    search_fields = ("name", "table__pk")
    ordering = ("-pk",)
    list_select_related = ("table",)
    actions = ("remove",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Lines are written at tables."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: ChatLine | None = None) -> bool:
        """Nobody puts words into somebody's mouth."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ChatLine | None = None) -> bool:
        """Lines are removed, so that they can still be looked at when somebody complains."""
        return False

    @admin.action(description=_("Ausgewählte Zeilen entfernen"), permissions=["remove"])
    def remove(self, request: HttpRequest, lines: QuerySet[ChatLine]) -> None:
        """At once, for all who see them."""
        moderation.remove_lines(lines)

    def has_remove_permission(self, request: HttpRequest) -> bool:
        """Whoever may delete lines by the rights in the administration."""
        return request.user.has_perm("tables.delete_chatline")
