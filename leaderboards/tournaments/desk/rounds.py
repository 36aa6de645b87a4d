"""Rounds as organisers make them: drawn, looked over, changed by hand, published, taken back (RNK-7.6, RNK-7.13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leaderboards.tournaments import access, rulings, stages, swiss, tally, words
from leaderboards.tournaments.desk import frame
from leaderboards.tournaments.desk.acts import Asked, Done, Question, deed
from leaderboards.tournaments.desk.matches import table_changes
from leaderboards.tournaments.holding import held
from leaderboards.tournaments.models import Match, Round, Stage, Tournament
from leaderboards.tournaments.plan import KNOCK_OUT
from leaderboards.tournaments.refusals import Refused
from leaderboards.tournaments.swiss_stage import RoundByRound, Swiss

R = Round.State

MOST_PAIRS = 40
"""Tables that can be set one by one; beyond, two people are swapped: a request has 100 fields at most (QUA-3.4)."""
WARNINGS = {"rematch": "H3", "second_bye": "H2", "bye": "H2"}


def page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """The rounds of the stage that is being played, the last one first."""
    stage = stages.current(row)
    kind = stages.kind_of(stage) if stage is not None else None
    rounds = list(stage.rounds.prefetch_related("matches__sides__entrant").order_by("-number")) if stage else []
    by_rounds = isinstance(kind, RoundByRound)
    context = {
        "error": error,
        "stage": stage,
        "stage_name": words.FORMATS.get(stage.kind, "") if stage else "",
        "rounds": [_line(one, kind) for one in rounds],
        "by_rounds": by_rounds,
        "asks": stage is not None and stage.kind not in (*KNOCK_OUT, "arena") and row.state == "running",
        "drawn": any(one.state == R.DRAWN for one in rounds),
        "swiss": isinstance(kind, Swiss),
        "count": kind.count() if isinstance(kind, RoundByRound) else None,
        "auto": row.rules.auto,
        "blocked": frame.blocked(stage),
        "seen": _mark(row),
        "series": list(words.SERIES.items()),
    }
    return frame.show(request, row, "rounds", context, status)


rounds = require_safe(frame.desk("pairing")(page))


def _line(one: Round, kind: Any) -> dict[str, Any]:
    names = {entrant.seed: entrant.name for entrant in kind.by_seed.values()} if kind else {}
    out = {"bye": _("spielfrei"), "requested_bye": _("spielfrei auf Wunsch"), "absent": _("nicht da"), "sit_out": _("setzt aus")}
    return {
        "round": one,
        "matches": [
            (
                match,
                [side.entrant.name if side.entrant else "–" for side in sorted(match.sides.all(), key=lambda side: side.slot)],
            )
            for match in sorted(one.matches.all(), key=lambda match: match.position)
        ],
        "out": [(names.get(int(seed), "?"), out.get(why, why)) for seed, why in one.sat_out.items()],
        "warning": words.BREACHES.get(WARNINGS.get(one.warning, "H3"), "") if one.warning else "",
    }


def _mark(row: Tournament) -> str:
    """Which rounds there were when somebody looked."""
    found = Round.objects.filter(stage__tournament=row).order_by("stage__number", "number")
    return frame.seen(row.state, *found.values_list("stage__number", "number", "state", "pairing"))


def _back(row: Tournament) -> str:
    return reverse("tournaments:desk-rounds", args=[row.pk])


def _unchanged(asked: Asked, row: Tournament) -> None:
    access.check(asked.by, row, "pairing")
    frame.unchanged(asked.data.get("seen", ""), _mark(row))


@deed("next-round", page)
def next_round(asked: Asked) -> Done:
    """Draw the next one, or publish the one that is drawn; whoever comes second is told (RNK-7.1)."""
    with held(asked.row.pk) as row:
        _unchanged(asked, row)
        rulings.next_round(row.pk, asked.by)
    return Done(_("Erledigt."), _back(asked.row))


def ask_redraw(asked: Asked) -> Question:
    """What is lost."""
    _unchanged(asked, asked.row)
    return Question(
        _("Letzte Runde neu auslosen"), (_("Die jetzige Paarung dieser Runde gilt dann nicht mehr."),), _("Neu auslosen")
    )


@deed("redraw", page, ask_redraw)
def redraw(asked: Asked) -> Done:
    """Pair the last round again."""
    if not asked.reason:
        raise Refused("no_reason")
    with held(asked.row.pk) as row:
        _unchanged(asked, row)
        rulings.redraw(row.pk, asked.by, asked.reason)
    return Done(_("Die Runde ist neu ausgelost."), _back(asked.row))


def ask_undo(asked: Asked) -> Question:
    """What is lost."""
    _unchanged(asked, asked.row)
    facts = (_("Die letzte Runde verschwindet. Neue Runden kommen danach nur noch, wenn du sie auslost."),)
    return Question(_("Letzte Runde zurücknehmen"), facts, _("Zurücknehmen"))


@deed("undo-round", page, ask_undo)
def undo_round(asked: Asked) -> Done:
    """Take the last round back."""
    if not asked.reason:
        raise Refused("no_reason")
    with held(asked.row.pk) as row:
        _unchanged(asked, row)
        rulings.undo_round(row.pk, asked.by, asked.reason)
    return Done(_("Die Runde ist zurückgenommen."), _back(asked.row))


@deed("round-rules", page)
def round_rules(asked: Asked) -> Done:
    """Other table rules for all matches of a round that are not called yet (RNK-7.4)."""
    access.check(asked.by, asked.row, "settings")
    rulings.table_rules(asked.row.pk, asked.by, table_changes(asked), round_id=asked.number("round"))
    return Done(_("Für diese Runde gelten eigene Tischregeln."), _back(asked.row))


# --- pairing by hand -----------------------------------------------------------------------------------------------------------


def pairing_page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """The drawn round, to be changed before it is published."""
    try:
        kind, drawn = _drawn(row)
    except Refused as refused:
        return page(request, row, error=error or words.sentence(refused), status=409)
    pairs, bye = _paired(kind, drawn)
    by_swap = len(pairs) > MOST_PAIRS
    if request.method == "POST" and "one" not in request.POST:
        sent = [(_sent(request, f"a.{index}"), _sent(request, f"b.{index}")) for index in range(len(pairs))]
        pairs = [(match, [one or 0, other or 0]) for (match, _before), (one, other) in zip(pairs, sent, strict=True)]
        bye = _sent(request, "bye") or bye
    explained = kind.explained(drawn) if request.method != "POST" else []
    context = {
        "error": error,
        "round": drawn,
        "pairs": [
            (index, match, two, explained[index] if index < len(explained) else None) for index, (match, two) in enumerate(pairs)
        ],
        "bye": bye,
        "by_swap": by_swap,
        "field": [(number, kind.entrant(number).name) for number in sorted(kind.present(drawn.number))],
        "odd": len(kind.present(drawn.number)) % 2 == 1,
    }
    return frame.show(request, row, "pairing", context, status)


pairing = require_safe(frame.desk("pairing")(pairing_page))


def _paired(kind: Swiss, drawn: Round) -> tuple[list[tuple[Match, list[int]]], int | None]:
    """The matches of the drawn round with the numbers of both sides, and who has the bye."""
    numbers = kind.number_of
    pairs = []
    for match in drawn.matches.prefetch_related("sides").order_by("position"):
        sides = sorted(match.sides.all(), key=lambda side: side.slot)
        pairs.append((match, [numbers.get(side.entrant_id or 0, 0) for side in sides]))
    out = {int(seed): why for seed, why in drawn.sat_out.items()}
    return pairs, next((number for number, seed in kind.numbers.items() if out.get(seed) == "bye"), None)


def _sent(request: HttpRequest, name: str) -> int | None:
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None


def _drawn(row: Tournament) -> tuple[Swiss, Round]:
    kind = stages.need(row)
    drawn = kind.stage.rounds.filter(state=R.DRAWN).order_by("number").first()
    if drawn is None or not isinstance(kind, Swiss) or kind.stage.state != Stage.State.RUNNING:
        raise Refused("not_drawn")
    return kind, drawn


def _read(asked: Asked, kind: Swiss, drawn: Round) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs as they were sent: all of them, or two people who change places."""
    if "one" not in asked.data:
        count = drawn.matches.count()
        pairs = [(asked.number(f"a.{index}"), asked.number(f"b.{index}")) for index in range(count)]
        return pairs, asked.number("bye") if asked.data.get("bye") else None
    one, other = asked.number("one"), asked.number("other")
    now, bye = _paired(kind, drawn)
    there = {number for _match, two in now for number in two} | ({bye} if bye else set())
    if one == other or not {one, other} <= there:
        raise Refused("bad_pairing")
    turned = {one: other, other: one}
    return [(turned.get(a, a), turned.get(b, b)) for _match, (a, b) in now], turned.get(bye, bye) if bye else None


def ask_pair(asked: Asked) -> Question:
    """The hard rules a pairing breaks, by name; these need a reason."""
    access.check(asked.by, asked.row, "pairing")
    kind, drawn = _drawn(asked.row)
    if asked.number("pairing") != drawn.pairing:
        raise Refused("stale")
    pairs, bye = _read(asked, kind, drawn)
    present = tally.participants(kind, kind.present(drawn.number))
    broken = swiss.check(drawn.number, present, pairs, bye, kind.forbidden())
    if any(one.rule not in words.BREACHES for one in broken):
        raise Refused("bad_pairing")
    facts = [f"{', '.join(_names(kind, one.ids))}: {words.BREACHES[one.rule]} ({one.rule})" for one in broken]
    return Question(
        title=_("Paarung von Hand"),
        facts=tuple(facts) or (_("Keine feste Regel ist verletzt."),),
        button=_("So paaren"),
        reason=bool(broken),
        danger=bool(broken),
    )


def _names(kind: Swiss, ids: Sequence[int]) -> list[str]:
    return [kind.entrant(number).name for number in ids]


@deed("pair", pairing_page, ask_pair)
def pair(asked: Asked) -> Done:
    """Replace the pairing of the drawn round."""
    with held(asked.row.pk) as row:
        access.check(asked.by, row, "pairing")
        kind, drawn = _drawn(row)
        pairs, bye = _read(asked, kind, drawn)
        rulings.pair_by_hand(row.pk, asked.by, asked.number("pairing"), pairs, bye, asked.reason)
    return Done(_("Die Paarung ist geändert."), reverse("tournaments:desk-pairing", args=[asked.row.pk]))
