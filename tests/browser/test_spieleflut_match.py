"""Four browsers play a team game of Spieleflut to its end; the server dies while a drawn review waits for its place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ahead import with_bots
from tests.browser.conftest import NewContext
from tests.browser.patience import wait_until
from tests.browser.seats import Seat, frames, join, welcomes, whose_turn
from tests.running_site import RunningSite

BOARD = "[...document.querySelectorAll('#board [data-card]')].map(card => card.dataset.card).join()"
GAINED = "[...document.querySelectorAll('.lanes b')].reduce((sum, lane) => sum + Number(lane.textContent), 0)"
BEGINNING, END = 6, 14
"""How many moves browsers play before bots go on, and at least after them."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def four(new_context: NewContext) -> list[Seat]:
    """A team game with all modules and four people, each in a browser of their own: two of them on phones."""
    sizes = [(1440, 900), (390, 844), (1024, 768), (390, 844)]
    pages = [new_context(viewport={"width": width, "height": height}).new_page() for width, height in sizes]
    first = pages[0]
    first.goto("/neu/spieleflut/")
    first.locator('[name="preset"][value="teams"]').evaluate("field => field.click()")
    first.locator('input[name=seats][value="4"]').check()
    first.get_by_role("button", name="Tisch eröffnen").click()
    link = first.get_by_label("Einladungslink").input_value()
    return [Seat(first), *(join(page, link) for page in pages[1:])]


def first_option(seat: Seat) -> str:
    """Activities first, in the order in which they are done; reviews are taken."""
    seat.show_options()
    names = [str(option.get_attribute("data-option")) for option in seat.options.all()]
    wanted = ("attach", "place", "queue", "draw", "reviews_done", "skip_extra", "setup_place")
    return min(names, key=lambda name: wanted.index(verb) if (verb := name.split(":")[0]) in wanted else len(wanted))


def question(page: Page) -> str:
    """What is asked, with all there is to choose."""
    names = page.locator("[data-option]").evaluate_all("all => all.map(one => one.dataset.option).join()")
    return f"{page.locator('#ask').inner_text()}: {names}"


def crash(site: RunningSite, seats: list[Seat]) -> None:
    """The server dies, all come back by themselves, and then once more with nothing of what they had."""
    seen = [frames(one.page) for one in seats]
    site.kill_server()
    wait_until(seats[0].page, lambda: all(map(welcomes, seen)), "somebody does not come back")
    for one in seats:
        one.page.reload()
        one.wait_until_shown()


def test_four_browsers_play_a_team_game_to_its_end_over_a_crash(new_context: NewContext, site: RunningSite) -> None:
    """SPF-13, QUA-2.10: whoever was asked is asked the same, all see what they saw, and a team wins together."""
    seats = four(new_context)
    for _ in range(BEGINNING):
        seat = whose_turn(*seats)
        seat.give([first_option(seat)])
    whose_turn(*seats)
    rest = with_bots(site, seats, "prompt.reviews", END)
    number = rest[0][0]
    seats[number].wait_for_turn()
    assert seats[number].page.locator(".pending .card").count() > 0
    assert seats[number].page.evaluate(GAINED) > 0
    seats[number].show_options()
    before = [one.page.evaluate(BOARD) for one in seats], question(seats[number].page)
    crash(site, seats)
    seats[number].wait_for_turn()
    seats[number].show_options()
    assert ([one.page.evaluate(BOARD) for one in seats], question(seats[number].page)) == before
    seats[number].shoot("spieleflut-after-crash")
    for number, choice in rest:
        seats[number].wait_for_turn()
        seats[number].give(choice)
    for number, one in enumerate(seats):
        expect(one.result.get_by_role("row")).to_have_count(5)
        expect(one.page.locator("#ask")).to_have_text(re.compile("gewinnen zusammen|teilen sich den Sieg"))
        one.shoot(f"spieleflut-end-{number}")
