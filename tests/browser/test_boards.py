"""Leaderboards in browsers (RNK-3): rows move by themselves, columns, pages, following; without a mouse, without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.people import logged_in
from tests.running_site import RunningSite, run_command

HERE = "/bestenlisten/emotrions.pareo/ewig/"

FILL = """
from django.utils import timezone
from accounts.models import User
from leaderboards.ratings.models import Pool, Rating
state = {"version": 1, "changed_at": timezone.now(), "ranked_on": timezone.localdate()}
Pool.objects.update_or_create(slug="emotrions.pareo", defaults=state)
names = [f"Liste{n:02}" for n in range(70)]
for n, name in enumerate(names):
    user = User.objects.filter(username=name).first() or User.objects.create_user(name)
    about = {"user": user, "name": name, "sort_name": name.casefold(), "points": 1600 - 5 * n, "sigma": 2, "games": 20}
    about |= {"wins": 11, "losses": 9, "last_at": timezone.now(), "rank_yesterday": n + 1}
    Rating.objects.update_or_create(pool="emotrions.pareo", season=None, player=str(user.pk), defaults=about)
"""

MOVE = """
from django.db.models import F
from leaderboards.ratings.models import Pool, Rating
Rating.objects.filter(pool="emotrions.pareo", name="Liste03").update(points=1700, streak=5)
Pool.objects.filter(slug="emotrions.pareo").update(version=F("version") + 1)
"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def do(site: RunningSite, command: str) -> None:
    """Something happens on the site."""
    done = run_command("shell", "--no-imports", "-c", command, var=site.var)
    assert done.returncode == 0, done.stderr


def names(page: Page) -> list[str]:
    found: list[str] = page.locator("#board tbody tr").evaluate_all("rows => rows.map((row) => row.dataset.name)")
    return found


def test_rows_move_by_themselves(page: Page, site: RunningSite) -> None:
    """RNK-3.5: whoever is in a row with the keyboard stays there; what the server and the browser write is the same."""
    do(site, FILL)
    page.goto(HERE)
    row = page.locator('tr[data-name="Liste03"]')
    before = row.inner_text()
    row.get_by_role("link").focus()
    expect(page.locator("#lost")).to_be_hidden()
    do(site, MOVE)
    expect(page.locator("#board tbody tr").first).to_have_attribute("data-name", "Liste03", timeout=30_000)
    expect(row.get_by_role("link")).to_be_focused()
    assert row.inner_text() != before
    expect(row.locator("[data-cell=change]")).to_contain_text("3 Plätze gewonnen")
    assert names(page)[:4] == ["Liste03", "Liste00", "Liste01", "Liste02"]
    drawn = page.locator("#board tbody").inner_text()
    page.reload()
    assert page.locator("#board tbody").inner_text() == drawn, "the browser writes as the server does"


def test_columns_search_and_pages_without_a_mouse(page: Page, site: RunningSite) -> None:
    do(site, FILL)
    page.goto(HERE)
    page.get_by_text("Spalten wählen").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Siegquote").press("Space")
    page.get_by_role("button", name="Spalten übernehmen").press("Enter")
    expect(page.get_by_role("columnheader", name="Siegquote")).to_have_count(0)
    page.get_by_role("link", name="Nächste 50").press("Enter")
    expect(page.get_by_text(re.compile("51 bis 70 von 70"))).to_be_visible()
    page.get_by_role("searchbox", name="Name suchen").fill("liste69")
    page.keyboard.press("Enter")
    expect(page.locator("#board tbody tr")).to_have_count(1)
    expect(page.locator("#board tbody tr .place")).to_have_text("70")


def test_following_leads_to_a_list_of_ones_own(new_context: NewContext, site: RunningSite) -> None:
    do(site, FILL)
    page = logged_in(new_context(), site).new_page()
    page.goto("/profil/Liste07/")
    page.get_by_role("button", name="Folgen").click()
    expect(page.get_by_text("Du folgst Liste07.")).to_be_visible()
    page.goto(HERE)
    page.get_by_role("link", name="Gefolgte").click()
    assert names(page) == ["Liste07"]


def test_without_script_everything_is_there(browser: Browser, site: RunningSite) -> None:
    """UX-1.5."""
    do(site, FILL)
    context = browser.new_context(base_url=site.url, locale="de-DE", java_script_enabled=False)
    page = context.new_page()
    page.goto(HERE)
    page.get_by_role("link", name="Partien").click()
    expect(page.locator("th[aria-sort]")).to_contain_text("Partien")
    page.get_by_role("link", name="Nächste 50").click()
    expect(page.locator("#board tbody tr")).to_have_count(20)
    context.close()
