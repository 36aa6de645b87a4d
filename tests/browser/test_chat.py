"""People at a table see who is there and talk: by keyboard, in two languages, with a spectator who hears nothing of it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import pass_by, stop_time
from tests.browser.pretence import Message, Pretence, hand
from tests.browser.seats import Seat, against_bot, join, open_table

AWKWARD = "<img src=x onerror=alert(1)> https://example.org {name}"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def presence(seat: Seat, state: str) -> None:
    """Wait until the other one is shown like this."""
    expect(seat.page.locator(f".presence[data-presence={state}]")).to_be_visible()


def test_two_people_talk_and_one_leaves_and_comes_back(page: Page, new_context: NewContext) -> None:
    """UX-4.7, UX-4.11, UX-4.13, UX-4.14."""
    link = open_table(page)
    guest = join(new_context().new_page(), link)
    guest.page.set_viewport_size({"width": 390, "height": 844})
    guest.page.emulate_media(color_scheme="dark")
    guest.page.get_by_role("button", name="EN: switch to English").click()
    host = Seat(page)
    page.locator("#table").wait_for()
    presence(host, "online")
    expect(page.locator(".presence")).to_contain_text("da")

    page.keyboard.press("c")
    field = page.get_by_label("Nachricht")
    expect(field).to_be_focused()
    field.fill(AWKWARD)
    page.keyboard.press("Enter")
    expect(page.locator(".chat__lines li")).to_contain_text(AWKWARD)
    expect(field).to_have_value("")
    page.locator("[data-phrase=moment]").click()
    expect(page.locator(".chat__lines li").last).to_contain_text("Moment bitte")

    other = guest.page
    expect(other.locator("#chat")).to_be_hidden()
    expect(other.locator(".tools__new")).to_contain_text("2")
    other.locator(".tools__chat").click()
    expect(other.locator(".tools__new")).to_have_count(0)
    lines = other.locator(".chat__lines li")
    expect(lines.first).to_contain_text(AWKWARD)
    expect(lines.last).to_contain_text("One moment, please")
    assert other.locator(".chat__lines a, .chat__lines img").count() == 0
    host.shoot("chat-wide-light")
    guest.shoot("chat-narrow-dark")
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")

    fan = new_context().new_page()
    fan.goto(page.url)
    expect(fan.locator(".viewers")).to_contain_text("1 schaut zu")
    expect(page.locator(".viewers")).to_contain_text("1 schaut zu")
    fan.locator(".tools__chat").click()
    expect(fan.get_by_text("Mitschreiben kann hier, wer ein Konto hat.")).to_be_visible()
    expect(fan.locator(".chat__lines li")).to_have_count(0)
    Seat(fan).shoot("chat-spectator")

    address = other.url
    other.goto("about:blank")
    presence(host, "away")
    expect(page.locator(".presence")).to_contain_text("weg")
    host.shoot("presence-away")
    other.goto(address)
    presence(host, "online")
    expect(other.locator(".tools__new")).to_have_count(0)

    page.get_by_role("button", name="Chat ausschalten").click()
    page.keyboard.press("Escape")
    expect(page.locator("#chat")).to_be_hidden()
    other.keyboard.press("c")
    other.locator("#chat-text").fill("Hello")
    other.keyboard.press("Enter")
    expect(other.locator(".chat__lines li")).to_have_count(3)
    expect(page.locator(".tools__new")).to_have_count(0)
    page.reload()
    page.locator(".tools__chat").click()
    expect(page.get_by_text("Der Chat ist in diesem Browser ausgeschaltet.")).to_be_visible()


def test_those_who_wait_talk_before_the_game_begins(page: Page, new_context: NewContext) -> None:
    """UX-4.14, PRO-8.2: from the second person on; what was said is still there when the game begins."""
    link = open_table(page, seats=3)
    room = page.locator("#waiting-chat")
    expect(room).to_be_hidden()
    guest = join(new_context().new_page(), link).page
    expect(room).to_be_visible()
    guest.get_by_label("Nachricht").fill("Wer kommt noch?")
    guest.keyboard.press("Enter")
    expect(room.locator(".chat__lines li")).to_contain_text("Wer kommt noch?")
    page.locator("[data-phrase=moment]").click()
    expect(guest.locator(".chat__lines li").last).to_contain_text("Moment bitte")
    Seat(page).shoot("chat-waiting")
    stranger = new_context().new_page()
    stranger.goto(page.url)
    expect(stranger.locator("#seats")).to_be_visible()
    expect(stranger.locator("#waiting-chat")).to_be_hidden()
    page.get_by_role("button", name="Mit Bots auffüllen und starten").click()
    page.locator(".tools__chat").click()
    expect(page.locator("#chat .chat__lines li")).to_have_count(2)


def test_a_line_is_reported_and_somebody_is_muted(page: Page, new_context: NewContext) -> None:
    """UX-4.14: on each line, by keyboard; what is muted stays so on this device."""
    link = open_table(page)
    other = join(new_context().new_page(), link).page
    for people in (page, other):
        people.locator("#table").wait_for()
        people.locator(".tools__chat").click()
    other.get_by_label("Nachricht").fill("Du Nuss")
    other.keyboard.press("Enter")
    name = other.locator(".player[data-me=true] .player__name").inner_text()
    expect(other.locator(".chat__more")).to_have_count(0)  # of one's own lines
    more = page.get_by_role("button", name=f"Zu dieser Zeile von {name}")
    more.press("Enter")
    page.get_by_role("button", name="Melden").press("Enter")
    expect(page.get_by_label("Was stimmt an dieser Zeile nicht?")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("Das war nicht nett")
    Seat(page).shoot("chat-report")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Danke. Die Meldung ist angekommen und wird angesehen.")).to_be_visible()
    page.get_by_role("button", name=f"{name} nicht mehr zeigen").click()
    lines = page.locator(".chat__lines li")
    expect(lines).to_have_count(0)
    other.get_by_label("Nachricht").fill("Hallo?")
    other.keyboard.press("Enter")
    expect(other.locator(".chat__lines li")).to_have_count(2)
    page.reload()
    page.locator(".tools__chat").click()
    expect(page.get_by_label("Nachricht")).to_be_visible()
    expect(lines).to_have_count(0)
    page.get_by_role("button", name=f"{name} wieder zeigen").click()
    expect(lines).to_have_count(2)


def test_a_removal_that_got_lost_is_made_up_for(page: Page) -> None:
    """PRO-6.2: what a `sync` no longer has is gone; what is older than all that it has stays."""
    stop_time(page)

    def line(number: int) -> Message:
        return {"id": str(number), "room": "players", "name": "Mira", "at": "2026-01-01T00:00:00Z", "text": f"Satz {number}."}

    pretence = Pretence(page, hand(), [], chat_tail=[line(number) for number in range(1, 51)])
    seats = [{"seat": seat, "name": name, "kind": "user"} for seat, name in enumerate(["Mira", "Jonas"])]
    pretence.more["table"] = {"id": "x", "game": "pretended", "status": "running", "seats": seats, "seat_count": 2, "options": {}}
    against_bot(page)
    page.locator(".tools__chat").click()
    lines = page.locator(".chat__lines li")
    expect(lines).to_have_count(50)
    pretence.send("chat", line(51))
    expect(lines).to_have_count(51)
    pretence.more["chat_tail"] = [line(number) for number in range(1, 52) if number not in {1, 30}]
    pretence.sockets[-1].close(code=4408)
    pass_by(page, 3)
    expect(lines).to_have_count(49)
    pretence.more["chat_tail"] = [line(number) for number in range(3, 54) if number != 30]
    pretence.sockets[-1].close(code=4408)
    pass_by(page, 3)
    expect(lines.first).to_have_text("Mira Satz 2.")
    expect(lines).to_have_count(51)
