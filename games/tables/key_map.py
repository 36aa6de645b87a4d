"""The keys at a table, for pages that explain them; `help.js` shows the same ones."""

from games.table_texts import TEXTS
from games.wording import Words

KEYS = (
    ("1 … 9", "ui.key_digit"),
    ("Tab", "ui.key_tab"),
    ("← →", "ui.key_arrows"),
    ("Enter", "ui.key_enter"),
    ("␣", "ui.key_space"),
    ("Esc", "ui.key_escape"),
    ("P", "ui.key_p"),
    ("G", "ui.key_g"),
    ("L", "ui.key_l"),
    ("C", "ui.key_c"),
    ("I", "ui.key_i"),
    ("Z", "ui.key_z"),
    ("R", "ui.key_r"),
    ("K", "ui.key_k"),
    ("S", "ui.key_s"),
    ("T", "ui.key_t"),
    ("H", "ui.key_h"),
    ("M", "ui.key_m"),
    ("?", "ui.key_help"),
)


def keys() -> list[tuple[str, Words]]:
    """Each key and what it does."""
    return [(key, TEXTS[text]) for key, text in KEYS]
