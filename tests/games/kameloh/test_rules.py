"""What holds at every moment of every game of Ka-Mel-Oh!, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.dice import Dice
from games.engine.errors import GameOver, IllegalChoice, NotYourPrompt
from games.engine.event import Event
from games.engine.playout import check_cards, random_choice
from games.engine.prompt import Prompt
from games.kameloh.rules import Kameloh, arena
from games.kameloh.rules.position import SLOTS, Monster
from games.kameloh.texts import TEXTS
from games.wording import Plural
from tests.games.kameloh.setting import play, table

OPTIONS: dict[str, tuple[str, ...]] = {
    "variant": ("wimu", "dufo", "kamelkoenig"),
    "length": ("short", "long"),
    "target": ("5", "20"),
    "oases": ("3", "4"),
    "search": ("any", "no_monsters", "once", "off"),
    "vp_mode": ("hk", "price", "constant"),
    "empty_oasis_breeds": ("true", "false"),
    "round_limit": ("20", "30"),
    "tie_break": ("off", "on"),
}
ELSEWHERE = {"dufo": ("oases", "search"), "wimu": ("empty_oasis_breeds",), "kamelkoenig": ("empty_oasis_breeds",)}
TABLES = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()})
SEEDS = st.integers(0, 2**48)
Options = dict[str, str]


def fresh(options: Options, seed: int, told: list[Event] | None = None) -> Kameloh:
    """A game from its beginning, with decks by chance."""
    chosen = {name: value for name, value in options.items() if name not in ELSEWHERE[options["variant"]]}
    setup = Kameloh.random_setup(chosen, 2, Random(seed))
    return Kameloh.new(chosen, setup, Dice(f"{seed}".encode()), (lambda event: None) if told is None else told.append)


def moves(game: Kameloh, seed: int) -> Iterator[tuple[Prompt, list[Any]]]:
    """Random moves to the end: each prompt with its answer, before that is given."""
    rng = Random(seed)
    while game.prompts:
        prompt = game.prompts[0]
        choice = random_choice(prompt, rng, Kameloh.pick_at_random)
        yield prompt, choice
        game.apply(prompt.seat, choice)


def check(game: Kameloh) -> None:
    """KMO-6, KMO-11.5, KMO-13.6, KMO-16.3: what must hold at every prompt."""
    p, cards = game.position, game.cards
    check_cards(game)
    for seat, side in enumerate(p.sides):
        assert 0 <= side.dates <= (20 if p.options.variant == "dufo" else 1000)
        assert side.vp >= 0
        assert len(side.arena) == len(SLOTS)
        assert all(0 <= side.active[number] <= len(oasis) for number, oasis in enumerate(side.oases)), "no active oasis is empty"
        piles = Counter([*side.hand, *side.deck, *side.fusion, *side.desert, *(card for oasis in side.oases for card in oasis)])
        assert not piles - Counter(p.decks[seat]), "decks never mix"
        if p.options.variant == "kamelkoenig":
            assert not any(cards.kind[card] == "violet" for pile in (side.hand, *side.oases) for card in pile), "KMO-15.9"
    for _, _, monster in arena.monsters(game):
        assert 0 <= arena.ap(game, monster) <= 100
        assert 0 <= arena.dp(game, monster) <= 80
        assert arena.max_lp(game, monster) <= 400
        assert min(monster.damage, monster.frozen) >= 0
        check_values(game, monster)
    uids = {monster.uid for _, _, monster in arena.monsters(game)}
    assert all(item.carrier in uids | {-1} for item in p.items), "attached to somebody who is there"
    assert all(force.monster in uids | {-1} for force in p.forces), "on somebody who is there"
    items = {item.uid for item in p.items}
    assert all(force.item in items | {-1} for force in p.forces), "given by an item that is in play"


def check_values(game: Kameloh, monster: Monster) -> None:
    """KMO-14.9, KMO-15.4: the caps of fusions; all others have their printed values."""
    if not monster.parts:
        assert (monster.ap, monster.dp, monster.lp) == game.cards.values[monster.card]
        return
    ap, dp, lp, most = (60, 50, 300, 400) if game.position.options.variant == "dufo" else (70, 60, 350, 500)
    assert (monster.ap <= ap, monster.dp <= dp, monster.lp <= lp) == (True, True, True)
    assert 2 * monster.ap + 2 * monster.dp + monster.lp <= most
    assert len(monster.parts) <= game.cards.data[monster.card].max_ingredients


@settings(max_examples=25, deadline=None)
@given(TABLES, SEEDS)
def test_what_holds_at_every_prompt(options: Options, seed: int) -> None:
    """Cards are conserved; dates, points and values stay within their limits; a settled arena; the game ends."""
    game = fresh(options, seed)
    for prompt, _ in moves(game, seed):
        check(game)
        if prompt.kind in ("monster", "item", "play", "main", "package", "attack"):
            assert all(arena.lp(game, monster) > 0 for _, _, monster in arena.monsters(game)), "KMO-13.8: all defeats are settled"
            assert all(force.end != "combat" for force in game.position.forces), "nothing of a combat outlasts it"
            assert all(item.negated_by == -1 for item in game.position.items)
    check(game)
    outcome = game.outcome()
    assert outcome is not None
    assert game.position.round <= game.position.options.round_limit + 2, "KMO-17.9: an end sequence may run over it"


@settings(max_examples=12, deadline=None)
@given(TABLES, SEEDS)
def test_a_game_stored_at_any_prompt_goes_on_alike(options: Options, seed: int) -> None:
    """A position is complete, also in the middle of a combat: the same answer leads to the same position and events."""
    told: list[Event] = []
    game = fresh(options, seed, told)
    for prompt, choice in moves(game, seed):
        other_told: list[Event] = []
        other = Kameloh.load(game.dump(), game.dice, other_told.append)
        copy = game.clone()
        assert other.prompts == game.prompts
        before = len(told)
        other.apply(prompt.seat, choice)
        copy.apply(prompt.seat, choice)
        follows = game.clone(tell=told.append)
        follows.apply(prompt.seat, choice)
        assert follows.dump() == other.dump() == copy.dump()
        assert told[before:] == other_told
        if game.position.round > 8:
            break


def passing(game: Kameloh, attack: bool, most: int) -> list[tuple[int, str]]:
    """Which windows open for whom if all only pass, and attack or do not, up to the end of the turn."""
    windows: list[tuple[int, str]] = []
    turn = game.position.turns
    while game.prompts and len(windows) < most and game.position.turns == turn:
        prompt = game.prompts[0]
        windows.append((prompt.seat, prompt.kind))
        passive = [option for option in prompt.options if option[0] in ("end_phase", "done", "settle", "decline")]
        passive += [("package", "none")] if prompt.kind == "package" else []
        strikes = [option for option in prompt.options if option[0] == ("attack" if attack else "no_attack")]
        game.apply(prompt.seat, [(passive or strikes or prompt.options)[0]])
    return windows


@settings(max_examples=25, deadline=None)
@given(TABLES, SEEDS)
def test_no_window_depends_on_hidden_cards(options: Options, seed: int) -> None:
    """KMO-20.1: with any other hidden cards of the players the same windows open in the same order."""
    rng, game = Random(seed), fresh(options, seed)
    for number, (prompt, _) in enumerate(moves(game, seed)):
        if number % 7 or prompt.kind in ("take", "choose"):
            continue
        for viewer in (0, 1, None):
            other = game.redealt(viewer, rng)
            assert [(q.seat, q.kind) for q in other.prompts] == [(q.seat, q.kind) for q in game.prompts]
            for attack in (True, False):
                assert passing(other.clone(), attack, 12) == passing(game.clone(), attack, 12)
        if game.position.round > 10:
            break


# --- what is refused ------------------------------------------------------------------------------------------------------------

STRONG = {"name": "a", "ap": 40, "dp": 10, "lp": 80, "hk": 4, "price": 1}
WEAK = {"name": "x", "ap": 20, "dp": 15, "lp": 60, "hk": 4, "price": 1}
MAIN = {"dufo": "ITEM", "wimu": "PLAY", "kamelkoenig": "MAIN"}


def refused(game: Kameloh, seat: int, name: str) -> str:
    """Give an answer by its name that must be refused; the rule that the message names. Nothing may have changed."""
    views = [game.view(viewer) for viewer in (0, 1, None)]
    before = game.dump(), list(game.prompts), views
    with pytest.raises(IllegalChoice) as refusal:
        game.named(game.prompt_of(seat), [name])
    assert (game.dump(), list(game.prompts), [game.view(viewer) for viewer in (0, 1, None)]) == before
    text = refusal.value.text
    words = TEXTS.get(text.key, "")
    message = str(words.other if isinstance(words, Plural) else words).replace("{rule}", str(text.args.get("rule")))
    return message.rpartition("(")[2].removesuffix(").")


@pytest.mark.parametrize("variant", MAIN)
def test_what_cannot_be_played_is_refused_and_nothing_changes(variant: str) -> None:
    """Too few dates, no target, an item outside its window, one that is not there: the message names the rule."""
    hand = ["Y004", "Y006", "G001", "G002", "G003", "G011", "G017", "V001", "B001"]
    game = table(variant, phase="main", A={"dates": 1, "hand": hand, "arena": [STRONG, None]}, B={"arena": [WEAK]})
    for name, rule in (
        ("item:G011:arena_1_1", "KMO-6.1"),
        ("item:G001:arena_0_1", "KMO-11.1"),
        ("item:G003:arena_0_1", "KMO-11.1"),
        ("item:G017:item_1", "KMO-11.1"),
        ("item:G002:arena_1_1", "KMO-11.1"),
        ("item:G002", "KMO-11.1"),
        ("item:G010:arena_1_1", "KMO-11.1"),
        ("waste:G011", "KMO-6.1"),
        ("waste:Y004", "KMO-11.7"),
        ("mutate:V001:B001:1:none", "KMO-14.1"),
        ("fuse:V011:-:arena:1:1:none", "KMO-14.7"),
        ("add:1:hand:Y004", "KMO-15.6"),
        ("attack", ""),
        ("nonsense", ""),
        ("", ""),
    ):
        assert refused(game, 0, name) == rule, name


@pytest.mark.parametrize(("variant", "phase"), [("dufo", "MONSTER"), ("wimu", "PLAY"), ("kamelkoenig", "MAIN")])
def test_why_a_monster_cannot_be_sent(variant: str, phase: str) -> None:
    """KMO-10.2, KMO-7.2: too dear, not in the hand, a slot that is taken; two are enough; a full arena."""
    game = table(variant, phase=phase, A={"dates": 1, "hand": ["Y001", "Y003", "Y006", "V001"], "arena": [STRONG, None]})
    for name in ("send:Y006:2", "send:V001:2"):
        assert refused(game, 0, name) == "KMO-6.1", name
    for name in ("send:Y001:1", "send:Y010:2", "send:Y001:3"):
        assert refused(game, 0, name) == "KMO-10.2", name
    play(game, "send:Y001:2")
    if variant != "dufo":
        assert refused(game, 0, "send:Y003:1") == "KMO-10.2"


def test_two_monsters_a_turn() -> None:
    """KMO-7.2, KMO-8.2: a third one is refused, though a place has become free."""
    hand = ["Y001", "Y003", "Y010", "G016"]
    game = table("kamelkoenig", phase="MAIN", A={"dates": 3, "hand": hand})
    play(game, "send:Y001:1", "send:Y003:2", "item:G016:arena_0_1")
    assert refused(game, 0, "send:Y010:1") == "KMO-9.1"


def test_one_oasis_action_a_turn() -> None:
    """KMO-9.2."""
    game = table("kamelkoenig", phase="MAIN", A={"hand": ["Y001"]})
    play(game, "package:activate", "activate:2")
    assert refused(game, 0, "package:refill") == "KMO-9.2"
    assert refused(game, 0, "activate:1") == "KMO-8.4"


def test_the_ransom_must_be_paid_in_full() -> None:
    """KMO-17.5, KMO-6.1."""
    ending = {"first": "B", "turns": [["A", "last"], ["B", "last"]]}
    game = table("dufo", phase="RANSOM", ending=ending, A={"dates": 1, "hand": ["Y005", "G001"]})
    assert refused(game, 0, "ransom:Y005") == "KMO-6.1"
    assert refused(game, 0, "ransom:G001") == "KMO-17.5"


def test_only_who_is_asked_answers() -> None:
    """KMO-11.2: not the defender in the attacker's window; nobody after the end."""
    game = table("dufo", phase="ATTACK", A={"dates": 1, "hand": ["G001"], "arena": [STRONG]}, B={"arena": [WEAK]})
    play(game, "attack")
    before = game.dump()
    with pytest.raises(NotYourPrompt):
        game.apply(1, [("done",)])
    with pytest.raises(IllegalChoice):
        game.apply(0, [("done",), ("done",)])
    assert game.dump() == before
    game.leave(1, "resigned")
    with pytest.raises(GameOver):
        game.apply(0, [("done",)])


def test_time_outs_choose_as_the_rules_say() -> None:
    """KMO-20.2: passing; the oasis with the lowest number; in 2:1 the higher AP, equal: slot 1; ransom cheapest first."""
    ending = {"first": "B", "turns": [["A", "last"], ["B", "last"]]}
    strong, weak = STRONG, WEAK | {"name": "w"}
    for game, expected in (
        (table("wimu", phase="PACKAGE"), ["package:none"]),
        (table("dufo", phase="MONSTER", A={"hand": ["Y001"]}), ["end_phase"]),
        (table("kamelkoenig", phase="MAIN"), ["end_phase"]),
        (table("dufo", phase="ATTACK", A={"arena": [strong]}, B={"arena": [WEAK]}), ["attack"]),
        (table("dufo", phase="ATTACK", A={"arena": [weak, strong]}, B={"arena": [WEAK]}), ["attack:2"]),
        (table("dufo", phase="ATTACK", A={"arena": [strong, strong]}, B={"arena": [WEAK]}), ["attack:1"]),
        (table("dufo", phase="RANSOM", ending=ending, A={"dates": 2, "hand": ["Y005", "Y004", "Y013"]}), ["ransom:Y004"]),
        (table("dufo", phase="RANSOM", ending=ending, A={"dates": 1, "hand": ["Y005"]}), ["settle"]),
    ):
        (prompt,) = game.prompts
        assert [game.token(option) for option in prompt.timeout()] == expected
    game = table("wimu", phase="PACKAGE", A={"dates": 2, "oases": [{"size": 3, "cards": ["G001", "Y001", "B001"]}, {"size": 2}]})
    play(game, "package:activate")
    assert game.prompts[0].timeout() == [("activate", 0)]
    game = table("kamelkoenig", phase="MAIN", A={"dates": 2, "oases": [{"size": 3, "cards": ["G001", "Y001", "B001"]}]})
    play(game, "package:search")
    assert game.prompts[0].timeout() == [("end_phase",)]
    play(game, "search:1")
    assert [game.token(option) for option in game.prompts[0].timeout()] == ["take:Y001"]


def test_the_preview_of_an_attack_is_what_happens() -> None:
    """KMO-A.2: also with effects that hold only while attacking, such as that of Y002."""
    for arena_ in (["Y002", STRONG], ["Y002"], [STRONG]):
        for theirs in (["Y084", "Y080"], [WEAK | {"dp": 35}]):
            told: list[Event] = []
            game = table("dufo", phase="ATTACK", A={"arena": arena_}, B={"arena": theirs})
            prompt = game.prompts[0]
            for option in prompt.options[:-1]:
                described = game.describe(prompt, option)
                effect = described.effect
                assert described.label.args["dealt"] in effect["damage"].values()
                assert game.position.combat is None
                copy = game.clone(tell=told.append)
                copy.apply(0, [option])
                while copy.prompts[0].kind.endswith("_items"):
                    copy.apply(copy.prompts[0].seat, [("done",)])
                (fought,) = (event for event in told if event.kind == "x_kameloh_combat")
                assert (effect["shape"], effect["damage"]) == (fought.public["shape"], fought.public["damage"])
                told.clear()
