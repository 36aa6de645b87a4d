"""A return match in two browsers (KMO-18, RNK-5.2): from the first game to the sums; who starts by agreement."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.seats import Seat, join
from tests.browser.test_ending import give_up

SET = """(field, [name, value]) => {
  if (field.tagName === "SELECT") field.value = value;
  else document.querySelector(`[name="${name}"][value="${value}"]`).checked = true;
}"""
"""Chooses an option of the form, which most people find folded away."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def invitation(page: Page) -> str:
    """The link that invites to the table that waits."""
    return page.get_by_label("Einladungslink").input_value()


def open_kameloh(page: Page, **options: str) -> str:
    """A table of Ka-Mel-Oh! with these options; the link that invites to it."""
    page.goto("/neu/kameloh/")
    page.locator('[name="preset"][value=""]').evaluate("field => field.checked = true")
    for name, value in options.items():
        page.locator(f'[name="{name}"]').first.evaluate(SET, [name, value])
    page.get_by_role("button", name="Tisch eröffnen").click()
    return invitation(page)


def test_a_return_match_is_played_to_its_sums(page: Page, new_context: NewContext) -> None:
    """Both go on by one click; who gives up one game each leaves the sums to decide."""
    link = open_kameloh(page, return_match="on", target="5")
    guest = join(new_context(viewport={"width": 390, "height": 844}).new_page(), link)
    host = Seat(page)
    page.locator("#table").wait_for()
    watching = Seat(new_context(viewport={"width": 1024, "height": 800}).new_page())
    first = page.url
    watching.page.goto(first)
    expect(page.locator(".tline__series")).to_have_text("Hinkampf")
    host.shoot("series-first-running")
    give_up(host)
    for seat in (host, guest, watching):
        expect(seat.result.get_by_role("heading", name="Hin- und Rückkampf")).to_be_visible()
        expect(seat.result).to_contain_text("sobald alle „Weiter“ gedrückt haben. Es fehlen noch:")
        expect(seat.page.get_by_role("button", name="Revanche", exact=True)).to_have_count(0)
    host.shoot("series-between")
    guest.shoot("series-between-390")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    watching.shoot("series-between-watching")
    host.page.get_by_role("button", name="Weiter", exact=True).press("Enter")
    expect(host.prompt).to_contain_text("Du bist bereit.")
    for seat in (host, guest, watching):
        expect(seat.result).to_contain_text("Es fehlt noch:")
    guest.page.get_by_role("button", name="Weiter", exact=True).click()
    for seat in (host, guest):
        seat.page.wait_for_url(lambda url: url != first)
    expect(watching.result).to_contain_text("Der Rückkampf hat begonnen.")
    assert host.page.url == guest.page.url
    watching.page.get_by_role("link", name="Den Rückkampf ansehen").click()
    watching.page.wait_for_url(host.page.url)
    expect(page.locator(".tline__series")).to_have_text("Rückkampf · Hinkampf 0 : 5")
    host.shoot("series-second-running")
    guest.shoot("series-second-running-390")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    first_again = Seat(page.context.new_page())
    first_again.page.goto(first)
    give_up(guest)
    for seat in (host, guest, watching, first_again):
        expect(seat.result).to_contain_text("Unentschieden nach Hin- und Rückkampf.")
        expect(seat.prompt).to_contain_text("Unentschieden nach Hin- und Rückkampf.")
        sums = seat.result.get_by_role("table", name="Hin- und Rückkampf").get_by_role("row").all_inner_texts()
        assert [re.split(r"\s+", row.strip())[-3:] for row in sums[1:]] == [["0", "5", "5"], ["5", "0", "5"]]
    host.shoot("series-over")
    guest.shoot("series-over-390")
    guest.page.emulate_media(color_scheme="dark")
    guest.shoot("series-over-390-dark")
    expect(first_again.page.get_by_role("button", name="Revanche", exact=True)).to_have_count(0)
    host.page.get_by_role("button", name="Revanche", exact=True).click()
    second = host.page.url
    guest.page.get_by_role("button", name="Revanche", exact=True).press("Enter")
    for seat in (host, guest):
        seat.page.wait_for_url(lambda url: url != second)
        expect(seat.page.locator(".tline__series")).to_have_text("Hinkampf")


def test_a_best_of_three_with_its_pause(page: Page, new_context: NewContext) -> None:
    """RNK-5.3: opened like any table; with a clock the pause has an end, and whoever lost two games has lost."""
    page.goto("/neu/innovation/")
    for name, value in (("pace", "quick"), ("series", "best_of_3")):
        page.locator(f'[name="{name}"]').first.evaluate(SET, [name, value])
    page.get_by_role("button", name="Tisch eröffnen").click()
    expect(page.locator(".settings")).to_contain_text("Best of 3")
    guest = join(new_context(viewport={"width": 390, "height": 844}, color_scheme="dark").new_page(), invitation(page))
    host = Seat(page)
    page.locator("#table").wait_for()
    expect(page.locator(".tline__series")).to_have_text("Partie 1")
    give_up(host)
    first = page.url
    for seat in (host, guest):
        expect(seat.result.get_by_role("heading", name="Best of 3")).to_be_visible()
        expect(seat.result.get_by_role("timer")).to_contain_text(re.compile(r"Wer in [45]:\d\d nicht bereit ist"))
        expect(seat.result).to_contain_text("Bei Gleichstand: Zusatzpartien, höchstens drei und unentschieden.")
        seat.shoot(f"best-of-between-{seat.page.viewport_size['width'] if seat.page.viewport_size else 0}")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
    for seat in (host, guest):
        seat.page.get_by_role("button", name="Weiter", exact=True).press("Enter")
    for seat in (host, guest):
        seat.page.wait_for_url(lambda url: url != first)
        expect(seat.result).to_have_count(0)
    expect(page.locator(".tline__series")).to_contain_text("Partie 2 · Partie 1 0 : 1")
    give_up(host)
    for seat in (host, guest):
        expect(seat.result).to_contain_text("gewinnt die Serie.")
        rows = seat.result.get_by_role("table", name="Best of 3").get_by_role("row").all_inner_texts()
        assert [re.split(r"\s+", row.strip())[-3:] for row in rows[1:]] == [["0", "0", "0"], ["1", "1", "2"]]
    host.shoot("best-of-over")


def test_who_starts_is_agreed_before(page: Page, new_context: NewContext) -> None:
    """KMO-5.1: the one proposes, the other one sees that and says the same."""
    link = open_kameloh(page, starter="agreed")
    page.get_by_label("Wer soll beginnen?").select_option(label="Wer auf Platz 2 sitzt")
    page.get_by_role("button", name="So vorschlagen").click()
    expect(page.get_by_label("Wer soll beginnen?")).to_have_value("1")
    host = Seat(page)
    host.shoot("agreed-waiting")
    other = new_context(viewport={"width": 390, "height": 844}).new_page()
    other.goto(link)
    expect(other.get_by_label("Wer soll beginnen?")).to_have_value("1")
    Seat(other).shoot("agreed-join-390")
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    guest = join(other, link)
    guest.page.locator("#table").wait_for()
    assert guest.wait_for_turn() != "", "the guest starts"
    guest.shoot("agreed-begun-390")
