"""The log (UX-4.6): what came of what, cards in sentences, whose moves, as text, and which version a line belongs to."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import texts
from games.engine import registry
from tests.browser import test_words
from tests.browser.patience import tab_to
from tests.browser.pretence import Message, Pretence, hand, happened, option, prompt
from tests.browser.seats import against_bot, by_button
from tests.running_site import RunningSite


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


DEPTHS = """async ([address, lines]) => (await import(address)).depths(lines)"""

PIECES = """async ([address, catalogue, names, questions]) => {
    const { Words } = await import(address);
    const words = new Words(catalogue, names);
    const joined = (text) => words.pieces(text).map((part) => (typeof part === "string" ? part : words.card(part.c))).join("");
    return questions.filter(([key, args]) => joined({ key, args }) !== words.fill(key, args));
}"""


def line(version: int, kind: str, number: int = 0, by: int = 1, **args: Any) -> Message:
    """An event with its line; `seat` says whom it is about."""
    event = happened(version, number, kind, f"Satz {version}.{number}.", by)
    event["log"]["args"] |= args
    return event


def test_lines_stand_below_what_caused_them(page: Page, site: RunningSite) -> None:
    page.goto("/")
    lines = [
        (0, "turn_began"), (1, "cards_moved"), (1, "cards_moved"), (1, "effect_began"), (1, "chosen"), (1, "effect_ended"),
        (1, "cards_moved"), (1, "turn_began"), (2, "cards_moved"),
    ]  # fmt: skip
    told = [{"v": version, "e": kind} for version, kind in lines]
    assert page.evaluate(DEPTHS, [site.static_url("tables/story.js"), told]) == [0, 0, 1, 1, 2, 1, 1, 0, 0]


def test_effects_that_follow_one_another_stand_side_by_side(page: Page, site: RunningSite) -> None:
    """INN-7.5: the same effect for one player after another, the next effect, a card within a card, what comes of all of it."""
    page.goto("/")
    lines: list[tuple[str, int | None]] = [
        ("x_innovation_dogma", None), ("effect_began", 0), ("cards_moved", None), ("effect_began", 0), ("cards_moved", None),
        ("effect_began", 1), ("effect_began", 1), ("cards_moved", None), ("x_innovation_bonus", 0), ("cards_moved", None),
    ]  # fmt: skip
    told = [{"v": 1, "e": kind, "args": {} if depth is None else {"depth": depth}} for kind, depth in lines]
    assert page.evaluate(DEPTHS, [site.static_url("tables/story.js"), told]) == [0, 1, 2, 1, 2, 2, 2, 3, 1, 1]


def test_sentences_in_pieces_say_the_same(page: Page, site: RunningSite) -> None:
    page.goto("/")
    for slug in registry.slugs():
        catalogue = texts.catalogue(slug, "de")
        asked = test_words.questions(catalogue)
        assert page.evaluate(PIECES, [site.static_url("tables/words.js"), catalogue, test_words.NAMES, asked]) == []


def test_a_card_in_a_sentence_opens(page: Page) -> None:
    seat = against_bot(page)
    for _ in range(2):
        seat.wait_for_turn()
        by_button(seat)
    seat.wait_for_turn()
    named = page.locator("#log .log__card").last
    name = named.inner_text()
    named.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text(name[0])
    page.keyboard.press("Escape")
    expect(named).to_be_focused()
    page.locator("#board").focus()
    tab_to(page, "#log button")
    page.keyboard.press("Home")
    expect(page.locator("#log [data-key]").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#log [data-key]").nth(1)).to_be_focused()
    expect(page.locator("#log li[data-depth='1']").first).to_be_visible()
    seat.shoot("log-wide")


def test_whose_moves_as_text_and_which_version(page: Page) -> None:
    page.add_init_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    pretence = Pretence(page, hand("x"), [prompt([option("a")])])
    against_bot(page)
    page.locator("#hand .card").wait_for()
    pretence.update(events=[line(1, "turn_began"), line(1, "cards_moved", 1, seat=0), line(1, "cards_moved", 2, seat=1)])
    pretence.update(events=[line(2, "cards_moved", seat=1)])
    lines = page.locator("#log li")
    expect(lines).to_have_text(["Satz 1.0.", "Satz 1.1.", "Satz 1.2.", "Satz 2.0."])
    lines.nth(1).click()
    expect(lines.nth(1)).to_contain_text("Stand 1 von 2")
    whose = page.get_by_label("Wessen Züge?")
    whose.select_option(label="Bot Fuchs")
    expect(lines).to_have_text(["Satz 1.0.", "Satz 1.2.", "Satz 2.0."])
    page.get_by_role("button", name="Kopieren").click()
    expect(page.get_by_role("button", name="Kopiert")).to_be_visible()
    assert page.evaluate("window.copied") == "Satz 1.0.\n  Satz 1.2.\nSatz 2.0."
    whose.select_option(label="alle")
    expect(lines).to_have_count(4)


def test_the_board_as_it_was_and_back(page: Page) -> None:
    """UX-4.6: by the log; nothing can be played from it, and a new question leads back by itself."""
    pretence = Pretence(page, hand("x", "y"), [prompt([option("a", cards=["pretended.x"])])])
    against_bot(page)
    cards = page.locator("#hand .card")
    expect(cards).to_have_count(2)
    pretence.update(hand("y"), events=[line(1, "cards_moved", seat=0)])
    pretence.update(hand("y", "z", "z"), events=[line(2, "cards_moved", seat=0)])
    expect(cards).to_have_count(3)
    page.locator("#log li").first.click()
    page.get_by_role("button", name="Spielfeld von damals zeigen").click()
    expect(cards).to_have_count(1)
    banner = page.locator(".past")
    expect(banner).to_contain_text("So lag das Spielfeld bei Stand 1.")
    cards.first.press("Enter")
    expect(page.locator(".prompt__note")).to_contain_text("So lag das Spielfeld bei Stand 1.")
    page.keyboard.press("Escape")
    expect(banner).to_have_count(0)
    expect(cards).to_have_count(3)
    page.get_by_role("button", name="Spielfeld von damals zeigen").click()
    expect(cards).to_have_count(1)
    pretence.update(hand("y", "z"), events=[line(3, "cards_moved", seat=0)], prompts=[prompt([option("b")], issued=3)])
    expect(banner).to_have_count(0)
    expect(cards).to_have_count(2)
    assert pretence.sent("move") == []
