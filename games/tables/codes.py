"""The error codes of PRO section 7: HTTP status, title, and the numbers sockets are closed with."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.errors import EngineError, Text

ERRORS = {
    "bad_message": (400, _("Nachricht nicht lesbar")),
    "invalid": (400, _("Ungültige Angabe")),
    "not_authenticated": (401, _("Nicht angemeldet")),
    "forbidden": (403, _("Nicht erlaubt")),
    "not_found": (404, _("Nicht gefunden")),
    "not_your_prompt": (409, _("Du bist nicht gefragt")),
    "stale_prompt": (409, _("Frage nicht mehr offen")),
    "illegal_choice": (422, _("Das geht nicht")),
    "move_id_conflict": (409, _("Zug schon vergeben")),
    "table_full": (409, _("Tisch voll")),
    "wrong_status": (409, _("Gerade nicht möglich")),
    "undo_unavailable": (409, _("Zurücknehmen nicht möglich")),
    "clock_expired": (409, _("Zeit abgelaufen")),
    "game_over": (409, _("Partie zu Ende")),
    "deck_invalid": (422, _("Deck nicht erlaubt")),
    "muted": (403, _("Stummgeschaltet")),
    "read_only": (503, _("Nicht gespeichert")),
    "rate_limited": (429, _("Zu schnell")),
    "internal": (500, _("Fehler")),
}
"""Code to HTTP status and title (PRO-7.4); titles and details are in the viewer's language."""


class Close(IntEnum):
    """Why the server closes a socket (PRO section 7)."""

    DONE = 1000
    ABUSE = 4400
    SESSION = 4401
    FORBIDDEN = 4403
    NO_TABLE = 4404
    SILENT = 4408
    ARCHIVED = 4410
    VERSION = 4426
    RATE = 4429
    SLOW = 4430
    INTERNAL = 4500
    RESTART = 4512
    OVERLOADED = 4513


class Refusal(EngineError):
    """A request to a table is refused, with a code of PRO section 7; nothing has changed."""

    def __init__(self, code: str, text: Text | str, retry_ms: int | None = None, fields: Mapping[str, Any] | None = None) -> None:
        super().__init__(Text(text) if isinstance(text, str) else text)
        self.code = code
        self.retry_ms = retry_ms
        """When to try again, if that is known."""
        self.fields = dict(fields or {})
        """What a client may need to know beside the words."""
