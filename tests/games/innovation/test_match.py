"""Setup, opening, turns and ends of Innovation: what worked cases cannot say (INN-1 to INN-3, INN-10, INN-13, INN-17)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.errors import Text
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.session import Session, choose
from games.innovation.rules import Innovation, moves, specials
from games.innovation.rules.position import COLORS, FREE, ICONS, SPECIALS
from tests.games.innovation.setting import CARDS, cards, ids, play, table


def fresh(seats: int, told: list[Event] | None = None, seed: bytes = b"match") -> Innovation:
    """A game before the opening melds."""
    return Innovation.new({}, Setup(seats), Dice(seed), (told if told is not None else []).append)


# --- what there is ----------------------------------------------------------------------------------------------------------


def test_the_cards() -> None:
    """INN-1.1, INN-1.2, INN-1.3: 105 different cards, their colours and icon places, an icon for every dogma."""
    assert len({card.name_en for card in CARDS.data}) == len({card.name_de for card in CARDS.data}) == 105
    per_color = Counter((card.age, card.color) for card in CARDS.data)
    assert per_color == {(age, color): 3 if age == 1 else 2 for age in range(1, 11) for color in COLORS}
    for card in CARDS.data:
        assert Counter(card.icons)["age-image"] == 1
        assert card.dogma_icon in card.icons
        assert 1 <= len(card.effects) <= 3
    assert {icon for card in CARDS.data for icon in card.icons} == {*ICONS, "age-image"}


def test_nine_cards_differ_between_the_editions() -> None:
    """INN-16."""
    differ = {card.id for card in CARDS.data if card.editions}
    named = "oars fermenting feudalism measurement statistics societies industrialization combustion fission"
    assert differ == set(named.split())


# --- setup and opening ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup(seats: int) -> None:
    """INN-2.2, INN-2.3: one card of each age 1 to 9 as achievement, two 1s each, dealt one at a time, twice round."""
    told: list[Event] = []
    game = fresh(seats, told)
    p = game.position
    assert [CARDS.age[card] for card in p.achievements] == list(range(1, 10))
    assert [len(pile) for pile in p.supply[1:]] == [15 - 1 - 2 * seats, *[9] * 8, 10]
    assert [event.public["seat"] for event in told if event.log == "draws"] == [*range(seats), *range(seats)]
    assert all([CARDS.age[card] for card in hand] == [1, 1] for hand in p.hands)
    assert p.owners == [FREE] * 9
    assert p.specials == [FREE] * len(SPECIALS)
    assert [(prompt.kind, prompt.secret, len(prompt.options)) for prompt in game.prompts] == [("initial_meld", True, 2)] * seats


def test_another_seed_deals_otherwise() -> None:
    """INN-2.2: the generator is the table's."""
    deals = {tuple(map(tuple, fresh(4, seed=bytes([seed])).position.hands)) for seed in range(5)}
    assert len(deals) == 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_opening_meld_is_no_action(seats: int) -> None:
    """INN-2.6, INN-2.5, INN-3.2: the first in the English alphabet starts, and the turn goes round by seats."""
    game = fresh(seats)
    picks = [prompt.options[0] for prompt in game.prompts]
    for seat, pick in reversed(list(enumerate(picks))):
        assert game.position.boards[seat] == [[] for _ in COLORS], "nothing is melded before all have picked"
        game.apply(seat, [pick])
    names = [CARDS.data[CARDS.of[pick]].name_en.lower() for pick in picks]
    starter = names.index(min(names))
    p = game.position
    assert (p.turn, p.turn_of, p.actions_left) == (1, starter, 1)
    assert [CARDS.ids_of(p.tops(seat)) for seat in range(seats)] == [[pick] for pick in picks]
    assert [len(hand) for hand in p.hands] == [1] * seats
    assert p.tucked == p.scored == [0] * seats
    lengths: list[int] = []
    order: list[int] = []
    while p.turn <= 2 * seats:
        if len(order) < p.turn:
            order.append(p.turn_of)
            lengths.append(p.actions_left)
        play(game, "draw")
    assert order == [(starter + step) % seats for step in range(2 * seats)]
    assert lengths == [1, 1 if seats == 4 else 2, *[2] * (2 * seats - 2)]


def test_the_english_names_decide_whatever_the_language() -> None:
    """INN-2.5: Clothing before The Wheel, though Das Rad would come before Kleidung."""
    game = table({"hand": "the-wheel oars"}, {"hand": "clothing tools"}, phase="opening", turn=0, actions_left=0)
    game.apply(0, ids("the-wheel"))
    game.apply(1, ids("clothing"))
    assert game.position.turn_of == 1


# --- actions ----------------------------------------------------------------------------------------------------------------


def test_a_dogma_without_effect_is_legal_and_uses_the_action() -> None:
    """INN-7.2, INN-7.9: the option says beforehand that nobody would be concerned."""
    game = table({"red": "archery"}, {"red": "metalworking"})
    idle = game.describe(game.prompts[0], "dogma:archery").effect
    assert idle == {"obey": [], "share": [], "idle": True}
    play(game, "dogma:archery")
    assert game.position.actions_left == 1
    game = table({"red": "archery"}, {"blue": "pottery"})
    assert game.describe(game.prompts[0], "dogma:archery").effect == {"obey": [1], "share": []}


def test_the_same_action_twice() -> None:
    """INN-3.1, INN-3.3: the same card, too; what effects draw uses no action."""
    game = table({"green": "the-wheel"}, {"blue": "pottery"})
    play(game, "dogma:the-wheel", "dogma:the-wheel")
    assert len(game.position.hands[0]) == 4
    assert (game.position.turn_of, game.position.actions_left) == (1, 2)


def test_every_card_melds_on_every_other() -> None:
    """INN-5.1: any age on any age."""
    game = table({"green": "databases", "hand": "sailing"}, {})
    play(game, "meld:sailing")
    assert game.position.boards[0][COLORS.index("green")] == cards("databases sailing")


@pytest.mark.parametrize(
    ("score", "top", "offered"),
    [
        ("oars optics", "construction", []),
        ("calendar optics", "archery", [1]),
        ("calendar optics", "construction", [1]),
        ("chemistry banking", "construction", [1, 2]),
        ("chemistry banking", "archery", [1]),
        ("chemistry banking calendar optics", "coal", [1, 2, 3]),
    ],
)
def test_what_can_be_achieved(score: str, top: str, offered: list[int]) -> None:
    """INN-11.1, INN-11.3: five points for each year of age, and a top card as high; special ones are never offered."""
    game = table({"red": top, "score": score, "achieved": "9"}, {})
    options = [option for option in game.prompts[0].options if option.startswith("achieve")]
    assert options == [f"achieve:age-{age}" for age in offered]


# --- what is asked ------------------------------------------------------------------------------------------------------------


def asked(game: Innovation, *answers: str) -> tuple[int, str, list[str]]:
    """Who is asked what after these answers, cards by their names."""
    play(game, *answers)
    prompt = game.prompts[0]
    return prompt.seat, prompt.kind, [option.removeprefix("innovation.") for option in prompt.options]


def test_picks_by_icon_or_color_are_asked_by_the_size_of_the_hand() -> None:
    """INN-8.19: whether one is asked must not tell what one holds; with a single card there is nothing to think about."""
    for hand, options in (("sailing tools", ["sailing"]), ("sailing writing tools", ["writing", "sailing"])):
        game = table({"red": "oars"}, {"blue": "pottery", "hand": hand}, edition="first")
        assert asked(game, "dogma:oars") == (1, "card", options)
    game = table({"red": "oars"}, {"blue": "pottery", "hand": "sailing"}, edition="first")
    assert asked(game, "dogma:oars")[:2] == (0, "action")
    assert game.position.scores[0] == cards("sailing")
    game = table({"red": "oars"}, {"blue": "pottery", "hand": "tools archery"})
    assert asked(game, "dogma:oars")[:2] == (0, "action"), "none fits: the hand is shown instead (INN-12.5)"
    game = table({"green": "clothing", "hand": "oars sailing"}, {})
    assert asked(game, "dogma:clothing") == (0, "card", ["oars"])
    game = table({"yellow": "machinery", "hand": "oars pottery"}, {"green": "clothing"})
    assert asked(game, "dogma:machinery") == (0, "card", ["oars"])
    game = table({"purple": "feudalism"}, {"hand": "oars pottery"})
    assert asked(game, "dogma:feudalism") == (1, "card", ["oars"])


def test_a_may_by_icon_or_color_is_asked_of_every_hand() -> None:
    """INN-8.19: if need be with nothing but to pass, or to be done; never of an empty hand."""
    game = table({"yellow": "masonry", "hand": "pottery oars"}, {})
    assert asked(game, "dogma:masonry") == (0, "card", ["oars", "pass"])
    assert asked(game, "oars") == (0, "card", ["done"])
    game = table({"yellow": "masonry", "hand": "pottery"}, {})
    assert asked(game, "dogma:masonry") == (0, "card", ["pass"])
    game = table({"yellow": "masonry", "hand": "oars"}, {})
    assert asked(game, "dogma:masonry", "oars")[:2] == (0, "action")
    game = table({"purple": "code-of-laws", "hand": "pottery"}, {})
    assert asked(game, "dogma:code-of-laws") == (0, "card", ["pass"])
    game = table({"purple": "code-of-laws"}, {})
    assert asked(game, "dogma:code-of-laws")[:2] == (0, "action")


def test_what_has_one_outcome_is_not_asked() -> None:
    """INN-8.19: all there are, in whatever order, where the order changes nothing."""
    game = table({"red": "construction"}, {"hand": "oars pottery"})
    assert asked(game, "dogma:construction")[:2] == (0, "action")
    assert game.position.hands[0] == cards("pottery oars")
    game = table({"red": "the-pirate-code"}, {"score": "oars pottery coal"})
    assert asked(game, "dogma:the-pirate-code")[:2] == (0, "action")
    assert game.position.scores[0] == cards("pottery oars the-pirate-code")


def test_several_cards_move_in_canonical_order() -> None:
    """INN-8.11: blue, red, green, yellow, purple."""
    told: list[Event] = []
    mine = {"red": "engineering", "yellow": "masonry", "purple": "monotheism", "green": "the-wheel"}
    game = table(mine, {"purple": "mysticism", "red": "archery", "blue": "tools", "yellow": "domestication"}, told=told)
    play(game, "dogma:engineering")
    moved = [event.public["cards"] for event in told if event.kind == "cards_moved"]
    assert moved == [[card] for card in ids("tools archery domestication mysticism")]


# --- special achievements ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn_of", "owner"), [(0, 0), (1, 2), (2, 2)])
def test_two_fulfil_the_same_at_once(turn_of: int, owner: int) -> None:
    """INN-10.7: clockwise from the player whose turn it is."""
    game = table({}, {}, {}, turn_of=turn_of, scored=[6, 0, 6])
    specials.check(game, (0, 2))
    assert game.position.specials == [owner, FREE, FREE, FREE, FREE]


CLOCKS = {"blue": "rocketry", "green": "databases", "red": "fission", "purple": "railroad the-internet/right"}
"""Twelve clocks: enough for World."""


@pytest.mark.parametrize(
    ("special", "enough", "not_quite"),
    [
        ("monument", {"tucked": [6, 0]}, {"tucked": [5, 0], "scored": [5, 0]}),
        ("world", CLOCKS, CLOCKS | {"purple": "railroad the-internet"}),
        (
            "wonder",
            {"blue": "pottery tools/up", "red": "coal oars/right", "green": "sailing compass/up", "yellow": "masonry anatomy/up"}
            | {"purple": "mysticism reformation/right"},
            {"blue": "pottery tools/up", "red": "coal oars/right", "green": "sailing compass/up", "yellow": "masonry anatomy/up"}
            | {"purple": "mysticism reformation/left"},
        ),
        (
            "universe",
            {"blue": "rocketry", "red": "flight", "green": "databases", "yellow": "suburbia", "purple": "socialism"},
            {"blue": "rocketry", "red": "flight", "green": "databases", "yellow": "suburbia", "purple": "railroad"},
        ),
        (
            "empire",
            {
                "blue": "experimentation",
                "red": "coal",
                "green": "databases",
                "yellow": "anatomy",
                "purple": "mysticism enterprise/up",
            },
            {
                "blue": "experimentation",
                "red": "coal",
                "green": "databases",
                "yellow": "anatomy",
                "purple": "mysticism enterprise/left",
            },
        ),
    ],
)
def test_the_thresholds(special: str, enough: dict[str, Any], not_quite: dict[str, Any]) -> None:
    """INN-10.2 to INN-10.6: just enough, and one less."""
    for rows, owner in ((enough, 0), (not_quite, FREE)):
        counters = {name: row for name, row in rows.items() if name in ("tucked", "scored")}
        game = table({name: row for name, row in rows.items() if name not in counters}, {}, **counters)
        specials.check(game, (0,))
        assert game.position.specials[SPECIALS.index(special)] == owner


def test_one_fulfils_several_at_once() -> None:
    """INN-10.7: in their order, and who has enough after the first has won."""
    game = table(CLOCKS, {}, tucked=[6, 0])
    specials.check(game, (0,))
    assert game.position.specials == [0, FREE, 0, FREE, FREE]
    game = table(CLOCKS | {"achieved": "1 2 3 4 5"}, {}, tucked=[6, 0])
    with pytest.raises(moves.GameEnded):
        specials.check(game, (0,))
    assert game.position.specials == [0, FREE, FREE, FREE, FREE]
    assert (game.position.reason, game.position.winners) == ("achievements", [0])


def test_a_claimed_one_is_never_lost() -> None:
    """INN-10.1: nor taken over by somebody who fulfils it as well."""
    game = table({"achieved": "world"}, CLOCKS)
    specials.check(game, (0, 1))
    assert game.position.specials[SPECIALS.index("world")] == 0


# --- ends -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "needed"), [(2, 6), (3, 5), (4, 4)])
def test_achievements_that_win(seats: int, needed: int) -> None:
    """INN-13.2: normal and special ones together, regardless of points."""
    score = "globalization stem-cells databases"
    for so_far, over in ((needed - 2, False), (needed - 1, True)):
        taken = " ".join(["world", *map(str, range(2, so_far + 1))])
        rows: list[dict[str, Any]] = [{} for _ in range(seats)]
        rows[0] = {"red": "archery", "score": "optics calendar", "achieved": taken}
        rows[1] = {"score": score}
        game = table(*rows)
        play(game, "achieve:age-1")
        outcome = game.outcome()
        assert (outcome is not None) is over
        if outcome is not None:
            assert (outcome.reason, outcome.winners(), outcome.scores[:2]) == ("achievements", [0], [5, 30])


def test_six_achievements_of_a_team_win() -> None:
    """INN-13.2, INN-15.4."""
    game = table({"red": "archery", "score": "optics calendar", "achieved": "world 2"}, {}, {"achieved": "3 4 5"}, {}, teams="on")
    play(game, "achieve:age-1")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ([1, 2, 1, 2], "achievements")


def test_the_result() -> None:
    """INN-13.5, RNK-1.3: behind the winner by achievements, then by points, else equal; the card of a victory by dogma."""
    game = table(
        {"green": "self-service", "purple": "mysticism", "score": "oars", "achieved": "1 2 3"},
        {"achieved": "4", "score": "calendar"},
        {"achieved": "5", "score": "optics"},
        {"achieved": "6", "score": "paper"},
        next_cards="pottery",
    )
    play(game, "dogma:self-service")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.ranks == [1, 4, 2, 2]
    assert (outcome.reason, outcome.scores) == ("dogma", [1, 2, 3, 3])
    assert outcome.extra[0] == {"achievements": 3, "points": 1, "card": ids("self-service")[0]}
    assert outcome.extra[2] == {"achievements": 1, "points": 3, "card": ids("self-service")[0]}


def test_an_end_leaves_the_state_as_it_is() -> None:
    """INN-13.1: in the middle of an effect."""
    game = table({"blue": "software", "hand": "oars"}, {}, empty=(10,), next_cards="databases")
    play(game, "dogma:software")
    assert game.position.reason == "points"
    assert game.position.scores[0] == cards("databases")
    assert game.position.hands[0] == cards("oars")
    assert game.prompts == []


# --- what is said ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "card", "log"),
    [
        ({"red": "archery"}, {"red": "oars"}, "dogma"),
        ({"yellow": "domestication", "red": "archery"}, {"red": "oars"}, "dogma"),
        ({"yellow": "masonry"}, {"red": "archery"}, "dogma_idle"),
        ({}, {"green": "sailing"}, "dogma_plain"),
    ],
)
def test_the_log_says_whom_a_dogma_concerns(other: dict[str, str], card: dict[str, str], log: str) -> None:
    """INN-7.4, INN-7.9: also that a demand which nobody has to obey does nothing, though somebody has as many icons."""
    told: list[Event] = []
    game = table(card, other, told=told)
    play(game, "dogma:" + next(iter(card.values())))
    assert next(event.log for event in told if event.kind == "x_innovation_dogma") == log


def test_who_is_asked_for_a_card_reads_whose_it_will_be() -> None:
    """INN-8.6: the victim gives to who demands; with Compass it takes too."""
    game = table({"green": "compass", "purple": "mysticism", "red": "archery"}, {"yellow": "agriculture", "blue": "pottery"}, {})
    play(game, "dogma:compass")
    asked = game.question(game.prompts[0])
    assert (asked.key, asked.args["to"], asked.args["taker"]) == ("prompt.card.transfer", "board", 0)
    play(game, "innovation.pottery")
    asked = game.question(game.prompts[0])
    assert (asked.key, asked.args["to_own"]) == ("prompt.card.transfer.own", "board")


def test_the_button_of_the_opening_says_what_it_does() -> None:
    """INN-2.4, UX-10.4: the card will be played, not only chosen."""
    game = fresh(2)
    prompt = game.prompts[0]
    option = game.describe(prompt, prompt.options[0])
    assert (option.label.key, option.cards) == ("option.meld", (prompt.options[0],))


def test_passing_is_no_action() -> None:
    """INN-3.1, INN-8.19: an action is refused with other words than an effect that is compulsory."""
    game = table({"yellow": "domestication", "hand": "oars tools"}, {})
    assert game.why_not(0, "pass") == Text("why.no_pass")
    play(game, "dogma:domestication")
    assert game.why_not(0, "pass") == Text("why.compulsory")


# --- who leaves --------------------------------------------------------------------------------------------------------------


def test_a_seat_that_left_is_played_on_and_passed_over() -> None:
    """INN-17.7: its cards stay in force, its prompts are answered by declining, it wins nothing."""
    game = table({"red": "robotics"}, {"score": "databases", "blue": "software"}, {"score": "oars"}, empty=(10,))
    game.leave(1, "resigned")
    assert CARDS.ids_of(game.position.tops(1)) == ids("software")
    play(game, "draw")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners(), outcome.ranks) == ("points", [2], [2, 3, 1])
    assert game.position.winners == [2]


def test_a_seat_that_left_does_not_win_by_a_dogma() -> None:
    """INN-17.7: it shares as before."""
    game = table({"green": "self-service"}, {"purple": "enterprise", "achieved": "1 2"}, {"blue": "pottery"})
    game.leave(1, "resigned")
    play(game, "dogma:self-service")
    assert game.outcome() is None
    game = table({"green": "self-service"}, {"purple": "enterprise", "achieved": "1 2"}, {"blue": "pottery"})
    play(game, "dogma:self-service")
    assert game.position.winners == [1]


def test_a_seat_that_left_does_not_end_the_game_by_achievements() -> None:
    """INN-17.7: what it claims while it is played on brings it no victory."""
    game = table({"red": "archery"}, {"achieved": "1 2 3 4"} | CLOCKS, {})
    game.leave(1, "abandoned")
    specials.check(game, (1,))
    assert game.position.specials[SPECIALS.index("world")] == 1
    assert game.outcome() is None


def test_the_turn_of_a_seat_that_left_is_two_draws() -> None:
    """INN-17.7: the default of an action."""
    game = table({"red": "archery"}, {"blue": "pottery"}, {"green": "sailing"}, actions_left=1)
    game.leave(1, "timeout")
    play(game, "draw")
    assert (game.position.turn_of, len(game.position.hands[1])) == (2, 2)


def test_a_victim_that_left_gives_what_it_must() -> None:
    """INN-17.7: compulsory choices take the first option, mays are declined."""
    game = table({"red": "oars"}, {"hand": "sailing writing", "blue": "pottery"}, {}, edition="first", next_cards="masonry")
    game.leave(1, "resigned")
    play(game, "dogma:oars")
    assert game.position.scores[0] == cards("writing"), "the first in the order of the card file"


def test_the_last_one_left_wins_with_what_everybody_has_counted() -> None:
    """INN-13.5, INN-17.7: the end is told, the result has points and achievements, hands are open (INN-12.6)."""
    told: list[Event] = []
    game = table({"hand": "oars", "achieved": "1"}, {"hand": "tools", "score": "coal"}, {"hand": "pottery"}, told=told)
    game.leave(1, "resigned")
    assert game.outcome() is None
    game.leave(2, "timeout")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("left", [1, 3, 2], [0, 5, 0])
    assert [row["achievements"] for row in outcome.extra] == [1, 0, 0]
    assert [event.public["seats"] for event in told if event.kind == "game_ended"] == [[0]]
    assert "cards" in game.view(None)["zones"]["hand_1"]
    assert game.prompts == []


# --- undo --------------------------------------------------------------------------------------------------------------------


def test_undo() -> None:
    """INN-17.8: not after anything hidden has changed; an own decision that showed nothing can be taken back."""
    session = Session(table({"purple": "philosophy", "blue": "pottery tools"}, {}))
    session.game.tell = session.told.append
    session.play(choose(0, ["dogma:philosophy"]))
    session.play(choose(0, ["blue"]))
    assert session.undo_for(0) is None
    assert session.undo_for(1) is not None
    session.play(choose(0, ["draw"]))
    refused = session.undo_for(0)
    assert refused is not None
    assert refused.key == "undo.revealed"
