"""Accounts in browsers: keeping a guest's, logging in, passwords by mail, the second factor, sessions (UX-2.5, QUA-4.7)."""

import re
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accounts.people import PASSWORD, code, link_in
from tests.browser.conftest import NewContext
from tests.browser.patience import tab_to, wait_until
from tests.browser.seats import against_bot
from tests.running_site import RunningSite
from tests.sizes import part

NEW = "ein noch besseres Wort"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Come from Germany."""
    return {**browser_context_args, "locale": "de-DE"}


def fill(page: Page, **fields: str) -> None:
    """Fill in fields by the beginning of their label, and send the form."""
    for label, value in fields.items():
        page.get_by_role("main").get_by_label(re.compile(f"^{label}")).fill(value)
    page.locator("form.sheet button.btn--main").click()


def sign_up(page: Page, name: str, mail: str = "") -> None:
    """Make an account, or keep the guest's."""
    page.goto("/konto/behalten/")
    fill(page, Name=name, Passwort=PASSWORD, Mailadresse=mail)
    expect(page.get_by_text(f"Das Konto {name} gehört jetzt dir.")).to_be_visible()


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    """Fill in the log-in form."""
    page.goto("/konto/anmelden/")
    fill(page, Name=name, Passwort=password)


def menu(page: Page) -> None:
    """Open what is behind the own name."""
    page.get_by_role("button", name="Menü zu deinem Konto").click()


def mail_to(page: Page, site: RunningSite, address: str) -> str:
    """The latest mail to this address, as the console shows it."""
    wait_until(page, lambda: f"To: {address}" in site.output, f"no mail to {address}")
    return site.output.rpartition(f"To: {address}")[2]


def test_a_guest_keeps_the_account_and_the_game_that_is_on(page: Page) -> None:
    """UX-2.5: the same seat under the new name; the table comes back by itself where it is open in another tab."""
    against_bot(page)
    table = page.url
    guest = page.locator("#players, #hand")
    expect(guest.first).to_be_visible()
    tab = page.context.new_page()
    sign_up(tab, "Feldmaus")
    page.bring_to_front()
    expect(page.locator("#table[data-kept]")).to_be_attached()
    expect(page.locator("#prompt[data-mine=true]")).to_be_attached()
    expect(page.locator("#hand .card").first).to_be_visible()
    tab.goto("/")
    expect(tab.get_by_role("link", name=re.compile("Emotrions")).first).to_be_visible()
    assert page.url == table


def test_at_the_end_of_a_game_a_guest_is_offered_to_keep_the_account(page: Page) -> None:
    """UX-2.4."""
    seat = against_bot(page)
    seat.wait_for_turn()
    page.get_by_role("button", name="Aufgeben", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("ufgeben")).last.click()
    expect(seat.result).to_be_visible()
    page.get_by_role("link", name="Konto behalten").click()
    fill(page, Name="Rebhuhn", Passwort=PASSWORD)
    page.wait_for_url(re.compile(r"/tisch/\w+/$"))
    expect(page.get_by_role("link", name="Konto behalten")).to_have_count(0)


def test_a_taken_name_and_a_weak_password_are_told_at_the_field_and_on_top(page: Page, new_context: NewContext) -> None:
    """UX-5.3."""
    sign_up(page, "Haselmaus")
    other = new_context().new_page()
    other.goto("/konto/behalten/")
    fill(other, Name="hase1maus", Passwort="kartenhaus")
    summary = other.get_by_role("alert")
    expect(summary).to_be_focused()
    name, password = other.get_by_label("Name", exact=True), other.get_by_label("Passwort")
    expect(name).to_have_accessible_description(re.compile("Dieser Name ist vergeben."))
    expect(password).to_have_accessible_description(re.compile("besteht fast nur aus"))
    expect(name).to_have_value("hase1maus")
    summary.get_by_role("link").first.click()
    expect(name).to_be_focused()


def test_in_english(page: Page) -> None:
    page.goto("/konto/behalten/")
    page.get_by_role("button", name="EN: switch to English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Create an account")
    fill(page, Name="Woodlark", Password="short")
    expect(page.get_by_role("alert")).to_contain_text("at least 10 characters")
    fill(page, Password=PASSWORD)
    expect(page.get_by_text("The account Woodlark is yours now.")).to_be_visible()


def test_log_in_and_out_by_keyboard(page: Page) -> None:
    sign_up(page, "Zaunkönig")
    tab_to(page, "[popovertarget]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Dein Konto")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("navigation", name="Dein Konto")).to_be_hidden()
    expect(page.get_by_role("button", name="Menü zu deinem Konto")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("navigation", name="Dein Konto").get_by_role("button", name="Abmelden").press("Enter")
    expect(page.get_by_text("Du bist abgemeldet.")).to_be_visible()
    log_in(page, "zaunkönig", "falsches Passwort")
    expect(page.get_by_role("alert")).to_contain_text("Name und Passwort passen nicht zusammen.")
    fill(page, Name="zaunkönig", Passwort=PASSWORD)
    expect(page.get_by_text("Willkommen zurück, Zaunkönig.")).to_be_visible()


def test_it_all_works_without_script(browser: Browser, base_url: str) -> None:
    """UX-1.5."""
    context = browser.new_context(base_url=base_url, locale="de-DE", java_script_enabled=False)
    page = context.new_page()
    sign_up(page, "Steinkauz")
    menu(page)
    page.get_by_role("navigation", name="Dein Konto").get_by_role("link", name="Einstellungen").click()
    page.get_by_label("dunkel").check()
    page.get_by_role("button", name="Einstellungen speichern").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()


def test_a_guest_who_logs_in_takes_the_game_along(page: Page, new_context: NewContext) -> None:
    sign_up(new_context().new_page(), "Wachtel")
    against_bot(page)
    expect(page.locator("#hand .card").first).to_be_visible()  # its socket is open
    table = page.url
    tab = page.context.new_page()
    tab.goto("/konto/anmelden/")
    expect(tab.get_by_text("ziehen deine Tische mit um")).to_be_visible()
    log_in(tab, "Wachtel")
    expect(tab.get_by_text("Was du als Gast begonnen hast, gehört jetzt zu deinem Konto.")).to_be_visible()
    page.bring_to_front()
    expect(page.locator("#table[data-kept]")).to_be_attached()
    expect(page.locator("#hand .card").first).to_be_visible()
    assert page.url == table


def test_a_new_password_by_mail_and_an_old_link(page: Page, site: RunningSite) -> None:
    """QUA-3.17: the link works once, and then says what to do."""
    sign_up(page, "Eisvogel", "eisvogel@example.org")
    page.goto(link_in(mail_to(page, site, "eisvogel@example.org")))
    page.get_by_role("button", name="Ja, bestätigen").click()
    expect(page.get_by_text("eisvogel@example.org ist bestätigt.")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/konto/anmelden/")
    page.get_by_role("link", name="Passwort vergessen?").click()
    seen = site.output.count("To: eisvogel@example.org")
    fill(page, Bestätigte="eisvogel@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sieh in dein Postfach")
    wait_until(page, lambda: site.output.count("To: eisvogel@example.org") > seen)
    link = link_in(mail_to(page, site, "eisvogel@example.org"))
    page.goto(link)
    fill(page, Neues=NEW)
    expect(page.get_by_role("heading", level=1)).to_have_text("Dein neues Passwort gilt")
    log_in(page, "Eisvogel", NEW)
    expect(page.get_by_text("Willkommen zurück, Eisvogel.")).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Dieser Link gilt nicht mehr")
    expect(page.get_by_role("link", name="Neuen Link anfordern")).to_be_visible()


def test_a_second_factor_is_set_up_and_asked_for(page: Page, new_context: NewContext) -> None:
    """QUA-4.7, with codes computed as an app does."""
    sign_up(page, "Rohrdommel")
    page.goto("/konto/zweiter-faktor/")
    page.get_by_role("link", name="App einrichten").click()
    fill(page, Dein=PASSWORD)
    picture = page.get_by_role("img", name=re.compile("QR-Code"))
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    secret = page.locator("#secret").inner_text()
    fill(page, Code="000000")
    expect(page.get_by_role("alert")).to_contain_text("Dieser Code stimmt nicht")
    assert page.locator("#secret").inner_text() == secret
    fill(page, Code=code(secret))
    expect(page.locator("#codes li")).to_have_count(10)
    spare = page.locator("#codes li").first.inner_text()
    other = new_context().new_page()
    log_in(other, "Rohrdommel")
    expect(other.get_by_role("heading", level=1)).to_have_text("Zweiter Faktor")
    fill(other, Code=code(secret, 1))
    expect(other.get_by_text("Willkommen zurück, Rohrdommel.")).to_be_visible()
    third = new_context().new_page()
    log_in(third, "Rohrdommel")
    fill(third, Code=spare)
    expect(third.get_by_text("Willkommen zurück, Rohrdommel.")).to_be_visible()


def test_a_session_is_ended_from_another_device_and_its_table_with_it(page: Page, new_context: NewContext) -> None:
    """QUA-3.18: the table that is open there shows no more than a spectator sees."""
    sign_up(page, "Blaumeise")
    phone = new_context().new_page()
    log_in(phone, "Blaumeise")
    against_bot(phone)
    expect(phone.locator("#hand .card").first).to_be_visible()
    page.goto("/konto/sitzungen/")
    expect(page.locator("#devices li")).to_have_count(2)
    page.locator("#devices li").last.get_by_role("button").click()
    expect(page.get_by_text("Eine Sitzung ist beendet.")).to_be_visible()
    expect(phone.locator("#hand")).to_be_hidden()
    phone.goto("/einstellungen/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Anmelden")


def test_what_a_table_remembers_is_known_on_another_device(page: Page, new_context: NewContext) -> None:
    """UX-11."""
    sign_up(page, "Goldammer")
    against_bot(page)
    tip = page.locator(".tip")
    expect(tip).to_be_visible()
    with page.expect_response("**/einstellungen/tisch/") as answer:
        tip.get_by_role("button").click()
    assert answer.value.status == 204
    phone = new_context().new_page()
    log_in(phone, "Goldammer")
    phone.goto(page.url)
    expect(phone.locator("#hand .card").first).to_be_visible()
    expect(phone.locator(".tip")).to_have_count(0)
    phone.goto("/einstellungen/")
    expect(phone.get_by_label("Hinweise zu neuen Aufforderungen zeigen")).not_to_be_checked()


@pytest.mark.parametrize(("width", "scheme"), part(product((320, 1440), ("light", "dark")), 2))
def test_nothing_sticks_out(new_context: NewContext, width: int, scheme: str) -> None:
    """UX-6.1, also with very large letters and in high contrast."""
    page = new_context(viewport={"width": width, "height": 640}, color_scheme=scheme).new_page()
    page.goto("/konto/anmelden/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    against_bot(page)
    for theme in ("wie im System", "hoher Kontrast"):
        page.goto("/einstellungen/")
        page.get_by_label(theme).check()
        page.get_by_label("sehr groß").check()
        page.get_by_role("button", name="Einstellungen speichern").click()
        for path in ("/einstellungen/", "/konto/behalten/", "/konto/abmelden/", "/konto/anmelden/", "/"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_passkey_is_added_and_logs_in(browser: Browser, site: RunningSite) -> None:
    """QUA-4.7: passkeys need a name for the site, so this is not the address of the other tests."""
    context = browser.new_context(base_url=site.url.replace("127.0.0.1", "localhost"), locale="de-DE")
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if "Content Security Policy" in message.text else None)
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_up(page, "Kleiber")
    page.goto("/konto/passkeys/neu/")
    fill(page, Dein=PASSWORD)
    page.get_by_label("Name des Passkeys").fill("Telefon")
    page.get_by_label("Damit auch ohne Passwort anmelden").check()
    page.locator("#passkey-add").click()
    expect(page.locator("#codes li")).to_have_count(10)
    page.goto("/konto/zweiter-faktor/")
    expect(page.get_by_text("Telefon", exact=True)).to_be_visible()
    context.clear_cookies()
    page.goto("/konto/anmelden/")
    page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect(page.get_by_text("Willkommen zurück, Kleiber.")).to_be_visible()
    context.clear_cookies()
    log_in(page, "Kleiber")
    expect(page.get_by_role("heading", level=1)).to_have_text("Zweiter Faktor")
    page.get_by_role("button", name="Passkey benutzen").click()
    expect(page.get_by_text("Willkommen zurück, Kleiber.")).to_be_visible()
    page.goto("/konto/zweiter-faktor/")
    page.get_by_role("link", name="Passkey Telefon entfernen").click()
    fill_again = page.get_by_label("Dein Passwort")
    if fill_again.count():
        fill(page, Dein=PASSWORD)
    page.get_by_role("button", name="Passkey entfernen").click()
    expect(page.get_by_text("Der Passkey ist entfernt.")).to_be_visible()
    assert troubles == []
    context.close()


def test_where_there_is_no_passkey_it_is_said(page: Page) -> None:
    page.goto("/konto/anmelden/")
    page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect(page.get_by_text("Der Passkey ist nicht angekommen")).to_be_visible()


def test_an_account_is_deleted(page: Page) -> None:
    """QUA-5: the running game is given up, and the name is free again."""
    sign_up(page, "Bachstelze")
    against_bot(page)
    table = page.url
    page.goto("/konto/loeschen/")
    fill_in = page.get_by_label("Dein Passwort")
    fill_in.fill(PASSWORD)
    page.get_by_role("button", name="Konto für immer löschen").click()
    expect(page.get_by_text("Dein Konto ist gelöscht.")).to_be_visible()
    page.goto(table)
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("Bachstelze")
    sign_up(page, "Bachstelze")
