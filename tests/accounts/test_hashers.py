"""How passwords are hashed (QUA-4.6)."""

import threading

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, make_password

from accounts import hashers


def test_the_parameters() -> None:
    assert make_password("ein gutes Passwort").startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_four_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A storm of log-ins cannot eat the memory."""
    inside, most, go_on = [0], [0], threading.Event()
    full = threading.Semaphore(0)

    def wait(*_: object) -> bool:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        full.release()
        go_on.wait(10)
        inside[0] -= 1
        return True

    monkeypatch.setattr(Argon2PasswordHasher, "verify", wait)
    threads = [threading.Thread(target=hashers.Argon2Hasher().verify, args=("x", "y")) for _ in range(7)]
    for thread in threads:
        thread.start()
    for _ in range(hashers.MOST_AT_ONCE):
        assert full.acquire(timeout=10)
    assert not full.acquire(timeout=0.2)
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert most[0] == hashers.MOST_AT_ONCE
