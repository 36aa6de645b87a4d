"""Entering a tournament and leaving it, checking in, teams, and the order of seeds (RNK-7.1, RNK-7.12, RNK-7.14)."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.engine import registry
from games.engine.errors import EngineError
from games.tables import decks
from games.tables.models import Table
from leaderboards.ratings import service as ratings
from leaderboards.tournaments import access, drive, lot, sealed, stages, strength
from leaderboards.tournaments.holding import changed, held, write_down
from leaderboards.tournaments.models import Entrant, TeamMember, Tournament
from leaderboards.tournaments.plan import Plan
from leaderboards.tournaments.refusals import Refused

S = Entrant.State
T = Tournament.State

COUNTED = (S.ENTERED, S.ACTIVE, S.OUT)
"""Who takes up a place."""
GONE = (S.WITHDRAWN, S.DROPPED)

EXPERIENCED = 10
"""Games from which on reputation is asked about (RNK-6.3)."""


def enter(pk: str, user: User, *, password: str = "", team: str = "", members: Sequence[str] = (), deck: str = "") -> Entrant:
    """Somebody enters, with a team where teams play; if it is full they wait, if that is so settled.

    Raises `Refused` with the reason: `guest`, `not_open`, `password`, `not_invited`, `in_already`, `in_a_team`, `too_few_games`,
    `points_too_low`, `points_too_high`, `reputation`, `linked`, `full`, `too_late`, `team_size`, `no_such_user`, `deck`.
    """
    with held(pk) as row:
        plan = row.rules
        _may_enter(row, plan, user, password)
        seat = _deck(row, plan, user, deck)
        entrant = Entrant.objects.filter(tournament=row, user=user).first() or Entrant(tournament=row, user=user)
        rating = strength.of(row, user)
        entrant.name = (team.strip()[:60] or user.username) if plan.teams != "none" else user.username
        entrant.mu, entrant.sigma, entrant.deck, entrant.reason = rating.mu, rating.sigma, seat, ""
        entrant.checked_in, entrant.entered_at = row.state == T.CHECK_IN, timezone.now()
        begun = row.state in (T.RUNNING, T.PAUSED)
        entrant.state = S.ACTIVE if begun else S.ASKED if plan.approval else _place(row, plan)
        if begun:
            entrant.late_round = stages.late_round(row, plan)
            entrant.seed = entrant.seed or _next_seed(row)
        entrant.save()
        if plan.teams != "none":
            _form_team(row, plan, entrant, user, members)
        _packs(row, plan, entrant)
        if begun:
            stages.take_in(row, plan, entrant)
            drive.on(row)
        changed(row)
    return entrant


def may_enter(row: Tournament, user: User) -> None:
    """Whether somebody could enter now, the password left aside. Raises `Refused` as `enter` does."""
    _may_enter(row, row.rules, user, None)


def enter_bot(pk: str, by: User | None, bot: str, name: str) -> Entrant:
    """A bot of the game takes part: always there, never rated. By organisers. Raises `Refused`."""
    with held(pk) as row:
        if by is not None:
            access.check(by, row, "entrants")
        _before_start(row)
        if bot not in registry.game(row.game).bots:
            raise Refused("no_such_bot", bot=bot)
        plan = row.rules
        if row.entrants.filter(state__in=COUNTED).count() >= plan.limit:
            raise Refused("full", limit=plan.limit)
        entrant = Entrant.objects.create(tournament=row, bot=bot, name=name[:60], checked_in=True)
        _packs(row, plan, entrant)
        if by is not None:
            write_down(by, "bot_entered", row, after={"names": [entrant.name]})
        changed(row)
    return entrant


def fill_up(pk: str, by: User, bot: str, count: int) -> list[Entrant]:
    """Organisers let so many bots take part, under names that nobody has here. Raises `Refused`, and none has come then."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        _before_start(row)
        if bot not in registry.game(row.game).bots:
            raise Refused("no_such_bot", bot=bot)
        free = row.rules.limit - row.entrants.filter(state__in=COUNTED).count()
        if free < 1:
            raise Refused("full", limit=row.rules.limit)
        if not 1 <= count <= free:
            raise Refused("too_many_bots", free=free)
        taken = set(row.entrants.values_list("name", flat=True))
        names = (name for name in (f"Bot {number}" for number in itertools.count(1)) if name not in taken)
        added = [
            Entrant.objects.create(tournament=row, bot=bot, name=name, checked_in=True) for name in itertools.islice(names, count)
        ]
        for one in added:
            _packs(row, row.rules, one)
        write_down(by, "bot_entered", row, after={"names": [one.name for one in added]})
        changed(row)
    return added


def add(pk: str, by: User, names: Sequence[str]) -> list[Entrant]:
    """Organisers enter people by name; nothing is asked of these but an account.

    Raises `Refused` naming who cannot be entered.
    """
    with held(pk) as row:
        access.check(by, row, "entrants")
        _before_start(row)
        plan = row.rules
        if plan.teams != "none":
            raise Refused("teams_enter_themselves")
        added = []
        for name in names:
            user = user_called(name)
            if row.entrants.filter(user=user).exclude(state__in=GONE).exists():
                raise Refused("in_already_named", name=user.username)
            if strength.is_linked(user, accounts(row)):
                raise Refused("linked_named", name=user.username)
            rating = strength.of(row, user)
            entrant = Entrant.objects.filter(tournament=row, user=user).first() or Entrant(tournament=row, user=user)
            entrant.name, entrant.mu, entrant.sigma, entrant.entered_at = user.username, rating.mu, rating.sigma, timezone.now()
            entrant.state, entrant.deck = _place(row, plan), _deck(row, plan, user, "")
            entrant.save()
            _packs(row, plan, entrant)
            added.append(entrant)
        write_down(by, "entered", row, after={"names": [one.name for one in added]})
        changed(row)
    return added


def approve(pk: str, by: User, entrant_id: int, accept: bool, reason: str = "") -> None:
    """Organisers let somebody in who has asked, or do not. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        _before_start(row)
        entrant = of(row, entrant_id)
        if entrant.state != S.ASKED:
            raise Refused("not_asked")
        entrant.state = _place(row, row.rules) if accept else S.WITHDRAWN
        entrant.reason = reason[:300]
        entrant.save()
        if accept:
            _packs(row, row.rules, entrant)
        write_down(by, "approved" if accept else "declined", row, after={"name": entrant.name}, reason=reason)
        changed(row)


def leave(pk: str, user: User) -> None:
    """Somebody takes themselves out: before the start they are gone, later what follows is lost (RNK-7.12). Raises `Refused`."""
    with held(pk) as row:
        entrant = mine(row, user)
        if entrant is None or entrant.state in (*GONE, S.DISQUALIFIED):
            raise Refused("not_in")
        take_out(row, entrant, S.WITHDRAWN, "")


def withdraw(pk: str, by: User, entrant_id: int, reason: str) -> None:
    """Organisers take somebody out. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        entrant = of(row, entrant_id)
        access.check_opponent(by, row, entrant)
        before = entrant.state
        take_out(row, entrant, S.WITHDRAWN, reason)
        write_down(by, "withdrawn", row, before={"state": before}, after={"name": entrant.name}, reason=reason)


def disqualify(pk: str, by: User, entrant_id: int, reason: str, annul: bool) -> None:
    """Organisers shut somebody out; `annul`: whether their results go, too (RNK-7.12). Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        if not reason.strip():
            raise Refused("no_reason")
        entrant = of(row, entrant_id)
        if mine(row, by) == entrant:
            raise Refused("own_match")
        access.check_opponent(by, row, entrant)
        before = entrant.state
        entrant.annulled = annul
        take_out(row, entrant, S.DISQUALIFIED, reason)
        write_down(by, "disqualified", row, before={"state": before}, after={"name": entrant.name, "annul": annul}, reason=reason)


def come_back(pk: str, user: User) -> None:
    """Somebody who was away plays on in a Swiss, in heats or an arena (RNK-7.12). Raises `Refused`."""
    with held(pk) as row:
        entrant = mine(row, user)
        if entrant is None or entrant.state != S.WITHDRAWN or row.state not in (T.RUNNING, T.PAUSED):
            raise Refused("not_in")
        stages.back(row, entrant)
        entrant.state, entrant.missed, entrant.reason = S.ACTIVE, 0, ""
        entrant.save()
        drive.act(row)


def take_out(row: Tournament, entrant: Entrant, state: Entrant.State, reason: str) -> None:
    """What leaving means at the moment. The row is locked."""
    if row.is_over:
        raise Refused("over")
    if row.is_begun:
        stages.take_out(row, entrant, state, reason)
        drive.on(row)
    else:
        if entrant.state in (*GONE, S.DISQUALIFIED) and state != S.DISQUALIFIED:
            raise Refused("gone_already")
        entrant.state, entrant.reason, entrant.checked_in, entrant.seed = state, reason[:300], False, None
        entrant.save()
        move_up(row)
    changed(row)


def check_in(pk: str, user: User, here: bool = True) -> None:
    """Somebody says that they are there (RNK-7.12). Raises `Refused`: `no_check_in`, `not_in`, `reputation`."""
    with held(pk) as row:
        entrant = mine(row, user)
        if entrant is None or entrant.state not in (S.ENTERED, S.WAITING):
            raise Refused("not_in")
        if row.state != T.CHECK_IN:
            raise Refused("no_check_in")
        if here:
            _reputation(row.rules, user)
        if here and row.rules.decks == "locked" and not entrant.deck:
            entrant.deck = _deck(row, row.rules, user, "")
        entrant.checked_in = here
        entrant.save()
        changed(row)


def check_in_by(pk: str, by: User, entrant_id: int, here: bool) -> None:
    """Organisers tick somebody off. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        if row.state != T.CHECK_IN:
            raise Refused("no_check_in")
        entrant = of(row, entrant_id)
        if entrant.state not in (S.ENTERED, S.WAITING):
            raise Refused("not_in")
        entrant.checked_in = here
        entrant.save()
        write_down(by, "checked_in", row, after={"name": entrant.name, "here": here})
        changed(row)


def choose_deck(pk: str, user: User, deck: str) -> None:
    """The list somebody will play with, until the field is closed. Raises `Refused`."""
    with held(pk) as row:
        entrant = mine(row, user)
        if entrant is None:
            raise Refused("not_in")
        if row.is_begun:
            raise Refused("decks_locked")
        entrant.deck = _deck(row, row.rules, user, deck)
        entrant.save()
        changed(row)


def request_bye(pk: str, user: User) -> int:
    """Half a point for not playing in the next round: once, before it is paired, not in the last two (RNK-7.12). Returns it."""
    with held(pk) as row:
        entrant = mine(row, user)
        if entrant is None or not entrant.is_in:
            raise Refused("not_in")
        if entrant.bye_round is not None:
            raise Refused("bye_used")
        entrant.bye_round = stages.round_for_a_bye(row)
        entrant.save()
        changed(row)
    return entrant.bye_round


def pause(pk: str, user: User, paused: bool) -> None:
    """Somebody in an arena is not paired for a while, or is again (RNK-7.11). Raises `Refused`."""
    with held(pk) as row:
        entrant = mine(row, user)
        if entrant is None or not entrant.is_in:
            raise Refused("not_in")
        entrant.paused = paused
        entrant.free_since = None if paused else timezone.now()
        entrant.save()
        drive.act(row)


def confirm_member(pk: str, user: User, accept: bool) -> None:
    """Somebody says whether they are in the team that has named them (RNK-7.14). Raises `Refused`."""
    with held(pk) as row:
        member = TeamMember.objects.filter(tournament=row, user=user).select_related("team").first()
        if member is None:
            raise Refused("not_in")
        _before_start(row)
        if accept:
            member.confirmed = True
            member.save()
        else:
            member.delete()
        changed(row)


def line_up(pk: str, user: User, order: Sequence[int]) -> None:
    """The captain settles who plays on which board, before a round is called (RNK-7.14). Raises `Refused`."""
    with held(pk) as row:
        team = Entrant.objects.filter(tournament=row, user=user).first()
        members = {member.pk: member for member in team.members.all()} if team else {}
        if team is None or sorted(order) != sorted(members):
            raise Refused("line_up")
        if stages.is_busy(row, team):
            raise Refused("line_up_sealed")
        for board, key in enumerate(order, 1):
            TeamMember.objects.filter(pk=key).update(board=board)
        changed(row)


# --- seeds -------------------------------------------------------------------------------------------------------------------


def seed_order(row: Tournament, entrants: Sequence[Entrant]) -> list[Entrant]:
    """Entrants from the first seed on (RNK-7.1); equal ones by lot. By hand: as they stand, then the others by rating."""
    plan = row.rules
    draws = {key: number for number, key in enumerate(lot.order(row.seed, [str(one.pk) for one in entrants]))}
    rated = strength.ratings_of(strength.pool(row), [one.user_id for one in entrants if one.user_id])
    places: dict[int | None, int] = {}
    if plan.seeding == "earlier":
        earlier = Entrant.objects.filter(tournament=plan.earlier, place__isnull=False, user__isnull=False)
        places = {one.user_id: one.place or 0 for one in earlier}

    def key(one: Entrant) -> tuple[float, float, int]:
        known = rated.get(one.user_id or 0)
        value = -strength.by_which_seeded(one.mu, one.sigma, known.games if known else 0)
        by_draw = draws[str(one.pk)]
        if plan.seeding == "lot":
            return 0, 0, by_draw
        if plan.seeding == "hand":
            return (one.seed if one.seed is not None else 10**9), value, by_draw
        if plan.seeding == "earlier":
            return places.get(one.user_id, 10**9), value, by_draw
        return value, 0, by_draw

    return sorted(entrants, key=key)


def set_seeds(pk: str, by: User, order: Sequence[int]) -> None:
    """Organisers put entrants in order, the first seed first; from then on that counts. Raises `Refused`."""
    with held(pk) as row:
        access.check(by, row, "entrants")
        _before_start(row)
        entrants = {one.pk: one for one in row.entrants.filter(state__in=(S.ENTERED, S.WAITING, S.ASKED))}
        if len(set(order)) != len(order) or not set(order) <= set(entrants):
            raise Refused("seeds_unknown")
        before = [one.name for one in sorted(entrants.values(), key=lambda one: one.seed or 10**9)]
        row.entrants.update(seed=None)
        rest = [key for key in entrants if key not in set(order)]
        for seed, key in enumerate([*order, *rest], 1):
            Entrant.objects.filter(pk=key).update(seed=seed)
        row.plan = {**row.plan, "seeding": "hand"}
        row.save(update_fields=["plan"])
        write_down(by, "seeded", row, before={"names": before}, after={"names": [entrants[key].name for key in order]})
        changed(row)


def seeds_from_text(row: Tournament, text: str) -> list[int]:
    """Entrants by a list of names, one a line, or CSV with a column `name` or `player`.

    Raises `Refused` naming the first bad line.
    """
    lines = [line for line in csv.reader(io.StringIO(text), skipinitialspace=True) if any(cell.strip() for cell in line)]
    if not lines:
        raise Refused("csv_empty")
    head = [cell.strip().casefold() for cell in lines[0]]
    column = next((head.index(name) for name in ("name", "player") if name in head), None)
    known = {one.name.casefold(): one.pk for one in row.entrants.exclude(state__in=(*GONE, S.DISQUALIFIED))}
    found: list[int] = []
    for number, line in enumerate(lines[1:] if column is not None else lines, 2 if column is not None else 1):
        at = column if column is not None else 0
        if at >= len(line):
            raise Refused("csv_short", line=number)
        name = line[at].strip()
        key = known.get(name.casefold())
        if key is None:
            raise Refused("csv_unknown", line=number, name=name[:60])
        if key in found:
            raise Refused("csv_twice", line=number, name=name[:60])
        found.append(key)
    return found


# --- what the others need -----------------------------------------------------------------------------------------------------


def mine(row: Tournament, user: User) -> Entrant | None:
    """As whom somebody takes part: themselves, or their team."""
    own = row.entrants.filter(Q(user=user) | Q(members__user=user, members__confirmed=True)).distinct().order_by("pk")
    return next((one for one in own if one.state not in GONE), own.first())


def of(row: Tournament, entrant_id: int) -> Entrant:
    """One entrant of this tournament. Raises `Refused` (`no_such_entrant`)."""
    found = row.entrants.filter(pk=entrant_id).first()
    if found is None:
        raise Refused("no_such_entrant")
    return found


def people(entrant: Entrant) -> list[User]:
    """Who plays for an entrant, in order of the boards."""
    members = [one.user for one in entrant.members.filter(confirmed=True).select_related("user").order_by("board") if one.user]
    return members or ([entrant.user] if entrant.user else [])


def _may_enter(row: Tournament, plan: Plan, user: User, password: str | None) -> None:
    if user.is_guest:
        raise Refused("guest")
    if row.entrants.filter(user=user).exclude(state__in=GONE).exists():
        raise Refused("in_already")
    if TeamMember.objects.filter(tournament=row, user=user).exclude(team__user=user).exists():
        raise Refused("in_a_team")
    if row.state in (T.RUNNING, T.PAUSED):
        if row.entrants.filter(user=user, state=S.WITHDRAWN, seed__isnull=False).exists():
            raise Refused("come_back_instead")
        stages.check_late(row, plan)
    elif row.state not in (T.REGISTRATION, T.CHECK_IN):
        raise Refused("not_open")
    _may_come_in(row, user, password)
    _requirements(row, plan, user)
    if strength.is_linked(user, accounts(row)):
        raise Refused("linked")
    full = row.entrants.filter(state__in=COUNTED).count() >= plan.limit
    if full and (not plan.waiting_list or row.is_begun):
        raise Refused("full", limit=plan.limit)


def accounts(row: Tournament) -> list[int]:
    """The accounts that take part, those in teams too."""
    there = row.entrants.exclude(state__in=GONE)
    return [key for key in {*there.values_list("user", flat=True), *there.values_list("members__user", flat=True)} if key]


def _may_come_in(row: Tournament, user: User, password: str | None) -> None:
    """What the access asks for; without a password the rest of it."""
    if row.access == Tournament.Access.PASSWORD and password is not None and not access.knows_password(row, password):
        raise Refused("password")
    if row.access == Tournament.Access.LIST and not access.is_invited(user, row):
        raise Refused("not_invited")


def _requirements(row: Tournament, plan: Plan, user: User) -> None:
    rating = strength.of(row, user)
    if rating.games < plan.min_games:
        raise Refused("too_few_games", least=plan.min_games, games=rating.games)
    if plan.points_from is not None and rating.points < plan.points_from:
        raise Refused("points_too_low", least=plan.points_from, points=rating.points)
    if plan.points_to is not None and rating.points > plan.points_to:
        raise Refused("points_too_high", most=plan.points_to, points=rating.points)
    _reputation(plan, user)


def _reputation(plan: Plan, user: User) -> None:
    share, games = ratings.reputation(user)
    if games >= EXPERIENCED and share * 100 < plan.reputation:
        raise Refused("reputation", least=plan.reputation, share=int(share * 100))


def _place(row: Tournament, plan: Plan) -> Entrant.State:
    """In, or on the waiting list."""
    return S.ENTERED if row.entrants.filter(state__in=COUNTED).count() < plan.limit else S.WAITING


def move_up(row: Tournament) -> None:
    """The waiting list fills the places that have become free, in order (RNK-7.12)."""
    free = row.rules.limit - row.entrants.filter(state__in=COUNTED).count()
    for entrant in row.entrants.filter(state=S.WAITING).order_by("entered_at", "pk")[: max(0, free)]:
        entrant.state = S.ENTERED
        entrant.save(update_fields=["state"])


def _next_seed(row: Tournament) -> int:
    last = row.entrants.filter(seed__isnull=False).order_by("-seed").values_list("seed", flat=True).first()
    return (last or 0) + 1


def _before_start(row: Tournament) -> None:
    if row.is_begun or row.is_over:
        raise Refused("begun")


def _form_team(row: Tournament, plan: Plan, team: Entrant, captain: User, names: Sequence[str]) -> None:
    size = 2 if plan.teams == "pairs" else plan.boards
    users = [user_called(name) for name in names if name.strip()]
    everybody = [captain, *users]
    if len({user.pk for user in everybody}) != len(everybody) or not size <= len(everybody) <= size + plan.substitutes:
        raise Refused("team_size", least=size, most=size + plan.substitutes)
    free_members(row)
    taken = TeamMember.objects.filter(tournament=row, user__in=everybody).exclude(team=team).first()
    if taken is not None:
        raise Refused("member_taken", name=taken.name)
    others = set(accounts(row))
    for one in users:
        if strength.is_linked(one, {*others, *(user.pk for user in everybody)} - {one.pk}):
            raise Refused("linked_named", name=one.username)
    TeamMember.objects.filter(team=team).delete()
    for board, user in enumerate(everybody, 1):
        TeamMember.objects.create(
            tournament=row, team=team, user=user, name=user.username, board=board, confirmed=user == captain
        )
    rated = strength.ratings_of(strength.pool(row), [user.pk for user in everybody])
    team.mu = sum(rated[user.pk].mu if user.pk in rated else strength.NEW_MU for user in everybody) / len(everybody)
    team.save(update_fields=["mu"])


def free_members(row: Tournament) -> None:
    """Whoever was in a team that has withdrawn before the start may be in another one."""
    TeamMember.objects.filter(tournament=row, team__state__in=GONE, team__seed__isnull=True).delete()


def user_called(name: str) -> User:
    """The account of that name, which is no guest's. Raises `Refused` (`no_such_user`)."""
    found = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if found is None or found.is_guest:
        raise Refused("no_such_user", name=name.strip()[:60])
    return found


def deck_of(row: Tournament, user: User, before: Entrant) -> dict[str, object]:
    """The deck of somebody who takes another's place; a lent one stays in it (OMG-17.2). Raises `Refused` (`deck`)."""
    return dict(before.deck) if sealed.is_so(row.rules) else _deck(row, row.rules, user, "")


def _packs(row: Tournament, plan: Plan, entrant: Entrant) -> None:
    """Who comes after the packs were opened opens theirs at once, and after the beginning plays what is proposed."""
    if not sealed.is_so(plan) or row.dealt_at is None:
        return
    sealed.deal(row)
    entrant.refresh_from_db(fields=["pool"])
    if row.is_begun:
        sealed.settle(row, [entrant])


def _deck(row: Tournament, plan: Plan, user: User, wish: str) -> dict[str, object]:
    """The deck as a seat keeps it, where lists are locked; nothing where they are free. Raises `Refused` (`deck`)."""
    if plan.decks != "locked" or registry.game(row.game).decks is None:
        return {}
    table = Table(game=row.game, rules_version=registry.game(row.game).meta.rules_version, options=plan.tables_of(0).options)
    try:
        meta = registry.game(row.game).meta
        table.options = meta.check(table.options, 2)
        return dict(decks.chosen(table, user, 0, wish))
    except EngineError as error:
        raise Refused("deck", text=error.text) from error
