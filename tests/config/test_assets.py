"""Hashed names: every file that refers to another one refers to what that one holds."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from config.assets import HashedStorage
from config.packages import FILES, PackagesFinder
from tests.running_site import ROOT

MODULE = """
import { html } from "./html.js";
export { text } from "./sub/text.js";
const board = await import("./html.js");
"""


def test_modules_import_hashed_names(tmp_path: Path) -> None:
    """Static and dynamic imports, and re-exports."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "table.js").write_text(MODULE)
    (tmp_path / "html.js").write_text("export const html = 1;")
    (tmp_path / "sub" / "text.js").write_text("export const text = 2;")
    storage = HashedStorage(location=str(tmp_path), base_url="/static/")
    source = FileSystemStorage(location=str(tmp_path))
    names = ["table.js", "html.js", "sub/text.js"]
    for result in storage.post_process({name: (source, name) for name in names}):
        assert not isinstance(result[2], Exception)
    text = (tmp_path / storage.hashed_files["table.js"]).read_text()
    assert re.search(r'from "./html\.[0-9a-f]{12}\.js"', text)
    assert re.search(r'from "./sub/text\.[0-9a-f]{12}\.js"', text)
    assert re.search(r'import\("./html\.[0-9a-f]{12}\.js"\)', text)


def test_the_finder_serves_the_listed_files_and_no_others() -> None:
    finder = PackagesFinder()
    assert {name for name, _ in finder.list([])} == set(FILES)
    for name in FILES:
        assert finders.find(f"packages/{name}") == str(ROOT / "node_modules" / name)
    for name in ("packages/htm/package.json", "htm/preact/standalone.module.js", "packages/", "packages/../manage.py"):
        assert finders.find(name) is None


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".woff2")])
def test_each_typeface_is_used(name: str) -> None:
    assert f"../packages/{name}" in (ROOT / "config/static/site/fonts.css").read_text()


def test_the_lock_names_no_registry() -> None:
    assert "resolved" not in (ROOT / "package-lock.json").read_text()
    assert not re.search(r"https?://|index-url|find-links", (ROOT / "requirements.txt").read_text())
    assert not re.search(r"https?://|index-url|find-links", (ROOT / "tests/requirements.txt").read_text())
