"""Rule books of all games: complete in both languages, in step with options, cards and texts (UX-3, UX-10)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from games import card_lists, texts
from games.engine import registry
from games.rulebooks import LANGUAGES, REFERENCE, Rulebook, Span, paragraphs, rulebook
from games.wording import Plural

GAMES = registry.slugs()


def book(slug: str, language: str) -> Rulebook:
    found = rulebook(slug, language)
    assert found is not None, f"{slug} has no rule book in {language}"
    return found


def ids(one: Rulebook) -> list[str]:
    return [rule.id for section in one.sections for rule in section.rules]


def texts_of(one: Rulebook) -> list[str]:
    rules = [rule for section in one.sections for rule in section.rules]
    cells = [cell for rule in rules for row in rule.table for cell in row]
    answers = [answer.answer for answer in one.questions]
    texts = [*(step.text for step in one.first_turn), *(rule.text for rule in rules), *(rule.decision for rule in rules)]
    return [one.about, *one.short, *texts, *cells, *answers]


def recalled(one: Rulebook) -> list[str]:
    return [term.text for part in one.memo for term in part.terms]


@pytest.mark.parametrize("slug", GAMES)
def test_both_languages_have_the_same_rules(slug: str) -> None:
    """UX-10.1: the same numbers in the same order, decisions and tables at the same ones."""
    german, english = (book(slug, language) for language in LANGUAGES)
    assert ids(german) == ids(english)
    assert len(set(ids(german))) == len(ids(german))
    for one, other in zip(german.sections, english.sections, strict=True):
        for rule, translated in zip(one.rules, other.rules, strict=True):
            assert bool(rule.decision) == bool(translated.decision), rule.id
            assert [len(row) for row in rule.table] == [len(row) for row in translated.table], rule.id
            assert rule.text != translated.text, rule.id
            assert rule.picture == translated.picture, rule.id
    for name in ("short", "questions", "glossary"):
        assert len(getattr(german, name)) == len(getattr(english, name)), name
    assert [step.cards for step in german.first_turn] == [step.cards for step in english.first_turn]
    assert [len(part.terms) for part in german.memo] == [len(part.terms) for part in english.memo]
    for part in ("options", "presets", "bots"):
        assert getattr(german, part).keys() == getattr(english, part).keys()
    assert german.cards.filters.keys() == english.cards.filters.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_everything_that_can_be_chosen_is_explained(slug: str, language: str) -> None:
    """UX-3: options, presets and bots, and nothing that the game does not have."""
    game, one = registry.game(slug), book(slug, language)
    assert set(one.options) == {option.name for option in game.meta.options}
    assert set(one.presets) == set(game.meta.presets)
    assert set(one.bots) == set(game.bots)


@pytest.mark.parametrize("slug", GAMES)
def test_rules_that_are_referred_to_exist(slug: str) -> None:
    """UX-3: in the rule book itself and in what the table says, such as why a card cannot be played."""
    said = [str(form) for words in texts.words_of(slug).values() for form in _forms(words)]
    for language in LANGUAGES:
        one = book(slug, language)
        named = {rule for text in [*texts_of(one), *said] for rule in re.findall(REFERENCE, text)}
        assert named - set(ids(one)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_what_a_rule_book_shows_is_there(slug: str, language: str) -> None:
    """UX-3: the cards of the first turn, and pictures, which have words too (UX-1.3)."""
    one = book(slug, language)
    known = {card.id for card in card_lists.cards(slug, language)}
    assert {card for step in one.first_turn for card in step.cards} <= known
    for rule in (rule for section in one.sections for rule in section.rules):
        assert bool(rule.picture) == bool(rule.seen), rule.id
        assert not rule.picture or finders.find(rule.picture), rule.id


@pytest.mark.parametrize("slug", GAMES)
def test_the_memo_stands_alone(slug: str) -> None:
    """INN-17.10: it is shown at the table, where no rule can be led to."""
    for language in LANGUAGES:
        assert not [text for text in recalled(book(slug, language)) if re.search(REFERENCE, text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_pictures_in_texts_are_drawn_and_have_words(slug: str, language: str) -> None:
    """UX-1.3: in rules, the memo and the texts of the cards."""
    one, catalogue = book(slug, language), texts.catalogue(slug, language)
    written = [*texts_of(one), *recalled(one), *(text for key, text in catalogue.items() if re.match(r"card\..+\.text", key))]
    plain = [*one.short, *(answer.question for answer in one.questions), *(term.text for term in one.glossary)]
    assert [text for text in plain if re.search(texts.MARK, text)] == [], "these are shown as they are"
    marks = {mark for text in written for mark in re.findall(texts.MARK, str(text))}
    sprite = Path(str(finders.find("site/icons.svg"))).read_text(encoding="utf-8")
    assert {mark for mark in marks if f'id="{mark}"' not in sprite} == set()
    assert {mark for mark in marks if f"mark.{mark}" not in catalogue} == set()


def _forms(words: object) -> list[object]:
    return [words.one, words.other] if isinstance(words, Plural) else [words]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_cards_are_described_by_what_their_data_has(slug: str, language: str) -> None:
    """UX-3: each value of each filter finds some card, and every card has one of them."""
    one, every = book(slug, language), card_lists.cards(slug, language)
    for name, known in one.cards.filters.items():
        assert {value for card in every for value in card.marks[name]} == set(known.values)
        for value in known.values:
            assert card_lists.found(every, "", {name: value})
    for fact in one.cards.facts:
        assert any(label == fact.label for card in every for label, _ in card.facts)


def test_cards_are_found_by_words_and_marks() -> None:
    """UX-3: in any case, all words, names of both languages."""
    every = card_lists.cards("emotrions", "de")
    assert len(every) == 9

    def names(words: str, sign: str = "") -> list[str]:
        return [card.name for card in card_lists.found(every, words, {"sign": sign})]

    assert names("LIEBE") == ["Liebe"]
    assert names("strength") == ["Kraft"]
    assert names("plus stichs") == ["Kraft"]
    assert names("", "negative") == ["Traurigkeit", "Hass", "Zorn"]
    assert names("plus", "negative") == []
    assert len(names("")) == 9
    assert dict(every[6].facts)["Wert"] == "−5"


def test_texts_are_read_in_pieces() -> None:
    text = "Ein **Stich** endet (EMO-4.10).\n\nDann\nweiter."
    assert paragraphs(text) == [
        [
            Span("plain", "Ein "),
            Span("bold", "Stich"),
            Span("plain", " endet ("),
            Span("rule", "EMO-4.10"),
            Span("plain", ")."),
        ],
        [Span("plain", "Dann weiter.")],
    ]


def test_a_game_need_not_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.register_game("tests.games.tables.toy.rules")
    try:
        assert rulebook("toy", "de") is None
        assert card_lists.cards("toy", "de") == ()
    finally:
        registry._games.pop(("toy", 1))
