"""How browsers are waited for: so long that nothing fails because the machine is busy, and on a clock that stands still."""

from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE = 30_000
"""For `expect` (see conftest.py) and `wait_until`, in ms. Playwright waits that long by itself for all the rest."""

LOOK_EVERY = 20
MORNING, NOON = "2026-01-01T06:00:00Z", "2026-01-01T12:00:00Z"
MOST_STOPS = 200


def wait_until(page: Page, holds: Callable[[], object], what: object = "") -> None:
    """Wait for what `expect` cannot look at. `what` is said if it never comes."""
    for _ in range(PATIENCE // LOOK_EVERY):
        if holds():
            return
        page.wait_for_timeout(LOOK_EVERY)
    raise AssertionError(what() if callable(what) else what)


def stop_time(page: Page) -> None:
    """Let time stand still in the documents to come: it passes only by `page.clock.run_for`."""
    page.clock.install(time=MORNING)  # it can be stopped only later than it is
    page.clock.pause_at(NOON)


def pass_by(page: Page, seconds: int) -> None:
    """Let the time that stands still pass, in steps in which the connection lives: what it is asked is answered after each."""
    for step in range(0, seconds, 3):
        page.clock.run_for(min(3, seconds - step) * 1_000)
        page.evaluate("0")  # comes after the answers


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something like this has the focus."""
    for _ in range(MOST_STOPS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {selector}")
