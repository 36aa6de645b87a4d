"""Frames as the `websockets` library makes them (RFC 6455, section 5.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from config.frames import lone_text


def sent(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, text, fin=fin).serialize(mask=mask)


@given(st.text(min_size=2, max_size=300))
def test_a_message(text: str) -> None:
    assert lone_text(sent(text.encode())) == text.encode()


@pytest.mark.parametrize("size", [2, 3, 125, 126, 127, 255, 256, 65535])
def test_all_sizes(size: int) -> None:
    assert lone_text(sent(b"x" * size)) == b"x" * size


def test_anything_else_is_for_autobahn() -> None:
    """RFC 6455: control frames, fragments, extensions, missing masks, wrong lengths, and what is no UTF-8."""
    others = [
        b"",
        b"\x81",
        sent(b""),
        sent(b"x" * 65536),
        sent(b"text", Opcode.BINARY),
        sent(b"text", Opcode.PING),
        sent(b"\x03\xe8", Opcode.CLOSE),
        sent(b"text", fin=False),
        sent(b"text", Opcode.CONT),
        b"\xc1" + sent(b"text")[1:],
        sent(b"text", mask=False),
        sent(b"text") + sent(b"text"),
        sent(b"text")[:-1],
        sent(b"text") + b"\x81",
        sent(b"\xff\xfe"),
        sent("ä".encode()[:1] + b"xy"),
        b"\x81\xfe\x00\x04" + bytes(4) + b"text",
        b"\x81\xff" + (4).to_bytes(8) + bytes(4) + b"text",
        b"\x81\xff" + bytes(4) + b"x" * 127,
    ]
    assert [lone_text(data) for data in others] == [None] * len(others)
