"""Every page: no violation that axe can find (UX-8.8), nothing that sticks out (UX-6.1).

Pages take turns in the looks and in who looks, other ones each day; with `TESTS=full` (tests/sizes.py) each has all of them.
No page is wider than a telephone or a desk, whatever the day.
People have awkward names there and have said awkward things: no script of theirs runs, no layout breaks (QUA-3.7).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page

from tests import awkward
from tests.browser import tour
from tests.browser.conftest import NewContext
from tests.browser.tour import Stop
from tests.running_site import ROOT
from tests.sizes import DAY, FULL
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


COLOURS = ["color-contrast", "link-in-text-block"]
"""What the dark can do wrong where the light has been looked at."""

NARROW, WIDE = WIDTHS = (390, 1440)


@dataclass(frozen=True)
class Look:
    """How a page is looked at."""

    language: str
    scheme: str
    width: int
    """At which axe looks; that nothing sticks out is seen at all of `WIDTHS`."""
    rules: tuple[str, ...] = ()
    """Of axe; none: all of them."""


ALL_LOOKS = (
    Look("de", "light", WIDE),
    Look("de", "dark", WIDE, tuple(COLOURS)),
    Look("en", "light", NARROW),
    Look("en", "dark", NARROW, tuple(COLOURS)),
)


def looks(number: int) -> tuple[Look, ...]:
    """At a page with this number: all there are, or one of four, so that pages beside each other have another language."""
    if FULL:
        return ALL_LOOKS
    turn = number + DAY
    return (Look(("de", "en")[turn % 2], ("light", "dark")[turn // 2 % 2], WIDE),)


WIDER = """() => [...document.querySelectorAll("body *")]
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def contexts(new_context: NewContext, world: World, base_url: str) -> dict[str, BrowserContext]:
    """A browser for each who looks at pages."""
    options: dict[str, Any] = {"locale": "de-DE", "reduced_motion": "reduce", "color_scheme": "light"}
    return {role: tour.enter(new_context(**options), world, role, base_url) for role in tour.VISITORS}


def found(page: Page, stop: Stop, scheme: str, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds on a page, in words: all of it, or what breaks one of these rules."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    without = DJANGOS if stop.is_admin else []
    return [
        f"{stop.name} as {stop.role}, {scheme}: {rule} at {target}: {' '.join(why.split())}"
        for rule, nodes in page.evaluate(RUN, [list(rules) or None, TAGS, without])
        for target, why in nodes
    ]


def sticking_out(page: Page, stop: Stop, first: int) -> list[str]:
    """At which widths a page is wider than the window, and by what; beginning with the one that the window has."""
    troubles = []
    for width in sorted(WIDTHS, key=lambda width: width != first):
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            troubles.append(f"{stop.name} as {stop.role} is wider than {width}: {page.evaluate(WIDER)}")
    return troubles


def todays(seen: Iterable[Stop]) -> Iterator[tuple[int, Stop]]:
    """Those to be looked at, with the number of their page: one of the people who see a page, and one in three of Django's.

    Others each day. What is on a table depends on who sits there, so tables are seen by all.
    """
    pages: dict[str, list[Stop]] = {}
    for stop in seen:
        pages.setdefault(stop.name, []).append(stop)
    for number, (name, visitors) in enumerate(pages.items()):
        if FULL or name.startswith("tisch/"):
            yield from ((number, stop) for stop in visitors)
        elif not visitors[0].is_admin or (number + DAY) % 3 == 0:
            yield number, visitors[(number + DAY // 4) % len(visitors)]


def test_nothing_is_wrong_with_any_page(contexts: dict[str, BrowserContext], world: World, base_url: str) -> None:
    """Pages are found from the routes, so a new one is looked at by itself; its parameters need an example in tests/routes.py."""
    troubles: list[str] = []
    dialogs: list[str] = []
    shown = ""
    pages = {role: context.new_page() for role, context in contexts.items()}
    for page in pages.values():
        page.on("dialog", lambda dialog: dismiss(dialog, dialogs))
    seen = list(tour.stops(contexts, world, base_url))
    for number, stop in todays(seen):
        page = pages[stop.role]
        for look in looks(number):
            page.set_viewport_size({"width": look.width, "height": 800})
            tour.visit(page, stop, base_url, look.language, chat=True)
            assert page.locator("html").get_attribute("lang") == look.language, stop
            about = [*found(page, stop, look.scheme, look.rules), *sticking_out(page, stop, look.width)]
            troubles += [f"{look.language}, {look.width} wide, {trouble}" for trouble in about]
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
