"""Online Marketing Generals for newcomers and by keys: the guide, reasons, forecasts, and a game by keyboard alone."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import tab_to
from tests.browser.seats import Seat
from tests.browser.test_budget import SHIFT, WATCH
from tests.browser.test_every_page import found
from tests.browser.test_omg_board import ACTIONS, FIGHT, PASS, position, said, table, unit
from tests.browser.tour import Stop

MOST_PROMPTS, MOST_STEPS = 400, 120
WITHOUT_GUIDE = 'localStorage.setItem("kartenhaus.coach", JSON.stringify(["omg.guide"]))'


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """Come from Germany."""
    return new_context(locale="de-DE").new_page()


def first_game(page: Page) -> Seat:
    """A first game against a bot, by one click."""
    page.goto("/spiel/omg/")
    page.get_by_role("button", name=re.compile("Sofort gegen Bot spielen|Play a bot now")).first.click()
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    return Seat(page)


# --- the guide ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["1280x720", "390x844"])
def test_the_guide_leads_to_the_first_attack(new_context: NewContext, size: str) -> None:
    """UX-2, UX-6.5: doing nothing but what is marked comes to an attack, its tactic and its window; nothing moves by itself."""
    width, height = map(int, size.split("x"))
    page = new_context(locale="de-DE", viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
    page.add_init_script(f"({WATCH})()")
    seat, steps = first_game(page), Counter[str]()
    for _ in range(MOST_STEPS):
        asked = seat.wait_for_turn()
        if not asked or steps["tactic"]:
            break
        guide = page.locator(".guide")
        step = str(guide.get_attribute("data-step"))
        steps[step] += 1
        marks = page.locator("[data-guide]")
        if step == "choose":
            seat.choose()
            continue
        expect(marks.first).to_be_attached()
        seat.shoot(f"guide-{size}-{sum(steps.values()):02d}-{step}")
        for _number in range(marks.count()):
            place = page.locator(f'[data-guide="{_number + 1}"]')
            card = place.locator("> .card")
            (card if card.count() else place).first.press("Enter")
        answered = f'#prompt:not([data-prompt="{asked}"][data-mine=true])'
        expect(page.locator(f'{answered}, .guide:not([data-step="{step}"])').first).to_be_attached()
    assert {"confirm", "end_actions", "attack", "tactic"} <= set(steps), steps
    shifted, moved = page.evaluate("[window.shifted, window.moved]")
    assert shifted < SHIFT, moved


def test_the_guide_ends_and_is_taken_up_again(page: Page) -> None:
    """UX-2.3, UX-8.4: closed it stays closed, also after a reload, and the focus is kept; the menu brings it back."""
    seat = first_game(page)
    seat.wait_for_turn()
    expect(page.locator(".guide")).to_be_visible()
    page.get_by_role("button", name="Anleitung beenden").press("Enter")
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator("[data-guide]")).to_have_count(0)
    expect(page.locator(".prompt__note")).to_contain_text("Im Menü")
    assert page.evaluate("document.activeElement.id") == "prompt"
    page.reload()
    seat.wait_for_turn()
    expect(page.locator(".guide")).to_have_count(0)
    page.keyboard.press("m")
    page.get_by_label("Anleitung Schritt für Schritt").check()
    page.keyboard.press("Escape")
    expect(page.locator(".guide")).to_be_visible()
    expect(page.locator("[data-guide]").first).to_be_attached()


def test_the_guide_by_keys_in_english(new_context: NewContext) -> None:
    """UX-8.1, UX-10.1: it is a part of the prompt with a name, shows by a button what to touch, and axe finds nothing."""
    page = new_context(locale="en-GB", viewport={"width": 1280, "height": 720}).new_page()
    seat = first_game(page)
    seat.wait_for_turn()
    guide = page.get_by_role("region", name="Your first turn")
    expect(guide).to_contain_text(re.compile("step 1 of 7|in between"))
    page.keyboard.press("p")
    tab_to(page, ".guide__show")
    page.keyboard.press("Enter")
    assert page.evaluate("Boolean(document.activeElement.closest('[data-guide]'))")
    for scheme in ("light", "dark"):
        assert found(page, Stop("the guide", "/tisch/", "guest"), scheme) == []


# --- why not, and what would come of it -----------------------------------------------------------------------------------------


def test_what_cannot_be_played_says_why(page: Page) -> None:
    """UX-4.2, OMG-14.2: cards of the hand and on the table, in the words of the server; by keys too."""
    why = [
        {"of": "omg.B034", "why": said("reason.too_dear", price=9, op=6)},
        {"of": "user_4", "why": said("reason.first_round")},
        {"of": "user_13", "why": said("reason.taunt")},
    ]
    table(page, position(), ACTIONS, why_not=why)
    note = page.locator(".prompt__note")
    page.locator('#hand [data-card="omg.B034"]').click(force=True)
    expect(note).to_have_text("Das kostet 9 OP, du hast 6 (OMG-6.2).")
    unit(page, 4).press("Enter")
    expect(note).to_contain_text("In der eigenen ersten Runde darf niemand angreifen (OMG-5.6).")
    page.locator('#hand [data-card="omg.B277"]').click(force=True)
    expect(note).to_contain_text("steht gerade nicht zur Wahl")


def test_special_cards_tell_what_they_do_to_the_attack(page: Page) -> None:
    """OMG-8.5: under each button, with what counts against what; redirected, cancelled, and without any effect."""
    cards = {
        "B275": {"strike": {"strike": "stun", "skill": 3, "against": 3}, "back": {"back": "nothing", "skill": 2, "against": 8}},
        "B277": {"same": True},
        "B274": {"ended": True},
        "B114": {"left": "omg.B053"},
    }
    options = [
        {
            "id": f"special:{name}", "label": said("option.special", card=f"omg.{name}", price=1), "role": "normal",
            "cards": [f"omg.{name}"], "refs": ["hand_0"], "effect": effect,
        }
        for name, effect in cards.items()
    ]  # fmt: skip
    view = position(combat=FIGHT, window="W-COMBAT", turn_of=1)
    table(page, view, [PASS, *options], kind="window", text=said("prompt.window.W-COMBAT"))
    Seat(page).show_options()
    told = {name: page.locator(f'[data-option="special:{name}"] .option__foretold') for name in cards}
    expect(told["B275"]).to_have_text("Du betäubst (3 gegen V 3). Du wirst nicht getroffen (2 gegen V 8).")
    expect(told["B277"]).to_have_text("Am Kampf ändert das nichts.")
    expect(told["B274"]).to_have_text("Der Angriff endet ohne Ergebnis.")
    expect(told["B114"]).to_contain_text("ist dann weg, der Angriff endet ohne Ergebnis.")


# --- by keyboard alone ----------------------------------------------------------------------------------------------------------

HAS_FOCUS = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return "nowhere";
    const box = at.getBoundingClientRect();
    if (at.id !== "prompt" && (box.bottom < 0 || box.top > innerHeight)) return "out of sight";
    const ring = [at, ...at.querySelectorAll("*")].some((one) => getComputedStyle(one).outlineStyle !== "none");
    return ring || !at.matches(":focus-visible") ? "" : "without a ring";
}"""


def held(page: Page) -> None:
    """The focus is somewhere, in sight, and has a ring (UX-8.4)."""
    where = page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
    assert page.evaluate(HAS_FOCUS) == "", where


def by_keys(page: Page, seat: Seat) -> str:
    """Answer the open prompt by keys; what was done."""
    page.keyboard.press("p")
    held(page)
    asked = seat.asked
    several = page.locator(".prompt__do .btn--main[aria-disabled]")
    if several.count():
        for digit in "123456789":
            if several.get_attribute("aria-disabled") == "false":
                break
            page.keyboard.press(digit)
        page.keyboard.press("Enter")
        done = "several"
    elif page.locator('.omg-row--me .unit > .card[data-legal="true"]').count() and "Aktion" in page.locator("#ask").inner_text():
        done = _attack(page)
    elif (playable := page.locator('#hand .card[data-legal="true"]')).count() and "Aktion" in page.locator("#ask").inner_text():
        key = playable.first.get_attribute("data-key")
        tab_to(page, "#hand .card")
        for _ in range(8):
            if page.evaluate("document.activeElement.dataset.key") == key:
                break
            page.keyboard.press("ArrowRight")
        else:
            page.keyboard.press("Home")
            while page.evaluate("document.activeElement.dataset.key") != key:
                page.keyboard.press("ArrowRight")
        held(page)
        page.keyboard.press("Enter")
        expect(page.locator(f'#hand [data-key="{key}"]')).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("1" if page.locator("[data-play]").count() != 1 else "Enter")
        done = "card"
    else:
        page.keyboard.press("1")
        done = "digit"
    expect(page.locator(f'#prompt[data-prompt="{asked}"][data-mine=true]')).to_have_count(0)
    return done


def _attack(page: Page) -> str:
    """Pick an own user and point at another one; a user that can only use an ability does that."""
    tab_to(page, ".omg-row--me .unit > .card")
    for _ in range(8):
        if page.evaluate("document.activeElement.matches('.unit > .card[data-legal=true]')"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    foe = page.locator('.omg-row--opp .unit[data-aimed="true"]')
    if not foe.count():
        tab_to(page, ".ways [data-option]")
        page.keyboard.press("Enter")
        return "ability"
    page.keyboard.press("p")
    tab_to(page, ".omg-row--opp .unit > .card")
    page.keyboard.press("Home")
    while not page.evaluate("document.activeElement.matches('.unit[data-aimed=true] > .card')"):
        page.keyboard.press("ArrowRight")
    held(page)
    page.keyboard.press("Enter")
    return "attack"


def test_a_game_by_keyboard_alone(new_context: NewContext) -> None:
    """UX-8.3, UX-8.4, UX-8.8: from the first question to the result, windows too, and the focus is never lost."""
    page = new_context(locale="de-DE", viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
    page.goto("/neu/omg/")
    page.get_by_label("eigene Auswahl", exact=True).check()
    page.locator("[name=target]").select_option("10")
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("button", name="Mit Bots auffüllen und starten").click()
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    seat, done, asked = Seat(page), Counter[str](), Counter[str]()
    for _ in range(MOST_PROMPTS):
        if not seat.wait_for_turn():
            break
        asked[page.locator("#ask").inner_text().partition(":")[0].partition(" ")[0]] += 1
        done[by_keys(page, seat)] += 1
        page.wait_for_timeout(50)
        held(page)
    expect(seat.result).to_be_visible()
    assert done["card"] > 2, done
    assert done["attack"] + done["ability"] > 0, done
    assert any("fenster" in word.lower() for word in asked), asked


# --- nothing moves --------------------------------------------------------------------------------------------------------------


BURSTS = """() => {
    window.bursts = [];
    new PerformanceObserver(list => {
        for (const {hadRecentInput, value, startTime, sources} of list.getEntries()) {
            if (hadRecentInput) continue;
            const last = window.bursts.at(-1);
            const what = sources.map(({node}) => node?.id || node?.className || node?.nodeName || "?");
            if (last && startTime - last.end < 1000 && startTime - last.start < 5000) {
                Object.assign(last, {end: startTime, value: last.value + value, what: [...last.what, ...what]});
            } else window.bursts.push({start: startTime, end: startTime, value, what});
        }
    }).observe({type: "layout-shift", buffered: true});
}"""
"""Shifts by bursts: less than a second apart, five seconds at most, as layout shift is defined for pages that stay."""


@pytest.mark.parametrize("guided", [True, False])
def test_nothing_moves_while_the_other_side_plays(new_context: NewContext, *, guided: bool) -> None:
    """UX-6.5: from the first view over the own first turn and the bot's, less than 0.05 of the page shifts."""
    page = new_context(locale="de-DE", viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script(f"({BURSTS})()")
    if not guided:
        page.add_init_script(WITHOUT_GUIDE)
    seat = first_game(page)
    for _ in range(8):
        seat.wait_for_turn()
        page.wait_for_timeout(600)
        several = page.locator(".prompt__do .btn--main[aria-disabled]")
        option = page.locator('[data-option="end_actions"], [data-option="pass"], [data-option="keep"]')
        if several.count():
            seat.answer(several.click)
        elif option.count():
            seat.answer(option.first.click)
        else:
            seat.choose()
        page.wait_for_timeout(600)
    seat.shoot(f"shift-{guided}")
    worst = max(page.evaluate("window.bursts"), key=lambda burst: burst["value"], default={"value": 0})
    print(f"layout shift {worst['value']:.3f}, guided: {guided}: {worst}")  # noqa: T201
    assert worst["value"] < SHIFT, worst
