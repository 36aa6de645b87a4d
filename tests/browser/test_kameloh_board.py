"""The board of Ka-Mel-Oh!: what an attack would do, why values are as they are, and cards played where they go."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pretence import Message, Pretence, prompt
from tests.browser.seats import Seat
from tests.browser.test_every_page import found
from tests.browser.test_faces import overflow
from tests.browser.tour import Stop

SIDES = (0, 1)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def monster(card: str, basic: tuple[int, int, int], **now: Any) -> Message:
    """A monster as the view has it; `now` what is not as printed."""
    ap, dp, lp = basic
    known = {"ap": ap, "dp": dp, "lp": lp, "max_lp": lp, "basic": {"ap": ap, "dp": dp, "lp": lp}, "worth": 3}
    return {"c": f"kameloh.{card}"} | known | now


KUNIBERT = monster("Y006", (35, 25, 105), ap=55, effects=[{"do": "ap", "amount": 20, "by": 0, "card": "kameloh.G002"}])
KNUT = monster("Y031", (25, 10, 50), lp=30, of=1, frozen=2)
HOCHLAMA = monster("Y023", (25, 25, 90), lp=60)
DAMPFKAMEL = monster("Y055", (35, 25, 130))
TEETH = {"c": "kameloh.G002", "owner": 0, "item": "item_7"}


def zone(name: str, owner: int, *cards: Message, **more: Any) -> Message:
    """A zone in which all cards lie open."""
    about = {"name": name, "owner": owner, "visibility": "public", "order": "row", "count": len(cards)}
    return about | {"cards": list(cards)} | more


def closed(name: str, owner: int, count: int, **more: Any) -> Message:
    """A zone of which nothing but the number of its cards is seen."""
    about = {"name": name, "owner": owner, "visibility": "hidden", "order": "stack", "count": count}
    return about | {"back": "kameloh"} | more


def position(arena: dict[str, list[Message]], hand: tuple[str, ...] = (), **more: Any) -> Message:
    """A game in the rule set WiMu."""
    zones: Message = {"hand_0": zone("hand", 0, *[{"c": f"kameloh.{card}"} for card in hand], visibility="owner")}
    zones["hand_1"] = closed("hand", 1, 6, visibility="owner")
    for seat in SIDES:
        zones[f"desert_{seat}"] = zone("desert", seat, {"c": "kameloh.Y010"}, {"c": "kameloh.G008"}, order="stack")
        zones[f"items_{seat}"] = zone("items", seat)
        zones[f"oasis_{seat}_1"] = closed("oasis", seat, 13, number=1, visibility="top", active=True, top={"c": "kameloh.Y013"})
        zones[f"oasis_{seat}_2"] = closed("oasis", seat, 14, number=2)
        zones[f"oasis_{seat}_3"] = closed("oasis", seat, 0, number=3)
        for slot in (1, 2):
            name = f"arena_{seat}_{slot}"
            zones[name] = zone("arena", seat, *arena.get(name, []), slot=slot)
    row = {"vp": 11, "dates": 3, "defeated": 2, "free_points": 0, "active": 1}
    return {
        "zones": zones, "variant": "wimu", "phase": "ATTACK", "round": 7, "starter": 0, "turn_of": 0, "target": 20, "sent": 1,
        "package": "play", "seats": [row, row | {"vp": 13}], **more,
    }  # fmt: skip


FIGHT = position(
    {"arena_0_1": [KUNIBERT, TEETH], "arena_0_2": [KNUT], "arena_1_1": [HOCHLAMA], "arena_1_2": [DAMPFKAMEL]},
    hand=("G001",),
)


def option(name: str, key: str, role: str = "normal", **more: Any) -> Message:
    """An option with the words of the game."""
    return {"id": name, "label": {"key": key, "args": more.pop("args", {})}, "role": role, **more}


def show(page: Page, view: Message, options: list[Message], **more: Any) -> Pretence:
    """A table of Ka-Mel-Oh! that is as the test says."""
    pretence = Pretence(page, view, [prompt(options, **more)])
    page.goto("/")
    page.locator(".tile[data-game=kameloh] .tile__play").click()
    page.locator(".kmo").wait_for()
    return pretence


def place(page: Page, name: str) -> Locator:
    """A place of the arena."""
    return page.locator(f'[data-zone="{name}"]')


def choices(pretence: Pretence, count: int = 1) -> list[list[str]]:
    """What has been answered."""
    return [move["choice"] for move in pretence.wait_for("move", count)]


def test_an_attack_is_shown_before_it_is_chosen(page: Page) -> None:
    """KMO-12: the sum, who would fall and for how many points, and what the other would keep; nothing is sent yet."""
    attack = option(
        "attack", "option.attack", "primary", refs=["arena_0_1"], effect={
            "shape": "1:2", "damage": {"arena_1_1": 75, "arena_1_2": 30}, "falls": ["arena_1_1"],
        },
    )  # fmt: skip
    pretence = show(page, FIGHT, [attack, option("no_attack", "option.no_attack", "pass")], kind="attack")
    expect(page.locator(".sum .res")).to_have_text(
        re.compile("75 Schaden an Hochlama in Vertretung und 30 Schaden an Dampfkamel Typ II")
    )
    expect(place(page, "arena_1_1").locator(".falls")).to_have_text("besiegt, +3 Punkte")
    expect(place(page, "arena_1_2").locator(".hp")).to_have_text("130 → 100")
    expect(place(page, "arena_1_2").locator(".card--board")).to_have_attribute("aria-description", re.compile("behielte 100"))
    assert pretence.sent("move") == []


def test_values_are_told_with_the_cards_they_come_from(page: Page) -> None:
    """KMO-A.8, KMO-16: what is not as printed and why, whose a captured monster is, and what holds it up."""
    show(page, FIGHT, [option("done", "option.done", "pass")])
    mine = page.get_by_role("region", name="Mira")
    expect(mine.get_by_role("list", name="Was wirkt")).to_contain_text("AP 55: 35, +20 Drittes Gebiss")
    kunibert = place(page, "arena_0_1").locator(".card--board")
    expect(kunibert).to_have_accessible_name(re.compile("Angriff 55, Abwehr 25, Leben 105"))
    expect(kunibert.locator('[data-value="ap"]')).to_have_attribute("data-change", "up")
    captured = place(page, "arena_0_2")
    expect(captured).to_have_attribute("data-captured", "true")
    expect(captured.locator(".captured")).to_have_text("gehört Bot Fuchs")
    expect(captured.locator(".states")).to_have_text("eingefroren, 2 Züge")
    stop = Stop("kameloh", page.url, "player")
    assert "\n".join(found(page, stop, "light") + found(page, stop, "dark")) == ""


def test_a_card_of_the_hand_goes_to_the_place_that_is_pointed_at(page: Page) -> None:
    """KMO-10: the card first, then the free place; by keyboard as well."""
    sends = [
        option(f"send:Y005:{slot}", "option.send", cards=["kameloh.Y005"], refs=["hand_0", f"arena_0_{slot}"],
               args={"card": "kameloh.Y005", "slot": slot, "price": 2})
        for slot in (1, 2)
    ]  # fmt: skip
    pretence = show(page, position({}, ("Y005", "Y006")), [*sends, option("end_phase", "option.end_phase", "pass")])
    page.locator('.card--hand[data-card="kameloh.Y005"]').focus()
    page.keyboard.press("Enter")
    aim = place(page, "arena_0_2").get_by_role("button", name=re.compile("Wüstenschreck"))
    aim.focus()
    page.keyboard.press("Enter")
    assert choices(pretence) == [["send:Y005:2"]]


def test_an_item_goes_to_the_monster_that_is_pointed_at(page: Page) -> None:
    """KMO-11.1: with more than two ways the list tells them all, and the monsters on the board are those to point at."""
    targets = ("arena_0_1", "arena_0_2")
    uses = [
        option(f"item:G001:{target}", "option.item_on", cards=["kameloh.G001"], refs=["hand_0", target],
               args={"card": "kameloh.G001", "target": card["c"], "price": 1})
        for target, card in zip(targets, (KUNIBERT, KNUT), strict=True)
    ]  # fmt: skip
    waste = option("waste:G001", "option.waste", "danger", confirm=True, cards=["kameloh.G001"], refs=["hand_0", "desert_0"],
                   args={"card": "kameloh.G001", "price": 1})  # fmt: skip
    pretence = show(page, FIGHT, [*uses, waste, option("done", "option.done", "pass")])
    page.locator('.card--hand[data-card="kameloh.G001"]').click()
    assert page.locator("[data-option]").evaluate_all("all => all.map(one => one.dataset.option)") == [
        "item:G001:arena_0_1", "item:G001:arena_0_2", "waste:G001",
    ]  # fmt: skip
    expect(place(page, "arena_1_1").locator(".card--board")).to_have_attribute("aria-disabled", "true")
    place(page, "arena_0_2").locator(".card--board").click()
    assert choices(pretence) == [["item:G001:arena_0_2"]]


def test_the_same_card_is_played_from_where_it_is_touched(page: Page) -> None:
    """KMO-8.3: a face-up top beside the same card in the hand."""
    sends = [
        option(f"send:Y013:2{more}", "option.send", cards=["kameloh.Y013"], refs=[source, "arena_0_2"],
               args={"card": "kameloh.Y013", "slot": 2, "price": 1})
        for more, source in (("", "hand_0"), ("@oasis:1", "oasis_0_1"))
    ]  # fmt: skip
    pretence = show(page, position({"arena_0_1": [KUNIBERT]}, ("Y013",)), sends)
    place(page, "oasis_0_1").locator(".card").click()
    page.keyboard.press("Enter")
    assert choices(pretence) == [["send:Y013:2@oasis:1"]]


def test_oases_are_chosen_where_they_lie(page: Page) -> None:
    """KMO-8.4: closed, active and dried up are told apart; the closed one is turned up."""
    options = [
        option(f"activate:{number}", "option.activate", refs=[f"oasis_0_{number}"], args={"oasis": number}) for number in (2,)
    ]
    pretence = show(page, position({}), options)
    mine = page.get_by_role("region", name="Mira")
    kinds = [oasis.get_attribute("data-oasis") for oasis in mine.locator(".oasis").all()]
    assert kinds == ["active", "closed", "dry"]
    place(page, "oasis_0_2").get_by_role("button").click()
    assert choices(pretence) == [["activate:2"]]


def test_a_desert_is_opened(page: Page) -> None:
    """UX-4.9: from its top, each card with its text."""
    show(page, FIGHT, [option("done", "option.done", "pass")])
    page.get_by_role("region", name="Bot Fuchs").get_by_role("button", name=re.compile("^Wüste 2 ?, alle ansehen$")).click()
    dialog = page.get_by_role("dialog", name="Wüste, Bot Fuchs")
    assert [card.get_attribute("data-card") for card in dialog.locator(".card").all()] == ["kameloh.G008", "kameloh.Y010"]


def test_cards_that_lie_nowhere_are_laid_out_to_choose_from(page: Page) -> None:
    """KMO-8.6: what a search has found is shown as cards."""
    takes = [
        option(f"take:{card}", "option.take", cards=[f"kameloh.{card}"], args={"card": f"kameloh.{card}"})
        for card in ("Y001", "B001")
    ]
    pretence = show(page, position({}), takes, kind="take")
    page.get_by_role("list", name="Zur Wahl").locator('[data-card="kameloh.B001"]').click()
    assert choices(pretence) == [["take:B001"]]


@pytest.mark.parametrize("variant", ["wimu", "dufo", "kamelkoenig"])
def test_the_board_fits_in_each_rule_set(page: Page, variant: str) -> None:
    """UX-6.1: wide and narrow, with the stocks of this rule set (KMO-0)."""
    page.goto("/neu/kameloh/")
    page.locator(f'input[name=preset][value="{variant}"]').check()
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("button", name="Bot").click()
    seat = Seat(page)
    page.wait_for_selector(".kmo")
    seat.wait_for_turn()
    mine = page.locator(".half--me")
    expect(mine.locator('[data-zone^="oasis"]')).to_have_count(0 if variant == "dufo" else 3)
    expect(mine.locator('[data-zone^="deck"]')).to_have_count(1 if variant == "dufo" else 0)
    expect(page.locator('#hand [data-zone^="fusion"]')).to_have_count(1 if variant == "kamelkoenig" else 0)
    for width, height in ((1440, 900), (1024, 768), (390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0, width
