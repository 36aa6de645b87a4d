"""Finding games and case adapters by name."""

from __future__ import annotations

import pytest

from games.emotrions.rules import Emotrions
from games.engine import registry
from games.engine.registry import UnknownName


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry that may be changed."""
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    monkeypatch.setattr(registry, "_adapters", dict(registry._adapters))


def test_emotrions_is_there() -> None:
    assert "emotrions" in registry.slugs()
    assert registry.game("emotrions") is Emotrions
    assert registry.game("emotrions", 1) is Emotrions


@pytest.mark.usefixtures("rooms")
def test_a_game_is_known_by_its_rules_package_alone() -> None:
    registry.register_game("tests.toys.heap")
    assert registry.game("heap").meta.slug == "heap"
    assert registry.rules_of("heap", 1) == "tests.toys.heap"


@pytest.mark.usefixtures("rooms")
def test_an_older_rules_version_stays_reachable() -> None:
    """PRO-9.3: stored games keep the rules that played them."""
    registry._games["heap", 1] = "tests.toys.heap"
    registry._games["heap", 2] = "tests.toys.market"
    assert registry.rules_of("heap") == "tests.toys.market"
    assert registry.rules_of("heap", 1) == "tests.toys.heap"
    assert registry.slugs().count("heap") == 1


def test_unknown_names_say_what_is_known() -> None:
    with pytest.raises(UnknownName, match=r"'chess' is not known; known are: .*emotrions"):
        registry.game("chess")
    with pytest.raises(UnknownName):
        registry.game("emotrions", 99)
    with pytest.raises(UnknownName):
        registry.adapter("chess")
