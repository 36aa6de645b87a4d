"""A booster is opened in the browser: torn open, turned over card by card by keys, or all at once (OMG-16.8, UX-8)."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import tour
from tests.browser.conftest import NewContext
from tests.world import World


def test_a_booster_is_opened_by_keys(new_context: NewContext, world: World, base_url: str) -> None:
    """The own part of the draw is by chance; each card is told as it is turned; later the cards just lie there."""
    page = tour.enter(new_context(locale="de-DE"), world, "seat", base_url).new_page()
    page.goto(f"{base_url}/sammlung/omg/booster/{world['objects']['spare_booster']}/")
    assert len(page.input_value("#nonce")) == 32
    page.get_by_role("button", name="Aufreißen").press("Enter")
    backs = page.locator(".turn")
    expect(backs).to_have_count(15)
    backs.first.press("Enter")
    expect(backs).to_have_count(14)
    expect(page.locator("[data-told]")).to_contain_text("gewöhnlich")
    page.keyboard.press("Enter")
    expect(backs).to_have_count(13)
    page.get_by_role("button", name="Alle aufdecken").click()
    expect(backs).to_have_count(0)
    expect(page.locator(".pulledlist .face--omg")).to_have_count(15)
    page.reload()
    expect(page.locator(".pulledlist .face--omg")).to_have_count(15)
    expect(backs).to_have_count(0)


def test_who_wants_no_motion_sees_all_at_once(new_context: NewContext, world: World, base_url: str) -> None:
    """Nothing is hidden, nothing flies."""
    page = tour.enter(new_context(locale="de-DE", reduced_motion="reduce"), world, "seat", base_url).new_page()
    page.goto(f"{base_url}/sammlung/omg/booster/{world['objects']['opened_booster']}/?neu")
    expect(page.locator(".pulledlist .face--omg")).to_have_count(15)
    expect(page.locator(".turn")).to_have_count(0)
