"""What every registered game must keep, whatever its rules: the promises of the engine's contract (architecture.md).

A new game is tested here without a line of its own: every game of the registry, with each of its presets, and the toys.
The proof looks at more with `TESTS=full` (tests/sizes.py), and by command at as much as one likes: `manage.py prove`.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from games import texts
from games.engine import plants, proof, registry
from games.engine.dice import Dice
from games.engine.errors import GameOver, IllegalChoice, NotYourPrompt
from games.engine.event import Event
from games.engine.game import Game, Setup
from games.engine.meta import Options, Preset
from games.engine.playout import Audit, check_cards, next_prompt, playout, random_choice, wander
from games.engine.session import Command, Session, replay
from games.management.commands.playthroughs import playthroughs
from tests.sizes import part, size
from tests.toys.heap import Heap
from tests.toys.market import Market

Case = tuple[type[Game[Any]], Options]

TOYS: list[type[Game[Any]]] = [Heap, Market]


def _cases(*, hidden: bool = False, one_in: int = 1) -> list[Any]:
    """All games with their presets, or one in so many of these; with `hidden` only those in which something is."""
    games = [registry.game(slug) for slug in registry.slugs()] + ([Market] if hidden else TOYS)
    return [
        pytest.param((game, preset.options), id=f"{game.meta.slug}-{name}")
        for game in games
        for name, preset in part((game.meta.presets or {"default": Preset()}).items(), min(one_in, len(game.meta.presets) or 1))
    ]


@pytest.fixture(params=_cases())
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def positions(case: Case, number: int, every: int = 9, seed: str = "contract") -> list[Game[Any]]:
    """Copies of games as they stand now and then in random games of all numbers of players."""
    game_type, options = case
    games = wander(game_type, options, game_type.meta.playable(options), seed)
    return [game.clone() for game in islice(games, 0, number * every, every)]


def fewest(case: Case) -> int:
    game_type, options = case
    return game_type.meta.playable(options)[0]


def test_every_option_is_legal(case: Case) -> None:
    for game in positions(case, 40):
        for prompt in game.prompts:
            for option in prompt.options:
                others = [other for other in prompt.options if other != option]
                choice = [option, *others][: max(1, prompt.pick[0])]
                copy = game.clone()
                copy.apply(prompt.seat, choice)
                assert copy.prompts or copy.outcome()


def test_options_differ_in_value_and_name(case: Case) -> None:
    for game in positions(case, 60):
        for prompt in game.prompts:
            names = [game.token(option) for option in prompt.options]
            assert len(set(names)) == len(names)
            assert game.named(prompt, names) == prompt.options
            assert all(names)
            assert 0 <= prompt.pick[0] <= prompt.pick[1] <= len(prompt.options)


def test_refused_choices_change_nothing(case: Case) -> None:
    foreign = object()
    for game in positions(case, 30):
        before = game.dump(), list(game.prompts)
        for prompt in game.prompts:
            too_many = [option for option in prompt.options for _ in range(2)]
            refused: list[list[Any]] = [[foreign], [foreign, *prompt.options], too_many]
            refused += [[]] if prompt.pick[0] else []
            for choice in refused:
                with pytest.raises(IllegalChoice):
                    game.apply(prompt.seat, choice)
        asked = {prompt.seat for prompt in game.prompts}
        for seat in (*range(game.position.seats), 99):
            if seat not in asked:
                with pytest.raises(NotYourPrompt):
                    game.apply(seat, game.prompts[0].timeout())
        assert (game.dump(), list(game.prompts)) == before


def test_the_default_of_a_prompt_is_a_legal_choice(case: Case) -> None:
    """PRO-4.10."""
    for game in positions(case, 60):
        for prompt in game.prompts:
            game.check(prompt, prompt.timeout())


def test_a_game_on_defaults_alone_ends(case: Case) -> None:
    """PRO-4.10: when nobody answers any more, the game still goes on to its end."""
    game_type, options = case
    for seats in game_type.meta.playable(options):
        game = game_type.new(options, Setup(seats), Dice(b"defaults"))
        for _ in range(20_000):
            if not game.prompts:
                break
            prompt = next_prompt(game, Random(1))
            game.apply(prompt.seat, prompt.timeout())
        assert game.outcome() is not None


def test_cards_are_conserved(case: Case) -> None:
    for game in positions(case, 60, every=3):
        check_cards(game)


def test_the_same_seed_and_choices_give_the_same_game(case: Case) -> None:
    """EMO-13.5 and its like."""
    game_type, options = case
    for seats in game_type.meta.playable(options):
        first, second, other = (_told(game_type, options, seats, seed) for seed in ("a", "a", "b"))
        assert first == second
        assert first != other or not first[1]


def _told(game_type: type[Game[Any]], options: Options, seats: int, seed: str) -> tuple[bytes, list[Event]]:
    told: list[Event] = []
    game = game_type.new(options, Setup(seats), Dice(seed.encode()), told.append)
    playout(game, Random("same choices"))
    return game.dump(), [event for event in told if event.kind in ("cards_moved", "cards_revealed", "rolled")]


def test_dump_and_load_at_every_prompt_change_nothing(case: Case) -> None:
    game_type, options = case
    told: list[Event] = []
    reloaded_told: list[Event] = []
    dice = Dice(b"dump")
    game = game_type.new(options, Setup(fewest(case)), dice, told.append)
    reloaded = game_type.new(options, Setup(fewest(case)), dice, reloaded_told.append)
    rng = Random("dump")
    while game.prompts:
        reloaded = game_type.load(reloaded.dump(), dice, reloaded_told.append)
        assert reloaded.dump() == game.dump()
        assert reloaded.prompts == game.prompts
        for viewer in (*range(game.position.seats), None):
            assert reloaded.view(viewer) == game.view(viewer)
        prompt = next_prompt(game, rng)
        choice = random_choice(prompt, rng)
        game.apply(prompt.seat, choice)
        reloaded.apply(prompt.seat, choice)
    assert reloaded.dump() == game.dump()
    assert reloaded.outcome() == game.outcome()
    assert reloaded_told == told


def test_a_clone_shares_nothing(case: Case) -> None:
    for game in positions(case, 25):
        before = game.dump()
        playout(game.clone(), Random(3))
        assert game.dump() == before


def test_undo_then_the_same_answer_gives_the_same_bytes(case: Case) -> None:
    """PRO-4.9: back to the start of the chain; the version grows, the position is as it was."""
    game_type, options = case
    rng = Random("undo")
    undone = 0
    for number in range(12):
        session = Session.begin(game_type, options, Setup(fewest(case)), Dice(b"%d" % number))
        starts = {0: session.game.dump()}
        while session.game.prompts:
            prompt = next_prompt(session.game, rng)
            choice = [session.game.token(option) for option in random_choice(prompt, rng)]
            chain = session.undo.version if session.undo and session.undo.seat == prompt.seat else session.version
            session.play(Command(prompt.seat, choice=choice))
            after = session.game.dump()
            starts[session.version] = after
            if session.undo_for(prompt.seat) is None and chain == session.version - 1:
                session.play(Command(prompt.seat, "undo"))
                assert session.game.dump() == starts[chain]
                session.play(Command(prompt.seat, choice=choice))
                assert session.game.dump() == after
                undone += 1
                starts[session.version] = after
    if game_type is Market:
        assert undone > 20


def test_a_record_replays(case: Case) -> None:
    """PRO-9.3: game, options, setup, seed and commands give the same positions; also from a stored position in the middle."""
    game_type, options = case
    seats, dice = game_type.meta.playable(options)[-1], Dice(b"record")
    session = Session.begin(game_type, options, Setup(seats), dice)
    commands: list[Command] = []
    stored: list[tuple[int, bytes]] = [(0, session.dump())]
    rng = Random("record")
    while session.game.prompts:
        prompt = next_prompt(session.game, rng)
        act = Command(prompt.seat, choice=[session.game.token(option) for option in random_choice(prompt, rng)])
        if session.version == 7:
            act = Command(prompt.seat, "leave", status="resigned")
        commands.append(act)
        session.play(act)
        stored.append((session.version, session.dump()))
    assert replay(game_type, options, Setup(seats), dice, commands).dump() == session.dump()
    for version, data in stored[:: max(1, len(stored) // 8)]:
        resumed = Session.load(data, game_type, dice)
        assert resumed.dump() == data
        for act in commands[version:]:
            resumed.play(act)
        assert resumed.dump() == session.dump()


def test_whoever_leaves_never_comes_first(case: Case) -> None:
    """RNK-1.4: leaving is never cheaper than losing; the game goes on to a result."""
    game_type, options = case
    for seats in game_type.meta.playable(options):
        for number in range(6):
            game = game_type.new(options, Setup(seats), Dice(b"leave %d" % number))
            rng = Random(number)
            for _ in range(number * 5):
                if game.prompts:
                    prompt = next_prompt(game, rng)
                    game.apply(prompt.seat, random_choice(prompt, rng))
            if not game.prompts:
                continue
            leaver = rng.randrange(seats)
            game.leave(leaver, "abandoned")
            playout(game, rng)
            outcome = game.outcome()
            assert outcome is not None
            assert outcome.ranks[leaver] > 1
            assert min(outcome.ranks) == 1
            if seats == 2:
                assert outcome.ranks == [2 if seat == leaver else 1 for seat in range(2)]
            with pytest.raises(GameOver):
                game.leave(leaver, "abandoned")


def test_outcomes_are_well_formed(case: Case) -> None:
    """RNK-1.2: ranks 1, 1, 3, of teams 1 and 2; every seat has one; nobody is asked any more."""
    game_type, options = case
    for seats in game_type.meta.playable(options):
        game = game_type.new(options, Setup(seats), Dice(b"ranks"))
        assert game.outcome() is None
        playout(game, Random(5), Audit())
        outcome = game.outcome()
        assert outcome is not None
        assert len(outcome.ranks) == seats
        teams = game.position.teams or range(seats)
        sides = dict(zip(teams, outcome.ranks, strict=True))
        assert [sides[team] for team in teams] == outcome.ranks
        for rank in sides.values():
            assert rank == 1 + sum(other < rank for other in sides.values())
        assert outcome.reason
        with pytest.raises(GameOver):
            game.apply(0, [])


def test_the_view_law(case: Case) -> None:
    """PRO-1.2, QUA-1.5: what a viewer gets depends on nothing it cannot know. `manage.py prove` runs more of it."""
    game_type, options = case
    positions = size(25, 60)
    found = proof.prove(game_type, options, game_type.meta.playable(options), positions, seed=11)
    assert [str(mismatch) for mismatch in found.mismatches] == []
    assert found.positions == positions
    assert found.cards_moved > 0 or not found.hidden


@pytest.mark.parametrize("case", _cases(hidden=True, one_in=3))
def test_planted_leaks_are_found(case: Case) -> None:
    """A proof that cannot fail proves nothing."""
    game_type, options = case
    findings = list(plants.search(game_type, options, game_type.meta.playable(options)[:2], 150, seed=5))
    assert [finding.plant.name for finding in findings if finding.mismatch is None] == []


def test_views_are_plain_data(case: Case) -> None:
    """PRO-1.5: no floats and no null; keys are ASCII snake_case; zones say who owns how many cards (PRO-5.10)."""
    for game in positions(case, 25):
        for viewer in (*range(game.position.seats), None):
            view = game.view(viewer)
            _check_plain(view)
            for zone in view["zones"].values():
                assert {"name", "visibility", "order", "count"} <= zone.keys()
                assert len(zone.get("cards", range(zone["count"]))) == zone["count"]


@pytest.mark.parametrize("case", [case for case in _cases() if case.values[0][0].meta.lasting_views])
def test_lasting_views_stay_as_they_are(case: Case) -> None:
    """PRO-5.4: later views are compared with them, whatever the game has done meanwhile."""
    game_type, options = case
    given: list[tuple[dict[str, Any], bytes]] = []
    for game in islice(wander(game_type, options, game_type.meta.playable(options), "views"), 300):
        views = [game.view(viewer) for viewer in (*range(game.position.seats), None)]
        given += [(view, msgspec.json.encode(view)) for view in views]
    assert all(msgspec.json.encode(view) == as_given for view, as_given in given)


def _check_plain(value: Any) -> None:
    assert value is not None
    assert not isinstance(value, float)
    if isinstance(value, dict):
        for key, part in value.items():
            assert key.isascii()
            assert key == key.lower()
            _check_plain(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            _check_plain(part)


@pytest.mark.parametrize("slug", registry.slugs())
def test_playthroughs_are_as_recorded(slug: str) -> None:
    """A changed rule shows up as a readable diff: `manage.py playthroughs`."""
    for path, lines in playthroughs(slug):
        assert path.read_text(encoding="utf-8").splitlines() == lines, f"{path.name} changed; see `manage.py playthroughs`"


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_text_has_words(slug: str) -> None:
    """PRO-5.8: whatever is asked, offered, told or refused in random games of each preset has words in both languages."""
    game_type = registry.game(slug)
    told: list[Event] = []
    needed: set[str] = {"game.name", "game.tagline"}
    for option in game_type.meta.options:
        needed.add(f"setting.{option.name}")
    for name, preset in game_type.meta.presets.items():
        needed.add(f"preset.{name}")
        games = wander(game_type, preset.options, game_type.meta.playable(preset.options), f"texts {name}", told.append)
        for game in islice(games, 400):
            needed |= _keys(game)
    needed |= {f"log.{event.log}" for event in told if event.log}
    for language in ("de", "en"):
        assert needed - set(texts.catalogue(slug, language)) == set()


def _keys(game: Game[Any]) -> set[str]:
    keys: set[str] = set()
    for prompt in game.prompts:
        keys |= {game.question(prompt).key, f"waiting.{prompt.kind}"}
        keys |= {game.describe(prompt, option).label.key for option in prompt.options}
        keys |= _refusals(game, prompt.seat)
    view = game.view(None)
    keys |= {f"zone.{zone['name']}" for zone in view["zones"].values()}
    keys |= {f"fact.{name}" for name in view if name not in ("zones", "seats")}
    return keys | {f"fact.{name}" for seat in view.get("seats", []) for name in seat}


def _refusals(game: Game[Any], seat: int) -> set[str]:
    with pytest.raises(IllegalChoice) as refusal:
        game.named(game.prompt_of(seat), ["no such option"])
    return {refusal.value.text.key}
