"""The board of Innovation: what all show, what is still missing, whom a dogma concerns, and cards chosen where they lie."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import tab_to
from tests.browser.pretence import Message, Pretence, prompt
from tests.browser.seats import Seat, by_button
from tests.browser.test_every_page import found
from tests.browser.tour import Stop

COLORS = ("blue", "red", "green", "yellow", "purple")
ICONS = ("crown", "leaf", "lightbulb", "castle", "factory", "clock")
FREE = [2, 4, 5, 6, 7, 8, 9]
GOALS = {"monument": 6, "empire": 6, "world": 12, "wonder": 5, "universe": 5}


LIES_OPEN = """icon => {
    const {left, right, top, bottom} = icon.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const edges = [[left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]];
    return edges.every(([x, y]) => icon.closest(".fan__card").contains(document.elementFromPoint(x, y)));
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def pile(seat: int, color: str, splay: str, *cards: str) -> Message:
    """A pile from its top."""
    zone = {"name": "pile", "owner": seat, "visibility": "public", "order": "stack", "color": color, "splay": splay}
    return {f"{color}_{seat}": zone | {"count": len(cards), "cards": [{"c": f"innovation.{card}"} for card in cards]}}


def private(name: str, seat: int, **seen: list[Any]) -> Message:
    """A hand or a score pile, of which `cards` are seen, or `backs`."""
    (listed,) = seen.values()
    shown = {"cards": [{"c": f"innovation.{card}"} for card in listed]} if "cards" in seen else seen
    return {
        f"{name}_{seat}": {"name": name, "owner": seat, "visibility": "owner", "order": "sorted", "count": len(listed)} | shown
    }


def row(points: int, top: int, **icons: int) -> Message:
    """The public numbers of a player."""
    return {
        "points": points, "achievements": 1, "icons": dict.fromkeys(ICONS, 0) | icons, "top": top, "tucked": 0, "scored": 0,
        "specials": [], "progress": dict.fromkeys(GOALS, 0) | {"empire": 2},
    }  # fmt: skip


def position(**more: Any) -> Message:
    """Two players in mid-game; the piles of seat 0 are fanned out in all directions."""
    piles = [pile(seat, color, "none") for seat in (0, 1) for color in COLORS] + [
        pile(0, "blue", "right", "printing-press", "alchemy", "tools"),
        pile(0, "green", "left", "paper", "currency", "clothing"),
        pile(0, "yellow", "up", "anatomy", "fermenting"),
        pile(0, "red", "none", "gunpowder", "archery"),
        pile(1, "red", "left", "engineering", "oars"),
    ]
    zones = {
        f"supply_{age}": {
            "name": "supply",
            "visibility": "hidden",
            "order": "stack",
            "count": age - 1,
            "back": f"age-{age}",
            "age": age,
        }
        for age in range(1, 11)
    }
    claimed = {"name": "claimed", "visibility": "hidden", "order": "sorted", "count": 1}
    for part in (
        *piles, private("hand", 0, cards=["philosophy", "invention"]), private("hand", 1, backs=[2, 2, 4]),
        private("score", 0, cards=["the-wheel"]), private("score", 1, backs=[3]),
        {"achievements": {"name": "achievements", "visibility": "hidden", "order": "sorted", "count": 7, "backs": FREE}},
        {"claimed_0": claimed | {"owner": 0, "backs": [1]}, "claimed_1": claimed | {"owner": 1, "backs": [3]}},
    ):  # fmt: skip
        zones |= part
    return {
        "zones": zones, "phase": "action", "edition": "latest", "needed": 6, "goals": GOALS, "specials": list(GOALS), "turn": 9,
        "turn_of": 0, "actions_left": 1, "seats": [row(7, 4, lightbulb=5, castle=4), row(3, 3, lightbulb=7, castle=1)], **more,
    }  # fmt: skip


def option(name: str, key: str, role: str = "normal", **more: Any) -> Message:
    """An option with the words of the game."""
    args = {"card": more["cards"][0]} if "cards" in more else {"age": 4}
    return {"id": name, "label": {"key": key, "args": args}, "role": role, **more}


def dogma(card: str, color: str, obey: list[int], share: list[int]) -> Message:
    """A dogma that can be chosen."""
    cards, effect = [f"innovation.{card}"], {"obey": obey, "share": share}
    return option(f"dogma:{card}", "option.dogma", cards=cards, refs=[f"{color}_0"], effect=effect)


ACTIONS = [
    option("draw", "option.draw", "primary", refs=["supply_4"]),
    option("meld:philosophy", "option.meld", cards=["innovation.philosophy"], refs=["purple_0"]),
    dogma("printing-press", "blue", [], [1]),
    dogma("gunpowder", "red", [1], []),
    option("achieve:age-2", "option.achieve", refs=["achievements"]),
]


def show(page: Page, view: Message, options: list[Message], **more: Any) -> Pretence:
    """A table of Innovation that is as the test says."""
    pretence = Pretence(page, view, [prompt(options, **more)])
    page.goto("/")
    page.locator(".tile[data-game=innovation] .tile__play").click()
    page.locator(".inn").wait_for()
    return pretence


def play_now(page: Page, seats: int) -> Seat:
    """A table of so many seats, all others taken by bots."""
    page.goto("/neu/innovation/")
    page.locator(f'input[name=seats][value="{seats}"]').check()
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("button", name="Bot").click()
    page.wait_for_selector("#table")
    return Seat(page)


def top(page: Page, name: str) -> Locator:
    """A card that can be chosen on the board."""
    return page.locator(f'#board button[data-card="innovation.{name}"]')


def test_what_everybody_shows_is_always_in_view(page: Page) -> None:
    """UX-4.7, INN-12: icon totals, points, ages on backs, all piles with their number of cards."""
    show(page, position(), ACTIONS)
    other = page.get_by_role("region", name="Bot Fuchs")
    expect(other.get_by_role("list", name="Sichtbare Symbole").locator("[data-icon=lightbulb]")).to_have_text("Glühbirne 7")
    expect(other.get_by_role("group", name="Hand: 3 Karten, Alter 2, 2 und 4")).to_be_visible()
    expect(other.get_by_role("group", name="Rot, 2 Karten, nach links aufgefächert")).to_be_visible()
    expect(other.locator("[data-color=red] .showing")).to_have_text(re.compile("Burg 3.*Glühbirne 1|Glühbirne 1.*Burg 3"))
    stop = Stop("innovation", page.url, "player")
    assert "\n".join(found(page, stop, "light") + found(page, stop, "dark")) == ""


@pytest.mark.parametrize(("color", "splay"), [("blue", "right"), ("green", "left"), ("yellow", "up")])
def test_a_fan_lets_every_icon_be_seen_that_counts(page: Page, color: str, splay: str) -> None:
    """INN-6.2: left the bottom right place, right the two on the left, up the three at the bottom; nothing lies over them."""
    places = {"left": ["right"], "right": ["upper", "left"], "up": ["left", "middle", "right"]}[splay]
    show(page, position(), ACTIONS)
    page.mouse.move(0, 0)
    covered = page.locator(f"[data-zone={color}_0] .fan__card").nth(1)
    for place in places:
        icon = covered.locator(f"[data-place={place}]")
        assert icon.evaluate(LIES_OPEN), place


def test_whom_a_dogma_concerns_is_told_before_it_is_chosen(page: Page) -> None:
    """INN-7.3: seen on the board with the focus on the card, said with the card, and once more before it is played."""
    pretence = show(page, position(), ACTIONS)
    other = page.get_by_role("region", name="Bot Fuchs")
    expect(top(page, "gunpowder")).to_have_attribute("aria-description", re.compile("^Bot Fuchs muss gehorchen"))
    top(page, "gunpowder").focus()
    expect(other).to_have_attribute("data-obeys", "true")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(top(page, "printing-press")).to_be_focused()
    expect(other).to_have_attribute("data-shares", "true")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt__ask")).to_contain_text("Bot Fuchs nutzt mit.")
    page.keyboard.press("Enter")
    assert [move["choice"] for move in pretence.wait_for("move")] == [["dogma:printing-press"]]


def test_a_finger_reads_on_the_button_whom_a_dogma_concerns(new_context: NewContext) -> None:
    """INN-7.3, UX-1.3: where nothing can be pointed at first; with a mouse the preview says it."""
    page = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    show(page, position(), ACTIONS)
    Seat(page).show_options()
    expect(page.locator('[data-option="dogma:gunpowder"]')).to_contain_text("muss gehorchen.", use_inner_text=True)
    expect(page.locator('[data-option="dogma:printing-press"]')).to_contain_text("nutzt mit.", use_inner_text=True)
    expect(page.locator('[data-option="draw"] .option__foretold')).to_be_hidden()


def test_cards_and_piles_are_chosen_where_they_lie(page: Page) -> None:
    """UX-4.3: the supply pile draws, a shield achieves, a card of the hand is melded."""
    pretence = show(page, position(), ACTIONS)
    page.locator("[data-zone=supply_4] button").click()
    page.get_by_role("button", name=re.compile("^Alter 2, frei")).click()
    page.locator(".card--hand[data-card='innovation.philosophy']").click()
    page.keyboard.press("Enter")
    assert [move["choice"] for move in pretence.wait_for("move", 3)] == [["draw"], ["achieve:age-2"], ["meld:philosophy"]]


def test_what_is_no_card_is_chosen_where_it_lies(page: Page) -> None:
    """A colour at its pile, a value of somebody's score pile at its back (INN-8.7), a player beside the name."""
    colors = [option(color, f"option.color.{color}", refs=[f"{color}_0"]) for color in ("blue", "yellow")]
    foreign = {
        "label": {"key": "option.pile", "args": {"seat": 1, "age": 3}},
        "refs": ["score_1"],
        "role": "normal",
        "id": "seat_1:3",
    }
    player = {"label": {"key": "option.player", "args": {"seat": 1}}, "refs": ["seat_1"], "role": "normal", "id": "seat_1"}
    pretence = show(page, position(), [*colors, foreign, player])
    page.get_by_role("group", name="Gelb, 2 Karten, nach oben aufgefächert").get_by_role("button", name="Wählen").click()
    other = page.get_by_role("region", name="Bot Fuchs")
    other.get_by_role("button", name="Wert 3 von Bot Fuchs").click()
    other.get_by_role("button", name="Wählen").click()
    assert [move["choice"] for move in pretence.wait_for("move", 3)] == [["yellow"], ["seat_1:3"], ["seat_1"]]


def test_a_pile_is_put_in_order_card_by_card(page: Page) -> None:
    """INN-17.4: all cards of it, in the wished order, on the buttons or where they lie."""
    cards = ["innovation.clothing", "innovation.currency", "innovation.paper"]
    options = [option(card, "option.card", cards=[card], refs=["green_0"]) for card in cards]
    pretence = show(page, position(), options, pick={"min": 3, "max": 3, "ordered": True, "distinct": True})
    top(page, "paper").click()
    box = top(page, "clothing").bounding_box()
    assert box is not None
    top(page, "clothing").click(position={"x": box["width"] - 9, "y": box["height"] / 2})  # what sticks out
    page.locator('[data-option="innovation.currency"]').click()
    page.get_by_role("button", name="Auswahl bestätigen, 3 gewählt").click()
    assert pretence.wait_for("move")[0]["choice"] == ["innovation.paper", "innovation.clothing", "innovation.currency"]


def test_what_an_achievement_still_needs(page: Page) -> None:
    """INN-11.1: five points an age and a top card; who has one already; how far everybody is with the special ones."""
    show(page, position(), ACTIONS)
    page.get_by_role("button", name=re.compile("^Alter 5, frei")).click(force=True)
    expect(
        page.get_by_role("status").filter(has_text="Dir fehlen 18 Punkte. Deine höchste oberste Karte hat Wert 4.")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Alter 3, bei Bot Fuchs.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Imperium: .* Mira 2 von 6, Bot Fuchs 2 von 6"))).to_be_visible()


def test_a_whole_pile_can_be_looked_at(page: Page) -> None:
    """INN-12: the covered cards too, with their texts, and the focus comes back."""
    show(page, position(), ACTIONS)
    more = page.get_by_role("button", name=re.compile("^2 Karten ?: Rot, alle ansehen$"))
    more.click()
    dialog = page.get_by_role("dialog", name="Rot, Mira")
    cards = [card.get_attribute("data-card") for card in dialog.locator(".card").all()]
    assert cards == ["innovation.gunpowder", "innovation.archery"]
    expect(dialog.get_by_role("listitem").last).to_contain_text("Ich verlange: Ziehe eine 1")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(more).to_be_focused()


def test_the_running_effect_is_marked_through_all_cards_it_led_to(page: Page) -> None:
    """INN-9, INN-17.2: whose dogma it is, whom it concerns, the cards on the way, and the effect at which it stands."""
    frames = [
        {"card": "innovation.paper", "effect": 2, "demand": False, "seat": 1},
        {"card": "innovation.pottery", "effect": 1, "demand": False, "seat": 1},
    ]
    running = {
        "card": "innovation.paper",
        "seat": 0,
        "icon": "lightbulb",
        "obey": [],
        "share": [1],
        "bonus": True,
        "frames": frames,
    }
    show(page, position(dogma=running, phase="effect"), [option("yes", "option.yes"), option("no", "option.no")])
    panel = page.get_by_role("region", name="Mira benutzt Papier")
    expect(panel).to_contain_text("Bot Fuchs nutzt mit.")
    expect(panel.locator(".frames li")).to_have_text(["Papier, 2. Effekt: Bot Fuchs.", "Töpferei, 1. Effekt: Bot Fuchs."])
    expect(panel.locator(".peek__text [aria-current=step]")).to_contain_text(
        "Du darfst eine, zwei oder drei Handkarten zurücklegen."
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_players_fit_on_a_laptop(new_context: NewContext, seats: int) -> None:
    """UX-6: nothing of the board is out of sight at 1440 by 900, and on a phone nothing sticks out."""
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    seat = play_now(page, seats)
    for _ in range(6):
        seat.wait_for_turn()
        hidden = page.evaluate(
            "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.getElementById('board'))"
        )
        assert hidden <= 0, page.locator("#ask").inner_text()
        by_button(seat)
    seat.wait_for_turn()
    seat.shoot(f"innovation-{seats}-wide")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    seat.shoot(f"innovation-{seats}-phone")


IN_HAND = "#hand .card[data-legal=true]"
ON_BOARD = "#board .card[data-legal=true]"


def by_keys(seat: Seat) -> None:
    """With keys alone: an achievement, else a card of the hand, else one of the board, else what the digits choose."""
    page = seat.page
    achieve = page.locator('[data-option^="achieve:"]')
    if achieve.count():
        digit = achieve.first.get_attribute("aria-keyshortcuts")
        seat.answer(lambda: page.keyboard.press(digit or "1"))
        return
    several = page.locator(".prompt__do .btn--main[aria-disabled]")
    if several.count():
        for number in range(1, 10):
            if several.get_attribute("aria-disabled") == "false":
                break
            page.keyboard.press(str(number))
        page.keyboard.press("p")  # away from a card, which Enter would choose
        seat.answer(lambda: page.keyboard.press("Enter"))
        return
    for cards in (IN_HAND, ON_BOARD):
        if page.locator(cards).count():
            choose_card(seat, cards)
            return
    seat.answer(lambda: page.keyboard.press("1"))


def choose_card(seat: Seat, cards: str) -> None:
    """To the first of these cards with Tab and arrows; Enter chooses it, and once more plays it."""
    page = seat.page
    key = page.locator(cards).first.get_attribute("data-key")
    group = page.locator(cards).first.locator("xpath=ancestor::*[@tabindex='-1'][1]")
    tab_to(page, "#board .card, #board .more, #hand .card")
    for _ in range(40):
        if group.locator(":focus").count():
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    for _ in range(20):
        if page.locator(":focus").get_attribute("data-key") == key:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    seat.answer(lambda: page.keyboard.press("Enter"))


def test_a_whole_game_by_keyboard(page: Page) -> None:
    """UX-8.8: from the opening to the result without a pointer."""
    seat = play_now(page, 2)
    assert seat.play_to_the_end(by_keys) > 3
    expect(page.get_by_role("button", name="Revanche")).to_be_visible()
