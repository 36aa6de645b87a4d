"""Brackets as pictures: everything is in one of the parts, nothing covers anything, wires lead where winners go (RNK-7.15)."""

from __future__ import annotations

import pytest

from leaderboards.tournaments import bracket, drawing
from leaderboards.tournaments.bracket import Fixture
from leaderboards.tournaments.lines import Line, Side

Seeds = tuple[int | None, int | None]


def line(name: str, state: str = "pending", seeds: Seeds = (None, None), winner: int | None = None) -> Line:
    sides = [
        Side(f"P{seed}" if seed else "offen", seed is not None, seed, "", winner == slot, winner == 1 - slot, False)
        for slot, seed in enumerate(seeds)
    ]
    return Line(1, name, name, "/", state, "", sides, "", None)


def whole(n: int, *, double: bool) -> dict[str, Line]:
    fixtures: list[Fixture] = bracket.double(n) if double else bracket.single(n, third_place=True)
    return {fixture.name: line(fixture.name) for fixture in fixtures}


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 16, 64, 65, 128, 300, 1024, 4096])
def test_every_match_is_in_a_part(n: int, double: bool) -> None:
    """No picture has more than a screenful of first matches, and all matches are in some picture, GF2 as soon as it is played."""
    found = whole(n, double=double)
    rounds = max(1, (n - 1).bit_length())
    seen: set[str] = set()
    for part in drawing.parts(rounds):
        names = [name for name in drawing.wanted(part, rounds, double=double) if name in found]
        assert len(names) <= 6 * drawing.MOST_FIRST + 3
        picture = drawing.draw({name: found[name] for name in names}, part, rounds, double=double, names={}, words=("S", "T"))
        boxes = [(cell.x, cell.y) for cell in picture.cells]
        assert len(set(boxes)) == len(boxes)
        for x, y in boxes:
            near = [(a, b) for a, b in boxes if a == x and abs(b - y) < drawing.HEIGHT]
            assert near == [(x, y)]
            assert 0 <= x <= picture.width - drawing.WIDTH
            assert 0 <= y <= picture.height - drawing.HEIGHT
        seen |= {cell.line.name for cell in picture.cells}
    assert seen == set(found) - {"GF2"}


def test_where_things_stand() -> None:
    """The geometry of the design: eight in a double elimination."""
    picture = drawing.draw(whole(8, double=True), drawing.parts(3)[0], 3, double=True, names={}, words=("S", "T"))
    at = {cell.line.name: [cell.x, cell.y] for cell in picture.cells}
    assert at["W1.1"] == [14, 66]
    assert at["W1.4"] == [14, 270]
    assert at["W2.1"] == [210, 100]
    assert at["W3.1"] == [602, 168]
    assert [at[name][0] for name in ("L1.1", "L2.1", "L3.1", "L4.1", "GF1")] == [210, 406, 602, 798, 994]
    assert at["L1.1"][1] == at["L2.1"][1]
    assert at["W3.1"][1] < at["GF1"][1] < at["L4.1"][1]


def test_the_way_of_whoever_is_followed() -> None:
    """Thick from each match they have won to the next."""
    found = whole(4, double=False)
    found["W1.1"] = line("W1.1", "finished", (1, 4), 0)
    found["W1.2"] = line("W1.2", "finished", (2, 3), 0)
    found["W2.1"] = line("W2.1", "called", (1, 2))
    for seed, thick in ((1, 1), (2, 1), (3, 0), (None, 0)):
        picture = drawing.draw(found, drawing.parts(2)[0], 2, double=False, names={}, words=("S", "T"), seed=seed)
        assert sum(wire.mine for wire in picture.wires) == thick
        assert len(picture.wires) == 2


def test_from_a_later_round_on() -> None:
    """The first round that is shown stands at the left, close together."""
    part = drawing.Part(2, 4)
    names = drawing.wanted(part, 4, double=True)
    assert "W1.1" not in names
    assert "L1.1" in names
    found = {name: one for name, one in whole(16, double=True).items() if name in names}
    picture = drawing.draw(found, part, 4, double=True, names={}, words=("S", "T"))
    at = {cell.line.name: [cell.x, cell.y] for cell in picture.cells}
    assert at["W2.1"] == [14, 66]
    assert at["W2.2"][1] - at["W2.1"][1] == drawing.DOWN
