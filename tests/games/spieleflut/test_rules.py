"""What holds at every moment of every game of Spieleflut, counted anew from the card file, and that nothing hidden leaks."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import plants
from games.engine.dice import Dice
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.playout import next_prompt, random_choice, wander
from games.engine.proof import prove
from games.spieleflut.rules import Spieleflut

FILE = json.loads((Path(__file__).parents[2] / "cases" / "cards" / "spieleflut.json").read_bytes())
CARDS = {card["id"]: card for card in FILE["cards"]}
ORDER = list(CARDS)
MODULES: list[dict[str, str]] = [{}, {"rang": "on"}, {"ereignis": "on"}, {"rang": "on", "ereignis": "on"}]
TABLES = [(options, seats) for options in MODULES for seats in (2, 3, 4)]
Table = tuple[dict[str, str], int]
SEEDS = st.integers(0, 2**48)


def name(table: Table) -> str:
    """A table in words."""
    return "+".join(["basis", *table[0]]) + f"-{table[1]}"


def fresh(table: Table, seed: int, told: list[Event] | None = None) -> Spieleflut:
    """A game from its beginning."""
    tell = (lambda event: None) if told is None else told.append
    return Spieleflut.new(table[0], Setup(table[1]), Dice(f"{seed}".encode()), tell)


def step(game: Spieleflut, rng: Random) -> None:
    """One random decision."""
    prompt = next_prompt(game, rng)
    game.apply(prompt.seat, random_choice(prompt, rng, None))


def check(game: Spieleflut) -> None:
    """Everything that must hold at a prompt."""
    p = game.position
    zones = Counter(card for cards in game.zones().values() for card in cards)
    assert zones == Counter(game.inventory())  # SPF-2.1: every card lies in exactly one place
    assert all(reach >= 0 for reach in p.reach)  # SPF-2.6
    assert all(1 <= rank <= 3 for rank in p.rank)  # SPF-9.1
    for seat, hand in enumerate(p.hands):
        reviews = [card for card in hand if CARDS[ORDER[card]]["kind"] == "review"]
        assert not reviews or p.round == 1  # SPF-4.9, SPF-6.7
        assert p.queues[seat] == -1 or p.options.rang  # SPF-1.4
    for work in (work for desk in p.desks for work in desk if work is not None):
        check_work(work)
    assert len(game.prompts) <= 1  # SPF-14.2: only the active seat is ever asked
    assert all(prompt.seat == p.active for prompt in game.prompts)


def check_work(work: Any) -> None:
    """A review with what lies on it."""
    review, attached = CARDS[ORDER[work.review]], [ORDER[card] for card in work.attached]
    assert 0 <= work.deadline <= 9  # SPF-2.7
    kinds = [CARDS[card]["activity"] for card in attached]
    assert kinds == sorted(kinds, key=["zocken", "schreiben", "upload"].index)  # SPF-7.3
    most = Counter(review["required"]) + Counter(review["extra"])
    for kind, count in Counter(kinds).items():
        assert count <= most[kind] + 1  # SPF-7.2; one more where S03, S05 or S09 lies or lay
    assert work.disturbance == -1 or CARDS[ORDER[work.disturbance]]["category"] == "disturbance"  # SPF-3.3


@settings(max_examples=24, deadline=None)
@given(table=st.sampled_from(TABLES), seed=SEEDS)
def test_what_holds_at_every_prompt(table: Table, seed: int) -> None:
    game, rng = fresh(table, seed), Random(seed)
    while game.prompts:
        check(game)
        step(game, rng)
    check(game)
    assert game.position.round <= 60  # SPF-12.7


@settings(max_examples=12, deadline=None)
@given(table=st.sampled_from(TABLES), seed=SEEDS)
def test_the_target_ends_the_game(table: Table, seed: int) -> None:
    """SPF-12.1, SPF-12.2: whoever is at the target after a turn of their own has ended it; nobody ends it below, but by 12.7."""
    game, rng = fresh(table, seed), Random(seed)
    target = {2: 30, 3: 25, 4: 20}[table[1]]
    while game.prompts:
        active = game.position.active
        assert game.position.reach[active] < target or game.position.state == "REWARD"
        step(game, rng)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners() == game.position.winners


@settings(max_examples=12, deadline=None)
@given(table=st.sampled_from(TABLES), seed=SEEDS, where=st.integers(0, 400))
def test_a_dumped_game_goes_on_alike(table: Table, seed: int, where: int) -> None:
    """QUA-1.5: dump and load anywhere changes nothing of what follows."""
    told: list[Event] = []
    game, rng = fresh(table, seed, told), Random(seed)
    for _ in range(where):
        if game.prompts:
            step(game, rng)
    told.clear()
    again: list[Event] = []
    other, same = Spieleflut.load(game.dump(), Dice(f"{seed}".encode()), again.append), Random(seed)
    rng.seed(seed)
    for _ in range(80):
        assert other.prompts == game.prompts
        if not game.prompts:
            break
        step(game, rng)
        step(other, same)
    assert (other.dump(), again) == (game.dump(), told)


def test_what_time_outs_choose_is_on_offer() -> None:
    """SPF-15.1: a default is legal wherever it is asked for."""
    for options in MODULES:
        for game in islice(wander(Spieleflut, options, [2, 3, 4], "defaults"), 0, 1500, 5):
            for prompt in game.prompts:
                default = prompt.timeout()
                assert game.check(prompt, default) == default


def test_defaults_alone_play_a_game_to_its_end() -> None:
    """SPF-15, SPF-12.7: absent players do not keep a game from ending."""
    for table in TABLES:
        game = fresh(table, 3)
        while game.prompts:
            game.apply(game.prompts[0].seat, game.prompts[0].timeout())
        assert game.outcome() is not None


# --- nothing leaks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_viewer_learns_nothing_hidden(table: Table) -> None:
    """PRO-1.2, SPF-14.1."""
    options = Spieleflut.meta.check(table[0], table[1])
    proof = prove(Spieleflut, options, [table[1]], 40, seed=5)
    assert (proof.positions, [str(mismatch) for mismatch in proof.mismatches]) == (40, [])
    assert proof.cards_moved > 0


def test_every_planted_leak_is_found() -> None:
    options = Spieleflut.meta.check({"rang": "on", "ereignis": "on"}, 3)
    missed = [found.plant.name for found in plants.search(Spieleflut, options, [2, 3, 4], 60, seed=5) if found.mismatch is None]
    assert missed == []
