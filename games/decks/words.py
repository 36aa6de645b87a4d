"""What the builder says in the browser, beside the names of the game."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop, ngettext

WORDS = {
    "pool": gettext_noop("Karten"),
    "deck": gettext_noop("Dein Deck"),
    "filters": gettext_noop("Karten suchen"),
    "search": gettext_noop("Name oder Text"),
    "all": gettext_noop("beliebig"),
    "sort": gettext_noop("Sortieren"),
    "by_name": gettext_noop("Name"),
    "reset": gettext_noop("Alle zeigen"),
    "none_found": gettext_noop("Keine Karte passt. Such mit weniger Wörtern oder nach etwas anderem."),
    "keys": gettext_noop(
        "Pfeiltasten gehen von Karte zu Karte. Eingabe oder + legt eine ins Deck, − nimmt eine heraus, I zeigt sie groß."
    ),
    "add": gettext_noop("{name}, {count} von {most} im Deck: eine dazu"),
    "more": gettext_noop("{name}: eine dazu"),
    "less": gettext_noop("{name}: eine weniger"),
    "show": gettext_noop("{name}: groß ansehen"),
    "close": gettext_noop("Schließen"),
    "told": gettext_noop("{name}: {count} im Deck. Zusammen {total} von {size}."),
    "enough": gettext_noop("{name}: Mehr als {most} davon dürfen nicht in ein Deck."),
    "empty": gettext_noop("Noch keine Karte. Wähle welche aus, oder füge eine Liste als Text ein."),
    "legal": gettext_noop("Gültig"),
    "draft": gettext_noop("Entwurf: Karten fehlen dir. Spielbar nur, wo alle Karten erlaubt sind."),
    "owned": gettext_noop("du hast {count}"),
    "short": gettext_noop("{count} fehlen dir"),
    "owned_short": gettext_noop("hast {count}"),
    "legal_in": gettext_noop("Gültig in {names}"),
    "illegal": gettext_noop("Noch nicht spielbar"),
    "jump": gettext_noop("{name}: im Deck zeigen"),
    "trial": gettext_noop("Probeziehen"),
    "trial_draw": gettext_noop("Hand ziehen"),
    "trial_again": gettext_noop("Noch einmal ziehen"),
    "trial_none": gettext_noop("Dafür hat das Deck noch zu wenige oder schon zu viele Karten."),
    "trial_lost": gettext_noop("Das hat gerade nicht geklappt. Versuch es noch einmal."),
    "trial_rules": gettext_noop("Regeln"),
    "curve": gettext_noop("Karten nach {attribute}"),
    "unknown": gettext_noop("Gibt es nicht mehr"),
    "saved": gettext_noop("Gespeichert"),
    "saving": gettext_noop("Wird gespeichert …"),
    "offline": gettext_noop("Noch nicht gespeichert: keine Verbindung. Es wird weiter versucht; lass die Seite offen."),
    "late": gettext_noop("Noch nicht gespeichert: Das war sehr viel auf einmal. Es geht gleich weiter; lass die Seite offen."),
    "out": gettext_noop(
        "Noch nicht gespeichert: Du bist nicht mehr angemeldet. Melde dich in einem anderen Tab an, dann geht es hier weiter."
    ),
    "gone": gettext_noop("Dieses Deck gibt es nicht mehr. Was du siehst, ist nicht gespeichert."),
    "conflict": gettext_noop(
        "Dieses Deck wurde inzwischen anderswo geändert. Deine letzten Änderungen sind noch nicht gespeichert."
    ),
    "keep_mine": gettext_noop("Meine Fassung behalten"),
    "take_theirs": gettext_noop("Die andere Fassung laden"),
    "leave": gettext_noop("Deine letzten Änderungen sind noch nicht gespeichert."),
}


def words() -> dict[str, str | list[str]]:
    """All of them in the current language; a plural as [one, other, argument]."""
    found = (
        ngettext("%(count)d Karte gefunden", "%(count)d Karten gefunden", 1),
        ngettext("%(count)d Karte gefunden", "%(count)d Karten gefunden", 2),
    )
    return {name: gettext(said) for name, said in WORDS.items()} | {
        "found": [*(one.replace("%(count)d", "{count}") for one in found), "count"]
    }
