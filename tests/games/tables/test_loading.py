"""A table is read from its last stored positions: as if the whole game had been told again, without telling it (PRO-6.1)."""

from collections import deque
from collections.abc import Iterator
from random import Random
from unittest.mock import patch

import pytest

from games import texts
from games.engine import registry
from games.engine.session import Command, Session
from games.tables import handles, models, record, store, wire
from tests.games.tables.play import Storm, crowd, forget, full_table, run

pytestmark = pytest.mark.django_db(transaction=True)

WELL = "tests.toys.well"


@pytest.fixture(params=["emotrions", "well"])
def played(request: pytest.FixtureRequest) -> Iterator[models.Table]:
    """A game at its end: one that does without handles, and one that has them."""
    registry.register_game(WELL)
    yield play(full_table(3, game=request.param))
    registry._games.pop(("well", 1))


def play(table: models.Table) -> models.Table:
    """To the end, at random."""

    async def scenario() -> None:
        await Storm(table, await crowd(table), Random(7)).to_the_end()

    run(scenario)
    forget()
    table.refresh_from_db()
    return table


def whole(table: models.Table) -> store.Loaded:
    """The table at its version with all that was told, from the commands alone."""
    secret = bytes(models.TableSecret.kept.get(pk=table.pk).secret)
    rows = table.commands.filter(version__lte=table.version).order_by("version")
    loaded = store.Loaded(table, store.seats_of(table))
    if registry.game(table.game, 1).meta.handles:
        loaded.tracks = handles.begin(table.seat_count)
    loaded.log = deque()
    for loaded.session, told in record.retold(table, secret, rows):
        loaded.follow(loaded.session, told)
        loaded.tell(told)
    return loaded


def check(table: models.Table) -> None:
    """What is read is the game as it stands, and of its log what anybody is shown."""
    loaded = store.load(table.pk)
    assert loaded is not None
    expected = whole(table)
    told = expected.told
    assert loaded.started().dump() == expected.started().dump()
    keys = texts.catalogue("emotrions", "de")
    for viewer in (*range(table.seat_count), None):
        assert loaded.view(viewer) == expected.view(viewer)
        assert wire.tail(loaded.told, viewer, keys)[-store.LOG_TAIL :] == wire.tail(told, viewer, keys)[-store.LOG_TAIL :]
    last = told[-len(loaded.told) :]
    assert [entry.handles for entry in loaded.told] == [entry.handles for entry in last]


def test_at_any_version(played: models.Table) -> None:
    """PRO-5.3: view, log and handles."""
    for version in {*range(0, played.version, 7), 15, 16, 17, 32, played.version}:
        models.Table.objects.filter(pk=played.pk).update(version=version)
        played.version = version
        check(played)


def test_a_game_stored_before_handles_were(played: models.Table) -> None:
    """What viewers keep track of is followed from the beginning then; and whatever stored positions are missing."""
    models.StoredPosition.objects.filter(table=played).update(tracks=b"")
    check(played)
    models.StoredPosition.objects.filter(table=played, version__gt=0).delete()
    check(played)


def test_it_does_not_take_longer_the_longer_the_game() -> None:
    """Only what the log needs is played again."""
    matches = (play(full_table(3, options={"score37": "on"})) for _ in range(10))
    table = next(match for match in matches if match.version > 5 * store.STORE_EVERY)  # how long one takes is a matter of chance
    played, commands = Session.play, []

    def counted(self: Session, command: Command) -> object:
        commands.append(command)
        return played(self, command)

    with patch.object(Session, "play", counted):
        assert store.load(table.pk) is not None
    assert 0 < len(commands) <= 3 * store.STORE_EVERY
