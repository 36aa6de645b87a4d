"""Every route, method and role, and what comes of it (QUA-3.8, QUA-3.10, QUA-3.20, QUA-4.3 to QUA-4.5).

What is expected is one table, `walk.txt` beside this file. Written anew by `WALK=write`; then look at the difference.
All of it is asked with `TESTS=full` (tests/sizes.py); otherwise the administration, and what a route leads to beside its first
example, by some of the roles, which are others each day.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client

from config.middleware import PERMISSIONS_POLICY
from tests import routes
from tests.config.test_pages import POLICY
from tests.sizes import FULL, part
from tests.world import ROLES, World

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).with_name("walk.txt")
METHODS = ("GET", "POST")
WRITE = os.environ.get("WALK") == "write"
SOME = 3
"""One in so many roles, or examples, where not all are asked."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
    "X-Frame-Options": "DENY",
}


def browser(world: World, role: str, *, csrf: bool = False) -> Client:
    """Somebody of this role."""
    client = Client(enforce_csrf_checks=csrf, raise_request_exception=False, headers={"accept-language": "de"})
    if role in world["sessions"]:
        client.cookies[settings.SESSION_COOKIE_NAME] = world["sessions"][role]
    return client


def ask(client: Client, method: str, address: str) -> Any:
    """A request of which nothing stays."""
    kept = {name: cookie.value for name, cookie in client.cookies.items()}
    with transaction.atomic():
        response = getattr(client, method.lower())(address)
        transaction.set_rollback(True)
    client.cookies.clear()
    client.cookies.load(kept)
    check_policies(response, address)
    return response


def check_policies(response: Any, address: str) -> None:
    """QUA-4.3 to QUA-4.5: on pages, redirects, files and errors, the administration too; no script gets at a cookie."""
    policy, headers = POLICY, HEADERS
    if address.endswith("/einbetten/") and response.status_code == 200:  # made to stand in pages of others (RNK-7.15)
        policy = POLICY - {"frame-ancestors 'none'"} | {"frame-ancestors *"}
        headers = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}
        assert "X-Frame-Options" not in response
    assert set(response["Content-Security-Policy"].split("; ")) == policy, address
    assert {header: response[header] for header in headers} == headers, address
    for cookie in filter(lambda cookie: cookie.value, response.cookies.values()):
        assert (cookie["samesite"], bool(cookie["httponly"])) == ("Lax", True), (address, cookie.key)
        assert cookie.key.startswith("kartenhaus_") or cookie.key == "messages", (address, cookie.key)


def asked(world: World) -> Iterator[tuple[str, str, bool]]:
    """Name and address of each example of each route, and whether it is the first one of a page of the site."""
    for route in routes.all_routes():
        for number, (what, address) in enumerate(routes.examples(route, world).items()):
            yield f"/{route.pattern} {what}".strip(), address, number == 0 and not route.is_admin


def test_every_route_answers_as_the_table_says(world: World) -> None:
    """One line a method and example: the statuses by role. A route that is not in the table is a difference.

    Every answer is looked at for the policies as well (`check_policies`).
    """
    browsers = {role: browser(world, role) for role in ROLES}
    found: dict[str, dict[str, str]] = {}
    for turn, (name, address, first) in enumerate(asked(world)):
        roles = ROLES if first or WRITE else part(ROLES, SOME, turn)
        for method in METHODS:
            found[f"{method:4} {name}"] = {role: str(ask(browsers[role], method, address).status_code) for role in roles}
    if WRITE:
        lines = [f"# {' '.join(ROLES)}", *(f"{name}: {' '.join(statuses.values())}" for name, statuses in found.items())]
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = expectations()
    assert sorted(found.keys() - expected.keys()) == [], "not in walk.txt"
    assert sorted(expected.keys() - found.keys()) == [], "in walk.txt only"
    wanted = {name: {role: expected[name][role] for role in statuses} for name, statuses in found.items()}
    assert {name: statuses for name, statuses in found.items() if statuses != wanted[name]} == {}, "not as in walk.txt"
    assert not [name for name, statuses in found.items() if any(status[0] == "5" for status in statuses.values())], (
        "no route may fail"
    )


def expectations() -> dict[str, dict[str, str]]:
    """What the table says, by role."""
    head, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    assert head == f"# {' '.join(ROLES)}"
    return {
        name: dict(zip(ROLES, statuses.split(), strict=True)) for name, _, statuses in (line.rpartition(": ") for line in lines)
    }


def test_nothing_is_done_without_a_token(world: World) -> None:
    """QUA-3.10: log-in, log-out and making a guest are no exceptions; nor are routes that take no forms at all."""
    for role in ("anonymous", "seat", "superuser"):
        client = browser(world, role, csrf=True)
        every = list(asked(world))
        chosen = [one for one in every if one[2]] + part([one for one in every if not one[2]], SOME)
        answers = {name: ask(client, "POST", address).status_code for name, address, _ in (every if FULL else chosen)}
        assert {name: status for name, status in answers.items() if status != 403} == {}


def page_of(response: Any, address: str) -> str:
    """What a page says, without what differs by its address and by chance."""
    text = response.content.decode()
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
    return text.replace(address, "/")


def test_strangers_cannot_tell_what_is_private_from_what_is_not_there(world: World) -> None:
    """QUA-3.8: invitations that are wrong, and lines of a room that one does not hear, are as good as not there."""
    for role in ("anonymous", "guest", "player"):
        alike_for(world, role)


def alike_for(world: World, role: str) -> None:
    """What is private, and what is not there, to one of them."""
    client, tables, line = browser(world, role), world["tables"], world["objects"]["chatline"]
    running = tables[f"running_{world['games'][0]}"]
    pairs = [
        (f"/tisch/{tables['waiting']}/mit/{'A' * 22}/", f"/tisch/zzzzzzzzzz/mit/{'A' * 22}/"),
        (f"/tisch/{running}/mit/{world['invite']}/", f"/tisch/zzzzzzzzzz/mit/{world['invite']}/"),
    ]
    for private, missing in pairs:
        one, other = ask(client, "GET", private), ask(client, "GET", missing)
        assert (one.status_code, other.status_code) == (404, 404)
        assert page_of(one, private) == page_of(other, missing)
    report = {"reason": "spam"}
    answers = []
    for address in (f"/tisch/{running}/chat/{line}/melden/", f"/tisch/{running}/chat/999999/melden/"):
        with transaction.atomic():
            response = client.post(address, report)
            transaction.set_rollback(True)
        answers.append((response.status_code, page_of(response, address)))
    assert answers[0] == answers[1]


BAD = ("zzzzzzzzzz", "0", "a" * 300, "%00", "..%2f..%2fetc", "%ff", "%CE%A9", "-1", "1e9", "null", "%F0%9F%83%8F", "%E2%80%AE")


def test_malformed_names_are_not_found(world: World) -> None:
    """QUA-3.3, QUA-3.8, QUA-3.13: whatever stands where a name should be, the page is not there, and nothing fails."""
    admin = settings.ADMIN_PATH
    for role in ("anonymous", "superuser"):
        client = browser(world, role)
        for bad in BAD:
            site: tuple[str, ...] = (
                f"tisch/{bad}/",
                f"tisch/{bad}/mit/{bad}/",
                f"neu/{bad}/",
                f"profil/{bad}/",
                f"texte/de/{bad}.{bad}.json",
                f"bestenlisten/{bad}/",
                f"bestenlisten/emotrions.{bad}/ewig/",
                f"bestenlisten/emotrions.duel/{bad}/",
                f"bestenlisten/emotrions.duel/saison-{bad}/liste.csv",
                f"bestenlisten/laufbahn/{bad}/",
                f"api/v1/{bad}",
            )
            site += tuple(f"decks/{part}/" for part in (bad, f"kameloh/mit/{bad}", f"kameloh/fertig/{bad}"))
            staff = (f"{admin}tables/table/{bad}/change/", f"{admin}accounts/user/{bad}/change/", f"{admin}{bad}/")
            answers = {address: ask(client, "GET", f"/{address}").status_code for address in (*site, *staff)}
            assert {address: status for address, status in answers.items() if status not in (302, 400, 404)} == {}
            assert not [address for address in site if answers[address] == 302]
