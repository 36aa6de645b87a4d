"""Innovation to be read: its cards, the first turn, and the memo, on its page and at the table (UX-3, INN-17.10)."""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from games import texts
from tests.browser.conftest import NewContext
from tests.browser.test_every_page import AXE, RUN, TAGS
from tests.running_site import RunningSite
from tests.sizes import part

ADDRESS = "/spiel/innovation/"
KEYWORDS = ["Ziehen", "Ausspielen", "Dogma", "Erreichen", "Werten", "Unterschieben", "Auffächern", "Zurücklegen", "Übertragen"]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE", "reduced_motion": "reduce"}


def found_by_axe(page: Page) -> list[object]:
    page.evaluate(AXE)
    violations: list[object] = page.evaluate(RUN, [None, TAGS, []])
    return violations


def against_bot(page: Page) -> None:
    """A table of Innovation, by its own page."""
    page.goto(ADDRESS)
    page.get_by_role("button", name="Sofort gegen Bot spielen").click()
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    page.locator("#prompt[data-mine=true]").wait_for()


def memo(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Memo")


def test_cards_by_age_colour_and_any_icon(page: Page) -> None:
    """UX-3: a card has several icons; the search stays in the address."""
    page.goto(ADDRESS)
    cards = page.locator(".cardlist > li:visible")
    expect(cards).to_have_count(105)
    page.get_by_label("Alter", exact=True).select_option("1")
    expect(cards).to_have_count(15)
    page.get_by_label("Symbol", exact=True).select_option("crown")
    page.get_by_label("Farbe", exact=True).select_option("red")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("2× Burg, Krone")
    page.get_by_label("Symbol", exact=True).select_option("castle")
    expect(cards).to_have_count(3)
    page.reload()
    expect(cards).to_have_count(3)
    page.goto(f"{ADDRESS}?icons=clock&color=purple")
    expect(cards).to_have_count(4)


def test_a_picture_in_a_text_is_found_by_its_word_and_has_one(page: Page) -> None:
    """UX-1.3."""
    page.goto(ADDRESS)
    page.get_by_label("Name oder Text").fill("handkarte mit krone")
    card = page.locator(".cardlist > li:visible").first
    expect(card).to_contain_text("Ruder")
    card.get_by_role("link").click()
    large = page.get_by_role("dialog", name="Ruder")
    mark = large.locator(".zoom__text .mark").nth(1)
    expect(mark).to_have_text("Krone")
    expect(mark.locator("svg")).to_be_visible()


def test_without_script(new_context: NewContext) -> None:
    """UX-1.5: the same search by the form, pictures and all."""
    page = new_context(java_script_enabled=False).new_page()
    page.goto(ADDRESS)
    page.get_by_label("Symbol", exact=True).select_option("clock")
    page.get_by_label("Farbe", exact=True).select_option("purple")
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator(".cardlist > li:visible")).to_have_count(4)
    page.get_by_role("link", name="Eisenbahn: groß ansehen").click()
    expect(page.locator("#karte .mark svg").first).to_be_visible()
    expect(page.locator("#karte")).to_contain_text("Railroad")


def test_a_card_that_differs_by_edition_shows_both(page: Page) -> None:
    """INN-16."""
    page.goto(f"{ADDRESS}?karte=oars")
    large = page.locator("#karte")
    expect(large).to_contain_text("Letzte Ausgabe:")
    expect(large).to_contain_text("Erste Edition:")
    expect(large.locator("b", has_text="Ich verlange:")).to_have_count(2)
    expect(large).to_contain_text("Oars")


@pytest.mark.parametrize(("edition", "again"), [("latest", True), ("first", False)])
def test_at_a_table_a_card_has_the_text_of_its_edition(page: Page, site: RunningSite, edition: str, again: bool) -> None:
    """INN-16."""
    page.goto("/")
    said = page.evaluate(
        """async ([address, catalogue, options]) => {
            const { Words } = await import(address);
            return new Words(catalogue, [], options).text("innovation.oars");
        }""",
        [site.static_url("tables/words.js"), texts.catalogue("innovation", "de"), {"edition": edition, "teams": "off"}],
    )
    assert said == texts.catalogue("innovation", "de")[f"card.innovation.oars.text.edition.{edition}"]
    assert ("erneut aus" in said) is again


def test_the_first_turn_is_walked_through_with_real_cards(page: Page) -> None:
    page.goto(ADDRESS)
    walk = page.get_by_role("region", name="Dein erster Zug")
    expect(walk.get_by_role("listitem").first).to_contain_text("Das Rad")
    walk.get_by_role("link", name="Bogenschießen: groß ansehen").click()
    expect(page.get_by_role("dialog", name="Bogenschießen")).to_contain_text("Ich verlange:")
    page.keyboard.press("Escape")
    expect(page.get_by_role("img", name=re.compile("Vier Stapel"))).to_be_attached()


def test_the_memo_is_at_hand_by_pointer_keyboard_and_touch(page: Page, new_context: NewContext) -> None:
    """INN-17.10: with the words of the rules page."""
    against_bot(page)
    button = page.get_by_role("button", name="Memo")
    button.click()
    for word in KEYWORDS:
        expect(memo(page).get_by_role("term").filter(has_text=re.compile(f"^{word}$"))).to_be_visible()
    at_table = memo(page).locator(".memo__parts").inner_text()
    assert found_by_axe(page) == []
    page.keyboard.press("Escape")
    expect(memo(page)).to_have_count(0)
    expect(button).to_be_focused()
    page.keyboard.press("w")
    expect(memo(page)).to_be_visible()
    memo(page).get_by_role("button", name="Schließen").press("Enter")
    expect(memo(page)).to_have_count(0)

    phone = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    small = phone.new_page()
    against_bot(small)
    small.get_by_role("button", name="Memo").tap()
    expect(memo(small)).to_be_visible()
    assert small.evaluate("document.documentElement.scrollWidth") <= 390
    memo(small).get_by_role("button", name="Schließen").tap()
    expect(memo(small)).to_have_count(0)

    page.goto(ADDRESS)
    assert page.locator("#memo .memo__parts").inner_text().split() == at_table.split()


def test_a_game_without_memo_has_no_button_for_it(page: Page) -> None:
    page.goto("/spiel/emotrions/")
    page.get_by_role("button", name="Sofort gegen Bot spielen").click()
    page.locator("#prompt[data-mine=true]").wait_for()
    expect(page.get_by_role("button", name="Memo")).to_have_count(0)
    page.keyboard.press("w")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tasten")).not_to_contain_text("Memo")


def test_a_tip_for_each_of_the_first_questions(page: Page) -> None:
    """UX-2: what to look for at the opening, then at the first action."""
    against_bot(page)
    tip = page.locator(".tip")
    expect(tip).to_contain_text("Eine Karte spielst du aus")
    page.locator("[data-option]").first.click()
    page.locator("#prompt[data-mine=true]", has_text="Aktion").wait_for()
    expect(tip).to_contain_text(re.compile("Lies das Dogma|Neue Farben"))


@pytest.mark.parametrize(("width", "language"), part(product((320, 390, 1440), ("de", "en")), 2))
def test_nothing_sticks_out_and_axe_finds_nothing(new_context: NewContext, base_url: str, width: int, language: str) -> None:
    """UX-6.1, UX-8.8, UX-10.1."""
    context = new_context(viewport={"width": width, "height": 740}, color_scheme="dark" if width == 390 else "light")
    context.add_cookies([{"name": "kartenhaus_language", "value": language, "url": base_url}])
    page = context.new_page()
    for address in (ADDRESS, f"{ADDRESS}?karte=oars"):
        page.goto(address)
        page.locator(".cardlist .face__art").first.wait_for(state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    if width != 320:
        assert found_by_axe(page) == []
