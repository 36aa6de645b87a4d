"""What is said of decks of Ka-Mel-Oh! (KMO-2), and the words by which cards are told apart in the builder."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.wording import Plural, Words

TEXTS: dict[str, Words] = {
    "deck.size": Plural(_("{count} Karte. Ein Deck hat genau {size}."), _("{count} Karten. Ein Deck hat genau {size}.")),
    "deck.unknown": _("Die Karte {name} gibt es nicht."),
    "deck.copies": _("{card}: {count} im Deck, erlaubt sind höchstens {most}."),
    "deck.few_yellow": Plural(
        _("{count} gelbes Monster. Mindestens {least} gehören in jedes Deck."),
        _("{count} gelbe Monster. Mindestens {least} gehören in jedes Deck."),
    ),
    "deck.few_cheap": Plural(
        _("{count} gelbes Monster mit Preis 0 oder 1. Mindestens {least} davon müssen es sein."),
        _("{count} gelbe Monster mit Preis 0 oder 1. Mindestens {least} davon müssen es sein."),
    ),
    "deck.many_violet": _("{count} violette Monster. Höchstens {most} sind erlaubt."),
    "deck.many_blue": _("{count} blaue Items. Höchstens {most} sind erlaubt."),
    "deck.variants": _("{card} ist nur in {variant} erlaubt."),
    "deck.lacks_item": _("{card} lässt sich nicht bauen: {cards} fehlt im Deck."),
    "deck.lacks_item_in_dufo": _("{card} lässt sich in Dufo nicht bauen: {cards} fehlt im Deck."),
    "deck.lacks_source": _("{card} lässt sich nicht bauen: {cards} fehlt im Deck."),
    "deck.lacks_ingredients": _(
        "{card} lässt sich nicht bauen: Dem Deck fehlen passende Monster, nötig sind mindestens {count}."
    ),
    "deck.odds_late": _(
        "{variant}: In {part} von {of} Fällen sind unter den ersten {hand} Karten keine drei gelben Monster. "
        "Dann werden die anderen gezeigt und wieder eingemischt."
    ),
    "deck.hand_shown": Plural(
        _("Drei gelbe Monster kamen zu spät: {count} andere Karte wird gezeigt und wieder eingemischt."),
        _("Drei gelbe Monster kamen zu spät: {count} andere Karten werden gezeigt und wieder eingemischt."),
    ),
    "deck.hand_first": Plural(
        _("Mit dieser Karte beginnst du."),
        _("Mit diesen {count} Karten beginnst du."),
    ),
    "deck.kind": _("Gattung"),
    "deck.kind.yellow": _("Gelbe Monster"),
    "deck.kind.violet": _("Violette Monster"),
    "deck.kind.blue": _("Blaue Items"),
    "deck.kind.green": _("Grüne Items"),
    "deck.price": pgettext_lazy("kameloh", "Preis"),
    "deck.hk": _("Häufigkeitsklasse"),
    "deck.hk.1": _("1: goldenes Kamel"),
    "deck.hk.2": _("2: silbernes Kamel"),
    "deck.hk.3": _("3: bronzenes Kamel"),
    "deck.hk.4": _("4: Dunghaufen"),
    "deck.class": pgettext_lazy("kameloh", "Klasse"),
    "deck.race": pgettext_lazy("kameloh", "Rasse"),
    "deck.windows": _("Einsatz"),
    "deck.windows.main": _("im eigenen Zug"),
    "deck.windows.attack": _("beim Angriff"),
    "deck.windows.defend": _("zur Abwehr"),
    "deck.ap": _("Angriff (AP)"),
    "deck.dp": _("Abwehr (DP)"),
    "deck.lp": _("Leben (LP)"),
    "value.variant.wimu": "WiMu",
    "value.variant.dufo": "Dufo",
    "value.variant.kamelkoenig": "Kamelkönig",
}
