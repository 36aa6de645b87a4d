"""Ka-Mel-Oh! to be read: its cards, the rule sets side by side, and what is chosen for a table (UX-3, KMO-0, KMO-3)."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_every_page import AXE, RUN, TAGS
from tests.running_site import RunningSite

ADDRESS = "/spiel/kameloh/"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE", "reduced_motion": "reduce"}


@pytest.fixture(autouse=True)
def _served(site: RunningSite) -> None:
    """All of these look at the running site."""


def found_by_axe(page: Page) -> list[object]:
    page.evaluate(AXE)
    violations: list[object] = page.evaluate(RUN, [None, TAGS, []])
    return violations


def test_cards_by_kind_price_and_race(page: Page) -> None:
    """UX-3: also by frequency class, class and the time of use; the search stays in the address."""
    page.goto(ADDRESS)
    cards = page.locator(".cardlist > li:visible")
    expect(cards).to_have_count(178)
    page.get_by_label("Gattung", exact=True).select_option("violet")
    expect(cards).to_have_count(20)
    page.get_by_label("Gattung", exact=True).select_option("green")
    page.get_by_label("Einsatz", exact=True).select_option("defend")
    page.get_by_label("Preis", exact=True).select_option("2")
    expect(cards.first).to_be_visible()
    shown = cards.count()
    assert 0 < shown < 20
    page.reload()
    expect(cards).to_have_count(shown)
    page.goto(f"{ADDRESS}?race=Pflanze&class=Wächter")
    for caption in page.locator(".cardlist > li:visible").all():
        expect(caption).to_contain_text("Pflanze")


def test_an_effect_is_found_by_its_words_and_read_in_both_languages(page: Page) -> None:
    """UX-4.8: the large card has what it does; the universal fuser says where alone it is legal (KMO-2.6)."""
    page.goto(ADDRESS)
    page.get_by_label("Name oder Text").fill("item jeder zusammenrottung")
    cards = page.locator(".cardlist > li:visible")
    expect(cards).to_have_count(1)
    cards.first.get_by_role("link").click()
    large = page.get_by_role("dialog", name="Universal-Verschmelzer")
    expect(large).to_contain_text("Nur in Kamelkönig.")
    page.keyboard.press("Escape")
    page.get_by_label("Name oder Text").fill("date schnapps")
    expect(cards).to_have_count(1)
    expect(cards.first).to_contain_text("Dattelschnaps")


def test_the_rule_sets_stand_side_by_side(page: Page) -> None:
    """KMO-0; no page is wider than a small screen (UX-6.1)."""
    for width in (1440, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(ADDRESS)
        table = page.locator("#KMO-0 table")
        expect(table.locator("th").nth(3)).to_have_text("Kamelkönig")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found_by_axe(page) == []


def test_a_number_out_of_many_is_chosen_from_a_list(page: Page) -> None:
    """KMO-3.2: any number of victory points up to 100."""
    page.goto("/neu/kameloh/")
    page.get_by_label("eigene Auswahl", exact=True).check()
    target = page.get_by_label("Siegespunkte zum Ende")
    expect(target).to_have_value("20")
    target.select_option("37")
    page.get_by_role("button", name=re.compile("Tisch eröffnen")).click()
    page.wait_for_url(re.compile(r"/tisch/\w+/"))
    expect(page.get_by_text("37", exact=True).first).to_be_visible()
