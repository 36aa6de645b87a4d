"""The lobby in browsers: what others do is seen at once, filters in the address, opening in a dialog, why one cannot join."""

import re
from itertools import product

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.browser.conftest import NewContext
from tests.browser.people import logged_in
from tests.running_site import RunningSite
from tests.sizes import part


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


@pytest.fixture
def kept(new_context: NewContext, site: RunningSite) -> BrowserContext:
    """A browser of somebody with an account."""
    return logged_in(new_context(), site)


def open_in_dialog(page: Page, *labels: str) -> str:
    """Open a table from the lobby with what is called so; returns its id."""
    page.goto("/lobby/")
    page.get_by_role("link", name="Tisch eröffnen").first.click()
    dialog = page.get_by_role("dialog", name="Tisch eröffnen")
    for label in labels:
        dialog.get_by_label(label, exact=True).check()
    dialog.get_by_role("button", name="Tisch eröffnen").click()
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    return page.url.split("/")[-2]


def row(page: Page, table: str) -> "Row":
    return Row(page, table)


class Row:
    """A table in a list."""

    def __init__(self, page: Page, table: str) -> None:
        self.itself = page.locator(f'[data-table="{table}"]')
        self.join = self.itself.get_by_role("button", name="Mitspielen")
        self.mine = self.itself.get_by_role("link", name="Zu deinem Tisch")
        self.watch = self.itself.get_by_role("link", name="Zuschauen")
        self.why = self.itself.get_by_text("An diesem Tisch spielen nur Leute mit Konto.")


def test_what_others_do_is_seen_at_once(kept: BrowserContext, new_context: NewContext, site: RunningSite) -> None:
    """UX-3, PRO-8.3: a table comes, fills, begins, without a reload; whoever is in the list with the keyboard stays there."""
    looker, guest = new_context().new_page(), new_context().new_page()
    looker.goto("/lobby/")
    host = kept.new_page()
    table = open_in_dialog(host, "3", "alle, auch Gäste")
    seen = row(looker, table)
    expect(seen.join).to_be_visible()
    expect(seen.itself).to_contain_text("3 Personen")
    seen.join.focus()
    guest.goto("/lobby/")
    row(guest, table).join.click()
    guest.wait_for_url(re.compile(rf"/tisch/{table}/$"))
    expect(seen.itself.locator(".avatar--free")).to_have_count(1)
    expect(seen.itself.get_by_role("img", name="2 von 3 Plätzen besetzt")).to_be_visible()
    expect(seen.join).to_be_focused()
    expect(host.locator("#seats")).to_contain_text("Noch 1 Platz frei")
    guest.goto("/lobby/")
    expect(row(guest, table).mine).to_be_visible()
    expect(row(guest, table).join).to_be_hidden()
    seen.join.press("Enter")
    expect(looker.locator(".player")).to_have_count(3)
    expect(row(guest, table).mine).to_be_visible()
    expect(guest.locator(f'[data-list="running"] [data-table="{table}"]')).to_be_visible()
    expect(guest.locator(f'[data-list="open"] [data-table="{table}"]')).to_have_count(0)
    other = new_context().new_page()
    other.goto("/zuschauen/")
    row(other, table).watch.click()
    expect(other.locator(".player")).to_have_count(3)


def test_filters_are_in_the_address_and_the_back_button_goes_back(kept: BrowserContext, page: Page) -> None:
    """UX-3: also for tables that come while one looks."""
    page.goto("/lobby/")
    page.get_by_role("link", name="Tage pro Zug", exact=True).click()
    page.get_by_role("link", name="Nur wo ich mitspielen kann").click()
    assert page.url.endswith("/lobby/?tempo=zug-um-zug&frei=1")
    expect(page.get_by_role("link", name="Tage pro Zug", exact=True)).to_have_attribute("aria-current", "true")
    host = kept.new_page()
    untimed = open_in_dialog(host, "alle, auch Gäste")
    accounts = open_in_dialog(host, "3 Tage pro Zug", "alle mit Konto")
    turn = open_in_dialog(host, "3 Tage pro Zug", "alle, auch Gäste")
    expect(row(page, turn).join).to_be_visible()
    for other in (untimed, accounts):
        expect(row(page, other).itself).to_have_count(0)
    page.go_back()
    assert page.url.endswith("/lobby/?tempo=zug-um-zug")
    expect(row(page, accounts).why).to_be_visible()
    expect(row(page, accounts).join).to_be_hidden()
    expect(row(page, untimed).itself).to_have_count(0)
    page.go_back()
    expect(row(page, untimed).join).to_be_visible()
    page.reload()
    expect(row(page, untimed).join).to_be_visible()


def test_opening_in_the_dialog(page: Page) -> None:
    """UX-3, UX-5.3: what is wrong is told in it, at the field; Escape leaves it; the focus goes back."""
    page.goto("/lobby/")
    link = page.get_by_role("link", name="Tisch eröffnen").first
    link.click()
    dialog = page.get_by_role("dialog", name="Tisch eröffnen")
    expect(dialog).to_be_visible()
    dialog.get_by_label("alle mit Konto", exact=True).check()
    dialog.get_by_role("button", name="Tisch eröffnen").click()
    expect(dialog.get_by_role("alert")).to_be_focused()
    expect(dialog.get_by_role("alert")).to_contain_text("Tische für alle eröffnen nur Leute mit Konto.")
    expect(dialog.get_by_label("alle mit Konto", exact=True)).to_be_checked()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()
    table = open_in_dialog(page, "4", "7 Tage pro Zug")
    assert table
    expect(page.get_by_label("Einladungslink")).to_be_visible()
    expect(page.get_by_role("img", name="QR-Code zum Einladen")).to_be_visible()
    page.goto("/lobby/")
    link.click()
    expect(dialog.get_by_label("4", exact=True)).to_be_checked()
    expect(dialog.get_by_label("7 Tage pro Zug")).to_be_checked()


def test_a_lost_connection_is_repaired(kept: BrowserContext, page: Page) -> None:
    """UX-5.5, PRO-2.6: what was missed meanwhile is there afterwards."""
    sockets: list[WebSocketRoute] = []
    away = False

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if away:
            socket.close(code=4500)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/ws/v1/lobby"), pass_on)
    page.goto("/lobby/")
    told = page.get_by_text("Verbindung wird wiederhergestellt")
    host = kept.new_page()
    expect(row(page, open_in_dialog(host, "alle, auch Gäste")).join).to_be_visible()
    expect(told).to_be_hidden()
    away = True
    sockets[0].close(code=4500)
    expect(told).to_be_visible()
    table = open_in_dialog(host, "alle, auch Gäste")
    away = False
    expect(row(page, table).join).to_be_visible()
    expect(told).to_be_hidden()


def test_without_script(browser: Browser, kept: BrowserContext, base_url: str) -> None:
    """UX-1.5: the list, the filters, opening and sitting down."""
    table = open_in_dialog(kept.new_page(), "alle, auch Gäste")
    context = browser.new_context(base_url=base_url, locale="de-DE", java_script_enabled=False)
    page = context.new_page()
    page.goto("/lobby/")
    page.get_by_role("link", name="mit Uhr", exact=True).click()
    expect(row(page, table).itself).to_have_count(0)
    page.get_by_role("link", name="ohne Uhr", exact=True).click()
    page.get_by_role("link", name="Tisch eröffnen").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tisch eröffnen")
    page.go_back()
    row(page, table).join.click()
    page.wait_for_url(re.compile(rf"/tisch/{table}/$"))
    context.close()


@pytest.mark.parametrize(("width", "scheme", "language"), part(product((320, 390, 1440), ("light", "dark"), ("de", "en")), 3))
def test_nothing_sticks_out(
    kept: BrowserContext, new_context: NewContext, base_url: str, width: int, scheme: str, language: str
) -> None:
    """UX-6.1, UX-10.1."""
    open_in_dialog(kept.new_page(), "6", "schnell: 5 Minuten, je Zug 5 Sekunden dazu", "alle mit Konto")
    context = new_context(viewport={"width": width, "height": 740}, color_scheme=scheme)
    context.add_cookies([{"name": "kartenhaus_language", "value": language, "url": base_url}])
    page = context.new_page()
    for address in ("/lobby/", "/zuschauen/", "/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    page.goto("/lobby/")
    page.locator("[data-dialog]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.querySelector('dialog[open]').scrollWidth") <= width
