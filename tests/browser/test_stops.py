"""Whoever does not want to be asked in a window says so once; the page then passes by itself (UX-4.12)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.seats import Seat, join, whose_turn


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def open_exchange_table(page: Page) -> str:
    """A table for two, at which each trick begins with a window; the link that invites to it."""
    page.goto("/neu/")
    page.locator('input[name=seats][value="2"]').check()
    page.get_by_label("eigene Auswahl", exact=True).check()
    page.locator('[name=kraft_exchange][value="on"]').check()
    page.get_by_role("button", name="Tisch eröffnen").click()
    return page.get_by_label("Einladungslink").input_value()


def test_a_window_is_passed_by_itself_until_one_wants_to_be_asked_again(page: Page, new_context: NewContext) -> None:
    link = open_exchange_table(page)
    other = join(new_context().new_page(), link)
    one = Seat(page)
    for seat in (one, other):
        expect(seat.page.locator('[data-option="pass"]')).to_be_visible()
        seat.page.locator("[data-wish=never]").click()
        expect(seat.page.locator("[data-stop=exchange]")).to_be_visible()
    # both pass, and the trick begins: nobody has pressed a button
    for seat in (one, other):
        expect(seat.page.locator('[data-option="pass"]')).to_have_count(0)
    assert whose_turn(one, other) in (one, other)
    one.shoot("stops")
    page.locator("[data-stop=exchange]").click()
    expect(page.locator("[data-stop=exchange]")).to_have_count(0)
    expect(other.page.locator("[data-stop=exchange]")).to_be_visible()
    page.reload()
    one.wait_until_shown()
    expect(page.locator("[data-stop=exchange]")).to_have_count(0)
