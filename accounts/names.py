"""What a user name may look like, and when two of them look too much alike (QUA-3.7)."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 3
LONGEST = 20
MARKS_IN_A_ROW = 3
DIGITS = frozenset("0123456789")
JOINTS = frozenset("-_ ")

# Words that would let somebody pose as the site, as staff, as a bot or as a guest.
RESERVED = (
    "admin",
    "administrator",
    "anonym",
    "anonymous",
    "bot",
    "gast",
    "guest",
    "kartenhaus",
    "moderation",
    "moderator",
    "root",
    "staff",
    "support",
    "system",
    "team",
)

# Letters and digits that pass for a Latin letter, after case folding. One name does not mix scripts, so this concerns
# names that are wholly written in another script, and digits.
LOOK_ALIKES = str.maketrans(
    {
        "0": "o",
        "1": "l",
        "i": "l",
        "_": "-",
        " ": "-",
        # Cyrillic
        "а": "a",
        "в": "b",
        "е": "e",
        "к": "k",
        "м": "m",
        "н": "h",
        "о": "o",
        "р": "p",
        "с": "c",
        "т": "t",
        "у": "y",
        "х": "x",
        "ѕ": "s",
        "і": "l",
        "ј": "j",
        # Greek
        "α": "a",
        "β": "b",
        "ε": "e",
        "η": "n",
        "ι": "l",
        "κ": "k",
        "μ": "m",
        "ν": "v",
        "ο": "o",
        "ρ": "p",
        "τ": "t",
        "υ": "y",
        "χ": "x",
    }
)


def normalise(name: str) -> str:
    """Return the one form in which a name is kept."""
    return unicodedata.normalize("NFKC", name)


def skeleton(name: str) -> str:
    """Return what is the same for all names that look like this one."""
    folded = unicodedata.normalize("NFKC", normalise(name).casefold())
    return folded.translate(LOOK_ALIKES).replace("rn", "m").replace("vv", "w")


def validate_shape(name: str) -> None:
    """Refuse what no name may be: too short or long, foreign signs, letters of several scripts."""
    graphemes = sum(not _is_mark(sign) for sign in name)
    if not SHORTEST <= graphemes <= LONGEST:
        raise ValidationError(
            _("Ein Name hat %(shortest)s bis %(longest)s Zeichen."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not all(_is_letter(sign) or _is_mark(sign) or sign in DIGITS or sign in JOINTS for sign in name):
        raise ValidationError(_("Ein Name besteht aus Buchstaben, Ziffern, - und _."), code="signs")
    if name[0] in JOINTS or _is_mark(name[0]) or name[-1] in JOINTS:
        raise ValidationError(_("Ein Name beginnt und endet mit einem Buchstaben oder einer Ziffer."), code="ends")
    if len({_script(sign) for sign in name if _is_letter(sign)}) > 1:
        raise ValidationError(_("Ein Name mischt keine Schriften."), code="scripts")
    if _longest_run_of_marks(name) > MARKS_IN_A_ROW or name.count(" ") > 1:
        raise ValidationError(_("Dieser Name ist so nicht lesbar."), code="readable")


def validate_kept(name: str) -> None:
    """Refuse what only guests and the site itself may be called: names of two words, and names with a reserved word."""
    if " " in name:
        raise ValidationError(_("Ein Name besteht aus einem Wort."), code="words")
    reserved = {skeleton(word) for word in RESERVED}
    if not reserved.isdisjoint(skeleton(name).split("-")):
        raise ValidationError(_("Dieser Name ist vergeben."), code="reserved")


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign).startswith("L")


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")


def _script(letter: str) -> str:
    """Return the script by the first word of the letter's Unicode name, such as LATIN."""
    return unicodedata.name(letter, "UNKNOWN").split()[0]


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for sign in name:
        run = run + 1 if _is_mark(sign) else 0
        longest = max(longest, run)
    return longest
