"""With which deck a seat plays, in games that are played with own decks: its user's choice, else their favourite, else what
they last played with.

What is chosen is copied to the seat, so that later changes of the deck are none of the table's business. Nobody else is told
which one it is. The copy is looked at again when the game begins (OMG-2.5): rules, cards or a collection may have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, gettext

from accounts.models import User
from games.decks.kinds import held, kind, starters
from games.engine import registry
from games.engine.deck import Deck, DeckRules
from games.engine.errors import Text
from games.holdings import Holdings
from games.tables.codes import Refusal
from games.tables.models import Seat, Table

OWN, STARTER = "own", "starter"
DIGITS = 18
"""Of the longest key that a database takes for one."""
MOST_RULES = 5
"""Named when a deck is refused."""


@dataclass(frozen=True)
class Choice:
    """A deck that somebody could play with at a table."""

    value: str
    """As a form sends it: `own:<key>` or `starter:<name>`."""
    name: str
    own: bool


def rules(table: Table) -> DeckRules | None:
    """What decks must be like at a table; None where they are no matter."""
    return registry.game(table.game, table.rules_version).decks


def of_starter(table: Table, number: int) -> dict[str, Any]:
    """What a seat is given that nobody chooses for; nothing in a game without decks."""
    known = rules(table)
    return {} if known is None else _starter(known, known.starter_of(number))


def chosen(table: Table, user: User, number: int, wish: str = "") -> dict[str, Any]:
    """The deck of a seat as it is kept there: a `Choice`; without a wish the favourite of this user (OMG-16.9), else what they
    last played with, if that still goes.

    Raises `Refusal`: `invalid` for a choice that there is not, `deck_invalid` for a deck that may not be played here.
    """
    known = rules(table)
    if known is None:
        return {}
    if wish:
        return _deck(table, known, user, wish)
    own = kind(table.game)
    favourites = own.free(user).filter(favourite=True) if own is not None else ()
    wishes = [f"{OWN}:{deck.pk}" for deck in favourites]
    latest = Seat.objects.filter(user=user, table__game=table.game).exclude(deck={}).exclude(table=table).order_by("-pk")
    wishes += [str(deck.get("choice", "")) for deck in latest.values_list("deck", flat=True)[:1]]
    for one in wishes:
        with suppress(Refusal):
            return _deck(table, known, user, one)
    return _first_starter(table, known, user, number)


def choices(table: Table, user: User | None, language: str) -> list[Choice]:
    """All decks that this user could play with at this table: own ones that are allowed here, then those of the game."""
    known = rules(table)
    if known is None:
        return []
    own, rule_set = kind(table.game), known.rule_set(table.options)
    built = own.free(user) if own is not None and user is not None and not user.is_guest else ()
    has = _held(table, known, user)
    return [
        *(
            Choice(f"{OWN}:{deck.pk}", deck.name, own=True)
            for deck in built
            if not known.against(deck.cards, rule_set) and not (has and known.not_owned(deck.cards, has.cards))
        ),
        *(
            Choice(f"{STARTER}:{deck.id}", deck.name, own=False)
            for deck in starters(table.game, language)
            if not has or has.lent or not known.not_owned(deck.cards, has.cards)
        ),
    ]


def preferred(table: Table, user: User | None, number: int) -> str:
    """The choice that is made for somebody who makes none."""
    deck = of_starter(table, number) if user is None else chosen(table, user, number)
    return str(deck.get("choice", ""))


def changed_since(table: Table, deck: dict[str, Any]) -> bool:
    """Whether a deck of one's own has been changed after it was chosen."""
    name, _colon, key = str(deck.get("choice", "")).partition(":")
    own = kind(table.game)
    return name == OWN and own is not None and own.decks().filter(pk=key).exclude(version=deck["version"]).exists()


@dataclass(frozen=True)
class Unfit:
    """Somebody at a full table whose deck may not be played with any more."""

    seat: int
    name: str
    """Theirs."""
    text: Text
    """What is against it, for them alone: which deck it is, and why."""


def unfit(table: Table) -> list[Unfit]:
    """The second look at the decks that people have chosen, by the rules and collections of this moment (OMG-2.5).

    What an event or a series has its players sit down with was settled there, and is not looked at.
    """
    known, found = rules(table), list[Unfit]()
    if known is None:
        return found
    for seat in table.seats.filter(user__isnull=False, bot="").select_related("user").order_by("number"):
        source, _colon, key = str(seat.deck.get("choice", "")).partition(":")
        if seat.user is None or source not in (OWN, STARTER):
            continue
        has = _held(table, known, seat.user)
        if source == STARTER and (has is None or has.lent):
            has = None
        text = _against(table, known, seat.deck["cards"], has, _name(table, source, key))
        if text is not None:
            found.append(Unfit(seat.number, seat.name, text))
    return found


def _name(table: Table, source: str, key: str) -> str:
    """What a chosen deck is called; one that its owner has deleted by a word."""
    own = kind(table.game)
    if source == STARTER:
        return next((deck.name for deck in starters(table.game, get_language() or "de") if deck.id == key), key)
    deck = own.decks().filter(pk=key).first() if own is not None else None
    return gettext("dein Deck") if deck is None else deck.name


def _against(table: Table, known: DeckRules, cards: Mapping[str, int], has: Holdings | None, name: str) -> Text | None:
    """What is against playing with these cards; `has`: the only ones that may be, if there is such a limit."""
    if faults := known.against(cards, known.rule_set(table.options)):
        broken = list(dict.fromkeys(fault.rule for fault in faults))[:MOST_RULES]
        return Text("error.deck_illegal", {"name": name, "rules": broken})
    if has and known.not_owned(cards, has.cards):
        return Text("error.deck_not_owned", {"name": name, "rules": [known.owner_rule]})
    return None


def in_play(table: Table) -> tuple[Deck, ...]:
    """The cards of each seat; nothing in a game without decks."""
    if rules(table) is None:
        return ()
    decks: Iterable[dict[str, Any]] = table.seats.order_by("number").values_list("deck", flat=True)
    return tuple(deck["cards"] for deck in decks)


def _deck(table: Table, known: DeckRules, user: User, wish: str) -> dict[str, Any]:
    name, _colon, key = wish.partition(":")
    has = _held(table, known, user)
    if name == STARTER and key in known.starters:
        if has and not has.lent and known.not_owned(known.starters[key], has.cards):
            name = _name(table, STARTER, key)
            raise Refusal("deck_invalid", Text("error.deck_not_owned", {"name": name, "rules": [known.owner_rule]}))
        return _starter(known, key)
    own = kind(table.game)
    if name != OWN or own is None or not (key.isascii() and key.isdecimal() and len(key) <= DIGITS):
        raise Refusal("invalid", "error.deck_unknown")
    deck = own.free(user).filter(pk=int(key)).first()
    if deck is None or user.is_guest:
        raise Refusal("invalid", "error.deck_unknown")
    if (text := _against(table, known, deck.cards, has, deck.name)) is not None:
        raise Refusal("deck_invalid", text)
    return {"choice": wish, "version": deck.version, "cards": deck.cards}


def _held(table: Table, known: DeckRules, user: User | None) -> Holdings | None:
    """The cards that somebody may play with here; None: all that there is (OMG-2.4)."""
    return held(table.game, user) if known.asks_owner(table.options) else None


def _first_starter(table: Table, known: DeckRules, user: User, number: int) -> dict[str, Any]:
    """The starter deck of the seat, or the first one that this user may play with."""
    has = _held(table, known, user)
    if not has or has.lent:
        return of_starter(table, number)
    names = [known.starter_of(number), *known.starters]
    return _starter(known, next((name for name in names if not known.not_owned(known.starters[name], has.cards)), names[0]))


def _starter(known: DeckRules, name: str) -> dict[str, Any]:
    return {"choice": f"{STARTER}:{name}", "version": 0, "cards": dict(known.starters[name])}
