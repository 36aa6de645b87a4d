"""Frames of all sorts, made from the schemas: each is read as what it is, or refused as unreadable (QUA-3.2)."""

from collections import Counter
from random import Random

from games.tables import messages
from games.tables.codes import Refusal
from games.tables.decode import decode, shaped
from games.tables.messages import Envelope
from tests.games.tables import schemas
from tests.games.tables.folding import Client
from tests.games.tables.fuzz import Grammar

FRAMES = 2_000


def read(frame: str | bytes) -> str:
    """The type of the message, as the consumer reads it, or the code of the refusal."""
    try:
        envelope = decode(frame, Envelope)
        shape = messages.SHAPES.get(envelope.t)
        if shape is None:
            return "bad_message"
        shaped(envelope.d, shape)
    except Refusal as refusal:
        return refusal.code
    return envelope.t


def test_what_the_grammar_makes_is_what_it_says() -> None:
    """Right messages fit their schemas, and all kinds come up."""
    grammar, kinds = Grammar(Random(1)), set()
    for _ in range(300):
        message = grammar.message(Client())
        schemas.check("client", message)
        kinds.add(message["t"])
    assert kinds == set(grammar.kinds)


def test_frames_of_all_sorts() -> None:
    """QUA-3.2, QUA-3.3: nothing but a message or a refusal comes of them; right ones are read, and rubbish is refused."""
    grammar, counts = Grammar(Random(2)), Counter[tuple[str, bool]]()
    for _ in range(FRAMES):
        sort, frame = grammar.frame(Client())
        kind = read(frame)
        assert kind in (*grammar.kinds, "bad_message")
        counts[sort, kind != "bad_message"] += 1
        if sort == "valid" and len(frame) <= 16 * 1024:
            assert kind != "bad_message", frame
    print(dict(counts))  # noqa: T201
    assert counts["valid", True] > 500
    assert counts["nearly valid", False] > 100
    assert not counts["random text", True] + counts["too much", True]
