"""How games end in the browser, and begin again: giving up (UX-4.11), the rematch (UX-4.15)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.seats import Seat, against_bot, join, open_table


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def ask_to_resign(seat: Seat) -> None:
    """Press the button that asks once more; on small phones it is in the menu."""
    if (seat.page.viewport_size or {"width": 0})["width"] <= 420:
        seat.page.get_by_role("button", name="Einstellungen am Tisch").press("Enter")
    seat.page.get_by_role("button", name="Aufgeben", exact=True).press("Enter")
    expect(seat.page.get_by_role("dialog", name="Wirklich aufgeben?")).to_be_visible()


def test_giving_up_asks_once_and_says_what_it_means(page: Page, new_context: NewContext) -> None:
    """UX-4.11, EMO-15.4: of three the others play on; of two the last one has won."""
    link = open_table(page, seats=3)
    second = join(new_context().new_page(), link)
    third = join(new_context(viewport={"width": 390, "height": 844}).new_page(), link)
    first = Seat(page)
    page.locator("#table").wait_for()
    ask_to_resign(third)
    dialog = third.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Die anderen spielen weiter")
    expect(dialog).to_contain_text("nicht gewertet")
    third.shoot("resign-390")
    assert third.page.evaluate("document.documentElement.scrollWidth") <= 390
    third.page.keyboard.press("Enter")  # the safe answer has the focus
    expect(dialog).to_have_count(0)
    ask_to_resign(third)
    third.page.keyboard.press("Tab")
    third.page.keyboard.press("Enter")
    expect(third.prompt).to_contain_text("Du bist ausgestiegen und siehst weiter zu.")
    expect(third.page.get_by_role("button", name="Aufgeben", exact=True)).to_have_count(0)
    third.shoot("resigned-390")
    for other in (first, second):
        expect(other.page.locator('.player[data-seat="2"]')).to_contain_text("ausgestiegen")
        expect(other.log).to_contain_text("gibt auf")
    first.shoot("others-left")
    ask_to_resign(first)
    expect(page.get_by_role("dialog")).to_contain_text("Die Partie ist damit zu Ende, und")
    first.shoot("resign-last")
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    for seat in (first, second, third):
        expect(seat.result).to_be_visible()
    expect(second.prompt).to_contain_text("Du hast gewonnen.")


def give_up(seat: Seat) -> None:
    """By the two buttons."""
    ask_to_resign(seat)
    seat.page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    expect(seat.result).to_be_visible()


def test_a_rematch_of_friends_begins_for_all_of_them(page: Page, new_context: NewContext) -> None:
    """UX-4.15: by keyboard and on a small screen; who watches is shown the way."""
    link = open_table(page)
    guest = join(new_context(viewport={"width": 390, "height": 844}).new_page(), link)
    host = Seat(page)
    page.locator("#table").wait_for()
    watching = Seat(new_context().new_page())
    first = page.url
    watching.page.goto(first)
    give_up(host)
    guest.page.get_by_role("button", name="Revanche", exact=True).press("Enter")
    expect(guest.page.get_by_role("button", name="Doch keine Revanche")).to_be_focused()
    for seat in (host, guest, watching):
        expect(seat.result).to_contain_text("möchte eine Revanche. Es fehlt noch:")
    expect(watching.page.get_by_role("button", name="Revanche", exact=True)).to_have_count(0)
    guest.shoot("rematch-wish-390")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    host.shoot("rematch-asked")
    guest.page.keyboard.press("Enter")  # takes it back
    for seat in (host, guest, watching):
        expect(seat.result).not_to_contain_text("Revanche")
    host.page.get_by_role("button", name="Revanche", exact=True).click()
    guest.page.get_by_role("button", name="Revanche", exact=True).press("Enter")
    for seat in (host, guest):
        seat.page.wait_for_url(lambda url: url != first)
    assert host.page.url == guest.page.url
    watching.shoot("rematch-begun")
    watching.page.get_by_role("link", name="Zur Revanche").click()
    watching.page.wait_for_url(host.page.url)
    page.goto(first)  # coming back to the old table does not lead away from it
    expect(page.get_by_role("link", name="Zur Revanche")).to_be_visible()


def test_a_rematch_against_the_bot_in_english(page: Page) -> None:
    seat = against_bot(page)
    page.get_by_role("button", name="EN: switch to English").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.get_by_role("dialog", name="Really resign?")).to_contain_text("The game ends with that")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(seat.result).to_be_visible()
    first = page.url
    seat.shoot("rematch-english")
    page.get_by_role("button", name="Rematch", exact=True).click()
    page.wait_for_url(lambda url: url != first)
    expect(page.get_by_role("button", name="Resign", exact=True)).to_be_visible()
