"""The keys at a table, for pages that explain them: those of the table's own list (`help.js`), so that there is one list."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from games.table_texts import TEXTS
from games.wording import Words

LIST = Path(__file__).parent / "static" / "tables" / "help.js"
ENTRY = re.compile(r'\["([^"]+)", "(ui\.\w+)"\]')


@cache
def keys() -> list[tuple[str, Words]]:
    """Each key and what it does."""
    return [(key, TEXTS[text]) for key, text in ENTRY.findall(LIST.read_text(encoding="utf-8"))]
