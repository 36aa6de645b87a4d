"""Who watches may look from any place, and sees no more from it (UX-4.13)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pretence import Message, Pretence
from tests.browser.seats import Seat, against_bot, open_table


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def three_hands() -> Message:
    """What a spectator sees of three players."""
    hidden = {"name": "hand", "visibility": "owner", "order": "sorted", "count": 4, "back": "pretended"}
    return {"zones": {f"hand_{seat}": hidden | {"owner": seat} for seat in range(3)}, "seats": [{}, {}, {}]}


def test_the_board_turns_to_whoever_a_spectator_looks_from(page: Page) -> None:
    view = three_hands()
    names = ["Mira", "Jonas", "Kim"]
    seats = [{"seat": seat, "name": name, "kind": "user"} for seat, name in enumerate(names)]
    table = {"id": "x", "game": "pretended", "status": "running", "seats": seats, "seat_count": 3, "options": {}}
    pretence = Pretence(page, view, [], viewer="spectator", table=table, waiting_for=[{"seat": 1, "kind": "pretended"}])
    presence = {"seats": [{"seat": seat, "state": "online"} for seat in range(3)], "spectators": 2}
    pretence.more["presence"] = presence
    against_bot(page)
    groups = page.locator(".group h3")
    expect(groups).to_have_text(names)
    expect(page.locator(".viewers")).to_contain_text("2 schauen zu")
    page.get_by_label("Blick von").select_option(label="Kim")
    expect(groups).to_have_text(["Kim", "Mira", "Jonas"])
    page.keyboard.press("Escape")
    page.locator("#prompt").focus()
    page.keyboard.press("v")
    expect(groups).to_have_text(names)
    expect(page.locator("#news p").last).to_have_text("Du siehst den Tisch jetzt von Mira aus.")
    expect(page.locator("[data-card], .dotyou, [data-option]")).to_have_count(0)
    assert [message["t"] for message in pretence.got] == ["hello"]  # nothing more is asked for


def test_spectators_of_a_real_table_look_from_each_place_and_see_no_hidden_card(page: Page) -> None:
    open_table(page)
    page.get_by_role("button", name="Mit Bots auffüllen und starten").click()
    seat = Seat(page)
    seat.wait_for_turn()
    address = page.url
    page.context.clear_cookies()
    page.goto(address)
    expect(page.get_by_label("Blick von")).to_be_visible()
    for _ in range(2):
        page.keyboard.press("v")
        expect(page.locator("[data-zone^=hand_] [data-card]")).to_have_count(0)
    expect(page.locator(".dotyou")).to_have_count(0)
    seat.shoot("spectator-view")
