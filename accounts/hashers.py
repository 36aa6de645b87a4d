"""How passwords are hashed (QUA-4.6)."""

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

MOST_AT_ONCE = 4
_gate = threading.BoundedSemaphore(MOST_AT_ONCE)


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane: strong, and a storm of log-ins does not eat the memory."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a password, as soon as fewer than four are being hashed."""
        with _gate:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether it is this password, as soon as fewer than four are being hashed."""
        with _gate:
            return super().verify(password, encoded)
