"""Everything the rules can say has words in both languages, with every module and none (UX-4.1, UX-10.1, SPF-1.3)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any, get_args

import pytest
from django.apps import AppConfig

from games import card_lists, rulebooks, texts
from games.apps import GameConfig
from games.engine import registry
from games.engine.errors import Text
from games.engine.event import Event
from games.engine.meta import Choice
from games.engine.playout import wander
from games.rulebooks import LANGUAGES, Rulebook, rulebook
from games.spieleflut import rules
from games.spieleflut.rules import Spieleflut, words
from games.spieleflut.rules.actions import DO
from games.spieleflut.rules.cards import ACTIVITIES
from games.spieleflut.rules.options import TARGETS
from games.spieleflut.rules.position import State
from games.spieleflut.rules.turn import REVIEWS
from games.spieleflut.rules.words import REASONS, STEPS
from games.table_texts import TEXTS as TABLE_TEXTS
from games.texts import Speaker
from games.wording import Plural

SLUG = "spieleflut"
NAMES = ["Mira", "Bot Fuchs", "Ana", "Jo"]
SAID = 5_000
"""Decisions of random games that are listened to, for each combination of modules and options."""

FOLDER = Path(str(rules.__file__)).parent
SOURCE = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py")))
CHOICES = [
    dict(zip(("rang", "ereignis", "long", "pause"), ("on" if one else "off" for one in chosen), strict=True))
    for chosen in ((rang, ereignis, False, True) for rang, ereignis in product((False, True), repeat=2))
] + [{"rang": "on", "ereignis": "on", "long": "on", "pause": "off"}]
ACTING = ("attach", "attach_play", "attach_buy", "attach_play_buy", "play", "buy", "play_buy", "pause", "end")
"""What step 5 asks for, by what can be done."""

PILES = ("draw", "discard", "pending", "stack", "events")
GENRES = ("action", "adventure", "rpg", "strategy", "sport")


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """The game is known by name, whether its app is installed or not."""
    if SLUG in registry.slugs():
        yield
        return
    app = AppConfig.create("games.spieleflut")
    assert isinstance(app, GameConfig)
    config_of = texts.config_of
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._games, (SLUG, Spieleflut.meta.rules_version), rules.__name__)
        patch.setattr(texts, "config_of", lambda slug: app if slug == SLUG else config_of(slug))
        yield
    for cached in (texts.catalogue, texts.printed, texts.catalogue_file, rulebooks.rulebook, card_lists.cards):
        cached.cache_clear()


class Listener:
    """Keeps every key that is said, with some of the arguments it comes with."""

    def __init__(self) -> None:
        self.heard: dict[str, list[Text]] = {}

    def hear(self, text: Text | None) -> None:
        """One text."""
        if text is not None:
            samples = self.heard.setdefault(text.key, [])
            if len(samples) < 12:
                samples.append(text)

    def tell(self, event: Event) -> None:
        """One line of the log, as all read it, and as those do who see more."""
        if event.log:
            self.hear(Text(f"log.{event.log}", event.public))
            if event.private:
                self.hear(Text(f"log.{event.log}.own", {**event.public, **event.private}))

    def listen(self, game: Spieleflut) -> None:
        """What is asked and offered, and why something is not."""
        for prompt in game.prompts:
            self.hear(game.question(prompt))
            self.hear(Text(f"waiting.{prompt.kind}"))
            for option in prompt.options:
                self.hear(game.describe(prompt, option).label)
            for verb in STEPS:
                self.hear(game.why_not(prompt.seat, verb))


@pytest.fixture(scope="module")
def said(known: None) -> dict[str, list[Text]]:
    """What random games say, with all modules and options."""
    listener = Listener()
    for number, chosen in enumerate(CHOICES):
        options = Spieleflut.meta.check(chosen, 2)
        games = wander(Spieleflut, options, list(Spieleflut.meta.seats), f"texts.{number}", listener.tell)
        for game in islice(games, SAID):
            assert isinstance(game, Spieleflut)
            listener.listen(game)
    return listener.heard


def missing(keys: set[str]) -> set[str]:
    return {key for key in keys if any(key not in texts.catalogue(SLUG, language) for language in LANGUAGES)}


def forms(wording: Any) -> list[str]:
    return [str(wording.one), str(wording.other)] if isinstance(wording, Plural) else [str(wording)]


def test_what_random_games_say_has_words(said: dict[str, list[Text]]) -> None:
    assert len(said) > 100, "hardly anything was heard"
    assert missing(set(said)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_unsaid(said: dict[str, list[Text]], language: str) -> None:
    """Every argument that a wording has is given; names of the protocol are never read out."""
    speaker = Speaker(SLUG, language, NAMES)
    for key, samples in said.items():
        wording = texts.words_of(SLUG)[key]
        for text in samples:
            assert set(re.findall(r"\{(\w+)\}", " ".join(forms(wording)))) <= set(text.args), text
            line = speaker.say(text)
            assert not re.search(r"[{}_#]|spieleflut\.|None|  |: \.|\b(?:hand|desk|queue)_?\d|\b[RZTUMSE]\d\d\b", line), line


def test_what_the_source_says_has_words() -> None:
    """Also what random games never come to: every text and every name of a log line in the source."""
    keys = set(re.findall(r'Text\("(\w[\w.]+)"', SOURCE))
    keys |= {f"log.{name}" for name in re.findall(r'log="(\w+)"', SOURCE)}
    assert {"why.first_turn", "log.disturbs", "log.draws_review"} <= keys
    keys |= {f"log.scores{top}{late}" for top in ("", "_top") for late in ("", "_late")}
    keys |= {f"log.ended{how}" for how in ("", "_team", "_shared")} | {f"reason.{reason}" for reason in ("reach", "left")}
    keys |= {f"why.{REASONS.get(verb, verb)}" for verb in STEPS}
    keys |= {f"prompt.actions.{what}" for what in ACTING}
    assert missing(keys) == set()


def test_every_line_of_the_log_is_worded_and_used() -> None:
    """Names of log lines that are handed on have words; no wording is for something that cannot happen."""
    own = {key.removeprefix("log.") for key in texts.words_of(SLUG) if key.startswith("log.")}
    own -= {key.removeprefix("log.") for key in TABLE_TEXTS if key.startswith("log.")}
    literals = set(re.findall(r'"(\w+)"', SOURCE))
    put_together = {"scores_late", "scores_top", "scores_top_late", "starts_coin_of_equals"}
    put_together |= {f"starts_{method}" for method in ("coin", "less_experienced", "plan", "agreed")}
    assert {name.removesuffix(".own") for name in own} - literals - put_together == set()
    assert handed_on() - own == set()
    assert {"pays_off", "moves_up", "queue_too_high", "late_at_end", "turns_up"} <= handed_on()


def handed_on() -> set[str]:
    """The names of log lines that the rules hand on to what moves cards or changes numbers."""
    movers = ("to_hand", "to_discard", "from_hand", "change_reach", "lose_disturbance", "place", "queue", "move_up")
    calls = [node for node in ast.walk(ast.parse(SOURCE)) if isinstance(node, ast.Call)]
    given = [part for call in calls if ast.unparse(call.func).rpartition(".")[2] in movers for part in call.args]
    either = [way for part in given for way in ((part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,))]
    named = {str(way.value) for way in either if isinstance(way, ast.Constant) and isinstance(way.value, str)}
    return (named | set(re.findall(r'log: str = "(\w+)"', SOURCE))) - {*PILES, ""}


def test_every_option_has_words() -> None:
    """SPF-5.4, appendix C: what can be done in any state."""
    verbs = {verb for verb in {*words.WITH_CARD, *words.PASSING, *REVIEWS, *DO} if verb != "play"}
    keys = {f"option.{verb}" for verb in verbs} | {f"option.play{aim}" for aim in ("", "_at", "_on", "_from")}
    keys |= {f"option.take_discard.{place}" for place in ("desk0", "desk1", "queue")}
    keys |= {f"option.{verb}" for verb in ("swap_discard", "fallback_take", "draw", "draw_none", "draw_extra")}
    keys |= {f"option.{verb}" for verb in ("reward_desk", "reward_queue")}
    kinds = ("setup", "reward", "draw", "reviews", "compensate", "buy", "pay", "pause", "recover")
    keys |= {f"{about}.{kind}" for about in ("prompt", "waiting", "coach") for kind in kinds}
    keys |= {"prompt.reviews_queue", "waiting.actions", "coach.actions"}
    assert missing(keys) == set()


def test_names_of_values_have_words() -> None:
    keys = {f"value.state.{state}" for state in get_args(State)}
    keys |= {f"value.activity.{name}" for name in ACTIVITIES} | {f"fact.needs.{name}" for name in ACTIVITIES}
    keys |= {f"value.genre.{genre}" for genre in GENRES} | {f"value.team.{team}" for team in (0, 1)}
    keys |= {f"value.reason.{reason}" for reason in ("target", "exhausted")}
    keys |= {f"setting.{option.name}" for option in Spieleflut.meta.options}
    choices = [option for option in Spieleflut.meta.options if isinstance(option, Choice)]
    keys |= {f"setting.{option.name}.{value}" for option in choices for value in option.values}
    keys |= {f"preset.{name}" for name in Spieleflut.meta.presets}
    assert missing(keys) == set()


@pytest.mark.parametrize("chosen", CHOICES, ids=lambda chosen: "-".join(name for name in chosen if chosen[name] == "on"))
def test_views_have_words(chosen: dict[str, str]) -> None:
    """SPF-14: zones, what their cards carry, public facts, and the numbers of players, also of a finished game."""
    told: set[str] = set()
    for game in islice(wander(Spieleflut, Spieleflut.meta.check(chosen, 2), [2, 4], "views"), 0, 2_000, 20):
        view = game.view(0)
        zones, players = view.pop("zones"), view.pop("seats")
        told |= {f"zone.{zone['name']}" for zone in zones.values()}
        told |= {f"fact.{name}" for name in view} | {f"fact.{name}" for row in players for name in row}
        carried = [card for zone in zones.values() for card in zone.get("cards", [])]
        told |= {f"fact.{name}" for card in carried for name in card if name != "c"}
    assert {"fact.reach", "fact.deadline", "fact.needs", "zone.desk"} <= told
    assert missing(told | {"fact.top", "fact.last_round"}) == set()


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        (
            Text("log.disturbs", {"seat": 1, "owner": 0, "cards": ["spieleflut.S01"], "review": "spieleflut.R06"}),
            "Bot Fuchs stört Mira: Serverausfall liegt jetzt auf Ducken & Decken.",
            "Bot Fuchs disturbs Mira: Server Outage now lies on Duck and Discover.",
        ),
        (
            Text("log.scores", {"seat": 0, "card": "spieleflut.R06", "change": 6, "bonus": 2, "reach": 10}),
            "Mira bekommt +6 für Ducken & Decken (Genrebonus 2). Reichweite: 10.",
            "Mira gets +6 for Duck and Discover (genre bonus 2). Reach: 10.",
        ),
        (
            Text("log.late_at_end", {"seat": 1, "card": "spieleflut.R40", "change": -6, "reach": 0}),
            "Bot Fuchs: −6, weil Vorwärts in den Feierabend am Ende auf 0 steht. Reichweite: 0.",
            "Bot Fuchs: −6, as Onward to Quitting Time stands at 0 in the end. Reach: 0.",
        ),
        (
            Text("log.ended", {"seat": 0, "seats": [0], "reason": "target"}),
            "Das Ziel ist erreicht: Mira liegt vorn und gewinnt.",
            "The target is reached: Mira is ahead and wins.",
        ),
        (
            Text("option.play_on", {"card": "spieleflut.M02", "target": "spieleflut.R06", "seat": 1}),
            "Vorverlegter Release auf Ducken & Decken von Bot Fuchs",
            "Release Brought Forward on Duck and Discover of Bot Fuchs",
        ),
        (Text("option.draw", {"count": 1}), "1 Karte ziehen", "Draw 1 card"),
        (
            Text("prompt.draw", {"count": 3}),
            "Wie kommst du zu deinen Karten? Dir stehen 3 zu.",
            "How do you take your cards? You are due 3.",
        ),
    ],
)
def test_sentences(text: Text, german: str, english: str) -> None:
    assert Speaker(SLUG, "de", NAMES).say(text) == german
    assert Speaker(SLUG, "en", NAMES).say(text) == english


def test_a_question_names_what_is_still_possible(said: dict[str, list[Text]]) -> None:
    """UX-4.1, SPF-7.1: what step 5 asks for is what can be done then, and all of that comes up."""
    assert {key for key in said if key.startswith("prompt.actions")} == {f"prompt.actions.{what}" for what in ACTING}


def book(language: str = "de") -> Rulebook:
    found = rulebook(SLUG, language)
    assert found is not None
    return found


def test_the_rule_book_has_the_numbers_of_the_rules() -> None:
    """SPF-12.1, SPF-8.5, SPF-2.1: targets by players and length; the bonus for genres; reviews by stars."""
    tables = {rule.id: rule.table for section in book().sections for rule in section.rules if rule.table}
    assert {int(row[0]): (int(row[1]), int(row[2])) for row in tables["SPF-12.1"][1:]} == TARGETS
    assert [row[1] for row in tables["SPF-8.5"][1:]] == ["+2", "+3", "+1", "+2", "+3"]
    for row, stars in zip(tables["SPF-2.1"][1:], range(4), strict=True):
        reviews = [card for card in Spieleflut.cards.data if card.kind == "review" and card.stars == stars]
        points, deadlines = (sorted({getattr(card, name) for card in reviews}) for name in ("points", "deadline"))
        assert row == [str(stars), str(len(reviews)), " oder ".join(map(str, points)), " oder ".join(map(str, deadlines))]
    disturbances = {f"spieleflut.{card.id}" for card in Spieleflut.cards.data if card.category == "disturbance"}
    named = {texts.catalogue(SLUG, "de")[f"card.{card}"] for card in disturbances}
    assert {row[0] for row in tables["SPF-11.3"][1:]} == named


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_are_referred_to_exist(language: str) -> None:
    """UX-3: in the rule book, and where the table says why something cannot be done."""
    one = book(language)
    ids = [rule.id for section in one.sections for rule in section.rules]
    assert len(set(ids)) == len(ids)
    told = [*(form for wording in texts.words_of(SLUG).values() for form in forms(wording))]
    told += [text for section in one.sections for rule in section.rules for text in (rule.text, rule.decision)]
    told += [step.text for step in one.first_turn] + [question.answer for question in one.questions]
    named = {rule for text in told for rule in re.findall(r"SPF-\d+\.\d+", text)}
    assert len(named) > 15
    assert named - set(ids) == set()


def test_cards_are_found_by_kind_stars_and_genre() -> None:
    """UX-3, SPF-2.1, SPF-2.5: event cards by what they are."""
    every = card_lists.cards(SLUG, "de")

    def number(**marks: str) -> int:
        return len(card_lists.found(every, "", marks))

    assert len(every) == 100
    kinds = {"activity": 36, "manipulation": 12, "disturbance": 9, "event": 3, "review": 40}
    assert {kind: number(kind=kind) for kind in kinds} == kinds
    assert [number(stars=stars) for stars in "0123"] == [5, 15, 10, 10]
    assert [number(genre=genre) for genre in GENRES] == [8] * 5
    assert [number(stars="2", genre=genre) for genre in GENRES] == [2] * 5
    assert number(zone="event_stack") == 20
    assert number(zone="event_stack", kind="manipulation") == 8
    first = next(card for card in every if card.id == "R06")
    assert (first.name, first.elsewhere) == ("Ducken & Decken", {"en": "Duck and Discover"})
    assert dict(first.facts)["Termin"] == "5"
    assert [card.id for card in card_lists.found(every, "server outage", {})] == ["S01"]


def test_what_is_drawn_of_a_card_is_there() -> None:
    """UX-7.2: the drawings need what is printed; effects are the rules' own."""
    printed = texts.printed(SLUG)
    assert printed["spieleflut.R06"] == {
        "id": "R06", "kind": "review", "stars": 1, "genre": "action", "deadline": 5, "points": 4,
        "required": {"zocken": 2, "schreiben": 1, "upload": 1}, "extra": {"zocken": 1, "schreiben": 0, "upload": 0},
    }  # fmt: skip
    assert printed["spieleflut.S01"] == {"id": "S01", "kind": "event", "category": "disturbance"}
    assert printed["spieleflut.U01"] == {"id": "U01", "kind": "activity", "activity": "upload"}
