"""Clocks in the browser: chosen when a table is opened, counting down, warning, and what happens when one runs out (UX-4.10)."""

import re
import sqlite3
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import pass_by, stop_time
from tests.browser.pretence import Pretence, hand, happened, option, prompt
from tests.browser.seats import Seat, join
from tests.running_site import RunningSite


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE", "timezone_id": "Europe/Berlin"}


def open_table(page: Page, pace: str) -> str:
    """Open a table with this pace; the link that invites to it."""
    page.goto("/neu/")
    page.locator(f'input[name=pace][value="{pace}"]').check()
    Seat(page).shoot("clock-form")
    page.get_by_role("button", name="Tisch eröffnen").click()
    return page.get_by_label("Einladungslink").input_value()


def clocks(*seats: dict[str, Any], mode: str = "live") -> dict[str, Any]:
    """A clock block."""
    return {"mode": mode, "server_time": "2026-01-01T00:00:00Z", "seats": [{"running": False, **seat} for seat in seats]}


def pretend(page: Page, block: dict[str, Any], **more: Any) -> Pretence:
    """A table at which it is our turn, with these clocks."""
    return Pretence(page, hand("a"), [prompt([option("pass")])], clocks=block, **more)


@pytest.fixture
def table_url(page: Page) -> str:
    """The page of a table that is running; what it shows comes from the pretence."""
    page.goto("/")
    page.get_by_role("button", name="Sofort gegen Bot spielen", exact=True).click()
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    return page.url


def test_a_player_lets_the_time_run_out(page: Page, new_context: NewContext, site: RunningSite) -> None:
    """PRO-4.10: the clock plays, the log says so, and after the third time in a row the other one has won."""
    link = open_table(page, "quick")
    expect(page.get_by_text("5 Minuten, je Zug 5 Sekunden dazu")).to_be_visible()
    number = re.search(r"/tisch/(\w+)/", page.url)
    assert number is not None
    with sqlite3.connect(site.var / "site.sqlite3", timeout=20) as database:  # nobody wants to wait for five minutes
        database.execute("UPDATE tables_table SET bank_ms = 3000, increment_ms = 0 WHERE id = ?", (number[1],))
    database.close()
    guest = join(new_context().new_page(), link)
    host = Seat(page)
    page.locator("#table").wait_for()
    expect(page.get_by_role("timer")).to_have_count(3)  # mine in the bar, and one beside each name
    expect(page.locator(".log__clock").first).to_be_attached(timeout=120_000)  # after a restart a minute goes by first
    host.shoot("clock-run-out")
    for seat in (host, guest):
        expect(seat.result).to_be_visible(timeout=120_000)
        expect(seat.log.get_by_text("hat die Zeit überschritten.").first).to_be_attached()
    host.shoot("clock-end")


def test_it_counts_down_and_warns(page: Page, table_url: str) -> None:
    """UX-4.10, UX-8.3: colour, icon and one spoken message at 30 and at 10 seconds; it does not tick aloud."""
    stop_time(page)
    pretend(page, clocks({"seat": 0, "left_ms": 60_000, "running": True}, {"seat": 1, "left_ms": 300_000}))
    page.goto(table_url)
    mine, theirs = page.locator("#prompt .clock"), page.locator(".player:not([data-me=true]) .clock")
    expect(mine).to_have_text("1:00")
    expect(mine).to_have_attribute("aria-label", re.compile(r"Bedenkzeit \d:\d\d"))
    expect(mine).to_have_attribute("data-running", "true")
    expect(theirs).to_have_text("5:00")
    expect(theirs).not_to_have_attribute("data-running", "true")
    pass_by(page, 18)
    expect(mine).to_have_text(re.compile("0:4[23]"))
    expect(page.locator("#news")).not_to_contain_text("Sekunden")
    pass_by(page, 17)
    expect(mine).to_have_attribute("data-level", "low")
    expect(page.locator("#news")).to_contain_text("Noch 30 Sekunden.")
    pass_by(page, 17)
    expect(mine).to_have_attribute("data-level", "last")
    expect(page.locator("#turn")).to_have_text("Noch 10 Sekunden.")
    pass_by(page, 60)
    expect(mine).to_have_text("0:00")
    expect(theirs).to_have_text("5:00")
    assert page.locator("#news").inner_text().count("Noch 30 Sekunden.") == 1


def test_pings_come_more_often_where_time_is_short(page: Page, table_url: str) -> None:
    """PRO-7.1: every 5 s while a clock under 60 s runs, else every 15 s."""
    stop_time(page)
    pretence = pretend(page, clocks({"seat": 0, "left_ms": 50_000}, {"seat": 1, "left_ms": 50_000, "running": True}))
    page.goto(table_url)
    expect(page.locator("#prompt .clock")).to_be_visible()
    pass_by(page, 14)
    assert len(pretence.sent("ping")) == 2
    pretence.send("clock", clocks({"seat": 0, "left_ms": 900_000, "running": True}, {"seat": 1, "left_ms": 50_000}))
    expect(page.locator("#prompt .clock")).to_have_text("15:00")
    pass_by(page, 30)
    assert len(pretence.sent("ping")) == 4


def test_a_window_shows_its_own_time(page: Page, table_url: str) -> None:
    """PRO-1.4: nobody's bank runs."""
    window = {"left_ms": 90_000, "window_ms": 20_000}
    pretend(page, clocks({"seat": 0, **window}, {"seat": 1, **window}))
    page.goto(table_url)
    expect(page.locator("#prompt .clock")).to_have_attribute("aria-label", re.compile(r"Noch 0:(20|1\d) für diese Antwort"))
    expect(page.locator(".players .clock")).to_have_count(2)


def test_a_deadline_by_turns(page: Page, table_url: str) -> None:
    """UX-4.10: as date and as remaining time."""
    seat = {"seat": 0, "left_ms": 187_200_000, "running": True, "deadline": "2026-03-01T11:30:00Z"}
    pretend(page, clocks(seat, {"seat": 1, "left_ms": 259_200_000}, mode="turn"))
    page.goto(table_url)
    expect(page.locator("#prompt .clock__time")).to_have_text(re.compile("2 T [34] Std"))
    expect(page.locator("#prompt .clock__date")).to_have_text("bis So., 1. März, 12:30")


def test_clocks_that_change_without_a_version(page: Page, table_url: str) -> None:
    """PRO section 3: `clock`. And an update brings them with it."""
    pretence = pretend(page, clocks({"seat": 0, "left_ms": 100_000}, {"seat": 1, "left_ms": 100_000}))
    page.goto(table_url)
    mine = page.locator("#prompt .clock")
    expect(mine).to_have_text("1:40")
    pretence.send("clock", clocks({"seat": 0, "left_ms": 160_000}, {"seat": 1, "left_ms": 100_000}))
    expect(mine).to_have_text("2:40")
    late = happened(1, 0, "chosen", "Mira verpasst es") | {"by_clock": True}
    pretence.update(events=[late], clocks=clocks({"seat": 0, "left_ms": 3_600_000}, {"seat": 1, "left_ms": 100_000}))
    expect(mine).to_have_text("1:00:00")
    expect(page.get_by_role("log").get_by_text("Mira verpasst es")).to_contain_text("Zeit abgelaufen")


@pytest.mark.parametrize(("width", "height", "scheme"), [(1440, 900, "light"), (390, 844, "dark"), (320, 640, "light")])
def test_clocks_fit(new_context: NewContext, table_url: str, width: int, height: int, scheme: str) -> None:
    """UX-6.1: beside the name and in the bar, at any width."""
    page = new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    pretend(page, clocks({"seat": 0, "left_ms": 8_500, "running": True}, {"seat": 1, "left_ms": 252_000}))
    page.goto(table_url)
    expect(page.locator("#prompt .clock")).to_be_in_viewport(ratio=1)
    expect(page.locator(".players .clock").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    Seat(page).shoot(f"clocks-{width}-{scheme}")
