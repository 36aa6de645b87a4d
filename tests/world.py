"""A site with something of everything in it, for tests that look at all pages: people of every role, tables in every state."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from datetime import timedelta
from importlib import import_module
from random import Random
from typing import Any

from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.audit.models import Entry
from accounts.models import User
from games.engine import registry
from games.tables import live, service, supervision, writer
from games.tables.clocks import Pace
from games.tables.models import ChatLine, Command, Due, Report, Seat, Table
from tests.games.tables import play
from tests.running_site import RunningSite, run_command

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
"""What the apps of staff make their codes of."""

ROLES = ("anonymous", "guest", "player", "seat", "opponent", "moderator", "superuser")
"""Nobody; a guest and somebody with an account who sit nowhere; two at all tables; staff with some and with all rights."""

RIGHTS = (
    "view_user",
    "change_user",
    "view_table",
    "change_table",
    "view_chatline",
    "delete_chatline",
    "view_command",
    "view_report",
    "change_report",
    "view_seat",
)
MOVES = 14
"""Answers given at a table that is in mid-game."""

World = dict[str, Any]

LINES = ("Viel Spaß euch!",)
NAMES = {"player": "Ilka", "seat": "Mira", "opponent": "Jonas-07"}


def build(lines: tuple[str, ...] = LINES, names: Mapping[str, str] = NAMES) -> World:
    """Make it all, and say what it is called, as plain data."""
    people = {
        "guest": User.objects.create_user("Gast Silberfuchs", is_guest=True),
        "player": User.objects.create_user(names["player"]),
        "seat": User.objects.create_user(names["seat"]),
        "opponent": User.objects.create_user(names["opponent"]),
        "moderator": User.objects.create_user("Moderatorin", is_staff=True),
        "superuser": User.objects.create_superuser("Chefin"),
    }
    User.objects.update(password=make_password("correct horse battery"))
    people = {role: User.objects.get(pk=user.pk) for role, user in people.items()}
    people["moderator"].user_permissions.set(Permission.objects.filter(codename__in=RIGHTS))
    User.objects.create_user("Leise", muted_until=timezone.now() + timedelta(days=3))
    for role in ("moderator", "superuser"):
        TOTP.activate(people[role], SECRET)
        RecoveryCodes.activate(people[role])
    EmailAddress.objects.create(user=people["seat"], email="mira@example.org", verified=True, primary=True)
    games = registry.slugs()
    tables = {f"running_{slug}": _table(people, slug) for slug in games}
    for table in tables.values():
        async_to_sync(_play)(table, MOVES)
    tables["clocked"] = _table(people, games[0], Pace("live", bank_ms=3_600_000, increment_ms=10_000))
    tables["waiting"] = service.open_table(people["seat"], games[0], {}, 3)
    tables["finished"] = _table(people, games[0])
    async_to_sync(_play)(tables["finished"], 10_000)
    tables["suspended"] = _table(people, games[0])
    supervision.suspend(tables["suspended"].pk, people["superuser"], "Verdacht auf Absprache")
    tables["closed"] = _table(people, games[0])
    supervision.close(tables["closed"].pk, people["superuser"], "Absprache")
    tables["closed_early"] = service.open_table(people["seat"], games[0], {}, 2)
    supervision.close(tables["closed_early"].pk, people["superuser"], "Werbung")
    first = tables[f"running_{games[0]}"]
    for number, text in enumerate(lines):
        by = people[("seat", "opponent")[number % 2]]
        ChatLine.objects.create(table=first, room="players", user=by, seat=number % 2, name=by.username, text=text)
        ChatLine.objects.create(table=first, room="spectators", user=people["player"], name=names["player"], text=text)
    last = ChatLine.objects.filter(room="players").latest("pk")
    report = Report.objects.create(line=last, reporter=people["opponent"], reason="spam", note=lines[-1][:300])
    writer.close()
    live._tables.clear()
    return {
        "sessions": {role: session_of(user) for role, user in people.items()},
        "names": {role: user.username for role, user in people.items()},
        "users": {role: user.pk for role, user in people.items()},
        "tables": {name: table.pk for name, table in tables.items()},
        "invite": tables["waiting"].invite,
        "games": list(games),
        "objects": {
            "user": people["player"].pk,
            "entry": Entry.objects.latest("pk").pk,
            "table": first.pk,
            "command": Command.objects.filter(table=first).latest("pk").pk,
            "seat": Seat.objects.filter(table=first).latest("pk").pk,
            "due": Due.objects.latest("pk").pk,
            "chatline": last.pk,
            "report": report.pk,
        },
    }


def _table(people: dict[str, User], game: str, pace: Pace | None = None) -> Table:
    """A table of two that has begun."""
    table = service.open_table(people["seat"], game, {}, 2, pace or Pace())
    service.sit(people["opponent"], table, table.invite)
    table.refresh_from_db()
    return table


async def _play(table: Table, most: int) -> None:
    """So many answers at random, or until it is over."""
    rng, clients = Random(7), await play.crowd(table)
    for _ in range(most):
        asked = [client for seat, client in clients.items() if seat is not None and client.prompts]
        fresh = [client for client in asked if "answer" not in client.prompt]
        if not fresh:
            return
        await play.answer(table, fresh[0], play.random_choice(fresh[0].prompt, rng))


def session_of(user: User) -> str:
    """Log somebody in; the key of the session."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": method, "at": time.time()} for method in (("password", "mfa") if user.is_staff else ("password",))
    ]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)
    session.save()
    return str(session.session_key)


def build_on(site: RunningSite, lines: tuple[str, ...] = LINES, names: Mapping[str, str] = NAMES) -> World:
    """Make it all on a running site."""
    told = json.dumps({"lines": lines, "names": dict(names)})
    command = f"import json; from tests.world import build; print('world=' + json.dumps(build(**json.loads({told!r}))))"
    made = run_command("shell", "--no-imports", "-c", command, var=site.var)
    found = [line for line in made.stdout.splitlines() if line.startswith("world=")]
    assert found, made.stderr
    world: World = json.loads(found[0].removeprefix("world="))
    return world
