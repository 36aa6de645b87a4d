"""The board of Spieleflut: what reviews still need, teams side by side, every question answered by mouse, keys and finger.

Each question is answered in two of the four ways, in the others the day after; with `TESTS=full` (tests/sizes.py) in all.
"""

import re
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.session import Session
from games.spieleflut.cases import Case, Player
from games.spieleflut.rules import Spieleflut
from games.tables import wire
from tests.browser.conftest import NewContext
from tests.browser.pretence import Message, Pretence
from tests.browser.seats import Seat
from tests.browser.test_drag import drag
from tests.browser.test_every_page import found
from tests.browser.test_faces import overflow
from tests.browser.tour import Stop
from tests.sizes import part

NAMES = ("Mira", "Bot Fuchs", "Bot Igel", "Bot Tinte")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BASIC, RANKS, ALL = ["basis"], ["basis", "rang"], ["basis", "rang", "ereignis"]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def table(modules: list[str], *players: Message, seats: int = 2, **given: Any) -> Spieleflut:
    """A game at a position, written as the worked cases write them (SPF appendix C)."""
    given["players"] = [{"seat": seat} | player for seat, player in enumerate(players)]
    case = {"id": "board", "title": "", "modules": modules, "players": seats, "given": given, "when": [], "then": {}}
    player = Player(msgspec.convert(case, Case), Spieleflut)
    assert player.differences() == []
    return player.game


def work(slot: int, review: str, *attached: str, **more: Any) -> Message:
    """A review on a desk."""
    return {"slot": slot, "review": review, "attached": list(attached)} | more


def show(page: Page, game: Spieleflut, viewer: int | None = 0) -> Pretence:
    """A table of Spieleflut at this position."""
    session, seats = Session(game), game.position.seats
    prompts = msgspec.to_builtins(wire.prompts(session, viewer, []))
    taken = [{"seat": seat, "name": NAMES[seat], "kind": "bot" if seat else "user"} for seat in range(seats)]
    about = {"id": "x", "game": "spieleflut", "status": "running", "seats": taken, "seat_count": seats, "options": {}}
    waiting = msgspec.to_builtins(wire.waiting_for(session))
    more: Message = {"table": about, "waiting_for": waiting, "viewer": "spectator" if viewer is None else viewer}
    pretence = Pretence(page, game.view(viewer), prompts, **more)
    page.goto("/")
    page.locator(".tile[data-game=spieleflut] .tile__play").click()
    page.locator(".flut").wait_for()
    return pretence


class Question(NamedTuple):
    """A question, where to press so that it is answered, and the answer."""

    game: Spieleflut
    presses: list[str]
    choice: list[str]


MINE = {"hand": ["Z01", "T01", "U01", "M01"], "desk": [work(0, "R06"), work(1, "R11", "Z02")]}
THEIRS = {"hand": ["Z05"], "desk": [work(0, "R16", "Z03")]}
OPENING = {"hand": ["R06", "Z01", "R11", "T01", "U01"]}
QUESTIONS = {
    "setup": Question(table(BASIC, OPENING, {"hand": ["Z02"]}, state="DEALT"), ["hand/R11", "button"], ["setup_place:R11"]),
    "draw": Question(table(BASIC, {"hand": ["Z01", "Z02", "T01", "T02", "U01"]}, state="DRAW"), ["zone/draw"], ["draw:3"]),
    "take": Question(
        table(RANKS, {"hand": ["Z01"], "desk": [work(0, "R06")]}, state="DRAW", discard=["R11", "Z09"]),
        ["card/R11", "zone/desk_0_1"],
        ["take_discard:desk1"],
    ),
    "swap": Question(
        table(RANKS, {"hand": ["Z01"], "desk": [work(0, "R06")], "queue": "R07"}, state="DRAW", discard=["R11"]),
        ["card/R11", "zone/queue_0"],
        ["swap_discard"],
    ),
    "place": Question(table(BASIC, {}, state="REVIEWS", pending=["R06", "R11"]), ["card/R11", "zone/desk_0_1"], ["place:R11:1"]),
    "queue": Question(table(RANKS, {}, state="REVIEWS", pending=["R06"]), ["card/R06", "zone/queue_0"], ["queue:R06"]),
    "throw away": Question(
        table(BASIC, {}, state="REVIEWS", pending=["R06"], discard=["Z01"]), ["card/R06", "zone/discard"], ["discard:R06"]
    ),
    "first to be thrown away": Question(
        table(BASIC, {}, state="REVIEWS", pending=["R06"]), ["card/R06", "zone/discard"], ["discard:R06"]
    ),
    "swap the queue": Question(
        table(RANKS, {"queue": "R07"}, state="REVIEWS", pending=["R06"]), ["card/R06", "zone/queue_0"], ["swap_queue:R06"]
    ),
    "give": Question(
        table(RANKS, {}, {}, {}, {}, seats=4, state="REVIEWS", pending=["R06"]),
        ["card/R06", "zone/desk_2_1"],
        ["give_desk:R06:1"],
    ),
    "give to the queue": Question(
        table(RANKS, {}, {}, {}, {}, seats=4, state="REVIEWS", pending=["R06"]), ["card/R06", "zone/queue_2"], ["give_queue:R06"]
    ),
    "promote": Question(table(RANKS, {"queue": "R06"}, state="REVIEWS"), ["zone/desk_0_1"], ["promote:1"]),
    "compensate": Question(
        table(BASIC, {"desk": [work(0, "R06"), work(1, "R11")]}, state="COMPENSATE", discard=["R07"]),
        ["zone/draw"],
        ["draw_extra"],
    ),
    "reward": Question(
        table(RANKS, {"rank": 3}, state="REWARD", review_stack=["R21", "R22"]), ["zone/queue_0"], ["reward_queue"]
    ),
    "attach": Question(table(BASIC, MINE, THEIRS, state="ACTIONS"), ["hand/Z01", "zone/desk_0_1"], ["attach:Z01:1"]),
    "help a review": Question(table(BASIC, MINE, THEIRS, state="ACTIONS"), ["hand/M01", "zone/desk_0_0"], ["play:M01:0.0"]),
    "disturb": Question(
        table(ALL, {"hand": ["S07"]}, {"desk": [work(0, "R16"), work(1, "R17")]}, state="ACTIONS"),
        ["hand/S07", "zone/desk_1_1"],
        ["play:S07:1.1"],
    ),
    "steal": Question(
        table(ALL, {"hand": ["M07"]}, {"hand": ["Z01"]}, {"hand": ["Z02"]}, seats=3, state="ACTIONS"),
        ["hand/M07", "seat/2"],
        ["play:M07:2"],
    ),
    "redirect": Question(
        table(ALL, {"hand": ["M09"], "desk": [work(0, "R06", disturbance="S07")]}, {"desk": [work(0, "R16"), work(1, "R17")]},
              state="ACTIONS"),
        ["hand/M09", "zone/desk_1_0"],
        ["play:M09:0.0.1.0"],
    ),
    "buy": Question(table(ALL, MINE, THEIRS, state="ACTIONS", events=["S01", "S02"]), ["zone/events"], ["buy"]),
    "pay": Question(
        table(ALL, {"hand": ["Z01", "Z02"], "desk": [work(1, "R06", "Z03", disturbance="S06")]}, state="ACTIONS"),
        ["zone/desk_0_1"],
        ["pay:1"],
    ),
}  # fmt: skip


def answering(verb: str, modules: list[str], *players: Message, **given: Any) -> Spieleflut:
    """A game at the question that an action leads to."""
    game = table(modules, *players, state="ACTIONS", **given)
    (prompt,) = game.prompts
    game.apply(0, [next(option for option in prompt.options if option[0] == verb)])
    return game


PICKS = {
    "buy": (answering("buy", ALL, MINE, THEIRS, events=["S01"]), ["hand/U01", "hand/Z01"], ["card:U01", "card:Z01"]),
    "pay": (
        answering("pay", ALL, {"hand": ["Z01", "U01", "M01"], "desk": [work(0, "R06", disturbance="S06")]}),
        ["hand/U01", "hand/Z01"],
        ["card:U01", "card:Z01"],
    ),
    "pause": (
        answering("pause", BASIC, MINE, THEIRS),
        ["hand/T01", "hand/M01", "hand/U01"],
        ["card:T01", "card:M01", "card:U01"],
    ),
    "recover": (
        answering("play", ALL, {"hand": ["M06"]}, discard=["Z09", "R06", "T02", "U03"]),
        ["card/U03", "card/T02"],
        ["card:U03", "card:T02"],
    ),
}  # fmt: skip


def place(page: Page, press: str) -> Locator:
    """What there is to press."""
    kind, _, name = press.partition("/")
    if kind == "hand":
        return page.locator(f'.card--hand[data-card="spieleflut.{name}"]')
    if kind == "card":
        return page.locator(f'#board [data-card="spieleflut.{name}"][data-legal=true]').first
    if kind == "seat":
        return page.locator(f'#board [data-key="aim/seat_{name}"]')
    if kind == "zone":
        return page.locator(f'#board [data-zone="{name}"] :is(.aim, .card[data-legal=true])').first
    return page.locator(".options .option, .prompt__do [data-option]").first


def sent(pretence: Pretence) -> list[str]:
    """The answer that has been sent."""
    choice: list[str] = pretence.wait_for("move")[0]["choice"]
    return choice


@pytest.mark.parametrize("name", part(QUESTIONS, 2))
def test_every_question_is_answered_where_things_lie(page: Page, name: str) -> None:
    """UX-4.3: by clicks on the cards and places themselves."""
    game, presses, choice = QUESTIONS[name]
    pretence = show(page, game)
    for press in presses:
        if press == "button":
            page.locator(f'[data-option="{choice[0]}"]').click()
        else:
            place(page, press).click()
    assert sent(pretence) == choice


@pytest.mark.parametrize("name", part(QUESTIONS, 2, turn=1))
def test_every_question_is_answered_by_a_finger(new_context: NewContext, name: str) -> None:
    """UX-1.3, UX-4.3: the same on a phone, and nothing is wider than its screen."""
    page = new_context(**PHONE).new_page()
    game, presses, choice = QUESTIONS[name]
    pretence = show(page, game)
    assert overflow(page) == 0
    for press in presses:
        if press == "button":
            page.locator(f'[data-option="{choice[0]}"]').tap()
        else:
            place(page, press).tap()
    assert sent(pretence) == choice


@pytest.mark.parametrize("name", part(QUESTIONS, 2, turn=1))
def test_every_question_is_answered_by_keys(page: Page, name: str) -> None:
    """UX-4.3: Enter does what a click does; what is chosen has its digit too."""
    game, presses, choice = QUESTIONS[name]
    pretence = show(page, game)
    for press in presses:
        if press == "button":
            page.keyboard.press("Enter")
        else:
            place(page, press).focus()
            page.keyboard.press("Enter")
    assert sent(pretence) == choice


@pytest.mark.parametrize("name", part(QUESTIONS, 2))
def test_every_question_is_answered_by_digits(page: Page, name: str) -> None:
    """UX-4.3: the buttons that everybody has, by the digits that stand on them."""
    game, _, choice = QUESTIONS[name]
    pretence = show(page, game)
    Seat(page).show_options()
    button = page.locator(f'[data-option="{choice[0]}"]')
    page.keyboard.press(button.get_attribute("aria-keyshortcuts") or "")
    assert sent(pretence) == choice


DRAGGED = [name for name, (_, presses, _) in QUESTIONS.items() if len(presses) > 1 and presses[-1].startswith("zone/")]
"""Players are pointed at and not dropped on."""


@pytest.mark.parametrize("name", DRAGGED)
def test_what_goes_somewhere_can_be_dragged_there(page: Page, name: str) -> None:
    """UX-4.3: cards of the hand, drawn reviews, and the top of the discard pile."""
    game, (what, where), choice = QUESTIONS[name]
    page.set_viewport_size({"width": 1440, "height": 900})
    pretence = show(page, game)
    drag(page, place(page, what), page.locator(f'#board [data-zone="{where.removeprefix("zone/")}"]'))
    assert sent(pretence) == choice


def test_a_review_let_go_where_it_lay_stays(page: Page) -> None:
    """UX-4.3: even if there is but one thing to do with it."""
    game = table(RANKS, {}, {}, state="REVIEWS", pending=["R21", "R22"])
    pretence = show(page, game)
    drag(page, place(page, "card/R21"), page.locator(".pending li").nth(1))
    assert pretence.sent("move") == []
    drag(page, place(page, "card/R21"), page.locator('#board [data-zone="discard"]'))
    assert sent(pretence) == ["discard:R21"]


@pytest.mark.parametrize("name", PICKS)
@pytest.mark.parametrize("way", ["mouse", "keys", "finger"])
def test_several_cards_are_named_in_their_order(new_context: NewContext, name: str, way: str) -> None:
    """SPF-3.9, SPF-5.5: the order of picking is that of discarding."""
    page = new_context(**(PHONE if way == "finger" else {"viewport": {"width": 1280, "height": 800}})).new_page()
    game, presses, choice = PICKS[name]
    pretence = show(page, game)
    for press in presses:
        if way == "keys":
            place(page, press).focus()
            page.keyboard.press("Enter")
        elif way == "finger":
            place(page, press).tap()
        else:
            place(page, press).click()
    confirm = page.get_by_role("button", name=re.compile(f"^Auswahl bestätigen, {len(choice)} gewählt"))
    if way == "keys":
        confirm.press("Enter")
    else:
        confirm.click()
    assert sent(pretence) == choice


def test_what_a_review_still_needs_is_seen_at_a_glance(page: Page) -> None:
    """SPF-3.8, SPF-7: places filled, needed and for TOP; the marker; a disturbance; told to who does not see."""
    mine = {"desk": [work(0, "R06", "Z01", deadline=1), work(1, "R11", disturbance="S01", turns_left=2)]}
    game = table(ALL, mine, THEIRS, state="ACTIONS")
    show(page, game)
    card = game.cards.data[game.cards.by_name["R06"]]
    slot = page.locator('[data-zone="desk_0_0"]')
    play = slot.locator('[data-thing="zocken"]')
    expect(play.locator('[data-place="done"]')).to_have_count(1)
    expect(play.locator('[data-place="needed"]')).to_have_count(card.required["zocken"] - 1)
    expect(play.locator('[data-place="extra"]')).to_have_count(card.extra.get("zocken", 0))
    expect(slot.locator('[data-now="true"]')).to_have_text("1")
    expect(slot.locator(".timeline")).to_have_attribute("data-hot", "true")
    expect(slot.locator(".card--board")).to_have_attribute("aria-description", re.compile("Zocken 1 von"))
    expect(page.locator('[data-zone="desk_0_1"] .disturbed')).to_contain_text("Serverausfall")
    stop = Stop("spieleflut", page.url, "player")
    assert "\n".join(found(page, stop, "light") + found(page, stop, "dark")) == ""


def test_a_published_review_is_marked(page: Page) -> None:
    """SPF-3.6, SPF-7.4: TOP or only done."""
    cards = Spieleflut.cards
    review = cards.data[cards.by_name["R06"]]
    plays = [f"Z{n:02}" for n in range(1, 16)]
    writes = [f"T{n:02}" for n in range(1, 13)]
    plain = plays[: review.required["zocken"]] + writes[: review.required["schreiben"]]
    show(page, table(BASIC, {"desk": [work(0, "R06", *plain, "U01")]}, {}, state="ACTIONS"))
    expect(page.locator('[data-zone="desk_0_0"] .ready')).to_have_text("fertig")


def test_the_genres_that_the_next_bonus_builds_on_are_joined(page: Page) -> None:
    """SPF-8.5, SPF-8.6: a run of one genre, else of different ones."""
    cards = Spieleflut.cards
    by_genre: dict[str, list[str]] = {}
    for data in cards.data:
        if data.kind == "review" and data.zone == "draw":
            by_genre.setdefault(data.genre, []).append(data.id)
    same = [by_genre["sport"][0], *by_genre["rpg"][:2]]
    different = [by_genre[genre][2] for genre in ("rpg", "action", "sport")]
    show(page, table(BASIC, {"finished": same}, {"finished": different}, state="ACTIONS"))
    expect(page.locator('[data-zone="finished_0"] [data-building="true"]')).to_have_count(2)
    expect(page.locator('[data-zone="finished_1"] [data-building="true"]')).to_have_count(3)
    page.locator('[data-zone="finished_0"]').click()
    shown = page.get_by_role("dialog").locator(".card")
    assert [card.get_attribute("data-card") for card in shown.all()] == [f"spieleflut.{card}" for card in same]


def test_partners_lie_together_and_add_up(page: Page) -> None:
    """SPF-13.1, SPF-13.2: a frame for each team with the reach of both; mine is the first in the lanes."""
    players = [{"reach": 7}, {"reach": 3}, {"reach": 6}, {"reach": 1}]
    show(page, table(ALL, *players, seats=4, state="ACTIONS"))
    mine = page.get_by_role("group", name="Team A: zusammen 13")
    expect(mine.get_by_role("region", name=re.compile("Mira|Bot Igel"))).to_have_count(2)
    expect(page.get_by_role("group", name="Team B: zusammen 4").get_by_role("region")).to_have_count(2)
    expect(page.locator(".lanes li .sr")).to_have_text(
        [
            f"{name}: Reichweite {reach} von 20"
            for name, reach in (("Mira", 7), ("Bot Igel", 6), ("Bot Fuchs", 3), ("Bot Tinte", 1))
        ]
    )


def test_what_is_discarded_can_be_looked_through(page: Page) -> None:
    """UX-4.9, SPF-14: from the top, and the focus comes back."""
    show(page, table(BASIC, {"hand": ["Z01"]}, {}, state="ACTIONS", discard=["T01", "R06", "U02"]))
    more = page.get_by_role("button", name=re.compile("^alle ansehen ?: Ablagestapel$"))
    more.click()
    dialog = page.get_by_role("dialog", name="Ablagestapel")
    shown = [card.get_attribute("data-card") for card in dialog.locator(".card").all()]
    assert shown == ["spieleflut.T01", "spieleflut.R06", "spieleflut.U02"]
    page.keyboard.press("Escape")
    expect(more).to_be_focused()


def test_who_looks_on_sees_no_hand_and_is_not_asked(page: Page) -> None:
    """UX-4.13, SPF-14: numbers of hand cards, nothing to choose."""
    show(page, table(ALL, MINE, THEIRS, state="ACTIONS"), viewer=None)
    expect(page.locator('#board [data-zone="hand_0"]')).to_contain_text("4")
    expect(page.locator("#board [data-legal=true], #board .aim, [data-option]")).to_have_count(0)
    assert "spieleflut.M01" not in page.content()


LAPTOPS = [(1440, 900), (1280, 800), (1024, 768)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_desks_fit_on_a_laptop(page: Page, seats: int) -> None:
    """UX-6: with full desks and queues nothing of the board is out of sight, nor when drawn reviews wait; nothing is cut off."""
    reviews = iter([f"R{n:02}" for n in range(6, 26)])
    players: list[Message] = [
        {
            "hand": [f"Z{seat + 1:02}", f"T{seat + 1:02}"],
            "desk": [work(0, next(reviews)), work(1, next(reviews))],
            "queue": next(reviews),
            "finished": [next(reviews), next(reviews)],
        }
        for seat in range(seats)
    ]
    drawn = {"state": "REVIEWS", "pending": ["R01", "R02", "R03"]}
    for state in ({"state": "ACTIONS"}, drawn):
        game = table(ALL, *players, seats=seats, events=["S01"], review_stack=["R40"], discard=["U09"], **state)
        for width, height in LAPTOPS:
            page.set_viewport_size({"width": width, "height": height})
            show(page, game)
            over = "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.getElementById('board'))"
            assert page.evaluate(over) <= 0, (state["state"], width)
            page.unroute_all()
