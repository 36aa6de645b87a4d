"""What holds at every moment of Online Marketing Generals, whatever is played, and that nothing hidden leaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.engine import plants, proof
from games.engine.dice import Dice
from games.engine.errors import InvalidOptions
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.playout import Audit, next_prompt, playout, random_choice, series
from games.engine.session import Command, Session
from games.omg.cases import run as run_case
from games.omg.rules import GAME, Omg, board, ending, specials
from games.omg.rules.cards import ATTACHABLE
from games.omg.rules.position import NOBODY, SEATS, Side

STARTERS = list(GAME.cards.starters.values())


def played(seed: int, options: dict[str, Any] | None = None) -> Iterator[Omg]:
    """A random game as it stands before each decision, and at its end."""
    rng = Random(seed)
    game = GAME.new(options or {}, GAME.random_setup({}, 2, rng), Dice(b"%d" % seed))
    while game.prompts:
        yield game
        prompt = next_prompt(game, rng)
        game.apply(prompt.seat, random_choice(prompt, rng, GAME.pick_at_random))
    yield game


def opened(seed: int, **changes: Any) -> Omg:
    """A game with starter decks at the first action prompt; both keep their hands."""
    game = GAME.new({}, Setup(2, starter=0, **changes), Dice(b"%d" % seed))
    while game.prompts[0].kind != "action":
        lapse(game)
    return game


def lapse(game: Omg) -> None:
    """One question is answered as when time is up."""
    prompt = next_prompt(game, Random(0))
    game.apply(prompt.seat, prompt.timeout())


# --- at every moment ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_what_holds_at_every_moment(seed: int) -> None:
    """OMG-1.7, OMG-6.1, OMG-7.1, OMG-7.4, OMG-11.2, OMG-12.7."""
    for game in played(seed):
        p, cards = game.position, game.cards
        users = [user for side in p.sides for user in side.users]
        assert all(side.op >= 0 and side.ep >= 0 for side in p.sides)
        assert p.actions >= 0
        assert p.attacks <= 2
        assert all(user.shield >= 0 for user in users)
        assert all(min(board.stats(game, user, seat)) >= 0 for seat in SEATS for user in p.sides[seat].users)
        assert all(len(board.missions(game, seat)) <= 1 for seat in SEATS)
        personalities = Counter(user.card for user in users if cards.personality[user.card])
        assert all(count == 1 for count in personalities.values())
        assert all(cards.type[user.attached.card] in ATTACHABLE for user in users if user.attached)
        uids = [user.uid for user in users]
        assert len(set(uids)) == len(uids)
        assert {force.user for force in p.forces} - {NOBODY} <= set(uids)
        if p.reason is None:
            assert all(side.ep < p.options.target for side in p.sides) or p.agenda[-1].kind == "split"


@pytest.mark.parametrize("seed", range(6))
def test_what_is_known_is_true(seed: int) -> None:
    """OMG-14: what somebody has seen of hidden cards is there, until it is lost."""

    def within(part: list[int], whole: list[int]) -> bool:
        return not Counter(part) - Counter(whole)

    for game in played(seed):
        for side in game.position.sides:
            assert within(side.known_hand, side.shown_hand)
            assert within(side.shown_hand, side.hand)
            assert within(side.known_deck, side.deck)
            assert within(side.known, side.hand + side.deck)
            assert 0 <= side.seen_top + side.seen_bottom <= len(side.deck)


def test_no_card_is_lost_and_every_game_ends() -> None:
    tally = series(GAME, {}, [2], 12, 41)
    assert tally.errors == []
    assert tally.games == 12


@pytest.mark.parametrize("target", ["10", "200"])
def test_any_target_can_be_played(target: str) -> None:
    """OMG-1.2."""
    game = GAME.new({"target": target}, Setup(2), Dice(b"target"))
    audit = Audit()
    audit.game = game
    playout(game, Random(3), audit)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason in ("target", "deck_out", "stall")
    if outcome.reason == "target":
        assert max(outcome.scores) >= int(target)


# --- nothing leaks --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"cut": "on"}], ids=str)
def test_the_view_law(options: dict[str, Any]) -> None:
    """OMG-14.2, PRO-1.2."""
    found = proof.prove(GAME, options, [2], 40, 11)
    assert [str(mismatch) for mismatch in found.mismatches] == []
    assert found.cards_moved > 1000


def test_planted_leaks_are_found() -> None:
    """A proof that cannot fail proves nothing."""
    for plant in plants.PLANTS[:3]:
        found = proof.prove(plant.spoil(GAME), {}, [2], 60, 12, plant.decide, plant.told, first_only=True)
        assert found.mismatches, plant.name


def hand_of(cards: list[str]) -> dict[str, Any]:
    return {
        "id": "X",
        "title": "x",
        "given": {
            "A": {"hand": ["B271", "B146", "B112"], "users": [{"card": "B014"}]},
            "B": {"hand": cards, "users": [{"card": "B001"}]},
        },
    }


@pytest.mark.parametrize("cards", [["B112"], ["B283"], ["B284"], ["B275"]], ids=str)
def test_windows_do_not_tell_who_holds_an_answer(cards: list[str]) -> None:
    """OMG-11.10: whoever holds any card at all is asked, in the same windows."""
    response = [{"seat": "B", "kind": "window", "window": "W-RESP"}]
    announced = [{"seat": "B", "kind": "window", "window": "W-ACT"}]
    fight = {"seat": "A", "do": "attack", "attacker": "A1", "defender": "B1", "tactic": "S"}
    when = [
        {"seat": "A", "do": "special", "card": "B271"},
        {"do": "check", "window": "W-RESP", "then": {"prompts": response}},
        {"seat": "A", "do": "website", "card": "B146"},
        {"do": "check", "window": "W-ACT", "then": {"prompts": announced}},
        fight,
        {"seat": "A", "do": "pass"},
    ]
    then = {"window": "W-COMBAT", "prompts": [{"seat": "B", "kind": "window", "window": "W-COMBAT"}]}
    assert run_case(hand_of(cards) | {"when": when, "then": then}, b"") == []


def test_a_window_asks_only_for_what_can_be_played() -> None:
    """OMG-11.2: every prompt of a window has the pass first, and it is its default."""
    for seed in range(4):
        for game in islice(played(seed), 300):
            for prompt in game.prompts:
                if prompt.kind == "window":
                    assert prompt.options[0] == ("pass",)
                    assert prompt.timeout() == [("pass",)]
                    assert prompt.clock == "window"
                    assert game.position.sides[prompt.seat].hand


# --- setup ----------------------------------------------------------------------------------------------------------------------


def test_both_start_with_seven_cards_and_ten_points() -> None:
    """OMG-4.2."""
    game = GAME.new({}, Setup(2), Dice(b"deal"))
    for side in game.position.sides:
        assert (len(side.hand), len(side.deck), side.op, side.ep) == (7, 53, 10, 0)
    assert [(prompt.seat, prompt.kind, prompt.secret) for prompt in game.prompts] == [
        (0, "mulligan", True),
        (1, "mulligan", True),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_mulligan_goes_on_until_there_is_a_user(seed: int) -> None:
    """OMG-4.4, OMG-4.6: each rejected hand is shown, and all are hands without a user."""
    deck = {"B001": 2} | {f"B{number}": 5 for number in range(111, 122)} | {"B122": 3}
    events: list[Event] = []
    game = GAME.new({}, Setup(2, decks=(deck, deck)), Dice(b"%d" % seed), events.append)
    for prompt in list(game.prompts):
        game.apply(prompt.seat, [prompt.options[-1]])
    users = {GAME.cards.ids[number] for number in range(len(GAME.cards.names)) if GAME.cards.is_user[number]}
    shown = [event for event in events if event.log == "shows_hand"]
    assert all(not users & set(event.public["cards"]) and len(event.public["cards"]) == 7 for event in shown)
    redrawn = {event.public["seat"] for event in events if event.log == "redraws"}
    for seat in redrawn:
        assert any(GAME.cards.is_user[card] for card in game.position.sides[seat].hand)


def test_cutting_moves_the_top_to_the_bottom() -> None:
    """OMG-4.1: both cut at the same time, before the deal."""
    plain, cut = (GAME.new({"cut": "on"}, Setup(2), Dice(b"cut")) for _ in range(2))
    decks = [side.deck[:] for side in plain.position.sides]
    assert [prompt.options for prompt in plain.prompts] == [list(range(60))] * 2
    for game, positions in ((plain, (0, 0)), (cut, (5, 59))):
        for seat in SEATS:
            game.apply(seat, [positions[seat]])
    for seat, position in ((1, 5), (0, 59)):
        whole = cut.position.sides[seat].deck + cut.position.sides[seat].hand[::-1]
        assert whole == decks[seat][60 - position :] + decks[seat][: 60 - position]
    assert plain.position.sides[0].hand == decks[0][:-8:-1]


def test_a_deck_that_is_not_legal_is_refused() -> None:
    """OMG-2.1, OMG-2.2."""
    for deck in ({"B001": 5}, {f"B00{number}": 5 for number in range(1, 10)} | {"B010": 15}, {"X": 60}):
        with pytest.raises(InvalidOptions):
            GAME.new({}, Setup(2, decks=(deck, STARTERS[0])), Dice(b"x"))


def test_decks_with_few_users_draw_a_warning() -> None:
    """OMG-2.3: allowed, but hardly meant."""
    rules = GAME.decks
    assert rules is not None
    deck = {"B001": 5, "B002": 5, "B005": 4} | {f"B{number}": 5 for number in range(111, 120)} | {"B120": 1}
    assert rules.check(deck) == []
    assert [warning.text.key for warning in rules.warnings(deck)] == ["deck.few_users"]
    assert rules.warnings(STARTERS[0]) == []
    assert rules.limit("B001") == 5
    assert rules.limit("X") == 0


def test_who_has_won_less_starts() -> None:
    """OMG-4.3: equal experience is for the coin."""
    game = GAME.new({"starter": "less_experienced"}, Setup(2, experience=(7, 3)), Dice(b"x"))
    assert game.first_seat() == 1
    starters = {
        GAME.new({"starter": "less_experienced"}, Setup(2, experience=(3, 3)), Dice(b"%d" % n)).first_seat() for n in range(20)
    }
    assert starters == {0, 1}
    assert GAME.new({}, Setup(2, starter=1), Dice(b"x")).first_seat() == 1


# --- the turn -------------------------------------------------------------------------------------------------------------------


def test_nobody_attacks_in_the_first_round() -> None:
    """OMG-5.6."""
    for seed in range(6):
        for game in played(seed):
            if max(side.turns for side in game.position.sides) > 1:
                break
            options = [option for prompt in game.prompts for option in prompt.options if isinstance(option, tuple)]
            assert not any(option[0] in ("attack", "attack_player") for option in options)


def test_why_something_is_not_offered_is_told() -> None:
    """OMG-5.5, OMG-5.6, OMG-6.1, OMG-6.2: by what everybody may know."""
    game = opened(5)
    seat = game.position.turn
    assert reason(game, seat, "attack:u1:u2") == "reason.first_round"
    game.position.sides[seat].op = 0
    assert reason(game, seat, "play_user:B042") == "reason.too_dear"
    game.position.actions = 0
    assert reason(game, seat, "surf") == "reason.no_actions"
    assert reason(game, 1 - seat, "surf") == "reason.not_now"
    assert reason(game, seat, "nonsense") == ""


def reason(game: Omg, seat: int, thing: str) -> str:
    """Why something is not offered, by its key."""
    text = game.why_not(seat, thing)
    return "" if text is None else text.key


def test_cards_drawn_last_are_discarded_when_time_is_up() -> None:
    """OMG-15: and of an optional discard nothing."""
    game = opened(9)
    seat = game.position.turn
    side = game.position.sides[seat]
    newest = side.deck[-2:]
    side.hand += newest
    del side.deck[-2:]
    while game.prompts[0].kind != "discard":
        lapse(game)
    prompt = game.prompts[0]
    assert prompt.pick == (2, 2)
    assert [card for card, _copy in prompt.timeout()] == newest


def test_the_loser_of_a_deck_is_whoever_must_draw() -> None:
    """OMG-5.2: whatever the EP."""
    game = opened(2)
    seat = game.position.turn
    game.position.sides[1 - seat] = Side(ep=49, hand=[], deck=[])
    game.position.decks[1 - seat] = []
    while game.prompts:
        lapse(game)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners()) == ("deck_out", [seat])


def test_who_leaves_has_lost() -> None:
    """OMG-10.4."""
    game = opened(1)
    game.leave(0, "resigned")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners() == [1]
    assert outcome.scores == [0, 0]


def test_a_finished_game_does_nothing_more() -> None:
    """OMG-10: what was still to be done is not."""
    game = opened(3)
    ending.finish(game, 0, "target")
    ending.finish(game, 1, "stall")
    assert (game.position.winner, game.position.reason, game.position.agenda) == (0, "target", [])


def test_announcements_lie_open_until_they_are_resolved() -> None:
    """OMG-3.1, OMG-11.4."""
    seen = Counter[str]()
    for seed in range(4):
        for game in played(seed):
            for one in game.position.announced:
                seen[one.kind] += 1
                assert specials.announced_of(game, one.uid) is one
            waiting = game.zones()["announced"]
            assert len(waiting) == sum(one.card >= 0 for one in game.position.announced) + len(game.position.fallen)
    assert {"special", "user", "attachment", "surf", "mission", "website"} <= set(seen)


# --- taking back ----------------------------------------------------------------------------------------------------------------


def test_a_choice_can_be_taken_back_until_the_opponent_is_asked() -> None:
    """OMG-15.1: who attacks whom before the tactic is told, but no action that the opponent could answer."""
    seen = Counter[str]()
    for seed in range(4):
        rng = Random(seed)
        session = Session.begin(GAME, {}, GAME.random_setup({}, 2, rng), Dice(b"%d" % seed))
        while session.game.prompts:
            prompt = next_prompt(session.game, rng)
            choice = random_choice(prompt, rng, GAME.pick_at_random)
            turn = session.game.position.turns
            session.play(Command(prompt.seat, choice=[session.game.token(option) for option in choice]))
            asked = {other.seat for other in session.game.prompts}
            if prompt.kind == "action" and choice[0][0] == "attack":
                seen["attack"] += 1
                assert session.undo_for(prompt.seat) is None
            elif asked == {1 - prompt.seat} and turn:
                seen["asked"] += 1
                assert session.undo_for(prompt.seat) is not None
    assert min(seen["attack"], seen["asked"]) > 3


# --- windows and what is asked in them ------------------------------------------------------------------------------------------


def test_classes_of_windows_tell_nothing_of_hands() -> None:
    """OMG-11.11, OMG-11.13, PRO-1.4: what a window is about is on the table; an attack is always urgent."""
    classes: Counter[str] = Counter()
    urgent: set[str] = set()
    for seed in range(4):
        for game in played(seed):
            for prompt in game.prompts:
                assert bool(prompt.stop) is (prompt.kind == "window")
                classes[prompt.stop] += 1
                if prompt.urgent:
                    urgent.add(prompt.stop)
                    assert prompt.kind == "window"
                if prompt.stop in ("combat", "player"):
                    assert prompt.urgent
    assert {"combat", "response", "act", "small", "start", "end"} <= set(classes)
    assert not urgent & {"start", "end", "small"}


def test_options_tell_what_an_attack_would_come_to() -> None:
    """OMG-8.4, OMG-8.5: each tactic, and each special card in the window, with both sides' blows; looking changes nothing."""
    told: Counter[str] = Counter()
    for seed in range(6):
        for game in played(seed):
            for prompt in game.prompts:
                fighting = game.position.combat is not None and game.position.combat.defender != NOBODY
                if not fighting or prompt.kind not in ("tactic", "window"):
                    continue
                before = game.dump()
                for option in prompt.options:
                    effect = game.describe(prompt, option).effect
                    if "strike" in effect:
                        told[prompt.kind] += 1
                        assert {effect["strike"]["strike"], effect["back"]["back"]} <= {"nothing", "shield", "stun", "defeat"}
                assert game.dump() == before
                if prompt.kind == "tactic":
                    assert all("strike" in game.describe(prompt, option).effect for option in prompt.options)
    assert told["tactic"] > 10
    assert told["window"] > 5
