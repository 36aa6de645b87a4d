"""Who begins, and that everything follows from there; tables of the first rules go on with those."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine import registry
from games.engine.dice import Dice
from games.engine.errors import InvalidOptions
from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.playout import next_prompt, random_choice
from games.engine.playthrough import record
from games.engine.session import Command, Session
from games.spieleflut.rules import Spieleflut, scoring
from games.spieleflut.rules.cards import NONE
from games.spieleflut.rules.position import Work
from games.spieleflut.rules_1 import FirstRules

FULL = {"rang": "on", "ereignis": "on"}
FIRST_VERSION = Path(__file__).parent / "version_1"


def begun(options: dict[str, str], setup: Setup, seed: bytes = b"x") -> tuple[Spieleflut, list[Event]]:
    """A game from its beginning, and what was told."""
    told: list[Event] = []
    return Spieleflut.new(options, setup, Dice(seed), told.append), told


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lot_says_who_begins(seats: int) -> None:
    """SPF-4.5, RNK-4.3."""
    games = [begun({}, Setup(seats), b"%d" % n) for n in range(40)]
    assert {game.first_seat() for game, _ in games} == set(range(seats))
    for game, told in games:
        assert (told[0].log, told[0].public) == ("starts_coin", {"seat": game.first_seat(), "method": "coin"})
        assert game.view(None)["starter"] == game.first_seat()


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_a_plan_goes_before_the_lot(first: int) -> None:
    """RNK-4.3: deal, opening reviews and turns go on clockwise from there (SPF-4.6, SPF-4.7, SPF-5.1)."""
    game, told = begun(FULL, Setup(4, starter=first))
    order = [(first + step) % 4 for step in range(4)]
    assert told[0].log == "starts_plan"
    dealt = [event.public["seat"] for event in told if event.log == "draws"]
    assert dealt[::5] == order
    rng, turns, opened = Random(first), [], []
    game.tell = lambda event: turns.append(event.public) if event.log == "turn" else None
    while game.position.round < 3:
        if game.position.state == "SETUP":
            opened.append(game.position.active)
        game.apply(game.prompts[0].seat, random_choice(next_prompt(game, rng), rng, Spieleflut.pick_at_random))
    assert opened == [seat for seat in order if seat in opened]
    assert [(turn["round"], turn["seat"]) for turn in turns[:8]] == [(number, seat) for number in (1, 2) for seat in order]
    assert game.position.teams == (0, 1, 0, 1)  # SPF-13.1: who begins changes no team


@pytest.mark.parametrize(("known", "log", "may"), [((61, 24, 40), "starts_less_experienced", {1}),
                                                   ((24, 61, 24), "starts_coin_of_equals", {0, 2})])  # fmt: skip
def test_the_less_experienced_begin(known: tuple[int, ...], log: str, may: set[int]) -> None:
    """RNK-4.2: among several with the smallest value chance decides; the values are told."""
    games = [begun({"starter": "less_experienced"}, Setup(3, experience=known), b"%d" % n) for n in range(20)]
    assert {game.first_seat() for game, _ in games} == may
    assert {(told[0].log, tuple(told[0].public["experience"])) for _, told in games} == {(log, known)}


def test_duels_may_agree() -> None:
    """RNK-4.3: with more players there is nothing to agree on; if two do not agree, the lot decides."""
    assert Spieleflut.meta.agreed == {"starter": "agreed"}
    game, told = begun({"starter": "agreed"}, Setup(2, starter=1))
    assert (game.first_seat(), told[0].log) == (1, "starts_agreed")
    assert begun({"starter": "agreed"}, Setup(2))[1][0].log == "starts_coin"
    with pytest.raises(InvalidOptions) as refusal:
        begun({"starter": "agreed"}, Setup(3))
    assert [problem.option for problem in refusal.value.problems] == ["starter"]


@pytest.mark.parametrize(("first", "scored"), [(0, {2}), (1, {2, 0}), (2, set())])
def test_who_is_still_to_move_depends_on_who_began(first: int, scored: set[int]) -> None:
    """SPF-12.3: in the last round the published reviews of those count who would still have had a turn."""
    game, _ = begun({}, Setup(3, starter=first))
    p, of = game.position, game.cards.by_name
    p.desks = [[Work(of[review], 3, [of["Z01"]]), None] for review in ("R01", "R02", "R03")]
    for seat, cards in enumerate((("Z02", "T01", "U01"), ("Z03", "T02", "U02"), ("Z04", "T03", "U03"))):
        p.desks[seat] = [Work(of[f"R0{seat + 1}"], 3, [of[card] for card in cards]), None]
    p.round, p.active, p.reach, p.queues = 5, 1, [0, 25, 0], [NONE] * 3
    scoring.finish(game, p.place(1) + 1, "target")
    assert {seat for seat in range(3) if p.finished[seat]} == scored


def test_long_games_are_not_rated() -> None:
    """SPF-1.5, RNK-1.7: rated tables have the usual targets; everything else may be rated."""
    rated = Spieleflut.meta.ranking.rated
    for seats in (2, 3, 4):
        for options in ({}, FULL, {"pause": "off"}, {"starter": "less_experienced"}):
            assert rated(Spieleflut.meta.check(options, seats), seats)
            assert not rated(Spieleflut.meta.check(options | {"long": "on"}, seats), seats)


def test_the_bonus_for_top_is_that_of_the_card() -> None:
    """Appendix A: `top_bonus` of the card file, without ranks only (SPF-8.4)."""
    game, _ = begun({}, Setup(2, starter=0))
    p, of = game.position, game.cards.by_name
    game.cards.top_bonus[of["R01"]], usual = 7, game.cards.top_bonus[of["R01"]]
    try:
        work = Work(of["R01"], 3, [of["Z01"], of["T01"], of["T02"], of["U01"]])
        scoring.score(game, 0, 0, work)
    finally:
        game.cards.top_bonus[of["R01"]] = usual
    assert p.reach[0] == 2 + 7


# --- the first rules --------------------------------------------------------------------------------------------------------


def test_tables_of_the_first_rules_keep_them() -> None:
    """PRO-9.3: what was recorded with them comes out the same, and seat 0 begins."""
    for name, seats in (("full", 2), ("teams", 4)):
        lines = (FIRST_VERSION / f"{name}-{seats}.txt").read_text(encoding="utf-8").splitlines()
        assert record(FirstRules, FULL, seats, f"spieleflut {name} {seats}") == lines
    assert FirstRules.new({}, Setup(3, starter=2), Dice(b"x")).first_seat() == 0


def test_positions_of_the_first_rules_are_kept_byte_for_byte() -> None:
    """Those of a game that was played and kept before there was a second version."""
    session, rng, kept = Session.begin(FirstRules, FULL, Setup(4), Dice(b"old")), Random("old"), sha256()
    kept.update(session.game.dump())
    while session.game.prompts:
        play(session, rng)
        kept.update(session.game.dump())
    assert (session.version, kept.hexdigest()) == (582, "32d2ea686e5584f100ad39566252440c329407d56bce6260882d002ba6cc42ba")
    game: Game[Any] = FirstRules.load(session.game.dump(), Dice(b"old"))
    assert game.dump() == session.game.dump()


def play(session: Session, rng: Random) -> None:
    """One random decision."""
    prompt = next_prompt(session.game, rng)
    chosen = random_choice(prompt, rng, Spieleflut.pick_at_random)
    session.play(Command(prompt.seat, choice=[session.game.token(option) for option in chosen]))


def test_both_versions_are_known() -> None:
    assert registry.game("spieleflut") is Spieleflut
    assert registry.game("spieleflut", 1) is FirstRules
