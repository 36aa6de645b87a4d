"""Handles (PRO-5.9; PRO section 11, test 9): functions of what was seen, dead after a shuffle, and saying nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine import registry
from games.engine.dice import Dice
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.session import Session, choose
from games.tables import handles, live
from games.tables.handles import Handles
from tests.games.tables.play import answer, crowd, enter, forget, full_table, run
from tests.toys.well import CARDS, Well

VIEWERS = (0, 1, 2, None)
Seen = tuple[list[Event], dict[str, Any]]


def played(seed: int, swap: tuple[int, int] | None = None, acts: list[tuple[int, str]] | None = None) -> Iterator[Session]:
    """A random game of three, position by position; or these acts, with two cards having changed places before the first."""
    rng = Random(seed)
    session = Session.begin(Well, {}, Setup(3), Dice(seed.to_bytes(4, "big")))
    if swap is not None:
        p, (one, other) = session.game.position, swap
        for part in (p.deck, *p.hands):
            part[:] = [other if card == one else one if card == other else card for card in part]
        session.game.prompts = session.game.open_prompts()
    yield session
    while session.game.prompts:
        prompt = session.game.prompts[0]
        seat, choice = acts[session.version] if acts else (prompt.seat, rng.choice(prompt.options))
        session.play(choose(seat, [choice]))
        yield session


def marks(view: dict[str, Any]) -> dict[int, tuple[str, str]]:
    """Zone and card by handle; every card that is shown has one, and no two the same."""
    found: dict[int, tuple[str, str]] = {}
    for name, zone in view["zones"].items():
        for card in zone.get("cards", ()):
            assert card["k"] not in found
            found[card["k"]] = (name, card.get("c", ""))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_a_handle_is_kept_while_a_card_can_be_watched_and_never_comes_back(seed: int) -> None:
    """Against the truth: one handle, one card; what was in the deck or in another hand has a new number afterwards."""
    tracks = handles.begin(3)
    known: list[dict[int, str]] = [{} for _ in VIEWERS]
    dead: list[set[int]] = [set() for _ in VIEWERS]
    watched: list[dict[str, int]] = [{} for _ in VIEWERS]
    kept = 0
    for session in played(seed):
        handles.follow(tracks, session.game, session.told)
        for track, cards, gone, before in zip(tracks, known, dead, watched, strict=True):
            shown = marks(track.marked(session.game.view(track.viewer)))
            assert not gone & set(shown), "a dead handle came back"
            for handle, (_, card) in shown.items():
                if card:
                    assert cards.setdefault(handle, card) == card, "a handle names one card"
            gone |= set(range(1, track.last + 1)) - set(shown)
            now = {card: handle for handle, (_, card) in shown.items() if card}
            moved = {c for e in session.told for c in e.seen_by(track.viewer).get("cards", ())}
            for card, handle in now.items():
                if card in before and card not in moved:
                    assert before[card] == handle, "nothing has happened to it"
                    kept += 1
            before.clear()
            before.update(now)
    assert kept > 50


def test_from_the_hand_to_the_pile_in_sight() -> None:
    """Whoever saw it in the hand knows that it is the same card; the others meet it for the first time."""
    session, tracks = Session.begin(Well, {}, Setup(3), Dice(b"x")), handles.begin(3)
    game = session.game
    handles.follow(tracks, game, [])
    card = game.position.hands[0][1]
    before = {place: handle for handle, place in marks(tracks[0].marked(game.view(0))).items()}[f"hand_{0}", f"well.{card}"]
    told = session.play(choose(0, [f"discard-{card}"]))
    given = handles.follow(tracks, game, told)
    assert given[0] == [[before], [tracks[1].last], [tracks[2].last], [1]]
    for track in tracks:
        shown = marks(track.marked(game.view(track.viewer)))
        assert shown[given[0][-1 if track.viewer is None else track.viewer][0]] == ("pile", f"well.{card}")


def test_a_back_that_is_turned_up_keeps_its_handle() -> None:
    """A single card that lies face down can be watched, whatever it is."""
    track = Handles(None)
    down = {"name": "down", "visibility": "public", "cards": [{"back": "well"}]}
    pile = {"name": "pile", "visibility": "public", "cards": []}
    track.see({"zones": {"down_0": down, "pile": pile}})
    assert track.hear(Event("cards_revealed", {"zone": "down_0", "cards": ["well.7"]})) == [1]
    assert track.hear(Event("cards_moved", {"from": "down_0", "to": "pile", "cards": ["well.7"]})) == [1]
    track.see({"zones": {"down_0": down | {"cards": []}, "pile": pile | {"cards": [{"c": "well.7"}]}}})
    assert marks(track.marked({"zones": {"pile": pile | {"cards": [{"c": "well.7"}]}}})) == {1: ("pile", "well.7")}


def test_no_handle_survives_what_hides_a_card_within_one_version() -> None:
    """Into the deck, shuffled, and drawn again before the next view: it is another card to everybody."""
    for between in ([], [Event("cards_shuffled", {"zone": "deck"})], [Event("cards_shuffled", {"zone": "deck", "all": True})]):
        track = Handles(0)
        view = {"zones": {"pile": {"visibility": "public", "cards": [{"c": "a"}]}, "deck": {"visibility": "hidden", "count": 3}}}
        track.see(view)
        assert track.hear(Event("cards_moved", {"from": "pile", "to": "deck", "cards": ["a"]})) == [1]
        for event in between:
            track.hear(event)
        assert track.hear(Event("cards_moved", {"from": "deck", "to": "pile", "cards": ["a"]})) == [2]
        track.see(view)
        assert marks(track.marked(view)) == {2: ("pile", "a")}


@pytest.mark.parametrize("seed", range(20))
def test_equal_observations_give_equal_handles(seed: int) -> None:
    """Two games that differ only in what a viewer never sees: all they are sent of handles is the same."""
    acts: list[tuple[int, str]] = []
    seen: set[int] = set()
    for session in played(seed):
        for event in session.told:
            seen |= {int(str(card).partition(".")[2]) for card in event.public.get("cards", ())}
    rng = Random(seed)
    session = Session.begin(Well, {}, Setup(3), Dice(seed.to_bytes(4, "big")))
    while session.game.prompts:
        prompt = session.game.prompts[0]
        acts.append((prompt.seat, rng.choice(prompt.options)))
        session.play(choose(prompt.seat, [acts[-1][1]]))
    never = [card for card in range(1, CARDS + 1) if card not in seen]
    asked = {int(act.partition("-")[2]) for _, act in acts if "-" in act}
    free = [card for card in never if card not in asked]
    if len(free) < 2:
        pytest.skip("everything was seen")
    pair = (free[0], free[-1])
    streams = []
    for swap in (None, pair):
        track = Handles(None)
        stream = []
        for session in played(seed, swap, acts):
            given = [track.hear(event) for event in session.told]
            view = session.game.view(None)
            track.see(view)
            stream.append((given, track.marked(view)))
        streams.append(stream)
    assert streams[0] == streams[1]


def test_handles_say_nothing_of_ids_or_of_the_order_of_the_deck() -> None:
    """In a hand dealt at once a higher handle goes with a higher id, and with a later place in the deck, half of the time."""
    rising = later = pairs = 0
    for seed in range(400):
        dealt: list[str] = []
        session = Session.begin(Well, {}, Setup(2), Dice(seed.to_bytes(4, "big")))
        track = Handles(0)
        for event in session.told:
            track.hear(event)
            if event.only == (0,):
                dealt = event.private["cards"]
        view = session.game.view(0)
        track.see(view)
        numbers = {card: handle for handle, (_, card) in marks(track.marked(view)).items()}
        for at, one in enumerate(dealt):
            for other in dealt[at + 1 :]:
                pairs += 1
                higher = int(other.partition(".")[2]) > int(one.partition(".")[2])
                rising += (numbers[other] > numbers[one]) == higher
                later += numbers[other] > numbers[one]
    assert abs(rising / pairs - 0.5) < 0.05, (rising, pairs)
    assert abs(later / pairs - 0.5) < 0.05, (later, pairs)


# --- at a table ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def well() -> Iterator[str]:
    """The toy, known by its name for as long as the test lasts."""
    registry.register_game("tests.toys.well")
    yield "well"
    registry._games.pop(("well", 1))


@pytest.mark.django_db(transaction=True)
def test_at_a_table_and_after_a_restart(well: str) -> None:
    """Views, events and refs have them; a process that reads the table anew comes to the same numbers."""
    table = full_table(3, game=well)

    async def scenario() -> None:
        clients = await crowd(table)
        rng = Random(5)
        for number in range(40):
            asked = next(client for client in clients.values() if client.prompts)
            prompt = asked.prompt
            shown = marks(asked.facts["view"])
            for option in prompt["options"]:
                own = [ref for ref in option.get("refs", ()) if ref.startswith("card_")]
                assert [shown[int(ref.partition("_")[2])][1] for ref in own] == option.get("cards", [])
            await answer(table, asked, [rng.choice(prompt["options"])["id"]])
            if number % 10 == 3:
                forget()
                again = {viewer: await enter(table, viewer) for viewer in clients}
                for viewer, client in clients.items():
                    client.same_as(again[viewer])
                clients = again
        assert clients[0].status == "finished"
        frames = "".join(frame for client in clients.values() for frame in client.frames)
        assert '"handles":[' in frames

    run(scenario)


@pytest.mark.django_db(transaction=True)
def test_a_game_that_does_without_them_has_none() -> None:
    """Copies of an emotion are interchangeable."""
    table = full_table(2)

    async def scenario() -> None:
        clients = await crowd(table)
        await answer(table, clients[table.waiting[0]])
        loaded = live.table(table.pk).loaded
        assert loaded is not None
        assert loaded.tracks == []
        assert not [frame for client in clients.values() for frame in client.frames if '"k":' in frame or '"handles":' in frame]

    run(scenario)
