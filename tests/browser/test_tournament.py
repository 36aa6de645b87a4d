"""A tournament in the browser (RNK-7.15, UX-9): pages follow by themselves, the own call is seen, the tree works by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser import tour
from tests.browser.conftest import NewContext
from tests.running_site import RunningSite, run_command
from tests.world import World

DECIDE = """
from accounts.models import User
from leaderboards.tournaments import rulings
from leaderboards.tournaments.models import Match
rulings.override("{event}", User.objects.get(username="Chefin"), {match}, "1", "Am Brett gespielt")
"""


def test_a_result_is_seen_by_all_who_look_on(new_context: NewContext, world: World, site: RunningSite, base_url: str) -> None:
    """The tree follows by itself, the focus stays where it is, and a match is reached by keyboard."""
    event, match = world["events"]["double"], world["match"]
    page = tour.enter(new_context(locale="de-DE"), world, "anonymous", base_url).new_page()
    page.goto(f"/turniere/{event}/")
    cell = page.locator(f'a[data-match="{match}"]')
    expect(cell.locator(".cell--called")).to_be_attached()
    page.get_by_role("button", name="Größer").click()
    wide = page.locator(".bracket svg").get_attribute("width")
    cell.focus()
    made = run_command("shell", "--no-imports", "-c", DECIDE.format(event=event, match=match), var=site.var)
    assert made.returncode == 0, made.stderr
    expect(page.locator(f'a[data-match="{match}"] .cell--finished')).to_be_attached()
    expect(page.locator(f'a[data-match="{match}"] .nm.win')).to_have_count(1)
    expect(page.locator(f'a[data-match="{match}"]')).to_be_focused()
    assert page.locator(".bracket svg").get_attribute("width") == wide
    page.keyboard.press("Enter")
    expect(page.get_by_text("Vermerk der Leitung: Am Brett gespielt").first).to_be_visible()


def test_my_call(new_context: NewContext, world: World, base_url: str) -> None:
    """In the title and in the panel; one press says that I am here; without script the same page does it."""
    event = world["events"]["groups"]
    page = tour.enter(new_context(locale="de-DE"), world, "seat", base_url).new_page()
    page.goto(f"/turniere/{event}/")
    expect(page).to_have_title("● Deine Partie ist aufgerufen · Gruppenfest · Turniere · Kartenhaus")
    expect(page.locator("time[data-deadline]")).to_be_visible()
    page.goto("/regeln/")
    call = page.locator(".calls__one", has_text="Gruppenfest")
    expect(call).to_contain_text("Deine Partie ist aufgerufen")
    expect(page).to_have_title(re.compile("^● Deine Partie ist aufgerufen · "))
    call.get_by_role("link", name="Hingehen").click()
    page.get_by_role("button", name="Ich bin da").click()
    expect(page.get_by_text("Es fehlt noch jemand.")).to_be_visible()
    expect(call).to_have_count(0)  # the title may tell of a call elsewhere
    page.goto("/")
    expect(page.get_by_role("heading", name="Deine nächste Runde")).to_be_visible()


def test_without_script(new_context: NewContext, world: World, base_url: str) -> None:
    """UX-1.5: every tab can be read."""
    page = tour.enter(new_context(locale="de-DE", java_script_enabled=False), world, "anonymous", base_url).new_page()
    page.goto(f"/turniere/{world['events']['double']}/")
    for name in ("Runden", "Tabelle", "Teilnehmende", "Regeln", "Ansagen", "Turnierbaum"):
        page.get_by_role("navigation", name="Seiten des Turniers").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Herbstkarawane")
    page.get_by_role("link", name="Als Liste").click()
    expect(page.get_by_role("heading", name="Großes Finale")).to_be_visible()
