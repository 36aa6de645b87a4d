"""The JSON Schemas of all messages: in step with the code, right by themselves, strict with ours (PRO section 11, test 8)."""

import json
from random import Random
from typing import Any, get_args

import pytest

from games.tables import codes, messages, shapes
from games.tables.codes import Refusal
from games.tables.decode import decode, shaped
from games.tables.messages import Envelope
from games.tables.schema import HOME, documents, text
from tests.games.tables import schemas
from tests.games.tables.fuzz import damaged
from tests.games.tables.play import answer, crowd, full_table, run
from tests.games.tables.test_decode import GOOD


def test_they_are_what_the_code_says() -> None:
    """PRO section 11, test 8: after a change of a message `manage.py schemas --write` brings them in step."""
    kept = {str(path.relative_to(HOME)): path.read_text(encoding="utf-8") for path in HOME.rglob("*.json")}
    assert kept == {path: text(document) for path, document in documents().items()}


def test_they_are_draft_2020_12() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for document in documents().values():
        jsonschema.Draft202012Validator.check_schema(document)


def test_they_know_every_code() -> None:
    """PRO-7: whatever an error or a close can say."""
    error, bye = (
        documents()[f"server/{kind}.json"]["$defs"][kind.title()]["properties"]["code"]["enum"] for kind in ("error", "bye")
    )
    assert set(codes.ERRORS) <= set(error)
    assert {int(close) for close in codes.Close} <= set(bye)


@pytest.fixture
def frames(db: None) -> list[dict[str, Any]]:
    """What all viewers of a short game are sent."""
    table = full_table(3, {"kraft_exchange": "on"})

    async def scenario() -> list[str]:
        clients = await crowd(table)
        for _ in range(8):
            asked = [client for client in clients.values() if client.prompts and "answer" not in client.prompt]
            await answer(table, asked[0])
        return [frame for client in clients.values() for frame in client.frames]

    return [json.loads(frame) for frame in run(scenario)]


@pytest.mark.django_db(transaction=True)
def test_our_reading_of_them_is_that_of_a_complete_one(frames: list[dict[str, Any]]) -> None:
    """On good messages and damaged ones; without strictness, which is ours alone."""
    jsonschema = pytest.importorskip("jsonschema")
    rng, counts = Random(3), {True: 0, False: 0}
    for side, message in [("server", frame) for frame in frames[:40]] + [("client", good) for good in GOOD] * 8:
        root = schemas.schema(side, message["t"])
        assert root is not None
        complete = jsonschema.Draft202012Validator(root)
        for changed in [message, *(damaged(message, rng) for _ in range(6))]:
            if "1e+300" in json.dumps(changed):
                continue  # an integer to JSON Schema; no number of ours is written so (PRO-1.5)
            fits = not list(schemas.faults(root, changed, root, strict=False))
            assert fits == complete.is_valid(changed), changed
            counts[fits] += 1
    assert min(counts.values()) > 50, counts


@pytest.mark.django_db(transaction=True)
def test_every_frame_is_held_against_them(frames: list[dict[str, Any]]) -> None:
    """And what is damaged is found: another key, a missing one, a value of another kind."""
    update = next(frame for frame in frames if frame["t"] == "update")
    sync = next(frame for frame in frames if frame["t"] == "sync" and frame["d"]["prompts"])
    for message, place, change in (
        (update, "d", {"secret": "x"}),
        (update, "d", {"head": "x"}),
        (update, "d", {"view": {"zones": {}}, "merge": {}}),
        (update, "d", {"v": -1}),
        (update, "d", {"v": True}),
        (update, "d", {"undo": {"allowed": None}}),
        (update, "re", "c-1"),
        (sync, "d", {"viewer": "all"}),
        (sync, "d", {"server_time": "2026-01-01T00:00:00Z\n"}),
        (sync, "d", {"log_tail": [{"v": 1.5}]}),
        (sync, "d", {"view": {"zones": {"Hand": {}}}}),
        (sync, "d", {"view": {"zones": {}, "facts": {"a": None}}}),
        (sync, "v", "1"),
    ):
        wrong = {**message, place: message["d"] | change if isinstance(change, dict) else change}
        schemas.check("server", message)
        with pytest.raises(AssertionError):
            schemas.check("server", wrong)


def read(frame: str) -> bool:
    """Whether the server reads a frame as a message."""
    try:
        envelope = decode(frame, Envelope)
        if envelope.t in messages.ANSWERED and envelope.id is None:
            return False
        shaped(envelope.d, messages.SHAPES[envelope.t])
    except (Refusal, KeyError):
        return False
    return True


def has_null(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value is None or any(has_null(part) for part in parts)


def test_the_server_reads_what_fits_and_nothing_else() -> None:
    """PRO-3.2, on nearly good messages; only null the reader takes for a key left out, which a client must not rely on."""
    rng, counts = Random(4), {True: 0, False: 0}
    for _ in range(3_000):
        message = damaged(rng.choice(GOOD), rng)
        if not isinstance(message.get("t"), str) or has_null(message):
            continue
        frame = json.dumps(message)
        if any(float_ in frame for float_ in ("1.5", "1e+300", "\\u0000", "\\ud800")):
            continue  # refused before anything is looked at (PRO-1.5)
        fits = schemas.fits("client", message)
        assert read(frame) == fits, frame
        counts[fits] += 1
    assert min(counts.values()) > 300, counts


def test_every_message_of_the_server_has_a_type() -> None:
    """PRO section 3: none is sent that is not described."""
    assert set(get_args(messages.Kind)) <= set(shapes.SENT)
