"""Commit, seed and chain (PRO-9.1, PRO-9.2)."""

from __future__ import annotations

import hashlib
import hmac

from games.engine import fairness


def test_commit_is_the_hash_of_the_secret() -> None:
    assert fairness.commit(b"secret") == hashlib.sha256(b"secret").hexdigest()


def test_seed_depends_on_table_and_every_nonce_in_order() -> None:
    seeds = {
        fairness.seed(b"s", "table"),
        fairness.seed(b"s", "tablf"),
        fairness.seed(b"t", "table"),
        fairness.seed(b"s", "table", [b"a", b"b"]),
        fairness.seed(b"s", "table", [b"b", b"a"]),
        fairness.seed(b"s", "table", [b"ab", b""]),
        fairness.seed(b"s", "tablea", [b"b"]),
    }
    assert len(seeds) == 7
    assert fairness.seed(b"s", "t") == hmac.digest(b"s", b"\x00\x01t", "sha256")


def test_the_chain_takes_in_every_command() -> None:
    key = fairness.chain_key(b"secret")
    start = fairness.first_head(key, {"game": "g", "seats": 2})
    one = fairness.next_head(key, start, {"seat": 0, "choice": ["a"]})
    assert one != fairness.next_head(key, start, {"seat": 0, "choice": ["b"]})
    assert one != fairness.next_head(key, one, {"seat": 0, "choice": ["a"]})
    assert one == fairness.next_head(key, start, {"choice": ["a"], "seat": 0})
    assert key != b"secret"


def test_canonical_json_is_as_the_protocol_says() -> None:
    """PRO-5.5: sorted keys, no spaces, non-ASCII unescaped."""
    assert fairness.canonical({"b": 1, "a": ["ü", {"d": True, "c": ()}]}).decode() == '{"a":["ü",{"c":[],"d":true}],"b":1}'
