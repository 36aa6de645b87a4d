"""Cards fly from where they were to where they go (UX-4.5, UX-7.6), over a board that shows the truth at once."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pretence import Message, Pretence, hand, happened, option, prompt
from tests.browser.seats import against_bot, by_button
from tests.running_site import RunningSite


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


SCORE = """async ([address, events, zones, speed]) => {
    const { score, stepOf } = await import(address);
    return score(events, zones).map((action) => ({ ...action, ms: stepOf(action, speed) }));
}"""

WATCH = """() => {
    window.flown = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const animation = animate.call(this, frames, timing);
        if (this.parentNode?.matches?.(".flights")) {
            const [from, to] = [frames[0], frames.at(-1)].map(({ transform }) => transform);
            window.flown.push({ text: this.textContent, ms: timing.duration, from, to });
        }
        const flies = this.parentNode?.matches?.(".flights") || frames.every(({ opacity }) => opacity === 0);
        if (window.held && flies) animation.pause();
        return animation;
    };
}"""
"""Notes each flight that begins; where `held` is set, it stays in the air, and what it comes to stays hidden."""


def moved(version: int, number: int, args: Message) -> Message:
    """An event of a move, with its line in the log."""
    return happened(version, number, "cards_moved", f"Zug {version}.{number}.") | {"args": args}


def laid(version: int, card: str) -> Message:
    """The other one lays a card."""
    return moved(version, 0, {"from": "hand_1", "to": "trick", "cards": [f"pretended.{card}"]})


def board(mine: tuple[str, ...] = (), trick: tuple[str, ...] = (), won: tuple[str, ...] = ()) -> Message:
    """My hand, the hidden hand of the other one, a trick, and what was won."""
    view = hand(*mine)
    view["zones"]["hand_1"] = {
        "name": "hand",
        "owner": 1,
        "visibility": "owner",
        "order": "sorted",
        "count": 5,
        "back": "pretended",
    }
    for name, cards in (("trick", trick), ("won", won)):
        zone = {"name": name, "visibility": "public", "order": "laid", "count": len(cards)}
        view["zones"][name] = zone | {"cards": [{"c": f"pretended.{card}"} for card in cards]}
    return view


def open_board(page: Page, view: Message, prompts: list[Message] | None = None, motion: str = "") -> Pretence:
    """A pretended table whose flights are noted."""
    pretence = Pretence(page, view, prompts or [])
    page.add_init_script(f"({WATCH})()")
    against_bot(page)
    page.locator("[data-zone=trick]").wait_for()
    if motion:
        page.evaluate("motion => { document.documentElement.dataset.motion = motion; }", motion)
    return pretence


def flown(page: Page) -> list[dict[str, Any]]:
    """The flights so far."""
    found: list[dict[str, Any]] = page.evaluate("window.flown")
    return found


def in_the_air(page: Page) -> Locator:
    """What flies now."""
    return page.locator(".flights > *")


def test_a_card_flies_on_through_all_zones_of_one_action(page: Page, site: RunningSite) -> None:
    page.goto("/")
    zones = {"hand_1": {"count": 3}, "trick": {"count": 1, "cards": [{"c": "g.a"}]}, "won": {"count": 0, "cards": []}}
    events = [
        {"e": "cards_moved", "v": 4, "args": {"from": "hand_1", "to": "trick", "cards": ["g.b"]}},
        {"e": "cards_moved", "v": 4, "args": {"from": ["trick"], "to": "won"}},
        {"e": "turn_began", "v": 5, "args": {}},
        {"e": "cards_moved", "v": 6, "args": {"from": "won", "to": "hand_1", "count": 2}},
        {"e": "cards_revealed", "v": 6, "args": {"zone": "trick", "cards": ["g.c"]}},
    ]
    one, other = page.evaluate(SCORE, [site.static_url("tables/flights.js"), events, zones, "normal"])
    paths = {flight["c"]: [(stop["zone"], stop["step"]) for stop in flight["path"]] for flight in one["flights"]}
    assert paths == {"g.b": [("hand_1", -1), ("trick", 0), ("won", 1)], "g.a": [("trick", -1), ("won", 1)]}
    assert (one["v"], one["steps"], one["ms"]) == (4, 2, 250)
    assert [len(other["flights"]), other["steps"], other["flips"]] == [2, 2, [{"zone": "trick", "cards": ["g.c"], "step": 1}]]


@pytest.mark.parametrize(("speed", "ms"), [("fast", 120), ("normal", 120), ("slow", 500)])
def test_an_action_takes_no_longer_than_it_may(page: Page, site: RunningSite, speed: str, ms: int) -> None:
    """1.2 s, unless somebody wants to see it slowly."""
    page.goto("/")
    events = [{"e": "cards_moved", "v": 1, "args": {"from": "a", "to": "b", "count": 1}}] * 10
    (action,) = page.evaluate(SCORE, [site.static_url("tables/flights.js"), events, {"a": {"count": 10}}, speed])
    assert action["steps"] == 10
    assert action["ms"] == ms


def test_a_played_card_flies_and_the_board_already_shows_it(page: Page) -> None:
    pretence = open_board(page, board(("x", "y")))
    page.evaluate("window.held = true")
    pretence.update(board(("x", "y"), trick=("z",)), events=[laid(1, "z")])
    expect(in_the_air(page)).to_have_text(["z"])
    card = page.locator("[data-zone=trick] [data-card]")
    expect(card).to_have_count(1)
    assert card.evaluate("card => getComputedStyle(card).opacity") == "0"
    (flight,) = flown(page)
    assert flight["from"] != flight["to"]
    assert flight["ms"] == 250
    page.keyboard.press("Escape")
    expect(in_the_air(page)).to_have_count(0)
    assert card.evaluate("card => getComputedStyle(card).opacity") == "1"


def test_what_i_am_asked_comes_with_the_final_view_and_can_be_answered_at_once(page: Page) -> None:
    pretence = open_board(page, board(("x",)))
    page.evaluate("window.held = true")
    after = board(("x", "y"), won=("a", "b"))
    events = [
        moved(1, 0, {"from": "hand_1", "to": "trick", "cards": ["pretended.a", "pretended.b"]}),
        moved(1, 1, {"from": ["trick"], "to": "won", "cards": ["pretended.a", "pretended.b"]}),
        moved(1, 2, {"from": "bank", "to": "hand_0", "cards": ["pretended.y"]}),
    ]
    pretence.update(after, events=events, prompts=[prompt([option("go", cards=["pretended.y"])], issued=1)])
    expect(in_the_air(page)).to_have_text(["a", "b"])  # nobody can see where a bank would be that is not shown
    for card in page.locator("[data-zone] [data-card]").all():
        assert card.evaluate("card => getComputedStyle(card).opacity") == "1"
    page.locator('#hand [data-card="pretended.y"]').click()
    page.locator("[data-play]").click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["go"]]


def test_cards_still_in_the_air_lie_open_as_soon_as_i_am_asked(page: Page) -> None:
    pretence = open_board(page, board(("x",)))
    page.evaluate("window.held = true")
    pretence.update(board(("x",), trick=("a",)), events=[laid(1, "a")])
    card = page.locator('[data-zone=trick] [data-card="pretended.a"]')
    expect(in_the_air(page)).to_have_count(1)
    assert card.evaluate("card => getComputedStyle(card).opacity") == "0"
    pretence.update(board(("x",), trick=("a", "b")), events=[laid(2, "b")], prompts=[prompt([option("go")], issued=2)])
    expect(page.locator("[data-option]")).to_have_count(1)
    assert card.evaluate("card => getComputedStyle(card).opacity") == "1"


def test_what_comes_while_cards_fly_hurries_them(page: Page) -> None:
    pretence = open_board(page, board(("x",)), motion="slow")
    page.evaluate("window.held = true")
    pretence.update(board(("x",), trick=("a",)), events=[laid(1, "a")])
    expect(in_the_air(page)).to_have_count(1)
    page.evaluate("window.held = false")
    second = laid(2, "b")
    pretence.update(board(("x",), trick=("a", "b")), events=[second])
    expect(in_the_air(page)).to_have_text(["a"])  # which is held
    one, two = flown(page)
    assert one["ms"] == 500
    assert 500 < two["ms"] <= 500 + 500 / 4


@pytest.mark.parametrize("how", ["chosen", "system"])
def test_nothing_flies_where_somebody_wants_less_motion(page: Page, how: str) -> None:
    """UX-7.6."""
    if how == "system":
        page.emulate_media(reduced_motion="reduce")
    pretence = open_board(page, board(("x",)), motion="off" if how == "chosen" else "slow")
    pretence.update(board(("x",), trick=("a",)), events=[laid(1, "a")])
    expect(page.locator('[data-zone=trick] [data-card="pretended.a"][data-fresh]')).to_be_visible()
    assert flown(page) == []


def test_what_was_missed_is_told_in_turn_and_can_be_skipped(page: Page) -> None:
    """UX-5.5: what happened while the connection was gone."""
    pretence = open_board(page, board(("x",)), motion="slow")
    page.evaluate("window.held = true")
    lines = [laid(version, "ab"[version - 1]) for version in (1, 2)]
    views = [board(("x",), trick=("a",)), board(("x",), trick=("a", "b"))]
    pretence.version, pretence.view = 2, views[-1]
    pretence.catch_up = [pretence.told(version, views[version - 1], [lines[version - 1]]) for version in (1, 2)]
    pretence.sockets[-1].close(code=4500)
    missed = page.get_by_role("region", name="Verpasst")
    expect(missed.get_by_role("listitem")).to_have_text(["Zug 1.0.", "Zug 2.0."])
    expect(missed.locator(".last__now")).to_have_text("Zug 1.0.")
    missed.get_by_role("button", name="Überspringen").click()
    expect(in_the_air(page)).to_have_count(0)
    expect(missed.locator(".last__now")).to_have_count(0)
    missed.get_by_role("button", name="Schließen").click()
    expect(missed).to_have_count(0)
    expect(page.get_by_role("heading", name="Letzter Zug")).to_be_visible()


def test_cards_fly_in_a_whole_deal_and_leave_nothing_behind(page: Page) -> None:
    page.add_init_script(f"({WATCH})()")
    seat = against_bot(page)
    for _ in range(3):
        seat.wait_for_turn()
        by_button(seat)
    expect(in_the_air(page)).to_have_count(0)
    assert len(flown(page)) >= 6
