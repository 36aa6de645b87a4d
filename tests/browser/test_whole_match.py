"""A whole match of Emotrions in each of the three ways to put something in, and nothing but that way (UX-4.3, UX-8.8)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import tab_to
from tests.browser.seats import Seat, against_bot

PLAYABLE = "#hand .card[data-legal=true]"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def by_mouse(seat: Seat) -> None:
    """A card and the button that plays it, or the one button there is."""
    playable = seat.page.locator(PLAYABLE)
    if playable.count():
        playable.first.click()
        seat.answer(seat.page.locator("[data-play]").click)
    else:
        seat.answer(seat.options.first.click)


def by_touch(seat: Seat) -> None:
    """The same with a finger; the hand scrolls sideways by itself where it must."""
    playable = seat.page.locator(PLAYABLE)
    if playable.count():
        playable.last.tap()
        seat.answer(seat.page.locator("[data-play]").tap)
    else:
        seat.answer(seat.options.first.tap)


def by_keys(seat: Seat) -> None:
    """To the hand with Tab, along it with arrows, and Enter twice; where nothing lies there, the first option."""
    page = seat.page
    if not page.locator(PLAYABLE).count():
        seat.answer(lambda: page.keyboard.press("1"))
        return
    tab_to(page, ".card--hand")
    page.keyboard.press("Home")
    for _ in range(page.locator(".card--hand").count()):
        if page.locator(":focus").get_attribute("data-legal") == "true":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    seat.answer(lambda: page.keyboard.press("Enter"))


def is_over(seat: Seat) -> None:
    """The result stands there with its parts and a reason (UX-4.15)."""
    expect(seat.result.get_by_role("row")).to_have_count(3)
    expect(seat.prompt.get_by_role("heading", level=2)).to_contain_text("gewin")
    expect(seat.page.get_by_role("button", name="Revanche")).to_be_visible()


def test_with_the_mouse_alone(page: Page) -> None:
    seat = against_bot(page)
    assert seat.play_to_the_end(by_mouse) > 5
    is_over(seat)


def test_by_touch_on_a_phone(new_context: NewContext) -> None:
    page = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    seat = against_bot(page)
    assert seat.play_to_the_end(by_touch) > 5
    is_over(seat)
    seat.shoot("touch-end")


def test_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/")
    tab_to(page, 'form[action$="/sofort/"] *')
    page.keyboard.press("Enter")
    page.wait_for_url("**/tisch/**")
    seat = Seat(page)
    assert seat.play_to_the_end(by_keys) > 5
    is_over(seat)
    tab_to(page, "#prompt .again, #prompt .btn")
    assert page.evaluate("document.activeElement.closest('#prompt') !== null")
