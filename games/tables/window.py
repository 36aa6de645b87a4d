"""How much of a table may be on its way to a client at once (PRO-6.5). Pure: whoever asks says what time it is."""

from __future__ import annotations

from collections import deque

MOST_MESSAGES = 32
MOST_BYTES = 256 * 1024
"""Without acknowledgement."""

PATIENCE = 20.0
"""Seconds for which a client may leave it at that."""


class Window:
    """What a client has been sent and has not acknowledged; beyond a limit it is sent nothing, and is shown all of it later."""

    def __init__(self) -> None:
        self.sent: deque[tuple[int, int]] = deque()
        """Version and size of each message without acknowledgement."""
        self.size = 0
        self.behind_since: float | None = None
        """Since when something has been kept back: one flag, not a queue."""

    def admits(self, now: float) -> bool:
        """Whether the next message may be sent. If not, the client is behind from now on, until it is shown everything."""
        if self.behind_since is None and (len(self.sent) >= MOST_MESSAGES or self.size >= MOST_BYTES):
            self.behind_since = now
        return self.behind_since is None

    def add(self, version: int, size: int) -> None:
        """A message is on its way."""
        self.sent.append((version, size))
        self.size += size

    def acknowledge(self, version: int) -> bool:
        """The client has this version; whether it should now be shown what was kept back."""
        known = len(self.sent)
        while self.sent and self.sent[0][0] <= version:
            self.size -= self.sent.popleft()[1]
        return self.behind_since is not None and len(self.sent) < known

    def caught_up(self) -> None:
        """The client is being shown everything."""
        self.behind_since = None

    def given_up(self, now: float) -> bool:
        """Whether the client has been behind for too long."""
        return self.behind_since is not None and now - self.behind_since > PATIENCE
