"""Whether this process can take another connection: the limit is that of open files (QUA-2.24)."""

from __future__ import annotations

import os
import resource

RESERVE = 64
"""Files kept for what goes on: the database, pages, new server sockets."""


def is_full() -> bool:
    """Whether fewer files than the reserve could still be opened. The system always gives the lowest free number."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return False
    try:
        lowest = os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return True
    os.close(lowest)
    return lowest >= limit - RESERVE


def raise_limit() -> None:
    """Let this process open as many files as it is allowed to: each socket is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
