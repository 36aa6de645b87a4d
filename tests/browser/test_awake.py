"""The screen stays awake while somebody plays a live game (UX-6.4)."""

import pytest
from playwright.sync_api import Page

from tests.browser.patience import wait_until
from tests.browser.pretence import Message, Pretence, hand
from tests.browser.seats import against_bot

LOCKS = """() => {
    window.locks = [];
    Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
        const lock = { kind, released: false, release: async () => { lock.released = true; } };
        window.locks.push(lock);
        return lock;
    } } });
}"""
"""A browser that tells which locks it was asked for."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def table(mode: str, status: str = "running") -> Message:
    """A table of two."""
    seats = [{"seat": seat, "name": name, "kind": "user"} for seat, name in enumerate(["Mira", "Jonas"])]
    return {"id": "x", "game": "pretended", "status": status, "mode": mode, "seats": seats, "seat_count": 2, "options": {}}


def test_the_screen_stays_awake_until_a_live_game_ends(page: Page) -> None:
    page.add_init_script(f"({LOCKS})()")
    pretence = Pretence(page, hand("x"), [], table=table("live"))
    against_bot(page)
    wait_until(page, lambda: page.evaluate("window.locks.length") == 1, "no lock")
    pretence.update()
    pretence.update(table=table("live", "finished"))
    wait_until(page, lambda: page.evaluate("window.locks[0].released"), "still awake")
    assert page.evaluate("window.locks.map(({ kind }) => kind)") == ["screen"]


@pytest.mark.parametrize(("mode", "viewer"), [("turn", 0), ("untimed", 0), ("live", "spectator")])
def test_nobody_else_is_kept_awake(page: Page, mode: str, viewer: int | str) -> None:
    page.add_init_script(f"({LOCKS})()")
    Pretence(page, hand(), [], table=table(mode), viewer=viewer)
    against_bot(page)
    page.locator(".player").first.wait_for()
    assert page.evaluate("window.locks") == []
