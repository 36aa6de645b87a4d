"""Series begin, go on and end: what is done in the database, once, whoever hears of it how often (RNK-5).

Everything happens under the lock of the row of the series, and works inside a transaction of the caller, too. Whoever locks
rows of their own beside it takes theirs first.
"""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Literal

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine import registry
from games.engine.errors import EngineError
from games.tables import beat, live, record, timeline
from games.tables import service as tables
from games.tables.codes import Refusal
from games.tables.messages import Resign
from games.tables.models import Seat, Table
from leaderboards.matches import plans, series, signals, standing
from leaderboards.matches.models import Series, SeriesGame
from leaderboards.matches.plans import NewSeries

CLOSED = "closed"
Forfeit = Literal["absent", "withdrawn", "disqualified"]


def open(plan: NewSeries) -> Series:  # noqa: A001
    """A new series, whose first game is on at once.

    Raises `InvalidOptions` with every problem named, `Refusal` for a deck that may not be played, and `ValueError` for sides that
    do not fit the game.
    """
    game = registry.game(plan.game, plan.rules_version)
    players = _interleaved(plan.sides)
    options = game.meta.check(plan.options, len(players))
    single = plan.kind == "single"
    options = game.in_series(options, decides=single and plan.knock_out)
    terms = game.terms(options, len(players))
    with transaction.atomic():
        row = Series.objects.create(
            kind=plan.kind,
            n={"single": 1, "return_match": 2}.get(plan.kind, plan.n),
            by_points=plan.by_points,
            target=terms.target if plan.target is None else plan.target,
            ties=list(plan.ties),
            counter=terms.counter,
            loser_chooses=plan.loser_chooses,
            seed=plan.seed,
            deal=plan.deal,
            pause_s=plans.pause_of(plan.pace) if plan.pause_s == plans.BY_PACE else plan.pause_s,
            **_coin(plan),
        )
        first = SeriesGame(series=row, number=1, starter=plan.first_starter)
        seats, starter = list(players), None
        if plan.first_starter is not None:
            first.shift, starter = _start_of(terms.by_place, plan.first_starter, len(players))
            seats = _shifted(players, first.shift)
        tables.draw_up(
            plan.game,
            options,
            seats,
            rules_version=plan.rules_version,
            pace=plan.pace,
            open_to=plan.open_to,
            starter=starter,
            rated=plan.rated,
            deal=_deal(row, 1),
            note=partial(_note, first, {}),
        )
        if [len(side) for side in standing.places(_table(first))] != [len(side) for side in plan.sides]:
            raise ValueError("the sides do not fit the game")
    return row


def begin(table: Table) -> None:
    """A game begins; if it is the first one of a series that its players wished for, that begins, too. Inside a transaction."""
    if SeriesGame.objects.filter(table=table).exists():
        return
    game = registry.game(table.game, table.rules_version)
    back = game.return_match(table.options)
    kind: str = "return_match" if back is not None else table.series.get("kind", "")
    if not kind or len(standing.places(table)) != 2:
        return
    terms = game.terms(table.options, table.seat_count)
    row = Series.objects.create(
        kind=kind,
        n=table.series.get("n", 2) if back is None else 2,
        by_points=False,
        target=terms.target,
        ties=list(plans.usual_ties(kind) if back is None else back.ties),
        counter=terms.counter,
        pause_s=plans.pause_of(table.pace),
    )
    SeriesGame.objects.create(series=row, number=1, table=table)


def go_on(key: int) -> None:
    """Open what comes next in a series, or end it; nothing happens as long as its last game is on, or somebody has time left.

    Doing it late, twice or at once in several processes is harmless: the row of the series is locked, and a game has one number.
    """
    with transaction.atomic():
        row = _locked(key)
        games = standing.games_of(row)
        if row.ended_at is None and _settle(row, games):
            _show(games)


def ready(key: int, user: User, starter: int | None = None) -> None:
    """Somebody is there for the next game; when all are, it begins. Saying it twice changes nothing.

    `starter`: the side that is to begin, from whoever lost the last game where the loser chooses. Raises `Refusal`: `forbidden`
    for whoever does not play in it, `wrong_status` where no game waits, `invalid` for a choice that is not theirs.
    """
    with transaction.atomic():
        row = _locked(key)
        games = standing.games_of(row)
        places = [place for place, seat in enumerate(_seats(games)) if seat.user_id == user.pk]
        if not places:
            raise Refusal("forbidden", "error.forbidden")
        if row.ended_at is None:
            _settle(row, games)
        if row.paused_at is None:
            raise Refusal("wrong_status", "error.series_not_waiting")
        if starter is not None:
            _choose(row, games, places[0], starter)
        row.ready = sorted({*row.ready, *places})
        row.save(update_fields=["ready", "chosen"])
        _settle(row, games)
        _show(games)


def forfeit(key: int, side: int | Collection[int], kind: Forfeit) -> bool:
    """A side, or both, lose what is next, or all. Whether that has changed anything: in a series that is over nothing does.

    `absent`: they do not turn up to the game that waits, and lose that (RNK-5.7); of a game that is on they are taken away.
    `withdrawn` and `disqualified`: they lose the series at once; if both do, nobody wins it.
    """
    sides = sorted({side} if isinstance(side, int) else set(side))
    with transaction.atomic():
        row = _locked(key)
        games = standing.games_of(row)
        if row.ended_at is not None:
            return False
        _settle(row, games)
        last = games[-1]
        if kind != "absent" and _is_on(row):
            row.forfeits = {str(gone): kind for gone in sides}
            _end(row, None if len(sides) > 1 else 1 - sides[0], "double_forfeit" if len(sides) > 1 else "forfeit")
        elif row.paused_at is not None:
            _missed(row, games, sides)
            _settle(row, games)
        if last.table is not None and last.table.status == Table.Status.RUNNING:
            transaction.on_commit(partial(_resign, last, sides), robust=True)
        _show(games)
    return True


def take_away(row: Series) -> None:
    """Whoever is out of a series that is over leaves the game that is still on, if that has been missed."""
    last = standing.games_of(row)[-1]
    if last.table is not None and last.table.status == Table.Status.RUNNING:
        _resign(last, [int(side) for side in row.forfeits])


def _is_on(row: Series) -> bool:
    return row.ended_at is None


def _locked(key: int) -> Series:
    return Series.objects.select_for_update().get(pk=key)


def _show(games: Sequence[SeriesGame]) -> None:
    """All tables of the series show how it stands."""
    for game in games:
        if game.table is not None:
            tables.show_anew(game.table)


# --- from game to game -----------------------------------------------------------------------------------------------------


def _settle(row: Series, games: list[SeriesGame]) -> bool:
    """Whether something has changed: a game has been added, a pause has begun, or the series is over."""
    last = games[-1].table
    if last is not None and last.status == Table.Status.CLOSED:
        _end(row, None, CLOSED)
        return True
    if not standing.is_over(games[-1]):
        return False
    if games[0].starter is None and games[0].table is not None:
        seat = record.first_seat(games[0].table)
        if seat is not None:
            games[0].starter = standing.side_at(games[0], seat)
            games[0].save(update_fields=["starter"])
    changed = False
    while (now := standing.state(row, games)).next is not None and not now.finished:
        if row.paused_at is None:
            _pause(row, games)
            changed = True
        missing = _sides(games, lambda place, seat: place not in row.ready or _is_gone(seat))
        absent = missing if _time_is_up(row) else _sides(games, lambda _place, seat: _is_gone(seat))
        if absent:
            _missed(row, games, absent)
            changed = True
            continue
        if missing:
            return changed
        _play_on(row, games, now)
        return True
    _end(row, None if now.winner is None else int(now.winner), now.reason)
    return True


def _pause(row: Series, games: Sequence[SeriesGame]) -> None:
    """The next game waits for both sides (RNK-5)."""
    beat.learn()
    row.paused_at = timeline.site.moment()
    row.pause_until = None if row.pause_s is None else row.paused_at + timedelta(seconds=row.pause_s)
    row.ready = [place for place, seat in enumerate(_seats(games)) if row.pause_s == 0 or (seat.user_id is None and seat.bot)]
    row.chosen = None
    row.save(update_fields=["paused_at", "pause_until", "ready", "chosen"])


def _time_is_up(row: Series) -> bool:
    """Whether the pause is over. After a downtime players must be able to come back first (`timeline.Timeline.hold`)."""
    beat.learn()
    return row.pause_until is not None and timeline.site.moment() >= row.pause_until and not timeline.site.held


def _sides(games: Sequence[SeriesGame], holds: Callable[[int, Seat], bool]) -> list[int]:
    """The sides with a place of which this holds."""
    seats = _seats(games)
    return [side for side, places in enumerate(_places(games)) if any(holds(place, seats[place]) for place in places)]


def _is_gone(seat: Seat) -> bool:
    """Whether the account of whoever sat there is gone: nobody need wait."""
    return seat.user_id is None and not seat.bot


def _missed(row: Series, games: list[SeriesGame], sides: Sequence[int]) -> None:
    """A game without a table, because these did not turn up (RNK-5.7)."""
    planned = _planned(standing.state(row, games))
    starter, number = _starter(row, games, planned), len(games) + 1
    games.append(SeriesGame.objects.create(series=row, number=number, purpose=planned.kind, starter=starter, absent=list(sides)))
    _go(row)


def _planned(now: series.State) -> series.Next:
    if now.next is None:
        raise ValueError("no game waits")
    return now.next


def _go(row: Series) -> None:
    """The pause is over."""
    row.paused_at, row.pause_until, row.ready, row.chosen = None, None, [], None
    row.save(update_fields=["paused_at", "pause_until", "ready", "chosen"])


def _play_on(row: Series, games: list[SeriesGame], now: series.State) -> None:
    """The next game, with everybody who sat at the last table; who was replaced by a bot there has the seat again."""
    planned = _planned(now)
    first = _table(games[0])
    starter = _starter(row, games, planned)
    game = registry.game(first.game, first.rules_version)
    options = game.shortened(first.options, planned.target) if planned.target is not None else None
    shift, seat = _start_of(game.terms(first.options, first.seat_count).by_place, starter, first.seat_count)
    made = SeriesGame(series=row, number=len(games) + 1, purpose=planned.kind, starter=starter, shift=shift)
    players = [_player(seat) for seat in _seats(games)]
    tables.draw_up(
        first.game,
        first.options if options is None else options,
        _shifted(players, shift),
        rules_version=first.rules_version,
        pace=first.pace,
        open_to=first.open_to,
        owner=first.owner,
        starter=seat,
        rated=first.rated,
        deal=_deal(row, made.number),
        note=partial(_note, made, first.series),
    )
    games.append(made)
    _go(row)


def _deal(row: Series, number: int) -> str:
    """What a game shares with the games of the same number in other series."""
    return f"{row.deal}.{number}" if row.deal else ""


def _note(made: SeriesGame, wish: Mapping[str, Any], table: Table) -> None:
    """Before the game begins it is known to be one of the series; a rematch after it is a series like this one."""
    if wish:
        table.series = dict(wish)
        table.save(update_fields=["series"])
    made.table = table
    made.save(force_insert=True)


def _starter(row: Series, games: Sequence[SeriesGame], planned: series.Next) -> int:
    """The side that begins; whoever may choose and does not leaves it to the alternation."""
    if planned.starter:
        return int(planned.starter)
    if row.chosen is not None:
        return row.chosen
    last = games[-1].starter
    return 1 - (0 if last is None else last)


def _choose(row: Series, games: Sequence[SeriesGame], place: int, starter: int) -> None:
    """The loser of the last game says who begins."""
    planned = standing.state(row, games).next
    own = next(side for side, places in enumerate(_places(games)) if place in places)
    if planned is None or planned.chooser != standing.SIDES[own] or starter not in (0, 1):
        raise Refusal("invalid", "error.series_choice")
    row.chosen = starter


def _end(row: Series, winner: int | None, reason: str) -> None:
    row.winner, row.reason, row.ended_at = winner, reason, timezone.now()
    row.paused_at, row.pause_until, row.ready, row.chosen = None, None, [], None
    row.save()
    transaction.on_commit(partial(signals.ended.send_robust, Series, series_id=row.pk), robust=True)


def _resign(game: SeriesGame, sides: Collection[int]) -> None:
    """These leave a game that is on; if it is over meanwhile, that is that."""
    for seat in (seat for side in sides for seat in standing.seats(game)[side]):
        with contextlib.suppress(EngineError):
            async_to_sync(live.table(_table(game).pk).resign)(seat, Resign(move_id=uuid.uuid4().hex))


# --- sides, places, seats --------------------------------------------------------------------------------------------------


def _coin(plan: NewSeries) -> dict[str, Any]:
    """The coin of a tournament, fixed beforehand, and what it comes from."""
    if not plan.ids:
        return {}
    sides = dict(zip(standing.SIDES, plan.ids, strict=True))
    label = f"{plan.tournament_seed}:{plan.match}:"
    return {"coin": int(series.lot(plan.tournament_seed, plan.match, sides)), "label": label}


def _interleaved(sides: Sequence[Sequence[tables.Player]]) -> list[tables.Player]:
    """By place: the sides take turns, as the teams of all games do."""
    return [player for row in zip(*sides, strict=True) for player in row]


def _start_of(by_place: bool, starter: int, seats: int) -> tuple[int, int | None]:
    """By how much all move on so that this side begins, or the seat that the plan names."""
    return ((seats - starter) % seats, None) if by_place else (0, starter)


def _shifted(players: Sequence[tables.Player], shift: int) -> list[tables.Player]:
    """By seat, when everybody sits so much further on than their place."""
    return [players[(seat - shift) % len(players)] for seat in range(len(players))]


def _table(game: SeriesGame) -> Table:
    if game.table is None:
        raise ValueError("a game without a table")
    return game.table


def _places(games: Sequence[SeriesGame]) -> list[list[int]]:
    return standing.places(_table(games[0]))


def _seats(games: Sequence[SeriesGame]) -> list[Seat]:
    """By place: who sits there, as at the last table."""
    last = next(game for game in reversed(games) if game.table is not None)
    seats = list(Seat.objects.filter(table=last.table).select_related("user").order_by("number"))
    return [seats[(place + last.shift) % len(seats)] for place in range(len(seats))]


def _player(seat: Seat) -> tables.Player:
    return tables.Player(seat.user, "" if seat.user is not None else seat.bot, seat.name, seat.deck)
