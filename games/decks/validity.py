"""Decks by the rules and cards as they are now: whoever has one that this has changed something for is told, once (OMG-16.10).

What a deck was legal in is kept with it whenever it is saved. After a start with other rules or cards `look_through` compares,
a batch of decks in a transaction: a run that ends early, or two at once, leave nothing out and tell nobody twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.decks.kinds import Kind, kind, kinds
from games.decks.models import Deck, Notice
from games.decks.report import Line, lines, named
from games.engine.deck import Violation
from games.engine.registry import UnknownName
from games.texts import Speaker

BATCH = 400
"""Decks a transaction; fewer than SQLite takes values in one statement, and it writes while nobody else may."""
TOLD_FOR = timedelta(days=90)
"""So long is a notice kept (QUA-5)."""
MOST_REASONS = 10
"""Kept of a deck."""
MOST_TOLD = 20
"""Shown at once."""


@dataclass
class Looked:
    """What a look through all decks of a game has found."""

    decks: int = 0
    notices: int = 0


def look_through(of: Kind) -> Looked:
    """Hold all decks of a game that belong to no event against the rules, and tell their owners what has changed."""
    found, last = Looked(), 0
    while True:
        with transaction.atomic():
            rows = list(of.decks().select_for_update().filter(event="", pk__gt=last).order_by("pk")[:BATCH])
            if not rows:
                break
            found.decks += len(rows)
            found.notices += _judge(of, rows)
            last = rows[-1].pk
    return found


def _judge(of: Kind, rows: list[Deck]) -> int:
    """Keep what these decks are legal in now; how many of their owners were told. The rows are locked."""
    changed, notices = defaultdict[tuple[str, ...], list[int]](list), list[Notice]()
    for deck in rows:
        legal_in, known = of.rules.legal_in(deck.cards), deck.legal_in is not None and deck.judged == deck.version
        if known and deck.legal_in == legal_in:
            continue
        if known:
            notices.append(_notice(of, deck, legal_in))
        changed[tuple(legal_in)].append(deck.pk)
    for names, keys in changed.items():
        of.decks().filter(pk__in=keys).update(legal_in=list(names), judged=F("version"))
    if notices:
        Notice.objects.filter(game=of.game, deck__in=[one.deck for one in notices]).delete()
        Notice.objects.bulk_create(notices, batch_size=100)
    return len(notices)


def _notice(of: Kind, deck: Deck, legal_in: list[str]) -> Notice:
    before: list[str] = deck.legal_in or []
    lost = set(before) - set(legal_in)
    against = [one for one in of.rules.check(deck.cards) if lost - set(one.allowed_in)]
    return Notice(
        owner_id=deck.owner_id,
        game=of.game,
        deck=deck.pk,
        version=deck.version,
        before=before,
        after=legal_in,
        reasons=msgspec.to_builtins(against[:MOST_REASONS]),
    )


def forget() -> int:
    """Drop notices that are old (QUA-5); how many."""
    return Notice.objects.filter(at__lt=timezone.now() - TOLD_FOR).delete()[0]


def look_through_all() -> Iterator[tuple[str, Looked]]:
    """The decks of all games, by its name; old notices go."""
    forget()
    for of in kinds():
        yield of.game, look_through(of)


# --- to be read --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A notice in words, in the language of whoever reads it."""

    game: str
    deck: int
    said: str
    reasons: list[Line]
    good: bool
    """Whether the deck may be played in more rule sets than before, and in none less."""


def unread(user: User, language: str, game: str = "") -> list[Told]:
    """What somebody has not yet read of their decks, of one game or of all; nothing of decks that were changed meanwhile."""
    rows = Notice.objects.filter(owner=user, seen_at__isnull=True, at__gte=timezone.now() - TOLD_FOR).order_by("-at", "-pk")
    rows = rows.filter(game=game) if game else rows
    return [told for row in rows[:MOST_TOLD] if (told := _told(row, language)) is not None]


def _told(row: Notice, language: str) -> Told | None:
    try:
        of = kind(row.game)
    except UnknownName:
        return None
    deck = None if of is None else of.decks().filter(pk=row.deck, version=row.version).first()
    if of is None or deck is None:
        return None
    speaker = Speaker(row.game, language)
    good = set(row.before) < set(row.after)
    reasons = lines(msgspec.convert(row.reasons, list[Violation]), speaker)
    return Told(row.game, deck.pk, _sentence(of, deck.name, row.after, good, speaker), reasons, good)


def _sentence(of: Kind, name: str, after: list[str], good: bool, speaker: Speaker) -> str:
    about: dict[str, Any] = {"name": name, "rule_sets": ", ".join(named(of, after, speaker))}
    if not after:
        return _("Regeln oder Karten haben sich geändert. Dein Deck „%(name)s“ ist damit nicht mehr gültig.") % about
    if of.rules.rule_sets and good:
        return _("Regeln oder Karten haben sich geändert. Dein Deck „%(name)s“ ist jetzt gültig in %(rule_sets)s.") % about
    if of.rules.rule_sets:
        return _("Regeln oder Karten haben sich geändert. Dein Deck „%(name)s“ ist nur noch gültig in %(rule_sets)s.") % about
    return _("Regeln oder Karten haben sich geändert. Dein Deck „%(name)s“ ist jetzt gültig.") % about


def read(user: User, game: str) -> None:
    """Somebody has read what there was of a game."""
    Notice.objects.filter(owner=user, game=game, seen_at__isnull=True).update(seen_at=timezone.now())
