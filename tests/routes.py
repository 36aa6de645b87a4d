"""All addresses of the site, from the URL resolver, with an example of each: a new route is found by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from games import texts
from tests.world import World

ADMIN = settings.ADMIN_PATH
EVENT_PAGES = ("<table:event>", "runden", "tabelle")
"""Pages of tournaments that look different for each kind."""
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Route:
    """An address with parameters."""

    pattern: str
    """As written, with its parameters: what tables of tests name it by."""

    @property
    def parameters(self) -> list[str]:
        """Their names."""
        return PARAMETER.findall(self.pattern)

    @property
    def is_admin(self) -> bool:
        """Whether it is a page of the administration."""
        return self.pattern.startswith(ADMIN)


def all_routes() -> list[Route]:
    """Every route there is."""
    return sorted(set(_walk(get_resolver(), "")), key=lambda route: route.pattern)


def _walk(resolver: URLResolver, prefix: str) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        pattern = prefix + (str(entry.pattern) if isinstance(entry.pattern, RoutePattern) else _plain(str(entry.pattern)))
        if isinstance(entry, URLResolver):
            yield from _walk(entry, pattern)
        elif isinstance(entry, URLPattern):
            yield Route(pattern)


def _plain(regex: str) -> str:
    """A pattern of the older kind as one of the newer kind."""
    return re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<\1>", regex).strip("^$").replace(r"\Z", "")


def examples(route: Route, world: World) -> dict[str, str]:
    """What to ask for, by what it is an example of. Raises `LookupError` for a parameter that nobody has given one for."""
    if route.pattern == "texte/<str:language>/<slug:game>.<str:digest>.json":
        game = world["games"][0]
        return {"": f"/texte/de/{game}.{texts.catalogue_file(game, 'de')[0]}.json"}
    found: dict[str, str] = {"": route.pattern}
    for name in route.parameters:
        desk = "/leitung/" in route.pattern
        values = _at_the_desk(name, route, world["desk"]) if desk else _values(name, route, world)
        found = {
            f"{what} {label}".strip(): PARAMETER.sub(value, pattern, count=1)
            for what, pattern in found.items()
            for label, value in values.items()
        }
    return {what: f"/{pattern}" for what, pattern in found.items()}


def _events(route: Route, known: dict[str, str]) -> dict[str, str]:
    """Tournaments of all kinds for the pages on which they differ; of one kind for all others."""
    page = route.pattern.rstrip("/").rpartition("/")[2]
    if route.pattern.startswith("turniere/") and page in EVENT_PAGES:
        return known
    return {"": known["groups" if page == "kreuztabelle" else "swiss" if "paarung" in route.pattern else "double"]}


def _values(name: str, route: Route, world: World) -> dict[str, str]:
    """Examples of a parameter, by what they are examples of."""
    tables: dict[str, str] = world["tables"]
    if route.pattern.startswith("decks/"):
        own: dict[str, str] = world["decks"]
        if name not in own:
            raise LookupError(f"tests/world.py has no example of <{name}> in {route.pattern}")
        return {"": own[name]}
    known: dict[str, Any] = {
        "game": {slug: slug for slug in world["games"]},
        "invite": {"": world["invite"]},
        "app_label": {"": "tables"},
        "url": {"": "nirgends"},
        "content_type_id": {"": "1"},
        "name": {"": world["names"]["seat"]},
        "pool": {"": world["boards"]["pool"]},
        "word": {"": "ewig", "followed": "gefolgte", "season": world["boards"]["season"], "frozen": world["boards"]["frozen"]},
        "uidb36": {"": "1"},
        "key": {"": "c0ffee"},
        "pk": {"": "1"},
        "booster": {"": str(world["objects"]["booster"]), "opened": str(world["objects"]["opened_booster"])},
        "line": {"": str(world["objects"]["chatline"])},
        "event": _events(route, world["events"]),
        "match": {"": world["match"]},
        "stage": {"": "1"},
        "number": {"": "1", "of no round": "9"},
    }
    if name == "table_id":
        return _tables(route, tables, world["games"][0])
    if name in ("object_id", "id") and route.is_admin:
        app, model = route.pattern.removeprefix(ADMIN).split("/")[:2]
        model = f"{app}/{model}" if f"{app}/{model}" in world["objects"] else model
        if model not in world["objects"] and not model.startswith("<"):
            raise LookupError(f"tests/world.py has no example of {model}")
        return {"": str(world["objects"].get(model, "1"))}
    if name not in known:
        raise LookupError(f"tests/routes.py has no example of <{name}> in {route.pattern}")
    values: dict[str, str] = known[name]
    return values


def _tables(route: Route, tables: dict[str, str], game: str) -> dict[str, str]:
    """Tables in the states that make a difference to an address."""
    if "line" in route.parameters:
        return {"running": tables[f"running_{game}"]}
    if "invite" in route.parameters:
        return {"waiting": tables["waiting"]}
    if route.pattern.endswith("weiter/"):
        return {name: tables[name] for name in ("between", "waiting")}
    acts = not route.pattern.endswith("<table:table_id>/")
    return {name: tables[name] for name in ("waiting", "suspended", "closed")} if acts else tables


def _at_the_desk(name: str, route: Route, desk: dict[str, str]) -> dict[str, str]:
    """Examples for pages of organisers, which differ by how far a tournament is."""
    if name != "event":
        return {"": {"match": desk["match"], "word": "move"}[name]}
    if "match" in route.parameters or "word" in route.parameters:
        return {"": desk["running"]}
    return {what: pk for what, pk in desk.items() if what != "match"}
