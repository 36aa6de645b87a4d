"""What is said where something cannot be done with a collection (OMG-16)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.wording import Words

TEXTS: dict[str, Words] = {
    "error.omg_no_starter": _("Dieses fertige Deck gibt es nicht."),
    "error.omg_starter_chosen": _("Du hast dein erstes Deck schon gewählt. Die anderen bekommst du, wenn du spielst."),
    "error.omg_no_kind": _("Diese Art Booster gibt es nicht."),
    "error.omg_no_booster": _("Diesen Booster gibt es nicht, oder er gehört dir nicht."),
    "error.omg_no_card": _("Diese Karte gibt es nicht."),
    "error.omg_nonce": _("Der eigene Beitrag zum Zufall hat nicht die richtige Form. Der Booster ist noch geschlossen."),
    "error.omg_outdated": _("Deine Sammlung hat sich inzwischen geändert. Sieh noch einmal nach; es ist nichts geschehen."),
    "error.omg_points": _("Ein Booster kostet {price} Klickpunkte, du hast {points}."),
    "error.omg_enough": _("{card}: Du hast schon {most} davon, mehr werden nicht aufgehoben."),
    "error.omg_sap": _("Dafür brauchst du {cost} Linksaft, du hast {sap}."),
}
