"""Reasons a player can check, questions with the numbers that matter (UX-4.1, UX-4.2, EMO-3, EMO-11)."""

from __future__ import annotations

import pytest

from games import texts
from games.emotrions.rules import Emotrions
from games.engine.errors import IllegalChoice, Text
from games.texts import Speaker
from tests.games.emotrions.setting import hand, match

HAND = hand("joy", "love", "love", "sadness", "hunger", "indecision", "indecision", "strength")


def why(game: Emotrions, seat: int, name: str) -> str:
    prompt = game.prompt_of(seat)
    with pytest.raises(IllegalChoice) as refusal:
        game.named(prompt, [name])
    return refusal.value.text.key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("kindness", "why.not_in_hand"),
        ("joy+joy", "why.not_in_hand"),
        ("joy+love+love", "why.too_many"),
        ("joy+hunger", "why.hunger_alone"),
        ("indecision+indecision", "why.two_indecisions"),
        ("joy+sadness", "why.signs"),
        ("", "error.not_an_option"),
        ("envy", "error.not_an_option"),
    ],
)
def test_why_a_play_is_not_possible(name: str, key: str) -> None:
    assert why(match([HAND, hand("joy", "love")]), 0, name) == key


@pytest.mark.parametrize(
    ("attack", "name", "key"),
    [
        ("joy+love", "joy", "why.reply_same"),
        ("joy+love", "love+love", "why.reply_same"),
        ("kindness+strength", "strength", "why.reply_strength"),
        ("hunger", "joy", "why.reply_hunger"),
        ("indecision", "joy+love", "why.reply_count"),
    ],
)
def test_why_a_reply_is_not_possible(attack: str, name: str, key: str) -> None:
    """EMO-11.4 to 11.7."""
    attacker = hand(*attack.split("+"), "joy", "joy")
    game = match([attacker, HAND], options={"variant": "pareo"})
    game.apply(0, game.named(game.prompt_of(0), [attack]))
    assert why(game, 1, name) == key


def test_reasons_do_not_depend_on_what_others_hold() -> None:
    """PRO-7.4."""
    for theirs in (hand("joy", "love"), hand("hunger", "strength")):
        assert why(match([HAND, theirs]), 0, "kindness") == "why.not_in_hand"


def question(game: Emotrions) -> Text:
    return game.question(game.prompts[0])


def test_questions_say_what_has_to_be_beaten() -> None:
    game = match([hand("hate", "joy"), hand("love", "joy"), hand("hunger", "joy"), HAND])
    assert question(game).key == "prompt.lead"
    game.apply(0, [(5,)])
    assert question(game) == Text("prompt.follow", {"seat": 0, "power": 3})
    game.apply(1, [(1,)])
    assert question(game).args["seat"] == 0, "the earlier one leads on a tie (EMO-4.3)"
    game.apply(2, [(7,)])
    assert question(game).key == "prompt.follow_void"


def test_words_in_both_languages() -> None:
    text = Text("prompt.follow", {"seat": 1, "power": 8})
    names = ["Mira", "Bot Fuchs"]
    assert Speaker("emotrions", "de", names).say(text) == "Spiele eine Karte oder zwei. Bot Fuchs führt den Stich mit Stärke 8."
    assert Speaker("emotrions", "en", names).say(text) != Speaker("emotrions", "de", names).say(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            Text("log.lays", {"seat": 0, "cards": ["emotrions.love", "emotrions.joy"], "power": 4}),
            "Mira spielt Liebe und Freude, Stärke 4.",
        ),
        (Text("log.takes", {"seat": 1, "points": -5}), "Bot Fuchs bekommt den Stich: \N{MINUS SIGN}5 Punkte."),
        (Text("log.lays_hidden", {"seat": 0, "count": 1}), "Mira legt 1 Karte verdeckt."),
        (Text("log.lays_hidden", {"seat": 0, "count": 2}), "Mira legt 2 Karten verdeckt."),
        (
            Text("log.scores", {"deal": 2, "points": [9, 0], "totals": [12, -3], "seats": [0, 1]}),
            "Ende des 2. Spiels. Punkte: Mira +9, Bot Fuchs ±0. Stand der Partie: Mira 12, Bot Fuchs \N{MINUS SIGN}3.",
        ),
        (
            Text("log.flags", {"seat": 0, "bank": "up", "plays": "down", "hands": "open"}),
            "Mira wählt: Bank aufgedeckt, Karten verdeckt gelegt, Hände offen.",
        ),
        (Text("log.playoff", {"seats": [0, 1]}), "Play-off zwischen Mira und Bot Fuchs."),
        (Text("nothing.known", {"option": "7"}), "7"),
        (Text("prompt.some_question"), "some question"),
    ],
)
def test_filling_in(text: Text, words: str) -> None:
    assert Speaker("emotrions", "de", ["Mira", "Bot Fuchs"]).say(text) == words


def test_card_names_come_from_the_card_file() -> None:
    assert texts.catalogue("emotrions", "de")["card.emotrions.hate"] == "Hass"
    assert texts.catalogue("emotrions", "en")["card.emotrions.kindness"] == "Kindness"
