"""The dogma action: who must obey, who shares, and the effects one after another, cards within cards (INN-7, INN-9, INN-17.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from games.engine.event import Event
from games.innovation.rules import moves
from games.innovation.rules.cards import icon_count
from games.innovation.rules.position import ICONS, Dogma, Frame
from games.innovation.rules.steps import Question

if TYPE_CHECKING:
    from games.innovation.rules.game import Innovation


def reach(game: Innovation, seat: int, card: int) -> tuple[list[int], list[int]]:
    """Who would have to obey and who would share if this player activated this card, clockwise from the left (INN-7.3)."""
    icon = game.cards.icon[card]
    own = icon_count(game.icons(seat), icon)
    obey, share = [], []
    for other in game.clockwise[seat]:
        if icon_count(game.icons(other), icon) >= own:
            share.append(other)
        elif other in game.opponents[seat]:
            obey.append(other)
    return obey, share


def concerned(game: Innovation, seat: int, card: int) -> tuple[list[int], list[int]]:
    """As `reach`, but only those for whom the card has effects: demands, or others (INN-7.4, INN-7.5)."""
    obey, share = reach(game, seat, card)
    demands = [effect.demand for effect in game.programs[card]]
    return obey if any(demands) else [], [] if all(demands) else share


def idle(game: Innovation, seat: int, card: int) -> bool:
    """Whether nothing can come of it: the card only demands, and nobody has to obey (INN-7.9)."""
    return not any(concerned(game, seat, card)) and all(effect.demand for effect in game.programs[card])


def begin(game: Innovation, seat: int, card: int) -> None:
    """Activate a top card; the two sets of players stay fixed for the whole action."""
    obey, share = reach(game, seat, card)
    log = "dogma" if any(concerned(game, seat, card)) else "dogma_idle" if idle(game, seat, card) else "dogma_plain"
    game.position.dogma = Dogma(card, seat, obey, share, frames=[Frame(card)])
    game.position.phase = "effect"
    about = {"seat": seat, "card": game.cards.ids[card], "icon": ICONS[game.cards.icon[card]], "obey": obey, "share": share}
    game.tell(Event("x_innovation_dogma", about, log=log))


def current(game: Innovation) -> tuple[Question, Frame]:
    """The step that waits for an answer."""
    dogma = game.position.dogma
    assert dogma is not None  # noqa: S101 (the phase says so)
    frame = dogma.frames[-1]
    return cast("Question", game.programs[frame.card][frame.effect].steps[frame.pc]), frame


def run(game: Innovation) -> bool:
    """Run the effects until somebody must choose; whether the action is over."""
    dogma, programs = game.position.dogma, game.programs
    assert dogma is not None  # noqa: S101 (the phase says so)
    frames = dogma.frames
    while frames:
        frame = frames[-1]
        if frame.seat >= 0:
            steps = programs[frame.card][frame.effect].steps
            if frame.pc < len(steps):
                if game.passes is not None:
                    game.passes(f"{programs[frame.card][frame.effect].name}: {steps[frame.pc].text}")
                coming = steps[frame.pc].run(game, frame)
                if coming < 0:
                    return False
                frame.pc = coming
                continue
        if not _next_player(game, dogma, frame):
            frames.pop()
    if dogma.bonus:  # INN-7.6
        game.tell(Event("x_innovation_bonus", {"seat": dogma.seat, "depth": 0}, log="bonus"))
        game.position.dogma = None
        moves.draw(game, dogma.seat, game.draw_age(dogma.seat))
    game.position.dogma = None
    return True


def _next_player(game: Innovation, dogma: Dogma, frame: Frame) -> bool:
    """Give the effect to its next player, or go on to the next effect that has one; False: the card is finished."""
    effects = game.programs[frame.card]
    while not frame.queue:
        frame.effect += 1
        if frame.effect >= len(effects):
            return False
        demand = effects[frame.effect].demand
        if frame.alone >= 0:
            frame.queue = [] if demand else [frame.alone]  # INN-9.1
        else:
            frame.queue = dogma.obey[:] if demand else [*dogma.share, dogma.seat]
        frame.me = dogma.seat if demand else -1
    frame.fresh(frame.queue.pop(0))
    depth = len(dogma.frames) - 1
    about = {"seat": frame.seat, "card": game.cards.ids[frame.card], "effect": frame.effect + 1, "depth": depth}
    if frame.me >= 0:
        about["by"] = frame.me
    game.tell(Event("effect_began", about, log="demand" if frame.me >= 0 else "effect"))
    return True
