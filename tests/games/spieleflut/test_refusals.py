"""What is refused, why, with which rule, and that it leaves the game as it was."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from channels.db import database_sync_to_async

from games.engine.dice import Dice
from games.engine.errors import GameOver, IllegalChoice, InvalidOptions, NotYourPrompt
from games.engine.game import Setup
from games.spieleflut.cases import Case, Player
from games.spieleflut.rules import Spieleflut
from tests.games.tables.lines import seat as line_of
from tests.games.tables.play import full_table, in_english, run
from tests.games.tables.test_consumers import state

BASIC, RANKS, ALL = ["basis"], ["basis", "rang"], ["basis", "rang", "ereignis"]
Message = dict[str, Any]


def table(
    modules: list[str], *players: Message, seats: int = 2, options: dict[str, bool] | None = None, **given: Any
) -> Spieleflut:
    """A game at a position, written as the worked cases write them (SPF appendix C)."""
    given["players"] = [{"seat": seat} | player for seat, player in enumerate(players)]
    case = {"id": "x", "title": "", "modules": modules, "players": seats, "given": given, "when": [], "then": {}}
    player = Player(msgspec.convert(case | {"options": options or {}}, Case), Spieleflut)
    assert player.differences() == []
    return player.game


def refused(game: Spieleflut, seat: int, names: list[str], error: type[Exception] = IllegalChoice) -> str:
    """Give an answer by names that must be refused with this error; the key of its text. Nothing may have changed."""
    viewers = (*range(game.position.seats), None)
    before = game.dump(), list(game.prompts), [game.view(viewer) for viewer in viewers]
    with pytest.raises(error) as refusal:
        game.apply(seat, game.named(game.prompt_of(seat), names))
    assert (game.dump(), list(game.prompts), [game.view(viewer) for viewer in viewers]) == before
    return str(getattr(refusal.value, "text", refusal.value.args[0]).key)


def on_desk(slot: int, review: str, *attached: str, **more: Any) -> Message:
    """A review on a desk."""
    return {"slot": slot, "review": review, "attached": list(attached)} | more


# --- tables ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats", "named"),
    [
        ({"rang": "yes"}, 2, "rang"),
        ({"ereignis": 1}, 2, "ereignis"),
        ({"long": "maybe"}, 3, "long"),
        ({"pause": True}, 2, "pause"),
        ({"basis": "off"}, 2, "basis"),
        ({}, 1, "seats"),
        ({}, 5, "seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused_naming_the_option(options: Message, seats: int, named: str) -> None:
    """SPF-1.2, SPF-1.3, SPF-1.5."""
    with pytest.raises(InvalidOptions) as refusal:
        Spieleflut.new(options, Setup(seats), Dice(b"table"))
    assert named in [problem.option for problem in refusal.value.problems]


# --- actions ---------------------------------------------------------------------------------------------------------------

MINE = {"hand": ["Z01", "T01", "U01", "M01", "M02"], "desk": [on_desk(0, "R06", "Z02")]}
THEIRS = {"hand": ["Z05"], "desk": [on_desk(0, "R16", deadline=2)]}
WORKING = table(ALL, MINE, THEIRS, state="ACTIONS", events=["S01"])
PENDING = table(RANKS, {}, {}, {}, {}, seats=4, state="REVIEWS", pending=["R06", "R21"])
FULL = table(RANKS, {"desk": [on_desk(0, "R06"), on_desk(1, "R07")], "queue": "R11"}, state="REVIEWS", pending=["R12", "R22"])
DRAWING = table(RANKS, {"hand": ["Z01"], "desk": [on_desk(0, "R06")]}, state="DRAW", discard=["R11", "Z09"])
OPENING = table(BASIC, {"hand": ["R06", "Z01", "R11", "T01", "U01"]}, {"hand": ["Z02"]}, state="DEALT")
FIRST = table(ALL, MINE, THEIRS, state="ACTIONS", round=1, events=["S01"])
REWARDED = table(RANKS, {"rank": 3, "desk": [on_desk(0, "R06")]}, state="REWARD", review_stack=["R21", "R22"])


@pytest.mark.parametrize(
    ("game", "choice", "key"),
    [
        (WORKING, "attach:U01:0", "why.attach"),
        (WORKING, "attach:Z01:1", "why.attach"),
        (WORKING, "attach:Z05:0", "why.attach"),
        (WORKING, "attach:M01:0", "why.attach"),
        (WORKING, "play:M02:1.0", "why.play"),
        (WORKING, "play:M01:1.0", "why.play"),
        (WORKING, "play:Z01", "why.play"),
        (WORKING, "pay:0", "why.pay"),
        (WORKING, "draw:1", "why.step"),
        (WORKING, "place:R06:1", "why.step"),
        (WORKING, "reviews_done", "why.step"),
        (WORKING, "card:Z01", "why.step"),
        (WORKING, "setup_place:R06", "why.step"),
        (WORKING, "win", "error.not_an_option"),
        (WORKING, "", "error.not_an_option"),
        (FIRST, "play:M01:0.0", "why.first_turn"),
        (FIRST, "buy", "why.first_turn"),
        (FIRST, "pause", "why.first_turn"),
        (PENDING, "place:R21:0", "why.place"),
        (PENDING, "place:R06:2", "why.place"),
        (PENDING, "queue:R21", "why.queue"),
        (PENDING, "give_desk:R21:0", "why.give"),
        (PENDING, "give_queue:R21", "why.give"),
        (PENDING, "reviews_done", "why.reviews_done"),
        (PENDING, "promote:0", "why.waiting"),
        (PENDING, "discard_queue", "why.waiting"),
        (PENDING, "team_swap", "why.team_swap"),
        (PENDING, "swap_queue:R06", "why.swap_queue"),
        (PENDING, "fallback_place:R21", "why.fallback"),
        (PENDING, "discard:R07", "why.discard"),
        (PENDING, "draw_extra", "why.step"),
        (PENDING, "end_turn", "why.step"),
        (FULL, "place:R12:0", "why.place"),
        (FULL, "queue:R12", "why.queue"),
        (FULL, "swap_queue:R22", "why.swap_queue"),
        (FULL, "give_desk:R12:0", "why.give"),
        (FULL, "promote:0", "why.waiting"),
        (DRAWING, "draw:1", "why.draw"),
        (DRAWING, "draw:5", "why.draw"),
        (DRAWING, "draw:0", "why.draw"),
        (DRAWING, "take_discard:desk0", "why.take"),
        (DRAWING, "swap_discard", "why.take"),
        (DRAWING, "fallback_take", "why.fallback"),
        (OPENING, "setup_place:R07", "why.setup_place"),
        (OPENING, "setup_place:Z01", "why.setup_place"),
        (OPENING, "give_desk:R06:0", "why.step"),
        (REWARDED, "reward_desk:0", "why.reward"),
        (REWARDED, "draw:1", "why.step"),
    ],
)
def test_what_is_not_offered_is_refused_with_its_reason(game: Spieleflut, choice: str, key: str) -> None:
    """SPF-4 to SPF-9, SPF-13: the state stays, and the reason is the game's where there is one."""
    assert refused(game, game.prompts[0].seat, [choice]) == key


@pytest.mark.parametrize("verb", ["buy", "pay", "pause"])
def test_cards_that_an_action_cannot_take_are_refused(verb: str) -> None:
    """SPF-7.8 to SPF-7.10: too few, too many, twice the same, those of others, what is no activity."""
    game = table(
        ALL, {"hand": ["Z01", "T01", "M01"], "desk": [on_desk(0, "R06", disturbance="S06")]}, {"hand": ["Z05"]},
        state="ACTIONS", events=["S01"],
    )  # fmt: skip
    game.apply(0, game.named(game.prompts[0], [f"{verb}:0" if verb == "pay" else verb]))
    for choice in ([], ["card:Z05"], ["card:Z01", "card:Z01"], ["card:Z01", "card:Z05"], ["end_turn"], ["card:Z01", "end_turn"]):
        assert refused(game, 0, choice).startswith(("error.", "why."))
    if verb == "pay":
        assert refused(game, 0, ["card:Z01", "card:M01"]) == "why.card"
    if verb != "pause":
        assert refused(game, 0, ["card:Z01"]) == "error.pick_exact"


def test_one_card_and_one_purchase_a_turn() -> None:
    """SPF-7.1."""
    hand = ["M05", "M06", "Z01", "Z02", "Z03", "Z04"]
    game = table(ALL, {"hand": hand, "desk": [on_desk(0, "R06")]}, state="ACTIONS", discard=["T01"], events=["S01", "S02"])
    for names in (["play:M05:0.0"], ["buy"], ["card:Z01", "card:Z02"]):
        game.apply(0, game.named(game.prompts[0], names))
    assert refused(game, 0, ["play:M06"]) == "why.played"
    assert refused(game, 0, ["buy"]) == "why.bought"
    assert refused(game, 0, ["pause"]) == "why.pause"


def test_without_the_option_there_is_no_pause() -> None:
    """SPF-7.9."""
    game = table(BASIC, MINE, THEIRS, state="ACTIONS", options={"pause": False})
    assert refused(game, 0, ["pause"]) == "why.pause"


def test_only_who_is_asked_answers_and_nobody_after_the_end() -> None:
    """SPF-14.2, SPF-12.2."""
    for seat in (1, 2, 3):
        assert refused(PENDING, seat, ["discard:R06"], NotYourPrompt)
    game = table(BASIC, {"reach": 29}, {}, state="ACTIONS")
    game.leave(1, "resigned")
    with pytest.raises(GameOver):
        game.apply(0, [("end_turn",)])


# --- over the socket -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_who_sends_what_cannot_be_hears_the_rule_and_changes_nothing(lang: str) -> None:
    """PRO-4.3, PRO-7.4: the game's reason in the language of the client; the next good move goes through."""
    seats = 4
    opened = full_table(seats, {"rang": "on", "ereignis": "on"}, game="spieleflut")
    step = "Das gehört nicht zu dem Schritt, in dem du gerade bist: {state} (SPF-5.2)."
    told: dict[str, str] = {}

    async def scenario() -> None:
        lines = [line_of(opened, number) for number in range(seats)]
        for line in lines:
            await line.__aenter__()
            await line.hello(lang=lang)
        for _ in range(60):
            asked = next(line for line in lines if line.client.facts["prompts"])
            prompt = asked.client.prompt
            if prompt["kind"] == "actions":
                before = await database_state(opened)
                for wrong in ("play:M01:0.0", "buy", "pause", "attach:U01:5", "draw:1", "reviews_done"):
                    answer = await asked.ask("move", **asked.move([wrong]))
                    assert answer["t"] == "error", wrong
                    assert answer["d"]["code"] == "illegal_choice"
                    assert re.search(r"\(SPF-\d+\.\d+\)", answer["d"]["detail"]), answer
                    told[wrong] = answer["d"]["detail"]
                assert await database_state(opened) == before
            assert (await asked.ask("move", **asked.move()))["t"] == "ack"
            for line in lines:
                await line.drain()
            if told:
                break
        for line in lines:
            await line.__aexit__(None, None, None)

    run(scenario)
    shape = step if lang == "de" else in_english(step)
    assert told["draw:1"].startswith(shape.partition("{state}")[0])


async def database_state(opened: Any) -> tuple[Any, ...]:
    """All that is kept of a table."""
    kept: tuple[Any, ...] = await database_sync_to_async(state)(opened)
    return kept
