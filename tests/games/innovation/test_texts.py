"""Everything the rules can say has words in both languages; questions name what they ask for (UX-4.1, UX-10.1, INN-17.4)."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games import card_lists, texts
from games.engine.errors import Text
from games.engine.event import Event
from games.engine.playout import wander
from games.innovation import rules
from games.innovation.rules import Innovation
from games.innovation.rules.position import COLORS, ICONS, SPECIALS, SPLAYS
from games.rulebooks import LANGUAGES, rulebook
from games.texts import Speaker
from games.wording import Plural

NAMES = ["Mira", "Bot Fuchs", "Ana", "Jo"]
SAID = 25_000
"""Decisions of random games that are listened to, for each preset."""

VERBS = ("meld", "tuck", "score", "return", "transfer", "reveal", "select")
WHY_NOT_2 = (
    "Für Alter 2 brauchst du 10 Punkte und eine oberste Karte mit mindestens 2. Du hast 7 Punkte, deine höchste ist 1 (INN-11.1)."
)
ASKING = (
    *("translation", "bicycle", "canal-building", "canning", "socialism"),
    *("stem-cells", "encyclopedia", "reformation", "evolution"),
)
"""Cards that ask for a yes or no, or for one of two branches."""


@pytest.fixture(scope="module")
def said() -> dict[str, list[Text]]:
    """Every key that random games of all presets say, with some of the arguments it comes with."""
    heard: dict[str, list[Text]] = {}

    def hear(text: Text) -> None:
        heard.setdefault(text.key, [])
        if len(heard[text.key]) < 12:
            heard[text.key].append(text)

    def tell(event: Event) -> None:
        if event.log:
            hear(Text(f"log.{event.log}", event.public))
            if event.private and f"log.{event.log}.own" in texts.words_of("innovation"):
                hear(Text(f"log.{event.log}.own", {**event.public, **event.private}))

    for name, preset in Innovation.meta.presets.items():
        seats = [preset.seats] if preset.seats else list(Innovation.meta.seats)
        for game in islice(wander(Innovation, preset.options, seats, f"texts.{name}", tell), SAID):
            for prompt in game.prompts:
                hear(game.question(prompt))
                hear(Text(f"waiting.{prompt.kind}"))
                for option in prompt.options:
                    hear(game.describe(prompt, option).label)
    return heard


def missing(keys: set[str]) -> set[str]:
    return {key for key in keys if any(key not in texts.catalogue("innovation", language) for language in LANGUAGES)}


def test_what_random_games_say_has_words(said: dict[str, list[Text]]) -> None:
    assert len(said) > 100, "hardly anything was heard"
    assert missing(set(said)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_unsaid(said: dict[str, list[Text]], language: str) -> None:
    """Every argument that a wording has is given; names of the protocol are never read out."""
    speaker = Speaker("innovation", language, NAMES)
    for key, samples in said.items():
        words = texts.words_of("innovation")[key]
        forms = [str(words.one), str(words.other)] if isinstance(words, Plural) else [str(words)]
        for text in samples:
            if not isinstance(words, Plural):
                assert set(re.findall(r"\{(\w+)\}", forms[0])) <= set(text.args), text
            line = speaker.say(text)
            assert not re.search(r"[{}_]|\binnovation\b|  |: \.|\b(?:hand|score|none)_?\d", line), line


def test_what_the_source_says_has_words() -> None:
    """Also what random games never come to: every name of a log line, and all that is put together from parts."""
    folder = Path(str(rules.__file__)).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    keys = {f"log.{name}" for name in re.findall(r'log="(\w+)"', source)}
    assert {"log.claims", "log.rearranges", "log.removes_hidden"} <= keys
    keys |= {f"log.{name}" for name in ("proves", "shows", "scores", "scores_open", "exchanges", "exchanges_own")}
    keys |= {f"log.dogma{how}" for how in ("", "_idle", "_plain")} | {"prompt.card.transfer.own"}
    keys |= {f"log.returns{whose}{how}" for whose in ("", "_from") for how in ("", "_open", ".own")}
    keys |= {
        f"log.{verb}_{to}{how}" for verb in ("transfers", "takes") for to in ("hand", "score") for how in ("", "_open", ".own")
    }
    keys |= {f"log.{verb}_board_open" for verb in ("transfers", "takes")}
    keys |= {f"log.ended_{end}" for end in ("achievements", "achievements_team", "points", "points_team", "points_shared")}
    keys |= {f"log.ended_{end}" for end in ("dogma", "dogma_team", "left_team")}
    keys |= {f"prompt.card.{verb}" for verb in (*VERBS, "exchange")} | {f"prompt.option.{card}" for card in ASKING}
    keys |= {f"reason.{reason}" for reason in ("achievements", "points", "dogma", "left")}
    keys |= {f"why.{why}" for why in ("achieved", "achieve", "compulsory", "no_pass")}
    keys |= {"option.draw_last", "option.teams_seats"}
    assert missing(keys) == set()


def test_what_its_own_scripts_say_has_words() -> None:
    folder = Path(str(rules.__file__)).parents[1] / "static" / "innovation"
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.js"))
    keys = set(re.findall(r'words\.fill\("([\w.]+)"', source))
    assert {"face.about", "fact.points"} <= keys
    assert missing(keys) == set()


def steps(data: Any) -> list[str]:
    """All steps of the cards in their notation."""
    if isinstance(data, str):
        return [data]
    rows = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    return [step for row in rows for step in steps(row)]


def test_every_open_ended_choice_has_words() -> None:
    found = [step for card in Innovation.cards.data for effect in card.effects for step in steps(effect.steps)]
    verbs = {match[1] for step in found if (match := re.search(r"(\w+) any from ", step))}
    assert verbs == {"meld", "tuck", "return"}
    assert missing({f"prompt.card.{verb}.any" for verb in verbs}) == set()


def test_names_of_values_have_words() -> None:
    keys = {f"value.{name}.{icon}" for name, known in (("icon", ICONS), ("color", COLORS), ("colors", COLORS)) for icon in known}
    keys |= {f"mark.{icon}" for icon in ICONS} | {f"option.color.{color}" for color in COLORS}
    keys |= {f"face.letters.{color}" for color in COLORS} | {f"value.splay.{direction}" for direction in SPLAYS}
    keys |= {f"value.{name}.{special}" for name in ("special", "specials") for special in SPECIALS}
    keys |= {f"special.{special}" for special in SPECIALS} | {f"value.direction.{direction}" for direction in SPLAYS[1:]}
    assert missing(keys) == set()


def test_views_have_words() -> None:
    """Zones, public facts, and the numbers of players."""
    for preset in Innovation.meta.presets.values():
        seats = [preset.seats or 3]
        for game in islice(wander(Innovation, preset.options, seats, "views"), 0, 3_000, 40):
            view = game.view(0)
            zones, players = view.pop("zones"), view.pop("seats")
            told = {f"zone.{zone['name']}" for zone in zones.values()}
            told |= {f"fact.{name}" for name, value in view.items() if not isinstance(value, dict)}
            told |= {f"fact.{name}" for row in players for name, value in row.items() if not isinstance(value, dict)}
            assert missing(told) == set()


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        (
            Text("log.draws", {"seat": 0, "age": 8}),
            "Mira zieht eine 8.",
            "Mira draws a card of age 8.",
        ),
        (
            Text("log.draws.own", {"seat": 0, "cards": ["innovation.optics"]}),
            "Mira zieht Optik.",
            "Mira draws Optics.",
        ),
        (
            Text("log.transfers_score", {"seat": 1, "taker": 0, "age": 3}),
            "Bot Fuchs gibt Mira eine 3 in den Punktestapel.",
            "Bot Fuchs transfers a card of age 3 to the score pile of Mira.",
        ),
        (
            Text("log.demand", {"seat": 1, "by": 0, "card": "innovation.oars", "effect": 1}),
            "Ruder, 1. Effekt: Mira verlangt von Bot Fuchs.",
            "Oars, effect 1: Mira demands of Bot Fuchs.",
        ),
        (
            Text("log.splays", {"seat": 0, "color": "blue", "direction": "left"}),
            "Mira fächert Blau nach links auf.",
            "Mira splays blue left.",
        ),
        (
            Text("prompt.card.score", {"source": "innovation.the-wheel", "from": "hand", "left": 1}),
            "Das Rad: Wähle eine Handkarte zum Werten.",
            "The Wheel: choose a hand card to score.",
        ),
        (
            Text("prompt.card.transfer", {"source": "innovation.oars", "from": "top", "to": "board", "taker": 1, "left": 2}),
            "Ruder: Wähle eine oberste Karte zum Übertragen auf den Spielplan von Bot Fuchs, noch bis zu 2-mal.",
            "Oars: choose a top card to transfer to the board of Bot Fuchs, up to 2 more times.",
        ),
        (
            Text("prompt.card.transfer.own", {"source": "innovation.compass", "from": "top", "to_own": "board", "left": 1}),
            "Kompass: Wähle eine oberste Karte zum Übertragen auf deinen Spielplan.",
            "Compass: choose a top card to transfer to your board.",
        ),
        (
            Text("why.achieve", {"age": 2, "needed": 10, "points": 7, "top": 1}),
            WHY_NOT_2,
            "For age 2 you need 10 points and a top card of at least 2. You have 7 points, your highest one is 1 (INN-11.1).",
        ),
    ],
)
def test_sentences(text: Text, german: str, english: str) -> None:
    assert Speaker("innovation", "de", NAMES).say(text) == german
    assert Speaker("innovation", "en", NAMES).say(text) == english


def test_a_card_is_read_as_the_edition_has_it() -> None:
    """INN-16: nine cards differ; where no table says which edition, both are there."""
    catalogue = texts.catalogue("innovation", "de")
    differing = {key.split(".")[2] for key in catalogue if key.endswith(".text.edition.first")}
    assert len(differing) == 9
    assert "erneut aus" in str(catalogue["card.innovation.oars.text.edition.latest"])
    assert "erneut aus" not in str(catalogue["card.innovation.oars.text.edition.first"])
    both = str(catalogue["card.innovation.oars.text"])
    assert "**Letzte Ausgabe:**" in both
    assert "**Erste Edition:**" in both
    table = next(rule.table for section in book().sections for rule in section.rules if rule.id == "INN-16")
    assert {row[0] for row in table[1:]} == {catalogue[f"card.innovation.{card}"] for card in differing}


def book() -> Any:
    return rulebook("innovation", "de")


def test_the_memo_has_every_keyword() -> None:
    """INN-17.10."""
    german = [term.term for part in book().memo for term in part.terms]
    assert german[:4] == ["Ziehen", "Ausspielen", "Dogma", "Erreichen"]
    words = {
        "Werten",
        "Unterschieben",
        "Auffächern",
        "Zurücklegen",
        "Übertragen",
        "Tauschen",
        "Zeigen",
        "Ich verlange",
        "Mitnutzen",
    }
    assert set(german[4:]) == words


def test_cards_are_found_by_any_of_their_icons() -> None:
    """UX-3: a card has several icons, and the picture is none of them (INN-1.2)."""
    every = card_lists.cards("innovation", "de")

    def names(words: str = "", **marks: str) -> set[str]:
        return {card.name for card in card_lists.found(every, words, marks)}

    assert len(every) == 105
    assert {"Ruder", "Domestizierung", "Stadtstaaten"} <= names(icons="crown") & names(icons="castle")
    assert names(icons="age-image") == set()
    assert len(names(age="1")) == 15
    assert names(age="1", color="red", icons="crown") == {"Ruder"}
    assert len(names(editions="differ")) == 9
    assert names(kinds="demand") & names(kinds="effect") >= {"Ruder"}
    assert "Ruder" in names("handkarte krone punktestapel"), "a picture is found by its word"
    assert names("the wheel") == {"Das Rad"}
    oars = next(card for card in every if card.id == "oars")
    assert dict(oars.facts)["Symbol"] == "2× Burg, Krone"
