"""A turn: counting down, scoring, drawing, and how it ends (SPF-4, SPF-5, SPF-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.spieleflut.rules import desk, scoring
from games.spieleflut.rules.cards import NONE
from games.spieleflut.rules.piles import left_to_draw, next_card, show, to_discard, to_hand
from games.spieleflut.rules.position import DESK_ZONE, HAND_ZONE, QUEUE_ZONE

if TYPE_CHECKING:
    from games.spieleflut.rules.game import Spieleflut

HAND = 5
MOST_DRAWN = 3


# --- setting up (SPF-4) -----------------------------------------------------------------------------------------------


def deal(game: Spieleflut) -> None:
    """Piles, five cards each in seat order (SPF-4.1 to SPF-4.6)."""
    p, cards = game.position, game.cards
    p.draw = cards.of_zone("draw")
    if p.seats == 4 and (p.options.rang or p.options.ereignis):
        p.out = [card for card in p.draw if cards.review[card] and not cards.stars[card]]
        p.draw = [card for card in p.draw if card not in p.out]
    game.shuffle(p.draw, "draw")
    stack = cards.of_zone("review_stack")
    if p.options.rang:
        low = [card for card in stack if cards.stars[card] == min(cards.stars[other] for other in stack)]
        high = [card for card in stack if card not in low]
        game.shuffle(high, "stack")
        game.shuffle(low, "stack")
        p.stack = high + low
        show(game, p.stack[-1])
    else:
        p.out += stack
    events = cards.of_zone("event_stack")
    if p.options.ereignis:
        p.events = events
        game.shuffle(p.events, "events")
    else:
        p.out += events
    p.out.sort()
    for seat in p.order:
        for _ in range(HAND):
            card = next_card(game)
            if card is not None:
                to_hand(game, seat, card, "draw", "draws")


def set_up(game: Spieleflut) -> None:
    """Opening reviews in seat order: who has none in the hand turns cards up (SPF-4.7, SPF-4.8)."""
    p, review = game.position, game.cards.review
    while p.set_up < p.seats:
        seat = p.order[p.set_up]
        if any(review[card] for card in p.hands[seat]):
            p.state, p.active = "SETUP", seat
            return
        p.set_up += 1
        while any(review[card] for card in p.draw + p.discard):
            turned = next_card(game)
            assert turned is not None  # noqa: S101 (a review is left)
            if review[turned]:
                desk.place(game, seat, 0, turned, "draw", "turns_up_review")
                break
            to_discard(game, turned, "draw", "turns_up", seat)
    p.active = p.first
    begin(game)


def ask_setup(game: Spieleflut) -> Prompt:
    """Which of the reviews in the hand is the first."""
    seat = game.position.active
    return Prompt(seat, "setup", [("setup_place", card) for card in game.position.hands[seat] if game.cards.review[card]])


def answer_setup(game: Spieleflut, option: Any) -> None:
    """Place it; the others stay in the hand until the first turn (SPF-4.9)."""
    p = game.position
    seat, review = p.active, option[1]
    p.hands[seat].remove(review)
    p.openers.append(seat)
    desk.place(game, seat, 0, review, HAND_ZONE[seat], "opens")
    p.set_up += 1
    set_up(game)


# --- steps 1 and 2 ----------------------------------------------------------------------------------------------------


def begin(game: Spieleflut) -> None:
    """The turn of the active player begins (SPF-5.2, SPF-5.3)."""
    p = game.position
    p.replaced = p.swapped = p.played = p.bought = p.did = False
    p.pending, p.scoring = [], 0
    game.tell(Event("turn_began", {"seat": p.active, "round": p.round}, log="turn"))
    if p.round == 1:
        begin_draw(game)
    else:
        p.state = "COUNTDOWN"
        count_down(game)
        p.state = "SCORE"
        score(game)


def count_down(game: Spieleflut) -> None:
    """Markers of unfinished reviews drop, not below 0 (SPF-5.6)."""
    p = game.position
    for slot, work in desk.works(game, p.active):
        if not desk.complete(game, work):
            faster = game.cards.operation(work.disturbance, "fast_deadline")
            by = min(work.deadline, 1 + (faster.extra if faster is not None else 0))
            if by:
                work.deadline -= by
                public = {"zone": DESK_ZONE[p.active][slot], "deadline": work.deadline, "seat": p.active}
                game.tell(Event("marker_moved", public | {"card": game.cards.ids[work.review]}))


def score(game: Spieleflut) -> None:
    """Complete reviews, left then right; then the test whether the game is over (SPF-8.1, SPF-12.2)."""
    p = game.position
    seat = p.active
    while p.scoring < 2:
        slot = p.scoring
        p.scoring += 1
        work = p.desks[seat][slot]
        if work is None or not desk.complete(game, work) or _fresh(game, slot):
            continue
        if game.cards.operation(work.disturbance, "hold_scoring") is not None:
            desk.lose_disturbance(game, seat, slot, work, "scoring_held")
            continue
        reward = scoring.score(game, seat, slot, work)
        desk.move_up(game, seat, slot)
        if p.stack:
            show(game, p.stack[-1])
        if reward and p.stack:
            p.state = "REWARD"
            return
    if scoring.reached(game, seat):
        scoring.finish(game, p.place(seat) + 1, "target")
    else:
        begin_draw(game)


def _fresh(game: Spieleflut, slot: int) -> bool:
    """A review that has come to the desk in this step cannot be complete: nothing lies on it (SPF-8.1)."""
    work = game.position.desks[game.position.active][slot]
    return work is not None and not work.attached


def ask_reward(game: Spieleflut) -> Prompt:
    """The top card of the review stack, to a free place, or not (SPF-9.7)."""
    p = game.position
    seat = p.active
    options: list[Any] = [("reward_desk", slot) for slot in desk.free_slots(game, seat)]
    if desk.queue_free(game, seat):
        options.append(("reward_queue",))
    return Prompt(seat, "reward", [*options, ("reward_decline",)])


def answer_reward(game: Spieleflut, option: Any) -> None:
    """Take it or leave it, and go on scoring."""
    p = game.position
    if option[0] == "reward_desk":
        desk.place(game, p.active, option[1], p.stack.pop(), "stack", "reward")
    elif option[0] == "reward_queue":
        desk.queue(game, p.active, p.stack.pop(), "stack", "reward")
    if p.stack:
        show(game, p.stack[-1])
    p.state = "SCORE"
    score(game)


# --- step 3 (SPF-6.1 to 6.6) ------------------------------------------------------------------------------------------


def begin_draw(game: Spieleflut) -> None:
    """How many cards are to be drawn, fixed now."""
    p = game.position
    held = len(p.hands[p.active])
    p.state = "DRAW"
    if p.round == 1:
        p.entitled = p.least = max(0, HAND - held)
    elif held < HAND:
        p.entitled = p.least = HAND - held
    elif desk.empty(game, p.active):
        p.entitled, p.least = MOST_DRAWN, 1
    else:
        p.entitled = p.least = 1
    go_on_drawing(game)


def go_on_drawing(game: Spieleflut) -> None:
    """Whatever is left to decide of the drawing, or on to the reviews."""
    options = draw_options(game)
    if not options:
        begin_reviews(game)
    elif len(options) == 1 and options[0][0] == "draw":
        answer_draw(game, options[0])


def draw_options(game: Spieleflut) -> list[Any]:
    """A number to draw, or a replacement of one draw (SPF-6.1, SPF-6.4, SPF-9.8)."""
    p = game.position
    most = min(p.entitled, left_to_draw(game))
    options: list[Any] = []
    if most or (p.entitled and p.least == 0):
        options += [("draw", number) for number in range(min(p.least, most), most + 1) if number or not p.least]
    seat = p.active
    top = p.discard[-1] if p.discard else NONE
    if p.entitled and not p.replaced and top != NONE and game.cards.review[top]:
        if desk.may_take(game, seat, top):
            options += [("take_discard", f"desk{slot}") for slot in desk.free_slots(game, seat)]
            if desk.queue_free(game, seat):
                options.append(("take_discard", "queue"))
            elif p.options.rang and p.queues[seat] != NONE:
                options.append(("swap_discard",))
        elif fallback(game):
            options.append(("fallback_take",))
    return options


def fallback(game: Spieleflut) -> bool:
    """Whether nothing that may be taken is left, but something higher is (SPF-9.8)."""
    p, review = game.position, game.cards.review
    if not p.options.rang or p.round == 1 or not desk.empty(game, p.active):
        return False
    left = [card for card in p.draw + p.discard + p.pending if review[card]]
    return bool(left) and not any(desk.may_take(game, p.active, card) for card in left)


def ask_draw(game: Spieleflut) -> Prompt:
    """Draw, or take from the discard pile first; time-out: draw all that is open (SPF-15)."""
    options = draw_options(game)
    most = max((option for option in options if option[0] == "draw"), key=lambda option: option[1], default=options[0])
    return Prompt(game.position.active, "draw", options, ONE, False, [most])


def answer_draw(game: Spieleflut, option: Any) -> None:
    """All at once; reviews lie open and wait to be dealt with (SPF-6.6)."""
    p = game.position
    seat = p.active
    if option[0] == "draw":
        drawn = [card for _ in range(option[1]) if (card := next_card(game)) is not None]
        for card in sorted(drawn, key=game.cards.review.__getitem__):  # in between which hand cards a review came tells nothing
            draw_one(game, card)
        p.entitled = 0
        begin_reviews(game)
        return
    if option[0] == "fallback_take":
        desk.place(game, seat, 0, p.discard.pop(), "discard", "fallback")
        give_up_hand(game)
        return
    p.replaced = True
    p.entitled -= 1
    p.least = 0 if p.least < p.entitled + 1 else p.entitled
    if option[0] == "swap_discard":
        old, p.queues[seat] = p.queues[seat], NONE
        desk.queue(game, seat, p.discard.pop(), "discard", "swaps_discard")
        to_discard(game, old, QUEUE_ZONE[seat], "", seat)
    elif option[1] == "queue":
        desk.queue(game, seat, p.discard.pop(), "discard", "takes_discard")
    else:
        desk.place(game, seat, int(option[1][-1]), p.discard.pop(), "discard", "takes_discard")
    go_on_drawing(game)


def draw_one(game: Spieleflut, card: int) -> None:
    """A drawn card: a review is set aside face up, anything else goes to the hand."""
    p = game.position
    if game.cards.review[card]:
        p.pending.append(card)
        show(game, card)
        public = {"seat": p.active, "from": "draw", "to": "pending", "cards": [game.cards.ids[card]]}
        game.tell(Event("cards_moved", public, log="draws_review", reveals=True))
    else:
        to_hand(game, p.active, card, "draw", "draws")


# --- step 4 (SPF-6.7 to 6.16) -----------------------------------------------------------------------------------------


def begin_reviews(game: Spieleflut) -> None:
    """Leftover opening reviews first (SPF-5.3), then whatever was drawn."""
    p = game.position
    seat, review = p.active, game.cards.review
    if p.round == 1:
        kept = [card for card in p.hands[seat] if review[card]]
        for card in kept:
            p.hands[seat].remove(card)
            show(game, card)
            public = {"seat": seat, "from": HAND_ZONE[seat], "to": "pending", "cards": [game.cards.ids[card]]}
            game.tell(Event("cards_moved", public, log="lays_review", reveals=True))
        p.pending = kept + p.pending
    p.state = "REVIEWS"
    go_on_reviewing(game)


def go_on_reviewing(game: Spieleflut) -> None:
    """Pass what needs no decision (SPF-5.5)."""
    p = game.position
    while p.state == "REVIEWS":
        options = review_options(game)
        if len(options) > 1:
            return
        answer_reviews_once(game, options[0])


def partner(game: Spieleflut) -> int:
    """The partner of the active player; none outside the team game."""
    p = game.position
    return (p.active + 2) % 4 if p.teams else NONE


def review_options(game: Spieleflut) -> list[Any]:
    """What may be done with the pending reviews and the queue (SPF-6.8 to 6.12, SPF-13.3)."""
    p = game.position
    options = [option for card in p.pending for option in _with_pending(game, card)]
    if p.options.rang and p.queues[p.active] != NONE:
        options += [("promote", slot) for slot in desk.free_slots(game, p.active)]
        options.append(("discard_queue",))
        if _may_swap(game):
            options.append(("team_swap",))
    return options if p.pending else [*options, ("reviews_done",)]


def _with_pending(game: Spieleflut, card: int) -> list[Any]:
    """What may be done with one pending review."""
    seat, mate = game.position.active, partner(game)
    options: list[Any] = []
    if desk.may_take(game, seat, card):
        options += [("place", card, slot) for slot in desk.free_slots(game, seat)]
        if game.position.options.rang:
            options.append(("queue" if desk.queue_free(game, seat) else "swap_queue", card))
    options.append(("discard", card))
    if mate != NONE and desk.may_take(game, mate, card):
        options += [("give_desk", card, slot) for slot in desk.free_slots(game, mate)]
        if desk.queue_free(game, mate):
            options.append(("give_queue", card))
    if fallback(game) and not desk.may_take(game, seat, card):
        options.append(("fallback_place", card))
    return options


def _may_swap(game: Spieleflut) -> bool:
    """Whether the partners' queued reviews may change places: once a turn, ranks permitting (SPF-13.5)."""
    p = game.position
    seat, mate = p.active, partner(game)
    if mate == NONE or p.swapped or p.queues[mate] == NONE:
        return False
    return desk.may_take(game, seat, p.queues[mate]) and desk.may_take(game, mate, p.queues[seat])


def ask_reviews(game: Spieleflut) -> Prompt:
    """One of these; time-out: the first that may be taken, else it goes (SPF-15)."""
    p = game.position
    options = review_options(game)
    default: Any = ("reviews_done",)
    if p.pending:
        wanted = ("place", "queue")
        takeable = [option for card in p.pending for option in options if option[0] in wanted and option[1] == card]
        default = takeable[0] if takeable else ("discard", p.pending[0])
    return Prompt(p.active, "reviews", options, ONE, False, [default])


def answer_reviews(game: Spieleflut, option: Any) -> None:
    """Do it, and pass what needs no decision then."""
    answer_reviews_once(game, option)
    go_on_reviewing(game)


def answer_reviews_once(game: Spieleflut, option: Any) -> None:
    """One step with the reviews."""
    p = game.position
    REVIEWS[option[0]](game, option)
    if p.state == "REVIEWS" and option[0] == "reviews_done":
        p.state = "ACTIONS"


def _place(game: Spieleflut, option: Any) -> None:
    game.position.pending.remove(option[1])
    desk.place(game, game.position.active, option[2], option[1], "pending", "places")


def _queue(game: Spieleflut, option: Any) -> None:
    game.position.pending.remove(option[1])
    desk.queue(game, game.position.active, option[1], "pending", "queues")


def _swap_queue(game: Spieleflut, option: Any) -> None:
    p = game.position
    was_full = desk.full(game, p.active)
    old, p.queues[p.active] = p.queues[p.active], NONE
    p.pending.remove(option[1])
    desk.queue(game, p.active, option[1], "pending", "swaps_queue")
    to_discard(game, old, QUEUE_ZONE[p.active], "", p.active)
    _compensate(game, was_full)


def _discard(game: Spieleflut, option: Any) -> None:
    p = game.position
    was_full = desk.full(game, p.active)
    p.pending.remove(option[1])
    to_discard(game, option[1], "pending", "discards_review", p.active)
    _compensate(game, was_full)


def _compensate(game: Spieleflut, was_full: bool) -> None:
    """One card for a surplus review (SPF-6.13), unless that would never end (SPF-6.15)."""
    p = game.position
    only_reviews = not p.draw and all(game.cards.review[card] for card in p.discard)
    if was_full and not only_reviews and left_to_draw(game):
        p.state = "COMPENSATE"


def ask_compensate(game: Spieleflut) -> Prompt:
    """A card, or none; time-out: draw."""
    return Prompt(game.position.active, "compensate", [("draw_extra",), ("skip_extra",)])


def answer_compensate(game: Spieleflut, option: Any) -> None:
    """From the draw pile (SPF-6.14)."""
    game.position.state = "REVIEWS"
    if option[0] == "draw_extra":
        card = next_card(game)
        if card is not None:
            draw_one(game, card)
    go_on_reviewing(game)


def _give_desk(game: Spieleflut, option: Any) -> None:
    game.position.pending.remove(option[1])
    desk.place(game, partner(game), option[2], option[1], "pending", "gives")


def _give_queue(game: Spieleflut, option: Any) -> None:
    game.position.pending.remove(option[1])
    desk.queue(game, partner(game), option[1], "pending", "gives")


def _promote(game: Spieleflut, option: Any) -> None:
    desk.move_up(game, game.position.active, option[1], "promotes")


def _discard_queue(game: Spieleflut, option: Any) -> None:
    p = game.position
    card, p.queues[p.active] = p.queues[p.active], NONE
    to_discard(game, card, QUEUE_ZONE[p.active], "discards_queue", p.active)


def _team_swap(game: Spieleflut, option: Any) -> None:
    p = game.position
    seat, mate = p.active, partner(game)
    mine, theirs = p.queues[seat], p.queues[mate]
    p.swapped = True
    desk.queue(game, seat, theirs, QUEUE_ZONE[mate], "team_swap")
    desk.queue(game, mate, mine, QUEUE_ZONE[seat], "")


def _fallback_place(game: Spieleflut, option: Any) -> None:
    game.position.pending.remove(option[1])
    desk.place(game, game.position.active, 0, option[1], "pending", "fallback")
    give_up_hand(game)


def give_up_hand(game: Spieleflut) -> None:
    """After the fallback everything else goes, and the turn ends (SPF-9.8)."""
    p = game.position
    for card in p.pending:
        to_discard(game, card, "pending", "discards_review", p.active)
    p.pending = []
    for card in p.hands[p.active]:
        to_discard(game, card, HAND_ZONE[p.active], "discards", p.active)
    p.hands[p.active] = []
    end(game)


def _done(game: Spieleflut, option: Any) -> None:
    """Nothing more in step 4."""


REVIEWS = {
    "place": _place,
    "queue": _queue,
    "swap_queue": _swap_queue,
    "discard": _discard,
    "give_desk": _give_desk,
    "give_queue": _give_queue,
    "promote": _promote,
    "discard_queue": _discard_queue,
    "team_swap": _team_swap,
    "fallback_place": _fallback_place,
    "reviews_done": _done,
}


# --- step 6 -----------------------------------------------------------------------------------------------------------


def end(game: Spieleflut) -> None:
    """Disturbances that count turns, the test for exhaustion, the next player (SPF-5.8, SPF-12.7)."""
    p = game.position
    p.state = "END_TURN"
    for slot, work in desk.works(game, p.active):
        if work.turns:
            work.turns -= 1
            if not work.turns:
                desk.lose_disturbance(game, p.active, slot, work, "disturbance_leaves")
    if p.round > 1 and scoring.exhausted(game):
        p.last_round = True
    p.active = (p.active + 1) % p.seats
    if p.active == p.first:
        if p.last_round:
            scoring.finish(game, 0, "exhausted")
            return
        p.round += 1
    begin(game)
