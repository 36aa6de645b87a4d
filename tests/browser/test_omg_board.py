"""The board of Online Marketing Generals: who attacks whom by touch, what an attack would do, windows, and room for all of it."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pretence import Message, Pretence, prompt
from tests.browser.seats import Seat
from tests.browser.test_drag import drag
from tests.browser.test_every_page import found
from tests.browser.tour import Stop

SIDES = (0, 1)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def card(name: str, **more: Any) -> Message:
    """A card as the view has it."""
    return {"c": f"omg.{name}"} | more


def user(name: str, of: int, values: str, **more: Any) -> Message:
    """A user; `values` are S, A, V and W."""
    numbers = dict(zip("savw", map(int, values.split()), strict=True))
    return card(name, of=of, stunned=False, shield=0) | numbers | more


def zone(name: str, owner: int | None, *cards: Message, **more: Any) -> Message:
    """A zone in which all cards lie open."""
    about: Message = {"name": name, "visibility": "public", "order": "row", "count": len(cards), "cards": list(cards)}
    return about | ({} if owner is None else {"owner": owner}) | more


def closed(name: str, owner: int, count: int, **more: Any) -> Message:
    """A zone of which nothing but the number of its cards is seen."""
    return {"name": name, "owner": owner, "visibility": "hidden", "order": "stack", "count": count, "back": "omg"} | more


LASTING = {"card": "omg.B275", "op": "modify_stat", "change": 2, "until": "combat", "stat": "V"}
MINE: dict[int, list[Message]] = {
    1: [user("B009", 0, "3 2 6 4", marks=[LASTING])],
    2: [user("B045", 0, "1 2 2 2", shield=1, taunt=True)],
    3: [user("B090", 0, "3 3 4 4"), card("B114", of=0), card("B173", of=0, progress=2, needs=3)],
    4: [user("B008", 0, "4 2 2 4", stunned=True)],
}
THEIRS: dict[int, list[Message]] = {
    11: [user("B053", 1, "2 6 3 4"), card("B118", of=1)],
    12: [user("B082", 1, "4 9 7 12")],
    13: [user("B085", 1, "2 2 2 2", stunned=True)],
}


def position(**more: Any) -> Message:
    """A game in round four of each side, in the actions of seat 0; `more` are facts beside it."""
    zones: Message = {"announced": zone("announced", None)}
    zones["hand_0"] = zone("hand", 0, *map(card, ("B277", "B275", "B274", "B114", "B034")), visibility="owner")
    zones["hand_1"] = closed("hand", 1, 4, visibility="owner")
    for seat, users in zip(SIDES, (MINE, THEIRS), strict=True):
        zones[f"deck_{seat}"] = closed("deck", seat, 30)
        zones[f"discard_{seat}"] = zone("discard", seat, card("B045"), card("B118"), order="stack")
        zones[f"website_{seat}"] = zone("website", seat, card("B147", of=seat))
        zones[f"mission_{seat}"] = zone("mission", seat)
        zones |= {f"user_{uid}": zone("user", seat, *cards, uid=uid) for uid, cards in users.items()}
    seats = [{"op": 6, "ep": 27, "turns": 4, "completed": 1, "hand_size": 7, "surf": 2} for _ in SIDES]
    facts = {"target": 50, "step": "actions", "turn": 8, "turn_of": 0, "starter": 0, "actions": 2, "attacks": 0}
    return {"zones": zones, "seats": seats} | facts | more


def said(key: str, **args: Any) -> Message:
    """A text as it goes over the wire."""
    return {"key": key, "args": args}


def attack(one: int, other: int) -> Message:
    """An option: attack this user with that one (OMG-8.1)."""
    names = {"attacker": MINE[one][0]["c"], "defender": THEIRS[other][0]["c"]}
    refs = [f"user_{one}", f"user_{other}"]
    return {
        "id": f"attack:u{one}:u{other}",
        "label": said("option.attack", **names),
        "role": "normal",
        "cards": [names["attacker"]],
        "refs": refs,
    }


ABILITY = {
    "id": "ability:u3:1", "label": said("option.ability", card="omg.B090", clause=1), "role": "normal", "refs": ["user_3"],
    "cards": ["omg.B090"],
}  # fmt: skip
END = {"id": "end_actions", "label": said("option.end_actions"), "role": "pass"}
PASS = {"id": "pass", "label": said("option.pass"), "role": "pass"}
ACTIONS = [*(attack(one, other) for one in (1, 2, 3) for other in (11, 12, 13)), ABILITY, END]
FIGHT = {
    "attacker": "user_11", "defender": "user_1", "tactic": "S",
    "attacker_chance": {"skill": 2, "against": 6, "hits": False, "would": "nothing"},
    "defender_chance": {"skill": 3, "against": 3, "hits": True, "would": "stun"},
}  # fmt: skip


def table(page: Page, view: Message, options: list[Message], **more: Any) -> Pretence:
    """A table of the game that shows this, and asks seat 0 for one of these."""
    page.goto("/spiel/omg/")
    page.get_by_role("button", name="Gegen Bot üben").first.click()
    seat = Seat(page)
    seat.wait_for_turn()
    asked = {"kind": "action", "text": said("prompt.action", actions=2)} | more
    pretence = Pretence(page, view, [prompt(options, **asked)], waiting_for=[{"seat": 0, "kind": asked["kind"]}])
    page.reload()
    expect(page.locator(".omg")).to_be_visible()
    return pretence


def unit(page: Page, uid: int) -> Locator:
    """The card of a user on the table."""
    return page.locator(f'[data-zone="user_{uid}"] > .card')


def test_who_attacks_is_touched_first_then_whom(page: Page) -> None:
    """OMG-8.1, UX-4.4: the own user, then a marked one; before that the numbers of both tactics are shown."""
    pretence = table(page, position(), ACTIONS)
    unit(page, 1).click()
    expect(unit(page, 1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.unit[data-aimed="true"]')).to_have_count(3)
    unit(page, 11).hover()
    expect(page.locator('.vs[data-side="attacker"]')).to_contain_text("3 gegen V 3")
    unit(page, 11).click()
    assert pretence.wait_for("move")[0]["choice"] == ["attack:u1:u11"]


def test_keys_do_the_same(page: Page) -> None:
    """UX-8.3: Enter picks and points; Escape lets go."""
    pretence = table(page, position(), ACTIONS)
    unit(page, 2).press("Enter")
    expect(unit(page, 2)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator('.unit[data-picked="true"]')).to_have_count(0)
    unit(page, 2).press("Enter")
    unit(page, 12).press("Enter")
    assert pretence.wait_for("move")[0]["choice"] == ["attack:u2:u12"]


def test_an_ability_has_its_button_beside_the_user(page: Page) -> None:
    """OMG-6.7: a user that can do more than attack says what."""
    pretence = table(page, position(), ACTIONS)
    unit(page, 3).click()
    page.locator(".ways [data-option='ability:u3:1']").click()
    assert pretence.wait_for("move")[0]["choice"] == ["ability:u3:1"]


def test_the_window_shows_who_would_hit_and_why(page: Page) -> None:
    """OMG-8.4, OMG-8.5: chances of both sides, the step, and what special cards have added."""
    view = position(combat=FIGHT, window="W-COMBAT", turn_of=1)
    table(page, view, [PASS], kind="window", text=said("prompt.window.W-COMBAT"))
    fight = page.locator('.fight[data-running="true"]')
    expect(fight.locator("[aria-current=step]")).to_contain_text("Fenster")
    expect(fight.locator('.vs[data-side="attacker"]')).to_contain_text("2 gegen V 6")
    expect(fight.locator("[data-would=stun]")).to_have_text("betäubt")
    expect(fight).to_contain_text("Dicke Haut: V +2")


def attach(card_id: str, *users: int) -> list[Message]:
    """Options: attach this card of the hand to one of these users (OMG-7.1)."""
    return [
        {
            "id": f"attach:{card_id}:u{uid}", "label": said("option.attach.on", card=f"omg.{card_id}", named=[MINE[uid][0]["c"]]),
            "role": "normal", "cards": [f"omg.{card_id}"], "refs": ["hand_0", f"user_{uid}"],
        }
        for uid in users
    ]  # fmt: skip


def test_a_card_is_dragged_to_its_bearer(page: Page) -> None:
    """UX-4.3: onto a marked user; let go elsewhere nothing happens."""
    pretence = table(page, position(), [*attach("B114", 1, 2), *ACTIONS])
    carried = page.locator('#hand [data-card="omg.B114"]')
    drag(page, carried, page.locator("#prompt"))
    drag(page, carried, unit(page, 2))
    assert pretence.wait_for("move")[0]["choice"] == ["attach:B114:u2"]


@pytest.mark.parametrize(("kind", "where"), [("pick_card", "deck_0"), ("pick_card", "discard_0")])
def test_cards_of_a_pile_are_laid_out(page: Page, kind: str, where: str) -> None:
    """OMG-12.4: cards of deck and discard pile that can be chosen lie on the table, to be touched; so can none."""
    cards = [
        {
            "id": name,
            "label": said("option.pick_card", card=f"omg.{name}"),
            "role": "normal",
            "cards": [f"omg.{name}"],
            "refs": [where],
        }
        for name in ("B009", "B118")
    ]
    none = {"id": "none", "label": said("option.none"), "role": "pass"}
    text = said("prompt.pick_card.search_deck", card="omg.B299", most=1)
    pretence = table(page, position(), [*cards, none], kind=kind, text=text)
    expect(page.locator(".offers .card")).to_have_count(2)
    page.locator('.offers [data-card="omg.B118"]').click()
    assert pretence.wait_for("move")[0]["choice"] == ["B118"]


def crowd(each: int) -> Message:
    """A position in which both sides have so many users, one of them stunned."""
    view = position()
    for seat in SIDES:
        for n in range(each):
            one = user(f"B{10 + n + 40 * seat:03d}", seat, "3 2 4 5", **({"taunt": True} if n == 1 else {}))
            view["zones"][f"user_{100 * seat + 50 + n}"] = zone("user", seat, one | {"stunned": n == 0}, uid=100 * seat + 50 + n)
    return view


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_many_users_have_room(page: Page, width: int, height: int) -> None:
    """UX-6.1, UX-6.2: ten users a side; the page is not wider than the window, and each user can be reached."""
    page.set_viewport_size({"width": width, "height": height})
    table(page, crowd(6), ACTIONS)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for uid in (1, 55, 155):
        unit(page, uid).scroll_into_view_if_needed()
        expect(unit(page, uid)).to_be_in_viewport(ratio=0.5)


@pytest.mark.parametrize("fighting", [False, True])
def test_nothing_scrolls_on_a_small_screen(page: Page, *, fighting: bool) -> None:
    """UX-6.3: both sides, the attack and the hand at 1280 by 720; and axe finds nothing."""
    page.set_viewport_size({"width": 1280, "height": 720})
    view = position(combat=FIGHT, window="W-COMBAT", turn_of=1) if fighting else position()
    table(page, view, [PASS] if fighting else ACTIONS, kind="window" if fighting else "action")
    over = "(node) => node.scrollHeight - node.clientHeight + node.scrollWidth - node.clientWidth"
    assert [page.locator(part).evaluate(over) for part in ("#board", ".omg", "html")] == [0, 0, 0]
    assert found(page, Stop("the board", "/tisch/", "player"), "light") == []
