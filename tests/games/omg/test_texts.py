"""Everything the rules can say has words in both languages, with all numbers in the sentences (UX-4.1, UX-10.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pytest
from django.apps import AppConfig

from games import card_lists, omg, rulebooks, texts
from games.apps import GameConfig
from games.engine import registry
from games.engine.errors import Text
from games.engine.event import Event
from games.engine.playout import wander
from games.omg import card_text_de, card_text_en, rules
from games.omg.rules import Omg, naming
from games.omg.rules.actions import KINDS
from games.omg.rules.cards import Timing
from games.omg.rules.decks import OmgDecks
from games.omg.rules.game import ASK
from games.omg.rules.windows import USUAL
from games.omg.texts import TEXTS
from games.rulebooks import LANGUAGES, Rulebook, rulebook
from games.texts import Speaker
from games.wording import Plural

SLUG = "omg"
NAMES = ["Mira", "Bot Fuchs"]
SAID = 6_000
"""Decisions of random games that are listened to, for each choice of options."""

FOLDER = Path(str(rules.__file__)).parent
SOURCE = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py")))
CHOICES: tuple[dict[str, str], ...] = ({}, {"cut": "on", "target": "10"})
WINDOWS = ("W-START", "W-ACT", "W-RESP", "W-COMBAT", "W-PLAYER", "W-END")
PICKS = ("deploy", "dig_top", "recover", "reshuffle", "search_deck")


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """The game is known by name, whether its app is installed or not."""
    if SLUG in registry.slugs():
        yield
        return
    app = AppConfig.create("games.omg")
    assert isinstance(app, GameConfig)
    config_of = texts.config_of
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._games, (SLUG, Omg.meta.rules_version), rules.__name__)
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

    def listen(self, game: Omg) -> None:
        """What is asked and offered, and why something is not."""
        for prompt in game.prompts:
            self.hear(game.question(prompt))
            self.hear(Text(f"waiting.{prompt.kind}"))
            for option in prompt.options:
                self.hear(game.describe(prompt, option).label)
            for name in ("surf", "attack:u1:u2", "play_user:B039", "play_user:B042"):
                self.hear(game.why_not(prompt.seat, name))


@pytest.fixture(scope="module")
def said(known: None) -> dict[str, list[Text]]:
    """What random games say."""
    listener = Listener()
    for number, chosen in enumerate(CHOICES):
        games = wander(Omg, Omg.meta.check(chosen, 2), [2], f"texts.{number}", listener.tell)
        for game in islice(games, SAID):
            assert isinstance(game, Omg)
            listener.listen(game)
    return listener.heard


def missing(keys: set[str]) -> set[str]:
    return {key for key in keys if any(key not in texts.catalogue(SLUG, language) for language in LANGUAGES)}


def forms(wording: Any) -> list[str]:
    if isinstance(wording, Plural):
        return [str(wording.one), str(wording.other), f"{{{wording.by}}}"]
    return [str(wording)]


def test_what_random_games_say_has_words(said: dict[str, list[Text]]) -> None:
    assert len(said) > 130, "hardly anything was heard"
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
            assert not re.search(r"[{}_#]|\bomg\b|None|  |: \.|\b(?:hand|deck|user)_?\d|\b[BS]\d\d\d?\b", line), line


def test_what_the_source_says_has_words() -> None:
    """Also what random games never come to: every text and every name of a log line, and what is put together from parts."""
    keys = {key for key in re.findall(r'"((?:reason|deck|option|prompt)\.[\w.]+)"', SOURCE) if not key.endswith(".")}
    keys |= {f"log.{name}" for name in re.findall(r'log="(\w+)"', SOURCE)}
    assert {"reason.attacked", "deck.few_users", "log.cuts", "log.turn", "log.counters"} <= keys
    clauses = [clause for card in Omg.cards.clauses for clause in card]
    keys |= {f"log.effect_{clause.trigger}" for clause in clauses if clause.trigger not in ("static", "activate", "resolve")}
    keys |= {f"log.lasts_{clause.op}" for clause in clauses if clause.duration not in ("instant", "while_in_play")} - {
        "log.lasts_suppress_attachment"
    }
    keys |= {f"log.starts_{method}" for method in ("coin", "plan", "agreed", "less_experienced")}
    keys |= {f"log.combat_{hits}" for hits in ("both", "one", "none")}
    keys |= {f"log.announces_{kind}" for kind in set(KINDS.values()) - {"surf", "ability"}}
    keys |= {f"log.ended_{end}" for end in ("target", "deck_out", "stall", "draw")}
    keys |= {f"reason.{end}" for end in ("target", "deck_out", "stall", "left")}
    keys |= {f"reason.timing.{timing}" for timing in get_args(Timing)}
    assert missing(keys) == set()


def test_every_line_of_the_log_is_used() -> None:
    """No wording is for something that cannot happen."""
    own = {key.removeprefix("log.").removesuffix(".own") for key in TEXTS if key.startswith("log.")}
    stems = ("effect_", "lasts_", "starts_", "combat_", "announces_", "ended_")
    assert {name for name in own if not name.startswith(stems)} - set(re.findall(r'"(\w+)"', SOURCE)) == set()


def test_every_question_and_option_has_words() -> None:
    """OMG-15, OMG-11.2, OMG-12.4."""
    kinds = {
        "cut",
        "mulligan",
        "split",
        "optional",
        "pick_card",
        "order_top",
        "target",
        *(ASK.keys() & {"tactic", "discard", "window"}),
    }
    keys = {f"waiting.{kind}" for kind in (*kinds, "action")} | {f"prompt.window.{name}" for name in WINDOWS}
    keys |= {f"coach.window.{name}" for name in WINDOWS} | {f"value.window.{name}" for name in WINDOWS}
    keys |= {f"stop.{name}" for name in USUAL}
    keys |= {f"prompt.pick_card.{op}" for op in PICKS} | {"prompt.target.from", "prompt.target.to"}
    asked = {
        clause.op
        for card in Omg.cards.clauses
        for clause in card
        if clause.target.ref.startswith("choose") and clause.trigger not in ("activate", "resolve")
    }
    assert {"destroy_attachment", "no_attack"} <= asked
    keys |= {f"prompt.target.{op}" for op in asked}
    keys |= {f"option.{verb}" for verb in naming.PASSING} | {f"option.tactic.{letter}" for letter in "SA"}
    keys |= {f"option.{verb}" for verb in KINDS if verb not in ("attach", "replace_attachment")}
    keys |= {f"option.{verb}.on" for verb in ("attach", "replace_attachment", "mission", "replace_mission", "special", "ability")}
    keys |= {f"value.kind.{kind}" for kind in {*KINDS.values(), "special"}} | {f"value.tactic.{letter}" for letter in "SA"}
    assert missing(keys) == set()


def test_options_of_the_table_have_words() -> None:
    """OMG-1.2, OMG-4.1, OMG-4.3; numbers speak for themselves."""
    keys = {f"setting.{option.name}" for option in Omg.meta.options}
    keys |= {
        f"setting.{option.name}.{value}"
        for option in Omg.meta.options
        for value in getattr(option, "values", ())
        if not value.isdecimal()
    }
    keys |= {f"preset.{name}" for name in Omg.meta.presets}
    assert missing(keys) == set()


def test_views_have_words() -> None:
    """OMG-14: zones, public facts, what players and cards carry, also of a finished game."""
    told: set[str] = set()
    for game in islice(wander(Omg, Omg.meta.check({}, 2), [2], "views"), 0, 3_000, 15):
        view = game.view(0)
        zones, players = view.pop("zones"), view.pop("seats")
        told |= {f"zone.{zone['name']}" for zone in zones.values()} | {f"fact.{name}" for name in view}
        told |= {f"fact.{name}" for row in players for name in row}
        told |= {f"value.{name}.{view[name]}" for name in ("step", "window") if name in view}
        told |= {f"fact.combat.{name}" for name in view.get("combat", ())}
        told |= {f"fact.announced.{name}" for one in view.get("announced", ()) for name in one}
        told |= {f"fact.{name}" for zone in zones.values() for card in zone.get("cards", ()) for name in card if name != "c"}
    assert {"fact.ep", "fact.stunned", "fact.progress", "zone.user", "value.window.W-COMBAT"} <= told
    assert missing(told | {f"value.step.{step}" for step in ("setup", "start", "discard", "over")}) == set()


def test_what_the_board_says_has_words() -> None:
    """UX-10.1: names in the scripts of faces and board, and what is put together from a value."""
    scripts = Path(str(omg.__file__)).parent / "static" / "omg"
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(scripts.glob("*.js")))
    keys = set(re.findall(r'"((?:field|face|fact|zone)\.[\w.]+)"', source))
    assert {"field.turn", "field.against", "face.stats", "zone.hand"} <= keys
    keys |= {f"field.would.{would}" for would in ("nothing", "stun", "defeat", "shield")}
    keys |= {f"field.{name}" for name in ("attacking", "defending", "stunned", "taunt", "unattackable", "no_attack", "used")}
    keys |= {f"field.{does}_for" for does in ("attacking", "defending")}
    keys |= {f"field.step.{step}" for step in "declare tactic chances window window_of result state points".split()}
    lasting = {c.op for card in Omg.cards.clauses for c in card if c.duration not in ("instant", "while_in_play")}
    keys |= {f"field.mark.{op}" for op in lasting - {"no_specials", "surf_bonus", "user_cost"}}
    assert missing(keys) == set()


def test_decks_are_spoken_of() -> None:
    """OMG-2: what is wrong, and by what cards are told apart in the builder."""
    decks = OmgDecks(Omg.cards)
    deck = {"B001": 6, "Z99": 1}
    speaker = Speaker(SLUG, "en")
    assert [speaker.say(fault.text) for fault in (*decks.check(deck), *decks.warnings(deck))] == [
        "7 cards. A deck has exactly 60.",
        "Link Intern: 6 in the deck, 5 at most are allowed.",
        "There is no card Z99.",
        "6 users are few: from 15 on you get going well, 20 to 26 are usual.",
    ]
    values = {
        f"deck.{name}.{value}"
        for card in Omg.cards.data
        for name in ("type", "faction", "set", "rarity", "timing")
        if (value := getattr(card, name)) is not None
    }
    keys = {f"deck.{name}" for name in ("type", "faction", "set", "rarity", "timing", "personality", "op", *"savw")} | values
    keys |= {key.replace("deck.", "face.") for key in values if re.match(r"deck\.(type|faction|rarity)\.", key)}
    assert missing(keys | {"deck.personality.yes", "deck.personality.no"}) == set()


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        (
            Text("option.attack", {"attacker": "omg.B001", "defender": "omg.B043"}),
            "Mit Linkpraktikant Klickfreund angreifen",
            "Attack Click Buddy with Link Intern",
        ),
        (
            Text("log.surfed", {"seat": 1, "change": 2, "total": 8}),
            "Bot Fuchs surft: +2 OP, jetzt 8.",
            "Bot Fuchs surfs: +2 OP, now 8.",
        ),
        (
            Text("log.attack", {"seat": 0, "named": ["omg.B001", "omg.B043"]}),
            "Mira greift an: Linkpraktikant und Klickfreund.",
            "Mira attacks: Link Intern and Click Buddy.",
        ),
        (
            Text("log.tactic", {"seat": 0, "tactic": "A"}),
            "Mira wählt die Taktik Affiliate.",
            "Mira chooses the Affiliate tactic.",
        ),
        (
            Text("prompt.split", {"points": 4}),
            "Du bekommst 4 Punkte. Wie teilst du sie auf EP und OP auf?",
            "You get 4 points. How do you split them into EP and OP?",
        ),
        (
            Text("log.ended_target", {"seat": 0, "totals": [52, 31]}),
            "Mira erreicht die Siegmarke und gewinnt. EP: Mira 52, Bot Fuchs 31.",
            "Mira reaches the target and wins. EP: Mira 52, Bot Fuchs 31.",
        ),
    ],
)
def test_sentences(text: Text, german: str, english: str) -> None:
    assert Speaker(SLUG, "de", NAMES).say(text) == german
    assert Speaker(SLUG, "en", NAMES).say(text) == english


def book(language: str = "de") -> Rulebook:
    found = rulebook(SLUG, language)
    assert found is not None
    return found


def ids(language: str) -> list[str]:
    return [rule.id for section in book(language).sections for rule in section.rules]


def test_both_rule_books_say_the_same() -> None:
    """UX-10.1: the same rules in the same order; UX-3: options, presets and bots that there are."""
    german, english = (book(language) for language in LANGUAGES)
    assert ids("de") == ids("en")
    assert len(set(ids("de"))) == len(ids("de"))
    for one, other in zip(german.sections, english.sections, strict=True):
        for rule, translated in zip(one.rules, other.rules, strict=True):
            assert bool(rule.decision) == bool(translated.decision), rule.id
            assert [len(row) for row in rule.table] == [len(row) for row in translated.table], rule.id
            assert rule.text != translated.text, rule.id
    for told in (german, english):
        assert set(told.options) == {option.name for option in Omg.meta.options}
        assert set(told.presets) == set(Omg.meta.presets)
        assert set(told.bots) == set(Omg.bots)
    assert [step.cards for step in german.first_turn] == [step.cards for step in english.first_turn]
    assert {card for step in german.first_turn for card in step.cards} <= {card.id for card in Omg.cards.data}


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_are_referred_to_exist(language: str) -> None:
    """UX-3: in the rule book, where the table says why something cannot be done, and where decks are refused (OMG-2)."""
    one = book(language)
    told = [form for wording in texts.words_of(SLUG).values() for form in forms(wording)]
    told += [text for section in one.sections for rule in section.rules for text in (rule.text, rule.decision)]
    told += [step.text for step in one.first_turn] + [question.answer for question in one.questions] + [*one.options.values()]
    named = {rule for text in told for rule in re.findall(r"OMG-\d+\.\d+", text)}
    named |= set(re.findall(r'"(OMG-\d+\.\d+)"', (FOLDER / "decks.py").read_text(encoding="utf-8")))
    assert len(named) > 15
    assert named - set(ids(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_book_has_all_windows_and_the_words_of_the_cards(language: str) -> None:
    """OMG-11.1, OMG-11.2: when special cards can be played, as the cards say it."""
    tables = {rule.id: rule.table for section in book(language).sections for rule in section.rules if rule.table}
    assert len(tables["OMG-11.2"]) == 1 + len(WINDOWS)
    assert len(tables["OMG-8.1"]) == 1 + 8
    words = card_text_de if language == "de" else card_text_en
    assert {f"{row[0]}." for row in tables["OMG-11.1"][1:]} == set(words.TIMING.values())


def test_cards_are_found_by_what_they_are() -> None:
    """UX-3, OMG-C.1, OMG-C.4: type, set, rarity, faction, timing, personality, and words in both languages."""
    every = card_lists.cards(SLUG, "de")

    def names(words: str = "", **marks: str) -> set[str]:
        return {card.id for card in card_lists.found(every, words, marks)}

    assert len(every) == 350
    kinds = {"user": 140, "equipment": 35, "website": 25, "mission": 30, "white_hat": 25, "black_hat": 25, "ebook": 20}
    assert {kind: len(names(type=kind)) for kind in (*kinds, "special")} == {**kinds, "special": 50}
    assert len(names(set="seocalypse")) == 50
    assert len(names(rarity="legendary", set="base")) == 20
    assert len(names(personality="yes")) == 31
    assert len(names(faction="seo", type="user")) == 53
    assert names("count cloakula") == {"B041"}
    assert "B279" in names("betäubung", timing="any")
    for one in LANGUAGES:
        known = book(one).cards.filters
        for name, about in known.items():
            assert {value for card in card_lists.cards(SLUG, one) for value in card.marks[name]} == set(about.values), name
    vanilla = next(card for card in every if card.id == "B001")
    assert vanilla.facts[:4] == [("S", "3"), ("A", "1"), ("V", "2"), ("W", "2")]
    assert vanilla.plain == "Kopiert Links seit acht Uhr früh."
