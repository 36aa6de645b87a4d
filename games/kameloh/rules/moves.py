"""What a player may do with cards in a phase: send, play items, waste, bring violet monsters into play (KMO-10 to KMO-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.kameloh.rules import arena, effects, fusion, money, stock
from games.kameloh.rules.position import ARENA_ZONE, HAND_ZONE, NOBODY, OASIS_ZONE, ROW_ZONE, SLOTS, Job

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh

HAND = -1
"""The place of a card: the hand, or the number of the oasis whose face-up top it is."""

ARENA = 100
"""The place of an ingredient in the arena, plus its slot."""

MOST_SENT = 2
Option = tuple[Any, ...]
Part = tuple[int, int]
"""An ingredient: where it is, and which card."""


def held(game: Kameloh, seat: int) -> list[Part]:
    """Cards a player can play, as (place, card): from the hand, in WiMu from face-up tops too; each kind once a place."""
    p = game.position
    side = p.sides[seat]
    cards = [(HAND, card) for card in dict.fromkeys(side.hand)]
    if p.options.variant == "wimu":
        cards += [(number, oasis[-1]) for number, oasis in enumerate(side.oases) if oasis and side.active[number]]
    return cards


def place_of(game: Kameloh, seat: int, card: int) -> int | None:
    """Where a violet or blue card is taken from: the hand, else the lowest oasis, in Kamelkönig the fusion deck (KMO-8.3)."""
    p = game.position
    side = p.sides[seat]
    if p.options.variant == "kamelkoenig" and game.cards.kind[card] == "violet":
        return HAND if card in side.fusion else None
    if card in side.hand:
        return HAND
    if p.options.variant != "wimu":
        return None
    tops = ((number, oasis) for number, oasis in enumerate(side.oases) if oasis and side.active[number])
    return next((number for number, oasis in tops if oasis[-1] == card), None)


def take(game: Kameloh, seat: int, card: int, place: int) -> str:
    """Take a card from where it is, to be played; the zone it came from."""
    p = game.position
    side = p.sides[seat]
    if place == HAND:
        if p.options.variant == "kamelkoenig" and game.cards.kind[card] == "violet":
            side.fusion.remove(card)
            return f"fusion_{seat}"
        stock.from_hand(game, seat, card)
        return HAND_ZONE[seat]
    stock.pop_top(side, place)
    return OASIS_ZONE[seat][place]


# --- listing -----------------------------------------------------------------------------------------------------------------


def sends(game: Kameloh, seat: int) -> list[Option]:
    """Yellow monsters that can be sent (KMO-10.2)."""
    p = game.position
    free = arena.free_slots(game, seat)
    if p.sent >= MOST_SENT or not free:
        return []
    kinds, prices, change = game.cards.kind, game.cards.price, money.price_change(game, seat)
    dates = p.sides[seat].dates
    return [
        ("send", card, slot, place)
        for place, card in held(game, seat)
        if kinds[card] == "yellow" and max(0, prices[card] + change) <= dates
        for slot in free
    ]


def items(game: Kameloh, seat: int, window: str) -> list[Option]:
    """Green items for this window with each of their targets (KMO-11.1)."""
    dates, change = game.position.sides[seat].dates, money.item_price_change(game, seat)
    windows, prices = game.cards.windows, game.cards.price
    return [
        ("item", card, place, target, second)
        for place, card in held(game, seat)
        if window in windows[card] and max(0, prices[card] + change) <= dates
        for target, second in effects.plays(game, seat, card)
    ]


def wastes(game: Kameloh, seat: int) -> list[Option]:
    """Items that can be put into the desert without effect (KMO-11.7)."""
    dates, change = game.position.sides[seat].dates, money.item_price_change(game, seat)
    kinds, prices = game.cards.kind, game.cards.price
    return [
        ("waste", card, place)
        for place, card in held(game, seat)
        if (kinds[card] == "green" and max(0, prices[card] + change) <= dates)
        or (kinds[card] == "blue" and prices[card] <= dates)
    ]


def mutations(game: Kameloh, seat: int) -> list[Option]:
    """Mutations of own monsters (KMO-14.1, KMO-15.1): violet, item, slot, what is fetched from the deck."""
    side, cards = game.position.sides[seat], game.cards
    found: list[Option] = []
    for slot in SLOTS:
        monster = side.arena[slot]
        for violet in cards.mutations_of.get(monster.card, ()) if monster else ():
            item = cards.item_of[violet]
            for fetch, price in ways(game, seat, violet, item, of_mutation=True):
                if price <= side.dates:
                    found.append(("mutate", violet, item, slot, fetch))
    return found


def ways(game: Kameloh, seat: int, violet: int, item: int, *, of_mutation: bool) -> list[tuple[str, int]]:
    """How a violet monster and its item can come together: what is fetched, and for how much beside the ingredients."""
    p, cards = game.position, game.cards
    there = place_of(game, seat, violet) is not None
    with_item = item == NOBODY or place_of(game, seat, item) is not None
    if p.options.variant != "dufo":
        if not there or not with_item:
            return []
        price = max(0, cards.price[violet] + money.price_change(game, seat))
        return [("none", price + (cards.price[item] if item == cards.universal and not of_mutation else 0))]
    deck = p.sides[seat].deck
    if there and with_item:
        return [("none", 0)]
    if with_item and violet in deck:
        return [("violet", cards.price[item])]  # KMO-14.3
    if there and item in deck:
        printed = cards.data[violet].search_price
        return [("item", cards.price[item] if printed == "D" else printed)]  # KMO-14.4
    return []


def fusions(game: Kameloh, seat: int) -> list[Option]:
    """Fusions and gang-ups (KMO-14.7, KMO-15.2): violet, item, ingredients, slot, what is fetched from the deck."""
    p, cards = game.position, game.cards
    side, found = p.sides[seat], list[Option]()
    parts: list[tuple[Part, int]] | None = None
    there = {card for _, card in held(game, seat)} | set(side.fusion)
    for violet in cards.fusions:
        if violet not in there and cards.item_of[violet] not in there:
            continue
        for item in possible_items(game, violet):
            for fetch, price in ways(game, seat, violet, item, of_mutation=False):
                if price > side.dates:
                    continue
                parts = available_parts(game, seat) if parts is None else parts
                for chosen, cost in fusion.choices(cards, violet, parts):
                    if price + cost <= side.dates:
                        found += [("fuse", violet, item, chosen, slot, fetch) for slot in slots_for(game, seat, chosen)]
    return found


def possible_items(game: Kameloh, violet: int) -> list[int]:
    """With which item a fusion may come about; without one where that is allowed (KMO-14.12, KMO-15.2, KMO-15.7)."""
    cards, variant = game.cards, game.position.options.variant
    found = [cards.item_of[violet]]
    if variant == "kamelkoenig" and cards.universal != NOBODY:
        found.append(cards.universal)
    if variant != "dufo" and cards.data[violet].item_optional:
        found.append(NOBODY)
    return found


def available_parts(game: Kameloh, seat: int) -> list[tuple[Part, int]]:
    """Yellow monsters that could be ingredients, each as often as it is there, and what they cost (KMO-14.7)."""
    p, cards = game.position, game.cards
    side, change = p.sides[seat], money.price_change(game, seat)
    parts = [((ARENA + slot, monster.card), 0) for slot in SLOTS if (monster := side.arena[slot]) is not None]
    places = [(HAND, card) for card in side.hand]
    if p.options.variant == "wimu":
        places += [(number, oasis[-1]) for number, oasis in enumerate(side.oases) if oasis and side.active[number]]
    parts += [(part, max(0, cards.price[part[1]] + change)) for part in places]
    return [(part, cost) for part, cost in parts if cards.kind[part[1]] == "yellow"]


def slots_for(game: Kameloh, seat: int, chosen: tuple[Part, ...]) -> list[int]:
    """Where a fusion may stand: in place of an ingredient, else on a free slot (KMO-14.8)."""
    taken = [place - ARENA for place, _ in chosen if place >= ARENA]
    return taken or arena.free_slots(game, seat)


def additions(game: Kameloh, seat: int) -> list[Option]:
    """Monsters that may be added to a gang-up (KMO-15.6)."""
    p, cards = game.position, game.cards
    if p.options.variant == "dufo":
        return []
    found: list[Option] = []
    for slot in SLOTS:
        monster = p.sides[seat].arena[slot]
        if monster is None or not monster.parts:
            continue
        data = cards.data[monster.card]
        if data.ingredient_match != "any" or len(monster.parts) >= data.max_ingredients:
            continue
        for part, cost in dict.fromkeys(available_parts(game, seat)):
            if part[0] != ARENA + slot and cost <= p.sides[seat].dates and cards.fits(part[1], data.ingredients[0]):
                values = fusion.values(cards, monster.card, [*monster.parts, part[1]], p.options.variant)
                more = arena.max_lp(game, monster) - monster.lp + _brings(game, seat, part)
                if values[2] + more > monster.damage:
                    found.append(("add", slot, part))
    return found


def _brings(game: Kameloh, seat: int, part: Part) -> int:
    """Life points that move over with own items of a monster that is added from the arena (KMO-14.6)."""
    monster = game.position.sides[seat].arena[part[0] - ARENA] if part[0] >= ARENA else None
    own = {played.uid for played in game.position.items if played.owner == seat}
    bonuses = arena.forces_on(game, monster, "lp_max") if monster is not None else []
    return sum(force.amount for force in bonuses if force.item in own)


# --- doing -----------------------------------------------------------------------------------------------------------------


def perform(game: Kameloh, seat: int, option: Option) -> None:
    """Do what was chosen in a phase."""
    DO[option[0]](game, seat, option)


def send(game: Kameloh, seat: int, option: Option) -> None:
    """Pay, and put the monster there."""
    _, card, slot, place = option
    money.pay(game, seat, max(0, game.cards.price[card] + money.price_change(game, seat)))
    game.position.sent += 1
    _into_play(game, seat, card, place, ARENA_ZONE[seat][slot], "sends")
    game.position.agenda.append(Job("settle"))
    arena.place(game, seat, slot, arena.new(game, card, seat))


def _into_play(game: Kameloh, seat: int, card: int, place: int, zone: str, log: str) -> None:
    """A card is played from where it is, for all to see."""
    if game.passes is not None:
        game.passes(f"card {game.cards.names[card]}")
    source = take(game, seat, card, place)
    public = {"seat": seat, "cards": [game.cards.ids[card]], "from": source, "to": zone}
    game.tell(Event("cards_moved", public, log=log, reveals=True))


def play_item(game: Kameloh, seat: int, option: Option) -> None:
    """Pay, and let the item work."""
    _, card, place, target, second = option
    money.pay(game, seat, max(0, game.cards.price[card] + money.item_price_change(game, seat)))
    monster = arena.at(game, target)
    zone = target if monster is not None and any(clause.lasts for clause in game.cards.effect[card]) else ROW_ZONE[seat]
    _into_play(game, seat, card, place, zone, "plays_item")
    effects.play_item(game, seat, card, target, second)


def waste(game: Kameloh, seat: int, option: Option) -> None:
    """Pay, and put it into the desert."""
    _, card, place = option
    change = money.item_price_change(game, seat) if game.cards.kind[card] == "green" else 0
    money.pay(game, seat, max(0, game.cards.price[card] + change))
    source = take(game, seat, card, place)
    arena.to_desert(game, seat, card, source, "wastes")


def _fetch(game: Kameloh, seat: int, card: int) -> None:
    """Take a card out of the own deck, to be played at once; the deck is shuffled (KMO-14.3)."""
    game.position.sides[seat].deck.remove(card)
    stock.forget_stock(game, seat)


def _bring(game: Kameloh, seat: int, card: int, fetched: bool, zone: str, log: str) -> None:
    """A violet or blue card comes from where it is."""
    if fetched:
        if game.passes is not None:
            game.passes(f"card {game.cards.names[card]}")
        _fetch(game, seat, card)
        public = {"seat": seat, "cards": [game.cards.ids[card]], "from": f"deck_{seat}", "to": zone}
        game.tell(Event("cards_moved", public, log=f"{log}_fetched", reveals=True))
        stock.shuffle_deck(game, seat)
    else:
        place = place_of(game, seat, card)
        _into_play(game, seat, card, HAND if place is None else place, zone, log)


def mutate(game: Kameloh, seat: int, option: Option) -> None:
    """The source turns into the violet monster (KMO-14.6)."""
    _, violet, item, slot, fetch = option
    price = dict(ways(game, seat, violet, item, of_mutation=True))[fetch]
    money.pay(game, seat, price)
    zone = ARENA_ZONE[seat][slot]
    _bring(game, seat, item, fetch == "item", ROW_ZONE[seat], "uses_item")
    _bring(game, seat, violet, fetch == "violet", zone, "mutates")
    monster = arena.new(game, violet, seat)
    fusion.replace(game, seat, [slot], slot, monster)
    arena.to_desert(game, seat, item, ROW_ZONE[seat], "used_item")
    game.position.agenda.append(Job("settle"))
    arena.enter(game, seat, monster)


def fuse(game: Kameloh, seat: int, option: Option) -> None:
    """Several monsters become one (KMO-14.8 to 14.10, KMO-15.2)."""
    _, violet, item, chosen, slot, fetch = option
    price = dict(ways(game, seat, violet, item, of_mutation=False))[fetch]
    change = money.price_change(game, seat)
    money.pay(game, seat, price + sum(max(0, game.cards.price[card] + change) for place, card in chosen if place < ARENA))
    zone = ARENA_ZONE[seat][slot]
    if item != NOBODY:
        _bring(game, seat, item, fetch == "item", ROW_ZONE[seat], "uses_item")
    _bring(game, seat, violet, fetch == "violet", zone, "fuses")
    for place, card in chosen:
        if place < ARENA:
            source = take(game, seat, card, place)
            arena.to_desert(game, seat, card, source, "ingredient")
    monster = arena.new(game, violet, seat)
    monster.parts = sorted(card for _, card in chosen)
    monster.ap, monster.dp, monster.lp = fusion.values(game.cards, violet, monster.parts, game.position.options.variant)
    fusion.replace(game, seat, [place - ARENA for place, _ in chosen if place >= ARENA], slot, monster)
    if item != NOBODY:
        arena.to_desert(game, seat, item, ROW_ZONE[seat], "used_item")
    game.position.agenda.append(Job("settle"))
    arena.enter(game, seat, monster)


def add(game: Kameloh, seat: int, option: Option) -> None:
    """One more monster joins a gang-up; its damage stays (KMO-15.6)."""
    _, slot, (place, card) = option
    p = game.position
    monster = p.sides[seat].arena[slot]
    assert monster is not None  # noqa: S101 (it was offered)
    if place >= ARENA:
        fusion.absorb(game, seat, place - ARENA, slot, monster)
    else:
        money.pay(game, seat, max(0, game.cards.price[card] + money.price_change(game, seat)))
        source = take(game, seat, card, place)
        arena.to_desert(game, seat, card, source, "joins")
    monster.parts = sorted([*monster.parts, card])
    monster.ap, monster.dp, monster.lp = fusion.values(game.cards, monster.card, monster.parts, p.options.variant)
    about = {"seat": seat, "zone": ARENA_ZONE[seat][slot], "card": game.cards.ids[monster.card], "parts": len(monster.parts)}
    game.tell(Event("state_changed", about, log="grows"))
    p.agenda.append(Job("settle"))


DO = {"send": send, "item": play_item, "waste": waste, "mutate": mutate, "fuse": fuse, "add": add}
