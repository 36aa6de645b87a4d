"""All matches as they stand, and what is decided about one (RNK-7.12, RNK-7.13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leaderboards.tournaments import access, calling, labels, lines, rulings, words
from leaderboards.tournaments.corrections import Choice
from leaderboards.tournaments.desk import frame
from leaderboards.tournaments.desk.acts import Asked, Done, Question, deed
from leaderboards.tournaments.holding import held
from leaderboards.tournaments.models import Board, Match, Tournament
from leaderboards.tournaments.plan import KNOCK_OUT, MANY
from leaderboards.tournaments.refusals import Refused

M = Match.State

MOST = 200
"""Rows of a page."""
FILTERS = {
    "offen": (M.READY, M.CALLED, M.RUNNING),
    "wartend": (M.PENDING,),
    "fertig": tuple(Match.OVER),
}
"""By the word in the address."""
RESTARTABLE = (M.CALLED, M.RUNNING, M.FINISHED, M.FORFEIT, M.DOUBLE_FORFEIT)


def list_page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """All matches with their states, clocks and tables; what is open first."""
    wanted = request.GET.get("stand", "")
    words_ = request.GET.get("suche", "").replace("\0", "").strip()[:60]
    found = row.matches.select_related("stage", "round").prefetch_related("sides__entrant", "boards__series__games__table")
    if wanted in FILTERS:
        found = found.filter(state__in=FILTERS[wanted])
    if words_:
        found = found.filter(sides__entrant__name__icontains=words_).distinct()
    ordered = list(found.order_by("-stage__number", "round__number", "position")[: MOST + 1])
    here = reverse("tournaments:desk-matches", args=[row.pk])
    labels = {"": _("alle"), "offen": _("offen"), "wartend": _("noch nicht so weit"), "fertig": _("fertig")}
    context = {
        "error": error,
        "matches": [_line(match) for match in ordered[:MOST]],
        "more": len(ordered) > MOST,
        "filters": [
            {
                "label": label,
                "url": f"{here}?stand={key}" if key else here,
                "current": key == (wanted if wanted in FILTERS else ""),
            }
            for key, label in labels.items()
        ],
        "words": words_,
        "wanted": wanted,
        "here": here,
    }
    return frame.show(request, row, "matches", context, status)


matches = require_safe(frame.desk("results")(list_page))


def _line(match: Match) -> dict[str, Any]:
    """A match in a list."""
    sides = sorted(match.sides.all(), key=lambda side: side.slot)
    return {
        "match": match,
        "title": labels.match_name(match),
        "sides": [_side_name(side) for side in sides],
        "score": score_of(match, sides),
        "winner": sides[match.winner] if match.winner is not None and match.winner < len(sides) else None,
        "tables": tables_of(match.boards.all(), match.attempt),
        "here": [_side_name(side) for side in sides if side.ready] if match.state == M.CALLED else [],
    }


def _side_name(side: Any) -> str:
    if side.entrant is not None:
        return str(side.entrant.name)
    if side.empty:
        return "–"
    kind, _space, name = side.source.partition(" ")
    if not name:
        return "?"
    return (_("Sieg %(match)s") if kind == "winner" else _("Verlust %(match)s")) % {"match": name}


def score_of(match: Match, sides: Sequence[Any]) -> str:
    """The result in figures."""
    if match.stage.kind in MANY:
        return ", ".join(f"{side.rank}." for side in sides) if all(side.rank for side in sides) else ""
    scores = [side.score for side in sides]
    if all(score is not None for score in scores):
        return " : ".join(f"{score:g}" for score in scores)
    points = [side.points for side in sides]
    if all(value is not None for value in points):
        return " : ".join({0: "0", 60: "½", 120: "1"}.get(value, str(value)) for value in points)
    return ""


def tables_of(boards: Any, attempt: int) -> list[Any]:
    """The tables that are played at, or were, the last one first."""
    found = []
    for board in boards:
        if isinstance(board, Board) and board.attempt == attempt:
            games = [game.table for game in board.series.games.all()] if board.series else []
            found += [table for table in (board.table, *games) if table is not None]
    return sorted(found, key=lambda table: table.created_at, reverse=True)


def page(request: HttpRequest, row: Tournament, match: int = -1, error: str = "", status: int = 200) -> HttpResponse:
    """One match: how it stands, and all that can be decided about it."""
    key = match if match >= 0 else _number(request.POST.get("match") or request.GET.get("match", ""))
    try:
        found = calling.find(row, key)
    except Refused as refused:
        return list_page(request, row, error=error or words.sentence(refused), status=404)
    user = frame.user_of(request)
    sides = list(found.sides.select_related("entrant").order_by("slot"))
    boards = found.boards.select_related("series", "table").prefetch_related("series__games__table")
    mine = access.plays_in(user, found)
    context = {
        "error": error,
        "match": found,
        "title": labels.match_name(found),
        "sides": [(side, _side_name(side)) for side in sides],
        "score": score_of(found, sides),
        "tables": tables_of(boards, found.attempt),
        "mine": mine,
        "many": found.stage.kind in MANY,
        "draws": found.stage.kind not in KNOCK_OUT,
        "can_result": not mine and row.state in ("running", "paused") and found.state != M.PENDING,
        "can_restart": not mine and row.state in ("running", "paused") and found.state in RESTARTABLE,
        "called": found.state == M.CALLED and not mine,
        "waits": found.state in (M.PENDING, M.READY),
        "may_rules": access.may(user, row, "settings") and found.state in (M.PENDING, M.READY),
        "series": list(words.SERIES.items()),
        "now": calling.rules_of(found, row.rules),
        "seen": _mark(found),
        "why_not": "" if not mine else words.sentence(Refused("own_match")),
    }
    return frame.show(request, row, "match", context, status)


match_page = require_safe(frame.desk("results")(page))


def _number(value: str) -> int:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else -1


def _mark(match: Match) -> str:
    """How a match stood when somebody looked at it."""
    sides = match.sides.order_by("slot").values_list("entrant", "points", "score", "rank", "ready")
    return frame.seen(match.state, match.winner, match.attempt, list(sides))


def _find(asked: Asked) -> Match:
    """The match, if it stands as it was seen, and whoever asks may decide about it."""
    match = calling.find(asked.row, asked.number("match"))
    access.check_match(asked.by, match)
    frame.unchanged(asked.data.get("seen", ""), _mark(match))
    return match


def _back(asked: Asked, match: Match) -> str:
    return reverse("tournaments:desk-match", args=[asked.row.pk, match.pk])


def _names(match: Match) -> list[str]:
    return [_side_name(side) for side in match.sides.select_related("entrant").order_by("slot")]


# --- results -----------------------------------------------------------------------------------------------------------------


def ask_result(asked: Asked) -> Question:
    """What another result changes, and what is to become of matches that were made from the one before."""
    match = _find(asked)
    facts = [_("Begegnung: %(names)s") % {"names": " – ".join(_names(match))}]
    if match.is_over:
        facts.append(_("Bisher: %(result)s") % {"result": _result_so_far(match)})
    facts.append(_("Neues Ergebnis: %(result)s") % {"result": _result_in_words(asked, match)})
    choices: tuple[Any, ...] = ()
    if match.state == M.RUNNING:
        facts.append(_("Es wird noch gespielt: Die Tische werden ohne Ergebnis geschlossen."))
    if match.is_over and match.stage.kind in KNOCK_OUT:
        concerned = rulings.concerned(asked.row.pk, match.pk, asked.data.get("result", ""))
        choices = tuple((later, " – ".join(_names(later)), must) for later, must in concerned)
    if choices and not any(must for *_later, must in choices):
        facts.append(_("Die folgenden Begegnungen bekommen neue Seiten, aufgerufen ist noch keine."))
    title, button = _("Ergebnis von %(match)s eintragen"), _("Eintragen")
    if match.is_over:
        title, button = _("Ergebnis von %(match)s ändern"), _("Ergebnis ändern")
    return Question(title % {"match": match.name}, tuple(facts), button, public=True, choices=choices)


def _result_so_far(match: Match) -> str:
    """What has come of a match, in words."""
    sides, names = list(match.sides.order_by("slot")), _names(match)
    if match.stage.kind in MANY:
        return ", ".join(f"{side.rank or '–'}. {name}" for side, name in zip(sides, names, strict=True))
    if match.winner is None:
        return lines.told(match)
    said = _("%(name)s gewinnt") % {"name": names[match.winner]}
    if match.state == M.FORFEIT:
        said = _("%(name)s gewinnt kampflos") % {"name": names[match.winner]}
    score = score_of(match, sides)
    return f"{said}, {score}" if score else said


def _result_in_words(asked: Asked, match: Match) -> str:
    names, result = _names(match), asked.data.get("result", "")
    if match.stage.kind in MANY:
        return ", ".join(f"{rank}. {name}" for rank, name in zip(_ranks(asked, match), names, strict=False))
    if result not in ("0", "1", rulings.DRAWN, rulings.NOBODY):
        raise Refused("result")
    if result == rulings.DRAWN:
        said = _("unentschieden")
    elif result == rulings.NOBODY:
        said = _("beide haben nicht gespielt")
    else:
        said = _("%(name)s gewinnt") % {"name": names[int(result)]}
    scores = _scores(asked)
    return f"{said}, {scores[0]} : {scores[1]}" if scores else said


def _scores(asked: Asked) -> list[int | None]:
    """Points of both in the game, or none."""
    typed = [asked.data.get(f"score.{slot}", "").strip() for slot in (0, 1)]
    if not any(typed):
        return []
    found: list[int | None] = []
    for value in typed:
        number = value.removeprefix("-")
        if not (number.isascii() and number.isdigit() and len(number) < 6):
            raise Refused("score", value=value[:20])
        found.append(int(value))
    return found


def _ranks(asked: Asked, match: Match) -> list[int]:
    count = match.sides.count()
    ranks = [asked.number(f"rank.{slot}") for slot in range(count)]
    if any(rank < 1 for rank in ranks):
        raise Refused("ranks", count=count)
    return ranks


@deed("result", page, ask_result)
def result(asked: Asked) -> Done:
    """A result by hand, in place of the one there was or is being played for."""
    with held(asked.row.pk):
        match = _find(asked)
        chosen: dict[str, Choice] = {
            name.removeprefix("choice."): "keep" if value == "keep" else "void"
            for name, value in asked.data.items()
            if name.startswith("choice.") and value in ("keep", "void")
        }
        ranks = _ranks(asked, match) if match.stage.kind in MANY else ()
        rulings.override(
            asked.row.pk,
            asked.by,
            match.pk,
            asked.data.get("result", ""),
            asked.reason,
            scores=_scores(asked),
            ranks=ranks,
            choices=chosen,
        )
    return Done(_("Das Ergebnis steht."), _back(asked, match))


def ask_restart(asked: Asked) -> Question:
    """What is lost."""
    match = _find(asked)
    facts = (_("Was gespielt wurde, zählt nicht mehr, auch nicht für Wertungen. Es gibt einen neuen Tisch mit neuen Karten."),)
    return Question(_("%(match)s neu beginnen") % {"match": match.name}, facts, _("Neu beginnen"), public=True)


@deed("restart", page, ask_restart)
def restart(asked: Asked) -> Done:
    """Play it again."""
    with held(asked.row.pk):
        match = _find(asked)
        rulings.restart(asked.row.pk, asked.by, match.pk, asked.reason)
    return Done(_("Die Begegnung beginnt neu."), _back(asked, match))


@deed("more-time", page)
def more_time(asked: Asked) -> Done:
    """Wait longer."""
    match = calling.find(asked.row, asked.number("match"))
    calling.more_time(asked.row.pk, asked.by, match.pk, asked.number("minutes"))
    return Done(_("Die Frist ist verlängert."), _back(asked, match))


def ask_absent(asked: Asked) -> Question:
    """Who loses by it."""
    match = _find(asked)
    slots = _slots(asked, match)
    names = _names(match)
    gone = ", ".join(names[slot] for slot in slots)
    facts = (_("Nicht angetreten: %(names)s. Die Begegnung wird kampflos gewertet.") % {"names": gone},)
    return Question(_("%(match)s: nicht angetreten") % {"match": match.name}, facts, _("So werten"), public=True)


def _slots(asked: Asked, match: Match) -> list[int]:
    slots = sorted({int(value) for value in asked.data.getlist("slot") if value.isascii() and value.isdigit() and len(value) < 3})
    if not slots or slots[-1] >= match.sides.count():
        raise Refused("nobody_named")
    return slots


@deed("absent", page, ask_absent)
def absent(asked: Asked) -> Done:
    """Rule that somebody has not come."""
    with held(asked.row.pk):
        match = _find(asked)
        rulings.not_there(asked.row.pk, asked.by, match.pk, _slots(asked, match), asked.reason)
    return Done(_("Kampflos gewertet."), _back(asked, match))


@deed("match-rules", page)
def match_rules(asked: Asked) -> Done:
    """Other table rules for this match alone (RNK-7.4)."""
    match = calling.find(asked.row, asked.number("match"))
    changes: dict[str, Any] = table_changes(asked)
    rulings.table_rules(asked.row.pk, asked.by, changes, match_id=match.pk)
    return Done(_("Für diese Begegnung gelten eigene Tischregeln."), _back(asked, match))


def table_changes(asked: Asked) -> dict[str, Any]:
    """Table rules as they were sent; what was left empty stays as it is."""
    changes: dict[str, Any] = {}
    if series := asked.data.get("series", ""):
        changes["series"] = series
        changes["games"] = asked.number("games") if asked.data.get("games") else 1
    for name, key, unit in (("bank_min", "bank_ms", 60_000), ("increment_s", "increment_ms", 1000)):
        if asked.data.get(name):
            value = asked.number(name)
            if not 0 <= value <= 600:
                raise Refused("table_rules", problem=asked.data.get(name, "")[:20])
            changes[key] = value * unit
    if not changes:
        raise Refused("table_rules", problem=_("nichts geändert"))
    return changes
