"""The page of a game in browsers: cards found while one types or by the form, cards shown large, rules by their number."""

from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewContext
from tests.sizes import part

ADDRESS = "/spiel/emotrions/"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def test_cards_are_found_while_one_types(page: Page) -> None:
    """UX-3: the search stays in the address, for a reload and for others."""
    page.goto(ADDRESS)
    cards = page.locator(".cardlist > li:visible")
    expect(cards).to_have_count(9)
    page.get_by_label("Name oder Text").press_sequentially("minus")
    expect(cards).to_have_count(3)
    expect(page.get_by_text("3 Karten gefunden")).to_be_visible()
    page.get_by_label("Name oder Text").press_sequentially(" 5")
    expect(page.get_by_text("1 Karte gefunden")).to_be_visible()
    page.get_by_label("Name oder Text").fill("")
    page.get_by_label("Art", exact=True).select_option("neutral")
    expect(cards).to_have_count(2)
    assert page.url.endswith("/spiel/emotrions/?sign=neutral#karten")
    page.reload()
    expect(cards).to_have_count(2)
    page.get_by_label("Name oder Text").fill("kamel")
    expect(page.get_by_text("Keine Karte passt.")).to_be_visible()


def test_a_card_is_shown_large(page: Page) -> None:
    """UX-4.8: by keyboard too; Escape closes it and the focus goes back."""
    page.goto(ADDRESS)
    link = page.get_by_role("link", name="Kraft: groß ansehen")
    link.press("Enter")
    large = page.get_by_role("dialog", name="Kraft")
    expect(large).to_contain_text("sie selbst wird nie ausgetauscht")
    expect(large).to_contain_text("Strength")
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    expect(link).to_be_focused()
    link.click()
    large.get_by_role("link", name="Schließen").click()
    expect(large).to_be_hidden()
    assert page.url.endswith(ADDRESS)


def test_without_script(browser: Browser, base_url: str) -> None:
    """UX-1.5: search by the form, a card by its link, a rule by its number."""
    context = browser.new_context(base_url=base_url, locale="de-DE", java_script_enabled=False)
    page = context.new_page()
    page.goto(ADDRESS)
    page.get_by_label("Name oder Text").fill("liebe")
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator(".cardlist > li:visible")).to_have_count(1)
    page.get_by_role("link", name="Alle zeigen").click()
    expect(page.locator(".cardlist > li:visible")).to_have_count(9)
    page.get_by_role("link", name="Zorn: groß ansehen").click()
    expect(page.locator("#karte")).to_contain_text("Minus 5.")
    page.locator("#EMO-10\\.4 + .rule").get_by_role("link", name="EMO-10.4").click()
    assert page.url.endswith("#EMO-10.4")
    context.close()


def test_a_rule_is_reached_from_the_menu(page: Page) -> None:
    page.goto("/")
    page.get_by_role("navigation", name="Hauptmenü").get_by_role("link", name="Regeln").click()
    page.get_by_role("main").get_by_role("link", name="Emotrions").click()
    page.get_by_role("navigation", name="Abschnitte der Regeln").get_by_role("link", name="Score 37").click()
    expect(page.get_by_role("heading", name="Score 37")).to_be_in_viewport()


@pytest.mark.parametrize(("width", "language"), part(product((320, 390, 1440), ("de", "en")), 2))
def test_nothing_sticks_out(new_context: NewContext, base_url: str, width: int, language: str) -> None:
    """UX-6.1, UX-10.1."""
    context = new_context(viewport={"width": width, "height": 740}, color_scheme="dark" if width == 390 else "light")
    context.add_cookies([{"name": "kartenhaus_language", "value": language, "url": base_url}])
    page = context.new_page()
    for address in ("/spiel/", ADDRESS, f"{ADDRESS}?karte=strength"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
