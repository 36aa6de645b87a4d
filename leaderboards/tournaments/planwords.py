"""A plan in words, for the page of the rules and the line under the name (RNK-7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine import registry
from games.tables import selectors
from games.tables.models import Table
from games.texts import Speaker
from leaderboards.tournaments import sealed, words
from leaderboards.tournaments.models import Tournament
from leaderboards.tournaments.plan import MANY, Plan, StageRules, TableRules

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS

Pair = tuple[str, str]


def summary(row: Tournament, entrants: int) -> str:
    """One line: how many, what, how."""
    plan = row.rules
    many = ngettext("%(count)d Teilnahme", "%(count)d Teilnahmen", entrants) % {"count": entrants}
    stages = _(", dann ").join(stage_in_words(stage) for stage in plan.stages)
    return f"{many}. {stages.rstrip('.')}."


def stage_in_words(stage: StageRules) -> str:
    """A stage with what makes it different from others of its kind."""
    name = str(words.FORMATS[stage.kind])
    if stage.kind == "swiss" and stage.rounds:
        return ngettext("%(rounds)d Runde %(name)s", "%(rounds)d Runden %(name)s", stage.rounds) % {
            "rounds": stage.rounds,
            "name": name,
        }
    if stage.kind == "round_robin" and stage.groups > 1:
        return _("%(groups)d Gruppen, jeder gegen jeden") % {"groups": stage.groups}
    if stage.kind == "arena":
        return _("Arena von %(minutes)d Minuten") % {"minutes": stage.minutes}
    if stage.kind in MANY:
        return _("%(name)s (%(least)d bis %(most)d Plätze)") % {"name": name, "least": stage.minimum, "most": stage.preferred}
    return name


def whole(row: Tournament) -> list[tuple[str, list[Pair]]]:
    """All rules of a tournament, part by part."""
    plan = row.rules
    parts: list[tuple[str, list[Pair]]] = []
    for number, stage in enumerate(plan.stages):
        title = _("Ablauf") if len(plan.stages) == 1 else _("Abschnitt %(number)d") % {"number": number + 1}
        parts.append((title, [*_stage(plan, number, stage), *_table(plan, number, stage)]))
    parts.append((_("Teilnahme"), list(_entry(row, plan))))
    return parts


def _stage(plan: Plan, number: int, stage: StageRules) -> Iterator[Pair]:
    yield _("Turnierart"), stage_in_words(stage)
    if stage.kind in ("swiss", "heats"):
        yield _("Runden"), str(stage.rounds) if stage.rounds else _("so viele, wie bei dieser Zahl von Teilnehmenden üblich sind")
    if stage.kind == "round_robin" and stage.cycles > 1:
        yield _("Durchgänge"), str(stage.cycles)
    if stage.third_place:
        yield _("Platz 3"), _("wird ausgespielt")
    if stage.kind == "double":
        told = (
            _("Das erste große Finale entscheidet.")
            if stage.single_final
            else _("Gewinnt die Trostrunde, folgt eine Entscheidung.")
        )
        yield _("Großes Finale"), told
    if stage.kind == "heats_knockout":
        yield _("Weiter kommen"), _("die besten %(count)d jedes Tisches") % {"count": stage.advance}
    if stage.qualify:
        per_group = stage.groups > 1 and stage.kind == "round_robin"
        told = _("die besten %(count)d jeder Gruppe") if per_group else _("die besten %(count)d")
        yield _("Weiter kommen"), told % {"count": stage.qualify}
    if stage.two_sided and stage.kind not in ("single", "double", "arena"):
        names = [str(words.TIE_BREAKS[name]) for name in plan.tie_breaks_of(number)]
        yield _("Gleichstand in der Tabelle"), _(", dann ").join(names)


def _table(plan: Plan, number: int, stage: StageRules) -> Iterator[Pair]:
    table = plan.tables_of(number)
    if stage.kind not in MANY:
        yield _("Begegnung"), _series(table)
        ties = [str(words.TIES.get(name, name)) for name in plan.ties_of(number, table)]
        if table.series != "single" or stage.kind in ("single", "double"):
            yield _("Gleichstand in einer Begegnung"), _(", dann ").join(ties)
    yield _("Zeit je Partie"), _time(table)
    starter = (
        _("wie ausgelost, bei K.-o. beginnt der schlechtere Setzplatz") if table.starter == "plan" else _("nach den Spielregeln")
    )
    yield _("Es beginnt"), starter
    yield _("Gewertet"), _("ja") if table.rated else _("nein")
    if table.shared_deal:
        yield _("Karten"), _("an allen Tischen einer Runde dieselben; zuschauen kann man, wenn die Runde vorbei ist")
    if options := options_in_words(plan, table):
        yield _("Spieloptionen"), options


def _series(table: TableRules) -> str:
    if table.series == "best_of":
        return _("Best of %(games)d") % {"games": table.games}
    if table.series == "fixed":
        return ngettext("%(games)d Partie", "%(games)d Partien", table.games) % {"games": table.games}
    return str(words.SERIES[table.series])


def _time(table: TableRules) -> str:
    if table.mode == "untimed":
        return _("ohne Uhr")
    if table.mode == "turn":
        return _("%(hours)d Stunden je Entscheidung") % {"hours": table.move_ms // HOUR_MS}
    said = {"minutes": table.bank_ms // MINUTE_MS, "seconds": table.increment_ms // 1000}
    return _("%(minutes)d Minuten Bank, %(seconds)d Sekunden je Entscheidung") % said


def options_in_words(plan: Plan, table: TableRules) -> str:
    """What of the game's options is not as usual."""
    game = registry.game(plan.game)
    row = Table(game=plan.game, rules_version=game.meta.rules_version, options=table.options)
    told = selectors.options_in_words(row, Speaker(plan.game, get_language() or "de"))
    return "; ".join(f"{label}: {value}" for label, value in told)


def _entry(row: Tournament, plan: Plan) -> Iterator[Pair]:
    yield _("Zugang"), str(row.get_access_display())
    yield _("Plätze"), str(plan.limit) + (_(", danach Warteliste") if plan.waiting_list else "")
    if plan.teams != "none":
        size = 2 if plan.teams == "pairs" else plan.boards
        yield _("Teams"), _("%(size)d Personen, bis zu %(more)d Ersatz") % {"size": size, "more": plan.substitutes}
    if plan.min_games:
        yield _("Gewertete Partien"), _("mindestens %(count)d") % {"count": plan.min_games}
    if plan.points_from is not None:
        yield _("Wertung"), _("mindestens %(count)d") % {"count": plan.points_from}
    if plan.points_to is not None:
        yield _("Wertung"), _("höchstens %(count)d") % {"count": plan.points_to}
    if plan.reputation:
        yield _("Zuverlässigkeit"), _("%(percent)d %% der Partien zu Ende gespielt") % {"percent": plan.reputation}
    if plan.approval:
        yield _("Zusage"), _("durch die Leitung")
    if plan.check_in:
        told = _("Ab %(minutes)d Minuten vor dem Beginn: Wer dann nicht sagt, dass er da ist, spielt nicht mit.")
        yield _("Anwesenheit"), told % {"minutes": plan.check_in_minutes}
    yield _("Aufruf"), _wait(plan.waits_s(plan.table))
    yield from _of_decks(row, plan)
    yield _("Los-Schlüssel"), row.seed


def _of_decks(row: Tournament, plan: Plan) -> Iterator[Pair]:
    """With what decks it is played, and where these come from."""
    if registry.game(plan.game).decks is None:
        return
    decks = {
        "free": _("frei"),
        "locked": _("fest ab der Anmeldung"),
        "organiser": _("alle mit demselben"),
        "sealed": _("aus sechs Boostern, die alle hier öffnen"),
    }
    yield _("Decks"), decks[plan.decks]
    if plan.decks == "sealed":
        yield _("Booster"), str(words.MIXES.get(plan.mix, plan.mix))
        yield _("Prüfsumme der Booster"), sealed.commit(row) or _("steht fest, sobald die Anmeldung offen ist")
        if row.state == Tournament.State.FINISHED:
            yield _("Geheimnis der Booster"), row.secret
    if plan.decks in ("locked", "sealed"):
        told = _("für alle ab dem Beginn") if plan.open_lists else _("für alle nach dem Ende, vorher nur für die Leitung")
        yield _("Deck-Listen"), told


def _wait(seconds: int) -> str:
    if seconds >= 3600:
        return ngettext("Gewartet wird %(hours)d Stunde.", "Gewartet wird %(hours)d Stunden.", seconds // 3600) % {
            "hours": seconds // 3600
        }
    minutes = max(1, seconds // 60)
    return ngettext("Gewartet wird %(minutes)d Minute.", "Gewartet wird %(minutes)d Minuten.", minutes) % {"minutes": minutes}
