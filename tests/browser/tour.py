"""All pages of the running site, found from its routes: which there are, who may see them, and how to come to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import BrowserContext, Page, Route

from tests import routes
from tests.world import World

ERRORS = "/fehlerseite/"
"""Where the error pages are shown: there is no address at which the site fails on purpose."""

VISITORS = ("anonymous", "seat", "guest", "superuser")
"""As whom pages are looked at: by strangers and by somebody who sits at the tables; what neither may see, by the others."""


@dataclass(frozen=True)
class Stop:
    """A page, and as whom it is looked at."""

    name: str
    address: str
    role: str

    @property
    def is_admin(self) -> bool:
        """Whether it is a page of the administration."""
        return self.address.startswith(f"/{settings.ADMIN_PATH}")


def enter(context: BrowserContext, world: World, role: str, url: str) -> BrowserContext:
    """Be logged in as somebody of this role."""
    if role in world["sessions"]:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": world["sessions"][role], "url": url}])
    context.route(f"**{ERRORS}*", _show_error)
    return context


def stops(contexts: dict[str, BrowserContext], world: World, url: str) -> Iterator[Stop]:
    """Every page of the site with everybody by whom it is looked at, and the error pages."""
    for route in routes.all_routes():
        if route.pattern.endswith("/history/") and "/user/" not in route.pattern:
            continue  # one page of Django's, the same for all
        for what, address in routes.examples(route, world).items():
            name = f"{route.pattern} {what}".strip() or "home"
            roles = ("superuser", "anonymous") if route.is_admin else VISITORS
            seen = 0
            for role in roles:
                if seen < (2 if role == "seat" else 1) and is_page(contexts[role], url + address):
                    yield Stop(name, address, role)
                    seen += 1
    for template in error_pages():
        yield Stop(f"error {template}", ERRORS + template, "anonymous")


def is_page(context: BrowserContext, address: str) -> bool:
    """Whether this is answered with a page, and not with a file, a part of a page, a form's address, or another page."""
    answer = context.request.get(address, max_redirects=0)
    is_html = answer.status == 200 and answer.headers.get("content-type", "").startswith("text/html")
    return is_html and "<html" in answer.text()


def error_pages() -> list[str]:
    """Templates named for what went wrong, as Django looks for them."""
    return sorted(path.name for path in Path(settings.BASE_DIR / "templates").glob("[0-9]*.html"))


def visit(page: Page, stop: Stop, url: str, language: str = "de", *, chat: bool = False) -> None:
    """Come to a page in a language and wait until it is all there; at a table with the chat open, if wished."""
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": url}])
    page.goto(stop.address)
    if page.locator("#table").count():
        page.locator("#prompt[aria-busy]").wait_for()
        button = page.locator(".tools__chat[aria-expanded=false]")
        if chat and button.count() and button.is_visible():
            button.click()
    page.evaluate("document.fonts.ready")


def _show_error(route: Route) -> None:
    """An error page as the site would send it."""
    name = route.request.url.rpartition("/")[2]
    cookie = str(route.request.headers.get("cookie", ""))
    language = "en" if f"{settings.LANGUAGE_COOKIE_NAME}=en" in cookie else "de"
    request: Any = RequestFactory().get("/")
    request.csp_nonce = ""
    with translation.override(language):
        body = render_to_string(name, {"minutes": 5, "request": request})
    route.fulfill(status=200, content_type="text/html; charset=utf-8", body=body)
