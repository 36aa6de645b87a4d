"""Whole tournaments as organisers run them, from the first form to the medals: a no-show, a correction, a withdrawal (RNK-7)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.people import logged_in
from tests.browser.test_desk import NARROW, WIDE, enter, press, room
from tests.running_site import RunningSite, run_command

PEOPLE = """
from accounts.models import User
for name in {names}:
    User.objects.get_or_create(username=name)
"""
FOLDER = os.environ.get("SHOTS", "")
"""Where pictures to be looked at are put."""
REST = """
from leaderboards.tournaments.models import Tournament
from tests.events import decide
row = Tournament.objects.get(pk="{event}")
decide(row, row.owner)
"""
"""All that is left is played: the first side wins."""


def shell(code: str, site: RunningSite) -> None:
    done = run_command("shell", "--no-imports", "-c", code, var=site.var)
    assert done.returncode == 0, done.stderr


def begin(page: Page, game: str, preset: str, kind: str, names: list[str]) -> str:
    """From the form to the first call; the key of the tournament."""
    page.goto(f"/turniere/neu/?spiel={game}")
    page.get_by_label("Name", exact=True).fill("Abendturnier")
    page.get_by_label("Vorlage").select_option(preset)
    page.get_by_label("Turnierart").select_option(kind)
    press(page, "Entwurf anlegen")
    press(page, "Anmeldung öffnen")
    expect(page.get_by_text("Alle, die es sehen dürfen")).to_be_visible()
    press(page, "Anmeldung öffnen")
    room(page, "Teilnehmende")
    page.get_by_label("Namen von Konten, einer je Zeile").fill("\n".join(names))
    press(page, "Eintragen")
    expect(page.locator(".person")).to_have_count(len(names))
    room(page, "Ablauf")
    press(page, "Turnier beginnen")
    expect(page.get_by_text(f"{len(names)} nehmen teil.")).to_be_visible()
    press(page, "Turnier beginnen")
    expect(page.get_by_role("heading", name="Stand: läuft")).to_be_visible()
    return page.url.partition("/turniere/")[2].partition("/")[0]


def called(page: Page, number: int) -> list[str]:
    """Look at one of the matches that are called; who meets there."""
    room(page, "Begegnungen")
    page.locator(".fixture", has_text="aufgerufen").nth(number).get_by_role("link").first.click()
    return page.locator("#stand-h").inner_text().split(" – ")


def no_show(page: Page, number: int) -> None:
    """Somebody has not come; going back from the question asks again and does nothing."""
    absent = called(page, number)[1]
    page.get_by_role("checkbox", name=absent, exact=True).check()
    press(page, "Kampflos werten")
    expect(page.get_by_text(f"Nicht angetreten: {absent}.")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Länger warten")).to_be_visible()
    page.go_forward()
    expect(page.get_by_text(f"Nicht angetreten: {absent}.")).to_be_visible()
    page.get_by_label("Grund").fill("Nicht gekommen")
    press(page, "So werten")
    expect(page.get_by_text("Kampflos gewertet.")).to_be_visible()


def correct(page: Page, number: int) -> None:
    """A result, and another one in its place, which says what there was before."""
    names = called(page, number)
    enter(page, names[0], "Am Brett gespielt")
    page.get_by_role("radio", name=names[1], exact=True).check()
    press(page, "Weiter", exact=False)
    expect(page.get_by_text(f"Bisher: {names[0]} gewinnt")).to_be_visible()
    page.go_back()
    enter(page, names[1], "Zettel vertauscht")


def withdraw(page: Page, number: int) -> str:
    """Somebody who is called goes home."""
    leaver = called(page, number)[0]
    room(page, "Teilnehmende")
    person = page.locator(".person", has=page.locator(f'b:text-is("{leaver}")'))
    person.locator("summary").click()
    person.get_by_role("button", name=re.compile("^Abmelden")).click()
    page.get_by_label("Grund").fill("Der letzte Zug fährt")
    press(page, "Abmelden")
    expect(page.get_by_text(f"{leaver} ist nicht mehr dabei.")).to_be_visible()
    return leaver


@pytest.mark.parametrize(
    ("game", "preset", "kind", "count"), [("kameloh", "kameloh.cup", "double", 8), ("emotrions", "emotrions.duel", "swiss", 9)]
)
def test_from_the_form_to_the_medals(
    new_context: NewContext, site: RunningSite, game: str, preset: str, kind: str, count: int
) -> None:
    names = [f"{kind.title()}{number}" for number in range(1, count + 1)]
    shell(PEOPLE.format(names=names), site)
    context = logged_in(new_context(locale="de-DE", viewport=WIDE, reduced_motion="reduce"), site)
    page = context.new_page()
    event = begin(page, game, preset, kind, names)
    no_show(page, 0)
    correct(page, 0)
    leaver = withdraw(page, 0)
    looks(new_context, event, kind, "mid")
    shell(REST.format(event=event), site)
    page.goto(f"/turniere/{event}/leitung/")
    expect(page.get_by_role("heading", name="Stand: beendet")).to_be_visible()
    page.goto(f"/turniere/{event}/tabelle/")
    for place in (1, 2, 3):
        expect(page.locator(f".standings .medal--{place}").first).to_be_visible()
    expect(page.locator(".standings tr", has_text=leaver)).to_contain_text("zurückgezogen")
    room_of_all = page.get_by_role("navigation", name="Seiten des Turniers")
    room_of_all.get_by_role("link", name="Teilnehmende").click()
    assert page.locator("tbody .medal").count() >= 3
    looks(new_context, event, kind, "end")


def looks(new_context: NewContext, event: str, kind: str, when: str) -> None:
    """Nothing is wider than a telephone, and names stay in sight beside figures; wide and dark for pictures alone."""
    for scheme in ("light", "dark") if FOLDER else ("light",):
        for size in (NARROW, WIDE) if FOLDER else (NARROW,):
            page = new_context(locale="de-DE", viewport=size, color_scheme=scheme, reduced_motion="reduce").new_page()
            for part in ("", "grossansicht/", "runden/", "tabelle/"):
                page.goto(f"/turniere/{event}/{part}")
                assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
                if FOLDER:
                    name = f"{kind}-{when}-{part.strip('/') or 'first'}-{size['width']}-{scheme}.png"
                    page.screenshot(path=Path(FOLDER) / name, full_page=True)
            page.locator(".table-wrap").first.evaluate("wrap => { wrap.scrollLeft = 400; }")
            name_of_first = page.locator('.standings tbody th[scope="row"]').first.bounding_box()
            assert name_of_first is not None
            assert 0 <= name_of_first["x"] < size["width"] / 2
            page.context.close()
