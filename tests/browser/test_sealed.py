"""The panel of a sealed event: packs, the way to the deck built from them, and the one that is kept (OMG-17.2)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import tour
from tests.browser.conftest import NewContext
from tests.browser.seats import Seat
from tests.browser.test_every_page import found
from tests.browser.tour import Stop
from tests.running_site import RunningSite, run_command
from tests.world import World

MAKE = """
from accounts.models import User
from leaderboards.tournaments import entries, life, making, sealed
from leaderboards.tournaments.plan import Plan, StageRules, TableRules
from tests.events import decide
owner, users = User.objects.get(username="Chefin"), [User.objects.get(username=name) for name in {names!r}]
table = TableRules(rated=False, mode="untimed", options={{"target": "10"}})
about = {{"decks": "sealed", "mix": "mixed", "check_in": True, "reputation": 0, "no_show_s": 3600}}
plan = Plan(game="omg", stages=(StageRules("single"),), table=table, **about)
row = making.create(owner, plan, {{"name": "Boosterabend"}})
life.move(row.pk, owner, "registration")
for user in users:
    entries.enter(row.pk, user)
life.move(row.pk, owner, "check_in")
if {over}:
    for user in users:
        sealed.propose(row.pk, user)
        entries.check_in(row.pk, user)
    life.move(row.pk, owner, "running")
    decide(row, owner)
print("event=" + row.pk)
"""


@pytest.fixture(params=[False, True], ids=["building", "over"])
def event(request: pytest.FixtureRequest, world: World, site: RunningSite) -> str:
    """A sealed event of two in which the packs have just been opened, or that is over; its key."""
    names = [world["names"][who] for who in ("seat", "opponent")]
    made = run_command("shell", "--no-imports", "-c", MAKE.format(names=names, over=request.param), var=site.var)
    lines = [line for line in made.stdout.splitlines() if line.startswith("event=")]
    assert lines, made.stderr
    return lines[0].removeprefix("event=")


def packs(page: Page) -> Locator:
    """The packs in the panel."""
    return page.locator(".mine-panel__packs .pack-fold")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_panel_shows_the_packs(new_context: NewContext, world: World, base_url: str, event: str, width: int) -> None:
    """UX-6.1, UX-6.2, UX-8.8: each pack unfolds and shows its cards; nothing is wider than the window, and axe finds nothing."""
    page = tour.enter(new_context(locale="de-DE", viewport={"width": width, "height": 844}), world, "seat", base_url).new_page()
    page.goto(f"/turniere/{event}/")
    expect(packs(page)).to_have_count(6)
    packs(page).nth(1).locator("summary").press("Enter")
    packs(page).nth(4).locator("summary").click()
    expect(packs(page).nth(4).locator("li")).to_have_count(15)
    link = packs(page).nth(4).get_by_role("link").first
    expect(link).to_have_attribute("href", re.compile(r"/spiel/omg/\?karte=[BS]\d+#karte"))
    top = {part: page.locator(part).bounding_box() for part in ("h1", ".mine-panel")}
    head, panel = top["h1"], top[".mine-panel"]
    assert head is not None
    assert panel is not None
    assert head["y"] < panel["y"] + 120, "the name of the tournament stands beside its panel, not below"
    heights = packs(page).locator("summary").evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
    assert min(heights) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in ("light", "dark"):
        assert found(page, Stop("sealed", f"/turniere/{event}/", "seat"), scheme) == []
        Seat(page).shoot(f"sealed-{width}-{scheme}-{event}")
