"""What holds at every moment of every game of Innovation (INN-17.9), counted anew from the card file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.dice import Dice
from games.engine.errors import EngineError
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.playout import next_prompt, random_choice
from games.engine.prompt import Prompt
from games.innovation.rules import Innovation
from games.innovation.rules.position import FREE, Position

FILE = json.loads((Path(__file__).parents[2] / "cases" / "cards" / "innovation.json").read_bytes())
CARDS = {f"innovation.{card['id']}": card for card in FILE["cards"]}
ORDER = list(CARDS)
SPECIALS = [special["id"] for special in FILE["special_achievements"]]
COLORS = ["blue", "red", "green", "yellow", "purple"]
ICONS = ["crown", "leaf", "lightbulb", "castle", "factory", "clock"]
SHOWN = {"none": (), "left": (3,), "right": (0, 1), "up": (1, 2, 3)}
"""The icon places a covered card shows (INN-6.2)."""

NEEDED = {2: 6, 3: 5, 4: 4}

TABLES = st.sampled_from(
    [(seats, edition, "off") for seats in (2, 3, 4) for edition in ("latest", "first")]
    + [(4, "latest", "on"), (4, "first", "on")]
)
SEEDS = st.integers(0, 2**48)
Table = tuple[int, str, str]


def fresh(table: Table, seed: int, told: list[Event] | None = None) -> Innovation:
    """A game from its beginning."""
    seats, edition, teams = table
    tell = (lambda event: None) if told is None else told.append
    return Innovation.new({"edition": edition, "teams": teams}, Setup(seats), Dice(f"{seed}".encode()), tell)


def scattered(table: Table, seed: int) -> Innovation:
    """A game in its middle: cards of all ages anywhere, piles splayed; what is fulfilled then has been claimed."""
    game, rng = fresh(table, seed), Random(seed)
    p, cards = game.position, game.cards
    pool = list(range(len(cards.names)))
    rng.shuffle(pool)
    for seat in range(p.seats):
        p.hands[seat] = sorted(pool.pop() for _ in range(rng.randint(0, 6)))
        p.scores[seat] = sorted(pool.pop() for _ in range(rng.randint(0, 4)))
        for _ in range(rng.randint(1, 10)):
            card = pool.pop()
            p.boards[seat][cards.color[card]].append(card)
        p.splays[seat] = [rng.randint(0, 3) if len(pile) > 1 else 0 for pile in p.boards[seat]]
    p.supply = [[] for _ in p.supply]
    p.achievements = []
    for card in pool:
        p.supply[cards.age[card]].append(card)
    for age in range(1, 10):
        if not p.supply[age]:
            return scattered(table, seed + 1)
        p.achievements.append(p.supply[age].pop())
    everyone = (1 << (p.seats + 1)) - 1
    p.seen = [0] * len(p.seen)
    for seat in range(p.seats):
        for card in p.hands[seat] + p.scores[seat]:
            p.seen[card] = 1 << seat
        for card in (card for pile in p.boards[seat] for card in pile):
            p.seen[card] = everyone
    p.phase, p.turn, p.turn_of, p.actions_left = "action", 9, rng.randrange(p.seats), 2
    game = Innovation.at(p, game.dice, game.tell)
    for number, special in enumerate(SPECIALS):
        who = [seat for seat in range(p.seats) if fulfils(game, seat, special)]
        p.specials[number] = who[0] if who else FREE
    return game if not winners(game) else scattered(table, seed + 1)


def play(game: Innovation, seed: int, most: int = 400) -> Iterator[tuple[Prompt, list[Any]]]:
    """Answer at random: each prompt and its answer before that is given. Dogmas are preferred, or hardly a card would be used."""
    rng = Random(seed)
    while game.prompts and most:
        most -= 1
        prompt = next_prompt(game, rng)
        choice = random_choice(prompt, rng)
        if prompt.kind == "action" and rng.random() < 0.6:
            choice = [rng.choice([option for option in prompt.options if option.startswith(("dogma", "achieve", "draw"))])]
        yield prompt, choice
        game.apply(prompt.seat, choice)


# --- counted anew -----------------------------------------------------------------------------------------------------------


def icons_of(view: dict[str, Any], seat: int) -> Counter[str]:
    """The visible icons of a player, from the piles as they are shown."""
    found: Counter[str] = Counter()
    for color in COLORS:
        pile = view["zones"][f"{color}_{seat}"]
        for depth, shown in enumerate(pile["cards"]):
            places = SHOWN[pile["splay"]] if depth else range(4)
            found.update(CARDS[shown["c"]]["icons"][place] for place in places)
    del found["age-image"]
    return found


def tops_of(view: dict[str, Any], seat: int) -> list[str]:
    return [view["zones"][f"{color}_{seat}"]["cards"][0]["c"] for color in COLORS if view["zones"][f"{color}_{seat}"]["cards"]]


def fulfils(game: Innovation, seat: int, special: str) -> bool:
    """Whether a player fulfils the condition of a special achievement (INN-10)."""
    view = game.view(None)
    icons, facts = icons_of(view, seat), view["seats"][seat]
    if special == "monument":
        return bool(facts["tucked"] >= 6 or facts["scored"] >= 6)
    if special == "empire":
        return all(icons[icon] >= 3 for icon in ICONS)
    if special == "world":
        return icons["clock"] >= 12
    if special == "wonder":
        return all(view["zones"][f"{color}_{seat}"]["splay"] in ("right", "up") for color in COLORS)
    tops = tops_of(view, seat)
    return len(tops) == 5 and all(CARDS[card]["age"] >= 8 for card in tops)


def winners(game: Innovation) -> list[int]:
    """Who has achievements enough (INN-13.2)."""
    p = game.position
    counts = [p.owners.count(seat) + p.specials.count(seat) for seat in range(p.seats)]
    if p.teams:
        return [seat for seat in range(4) if counts[seat] + counts[(seat + 2) % 4] >= 6]
    return [seat for seat in range(p.seats) if counts[seat] >= NEEDED[p.seats]]


def check(game: Innovation) -> None:
    """The invariants of INN-17.9 and what else must hold between decisions."""
    zones, view, p = game.zones(), game.view(None), game.position
    there = [card for cards in zones.values() for card in cards]
    assert Counter(there) == Counter(ORDER), "each of the 105 cards exactly once"
    for seat in range(p.seats):
        facts = view["seats"][seat]
        for color in COLORS:
            pile = view["zones"][f"{color}_{seat}"]
            assert pile["splay"] == "none" or pile["count"] > 1, "no single card is splayed"
            assert [shown["c"] for shown in pile["cards"]] == zones[f"{color}_{seat}"]
            assert all(CARDS[shown["c"]]["color"] == color for shown in pile["cards"])
        assert facts["icons"] == {icon: icons_of(view, seat)[icon] for icon in ICONS}
        assert facts["points"] == sum(CARDS[card]["age"] for card in zones[f"score_{seat}"])
        assert facts["top"] == max((CARDS[card]["age"] for card in tops_of(view, seat)), default=0)
        assert facts["achievements"] == len(zones[f"claimed_{seat}"]) + len(facts["specials"])
        for viewer in (*range(p.seats), None):
            shown = game.view(viewer)["zones"] if p.reason is None else {}
            for name in (f"hand_{seat}", f"score_{seat}") if shown else ():
                assert ("cards" in shown[name]) == (viewer == seat)
                assert seat == viewer or shown[name]["backs"] == sorted(CARDS[card]["age"] for card in zones[name])
    owned = [special for facts in view["seats"] for special in facts["specials"]]
    assert sorted(owned + view["specials"]) == sorted(SPECIALS), "every special achievement has at most one owner"
    if p.reason is None:
        free = [special for special in view["specials"] if any(fulfils(game, seat, special) for seat in range(p.seats))]
        assert free == [], "what is fulfilled is claimed at once (INN-10.1)"
        assert winners(game) == [], "who has enough has won at once (INN-13.2)"


def check_prompt(game: Innovation, prompt: Prompt) -> None:
    """INN-17.4: options stand in a fixed order; INN-8.19: only what would betray a hand is asked with one answer."""
    options = list(prompt.options)
    assert options
    assert len(set(options)) == len(options)
    assert not set(options[:-1]) & {"pass", "done", "no"}, "declining stands last"
    if prompt.kind == "action":
        verbs = [option.partition(":")[0] for option in options]
        assert verbs == sorted(verbs, key=["draw", "meld", "dogma", "achieve"].index)
        assert options[0] == "draw"
        for verb in ("meld", "dogma"):
            cards = [f"innovation.{option[len(verb) + 1 :]}" for option in options if option.startswith(verb)]
            assert cards == sorted(cards, key=ORDER.index)
        points, top = game.view(None)["seats"][prompt.seat]["points"], game.view(None)["seats"][prompt.seat]["top"]
        ages = [age for age in range(1, 10) if game.position.owners[age - 1] == FREE and points >= 5 * age and top >= age]
        assert [option for option in options if option.startswith("achieve")] == [f"achieve:age-{age}" for age in ages], (
            "INN-11.1"
        )
    elif prompt.kind == "card":
        cards = [option for option in options if option in CARDS]
        assert cards == sorted(cards, key=ORDER.index)
    elif prompt.kind == "order":
        assert len({CARDS[option]["age"] for option in options}) == 1 or len({CARDS[option]["color"] for option in options}) == 1
        assert prompt.pick == (len(options), len(options))
    elif prompt.kind == "color":
        colors = [option for option in options if option != "pass"]
        assert colors == sorted(colors, key=COLORS.index)
    if len(options) == 1 and prompt.kind not in ("action", "initial_meld"):
        assert prompt.kind == "card", "only picks from the own hand"


# --- properties ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=8)
@given(TABLES, SEEDS)
def test_whole_games(table: Table, seed: int) -> None:
    """INN-17.9, at every decision of games from the beginning, and when they are over."""
    game = fresh(table, seed)
    for prompt, _ in play(game, seed):
        check(game)
        check_prompt(game, prompt)
    check(game)


@settings(max_examples=25)
@given(TABLES, SEEDS)
def test_late_games(table: Table, seed: int) -> None:
    """INN-17.9, with the cards of all ages in use."""
    game = scattered(table, seed)
    for prompt, _ in play(game, seed, most=60):
        check(game)
        check_prompt(game, prompt)
    check(game)


@settings(max_examples=10)
@given(TABLES, SEEDS)
def test_same_seed_and_answers_same_game(table: Table, seed: int) -> None:
    """INN-17.9: to the last byte, and in what is told."""
    first: list[Event] = []
    second: list[Event] = []
    game = fresh(table, seed, first)
    answers = [(prompt.seat, choice) for prompt, choice in play(game, seed)]
    again = fresh(table, seed, second)
    for seat, choice in answers:
        again.apply(seat, choice)
    assert again.dump() == game.dump()
    assert second == first


@pytest.mark.parametrize("begin", [fresh, scattered])
@settings(max_examples=15)
@given(table=TABLES, seed=SEEDS)
def test_a_stored_game_goes_on_alike(begin: Any, table: Table, seed: int) -> None:
    """A position is complete at every prompt, also in the deepest nesting: stored, copied or kept, it goes on in the same way."""
    game: Innovation = begin(table, seed)
    coming = game.dump()
    for prompt, choice in play(game, seed, most=150):
        before = game.dump()
        assert before == coming
        told: dict[str, list[Event]] = {"stored": [], "copied": [], "kept": []}
        others = {
            "stored": Innovation.load(before, game.dice, told["stored"].append),
            "copied": game.clone(tell=told["copied"].append),
            "kept": Innovation.at(game.copy_position(), game.dice, told["kept"].append),
        }
        for name, other in others.items():
            assert other.prompts == game.prompts, name
            assert other.view(prompt.seat) == game.view(prompt.seat), name
            other.apply(prompt.seat, choice)
        assert game.dump() == before, "what a copy does is its own"
        (coming,) = {other.dump() for other in others.values()}
        assert told["stored"] == told["copied"] == told["kept"]


@settings(max_examples=15)
@given(TABLES, SEEDS)
def test_a_refused_answer_changes_nothing(table: Table, seed: int) -> None:
    """INN-17.4: anything that is not offered is rejected without changing state."""
    game = scattered(table, seed)
    for prompt, _ in play(game, seed, most=25):
        before = game.dump()
        for seat in range(game.position.seats):
            for wrong in ([], ["dance"], prompt.options[:1] * 2, ["meld:writing", "draw"]):
                if seat != prompt.seat or wrong != prompt.options[: prompt.pick[0]]:
                    with pytest.raises(EngineError):
                        game.apply(seat, wrong)
        assert game.dump() == before


@settings(max_examples=15)
@given(TABLES, SEEDS)
def test_time_outs_bring_a_game_to_its_end(table: Table, seed: int) -> None:
    """INN-17.7: declining where that is offered, else the first option; two colours are blue and red, an order is as listed."""
    game = scattered(table, seed)
    rng = Random(seed)
    for _ in range(3000):
        if not game.prompts:
            break
        prompt = next_prompt(game, rng)
        expected = prompt.options[-1:] if prompt.options[-1] in ("pass", "done", "no") else prompt.options[: prompt.pick[0]]
        assert prompt.timeout() == expected
        answer = expected
        if prompt.kind == "action" and rng.random() < 0.5:
            answer = [rng.choice([option for option in prompt.options if not option.startswith("meld")])]
        game.apply(prompt.seat, answer)
    assert game.outcome() is not None


def test_positions_of_the_middle_are_sound() -> None:
    """The helper itself: the property tests begin where the rules could be."""
    for seed in range(20):
        game = scattered((3, "latest", "off"), seed)
        assert isinstance(game.position, Position)
        check(game)
