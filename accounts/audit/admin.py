"""The audit log in the administration: read, and nothing else (QUA-4.18)."""

from __future__ import annotations

import json

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit.models import Entry
from accounts.desk import Desk
from accounts.models import User


@admin.register(Entry)
class EntryAdmin(Desk[Entry]):
    """What staff have done, the latest first."""

    list_display = ("at", "who", "act", "kind", "target", "reason")
    list_filter = ("act", "kind", "at")
    search_fields = ("=target", "=actor", "reason")
    search_help_text = _("Kennung, Nummer des Kontos oder Wörter aus dem Grund")
    ordering = ("-pk",)
    fields = readonly_fields = ("at", "who", "act", "kind", "target", "from_what", "to_what", "reason", "previous", "digest")
    actions = None

    def has_view_permission(self, request: HttpRequest, obj: Entry | None = None) -> bool:
        """Whoever has the right to; nobody has it by moderating alone."""
        return request.user.has_perm("audit.view_entry")

    @admin.display(description=_("wer"))
    def who(self, entry: Entry) -> str:
        """The name, as long as there is one."""
        if entry.actor is None:
            return gettext("ein Befehl")
        name = User.objects.filter(pk=entry.actor).values_list("username", flat=True).first()
        return name or gettext("Konto %(number)d") % {"number": entry.actor}

    @admin.display(description=_("vorher"))
    def from_what(self, entry: Entry) -> str:
        """The fields concerned."""
        return json.dumps(entry.before, ensure_ascii=False)

    @admin.display(description=_("nachher"))
    def to_what(self, entry: Entry) -> str:
        """The fields concerned."""
        return json.dumps(entry.after, ensure_ascii=False)
