"""What is said of decks of Online Marketing Generals (OMG-2), and the words by which cards are told apart in the builder."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.wording import Plural, Words

TEXTS: dict[str, Words] = {
    "deck.size": Plural(_("{count} Karte. Ein Deck hat genau {size}."), _("{count} Karten. Ein Deck hat genau {size}.")),
    "deck.unknown": _("Die Karte {name} gibt es nicht."),
    "deck.copies": _("{card}: {count} im Deck, erlaubt sind höchstens {most}."),
    "deck.not_owned": _("{card}: {count} im Deck, in deiner Sammlung {owned}."),
    "deck.few_users": Plural(
        _("{count} User ist wenig: Ab {least} kommst du gut ins Spiel, üblich sind 20 bis 26."),
        _("{count} User sind wenig: Ab {least} kommst du gut ins Spiel, üblich sind 20 bis 26."),
    ),
    "deck.type": _("Kartentyp"),
    "deck.type.user": "User",
    "deck.type.equipment": _("Ausrüstung"),
    "deck.type.website": _("Webseiten"),
    "deck.type.mission": _("Missionen"),
    "deck.type.white_hat": "White Hat",
    "deck.type.black_hat": "Black Hat",
    "deck.type.ebook": "Ebook",
    "deck.type.special": _("Spezialkarten"),
    "deck.faction": _("Fraktion"),
    "deck.faction.seo": "SEO",
    "deck.faction.affiliate": "Affiliate",
    "deck.faction.neutral": "Neutral",
    "deck.rarity": _("Seltenheit"),
    "deck.rarity.common": _("gewöhnlich"),
    "deck.rarity.uncommon": _("ungewöhnlich"),
    "deck.rarity.rare": _("selten"),
    "deck.rarity.legendary": _("legendär"),
    "deck.set": "Set",
    "deck.set.base": _("Grundset"),
    "deck.set.seocalypse": "Seocalypse",
    "deck.timing": _("Spielbar"),
    "deck.timing.any": _("jederzeit"),
    "deck.timing.combat": _("im Kampf"),
    "deck.timing.opponent_attack": _("beim gegnerischen Angriff"),
    "deck.timing.own_action_step": _("im eigenen Aktionsschritt"),
    "deck.timing.response": _("als Reaktion"),
    "deck.personality": _("Persönlichkeit"),
    "deck.personality.yes": _("ja"),
    "deck.personality.no": _("nein"),
    "deck.s": _("SEO-Wert (S)"),
    "deck.a": _("Affiliate-Wert (A)"),
    "deck.v": _("Verteidigung (V)"),
    "deck.w": _("Wert (W)"),
    "deck.op": _("Preis in OP"),
}
