"""Cards are dragged from the hand onto the board (UX-4.3): by mouse, and by a finger that also scrolls the hand sideways."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.pretence import Message, Pretence, hand, option, prompt
from tests.browser.seats import against_bot


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def with_piles(*cards: str) -> Message:
    """My hand, and two empty places on the board."""
    view = hand(*cards)
    for name in ("west", "east"):
        view["zones"][name] = {"name": name, "visibility": "public", "order": "laid", "count": 0, "cards": []}
    return view


def open_board(page: Page, view: Message, prompts: list[Message]) -> Pretence:
    """A pretended table."""
    pretence = Pretence(page, view, prompts)
    against_bot(page)
    page.locator("#hand [data-card]").first.wait_for()
    return pretence


def card(page: Page, name: str) -> Locator:
    """A card of my hand."""
    return page.locator(f'#hand [data-card="pretended.{name}"]')


def centre(place: Locator) -> tuple[float, float]:
    """The middle of something."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, where: Locator, *, drop: bool = True) -> None:
    """Take a card with the mouse and carry it there."""
    page.mouse.move(*centre(what))
    page.mouse.down()
    page.mouse.move(*centre(where), steps=4)
    if drop:
        page.mouse.up()


def choices(pretence: Pretence) -> list[Any]:
    """What the page has answered."""
    return [move["choice"] for move in pretence.wait_for("move")]


def test_a_card_let_go_on_the_board_is_played(page: Page) -> None:
    options = [option("x", cards=["pretended.x"], refs=["west"]), option("y", cards=["pretended.y"])]
    pretence = open_board(page, with_piles("x", "y"), [prompt(options)])
    drag(page, card(page, "x"), page.locator("[data-zone=west]"), drop=False)
    expect(page.locator("#board")).to_have_attribute("data-drop", "over")
    expect(page.locator("[data-zone=west]")).to_have_attribute("data-drop", "over")
    expect(page.locator("[data-zone=east][data-drop]")).to_have_count(0)
    expect(page.locator(".ghost")).to_have_text("x")
    page.mouse.up()
    assert choices(pretence) == [["x"]]
    expect(page.locator("[data-drop], [data-dragged], .ghost")).to_have_count(0)


def test_a_staged_card_comes_along(page: Page) -> None:
    options = [option("x", cards=["pretended.x"]), option("x+y", cards=["pretended.x", "pretended.y"])]
    pretence = open_board(page, with_piles("x", "y", "z"), [prompt(options)])
    card(page, "x").click()
    drag(page, card(page, "y"), page.locator("#board"))
    assert choices(pretence) == [["x+y"]]


def test_a_card_let_go_elsewhere_stays_and_escape_ends_a_drag(page: Page) -> None:
    pretence = open_board(page, with_piles("x", "y"), [prompt([option("x", cards=["pretended.x"])])])
    drag(page, card(page, "x"), page.locator("#prompt"))
    drag(page, card(page, "x"), page.locator("#board"), drop=False)
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    drag(page, card(page, "x"), card(page, "y"))
    expect(card(page, "x")).to_have_attribute("aria-pressed", "false")
    expect(card(page, "y")).to_have_attribute("aria-pressed", "false")
    drag(page, card(page, "y"), page.locator("#board"))
    expect(page.get_by_text("y steht gerade nicht zur Wahl.")).to_be_visible()
    assert pretence.sent("move") == []
    card(page, "x").click()
    expect(card(page, "x")).to_have_attribute("aria-pressed", "true")


def test_the_place_decides_between_options_and_a_card_that_needs_another_waits(page: Page) -> None:
    options = [option(name, cards=["pretended.x"], refs=[name]) for name in ("west", "east")]
    pretence = open_board(page, with_piles("x", "y"), [prompt([*options, option("y+y", cards=["pretended.y"] * 2)])])
    drag(page, card(page, "y"), page.locator("#board"))
    expect(card(page, "y")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    drag(page, card(page, "x"), page.locator("[data-zone=east]"))
    assert choices(pretence) == [["east"]]


def test_what_is_costly_is_asked_about_once_more(page: Page) -> None:
    pretence = open_board(page, with_piles("x"), [prompt([option("x", "danger", cards=["pretended.x"], confirm=True)])])
    drag(page, card(page, "x"), page.locator("#board"))
    expect(page.get_by_text("Wirklich?")).to_be_visible()
    assert pretence.sent("move") == []
    page.get_by_role("button", name="Ja, so spielen").click()
    assert choices(pretence) == [["x"]]


def swipe(client: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Move a finger over the screen."""

    def touch(kind: str, *points: tuple[float, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for step in range(1, 9):
        touch("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
    touch("touchEnd")


def test_a_finger_drags_upwards_and_scrolls_sideways(new_context: NewContext) -> None:
    context = new_context(has_touch=True)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    names = "abcdefgh"
    pretence = open_board(page, with_piles(*names), [prompt([option(name, cards=[f"pretended.{name}"]) for name in names])])
    client = context.new_cdp_session(page)
    hand_scroll = "document.querySelector('.hand__cards').scrollLeft"
    x, y = centre(card(page, "b"))
    swipe(client, (x, y), (x - 120, y))
    page.wait_for_function(f"{hand_scroll} > 50")
    assert pretence.sent("move") == []
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    swipe(client, centre(card(page, "d")), centre(page.locator("#board")))
    assert choices(pretence) == [["d"]]
