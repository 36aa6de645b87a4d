"""Conditional orders with days for a move (OMG-11.14, UX-4.12): given, listed, cancelled, and carried out while one is away."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.seats import Seat
from tests.browser.test_ending import ask_to_resign
from tests.running_site import RunningSite, run_command

MAKE = """
import itertools, json
from accounts.models import User
from tests.games.omg.placed import placed
from tests.games.tables import play
from tests.world import session_of
play._numbers = itertools.count(1000 + User.objects.count())
users = [{"card": "B005"}, {"card": "B012"}]
table = placed({
    "A": {"op": 20, "users": users, "hand": ["B271", "B006"]},
    "B": {"op": 20, "users": [{"card": "B007"}], "hand": ["B271", "S34", "B283", "B006"]},
})
print("made=" + json.dumps([table.pk, *(session_of(play.user_at(table, seat)) for seat in (0, 1))]))
"""


@pytest.fixture
def made(site: RunningSite) -> list[str]:
    """A table with days for a move at which A is to act, and the sessions of A and B."""
    answer = run_command("shell", "--no-imports", "-c", MAKE, var=site.var)
    found = [line for line in answer.stdout.splitlines() if line.startswith("made=")]
    assert found, answer.stderr
    names: list[str] = json.loads(found[0].removeprefix("made="))
    return names


def enter(context: BrowserContext, base_url: str, table: str, session: str) -> Page:
    """Come to the table as whoever has this session."""
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": base_url}])
    page = context.new_page()
    page.goto(f"{base_url}/tisch/{table}/")
    expect(page.locator("[data-orders]")).to_be_visible()
    return page


def give(page: Page, card: str, when: str, target: str = "") -> None:
    """Order something by the form, with the keyboard alone."""
    button = page.locator("[data-orders]")
    if button.get_attribute("aria-expanded") == "false":
        button.press("Enter")
    chips = page.locator("[data-order]").count()
    page.locator("#orders select[name=card]").select_option(card)
    page.locator("#orders select[name=when]").select_option(when)
    if target:
        page.locator("#orders select[name=target]").select_option(target)
    page.locator("[data-order-give]").press("Enter")
    expect(page.locator("[data-order]")).to_have_count(chips + 1)


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 844, "dark")])
def test_an_order_is_carried_out_while_one_is_away(
    new_context: NewContext, base_url: str, made: list[str], width: int, height: int, scheme: str
) -> None:
    """OMG-11.14, OMG-11.12: B orders a shield for whoever is attacked, takes back another order, and is gone when A attacks."""
    table, first, second = made
    home = new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale="de-DE")
    page = enter(home, base_url, table, second)
    expect(page.locator("[data-orders]")).to_contain_text("0 Aufträge")
    give(page, "omg.S34", "attacked", "defender")
    give(page, "omg.B271", "start")
    expect(page.locator("[data-orders]")).to_contain_text("2 Aufträge")
    chip = page.locator('[data-order="omg.S34"]')
    expect(chip).to_contain_text("Angriff auf mich oder meine User: Schutzraum auf den angegriffenen User")
    Seat(page).shoot(f"orders-{width}")
    page.locator("[data-orders]").click()
    expect(page.locator("#orders")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-order]")).to_have_count(2)
    page.locator('[data-order="omg.B271"]').click()
    expect(page.locator("[data-order]")).to_have_count(1)
    expect(chip).to_be_visible()
    Seat(page).shoot(f"orders-chip-{width}")
    page.close()

    other = Seat(enter(new_context(locale="de-DE"), base_url, table, first))
    expect(other.page.locator("[data-order]")).to_have_count(0)
    other.show_options()
    other.answer(other.page.locator('[data-option^="attack:"]').first.click)
    other.choose()
    other.choose("pass")
    expect(other.log).to_contain_text("Schutzraum")
    played = other.log.locator("li", has_text="Schutzraum").first
    expect(played).not_to_contain_text("von selbst")
    expect(other.page.locator("#prompt[data-mine=true]")).to_be_visible()

    page = enter(home, base_url, table, second)
    expect(page.locator("[data-order]")).to_have_count(0)
    mine = page.locator("#log li", has_text="Schutzraum").first
    expect(mine).to_contain_text("von selbst")
    ask_to_resign(other)
    other.page.keyboard.press("Tab")
    other.page.keyboard.press("Enter")
    expect(other.result).to_be_visible()
    expect(played).to_contain_text("von selbst")
    other.shoot(f"orders-end-{width}")
    Seat(page).shoot(f"orders-end-mine-{width}")


def test_what_cannot_be_ordered_is_explained(new_context: NewContext, base_url: str, made: list[str]) -> None:
    """OMG-11.14: two tabs of one seat have ten orders each; the page says why the eleventh is refused, and nothing is lost."""
    table, _, second = made
    page = enter(new_context(locale="en-GB"), base_url, table, second)
    give(page, "omg.S34", "attacked", "defender")
    expect(page.locator('[data-order="omg.S34"]')).to_contain_text("attack on me or my users: Shelter on the attacked user")
    for when in ("start", "end", "act", "small", "attack", "attacked", "user_attacked", "player_attacked"):
        give(page, "omg.B271", when)
    give(page, "omg.B283", "special")
    expect(page.locator("[data-order]")).to_have_count(10)
    page.locator("#orders select[name=card]").select_option("omg.S34")
    page.locator("#orders select[name=when]").select_option("start")
    page.locator("[data-order-give]").click()
    expect(page.locator(".prompt__note")).to_contain_text("You cannot have more than 10 orders at a time (OMG-11.14).")
    expect(page.locator("[data-order]")).to_have_count(10)
    page.locator('[data-order="omg.B283"]').press("Enter")
    expect(page.locator("[data-order]")).to_have_count(9)
