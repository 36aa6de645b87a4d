"""The filters of the lobby: kept in the address, so that a list can be shared and the browser's back button works (UX-3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine import registry
from games.tables import selectors
from games.tables.models import Table

PACES = [
    ("", _("Jedes Tempo")),
    ("ohne-uhr", _("ohne Uhr")),
    ("live", _("mit Uhr")),
    ("zug-um-zug", _("Tage pro Zug")),
]
MODES = {"ohne-uhr": Table.Mode.UNTIMED, "live": Table.Mode.LIVE, "zug-um-zug": Table.Mode.TURN}
"""The mode of a table by the word in the address."""


@dataclass(frozen=True)
class Link:
    """A choice that leads to the list with it."""

    label: str
    url: str
    current: bool
    game: str = ""


@dataclass(frozen=True)
class Filter:
    """What somebody wants to see; empty: everything. Words that mean nothing here are as if they were not there."""

    game: str = ""
    pace: str = ""
    free: bool = False
    """Only tables at which this user may sit down."""

    @classmethod
    def of(cls, asked: QueryDict) -> Filter:
        """As the address says."""
        game, pace = asked.get("spiel", ""), asked.get("tempo", "")
        return cls(game if game in registry.slugs() else "", pace if pace in MODES else "", asked.get("frei") == "1")

    @property
    def mode(self) -> str:
        """How time is kept at the tables to be shown; empty: however."""
        return MODES[self.pace].value if self.pace else ""

    @property
    def url(self) -> str:
        """The address with this filter, from the page itself."""
        asked = {"spiel": self.game, "tempo": self.pace, "frei": "1" if self.free else ""}
        return f"?{urlencode({name: value for name, value in asked.items() if value})}"

    @property
    def any(self) -> bool:
        """Whether anything is left out."""
        return self != Filter()

    def games(self) -> list[Link]:
        """One link a game."""
        every = [("", str(_("Alle Spiele"))), *((slug, selectors.name(slug)) for slug in registry.slugs())]
        return [Link(label, replace(self, game=slug).url, slug == self.game, slug) for slug, label in every]

    def paces(self) -> list[Link]:
        """One link a way to keep time."""
        return [Link(str(label), replace(self, pace=word).url, word == self.pace) for word, label in PACES]

    def toggled(self) -> Link:
        """All tables, or those at which one may sit down."""
        return Link(str(_("Nur wo ich mitspielen kann")), replace(self, free=not self.free).url, self.free)
