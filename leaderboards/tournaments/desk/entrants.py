"""Who takes part, as organisers see it, and the order of seeds (RNK-7.1, RNK-7.12)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.engine import registry
from leaderboards.tournaments import access, entries, making, rulings
from leaderboards.tournaments.desk import frame
from leaderboards.tournaments.desk.acts import Asked, Done, Question, deed
from leaderboards.tournaments.holding import held
from leaderboards.tournaments.models import Entrant, Tournament
from leaderboards.tournaments.plan import read
from leaderboards.tournaments.refusals import Refused

S, T = Entrant.State, Tournament.State

MOST_NUMBERS = 80
"""Seeds that have a field each; beyond, they are a list: a request has 100 fields at most (QUA-3.4)."""
LARGEST_LIST = 512 * 1024
IN = (S.ENTERED, S.WAITING, S.ASKED)
GONE = (S.WITHDRAWN, S.DISQUALIFIED, S.DROPPED)


def page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """All who are in, were in, or want to be."""
    rows = list(row.entrants.select_related("user").prefetch_related("members").order_by("seed", "entered_at", "pk"))
    rows.sort(key=lambda one: (list(S).index(S(one.state)), one.seed or 10**9))
    still_in = [one for one in rows if one.state not in GONE]
    context = {
        "error": error,
        "rows": rows,
        "still_in": still_in,
        "asking": [one for one in rows if one.state == S.ASKED],
        "before": not row.is_begun and not row.is_over,
        "checking": row.state == T.CHECK_IN,
        "over": row.is_over,
        "gone": [str(state) for state in GONE],
        "bots": [(bot, _bot_in_words(bot)) for bot in sorted(registry.game(row.game).bots)] if row.rules.teams == "none" else [],
        "teams": row.rules.teams != "none",
        "free": max(0, row.rules.limit - row.entrants.filter(state__in=entries.COUNTED).count()),
        "typed": request.POST.get("names", ""),
    }
    return frame.show(request, row, "entrants", context, status)


entrants = require_safe(frame.desk("entrants")(page))


def _bot_in_words(bot: str) -> str:
    """What a bot is called; one without words by its own name."""
    return {"basic": _("spielt mit Plan"), "random": _("spielt irgendetwas")}.get(bot, bot)


def _back(row: Tournament) -> str:
    return reverse("tournaments:desk-entrants", args=[row.pk])


def _of(asked: Asked, name: str = "entrant") -> Entrant:
    access.check(asked.by, asked.row, "entrants")
    return entries.of(asked.row, asked.number(name))


@deed("add", page)
def add(asked: Asked) -> Done:
    """People by name, one a line or with commas."""
    names = [name.strip() for name in asked.data.get("names", "").replace(",", "\n").splitlines() if name.strip()]
    if not names:
        raise Refused("csv_empty")
    added = entries.add(asked.row.pk, asked.by, names)
    said = ngettext("%(count)d ist dazugekommen.", "%(count)d sind dazugekommen.", len(added)) % {"count": len(added)}
    return Done(said, _back(asked.row))


@deed("bots", page)
def add_bots(asked: Asked) -> Done:
    """Bots fill up: all that were asked for, or none."""
    added = entries.fill_up(asked.row.pk, asked.by, asked.data.get("bot", ""), asked.number("count"))
    said = ngettext("%(count)d Bot ist dazugekommen.", "%(count)d Bots sind dazugekommen.", len(added)) % {"count": len(added)}
    return Done(said, _back(asked.row))


@deed("approve", page)
def approve(asked: Asked) -> Done:
    """Somebody who has asked is let in, or not."""
    entrant = _of(asked)
    accept = asked.data.get("accept") == "yes"
    entries.approve(asked.row.pk, asked.by, entrant.pk, accept, asked.reason)
    said = _("%(name)s ist dabei.") if accept else _("%(name)s ist nicht dabei.")
    return Done(said % {"name": entrant.name}, _back(asked.row))


@deed("tick", page)
def tick(asked: Asked) -> Done:
    """Somebody is there, or is not."""
    entrant, here = _of(asked), asked.data.get("here") == "yes"
    entries.check_in_by(asked.row.pk, asked.by, entrant.pk, here)
    said = _("%(name)s ist da.") if here else _("%(name)s ist noch nicht da.")
    return Done(said % {"name": entrant.name}, _back(asked.row))


def ask_withdraw(asked: Asked) -> Question:
    """What leaving means now."""
    entrant = _of(asked)
    if asked.row.is_begun:
        fact = _("Was %(name)s noch zu spielen hat, geht kampflos verloren oder wird nicht mehr angesetzt.")
    else:
        fact = _("%(name)s ist dann nicht mehr angemeldet; wer wartet, rückt nach.")
    return Question(_("%(name)s abmelden") % {"name": entrant.name}, (fact % {"name": entrant.name},), _("Abmelden"))


@deed("withdraw", page, ask_withdraw)
def withdraw(asked: Asked) -> Done:
    """Somebody is taken out."""
    entrant = _of(asked)
    if not asked.reason:
        raise Refused("no_reason")
    entries.withdraw(asked.row.pk, asked.by, entrant.pk, asked.reason)
    return Done(_("%(name)s ist nicht mehr dabei.") % {"name": entrant.name}, _back(asked.row))


def ask_disqualify(asked: Asked) -> Question:
    """What it means."""
    entrant = _of(asked)
    annul = asked.data.get("annul") == "yes"
    facts = [
        _("%(name)s spielt nicht mehr mit und bekommt keine Medaille. Alle sehen den Grund.") % {"name": entrant.name},
        _("Die bisherigen Ergebnisse werden gestrichen.") if annul else _("Die bisherigen Ergebnisse bleiben stehen."),
    ]
    return Question(_("%(name)s disqualifizieren") % {"name": entrant.name}, tuple(facts), _("Disqualifizieren"), public=True)


@deed("disqualify", page, ask_disqualify)
def disqualify(asked: Asked) -> Done:
    """Somebody is shut out."""
    entrant = _of(asked)
    entries.disqualify(asked.row.pk, asked.by, entrant.pk, asked.reason, asked.data.get("annul") == "yes")
    return Done(_("%(name)s ist disqualifiziert.") % {"name": entrant.name}, _back(asked.row))


def ask_replace(asked: Asked) -> Question:
    """Who comes instead."""
    entrant, name = _of(asked), asked.data.get("name", "").strip()[:60]
    fact = _("%(other)s übernimmt den Setzplatz von %(name)s.") % {"other": name, "name": entrant.name}
    return Question(_("%(name)s ersetzen") % {"name": entrant.name}, (fact,), _("Ersetzen"))


@deed("replace", page, ask_replace)
def replace(asked: Asked) -> Done:
    """Somebody else takes a place before its first game."""
    entrant = _of(asked)
    if not asked.reason:
        raise Refused("no_reason")
    rulings.replace(asked.row.pk, asked.by, entrant.pk, asked.data.get("name", ""), asked.reason)
    return Done(_("%(name)s ist ersetzt.") % {"name": entrant.name}, _back(asked.row))


def ask_swap(asked: Asked) -> Question:
    """Who changes places."""
    one, other = _of(asked), _of(asked, "other")
    fact = _("%(one)s und %(other)s tauschen Setzplätze und Begegnungen.") % {"one": one.name, "other": other.name}
    return Question(_("Plätze tauschen"), (fact,), _("Tauschen"))


@deed("swap", page, ask_swap)
def swap(asked: Asked) -> Done:
    """Two change places before either has played."""
    one, other = _of(asked), _of(asked, "other")
    if not asked.reason:
        raise Refused("no_reason")
    if one == other:
        raise Refused("seeds_unknown")
    rulings.swap(asked.row.pk, asked.by, one.pk, other.pk, asked.reason)
    return Done(_("Getauscht."), _back(asked.row))


# --- seeds -------------------------------------------------------------------------------------------------------------------


def seeds_page(request: HttpRequest, row: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    """The order of seeds: to be moved, numbered, read from a list, or made by rating or lot."""
    before = not row.is_begun and not row.is_over
    if before:
        order = entries.seed_order(row, list(row.entrants.filter(state__in=IN)))
    else:
        order = list(row.entrants.filter(seed__isnull=False).order_by("seed"))
    context: dict[str, Any] = {
        "error": error,
        "order": order,
        "before": before,
        "seeding": row.rules.seeding,
        "seen": _mark(row),
        "numbers": len(order) <= MOST_NUMBERS,
        "typed": request.POST.get("list", "") or ("" if len(order) <= MOST_NUMBERS else "\n".join(one.name for one in order)),
    }
    return frame.show(request, row, "seeds", context, status)


seeds = require_safe(frame.desk("entrants")(seeds_page))


def _mark(row: Tournament) -> str:
    """What the order was made from."""
    return frame.seen(row.plan["seeding"], *row.entrants.filter(state__in=IN).order_by("pk").values_list("pk", "seed"))


def _settle(asked: Asked, order: list[int]) -> Done:
    with held(asked.row.pk) as row:
        frame.unchanged(asked.data.get("seen", ""), _mark(row))
        entries.set_seeds(row.pk, asked.by, order)
    return Done(_("Die Setzliste ist gespeichert."), reverse("tournaments:desk-seeds", args=[asked.row.pk]))


@deed("seeds", seeds_page)
def set_seeds(asked: Asked) -> Done:
    """By the numbers that were sent, smallest first."""
    access.check(asked.by, asked.row, "entrants")
    numbered: list[tuple[int, int]] = []
    for name in asked.data:
        prefix, _dot, key = name.partition(".")
        if prefix == "seed" and key.isascii() and key.isdigit():
            number = asked.number(name)
            if number < 1:
                raise Refused("seed_number", value=asked.data.get(name, "")[:20])
            numbered.append((number, int(key)))
    numbers = [number for number, _key in numbered]
    if twice := next((number for number in numbers if numbers.count(number) > 1), None):
        raise Refused("seed_twice", number=twice)
    return _settle(asked, [key for _number, key in sorted(numbered)])


@deed("seed-list", seeds_page)
def seeds_from_list(asked: Asked) -> Done:
    """From a list that was typed or sent as a file; what is wrong is told with its line."""
    access.check(asked.by, asked.row, "entrants")
    file = asked.files.get("file")
    text = asked.data.get("list", "")
    if file is not None:
        if file.size > LARGEST_LIST:
            raise Refused("csv_large")
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Refused("csv_unreadable") from None
    return _settle(asked, entries.seeds_from_text(asked.row, text))


@deed("seed-by", seeds_page)
def seed_by(asked: Asked) -> Done:
    """By rating or by lot, as the entrants of the start will be."""
    how = asked.data.get("how", "")
    if how not in ("rating", "lot"):
        raise Refused("seeds_unknown")
    with held(asked.row.pk) as row:
        access.check(asked.by, row, "entrants")
        if row.is_begun or row.is_over:
            raise Refused("begun")
        making.edit(row.pk, asked.by, read({**row.plan, "seeding": how}), {})
    return Done(_("Die Setzliste wird neu bestimmt."), reverse("tournaments:desk-seeds", args=[asked.row.pk]))
