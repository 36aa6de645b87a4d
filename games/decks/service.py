"""What people do with their decks (writes go through here)."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.decks import naming
from games.decks.kinds import Kind
from games.decks.models import Deck, Notice
from games.engine.errors import EngineError, Text

MOST_DECKS = 50
"""Of one user and game (OMG-16.9)."""


class DeckRefused(EngineError):
    """That cannot be done with a deck; nothing has changed."""


class Outdated(DeckRefused):
    """The deck has been changed since it was looked at."""

    code = "conflict"

    def __init__(self, deck: Deck) -> None:
        super().__init__(Text("error.deck_outdated"))
        self.deck = deck
        """As it is now."""


def create(user: User, kind: Kind, name: str, cards: Mapping[str, int]) -> Deck:
    """A new deck, called so if nothing better is known. Raises `DeckRefused` if there are too many."""
    with transaction.atomic():
        # Whoever makes two at once waits for themselves, so that no count is passed twice.
        User.objects.select_for_update().get(pk=user.pk)
        if kind.free(user).count() >= MOST_DECKS:
            raise DeckRefused(Text("error.deck_many", {"most": MOST_DECKS}))
        called = naming.shortened(name) or _("Neues Deck")
        return kind.decks().create(owner=user, name=called, cards=dict(cards), legal_in=kind.rules.legal_in(cards), judged=1)


def copied_name(name: str) -> str:
    """What a copy is called."""
    return _("%(name)s (Kopie)") % {"name": name[: naming.LONGEST - 8]}


def save(kind: Kind, deck: Deck, version: int, cards: Mapping[str, int]) -> Deck:
    """Other cards, if nobody has changed them since this version was looked at. Raises `Outdated`, with the deck as it is now.

    What was saved already, such as when the answer got lost, is no conflict.
    """
    rows = kind.decks().filter(pk=deck.pk)
    judged = {"legal_in": kind.rules.legal_in(cards), "judged": version + 1}
    changed = rows.filter(version=version).update(cards=dict(cards), version=version + 1, changed_at=timezone.now(), **judged)
    fresh = rows.get()
    if not changed and fresh.cards != dict(cards):
        raise Outdated(fresh)
    return fresh


def rename(deck: Deck, name: str) -> None:
    """Call it differently. Raises `DeckRefused` for a name of which nothing is to be seen."""
    called = naming.cleaned(name)
    if not called:
        raise DeckRefused(Text("error.deck_nameless"))
    if len(called) > naming.LONGEST:
        raise DeckRefused(Text("error.deck_name_long", {"most": naming.LONGEST}))
    deck.name = called
    deck.save(update_fields=["name", "changed_at"])


def publish(deck: Deck, public: bool) -> None:
    """Let anybody see it who has the link, or nobody any more; a later link is another one."""
    if public:
        deck.publish()
    else:
        deck.link = None
    deck.save(update_fields=["link"])


def choose_favourite(kind: Kind, deck: Deck, chosen: bool) -> None:
    """Sit down with it if nothing else is chosen, in place of any other; or with none. Raises `DeckRefused` for a lent one."""
    if deck.event:
        raise DeckRefused(Text("error.deck_lent"))
    with transaction.atomic():
        # As in `create`: two choices at once come one after the other.
        User.objects.select_for_update().get(pk=deck.owner_id)
        others = kind.decks().filter(owner=deck.owner_id, favourite=True)
        (others.exclude(pk=deck.pk) if chosen else others.filter(pk=deck.pk)).update(favourite=False)
        if chosen:
            kind.decks().filter(pk=deck.pk).update(favourite=True)


def delete(kind: Kind, deck: Deck) -> None:
    """It is gone, and what was told of it."""
    with transaction.atomic():
        Notice.objects.filter(game=kind.game, deck=deck.pk).delete()
        deck.delete()
