"""The one frame that a socket brings nearly always, read in a few steps (RFC 6455, section 5.2)."""

from __future__ import annotations

WHOLE_TEXT = 0x81
MASKED = 0x80
LONG = MASKED | 126


def lone_text(data: bytes) -> bytes | None:
    """The text of a frame as UTF-8, if the data is exactly one masked text frame of up to 64 KiB; None for anything else."""
    if len(data) < 8 or data[0] != WHOLE_TEXT:  # nothing shorter is a message of ours
        return None
    size, start = data[1] - MASKED, 2
    if data[1] == LONG:
        size, start = int.from_bytes(data[2:4]), 4
    mask, masked = data[start : start + 4], data[start + 4 :]
    if len(masked) != size or (start == 4) != (size > 125):
        return None
    key = int.from_bytes((mask * (size // 4 + 1))[:size])
    text = (int.from_bytes(masked) ^ key).to_bytes(size)
    return text if _is_utf8(text) else None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
