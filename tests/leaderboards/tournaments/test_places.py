"""Final places of events of several stages (RNK-7.7, 7.9)."""

from leaderboards.tournaments import bracket, places
from leaderboards.tournaments.bracket import Decided


def test_who_did_not_go_on_follows_by_the_place_in_the_group() -> None:
    groups = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4}
    knock_out = {1: 2, 2: 1, 3: 3, 4: 3}
    assert places.overall([groups, knock_out]) == {2: 1, 1: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 7}


def test_a_single_stage_stands_as_it_is() -> None:
    fixtures = bracket.single(4, third_place=True)
    stands = bracket.resolve(fixtures, 4, {"W1.1": Decided(0), "W1.2": Decided(None, "forfeit")})
    assert places.overall([bracket.places(fixtures, stands)]) == {1: 1, 4: 3, 2: 4, 3: 4}


def test_who_is_still_in_has_no_place_yet_but_is_ahead_of_those_who_are_out() -> None:
    assert places.overall([{1: 1, 2: 2, 3: 3, 4: 4}, {1: None, 2: None, 3: 3}]) == {3: 3, 4: 4}


def test_three_stages() -> None:
    assert places.overall([{1: 1, 2: 2, 3: 3, 4: 3}, {1: 2, 2: 1}, {2: 1}]) == {2: 1, 1: 2, 3: 3, 4: 3}
