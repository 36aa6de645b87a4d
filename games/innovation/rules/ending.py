"""The three ways a game ends, and who comes in which place (INN-13, INN-15.4, RNK-1.3)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.outcome import Outcome, ranks
from games.innovation.rules.cards import icon_count
from games.innovation.rules.expressions import Value
from games.innovation.rules.moves import GameEnded
from games.innovation.rules.position import Frame, Reason

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation

NEEDED = {2: 6, 3: 5, 4: 4}
"""Achievements that win, by number of players (INN-13.2)."""

NEEDED_TEAM = 6


def needed(game: Innovation) -> int:
    """Achievements that win at this table, of a team together in the team game."""
    return needed_by(game.position.seats, bool(game.position.teams))


def needed_by(seats: int, teams: bool) -> int:
    """The same by the number of seats, and whether they are two teams."""
    return NEEDED_TEAM if teams else NEEDED[seats]


def check_achievements(game: Innovation, seat: int) -> None:
    """Whoever holds enough wins at once (INN-13.2); who has left is passed over (INN-17.7). Raises `GameEnded`."""
    if game.side_achieved(seat) >= needed(game) and seat not in game.gone():
        end(game, "achievements", game.side(seat))
        raise GameEnded


def win(game: Innovation, frame: Frame) -> None:
    """The player who carries out the effect wins (INN-13.4). Raises `GameEnded`."""
    if frame.seat not in game.gone():
        end(game, "dogma", game.side(frame.seat), frame.card)
        raise GameEnded


def win_single(most: bool, icon: Value | None, game: Innovation, frame: Frame) -> None:
    """The one player with the most or fewest wins; with several, nobody, unless they are one team. Raises `GameEnded`.

    Points of partners count together, icons do not, nor do points where the fewest are asked for (INN-15.4).
    """
    p, gone = game.position, game.gone()
    numbers: dict[int, int] = {}
    for seat in range(p.seats):
        if seat not in gone:
            if icon is not None:
                numbers[seat] = icon_count(game.icons(seat), icon(game, frame, -1))
            else:
                numbers[seat] = sum(map(game.points, game.side(seat))) if most else game.points(seat)
    best = (max if most else min)(numbers.values())
    first = [seat for seat, number in numbers.items() if number == best]
    if len({p.teams[seat] if p.teams else seat for seat in first}) == 1:
        end(game, "dogma", game.side(first[0]), frame.card)
        raise GameEnded


def by_points(game: Innovation) -> None:
    """A card beyond the last age had to be drawn: most points, then most achievements win (INN-13.3)."""
    sides: dict[tuple[int, int], list[int]] = {}
    gone = game.gone()
    for seat in range(game.position.seats):
        if seat not in gone:
            side = game.side(seat)
            sides.setdefault((sum(map(game.points, side)), game.side_achieved(seat)), []).append(seat)
    best = sides[max(sides)]
    winners = sorted({member for seat in best for member in game.side(seat)}) if game.position.teams else best
    end(game, "points", winners)


def end(game: Innovation, reason: Reason, winners: list[int], card: int = -1) -> None:
    """The game is over; everything stays as it is (INN-13.1)."""
    p = game.position
    p.reason, p.winners, p.winning_card, p.phase = reason, winners, card, "over"
    log = f"ended_{reason}" + ("_shared" if len({tuple(game.side(seat)) for seat in winners}) > 1 else "")
    args: dict[str, object] = {"reason": reason, "seats": winners}
    if len(winners) == 1:
        args["seat"] = winners[0]
    elif not log.endswith("_shared"):
        log += "_team"
    if card >= 0:
        args["card"] = game.cards.ids[card]
    game.tell(Event("game_ended", args, log=log))


def outcome(game: Innovation) -> Outcome | None:
    """The winners first, the others by achievements, then points, else equal (RNK-1.3); in the team game two sides (RNK-1.2)."""
    p = game.position
    if p.reason is None:
        return None
    if p.teams:
        result = [1 if seat in p.winners else 2 for seat in range(p.seats)]
    else:

        def place(seat: int) -> tuple[bool, int, int]:
            return seat not in p.winners, -p.achieved(seat), -game.points(seat)

        def tier(seat: int) -> tuple[bool, int, int]:
            return place(seat) if seat not in p.winners else (False, 0, 0)

        order = sorted(range(p.seats), key=place)
        result = ranks([list(group) for _, group in groupby(order, key=tier)], p.seats)
    points = [game.points(seat) for seat in range(p.seats)]
    card = {"card": game.cards.ids[p.winning_card]} if p.winning_card >= 0 else {}
    extra: list[dict[str, Any]] = [{"achievements": p.achieved(seat), "points": points[seat]} | card for seat in range(p.seats)]
    return Outcome(result, p.reason, points, extra)
