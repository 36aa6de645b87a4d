"""Tables before and after play: who sits down, who decides, and what begins (PRO-9.1, QUA-1.2)."""

import hashlib
import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection

from accounts.models import User
from games.engine import registry
from games.engine.errors import EngineError, InvalidOptions
from games.engine.registry import UnknownName
from games.tables import ids, models, service, verification
from tests.games.tables.play import crowd, full_table, run, someone, user_at

pytestmark = pytest.mark.django_db


def code_of(act: Callable[[], object]) -> str:
    """The code with which something is refused; empty if it is not."""
    try:
        act()
    except EngineError as error:
        return error.code
    return ""


def counts() -> tuple[int, ...]:
    """How much of everything there is."""
    return tuple(model.objects.count() for model in (models.Table, models.Seat, models.StoredPosition, models.Due, User))


# --- opening ---------------------------------------------------------------------------------------------------------------


def test_a_fresh_table() -> None:
    """PRO-1.6, PRO-9.1: an id, an invitation apart from it, the hash of a secret that nobody is told, the owner on seat 0."""
    owner = someone()
    table = service.open_table(owner, "emotrions", {"kraft_exchange": "on"}, 3)
    assert ids.is_table_id(table.pk)
    assert len(table.invite) == 22
    assert table.pk not in table.invite
    secret = bytes(models.TableSecret.kept.get(pk=table.pk).secret)
    assert len(secret) == 32
    assert table.commit == hashlib.sha256(secret).hexdigest()
    assert (table.status, table.version, table.head, table.revealed, table.rng) == ("open", 0, "", "", 1)
    assert [(seat.number, seat.user, seat.name) for seat in table.seats.all()] == [(0, owner, owner.username)]
    assert table.options["kraft_exchange"] == "on"
    assert table.options["style_mode"] == "standard", "all options are kept, so that a later default changes nothing"
    assert not table.positions.exists()
    assert str(table) == f"emotrions {table.pk}"


def test_each_table_has_its_own_secret() -> None:
    """QUA-4.10."""
    owner = someone()
    tables = [service.open_table(owner, "emotrions", {}, 2) for _ in range(20)]
    for field in ("pk", "invite", "commit"):
        assert len({getattr(table, field) for table in tables}) == 20


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, 1),
        ({}, 7),
        ({"variant": "chess"}, 2),
        ({"jokers": "on"}, 2),
        ({"variant": "pareo"}, 3),
        ({"style_mode": "fixed"}, 2),
        ({"fixed_flags": "up"}, 2),
        ({"gleichstart": "always"}, 4),
    ],
)
def test_wrong_options(options: dict[str, object], seats: int) -> None:
    """EMO-12.2: nothing is made."""
    owner = someone()
    before = counts()
    with pytest.raises(InvalidOptions):
        service.open_table(owner, "emotrions", options, seats)
    assert counts() == before


def test_unknown_game() -> None:
    owner = someone()
    with pytest.raises(UnknownName):
        service.open_table(owner, "chess", {}, 2)
    with pytest.raises(UnknownName):
        service.play_now(owner, "chess")


def test_play_now() -> None:
    """UX-2: the beginner's options, a bot, and it has begun."""
    user = someone()
    table = service.play_now(user, "emotrions")
    table.refresh_from_db()
    assert table.status == "running"
    assert user_at(table, 0) == user
    assert table.seats.get(number=1).bot == "basic"
    assert table.seats.get(number=1).name.startswith("Bot ")
    preset = registry.game("emotrions").meta.presets[registry.game("emotrions").meta.beginner]
    assert {name: table.options[name] for name in preset.options} == preset.options


# --- sitting down ----------------------------------------------------------------------------------------------------------


def test_the_last_one_starts_the_game() -> None:
    """PRO-5.1, PRO-6.1: version 0 is dealt and stored, the chain begins, and everything is as a replay says."""
    table = service.open_table(someone(), "emotrions", {}, 3)
    assert service.sit(someone(), table, table.invite).number == 1
    table.refresh_from_db()
    assert table.status == "open"
    assert service.sit(someone(), table, table.invite).number == 2
    table.refresh_from_db()
    assert table.status == "running"
    assert table.started_at is not None
    assert len(table.head) == 64
    assert len(table.waiting) == 1
    assert table.positions.get().version == 0
    assert verification.verify(table).faults == []


def test_a_wrong_invitation() -> None:
    """PRO-1.6, QUA-3.8: as if there were no such table."""
    table, other = (service.open_table(someone(), "emotrions", {}, 2) for _ in range(2))
    user = someone()
    for invite in (other.invite, "", table.invite[:-1], table.invite + "a", table.pk, "ü" * 22):
        assert code_of(lambda invite=invite: service.sit(user, table, invite)) == "not_found"  # type: ignore[misc]
    assert table.seats.count() == 1


def test_sitting_down_twice_changes_nothing() -> None:
    """QUA-1.2: also at the own table, also when it has begun."""
    owner = someone()
    table = service.open_table(owner, "emotrions", {}, 3)
    user = someone()
    first = service.sit(user, table, table.invite)
    assert service.sit(user, table, table.invite) == first
    assert service.sit(owner, table, table.invite).number == 0
    service.sit(someone(), table, table.invite)
    before = counts()
    assert service.sit(user, table, table.invite) == first
    assert counts() == before


def test_a_full_table() -> None:
    table = full_table(2)
    assert code_of(lambda: service.sit(someone(), table, table.invite)) == "table_full"
    assert table.seats.count() == 2


@pytest.mark.django_db(transaction=True)
def test_ten_people_for_the_last_seat() -> None:
    """QUA-2.18, QUA-1.14: exactly one gets it and the game begins once; the others hear `table_full`."""
    table = service.open_table(someone(), "emotrions", {}, 2)
    people = [someone() for _ in range(10)]
    barrier = threading.Barrier(len(people))
    codes: list[str] = []

    def rush(user: User) -> None:
        barrier.wait()
        try:
            codes.append(code_of(lambda: service.sit(user, table, table.invite)))
        finally:
            connection.close()

    threads = [threading.Thread(target=rush, args=[user]) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(codes) == {"": 1, "table_full": 9}
    table.refresh_from_db()
    assert (table.status, table.seats.count(), table.positions.count()) == ("running", 2, 1)
    assert verification.verify(table).faults == []


@pytest.mark.django_db(transaction=True)
def test_start_pressed_twice_and_somebody_comes() -> None:
    """QUA-2.18: bots and a guest reach for the same seat; one of them has it, and the game begins once."""
    for _ in range(5):
        owner = someone()
        table = service.open_table(owner, "emotrions", {}, 2)
        guest = someone()
        barrier = threading.Barrier(3)
        codes: dict[str, list[str]] = {"fill": [], "sit": []}

        def rush(kind: str, act: Callable[[], object]) -> None:
            barrier.wait()  # noqa: B023 (joined before the next round)
            try:
                codes[kind].append(code_of(act))  # noqa: B023
            finally:
                connection.close()

        fill = lambda: service.fill_with_bots(owner, table)  # noqa: B023, E731
        threads = [
            threading.Thread(target=rush, args=["fill", fill]),
            threading.Thread(target=rush, args=["fill", fill]),
            threading.Thread(target=rush, args=["sit", lambda: service.sit(guest, table, table.invite)]),  # noqa: B023
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [*codes["fill"], *codes["sit"]].count("") == 1
        table.refresh_from_db()
        assert (table.status, table.seats.count(), table.positions.count()) == ("running", 2, 1)


# --- bots ------------------------------------------------------------------------------------------------------------------


def test_bots_fill_the_rest() -> None:
    """The owner decides; bots have names of their own."""
    owner, guest = someone(), someone()
    table = service.open_table(owner, "emotrions", {}, 6)
    service.sit(guest, table, table.invite)
    assert code_of(lambda: service.fill_with_bots(guest, table)) == "forbidden"
    assert code_of(lambda: service.fill_with_bots(someone(), table)) == "forbidden"
    assert code_of(lambda: service.fill_with_bots(owner, table, "cheater")) == "invalid"
    assert table.seats.count() == 2
    service.fill_with_bots(owner, table)
    seats = list(table.seats.order_by("number"))
    assert [bool(seat.bot) for seat in seats] == [False, False, True, True, True, True]
    assert len({seat.name for seat in seats}) == 6
    assert code_of(lambda: service.fill_with_bots(owner, table)) == "wrong_status"


def test_a_game_without_a_better_bot(toy: str) -> None:
    """architecture: every game can be played by anyone who picks from a list."""
    owner = someone()
    table = service.open_table(owner, toy, {}, 2)
    service.fill_with_bots(owner, table)
    assert table.seats.get(number=1).bot == "random"


# --- accounts that go ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_player_whose_account_is_deleted() -> None:
    """QUA-5, models: seat and name stay, so the record of the others does too."""
    table = full_table(2)
    name = user_at(table, 1).username
    user_at(table, 1).delete()
    seat = table.seats.get(number=1)
    assert (seat.user, seat.name) == (None, name)

    async def scenario() -> None:
        clients = await crowd(table)
        assert [row["name"] for row in clients[None].facts["table"]["seats"]][1] == name

    run(scenario)
