"""The texts of the cards of Ka-Mel-Oh!: what a card does, what it is made from or made for, and its flavour."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from games.card_words import Card, CardWords

CARDS_PATH = Path(__file__).parent / "cards.json"

VALUES = ("ap", "dp", "lp")
KEPT = ("kind", "price", "hk", "class", "race", "windows", *VALUES)
"""By what cards are looked for and put in order."""

MUTATION = gettext_noop("Mutation: aus **{source}** mit **{item}**.")
FUSION_ANY = gettext_noop("Fusion: aus {least} bis {most} Monstern der Rasse {races}.")
FUSION_EACH = gettext_noop("Fusion: aus {parts}.")
OF_RACE = gettext_noop("einem Monster der Rasse {race}")
ITEM = gettext_noop("Item: **{item}**.")
ITEM_OPTIONAL = gettext_noop("Item: **{item}**, in WiMu und Kamelkönig entbehrlich.")
SUM = gettext_noop("Werte: die Summe der gedruckten Werte.")
SUM_PLUS = gettext_noop("Werte: die Summe der gedruckten Werte, dazu {more}.")
PER = gettext_noop("Werte: {base}, dazu für jedes Monster {each}.")
FITS = gettext_noop("Passt zu **{card}**.")
USED = gettext_noop("Einsatz: {windows}.")
WINDOWS = {"main": gettext_noop("im eigenen Zug"), "attack": gettext_noop("beim Angriff"), "defend": gettext_noop("zur Abwehr")}
"""When a green item may be played (KMO-11.1)."""
ONLY = gettext_noop("Nur in {variants}.")
VARIANTS = {"dufo": "Dufo", "wimu": "WiMu", "kamelkoenig": "Kamelkönig"}
"""The rule sets, by the names that a card gives where it is not legal in all (KMO-2.6)."""


class KamelohWords(CardWords):
    """What the card does, when and where it may be played, how it comes about, then its flavour."""

    def paragraphs(self, card: Card, language: str) -> list[str]:
        """Rules, when and where, ingredients, flavour; those that the card has."""
        with translation.override(language):
            made, played = _made(card, language), _played(card)
        return [text for text in (card.get(f"rules_{language}"), played, made, card[f"flavour_{language}"]) if text]

    def attributes(self, card: Card) -> Mapping[str, Any]:
        """Class and race by their German names, which rules compare, and values; those that are computed are left out."""
        named = {**card, "class": card["class_de"], "race": card.get("race_de")}
        return {name: named[name] for name in KEPT if named.get(name) is not None}


def _played(card: Card) -> str:
    """When a green item may be played (KMO-11.1), and in which rule sets a card is legal, where that is not all."""
    said = []
    if card.get("windows"):
        windows = gettext(" oder ").join(gettext(WINDOWS[window]) for window in card["windows"])
        said.append(gettext(USED).format(windows=windows))
    if card.get("variants"):
        said.append(gettext(ONLY).format(variants=gettext(" und ").join(VARIANTS[variant] for variant in card["variants"])))
    return " ".join(said)


def _made(card: Card, language: str) -> str:
    """Of a violet card what it takes, of a blue one what it is for (KMO-14)."""
    if card["kind"] == "blue":
        return " ".join(gettext(FITS).format(card=_name(fits, language)) for fits in card["fits"])
    if card["kind"] != "violet":
        return ""
    item = _name(card["item"], language)
    if card["type"] == "mutation":
        return gettext(MUTATION).format(source=_name(card["source"], language), item=item)
    said = [_ingredients(card, language), gettext(ITEM_OPTIONAL if card["item_optional"] else ITEM).format(item=item)]
    return " ".join([*said, *_values(card["formula"])])


def _ingredients(card: Card, language: str) -> str:
    conditions: Sequence[Mapping[str, Any]] = card["ingredients"]
    if card["ingredient_match"] == "any":
        races = gettext(" oder ").join(_races(conditions[0], language))
        return gettext(FUSION_ANY).format(least=card["min_ingredients"], most=card["max_ingredients"], races=races)
    parts = [
        f"**{_name(one['id'], language)}**" if "id" in one else gettext(OF_RACE).format(race=_races(one, language)[0])
        for one in conditions
    ]
    joined = ", ".join(parts[:-1]) + gettext(" und ") + parts[-1]
    return gettext(FUSION_EACH).format(parts=joined)


def _values(formula: Mapping[str, Any]) -> list[str]:
    """How its values come about (KMO-14.9); nothing where they are printed."""
    if formula["mode"] == "fixed":
        return []
    if formula["mode"] == "per":
        return [gettext(PER).format(base=_listed(formula["base"]), each=_listed(formula["each"]))]
    more = _listed(formula)
    return [gettext(SUM_PLUS).format(more=more) if more else gettext(SUM)]


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name.upper()} {values[name]}" for name in VALUES if values.get(name))


def _races(condition: Mapping[str, Any], language: str) -> list[str]:
    races = condition["race"]
    return [_race_names()[race][language] for race in ([races] if isinstance(races, str) else races)]


def _name(card: str, language: str) -> str:
    return _names()[card][language]


@cache
def _names() -> dict[str, dict[str, str]]:
    """The name of each card in both languages."""
    return {card["id"]: {"de": card["name_de"], "en": card["name_en"]} for card in _cards()}


@cache
def _race_names() -> dict[str, dict[str, str]]:
    """Each race in both languages, by its German name."""
    return {card["race_de"]: {"de": card["race_de"], "en": card["race_en"]} for card in _cards() if "race_de" in card}


@cache
def _cards() -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = json.loads(CARDS_PATH.read_bytes())["cards"]
    return cards
