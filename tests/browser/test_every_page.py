"""Every page, in both themes: no violation that axe can find (UX-8.8), nothing that sticks out (UX-6.1).

Pages take turns in the languages; `TOUR=whole` before the command has each in both.
People have awkward names there and have said awkward things: no script of theirs runs, no layout breaks (QUA-3.7).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page

from tests import awkward
from tests.browser import tour
from tests.browser.conftest import NewContext
from tests.browser.tour import Stop
from tests.running_site import ROOT
from tests.world import World

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

DJANGOS = (
    "region landmark-one-main page-has-heading-one heading-order landmark-unique empty-table-header label-title-only".split()
)
"""Advice beyond WCAG that the pages of Django's administration do not follow."""

RUN = """async ([rules, tags, without]) => {
    document.getAnimations().forEach(one => one.finish());
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);  // axe takes soft hyphens for signs
    while (texts.nextNode()) {
        const plain = texts.currentNode.data.replaceAll("\u00ad", "");
        if (plain !== texts.currentNode.data) texts.currentNode.data = plain;
    }
    const only = rules ? {type: "rule", values: rules} : {type: "tag", values: tags};
    const off = Object.fromEntries(without.map(rule => [rule, {enabled: false}]));
    const {violations} = await axe.run(document, {runOnly: only, rules: off, preload: false, resultTypes: ["violations"]});
    return violations.map(one => [one.id, one.nodes.map(node => [node.target.join(" "), node.failureSummary])]);
}"""


WHOLE = os.environ.get("TOUR") == "whole"

WIDTHS = (390, 1440)

WIDER = """() => [...document.querySelectorAll("body *")]
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def contexts(new_context: NewContext, world: World, base_url: str) -> dict[str, BrowserContext]:
    """A browser for each who looks at pages."""
    options: dict[str, Any] = {"locale": "de-DE", "reduced_motion": "reduce", "color_scheme": "light"}
    return {role: tour.enter(new_context(**options), world, role, base_url) for role in tour.VISITORS}


def found(page: Page, stop: Stop, scheme: str) -> list[str]:
    """What axe finds on a page, in words; in the dark only what colours can do wrong."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    rules = ["color-contrast", "link-in-text-block"] if scheme == "dark" else None
    without = DJANGOS if stop.is_admin else []
    return [
        f"{stop.name} as {stop.role}, {scheme}: {rule} at {target}: {' '.join(why.split())}"
        for rule, nodes in page.evaluate(RUN, [rules, TAGS, without])
        for target, why in nodes
    ]


def sticking_out(page: Page, stop: Stop) -> list[str]:
    """At which widths a page is wider than the window, and by what."""
    troubles = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            troubles.append(f"{stop.name} as {stop.role} is wider than {width}: {page.evaluate(WIDER)}")
    return troubles


def test_nothing_is_wrong_with_any_page(contexts: dict[str, BrowserContext], world: World, base_url: str) -> None:
    """Pages are found from the routes, so a new one is looked at by itself; its parameters need an example in tests/routes.py."""
    troubles: list[str] = []
    dialogs: list[str] = []
    shown = ""
    pages = {role: context.new_page() for role, context in contexts.items()}
    for page in pages.values():
        page.on("dialog", lambda dialog: dismiss(dialog, dialogs))
    seen = list(tour.stops(contexts, world, base_url))
    twice = Counter(stop.name for stop in seen)
    for language in ("de", "en"):
        for number, stop in enumerate(seen):
            # What two people see is seen by one in each language, on the whole tour too; so are pages of the administration.
            if number % 2 == (language == "en") and (not WHOLE or stop.is_admin or twice[stop.name] > 1):
                continue
            page = pages[stop.role]
            tour.visit(page, stop, base_url, language, chat=True)
            assert page.locator("html").get_attribute("lang") == language, stop
            for scheme in ("light", "dark") if language == "de" or not WHOLE else ("light",):  # colours know no language
                troubles += [f"{language} {trouble}" for trouble in found(page, stop, scheme)]
            troubles += [f"{language} {trouble}" for trouble in sticking_out(page, stop)]
            shown += page.locator("body").inner_text()
            if page.evaluate(f"'{awkward.MARK}' in window"):
                troubles.append(f"{stop.name} as {stop.role}: a script has run")
    names = {stop.name for stop in seen}
    print(len(names), "pages:", json.dumps(sorted(names), ensure_ascii=False))  # noqa: T201
    assert {"home", "error 404.html", "lobby/", f"tisch/<table:table_id>/ running_{world['games'][0]}"} <= names
    assert all(name in shown for name in awkward.NAMES)
    assert awkward.MARKUP[0] in shown, "as text"
    assert dialogs == []
    assert not troubles, "\n".join(troubles)


def dismiss(dialog: Dialog, dialogs: list[str]) -> None:
    """A page asks something."""
    dialogs.append(dialog.message)
    dialog.dismiss()


def test_axe_finds_what_is_planted(page: Page) -> None:
    """A gate that cannot fail is none."""
    page.goto("/nirgends")
    stop = Stop("planted", "/nirgends", "anonymous")
    assert found(page, stop, "light") == []
    page.evaluate("""() => {
        document.querySelector("main").insertAdjacentHTML("beforeend", "<p id=pale>blass</p><button id=mute></button>");
        document.getElementById("pale").style.color = "#ccc";
    }""")
    rules = {trouble.split(": ")[1].split(" ")[0] for trouble in found(page, stop, "light")}
    assert {"color-contrast", "button-name"} <= rules
    page.evaluate("document.getElementById('pale').style.color = '#333'")
    assert any("color-contrast" in trouble for trouble in found(page, stop, "dark"))
