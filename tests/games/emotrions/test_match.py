"""Matches to their end: sums, knock-outs, leaving, the limits that cases do not reach (EMO-5, 6, 10, 15)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.emotrions.rules import Emotrions, deal
from games.emotrions.rules.options import PLAYS_DOWN
from games.engine.dice import Dice
from games.engine.errors import GameOver
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.outcome import Outcome
from games.engine.playout import next_prompt, playout, random_choice
from tests.games.emotrions.setting import CARDS, hand, match

LONG = ["joy", "joy", "love", "love", "sadness", "hate"]


def scored(game: Emotrions, *points: int) -> None:
    """The running deal ends with these points by seat."""
    deal.score(game, dict(zip(game.position.order, points, strict=True)))
    game.prompts = game.open_prompts()


def over(game: Emotrions) -> Outcome:
    outcome = game.outcome()
    assert outcome is not None
    assert game.prompts == []
    return outcome


@pytest.mark.parametrize("options", [{}, {"variant": "pareo"}, {"decks": "one"}, {"gleichstart": "always"}])
def test_deal_points_and_discard_add_up(options: dict[str, Any]) -> None:
    """EMO-5.4: all deal points and the value of the discard are 28 a deck."""
    for seats in Emotrions.meta.playable(options):
        sums: list[tuple[int, int]] = []
        game = Emotrions.new(options, Setup(seats), Dice(b"sum"))

        def tell(event: Event, game: Emotrions = game, sums: list[tuple[int, int]] = sums) -> None:
            if event.kind == "score_changed":
                decks = len(deal.deck(game, len(game.position.order))) // 36
                sums.append((sum(game.position.points) + CARDS.value_of(game.position.discard), 28 * decks))

        game.tell = tell
        playout(game, Random(seats))
        assert sums
        assert all(total == expected for total, expected in sums)


def test_the_starter_of_the_table_replaces_the_lot() -> None:
    """EMO-2.4."""
    leaders = {Emotrions.new({}, Setup(4), Dice(b"%d" % n)).position.first_leader for n in range(40)}
    assert leaders == {0, 1, 2, 3}
    for starter in range(4):
        assert Emotrions.new({}, Setup(4, starter=starter), Dice(b"x")).position.leader == starter


def test_single_cards_are_laid_without_asking() -> None:
    """EMO-13.3: told as forced; whoever has two equal cards is still asked."""
    told: list[Event] = []
    game = match([hand("joy", "joy"), hand("love"), hand("hate", "hate")], told)
    game.apply(0, [(0,)])
    assert game.prompts[0].seat == 2
    assert [(event.kind, event.public["seat"]) for event in told[1:]] == [("cards_moved", 0), ("forced", 1), ("cards_moved", 1)]


def test_a_reply_is_always_asked() -> None:
    """EMO-13.3: otherwise speed would tell "could not" from "would not"."""
    game = match([hand("anger", "joy"), hand("love")], options={"variant": "pareo"})
    game.apply(0, [(6,)])
    assert [(q.seat, q.kind, q.options) for q in game.prompts] == [(1, "reply", [()])]


def test_the_limit_of_sixty_deals() -> None:
    """EMO-6.9: the highest total wins, ties by play-off."""
    game = match([hand(*LONG)] * 3, deal=60, totals=[20, 10, 5])
    scored(game, 1, 1, 1)
    assert (over(game).reason, over(game).ranks) == ("limit", [1, 2, 3])
    tied = match([hand(*LONG)] * 3, deal=60, totals=[20, 20, 5])
    scored(tied, 1, 1, 1)
    assert tied.position.playoff == [0, 1]
    scored(tied, 1, 4)
    assert (over(tied).reason, over(tied).ranks) == ("playoff", [2, 1, 3])


def test_the_limit_of_sixty_deals_in_score_37() -> None:
    """EMO-6.9 with the order of EMO-10.4: below beats above at the same distance, equal totals play on."""
    game = match([hand(*LONG)] * 3, deal=60, totals=[30, 20, 5], options={"score37": "on"})
    scored(game, 1, 1, 1)
    assert (over(game).reason, over(game).ranks) == ("nearest", [1, 2, 3])
    tied = match([hand(*LONG)] * 3, deal=60, totals=[30, 30, 5], options={"score37": "on"})
    scored(tied, 1, 1, 1)
    assert tied.position.playoff == [0, 1]
    scored(tied, 2, 3)
    assert (over(tied).reason, over(tied).ranks) == ("nearest", [2, 1, 3])


# --- leaving (EMO-15.4) ----------------------------------------------------------------------------------------------------


def test_leaving_a_duel_loses_at_once() -> None:
    game = match([hand(*LONG), hand(*LONG)], totals=[36, 0])
    game.leave(0, "resigned")
    assert (over(game).reason, over(game).ranks) == ("left", [2, 1])
    with pytest.raises(GameOver):
        game.leave(1, "resigned")


def test_defaults_play_the_seat_to_the_end_of_the_deal() -> None:
    told: list[Event] = []
    game = match([hand(*LONG), hand(*LONG), hand(*LONG)], told, totals=[10, 10, 10])
    game.leave(1, "timeout")
    assert 1 in game.position.still_in()
    game.apply(0, [(1,)])
    assert game.prompts[0].seat == 2
    assert (1, (0,)) in game.position.trick, "the weakest play"
    while game.position.deal == 1 and game.prompts:
        game.apply(game.prompts[0].seat, game.prompts[0].timeout())
    assert 1 not in game.position.still_in()
    assert game.position.order == [0, 2]


def test_a_leaver_cannot_win_whatever_the_total() -> None:
    """Out before check (2) of EMO-6.7; ranks as a knock-out of that deal."""
    game = match([hand(*LONG)] * 3, totals=[36, 5, 5])
    game.leave(0, "resigned")
    scored(game, 10, 2, 1)
    assert game.position.reason is None
    assert game.position.order == [1, 2]
    scored(game, 32, 1)
    assert over(game).ranks == [3, 1, 2]


def test_a_leaver_still_counts_for_the_deal_winner_but_does_not_lead() -> None:
    game = match([hand(*LONG)] * 3, options={"style_mode": "winners_options"})
    game.leave(0, "resigned")
    scored(game, 20, 3, 5)
    assert game.position.deals_won == [1, 0, 0]
    assert game.position.first_leader == 2
    assert [prompt.seat for prompt in game.prompts] == [2], "nor does it choose the style"


def test_leavers_rank_behind_the_knocked_out_of_their_deal_and_the_later_one_better() -> None:
    game = match([hand(*LONG)] * 6, totals=[0, 0, 0, 0, 0, 0])
    game.leave(4, "resigned")
    game.leave(2, "abandoned")
    scored(game, 30, 5, 9, -4, 20, -1)
    assert game.position.order == [0, 1]
    scored(game, 10, 1)
    assert over(game).ranks == [1, 2, 5, 4, 6, 3]


def test_the_last_but_one_to_leave_ends_the_match_at_once() -> None:
    game = match([hand(*LONG)] * 3)
    game.leave(0, "resigned")
    game.leave(2, "resigned")
    assert (over(game).reason, over(game).ranks) == ("left", [3, 1, 2])


def test_leaving_a_playoff_of_two_loses_it_at_once() -> None:
    game = match([hand(*LONG)] * 3, totals=[38, 38, 20], playoff=[0, 1], order=[0, 1])
    game.leave(0, "resigned")
    assert (over(game).reason, over(game).ranks) == ("left", [3, 1, 2])


def test_leaving_a_playoff_of_three_goes_on_between_two() -> None:
    game = match([hand(*LONG)] * 4, totals=[38, 38, 38, 10], playoff=[0, 1, 2], order=[0, 1, 2])
    game.leave(1, "resigned")
    scored(game, 2, 9, 2)
    assert game.position.playoff == [0, 2]
    scored(game, 2, 3)
    assert over(game).ranks == [2, 4, 1, 3]


def test_a_resting_player_may_leave_during_a_playoff() -> None:
    game = match([hand(*LONG)] * 3, totals=[38, 38, 20], playoff=[0, 1], order=[0, 1])
    game.leave(2, "resigned")
    assert game.prompts
    scored(game, 5, 1)
    assert over(game).ranks == [1, 2, 3]


def test_somebody_knocked_out_may_leave_without_effect() -> None:
    game = match([hand(*LONG)] * 3, totals=[5, 5, 1])
    scored(game, 4, 3, -9)
    before = game.position.order
    game.leave(2, "abandoned")
    assert game.position.order == before
    scored(game, 30, 3)
    assert over(game).ranks == [1, 2, 3]


def test_leaving_while_the_next_deal_is_being_prepared() -> None:
    """The chooser leaves: the default, Standard, is chosen, and the match goes on."""
    game = match([hand(*LONG)] * 3, options={"style_mode": "winners_options"})
    scored(game, 9, 1, 1)
    assert game.prompts[0].kind == "options"
    game.leave(0, "timeout")
    assert (game.position.phase, game.position.flags, game.position.deal) == ("play", 0, 2)


def test_leaving_an_open_exchange_window() -> None:
    """The seat passes from now on and is not asked any more; the window does not wait for it."""
    hands = [hand("strength", *LONG[:4]), hand("strength", *LONG[:4]), hand(*LONG)]
    game = match(hands, options={"kraft_exchange": "on"})
    game.apply(0, ["pass"])
    game.leave(1, "resigned")
    assert [(prompt.seat, prompt.kind) for prompt in game.prompts] == [(0, "exchange"), (2, "exchange")]
    assert game.waiting_for() == [0, 2]
    game.apply(2, ["pass"])
    assert game.position.phase == "play"


def test_the_result_record() -> None:
    """RNK-1.1: totals, deals won, deal of the knock-out."""
    game = match([hand(*LONG)] * 3, totals=[30, 5, 2])
    scored(game, 3, 5, -8)
    scored(game, 9, 1)
    assert over(game).scores == [42, 11, -6]
    assert over(game).extra == [
        {"total": 42, "deals_won": 1},
        {"total": 11, "deals_won": 1},
        {"total": -6, "deals_won": 0, "knockout_deal": 1},
    ]


def test_flags_change_only_what_is_visible() -> None:
    """EMO-7.8: the same deck and the same plays come to the same points in every style."""
    results = set()
    for flags in range(8):
        game = match([hand(*LONG), hand("kindness", "anger", "joy", "hate"), hand("strength", "love", "hunger")], flags=flags)
        game.position.bank = [0, 1, 2, 4, 5, 6, 7, 8, 3, 2, 1, 0]
        rng = Random(4)
        while game.position.deal == 1 and game.prompts:
            prompt = next_prompt(game, rng)
            game.apply(prompt.seat, random_choice(prompt, rng))
        results.add((tuple(game.position.totals), game.position.first_leader))
    assert len(results) == 1


def test_the_view_says_who_is_ahead_in_a_trick_of_open_cards() -> None:
    """EMO-4.3 to EMO-4.6: highest power, on a tie who laid first; nobody under Hunger, nor where cards lie face down."""
    game = match([hand("joy", "hunger"), hand("joy", "joy"), hand("love", "joy")])
    assert "ahead" not in game.view(None)
    for seat, names in ((0, "joy"), (1, "joy")):
        game.apply(seat, [next(option for option in game.prompts[0].options if game.token(option) == names)])
    assert [game.view(viewer)["ahead"] for viewer in (None, 0, 1, 2)] == [0, 0, 0, 0]
    down = match([hand(*LONG)] * 3, flags=PLAYS_DOWN)
    down.apply(0, [(0,)])
    assert down.position.trick
    assert all("ahead" not in down.view(viewer) for viewer in (None, 0, 1, 2))
    void = match([hand("joy", "hunger"), hand("joy", "joy"), hand("love", "joy")])
    void.apply(0, [next(option for option in void.prompts[0].options if void.token(option) == "hunger")])
    assert "ahead" not in void.view(1)
