"""Connections that break, in real browsers: through a proxy that cuts them, and at a table that only pretends (PRO-2.6, 7)."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.patience import pass_by, stop_time, wait_until
from tests.browser.pretence import Pretence, hand, option, prompt
from tests.browser.seats import Seat, against_bot, frames, join, open_table, welcomes, whose_turn
from tests.proxy import Proxy
from tests.running_site import RunningSite

WATCH_BANNER = """() => {
    window.banners = [];
    const banner = document.getElementById("banner");
    new MutationObserver(() => window.banners.push(banner.innerText)).observe(banner, { childList: true, subtree: true });
}"""

RECONNECTING = "Verbindung wird wiederhergestellt …"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


@pytest.fixture
def proxy(site: RunningSite) -> Iterator[Proxy]:
    """What breaks."""
    with Proxy(site.port) as running:
        yield running


@pytest.fixture
def behind_proxy(browser: Browser, proxy: Proxy) -> Iterator[BrowserContext]:
    """A browser that comes through the proxy."""
    context = browser.new_context(base_url=proxy.url, locale="de-DE")
    yield context
    context.close()


def marked(page: Page) -> Callable[[], bool]:
    """Whether the page is still the same document: it must not have been loaded again."""
    page.evaluate("window.sameDocument = true")
    return lambda: bool(page.evaluate("window.sameDocument"))


def is_open(page: Page) -> None:
    """The connection is there (the state says so after two seconds at the latest)."""
    expect(page.locator("[data-link=connected]")).to_be_visible()
    expect(page.get_by_text(RECONNECTING)).to_have_count(0)


def pass_until(page: Page, holds: Callable[[], object], what: str) -> None:
    """Let the time that stands still pass until this holds."""

    def look() -> object:
        page.clock.run_for(500)
        return holds()

    wait_until(page, look, what)


def come_back(page: Page, seen: list[dict[str, Any]], count: int) -> None:
    """Let time pass until the connection stands for the `count`-th time."""
    pass_until(page, lambda: welcomes(seen) >= count, "it does not come back")


def shown(page: Page) -> list[str]:
    """What a page shows of cards and players, and what it asks. Only whoever saw a card go is still shown where it lay."""
    zones = [text.partition("\n")[0] for text in page.locator("#board [data-zone]").all_inner_texts()]
    return [*zones, *page.locator(".card--hand").all_inner_texts(), page.locator("#prompt").get_attribute("data-prompt") or ""]


def public(page: Page) -> list[str]:
    """What everybody sees of the players."""
    return page.locator("#players .counter").all_inner_texts()


def agree(what: Callable[[Page], list[str]], *pages: Page) -> None:
    """All show the same, once they are back and what moves has come to rest."""
    wait_until(pages[0], lambda: len({tuple(what(page)) for page in pages}) == 1, lambda: [what(page) for page in pages])


# --- through the proxy ---------------------------------------------------------------------------------------------------------


def test_one_of_two_is_cut_off_while_a_third_watches(
    page: Page, new_context: NewContext, behind_proxy: BrowserContext, proxy: Proxy
) -> None:
    """PRO-2.6, PRO-5.2, UX-5.5: whoever was away comes back to the right board, and two tabs of a seat stay in step."""
    link = open_table(page)
    guest_page, tab = behind_proxy.new_page(), behind_proxy.new_page()
    messages = [frames(guest_page), frames(tab)]
    stop_time(guest_page)  # for the tab too
    guest = join(guest_page, link.replace(page.url.partition("/tisch")[0], proxy.url))
    host = Seat(page)
    page.locator("#table").wait_for()
    tab.goto(guest_page.url)
    watching = new_context().new_page()
    watching.goto(page.url)
    is_same = marked(guest_page)
    for cut in (True, False):
        while whose_turn(host, guest) is guest:
            guest.choose()
        agree(shown, guest_page, tab)
        lines = guest.log.locator("li").count()
        proxy.refusing = cut
        counts = [welcomes(seen) + 1 for seen in messages]
        assert proxy.cut(reset=not cut) >= 2
        host.choose()
        if cut:
            pass_until(guest_page, guest_page.locator("[data-link=reconnecting]").is_visible, "the loss does not show")
            assert guest.log.locator("li").count() == lines
            proxy.refusing = False
        for seen, count in zip(messages, counts, strict=True):
            come_back(guest_page, seen, count)
        expect(guest_page.get_by_text(RECONNECTING)).to_have_count(0)
        expect(guest.log.locator("li")).not_to_have_count(lines)
        fresh = behind_proxy.new_page()
        fresh.goto(guest_page.url)
        fresh.locator("#prompt:not(:has(#failed))").wait_for()
        agree(shown, guest_page, tab, fresh)
        agree(public, guest_page, watching, page)
        fresh.close()
    while whose_turn(host, guest) is host:
        host.choose()
    guest.choose()
    agree(shown, guest_page, tab)
    assert is_same(), "without a reload"


def test_a_move_that_is_lost_on_its_way_is_sent_again(behind_proxy: BrowserContext, proxy: Proxy) -> None:
    """PRO-4.5, UX-5.5: it is shown as being sent, goes out again with the same id, and counts once."""
    page = behind_proxy.new_page()
    seen = frames(page)
    seat = against_bot(page)
    seat.wait_for_turn()
    seat.show_options()
    proxy.held_up = True
    seat.options.first.click()
    expect(seat.prompt).to_contain_text("Wird gesendet …")
    proxy.cut(reset=True)
    proxy.held_up = False
    expect(page.locator(".prompt__sending")).to_have_count(0)
    is_open(page)
    wait_until(page, lambda: any(message["t"] == "ack" for message in seen), "what came of it is told before the answer")
    moves = [message["d"]["move_id"] for message in seen if message["t"] == "move"]
    acks = [message["d"] for message in seen if message["t"] == "ack"]
    assert len(moves) == 2
    assert moves[0] == moves[1] == acks[0]["move_id"]
    assert acks[0]["dup"] is False


def test_a_line_that_died_without_a_word_is_left_when_somebody_looks(behind_proxy: BrowserContext, proxy: Proxy) -> None:
    """PRO-2.6: nothing has told the browser; `online` and looking at the page make it ask."""
    page = behind_proxy.new_page()
    seen = frames(page)
    stop_time(page)
    seat = against_bot(page)
    seat.wait_for_turn()
    is_same = marked(page)
    for count, happening in enumerate(["window, 'online'", "document, 'visibilitychange'"], 2):
        ends = proxy.forget()
        page.evaluate(f"((target, name) => target.dispatchEvent(new Event(name)))({happening})")
        page.clock.run_for(4_000)
        assert welcomes(seen) == count - 1, "it may still be answered"
        come_back(page, seen, count)
        for end in ends:
            end.close()
    seat.choose()
    assert is_same()


def test_a_planned_restart_is_told_and_the_match_goes_on(behind_proxy: BrowserContext, site: RunningSite) -> None:
    """PRO-6.8, UX-5.6: a banner until it is over, no loss, no reload."""
    page = behind_proxy.new_page()
    seat = against_bot(page)
    seat.wait_for_turn()
    is_same = marked(page)
    page.evaluate(WATCH_BANNER)
    (server,) = site.servers()
    os.kill(server, signal.SIGTERM)
    wait_until(page, lambda: "Der Server startet neu." in "".join(page.evaluate("window.banners")), "nobody is told")
    expect(page.get_by_text("Der Server startet neu.")).to_have_count(0)
    is_open(page)
    seat.choose()
    assert is_same()
    assert site.servers() != [server]


# --- a table that only pretends ------------------------------------------------------------------------------------------------


@pytest.fixture
def show(page: Page) -> Callable[..., Pretence]:
    """Show a pretended table."""

    def make(view: dict[str, Any] | None = None, prompts: list[dict[str, Any]] | None = None) -> Pretence:
        page.goto("/")
        pretence = Pretence(page, view or hand("x"), prompts or [])
        against_bot(page)
        page.locator("#prompt:not(:has(#failed))").wait_for()
        return pretence

    return make


Show = Callable[..., Pretence]


def leave(pretence: Pretence, code: int, **bye: Any) -> None:
    """The server goes, with or without a word."""
    if bye:
        pretence.send("bye", {"code": code, "reason": "x", "detail": "Warum auch immer.", **bye})
    pretence.sockets[-1].close(code=code)


@pytest.mark.parametrize("code", [4400, 4401, 4403, 4404, 4410])
def test_numbers_that_end_it(page: Page, show: Show, code: int) -> None:
    """PRO section 7: `never`, with and without `bye`; what ended it is told."""
    stop_time(page)
    pretence = show()
    leave(pretence, code, reconnect="never")
    expect(page.get_by_role("heading", name="Warum auch immer.")).to_be_visible()
    page.clock.run_for(60_000)
    assert len(pretence.sockets) == 1
    expect(page.get_by_role("link", name="Neu laden")).to_be_visible()


@pytest.mark.parametrize("code", [4401, 4404])
def test_numbers_that_end_it_without_a_word(page: Page, show: Show, code: int) -> None:
    stop_time(page)
    pretence = show()
    leave(pretence, code)
    page.evaluate("0")  # comes after that
    page.clock.run_for(60_000)
    assert len(pretence.sockets) == 1
    expect(page.get_by_role("link", name="Neu laden")).to_be_visible()


@pytest.mark.parametrize(("code", "bye"), [(4408, {}), (1006, None), (1011, None), (4403, {"reconnect": "now"})])
def test_numbers_after_which_it_comes_back_at_once(page: Page, show: Show, code: int, bye: dict[str, Any] | None) -> None:
    """PRO-2.6: immediately once."""
    stop_time(page)
    pretence = show()
    if code == 1006:
        pretence.sockets[-1].close()
    else:
        leave(pretence, code, **(bye or {}))
    page.evaluate("0")  # comes after that
    page.clock.run_for(20)
    assert pretence.wait_for("hello", 2)[-1]["since"] == 0
    assert len(pretence.sockets) == 2


@pytest.mark.parametrize("code", [4429, 4430, 4500, 4512, 4513])
def test_numbers_after_which_it_waits(page: Page, show: Show, code: int) -> None:
    """PRO-2.6: `backoff` is never at once; `after_ms` comes on top; what the server said is shown meanwhile."""
    stop_time(page)
    pretence = show()
    leave(pretence, code, reconnect="backoff", after_ms=60_000)
    expect(page.get_by_text("Warum auch immer.")).to_be_visible()
    page.clock.run_for(59_000)
    assert len(pretence.sockets) == 1
    page.clock.run_for(2_000)
    pretence.wait_for_sockets(2)
    expect(page.get_by_text("Warum auch immer.")).to_have_count(0)


def test_how_long_it_waits(page: Page, site: RunningSite) -> None:
    """PRO-2.6: at once, then half a second doubling up to 15, each with full jitter; `backoff` is never at once."""
    page.goto("/")
    waits = page.evaluate(
        """async (path) => {
            const { Backoff, advice } = await import(path);
            const times = (random, said) => {
                Math.random = () => random;
                const backoff = new Backoff();
                const waited = Array.from({ length: 8 }, () => backoff.next(said));
                backoff.reset();
                return [...waited, backoff.next(said)];
            };
            return [times(1, "now"), times(0.5, "now"), times(1, "backoff"), advice(4512, null), advice(1006, null)];
        }""",
        site.static_url("tables/retry.js"),
    )
    most = [0, 500, 1000, 2000, 4000, 8000, 15000, 15000, 0]
    assert waits == [most, [wait / 2 for wait in most], [*most[1:7], 15000, 15000, 500], "backoff", "now"]


def test_a_page_of_another_version_is_loaded_again_once(page: Page, show: Show) -> None:
    """PRO section 7, 4426."""
    pretence = show()
    is_same = marked(page)
    with page.expect_navigation():
        leave(pretence, 4426, reconnect="never")
    assert not is_same()


def test_sixteen_updates_are_acknowledged(page: Page, show: Show) -> None:
    """PRO-6.5: the server would send no more than 32."""
    stop_time(page)
    pretence = show()
    for number in range(40):
        pretence.update(hand(f"x{number}"))
    assert [ping["v"] for ping in pretence.wait_for("ping", 2)] == [16, 32]
    expect(page.locator(".card--hand")).to_have_accessible_name(re.compile("x39"))


def test_what_came_too_fast_is_sent_again(page: Page, show: Show) -> None:
    """PRO-7.3: after `retry_ms`, with the same `move_id`; nobody has to do anything."""
    stop_time(page)
    pretence = show(hand(), [prompt([option("a")])])
    pretence.answer_moves = False
    page.locator('[data-option="a"]').click()
    pretence.wait_for("move")
    expect(page.get_by_text("Wird gesendet …")).to_be_visible()
    first = pretence.got[-1]
    assert first["t"] == "move"
    pretence.answer_moves = True
    pretence.send("error", {"code": "rate_limited", "title": "x", "detail": "y", "retry_ms": 200}, re=first["id"])
    pass_by(page, 3)
    expect(page.get_by_text("Wird gesendet …")).to_have_count(0)
    again = pretence.got[-1]
    assert (again["t"], again["d"]) == ("move", first["d"])
    assert again["id"] != first["id"]


def test_one_snapshot_is_asked_for_at_a_time(page: Page, show: Show) -> None:
    """PRO-5.5: several wrong views make one request; it is repeated when it was too much; a loss between keeps it in mind."""
    stop_time(page)
    pretence = show()
    answer = pretence.hear
    pretence.hear = lambda socket, message: pretence.got.append(message)  # type: ignore[method-assign]
    for version in range(3):
        wrong = {"from": version, "v": version + 1, "events": [], "merge": {}, "check": "00000000", **pretence.more}
        pretence.send("update", wrong, v=version + 1)
    pretence.version = 3
    assert len(pretence.wait_for("resync")) == 1
    refusal = {"code": "rate_limited", "title": "x", "detail": "y", "retry_ms": 100}
    pretence.send("error", refusal, re=next(message["id"] for message in pretence.got if message["t"] == "resync"))
    pass_by(page, 3)
    assert len(pretence.wait_for("resync", 2)) == 2
    pretence.hear = answer  # type: ignore[method-assign]
    pretence.sockets[-1].close(code=4408)
    pass_by(page, 3)
    assert "since" not in pretence.wait_for("hello", 2)[-1], "what is here is wrong"
    expect(page.locator(".card--hand")).to_have_count(1)


def test_a_server_that_is_ahead_is_caught_up_with(page: Page, show: Show) -> None:
    """PRO-5.6: a lost update shows in the `pong`; after two seconds what is missing is asked for."""
    stop_time(page)
    pretence = show()
    pretence.version = 3
    page.clock.run_for(16_000)
    assert len(pretence.wait_for("ping")) == 1
    page.evaluate("0")  # comes after the answer
    assert len(pretence.sent("hello")) == 1
    page.clock.run_for(2_500)
    assert pretence.wait_for("hello", 2)[-1]["since"] == 0
    assert len(pretence.sockets) == 1


def test_the_clock_of_the_system_is_set_back(page: Page, show: Show) -> None:
    """PRO-7.1: pings go on, and nobody has been idle for less than no time."""
    stop_time(page)
    pretence = show()
    page.evaluate("Date.now = () => 0")
    pass_by(page, 46)
    assert len(pretence.wait_for("ping", 3)) == 3
    assert all(ping["idle_ms"] > 0 for ping in pretence.sent("ping"))


HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
    return document.body.innerText;
}"""


@pytest.mark.parametrize("times", [1, 8])
def test_a_hidden_page_that_was_given_up_comes_back_silently(page: Page, show: Show, times: int) -> None:
    """PRO-2.6, PRO-7.1, UX-5.5: its pings came too late, again and again; whoever looks is told nothing of it."""
    stop_time(page)
    pretence = show()
    page.evaluate(WATCH_BANNER)
    page.evaluate(HIDE, True)
    for count in range(1, times):
        leave(pretence, 4408, reconnect="now")
        page.evaluate("0")  # comes after that
        page.clock.fast_forward(60_000)
        pretence.wait_for("hello", count + 1)
    leave(pretence, 4408, reconnect="now")
    page.evaluate("0")  # comes after that
    assert RECONNECTING not in page.evaluate(HIDE, False)
    pretence.wait_for("hello", times + 1)  # without any time going by
    page.evaluate("0")
    page.clock.run_for(3_000)
    expect(page.locator("[data-link=connected]")).to_be_visible()
    assert page.evaluate("window.banners.join('')") == ""


def test_what_was_lost_while_nobody_looked_begins_when_somebody_does(page: Page, show: Show) -> None:
    """UX-5.5: there was no network, or the machine slept."""
    stop_time(page)
    pretence = show()
    answer = pretence.hear
    page.evaluate(HIDE, True)
    pretence.hear = lambda socket, message: socket.close(code=4500)  # type: ignore[method-assign]
    pretence.sockets[-1].close(code=4500)
    pass_until(page, page.get_by_role("link", name="Neu laden").is_visible, "the loss does not show")
    assert RECONNECTING not in page.evaluate(HIDE, False)
    expect(page.get_by_role("link", name="Neu laden")).to_have_count(0)
    pass_until(page, page.get_by_text(RECONNECTING).is_visible, "now it is told")
    pretence.hear = answer  # type: ignore[method-assign]
    pass_until(page, page.locator("[data-link=connected]").is_visible, "it does not come back")


def test_a_refusal_at_the_door_is_told(page: Page) -> None:
    """UX-5.5: also before anything of the table has come."""
    page.goto("/")
    pretence = Pretence(page, hand(), [])

    def refuse(socket: Any, message: dict[str, Any]) -> None:
        pretence.send("bye", {"code": 4403, "reason": "banned", "detail": "Dieses Konto ist gesperrt.", "reconnect": "never"})
        socket.close(code=4403)

    pretence.hear = refuse  # type: ignore[method-assign]
    against_bot(page)
    expect(page.get_by_role("heading", name="Dieses Konto ist gesperrt.")).to_be_visible()
    expect(page.get_by_role("link", name="Neu laden")).to_be_visible()
