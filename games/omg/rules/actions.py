"""What AP may do in the action step, from announcement to resolution (OMG-6, OMG-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from games.engine.event import Event
from games.engine.prompt import ONE, Prompt
from games.omg.rules import board, cardplay, combat, missions, operations, specials, stock, table, targets, triggers, windows
from games.omg.rules.cards import ATTACHABLE
from games.omg.rules.position import ANNOUNCED_ZONE, NOBODY, Announced, Job, Piece, Trigger, User

if TYPE_CHECKING:
    from games.omg.rules.game import Omg

END = ("end_actions",)
SURF_OP = 2
PLAYER = 0
"""In place of a user: a mission for the player."""


# --- listing --------------------------------------------------------------------------------------------------------------------


def options(game: Omg) -> list[Any]:
    """All that AP may do now; the end of the step last (OMG-6, OMG-11.8)."""
    p = game.position
    found: list[Any] = []
    if p.actions > 0 and not p.attacks:
        found += _from_hand(game, p.turn)
        found += abilities(game, p.turn)
        found.append(("surf",))
    found += specials.options(game, p.turn, specials.ACTION_PROMPT)
    found += combat.options(game)
    found.append(END)
    return found


def _from_hand(game: Omg, seat: int) -> Iterator[Any]:
    """Users, attachable cards, missions and websites of the hand that can be played."""
    cards, side = game.cards, game.position.sides[seat]
    for card in dict.fromkeys(side.hand):
        kind = cards.type[card]
        if kind == "user":
            if board.may_enter(game, card) and user_price(game, seat, card) <= side.op:
                yield ("play_user", card)
        elif kind in ATTACHABLE:
            if cards.data[card].cost.op <= side.op:
                yield from _bearers(game, seat, card)
        elif kind == "mission":
            mission = cards.mission[card]
            verb = "replace_mission" if board.missions(game, seat) else "mission"
            if mission is not None and mission.assigned_to == "user":
                yield from ((verb, card, user.uid) for user in side.users)
            else:
                yield (verb, card, PLAYER)
        elif kind == "website":
            yield ("replace_website" if side.website is not None else "website", card)


def user_price(game: Omg, seat: int, card: int) -> int:
    """What a user costs (OMG-6.2)."""
    return max(1, game.cards.w[card] + board.for_player(game, "user_cost", seat, card))


def _bearers(game: Omg, seat: int, card: int) -> Iterator[Any]:
    """Who may bear an attachable card (OMG-7.1 to OMG-7.3)."""
    foreign = game.cards.data[card].attach_to == "enemy"
    side = 1 - seat if foreign else seat
    for user in game.position.sides[side].users:
        if board.may_bear(game, user, side, card, seat):
            if user.attached is None:
                yield ("attach", card, user.uid)
            elif not foreign:
                yield ("replace_attachment", card, user.uid)


def sources(game: Omg, seat: int) -> Iterator[tuple[User | Piece, User | None]]:
    """The cards whose abilities a player may use, with the user on which they stand (OMG-6.7)."""
    side = game.position.sides[seat]
    for user in side.users:
        yield user, user
        if user.attached is not None and not board.suppressed(game, user.attached):
            yield user.attached, user
    if side.website is not None:
        yield side.website, None


def abilities(game: Omg, seat: int) -> Iterator[Any]:
    """Abilities that can be paid, with each of their targets; without one they may be used too (OMG-6.7)."""
    p, cards = game.position, game.cards
    side = p.sides[seat]
    for piece, user in sources(game, seat):
        for number in cards.on[piece.card].get("activate", ()):
            clause = cards.clauses[piece.card][number]
            cost = clause.cost
            if cost is None or cost.actions > p.actions or cost.op > side.op or cost.discard > len(side.hand):
                continue
            if number in piece.spent or number in piece.gone or not board.holds_all(game, clause, seat, user):
                continue
            for chosen in targets.sets(game, seat, piece.card, clause) or [()]:
                yield ("ability", piece.uid, number, *chosen)


# --- the prompt -----------------------------------------------------------------------------------------------------------------


def run(game: Omg, job: Job) -> bool:
    """The step ends by itself only with an empty hand and nothing to do (OMG-11.8)."""
    p = game.position
    p.step = "actions"
    if p.sides[job.seat].hand or len(options(game)) > 1:
        return False
    game.drop(job)
    return True


def ask(game: Omg, job: Job) -> Prompt:
    """Everything that may be done."""
    return Prompt(job.seat, "action", options(game), ONE, False, [END])


def answer(game: Omg, job: Job, choice: list[Any]) -> None:
    """Do it, or end the step."""
    option = choice[0]
    verb = option[0]
    if verb == "end_actions":
        game.drop(job)
    elif verb == "special":
        specials.play(game, job.seat, option)
    elif verb in ("attack", "attack_player"):
        combat.declare(game, option)
    else:
        announce(game, job.seat, option)


# --- announcement ---------------------------------------------------------------------------------------------------------------

KINDS: dict[str, Any] = {
    "play_user": "user",
    "surf": "surf",
    "attach": "attachment",
    "replace_attachment": "attachment",
    "mission": "mission",
    "replace_mission": "mission",
    "website": "website",
    "replace_website": "website",
    "ability": "ability",
}


def announce(game: Omg, seat: int, option: Any) -> None:
    """Costs are paid, choices are told; W-ACT, then the resolution (OMG-6.0, OMG-6.6)."""
    p, verb = game.position, option[0]
    announced = Announced(table.new_uid(game), seat, KINDS[verb], replaces=verb == "replace_attachment")
    p.agenda.append(Job("resolve", seat, uid=announced.uid, name=verb))
    p.agenda.append(windows.opened(game, "W-ACT", announced.uid))
    if verb == "ability":
        _use(game, seat, option, announced)
        return
    p.actions -= 1
    if verb == "surf":
        specials.announce(game, announced, "")
        game.tell(Event("chosen", {"seat": seat, "action": verb}, log="surfs"))
        return
    card = announced.card = option[1]
    cost = user_price(game, seat, card) if verb == "play_user" else game.cards.data[card].cost.op
    operations.change_op(game, seat, -cost, "pays")
    if len(option) > 2 and option[2] != PLAYER:
        announced.user = option[2]
    specials.announce(game, announced, f"announces_{announced.kind}")


def _use(game: Omg, seat: int, option: Any, announced: Announced) -> None:
    """An ability: its targets are named, its costs are paid at once (OMG-6.6, OMG-6.7)."""
    p = game.position
    _, uid, number, *chosen = option
    piece = table.piece_of(game, uid)
    user = next((bearer for one, bearer in sources(game, seat) if one is piece), None)
    if piece is None:
        return
    clause = game.cards.clauses[piece.card][number]
    cost = clause.cost
    announced.source, announced.clause, announced.piece = piece.card, number, uid
    announced.user, announced.targets = (NOBODY if user is None else user.uid), list(chosen)
    specials.announce(game, announced, "")
    zones = [f"user_{target}" for target in chosen]
    about = {"seat": seat, "card": game.cards.ids[piece.card], "clause": number + 1, "zones": zones}
    game.tell(Event("effect_began", about, log="uses_ability"))
    table.spend(game, uid, piece.card, number)
    if cost is None:
        return
    p.actions -= cost.actions
    operations.change_op(game, seat, -cost.op, "pays")
    if cost.sacrifice_self:
        batch: list[Trigger] = []
        _sacrifice(game, batch, seat, piece, user)
        p.agenda.append(Job("settle"))
        triggers.enqueue(game, batch)
    if cost.discard:
        cardplay.to_discard(game, seat, cost.discard)


def _sacrifice(game: Omg, batch: list[Trigger], seat: int, piece: User | Piece, user: User | None) -> None:
    """The card of the ability leaves the table as a cost."""
    if isinstance(piece, User):
        table.leave(game, batch, seat, piece, "sacrificed")
    elif user is not None:
        table.detach(game, batch, seat, user, "sacrificed")
    else:
        table.drop_website(game, batch, seat, "sacrificed")


# --- resolution -----------------------------------------------------------------------------------------------------------------


def resolve(game: Omg, job: Job) -> bool:
    """What was announced happens, unless it was cancelled or has become impossible (OMG-6.6, OMG-11.5)."""
    p = game.position
    game.drop(job)
    announced = specials.announced_of(game, job.uid)
    if announced is None:
        return True
    p.announced.remove(announced)
    if announced.cancelled:
        if announced.card != NOBODY:
            stock.bury(game, announced.seat, announced.card, ANNOUNCED_ZONE, "cancelled")
        return True
    p.agenda.append(Job("settle"))
    RESOLVE[announced.kind](game, announced)
    return True


def _fails(game: Omg, announced: Announced) -> None:
    stock.bury(game, announced.seat, announced.card, ANNOUNCED_ZONE, "impossible")


def _surf(game: Omg, announced: Announced) -> None:
    """OMG-6: two OP, and more or less by `surf_bonus`."""
    seat = announced.seat
    gained = max(0, SURF_OP + board.for_player(game, "surf_bonus", seat))
    operations.change_op(game, seat, gained, "surfed")
    missions.count(game, seat, "surfs")
    triggers.moment(game, [("on_surf", seat), ("on_opp_surf", 1 - seat)])


def _user(game: Omg, announced: Announced) -> None:
    if board.may_enter(game, announced.card):
        table.enter(game, announced.seat, announced.card, ANNOUNCED_ZONE, "plays_user")
    else:
        _fails(game, announced)


def _attachment(game: Omg, announced: Announced) -> None:
    """The bearer must still be there and be a legal one; a card that is replaced goes now (OMG-6.6)."""
    seat, card = announced.seat, announced.card
    found = board.find(game, announced.user)
    if (
        found is None
        or not board.may_bear(game, found[1], found[0], card, seat)
        or (found[1].attached is not None and not announced.replaces)
    ):
        _fails(game, announced)
    else:
        table.attach(game, seat, found[0], found[1], card)


def _mission(game: Omg, announced: Announced) -> None:
    user = board.user_of(game, announced.user)
    if announced.user != NOBODY and user is None:
        _fails(game, announced)
    else:
        table.assign(game, announced.seat, announced.card, user)


def _website(game: Omg, announced: Announced) -> None:
    table.play_website(game, announced.seat, announced.card)


def _ability(game: Omg, announced: Announced) -> None:
    """It resolves even if its card has left the table since (OMG-6.6)."""
    game.position.agenda.append(
        Job(
            "clause",
            announced.seat,
            announced.source,
            announced.clause,
            announced.piece,
            announced.user,
            name="ability",
            data=announced.targets[:],
            chosen=True,
        )
    )


RESOLVE = {
    "surf": _surf,
    "user": _user,
    "attachment": _attachment,
    "mission": _mission,
    "website": _website,
    "ability": _ability,
}
