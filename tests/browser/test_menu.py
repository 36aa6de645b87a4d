"""How the table behaves is chosen in its menu (UX-11), and the keys say how things stand (UX-8.3)."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.pretence import Message, Pretence, hand, happened, option, prompt
from tests.browser.seats import against_bot


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def open_table(page: Page, view: Message, prompts: list[Message]) -> Pretence:
    """A pretended table."""
    pretence = Pretence(page, view, prompts)
    against_bot(page)
    page.locator(".player[data-me=true]").wait_for()
    return pretence


def open_menu(page: Page) -> Locator:
    """The menu, by its button."""
    page.get_by_role("button", name="Einstellungen am Tisch").click()
    return page.get_by_role("dialog", name="Einstellungen am Tisch")


def test_speed_is_chosen_and_remembered(page: Page) -> None:
    open_table(page, hand("x"), [prompt([option("a")])])
    page.keyboard.press("m")
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("radio", name="normal")).to_be_checked()
    menu.get_by_role("radio", name="normal").press("ArrowRight")
    expect(menu.get_by_role("radio", name="langsam")).to_be_checked()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    page.reload()
    page.locator(".player[data-me=true]").wait_for()
    assert page.evaluate("document.documentElement.dataset.motion") == "slow"
    expect(open_menu(page).get_by_role("radio", name="langsam")).to_be_checked()


def test_every_move_is_asked_about_where_somebody_wants_that(page: Page) -> None:
    """UX-4.4."""
    pretence = open_table(page, hand("x"), [prompt([option("a"), option("b")])])
    menu = open_menu(page)
    menu.get_by_label("Vor jedem Zug noch einmal fragen").check()
    menu.get_by_role("button", name="Schließen").click()
    expect(page.get_by_role("button", name="Einstellungen am Tisch")).to_be_focused()
    page.keyboard.press("2")
    expect(page.get_by_text("So spielen?")).to_be_visible()
    page.get_by_role("button", name="Zurück", exact=True).click()
    page.locator('[data-option="a"]').click()
    assert pretence.sent("move") == []
    page.get_by_role("button", name="Ja, so spielen").click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["a"]]


def test_a_finger_is_asked_about_dangerous_moves_only(new_context: NewContext) -> None:
    """UX-4.4."""
    page = new_context(has_touch=True, is_mobile=True).new_page()
    pretence = open_table(page, hand(), [prompt([option("a"), option("stop", "danger")])])
    page.locator('[data-option="stop"]').tap()
    expect(page.get_by_text("So spielen?")).to_be_visible()
    page.get_by_role("button", name="Zurück", exact=True).tap()
    page.locator('[data-option="a"]').tap()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["a"]]


def test_the_own_hand_is_covered_by_a_key(page: Page) -> None:
    """UX-4.7: nothing on the page says any more what I hold."""
    options = [option("lay secret", cards=["pretended.secret"]), option("pass", "pass")]
    pretence = open_table(page, hand("secret", "other"), [prompt(options)])
    drawn = happened(1, 0, "cards_moved", "Jemand zieht.", by=0)
    drawn["args"] = {"from": "bank", "to": "hand_0", "cards": ["pretended.secret"]}
    drawn["log"] = {"v": 1, "key": "log.lays_hidden.own", "args": {"seat": 0, "cards": ["pretended.secret"], "count": 1}}
    pretence.update(events=[drawn])
    expect(page.locator("#hand [data-card]")).to_have_count(2)
    page.keyboard.press("h")
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    expect(page.locator("#hand .back")).to_have_count(2)
    expect(page.locator("[data-option]")).to_have_count(1)
    expect(page.locator("#table")).not_to_contain_text("secret")
    page.keyboard.press("1")
    assert [move["choice"] for move in pretence.wait_for("move")] == [["pass"]]
    page.reload()
    expect(page.locator("#hand .back")).to_have_count(2)
    page.get_by_role("button", name="Karten zeigen").click()
    expect(page.locator("#hand [data-card]")).to_have_count(2)


def test_keys_tell_how_things_stand(page: Page) -> None:
    """UX-8.3: hand, scores, clocks, any player's area, and the last announcement once more."""
    view = hand("x", "x", "y") | {"seats": [{"total": 3}, {"total": 5}]}
    pretence = open_table(page, view, [])
    told = page.locator(".prompt__note")
    page.keyboard.press("k")
    expect(told).to_have_text("Deine Karten: x 2-mal und y.")
    page.keyboard.press("s")
    expect(told).to_contain_text("Bot Fuchs: Partie 5.")
    page.keyboard.press("t")
    expect(told).to_have_text("Hier läuft keine Uhr.")
    pretence.update(events=[happened(1, 0, "cards_moved", "Fuchs legt.")])
    expect(page.locator("#news p")).to_have_text(["Fuchs legt."])
    page.keyboard.press("r")
    expect(page.locator("#news p")).to_have_text(["Fuchs legt.", "Fuchs legt."])
    expect(told).to_have_text("Fuchs legt.")
    page.keyboard.press("g")
    assert page.evaluate("document.activeElement.matches('#board section, .player')")
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("g")
    assert page.evaluate("document.activeElement.textContent") != first


def test_on_a_small_phone_giving_up_is_in_the_menu(page: Page) -> None:
    """UX-6.1: the line of the table has room for the name of the game at 320 pixels."""
    page.set_viewport_size({"width": 320, "height": 640})
    seat = against_bot(page)
    seat.wait_for_turn()
    expect(page.locator(".tools__resign")).to_be_hidden()
    title = page.locator(".tline__title")
    widths = title.evaluate("title => [title.scrollWidth, title.clientWidth]")
    assert widths[0] <= widths[1], widths
    open_menu(page).get_by_role("button", name="Aufgeben").click()
    expect(page.get_by_role("dialog", name="Wirklich aufgeben?")).to_be_visible()
    page.get_by_role("button", name="Weiterspielen").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_tips_come_back_and_the_keys_are_all_explained(page: Page) -> None:
    seat = against_bot(page)
    seat.wait_for_turn()
    page.get_by_role("button", name="Tipp schließen").click()
    menu = open_menu(page)
    seat.shoot("menu")
    menu.get_by_role("button", name="Alle Tipps wieder zeigen").click()
    expect(menu.get_by_role("button", name="Alle Tipps sind an")).to_be_visible()
    menu.get_by_role("button", name="Tasten ansehen").click()
    keys = page.get_by_role("dialog", name="Tasten")
    used = page.evaluate("Array.from(document.querySelectorAll('[aria-keyshortcuts]'), one => one.ariaKeyShortcuts)")
    explained = keys.locator("kbd").all_inner_texts()
    assert {key for key in used if not key.isdigit()} <= set(explained)
    seat.shoot("keys")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator(".tip")).to_be_visible()
