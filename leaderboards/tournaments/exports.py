"""A tournament to take along (RNK-7.15): standings and results as CSV, the whole of it as JSON, its times as iCal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.rulebooks import LANGUAGES
from games.texts import catalogue
from leaderboards.ratings.exports import escaped
from leaderboards.tournaments import access, charts, sealed, selectors, views
from leaderboards.tournaments.charts import Place
from leaderboards.tournaments.making import SCHEMA, TEXTS
from leaderboards.tournaments.models import Board, Entrant, Match, MatchSide, Tournament
from leaderboards.tournaments.plan import MANY

UNITS = 120


def table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV; what a program for tables would take for a formula is escaped."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(names)
    writer.writerows([["" if value is None else escaped(value) for value in row] for row in rows])
    return out.getvalue()


def standings(row: Tournament) -> str:
    """The table of the last stage; of a knock-out its places."""
    stage = row.stages.order_by("-number").first()
    if stage is None:
        return table(_columns([]), [])
    stage.tournament = row
    found = charts.charts(stage)
    ties = [short for short, _in_words in found[0].columns] if stage.kind in ("swiss", "round_robin") else []
    return table(_columns(ties), (_line(one, ties) for chart in found for one in chart.places))


def _columns(ties: Sequence[str]) -> list[str]:
    games = ["wins", "draws", "losses", "byes", "forfeits", "points_for", "points_against"]
    return ["rank", "seed", "player", "team", "points", *ties, *games]


def _line(one: Place, ties: Sequence[str]) -> list[Any]:
    members = ", ".join(member.name for member in one.entrant.members.all())
    name = "" if members else one.entrant.name
    values = {value.name: value.text for value in one.values}
    games = [one.wins, one.draws, one.losses, one.byes, one.forfeits, one.scored, one.conceded]
    team = f"{one.entrant.name} ({members})" if members else ""
    return [one.place, one.entrant.seed, name, team, one.points, *(values.get(tie, "") for tie in ties), *games]


RESULTS = (
    "stage", "round", "match", "table", "side_a", "side_b", "score_a", "score_b", "rank_list", "result", "reason",
    "started_at", "ended_at",
)  # fmt: skip


def results(row: Tournament) -> str:
    """A line for each match that is over; at tables of several all names stand in `side_a`."""
    matches = list(
        row.matches.filter(state__in=Match.OVER)
        .exclude(state="walkover")
        .select_related("stage", "round")
        .order_by("stage", "position")
    )
    sides: dict[int, list[MatchSide]] = {match.pk: [] for match in matches}
    for side in MatchSide.objects.filter(match__tournament=row).select_related("entrant").order_by("match", "slot"):
        if side.match_id in sides:
            sides[side.match_id].append(side)
    tables: dict[int, list[str]] = {}
    for board in Board.objects.filter(match__tournament=row).select_related("series").prefetch_related("series__games"):
        played = [game.table_id for game in board.series.games.all()] if board.series else [board.table_id]
        tables.setdefault(board.match_id, []).extend(key for key in played if key)
    return table(RESULTS, (_result(match, sides[match.pk], tables.get(match.pk, [])) for match in matches))


def _result(match: Match, sides: Sequence[MatchSide], tables: Sequence[str]) -> list[Any]:
    names = [side.entrant.name if side.entrant else "" for side in sides]
    duel = match.stage.kind not in MANY and len(names) == 2
    ranks = "" if duel else ";".join(str(side.rank or "") for side in sides)
    scores = [side.score if side.score is not None else side.wins for side in sides] if duel else ["", ""]
    return [
        match.stage.number + 1,
        match.round.number if match.round else "",
        match.name,
        ";".join(tables),
        names[0] if duel else "; ".join(names),
        names[1] if duel else "",
        *scores,
        ranks,
        _outcome(match),
        match.marked or ";".join(dict.fromkeys(side.forfeited for side in sides if side.forfeited)),
        _time(match.started_at),
        _time(match.ended_at),
    ]


def _outcome(match: Match) -> str:
    if match.stage.kind in MANY or match.state != "finished":
        return str(match.state)
    return {0: "a", 1: "b", None: "draw"}[match.winner]


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def whole(row: Tournament) -> dict[str, Any]:
    """Everything that everybody may know, to be read in again (`making.read_in`).

    Of a sealed event that is over also what everybody has opened, played and kept, with the secret from which it was drawn and
    the names of the cards (OMG-17.3).
    """
    stages = []
    for stage in row.stages.order_by("number"):
        rounds = [
            {"number": one.number, "label": one.label, "state": one.state, "pairing": one.pairing, "sat_out": one.sat_out}
            for one in stage.rounds.order_by("number")
            if one.state != "drawn" or stage.kind == "round_robin"
        ]
        stages.append(
            {"number": stage.number, "kind": stage.kind, "state": stage.state, "entrants": stage.entrants, "rounds": rounds}
        )
    return {
        "schema": SCHEMA,
        "id": row.pk,
        **{name: getattr(row, name) for name in TEXTS},
        "game": row.game,
        "plan": public_plan(row.plan),
        "seed": row.seed,
        "state": row.state,
        "registration_at": _time(row.registration_at),
        "starts_at": _time(row.starts_at),
        "started_at": _time(row.started_at),
        "ended_at": _time(row.ended_at),
        "entrants": [_with_pool(row, one) for one in row.entrants.order_by("seed", "pk").prefetch_related("members")],
        "stages": stages,
        "matches": list(_matches(row)),
        **_opened(row),
    }


def _with_pool(row: Tournament, one: Entrant) -> dict[str, Any]:
    """Somebody who takes part, with what they have opened, once everybody may know."""
    data = entrant_as_data(one)
    if not sealed.are_public(row) or not one.pool:
        return data
    pool = {name: one.pool[name] for name in ("number", "packs", "kept") if name in one.pool}
    return data | {"pool": pool, "deck": one.deck.get("cards", {})}


def _opened(row: Tournament) -> dict[str, Any]:
    """From what the packs of a sealed event were drawn, and what the cards are called; before its end the hash alone."""
    if not sealed.is_so(row.rules) or not row.secret:
        return {}
    if not sealed.are_public(row):
        return {"packs_commit": sealed.commit(row)}
    ids = {card for one in row.entrants.all() for pack in one.pool.get("packs", []) for card in pack}
    names = {language: catalogue(row.game, language) for language in LANGUAGES}
    cards = {
        card: {language: str(names[language].get(f"card.{row.game}.{card}", card)) for language in LANGUAGES}
        for card in sorted(ids)
    }
    return {"packs_commit": sealed.commit(row), "packs_secret": row.secret, "cards": cards}


def public_plan(plan: dict[str, Any]) -> dict[str, Any]:
    """The plan without the deck of the organisers, which nobody may know beforehand."""
    return {name: value for name, value in plan.items() if name != "deck"}


def entrant_as_data(one: Entrant) -> dict[str, Any]:
    """Somebody who takes part, as plain values; what is not known is left out."""
    known = {
        "seed": one.seed,
        "name": one.name,
        "bot": one.bot or None,
        "state": one.state,
        "place": one.place,
        "members": [member.name for member in one.members.all()] or None,
    }
    return {name: value for name, value in known.items() if value is not None}


def _matches(row: Tournament) -> Iterator[dict[str, Any]]:
    sides: dict[int, list[MatchSide]] = {}
    for side in MatchSide.objects.filter(match__tournament=row).select_related("entrant").order_by("match", "slot"):
        sides.setdefault(side.match_id, []).append(side)
    for match in public_matches(row).select_related("stage", "round").order_by("stage__number", "position"):
        yield match_as_data(match, sides.get(match.pk, []))


def public_matches(row: Tournament) -> Any:
    """Matches that are published: not those of a round that organisers still look over."""
    drawn = row.matches.filter(round__state="drawn").exclude(stage__kind="round_robin")
    return row.matches.exclude(pk__in=drawn.values("pk"))


def match_as_data(match: Match, sides: Sequence[MatchSide]) -> dict[str, Any]:
    """A match as plain values; what is not known is left out."""
    known = {
        "id": match.pk,
        "stage": match.stage.number + 1,
        "round": match.round.number if match.round else None,
        "label": (match.round.label or None) if match.round else None,
        "group": match.group,
        "name": match.name,
        "state": match.state,
        "winner": match.winner,
        "decided": match.decided or None,
        "mark": match.marked or None,
        "started_at": _time(match.started_at),
        "ended_at": _time(match.ended_at),
        "sides": [_side(side) for side in sides],
    }
    return {name: value for name, value in known.items() if value is not None}


def _side(side: MatchSide) -> dict[str, Any]:
    known = {
        "seed": side.entrant.seed if side.entrant else None,
        "name": side.entrant.name if side.entrant else None,
        "source": side.source or None,
        "empty": side.empty or None,
        "starts": side.starts,
        "points": None if side.points is None else f"{side.points}/{UNITS}",
        "score": side.score,
        "wins": side.wins,
        "rank": side.rank,
        "forfeited": side.forfeited or None,
    }
    return {name: value for name, value in known.items() if value is not None}


# --- times -------------------------------------------------------------------------------------------------------------------

FOLDED_AT = 75
"""Octets of a line (RFC 5545, 3.1)."""


def ical(row: Tournament, url: str) -> str:
    """Entry, beginning and end, as far as they are settled, as RFC 5545 has it."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kartenhaus//Turniere//DE", "CALSCALE:GREGORIAN"]
    start = row.started_at or row.starts_at
    if start is not None:
        ends = row.ended_at or start + timedelta(hours=3)
        lines += _event(row, url, "beginn", start, ends)
        plan = row.rules
        if plan.check_in and row.starts_at is not None:
            opens = row.starts_at - timedelta(minutes=plan.check_in_minutes)
            lines += _event(row, url, "anwesenheit", opens, row.starts_at)
    if row.registration_at is not None:
        lines += _event(row, url, "anmeldung", row.registration_at, row.registration_at)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(row: Tournament, url: str, what: str, start: datetime, end: datetime) -> list[str]:
    name = selectors.name_of(row)
    title = {
        "beginn": name,
        "anwesenheit": _("%(name)s: sagen, dass man da ist") % {"name": name},
        "anmeldung": _("%(name)s: die Anmeldung öffnet") % {"name": name},
    }[what]
    cancelled = ["STATUS:CANCELLED"] if row.state == Tournament.State.CANCELLED else []
    return [
        "BEGIN:VEVENT",
        f"UID:{row.pk}-{what}@kartenhaus",
        f"DTSTAMP:{_stamp(timezone.now())}",
        f"SEQUENCE:{row.version}",
        f"DTSTART:{_stamp(start)}",
        f"DTEND:{_stamp(end)}",
        f"SUMMARY:{quoted(title)}",
        f"DESCRIPTION:{quoted(selectors.text_of(row))}",
        f"URL:{url}",
        *cancelled,
        "END:VEVENT",
    ]


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def quoted(text: str) -> str:
    """A text as a value (RFC 5545, 3.3.11); characters that may not be in it are left out."""
    clean = "".join(sign for sign in text.replace("\r\n", "\n").replace("\r", "\n") if sign >= " " or sign in "\n\t")
    return clean.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def folded(line: str) -> str:
    """A line cut into pieces of 75 octets, never inside a character (RFC 5545, 3.1)."""
    pieces, piece, size = [], "", 0
    for sign in line:
        more = len(sign.encode())
        if size + more > FOLDED_AT:
            pieces.append(piece)
            piece, size = " ", 1
        piece += sign
        size += more
    return "\r\n".join([*pieces, piece])


# --- views -------------------------------------------------------------------------------------------------------------------


def _file(text: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def standings_csv(request: HttpRequest, event: str) -> HttpResponse:
    """The table."""
    row = views.find(request, event)
    return _file(standings(row), "text/csv", f"{row.pk}-tabelle.csv")


@require_safe
def results_csv(request: HttpRequest, event: str) -> HttpResponse:
    """All results."""
    row = views.find(request, event)
    return _file(results(row), "text/csv", f"{row.pk}-ergebnisse.csv")


@require_safe
def as_json(request: HttpRequest, event: str) -> HttpResponse:
    """All of it; organisers get the deck they have settled, too."""
    row = views.find(request, event)
    data = whole(row)
    user = views.who(request)
    if user is not None and access.may(user, row, "settings"):
        data["plan"] = row.plan
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{row.pk}.json"'
    return response


@require_safe
def as_ical(request: HttpRequest, event: str) -> HttpResponse:
    """The times."""
    row = views.find(request, event)
    return _file(ical(row, request.build_absolute_uri(row.get_absolute_url())), "text/calendar", f"{row.pk}.ics")
