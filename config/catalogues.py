"""Compiles the message catalogues, and refuses those whose translations lost or invented a placeholder."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

# %(name)s of templates and the % operator, {name} of str.format.
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")


class CatalogueError(Exception):
    """A catalogue must not be compiled; the text names the messages."""


def stale(locale: Path) -> list[Path]:
    """Return the catalogues whose compiled form is missing or older."""
    sources = sorted(locale.glob("*/LC_MESSAGES/*.po"))
    return [path for path in sources if not _is_fresh(path)]


def compile_catalogue(path: Path) -> None:
    """Write the compiled form beside the catalogue, leaving out what is untranslated or only guessed (fuzzy)."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=path.parts[-3], abort_invalid=True)
    if faults := list(_faults(catalogue)):
        raise CatalogueError("\n".join([f"{path}: placeholders differ", *faults]))
    compiled = path.with_suffix(".mo")
    # Written aside and moved into place, so that a running server never reads half a file.
    fresh = compiled.with_name(f"{compiled.name}.{os.getpid()}")
    with fresh.open("wb") as target:
        write_mo(target, catalogue, use_fuzzy=False)
    fresh.replace(compiled)


def _is_fresh(path: Path) -> bool:
    compiled = path.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns


def _faults(catalogue: Catalog) -> Iterator[str]:
    for message in catalogue:
        if message.id and not message.fuzzy and not _placeholders_agree(message):
            yield f"- {_forms(message.id)[0]!r}"


def _placeholders_agree(message: Message) -> bool:
    """Tell whether every translated form names what the original names; a singular may leave out its number."""
    *singular, last = [set(PLACEHOLDER.findall(form)) for form in _forms(message.id)]
    everything = last.union(*singular)
    translated = [set(PLACEHOLDER.findall(form)) for form in _forms(message.string)]
    if not any(_forms(message.string)):
        return True
    if not singular:
        return translated == [last]
    return translated[-1] == last and all(form <= everything for form in translated)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or [])
