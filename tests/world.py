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

from accounts import following
from accounts.audit.models import Entry
from accounts.models import User
from games.decks import kinds as decks
from games.decks import service as deck_service
from games.engine import registry
from games.omg.collection import service as collections
from games.omg.models import Booster, Collection
from games.tables import live, service, supervision, writer
from games.tables.clocks import Pace
from games.tables.messages import Resign
from games.tables.models import ChatLine, Command, Due, Report, Seat, Table
from leaderboards.matches import service as series
from leaderboards.matches.models import SeriesGame
from leaderboards.ratings import service as ratings
from leaderboards.ratings.models import (
    CareerTotal,
    Flag,
    Link,
    Notice,
    Pool,
    Rating,
    RatingEvent,
    ResultRecord,
    Season,
    SeasonSnapshot,
)
from leaderboards.tournaments.models import Entrant
from tests import desk_events, events
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
    "view_deck",
    "change_deck",
    "view_seat",
    "view_collection",
    "change_collection",
    "view_booster",
)
AGREED = {"starter": "agreed"}
TWICE = {"return_match": "on"}
"""Options of the game with own decks: its players agree on who starts, or play a return match."""

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
    User.objects.filter(pk__in=[user.pk for user in people.values()]).update(password=make_password("correct horse battery"))
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
    last = ChatLine.objects.filter(table=first, room="players").latest("pk")
    report = Report.objects.create(line=last, reporter=people["opponent"], reason="spam", note=lines[-1][:300])
    own_decks = _decks(people["seat"], names["seat"])
    tables["waiting_decks"] = service.open_table(people["seat"], own_decks["game"], AGREED, 2, open_to=Table.OpenTo.ANYBODY)
    tables["first_of_two"] = _table(people, own_decks["game"], options=TWICE)
    async_to_sync(_give_up)(tables["first_of_two"])
    played = SeriesGame.objects.get(table=tables["first_of_two"]).series_id
    for role in ("seat", "opponent"):
        series.ready(played, people[role])
    second = SeriesGame.objects.get(series=played, number=2)
    tables["between"] = _table(people, own_decks["game"], options=TWICE)
    async_to_sync(_give_up)(tables["between"])
    tables["second_of_two"] = second.table or tables["first_of_two"]
    lists = _boards(people)
    tournaments = events.build(people)
    desk = desk_events.build(people)
    writer.close()
    live._tables.clear()
    return {
        "sessions": {role: session_of(user) for role, user in people.items()},
        "names": {role: user.username for role, user in people.items()},
        "users": {role: user.pk for role, user in people.items()},
        "tables": {name: table.pk for name, table in tables.items()},
        "invite": tables["waiting"].invite,
        "games": list(games),
        "boards": lists,
        "events": tournaments,
        "desk": desk,
        "match": events.a_match(tournaments["double"]),
        "decks": own_decks,
        "objects": {
            "user": people["player"].pk,
            "entry": Entry.objects.latest("pk").pk,
            "table": first.pk,
            "command": Command.objects.filter(table=first).latest("pk").pk,
            "seat": Seat.objects.filter(table=first).latest("pk").pk,
            "due": Due.objects.filter(table=tables["clocked"]).latest("pk").pk,
            "chatline": last.pk,
            "report": report.pk,
            "deck": own_decks["deck"],
            "omg/deck": _deck(people["seat"], "omg"),
            **_collection(people["seat"]),
            "series": second.series_id,
            "tournament": desk["running"],
            "entrant": Entrant.objects.filter(tournament=desk["running"]).latest("pk").pk,
            "match": desk["match"],
            **_results(people, tables["finished"]),
        },
    }


def _boards(people: dict[str, User]) -> dict[str, str]:
    """Ratings of those at the tables, of all time, of a season that goes on and of one that is over; for addresses."""
    now = timezone.now()
    going = Season.objects.create(name="Winter", start=now - timedelta(days=9), end=now + timedelta(days=80))
    over = Season.objects.create(name="Herbst", start=now - timedelta(days=99), end=now - timedelta(days=9), frozen_at=now)
    pool = "emotrions.duel"
    Pool.objects.get_or_create(slug=pool)
    seated = [people["seat"], people["opponent"]]
    following.follow(*seated)
    for place, user in enumerate(seated, 1):
        about = {"player": str(user.pk), "user": user, "name": user.username, "points": 1300 - 60 * place, "sigma": 2.5}
        played = {"games": 20, "wins": 12, "losses": 8, "mu": 25.0}
        listed = {"sort_name": user.username.casefold(), "last_at": now, "streak": 3 - 2 * place, "career": 700, "peak": 1310}
        for season in (None, going):
            row, _ = Rating.objects.get_or_create(pool=pool, season=season, player=str(user.pk))
            Rating.objects.filter(pk=row.pk).update(**about | played | listed | {"rank_yesterday": place})
        SeasonSnapshot.objects.create(season=over, pool=pool, rank=place, **about, **played, draws=0, badge="top10")
        total, _ = CareerTotal.objects.get_or_create(game="emotrions", player=str(user.pk))
        kept = {"user": user, "name": user.username, "sort_name": user.username.casefold(), "points": 700, "games": 20}
        CareerTotal.objects.filter(pk=total.pk).update(**kept, last_at=now)
    return {"pool": pool, "season": f"saison-{going.pk}", "frozen": f"saison-{over.pk}"}


def _results(people: dict[str, User], table: Table) -> dict[str, int | str]:
    """A rated result that was voided and counts again, and what staff has to do with such things; for addresses."""
    Table.objects.filter(pk=table.pk).update(rated=True)
    ResultRecord.objects.filter(table=table).delete()
    table.refresh_from_db()
    result = ratings.record(table)
    assert result is not None
    ratings.void(result, people["superuser"], "Verdacht auf Absprache")
    ratings.unvoid(result, people["superuser"], "geklärt")
    link = ratings.link(people["player"], people["opponent"], people["superuser"], "gleiche Adresse")
    flag = Flag.objects.create(kind="one_opponent", user=people["seat"], other=people["opponent"], figures={"games": 12})
    return {
        "resultrecord": result.pk,
        "rating": Rating.objects.latest("pk").pk,
        "ratingevent": RatingEvent.objects.latest("pk").pk,
        "pool": result.pool,
        "season": Season.objects.latest("pk").pk,
        "seasonsnapshot": SeasonSnapshot.objects.latest("pk").pk,
        "careertotal": CareerTotal.objects.latest("pk").pk,
        "notice": Notice.objects.latest("pk").pk,
        "flag": flag.pk,
        "link": Link.objects.get(pk=link.pk).pk,
    }


def _decks(user: User, name: str) -> dict[str, str]:
    """Of somebody at the tables: a deck that others may see and that is not as it should be, and one that is; for addresses."""
    kind = decks.kinds()[0]
    starter, cards = next(iter(kind.rules.starters.items()))
    shown = deck_service.create(user, kind, name, dict(list(cards.items())[1:]) | {"weg": 2})
    deck_service.publish(shown, public=True)
    deck_service.create(user, kind, "Mein zweites", cards)
    return {"game": kind.game, "deck": str(shown.pk), "link": str(shown.link), "starter": starter}


def _deck(user: User, game: str) -> str:
    """A deck of a game that is not the first with own decks; for addresses."""
    kind = next(kind for kind in decks.kinds() if kind.game == game)
    return str(deck_service.create(user, kind, "Mein erstes", dict(next(iter(kind.rules.starters.values())))).pk)


def _collection(user: User) -> dict[str, int]:
    """Cards of somebody at the tables, a closed booster, an opened one, and one that a test may open; for addresses."""
    collections.choose_starter(user, "starter-links")
    opened, closed = Booster.objects.filter(owner=user)
    collections.open_booster(user, opened.pk)
    Collection.objects.filter(owner=user).update(points=4, sap=9)
    spare = collections.give(user, "seocalypse", "points:1")
    return {
        "collection": Collection.objects.get(owner=user).pk,
        "booster": closed.pk,
        "opened_booster": opened.pk,
        "spare_booster": spare.pk,
    }


def _table(people: dict[str, User], game: str, pace: Pace | None = None, options: Mapping[str, str] | None = None) -> Table:
    """A table of two that has begun."""
    table = service.open_table(people["seat"], game, options or {}, 2, pace or Pace())
    service.sit(people["opponent"], table, table.invite)
    table.refresh_from_db()
    return table


async def _give_up(table: Table) -> None:
    """The second seat has enough; what follows from that has happened."""
    await live.table(table.pk).resign(1, Resign("r"))
    await live.ends_told()


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
