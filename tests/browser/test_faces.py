"""Cards drawn from their data, and the board of Emotrions on which they lie (UX-7.2, UX-7.3, UX-6)."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import NewContext
from tests.browser.seats import Seat, against_bot, by_button

SIZES: dict[str, ViewportSize] = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def against_many(page: Page, seats: int) -> Seat:
    """A table of so many seats, all others taken by bots."""
    page.goto("/neu/emotrions/")
    page.locator(f'input[name=seats][value="{seats}"]').check()
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("button", name="Bots").click()
    page.wait_for_selector("#table")
    return Seat(page)


def test_every_card_shows_picture_name_and_value(page: Page) -> None:
    """UX-7.3: sign, shape and position of the value say the same; a screen reader hears the name."""
    seat = against_bot(page)
    seat.wait_for_turn()
    for card in seat.hand.all():
        expect(card.locator(".face__art svg")).to_have_count(1)
        name = card.locator(".face__name").inner_text().replace("\u00ad", "")
        expect(card).to_have_accessible_name(re.compile(f"^{name} ?, "))
        sign = card.locator(".face").get_attribute("data-sign")
        printed = card.locator(".emotion").get_attribute("data-printed") or ""
        assert printed[0] == {"positive": "+", "negative": "\N{MINUS SIGN}", "neutral": "0"}[sign or ""]
        box, badge = card.bounding_box(), card.locator(".emotion").bounding_box()
        assert box is not None
        assert badge is not None
        height = (badge["y"] + badge["height"] / 2 - box["y"]) / box["height"]
        assert {"positive": height < 0.3, "negative": height > 0.7, "neutral": 0.3 < height < 0.7}[sign or ""]


def test_a_card_looked_at_closely_is_drawn_too(page: Page) -> None:
    """UX-4.8: by key, with its text; it closes with Escape and the focus is back."""
    seat = against_bot(page)
    seat.wait_for_turn()
    seat.hand.first.focus()
    page.keyboard.press("i")
    zoom = page.locator("dialog.zoom")
    expect(zoom.locator(".face__art svg")).to_be_visible()
    expect(zoom.get_by_role("heading")).to_have_text(seat.hand.first.locator(".face__name").inner_text().replace("\u00ad", ""))
    page.keyboard.press("Escape")
    expect(zoom).to_have_count(0)
    expect(seat.hand.first).to_be_focused()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_board_has_a_place_for_everybody(new_context: NewContext, size: str, seats: int) -> None:
    """UX-6.1, UX-4.7: each player a region with their cards, the trick between them, nothing beyond the edge."""
    page = new_context(viewport=SIZES[size]).new_page()
    seat = against_bot(page) if seats == 2 else against_many(page, seats)
    seat.wait_for_turn()
    by_button(seat)
    seat.wait_for_turn()
    for number in range(seats):
        expect(page.locator(f"#player-{number}")).to_be_attached()
        expect(page.locator(f'[data-zone="won_{number}"]')).to_be_attached()
        expect(page.locator(f'[data-zone="trick_{number}"]')).to_be_attached()
    assert overflow(page) <= 0
    seat.shoot(f"emotrions-{seats}-{size}")


def test_who_is_ahead_in_the_trick_is_marked_and_said(page: Page) -> None:
    """UX-1.2: what has happened is seen on the board as it is in the prompt."""
    seat = against_bot(page)
    for _ in range(12):
        seat.wait_for_turn()
        if page.locator(".play[data-ahead=true]").count():
            break
        by_button(seat)
    ahead = page.locator(".play[data-ahead=true] .play__who")
    expect(ahead).to_have_count(1)
    name, power = ahead.inner_text().rsplit(" ", 1)
    expect(page.locator("#trick-h")).to_contain_text(f"{name} führt mit Stärke {power}")
