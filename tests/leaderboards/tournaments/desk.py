"""A tournament with its people, and what tests of organisers' pages share."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.audit.models import Entry
from accounts.models import User
from leaderboards.tournaments import entries, life, making
from leaderboards.tournaments.models import Entrant, Match, Role, Tournament
from leaderboards.tournaments.plan import Plan, read

GAME = "emotrions"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ROLES = ("owner", "co", "referee", "staff", "player", "stranger", "guest", "nobody")


def plan(kind: Any = "single", **more: Any) -> Plan:
    """A small one, not rated."""
    stage = {"kind": kind} | more.pop("stage", {})
    whole = {"game": GAME, "stages": [stage], "table": {"rated": False}, "limit": 16, "auto": True} | more
    return read(whole)


@dataclass
class World:
    """Somebody of each role, and a draft."""

    row: Tournament
    people: dict[str, User] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """A browser of somebody of this role, as German as the site."""
        client = Client(headers={"accept-language": "de"})
        if role in self.people:
            client.force_login(self.people[role])
        return client

    def url(self, page: str, *args: Any) -> str:
        """The address of a page of organisers."""
        return reverse(f"tournaments:desk-{page}", args=[self.row.pk, *args])

    def get(self, page: str, *args: Any, role: str = "owner") -> Any:
        """A page."""
        return self.client(role).get(self.url(page, *args))

    def do(self, word: str, by: str = "owner", *, confirmed: bool = True, **data: Any) -> Any:
        """An act; names of fields that have a dot are written with `__`."""
        sent = {name.replace("__", "."): value for name, value in data.items()}
        if confirmed:
            sent |= {"confirmed": "yes"}
        return self.client(by).post(self.url("act", word), sent, follow=not confirmed)

    def seen(self, page: str, *args: Any) -> str:
        """What a form of a page says that one has looked at."""
        found = re.search(r'name="seen" value="(\w+)"', self.get(page, *args).content.decode())
        assert found is not None, page
        return found.group(1)

    def match(self, name: str) -> Match:
        """A match by its name."""
        return self.row.matches.get(name=name)

    def entrant(self, name: str) -> Entrant:
        """Somebody who takes part."""
        return self.row.entrants.get(name=name)

    def open(self) -> None:
        """Registration is open."""
        self.row = life.move(self.row.pk, self.people["owner"], "registration")

    def fill(self, bots: int = 0, *names: str) -> None:
        """People by name, and bots."""
        for name in names:
            User.objects.get_or_create(username=name)
        if names:
            entries.add(self.row.pk, self.people["owner"], names)
        if bots:
            entries.fill_up(self.row.pk, self.people["owner"], "random", bots)

    def fill_player(self) -> None:
        """Somebody who only plays."""
        row = self.row
        seeded = row.entrants.filter(seed__isnull=False).count()
        row.entrants.get_or_create(
            user=self.people["player"], defaults={"name": "Spielerin", "seed": seeded + 1 if seeded else None}
        )

    def start(self) -> None:
        """It begins."""
        self.row = life.move(self.row.pk, self.people["owner"], "running")

    def entries(self) -> int:
        """How many acts are written down."""
        return Entry.objects.filter(act__startswith="tournament.").count()


def world(given: Plan | None = None) -> World:
    """Make it."""
    people = {
        "owner": User.objects.create_user("Leitung"),
        "co": User.objects.create_user("Mitleitung"),
        "referee": User.objects.create_user("Schiri"),
        "staff": User.objects.create_user("Personal", is_staff=True),
        "player": User.objects.create_user("Spielerin"),
        "stranger": User.objects.create_user("Fremd"),
        "guest": User.objects.create_user("Gast Silberfuchs", is_guest=True),
    }
    people["staff"].user_permissions.add(Permission.objects.get(codename="change_tournament"))
    row = making.create(people["owner"], given or plan(), {"name": "Herbstpokal"})
    Role.objects.create(tournament=row, user=people["co"], kind="co_organiser")
    Role.objects.create(tournament=row, user=people["referee"], kind="referee")
    row.refresh_from_db()
    return World(row, people)


def second_factor(user: User) -> None:
    """They have one."""
    TOTP.activate(user, SECRET)
