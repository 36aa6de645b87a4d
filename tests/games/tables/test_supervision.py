"""What staff do with a whole table, by the administration and for those who play there (QUA-4.18, QUA-4.19, QUA-6.11)."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser
from django.urls import reverse

from accounts.audit.models import Entry
from accounts.models import User
from games.tables import live, models, service, supervision, verification
from games.tables.codes import Refusal
from tests.accounts.people import prove
from tests.games.tables.clockwork import Clockwork, left, timed_table
from tests.games.tables.lines import seat, stranger
from tests.games.tables.play import enter, forget, full_table, run, someone, user_at

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "admin:tables_table_changelist"


@pytest.fixture
def chief() -> User:
    return User.objects.create_superuser("Chefin")


@pytest.fixture
def admin(client: Browser, chief: User) -> Browser:
    client.force_login(chief)
    prove(client, chief)
    return client


def test_everybody_sees_a_table_stop_and_go_on(chief: User) -> None:
    """Nobody can move meanwhile; then the same question is open, and whoever comes back with an old version learns of it."""
    table = full_table(2)

    async def scenario() -> None:
        async with seat(table, 0) as one, seat(table, 1) as other, stranger(table) as watcher:
            for line in (one, other, watcher):
                await line.hello()
            mover = one if one.client.prompts else other
            asked = mover.client.prompts
            await sync_to_async(supervision.suspend)(table.pk, chief, "Verdacht")
            for line in (one, other, watcher):
                await line.drain()
                assert line.client.status == "suspended"
                assert line.client.prompts == []
            choice = [asked[0]["options"][0]["id"]]
            move = {"move_id": "m-1", "prompt": asked[0]["id"], "expect": asked[0]["issued"], "choice": choice}
            assert await mover.refused("move", **move) == "wrong_status"
            await sync_to_async(supervision.resume)(table.pk, chief, "geklärt")
            for line in (one, other, watcher):
                await line.drain()
                assert line.client.status == "running"
            assert mover.client.prompts == asked
            again = await watcher.hello(since=0, epoch=1)
            assert again["d"]["mode"] == "snapshot", "resuming has no version, so events could not tell of it"
            assert (await mover.ask("move", **move))["t"] == "ack"

    run(scenario)
    table.refresh_from_db()
    assert (table.status, table.epoch, table.version) == ("running", 2, 1)
    assert verification.verify(table).faults == []
    assert [(entry.act, entry.actor, entry.reason) for entry in Entry.objects.order_by("pk")] == [
        ("table.suspend", chief.pk, "Verdacht"),
        ("table.resume", chief.pk, "geklärt"),
    ]


def test_a_closed_table_counts_for_nobody(chief: User) -> None:
    """No outcome, no rematch, nothing due; the secret is published, and the record still verifies."""
    table = full_table(2, bots=1)

    async def scenario() -> None:
        async with seat(table, 0) as one, stranger(table) as watcher:
            for line in (one, watcher):
                await line.hello()
            await sync_to_async(supervision.close)(table.pk, chief, "Spielt mit sich selbst")
            for line in (one, watcher):
                await line.drain()
                assert line.client.status == "closed"
                assert line.client.prompts == []
                assert line.client.facts["waiting_for"] == []
                assert "outcome" not in line.client.facts["table"]
            assert await one.refused("resign", move_id="r") == "wrong_status"
            assert await one.refused("vote", kind="rematch", value=True) == "wrong_status"

    run(scenario)
    table.refresh_from_db()
    assert (table.status, table.outcome, table.waiting) == ("closed", None, [])
    assert table.ended_at is not None
    assert len(table.revealed) == 64
    assert not table.due.exists()
    assert verification.verify(table).faults == []
    forget()
    assert run(lambda: enter(table, 0)).status == "closed"
    for act in (supervision.suspend, supervision.resume, supervision.close):
        with pytest.raises(Refusal):
            act(table.pk, chief, "noch einmal")


def test_clocks_stand_still_while_a_table_is_suspended(monkeypatch: pytest.MonkeyPatch, chief: User) -> None:
    """UX-5.6: what was thought before counts, what passes meanwhile is nobody's time."""
    clockwork = Clockwork(monkeypatch)
    table = timed_table()
    mover = table.waiting[0]
    clockwork.pass_by(20)
    supervision.suspend(table.pk, chief, "Wartung")
    assert left(table)[mover] == 40_000
    clockwork.pass_by(3_600)
    shown = run(lambda: enter(table, None)).clocks["seats"][mover]
    assert (shown["left_ms"], shown["running"]) == (40_000, False)
    supervision.resume(table.pk, chief, "fertig")
    clockwork.pass_by(10)
    shown = run(lambda: enter(table, None)).clocks["seats"][mover]
    assert (shown["left_ms"], shown["running"]) == (30_000, True)
    assert table.due.filter(kind="clock", seat=mover).count() == 1


def test_bots_are_asked_again(chief: User) -> None:
    table = full_table(2, bots=1)
    models.Table.objects.filter(pk=table.pk).update(starter=None)
    due = list(table.due.values_list("kind", "seat", "asked"))
    supervision.suspend(table.pk, chief, "Wartung")
    assert not table.due.exists()
    supervision.resume(table.pk, chief, "fertig")
    assert list(table.due.values_list("kind", "seat", "asked")) == due


def test_a_record_that_cannot_be_played_is_not_resumed(chief: User) -> None:
    """Nothing is changed and nothing is written down."""
    table = full_table(2)
    supervision.suspend(table.pk, chief, "Wartung")
    models.Table.objects.filter(pk=table.pk).update(rules_version=99)
    live._tables.clear()
    with pytest.raises(Exception, match=r"99"):
        supervision.resume(table.pk, chief, "fertig")
    table.refresh_from_db()
    assert (table.status, table.epoch) == ("suspended", 1)
    assert list(Entry.objects.values_list("act", flat=True)) == ["table.suspend"]


def test_a_table_that_waits_is_closed(client: Browser, chief: User) -> None:
    """Who opens its page, or its invitation, reads what happened."""
    owner = someone()
    table = service.open_table(owner, "emotrions", {}, 2)
    supervision.close(table.pk, chief, "Werbung im Namen")
    page = client.get(table.get_absolute_url())
    assert page.status_code == 200
    assert "Dieser Tisch ist geschlossen" in page.content.decode()
    table.refresh_from_db()
    assert (table.revealed, verification.verify(table).faults) == ("", [])
    with pytest.raises(Refusal):
        service.sit(someone(), table, table.invite)
    assert run(lambda: enter(table, None)).status == "closed"


# --- by the administration ---------------------------------------------------------------------------------------------------


def do(admin: Browser, act: str, table: models.Table, **said: str) -> Any:
    data = {"action": act, "_selected_action": [table.pk], **({"confirmed": "1", **said} if said else {})}
    return admin.post(reverse(LIST), data, follow=True)


def test_the_administration_acts_with_a_reason(admin: Browser) -> None:
    table = full_table(2)
    assert table.pk in do(admin, "suspend", table).content.decode()
    assert do(admin, "suspend", table, reason=" ").status_code == 400
    table.refresh_from_db()
    assert table.status == "running"
    for act, status in (("suspend", "suspended"), ("resume", "running"), ("close", "closed")):
        assert "Bei 1 Eintrag erledigt." in do(admin, act, table, reason="Anfrage").content.decode()
        table.refresh_from_db()
        assert table.status == status
    assert "Das geht an diesem Tisch gerade nicht." in do(admin, "resume", table, reason="Anfrage").content.decode()
    assert list(Entry.objects.order_by("pk").values_list("act", flat=True)) == ["table.suspend", "table.resume", "table.close"]


def test_a_running_table_is_shown_as_to_spectators(admin: Browser) -> None:
    """QUA-4.8, QUA-4.19: neither hands, nor invitation, nor what was chosen unseen; a link to watch."""
    table = full_table(2)
    supervised = admin.get(reverse("admin:tables_table_change", args=[table.pk])).content.decode()
    assert f'href="{table.get_absolute_url()}"' in supervised
    assert table.invite not in supervised
    assert user_at(table, 0).username in supervised
    secret = bytes(models.TableSecret.kept.get(pk=table.pk).secret).hex()
    assert secret not in supervised
    mover = table.waiting[0]

    async def scenario() -> None:
        async with seat(table, mover) as line:
            await line.hello()
            prompt = line.client.prompts[0]
            choice = [prompt["options"][0]["id"]]
            move = {"move_id": "m-1", "prompt": prompt["id"], "expect": prompt["issued"], "choice": choice}
            assert (await line.ask("move", **move))["t"] == "ack"

    run(scenario)
    command = table.commands.get()
    address = reverse("admin:tables_command_change", args=[command.pk])
    assert "erst nach dem Ende" in admin.get(address).content.decode()
    assert command.choice[0] not in admin.get(reverse("admin:tables_command_changelist")).content.decode()
    models.Table.objects.filter(pk=table.pk).update(status="closed")
    assert command.choice[0] in admin.get(address).content.decode()


@pytest.mark.parametrize(
    ("page", "lookup"),
    [
        ("table", "invite__startswith=a"),
        ("table", "revealed__startswith=0"),
        ("table", "clocks__contains=1"),
        ("table", "secret__secret=1"),
        ("command", "choice__icontains=love"),
        ("command", "table__invite__startswith=a"),
        ("seat", "user__password__startswith=a"),
        ("seat", "table__invite=a"),
        ("chatline", "user__password__startswith=a"),
        ("due", "table__invite__startswith=a"),
    ],
)
def test_nothing_is_found_out_by_guessing(admin: Browser, page: str, lookup: str) -> None:
    """QUA-3.9, QUA-3.20."""
    assert admin.get(reverse(f"admin:tables_{page}_changelist") + f"?{lookup}").status_code == 400


def test_lists_are_searched_and_filtered_and_nothing_is_written(admin: Browser) -> None:
    table, other = full_table(2), full_table(3, bots=2)
    name = user_at(table, 1).username
    found = {row.pk for row in admin.get(reverse(LIST) + f"?q={name}").context["cl"].queryset}
    assert found == {table.pk}
    found = {row.pk for row in admin.get(reverse(LIST) + f"?q={other.pk}&status__exact=running").context["cl"].queryset}
    assert found == {other.pk}
    for page, row in (("table", table), ("seat", table.seats.first()), ("due", other.due.first())):
        assert admin.get(reverse(f"admin:tables_{page}_changelist") + "?q=x").status_code == 200
        if row is not None:
            change = reverse(f"admin:tables_{page}_change", args=[row.pk])
            assert admin.get(change).status_code == 200
            assert admin.post(change, {"name": "x"}).status_code == 403
            assert admin.post(reverse(f"admin:tables_{page}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        assert admin.get(reverse(f"admin:tables_{page}_add")).status_code == 403


def test_staff_without_the_right_do_nothing(client: Browser) -> None:
    looker = User.objects.create_user("Gucker", is_staff=True)
    client.force_login(looker)
    prove(client, looker)
    table = full_table(2)
    assert do(client, "close", table, reason="nur so").status_code == 403
    table.refresh_from_db()
    assert table.status == "running"
