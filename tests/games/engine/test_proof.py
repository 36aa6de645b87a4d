"""The proof, its witness and the figures it gives; and that it finds what is wrong (PRO-1.2)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.emotrions.rules import Emotrions
from games.engine.errors import Text
from games.engine.event import Event, Tell
from games.engine.prompt import Prompt
from games.engine.proof import differences, prove
from games.engine.witness import Witness
from tests.toys.heap import Heap
from tests.toys.market import Market


def witness(viewer: int | None, *events: Event) -> Witness:
    made = Witness(viewer)
    for event in events:
        made.hear(event)
    return made


DRAW = Event("cards_moved", {"from": "bank", "to": "hand_0", "count": 1}, {"cards": ("x",)}, (0,))


def test_a_witness_keeps_what_it_saw() -> None:
    assert witness(0, DRAW).known["hand_0"] == {"x": 1}
    assert not witness(1, DRAW).known["hand_0"]
    assert witness(0, DRAW).faults({"hand_0": ["y"]}) == ["hand_0"]
    assert witness(0, DRAW).faults({"hand_0": ["y", "x"]}) == []


def test_a_witness_forgets_what_may_have_moved_unseen() -> None:
    unseen = Event("cards_moved", {"from": "hand_0", "to": "hand_1", "count": 1}, {"cards": ("x",)}, (1,))
    assert not witness(0, DRAW, unseen).known["hand_0"]
    twice = witness(0, DRAW, DRAW, unseen)
    assert twice.known["hand_0"] == {"x": 1}, "of two at least one is still there"


def test_a_witness_forgets_everything_at_a_shuffle_of_all() -> None:
    top = Event("cards_revealed", {"zone": "bank", "top": "x"})
    assert witness(None, top).faults({"bank": ["y", "x"]}) == ["bank"]
    assert witness(None, top, Event("cards_shuffled", {"zone": "bank", "all": True})).faults({"bank": ["y"]}) == []
    assert witness(None, top, DRAW).faults({"bank": ["y"]}) == [], "the top card has been drawn"


def test_moving_whole_zones() -> None:
    laid = Event("cards_moved", {"from": "hand_0", "to": "trick_0", "cards": ["x"]})
    taken = Event("cards_moved", {"from": ["trick_0", "trick_1"], "to": "won_1", "cards": ["x", "y"]})
    assert witness(None, laid, taken).faults({"won_1": ["x", "y"]}) == []
    assert witness(None, laid, taken).faults({"won_1": ["x"]}) == ["won_1"]


def test_differences_name_the_smallest_part() -> None:
    one = {"zones": {"hand": {"count": 2, "cards": ["a"]}}, "round": 1}
    other = {"zones": {"hand": {"count": 2, "cards": ["b"]}}, "turn": 1}
    assert [key for key, _ in differences("view", one, other)] == ["view.round", "view.turn", "view.zones.hand.cards"]


def test_the_figures_of_a_proof() -> None:
    found = prove(Market, {}, [2, 3], 40, seed=1)
    assert found.positions == 40
    assert found.viewers == pytest.approx(40 * 3.5, abs=20), "each seat and a spectator"
    assert found.cards_moved > 40
    assert sum(found.stages.values()) == 40
    assert {"bid", "stalls", "die"} <= set(found.stages)
    assert found.mismatches == []


def test_a_game_without_secrets_moves_no_card_and_passes() -> None:
    found = prove(Heap, {}, [2], 20, seed=1)
    assert (found.cards_moved, found.hidden, found.mismatches) == (0, 0, [])


def test_the_proof_finds_a_redeal_that_loses_a_card() -> None:
    class Careless(Market):
        def redeal(self, viewer: int | None, rng: Random) -> None:
            super().redeal(viewer, rng)
            other = next(seat for seat in range(self.position.seats) if seat != viewer)
            self.position.hands[other] = [*self.position.hands[other][1:], 1]

    keys = {mismatch.key for mismatch in prove(Careless, {}, [2, 3], 60, seed=1).mismatches}
    assert "play_on" in keys


def test_the_proof_finds_a_spectator_who_knows_more() -> None:
    class Gallery(Market):
        def view(self, viewer: int | None) -> dict[str, Any]:
            view = super().view(viewer)
            if viewer is None:
                view["zones"]["hand_0"]["cards"] = [{"c": card} for card in self.zones()["hand_0"]]
            return view

    keys = {mismatch.key for mismatch in prove(Gallery, {}, [2], 30, seed=1).mismatches}
    assert "spectator" in keys
    assert "view.zones.hand_0.cards" in keys


def test_the_proof_finds_a_position_that_is_not_complete() -> None:
    class Forgetful(Market):
        """Keeps something beside the position."""

        memory = 0

        def answer(self, prompt: Any, choice: list[Any]) -> None:
            super().answer(prompt, choice)
            self.memory += 1

        def ask(self) -> list[Any]:
            prompts = super().ask()
            for prompt in prompts if self.memory % 2 else ():
                prompt.options.reverse()
            return prompts

    keys = {mismatch.key for mismatch in prove(Forgetful, {}, [2], 40, seed=1).mismatches}
    assert "load" in keys


class Teller(Emotrions):
    """Emotrions whose events are told otherwise."""

    def __init__(self, position: Any, dice: Any, tell: Tell) -> None:
        super().__init__(position, dice, lambda event: self.pass_on(event, tell))

    def pass_on(self, event: Event, tell: Tell) -> None:
        """Tell this event, or another one."""
        raise NotImplementedError

    def more(self, event: Event, **args: Any) -> Event:
        """The event with further public arguments."""
        return msgspec.structs.replace(event, public=event.public | args)


class PowerOfHiddenPlays(Teller):
    def pass_on(self, event: Event, tell: Tell) -> None:
        tell(self.more(event, power=self.cards.power[self.position.trick[-1][1]]) if event.log == "lays_hidden" else event)


class LengthOfExchangedCards(Teller):
    def pass_on(self, event: Event, tell: Tell) -> None:
        tell(self.more(event, strength=len(event.private["cards"][0])) if event.log == "exchanges" else event)


class AnswersWhenCommitted(Teller):
    def pass_on(self, event: Event, tell: Tell) -> None:
        committed = event.kind == "seat_committed"
        tell(self.more(event, answer=self.position.sealed[event.public["seat"]][0]) if committed else event)


class ValueOfHands(Teller):
    def pass_on(self, event: Event, tell: Tell) -> None:
        value = sum(self.cards.value_of(hand) for hand in self.position.hands)
        tell(self.more(event, mood=value) if event.kind == "turn_began" else event)


class PauseOverKraft(Teller):
    def pass_on(self, event: Event, tell: Tell) -> None:
        tell(event)
        if self.position.bank and self.position.bank[-1] == self.cards.strength:
            tell(Event("phase_began", {"phase": "pause"}))


class NumberOfRequests(Emotrions):
    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        super().unseal(kind, answers)
        self.tell(Event("state_changed", {"requests": sum(answer == ["request"] for answer in answers.values())}))


class UndoWithoutKraft(Teller):
    def pass_on(self, event: Event, tell: Tell) -> None:
        kraft = any(hand[self.cards.strength] for hand in self.position.hands)
        tell(msgspec.structs.replace(event, reveals=event.reveals and not kraft))


class LoneOptionNotAsked(Emotrions):
    def forced(self, prompt: Prompt) -> bool:
        return len(prompt.options) == 1


class OnlyHoldersAsked(Emotrions):
    def ask(self) -> list[Prompt]:
        asked = super().ask()
        holders = [prompt for prompt in asked if len(prompt.options) > 1]
        return holders or asked if self.position.phase == "exchange" else asked

    def unseal(self, kind: str, answers: dict[int, list[Any]]) -> None:
        super().unseal(kind, {seat: answers.get(seat, ["pass"]) for seat in self.position.order})


class RefusalByOthersHands(Emotrions):
    def why_not(self, seat: int, thing: Any) -> Text | None:
        card = self.cards.number.get(thing)
        others = [hand for number, hand in enumerate(self.position.hands) if number != seat]
        return Text("why.signs") if card is not None and any(hand[card] for hand in others) else super().why_not(seat, thing)


EXCHANGE = {"kraft_exchange": "on"}


@pytest.mark.parametrize(
    ("leaking", "options", "key"),
    [
        (PowerOfHiddenPlays, {"style_mode": "fixed", "fixed_flags": {"plays": "down"}}, "told"),
        (LengthOfExchangedCards, EXCHANGE, "told"),
        (AnswersWhenCommitted, {"gleichstart": "on_request"}, "told"),
        (ValueOfHands, {}, "told"),
        (PauseOverKraft, {}, "told"),
        (NumberOfRequests, EXCHANGE, "told"),
        (UndoWithoutKraft, {}, "undo"),
        (LoneOptionNotAsked, {}, "forced"),
        (OnlyHoldersAsked, EXCHANGE, "waiting_for"),
        (RefusalByOthersHands, {}, "why_not"),
    ],
)
def test_the_proof_finds_sly_leaks(leaking: type[Emotrions], options: dict[str, Any], key: str) -> None:
    """PRO-1.2: events, undo, error texts and who is asked depend on nothing hidden either."""
    found = prove(leaking, leaking.meta.check(options, 2), [2, 3], 400, seed=3, first_only=True)
    assert [mismatch.key.partition(".")[0] for mismatch in found.mismatches][:1] == [key]


def test_a_new_game_is_not_held_against_what_was_told_in_the_last_one() -> None:
    """A game of a single deal need not gather its cards to be proved."""

    class Single(Market):
        def __init__(self, position: Any, dice: Any, tell: Tell) -> None:
            super().__init__(position, dice, lambda event: None if event.kind == "cards_shuffled" else tell(event))

    assert prove(Single, {}, [2, 3], 60, seed=1).mismatches == []
