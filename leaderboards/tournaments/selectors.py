"""What is shown of tournaments (reads go through here)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.decks import kinds, pool
from games.tables import selectors as tables
from leaderboards.tournaments import access, drawing, labels, lines, planwords, sealed, stages, words
from leaderboards.tournaments import mine as own_part
from leaderboards.tournaments.drawing import Part, Picture
from leaderboards.tournaments.elimination import fixtures_of
from leaderboards.tournaments.kinds import Kind
from leaderboards.tournaments.lines import Line
from leaderboards.tournaments.models import Announcement, Entrant, Match, Round, Stage, TeamMember, Tournament
from leaderboards.tournaments.plan import KNOCK_OUT

M, S, T = Match.State, Entrant.State, Tournament.State

COUNTED = (S.ENTERED, S.ACTIVE, S.OUT, S.WITHDRAWN, S.DISQUALIFIED)
MOST_PAST = 30
MOST_LINES = 64
"""Matches of a round on one page."""
MOST_ENTRANTS = 200


@dataclass(frozen=True)
class Tab:
    """A page of a tournament."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True)
class Head:
    """What stands above all pages of a tournament, and in lists."""

    row: Tournament
    name: str
    text: str
    game_name: str
    summary: str
    state: str
    live: bool
    leads: bool
    """Whether whoever looks may do something as an organiser."""
    entrants: int
    open_places: int
    mine: bool = False


def name_of(row: Tournament) -> str:
    """Its name in the language of whoever reads."""
    return (row.name_en if get_language() == "en" else "") or row.name


def text_of(row: Tournament) -> str:
    """Its description, likewise."""
    return (row.text_en if get_language() == "en" else "") or row.text


def head(row: Tournament, user: User | None, entrants: int | None = None, *, mine: bool = False) -> Head:
    """For whoever looks."""
    if entrants is None:
        entrants = row.entrants.filter(state__in=COUNTED).count()
    return Head(
        row=row,
        name=name_of(row),
        text=text_of(row),
        game_name=tables.name(row.game),
        summary=planwords.summary(row, entrants),
        state=_state(row),
        live=row.state == T.RUNNING,
        leads=user is not None and access.may(user, row, "messages"),
        entrants=entrants,
        open_places=max(0, row.rules.limit - entrants),
        mine=mine,
    )


def _state(row: Tournament) -> str:
    """The tag: with several stages which of them is played."""
    if row.state == T.RUNNING and len(row.rules.stages) > 1 and (stage := stages.current(row)) is not None:
        last = stage.number + 1 == len(row.rules.stages)
        return _("Endrunde läuft") if last else _("%(stage)s läuft") % {"stage": words.FORMATS[stage.kind]}
    return str(row.get_state_display())


TABS = ("baum", "runden", "tabelle", "kreuztabelle", "teilnehmende", "regeln", "ansagen")


def tabs(row: Tournament, user: User | None, current: str) -> list[Tab]:
    """The pages of a tournament, as far as there is something on them."""
    kinds = list(row.stages.values_list("kind", flat=True))
    names = {
        "baum": (_("Turnierbaum"), any(kind in KNOCK_OUT for kind in kinds)),
        "runden": (_("Runden"), bool(kinds)),
        "tabelle": (_("Tabelle"), bool(kinds)),
        "kreuztabelle": (_("Kreuztabelle"), "round_robin" in kinds),
        "teilnehmende": (_("Teilnehmende"), True),
        "regeln": (_("Regeln"), True),
        "ansagen": (_("Ansagen"), row.announcements.exists()),
    }
    return [
        Tab(label, reverse(f"tournaments:{word}", args=[row.pk]), word == current)
        for word, (label, there) in names.items()
        if there
    ]


def first_tab(row: Tournament) -> str:
    """What the address without a page shows."""
    stage = stages.current(row)
    if stage is None:
        return "teilnehmende"
    if stage.kind in KNOCK_OUT:
        return "baum"
    return "runden" if row.state in (T.RUNNING, T.PAUSED) else "tabelle"


@dataclass(frozen=True)
class Listed:
    """Some tournaments under a heading."""

    word: str
    title: str
    rows: list[Head]


def lists(user: User | None, game: str = "") -> list[Listed]:
    """All that somebody may see: own ones, then by state; of one game, or of all."""
    visible = access.visible(user)
    visible = visible.filter(game=game) if game else visible
    theirs: set[str] = set()
    if user is not None:
        mine = Q(owner=user) | Q(roles__user=user) | Q(entrants__user=user) | Q(entrants__members__user=user)
        theirs = set(visible.filter(mine).exclude(state=T.CANCELLED).values_list("pk", flat=True))
    going = list(Tournament.objects.filter(pk__in=visible.exclude(state__in=(T.FINISHED, T.CANCELLED)).values("pk")))
    past = Tournament.objects.filter(pk__in=visible.filter(state__in=(T.FINISHED, T.CANCELLED)).values("pk"))
    rows = [*going, *past.order_by("-ended_at")[:MOST_PAST]]
    counts = dict(
        Entrant.objects.filter(tournament__in=[row.pk for row in rows], state__in=COUNTED)
        .values_list("tournament")
        .annotate(count=Count("pk"))
    )
    heads = [head(row, None, counts.get(row.pk, 0), mine=row.pk in theirs) for row in rows]
    heads.sort(key=lambda one: (one.row.starts_at is None, one.row.starts_at or one.row.created_at))
    over = sorted((one for one in heads if one.row.is_over), key=lambda one: one.row.ended_at or one.row.created_at, reverse=True)
    parts = (
        ("meine", _("Deine Turniere"), [one for one in heads if one.mine and not one.row.is_over]),
        ("laufend", _("Laufende Turniere"), [one for one in heads if not one.mine and one.row.state in (T.RUNNING, T.PAUSED)]),
        ("offen", _("Anmeldung offen"), [one for one in heads if not one.mine and one.row.state in (T.REGISTRATION, T.CHECK_IN)]),
        ("kommend", _("In Vorbereitung"), [one for one in heads if not one.mine and one.row.state == T.DRAFT]),
        ("vergangen", _("Vergangene Turniere"), over),
    )
    return [Listed(word, title, found) for word, title, found in parts if found]


# --- the tree ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """A bracket, or the part of it that is looked at."""

    stage: Stage
    picture: Picture
    parts: Sequence[tuple[str, int, bool]]
    """Name, number and whether it is shown."""
    rounds: Sequence[tuple[str, int, bool]]
    """From which rounds on it can be shown."""
    first: int
    piece: int
    columns: Sequence[tuple[str, list[Line]]]
    """The same by rounds, as lists."""
    seed: int | None
    label: str


def tree_stage(row: Tournament) -> Stage | None:
    """The last stage with a tree."""
    stage = row.stages.filter(kind__in=KNOCK_OUT).order_by("-number").first()
    if stage is not None:
        stage.tournament = row
    return stage


def tree(row: Tournament, own: Entrant | None, asked: Mapping[str, str]) -> Tree | None:
    """As asked: `teil` the part, `ab` the first round shown, `spieler` whose way is shown (by seed; else one's own)."""
    stage = tree_stage(row)
    if stage is None:
        return None
    rounds = labels.winners_rounds(stage)
    double = stage.kind == "double"
    parts = drawing.parts(rounds)
    seed = number(asked.get("spieler", "")) or (own.seed if own else None)
    usual = _piece_of(row, stage, seed, parts, rounds)
    piece = min(max(0, (number(asked.get("teil", "")) or usual + 1) - 1), len(parts) - 1)
    part = parts[piece]
    first = min(max(part.first, number(asked.get("ab", "")) or part.first), part.last)
    shown = Part(first, part.last, part.piece, part.pieces, part.final)
    found = _lines(row, stage, drawing.wanted(shown, rounds, double=double), own)
    rows = {one.label: one for one in stage.rounds.all()}
    names = {label: labels.round_name(stage.kind, label, 0, rounds, whole=not double or label == f"W{rounds}") for label in rows}
    picture = drawing.draw(
        {line.name: line for line in found},
        shown,
        rounds,
        double=double,
        names=names,
        words=(_("Siegerrunde"), _("Trostrunde")),
        seed=seed,
    )
    return Tree(
        stage=stage,
        picture=picture,
        parts=[(_part_name(one, number, rounds), number + 1, number == piece) for number, one in enumerate(parts)]
        if len(parts) > 1
        else [],
        rounds=[
            (labels.round_name(stage.kind, f"W{number}", 0, rounds, whole=False), number, number == first)
            for number in range(part.first, part.last + 1)
        ],
        first=first,
        piece=piece + 1,
        columns=_columns(found, rows, names),
        seed=seed,
        label=_("Turnierbaum, %(kind)s") % {"kind": words.FORMATS[stage.kind]},
    )


def number(text: str) -> int | None:
    """A small whole number in an address; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def _part_name(part: Part, number: int, rounds: int) -> str:
    return _("Endrunde") if part.final else _("Abschnitt %(number)d") % {"number": number + 1}


def _piece_of(row: Tournament, stage: Stage, seed: int | None, parts: Sequence[Part], rounds: int) -> int:
    """Where somebody stands in the tree: the first part there is that has their first match; else the first part of all."""
    if seed is None or len(parts) == 1 or seed not in stage.entrants:
        return 0
    number = stage.entrants.index(seed) + 1
    for fixture in fixtures_of(stage.kind, int(stage.settings.get("began", len(stage.entrants))), False, False, False):
        if (
            fixture.round == 1
            and fixture.bracket == "W"
            and any(end.kind == "seed" and end.of == number for end in fixture.sides)
        ):
            return int((fixture.index - 1) * parts[0].pieces // 2 ** (rounds - 1))
    return 0


def _lines(row: Tournament, stage: Stage, names: Sequence[str], own: Entrant | None) -> list[Line]:
    """The matches of these names."""
    return lines.lines(row, Match.objects.filter(stage=stage, name__in=names), own)


def _columns(found: Sequence[Line], rows: Mapping[str, Round], names: Mapping[str, str]) -> list[tuple[str, list[Line]]]:
    columns: dict[str, list[Line]] = {}
    for line in found:
        label = "GF" if line.name.startswith("GF") else line.name.partition(".")[0]
        if any(side.name for side in line.sides):
            columns.setdefault(label, []).append(line)
    order = {label: rows[label].number for label in columns if label in rows}
    return [(names.get(label, label), columns[label]) for label in sorted(columns, key=lambda one: order.get(one, 0))]


# --- rounds --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundPage:
    """A round with its matches, or those that an arena plays now and has played last."""

    stage: Stage
    row: Round | None
    title: str
    stage_title: str
    matches: list[Line]
    out: list[tuple[Entrant, str]]
    """Who has no match in it, and why."""
    links: list[tuple[str, str, bool]]
    """To the rounds of all stages: name, address, whether it is this one."""
    page: int
    pages: int
    explained: bool
    """Whether there is something to say of why each pair meets."""


def round_page(row: Tournament, own: Entrant | None, asked: Mapping[str, str]) -> RoundPage | None:
    """As asked: `abschnitt` and `runde`, or what is played now; `seite` of a long round."""
    all_stages = list(row.stages.order_by("number"))
    if not all_stages:
        return None
    stage = next((one for one in all_stages if one.number + 1 == number(asked.get("abschnitt", ""))), all_stages[-1])
    stage.tournament = row
    rounds = [one for one in stage.rounds.order_by("number") if one.state != "drawn" or stage.kind == "round_robin"]
    shown = next((one for one in rounds if one.number == number(asked.get("runde", ""))), None) or _current(rounds)
    matches = Match.objects.filter(stage=stage, round=shown) if shown is not None else Match.objects.filter(stage=stage)
    if shown is None and rounds == [] and stage.kind != "arena":
        matches = matches.none()
    count = matches.count()
    pages = max(1, -(-count // MOST_LINES))
    page = min(max(1, number(asked.get("seite", "")) or 1), pages)
    order = matches.order_by("-position") if shown is None else matches.order_by("position")
    keys = list(order.values_list("pk", flat=True)[(page - 1) * MOST_LINES : page * MOST_LINES])
    found = lines.lines(row, Match.objects.filter(pk__in=keys), own)
    if shown is None:
        found.reverse()
    here = reverse("tournaments:runden", args=[row.pk])
    links = []
    for one in all_stages:
        prefix = "" if len(all_stages) == 1 else f"{one.number + 1}: "
        listed = [each for each in one.rounds.order_by("number") if each.state != "drawn" or one.kind == "round_robin"]
        links += [
            (
                prefix + labels.of_round(one, each),
                f"{here}?abschnitt={one.number + 1}&runde={each.number}",
                shown is not None and each.pk == shown.pk,
            )
            for each in listed
        ] or [(prefix + str(words.FORMATS[one.kind]), f"{here}?abschnitt={one.number + 1}", one.pk == stage.pk and shown is None)]
    return RoundPage(
        stage=stage,
        row=shown,
        title=labels.of_round(stage, shown) if shown else str(words.FORMATS[stage.kind]),
        stage_title=str(words.FORMATS[stage.kind]),
        matches=[line for line in found if any(side.name for side in line.sides)],
        out=_sat_out(row, shown),
        links=links,
        page=page,
        pages=pages,
        explained=stage.kind == "swiss" and shown is not None,
    )


def _current(rounds: Sequence[Round]) -> Round | None:
    """What is played now, else the last one."""
    running = [one for one in rounds if one.state == "running"]
    return running[0] if running else (rounds[-1] if rounds else None)


def _sat_out(row: Tournament, shown: Round | None) -> list[tuple[Entrant, str]]:
    if shown is None or not shown.sat_out:
        return []
    told = {
        "bye": _("spielfrei, ein ganzer Punkt"),
        "requested_bye": _("spielfrei auf Wunsch, ein halber Punkt"),
        "sit_out": _("setzt aus, ein halber Punkt"),
        "absent": _("nicht dabei"),
    }
    if shown.stage.kind == "round_robin":
        told["bye"] = _("spielfrei")
    seeds = {int(seed): why for seed, why in shown.sat_out.items() if why != "absent"}
    found = {one.seed: one for one in row.entrants.filter(seed__in=list(seeds))}
    return [(found[seed], told.get(why, "")) for seed, why in sorted(seeds.items()) if seed in found]


@dataclass(frozen=True)
class Why:
    """Why two meet in a round of a Swiss, in words."""

    names: tuple[str, str]
    told: Sequence[str]


def reasons(row: Tournament, stage: Stage, number: int) -> list[Why]:
    """Of each pair of a round (RNK-7.6)."""
    from leaderboards.tournaments.swiss_stage import Swiss

    kind = stages.kind_of(stage)
    shown = stage.rounds.filter(number=number).exclude(state="drawn").first()
    if shown is None or not isinstance(kind, Swiss):
        return []
    return [_why(kind, one) for one in kind.explained(shown)]


def _why(kind: Kind, one: Any) -> Why:
    names = [kind.entrant(number).name for number in one.pair]
    told = []
    if one.group is not None:
        told.append(
            _("Beide haben %(points)s Punkte; in dieser Gruppe sind es %(size)d.")
            % {"points": labels.points(one.points[0]), "size": one.group}
        )
    else:
        told.append(
            _("%(upper)s zu %(lower)s Punkte: Hier geht die Gruppe nicht auf.")
            % {"upper": labels.points(one.points[0]), "lower": labels.points(one.points[1])}
        )
    told.append(
        _("Plätze in der Reihenfolge: %(upper)d und %(lower)d, %(off)d vom Idealgegner entfernt.")
        % {"upper": one.places[0], "lower": one.places[1], "off": abs(one.off)}
    )
    floats = [f"{name}: {_floats(text)}" for name, text in zip(names, one.floats, strict=True) if text.strip("-")]
    if floats:
        told.append(_("Zuletzt verschoben: %(floats)s.") % {"floats": "; ".join(floats)})
    starter = kind.entrant(one.starts).name
    why = {
        "balance": _("hat bisher seltener begonnen"),
        "turn": _("hat zuletzt nicht begonnen, als die Rollen verschieden waren"),
        "number": _("beginnt nach der Nummer des Paares"),
    }[one.why]
    told.append(_("Es beginnt %(name)s: %(why)s.") % {"name": starter, "why": why})
    if one.met:
        told.append(_("Die beiden haben sich schon in Runde %(round)d getroffen.") % {"round": one.met})
    return Why((names[0], names[1]), told)


def _floats(text: str) -> str:
    words_of = {"D": _("nach unten"), "U": _("nach oben"), "-": _("nicht")}
    return ", ".join(words_of.get(one, one) for one in text)


# --- entrants, announcements, matches ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entrants:
    """A page of those who take part."""

    rows: list[Entrant]
    count: int
    page: int
    pages: int
    with_teams: bool
    with_places: bool
    with_decks: bool
    """Whether whoever looks may see the locked lists of the others."""
    deck: Entrant | None = None
    """Whose list is asked for, if it may be seen."""
    groups: list[Any] = field(default_factory=list)
    """Its cards."""
    deck_text: str = ""
    """The list as text."""
    pool_text: str = ""
    """All cards that were opened for it in a sealed event, once everybody may know, as text."""


def may_see_lists(row: Tournament, user: User | None) -> bool:
    """Locked lists are shown from the start or after the end, as set; before that to organisers who do not play (RNK-7.4)."""
    plan = row.rules
    if plan.decks not in ("locked", "sealed"):
        return False
    if row.state == T.FINISHED or (plan.open_lists and row.is_begun):
        return True
    return user is not None and access.may(user, row, "entrants") and own_part.entry_of(row, user) is None


def deck_groups(row: Tournament, entrant: Entrant) -> list[Any]:
    """The cards of a locked list, as decks are shown."""
    kind = kinds.kind(row.game)
    return pool.groups(kind, entrant.deck.get("cards", {}), get_language() or "de") if kind is not None else []


def entrants(row: Tournament, asked: Mapping[str, str], user: User | None = None) -> Entrants:
    """By seed once these are settled, else in order of entry; `suche` by name, `seite`, `deck` whose list."""
    found = row.entrants.exclude(state=S.DROPPED).select_related("user").prefetch_related("members")
    if not row.is_begun:
        found = found.exclude(state=S.WITHDRAWN)
    if wanted := asked.get("suche", "").replace("\0", "").strip()[:40]:
        found = found.filter(name__icontains=wanted)
    count = found.count()
    pages = max(1, -(-count // MOST_ENTRANTS))
    page = min(max(1, number(asked.get("seite", "")) or 1), pages)
    order = ("place", "seed", "entered_at", "pk") if row.state == T.FINISHED else ("seed", "entered_at", "pk")
    rows = list(found.order_by(*order)[(page - 1) * MOST_ENTRANTS : page * MOST_ENTRANTS])
    shown = may_see_lists(row, user)
    made = Entrants(rows, count, page, pages, row.rules.teams != "none", row.state == T.FINISHED, shown)
    wanted_deck = _whose(row, asked.get("deck", "")) if shown else None
    if wanted_deck is None:
        return made
    language = get_language() or "de"
    return replace(
        made,
        deck=wanted_deck,
        groups=deck_groups(row, wanted_deck),
        deck_text=sealed.deck_as_text(row, wanted_deck, language),
        pool_text=sealed.pool_as_text(row, wanted_deck, language) if sealed.are_public(row) else "",
    )


def _whose(row: Tournament, key: str) -> Entrant | None:
    known = key.isascii() and key.isdecimal() and len(key) < 10
    return row.entrants.filter(pk=int(key)).exclude(deck={}).first() if known else None


def announcements(row: Tournament) -> list[Announcement]:
    """Pinned ones first, then the latest."""
    return list(
        row.announcements.select_related("match__stage", "match__round", "round__stage", "by").order_by("-pinned", "-at", "-pk")
    )


@dataclass(frozen=True)
class MatchPage:
    """A match with everything that belongs to it."""

    line: Line
    match: Match
    tables: list[lines.Where]
    announcements: list[Announcement]
    entrants: list[Entrant]
    before: list[Line]
    after: list[Line]


def match_page(row: Tournament, match_id: int, own: Entrant | None) -> MatchPage | None:
    """All of it, also the matches it comes from and leads to; None if there is none."""
    match = Match.objects.filter(pk=match_id, tournament=row).select_related("stage", "round").first()
    if match is None:
        return None
    sides = list(match.sides.select_related("entrant").order_by("slot"))
    boards = lines.boards_of([match]).get(match.pk, [])
    several = len(boards) > 1
    where = [one for board in boards for one in lines.tables_of(board, several=several)]
    sources = [side.source.partition(" ")[2] for side in sides if side.source]
    before = lines.lines(row, Match.objects.filter(stage=match.stage, name__in=sources), own) if sources else []
    following = Match.objects.filter(
        stage=match.stage, sides__source__in=(f"winner {match.name}", f"loser {match.name}")
    ).distinct()
    after = lines.lines(row, following, own) if match.stage.kind in KNOCK_OUT else []
    return MatchPage(
        lines.line(row, match, sides, boards if match.state == M.RUNNING else [], own),
        match,
        where,
        list(match.announcements.select_related("by").order_by("-pinned", "-at")),
        [side.entrant for side in sides if side.entrant],
        before,
        after,
    )


def marks(row: Tournament) -> list[Line]:
    """Matches that organisers have marked (RNK-7.15)."""
    return lines.lines(row, Match.objects.filter(tournament=row).exclude(marked=""))


def live_now(row: Tournament, most: int = 24) -> list[Line]:
    """What is being played, and what is called."""
    keys = list(
        row.matches.filter(state__in=(M.RUNNING, M.CALLED)).order_by("stage", "position").values_list("pk", flat=True)[:most]
    )
    return lines.lines(row, Match.objects.filter(pk__in=keys))


# --- the home page ------------------------------------------------------------------------------------------------------------


def next_rounds(user: User | None) -> list[own_part.Next]:
    """The tournaments somebody plays in at the moment, and what is next for them there (UX-3)."""
    if user is None or user.is_guest:
        return []
    mine = Q(entrants__user=user) | Q(entrants__members__user=user, entrants__members__confirmed=True)
    rows = Tournament.objects.filter(mine, state__in=(T.CHECK_IN, T.RUNNING, T.PAUSED)).distinct().order_by("starts_at", "pk")
    found = []
    for row in rows[:10]:
        part = own_part.mine(row, user)
        if part.entrant is None or part.entrant.state not in (S.ENTERED, S.WAITING, S.ACTIVE):
            continue
        told = own_part.title(part.match) if part.match else ""
        found.append(
            own_part.Next(
                name_of(row),
                row.get_absolute_url(),
                row.game,
                tables.name(row.game),
                ", ".join(text for text in (told, part.told) if text),
                part.table if part.match and part.match.live else "",
                part.urgent or (part.may_check_in and not part.entrant.checked_in),
                part.match.deadline if part.match else None,
            )
        )
    return found


@dataclass(frozen=True)
class Call:
    """Where somebody is waited for."""

    name: str
    url: str
    told: str
    deadline: datetime | None


def under_way(user: User) -> list[str]:
    """The tournaments somebody takes part in that are on, or look for who is there: their keys."""
    mine = Q(user=user) | Q(pk__in=TeamMember.objects.filter(user=user, confirmed=True).values("team"))
    there = (S.ENTERED, S.WAITING, S.ACTIVE)
    rows = Entrant.objects.filter(mine, state__in=there, tournament__state__in=(T.CHECK_IN, T.RUNNING))
    return list(rows.order_by("tournament__starts_at", "tournament").values_list("tournament", flat=True))


def calls(keys: Sequence[str], user: User, address: str = "") -> list[Call]:
    """What somebody is called to in these tournaments and has not said that they are there for; not of the page that is shown."""
    found = []
    for row in Tournament.objects.filter(pk__in=keys).order_by("starts_at", "pk"):
        if address.startswith(row.get_absolute_url()):
            continue
        entrant = own_part.entry_of(row, user)
        if row.state == T.CHECK_IN and entrant is not None and not entrant.checked_in:
            told = _("Sag, dass du da bist, sonst spielst du nicht mit.")
            found.append(Call(name_of(row), row.get_absolute_url(), told, row.starts_at))
        waits = row.matches.filter(sides__entrant=entrant, sides__ready=False, sides__forfeited="", state=M.CALLED)
        for line in lines.lines(row, waits, entrant) if row.state == T.RUNNING and entrant is not None else ():
            told = _("Deine Partie ist aufgerufen: %(match)s") % {"match": own_part.title(line)}
            found.append(Call(name_of(row), row.get_absolute_url(), told, line.deadline))
    return found


def running(most: int = 3) -> list[Head]:
    """Public tournaments that are played now, for the home page."""
    rows = Tournament.objects.filter(access=Tournament.Access.PUBLIC, state=T.RUNNING).order_by("-started_at")[:most]
    return [head(row, None) for row in rows]
