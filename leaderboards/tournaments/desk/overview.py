"""How a tournament stands, what can be done with it next and what that brings (RNK-7.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from leaderboards.tournaments import access, life, lifecycle, making, stages, words
from leaderboards.tournaments.desk import frame
from leaderboards.tournaments.desk.acts import Asked, Done, Question, deed
from leaderboards.tournaments.holding import held
from leaderboards.tournaments.models import Entrant, Match, Tournament
from leaderboards.tournaments.refusals import Refused

T, S, M = Tournament.State, Entrant.State, Match.State

LABELS = {
    ("draft", "registration"): gettext_lazy("Anmeldung öffnen"),
    ("registration", "draft"): gettext_lazy("Zurück zum Entwurf"),
    ("registration", "check_in"): gettext_lazy("Anwesenheit prüfen"),
    ("check_in", "registration"): gettext_lazy("Prüfung wieder schließen"),
    ("registration", "running"): gettext_lazy("Turnier beginnen"),
    ("check_in", "running"): gettext_lazy("Turnier beginnen"),
    ("running", "paused"): gettext_lazy("Unterbrechen"),
    ("paused", "running"): gettext_lazy("Weiterspielen lassen"),
    ("running", "finished"): gettext_lazy("Beenden"),
    ("finished", "running"): gettext_lazy("Wieder öffnen"),
}
CANCEL = gettext_lazy("Absagen")
HAPPENS = {
    ("draft", "registration"): gettext_lazy("Alle, die es sehen dürfen, können sich anmelden."),
    ("registration", "draft"): gettext_lazy("Das Turnier ist dann nur noch für die Leitung zu sehen."),
    ("registration", "check_in"): gettext_lazy(
        "Wer angemeldet ist oder wartet, muss sagen, dass er oder sie da ist. Wer das nicht tut, spielt nicht mit."
    ),
    ("check_in", "registration"): gettext_lazy("Wer schon gesagt hat, da zu sein, bleibt vermerkt."),
    ("running", "paused"): gettext_lazy(
        "Laufende Partien gehen weiter, neue werden nicht aufgerufen. Die Fristen zum Antreten stehen still."
    ),
    ("paused", "running"): gettext_lazy("Die Fristen zum Antreten laufen weiter, fertige Begegnungen werden aufgerufen."),
    ("running", "finished"): gettext_lazy("Plätze und Medaillen stehen dann fest."),
    ("finished", "running"): gettext_lazy("Plätze und Medaillen werden zurückgenommen, bis es wieder beendet ist."),
}
"""What the moves bring that are neither the start nor the end of it."""
MAIN = {"registration", "check_in", "running"}
"""Where it usually goes on to."""


def page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """How it stands."""
    entrants = Counter(row.entrants.values_list("state", flat=True))
    matches = Counter(row.matches.values_list("state", flat=True))
    user = frame.user_of(request)
    context = {
        "error": error,
        "moves": _moves(request, row),
        "entrants": [(str(S(state).label), count) for state, count in sorted(entrants.items())],
        "matches": [(str(M(state).label), count) for state, count in sorted(matches.items())],
        "blocked": frame.blocked(stages.current(row)),
        "needs_factor": _needs_factor(request, row),
        "export_url": reverse("tournaments:json", args=[row.pk]),
        "may_settings": access.may(user, row, "settings"),
        "may_delete": access.may(user, row, "delete") and row.state == T.DRAFT,
    }
    return frame.show(request, row, "overview", context, status)


overview = require_safe(frame.desk("messages")(page))


def _moves(request: HttpRequest, row: Tournament) -> list[dict[str, Any]]:
    """Where it can go, and of each way what stands in it."""
    user = frame.user_of(request)
    role = access.role(user, row)
    if role not in lifecycle.ORGANISERS:
        return []
    found = []
    for target in lifecycle.allowed(row.state):  # type: ignore[arg-type]
        ways = {"running": not row.rules.check_in, "check_in": row.rules.check_in}
        if row.state == T.REGISTRATION and not ways.get(target, True):
            continue
        came = lifecycle.attempt(life.facts_of(row, target, role, "-"))
        refused = Refused(came.reason, least=2, source=row.state, target=target) if isinstance(came, lifecycle.Refused) else None
        if refused is not None and refused.code == "too_few_entrants":
            refused.facts["least"] = life.facts_of(row, target, role, "-").minimum
        found.append(
            {
                "target": target,
                "label": LABELS.get((row.state, target), CANCEL),
                "why_not": words.sentence(refused) if refused else "",
                "main": target in MAIN and row.state != T.FINISHED,
                "danger": target == "cancelled",
            }
        )
    return found


def _needs_factor(request: HttpRequest, row: Tournament) -> bool:
    """Whether it can be opened only by somebody with a second factor (QUA-4.7)."""
    rated = any(row.rules.tables_of(number).rated for number in range(len(row.rules.stages)))
    return row.state == T.DRAFT and rated and not access.has_second_factor(frame.user_of(request))


# --- moves -------------------------------------------------------------------------------------------------------------------


def ask_move(asked: Asked) -> Question:
    """What the move will bring; raises `Refused` at once if it cannot be made."""
    row, target = asked.row, asked.data.get("target", "")
    _unchanged(asked)
    role = access.role(asked.by, row)
    if role not in lifecycle.ORGANISERS:
        raise Refused("wrong_role")
    if target not in lifecycle.STATES:
        raise Refused("no_such_move", least=2, source=row.state, target=target)
    facts = life.facts_of(row, target, role, "-")
    came = lifecycle.attempt(facts)
    if isinstance(came, lifecycle.Refused):
        raise Refused(came.reason, least=facts.minimum, source=row.state, target=target)
    label = str(LABELS.get((row.state, target), CANCEL))
    needs_reason = target == "cancelled" or row.state == T.FINISHED
    return Question(
        title=label,
        facts=tuple(_what_happens(row, target, came)),
        button=label,
        reason=needs_reason,
        danger=needs_reason or target == "finished",
    )


def _what_happens(row: Tournament, target: str, came: lifecycle.Moved) -> Iterable[str]:
    if came.seeds_closed:
        yield from _who_plays(row, came)
    elif target == T.CANCELLED:
        yield _("Alle sehen den Grund. Fertige gewertete Partien bleiben gewertet.")
        if running := row.matches.filter(state=M.RUNNING).count():
            said = ngettext(
                "%(count)d Begegnung läuft noch; ihre Partie geht zu Ende.",
                "%(count)d Begegnungen laufen noch; ihre Partien gehen zu Ende.",
                running,
            )
            yield said % {"count": running}
    else:
        yield str(HAPPENS[row.state, target])


def _who_plays(row: Tournament, came: lifecycle.Moved) -> Iterable[str]:
    names = dict(row.entrants.values_list("pk", "name"))
    count = len(came.entrants)
    yield ngettext("%(count)d nimmt teil.", "%(count)d nehmen teil.", count) % {"count": count}
    if came.dropped:
        yield _("Nicht da und deshalb nicht dabei: %(names)s") % {"names": ", ".join(names[key] for key in came.dropped)}
    if came.promoted:
        yield _("Kommt von der Warteliste herein: %(names)s") % {"names": ", ".join(names[key] for key in came.promoted)}
    asked = list(row.entrants.filter(state=S.ASKED).values_list("name", flat=True))
    if came.waiting or asked:
        left = [names[key] for key in came.waiting] + asked
        yield _("Bleibt draußen: %(names)s") % {"names": ", ".join(left)}
    yield _("Die Setzliste steht dann fest, und die ersten Begegnungen werden aufgerufen.")


def _unchanged(asked: Asked) -> None:
    """Two organisers at once: whoever comes second is told."""
    if asked.data.get("source", asked.row.state) != asked.row.state:
        raise Refused("stale")


@deed("move", page, ask_move)
def move(asked: Asked) -> Done:
    """From state to state."""
    with held(asked.row.pk) as row:
        if asked.data.get("source", row.state) != row.state:
            raise Refused("stale")
        row = life.move(row.pk, asked.by, asked.data.get("target", ""), asked.reason)
    said = _("Das Turnier steht jetzt auf „%(state)s“.") % {"state": row.get_state_display()}
    return Done(said, reverse("tournaments:desk-overview", args=[row.pk]))


@deed("copy", page)
def copy(asked: Asked) -> Done:
    """A draft like this one."""
    access.check(asked.by, asked.row, "settings")
    fresh = making.copy(asked.row.pk, asked.by)
    return Done(_("Das ist die Kopie, als Entwurf."), reverse("tournaments:desk-settings", args=[fresh.pk]))


def ask_delete(asked: Asked) -> Question:
    """Only drafts go."""
    access.check(asked.by, asked.row, "delete")
    return Question(
        title=_("Entwurf löschen"),
        facts=(_("Der Entwurf ist dann weg. Das lässt sich nicht rückgängig machen."),),
        button=_("Löschen"),
        reason=False,
    )


@deed("delete", page, ask_delete)
def delete(asked: Asked) -> Done:
    """A draft goes."""
    making.delete(asked.row.pk, asked.by)
    return Done(_("Der Entwurf ist gelöscht."), reverse("tournaments:index"))
