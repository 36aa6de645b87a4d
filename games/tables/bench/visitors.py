"""People who come by the pages of the site: guests who open tables and sit down, with forms and cookies as a browser has."""

from __future__ import annotations

import http.client
import re
from typing import Any
from urllib.parse import urlencode, urlsplit

from games.tables.bench.wire import Address, Refused

PATIENCE = 60.0
"""Seconds after which a page is not expected any more."""

FORM = {"seats": "2", "preset": "", "score37": "on"}
"""Two players and a match to 37 points: as many moves at one table as there can be."""

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
INVITATION = re.compile(r'value="[^"]*(/tisch/[^/"]+/mit/[^/"]+/)"')


class Visitor:
    """One browser."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.place = urlsplit(site)
        self.cookies: dict[str, str] = {}
        self.token = ""

    @property
    def cookie(self) -> str:
        """The header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def line_to(self, table: str) -> Address:
        """Where this visitor's socket at a table goes."""
        return Address(self.site, table, self.cookie)

    def open_table(self, game: str) -> str:
        """Open a table for two; returns its address."""
        return self._post(f"/neu/{game}/", FORM)

    def invitation(self, table: str) -> str:
        """The address of the invitation to an own table."""
        found = INVITATION.search(self._get(table))
        if found is None:
            raise Refused(f"{table}: no invitation is shown")
        return found[1]

    def accept(self, invitation: str) -> None:
        """Sit down."""
        self._post(invitation, {})

    def _get(self, path: str) -> str:
        status, _, page = self._request("GET", path)
        if status != http.client.OK:
            raise Refused(f"GET {path}: status {status}")
        return page

    def _post(self, path: str, fields: dict[str, str]) -> str:
        """Send the form that is on this page; returns where it leads."""
        if not self.token:
            found = TOKEN.search(self._get(path))
            self.token = found[1] if found else ""
        status, headers, _ = self._request("POST", path, urlencode({**fields, "csrfmiddlewaretoken": self.token}))
        if status != http.client.FOUND:
            raise Refused(f"POST {path}: status {status}")
        self.token = ""  # whoever becomes a guest by this gets a new one
        return str(headers["Location"])

    def _request(self, method: str, path: str, body: str | None = None) -> tuple[int, Any, str]:
        kind = http.client.HTTPSConnection if self.place.scheme == "https" else http.client.HTTPConnection
        line = kind(self.place.hostname or "", self.place.port, timeout=PATIENCE)
        headers = {"Cookie": self.cookie, "Origin": self.site, "Referer": f"{self.site}{path}"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, body, headers)
            response = line.getresponse()
            page = response.read().decode()
        finally:
            line.close()
        for value in response.headers.get_all("Set-Cookie") or ():
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return response.status, response.headers, page


def open_table(owner: Visitor, other: Visitor, game: str) -> str:
    """A table at which both sit and the game has begun; returns its id."""
    table = owner.open_table(game)
    other.accept(owner.invitation(table))
    return table.split("/")[2]
