"""What pages show of games and tables (reads go through here)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from accounts.models import User
from games import texts
from games.decks.kinds import kind
from games.engine import registry
from games.engine.errors import Text
from games.rulebooks import rulebook
from games.tables import agreement, decks, slots, timeline
from games.tables.clocks import Pace
from games.tables.forms import DAY_MS, MINUTE_MS
from games.tables.models import Seat, Table
from games.tables.wire import Viewer
from games.texts import Speaker

MOST_TABLES = 20


@dataclass(frozen=True)
class Emblem:
    """The card that stands for a game: its name, and what draws it."""

    name: str
    printed: str
    """As JSON."""
    words: str
    """What drawings print beside the name (`face.<name>`), and the words for values, as JSON."""
    faces: str
    sheet: str


@dataclass(frozen=True)
class GameTile:
    """A game on the home page."""

    slug: str
    name: str
    tagline: str
    players: str
    minutes: str
    play_url: str
    new_url: str
    about_url: str
    emblem: Emblem | None
    """None: a card with the first letter stands for it."""


@dataclass(frozen=True)
class TableLine:
    """One of my tables."""

    url: str
    game_name: str
    opponents: str
    your_turn: bool
    is_open: bool
    """Whether it waits for players."""
    deadline: int | None = None
    """In table time; None where nobody is timed."""

    @property
    def until(self) -> datetime | None:
        """The deadline as a date."""
        return None if self.deadline is None else timeline.site.date(self.deadline)


def games() -> list[GameTile]:
    """All games there are."""
    language = get_language() or "de"
    tiles = []
    for slug in registry.slugs():
        meta, speaker = registry.game(slug).meta, Speaker(slug, language)
        players = str(meta.seats[0]) if len(meta.seats) == 1 else f"{meta.seats[0]}\N{EN DASH}{meta.seats[-1]}"
        about = gettext("etwa %(least)d bis %(most)d min") % {"least": meta.minutes[0], "most": meta.minutes[1]}
        tiles.append(
            GameTile(
                slug,
                name(slug),
                speaker.fill("game.tagline", {"option": ""}),
                players,
                about,
                reverse("tables:play-now", args=[slug]),
                reverse("tables:new", args=[slug]),
                reverse("tables:game", args=[slug]),
                emblem(slug, speaker),
            )
        )
    return tiles


def emblem(slug: str, speaker: Speaker) -> Emblem | None:
    """The card that stands for a game, if it draws its cards and has chosen one."""
    config = texts.config_of(slug)
    if config is None or not config.emblem:
        return None
    faces, sheet, card = config.static_file("faces.js"), config.static_file("faces.css"), f"{slug}.{config.emblem}"
    if faces is None or sheet is None:
        return None
    printed = texts.printed(slug)[card]
    words = {key: said for key, said in texts.catalogue(slug, speaker.language).items() if key.startswith(("face.", "value."))}
    return Emblem(speaker.fill(f"card.{card}", {}), json.dumps(printed), json.dumps(words), faces, sheet)


def name(slug: str) -> str:
    """The name of a game in the current language."""
    return Speaker(slug, get_language() or "de").fill("game.name", {"option": slug})


def my_tables(user: User) -> list[TableLine]:
    """The tables a user is sitting at that are not over: where it is their turn by deadline, then the newest first (UX-3)."""
    tables = Table.objects.filter(seats__user=user, status__in=[Table.Status.OPEN, Table.Status.RUNNING])
    lines = []
    for table in tables.prefetch_related("seats").order_by("-created_at")[:MOST_TABLES]:
        seats = list(table.seats.all())
        others = [seat.name for seat in seats if seat.user_id != user.pk]
        mine = next(seat.number for seat in seats if seat.user_id == user.pk)
        deadline = table.clock_state.deadline(mine)
        is_open = table.status == Table.Status.OPEN
        turn = mine in table.waiting
        lines.append(TableLine(table.get_absolute_url(), name(table.game), ", ".join(others), turn, is_open, deadline))
    return sorted(lines, key=lambda line: (not line.your_turn, line.deadline is None, line.deadline or 0))


def table_page(table: Table, viewer: Viewer, user: User | None) -> dict[str, Any]:
    """What the pages of a table are rendered from."""
    language = get_language() or "de"
    other = "en" if language == "de" else "de"
    speaker = Speaker(table.game, language)
    seats = {seat.number: seat for seat in table.seats.select_related("user")}
    return {
        "table": table,
        "book": rulebook(table.game, language),
        "speaker": speaker,
        "viewer": viewer,
        "game_name": name(table.game),
        "seats": [seats.get(number) for number in range(table.seat_count)],
        "free": table.seat_count - len(seats),
        "is_owner": user is not None and table.owner_id == user.pk,
        "host": next((seat.name for seat in seats.values() if table.owner_id and seat.user_id == table.owner_id), ""),
        "options": options_in_words(table, speaker),
        "rated": rated_in_words(table, speaker, user),
        "pace": pace_in_words(table.pace),
        **_decks(table, seats, viewer, user, language),
        **_starters(table, seats, viewer),
        "series": _series(table, speaker),
        "event": slots.site.event(table),
        "catalogue_url": _catalogue_url(table.game, language),
        "other_language": other,
        "other_catalogue_url": _catalogue_url(table.game, other),
        "socket_path": f"/ws/v1/tables/{table.pk}",
    } | own_files(table.game)


def rated_in_words(table: Table, speaker: Speaker, user: User | None) -> str:
    """Whether the result counts for ratings, and if not although it was meant to, why (RNK-1.7)."""
    if not table.rated:
        return speaker.fill("ui.not_rated", {})
    reasons = slots.site.unrated(table, user)
    if not reasons:
        return speaker.fill("ui.rated", {})
    return f"{speaker.fill('ui.not_rated', {})}: {' '.join(speaker.fill(f'unrated.{code}', {}) for code in reasons)}"


def _decks(table: Table, seats: Mapping[int, Seat], viewer: Viewer, user: User | None, language: str) -> dict[str, Any]:
    """Which decks whoever looks at a table that waits could play with, and which one it is."""
    if table.status != Table.Status.OPEN:
        return {}
    seat = None if viewer is None else seats.get(viewer)
    free = next((number for number in range(table.seat_count) if number not in seats), 0)
    return {
        "deck_choices": decks.choices(table, user, language),
        "deck_chosen": seat.deck.get("choice", "") if seat else decks.preferred(table, user, free),
        "unfit": _unfit(table, seats, viewer, language),
        "deck_changed": seat is not None and decks.changed_since(table, seat.deck),
        "decks_url": reverse("decks:index", args=[table.game]) if kind(table.game) else "",
    }


def _unfit(table: Table, seats: Mapping[int, Seat], viewer: Viewer, language: str) -> list[str]:
    """Why a game does not begin although everybody sits: decks that may not be played with any more (OMG-2.5), in words."""
    if len(seats) < table.seat_count:
        return []
    speaker = Speaker(table.game, language)
    found = [(one, one.seat == viewer) for one in decks.unfit(table)]
    return [speaker.say(one.text if own else Text("error.deck_of_another", {"name": one.name})) for one, own in found]


def _series(table: Table, speaker: Speaker) -> dict[str, Any]:
    """Which game of a series this is, and the one before with its points; empty if it is none."""
    series = slots.site.series(table)
    if not series:
        return {}
    number = series["number"]
    before = series["games"][number - 2] if number > 1 else {}
    url = reverse("tables:table", args=[before["table"]]) if "table" in before else ""
    points = " : ".join(_worth(one, series["halves"]) for one in before.get("points", []))
    told = f"{_game_of_series(series, number - 1, speaker)} {points}" if before else ""
    return {"name": _game_of_series(series, number, speaker), "before": told, "url": url}


def _game_of_series(series: Mapping[str, Any], number: int, speaker: Speaker) -> str:
    """What a game of a series is called; those that a tie policy asked for are counted for themselves."""
    purpose = series["games"][number - 1]["purpose"]
    if purpose == "game" and series["kind"] == "return_match":
        return speaker.fill("ui.series_second" if number > 1 else "ui.series_first", {})
    same = [game for game in series["games"][:number] if game["purpose"] == purpose]
    return speaker.fill(f"ui.series_{purpose}", {"n": len(same)})


def _worth(points: int, halves: bool) -> str:
    """Points, which may be told in halves."""
    if not halves:
        return str(points)
    return (str(points // 2) if points != 1 else "") + ("½" if points % 2 else "")


@dataclass(frozen=True)
class Starter:
    """A seat that could begin, as whoever looks at a table that waits may name it."""

    value: str
    name: str
    """Of whoever sits there; empty: nobody yet."""
    own: bool
    by: str
    """Who has named it."""


def _starters(table: Table, seats: Mapping[int, Seat], viewer: Viewer) -> dict[str, Any]:
    """Who could be named to begin (RNK-4.3), and who is by whoever looks; those who come take the first free seat."""
    if table.status != Table.Status.OPEN or not agreement.possible(table):
        return {}
    own = next((number for number in range(table.seat_count) if number not in seats), 0) if viewer is None else viewer
    starters = [
        Starter(
            str(number),
            seats[number].name if number in seats else "",
            number == own,
            ", ".join(seat.name for seat in seats.values() if seat.first == number),
        )
        for number in range(table.seat_count)
    ]
    first = seats[viewer].first if viewer is not None else next((seat.first for seat in seats.values()), None)
    return {"starters": starters, "first": "" if first is None else str(first)}


def own_files(slug: str) -> dict[str, Any]:
    """The static files with which a game draws its cards and lays out its board, as far as it has them."""
    config = texts.config_of(slug)
    if config is None:
        return {}
    files = {name: config.static_file(name) for name in ("faces.css", "field.css", "faces.js", "field.js", "art.js")}
    sheets = [file for name, file in files.items() if file and name.endswith(".css")]
    scripts = [file for name, file in files.items() if file and name.endswith(".js")]
    return {"sheets": sheets, "drawings": scripts, "faces": files["faces.js"], "field": files["field.js"]}


def _catalogue_url(game: str, language: str) -> str:
    digest, _data = texts.catalogue_file(game, language)
    return reverse("tables:catalogue", args=[language, game, digest])


def pace_in_words(pace: Pace) -> str:
    """How fast a table is played."""
    if pace.mode == "turn":
        days = pace.move_ms // DAY_MS
        return ngettext("%(days)d Tag pro Zug", "%(days)d Tage pro Zug", days) % {"days": days}
    if pace.mode == "live":
        numbers = {"minutes": pace.bank_ms // MINUTE_MS, "seconds": pace.increment_ms // 1000}
        return gettext("%(minutes)d Minuten, je Zug %(seconds)d Sekunden dazu") % numbers
    return gettext("ohne Uhr")


def options_in_words(table: Table, speaker: Speaker) -> list[tuple[str, str]]:
    """The options of a table that differ from the defaults, as (label, value)."""
    meta = registry.game(table.game, table.rules_version).meta
    chosen = []
    for option in meta.options:
        value = table.options.get(option.name)
        if value is None or value == option.default:
            continue
        key = f"setting.{option.name}"
        if isinstance(value, dict):
            words = ", ".join(
                f"{speaker.fill(f'{key}.{part}', {})} {speaker.fill(f'{key}.{part}.{of}', {})}" for part, of in value.items()
            )
        else:
            words = speaker.fill(f"{key}.{value}", {"option": value})
        chosen.append((speaker.fill(key, {"option": option.name}), words))
    if table.series:
        key = "ui.series" if table.series["kind"] == "return_match" else f"ui.series_{table.series['kind']}"
        chosen.append((speaker.fill("ui.series_label", {}), speaker.fill(key, {"n": table.series["n"]})))
    return chosen
