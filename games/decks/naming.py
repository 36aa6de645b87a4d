"""What a deck may be called (QUA-3.7)."""

import unicodedata

LONGEST = 40
MARKS_IN_A_ROW = 3


def cleaned(name: str) -> str:
    """The name as it is kept: one line in NFC, without what is invisible or turns what is around it; empty if nothing is left."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", " ".join(name.split())):
        category = unicodedata.category(sign)
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= MARKS_IN_A_ROW and not category.startswith("C"):
            kept.append(sign)
    line = " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
    return line if any(unicodedata.category(sign)[0] not in "MZ" for sign in line) else ""


def shortened(name: str) -> str:
    """The same, cut to what fits."""
    return cleaned(name)[:LONGEST].strip()
