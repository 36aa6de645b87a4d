"""What a first visit costs (UX-6.5), and the first sixty seconds (UX-2): bytes and shifts have limits, times are printed."""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.seats import Seat, by_button

LIMIT = 250_000
"""Bytes of script and style, compressed, at the first view of a table."""

SHIFT = 0.05

WATCH = """() => {
    window.shifted = 0;
    window.moved = [];
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
            window.shifted += entry.value;
            for (const {node, previousRect, currentRect} of entry.sources) {
                const what = node?.id || node?.className || node?.nodeName || "?";
                window.moved.push(`${what}: ${previousRect.y} to ${currentRect.y}, ${entry.value.toFixed(3)}`);
            }
        }
    }).observe({type: "layout-shift", buffered: true});
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


@pytest.mark.parametrize("size", ["390x844", "1440x900"])
def test_a_first_game_with_a_cold_cache(page: Page, size: str) -> None:
    """Home, one click, a first question, several answers."""
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    bytes_of: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")

    def note(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def count(event: dict[str, Any]) -> None:
        bytes_of[kinds.get(event["requestId"], "Other")] += int(event["encodedDataLength"])

    wire.on("Network.responseReceived", note)
    wire.on("Network.loadingFinished", count)
    page.add_init_script(f"({WATCH})()")
    began = time.monotonic()
    page.goto("/")
    seen_home = time.monotonic() - began
    home_shift = page.evaluate("window.shifted")
    page.get_by_role("button", name="Sofort gegen Bot spielen", exact=True).first.click()
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    seat = Seat(page)
    seat.wait_for_turn()
    asked = time.monotonic() - began
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    table_shift = page.evaluate("window.shifted")
    moved = page.evaluate("window.moved")
    cold = dict(bytes_of)
    for _ in range(3):
        by_button(seat)
        seat.wait_for_turn()
    played = time.monotonic() - began
    code = cold.get("Script", 0) + cold.get("Stylesheet", 0)
    kilobytes = {kind: round(size / 1000, 1) for kind, size in cold.items()}
    print(  # noqa: T201
        f"script and style {code / 1000:.1f} kB of {LIMIT / 1000:.0f}; all: {kilobytes} kB; "
        f"layout shift {home_shift:.3f} home, {table_shift:.3f} table until the first question: {moved}; "
        f"home after {seen_home:.2f} s, first question after {asked:.2f} s, three answers after {played:.2f} s"
    )
    assert 10_000 < code < LIMIT
    assert home_shift < SHIFT
    assert table_shift < SHIFT
