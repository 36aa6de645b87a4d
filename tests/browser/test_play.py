"""Whole games in the browser, on the board that any game has: against a bot, with friends, through a crash, by keyboard."""

import os
import signal
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import tab_to, wait_until
from tests.browser.seats import Seat, against_bot, by_button, frames, join, open_table, welcomes, whose_turn
from tests.running_site import RunningSite


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def test_one_click_and_a_match_against_a_bot_to_its_end(page: Page) -> None:
    seen = frames(page)
    seat = against_bot(page)
    seat.wait_for_turn()
    seat.shoot("bot-begin")
    assert seat.play_to_the_end(by_button) > 5
    seat.shoot("bot-end")
    expect(seat.result.get_by_role("row")).to_have_count(3)
    expect(seat.prompt.get_by_role("heading")).to_contain_text("gewin")
    page.get_by_text("Fairness").click()
    expect(seat.result.get_by_text("Geheimer Startwert, jetzt offen")).to_be_visible()
    # The view was folded together from patches and never went wrong (PRO-5.5).
    assert sum("merge" in message["d"] for message in seen) > 5
    assert not [message for message in seen if message["t"] in {"resync", "error"}]
    first = page.url
    page.get_by_role("button", name="Revanche").click()
    page.wait_for_url(lambda url: url != first)
    assert seat.wait_for_turn()


def test_friends_play_live_and_a_spectator_sees_no_hidden_card(page: Page, new_context: NewContext) -> None:
    link = open_table(page)
    guest = join(new_context().new_page(), link)
    host = Seat(page)
    page.locator("#table").wait_for()  # the waiting room has led there by itself
    watching = new_context().new_page()
    seen = frames(watching)
    watching.goto(page.url)
    spectator = Seat(watching)
    for _ in range(8):
        player = whose_turn(host, guest)
        other = guest if player is host else host
        name = player.page.locator(".player[data-me=true] .player__name").inner_text()
        card = player.hand.first.locator(".face__name").inner_text().replace("\u00ad", "")
        player.page.locator("#hand .card[data-legal=true]").first.click()
        player.answer(player.page.locator("[data-play]").click)
        for witness in (other, spectator):
            expect(witness.log.get_by_text(f"{name} spielt {card}").last).to_be_attached()
    host.shoot("friends-host")
    spectator.shoot("friends-spectator")
    expect(spectator.prompt).to_contain_text("Du schaust zu.")
    expect(spectator.page.locator("#hand")).to_be_hidden()
    expect(spectator.options).to_have_count(0)
    zones = [(message["d"].get("view") or message["d"].get("merge", {})).get("zones", {}) for message in seen]
    hands = [zone for shown in zones for name, zone in shown.items() if name.startswith("hand_")]
    assert hands
    assert not [zone for zone in hands if zone.get("cards")]
    assert not [line for message in seen for line in message["d"].get("log_tail", []) if line["key"].endswith(".own")]
    expect(spectator.page.locator("[data-zone^=hand_] [data-card]")).to_have_count(0)


def test_the_server_dies_and_the_match_goes_on(browser: Browser, base_url: str, site: RunningSite) -> None:
    context: BrowserContext = browser.new_context(base_url=base_url, locale="de-DE")
    page = context.new_page()
    seen = frames(page)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    seat = against_bot(page)
    page.evaluate("window.sameDocument = true")
    for _ in range(3):
        seat.wait_for_turn()
        seat.choose()
    seat.wait_for_turn()
    before = welcomes(seen)
    site.kill_server()
    wait_until(page, lambda: welcomes(seen) > before, "it does not come back")
    assert seat.play_to_the_end(by_button) > 0
    assert page.evaluate("window.sameDocument"), "the page was not loaded again"
    assert errors == []
    context.close()


def test_a_move_in_flight_survives_the_crash(browser: Browser, base_url: str, site: RunningSite) -> None:
    """PRO-4.5: it is sent again with the same id, and counts once."""
    context = browser.new_context(base_url=base_url, locale="de-DE")
    page = context.new_page()
    seen = frames(page)
    seat = against_bot(page)
    seat.wait_for_turn()
    seat.show_options()
    (server,) = site.servers()
    os.kill(server, signal.SIGSTOP)
    seat.options.first.click()
    expect(seat.prompt).to_contain_text("Wird gesendet …")
    site.kill_server()
    expect(page.locator(".prompt__sending")).to_have_count(0)
    sent = [message["d"]["move_id"] for message in seen if message["t"] == "move"]

    def acks() -> list[str]:
        return [message["d"]["move_id"] for message in seen if message["t"] == "ack"]

    wait_until(page, acks, "what came of it is told before the answer")
    assert len(sent) == 2
    assert set(sent) == set(acks())
    context.close()


def test_a_deal_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    tab_to(page, 'form[action$="/sofort/"] *')
    page.keyboard.press("Enter")
    page.wait_for_url("**/tisch/**")
    seat = Seat(page)

    def by_keyboard(seat: Seat) -> None:
        """With the digit where there is nothing to build, else card by card."""
        page.keyboard.press("p")
        expect(seat.prompt).to_be_focused()
        if int(seat.asked.split("-")[0]) % 3 == 0:
            if page.locator(".options__fold[aria-expanded=false]").count():
                page.keyboard.press("1")  # shows the numbers first
                expect(page.locator(".options__fold[aria-expanded=true]")).to_have_count(1)
            seat.answer(lambda: page.keyboard.press("1"))
            return
        tab_to(page, ".card--hand")
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(page.locator(":focus")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press(" ")
        seat.answer(lambda: page.keyboard.press("Enter"))
        assert page.evaluate("document.activeElement !== document.body"), "the focus is kept (UX-8.4)"

    while seat.wait_for_turn() and not seat.log.get_by_text("Ende des 1. Spiels").count():
        by_keyboard(seat)
    page.keyboard.press("l")
    expect(seat.log).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tasten")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(seat.log).to_be_focused()


def test_the_table_in_english(page: Page) -> None:
    seat = against_bot(page)
    page.get_by_role("button", name="EN: switch to English").click()
    seat.wait_for_turn()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="Your cards")).to_be_visible()
    expect(seat.prompt).to_contain_text("Your turn")
    seat.shoot("english")


def test_a_sixth_game_is_playable_with_nothing_else_changed(browser: Browser, tmp_path: Any) -> None:
    with RunningSite(tmp_path, BOT_DELAY_MS="0", DJANGO_SETTINGS_MODULE="tests.sixth.settings") as site:
        context = browser.new_context(base_url=site.url, locale="de-DE")
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="pebbles").click()
        assert Seat(page).play_to_the_end(by_button) > 1
        expect(page.get_by_role("heading", name="Ergebnis")).to_be_visible()
        context.close()
