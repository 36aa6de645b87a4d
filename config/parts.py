"""What the site is made of and under which licences: read from what is installed, so that it is true of this very site."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path

from django.conf import settings

from config.packages import FILES

REQUIREMENT = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
CLASSIFIER = "License :: "
INSIDE = {"htm": "Preact (MIT)"}
"""What else is in a file that we serve."""


@dataclass(frozen=True)
class Part:
    """A package by others."""

    name: str
    version: str
    licence: str
    text: str = ""
    """The licence itself, where the package is passed on to visitors."""
    inside: str = ""


@cache
def for_browsers() -> list[Part]:
    """The packages of which files are served."""
    names = sorted({"/".join(name.split("/")[: 2 if name.startswith("@") else 1]) for name in FILES})
    return [_served(name) for name in names]


@cache
def for_server() -> list[Part]:
    """The Python packages that the site needs and that are installed."""
    names = set(REQUIREMENT.findall((settings.BASE_DIR / "requirements.txt").read_text(encoding="utf-8")))
    return [part for name in sorted(names, key=str.casefold) if (part := _installed(name))]


def _served(name: str) -> Part:
    folder = settings.BASE_DIR / "node_modules" / name
    locked = json.loads((settings.BASE_DIR / "package-lock.json").read_bytes())["packages"][f"node_modules/{name}"]
    return Part(name, locked["version"], locked.get("license", ""), _text(folder), INSIDE.get(name, ""))


def _text(folder: Path) -> str:
    found = next(iter(sorted(folder.glob("LICENSE*"))), None)
    return found.read_text(encoding="utf-8", errors="replace").strip() if found else ""


def _installed(name: str) -> Part | None:
    try:
        about = metadata(name)
    except PackageNotFoundError:  # for another system, or an optional one
        return None
    return Part(about["Name"], about["Version"], _licence(about))


def _licence(about: PackageMetadata) -> str:
    """As the package names it: an expression, else classifiers, else a first line."""
    for expression in about.get_all("License-Expression") or []:
        return str(expression)
    named = [one.rpartition(" :: ")[2] for one in about.get_all("Classifier") or [] if one.startswith(CLASSIFIER)]
    if named:
        return ", ".join(named)
    return "".join(str(one).strip().partition("\n")[0] for one in about.get_all("License") or [])
