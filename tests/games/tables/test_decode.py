"""Reading JSON from outside: whatever comes, it is read or refused, quickly (QUA-3.2, QUA-3.3, QUA-3.14)."""

import json
import time
from random import Random
from typing import Any

import msgspec
import pytest

from games.tables import messages
from games.tables.codes import Refusal
from games.tables.decode import MOST_BYTES, decode
from games.tables.messages import SHAPES, Envelope
from tests.games.tables.fuzz import ODD

GOOD: list[dict[str, Any]] = [
    {"t": "hello", "id": "c-1", "d": {"since": 3, "epoch": 1, "lang": "de", "caps": ["sound"], "client": "web"}},
    {"t": "ping", "id": "c-2", "d": {"n": 1, "v": 4, "rtt_ms": 20}},
    {"t": "move", "id": "c-3", "d": {"move_id": "a-b_C9", "prompt": "3-1", "expect": 3, "choice": ["joy+love"], "auto": False}},
    {"t": "undo", "id": "c-4", "d": {"move_id": "u", "expect": 3}},
    {"t": "resync", "id": "c-5", "d": {}},
    {"t": "resign", "id": "c-6", "d": {"move_id": "r-1"}},
    {"t": "vote", "id": "c-7", "d": {"kind": "rematch", "value": True}},
    {"t": "prefs", "id": "c-9", "d": {"stops": {"exchange": "answer"}}},
    {"t": "chat", "id": "c-8", "d": {"room": "players", "text": "Hallo"}},
]


def read(frame: str | bytes) -> Any:
    """As the consumer reads it: the envelope, then the payload of its type; None for an unknown type."""
    envelope = decode(frame, Envelope)
    shape = SHAPES.get(envelope.t)
    return shape and msgspec.convert(envelope.d, shape)


def outcome(frame: str | bytes) -> str:
    try:
        return type(read(frame)).__name__
    except Refusal as refusal:
        return "refused" if refusal.code == "bad_message" else refusal.code
    except msgspec.ValidationError:
        return "refused"


def test_good_messages() -> None:
    """PRO-3.2: each is read as what it is."""
    for message in GOOD:
        assert isinstance(read(json.dumps(message)), SHAPES[message["t"]])
        assert isinstance(read(json.dumps(message).encode()), SHAPES[message["t"]])
    assert set(SHAPES) == {message["t"] for message in GOOD}
    assert set(SHAPES) >= messages.ANSWERED


def test_nearly_good_messages() -> None:
    """QUA-3.2: one field of the wrong kind, missing or doubled; nothing but a refusal comes of it, or it did not matter."""
    rng = Random(1)
    counts: dict[str, int] = {}
    for _ in range(4_000):
        message = json.loads(json.dumps(rng.choice(GOOD)))
        place = message if rng.random() < 0.3 else message["d"]
        key = rng.choice([*place, "unknown"])
        if rng.random() < 0.2:
            place.pop(key, None)
        else:
            place[key] = rng.choice(ODD)
        kind = outcome(json.dumps(message))
        counts[kind] = counts.get(kind, 0) + 1
    assert counts["refused"] > 1_000
    assert counts["Ping"] > 100


def test_damaged_frames() -> None:
    """QUA-3.2: bytes changed, lost, doubled; or none of it JSON."""
    rng = Random(2)
    for _ in range(4_000):
        frame = bytearray(json.dumps(rng.choice(GOOD)).encode())
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(frame))
            frame[at : at + rng.randint(0, 2)] = rng.randbytes(rng.randint(0, 2)) or b'"'
        assert outcome(bytes(frame)) in {"refused", "NoneType", *(shape.__name__ for shape in SHAPES.values())}
        assert outcome(rng.randbytes(rng.randint(0, 40))) == "refused"


HURTING = {
    "brackets": "[",
    "braces": '{"a":',
    "quotes": '"',
    "escaped quotes": '\\"',
    "escapes": "\\",
    "a string that never ends": '"' + "\\u0000",
    "brackets in strings": '"[",',
    "digits": "9",
    "minus": "-",
    "keys": '"a":1,',
    "spaces": " ",
    "umlauts": "ü",
}


@pytest.mark.parametrize("name", HURTING)
@pytest.mark.parametrize("size", [MOST_BYTES, 50_000, 100_000])
def test_frames_built_to_hurt(name: str, size: int) -> None:
    """QUA-3.3, QUA-3.14: whatever the frame is made of, the reader goes over it once, not again and again for seconds."""
    piece = HURTING[name]
    for before in ("", '"', "{", '{"t":"ping","d":{"x":'):
        frame = (before + piece * size)[:size]
        while len(frame.encode()) > size:
            frame = frame[:-100]
        began = time.process_time()
        assert outcome(frame) == "refused"
        assert time.process_time() - began < 0.5


def test_numbers_that_javascript_knows() -> None:
    """PRO-1.5: integers only, and only those that every reader reads alike."""
    for number, fine in (("0", True), ("-0", True), ("2147483648", True), ("2147483649", False), ("1.0", False), ("1e3", False)):
        assert outcome(f'{{"t":"ping","d":{{"n":{number}}}}}') == ("Ping" if fine else "refused"), number
    for number in ("01", "+1", "0x10", "1_000", ".5", "--1", "1" + "0" * 16):
        assert outcome(f'{{"t":"ping","d":{{"n":{number}}}}}') == "refused", number
