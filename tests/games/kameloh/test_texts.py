"""Everything the rules of Ka-Mel-Oh! can say has words in both languages, with all numbers in the sentences (UX-4.1, UX-10.1)."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from games import card_lists, texts
from games.engine.dice import Dice
from games.engine.errors import IllegalChoice, Text
from games.engine.event import Event
from games.engine.game import Setup
from games.engine.playout import wander
from games.kameloh import rules
from games.kameloh.rules import Kameloh, effects
from games.kameloh.rules.combat import WINDOWS
from games.rulebooks import LANGUAGES, rulebook
from games.texts import Speaker
from games.wording import Plural

NAMES = ["Mira", "Bot Fuchs"]
SAID = 6_000
"""Decisions of random games that are listened to, for each rule set."""

SETS = ("wimu", "dufo", "kamelkoenig")
MONSTER_CHOICES = ("own_monster", "opp_monster", "any_monster", "defender", *effects.ITEMS, "own_stock_card", "own_desert_card")
"""Targets of monsters' effects that somebody is asked for."""


@pytest.fixture(scope="module")
def said() -> dict[str, list[Text]]:
    """Every key that random games of all rule sets say, with some of the arguments it comes with."""
    heard: dict[str, list[Text]] = {}

    def hear(text: Text) -> None:
        heard.setdefault(text.key, [])
        if len(heard[text.key]) < 12:
            heard[text.key].append(text)

    def tell(event: Event) -> None:
        if event.log:
            hear(Text(f"log.{event.log}", event.public))
            if event.private:
                hear(Text(f"log.{event.log}.own", {**event.public, **event.private}))

    for variant in SETS:
        for game in islice(wander(Kameloh, {"variant": variant}, [2], f"texts.{variant}", tell), SAID):
            for prompt in game.prompts:
                hear(game.question(prompt))
                hear(Text(f"waiting.{prompt.kind}"))
                hear(Text(f"coach.{prompt.kind}"))
                for option in prompt.options:
                    hear(game.describe(prompt, option).label)
    return heard


def missing(keys: set[str]) -> set[str]:
    return {key for key in keys if any(key not in texts.catalogue("kameloh", language) for language in LANGUAGES)}


def test_what_random_games_say_has_words(said: dict[str, list[Text]]) -> None:
    assert len(said) > 150, "hardly anything was heard"
    assert missing(set(said) - {"coach.striker", "coach.reply_items"}) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_unsaid(said: dict[str, list[Text]], language: str) -> None:
    """Every argument that a wording has is given; names of the protocol are never read out."""
    speaker = Speaker("kameloh", language, NAMES)
    for key, samples in said.items():
        words = texts.words_of("kameloh").get(key, "")
        forms = [str(words.one), str(words.other), f"{{{words.by}}}"] if isinstance(words, Plural) else [str(words)]
        for text in samples:
            assert {name for form in forms for name in re.findall(r"\{(\w+)\}", form)} <= set(text.args), text
            line = speaker.say(text)
            assert not re.search(r"[{}_]|\bkameloh\b|  |: \.|\b(?:hand|arena|oasis|item)_?\d", line), line


def test_what_the_source_says_has_words() -> None:
    """Also what random games never come to: every name of a log line, and all that is put together from parts."""
    folder = Path(str(rules.__file__)).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    keys = {f"log.{name}" for name in re.findall(r'log="(\w+)"', source)}
    keys |= {f"log.{name}" for name in re.findall(r'(?:to_desert|hurt|(?<!_)change|told|_tell_monster)\(.*"(\w+)"', source)}
    assert {"log.attacks", "log.wastes", "log.poisoned", "log.pays", "log.healed", "log.frozen"} <= keys
    keys |= {f"log.starts_{method}" for method in ("coin", "plan", "agreed", "less_experienced")}
    keys |= {f"log.{how}{where}" for how in ("bounces", "returns_to_hand", "recovers", "takes_top") for where in ("", "_fusion")}
    keys |= {f"log.{how}{where}" for how in ("uses_item", "mutates", "fuses") for where in ("", "_fetched")}
    keys |= {f"log.package_{name}" for name in ("play", "activate", "refill", "search", "none")}
    keys |= {f"log.combat_{whom}{how}" for whom in ("both", "each") for how in ("", "_apart")} | {"log.combat_one"}
    keys |= {f"log.{name}" for name in ("turn", "turn_last", "gains_dates", "loses_dates", "lays_oases")}
    keys |= {f"log.force_{clause.do}" for card in Kameloh.cards.data for clause in card.effect if clause.do in _forces()}
    keys |= {f"log.scores_{what}" for what in ("defeat", "effect", "left_in_hand")} | {"log.free_point"}
    keys |= {f"reason.{end}" for end in ("points", "tie_break", "draw", "left")}
    keys |= {f"log.ended_{end}" for end in ("points", "tie_break", "draw")}
    keys |= {f"why.{why}" for why in re.findall(r'"why\.(\w+)"', source)}
    keys |= {f"option.{name}" for name in re.findall(r'"option\.(\w+)"', source)}
    keys |= {f"option.{verb}_{fetch}" for verb in ("mutate", "fuse") for fetch in ("none", "violet", "item")}
    keys |= {f"option.item_{aim}" for aim in ("on", "on_with", "for", "in", "in_deck")} | {"option.fuse_plain"}
    keys |= {f"stop.{name}_items" for name in WINDOWS}
    keys |= {f"prompt.{name}_items.{whom}" for name in WINDOWS for whom in ("one", "both", "each", "none")}
    keys |= {f"prompt.choose.{need}" for need in effects.NEEDS}
    assert missing(keys) == set()


def _forces() -> set[str]:
    return {do for do in effects.FORCES if effects.DO[do] is effects._force}


def test_every_effect_that_asks_has_a_question() -> None:
    """KMO-A.3: monsters' effects ask for their targets when they are carried out, items' when these are played."""
    asking = {
        clause.do
        for card in Kameloh.cards.data
        for clause in card.effect
        if card.kind in ("yellow", "violet") and clause.target in MONSTER_CHOICES and clause.when not in ("static", "attack")
    }
    assert {"damage", "heal", "freeze", "poison", "search"} <= asking
    assert missing({f"prompt.choose.{do}" for do in asking}) == set()


def test_options_of_the_table_have_words() -> None:
    """KMO-3; numbers speak for themselves."""
    keys = {f"setting.{option.name}" for option in Kameloh.meta.options}
    keys |= {
        f"setting.{option.name}.{value}"
        for option in Kameloh.meta.options
        for value in getattr(option, "values", ())
        if not value.isdecimal()
    }
    keys |= {f"option.{name}_dufo" for name in ("oases", "search", "breeds")} | {
        f"preset.{name}" for name in Kameloh.meta.presets
    }
    assert missing(keys) == set()
    assert Speaker("kameloh", "de").fill("setting.target.37", {}) == "37"


def test_views_have_words() -> None:
    """Zones, public facts, numbers of players and of cards."""
    for variant in SETS:
        for game in islice(wander(Kameloh, {"variant": variant}, [2], "views"), 0, 2_000, 40):
            view = game.view(0)
            zones, players = view.pop("zones"), view.pop("seats")
            told = {f"zone.{zone['name']}" for zone in zones.values()} | {f"fact.{name}" for name in view}
            told |= {f"fact.{name}" for row in players for name in row}
            told |= {f"value.{name}.{view[name]}" for name in ("phase", "package", "variant") if name in view}
            cards = [card for zone in zones.values() for card in zone.get("cards", ())]
            told |= {f"fact.{name}" for card in cards for name in card if name not in ("c", "k", "key")}
            assert missing(told) == set()


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        (
            Text("prompt.defend_items.both", {"seat": 1, "dealt": 75}),
            "Bot Fuchs greift an: 75 Schaden an beide. Wehre dich mit Items oder lass es dabei.",
            "Bot Fuchs attacks: 75 damage to both. Defend yourself with items or leave it at that.",
        ),
        (
            Text("option.attack_with", {"card": "kameloh.Y031", "slot": 2, "dealt": 30, "other": "kameloh.Y054"}),
            "Mit Kaktus Knut von Platz 2 angreifen: 30 Schaden an Sandbuggy ohne TÜV",
            "Attack with Knut the Cactus of slot 2: 30 damage to Unroadworthy Dune Buggy",
        ),
        (
            Text("option.item_on", {"card": "kameloh.G010", "target": "kameloh.Y001", "slot": 1, "price": 1}),
            "Sandfloh-Attacke auf Lastkamel vom Dienst (Platz 1), 1 Dattel",
            "Sand Flea Attack on Camel on Duty (slot 1), 1 date",
        ),
        (
            Text("log.scores_defeat", {"seat": 0, "card": "kameloh.Y074", "change": 4, "vp": 11}),
            "Mira: +4 Siegespunkte für Dattelbaron, jetzt 11.",
            "Mira: +4 victory points for Date Baron, now 11.",
        ),
        (
            Text("log.ended_points", {"seat": 0, "totals": [20, 13]}),
            "Mira gewinnt. Siegespunkte: Mira 20, Bot Fuchs 13.",
            "Mira wins. Victory points: Mira 20, Bot Fuchs 13.",
        ),
    ],
)
def test_sentences(text: Text, german: str, english: str) -> None:
    assert Speaker("kameloh", "de", NAMES).say(text) == german
    assert Speaker("kameloh", "en", NAMES).say(text) == english


def test_refusals_say_what_is_missing() -> None:
    """UX-4.2: the price first; every refusal names its rule, and the rule is in the book."""
    game = Kameloh.new({"variant": "wimu"}, Setup(2), Dice(b"why"))
    dear = next(card for card in Kameloh.cards.data if card.kind == "yellow" and card.price == 6)
    seat = game.prompts[0].seat
    refusal = _refusal(game, seat, f"send:{dear.id}:1")
    assert refusal == Text("why.price", {"card": f"kameloh.{dear.id}", "price": 6, "dates": 0})
    book = rulebook("kameloh", "de")
    assert book is not None
    known = {rule.id for section in book.sections for rule in section.rules}
    speaker = Speaker("kameloh", "de", NAMES)
    for verb in ("send:Y001:1", "item:G021", "waste:B018", "mutate", "fuse", "add", "search:1", "draw:1", "bury", "activate:9"):
        said = speaker.say(_refusal(game, seat, verb))
        named = re.findall(r"KMO-\d+\.\d+", said)
        assert named, said
        assert set(named) <= known


def _refusal(game: Kameloh, seat: int, name: str) -> Text:
    with pytest.raises(IllegalChoice) as refused:
        game.named(game.prompt_of(seat), [name])
    return refused.value.text


def test_the_rule_book_has_every_rule_that_decks_are_refused_by() -> None:
    """KMO-2.8, UX-3."""
    folder = Path(str(rules.__file__)).parent
    named = set(re.findall(r'"(KMO-[\d.]+)"', (folder / "decks.py").read_text(encoding="utf-8")))
    named |= set(re.findall(r'"(KMO-[\d.]+)"', (folder / "legality.py").read_text(encoding="utf-8")))
    book = rulebook("kameloh", "en")
    assert book is not None
    assert named <= {rule.id for section in book.sections for rule in section.rules}
    table = next(rule.table for section in book.sections for rule in section.rules if rule.id == "KMO-0")
    assert table[0] == ["Rule", "Dufo", "WiMu", "Kamelkönig"]


def test_cards_are_found_by_what_they_are() -> None:
    """UX-3: kind, price, frequency class, class, race, time of use, and the words of effects in both languages."""
    every = card_lists.cards("kameloh", "de")

    def names(words: str = "", **marks: str) -> set[str]:
        return {card.name for card in card_lists.found(every, words, marks)}

    assert len(every) == 178
    assert len(names(kind="violet")) == 20
    assert names(price="6", hk="1") <= names(kind="yellow")
    assert {"Dattelschnaps", "Höckerkanone"} <= names(windows="attack")
    assert names("ersetzt jeder zusammenrottung") == {"Universal-Verschmelzer"}
    assert names("siegespunkt mehr") == {"Kopfgeld"}
    assert "Kaktus Knut" in names("knut the cactus") & names(race="Pflanze", kind="yellow")
    item = next(card for card in every if card.id == "B018")
    assert "Nur in Kamelkönig." in item.plain
