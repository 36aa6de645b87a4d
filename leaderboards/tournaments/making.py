"""Tournaments are made, changed, copied, written out and read in (RNK-7.1, RNK-7.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.models import User
from games.engine import registry
from games.engine.errors import InvalidOptions
from games.engine.registry import UnknownName
from leaderboards.tournaments import access, entries, life, sealed
from leaderboards.tournaments.holding import changed, held, write_down
from leaderboards.tournaments.models import Announcement, Match, Role, Round, Tournament
from leaderboards.tournaments.plan import MANY, Plan, Wrong, plain, read, wrong
from leaderboards.tournaments.refusals import Refused

TEXTS = ("name", "name_en", "text", "text_en")
"""What may be changed at any time."""
IDENTITY = (*TEXTS, "access", "allowed", "repeat", "registration_at", "starts_at")
SCHEMA = 1
"""Of the JSON that a tournament is written out as."""


def problems(plan: Plan) -> list[Wrong]:
    """What keeps a plan from being played, the options of its game included."""
    found = list(wrong(plan))
    try:
        game = registry.game(plan.game)
    except UnknownName:
        return [Wrong("game", "unknown", plan.game), *found]
    if plan.decks == "sealed" and (game.sealed is None or plan.mix not in game.sealed.mixes):
        found.append(Wrong("mix", "unknown", plan.mix))
    for number, stage in enumerate(plan.stages):
        if plan.tables_of(number).shared_deal and game.decks is not None and plan.decks != "organiser":
            found.append(Wrong(f"stages.{number}.shared_deal", "decks_differ", True))
        for seats in _seats(plan, stage.kind, stage.preferred, stage.minimum):
            if seats not in game.meta.seats:
                found.append(Wrong(f"stages.{number}.seats", "seats", seats))
                continue
            try:
                options = game.meta.check(plan.tables_of(number).options, seats)
            except InvalidOptions as error:
                found += [Wrong(f"stages.{number}.options.{one.option}", "options", one.text) for one in error.problems]
                continue
            if stage.kind in MANY and game.teams(options, seats):  # at tables of heats everybody plays for themselves (RNK-7.8)
                found.append(Wrong(f"stages.{number}.seats", "seats", seats))
    return found


def _seats(plan: Plan, kind: str, preferred: int, minimum: int) -> Sequence[int]:
    """The numbers of seats that tables of a stage may have."""
    return range(minimum, preferred + 1) if kind in MANY else (4,) if plan.teams == "pairs" else (2,)


def create(owner: User, plan: Plan, fields: Mapping[str, Any]) -> Tournament:
    """A new draft. Raises `Refused`: `guest`, `plan` with what is wrong."""
    if owner.is_guest:
        raise Refused("guest")
    if bad := problems(plan):
        raise Refused("plan", problems=bad)
    with transaction.atomic():
        row = Tournament(owner=owner, game=plan.game, plan=plain(plan))
        _identity(row, fields)
        row.save()
        write_down(owner, "created", row, after={"name": row.name, "game": row.game})
    return row


def edit(pk: str, by: User, plan: Plan | None, fields: Mapping[str, Any]) -> Tournament:
    """Change a tournament. Once it runs only texts may be, by organisers; the rest by staff.

    Raises `Refused`: `plan`, `locked`, `entrants_there`.
    """
    with held(pk) as row:
        role = access.check(by, row, "settings")
        locked = row.is_begun and role != access.STAFF
        if plan is not None and plan != row.rules:
            if row.is_begun:
                raise Refused("locked")
            if plan.game != row.game and row.entrants.exists():
                raise Refused("entrants_there")
            if bad := problems(plan):
                raise Refused("plan", problems=bad)
            if row.dealt_at is not None and (plan.decks, plan.mix) != (row.rules.decks, row.rules.mix):
                raise Refused("locked")
            row.plan, row.game = plain(plan), plan.game
            if row.state != Tournament.State.DRAFT:
                sealed.settle_secret(row)
        if locked and any(name not in TEXTS and getattr(row, name, None) != value for name, value in fields.items()):
            raise Refused("locked")
        before = {name: str(getattr(row, name)) for name in fields if hasattr(row, name)}
        _identity(row, fields)
        row.save()
        if row.state in (Tournament.State.REGISTRATION, Tournament.State.CHECK_IN):
            entries.move_up(row)
        write_down(
            by, "edited", row, before=before, after={name: str(value) for name, value in fields.items() if name != "password"}
        )
        changed(row)
    return row


def _identity(row: Tournament, fields: Mapping[str, Any]) -> None:
    for name in IDENTITY:
        if name in fields:
            setattr(row, name, fields[name])
    row.allowed = [str(name).strip().casefold() for name in row.allowed if str(name).strip()]
    if fields.get("password"):
        row.password = make_password(fields["password"])


def delete(pk: str, by: User) -> None:
    """A draft, or one that nobody has entered, goes. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "delete")
        if row.state != Tournament.State.DRAFT or row.entrants.exists():
            raise Refused("not_a_draft")
        write_down(by, "deleted", row, before={"name": row.name})
        row.delete()


def copy(pk: str, by: User) -> Tournament:
    """A draft like this one. Raises `Refused`."""
    source = Tournament.objects.get(pk=pk)
    if by.is_guest:
        raise Refused("guest")
    return create(by, source.rules, {name: getattr(source, name) for name in TEXTS} | {"access": source.access})


def copy_on(row: Tournament) -> Tournament | None:
    """The next one of a repeated tournament, open for entries like this one was."""
    if row.owner is None or row.starts_at is None:
        return None
    fresh = Tournament.objects.create(
        owner=row.owner,
        game=row.game,
        plan=row.plan,
        state=Tournament.State.REGISTRATION,
        password=row.password,
        starts_at=life.later(row, row.starts_at),
        **{name: getattr(row, name) for name in (*TEXTS, "access", "allowed", "repeat")},
    )
    sealed.settle_secret(fresh)
    fresh.save(update_fields=["secret"])
    for role in row.roles.all():
        Role.objects.create(tournament=fresh, user=role.user, kind=role.kind)
    write_down(None, "created", fresh, after={"name": fresh.name, "copy_of": row.pk})
    return fresh


# --- people and words ----------------------------------------------------------------------------------------------------------


def give_role(pk: str, by: User, name: str, kind: str) -> None:
    """Somebody helps to run it. Raises `Refused`: `no_such_user`, `role`."""
    with held(pk) as row:
        access.check(by, row, "roles")
        user = User.objects.filter(username__iexact=name.strip(), is_active=True, is_guest=False).first()
        if user is None:
            raise Refused("no_such_user", name=name[:60])
        if kind not in Role.Kind.values or user.pk == row.owner_id:
            raise Refused("role")
        Role.objects.update_or_create(tournament=row, user=user, defaults={"kind": kind})
        write_down(by, "role", row, after={"name": user.username, "kind": kind})
        changed(row)


def take_role(pk: str, by: User, role_id: int) -> None:
    """Somebody does not help any more. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "roles")
        role = row.roles.filter(pk=role_id).select_related("user").first()
        if role is None:
            raise Refused("role")
        role.delete()
        write_down(by, "role", row, before={"name": role.user.username, "kind": role.kind})
        changed(row)


def hand_over(pk: str, by: User, name: str, reason: str = "") -> None:
    """Somebody else becomes the owner; the former one stays as co-organiser. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "roles")
        user = User.objects.filter(username__iexact=name.strip(), is_active=True, is_guest=False).first()
        if user is None:
            raise Refused("no_such_user", name=name[:60])
        before = row.owner
        row.roles.filter(user=user).delete()
        row.owner = user
        row.save(update_fields=["owner"])
        if before is not None and before != user:
            Role.objects.update_or_create(tournament=row, user=before, defaults={"kind": Role.Kind.CO_ORGANISER})
        write_down(by, "handed_over", row, before={"owner": str(before)}, after={"owner": user.username}, reason=reason)
        changed(row)


def tell(
    pk: str, by: User, text: str, *, pinned: bool = False, match: int | None = None, round_: int | None = None
) -> Announcement:
    """Say something to everybody, a round or a match. Raises `Refused`: `no_text`, `no_such_match`."""
    with held(pk) as row:
        access.check(by, row, "messages")
        if not text.strip():
            raise Refused("no_text")
        about_match = Match.objects.filter(pk=match, tournament=row).first() if match is not None else None
        about_round = Round.objects.filter(pk=round_, stage__tournament=row).first() if round_ is not None else None
        if (match is not None and about_match is None) or (round_ is not None and about_round is None):
            raise Refused("no_such_match")
        said = Announcement.objects.create(
            tournament=row, match=about_match, round=about_round, by=by, text=text.strip()[:1000], pinned=pinned
        )
        write_down(by, "told", row, after={"text": said.text[:300]}, at=about_match)
        changed(row)
    return said


def untell(pk: str, by: User, announcement_id: int) -> None:
    """Take an announcement back. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "messages")
        said = row.announcements.filter(pk=announcement_id).first()
        if said is None:
            raise Refused("no_such_announcement")
        said.delete()
        write_down(by, "untold", row, before={"text": said.text[:300]})
        changed(row)


def read_in(owner: User, data: Any) -> Tournament:
    """A draft from what `exports.whole` has written. Raises `Refused` (`import`) naming what is wrong."""
    try:
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise Refused("import", problem="schema")
        plan = read(data["plan"])
        fields = {name: str(data.get(name, ""))[:4000] for name in TEXTS}
        if not fields["name"].strip() or len(fields["name"]) > 80 or len(fields["name_en"]) > 80:
            raise Refused("import", problem="name")
    except (KeyError, msgspec.ValidationError) as error:
        raise Refused("import", problem=str(error)) from error
    return create(owner, plan, fields)
