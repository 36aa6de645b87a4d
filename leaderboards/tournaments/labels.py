"""What rounds, matches and values are called on pages (RNK-7.2, RNK-7.3, UX-10)."""

from __future__ import annotations

from fractions import Fraction

from babel.numbers import format_decimal
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from leaderboards.tournaments import groups
from leaderboards.tournaments.models import Match, Round, Stage

UNITS = 120
"""In which points are kept (RNK-7.6)."""


def round_name(kind: str, label: str, number: int, winners_rounds: int, *, whole: bool = True) -> str:
    """A round in words: `Halbfinale`, `Trostrunde 3`, `Runde 2`. `whole`: also where it stands, in a double elimination."""
    if label == "3P":
        return _("Spiel um Platz 3")
    if label == "GF":
        return _("Großes Finale")
    if label.startswith("L"):
        return _losers(int(label[1:]), winners_rounds)
    if label.startswith("W"):
        return _winners(int(label[1:]), winners_rounds, double=kind == "double" and whole)
    return _("Runde %(number)d") % {"number": number}


def _losers(number: int, winners_rounds: int) -> str:
    if number == 2 * (winners_rounds - 1):
        return _("Finale der Trostrunde")
    return _("Trostrunde %(number)d") % {"number": number}


def _winners(number: int, rounds: int, *, double: bool) -> str:
    left = rounds - number
    names = (_("Finale"), _("Halbfinale"), _("Viertelfinale"), _("Achtelfinale"))
    if double and left == 0:
        return _("Finale der Siegerrunde")
    name = names[left] if left < len(names) else _("Runde der letzten %(count)d") % {"count": 2 ** (left + 1)}
    return _("%(round)s der Siegerrunde") % {"round": name} if double else name


def winners_rounds(stage: Stage) -> int:
    """How many rounds the (winners) bracket of a stage has."""
    began = int(stage.settings.get("began", len(stage.entrants)))
    return max(1, (max(2, began) - 1).bit_length())


def of_round(stage: Stage, row: Round) -> str:
    """A stored round in words."""
    return round_name(stage.kind, row.label, row.number, winners_rounds(stage))


def match_name(match: Match) -> str:
    """A match in words: `Halbfinale 2`, `Runde 3, Tisch 1`, `Gruppe A, Runde 2, Tisch 1`."""
    stage = match.stage
    if stage.kind in ("single", "double"):
        return _knock_out_name(match)
    if match.round is None:
        return _("Partie %(name)s") % {"name": match.name}
    said = {"number": match.round.number, "table": match.name.rpartition(".")[2]}
    if match.group is not None:
        return _("Gruppe %(group)s, Runde %(number)d, Tisch %(table)s") % (said | {"group": groups.letter(match.group)})
    return _("Runde %(number)d, Tisch %(table)s") % said


def _knock_out_name(match: Match) -> str:
    if match.name == "GF2":
        return _("Großes Finale, Entscheidung")
    if match.round is None or "." not in match.name:
        return of_round(match.stage, match.round) if match.round else match.name
    name, index = of_round(match.stage, match.round), match.name.rpartition(".")[2]
    return name if name.startswith(_("Finale")) else _numbered(name, index)


def _numbered(name: str, index: str) -> str:
    """`Halbfinale 2`, but `Trostrunde 3.2`."""
    return f"{name}{'.' if name[-1:].isdigit() else ' '}{index}"


def source(stage: Stage, text: str) -> str:
    """Who will come to a side: `winner W1.2` in words."""
    how, _space, name = text.partition(" ")
    if not name:
        return ""
    label, _dot, index = name.partition(".")
    rounds = winners_rounds(stage)
    if stage.kind == "double" and label == f"W{rounds}":
        return _("Siegerrunde") if how == "winner" else _("Verlust Siegerfinale")
    if label == f"L{2 * (rounds - 1)}":
        return _("Trostrunde")
    label = "GF" if label.startswith("GF") else label
    told = round_name(stage.kind, label, 0, rounds, whole=False)
    where = told if not index or told.startswith(_("Finale")) else _numbered(told, index)
    return (_("Sieg %(match)s") if how == "winner" else _("Verlust %(match)s")) % {"match": where}


def figure(value: Fraction | int | None) -> str:
    """A value in points, exact: `3,5`, `2 1/3`; a dash where there is none."""
    if value is None:
        return "\N{EN DASH}"
    exact = Fraction(value)
    if 1000 % exact.denominator == 0:
        return str(format_decimal(exact.numerator / exact.denominator, format="#,##0.###", locale=get_language() or "de"))
    whole, rest = divmod(abs(exact), 1)
    sign = "\N{MINUS SIGN}" if exact < 0 else ""
    return f"{sign}{whole} {rest.numerator}/{rest.denominator}" if whole else f"{sign}{rest.numerator}/{rest.denominator}"


def points(units: Fraction | int | None) -> str:
    """Points kept in 1/120."""
    return figure(None if units is None else Fraction(units) / UNITS)
