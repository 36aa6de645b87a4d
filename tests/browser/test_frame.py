"""The frame of every page: language switch, skip link, typefaces, any width, light and dark."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.sizes import part

PAGES = ("/nirgends", "/admin/login/", "/hilfe/", "/impressum/", "/datenschutz/", "/lizenzen/")


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def test_the_language_switch_works_by_keyboard_and_keeps_the_page(page: Page) -> None:
    page.goto("/nirgends?von=hier")
    expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite gibt es nicht")
    page.get_by_role("button", name="EN: switch to English").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    assert page.url.endswith("/nirgends?von=hier")
    page.get_by_role("button", name="DE: zu Deutsch wechseln").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_first_stop_of_the_keyboard_leads_to_the_content(page: Page) -> None:
    page.goto("/nirgends")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Zum Inhalt")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_our_own_typefaces_are_used(page: Page) -> None:
    page.goto("/nirgends")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)")
    assert {family.strip('"') for family in loaded} == {"Alegreya Variable", "Atkinson Hyperlegible Next Variable"}


@pytest.mark.parametrize(("width", "scheme"), part(product((320, 768, 1440), ("light", "dark")), 2))
def test_nothing_sticks_out(new_context: NewContext, width: int, scheme: str) -> None:
    """UX-6.1."""
    page = new_context(viewport={"width": width, "height": 640}, color_scheme=scheme).new_page()
    for address in PAGES:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
