"""What viewers know of hidden cards, and what a redeal makes of it (EMO-8.10, EMO-9.1, EMO-14, `Game.redealt`)."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from games.emotrions.rules import Emotrions
from games.engine.bot import decide
from games.engine.playout import wander
from tests.games.emotrions.setting import CARDS, hand, match

KRAFT = CARDS.strength


def held(game: Emotrions, viewer: int | None, seat: int, redeals: int = 300) -> Counter[tuple[int, ...]]:
    """The hands of a seat that a viewer thinks possible."""
    return Counter(tuple(game.redealt(viewer, Random(n)).position.hands[seat]) for n in range(redeals))


def least(hands: Counter[tuple[int, ...]], card: int) -> int:
    """How many copies of a card are certain."""
    return min(cards[card] for cards in hands)


def exchange(*hands: list[int], bank: list[int] | None = None) -> Emotrions:
    """Seat 0 leads; whoever holds Kraft first shows it."""
    game = match(list(hands), options={"kraft_exchange": "on"}, bank=bank or [0, 1, 2, 4, 5, 6, 7, 8, 0])
    for prompt in list(game.prompts):
        game.apply(prompt.seat, ["request" if "request" in prompt.options else "pass"])
    return game


def test_hidden_hands_vary_and_open_cards_do_not() -> None:
    game = match([hand("joy", "love"), hand("hate", "anger"), hand("kindness", "hunger")], bank=[0, 1, 2])
    hands = held(game, 0, 1)
    assert len(hands) > 5
    assert all(sum(cards) == 2 for cards in hands)
    assert set(held(game, 1, 1)) == {tuple(hand("hate", "anger"))}


def test_a_shown_kraft_stays_known_until_it_is_laid() -> None:
    game = exchange(
        hand("joy", "joy", "love", "love"), hand("strength", "hate", "hate", "anger"), hand("sadness", "sadness", "joy", "hunger")
    )
    for viewer in (0, 2, None):
        assert least(held(game, viewer, 1), KRAFT) == 1
    game.apply(0, [game.prompts[0].options[0]])
    game.apply(1, [(KRAFT,)])
    for viewer in (0, 2, None):
        assert least(held(game, viewer, 1), KRAFT) == 0


def test_giver_and_taker_know_the_card_that_moved_and_nobody_else() -> None:
    """EMO-8.10."""
    game = exchange(
        hand("joy", "joy", "love", "love"), hand("strength", "hate", "hate", "anger"), hand("sadness", "sadness", "joy", "hunger")
    )
    story = game.position.story
    assert story is not None
    links = story.acts[1][1:]
    for giver, taker, card in zip(links[::3], links[1::3], links[2::3], strict=True):
        watcher = 3 - giver - taker
        if card != KRAFT and not hand("joy", "joy", "love", "love")[card]:
            assert least(held(game, giver, taker), card) >= 1
            assert least(held(game, watcher, taker, 600), card) == 0


def test_in_a_duel_both_know_both_cards() -> None:
    game = exchange(hand("strength", "joy", "joy", "joy"), hand("hate", "hate", "hate", "hate"))
    assert game.position.hands == [hand("strength", "joy", "joy", "hate"), hand("hate", "hate", "hate", "joy")]
    assert least(held(game, 0, 1), 0) == 1
    assert least(held(game, 1, 0), 5) == 1
    assert least(held(game, 1, 0), KRAFT) == 1
    assert least(held(game, None, 0), 5) == 0


def test_what_moved_unseen_is_one_of_what_was_there() -> None:
    """After an equal start everybody knows every hand: of a hidden link it is only uncertain which of six cards went."""
    game = match(
        [CARDS.equal_start[:] for _ in range(3)],
        options={"kraft_exchange": "on", "gleichstart": "always"},
        equal=True,
        bank=[3, 3, 7, 7, 8, 8, 0, 1, 2, 4, 5, 6, 3],
        known=[CARDS.equal_start[:] for _ in range(3)],
    )
    game.position.hands[0][KRAFT] += 1  # the leader has drawn Kraft
    for prompt in list(game.prompts):
        game.prompts = game.ask()
        game.apply(prompt.seat, ["request" if prompt.seat == 0 else "pass"])
    links = game.position.story.acts[1][1:] if game.position.story else []
    assert links[:2] == [1, 0]
    hands = held(game, 0, 2, 400)
    known = CARDS.equal_start
    for cards in hands:
        assert sum(max(0, before - after) for before, after in zip(known, cards, strict=True)) <= 2
    assert len(hands) >= 5, "which card seat 1 took from seat 2 is open"
    assert all(cards[links[8]] >= 1 or links[6] != 0 for cards in hands), "what seat 2 took from me I know"


def test_a_giver_with_nothing_but_kraft_is_known_to_have_nothing_else() -> None:
    """EMO-8.9: nothing moves on that link, and everybody sees why."""
    game = exchange(hand("strength", "strength", "strength", "strength"), hand("hate", "hate", "anger", "anger"))
    assert game.position.hands[0][KRAFT] == 4
    assert set(held(game, None, 0)) == {tuple(game.position.hands[0])} or least(held(game, None, 0), KRAFT) == 4


def test_cards_drawn_from_a_face_up_bank_stay_known() -> None:
    """EMO-7.4."""
    game = match([hand("love", "joy"), hand("kindness", "sadness")], flags=4, bank=[7, 3, 6], known=[[0] * 9, [0] * 9])
    game.apply(0, [(1,)])
    game.apply(1, [(2,)])
    assert least(held(game, 0, 1), 6) == 1
    assert least(held(game, None, 0), KRAFT) == 1
    assert all(game.redealt(0, Random(n)).position.bank[-1:] == game.position.bank[-1:] for n in range(20))


def test_face_down_plays_are_guessed_as_legal_plays_of_the_same_size() -> None:
    """EMO-7.5."""
    game = match([hand("love", "joy", "anger"), hand("kindness", "sadness"), hand("joy", "hate")], flags=2, bank=[0, 1, 2, 4, 5])
    game.apply(0, [(0, 1)])
    plays = {game.redealt(1, Random(n)).position.trick[0][1] for n in range(300)}
    assert len(plays) > 5
    assert plays <= {play for play in CARDS.plays if len(play) == 2}
    assert {game.redealt(0, Random(n)).position.trick[0][1] for n in range(30)} == {(0, 1)}


def test_face_down_plays_from_open_hands_come_from_what_is_displayed() -> None:
    """EMO-7.6."""
    game = match([hand("love", "joy", "anger"), hand("kindness", "sadness"), hand("joy", "hate")], flags=3, bank=[0, 1, 2, 4, 5])
    game.apply(0, [(0,)])
    plays = {game.redealt(1, Random(n)).position.trick[0][1] for n in range(200)}
    assert plays == {(0,), (1,), (6,)}


@pytest.mark.parametrize("preset", sorted(Emotrions.meta.presets))
def test_bots_choose_legally_in_every_style(preset: str) -> None:
    options = Emotrions.meta.presets[preset].options
    for game in islice(wander(Emotrions, options, Emotrions.meta.playable(options), "bots"), 0, 600, 7):
        for prompt in game.prompts:
            for name, bot in game.bots.items():
                choice = decide(bot, game, prompt.seat, f"{name} 1")
                assert game.check(prompt, choice) == choice
                assert decide(bot, game, prompt.seat, f"{name} 1") == choice
