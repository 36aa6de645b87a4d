"""What is read from the environment by more than its type."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import development_key, milliseconds


def test_the_development_key_is_made_once_and_private(tmp_path: Path) -> None:
    """QUA-4.1."""
    path = tmp_path / "var" / "secret_key"
    key = development_key(path)
    assert len(key) >= 50
    assert development_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]
    assert development_key(tmp_path / "other") != key


@pytest.mark.parametrize(("text", "span"), [("0", (0, 0)), ("250", (250, 250)), ("600-1200", (600, 1200))])
def test_spans_of_milliseconds(text: str, span: tuple[int, int]) -> None:
    assert milliseconds("BOT_DELAY_MS", text) == span


@pytest.mark.parametrize("text", ["", "-5", "1200-600", "soon", "600-", "-", "1-2-3", "0.5"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="BOT_DELAY_MS must be milliseconds like 0 or 600-1200"):
        milliseconds("BOT_DELAY_MS", text)
