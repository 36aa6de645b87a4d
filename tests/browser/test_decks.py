"""The deck builder in browsers: by mouse, touch and keyboard; saved while one builds, in two tabs, offline; at a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.people import logged_in
from tests.running_site import RunningSite

DECKS = "/decks/kameloh/"
SAVED = "Gespeichert"


@pytest.fixture
def mira(new_context: NewContext, site: RunningSite) -> BrowserContext:
    """Somebody with an account."""
    return logged_in(new_context(locale="de-DE", reduced_motion="reduce", viewport={"width": 1440, "height": 900}), site)


def build(context: BrowserContext, starter: str = "Karawanensturm") -> Page:
    """The builder with a copy of a starter deck; of an empty name an empty deck."""
    page = context.new_page()
    page.goto(DECKS)
    name = f"{starter} kopieren und ändern" if starter else "Neues Deck bauen"
    page.get_by_role("button", name=name).click()
    expect(page.locator(".savestate")).to_have_text(SAVED)
    return page


def total(page: Page) -> str:
    return page.locator(".deckhead .panel__head b").inner_text()


def test_by_mouse(mira: BrowserContext) -> None:
    """A click adds, minus takes out; counts, curve and what is wrong follow, and after a reload all is there."""
    page = build(mira)
    expect(page.locator(".deckhead")).to_contain_text("Gültig in WiMu, Dufo, Kamelkönig")
    expect(page.get_by_role("img", name=re.compile(r"Karten nach Preis: 0: 12"))).to_be_visible()
    page.get_by_role("button", name=re.compile("Doppeldecker, .*0 von 4 im Deck")).click()
    assert total(page) == "61 / 60"
    expect(page.locator(".faults")).to_contain_text("61 Karten. Ein Deck hat genau 60. KMO-2.1")
    expect(page.locator(".deckhead")).to_contain_text("Noch nicht spielbar")
    expect(page.get_by_role("img", name=re.compile(r"Karten nach Preis: 0: 13"))).to_be_visible()
    expect(page.locator(".savestate")).to_have_text(SAVED)
    page.reload()
    assert total(page) == "61 / 60"
    page.locator(".decklist li", has_text="Doppeldecker").get_by_role("button", name="Doppeldecker: eine weniger").click()
    expect(page.locator(".deckhead")).to_contain_text("Gültig in")
    expect(page.locator(".decklist")).not_to_contain_text(["Doppeldecker"])


def test_no_more_than_the_limit(mira: BrowserContext) -> None:
    """It says why nothing happens (UX-4.2)."""
    page = build(mira)
    page.get_by_role("button", name=re.compile("^Spuckkamel, .*4 von 4 im Deck")).click()
    expect(page.get_by_text("Spuckkamel: Mehr als 4 davon dürfen nicht in ein Deck.")).to_be_attached()
    assert total(page) == "60 / 60"
    page.get_by_role("button", name=re.compile(r"^Schlangenbeschwörer a\. D\., .*0 von 3 im Deck")).click()
    expect(page.get_by_text("Schlangenbeschwörer a. D.: 1 im Deck.")).to_be_attached()


def test_by_keyboard(mira: BrowserContext) -> None:
    """One card is in the tab order, arrows lead on; what is done is said; a dialog gives the focus back (UX-8.2, UX-8.4)."""
    page = build(mira, "")
    expect(page.get_by_text("Noch keine Karte.")).to_be_visible()
    page.get_by_label("Sortieren").focus()
    page.keyboard.press("Tab")
    first = page.get_by_role("button", name=re.compile("^Lastkamel vom Dienst, "))
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("+")
    expect(page.get_by_text("Lastkamel vom Dienst: 2 im Deck. Zusammen 2 von 60.")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name=re.compile("^Doppeldecker, "))).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("-")
    page.keyboard.press("Home")
    expect(first).to_be_focused()
    page.keyboard.press("i")
    expect(page.get_by_role("dialog", name="Lastkamel vom Dienst")).to_contain_text("Trägt alles, außer Verantwortung.")
    page.keyboard.press("Escape")
    expect(first).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    expect(page.locator(".builder__deck").locator(":focus")).to_have_count(1)
    assert total(page) == "2 / 60"
    first.press("ArrowRight")
    page.keyboard.press("+")
    page.locator(".decklist").get_by_role("button", name="Doppeldecker: eine weniger").press("Enter")
    expect(page.locator(".decklist").get_by_role("button", name="Lastkamel vom Dienst: eine weniger")).to_be_focused()
    expect(page.locator(".savestate")).to_have_text(SAVED)


def test_by_touch(new_context: NewContext, site: RunningSite) -> None:
    """On a phone cards and deck take turns; fingers find what they press (UX-6.2)."""
    context = new_context(locale="de-DE", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page = build(logged_in(context, site))
    pool, deck = page.locator(".pool"), page.locator(".builder__deck")
    expect(deck).to_be_hidden()
    page.get_by_role("button", name=re.compile("^Doppeldecker, ")).tap()
    page.get_by_role("button", name="Dein Deck 61 / 60").tap()
    expect(pool).to_be_hidden()
    less = deck.get_by_role("button", name="Doppeldecker: eine weniger")
    box = less.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    less.tap()
    page.get_by_role("button", name="Karten", exact=True).tap()
    page.get_by_role("button", name="Höckernovize: groß ansehen").tap()
    expect(page.get_by_role("dialog", name="Höckernovize")).to_be_visible()
    page.get_by_role("button", name="Schließen").tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_looking_for_cards(mira: BrowserContext) -> None:
    """Words, values and order; none found is said."""
    page = build(mira)
    cards = page.locator(".poolgrid > li")
    expect(cards).to_have_count(178)
    page.get_by_label("Gattung", exact=True).select_option(label="Violette Monster")
    expect(cards).to_have_count(20)
    page.get_by_label("Name oder Text").fill("gießkanne")
    expect(cards).to_have_count(1)
    expect(page.get_by_role("heading", name="1 Karte gefunden")).to_be_visible()
    page.get_by_label("Name oder Text").fill("pinguin")
    expect(page.get_by_role("heading", name="Keine Karte passt.")).to_be_visible()
    page.get_by_role("button", name="Alle zeigen").click()
    page.get_by_label("Einsatz", exact=True).select_option(label="zur Abwehr")
    expect(cards.first.locator("button.card")).to_have_accessible_name(re.compile("Grüne Items"))
    page.get_by_role("button", name="Alle zeigen").click()
    page.get_by_label("Sortieren").select_option(label="Leben (LP)")
    first = page.locator(".poolgrid button.card").first
    expect(first).to_have_accessible_name(re.compile("Leben .LP. 20"))
    page.get_by_label("Sortieren").select_option(label="Name")
    names = [
        name.split(",")[0]
        for name in page.locator(".poolgrid button.card").evaluate_all(
            "all => all.map(one => one.querySelector('.sr').textContent)"
        )
    ]
    assert names[:1] == sorted(names, key=str.casefold)[:1]


def test_two_tabs(mira: BrowserContext) -> None:
    """The later save is told, and one's own changes stay until one has chosen."""
    one = build(mira)
    other = mira.new_page()
    other.goto(one.url)
    expect(other.locator(".savestate")).to_have_text(SAVED)
    one.get_by_role("button", name=re.compile("^Doppeldecker, ")).click()
    expect(one.locator(".faults")).to_contain_text("KMO-2.1")
    novice = re.compile("^Höckernovize, ")
    other.get_by_role("button", name=novice).click()
    expect(other.locator(".savestate")).to_contain_text("inzwischen anderswo geändert")
    assert total(other) == "61 / 60"
    other.get_by_role("button", name="Die andere Fassung laden").click()
    expect(other.locator(".decklist").first).to_contain_text("Doppeldecker")
    expect(other.locator(".savestate")).to_have_text(SAVED)
    one.get_by_role("button", name=re.compile("^Doppeldecker, ")).click()
    expect(one.locator(".faults")).to_contain_text("62 Karten")
    other.get_by_role("button", name=novice).click()
    other.get_by_role("button", name="Meine Fassung behalten").click()
    expect(other.locator(".savestate")).to_have_text(SAVED)
    one.reload()
    expect(one.locator(".decklist li", has_text="Höckernovize")).to_contain_text("4×")


def test_without_connection(browser: Browser, site: RunningSite) -> None:
    """Nothing is lost: it is said that it is not saved, leaving asks, and it is tried again."""
    context = logged_in(browser.new_context(base_url=site.url, locale="de-DE"), site)
    page = build(context)
    context.set_offline(True)
    add = page.get_by_role("button", name=re.compile("^Doppeldecker, "))
    add.click()
    expect(page.locator(".savestate")).to_contain_text("keine Verbindung")
    add.click()
    assert total(page) == "62 / 60"
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    asked.value.dismiss()
    context.set_offline(False)
    expect(page.locator(".savestate")).to_have_text(SAVED)
    page.reload()
    assert total(page) == "62 / 60"
    context.close()


def test_logged_out_meanwhile(mira: BrowserContext, site: RunningSite) -> None:
    """What is not saved yet waits until one is logged in again."""
    page = build(mira)
    cookies = mira.cookies()
    mira.clear_cookies()
    page.get_by_role("button", name=re.compile("^Doppeldecker, ")).click()
    expect(page.locator(".savestate")).to_contain_text("nicht mehr angemeldet")
    mira.add_cookies(cookies)  # type: ignore[arg-type]
    expect(page.locator(".savestate")).to_have_text(SAVED)
    page.reload()
    assert total(page) == "61 / 60"


def test_what_is_wrong_leads_to_the_card(mira: BrowserContext) -> None:
    """KMO-2.6, KMO-2.7: a rule leads to the rules, a card to its place in the deck."""
    page = build(mira)
    page.get_by_role("button", name=re.compile("^Universal-Verschmelzer, ")).click()
    line = page.locator(".faults li", has_text="KMO-2.6")
    expect(line).to_contain_text("Universal-Verschmelzer ist nur in Kamelkönig erlaubt.")
    expect(line.get_by_role("link", name="KMO-2.6")).to_have_attribute("href", "/spiel/kameloh/#KMO-2.6")
    line.get_by_role("button", name="Universal-Verschmelzer: im Deck zeigen").press("Enter")
    expect(page.locator(".decklist li", has_text="Universal-Verschmelzer").locator(":focus")).to_have_count(1)


def test_names_text_and_link(mira: BrowserContext, new_context: NewContext) -> None:
    """Renamed, shown by a link, changed as text, deleted."""
    page = build(mira)
    page.get_by_text("Umbenennen", exact=True).click()
    page.get_by_label("Name des Decks").fill("Mein Sturm")
    page.get_by_role("button", name="So nennen").click()
    expect(page.get_by_role("heading", level=1, name="Mein Sturm")).to_be_visible()
    page.get_by_text("Zeigen", exact=True).click()
    page.get_by_role("button", name="Link erzeugen").click()
    page.get_by_text("Zeigen", exact=True).click()
    link = page.get_by_label("Link zum Deck").input_value()
    stranger = new_context(locale="de-DE").new_page()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", level=1, name="Mein Sturm")).to_be_visible()
    expect(stranger.get_by_label("Deckliste")).to_have_value(re.compile("3 Y001 Lastkamel vom Dienst"))
    page.get_by_role("link", name="Als Text").click()
    page.get_by_label("Deckliste").fill("3 Y001\n1 Pinguin")
    page.get_by_role("button", name="Deck so speichern").click()
    expect(page.get_by_role("alert")).to_contain_text("Zeile 2, „1 Pinguin“: Diese Karte gibt es hier nicht. (KMO-2.1)")
    page.get_by_label("Deckliste").fill("3 Y001")
    page.get_by_role("button", name="Deck so speichern").click()
    expect(page.locator(".deckhead")).to_contain_text("3 / 60")
    page.get_by_role("link", name="Löschen").click()
    page.get_by_role("button", name="Deck löschen").click()
    expect(page.get_by_text("Das Deck „Mein Sturm“ ist gelöscht.")).to_be_visible()


def test_without_script(browser: Browser, mira: BrowserContext, base_url: str) -> None:
    """UX-1.5: the deck can be read, and changed as text."""
    made = build(mira)
    context = browser.new_context(base_url=base_url, locale="de-DE", java_script_enabled=False)
    context.add_cookies(mira.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(made.url)
    expect(page.get_by_role("heading", name="Gelbe Monster 34")).to_be_visible()
    page.get_by_role("link", name="Als Text").last.click()
    page.get_by_label("Deckliste").fill("4 Spuckkamel")
    page.get_by_role("button", name="Deck so speichern").click()
    expect(page.get_by_text("KMO-2.1")).to_be_visible()
    context.close()


def test_at_a_table(mira: BrowserContext, base_url: str) -> None:
    """Own decks that are allowed are offered, the last one used first; with it the game begins."""
    build(mira, "Dünenfestung")
    page = mira.new_page()
    page.goto("/neu/kameloh/")
    page.get_by_role("button", name="Tisch eröffnen").click()
    deck = page.get_by_label("Dein Deck")
    assert deck.locator("optgroup").evaluate_all("all => all.map(one => one.label)") == ["Deine Decks", "Fertige Decks"]
    deck.select_option(index=0)
    page.get_by_role("button", name="Dieses Deck nehmen").click()
    expect(deck.locator("option:checked")).to_have_attribute("value", re.compile("^own:"))
    page.get_by_role("button", name="Mit Bots auffüllen und starten").click()
    expect(page.locator("#table")).to_be_visible()


def test_draw(mira: BrowserContext) -> None:
    """OMG-16.9: hands as at a table, by the rules one chooses, with the odds beside them, by keyboard, too."""
    page = build(mira)
    page.locator(".trial summary").focus()
    page.keyboard.press("Enter")
    panel = page.locator(".trial")
    expect(panel.locator(".odds")).to_contain_text(
        "WiMu: In 217 von 1000 Fällen sind unter den ersten 6 Karten keine drei gelben"
    )
    draw = panel.get_by_role("button", name="Hand ziehen")
    draw.press("Enter")
    expect(panel.get_by_role("status")).to_contain_text("Mit diesen 6 Karten beginnst du. KMO-4.2")
    expect(panel.locator(".drawn").last.get_by_role("button")).to_have_count(6)
    panel.get_by_label("Regeln").select_option(label="Dufo")
    expect(panel.get_by_role("status")).to_contain_text("Mit diesen 8 Karten beginnst du.")
    panel.locator(".drawn").last.get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_response(re.compile("/probe/")):
        panel.get_by_role("button", name="Noch einmal ziehen").click()
    page.route(re.compile("/probe/"), lambda route: route.fulfill(body="nothing that can be read"))
    panel.get_by_role("button", name="Noch einmal ziehen").click()
    expect(panel.get_by_role("status")).to_contain_text("Das hat gerade nicht geklappt.")


def test_favourite(mira: BrowserContext) -> None:
    """OMG-16.9: marked here, chosen already where one sits down."""
    page = build(mira)
    page.get_by_role("button", name="Als Lieblingsdeck").click()
    expect(page.get_by_role("button", name="Nicht mehr Lieblingsdeck")).to_be_visible()
    page.goto("/neu/kameloh/")
    page.get_by_role("button", name="Tisch eröffnen").last.click()
    expect(page.get_by_label("Dein Deck")).to_have_value(re.compile("^own:"))
