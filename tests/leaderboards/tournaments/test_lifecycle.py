"""The life of a tournament (RNK-7.1): every move of the table and its guards, and that nobody can make any other."""

from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.tournaments.lifecycle import MOVES, REASONS, STATES, Facts, Moved, Refused, Role, attempt, move_up, problems_of

OTHERS = sorted(set(product(STATES, STATES)) - set(MOVES))


def moved(source: Any, target: Any, **facts: Any) -> Moved:
    done = attempt(Facts(source=source, target=target, **facts))
    assert isinstance(done, Moved), done
    return done


def refused(source: Any, target: Any, **facts: Any) -> str:
    done = attempt(Facts(source=source, target=target, **facts))
    assert isinstance(done, Refused), done
    assert done.reason in REASONS
    return done.reason


@pytest.mark.parametrize("move", MOVES, ids="-".join)
def test_what_is_not_named_is_in_order_and_each_act_leaves_one_entry(move: tuple[str, str]) -> None:
    assert moved(*move).audit_entries == 1


@pytest.mark.parametrize(("move", "role"), list(product(OTHERS, get_args(Role))))
def test_all_other_moves_are_refused_for_everybody(move: tuple[str, str], role: Role) -> None:
    assert refused(*move, by=role, reason="because", entrants=[1, 2, 3], checked_in=[1, 2, 3]) == "no_such_move"


@pytest.mark.parametrize(("move", "role"), list(product(MOVES, get_args(Role))))
def test_who_may_move_what(move: tuple[str, str], role: Role) -> None:
    timed = move in [("registration", "check_in"), ("registration", "running"), ("check_in", "running")]
    fine = {"owner": True, "staff": True, "co_organiser": move != ("finished", "running"), "clock": timed}.get(role, False)
    done = attempt(Facts(source=move[0], target=move[1], by=role))  # type: ignore[arg-type]
    assert isinstance(done, Moved) == fine
    if isinstance(done, Refused):
        assert done.reason == ("not_timed" if role == "clock" else "wrong_role")


def test_a_draft_opens_when_its_settings_are_valid() -> None:
    assert refused("draft", "registration", problems=problems_of(name="", game="omg", format="swiss", times=[])) == "no_name"
    assert problems_of(name=" ", game="", format="", times=[3, None, 2]) == ["no_name", "no_game", "no_format", "bad_times"]
    assert problems_of(name="Cup", game="omg", format="swiss", times=[1, None, 1, 4]) == []


def test_registration_closes_again_only_without_entrants() -> None:
    assert moved("registration", "draft", entrants=[]).entrants == ()
    assert refused("registration", "draft", entrants=[7]) == "entrants_there"
    assert refused("registration", "draft", entrants=[], waiting=[7]) == "entrants_there"


def test_check_in_has_to_be_configured_to_be_opened_and_not_to_be_skipped() -> None:
    assert refused("registration", "check_in", check_in_configured=False) == "check_in_not_configured"
    assert refused("registration", "running", check_in_configured=True, entrants=[1, 2]) == "check_in_configured"
    assert moved("registration", "running", check_in_configured=False, entrants=[1, 2]).entrants == (1, 2)


def test_the_format_says_how_many_entrants_it_needs() -> None:
    assert refused("registration", "running", entrants=[1]) == "too_few_entrants"
    assert refused("registration", "running", entrants=[1, 2], minimum=3) == "too_few_entrants"
    assert moved("registration", "running", entrants=[1, 2, 3], minimum=3).seeds_closed
    assert refused("check_in", "running", entrants=[1, 2, 3], checked_in=[3]) == "too_few_entrants"


def test_whoever_has_not_checked_in_is_dropped_and_the_waiting_list_fills_up_in_order() -> None:
    done = moved(
        "check_in", "running", limit=4, entrants=[1, 2, 3, 4], checked_in=[1, 3, 6, 7, 8], waiting=[5, 6, 7, 8], ready_matches=2
    )
    assert done == Moved(
        entrants=(1, 3, 6, 7), dropped=(2, 4), promoted=(6, 7), waiting=(5, 8), seeds_closed=True, clocks="going", called=2
    )


def test_without_a_limit_those_who_wait_take_the_places_of_those_who_are_dropped() -> None:
    assert moved("check_in", "running", entrants=[1, 2, 3], checked_in=[1, 2, 9, 8], waiting=[9, 8]).entrants == (1, 2, 9)


def test_ticks_are_kept_when_registration_opens_again() -> None:
    done = moved("check_in", "registration", entrants=[1, 2], checked_in=[2], waiting=[3], limit=2)
    assert (done.entrants, done.dropped, done.waiting, done.seeds_closed) == ((1, 2), (), (3,), False)


def test_a_pause_calls_nothing_and_lets_games_go_on() -> None:
    done = moved("running", "paused", running_games=3, ready_matches=2, finished_rated_games=4)
    assert (done.running_games, done.called, done.clocks, done.rated_games) == (3, 0, "stopped", 4)
    done = moved("paused", "running", running_games=1, ready_matches=2)
    assert (done.running_games, done.called, done.clocks) == (1, 2, "going")


@pytest.mark.parametrize("open_ones", [{"open_matches": 1}, {"ready_matches": 1}, {"running_games": 1}])
def test_only_what_has_no_open_match_is_finished(open_ones: dict[str, int]) -> None:
    assert refused("running", "finished", **open_ones) == "open_matches"
    assert moved("running", "finished", finished_rated_games=3).medals == "frozen"


@pytest.mark.parametrize(("days", "fine"), [(0, True), (7, True), (7.01, False), (8, False)])
def test_a_finished_tournament_goes_on_within_seven_days(days: float, fine: bool) -> None:
    facts: dict[str, Any] = {"by": "owner", "reason": "late protest", "days_since_finished": days}
    if fine:
        assert moved("finished", "running", **facts).medals == "withdrawn"
    else:
        assert refused("finished", "running", **facts) == "too_late"


def test_going_on_and_calling_off_want_a_reason() -> None:
    assert refused("finished", "running", reason="  ") == "no_reason"
    assert refused("running", "cancelled", reason="") == "no_reason"


def test_what_was_rated_stays_rated_when_a_tournament_is_called_off() -> None:
    done = moved("running", "cancelled", reason="hall closed", finished_rated_games=5, running_games=2, ready_matches=1)
    assert (done.rated_games, done.running_games, done.called, done.medals) == (5, 0, 0, None)


@given(st.sets(st.integers(1, 30)), st.sets(st.integers(1, 30)), st.sets(st.integers(1, 30)), st.integers(0, 30))
def test_the_field_is_who_checked_in_up_to_the_limit(entrants: set[int], waiting: set[int], here: set[int], limit: int) -> None:
    field, queue = sorted(entrants), sorted(waiting - entrants)
    limit = max(limit, len(field))
    done = attempt(
        Facts(source="check_in", target="running", entrants=field, waiting=queue, checked_in=sorted(here), limit=limit)
    )
    wanted = [one for one in field + queue if one in here][:limit]
    if len(wanted) < 2:
        assert done == Refused("too_few_entrants")
    else:
        assert isinstance(done, Moved)
        assert list(done.entrants) == wanted
        assert sorted([*done.entrants, *done.dropped, *done.waiting]) == sorted(field + queue)


@given(st.lists(st.integers(), unique=True), st.lists(st.integers(), unique=True), st.none() | st.integers(0, 9))
def test_moving_up_loses_nobody_and_keeps_the_order(entrants: list[int], waiting: list[int], limit: int | None) -> None:
    field, queue = move_up(entrants, waiting, limit)
    assert field + queue == entrants + waiting
    assert len(field) == max(len(entrants), min(len(entrants) + len(waiting), len(field) if limit is None else limit))
