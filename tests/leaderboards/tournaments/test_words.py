"""Every refusal has its sentence, in both languages, and every sentence its facts (RNK-7.1, UX-10.1)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest
from django.utils import translation

from leaderboards import tournaments
from leaderboards.tournaments import lifecycle, words
from leaderboards.tournaments.plan import KNOWN_TIE_BREAKS, Wrong
from leaderboards.tournaments.refusals import Refused

SOURCES = Path(tournaments.__file__).parent
PURE = {"event.py", "corrections.py", "lifecycle.py"}
"""Their refusals are other classes: those of the first stay in worked cases, those of the others are passed on by services."""
PASSED_ON = {*lifecycle.REASONS, "unknown_match", "no_result"}
FACTS_OF_MOVES = {"least", "source", "target"}
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Where, code and names of facts of every refusal in the sources."""
    for path in sorted([*SOURCES.glob("*.py"), *SOURCES.glob("desk/*.py")]):
        if path.name in PURE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if is_call(node, "Refused"):
                facts = {keyword.arg or "" for keyword in node.keywords}
                for literal in ast.walk(node.args[0]):
                    # a comparison inside a choice of codes is no code
                    if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                        yield f"{path.name}:{node.lineno}", literal.value, facts


def wrong_words() -> set[str]:
    """Every word for what is wrong with a plan: given to `Wrong`, or in the list of what may be wrong with a stage."""
    found = set()
    for name in ("plan.py", "making.py"):
        tree = ast.parse((SOURCES / name).read_text(encoding="utf-8"))
        rows = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "_wrong_stage"]
        named = [node.args[1] for node in ast.walk(tree) if is_call(node, "Wrong") and len(node.args) > 1]
        named += [row.elts[2] for part in rows for row in ast.walk(part) if isinstance(row, ast.Tuple) and len(row.elts) == 4]
        found |= {str(node.value) for node in named if isinstance(node, ast.Constant)}
    return found


def is_call(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def test_every_refusal_has_a_sentence_that_its_facts_fill() -> None:
    found = list(raised())
    assert len(found) > 80
    missing = [(where, code) for where, code, _ in found if code not in words.REFUSALS]
    assert missing == []
    assert set(PASSED_ON) - set(words.REFUSALS) == set()
    for where, code, facts in found:
        assert set(PLACEHOLDER.findall(str(words.REFUSALS[code]))) <= facts, (where, code)
    for code in PASSED_ON - {code for _, code, _ in found}:
        assert set(PLACEHOLDER.findall(str(words.REFUSALS[code]))) <= FACTS_OF_MOVES, code
    assert set(words.REFUSALS) - {code for _, code, _ in found} - PASSED_ON == set(), "never said"


@pytest.mark.parametrize("language", ["de", "en"])
def test_sentences_are_made_in_both_languages(language: str) -> None:
    with translation.override("de"):
        german = {code: str(text) for code, text in words.REFUSALS.items()}
    with translation.override(language):
        for _where, code, facts in raised():
            said = words.sentence(Refused(code, **{name: [] if name == "problems" else "7" for name in facts}))
            assert said, code
            assert "%" not in said, code
            assert language == "de" or said != german[code], code


def test_a_refused_move_says_what_stands_in_its_way() -> None:
    with translation.override("de"):
        assert "sieben Tagen" in words.sentence(Refused("too_late", least=2, source="finished", target="running"))
        assert "sieben Tagen" not in words.sentence(Refused("too_late"))
        said = words.sentence(Refused("no_such_move", least=2, source="cancelled", target="running"))
        assert "abgesagt" in said


def test_everything_wrong_with_a_plan_has_its_words() -> None:
    assert wrong_words() >= {"ends_open", "must_be_last", "seats", "below_from"}
    assert wrong_words() - set(words.WRONG) == set()
    said = words.sentence(Refused("plan", problems=[Wrong("limit", "out_of_range", 1), Wrong("stages.0.seats", "seats", 9)]))
    assert "4096" in said
    assert "9" in said


def test_every_tie_break_has_a_name() -> None:
    assert set(words.TIE_BREAKS) == set(KNOWN_TIE_BREAKS)
