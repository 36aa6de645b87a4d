"""Settings: how the site looks, and what tables remember on every device (UX-11, UX-7.5)."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from tests.accounts.people import in_browser, someone

pytestmark = pytest.mark.django_db
SETTINGS, REMEMBER = "/einstellungen/", "/einstellungen/tisch/"
PUBLIC = ("in_lists", "show_ratings", "show_opponents", "show_results", "show_badges")
ALL = {"language": "", "theme": "", "text_size": "", "animation": ""} | dict.fromkeys(("coach", "letters", "chat", *PUBLIC), "on")


@pytest.mark.parametrize("who", ["guest", "user"])
def test_they_show_from_the_first_byte_on(who: str) -> None:
    """UX-7.5: the server says so, nothing flashes. Guests have them too."""
    user = guests.create_guest("de") if who == "guest" else someone()
    client = in_browser(user)
    chosen = {**ALL, "language": "en", "theme": "contrast", "text_size": "larger", "animation": "off"}
    assert client.post(SETTINGS, chosen).status_code == 302
    page = client.get("/").content.decode()
    assert '<html lang="en" data-theme="contrast" data-text="larger" data-motion="off">' in page
    client.post(SETTINGS, ALL)
    assert '<html lang="de">' in client.get("/", headers={"accept-language": "de"}).content.decode()


@pytest.mark.parametrize(("field", "value"), [("theme", "pink"), ("language", "xx"), ("text_size", "9"), ("animation", "<b>")])
def test_what_there_is_not_changes_nothing(field: str, value: str) -> None:
    user = someone()
    assert in_browser(user).post(SETTINGS, {**ALL, "theme": "dark", field: value}).status_code == 400
    user.refresh_from_db()
    assert user.theme == ""


def test_switches_are_what_tables_remember() -> None:
    user = someone()
    client = in_browser(user)
    User.objects.filter(pk=user.pk).update(table_memory={"coach": ["emotrions.play"], "letters": False})
    page = client.get(SETTINGS).content.decode()
    assert page.count("checked") == 4 + 1 + len(PUBLIC)  # four choices; of the switches at tables the chat alone
    client.post(SETTINGS, ALL)
    user.refresh_from_db()
    assert user.table_memory == {"coach": [], "letters": True}


def remember(client: Client, body: Any) -> int:
    """Send what a table remembers."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(REMEMBER, data, content_type="application/json").status_code


def test_a_table_remembers_and_tells_it_on_another_device() -> None:
    user = guests.create_guest("de")
    client = in_browser(user)
    assert remember(client, {"name": "letters", "value": False}) == 204
    assert remember(client, {"name": "coach", "value": ["emotrions.play"]}) == 204
    user.refresh_from_db()
    assert user.table_memory == {"letters": False, "coach": ["emotrions.play"]}
    table = client.post("/sofort/emotrions/").headers["Location"]
    assert '<script id="memory" type="application/json">{"letters": false, "coach": ["emotrions.play"]}</script>' in (
        in_browser(user).get(table).content.decode()
    )


def test_the_speed_chosen_at_a_table_is_that_of_the_settings() -> None:
    """UX-7.6: one value, wherever it is chosen."""
    user = someone()
    client = in_browser(user)
    assert remember(client, {"name": "motion", "value": "slow"}) == 204
    assert 'data-motion="slow"' in client.get(SETTINGS).content.decode()
    assert remember(client, {"name": "motion", "value": "normal"}) == 204
    assert remember(client, {"name": "mutes", "value": ["Mira", "Gast Nuss"]}) == 204
    assert remember(client, {"name": "confirm", "value": True}) == 204
    user.refresh_from_db()
    assert (user.animation, user.table_memory) == ("", {"mutes": ["Mira", "Gast Nuss"], "confirm": True})


@pytest.mark.parametrize(
    "body",
    [
        {"name": "letters", "value": "yes"},
        {"name": "motion", "value": "warp"},
        {"name": "motion", "value": ["slow"]},
        {"name": "mutes", "value": ["Mira", 3]},
        {"name": "mutes", "value": ["x"] * 51},
        {"name": "hidden", "value": True},
        {"name": "letters"},
        {"name": "password", "value": True},
        {"name": ["letters"], "value": True},
        {"name": "coach", "value": ["x" * 61]},
        {"name": "coach", "value": ["x"] * 201},
        {"name": "coach", "value": ["\x00"]},
        {"name": "coach", "value": "emotrions.play"},
        [],
        b"",
        b"{",
        b"[" * 100_000,
        b'{"name": "coach", "value": ["\\ud800"]}',
    ],
)
def test_nothing_else_is_remembered(body: Any) -> None:
    """QUA-3.3."""
    user = someone()
    assert remember(in_browser(user), body) == 400
    user.refresh_from_db()
    assert user.table_memory == {}


def test_strangers_have_no_settings(client: Client) -> None:
    assert client.get(SETTINGS).headers["Location"] == f"/konto/anmelden/?next={SETTINGS}"
    assert remember(client, {"name": "letters", "value": False}) == 302


def test_what_others_see_is_ones_own_choice() -> None:
    """RNK-3.3, RNK-3.6: being in lists, and each part of the profile."""
    user = someone()
    client = in_browser(user)
    assert client.post(SETTINGS, ALL).status_code == 302
    user.refresh_from_db()
    assert (user.in_lists, user.profile_hides) == (True, [])
    some = {name: value for name, value in ALL.items() if name not in ("in_lists", "show_badges", "show_ratings")}
    client.post(SETTINGS, some)
    user.refresh_from_db()
    assert (user.in_lists, user.profile_hides) == (False, ["ratings", "badges"])
    assert client.get(SETTINGS).content.decode().count("checked") == 4 + 3 + 2


def test_a_guest_has_no_profile_to_hide() -> None:
    user = guests.create_guest("de")
    client = in_browser(user)
    assert "in_lists" not in client.get(SETTINGS).content.decode()
    assert client.post(SETTINGS, ALL).status_code == 302
    user.refresh_from_db()
    assert (user.in_lists, user.profile_hides) == (True, [])
