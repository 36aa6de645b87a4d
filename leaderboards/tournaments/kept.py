"""What is worked out from all rows of a tournament, kept for as long as its version is the same (RNK-7.16)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from leaderboards.tournaments.models import Tournament

Found = TypeVar("Found")

MOST = 256
"""Things kept in this process."""

_found: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_lock = threading.Lock()


def kept(row: Tournament, what: tuple[Any, ...], make: Callable[[], Found]) -> Found:
    """What `make` gives, made once a version.

    The version was read before what `make` reads: it may be younger than it says, and is then made once more.
    """
    key = (row.pk, row.version, *what)
    with _lock:
        if key in _found:
            _found.move_to_end(key)
            have: Found = _found[key]
            return have
    made = make()
    with _lock:
        _found[key] = made
        while len(_found) > MOST:
            _found.popitem(last=False)
    return made
