"""The page of a game: what it is, its rules, cards and options, bots, and tables where it is played (UX-3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import card_lists, texts
from games.card_lists import ShownCard
from games.decks.kinds import kind
from games.engine import registry
from games.engine.errors import Text
from games.engine.meta import Choice, Record
from games.engine.registry import UnknownName
from games.rulebooks import Rulebook, rulebook
from games.tables import lobby_lines, selectors, slots
from games.tables.filters import Filter
from games.texts import Speaker

MOST_TABLES = 5


@dataclass(frozen=True)
class Explained:
    """An option, a preset or a bot: what it is called, what can be chosen, and what that means."""

    label: str
    values: list[str]
    text: str


@dataclass(frozen=True)
class Shown:
    """A step of the guided first turn, with its cards."""

    text: str
    cards: list[ShownCard]


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games, to read about them."""
    return render(request, "tables/games.html", {"games": selectors.games()})


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """One game."""
    language = get_language() or "de"
    try:
        known = registry.game(game)
    except UnknownName as error:
        raise Http404(str(error)) from None
    (tile,) = [tile for tile in selectors.games() if tile.slug == game]
    book = rulebook(game, language)
    speaker = Speaker(game, language)
    lines = lobby_lines.context(request, replace(Filter(), game=game))
    about = {
        "tile": tile,
        "speaker": speaker,
        "first_turn": _first_turn(game, language, book),
        "book": book,
        "options": _options(known.meta.options, book, speaker),
        "presets": [_explained(speaker, f"preset.{name}", name, [], book.presets if book else {}) for name in known.meta.presets],
        "bots": [text for name in known.bots if (text := (book.bots if book else {}).get(name))],
        "most": MOST_TABLES,
        "sections": slots.site.game(game, request.user),
        "decks_url": reverse("decks:index", args=[game]) if kind(game) else "",
        "collection_url": _collection(game),
    }
    return render(request, "tables/game.html", lines | about | _cards(request, game, language))


def _collection(slug: str) -> str:
    """Where one sees which cards one has; empty in games whose cards all belong to everybody."""
    config = texts.config_of(slug)
    return reverse(config.collection) if config and config.collection else ""


def _cards(request: HttpRequest, slug: str, language: str) -> dict[str, Any]:
    """The cards that are asked for, and what can be asked."""
    every = card_lists.cards(slug, language)
    return {
        "every_card": every,
        "search": card_lists.search(every, card_lists.filters(slug, language), request.GET),
        "large": next((card for card in every if card.id == request.GET.get("karte")), None),
        **_drawings(slug, language),
    }


def _first_turn(slug: str, language: str, book: Rulebook | None) -> list[Shown]:
    """The walk through a first turn, with its cards."""
    known = {card.id: card for card in card_lists.cards(slug, language)}
    return [Shown(step.text, [known[card] for card in step.cards]) for step in book.first_turn] if book else []


def _drawings(slug: str, language: str) -> dict[str, Any]:
    """What the browser draws the cards with, as at a table."""
    config = texts.config_of(slug)
    digest, _data = texts.catalogue_file(slug, language)
    return {
        "catalogue_url": reverse("tables:catalogue", args=[language, slug, digest]),
        "faces": config and config.static_file("faces.js"),
        "faces_sheet": config and config.static_file("faces.css"),
    }


def _options(options: tuple[Choice | Record, ...], book: Rulebook | None, speaker: Speaker) -> list[Explained]:
    """All options in words; the first value of each is the usual one."""
    about = book.options if book else {}
    shown = []
    for option in options:
        key = f"setting.{option.name}"
        if isinstance(option, Choice):
            values = [speaker.fill(f"{key}.{value}", {"option": value}) for value in option.in_short]
        else:
            values = [_parts(field, f"{key}.{field.name}", speaker) for field in option.fields]
        shown.append(_explained(speaker, key, option.name, values, about))
    return shown


def _parts(field: Choice, key: str, speaker: Speaker) -> str:
    values = " / ".join(speaker.fill(f"{key}.{value}", {"option": value}) for value in field.values)
    return f"{speaker.fill(key, {'option': field.name})}: {values}"


def _explained(speaker: Speaker, key: str, name: str, values: list[str], texts: dict[str, str]) -> Explained:
    return Explained(speaker.say(Text(key, {"option": name})), values, texts.get(name, ""))
