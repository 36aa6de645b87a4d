"""Fetching the packages for the browser."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from config import npm
from tests.running_site import ROOT


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a place with a lock but without packages."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def fake_npm(folder: Path, script: str) -> str:
    folder.mkdir()
    program = folder / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(folder)


def test_packages_are_fetched_once_a_lock(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", fake_npm(tree / "bin", "mkdir -p node_modules"), prepend=os.pathsep)
    assert not npm.is_fetched(tree)
    npm.fetch(tree)
    assert npm.is_fetched(tree)
    lock = tree / "package-lock.json"
    lock.write_text(lock.read_text() + "\n")
    assert not npm.is_fetched(tree)


def test_a_broken_npm_gives_way_to_the_packaged_one(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", fake_npm(tree / "bin", "echo no node here >&2; exit 127"), prepend=os.pathsep)
    on_path, packaged = npm._npms()
    assert on_path == [str(tree / "bin" / "npm")]
    version = subprocess.run([*packaged, "--version"], cwd=tree, capture_output=True, text=True, check=True).stdout
    assert version[0].isdigit()


def test_the_packaged_npm_needs_nothing_on_the_path(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tree))
    (packaged,) = npm._npms()
    assert subprocess.run([*packaged, "--version"], cwd=tree, capture_output=True, check=False).returncode == 0


def test_failure_says_what_is_needed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = fake_npm(tree / "bin", "echo no such host >&2; exit 1")
    monkeypatch.setattr(npm, "_npms", lambda: iter([[f"{folder}/npm"], ["/nowhere/npm"]]))
    with pytest.raises(npm.FetchError, match="npm registry must be reachable") as failure:
        npm.fetch(tree)
    assert "no such host" in str(failure.value)
    assert "/nowhere/npm: " in str(failure.value)
    assert not npm.is_fetched(tree)


def test_no_npm_at_all(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "_npms", lambda: iter([]))
    with pytest.raises(npm.FetchError, match=r"No npm was found\."):
        npm.fetch(tree)
