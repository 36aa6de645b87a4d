"""The exchange forced by Kraft at the beginning of a trick (EMO-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.emotrions.rules.cards import Hand
from games.emotrions.rules.options import STANDARD
from games.emotrions.rules.position import LINKS, SHOW, Story
from games.engine.event import Event
from games.engine.prompt import Prompt

if TYPE_CHECKING:
    from games.emotrions.rules.game import Emotrions

LEAST_CARDS = 4
"""Whoever has fewer keeps everybody from exchanging (EMO-8.2)."""

WITHOUT_KRAFT = ("pass",)
WITH_KRAFT = ("pass", "request")


def allowed(game: Emotrions) -> bool:
    """EMO-8.2, but for the option itself and the variant, which `EMO-12.1` ties to it."""
    p = game.position
    return p.options.kraft_exchange and p.flags == STANDARD and all(sum(p.hands[seat]) >= LEAST_CARDS for seat in p.order)


def ask(game: Emotrions) -> list[Prompt]:
    """All players at once: pass, or request if holding Kraft; nobody is told who has answered (EMO-8.3)."""
    p, kraft = game.position, game.cards.strength
    return [
        Prompt(
            seat,
            "exchange",
            list(WITH_KRAFT if p.hands[seat][kraft] else WITHOUT_KRAFT),
            default=["pass"],
            secret=True,
            quiet=True,
            clock="common",
        )
        for seat in p.order
    ]


def unseal(game: Emotrions, requests: dict[int, list[str]]) -> None:
    """All have answered: the first in turn order from the leader who requests shows Kraft; the others stay secret (EMO-8.4)."""
    p = game.position
    p.phase = "play"
    shower = next((seat for seat in p.in_turn(p.leader) if requests[seat] == ["request"]), None)
    if shower is not None:
        exchange(game, shower)


def exchange(game: Emotrions, shower: int) -> None:
    """Everybody takes one card from the next player, all at once, Kraft never (EMO-8.1, EMO-8.6 to EMO-8.9)."""
    p, cards = game.position, game.cards
    game.tell(
        Event(
            "cards_revealed",
            {"seat": shower, "zone": f"hand_{shower}", "cards": [cards.ids[cards.strength]]},
            log="shows_kraft",
            reveals=True,
        )
    )
    order = p.in_turn(p.leader)
    links = [(giver, taker, game.pick(taker, giver)) for taker, giver in zip(order, [*order[1:], order[0]], strict=True)]
    if p.story is None:
        p.story = Story([hand[:] for hand in known_hands(game)], [sum(hand) for hand in p.hands])
    p.story.acts += [[SHOW, shower], [LINKS, *(part for link in links for part in link)]]
    for giver, taker, card in links:
        public = {"seat": taker, "giver": giver, "from": f"hand_{giver}", "to": f"hand_{taker}", "count": 1}
        if card < 0:
            game.tell(Event("cards_moved", {**public, "count": 0}, log="takes_nothing", reveals=True))
            continue
        p.hands[giver][card] -= 1
        p.hands[taker][card] += 1
        game.tell(Event("cards_moved", public, {"cards": cards.named[(card,)]}, (giver, taker), "exchanges", True))


def known_hands(game: Emotrions) -> list[Hand]:
    """What everybody knows of each hand."""
    p = game.position
    return p.known or [[0] * len(game.cards.ids) for _ in range(p.seats)]


def pick(game: Emotrions, giver: int) -> int:
    """A random card of the giver other than Kraft, each copy equally likely; -1 if there is none (EMO-8.7, EMO-8.9)."""
    hand, kraft = game.position.hands[giver], game.cards.strength
    blind = [card for card in game.cards.cards_of(hand) if card != kraft]
    return blind[game.below(len(blind), "exchange")] if blind else -1
