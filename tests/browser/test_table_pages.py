"""The pages around a game: opening a table, the waiting room, the invitation, what does not exist; and any width."""

import itertools
import re
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import pass_by, stop_time
from tests.browser.pretence import Pretence, hand
from tests.browser.seats import Seat, against_bot, join, open_table
from tests.sizes import part


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def test_own_options_show_when_they_count_and_keep_what_was_chosen(page: Page) -> None:
    page.goto("/neu/")
    own = page.get_by_role("group", name="Eigene Auswahl")
    expect(own).to_be_hidden()
    page.get_by_label("eigene Auswahl", exact=True).check()
    own.get_by_label("an: genau 37 gewinnt").check()
    page.get_by_label("Grundspiel").check()
    expect(own).to_be_hidden()
    page.get_by_label("eigene Auswahl", exact=True).check()
    expect(own.get_by_label("an: genau 37 gewinnt")).to_be_checked()


def test_wrong_options_are_told_at_the_field_and_on_top(page: Page) -> None:
    page.goto("/neu/")
    page.get_by_label("eigene Auswahl", exact=True).check()
    page.get_by_label("immer nur eines").check()
    page.get_by_role("button", name="Tisch eröffnen").click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("Ein einziges Kartenspiel ist nur zu fünft oder zu sechst eine Wahl.")
    field = page.get_by_role("group", name="Kartenspiele")
    expect(field).to_have_accessible_description(re.compile("Ein einziges Kartenspiel"))
    expect(field.get_by_label("immer nur eines")).to_be_checked()
    summary.get_by_role("link").click()
    expect(field).to_be_focused()


def test_who_sits_down_is_seen_at_once_and_the_last_one_starts_the_game(page: Page, new_context: NewContext) -> None:
    link = open_table(page, seats=3)
    expect(page.locator("#seats")).to_contain_text("Noch 2 Plätze frei")
    join(new_context().new_page(), link)
    expect(page.locator("#seats")).to_contain_text("Noch 1 Platz frei")
    join(new_context().new_page(), link)
    page.locator("#prompt").wait_for()
    late = new_context().new_page()
    late.goto(link)
    expect(late.get_by_text("Hier ist kein Platz mehr frei.")).to_be_visible()


def test_the_invitation_can_be_copied(new_context: NewContext) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    link = open_table(page)
    page.get_by_role("button", name="Link kopieren").click()
    expect(page.get_by_text("Der Link ist kopiert.")).to_be_visible()
    assert page.get_by_label("Einladungslink").evaluate("field => field.selectionEnd - field.selectionStart") == len(link)


@pytest.mark.parametrize("clipboard", ["() => Promise.reject()", "() => new Promise(() => {})"])
def test_the_invitation_is_copied_the_old_way_where_there_is_no_other(page: Page, clipboard: str) -> None:
    page.add_init_script(f"navigator.clipboard && (navigator.clipboard.writeText = {clipboard})")
    link = open_table(page)
    page.evaluate("document.addEventListener('copy', () => { window.copied = getSelection().toString(); })")
    page.get_by_role("button", name="Link kopieren").click()
    expect(page.get_by_text("Der Link ist kopiert.")).to_be_visible()
    assert page.evaluate("window.copied") == link


def test_in_the_waiting_room_a_lost_connection_shows_after_two_seconds(page: Page) -> None:
    """UX-5.5."""
    stop_time(page)
    table = {"id": "x", "game": "pretended", "status": "open", "seats": [{"seat": 0, "name": "Mira", "kind": "user"}]}
    pretence = Pretence(page, hand(), [], table=table | {"seat_count": 2, "options": {}})
    open_table(page)
    answer = pretence.hear
    lost = page.get_by_text("Verbindung wird wiederhergestellt …")
    pretence.wait_for("hello")
    pass_by(page, 5)
    expect(lost).to_be_hidden()
    pretence.hear = lambda socket, message: None  # type: ignore[method-assign]
    pretence.sockets[-1].close(code=4500)
    page.evaluate("0")
    page.clock.run_for(1_500)
    expect(lost).to_be_hidden()
    page.clock.run_for(1_000)
    expect(lost).to_be_visible()
    pretence.hear = answer  # type: ignore[method-assign]
    pass_by(page, 30)
    expect(lost).to_be_hidden()


def test_bots_fill_the_free_seats(page: Page) -> None:
    open_table(page, seats=4)
    page.get_by_role("button", name="Mit Bots auffüllen und starten").click()
    expect(page.locator(".player")).to_have_count(4)
    Seat(page).wait_for_turn()


def test_everything_before_the_game_works_without_script(browser: Browser, base_url: str) -> None:
    """UX-1.5. Playwright's browser shows no `noscript`, so what stands in it is looked up in the source."""
    contexts = [browser.new_context(base_url=base_url, locale="de-DE", java_script_enabled=False) for _ in range(2)]
    page, guest = (context.new_page() for context in contexts)
    link = open_table(page)
    assert "Nachsehen, wer da ist" in page.content()
    guest.goto(link)
    guest.get_by_role("button", name="Dazusetzen").click()
    expect(guest.locator(".player")).to_have_count(2)
    assert "Dafür braucht diese Seite JavaScript" in guest.content()
    page.reload()
    expect(page.locator(".player")).to_have_count(2)
    for context in contexts:
        context.close()


@pytest.mark.parametrize("address", ["/tisch/aaaaaaaaaa/", "/tisch/aaaaaaaaaa/mit/nichts/", "/neu/nichts/"])
def test_what_does_not_exist_is_said(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite gibt es nicht")


@pytest.mark.parametrize(("width", "scheme"), part(product((320, 390, 1024, 1440), ("light", "dark")), 2))
def test_nothing_sticks_out(new_context: NewContext, width: int, scheme: str) -> None:
    """UX-6.1."""
    page = new_context(viewport={"width": width, "height": 700}, color_scheme=scheme).new_page()

    def fits() -> bool:
        wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        cut = "[...document.querySelectorAll('#prompt, #hand')].some(region => region.scrollHeight > region.clientHeight + 1)"
        return bool(wide and not page.evaluate(cut))

    page.goto("/neu/")
    page.get_by_label("eigene Auswahl", exact=True).check()
    assert fits()
    open_table(page, seats=3)
    assert fits()
    seat = against_bot(page)
    for number in range(4):
        seat.wait_for_turn()
        assert fits()
        seat.shoot(f"{width}-{scheme}-{number}")
        seat.page.locator("#hand .card[data-legal=true]").first.click()
        assert fits()
        seat.answer(page.locator("[data-play]").click)


@pytest.mark.parametrize(("width", "height"), [(640, 320), (844, 390), (932, 430), (1024, 500)])
def test_on_its_side_a_phone_shows_prompt_and_hand_at_once(new_context: NewContext, width: int, height: int) -> None:
    """UX-1.2, UX-6.1: without scrolling the page, with few options or with many."""
    page = new_context(viewport={"width": width, "height": height}).new_page()
    seat = against_bot(page)
    seat.wait_for_turn()
    for folded in (True, False):
        if not folded:
            seat.show_options()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        expect(seat.prompt.get_by_role("heading")).to_be_in_viewport(ratio=1)
        expect(seat.hand.first).to_be_in_viewport(ratio=1)
        over = "([one, other]) => one.getBoundingClientRect().bottom > other.getBoundingClientRect().top + 1"
        page.evaluate("document.getElementById('prompt').scrollTop = 0")
        parts = page.locator("#prompt > :not(:empty)").element_handles()
        assert not any(page.evaluate(over, [one, other]) for one, other in itertools.pairwise(parts))
        seat.shoot(f"side-{width}-{folded}")
    seat.page.locator("#hand .card[data-legal=true]").first.click()
    seat.answer(page.locator("[data-play]").click)


@pytest.mark.parametrize("height", [720, 800, 1080])
def test_the_open_chat_leaves_the_log_its_place(page: Page, new_context: NewContext, height: int) -> None:
    """UX-6.3."""
    page.set_viewport_size({"width": 1280, "height": height})
    link = open_table(page)
    join(new_context().new_page(), link)
    page.locator(".tools__chat").click()
    expect(page.locator("#chat")).to_be_visible()
    log, chat = page.locator("#log").bounding_box(), page.locator("#chat").bounding_box()
    assert log is not None
    assert chat is not None
    assert log["y"] + log["height"] <= chat["y"]
    assert log["height"] >= 60


def test_a_card_is_shown_large_with_all_of_its_text(page: Page) -> None:
    """UX-4.8: by a key on the card that has the focus, or by a long touch, which does not choose it."""
    seat = against_bot(page)
    seat.wait_for_turn()
    card = seat.hand.first
    text = card.get_attribute("aria-description")
    assert text
    large = page.get_by_role("dialog")
    card.focus()
    page.keyboard.press("i")
    expect(large).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    expect(card).to_be_focused()
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(large).to_contain_text(text)
    card.dispatch_event("pointerup", {"pointerType": "touch"})
    card.dispatch_event("click", {"detail": 1})
    large.get_by_role("button", name="Schließen").click()
    expect(large).to_have_count(0)
    expect(card).to_have_attribute("aria-pressed", "false")
    card.click(delay=600)
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(large).to_have_count(0)


def test_in_a_narrow_window_the_log_is_a_sheet(new_context: NewContext) -> None:
    page = new_context(viewport={"width": 390, "height": 800}).new_page()
    seat = against_bot(page)
    seat.wait_for_turn()
    expect(seat.log).to_be_hidden()
    page.get_by_role("button", name="Protokoll", exact=True).click()
    expect(seat.log).to_be_focused()
    page.keyboard.press("Escape")
    expect(seat.log).to_be_hidden()
