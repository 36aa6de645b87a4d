"""The presets of tournaments (RNK-7.4) fit the games they are for."""

import pytest

from games.engine import registry
from leaderboards.tournaments import making, presets
from leaderboards.tournaments.management.commands import simulate
from leaderboards.tournaments.plan import Plan, StageRules, TableRules, wrong


def test_all_of_the_rule_are_there() -> None:
    names = "kameloh.cup kameloh.quick emotrions.duel emotrions.table omg.standard spieleflut.team spieleflut.duel"
    assert list(presets.PRESETS) == [*names.split(), "innovation.duel", "innovation.table"]
    assert [preset.name for preset in presets.of_game("spieleflut")] == ["spieleflut.team", "spieleflut.duel"]


@pytest.mark.parametrize("preset", presets.PRESETS.values(), ids=presets.PRESETS)
def test_each_makes_a_plan_that_can_be_played(preset: presets.Preset) -> None:
    for format_ in preset.formats:
        stage = StageRules(kind=format_, preferred=max(3, preset.seats[1]), minimum=max(3, preset.seats[0]))
        if preset.seats == (4, 4):
            stage = StageRules(kind=format_)
        for table in (preset.table, {**preset.table, **preset.or_table}):
            if format_ == "arena" and table["series"] != "single":
                continue
            plan = Plan(game=preset.game, stages=(stage,), table=TableRules(**table), teams=preset.teams)
            assert list(wrong(plan)) == []


def test_what_fits_which_game() -> None:
    assert presets.formats("kameloh", seats=3) == ()
    assert presets.formats("kameloh", pairs=True) == ()
    assert "heats" in presets.formats("emotrions", seats=6)
    assert "heats" not in presets.formats("innovation", seats=2)
    assert presets.formats("spieleflut", seats=4) == ()
    assert "swiss" in presets.formats("spieleflut", pairs=True)


@pytest.mark.parametrize("preset", presets.PRESETS.values(), ids=presets.PRESETS)
def test_each_game_that_is_there_takes_the_options(preset: presets.Preset) -> None:
    if preset.game in registry.slugs():
        meta = registry.game(preset.game).meta
        for seats in range(preset.seats[0], preset.seats[1] + 1):
            assert preset.table["options"].items() <= meta.check(preset.table["options"], seats).items()


@pytest.mark.parametrize("slug", presets.TABLE_SIZES)
@pytest.mark.parametrize("form", ["heats", "heats_planned", "heats_knockout"])
def test_simulated_heats_have_tables_that_fit_the_game(slug: str, form: str) -> None:
    """RNK-7.8: of Spieleflut there are none of four."""
    plan = simulate.plan_of({"form": form, "slug": slug, "preset": None})
    assert making.problems(plan) == []
    least, most = presets.TABLE_SIZES[slug]
    assert least <= plan.stages[0].minimum <= plan.stages[0].preferred <= most
