"""The frame of the case runner: broken files are named, broken cases fail readably."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import cases
from games.engine.errors import BrokenData


def adapter(case: dict[str, Any], cards: bytes) -> list[str]:
    if "broken" in case:
        raise BrokenData("cases", "no `then`")
    return [] if case.get("ok") else [f"expected ok, cards {cards.decode()}"]


def write(path: Path, content: Any) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_results_in_order(tmp_path: Path) -> None:
    file = {
        "cases": [
            {"id": "A", "title": "a", "ok": 1},
            {"id": "B", "title": "b", "rules": ["R-1"]},
            {"id": "C", "title": "c", "broken": 1},
        ]
    }
    results = list(cases.run(cases.read(write(tmp_path / "x.json", file)), adapter, b"deck"))
    assert [(result.id, result.passed, result.differences) for result in results] == [
        ("A", True, []),
        ("B", False, ["expected ok, cards deck"]),
        ("C", False, ["broken case: no `then`"]),
    ]
    assert results[1].rules == ["R-1"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "an object with a list"),
        ({"cases": []}, "not empty"),
        ({"cases": {}}, "an object with a list"),
        ({"cases": [1]}, "case 1"),
        ({"cases": [{"id": "A", "title": "a"}, {"id": 3, "title": "b"}]}, r"case 2: .*id"),
        ({"cases": [{"id": "A"}]}, "title"),
        ({"cases": [{"id": "A", "title": "a"}, {"id": "A", "title": "b"}]}, "A stands twice"),
        ({"cases": [{"id": "A", "title": "a", "rules": "R-1"}]}, "rules"),
    ],
)
def test_broken_files_are_named(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(BrokenData, match=message) as error:
        cases.read(write(tmp_path / "broken.json", content))
    assert "broken.json" in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BrokenData, match="No such file"):
        cases.read(tmp_path / "missing.json")


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(BrokenData, match="not JSON"):
        cases.read(tmp_path / "x.json")


def test_notes_are_taken_out_everywhere() -> None:
    case = {"note": "x", "then": {"why": "y", "points": {"A": 1}}, "when": [{"do": "play", "note": "z"}]}
    assert cases.without_notes(case) == {"then": {"points": {"A": 1}}, "when": [{"do": "play"}]}
