"""Awkward strings through every text field of every form (QUA-3.7): an honest answer, and no markup comes back.

Each form gets some of the strings, others each day, and all of them with `TESTS=full` (tests/sizes.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from tests import awkward, routes
from tests.config.test_walk import browser
from tests.sizes import part
from tests.world import World

pytestmark = pytest.mark.django_db

TEXTUAL = {"text", "search", "email", "url", "tel", "textarea", "password", "date", "time"}
RAW = ("<script>window.", "<img src=x", '"><svg/onload', "</textarea><script")
"""What must never come back as it was sent."""

SOME, SOME_OF_STAFF = 4, 7
"""One in so many strings for a form, and examples beside the first of a route; the administration is all made by one library."""

VISITORS = ("anonymous", "guest", "seat", "superuser")


@dataclass
class Form:
    """A form on a page."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    textual: list[str] = field(default_factory=list)


class Forms(HTMLParser):
    """Finds the forms of a page, and what is filled in."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form begins, or has a field."""
        of = dict(attrs)
        if tag == "form":
            self.forms.append(Form(of.get("action") or "", (of.get("method") or "get").lower()))
            self.inside = True
        elif self.inside and of.get("name") and tag in {"input", "textarea", "select", "button"}:
            name, kind = str(of["name"]), "textarea" if tag == "textarea" else (of.get("type") or "text")
            if kind in {"radio", "checkbox"} and "checked" not in of:
                return
            self.forms[-1].fields[name] = of.get("value") or ""
            if tag in {"input", "textarea"} and kind in TEXTUAL:
                self.forms[-1].textual.append(name)

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        if tag == "form":
            self.inside = False


def forms(client: Client, address: str) -> list[Form]:
    """The forms of a page, their addresses made absolute."""
    response = client.get(address)
    if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
        return []
    parser = Forms()
    parser.feed(response.content.decode())
    for form in parser.forms:
        form.action = urljoin(address, form.action).partition("?")[0]
    return parser.forms


def send(client: Client, form: Form, text: str) -> tuple[int, str]:
    """Fill in all text fields alike; of what comes of it nothing stays."""
    filled = form.fields | dict.fromkeys(form.textual, text)
    with transaction.atomic():
        address = form.action if form.method == "post" else f"{form.action}?{urlencode(filled)}"
        response = client.post(address, filled) if form.method == "post" else client.get(address)
        transaction.set_rollback(True)
    is_page = response.get("Content-Type", "").startswith("text/html") and not response.streaming
    return response.status_code, response.content.decode() if is_page else ""


def way(address: str) -> str:
    """The route that an address leads to: the same form of two tournaments is one."""
    try:
        return resolve(address).route
    except Resolver404:
        return address


def test_every_text_field_bears_with_them(world: World) -> None:
    """Forms are found on the pages that the routes lead to, so a new one is tried by itself."""
    tried, fields, troubles = 0, set(), []
    seen: set[tuple[str, str, tuple[str, ...]]] = set()
    for role in VISITORS:
        client = browser(world, role)
        session = world["sessions"].get(role)
        for turn, route in enumerate(routes.all_routes()):
            if route.is_admin and role != "superuser":
                continue
            examples = list(routes.examples(route, world).values())
            for address in examples[:1] + part(examples[1:], SOME, turn):
                for form in forms(client, address):
                    key = (way(form.action), form.method, tuple(form.textual))
                    if not form.textual or key in seen:
                        continue
                    seen.add(key)
                    fields |= {f"{form.action} {name}" for name in form.textual}
                    for text in part(awkward.ALL, SOME_OF_STAFF if route.is_admin else SOME, len(seen)):
                        status, page = send(client, form, text)
                        if session:
                            client.cookies[settings.SESSION_COOKIE_NAME] = session
                        tried += 1
                        if status >= 500:
                            troubles.append(f"{form.action} {form.textual}: {status} for {text[:40]!r}")
                        troubles += [f"{form.action}: {text[:40]!r} is on the page" for raw in RAW if raw in page and raw in text]
    print(f"{tried} inputs tried in {len(fields)} fields, {len(troubles)} troubles")  # noqa: T201
    assert {"/konto/behalten/ username", "/konto/anmelden/ login"} <= fields
    assert any(address.endswith("tables/table/ q") for address in fields)
    assert troubles == []
