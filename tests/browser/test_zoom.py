"""Cards are read whole: in both languages, and beside them while a mouse rests there (UX-4.8)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import against_bot


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def test_a_card_is_read_in_the_other_language(page: Page) -> None:
    seat = against_bot(page)
    seat.wait_for_turn()
    card = seat.hand.first
    card.focus()
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")
    heading = dialog.get_by_role("heading")
    german = heading.inner_text()
    other = dialog.get_by_role("button", name="Karte in der anderen Sprache lesen")
    expect(other).to_have_text("EN")
    other.press("Enter")
    expect(heading).not_to_have_text(german)
    expect(dialog.locator(".zoom__all")).to_have_attribute("lang", "en")
    seat.shoot("zoom-english")
    expect(other).to_have_text("DE")
    other.press("Enter")
    expect(heading).to_have_text(german)
    expect(dialog.locator(".zoom__all")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    expect(card).to_be_focused()


def box(page: Page, selector: str) -> dict[str, float]:
    """Where something is."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return {side: found[side] for side in ("x", "y", "width", "height")}


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes cover each other."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (900, 700)])
def test_a_resting_mouse_shows_the_card_and_never_covers_the_prompt(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    seat = against_bot(page)
    seat.wait_for_turn()
    preview = page.locator(".preview")
    seat.hand.nth(1).hover()
    expect(preview).to_have_count(1)
    if preview.evaluate("preview => getComputedStyle(preview).visibility") == "visible":
        shown = box(page, ".preview")
        assert not overlap(shown, box(page, "#prompt"))
        assert not overlap(shown, box(page, "#hand"))
        assert shown["x"] >= 0
        assert shown["y"] >= 0
        assert shown["y"] + shown["height"] <= size[1]
        seat.shoot(f"preview-{size[0]}")
    else:
        assert size != (1440, 900)  # where there is no place for it nothing is shown
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    seat.hand.nth(2).hover()
    expect(preview).to_have_count(1)
    page.mouse.move(5, 5)
    expect(preview).to_have_count(0)
