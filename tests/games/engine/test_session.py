"""Versions, prompt numbers, sealed answers and undo (PRO-4.1, 4.6, 4.8, 4.9, PRO-5.1), on a toy that has them all."""

from __future__ import annotations

import pytest

from games.engine.dice import Dice
from games.engine.errors import BrokenData, GameOver, IllegalChoice, NotYourPrompt, UndoUnavailable
from games.engine.game import Setup
from games.engine.session import Command, Session, choose, replay
from tests.toys.heap import Heap
from tests.toys.market import Market


@pytest.fixture
def session() -> Session:
    return Session.begin(Market, {}, Setup(2), Dice(b"toy"))


def bid(session: Session, seat: int, card: int | None = None) -> None:
    hand = session.game.position.hands[seat]
    session.play(choose(seat, [str(hand[-1] if card is None else card)]))


def lead(session: Session) -> int:
    """Both bid; returns who leads now."""
    for seat in range(session.game.position.seats):
        bid(session, seat)
    leader: int = session.game.position.leader
    return leader


def test_each_command_raises_the_version_by_one(session: Session) -> None:
    assert session.version == 0
    lead(session)
    assert session.version == 2


def test_a_refused_command_changes_nothing(session: Session) -> None:
    before = session.dump()
    with pytest.raises(IllegalChoice):
        session.play(choose(0, ["99"]))
    with pytest.raises(NotYourPrompt):
        session.play(choose(7, ["1"]))
    with pytest.raises(UndoUnavailable):
        session.play(Command(0, "undo"))
    assert session.dump() == before


def test_sealed_answers_are_announced_without_content_and_stay_replaceable(session: Session) -> None:
    """PRO-4.8: one command a seat, `seat_committed` to all, the reveal when all are in."""
    hand = list(session.game.position.hands[0])
    told = session.play(choose(0, [str(hand[0])]))
    assert [(event.kind, event.public, event.private) for event in told] == [("seat_committed", {"seat": 0}, {})]
    assert session.game.waiting_for() == [1]
    assert {prompt.seat for prompt in session.game.prompts} == {0, 1}
    bid(session, 0, hand[2])
    assert session.version == 2
    bid(session, 1)
    assert hand[2] in session.game.position.shown
    assert hand[0] not in session.game.position.shown


def test_a_prompt_keeps_its_number_while_others_answer(session: Session) -> None:
    """PRO-4.6: two seats can answer concurrent prompts in any order."""
    assert session.issued == {0: 0, 1: 0}
    bid(session, 1)
    assert session.issued == {0: 0, 1: 0}
    bid(session, 0)
    assert session.issued == {session.game.position.leader: 2}


def test_undo_goes_back_to_the_start_of_the_chain(session: Session) -> None:
    """PRO-4.9: stalls and their order are taken back together; the version grows; the event says which versions are undone."""
    leader = lead(session)
    start = session.game.dump()
    session.play(choose(leader, ["1", "2"]))
    session.play(choose(leader, ["2", "1"]))
    assert session.undo_for(leader) is None
    told = session.play(Command(leader, "undo"))
    assert session.game.dump() == start
    assert session.version == 5
    assert [(event.kind, event.public) for event in told] == [("undone", {"seat": leader, "from": 2, "to": 4})]
    assert session.issued == {leader: 5}, "all prompts are issued anew"


def test_undo_twice_is_refused(session: Session) -> None:
    leader = lead(session)
    session.play(choose(leader, ["1"]))
    session.play(Command(leader, "undo"))
    with pytest.raises(UndoUnavailable) as refusal:
        session.play(Command(leader, "undo"))
    assert refusal.value.text.key == "undo.nothing"


def test_the_order_of_an_unordered_choice_does_not_matter(session: Session) -> None:
    leader = lead(session)
    session.play(choose(leader, ["2", "1"]))
    assert session.game.position.picked == [1, 2]


def test_the_order_of_an_ordered_choice_is_kept(session: Session) -> None:
    leader = lead(session)
    session.play(choose(leader, ["1", "2"]))
    session.play(choose(leader, ["2", "1"]))
    assert session.game.position.picked == [2, 1]


def test_nobody_undoes_what_was_revealed(session: Session) -> None:
    leader = lead(session)
    for seat in range(2):
        assert _why_not(session, seat) == "undo.revealed"
    assert session.game.position.leader == leader


def test_nobody_undoes_the_dice(session: Session) -> None:
    leader = lead(session)
    session.play(choose(leader, []))
    session.play(choose(leader, ["roll"]))
    assert _why_not(session, leader) == "undo.dice"


def test_a_pass_without_dice_can_be_undone(session: Session) -> None:
    leader = lead(session)
    start = session.game.dump()
    session.play(choose(leader, ["3"]))
    session.play(choose(leader, ["pass"]))
    session.play(Command(leader, "undo"))
    assert session.game.dump() == start


def test_nobody_undoes_for_another_seat(session: Session) -> None:
    leader = lead(session)
    session.play(choose(leader, ["1"]))
    assert _why_not(session, 1 - leader) == "undo.other_acted"


def test_another_seat_acting_ends_the_chain() -> None:
    session = Session.begin(Heap, {}, Setup(2), Dice(b"toy"))
    session.play(choose(0, ["1"]))
    assert session.undo_for(0) is None
    session.play(choose(1, ["1"]))
    assert _why_not(session, 0) == "undo.other_acted"
    assert session.undo_for(1) is None


def test_nothing_is_undone_after_the_end() -> None:
    session = Session.begin(Heap, {"size": "3"}, Setup(2), Dice(b"toy"))
    session.play(choose(0, ["3"]))
    assert _why_not(session, 0) == "undo.over"
    with pytest.raises(GameOver):
        session.play(choose(1, ["1"]))


def test_undo_survives_a_restart(session: Session) -> None:
    leader = lead(session)
    start = session.game.dump()
    session.play(choose(leader, ["1"]))
    again = Session.load(session.dump(), Market, Dice(b"toy"))
    assert again.undo_for(leader) is None
    again.play(Command(leader, "undo"))
    assert again.game.dump() == start
    assert again.issued == {leader: 4}


def test_the_only_one_left_has_won() -> None:
    """RNK-1.4: in a duel the leaver loses at once."""
    session = Session.begin(Heap, {}, Setup(2), Dice(b"toy"))
    session.play(Command(0, "leave", status="resigned"))
    assert session.game.prompts == []
    outcome = session.game.outcome()
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ([2, 1], "left")


def test_defaults_play_for_a_seat_that_left() -> None:
    """RNK-1.4: with more seats the game goes on, and of several leavers the later one ranks better."""
    session = Session.begin(Heap, {}, Setup(3), Dice(b"toy"))
    session.play(Command(1, "leave", status="timeout"))
    session.play(choose(0, ["3"]))
    assert session.game.prompts[0].seat == 2, "seat 1 took one pebble, its default"
    assert session.game.position.heap == 8
    session.play(Command(0, "leave", status="resigned"))
    outcome = session.game.outcome()
    assert outcome is not None
    assert outcome.ranks == [2, 3, 1]


def test_a_record_that_does_not_replay_names_the_command() -> None:
    with pytest.raises(BrokenData, match="command 2"):
        replay(Heap, {}, Setup(2), Dice(b"toy"), [choose(0, ["1"]), choose(0, ["1"])])


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'{"version": -1', b'{"version":0,"position":{"heap":"x"},"issued":{}}'])
def test_damaged_positions_are_refused(data: bytes) -> None:
    with pytest.raises(BrokenData):
        Session.load(data, Heap, Dice(b"toy"))


def _why_not(session: Session, seat: int) -> str:
    reason = session.undo_for(seat)
    assert reason is not None
    with pytest.raises(UndoUnavailable):
        session.play(Command(seat, "undo"))
    return reason.key
