"""Each operation of the step notation on small positions (Appendix A), on a card whose effects a test writes itself."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine.errors import BrokenData
from games.innovation.cases import Case, Run
from games.innovation.rules import Innovation

DATA = json.loads((Path(__file__).parents[2] / "cases" / "cards" / "innovation.json").read_bytes())
CARD = "writing"
"""The card that is given other effects: blue, age 1, two lightbulbs, which decide who obeys and who shares."""

SHARER, VICTIM = "tools", "agriculture"
"""Top cards with two lightbulbs and with none."""


INNER = ("oars", "sailing", "the-wheel")
"""Cards that are run by others here; the effects of the rest do not matter, and reading them takes time."""

for entry in DATA["cards"]:
    if entry["id"] not in INNER:
        entry["effects"] = [entry["effects"][0] | {"steps": ["draw 1"]}]
        entry.pop("editions", None)


def cards(effects: list[list[Any]], kinds: str) -> bytes:
    """The card file with these effects on `CARD`; kinds: a letter each, `d` for a demand, `e` for a plain effect."""
    file = copy.deepcopy(DATA)
    card = next(card for card in file["cards"] if card["id"] == CARD)
    card["effects"] = [
        {"kind": "demand" if kind == "d" else "effect", "mode": "mixed", "steps": steps, "text_en": "", "text_de": ""}
        for steps, kind in zip(effects, kinds, strict=True)
    ]
    return json.dumps(file).encode()


def has(hand: str = "", score: str = "", achievements: str = "", **board: str) -> dict[str, Any]:
    """What a seat has: names of cards, of a colour from bottom to top, with the direction of a splay at the end."""
    piles: dict[str, Any] = {}
    for color, text in board.items():
        words = text.split()
        splay = words.pop() if words and words[-1] in ("none", "left", "right", "up") else "none"
        piles[color] = {"cards": words, "splay": splay} if words else {"cards": []}
    row: dict[str, Any] = {"hand": hand.split(), "score": score.split(), "board": piles}
    return row | ({"achievements": achievements.split()} if achievements else {})


def answer(text: str) -> dict[str, Any]:
    """`A oars`, `A blue,red`, `A 7`, `A B:3`: a seat and its answer; a list where there is a comma."""
    seat, word = text.split()
    value: Any = word
    if "," in word:
        value = word.strip(",").split(",")
    elif word.isdecimal():
        value = int(word)
    elif ":" in word:
        value = {"player": word[0], "value": int(word[2:])}
    return {"seat": seat, "choose": value}


def differs(effects: list[list[Any]], then: dict[str, dict[str, Any]], *answers: str, **about: Any) -> list[str]:
    """Activate `CARD` of seat A with these effects and answers; what differs from `then`.

    `about` gives seats by their letters, and `kinds` (as in `cards`), `tops` and `empty` (supply piles by age), `teams`, `result`
    (other expectations than those about seats).
    """
    players = {"A": has(), "B": has(green="navigation")} | {name: about[name] for name in "ABCD" if name in about}
    players["A"]["board"].setdefault("blue", {"cards": [CARD]})
    tops = {str(age): names.split() for age, names in about.get("tops", {}).items()}
    case: dict[str, Any] = {
        "id": "X",
        "title": "x",
        "players": sorted(players),
        "teams": [["A", "C"], ["B", "D"]] if about.get("teams") else [],
        "given": {
            "turn": "A",
            "players": players,
            "deck_tops": tops,
            "empty_decks": about.get("empty", []),
        },
        "when": [{"seat": "A", "do": "dogma", "card": CARD}, *map(answer, answers)],
        "then": {"players": then} | about.get("result", {}),
    }
    return Run(msgspec.convert(case, Case), cards(effects, about.get("kinds", "e" * len(effects)))).differences()


# --- how many ---------------------------------------------------------------------------------------------------------------


def test_from_so_many_to_so_many() -> None:
    """`a..b`: at least a, at most b, and as many as there are (INN-8.1)."""
    steps = [["score 2..3 from hand", {"if": "n > 2", "then": ["draw 2"]}]]
    hand = has("archery oars optics paper")
    assert differs(steps, {"A": has("oars optics", "archery paper")}, "A archery", "A paper", "A done", A=hand) == []
    assert (
        differs(
            steps,
            {"A": has("oars calendar", "archery optics paper")},
            "A archery",
            "A paper",
            "A optics",
            A=hand,
            tops={2: "calendar"},
        )
        == []
    )
    assert differs(steps, {"A": has("", "archery")}, A=has("archery")) == []
    assert differs(steps, {"A": has()}) == []


def test_any_number_is_one_or_more() -> None:
    """INN-8.2: choosing none is the same as passing."""
    steps = [["may score any from hand", {"if": "n == 2", "then": ["draw 2"]}]]
    hand = has("archery oars")
    assert differs(steps, {"A": has("archery oars")}, "A pass", A=hand) == []
    assert differs(steps, {"A": has("archery", "oars")}, "A oars", "A done", A=hand) == []
    both = differs(steps, {"A": has("calendar", "archery oars")}, "A oars", "A archery", A=hand, tops={2: "calendar"})
    assert both == []


def test_a_number_below_nothing_is_nothing() -> None:
    """Appendix A: below 0 counts as 0; with 0 nobody is asked."""
    steps: list[list[Any]] = [
        ["score {count(hand) - 1} from hand", {"if": "n == 0", "then": ["draw 1 times count(score) - 1", "draw n + 2"]}]
    ]
    assert differs(steps, {"A": has("calendar")}, tops={2: "calendar"}) == []
    assert differs(steps, {"A": has("oars calendar")}, A=has("oars"), tops={2: "calendar"}) == []
    assert differs(steps, {"A": has("oars", "archery")}, "A archery", A=has("oars archery")) == []


def test_the_number_is_worked_out_before_the_first_card() -> None:
    """INN-8.9: what is drawn and melded meanwhile changes nothing in it."""
    steps = [["draw_meld 1 times icons(you, castle) // 2"]]
    seat = has(yellow="masonry", red="oars")
    assert (
        differs(
            steps,
            {"A": has(blue=CARD, yellow="masonry", red="oars archery", purple="mysticism")},
            A=seat,
            tops={1: "archery mysticism"},
        )
        == []
    )


def test_a_price_is_paid_in_full_or_not_begun() -> None:
    """INN-8.2: `3!`; once begun it cannot be broken off."""
    steps = [["may return 3! from hand", {"if": "n == 3", "then": ["draw 3"]}]]
    assert differs(steps, {"A": has("archery oars")}, A=has("archery oars")) == []
    assert differs(steps, {"A": has("archery oars optics")}, "A pass", A=has("archery oars optics")) == []
    broken_off = differs(steps, {}, "A oars", "A done", A=has("archery oars optics"))
    assert "is refused" in broken_off[0]


def test_a_computed_may_is_all_or_nothing() -> None:
    """INN-8.3: willing or not, then the full number or all there are."""
    steps: list[list[Any]] = [["may tuck {icons(you, lightbulb) * 2 - 1} from hand", {"if": "n > 0", "then": ["draw 2"]}]]
    assert differs(steps, {"A": has("archery")}, "A no", A=has("archery")) == []
    then = {"A": has("calendar", red="archery oars")}
    assert differs(steps, then, "A yes", "A oars", A=has("archery oars"), tops={2: "calendar"}) == []
    hand, answers = has("archery oars optics paper"), ("A yes", "A oars", "A paper", "A archery")
    then = {"A": has("calendar optics", red="archery oars", green="paper")}
    assert differs(steps, then, *answers, A=hand, tops={2: "calendar"}) == []


# --- which ------------------------------------------------------------------------------------------------------------------


def test_the_highest_one_after_another() -> None:
    """INN-8.5: repeatedly a card of the currently highest value; ties are the choice of who carries it out (INN-8.6)."""
    steps = [["score 2 highest from hand"]]
    tie_below = has("optics calendar mathematics oars")
    assert differs(steps, {"A": has("calendar oars", "optics mathematics")}, "A mathematics", A=tie_below) == []
    tie_above = has("optics paper engineering oars")
    assert differs(steps, {"A": has("optics oars", "engineering paper")}, "A engineering", "A paper", A=tie_above) == []
    assert differs(steps, {"A": has("", "oars optics")}, A=has("oars optics")) == []


def test_the_lowest_and_all_the_lowest() -> None:
    """INN-8.5."""
    seat = has("archery oars calendar", "optics")
    assert differs([["score 1 lowest from hand"]], {"A": has("archery calendar", "optics oars")}, "A oars", A=seat) == []
    assert differs([["score all lowest from hand"]], {"A": has("calendar", "optics archery oars")}, A=seat) == []
    assert differs([["score all highest from hand"]], {"A": has("archery oars", "optics calendar")}, A=seat) == []
    assert differs([["score all lowest from hand"]], {"A": has("", "optics")}, A=has("", "optics")) == []


@pytest.mark.parametrize(
    ("where", "scored"),
    [
        ("age(c) in (2, 3)", "calendar optics"),
        ("age(c) <= 2", "archery oars calendar the-wheel"),
        ("not has(c, castle)", "calendar optics"),
        ("has(c, crown) and age(c) > 1", "optics"),
        ("has(c, leaf) or color(c) == red and age(c) == 1", "archery oars calendar"),
        ("color(c) not in colors(you)", "archery oars optics the-wheel"),
        ("color(c) in (green, yellow)", "the-wheel"),
        ("c != archery and c != the-wheel", "oars calendar optics"),
        ("color(c) == color(it)", "archery oars optics"),
        ("age(c) == age(it) and c != it", "oars the-wheel"),
        ("age(c) == n", "archery oars the-wheel"),
    ],
)
def test_conditions(where: str, scored: str) -> None:
    """`where`: `c` is the candidate, `it` the card of the step before."""
    hand = "archery oars calendar optics the-wheel"
    left = [name for name in hand.split() if name not in scored.split()]
    steps = ["select 1 from hand where c == archery", f"score all from hand where {where}"]
    assert differs([steps], {"A": has(" ".join(left), scored)}, A=has(hand)) == []


def test_top_bottom_and_whole_pile() -> None:
    """Zones of the board; what lies under a top card is not a top card of the same sentence (INN-8.10)."""
    seat = has(red="coal oars archery left", green="sailing clothing")
    assert differs([["score all from top where has(c, castle)"]], {"A": has("", "archery", red="coal oars left")}, A=seat) == []
    assert differs([["score 2 from top where has(c, castle)"]], {"A": has("", "archery", red="coal oars left")}, A=seat) == []
    assert differs([["score 1 from bottom where color(c) == red"]], {"A": has("", "coal", red="oars archery left")}, A=seat) == []
    all_red = {"A": has("", "archery coal oars", red="", green="sailing clothing")}
    assert differs([["score all from pile where color(c) == red"]], all_red, A=seat) == []
    all_but = {"A": has("", "coal oars", red="archery none")}
    assert (
        differs(
            [["select 1 from top where color(c) == red", "score all from pile where color(c) == color(it) and c != it"]],
            all_but,
            A=seat,
        )
        == []
    )


def test_top_cards_of_others() -> None:
    """`opponents.` and `everyone.`: one set of all those cards, of which who carries it out picks."""
    seats = {"B": has(yellow=VICTIM, green="clothing"), "C": has(yellow="fermenting", red="oars")}
    steps = [["transfer 1 from opponents.top where has(c, leaf) to score"]]
    then = {"A": has("", "fermenting"), "B": has(yellow=VICTIM, green="clothing"), "C": has(yellow="", red="oars")}
    assert differs(steps, then, "A fermenting", **seats) == []
    steps = [[f"return 1 from everyone.top where c != {CARD}"]]
    then = {"A": has(blue=CARD), "B": has(yellow=VICTIM, green="clothing"), "C": has(yellow="fermenting", red="")}
    assert differs(steps, then, "A oars", result={"deck_bottom": {"1": ["oars"]}}, **seats) == []


def test_hidden_cards_of_others_are_taken_by_value() -> None:
    """INN-8.7: a player and a value, one after the other."""
    seats = {"B": has("", "oars calendar", yellow=VICTIM), "C": has("", "optics", green="clothing")}
    then = {"A": has("", ""), "B": has("", "oars"), "C": has("", "")}
    result = {"deck_bottom": {"2": ["calendar"], "3": ["optics"]}}
    assert differs([["return 2 from opponents.score"]], then, "A C:3", "A B:2", result=result, **seats) == []
    assert differs([["return 3 from opponents.score"]], {"B": has()}, B=has("", "oars", yellow=VICTIM)) == []


# --- what is known afterwards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "then"),
    [
        (["return 1 from hand", "draw age(it) + 1"], has("paper")),  # it goes on being the card, wherever that is
        (["score 1 from hand", "draw 2 times n"], has("mathematics", "calendar")),
        (["draw 2 times 2", "score 1 from hand where c == it"], has("calendar mathematics", "fermenting")),
        (["draw 2 times 0", {"if": "n == 0", "then": ["draw 3"]}], has("calendar paper")),
        (["draw 2 times 2 -> d", "score all from d", "draw 3 times values(d)"], has("calendar paper", "mathematics fermenting")),
        (["let k = age(it) + count(hand)", "score 1 from hand", "draw k * 3"], has("paper", "calendar")),
        (["select 1 from hand", "draw age(it) * 2 - n"], has("calendar paper")),
        (["reveal 1 from hand", "return it", "draw n + 2"], has("paper")),
        (
            ["select 1 from hand", "splay left blue", {"if": "n == 0", "then": ["score 1 from hand where c == it"]}],
            has("", "calendar"),
        ),
        (
            ["select 1 from hand", "exchange all from score with all from score", "draw n + 3 * age(it) // 2"],
            has("calendar paper"),
        ),
        (["score 1 from hand where age(c) == 9", {"if": "n > 0", "then": ["draw 2"], "else": ["draw 3"]}], has("calendar paper")),
        (
            ["score 1 from hand", {"if": "n > 0", "then": ["draw 2", {"if": "has(it, crown)", "then": ["draw 3"]}]}],
            has("mathematics paper", "calendar"),
        ),
    ],
)
def test_what_a_step_leaves(steps: list[Any], then: dict[str, Any]) -> None:
    """`n`, `it`, named lists and values; `splay` and `exchange` set only `n`."""
    tops = {2: "mathematics fermenting monotheism", 3: "paper optics"}
    assert differs([steps], {"A": then}, A=has("calendar"), tops=tops) == []


def test_a_declined_step_leaves_nothing() -> None:
    """Appendix A: `n` is 0 and there is no `it`, so that `execute it` does nothing."""
    steps = ["select 1 from hand", "may score 1 from hand", {"if": "n == 0", "then": ["draw 2"]}]
    assert differs([steps], {"A": has("oars calendar")}, "A pass", A=has("oars"), tops={2: "calendar"}) == []
    steps = ["may meld 1 from hand", "execute it", "draw 2"]
    assert differs([steps], {"A": has("sailing calendar")}, "A pass", A=has("sailing"), tops={2: "calendar"}) == []
    assert (
        differs(
            [steps],
            {"A": has("calendar", green="sailing", red="oars")},
            "A sailing",
            A=has("sailing"),
            tops={1: "oars", 2: "calendar"},
        )
        == []
    )


def test_each_player_begins_with_nothing_known() -> None:
    """INN-17.2: the sharer's names and numbers are not the active player's."""
    steps = [["draw 2 times count(hand) + 1 -> d", {"if": "n == 1", "then": ["score all from d"]}]]
    seats = {"A": has(), "B": has("oars", blue=SHARER)}
    tops = {2: "calendar mathematics fermenting", 1: "archery"}
    then = {"B": has("oars calendar mathematics"), "A": has("archery", "fermenting")}
    assert differs(steps, then, tops=tops, result={"sharing_bonus": True}, **seats) == []


def test_repeat_keeps_only_flags() -> None:
    """INN-8.12: the same player, the effect from its start."""
    steps = [
        "draw 1 times count(score) + 1",
        {"if": "not flag(again)", "then": ["set again", "repeat effect"], "else": ["draw 2"]},
    ]
    assert differs([steps], {"A": has("oars archery calendar")}, tops={1: "oars archery", 2: "calendar"}) == []
    steps = [
        {"if": "n > 0", "then": ["draw 2"]},
        {"if": "not flag(again)", "then": ["draw 1", "set again", "repeat effect"]},
    ]
    assert differs([steps], {"A": has("oars")}, tops={1: "oars"}) == [], "the second time nothing has been drawn yet"


def test_flags_of_a_demand_are_read_by_the_effects_after_it() -> None:
    """INN-8.13: over all victims; INN-9.7: of this activation."""
    effects: list[list[Any]] = [
        ["transfer 1 from hand to me.score", {"if": "n > 0", "then": ["set moved"]}],
        [{"if": "flag(moved)", "then": ["draw 2"]}],
    ]
    seats = {"B": has("", yellow=VICTIM), "C": has("oars", green="the-wheel")}
    assert differs(effects, {"A": has("calendar", "oars")}, kinds="de", tops={2: "calendar"}, **seats) == []
    seats["C"] = has("", green="the-wheel")
    assert differs(effects, {"A": has()}, kinds="de", **seats) == []


def test_an_inner_card_begins_without_flags_and_leaves_the_outer_ones() -> None:
    """INN-9.7: Oars finds no `transferred` of the card that runs it; that one's own is still there afterwards."""
    effects: list[list[Any]] = [
        ["set transferred", "meld 1 from hand", "execute it", "draw 2"],
        [{"if": "flag(transferred)", "then": ["draw 3"]}],
    ]
    then = {"A": has("archery calendar paper", red="oars"), "B": has("clothing")}
    assert (
        differs(effects, then, A=has("oars"), B=has("clothing", yellow=VICTIM), tops={1: "archery", 2: "calendar", 3: "paper"})
        == []
    )


def test_an_inner_card_runs_for_one_player_and_the_outer_effect_goes_on() -> None:
    """INN-9.1, INN-9.3, INN-9.4: the sharer first, each alone, `n` and `it` are what they were."""
    steps = [["select 1 from hand", "execute it", "score 1 from hand where c == it", "draw 3 times n"]]
    seats = {"A": has("the-wheel"), "B": has("sailing", blue=SHARER)}
    tops = {1: "oars archery metalworking mysticism", 3: "paper optics"}
    then = {"B": has("paper", "sailing", red="oars"), "A": has("archery metalworking optics mysticism", "the-wheel")}
    assert differs(steps, then, tops=tops, result={"sharing_bonus": True}, **seats) == []


def test_the_tally_belongs_to_the_whole_action() -> None:
    """INN-9.7: it adds up over effects, per player."""
    steps: list[Any] = [
        "may return any from hand",
        "tally n",
        {"if": "tally(you) > most_tally(opponents)", "then": ["draw_score 8"]},
    ]
    seats = {"A": has("oars archery sailing"), "B": has("pottery", blue=SHARER)}
    tops = {8: "flight mobility rocketry", 1: "mysticism"}
    answers = ("B pottery", "A oars", "A done", "A pass")
    then = {"B": has("", "flight"), "A": has("archery sailing mysticism")}
    assert differs([steps, steps], then, *answers, tops=tops, **seats) == [], "1 against 1"
    more = ("B pottery", "A oars", "A done", "A archery", "A done")
    then = {"B": has("", "flight"), "A": has("sailing mysticism", "mobility")}
    assert differs([steps, steps], then, *more, tops=tops, **seats) == [], "2 against 1"


# --- verbs that move --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "then"),
    [
        ("meld 1 from hand", has(red="coal optics archery left")),
        ("tuck 1 from hand", has(red="archery coal optics left")),
        ("score 1 from hand", has("", "archery", red="coal optics left")),
        ("return 1 from hand", has(red="coal optics left")),
        ("transfer 1 from hand to board", has(red="coal optics archery left")),
        ("transfer 1 from hand to score", has("", "archery", red="coal optics left")),
        ("transfer 1 from top where color(c) == red to hand", has("archery optics", red="coal none")),
        ("transfer 1 from bottom where color(c) == red to board", has("archery", red="optics coal none")),
        ("reveal 1 from hand", has("archery", red="coal optics left")),
        ("select 1 from hand", has("archery", red="coal optics left")),
    ],
)
def test_verbs(step: str, then: dict[str, Any]) -> None:
    """Where a card goes; a splayed pile stays so until it is too small, and does not remember it (INN-5.2, INN-5.3)."""
    assert differs([[step]], {"A": then}, A=has("archery", red="coal optics left")) == []


@pytest.mark.parametrize(
    ("step", "counters"),
    [
        ("meld", (0, 0)),
        ("tuck", (1, 0)),
        ("score", (0, 1)),
        ("return", (0, 0)),
        ("transfer", (0, 0)),
        ("draw_tuck", (1, 0)),
        ("draw_score", (0, 1)),
    ],
)
def test_what_counts_for_monument(step: str, counters: tuple[int, int]) -> None:
    """INN-10.2: only tucked and scored cards; with five of each before, the sixth claims it."""
    text = f"{step} 1" if step.startswith("draw") else f"{step} 1 from hand" + (" to score" if step == "transfer" else "")
    for kind, so_far in (("tucked", counters[0]), ("scored", counters[1])):
        case = {
            "id": "X",
            "title": "x",
            "players": ["A", "B"],
            "given": {
                "turn": "A",
                "players": {"A": {"hand": ["oars"], "board": {"blue": {"cards": [CARD]}}}},
                "monument_counters": {"A": {kind: 5}},
            },
            "when": [{"seat": "A", "do": "dogma", "card": CARD}],
            "then": {"players": {"A": {"achievements": ["monument"] if so_far else []}}},
        }
        assert Run(msgspec.convert(case, Case), cards([[text]], "e")).differences() == []


def test_melds_of_a_group_are_asked_card_by_card() -> None:
    """INN-8.11: also where the order seems not to matter; the last goes without asking."""
    seat = has("archery oars pottery")
    then = {"A": has(blue=f"{CARD} pottery", red="oars archery")}
    assert differs([["meld all from hand"]], then, "A oars", "A archery", A=seat) == []
    then = {"A": has(blue=f"pottery {CARD}", red="archery oars")}
    assert differs([["tuck all from hand"]], then, "A oars", "A archery", A=seat) == []
    then = {"A": has("archery oars pottery", blue=CARD)}
    assert differs([["may meld all from hand"]], then, "A no", A=seat) == []


def test_returns_of_a_group_are_ordered_age_by_age() -> None:
    """INN-8.11: lowest age first, one order for each age of two or more."""
    seat = has("oars archery optics calendar mathematics")
    result = {"deck_bottom": {"1": ["oars", "archery"], "2": ["mathematics", "calendar"], "3": ["optics"]}}
    answers = ("A oars,archery", "A mathematics,calendar")
    assert differs([["return all from hand"]], {"A": has()}, *answers, A=seat, result=result) == []
    seats = {"A": has(red="oars"), "B": has(yellow=VICTIM, green="compass")}
    result = {"deck_bottom": {"1": ["oars", VICTIM], "3": ["compass"]}}
    then = {"A": has(blue=CARD, red=""), "B": has(yellow="", green="")}
    assert differs([[f"return all from everyone.top where c != {CARD}"]], then, f"A oars,{VICTIM}", result=result, **seats) == []


def test_returns_from_score_piles_go_round_from_who_carries_it_out() -> None:
    """INN-8.11: the own cards first, then clockwise by owner; the sharer before the active player."""
    seats = {"A": has("", "oars"), "B": has("", "pottery", blue=SHARER), "C": has("", "sailing", green="the-wheel")}
    result = {"deck_bottom": {"1": ["pottery", "sailing", "oars"]}}
    then = {"A": has("archery"), "B": has(), "C": has()}
    steps = [["return all from everyone.score where age(c) == 1"]]
    assert differs(steps, then, tops={1: "archery"}, result=result, **seats) == []


def test_the_rest_of_a_list_is_melded() -> None:
    """`meld rest of d`: what has not moved yet; the demander picks where the card says so (INN-8.6 a)."""
    effects = [["draw_reveal 2 times 2 -> d", "transfer 1 from d to me.board chosen by me", "meld rest of d"]]
    then = {"A": has(blue=f"{CARD} mathematics"), "B": has("", purple="monotheism")}
    assert differs(effects, then, "A mathematics", kinds="d", B=has(yellow=VICTIM), tops={2: "monotheism mathematics"}) == []


def test_a_pile_that_was_empty_can_be_drawn_from_again() -> None:
    """INN-8.16, INN-4.2."""
    steps = [["return 1 from hand", "draw 2", "draw 2"]]
    assert differs(steps, {"A": has("calendar paper")}, A=has("calendar"), tops={3: "paper"}, empty=[2]) == []


def test_a_draw_beyond_the_last_age_ends_the_game_at_once() -> None:
    """INN-4.3, INN-13.1: nothing after it happens, the card before stays drawn."""
    steps = [["draw 10", "draw_score 11", "score 1 from hand"]]
    result = {"game_over": True, "winners": ["B"], "reason": "points"}
    seats = {"A": has("", "oars"), "B": has("", "calendar", yellow=VICTIM)}
    assert differs(steps, {"A": has("databases", "oars")}, tops={10: "databases"}, result=result, **seats) == []
    assert (
        differs(
            [["draw 10 times 3"]], {"A": has("databases", "oars")}, tops={10: "databases"}, empty=[10], result=result, **seats
        )
        == []
    )


def test_may_draw() -> None:
    """`may draw_tuck X` is asked first."""
    steps = [["may draw_tuck 1", {"if": "n > 0", "then": ["draw 2"], "else": ["draw 3"]}]]
    tops = {1: "pottery", 2: "calendar", 3: "paper"}
    assert differs(steps, {"A": has("calendar", blue=f"pottery {CARD}")}, "A yes", tops=tops) == []
    assert differs(steps, {"A": has("paper", blue=CARD)}, "A no", tops=tops) == []


# --- exchange ---------------------------------------------------------------------------------------------------------------


def test_ties_of_an_exchange_are_broken_by_the_owners() -> None:
    """INN-8.6 b, INN-17.6: first whose cards are named first; groups may be uneven (INN-8.14)."""
    effects = [["exchange 2 highest from hand with 1 lowest from me.hand"]]
    seats = {"A": has("oars archery optics"), "B": has("calendar mathematics fermenting sailing", yellow=VICTIM)}
    then = {"A": has("oars optics calendar fermenting"), "B": has("mathematics sailing archery")}
    assert differs(effects, then, "B fermenting", "B calendar", "A archery", kinds="d", **seats) == []


def test_an_exchange_of_nothing_for_something_is_one_and_of_nothing_for_nothing_none() -> None:
    """INN-8.14, INN-7.7: `n` is 1 or 0."""
    steps: list[Any] = ["exchange all from hand with all lowest from score", {"if": "n == 0", "then": ["draw_score 2"]}]
    assert differs([steps], {"A": has("oars", "optics")}, A=has("", "oars optics")) == []
    assert differs([steps], {"A": has("", "calendar")}, tops={2: "calendar"}) == []
    willing: list[Any] = [
        "may exchange all highest from hand with all highest from score",
        {"if": "n == 0", "then": ["draw_score 2"]},
    ]
    seat = has("oars optics", "mathematics pottery")
    assert differs([willing], {"A": has("oars mathematics", "optics pottery")}, "A yes", A=seat) == []
    assert (
        differs([willing], {"A": has("oars optics", "mathematics pottery calendar")}, "A no", A=seat, tops={2: "calendar"}) == []
    )


# --- splay and the order of piles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "offered"),
    [
        ("left any", "red green yellow"),
        ("up any", "red green yellow purple"),
        ("left green|blue", "green"),
        ("right any currently left", "purple"),
        ("right any currently up", ""),
        ("left purple", ""),
    ],
)
def test_only_a_splay_that_changes_something_is_offered(what: str, offered: str) -> None:
    """INN-6.4, INN-6.5: two cards and another direction; in the order of the colours; always with `pass` (INN-8.19)."""
    seat = has(
        red="coal archery", green="sailing clothing right", yellow="masonry agriculture", purple="mysticism philosophy left"
    )
    found = differs([["may " + f"splay {what}"]], {}, A=seat)
    words = [*offered.split(), "pass"] if offered else []
    assert found == (
        [f"after the last step a decision is open: A color {json.dumps(words, separators=(',', ':'))}"] if words else []
    )


def test_a_compulsory_splay_and_its_number() -> None:
    """`splay right k` is not asked; `n` says whether anything changed."""
    effects: list[list[Any]] = [["choose color -> k", "splay right k", "draw n + 1"]]
    seat = has(red="coal archery", green="sailing clothing right")
    tops = {1: "oars", 2: "calendar"}
    assert differs(effects, {"A": has("calendar", red="coal archery right")}, "A red", A=seat, tops=tops) == []
    assert differs(effects, {"A": has("oars", green="sailing clothing right")}, "A green", A=seat, tops=tops) == []
    assert differs(effects, {"A": has("oars", blue=f"{CARD} none")}, "A blue", A=seat, tops=tops) == []


def test_unsplay() -> None:
    """A pile that is not splayed stays as it is, and nothing happened (INN-7.7)."""
    effects = [["select 1 from hand", "unsplay color(it)"]]
    for splay, bonus in (("left", True), ("none", False)):
        seats = {"A": has("oars", red="archery optics"), "B": has("metalworking", blue=SHARER, red=f"coal engineering {splay}")}
        hand = "oars paper" if bonus else "oars"
        then = {"A": has(hand, red="archery optics none"), "B": has("metalworking", red="coal engineering none")}
        assert differs(effects, then, tops={3: "paper"}, result={"sharing_bonus": bonus}, **seats) == []


def test_rearranging_to_the_same_order_is_nothing() -> None:
    """INN-17.4: allowed, and then nothing happened; the active player may decline."""
    seats = {"A": has(red="archery optics"), "B": has(blue=SHARER, red="coal engineering left")}
    for order, bonus in (("coal,engineering", False), ("engineering,coal", True)):
        icons = {"castle": 2 if bonus else 3}  # Tools shows one; Engineering two on top, one when covered
        then = {
            "B": has(red=f"{order.replace(',', ' ')} left") | {"icons": icons},
            "A": has("paper" if bonus else "", red="archery optics"),
        }
        answers = ("B red", f"B {order}", "A pass")
        assert differs([["may rearrange 1"]], then, *answers, tops={3: "paper"}, result={"sharing_bonus": bonus}, **seats) == []


# --- choices ----------------------------------------------------------------------------------------------------------------


def test_two_colors_are_chosen() -> None:
    """`choose 2 colors`: exactly two."""
    steps: list[list[Any]] = [["choose 2 colors -> k", "draw_reveal 1", {"if": "color(it) in k", "then": ["meld it"]}]]
    assert differs(steps, {"A": has("", red="oars")}, "A green,red", tops={1: "oars"}) == []
    assert differs(steps, {"A": has("oars")}, "A green,blue", tops={1: "oars"}) == []
    assert "is refused" in differs(steps, {}, "A green,", tops={1: "oars"})[0]


def test_a_value_is_chosen() -> None:
    """`choose value`: 1 to 10."""
    steps = [["choose value -> v", "return all from everyone.score where age(c) == v"]]
    seats = {"A": has("", "oars optics"), "B": has("", "pottery calendar", yellow=VICTIM)}
    then = {"A": has("", "optics"), "B": has("", "calendar")}
    assert differs(steps, then, "A 1", result={"deck_bottom": {"1": ["oars", "pottery"]}}, **seats) == []
    assert differs(steps, {"A": has("", "oars optics")}, "A 10", **seats) == []


def test_a_player_is_chosen() -> None:
    """`choose player`: the only one without asking, unless it may be declined; `o` alone asks whether one was."""
    then_give: dict[str, Any] = {"if": "o", "then": ["transfer 1 from hand to o.hand"], "else": ["draw 2"]}
    poorer: list[list[Any]] = [["choose player from opponents_below(points) -> o", then_give]]
    willing: list[list[Any]] = [["may choose player from opponents -> o", then_give]]
    seats = {"A": has("oars", "calendar"), "B": has("", "optics", yellow=VICTIM), "C": has("", "pottery", green="the-wheel")}
    assert differs(poorer, {"A": has("", "calendar"), "C": has("oars", "pottery")}, **seats) == []
    assert differs(willing, {"A": has("", "calendar"), "B": has("oars", "optics")}, "A B", **seats) == []
    tops = {2: "mathematics"}
    assert differs(willing, {"A": has("oars mathematics", "calendar")}, "A pass", tops=tops, **seats) == []
    assert differs(poorer, {"A": has("oars mathematics")}, tops=tops, **(seats | {"A": has("oars")})) == []


def test_branches() -> None:
    """`choose` among labels, with or without a way to decline; the effect goes on after them."""
    branches = [{"label": "score", "do": ["draw_score 2"]}, {"label": "draw", "do": ["draw 2"]}]
    tops = {2: "calendar", 3: "paper"}
    steps: list[list[Any]] = [[{"choose": branches, "may": True}, "draw 3"]]
    assert differs(steps, {"A": has("paper", "calendar")}, "A score", tops=tops) == []
    assert differs(steps, {"A": has("paper calendar")}, "A draw", tops=tops) == []
    assert differs(steps, {"A": has("paper")}, "A pass", tops=tops) == []
    assert "is refused" in differs([[{"choose": branches}]], {}, "A pass", tops=tops)[0]


def test_each() -> None:
    """`each`: clockwise from the left of who carries it out; partners are no opponents (INN-15.2)."""
    steps: list[list[Any]] = [
        [{"each": "opponents", "as": "o", "do": ["transfer all lowest from o.hand to hand", {"if": "n > 1", "then": ["draw 2"]}]}]
    ]
    seats = {
        "B": has("oars pottery optics", yellow=VICTIM),
        "C": has("sailing", green="the-wheel"),
        "D": has("paper", purple="mysticism"),
    }
    then = {"A": has("oars pottery sailing paper calendar"), "B": has("optics"), "C": has(""), "D": has("")}
    assert differs(steps, then, tops={2: "calendar"}, **seats) == []
    then = {"A": has("oars pottery paper calendar"), "B": has("optics"), "C": has("sailing"), "D": has("")}
    assert differs(steps, then, tops={2: "calendar"}, teams=True, **seats) == []


# --- claims and ends --------------------------------------------------------------------------------------------------------


def test_a_claim_is_something_that_happened_if_it_is_free() -> None:
    """INN-10.8, INN-7.7."""
    for owned, bonus in (("", True), ("world", False)):
        seats = {"A": has(achievements=owned), "B": has(blue=SHARER)}
        then = {"B": {"achievements": [] if owned else ["world"]}, "A": {"hand": ["oars"] if bonus else []}}
        assert differs([["claim world"]], then, tops={1: "oars"}, result={"sharing_bonus": bonus}, **seats) == []


@pytest.mark.parametrize(
    ("step", "bonus"),
    [
        ("select 1 from hand", False),
        ("reveal 1 from hand", True),
        ("splay left blue", False),
        ("score 1 from hand where age(c) == 9", False),
        ("choose value -> v", False),
        ("exchange all from score with all from score", False),
        ("exchange all from hand with all from score", True),
        ("set something", False),
        ("tally 1", False),
    ],
)
def test_what_counts_as_something_that_happened(step: str, bonus: bool) -> None:
    """INN-7.7."""
    answers = ("B 3", "A 3") if "value" in step else ()
    seats = {"A": has(), "B": has("oars", blue=SHARER)}
    assert differs([[step]], {}, *answers, tops={1: "archery"}, result={"sharing": ["B"], "sharing_bonus": bonus}, **seats) == []


WIN = {"game_over": True, "reason": "dogma"}


def test_win_you() -> None:
    """INN-13.4: who carries it out, so that the sharer comes first; in the team game the team."""
    seats = {"A": has(), "B": has(blue=SHARER), "C": has(yellow=VICTIM)}
    assert differs([["win you"]], {}, result=WIN | {"winners": ["B"]}, **seats) == []
    seats |= {"B": has(yellow=VICTIM), "C": has(green="the-wheel"), "D": has(purple="mysticism")}
    assert differs([["win you"]], {}, teams=True, result=WIN | {"winners": ["A", "C"]}, **seats) == []


@pytest.mark.parametrize(
    ("step", "points", "winner"),
    [
        ("win single most points", "3 2 1 0", "A"),
        ("win single most points", "1 3 3 0", ""),
        ("win single fewest points", "3 2 1 0", "D"),
        ("win single fewest points", "3 0 3 0", ""),
    ],
)
def test_win_single(step: str, points: str, winner: str) -> None:
    """INN-13.4: exactly one; otherwise play goes on."""
    piles = {
        "A": iter(("oars", "calendar", "optics")),
        "B": iter(("archery", "mathematics", "paper")),
        "C": iter(("pottery", "fermenting", "engineering")),
    }
    piles["D"] = iter(("sailing", "currency", "medicine"))
    seats = {name: has("", _worth(piles[name], int(number))) for name, number in zip("ABCD", points.split(), strict=True)}
    seats["B"]["board"] = {"yellow": {"cards": [VICTIM]}}
    result = WIN | {"winners": [winner]} if winner else {"game_over": False}
    assert differs([[step]], {}, result=result, **seats) == []


def _worth(names: Any, points: int) -> str:
    """The one of three cards, worth 1 to 3, that is worth these points."""
    pile = list(names)
    return pile[points - 1] if points else ""


@pytest.mark.parametrize(
    ("step", "scores", "winners"),
    [
        ("win single most points", ("optics", "calendar", "", "oars"), "tie"),  # 3 + 0 against 2 + 1
        ("win single most points", ("optics", "calendar", "pottery", "oars"), "AC"),
        ("win single fewest points", ("optics", "oars", "calendar", "archery"), "BD"),  # both members of one team have the fewest
        ("win single fewest points", ("oars", "archery", "calendar", "optics"), "tie"),
    ],
)
def test_win_single_in_the_team_game(step: str, scores: tuple[str, ...], winners: str) -> None:
    """INN-15.4: combined points where the most are asked for, else single players, whose tie within a team is no tie."""
    seats = {name: has("", score) for name, score in zip("ABCD", scores, strict=True)}
    result = {"game_over": False} if winners == "tie" else WIN | {"winners": list(winners)}
    assert differs([[step]], {}, teams=True, result=result, **seats) == []


def test_win_single_most_icons() -> None:
    """`win single most icons leaf` counts what is visible."""
    seats = {"A": has(), "B": has(yellow=VICTIM), "C": has(green="clothing the-wheel right")}
    assert differs([["win single most icons leaf"]], {}, result=WIN | {"winners": ["B"]}, **seats) == []
    seats["C"] = has(green="sailing clothing right", yellow="fermenting")
    assert differs([["win single most icons leaf"]], {}, result=WIN | {"winners": ["C"]}, **seats) == []
    seats["C"] = has(yellow="fermenting", green="sailing")
    assert differs([["win single most icons leaf"]], {}, result={"game_over": False}, **seats) == []


def test_the_end_of_a_dogma_ends_the_action_only() -> None:
    """INN-14.1, INN-14.2: later victims, later effects and the sharing draw are skipped; the turn goes on."""
    effects = [["draw 1", "remove hands boards scores", "end dogma"], ["draw 2"]]
    seats = {
        "A": has("oars", "optics", achievements="age-1"),
        "B": has("pottery", yellow=VICTIM),
        "C": has("", "paper", green="the-wheel"),
    }
    then = {"A": has(blue="") | {"achievements": ["age-1"]}, "B": has(yellow=""), "C": has(green="")}
    result = {"removed_count": 8, "actions_left": 1, "turn": "A", "sharing_bonus": False}
    assert differs(effects, then, kinds="de", tops={1: "sailing"}, result=result, **seats) == []
    seats = {"A": has(), "B": has(blue=SHARER), "C": has(green="the-wheel")}
    result = {"removed_count": 5, "sharing": ["B"], "sharing_bonus": False}
    effects = [["draw 1"], ["remove hands boards scores", "end dogma"]]
    assert differs(effects, {"A": has(blue="")}, kinds="ed", tops={1: "sailing pottery"}, result=result, **seats) == []


def test_show_opponents_hands() -> None:
    """`show opponents.hand` reveals them, and moves nothing."""
    seats = {"B": has("pottery oars", yellow=VICTIM), "C": has("", green="the-wheel")}
    assert (
        differs(
            [["show opponents.hand", "draw 2"]], {"A": has("calendar"), "B": has("pottery oars")}, tops={2: "calendar"}, **seats
        )
        == []
    )


# --- functions --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("icons(you, castle)", 5),
        ("len(colors(you))", 3),
        ("len(colors(you) - colors_of(opponents))", 2),
        ("ncolors(you)", 3),
        ("most_colors(opponents)", 2),
        ("ncolors_with(you, castle)", 2),
        ("ncards(you, red)", 3),
        ("ncards(you, purple)", 0),
        ("count(hand)", 2),
        ("count(everyone.score)", 6),
        ("max_age(top)", 4),
        ("max_age(opponents.top)", 2),
        ("top_age(you, red)", 4),
        ("top_age(you, yellow)", 0),
        ("values(score)", 2),
        ("nsplayed(you)", 1),
        ("nsplayed(you, left)", 1),
        ("nsplayed(you, up)", 0),
        ("min_nonpurple_top(you)", 1),
        ("min_icons(everyone, castle)", 0),
        ("achievements(you)", 2),
        ("most_achievements(opponents)", 1),
        ("len(opponents_below(points))", 1),
        ("7 // 2 * 2 - 1", 5),
    ],
)
def test_numbers(expression: str, value: int) -> None:
    """Appendix A, functions: what they count on one position."""
    assert _holds(f"{expression} == {value}")
    assert not _holds(f"{expression} > {value}")


def _holds(condition: str) -> bool:
    """Whether a condition holds for seat A in a position with something of everything."""
    seats = {
        "A": has("engineering calendar", "fermenting mathematics optics", "age-1 world", red="archery oars gunpowder left"),
        "B": has("", "sailing", "age-2", yellow=VICTIM, green="currency"),
        "C": has("", "coal physics", yellow="masonry"),
    }
    seats["A"]["board"]["green"] = {"cards": ["the-wheel"]}
    steps: list[Any] = [{"if": condition, "then": ["draw_score 10"], "else": ["draw 10"]}]
    scored = {"A": {"score": ["fermenting", "mathematics", "optics", "databases"]}}
    kept = {"A": {"hand": ["engineering", "calendar", "databases"]}}
    yes, no = (differs([steps], then, tops={10: "databases"}, **copy.deepcopy(seats)) for then in (scored, kept))
    assert (yes == []) != (no == [])
    return yes == []


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("all_tops(you, castle)", False),
        ("splay_of(you, red) == left", True),
        ("splay_of(you, red) == right", False),
        ("any_color(hand, blue)", True),
        ("any_color(hand, green)", False),
        ("repeated_color(hand)", False),
        ("repeated_color(score)", False),
        ("repeated_color(everyone.score)", True),
        ("nobody_more(clock, castle)", True),
        ("nobody_more(castle, clock)", False),
        ("is_top_anywhere(currency)", True),
        ("is_top_anywhere(archery)", False),
        ("is_top_anywhere(self-service)", False),
        ("yellow in colors_of(opponents)", True),
        ("yellow in colors(you)", False),
        ("flag(something)", False),
        ("not flag(something) and ncolors(you) == 3", True),
    ],
)
def test_truths(condition: str, holds: bool) -> None:
    """Appendix A, functions that are conditions."""
    assert _holds(condition) is holds


def test_conditions_over_all_top_cards_hold_for_none() -> None:
    """INN-10.8: an empty board, or nothing but purple."""
    steps: list[Any] = [
        f"score 1 from top where c == {CARD}",
        {"if": "all_tops(you, crown) and min_nonpurple_top(you) > 10", "then": ["draw 2"]},
    ]
    assert differs([steps], {"A": has("calendar", CARD, blue="")}, tops={2: "calendar"}) == []


# --- what is not in the notation --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "step",
    [
        "dance",
        "draw",
        "draw x",
        "score 1 from pocket",
        "score 1 from z.hand",
        "score 1 from hand where taste(c) == 1",
        "score 1 from hand where age(c",
        "transfer 1 from hand to moon.hand",
        "splay sideways red",
        "splay left pink",
        "claim moon",
        "choose 3 colors -> k",
        "show hand",
        {"unless": "n > 0", "then": []},
        {"if": "age(it", "then": []},
        7,
    ],
)
def test_what_cannot_be_read_is_refused(step: Any) -> None:
    """With the name of the card."""
    with pytest.raises(BrokenData, match=f"{CARD}: "):
        Innovation.read_cards(cards([[step]], "e"))
