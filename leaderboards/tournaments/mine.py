"""What a tournament is for whoever looks: may they enter, what do they play next, how did it end for them (UX-3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games import card_lists
from games.engine import registry
from games.tables import decks
from games.tables.models import Table
from leaderboards.tournaments import entries, lines, sealed, words
from leaderboards.tournaments.lines import Line
from leaderboards.tournaments.models import Entrant, Match, TeamMember, Tournament
from leaderboards.tournaments.refusals import Refused

M, S, T = Match.State, Entrant.State, Tournament.State

LATE = ("swiss", "heats", "arena")
"""Stages one may come back to."""


@dataclass(frozen=True)
class Pack:
    """What was in one of the packs."""

    number: int
    cards: list[card_lists.ShownCard]
    """In the order of the pack; cards that the game no longer has are left out."""
    kept: bool


@dataclass
class Mine:
    """All of it; what is not to be shown is empty."""

    entrant: Entrant | None = None
    match: Line | None = None
    """That is called or played, or is the next one known."""
    table: str = ""
    """Where it is played."""
    said_ready: bool = False
    told: str = ""
    """What there is to say."""
    may_enter: bool = False
    why_not: str = ""
    ask_password: bool = False
    team: tuple[int, int] | None = None
    """Fewest and most members, with the captain, where teams play."""
    decks: list[Any] = field(default_factory=list)
    packs: list[Pack] = field(default_factory=list)
    """That they have opened in a sealed event (OMG-17.2)."""
    pool_text: str = ""
    """All their cards as a list, to take along."""
    build_url: str = ""
    """Where they build from these."""
    built: bool = False
    """Whether the deck is legal."""
    build_by: datetime | None = None
    may_keep: bool = False
    """Whether one of the packs may be chosen to be kept."""
    deck: str = ""
    may_leave: bool = False
    may_check_in: bool = False
    may_wish_bye: bool = False
    may_pause: bool = False
    may_come_back: bool = False
    invited: TeamMember | None = None
    """A team that counts on whoever looks."""
    members: list[TeamMember] = field(default_factory=list)
    may_line_up: bool = False
    medal: str = ""

    @property
    def urgent(self) -> bool:
        """Whether something is asked of them now."""
        return self.match is not None and self.match.called and not self.said_ready


MEDALS = {1: "gold", 2: "silver", 3: "bronze"}


def entry_of(row: Tournament, user: User | None) -> Entrant | None:
    """As whom somebody takes part, whatever has become of it; None for those who do not."""
    if user is None or user.is_guest:
        return None
    mine = Q(user=user) | Q(members__user=user, members__confirmed=True)
    return row.entrants.filter(mine).distinct().first()


def mine(row: Tournament, user: User | None, *, password: bool = False) -> Mine:
    """For whoever looks; None is nobody."""
    entrant = entry_of(row, user)
    found = Mine(entrant=entrant)
    if user is not None and entrant is None:
        found.invited = TeamMember.objects.filter(tournament=row, user=user, confirmed=False).select_related("team").first()
    if entrant is None or entrant.state in (S.WITHDRAWN, S.DROPPED):
        _may_enter(row, user, found, password=password)
    if entrant is None:
        return found
    if row.is_begun:
        _playing(row, entrant, found)
    else:
        _waiting(row, entrant, found)
    _acts(row, entrant, user, found)
    if user is not None and entrant.user_id == user.pk and entrant.pool:
        _packs(row, entrant, found)
    return found


def _packs(row: Tournament, entrant: Entrant, found: Mine) -> None:
    """What somebody has opened in a sealed event, and what is to be done with it."""
    known = {card.id: card for card in card_lists.cards(row.game, get_language() or "de")}
    kept = entrant.pool.get("kept")
    found.packs = [
        Pack(number, [known[card] for card in cards if card in known], kept == number)
        for number, cards in enumerate(entrant.pool.get("packs", []), 1)
    ]
    found.pool_text = sealed.pool_as_text(row, entrant, get_language() or "de")
    found.may_keep = row.state == T.FINISHED and kept is None
    if row.is_begun or row.is_over:
        return
    deck = sealed.deck_there(row, entrant)
    if deck is not None:
        found.build_url = reverse("decks:build", args=[row.game, deck.pk])
        found.built = sealed.legal(row, entrant, deck.cards)
    if row.dealt_at is not None:
        found.build_by = row.dealt_at + timedelta(minutes=row.rules.build_minutes)


def _may_enter(row: Tournament, user: User | None, found: Mine, *, password: bool) -> None:
    plan = row.rules
    if row.is_over or row.state == T.DRAFT:
        return
    begun = row.state in (T.RUNNING, T.PAUSED)
    if user is None or user.is_guest:
        found.why_not = "" if begun else str(words.REFUSALS["guest"])
        return
    found.ask_password = row.access == Tournament.Access.PASSWORD
    try:
        entries.may_enter(row, user)
    except Refused as refused:
        quiet = begun and refused.code == "too_late"
        found.why_not = "" if quiet else words.sentence(refused)
        found.may_come_back = refused.code == "come_back_instead"
        return
    found.may_enter = True
    if plan.teams != "none":
        size = 2 if plan.teams == "pairs" else plan.boards
        found.team = (size, size + plan.substitutes)
    found.decks = _decks(row, user)


def _decks(row: Tournament, user: User) -> list[Any]:
    """With what somebody could play, where lists are locked."""
    plan = row.rules
    game = registry.game(row.game)
    if plan.decks != "locked" or game.decks is None:
        return []
    options = game.meta.check(plan.tables_of(0).options, 2)
    return list(
        decks.choices(Table(game=row.game, rules_version=game.meta.rules_version, options=options), user, get_language() or "de")
    )


def _waiting(row: Tournament, entrant: Entrant, found: Mine) -> None:
    """Before the start."""
    if row.state == T.CANCELLED:
        found.told = ""
    elif entrant.state == S.ASKED:
        found.told = _("Deine Anmeldung wartet auf die Zusage der Leitung.")
    elif entrant.state == S.WAITING:
        ahead = row.entrants.filter(state=S.WAITING, entered_at__lt=entrant.entered_at).count()
        found.told = _("Du stehst auf Platz %(place)d der Warteliste.") % {"place": ahead + 1}
    elif entrant.state == S.ENTERED and row.state == T.CHECK_IN:
        found.told = (
            _("Du bist da. Gleich geht es los.") if entrant.checked_in else _("Sag, dass du da bist, sonst spielst du nicht mit.")
        )
    elif entrant.state == S.ENTERED:
        found.told = _("Du bist angemeldet.")
    elif entrant.state == S.DISQUALIFIED:
        found.told = _out(entrant)


def _out(entrant: Entrant) -> str:
    told = {
        S.WITHDRAWN: _("Du hast dich zurückgezogen."),
        S.DROPPED: _("Du warst beim Beginn nicht da."),
        S.DISQUALIFIED: _("Du bist disqualifiziert."),
        S.OUT: _("Du bist ausgeschieden."),
    }.get(S(entrant.state), "")
    return f"{told} {entrant.reason}".strip() if entrant.state != S.OUT else told


def _playing(row: Tournament, entrant: Entrant, found: Mine) -> None:
    """While it is played, and afterwards."""
    if row.state == T.FINISHED:
        if entrant.place is not None:
            count = row.entrants.filter(place__isnull=False).count()
            found.told = _("Platz %(place)d von %(count)d") % {"place": entrant.place, "count": count}
            found.medal = MEDALS.get(entrant.place, "")
        else:
            found.told = _out(entrant)
        return
    own = row.matches.filter(sides__entrant=entrant)
    for states in ((M.RUNNING, M.CALLED), (M.READY, M.PENDING)):
        match = own.filter(state__in=states).order_by("stage__number", "position").first()
        if match is not None:
            found.match = lines.lines(row, Match.objects.filter(pk=match.pk), entrant)[0]
            break
    if found.match is None or not entrant.is_in:
        found.match = found.match if found.match and found.match.live else None
        found.told = found.told or (_without_match(row, entrant) if entrant.is_in else _out(entrant))
    if found.match is None:
        return
    found.said_ready = any(side.mine and side.ready for side in found.match.sides)
    found.table = next((where.url for where in reversed(found.match.tables) if where.live), "")
    if not found.table and found.match.tables:
        found.table = found.match.tables[-1].url
    found.told = _of_match(row, found.match, said_ready=found.said_ready)


def _of_match(row: Tournament, match: Line, *, said_ready: bool) -> str:
    if match.called:
        if row.state == T.PAUSED:
            return _("Das Turnier ist unterbrochen, niemand versäumt etwas.")
        return _("Du bist da. Es fehlt noch jemand.") if said_ready else _("Deine Partie ist aufgerufen.")
    if match.live:
        return _("läuft")
    return _("Wird aufgerufen, sobald beide feststehen und frei sind.")


def _without_match(row: Tournament, entrant: Entrant) -> str:
    """Why somebody who is in it plays nothing at the moment."""
    stage = row.stages.order_by("-number").first()
    last = stage.rounds.order_by("-number").first() if stage else None
    why = last.sat_out.get(str(entrant.seed), "") if last is not None and last.state != "finished" else ""
    if why in ("bye", "sit_out"):
        return _("In dieser Runde bist du spielfrei.")
    if why == "requested_bye":
        return _("In dieser Runde bist du spielfrei, wie du es gewünscht hast.")
    if stage is not None and stage.kind == "arena":
        return _("Du machst Pause.") if entrant.paused else _("Gleich wird jemand für dich gefunden.")
    return _("Warte auf die nächste Runde.")


def _acts(row: Tournament, entrant: Entrant, user: User | None, found: Mine) -> None:
    """What may be done now."""
    plan = row.rules
    captain = user is not None and entrant.user_id == user.pk
    active = entrant.state in (S.ASKED, S.WAITING, S.ENTERED, S.ACTIVE)
    found.may_leave = captain and active and not row.is_over
    found.may_check_in = row.state == T.CHECK_IN and entrant.state in (S.ENTERED, S.WAITING)
    stage = row.stages.order_by("-number").first() if row.is_begun else None
    if row.state in (T.RUNNING, T.PAUSED) and stage is not None:
        found.may_pause = stage.kind == "arena" and entrant.is_in
        found.may_come_back = stage.kind in LATE and entrant.state == S.WITHDRAWN
        if stage.kind in ("swiss", "heats") and entrant.is_in and entrant.bye_round is None:
            found.may_wish_bye = _bye_is_open(row)
    if found.may_come_back or (row.is_begun and entrant.state == S.WITHDRAWN):
        found.may_enter, found.why_not = False, ""
    if plan.teams != "none":
        found.members = list(entrant.members.order_by("board"))
        found.may_line_up = captain and len(found.members) > 1 and active and not row.is_over
    if captain and active and not row.is_begun and not row.is_over and user is not None:
        found.decks = _decks(row, user)
        found.deck = str(entrant.deck.get("choice", ""))


def _bye_is_open(row: Tournament) -> bool:
    from leaderboards.tournaments import stages

    try:
        stages.round_for_a_bye(row)
    except Refused:
        return False
    return True


@dataclass(frozen=True)
class Next:
    """A tournament of somebody, on the home page."""

    name: str
    url: str
    game: str
    game_name: str
    told: str
    act_url: str
    """The table, where it is played."""
    urgent: bool
    deadline: datetime | None


def title(line: Line) -> str:
    """Which match it is, and against whom."""
    others = [side.name for side in line.sides if not side.mine and side.name]
    against = _("%(match)s gegen %(names)s") if not line.several else _("%(match)s mit %(names)s")
    return against % {"match": line.title, "names": ", ".join(others)} if others else line.title
