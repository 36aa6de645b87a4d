"""The engine's commands: figures as one JSON object on the last line, readable failures, exit status 1."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine import registry

HANDED = Path(__file__).parents[2] / "cases" / "emotrions.json"


class Output:
    """What a command printed, and its exit status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        try:
            call_command(*words)
        except SystemExit as end:
            self.status = int(end.code or 0)
        else:
            self.status = 0
        self.text, self.errors = capsys.readouterr()

    @property
    def figures(self) -> dict[str, Any]:
        """The object on the last line."""
        figures: dict[str, Any] = json.loads(self.text.rstrip("\n").rpartition("\n")[2])
        return figures


def test_cases(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "cases", "emotrions", str(HANDED), "--json")
    assert output.status == 0
    assert output.figures == {"passed": 52, "failed": 0, "failures": []}
    assert "52 passed, 0 failed" in output.text


def test_all_cases_of_a_game_are_run_if_no_files_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Those handed to the project and its own."""
    own = list(HANDED.parent.glob("emotrions_*.json"))
    count = sum(len(json.loads(path.read_text(encoding="utf-8"))["cases"]) for path in [HANDED, *own])
    assert own
    assert Output(capsys, "cases", "emotrions", "--json").figures["passed"] == count


def test_a_failing_case_is_printed_readably(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = json.loads(HANDED.read_text(encoding="utf-8"))
    file["cases"][0]["then"]["winner"] = "A"
    (tmp_path / "more.json").write_text(json.dumps(file), encoding="utf-8")
    output = Output(capsys, "cases", "emotrions", str(tmp_path / "more.json"))
    assert output.status == 1
    assert "EMO-C01: Highest absolute value wins and takes everything (EMO-4.2" in output.text
    assert 'winner: expected "A", got "C"' in output.text
    assert output.text.rstrip().endswith("51 passed, 1 failed")


@pytest.mark.parametrize("content", ["{", "[]", '{"cases": [{"id": "X"}]}'])
def test_broken_case_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str) -> None:
    (tmp_path / "broken.json").write_text(content, encoding="utf-8")
    output = Output(capsys, "cases", "emotrions", str(tmp_path / "broken.json"), "--json")
    assert output.status == 1
    assert "broken.json" in output.errors
    assert "broken.json" in output.figures["error"]


def test_a_case_that_is_broken_fails_and_the_others_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = json.loads(HANDED.read_text(encoding="utf-8"))
    file["cases"] = file["cases"][:2]
    del file["cases"][0]["then"]
    (tmp_path / "more.json").write_text(json.dumps(file), encoding="utf-8")
    output = Output(capsys, "cases", "emotrions", str(tmp_path / "more.json"))
    assert output.status == 1
    assert "broken case" in output.text
    assert "1 passed, 1 failed" in output.text


def test_cases_always_use_the_card_data_kept_beside_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, settings: Any
) -> None:
    """Tuning the site's cards breaks no case: the copy under tests/cases/cards counts, even for files from elsewhere."""
    home = tmp_path / "tests" / "cases"
    shutil.copytree(HANDED.parent, home)
    settings.BASE_DIR = tmp_path
    cards = json.loads((home / "cards" / "emotrions.json").read_text(encoding="utf-8"))
    love = next(card for card in cards["cards"] if card["id"] == "love")
    love["value"] = love["power"] = 4
    cards["deck_points"] = 32
    (home / "cards" / "emotrions.json").write_text(json.dumps(cards), encoding="utf-8")
    assert Output(capsys, "cases", "emotrions", str(HANDED)).status == 1


def test_playout(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "playout", "emotrions", "--games", "10", "--json")
    assert output.status == 0
    assert set(output.figures) == {"games", "decisions", "decisions_per_s", "longest", "errors"}
    assert (output.figures["games"], output.figures["errors"]) == (10, 0)
    assert "2, 3, 4, 5, 6 players" in output.text


def test_playout_takes_every_table_option(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["preset=duel"],
        ["style_mode=fixed", "fixed_flags=up/down/open"],
        ["variant=pareo", "score37=on"],
        ["kraft_exchange=on", "gleichstart=on_request", "style_mode=winners_options"],
        ["decks=one", "seats=6"],
    ):
        options = [part for word in words for part in ("--option", word)]
        output = Output(capsys, "playout", "emotrions", "--games", "2", "--json", *options)
        assert (output.status, output.figures["errors"]) == (0, 0), words


def test_playout_is_repeatable(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [Output(capsys, "playout", "emotrions", "--games", "5", "--seed", seed, "--json").figures for seed in ("4", "4", "5")]
    assert runs[0]["decisions"] == runs[1]["decisions"] != runs[2]["decisions"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["playout", "chess"], "chess"),
        (["prove", "chess"], "chess"),
        (["cases", "chess"], "chess"),
        (["playout", "emotrions", "--option", "speed=fast"], "speed"),
        (["playout", "emotrions", "--option", "variant"], "variant"),
        (["playout", "emotrions", "--option", "variant=chess"], "variant"),
        (["playout", "emotrions", "--option", "fixed_flags=up"], "fixed_flags"),
        (["playout", "emotrions", "--option", "preset=none"], "preset"),
        (["playout", "emotrions", "--option", "gleichstart=always", "--seats", "5"], "gleichstart"),
        (["playout", "emotrions", "--seats", "9"], "seats"),
        (["arena", "emotrions", "--bots", "basic,clever"], "clever"),
        (["arena", "emotrions", "--bots", "basic"], "seats"),
        (["playthroughs", "chess"], "chess"),
    ],
)
def test_bad_input_is_named_and_exits_with_1(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    output = Output(capsys, *words, "--json")
    assert output.status == 1
    assert message in output.errors
    assert message in output.figures["error"]


def test_prove(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "prove", "emotrions", "--positions", "20", "--option", "preset=advanced", "--json")
    assert output.status == 0
    assert set(output.figures) == {"positions", "viewers", "cards_moved", "stages", "mismatches"}
    assert output.figures["positions"] == sum(output.figures["stages"].values()) == 20
    assert output.figures["mismatches"] == 0
    assert output.figures["cards_moved"] > 20


def test_prove_finds_planted_leaks_and_says_where(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "prove", "emotrions", "--positions", "100", "--plant", "--json")
    assert output.status == 1
    assert output.figures["planted"] == output.figures["found"] > 10
    assert "seat 0: view.zones.bank.cards" in output.text


def test_arena(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "arena", "emotrions", "--bots", "basic,random", "--games", "20", "--json")
    assert output.status == 0
    figures = output.figures
    assert set(figures) == {
        *("games", "wins", "draws", "win_rate", "interval", "decisions_per_s", "reasons", "beginner", "turns"),
    }
    assert sum(figures["reasons"].values()) == 20
    assert figures["win_rate"] == (figures["wins"] + figures["draws"] / 2) / figures["games"] >= 0.8
    assert figures["interval"][0] <= figures["win_rate"] <= figures["interval"][1]


def test_arena_tells_of_starter_decks(capsys: pytest.CaptureFixture[str]) -> None:
    """How often each won, against all others and against each."""
    output = Output(capsys, "arena", "omg", "--bots", "random,random", "--games", "24", "--json")
    assert output.status == 0
    decks, pairs = output.figures["decks"], output.figures["pairs"]
    assert [rate["games"] for rate in decks.values()] == [12, 12, 12, 12]
    assert [rate["games"] for rate in pairs.values()] == [4] * 12
    assert "wins against" in output.text
    assert (
        "decks"
        not in Output(capsys, "arena", "omg", "--bots", "random,random", "--games", "2", "--decks", "any", "--json").figures
    )


def test_playthroughs_are_compared_and_recorded(capsys: pytest.CaptureFixture[str], tmp_path: Path, settings: Any) -> None:
    assert Output(capsys, "playthroughs", "--json").figures["changed"] == []
    settings.BASE_DIR = tmp_path
    assert Output(capsys, "playthroughs", "emotrions").status == 1, "none is recorded there"
    assert Output(capsys, "playthroughs", "emotrions", "--write").status == 0
    assert Output(capsys, "playthroughs", "emotrions").status == 0
    file = next((tmp_path / "tests" / "playthroughs" / "emotrions").glob("*.txt"))
    file.write_text(file.read_text(encoding="utf-8").replace("seat 1", "seat 0", 1), encoding="utf-8")
    output = Output(capsys, "playthroughs", "emotrions", "--json")
    assert (output.status, output.figures["changed"]) == (1, [file.name])
    assert "+++" in output.text


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("up", "cases", "playout", "prove", "arena", "verify", "playthroughs", "prepare", "serve", "bench"):
        output = Output(capsys, name, "--help")
        assert output.status == 0
        assert "usage" in output.text.lower()


def test_broken_card_data_stop_the_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`manage.py up` runs the check: it names the game, the file and the fault."""
    (tmp_path / "cards.json").write_text('{"game": "emotrions"}', encoding="utf-8")
    monkeypatch.setattr(registry.game("emotrions"), "cards_path", tmp_path / "cards.json")
    with pytest.raises(Exception, match=r"games\.E001.*|emotrions: cards\.json"):
        call_command("check")


def test_coverage_names_what_was_never_reached(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(capsys, "playout", "innovation", "--games", "3", "--coverage", "--json")
    assert output.status == 0
    landmarks = registry.game("innovation").landmarks({"edition": "latest", "teams": "off"})
    assert output.figures["landmarks"] == len(landmarks)
    assert 0 < len(output.figures["missed"]) < len(landmarks)
    assert set(output.figures["missed"]) < set(landmarks)
    assert f"never reached: {output.figures['missed'][0]}" in output.text
