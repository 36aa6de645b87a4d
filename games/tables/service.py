"""What people do with tables before and after play: open, sit, seat bots, start, play again (writes go through here)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.engine import fairness, registry
from games.engine.dice import RNG
from games.engine.errors import InvalidOptions, Problem, Text
from games.tables import (
    agreement,
    beat,
    decks,
    joining,
    lapses,
    live,
    lobby_feed,
    models,
    record,
    rematch,
    sequels,
    slots,
    store,
    timeline,
)
from games.tables.clocks import Clocks, Pace, asked_in, plain
from games.tables.codes import Refusal

UNTIMED = Pace()

BOT_NAMES = ("Nora", "Fuchs", "Igel", "Tinte", "Linde", "Anker")
"""What bots are called, by seat."""


def open_table(
    owner: User,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    pace: Pace = UNTIMED,
    open_to: str = models.Table.OpenTo.INVITED,
    rated: bool = False,
    series: Mapping[str, Any] | None = None,
) -> models.Table:
    """A table with its owner on the first seat, waiting for others.

    `rated`: whether its result is to count for ratings (RNK-1.7). `series`: what is to be played with the same people, one of
    `sequels.SEQUELS`.

    Raises `UnknownName` or `InvalidOptions` with every problem named (EMO-12.2), and `Refusal` if this user may not open a table
    to so many (UX-2), or none that is rated.
    """
    if rated and owner.is_guest:
        raise Refusal("forbidden", joining.RATED_GUEST)
    if open_to != models.Table.OpenTo.INVITED and (reason := joining.why_not_open(owner)):
        raise Refusal("forbidden", reason)
    with transaction.atomic():
        table = _open(owner, game, options, seats, pace, open_to, rated)
        if series:
            reason = sequels.why_not(registry.game(game), table.options, seats)
            if reason or series not in sequels.SEQUELS.values():
                raise Refusal("invalid", reason or "error.series_sides")
            table.series = dict(series)
            table.save(update_fields=["series"])
    return table


def _open(
    owner: User, game: str, options: Mapping[str, Any], seats: int, pace: Pace, open_to: str, rated: bool = False
) -> models.Table:
    meta = registry.game(game).meta
    checked = meta.check(options, seats)
    if rated and not meta.ranking.rated(checked, seats):
        raise InvalidOptions([Problem("rated", Text("option.not_rated"))])
    with transaction.atomic():
        table = _create(owner, game, meta.rules_version, checked, seats, pace, open_to, rated=rated)
        _seat(table, 0, owner, decks.chosen(table, owner, 0))
        if table.is_listed:
            tell(table)
    return table


def for_beginners(game: str) -> tuple[dict[str, Any], int]:
    """Options and number of seats for whoever has chosen none (UX-2)."""
    meta = registry.game(game).meta
    preset = meta.presets.get(meta.beginner)
    options = dict(preset.options) if preset else {}
    return options, (preset.seats if preset else None) or meta.playable(options)[0]


def play_now(user: User, game: str) -> models.Table:
    """A table with the beginner's options and bots on all other seats, already running (UX-2); everybody may watch."""
    options, seats = for_beginners(game)
    with transaction.atomic():
        table = _open(user, game, options, seats, UNTIMED, models.Table.OpenTo.ANYBODY)
        fill_with_bots(user, table)
    return table


def sit(user: User, table: models.Table, invite: str | None = None, deck: str = "", first: str = "") -> models.Seat:
    """Take the first free seat, by an invitation or because the table is open to this user; the last one starts the game, unless
    somebody there has to choose another deck first (`_start_if_fit`).

    `deck`: what to play with, in games with own decks (`decks.Choice`). `first`: as `name_first` has it.

    Sitting down twice changes nothing. Raises `Refusal`: `not_found` for a wrong invitation, `forbidden` with the reason without
    one (UX-5.4), `wrong_status` or `table_full`, and whatever is against the deck.
    """
    if invite is not None and not secrets.compare_digest(invite.encode(), table.invite.encode()):
        raise Refusal("not_found", "error.not_found")
    if invite is None and (reason := joining.why_not(user, table)):
        raise Refusal("forbidden", reason)
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table.pk)
        own = table.seats.filter(user=user).first()
        if own is not None:
            return own
        free = free_seats(table)
        try:
            with transaction.atomic():
                seat = _seat(table, free[0], user, decks.chosen(table, user, free[0], deck), agreement.named(table, first))
        except IntegrityError:
            raise Refusal("table_full", "error.table_full") from None
        if len(free) == 1:
            _start_if_fit(table)
        else:
            tell(table)
    return seat


def get_up(user: User, table: models.Table) -> bool:
    """Leave a table that waits: the seat becomes free, and somebody else who sits there decides; without anybody it is gone.

    Whether it is still there. Raises `Refusal` where the game is on: that can only be given up.
    """
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table.pk)
        if table.status != models.Table.Status.OPEN:
            raise Refusal("wrong_status", "error.wrong_status")
        table.seats.filter(user=user).delete()
        others = list(table.seats.filter(user__isnull=False).order_by("number"))
        if others and table.owner_id == user.pk:
            table.owner = others[0].user
            table.save(update_fields=["owner"])
        if others:
            tell(table)
            return True
        transaction.on_commit(partial(live.announce_change, table.pk, 0), robust=True)
        transaction.on_commit(lobby_feed.site.ring, robust=True)
        table.delete()
    return False


def choose_deck(user: User, table: models.Table, deck: str) -> None:
    """Play with another deck (`decks.Choice`), as long as the table waits; if it waited for nothing else, the game begins.

    Raises `Refusal`, also for a deck that is illegal.
    """
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table.pk)
        seat = table.seats.filter(user=user).first()
        if seat is None:
            raise Refusal("forbidden", "error.forbidden")
        if table.status != models.Table.Status.OPEN:
            raise Refusal("wrong_status", "error.wrong_status")
        seat.deck = decks.chosen(table, user, seat.number, deck)
        seat.save(update_fields=["deck"])
        if table.seats.count() == table.seat_count:
            _start_if_fit(table)


def name_first(user: User, table: models.Table, first: str) -> None:
    """Say who is to begin (RNK-4.3): the number of a seat, or nothing for chance. Raises `Refusal`, also when it has begun."""
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table.pk)
        seat = table.seats.filter(user=user).first()
        if seat is None:
            raise Refusal("forbidden", "error.forbidden")
        if table.status != models.Table.Status.OPEN:
            raise Refusal("wrong_status", "error.wrong_status")
        seat.first = agreement.named(table, first)
        seat.save(update_fields=["first"])


def _bot_name(number: int) -> str:
    return f"Bot {BOT_NAMES[number % len(BOT_NAMES)]}"


def free_seats(table: models.Table) -> list[int]:
    """The seats nobody sits on. Raises `Refusal` if there are none, or the game is on."""
    taken = set(table.seats.values_list("number", flat=True))
    free = [number for number in range(table.seat_count) if number not in taken]
    if not free:
        raise Refusal("table_full", "error.table_full")
    if table.status != models.Table.Status.OPEN:
        raise Refusal("wrong_status", "error.wrong_status")
    return free


def fill_with_bots(user: User, table: models.Table, bot: str = "") -> None:
    """Bots take all free seats, and the game starts; the owner decides this.

    Raises `Refusal`, and nobody has sat down, if somebody there has to choose another deck first (OMG-2.5).
    """
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table.pk)
        if table.owner_id != user.pk:
            raise Refusal("forbidden", "error.not_owner")
        if table.status != models.Table.Status.OPEN:
            raise Refusal("wrong_status", "error.wrong_status")
        bots = registry.game(table.game, table.rules_version).bots
        name = bot or lapses.bot_for(table)
        if name not in bots:
            raise Refusal("invalid", Text("error.unknown_name", {"name": name[:40], "known": sorted(bots)}))
        for number in free_seats(table):
            deck = decks.of_starter(table, number)
            models.Seat.objects.create(table=table, number=number, bot=name, name=_bot_name(number), deck=deck)
        for unfit in decks.unfit(table):
            own = table.seats.get(number=unfit.seat).user_id == user.pk
            raise Refusal("deck_invalid", unfit.text if own else Text("error.deck_of_another", {"name": unfit.name}))
        _start(table)


def vote_rematch(table_id: str, number: int, agree: bool) -> int:
    """A seat wishes to play again, or does not any more; when all people at the table do, a rematch has begun (UX-4.15).

    Voting twice changes nothing. Returns the version of the table, which stays the same; nobody is told yet (`LiveTable.change`).
    Raises `Refusal`: `wrong_status` before the end, where there can be none, or for taking back what has led to a rematch.
    """
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table_id)
        seats = list(table.seats.select_related("user").order_by("number"))
        asked = rematch.voters(seats) if rematch.may_follow(table, slots.site.series(table)) else []
        if table.status != models.Table.Status.FINISHED:
            raise Refusal("wrong_status", "error.rematch_early")
        if not any(seat.number == number and seat.user_id for seat in seats) or not asked:
            raise Refusal("wrong_status", "error.rematch_gone")
        if models.Table.objects.filter(rematch_of=table).exists():
            if agree:
                return table.version
            raise Refusal("wrong_status", "error.rematch_begun")
        if agree:
            models.Vote.objects.get_or_create(table=table, kind=rematch.KIND, seat=number)
        else:
            models.Vote.objects.filter(table=table, kind=rematch.KIND, seat=number).delete()
        votes = rematch.wishes(table).votes
        if set(asked) <= set(votes):
            _open_rematch(table, seats, votes)
    return table.version


def _open_rematch(table: models.Table, seats: Sequence[models.Seat], votes: Sequence[int]) -> None:
    """The same game with the seats moved on by one, once: if somebody else was quicker, that is the rematch. In a transaction.

    Everybody keeps their deck. A seat that was given to a bot goes back to whoever had it, if they have agreed.
    """
    owner = next(seat.user for seat in seats if seat.number in votes and seat.user)
    meta = registry.game(table.game).meta
    options = meta.check(table.options, table.seat_count)
    try:
        with transaction.atomic():
            about = (owner, table.game, meta.rules_version, options, table.seat_count, table.pace, table.open_to)
            fresh = _create(*about, rematch_of=table, rated=table.rated)
    except IntegrityError:
        return
    fresh.series = table.series
    fresh.save(update_fields=["series"])
    for seat in seats:
        place = (seat.number + 1) % table.seat_count
        if seat.number in votes and seat.user:
            _seat(fresh, place, seat.user, seat.deck)
        else:
            models.Seat.objects.create(table=fresh, number=place, bot=seat.bot, name=seat.name, deck=seat.deck)
    _start_if_fit(fresh)


@dataclass(frozen=True)
class Player:
    """Who is to sit at a table that is drawn up for them: a user, or a bot by its name in the game."""

    user: User | None = None
    bot: str = ""
    name: str = ""
    """As shown at the table; empty: the user's, or one for bots."""
    deck: Mapping[str, Any] = field(default_factory=dict)
    """As kept at a seat (`decks`); empty: what the user last played with, or the starter deck of the seat."""


def draw_up(
    game: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    *,
    rules_version: int | None = None,
    pace: Pace = UNTIMED,
    open_to: str = models.Table.OpenTo.INVITED,
    owner: User | None = None,
    starter: int | None = None,
    rated: bool = False,
    deal: str = "",
    note: Callable[[models.Table], None] | None = None,
) -> models.Table:
    """A table at which these sit in this order, already running; nobody is asked. For series and tournaments.

    `rules_version`: None for the newest. `owner`: the first person if left out. `starter`: the seat that begins (RNK-4.3); None:
    as the rules say. `deal`: what it shares with other tables (`deals`). `note` is called with the new table before it begins. In
    the caller's transaction, or one of its own.
    Raises `InvalidOptions` with every problem named, and `Refusal` for a deck that may not be played.
    """
    meta = registry.game(game, rules_version).meta
    checked = meta.check(options, len(players))
    owner = owner or next((player.user for player in players if player.user), None)
    with transaction.atomic():
        table = _create(owner, game, meta.rules_version, checked, len(players), pace, open_to, rated=rated, deal=deal)
        if starter is not None:
            table.starter = starter
            table.save(update_fields=["starter"])
        for number, player in enumerate(players):
            _place(table, number, player)
        if note is not None:
            note(table)
        _start(table)
    return table


def _place(table: models.Table, number: int, player: Player) -> None:
    """Seat somebody for whom a table is drawn up."""
    name = player.name or (player.user.username if player.user else _bot_name(number))
    deck = dict(player.deck)
    if not deck and player.user is not None and not player.bot:
        deck = decks.chosen(table, player.user, number)
    models.Seat.objects.create(
        table=table,
        number=number,
        user=player.user,
        bot=player.bot,
        name=name,
        deck=deck or decks.of_starter(table, number),
    )


def show_anew(table: models.Table) -> None:
    """Something that stands elsewhere is to be shown at this table, in whatever process it is open. Inside a transaction."""
    models.Table.objects.filter(pk=table.pk).update(aside=F("aside") + 1)
    tell(table)


def _create(
    owner: User | None,
    game: str,
    rules_version: int,
    options: Mapping[str, Any],
    seats: int,
    pace: Pace,
    open_to: str,
    rematch_of: models.Table | None = None,
    rated: bool = False,
    deal: str = "",
) -> models.Table:
    """A table with a fresh secret, or that of its deal; the hash is published from now on, before any card is dealt (PRO-9.1)."""
    secret = _secret_of(deal) if deal else secrets.token_bytes(fairness.SECRET_BYTES)
    table = models.Table.objects.create(
        game=game,
        rules_version=rules_version,
        rng=RNG,
        options=options,
        seat_count=seats,
        owner=owner,
        mode=pace.mode,
        bank_ms=pace.bank_ms,
        increment_ms=pace.increment_ms,
        move_ms=pace.move_ms,
        open_to=open_to,
        commit=fairness.commit(secret),
        rematch_of=rematch_of,
        rated=rated,
        deal=deal,
    )
    models.TableSecret.kept.create(table=table, secret=secret)
    return table


def _secret_of(deal: str) -> bytes:
    """The secret of a shared deal, made by its first table (`deals`)."""
    fresh = secrets.token_bytes(fairness.SECRET_BYTES)
    row, _made = models.DealSecret.kept.get_or_create(deal=deal, defaults={"secret": fresh})
    return bytes(row.secret)


def _seat(table: models.Table, number: int, user: User, deck: Mapping[str, Any], first: int | None = None) -> models.Seat:
    return models.Seat.objects.create(table=table, number=number, user=user, name=user.username, deck=dict(deck), first=first)


def _start_if_fit(table: models.Table) -> None:
    """All seats are taken: the game begins if every deck may still be played with (OMG-2.5). If not, the table stays open as it
    is and says so; whoever has to chooses another deck, and then it begins. Inside a transaction."""
    if decks.unfit(table):
        tell(table)
    else:
        _start(table)


def _start(table: models.Table) -> None:
    """Everybody sits: version 0 is dealt and stored (PRO-5.1), clocks start. Inside a transaction."""
    beat.learn()
    if table.starter is None:
        table.starter = agreement.agreed(table)
    if registry.game(table.game, table.rules_version).meta.asks_experience(table.options):
        table.experience = [
            0 if seat.bot else slots.site.experience(seat.user, table.game, table.created_at)
            for seat in table.seats.select_related("user").order_by("number")
        ]
    slots.begun.send(models.Table, table=table)
    secret = bytes(models.TableSecret.kept.get(pk=table.pk).secret)
    session = record.begin(table, secret)
    table.status, table.started_at = models.Table.Status.RUNNING, timezone.now()
    table.head = fairness.first_head(fairness.chain_key(secret), record.beginning(table))
    table.waiting = session.game.waiting_for()
    seats = list(table.seats.order_by("number"))
    people = [seat.number for seat in seats if not seat.bot]
    state = Clocks.begin(table.pace, people, asked_in(session), timeline.site.now())
    table.clocks = plain(state) if table.pace.timed else {}
    table.save(update_fields=["status", "started_at", "starter", "experience", "head", "waiting", "clocks"])
    models.StoredPosition.objects.create(table=table, version=0, data=session.dump())
    due = store.due_rows(store.Loaded(table, seats, session), state)
    store.set_due(table, due)
    tell(table)
    transaction.on_commit(partial(live.announce_due, due), robust=True)


def tell(table: models.Table) -> None:
    """Whoever has the table open sees the change as soon as it is committed; if that fails, the change stays all the same."""

    def refresh() -> None:
        live.announce_change(table.pk, table.version)
        if table.is_listed:
            lobby_feed.site.ring()
        present = live.present(table.pk)
        if present is not None:
            async_to_sync(present.refresh)()

    transaction.on_commit(refresh, robust=True)
