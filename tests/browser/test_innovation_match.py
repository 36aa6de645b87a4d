"""Four browsers play a game of Innovation to its end; the server dies while a player obeys a demand, and nothing is lost."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ahead import OBEYING, with_bots
from tests.browser.conftest import NewContext
from tests.browser.seats import Seat, join, whose_turn
from tests.running_site import RunningSite

BOARD = "[...document.querySelectorAll('#board [data-card]')].map(card => card.dataset.card).join()"
DRAW = 0.5
"""How often an action is a draw: the others take longer."""
BEGINNING, END = 16, 12
"""How many moves browsers play before bots go on, and at least after them."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def four(new_context: NewContext) -> list[Seat]:
    """A table for four with four people, each in a browser of their own: two of them on phones."""
    sizes = [(1440, 900), (390, 844), (1024, 768), (390, 844)]
    pages = [new_context(viewport={"width": width, "height": height}).new_page() for width, height in sizes]
    first = pages[0]
    first.goto("/neu/innovation/")
    first.locator('input[name=seats][value="4"]').check()
    first.get_by_role("button", name="Tisch eröffnen").click()
    link = first.get_by_label("Einladungslink").input_value()
    return [Seat(first), *(join(page, link) for page in pages[1:])]


def choose_any(seat: Seat, rng: Random) -> None:
    """Any answer there is a button for; several cards in any order, where an order is asked for."""
    seat.show_options()
    names = [str(option.get_attribute("data-option")) for option in seat.options.all()]
    several = seat.page.locator(".prompt__do .btn--main[aria-disabled]")
    if several.count():
        rng.shuffle(names)
        for name in names:
            if several.get_attribute("aria-disabled") == "false":
                break
            seat.page.locator(f'[data-option="{name}"]').click()
        seat.answer(several.click)
        return
    name = "draw" if "draw" in names and rng.random() < DRAW else rng.choice(names)

    def click() -> None:
        """What costs the game is asked about once more."""
        seat.page.locator(f'[data-option="{name}"]').click()
        sure = seat.page.locator(".confirm .btn--danger")
        if sure.count():
            sure.click()

    seat.answer(click)


def obeys(seat: Seat) -> bool:
    """Whether this seat is asked in the middle of an effect that somebody else's dogma has begun."""
    return (
        bool(seat.asked) and seat.page.locator(".frames li").count() > 0 and not seat.page.locator("[data-option=draw]").count()
    )


def question(page: Page) -> str:
    """What is asked, with all there is to choose."""
    names = page.locator("[data-option]").evaluate_all("all => all.map(one => one.dataset.option).join()")
    return f"{page.locator('#ask').inner_text()}: {names}"


def test_four_browsers_play_to_the_end_over_a_crash(new_context: NewContext, site: RunningSite) -> None:
    """INN-17.2, QUA-2.10: the stack of running effects is there again; whoever was asked is asked the same."""
    seats, rng = four(new_context), Random(17)
    for _ in range(BEGINNING):
        choose_any(whose_turn(*seats), rng)
    whose_turn(*seats)
    rest = with_bots(site, seats, OBEYING, END)
    seat = seats[rest[0][0]]
    seat.wait_for_turn()
    assert obeys(seat)
    before = [one.page.evaluate(BOARD) for one in seats], question(seat.page)
    site.kill_server()
    for one in seats:
        one.page.reload()
        one.wait_until_shown()
    seat.wait_for_turn()
    assert ([one.page.evaluate(BOARD) for one in seats], question(seat.page)) == before
    seat.shoot("innovation-after-crash")
    for number, choice in rest:
        seats[number].wait_for_turn()
        seats[number].give(choice)
    for number, one in enumerate(seats):
        expect(one.result.get_by_role("row")).to_have_count(5)
        assert one.prompt.get_by_role("heading", level=2).inner_text()
        one.shoot(f"innovation-end-{number}")
