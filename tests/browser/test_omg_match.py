"""Two browsers play Online Marketing Generals to its end, with windows of all kinds in which both are asked (OMG-11)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import wait_until
from tests.browser.seats import MOST_MOVES, Seat, join, whose_turn

WANTED = ("attack", "attack_player", "play_user", "ability", "attach", "mission", "website", "special", "surf")
"""Deeds by how much they are liked; an attack ends the turn, so it is not always taken."""
WINDOWS = {"Kampffenster", "Aktion ist angekündigt", "Runde beginnt", "Aktionen sind vorbei"}
NOW = 0.6
"""How often the best deed there is is done at once."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def two(new_context: NewContext) -> list[Seat]:
    """A table to 10 success points with two people, each in a browser of their own, one of them on a phone."""
    pages = [new_context(viewport={"width": width, "height": height}).new_page() for width, height in ((1440, 900), (390, 844))]
    pages[0].goto("/neu/omg/")
    pages[0].get_by_label("eigene Auswahl", exact=True).check()
    pages[0].locator("[name=target]").select_option("10")
    pages[0].get_by_role("button", name="Tisch eröffnen").click()
    link = pages[0].get_by_label("Einladungslink").input_value()
    return [Seat(pages[0]), join(pages[1], link)]


def choose(seat: Seat, rng: Random) -> str:
    """An answer by its button: the name of what was chosen."""
    seat.show_options()
    names = [str(option.get_attribute("data-option")) for option in seat.options.all()]
    several = seat.page.locator(".prompt__do .btn--main[aria-disabled]")
    if several.count():
        for name in names:
            if several.get_attribute("aria-disabled") == "false":
                break
            seat.page.locator(f'#prompt [data-option="{name}"]').click()
        seat.answer(several.click)
        return "several"
    liked = [[name for name in names if name.partition(":")[0] == deed] for deed in WANTED]
    best = next((found for found in liked if found and rng.random() < NOW), names)
    name = rng.choice(best)
    seat.answer(seat.page.locator(f'#prompt [data-option="{name}"]').click)
    return name.partition(":")[0]


def window(page: Page) -> str:
    """What kind of window this page is asked in; empty: none."""
    asked = page.locator("#ask").inner_text()
    return next((word for word in WINDOWS if word in asked), "")


def test_two_browsers_play_to_the_end(new_context: NewContext) -> None:
    """OMG-10.2, OMG-11.2, OMG-11.13: windows of four kinds are asked on both sides, as both want to be asked always."""
    seats, rng = two(new_context), Random(5)
    for seat in seats:
        seat.page.locator(".stop--all").click()
        seat.page.locator('[data-wish="all"]').click()
        expect(seat.page.locator("[data-stop]")).to_have_count(0)
        seat.page.locator(".stop--all").click()
    windows: Counter[tuple[int, str]] = Counter()
    deeds: Counter[str] = Counter()
    for _ in range(MOST_MOVES):
        wait_until(
            seats[0].page, lambda: any(seat.asked or seat.result.count() for seat in seats), "nobody is asked, and it is not over"
        )
        if any(seat.result.count() for seat in seats):
            break
        seat = whose_turn(*seats)
        windows[seats.index(seat), window(seat.page)] += 1
        deeds[choose(seat, rng)] += 1
    for number, seat in enumerate(seats):
        expect(seat.result).to_be_visible()
        assert {kind for by, kind in windows if by == number} >= {"Kampffenster", "Runde beginnt"}
        seat.shoot(f"omg-end-{number}")
    assert deeds["attack"] > 1
    assert {kind for _, kind in windows} >= WINDOWS


def test_stops_by_a_touch(new_context: NewContext) -> None:
    """OMG-11.11, OMG-11.13, UX-4.12: what passes by itself has a chip; a touch ends it, another asks at the next window."""
    seat, _ = two(new_context)
    page = seat.page
    seat.choose("keep")
    expect(page.locator(".stop--all")).to_contain_text("5 von selbst")
    page.locator(".stop--all").click()
    expect(page.locator("[data-stop=start]")).to_contain_text("passt")
    page.locator("[data-stop=start]").click()
    expect(page.locator("[data-stop=start]")).to_have_count(0)
    page.locator("[data-next=once]").click()
    expect(page.locator("[data-next=once]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-next=rest]").click()
    expect(page.locator("[data-next=once]")).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator("[data-next=rest]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".stop--all")).to_contain_text("4 von selbst")
    page.locator(".stop--all").click()
    page.locator("[data-wish=usual]").click()
    expect(page.locator("[data-next=rest]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-stop=start]")).to_be_visible()
