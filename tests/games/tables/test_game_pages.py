"""The page of a game: rules with their numbers, cards that can be searched by the address, options, open tables (UX-3)."""

from __future__ import annotations

import re

import pytest

from games.engine import registry
from games.rulebooks import rulebook
from games.tables import service
from tests.games.tables.play import someone
from tests.games.tables.test_pages import browser, page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_rule_is_on_the_page_and_can_be_linked_to(slug: str, language: str) -> None:
    """UX-3, UX-1.5: with its number as the anchor, decisions marked as such, without script."""
    book = rulebook(slug, language)
    assert book is not None
    content = page(browser(accept_language=language), f"/spiel/{slug}/")
    rules = [rule for section in book.sections for rule in section.rules]
    assert re.findall(r'<div class="rule" id="([^"]+)">', content) == [rule.id for rule in rules]
    assert content.count('class="decision"') == sum(bool(rule.decision) for rule in rules)
    anchors = set(re.findall(r'id="([^"]+)"', content))
    assert set(re.findall(r'href="#([^"]+)"', content)) <= anchors
    words = {"de": ("Kurz erklärt", "Entscheidung", "Alle Regeln"), "en": ("In short", "Decision", "All rules")}[language]
    assert all(word in content for word in words)


def test_options_presets_bots_and_tables_are_there() -> None:
    table = service.open_table(someone("Ada"), "emotrions", {}, 3, open_to="anybody")
    response = browser().get("/spiel/emotrions/")
    content = response.content.decode()
    assert [line.row.id for line in response.context["waiting"]] == [table.pk]
    for words in ("Gewinner’s Options", "Absolute Herausforderung", "genau 37 gewinnt", "Ada", "Bank: verdeckt / aufgedeckt"):
        assert words in content


@pytest.mark.parametrize(
    ("asked", "found", "count"),
    [
        ("", 9, "9 Karten gefunden"),
        ("suche=liebe", 1, "1 Karte gefunden"),
        ("suche=+Plus++&sign=positive", 4, "4 Karten gefunden"),
        ("sign=neutral", 2, "2 Karten gefunden"),
        ("sign=gelb", 9, "9 Karten gefunden"),
        ("suche=%00", 9, "9 Karten gefunden"),
        ("suche=kamel", 0, "Keine Karte passt."),
        ("suche=" + "x" * 5000, 0, "Keine Karte passt."),
        ("suche=%3Cscript%3E", 0, "Keine Karte passt."),
    ],
)
def test_cards_are_searched_by_the_address(asked: str, found: int, count: str) -> None:
    """UX-1.5: what means nothing is as if it were not there; markup stays text."""
    content = page(browser(), f"/spiel/emotrions/?{asked}")
    cards = re.findall(r"<li data-words=[^>]*>", content)
    assert len(cards) == 9
    assert sum(" hidden" not in card for card in cards) == found
    assert count in content
    assert "<script>" not in content


def test_a_card_is_shown_large_by_its_address() -> None:
    """UX-4.8: with all its text, and its name in the other language."""
    large = page(browser(), "/spiel/emotrions/?karte=anger").split('id="karte"')[1].split("</section>")[0]
    assert "Zorn" in large
    assert '<span lang="en">Anger</span>' in large
    assert "card--zoom" in large
    assert "card--zoom" not in page(browser(), "/spiel/emotrions/?karte=nichts")


def test_a_game_without_a_rule_book_has_a_page_too(toy: str) -> None:
    """architecture: a new game brings only data."""
    content = page(browser(), "/spiel/toy/")
    assert "Offene Tische" in content
    assert "Alle Regeln" not in content


def test_all_games_are_listed_and_others_are_not_found() -> None:
    content = page(browser(), "/spiel/")
    for slug in registry.slugs():
        assert f'href="/spiel/{slug}/"' in content
    assert browser().get("/spiel/schach/").status_code == 404
