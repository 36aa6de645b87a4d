"""What the board does with prompts and views that no game of ours has yet, and with a server or a network that fails."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.patience import stop_time
from tests.browser.pretence import Message, Pretence, check, hand, happened, option, prompt
from tests.browser.seats import against_bot


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


Show = Callable[..., Pretence]


@pytest.fixture
def show(page: Page) -> Show:
    """Open a table that pretends to be as the test says."""

    def show(view: Message, prompts: list[Message], **more: Any) -> Pretence:
        pretence = Pretence(page, view, prompts, **more)
        against_bot(page)
        page.locator("#prompt:not(:has(#failed)), .player[data-me=true]").first.wait_for()
        return pretence

    return show


def button(page: Page, name: str) -> Locator:
    """An option by its name."""
    return page.locator(f'[data-option="{name}"]')


def card(page: Page, name: str, copy: int = 1) -> Locator:
    """A card of my hand."""
    return page.locator(f'[data-key="hand_0/pretended.{name}/{copy}"]')


def test_options_stand_in_the_order_of_their_roles_and_have_digits(page: Page, show: Show) -> None:
    roles = {"stop": "danger", "pass": "pass", "b": "normal", "main": "primary", "c": "normal"}
    pretence = show(hand(), [prompt([option(name, role) for name, role in roles.items()])])
    expect(page.locator("[data-option]")).to_have_text(["1 main", "2 b", "3 c", "4 pass", "5 stop"], use_inner_text=True)
    page.keyboard.press("3")
    assert [move["choice"] for move in pretence.wait_for("move")] == [["c"]]
    assert pretence.sent("move")[0]["expect"] == 0


def test_a_costly_option_is_asked_about_once_more(page: Page, show: Show) -> None:
    pretence = show(hand(), [prompt([option("burn", "danger", confirm=True), option("keep")])])
    button(page, "burn").dblclick()
    expect(page.get_by_text("Wirklich?")).to_be_visible()
    page.keyboard.press("Escape")
    button(page, "burn").click()
    back = page.get_by_role("button", name="Zurück", exact=True)
    expect(back).to_be_focused()
    back.click()
    assert pretence.sent("move") == []
    button(page, "burn").click()
    page.get_by_role("button", name="Ja, so spielen").click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["burn"]]


def test_several_options_are_staged_counted_and_confirmed(page: Page, show: Show) -> None:
    pick = {"min": 2, "max": 3, "ordered": False, "distinct": True}
    pretence = show(hand(), [prompt([option(name) for name in "abcd"], pick=pick)])
    confirm = page.get_by_role("button", name="Auswahl bestätigen")
    button(page, "c").click()
    expect(confirm).to_have_attribute("aria-disabled", "true")
    confirm.click(force=True)
    expect(page.get_by_role("status").filter(has_text="Wähle 2 bis 3.")).to_be_visible()
    for name in "abd":
        button(page, name).click()
    expect(page.get_by_text("Mehr als 3 geht nicht.")).to_be_visible()
    button(page, "b").click()
    expect(confirm).to_have_text("Auswahl bestätigen, 2 gewählt")
    confirm.click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["a", "c"]]


def test_the_order_of_a_pick_is_kept_where_it_matters(page: Page, show: Show) -> None:
    pick = {"min": 3, "max": 3, "ordered": True, "distinct": True}
    pretence = show(hand(), [prompt([option(name) for name in "abc"], pick=pick)])
    for name in "cab":
        button(page, name).click()
    expect(button(page, "a")).to_contain_text("2.")
    page.get_by_role("button", name="Auswahl bestätigen").click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["c", "a", "b"]]


def test_cards_are_built_to_an_option_and_say_why_they_do_not_fit(page: Page, show: Show) -> None:
    options = [option("x", cards=["pretended.x"]), option("x+x", cards=["pretended.x"] * 2), option("y", cards=["pretended.y"])]
    pretence = show(hand("x", "x", "y", "z"), [prompt(options)])
    card(page, "z").click(force=True)
    expect(page.get_by_text("z steht gerade nicht zur Wahl.")).to_be_visible()
    card(page, "x", 2).click()
    expect(card(page, "x", 2)).to_have_attribute("aria-pressed", "true")
    card(page, "y").click(force=True)
    expect(page.get_by_text("y passt nicht zu x.")).to_be_visible()
    expect(card(page, "y")).to_have_attribute("aria-disabled", "true")
    card(page, "x").click()
    page.locator('[data-play="x+x"]').click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["x+x"]]


def test_where_single_cards_are_chosen_another_card_takes_the_place_of_the_first(page: Page, show: Show) -> None:
    options = [option("x", cards=["pretended.x"]), option("y", cards=["pretended.y"]), option("no", "pass")]
    pretence = show(hand("x", "y"), [prompt(options)])
    card(page, "x").click()
    card(page, "y").click()
    expect(card(page, "x")).to_have_attribute("aria-pressed", "false")
    page.locator("#prompt").focus()
    page.keyboard.press("Enter")
    assert [move["choice"] for move in pretence.wait_for("move")] == [["y"]]


def test_several_cards_are_picked_from_the_hand(page: Page, show: Show) -> None:
    pick = {"min": 2, "max": 2, "ordered": False, "distinct": True}
    options = [option(f"d{number}", cards=[f"pretended.{name}"]) for number, name in enumerate("xxy")]
    pretence = show(hand("x", "x", "y"), [prompt(options, pick=pick)])
    card(page, "x", 2).click()
    expect(card(page, "x", 1)).to_have_attribute("aria-pressed", "false")
    expect(card(page, "x", 2)).to_have_attribute("aria-pressed", "true")
    card(page, "y").click()
    page.get_by_role("button", name="Auswahl bestätigen, 2 gewählt").click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["d0", "d2"]]


def test_a_sealed_answer_is_shown_and_can_be_changed(page: Page, show: Show) -> None:
    pretence = show(hand(), [prompt([option("a"), option("b")], secret=True, answer=["a"])])
    expect(page.locator("#prompt")).to_contain_text("a. Deine Antwort liegt verdeckt.")
    expect(button(page, "a")).to_have_attribute("aria-pressed", "true")
    button(page, "b").click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["b"]]


def test_undo_tells_why_not_and_takes_the_head_version(page: Page, show: Show) -> None:
    why = {"key": "undo.revealed", "args": {}}
    pretence = show(hand(), [], undo={"allowed": False, "why": why})
    undo = page.get_by_role("button", name="Zurücknehmen")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(page.get_by_role("status").filter(has_text="Es wurde etwas aufgedeckt.")).to_be_visible()
    pretence.update(undo={"allowed": True})
    expect(undo).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("z")
    assert [undone["expect"] for undone in pretence.wait_for("undo")] == [1]


def test_what_is_said_aloud(page: Page, show: Show) -> None:
    """UX-8.3: my turn at once, what others did politely and in one sentence, and the focus stays (UX-8.4)."""
    pretence = show(hand("x"), [])
    page.locator(".card--hand").focus()
    told = [("cards_moved", "Eins."), ("cards_moved", "Zwei."), ("turn_began", "Drei.")]
    events = [happened(1, n, kind, sentence) for n, (kind, sentence) in enumerate(told)]
    pretence.update(events=events, prompts=[prompt([option("a")], issued=1)])
    expect(page.locator("#turn")).to_have_text("Du bist dran: Was nun? Mit P springst du zur Aufforderung.")
    expect(page.locator("#news p")).to_have_text(["Eins. Zwei."])
    expect(page.locator(".log li")).to_have_text(["Eins.", "Zwei.", "Drei."])
    expect(page.locator(".card--hand")).to_be_focused()
    expect(page).to_have_title("● Du bist dran · Emotrions · Kartenhaus")


def test_the_focus_goes_to_the_neighbour_of_a_card_that_leaves(page: Page, show: Show) -> None:
    pretence = show(hand("x", "y", "z"), [])
    card(page, "x").focus()
    page.keyboard.press("ArrowRight")
    expect(card(page, "y")).to_be_focused()
    pretence.update(hand("x", "z"))
    expect(card(page, "z")).to_be_focused()
    expect(card(page, "x")).to_have_attribute("tabindex", "-1")
    pretence.update(hand())
    expect(page.locator("#hand")).to_be_focused()


def test_a_card_that_has_gone_on_at_once_stays_to_be_seen_for_a_moment(page: Page, show: Show) -> None:
    """UX-4.5: it is laid and taken in one message."""
    trick = {"name": "trick", "visibility": "public", "order": "laid", "count": 0, "cards": []}
    view = hand("x")
    view["zones"]["middle"] = trick
    pretence = show(view, [])
    laid = happened(1, 0, "cards_moved", "Gelegt.") | {"args": {"from": "hand_1", "to": "middle", "cards": ["pretended.y"]}}
    taken = happened(1, 1, "cards_moved", "Genommen.") | {"args": {"from": ["middle"], "to": "won_1", "cards": ["pretended.y"]}}
    pretence.update(view, events=[laid, taken])
    left = page.locator("[data-zone=middle] .pile__left")
    expect(left).to_have_text("y")
    expect(left).to_be_hidden()


def test_a_wrong_view_is_noticed_and_repaired(page: Page, show: Show) -> None:
    """PRO-5.5."""
    stop_time(page)
    pretence = show(hand("x"), [])
    right = hand("x", "y")
    pretence.view = right
    pretence.send("update", {"from": 0, "v": 1, "events": [], "merge": {"round": 2}, "check": check(right), **pretence.more})
    pretence.version = 1
    expect(page.locator(".card--hand")).to_have_count(2)
    hint = page.get_by_text("Der Tisch wurde abgeglichen.")
    expect(hint).to_be_visible()
    page.clock.run_for(5_000)
    expect(hint).to_have_count(0)
    assert len(pretence.sent("resync")) == 1


def test_a_missing_update_is_asked_for(page: Page, show: Show) -> None:
    """PRO-5.6."""
    pretence = show(hand("x"), [])
    pretence.version = 1
    pretence.update(hand("x", "y"))
    expect(page.locator(".card--hand")).to_have_count(2)
    assert pretence.sent("hello")[1:] == [pretence.sent("hello")[0] | {"since": 0, "epoch": 1}]
    pretence.send("update", {"from": 0, "v": 1, "events": [], "view": hand(), "check": "", **pretence.more})  # late, and ignored
    pretence.update(hand("x", "y", "z"))
    expect(page.locator(".card--hand")).to_have_count(3)


def test_an_unanswered_move_is_sent_again_with_the_same_id(page: Page, show: Show) -> None:
    """PRO-4.5."""
    pretence = show(hand(), [prompt([option("a")])])
    pretence.answer_moves = False
    button(page, "a").click()
    expect(page.get_by_text("Wird gesendet …")).to_be_visible()
    pretence.answer_moves = True
    pretence.sockets[-1].close(code=4500)
    expect(page.get_by_text("Wird gesendet …")).to_have_count(0)
    first, second = pretence.sent("move")
    assert first == second


def test_who_is_asked_again_can_answer_before_the_last_answer_is_acknowledged(page: Page, show: Show) -> None:
    """PRO-6.1: what came of a move is told before its `ack`; from then on nothing is on its way any more."""
    pretence = show(hand(), [prompt([option("a")])])
    pretence.answer_moves = False
    button(page, "a").click()
    (first,) = pretence.wait_for("move")
    pretence.update(prompts=[prompt([option("b")], issued=1)])
    button(page, "b").click()
    second = pretence.wait_for("move", 2)[1]
    assert (first["choice"], second["choice"]) == (["a"], ["b"])
    expect(page.get_by_text("Wird gesendet …")).to_be_visible()
    earlier, later = (message for message in pretence.got if message["t"] == "move")
    pretence.send("ack", {"move_id": first["move_id"], "version": 1, "dup": False}, re=earlier["id"])
    page.evaluate("0")
    expect(page.get_by_text("Wird gesendet …")).to_be_visible()
    pretence.send("ack", {"move_id": second["move_id"], "version": 1, "dup": False}, re=later["id"])
    expect(page.get_by_text("Wird gesendet …")).to_have_count(0)


def test_a_refusal_is_told_in_words(page: Page, show: Show) -> None:
    pretence = show(hand(), [prompt([option("a")])])
    pretence.answer_moves = False
    button(page, "a").click()
    pretence.wait_for("move")
    sent = next(message for message in pretence.got if message["t"] == "move")
    pretence.send("error", {"code": "read_only", "title": "Nicht gespeichert", "detail": "Gerade geht es nicht."}, re=sent["id"])
    expect(page.get_by_role("status").filter(has_text="Gerade geht es nicht.")).to_be_visible()
    expect(button(page, "a")).to_be_visible()


def test_the_server_says_goodbye_for_good(page: Page, show: Show) -> None:
    stop_time(page)
    pretence = show(hand(), [])
    detail = "Diesen Tisch gibt es nicht."
    pretence.send("bye", {"code": 4404, "reason": "not_found", "detail": detail, "reconnect": "never"})
    pretence.sockets[-1].close(code=4404)
    expect(page.get_by_role("heading", name=detail)).to_be_visible()
    expect(page.get_by_role("link", name="Neu laden")).to_be_visible()
    page.clock.run_for(60_000)
    assert len(pretence.sockets) == 1


def test_a_lost_connection_shows_after_two_seconds_and_offers_to_reload_after_twenty(page: Page, show: Show) -> None:
    """UX-5.5."""
    stop_time(page)
    pretence = show(hand("x"), [prompt([option("x", cards=["pretended.x"])])])
    pretence.hear = lambda socket, message: None  # type: ignore[method-assign]
    pretence.sockets[-1].close(code=4500)
    page.clock.run_for(1500)
    expect(page.get_by_text("Verbindung wird wiederhergestellt …")).to_have_count(0)
    page.clock.run_for(1000)
    expect(page.get_by_text("Verbindung wird wiederhergestellt …")).to_be_visible()
    card(page, "x").click()
    page.locator("[data-play]").click()
    expect(page.get_by_text("Gerade ist keine Verbindung da. Deine Auswahl bleibt liegen.")).to_be_visible()
    expect(card(page, "x")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(20_000)
    expect(page.get_by_role("link", name="Neu laden")).to_be_visible()


def test_a_server_that_falls_silent_is_left(page: Page, show: Show) -> None:
    """PRO-7.1: a ping every 15 seconds, and 10 to answer it."""
    stop_time(page)
    pretence = show(hand(), [])
    page.clock.run_for(16_000)
    assert len(pretence.wait_for("ping")) == 1
    page.evaluate("0")  # comes after the answer
    pretence.hear = lambda socket, message: None  # type: ignore[method-assign]
    page.clock.run_for(15_000)
    assert len(pretence.sockets) == 1
    page.clock.run_for(11_000)
    pretence.wait_for_sockets(2)


def test_single_letters_can_be_switched_off(page: Page, show: Show) -> None:
    pretence = show(hand(), [prompt([option("a"), option("b")])])
    page.keyboard.press("?")
    page.get_by_label("Einzelne Buchstaben und Ziffern als Tasten verwenden").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    button(page, "b").click()
    assert [move["choice"] for move in pretence.wait_for("move")] == [["b"]]


def test_a_tip_is_closed_for_ever(page: Page) -> None:
    seat = against_bot(page)
    seat.wait_for_turn()
    tip = page.locator(".tip")
    expect(tip).to_be_visible()
    page.get_by_role("button", name="Tipp schließen").click()
    expect(tip).to_have_count(0)
    page.reload()
    seat.wait_for_turn()
    expect(tip).to_have_count(0)


def test_all_modules_are_asked_for_at_once(page: Page) -> None:
    """UX-6.5: the list of modules in the page is complete, and names none that is not needed."""
    against_bot(page).wait_for_turn()
    used, named = page.evaluate("""() => [
        performance.getEntriesByType('resource').map(entry => entry.name).filter(name => name.endsWith('.js')),
        [...document.querySelectorAll('link[rel=modulepreload], script[src]')].map(link => link.href || link.src),
    ]""")
    assert sorted(set(used)) == sorted(named)
    imported = page.evaluate("document.querySelectorAll('link[rel=modulepreload]').length")
    assert imported > 20
