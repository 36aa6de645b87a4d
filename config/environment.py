"""Reads from the environment what needs more than a type: the development key and a span of milliseconds."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def development_key(path: Path) -> str:
    """Return the key kept in a private file, made at the first start (QUA-4.1)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        # Written aside and linked into place: of two processes that start together both get the same whole key.
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="ascii").strip()


def milliseconds(name: str, text: str) -> tuple[int, int]:
    """Read "0" or "600-1200" as the least and the greatest number of milliseconds."""
    parts = text.split("-")
    if not 1 <= len(parts) <= 2 or not all(part.isdecimal() for part in parts) or int(parts[0]) > int(parts[-1]):
        raise ImproperlyConfigured(f"{name} must be milliseconds like 0 or 600-1200, not {text!r}")
    return int(parts[0]), int(parts[-1])
