"""Who sees what: the table of INN-12, what is shown as proof, and what a redeal makes of what a viewer knows (`Game.redealt`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.engine.event import Event
from games.engine.playout import wander
from games.innovation.rules import Innovation, moves
from tests.games.innovation.setting import CARDS, cards, ids, play, table

WATCHER = None
"""A spectator."""

Viewers = set[int | None]


def seers(told: list[Event], card: str, viewers: tuple[int | None, ...]) -> Viewers:
    """Who was told which card it was that moved or was shown."""
    (named,) = ids(card)
    return {viewer for viewer in viewers for event in told if named in event.seen_by(viewer).get("cards", ())}


# --- moves -----------------------------------------------------------------------------------------------------------------

ALL: Viewers = {0, 1, 2, None}
OWN: Viewers = {0}
BOTH: Viewers = {0, 1}
VICTIM: Viewers = {1}

MOVES: list[tuple[str, list[dict[str, Any]], str, str, str, Viewers]] = [
    # what moves, the seats, the next cards of the supply, the answers, the card, who sees it
    ("drawn", [{"red": "archery"}], "tools", "draw", "tools", OWN),
    ("drawn and revealed", [{"red": "metalworking"}], "pottery", "dogma:metalworking", "pottery", ALL),
    ("drawn and melded", [{"green": "sailing"}], "pottery", "dogma:sailing", "pottery", ALL),
    ("drawn and tucked", [{"purple": "monotheism"}], "pottery", "dogma:monotheism", "pottery", ALL),
    ("drawn and scored", [{"red": "machine-tools"}], "pottery", "dogma:machine-tools", "pottery", OWN),
    ("drawn as the sharing bonus", [{"blue": "writing"}, {"purple": "philosophy"}], "calendar paper currency", "dogma:writing",
     "currency", OWN),
    ("drawn by a sharer", [{"blue": "writing"}, {"purple": "philosophy"}], "calendar paper currency", "dogma:writing", "calendar",
     VICTIM),
    ("melded from hand", [{"hand": "tools"}], "", "meld:tools", "tools", ALL),
    ("melded from the score pile", [{"blue": "encyclopedia", "score": "optics"}], "", "dogma:encyclopedia|yes", "optics", ALL),
    ("tucked from hand", [{"yellow": "suburbia", "hand": "tools"}], "oars", "dogma:suburbia|tools", "tools", ALL),
    ("scored from hand", [{"yellow": "stem-cells", "hand": "tools"}], "", "dogma:stem-cells|yes", "tools", OWN),
    ("scored from the board", [{"red": "robotics", "green": "sailing"}], "databases", "dogma:robotics", "sailing", ALL),
    ("returned from hand", [{"yellow": "agriculture", "hand": "tools"}], "calendar", "dogma:agriculture|tools", "tools", OWN),
    ("returned from the score pile", [{"yellow": "vaccination"}, {"score": "tools"}], "canning lighting", "dogma:vaccination",
     "tools", VICTIM),
    ("returned from the board", [{"red": "archery combustion"}], "", "dogma:combustion", "archery", ALL),
    ("hand to a hand", [{"red": "explosives"}, {"hand": "optics tools sailing archery"}], "", "dogma:explosives|tools|sailing",
     "optics", BOTH),
    ("hand to a score pile", [{"purple": "emancipation"}, {"hand": "tools"}], "canning", "dogma:emancipation", "tools", BOTH),
    ("score pile to a score pile", [{"red": "combustion", "green": "navigation"}, {"score": "tools"}], "", "dogma:combustion",
     "tools", BOTH),
    ("score pile to a hand", [{"purple": "services"}, {"score": "tools"}], "", "dogma:services", "tools", BOTH),
    ("board to a board", [{"yellow": "skyscrapers"}, {"purple": "railroad"}], "", "dogma:skyscrapers", "railroad", ALL),
    ("board to a score pile", [{"red": "mobility"}, {"blue": "tools"}], "flight", "dogma:mobility", "tools", ALL),
    ("board to a hand", [{"purple": "specialization", "hand": "tools"}, {"blue": "writing"}], "", "dogma:specialization",
     "writing", ALL),
    ("given in an exchange", [{"yellow": "sanitation", "hand": "tools"}, {"hand": "optics"}, {"blue": "pottery"}], "",
     "dogma:sanitation", "optics", BOTH),
    ("taken in an exchange", [{"yellow": "sanitation", "hand": "tools"}, {"hand": "optics"}, {"blue": "pottery"}], "",
     "dogma:sanitation", "tools", BOTH),
    ("exchanged with the own score pile", [{"green": "bicycle", "hand": "tools"}], "", "dogma:bicycle|yes", "tools", OWN),
    ("revealed by instruction", [{"purple": "specialization", "hand": "tools"}], "", "dogma:specialization", "tools", ALL),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "supply", "answers", "card", "who"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES])
def test_who_sees_a_card_that_moves(seats: list[dict[str, Any]], supply: str, answers: str, card: str, who: Viewers) -> None:
    """INN-12: the others are told its age and no more."""
    told: list[Event] = []
    game = table(*seats, *({} for _ in range(3 - len(seats))), next_cards=supply, told=told)
    play(game, *answers.split("|"))
    assert seers(told, card, (0, 1, 2, WATCHER)) == who
    (number,) = cards(card)
    for viewer in ALL - who:
        ages = [age for event in told if event.kind == "cards_moved" for age in _ages(event.seen_by(viewer))]
        assert CARDS.age[number] in ages


def _ages(args: dict[str, Any]) -> list[int]:
    return [args["age"]] if "age" in args else list(args.get("ages", ()))


def test_a_card_taken_from_a_hidden_pile_of_another_is_seen_by_its_owner_only() -> None:
    """INN-8.7: even who picks it by its value does not see its face; third parties do not either."""
    told: list[Event] = []
    game = table({"blue": "rocketry"}, {"score": "tools optics"}, {}, told=told)
    play(game, "dogma:rocketry", "seat_1:3")
    assert seers(told, "optics", (0, 1, 2, WATCHER)) == {1}


def test_mass_media_shows_each_owner_the_own_cards_only() -> None:
    told: list[Event] = []
    game = table({"green": "mass-media", "hand": "tools", "score": "optics"}, {"score": "paper"}, {"score": "compass"}, told=told)
    play(game, "dogma:mass-media", "tools", "3")
    viewers = (0, 1, 2, WATCHER)
    assert [seers(told, card, viewers) for card in ("tools", "optics", "paper", "compass")] == [{0}, {0}, {1}, {2}]


def test_an_achievement_is_taken_face_down() -> None:
    """INN-12: not even its owner sees which card it is."""
    told: list[Event] = []
    game = table({"red": "archery", "score": "coal"}, {}, told=told)
    lies = game.zones()["achievements"][0]
    play(game, "achieve:age-1")
    assert all("cards" not in event.seen_by(viewer) for event in told for viewer in (0, 1, WATCHER))
    assert all(lies not in json.dumps(game.view(viewer)) for viewer in (0, 1, WATCHER))
    assert game.view(WATCHER)["zones"]["claimed_0"]["backs"] == [1]


def test_fission_lists_board_cards_by_name_and_the_others_by_age() -> None:
    """INN-12, INN-14.1: to everybody alike, the owners too."""
    told: list[Event] = []
    game = table(
        {"red": "fission", "hand": "optics"}, {"green": "sailing", "score": "coal tools"}, next_cards="robotics", told=told
    )
    play(game, "dogma:fission")
    gone = [event for event in told if event.kind == "cards_moved" and event.public["to"].startswith("removed")]
    for viewer in (0, 1, WATCHER):
        by_zone = {event.seen_by(viewer)["from"]: event.seen_by(viewer) for event in gone}
        assert by_zone["red_0"]["cards"] == ids("fission")
        assert by_zone["green_1"]["cards"] == ids("sailing")
        assert (by_zone["hand_0"]["ages"], by_zone["score_1"]["ages"], by_zone["hand_1"]["ages"]) == ([3], [1, 5], [10])
        assert all("cards" not in by_zone[zone] for zone in ("hand_0", "score_1", "hand_1"))
        zones = game.view(viewer)["zones"]
        assert [row["c"] for row in zones["removed"]["cards"]] == ids("sailing fission")
        assert zones["removed_hidden"]["backs"] == [1, 3, 5, 10]
    assert seers(told, "robotics", (0, 1, WATCHER)) == {0, 1, WATCHER}, "it had been revealed before"


# --- proofs and shown hands ------------------------------------------------------------------------------------------------


def shown(told: list[Event], log: str) -> list[tuple[int, list[str]]]:
    """Hands shown to all, with the seat, in order."""
    events = [event for event in told if event.kind == "cards_revealed" and event.log == log]
    assert all(not event.private and event.public["zone"] == f"hand_{event.public['seat']}" for event in events)
    return [(event.public["seat"], event.public["cards"]) for event in events]


@pytest.mark.parametrize(
    ("seats", "answers", "proof"),
    [
        ([{"red": "oars"}, {"hand": "tools pottery"}, {}], "dogma:oars", (1, "pottery tools")),
        ([{"purple": "feudalism"}, {"hand": "sailing pottery"}, {}], "dogma:feudalism", (1, "pottery sailing")),
        ([{"yellow": "machinery", "hand": "pottery"}, {"blue": "calendar"}], "dogma:machinery", (0, "pottery")),
        ([{"green": "clothing", "hand": "sailing"}, {"hand": "coal"}], "dogma:clothing", (0, "sailing")),
    ],
    ids=["Oars", "Feudalism", "Machinery", "Clothing"],
)
def test_a_hand_without_a_fitting_card_is_shown_to_all(seats: list[dict[str, Any]], answers: str, proof: tuple[int, str]) -> None:
    """INN-12.5."""
    told: list[Event] = []
    game = table(*seats, next_cards="archery", told=told)
    play(game, *answers.split("|"))
    assert shown(told, "proves") == [(proof[0], ids(proof[1]))]


def test_the_last_round_of_oars_is_proven_too() -> None:
    """INN-12.5, INN-16: what was drawn meanwhile is shown with the rest."""
    told: list[Event] = []
    game = table({"red": "oars"}, {"hand": "sailing pottery"}, {}, next_cards="tools", told=told)
    play(game, "dogma:oars", "sailing")
    assert shown(told, "proves") == [(1, ids("pottery tools"))]
    assert seers(told, "sailing", (0, 1, 2, WATCHER)) == {0, 1}, "a fitting card is not shown to third parties"


@pytest.mark.parametrize(
    ("seats", "answers"),
    [
        ([{"red": "oars"}, {}], "dogma:oars"),
        ([{"yellow": "masonry", "hand": "pottery"}, {}], "dogma:masonry|pass"),
        ([{"purple": "code-of-laws", "hand": "pottery"}, {}], "dogma:code-of-laws|pass"),
        ([{"red": "explosives"}, {"hand": "pottery"}], "dogma:explosives"),
    ],
    ids=["an empty hand", "Masonry", "Code of Laws", "any card fits"],
)
def test_no_proof_is_due(seats: list[dict[str, Any]], answers: str) -> None:
    """INN-12.5 is about compulsory picks by colour or icon from a hand that is not empty."""
    told: list[Event] = []
    play(table(*seats, told=told), *answers.split("|"))
    assert shown(told, "proves") == []


def test_a_proof_is_no_share() -> None:
    """INN-7.7: the sharer of Clothing shows a hand without a new colour, and nothing happens."""
    told: list[Event] = []
    game = table({"green": "clothing", "blue": "writing"}, {"blue": "pottery", "hand": "tools"}, told=told)
    play(game, "dogma:clothing")
    assert shown(told, "proves") == [(1, ids("tools"))]
    assert "x_innovation_bonus" not in [event.kind for event in told]


def test_classification_shows_every_opponents_hand() -> None:
    """INN-12.5: also what does not fit."""
    told: list[Event] = []
    game = table({"green": "classification", "hand": "tools"}, {"hand": "archery writing"}, {"hand": "coal"}, told=told)
    play(game, "dogma:classification", "writing")
    assert shown(told, "reveals") == [(0, ids("tools"))]
    assert shown(told, "shows") == [(1, ids("writing archery")), (2, ids("coal"))]


def test_a_revealed_card_is_hidden_state_again() -> None:
    """INN-12.3: the server does not keep it open."""
    game = table({"red": "oars"}, {"hand": "tools pottery"}, {})
    play(game, "dogma:oars")
    for viewer in (0, 2, WATCHER):
        zone = game.view(viewer)["zones"]["hand_1"]
        assert (zone["backs"], "cards" in zone) == ([1, 1], False)


# --- views -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, WATCHER])
@pytest.mark.parametrize("teams", ["off", "on"])
def test_hands_and_score_piles_are_seen_by_their_owner_only(viewer: int | None, teams: str) -> None:
    """INN-12, INN-12.6, INN-12.7: partners are others."""
    seats = [
        {"hand": "tools calendar", "score": "optics"},
        {"hand": "coal"},
        {"hand": "sailing", "score": "paper"},
        {"score": "fission"},
    ]
    zones = table(*seats, teams=teams).view(viewer)["zones"]
    for seat, row in enumerate(seats):
        for name in ("hand", "score"):
            zone, held = zones[f"{name}_{seat}"], cards(row.get(name, ""))
            assert zone["count"] == len(held)
            if seat == viewer:
                assert [card["c"] for card in zone["cards"]] == CARDS.ids_of(sorted(held))
                assert "backs" not in zone
            else:
                assert zone["backs"] == sorted(CARDS.age[card] for card in held)
                assert "cards" not in zone


def test_supply_piles_show_sizes_and_nothing_else() -> None:
    """INN-12."""
    game = table({}, {}, next_cards="tools", empty=(2,))
    for viewer in (0, WATCHER):
        for age in range(1, 11):
            zone = game.view(viewer)["zones"][f"supply_{age}"]
            assert set(zone) == {"name", "visibility", "order", "count", "age", "back"}
            assert zone["count"] == len(game.position.supply[age])
    assert game.view(0)["zones"]["supply_2"]["count"] == 0


def test_whole_piles_are_open() -> None:
    """INN-12: covered cards and the splay too, from the top."""
    game = table({"blue": "pottery tools writing/left"}, {})
    for viewer in (0, 1, WATCHER):
        pile = game.view(viewer)["zones"]["blue_0"]
        assert [card["c"] for card in pile["cards"]] == ids("writing tools pottery")
        assert pile["splay"] == "left"


def test_after_the_end_hands_and_score_piles_are_open() -> None:
    """INN-12.6."""
    game = table({"red": "robotics", "hand": "tools"}, {"score": "coal optics"}, empty=(10,))
    play(game, "draw")
    for viewer in (0, 1, WATCHER):
        zones = game.view(viewer)["zones"]
        assert [card["c"] for card in zones["hand_0"]["cards"]] == ids("tools")
        assert [card["c"] for card in zones["score_1"]["cards"]] == ids("optics coal")


def test_others_see_who_decides_by_which_card_and_step() -> None:
    """INN-12.4."""
    game = table({"purple": "emancipation"}, {"hand": "tools coal"}, {})
    play(game, "dogma:emancipation")
    assert game.waiting_for() == [1]
    for viewer in (0, 1, 2, WATCHER):
        running = game.view(viewer)["dogma"]
        assert (running["card"], running["seat"], running["obey"], running["share"]) == (ids("emancipation")[0], 0, [1, 2], [])
        assert running["frames"] == [{"card": ids("emancipation")[0], "effect": 1, "demand": True, "seat": 1, "by": 0}]


def positions(preset: str, number: int, every: int = 11) -> Iterator[Innovation]:
    options = Innovation.meta.presets[preset].options
    games = wander(Innovation, options, Innovation.meta.playable(options), "knowledge")
    for game in islice(games, 0, number * every, every):
        assert isinstance(game, Innovation)
        yield game


@pytest.mark.parametrize("preset", sorted(Innovation.meta.presets))
def test_no_view_names_a_card_that_is_hidden_from_the_viewer(preset: str) -> None:
    """INN-17.9, INN-12.1: whatever random games lead to."""
    for game in positions(preset, 150):
        p, zones = game.position, game.zones()
        for viewer in (*range(p.seats), WATCHER):
            hidden = {"achievements", "removed_hidden", *(f"claimed_{seat}" for seat in range(p.seats))}
            hidden |= {zone for zone in zones if zone.startswith("supply_")}
            if p.phase != "over":
                hidden |= {f"{name}_{seat}" for name in ("hand", "score") for seat in range(p.seats) if seat != viewer}
            running = {CARDS.ids[frame.card] for frame in p.dogma.frames} | {CARDS.ids[p.dogma.card]} if p.dogma else set()
            text = json.dumps(game.view(viewer))
            assert not [card for zone in hidden for card in zones[zone] if f'"{card}"' in text and card not in running]


# --- what a redeal keeps ---------------------------------------------------------------------------------------------------


def held(game: Innovation, viewer: int | None, zone: str, redeals: int = 60) -> Counter[tuple[str, ...]]:
    """What a viewer thinks possible in a zone."""
    return Counter(tuple(game.redealt(viewer, Random(number)).zones()[zone]) for number in range(redeals))


def test_hidden_cards_vary_within_their_ages() -> None:
    """INN-12.1: ages are public."""
    game = table({"hand": "tools coal"}, {"hand": "archery fission"}, {})
    possible = held(game, 0, "hand_1")
    assert len(possible) > 10
    assert all([CARDS.age[CARDS.of[card]] for card in hand] == [1, 9] for hand in possible)
    assert not any({"innovation.tools", "innovation.coal"} & set(hand) for hand in possible)
    assert set(held(game, 1, "hand_1")) == {tuple(ids("archery fission"))}
    for zone in ("supply_1", "achievements"):
        assert len(held(game, 0, zone)) > 10


def test_what_was_proven_stays_known_beside_what_is_drawn_later() -> None:
    """INN-12.3: clients may remember."""
    game = table({"red": "oars"}, {"hand": "tools pottery"}, {}, actions_left=1, next_cards="archery writing")
    play(game, "dogma:oars", "draw")
    for viewer in (0, 2, WATCHER):
        possible = held(game, viewer, "hand_1")
        assert all(set(ids("tools pottery")) < set(hand) for hand in possible)
        assert len(possible) > 3


def test_what_may_have_left_unseen_is_known_no_more() -> None:
    """Agriculture returns one of two 1s that everybody knew: the other one is not certain."""
    game = table(
        {"red": "oars"}, {"yellow": "agriculture", "hand": "tools pottery"}, {}, actions_left=1, next_cards="archery calendar"
    )
    play(game, "dogma:oars", "dogma:agriculture", "tools")
    for viewer in (0, 2, WATCHER):
        assert set(held(game, viewer, "hand_1")) != {tuple(ids("pottery"))}
    assert set(held(game, 1, "hand_1")) == {tuple(ids("pottery"))}


def test_giver_and_taker_know_a_transferred_card_and_nobody_else() -> None:
    """INN-12."""
    game = table({"red": "explosives"}, {"hand": "optics tools"}, {}, next_cards="lighting")
    play(game, "dogma:explosives")
    assert set(held(game, 1, "hand_0")) == {tuple(ids("tools optics"))}
    for viewer in (2, WATCHER):
        assert len(held(game, viewer, "hand_0")) > 10


def test_a_card_returned_openly_is_known_at_the_bottom() -> None:
    """INN-8.16, INN-12."""
    game = table({"red": "archery combustion"}, {}, {})
    play(game, "dogma:combustion")
    for viewer in (0, 1, WATCHER):
        assert {pile[-1] for pile in held(game, viewer, "supply_1")} == set(ids("archery"))
        assert len({pile[0] for pile in held(game, viewer, "supply_1")}) > 3


def test_a_card_returned_from_hand_is_known_to_the_returner_only() -> None:
    """INN-12."""
    game = table({"yellow": "agriculture", "hand": "tools"}, {}, {})
    play(game, "dogma:agriculture", "tools")
    assert {pile[-1] for pile in held(game, 0, "supply_1")} == set(ids("tools"))
    for viewer in (1, WATCHER):
        assert len({pile[-1] for pile in held(game, viewer, "supply_1")}) > 3


def test_who_is_asked_for_a_fitting_card_has_one() -> None:
    """INN-8.19: being asked tells that a crown is in the hand of two, and not which card shows it."""
    game = table({"red": "oars"}, {"hand": "tools sailing"}, {})
    play(game, "dogma:oars")
    assert game.prompts[0].options == ids("sailing")
    possible = held(game, 0, "hand_1")
    crown = CARDS.has[0]
    assert all(any(crown[CARDS.of[card]] for card in hand) for hand in possible)
    assert len(possible) > 5


def test_an_offered_may_tells_nothing_of_the_hand() -> None:
    """INN-8.19: Masonry asks whoever holds a card, castle or not."""
    game = table({"yellow": "masonry"}, {"red": "metalworking", "hand": "tools"}, {})
    play(game, "dogma:masonry")
    assert game.prompts[0].seat == 1
    castle = CARDS.has[3]
    fits = {castle[CARDS.of[hand[0]]] for hand in held(game, 0, "hand_1")}
    assert fits == {True, False}


def test_opening_picks_are_secret() -> None:
    """INN-2.4: nobody sees another's pick, and a redeal guesses it."""
    game = next(wander(Innovation, {}, [3], "opening"))
    assert isinstance(game, Innovation)
    before = game.view(1), game.view(WATCHER)
    game.apply(0, game.prompt_of(0).options[1:])
    assert (game.view(1), game.view(WATCHER)) == before
    assert {tuple(game.redealt(1, Random(n)).position.sealed[0]) for n in range(40)} != {tuple(game.position.sealed[0])}
    assert {tuple(game.redealt(0, Random(n)).position.sealed[0]) for n in range(10)} == {tuple(game.position.sealed[0])}


def test_a_card_that_goes_to_a_board_tells_nothing_of_the_others() -> None:
    """INN-12: everybody sees which one has left the hand, so what was shown before is still there."""
    game = table({"red": "archery"}, {"hand": "oars sailing"}, {})
    game.position.seen = [game.all_see if card in cards("oars sailing") else seen for card, seen in enumerate(game.position.seen)]
    moves.transfer(game, cards("oars")[0], 1, "hand", 0, "board")
    assert game.position.seen[cards("sailing")[0]] == game.all_see


def test_a_card_that_leaves_unseen_makes_those_of_its_age_uncertain() -> None:
    """INN-12: the two who see the move know; for the others it may have been either."""
    game = table({"red": "archery"}, {"hand": "oars sailing calendar"}, {})
    shown = cards("oars sailing calendar")
    game.position.seen = [game.all_see if card in shown else seen for card, seen in enumerate(game.position.seen)]
    moves.transfer(game, cards("oars")[0], 1, "hand", 0, "hand")
    assert [game.position.seen[card] for card in shown] == [0b0011, 0b0011, game.all_see]
