"""People at a table, as the tests play them: by the buttons and cards that everybody has."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.patience import wait_until

MOST_MOVES = 2000

Answer = Callable[["Seat"], None]


class Seat:
    """A page that shows a table, and what somebody there does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.prompt = page.locator("#prompt")
        self.result = page.locator(".result")
        self.options = page.locator("[data-option]")
        self.hand = page.locator(".card--hand")
        self.log = page.get_by_role("log")

    @property
    def asked(self) -> str:
        """The prompt that waits for this seat; empty if there is none."""
        is_mine = self.prompt.get_attribute("data-mine") == "true"
        return (self.prompt.get_attribute("data-prompt") or "") if is_mine else ""

    def wait_until_shown(self) -> None:
        """Wait until the table stands there as the server has told it: an empty prompt bar comes with the page."""
        self.page.locator("#prompt[aria-busy]").wait_for()

    def wait_for_turn(self) -> str:
        """Wait until this seat is asked or the game is over, and return the prompt."""
        while True:  # a window may pass by itself before it is looked at
            self.page.locator("#prompt[data-mine=true], .result").first.wait_for(state="attached")
            asked = self.asked
            if asked or self.result.count():
                return asked

    def choose(self, option: str | None = None) -> None:
        """Answer with an option, the first one unless it is named, by its button."""
        self.show_options()
        button = self.options.first if option is None else self.page.locator(f'[data-option="{option}"]')
        self.answer(button.click)

    def answer(self, act: Callable[[], None]) -> None:
        """Do what answers the open prompt, and wait until it is answered."""
        asked = self.asked
        act()
        expect(self.page.locator(f'#prompt[data-prompt="{asked}"][data-mine=true]')).to_have_count(0)

    def give(self, choice: list[str]) -> None:
        """Answer by buttons: several options one after another, and what costs the game is asked about once more."""
        self.show_options()
        asked, several = self.asked, self.page.locator(".prompt__do .btn--main[aria-disabled]").count() > 0
        taken = f'#prompt:not([data-prompt="{asked}"][data-mine=true]), #prompt[aria-busy=true]'

        def click() -> None:
            for name in choice:
                self.page.locator(f'[data-option="{name}"]').click()
            if several:
                self.page.locator(".prompt__do .btn--main[aria-disabled=false]").click()
            self.page.locator(f"{taken}, .confirm").first.wait_for(state="attached")
            sure = self.page.locator(".confirm .btn--danger, .confirm .btn--main")
            if sure.count():
                sure.click()

        self.answer(click)

    def show_options(self) -> None:
        """Fold out the options that the hand offers too."""
        folded = self.page.locator(".options__fold[aria-expanded=false]")
        if folded.count():
            folded.click()

    def play_to_the_end(self, answer: Answer) -> int:
        """Answer every prompt until the game is over; how many there were."""
        for moves in range(MOST_MOVES):
            if not self.wait_for_turn():
                expect(self.result).to_be_visible()
                return moves
            answer(self)
        raise AssertionError("the game does not end")

    def shoot(self, name: str) -> None:
        """Take a picture, if SCREENSHOTS names a folder for them."""
        folder = os.environ.get("SCREENSHOTS")
        if folder:
            self.page.screenshot(path=Path(folder) / f"{name}.png")


def whose_turn(*seats: Seat) -> Seat:
    """The seat that is asked, as soon as one is."""
    wait_until(seats[0].page, lambda: any(seat.asked for seat in seats), "nobody is asked anything")
    return next(seat for seat in seats if seat.asked)


def frames(page: Page) -> list[dict[str, Any]]:
    """All messages a page sends and gets from now on."""
    messages: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(json.loads(frame)))
        socket.on("framesent", lambda frame: messages.append(json.loads(frame)))

    page.on("websocket", listen)
    return messages


def welcomes(seen: list[dict[str, Any]]) -> int:
    """How often the connection with these messages has come to stand: the page says nothing of short losses."""
    return sum(message["t"] == "sync" for message in seen)


def by_button(seat: Seat) -> None:
    """The first option, by its button."""
    seat.choose()


def against_bot(page: Page, button: str = "Sofort gegen Bot spielen") -> Seat:
    """One click on the home page."""
    page.goto("/")
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    return Seat(page)


def open_table(page: Page, seats: int = 2) -> str:
    """Open a table for friends; the link that invites to it."""
    page.goto("/neu/")
    page.locator(f'input[name=seats][value="{seats}"]').check()
    page.get_by_role("button", name="Tisch eröffnen").click()
    return page.get_by_label("Einladungslink").input_value()


def join(page: Page, link: str) -> Seat:
    """Follow an invitation and sit down."""
    page.goto(link)
    page.get_by_role("button", name="Dazusetzen").click()
    return Seat(page)
