"""Standings, cross-tables and ways to the next stage as pages show them, worked out once a version (RNK-7.10, RNK-7.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from leaderboards.tournaments import arena, groups, heats, labels, stages, standings, tally, words
from leaderboards.tournaments.kept import kept
from leaderboards.tournaments.kinds import Kind
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Stage, Tournament
from leaderboards.tournaments.plan import DUELS, MANY

M = Match.State

FEWEST = 2
"""Who can still play, for anybody to go on."""


@dataclass(frozen=True)
class Addend:
    """A part of a value."""

    text: str
    value: str
    left_out: bool = False


@dataclass(frozen=True)
class Value:
    """A value of a tie-break, with what it is made of."""

    name: str
    text: str
    addends: Sequence[Addend] = ()


@dataclass(frozen=True)
class Place:
    """A line of a table."""

    place: int | None
    entrant: Entrant
    points: str
    values: Sequence[Value]
    record: str
    """Wins, draws and losses, or what stands for it."""
    through: bool = False
    """Whether they go on, as it stands."""
    mine: bool = False
    units: Fraction | int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    forfeits: int = 0
    scored: int | None = None
    conceded: int | None = None


@dataclass(frozen=True)
class Chart:
    """A table of a stage, or of one of its groups."""

    title: str
    columns: Sequence[tuple[str, str]]
    """Tie-breaks: short and in words."""
    places: Sequence[Place]
    record: str
    """What the column of wins is called."""
    with_points: bool = True
    with_next: bool = False
    group: int | None = None


@dataclass(frozen=True)
class Cross:
    """Everybody against everybody."""

    title: str
    rows: Sequence[tuple[Place, Sequence[Sequence[tuple[str, str]]]]]
    """Each with, for each opponent, results and where they are; empty for oneself."""


@dataclass
class Section:
    """A stage with its tables."""

    stage: Stage
    title: str
    charts: list[Chart] = field(default_factory=list)


def sections(row: Tournament, own: Entrant | None = None) -> list[Section]:
    """The tables of all stages that have begun, the latest first."""
    found = []
    for stage in row.stages.order_by("-number"):
        stage.tournament = row
        found.append(Section(stage, stage_title(row, stage), charts(stage, own)))
    return found


def stage_title(row: Tournament, stage: Stage) -> str:
    """What a stage is called beside others."""
    name = str(words.FORMATS[stage.kind])
    return name if len(row.rules.stages) == 1 else f"{_('Abschnitt %(number)d') % {'number': stage.number + 1}}: {name}"


def charts(stage: Stage, own: Entrant | None = None) -> list[Chart]:
    """The tables of a stage."""
    kind = stages.kind_of(stage)
    if stage.kind in ("single", "double"):
        return [_knock_out(kind, own)]
    if stage.kind == "heats_knockout":
        return [_placed(kind, own)]
    if stage.kind == "heats":
        return [_heats(kind, own)]
    if stage.kind == "arena":
        return [_arena(kind, own)]
    if kind.rules.groups > 1:
        return [_duels(kind, own, group) for group in range(kind.rules.groups)]
    return [_duels(kind, own, None)]


def table(kind: Kind, group: int | None = None) -> list[standings.Row]:
    """The standings of a Swiss or a round robin, once a version."""
    what = ("table", kind.stage.number, kind.stage.state, group)
    return kept(kind.tournament, what, lambda: tally.table(kind, group))


def through(kind: Kind) -> set[int]:
    """Numbers that have gone on to the next stage, or would as it stands."""
    if not kind.rules.qualify:
        return set()
    following = kind.tournament.stages.filter(number=kind.stage.number + 1).first()
    if following is not None:
        return {number for number, seed in kind.numbers.items() if seed in following.entrants}
    if sum(kind.entrant(number).is_in for number in kind.numbers) < FEWEST:
        return set()
    made = kept(kind.tournament, ("through", kind.stage.number), lambda: frozenset(kind.qualified()))
    return set(made) - {0}


def _duels(kind: Kind, own: Entrant | None, group: int | None) -> Chart:
    rows = table(kind, group)
    names = [name for name in kind.plan.tie_breaks_of(kind.stage.number) if name != "LOT"]
    on = through(kind)
    places = [_duel_place(kind, row, names, on, own) for row in rows]
    title = _("Gruppe %(letter)s") % {"letter": groups.letter(group)} if group is not None else ""
    columns = [(name, str(words.TIE_BREAKS[name])) for name in names]
    return Chart(title, columns, places, _("S–U–N"), with_next=bool(kind.rules.qualify), group=group)


def _duel_place(kind: Kind, row: standings.Row, names: Sequence[str], on: set[int], own: Entrant | None) -> Place:
    number = int(row.player)
    entrant = kind.entrant(number)
    values = [
        Value(name, labels.figure(row.values.get(name)), _addends(kind, number, name, row.parts.get(name, []))) for name in names
    ]
    return Place(
        place=row.place,
        entrant=entrant,
        points=labels.points(row.points),
        values=values,
        record=f"{row.wins}–{row.draws}–{row.losses}",
        through=number in on,
        mine=own is not None and entrant.pk == own.pk,
        units=row.points,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        byes=row.byes,
        forfeits=row.forfeits,
        scored=row.pf,
        conceded=row.pa,
    )


def _addends(kind: Kind, number: int, name: str, parts: Sequence[standings.Part]) -> list[Addend]:
    found = []
    for part in parts:
        where = [] if part.round is None else [_("Runde %(number)d") % {"number": part.round}]
        if part.opponent is not None:
            virtual = part.opponent == number
            where.append(_("ohne Gegner, eigener Wert") if virtual else kind.entrant(int(part.opponent)).name)
        if part.points is not None:
            where.append(_("%(points)s mal dessen Wert") % {"points": labels.points(part.points)})
        if part.left_out:
            where.append(_("gestrichen"))
        found.append(Addend(", ".join(where) or str(words.TIE_BREAKS[name]), labels.figure(part.value), part.left_out))
    return found


def _knock_out(kind: Kind, own: Entrant | None) -> Chart:
    """Places of those who are out; the others are still in it."""
    places = kept(kind.tournament, ("places", kind.stage.number), kind.places)
    return _by_place(kind, places, own)


def _placed(kind: Kind, own: Entrant | None) -> Chart:
    places = kept(kind.tournament, ("places", kind.stage.number), kind.places)
    return _by_place(
        kind,
        {number: place for number, place in places.items() if kind.stage.state == "finished" or not kind.entrant(number).is_in},
        own,
    )


def _by_place(kind: Kind, places: Mapping[int, int], own: Entrant | None) -> Chart:
    order = sorted(kind.numbers, key=lambda number: (places.get(number, 0), number))
    rows = []
    for number in order:
        entrant = kind.entrant(number)
        rows.append(Place(places.get(number), entrant, "", (), "", mine=own is not None and entrant.pk == own.pk))
    return Chart("", (), rows, "", with_points=False)


def _heats(kind: Kind, own: Entrant | None) -> Chart:
    made: list[heats.Row] = kept(kind.tournament, ("heats", kind.stage.number), kind.table)  # type: ignore[attr-defined]
    on = through(kind)
    deep = max((len(row.places) for row in made), default=0)
    columns = [(f"{rank}.", _("%(rank)d. Plätze") % {"rank": rank}) for rank in range(1, deep + 1)]
    with_share = any(row.share is not None for row in made)
    columns += [(_("Anteil"), _("Summe der Anteile am besten Ergebnis des Tisches"))] if with_share else []
    columns.append((_("Gegner"), _("mittlere Punkte der Gegner")))
    places = []
    for row in made:
        counts = [Value(f"{rank}.", str(row.places[rank - 1]) if rank <= len(row.places) else "0") for rank in range(1, deep + 1)]
        share = [Value(_("Anteil"), labels.figure(_rounded(row.share)))] if with_share else []
        values = [*counts, *share, Value(_("Gegner"), labels.points(_rounded(row.opponents)))]
        entrant = kind.entrant(row.player)
        places.append(
            Place(
                row.place, entrant, labels.points(row.points), values, str(row.games), row.player in on,
                mine=own is not None and entrant.pk == own.pk, units=row.points, byes=row.byes,
                wins=row.places[0] if row.places else 0,
            )
        )  # fmt: skip
    return Chart("", columns, places, _("Partien"), with_next=bool(kind.rules.qualify))


def _arena(kind: Kind, own: Entrant | None) -> Chart:
    made: list[arena.Row] = kept(kind.tournament, ("arena", kind.stage.number), kind.table)  # type: ignore[attr-defined]
    columns = [(_("Serie"), _("Siege in Folge")), (_("Gegner"), _("mittlere Stärke der Gegner mit Ergebnis"))]
    places = []
    for row in made:
        values = [Value(_("Serie"), str(row.streak)), Value(_("Gegner"), labels.figure(_rounded(row.mean)))]
        entrant = kind.entrant(row.player)
        record = f"{row.wins}/{row.games}"
        mine = own is not None and entrant.pk == own.pk
        places.append(
            Place(row.place, entrant, labels.figure(row.points), values, record, mine=mine, units=row.points, wins=row.wins)
        )
    return Chart("", columns, places, _("Siege/Partien"))


def _rounded(value: Fraction | int | float | None) -> Fraction | None:
    """To two places: these are means."""
    return None if value is None else Fraction(round(Fraction(value) * 100), 100)


def crosses(row: Tournament, own: Entrant | None = None) -> list[Cross]:
    """Cross-tables of the last stage that is a round robin."""
    stage = row.stages.filter(kind="round_robin").order_by("-number").first()
    if stage is None:
        return []
    stage.tournament = row
    kind = stages.kind_of(stage)
    results = _results(kind)
    return [_cross(kind, chart, results, row) for chart in charts(stage, own)]


def _results(kind: Kind) -> Mapping[tuple[int, int], list[tuple[str, int, str]]]:
    """By pairs of entrants: points, match and state, of every match that is there."""
    found: dict[tuple[int, int], list[tuple[str, int, str]]] = {}
    matches = {match.pk: match for match in kind.stage.matches.exclude(state=M.CANCELLED).order_by("position")}
    sides: dict[int, list[MatchSide]] = {}
    for side in MatchSide.objects.filter(match__stage=kind.stage).order_by("match", "slot"):
        sides.setdefault(side.match_id, []).append(side)
    for key, match in matches.items():
        one, other = sides[key]
        for side, opponent in ((one, other), (other, one)):
            if side.entrant_id and opponent.entrant_id:
                text = labels.points(side.points) if match.is_over and side.points is not None else ""
                found.setdefault((side.entrant_id, opponent.entrant_id), []).append((text, key, match.state))
    return found


def _cross(kind: Kind, chart: Chart, results: Mapping[tuple[int, int], list[tuple[str, int, str]]], row: Tournament) -> Cross:
    rows: list[Any] = []
    for place in chart.places:
        cells = []
        for other in chart.places:
            met = results.get((place.entrant.pk, other.entrant.pk), [])
            cells.append(
                [
                    (text or ("…" if state in (M.CALLED, M.RUNNING) else "·"), f"/turniere/{row.pk}/begegnung/{key}/")
                    for text, key, state in met
                ]
            )
        rows.append((place, cells))
    return Cross(chart.title, rows)


def has_standings(stage: Stage) -> bool:
    """Whether a stage has a table, not only a tree."""
    return stage.kind in (*DUELS, *MANY, "arena") and stage.kind not in ("single", "double")
