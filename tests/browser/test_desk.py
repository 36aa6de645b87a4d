"""Organisers in browsers (RNK-7.1, RNK-7.13): a tournament from its draft to an overridden result, with the keyboard alone."""

from __future__ import annotations

import os
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.people import logged_in
from tests.running_site import RunningSite

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}


def press(page: Page, name: str, exact: bool = True) -> None:
    """Push a button by the keyboard."""
    button = page.get_by_role("button", name=name, exact=exact).first
    button.focus()
    page.keyboard.press("Enter")


def room(page: Page, name: str) -> None:
    """Go to another page of organisers."""
    page.get_by_role("navigation", name="Turnierleitung").get_by_role("link", name=name, exact=True).click()


def organise(page: Page, name: str, bots: int) -> None:
    """A draft that is open, with bots in it."""
    page.goto("/turniere/neu/?spiel=emotrions")
    page.get_by_label("Name", exact=True).fill(name)
    press(page, "Entwurf anlegen")
    expect(page.get_by_role("heading", name="Stand: Entwurf")).to_be_visible()
    press(page, "Anmeldung öffnen")
    expect(page.get_by_text("Alle, die es sehen dürfen")).to_be_visible()
    press(page, "Anmeldung öffnen")
    room(page, "Teilnehmende")
    page.get_by_label("Wie viele?").fill(str(bots))
    press(page, "Auffüllen")
    expect(page.locator(".person")).to_have_count(bots)


def seeds(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".seedlist__name").all_inner_texts()]


def moved(order: list[str], name: str, place: int) -> list[str]:
    """The order, with somebody put on a place."""
    others = [one for one in order if one != name]
    return [*others[: place - 1], name, *others[place - 1 :]]


def test_a_tournament_from_draft_to_override(new_context: NewContext, site: RunningSite) -> None:
    """Somebody is first in the list and never turns up, so that the first match waits while the bots play theirs."""
    me = "Ingeborg"
    page = logged_in(new_context(locale="de-DE", viewport=WIDE, reduced_motion="reduce"), site).new_page()
    organise(page, "Achterpokal", 7)
    player = logged_in(new_context(locale="de-DE"), site, me).new_page()
    player.goto(re.sub(r"(/turniere/[^/]+/).*", r"\1", page.url))
    press(player, "Teilnehmen")
    expect(player.get_by_role("button", name="Teilnehmen")).to_have_count(0)
    player.close()
    page.reload()
    expect(page.locator(".person")).to_have_count(8)
    room(page, "Setzliste")
    wanted = seeds(page)
    bot = next(name for name in wanted if name != me)
    wanted = moved(wanted, bot, place := wanted.index(bot) + 3)
    press(page, f"nach unten: {bot}")
    press(page, f"nach unten: {bot}")
    assert seeds(page) == wanted
    expect(page.locator("[data-said]")).to_have_text(f"{bot} steht jetzt auf Platz {place}.")
    page.get_by_label(f"Setzplatz: {me}").fill("1")
    page.keyboard.press("Tab")
    wanted = moved(wanted, me, 1)
    assert seeds(page) == wanted
    press(page, "Reihenfolge speichern")
    expect(page.get_by_text("Die Setzliste ist gespeichert.")).to_be_visible()
    assert seeds(page) == wanted
    page.locator(".seedlist li").nth(0).drag_to(page.locator(".seedlist li").nth(1))
    assert seeds(page)[:2] == [wanted[1], wanted[0]]
    room(page, "Ablauf")
    press(page, "Turnier beginnen")
    expect(page.get_by_text("8 nehmen teil.")).to_be_visible()
    press(page, "Turnier beginnen")
    expect(page.get_by_role("heading", name="Stand: läuft")).to_be_visible()
    room(page, "Begegnungen")
    expect(page.locator(".fixture")).to_have_count(7)
    page.get_by_role("link", name="W1.1", exact=True).click()
    enter(page, me, "Am Brett gespielt")
    room(page, "Ablauf")
    press(page, "Unterbrechen")  # so that the round after it is not called meanwhile
    expect(page.get_by_text("Laufende Partien gehen weiter")).to_be_visible()
    press(page, "Unterbrechen")
    expect(page.get_by_role("heading", name="Stand: unterbrochen")).to_be_visible()
    room(page, "Begegnungen")
    page.get_by_role("link", name="W1.1", exact=True).click()
    heading = page.locator("#stand-h").inner_text()
    other = next(name for name in heading.split(" – ") if name != me)
    enter(page, other, "Zettel vertauscht")
    expect(page.locator("section", has=page.locator("#stand-h"))).to_contain_text("Zettel vertauscht")
    room(page, "Protokoll")
    expect(page.get_by_text("Ergebnis eingetragen").first).to_be_visible()


def enter(page: Page, winner: str, why: str) -> None:
    """A result, with its reason."""
    page.get_by_role("radio", name=winner, exact=True).check()
    press(page, "Weiter", exact=False)
    expect(page.get_by_label("Grund")).to_be_visible()
    for choice in page.get_by_role("radio", name="zählt nicht und wird neu gespielt").all():
        choice.check()
    page.get_by_label("Grund").fill(why)
    page.get_by_role("button", name=re.compile("^(Eintragen|Ergebnis ändern)$")).press("Enter")
    expect(page.get_by_text("Das Ergebnis steht.")).to_be_visible()


def test_without_script_seeds_are_numbers(new_context: NewContext, site: RunningSite) -> None:
    page = logged_in(new_context(locale="de-DE", viewport=NARROW, java_script_enabled=False), site).new_page()
    organise(page, "Ohne Skript", 3)
    room(page, "Setzliste")
    before = seeds(page)
    expect(page.get_by_role("button", name=re.compile("nach unten"))).to_have_count(0)
    for name, number in zip(before, ("3", "1", "2"), strict=True):
        page.get_by_label(f"Setzplatz: {name}").fill(number)
    press(page, "Reihenfolge speichern")
    expect(page.get_by_text("Die Setzliste ist gespeichert.")).to_be_visible()
    assert seeds(page) == [before[1], before[2], before[0]]


def test_only_what_concerns_a_format_is_asked(new_context: NewContext, site: RunningSite) -> None:
    page = logged_in(new_context(locale="de-DE", viewport=NARROW), site).new_page()
    page.goto("/turniere/neu/?spiel=emotrions")
    page.get_by_text("mehr Einstellungen").click()
    part = page.locator("[data-part=stage0]")
    expect(part.get_by_label("Spiel um Platz 3")).to_be_visible()
    expect(part.get_by_label("Gruppen", exact=True)).to_be_hidden()
    page.get_by_label("Turnierart").select_option("round_robin")
    expect(part.get_by_label("Gruppen", exact=True)).to_be_visible()
    expect(part.get_by_label("Spiel um Platz 3")).to_be_hidden()
    following = page.locator("[data-part=stage1]")
    expect(following.get_by_label("Spiel um Platz 3")).to_be_hidden()
    following.get_by_label("Danach folgt").select_option("single")
    expect(following.get_by_label("Spiel um Platz 3")).to_be_visible()
    third = page.locator("[data-part=stage2]")
    expect(third.get_by_label("Spiel um Platz 3")).to_be_hidden()
    following.get_by_label("Danach folgt").select_option("swiss")
    third.get_by_label("Danach folgt").select_option("single")
    expect(third.get_by_label("Spiel um Platz 3")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Drei Abschnitte")
    for name in ("s0.qualify", "s1.qualify"):
        page.locator(f'[name="{name}"]').fill("2")
    page.get_by_label("Plätze", exact=True).fill("16")
    more = part.get_by_label("Dazunehmen", exact=True)
    more.select_option(label="Siege am Tisch")
    more.select_option(label="Sonneborn-Berger")
    expect(part.locator(".tielist li")).to_contain_text(["Siege am Tisch", "Sonneborn-Berger"])
    part.get_by_role("button", name="weiter nach vorn: Sonneborn-Berger").click()
    expect(part.locator(".tielist li")).to_contain_text(["Sonneborn-Berger", "Siege am Tisch"])
    expect(part.locator('[name="s0.tie_breaks"]')).to_have_value("SB WIN")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/form-390.png", full_page=True)
    press(page, "Entwurf anlegen")
    expect(page.get_by_role("heading", name="Stand: Entwurf")).to_be_visible()
    page.get_by_role("navigation", name="Seiten des Turniers").get_by_role("link", name="Regeln").click()
    expect(page.get_by_text("Sonneborn-Berger, dann Siege am Tisch")).to_be_visible()
