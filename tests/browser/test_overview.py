"""Counting aids (UX-4.9): open cards pile by pile, and which are still to come by all that one sees."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import against_bot, by_button
from tests.running_site import RunningSite


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


UNSEEN = """async ([address, view, printed]) => {
    const left = (await import(address)).unseen(view, printed);
    return left && Object.fromEntries(left);
}"""


def zone(count: int, *cards: str) -> dict[str, Any]:
    """A place with so many cards; those named lie open."""
    return {"count": count} | ({"cards": [{"c": card} for card in cards]} if cards else {})


@pytest.mark.parametrize(
    ("zones", "left"),
    [
        ([zone(2, "a", "b"), zone(2)], {"a": 1, "b": 1}),
        ([zone(8), {"count": 0}], {"a": 4, "b": 4}),  # two packs
        ([{"count": 2, "top": {"c": "b"}}, zone(2, "a", "a")], {"b": 1}),
        ([zone(3, "a")], None),  # not whole packs
        ([zone(4, "a", "a", "a")], None),  # more than there are
        ([], None),
    ],
)
def test_what_is_unseen_follows_from_what_is_seen(
    page: Page, site: RunningSite, zones: list[dict[str, Any]], left: dict[str, int] | None
) -> None:
    page.goto("/")
    view = {"zones": {f"z{number}": one for number, one in enumerate(zones)}}
    address = site.static_url("tables/unseen.js")
    assert page.evaluate(UNSEEN, [address, view, {"a": {"count": 2}, "b": {"count": 2}}]) == left
    assert page.evaluate(UNSEEN, [address, view, {"a": {"count": 2}, "b": {}}]) is None


def test_open_and_unseen_cards_add_up_to_the_pack(page: Page) -> None:
    seat = against_bot(page)
    for _ in range(4):
        seat.wait_for_turn()
        by_button(seat)
    seat.wait_for_turn()
    page.keyboard.press("u")
    overview = page.get_by_role("dialog", name="Karten im Überblick")
    expect(overview).to_be_visible()
    seat.shoot("overview")
    counted = overview.locator(".overview__cards .num").all_inner_texts()
    assert sum(int(re.sub(r"\D", "", count)) for count in counted) == 36
    hidden = overview.locator("[data-pile=hand_1]")
    expect(hidden).to_contain_text(re.compile(r"\d verdeckte Karten"))
    page.keyboard.press("Escape")
    expect(overview).to_have_count(0)
