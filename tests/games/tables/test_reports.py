"""Reports of lines of the chat (UX-4.14): who may report what, how often (PRO-10.4), and what staff do with them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.audit.models import Entry
from accounts.models import User
from games.tables import reports
from games.tables.models import ChatLine, Report, Table
from tests.accounts.people import in_browser
from tests.games.tables.play import full_table, in_english, someone, user_at

pytestmark = pytest.mark.django_db(transaction=True)


def line_at(table: Table, seat: int = 0, text: str = "Pfui", room: str = "players") -> ChatLine:
    """Something that was said."""
    user = user_at(table, seat)
    return ChatLine.objects.create(table=table, room=room, user=user, seat=seat, name=user.username, text=text)


def send(browser: Client, line: ChatLine, reason: str = "insult", note: str = "", language: str = "de") -> tuple[int, str]:
    """Report a line; the status, and what is said."""
    address = reverse("tables:report", args=[line.table_id, line.pk])
    answer = browser.post(address, {"reason": reason, "note": note}, headers={"accept-language": language})
    return answer.status_code, answer.json()["detail"]


def test_a_line_is_reported_once_by_each() -> None:
    table = full_table(3)
    line = line_at(table)
    browser = in_browser(user_at(table, 1))
    assert send(browser, line, note="  das \u202e war \n zu viel ") == (
        201,
        "Danke. Die Meldung ist angekommen und wird angesehen.",
    )
    assert send(browser, line, "spam") == (200, "Diese Zeile hast du schon gemeldet.")
    assert send(in_browser(user_at(table, 2)), line, "other")[0] == 201
    told = Report.objects.order_by("pk").values_list("line", "reporter", "reason", "note")
    assert list(told) == [
        (line.pk, user_at(table, 1).pk, "insult", "das war zu viel"),
        (line.pk, user_at(table, 2).pk, "other", ""),
    ]


def test_only_what_one_is_shown_can_be_reported() -> None:
    """PRO-8.2: nobody learns whether there is a line in a room they do not hear."""
    table = full_table(2)
    players, watching = line_at(table), line_at(table, room="spectators")
    gone = line_at(table)
    ChatLine.objects.filter(pk=gone.pk).update(removed_at=gone.at)
    elsewhere = line_at(full_table(2))
    elsewhere.table_id = table.pk
    seat, fan = in_browser(user_at(table, 1)), in_browser(someone())
    missing = (404, "Diese Zeile gibt es nicht mehr.")
    assert [send(seat, line) for line in (watching, gone, elsewhere)] == [missing] * 3
    assert send(fan, players) == missing
    assert send(fan, watching)[0] == 201
    assert send(in_browser(user_at(table, 0)), players)[0] == 403
    assert send(Client(), players)[0] == 401
    assert Report.objects.count() == 1


@pytest.mark.parametrize(("reason", "note"), [("", ""), ("because", ""), ("insult", "x" * 301)])
def test_a_report_needs_a_reason_there_is(reason: str, note: str) -> None:
    table = full_table(2)
    line = line_at(table)
    status, said = send(in_browser(user_at(table, 1)), line, reason, note, "en")
    assert (status, said) == (400, in_english("Sag bitte, was an der Zeile nicht stimmt, in höchstens 300 Zeichen."))
    assert not Report.objects.exists()


def test_nobody_reports_without_end() -> None:
    """PRO-10.4: ten in an hour."""
    table = full_table(2)
    browser = in_browser(user_at(table, 1))
    lines = [line_at(table) for _ in range(reports.PER_HOUR + 1)]
    assert [send(browser, line)[0] for line in lines] == [201] * reports.PER_HOUR + [429]
    Report.objects.filter(line=lines[0]).update(at="2020-01-01T00:00Z")
    assert send(browser, lines[-1])[0] == 201


def test_addresses_answer_to_posts_alone() -> None:
    table = full_table(2)
    browser = in_browser(user_at(table, 1))
    assert browser.get(reverse("tables:report", args=[table.pk, 1])).status_code == 405
    assert browser.post("/tisch/aaaaaaaaaa/chat/1/melden/", {"reason": "spam"}).status_code == 404


@pytest.fixture
def desk() -> Client:
    """A browser of somebody who has proved to be staff."""
    User.objects.create_superuser("Chefin", "ein langes Passwort")
    return in_browser(User.objects.get(username="Chefin"), proved=True)


def test_staff_see_reports_with_what_was_said_around_and_settle_them(desk: Client) -> None:
    table = full_table(2)
    line_at(table, 1, "davor")
    bad, worse = line_at(table, text="Pfui"), line_at(table, text="Pfuipfui")
    line_at(table, 1, "danach")
    one, two = (Report.objects.create(line=line, reporter=user_at(table, 1), reason="insult") for line in (bad, worse))
    page = desk.get(reverse("admin:tables_report_changelist")).content.decode()
    assert "Pfuipfui" in page
    context = desk.get(reverse("admin:tables_report_change", args=[one.pk])).content.decode()
    assert "davor" in context
    assert "danach" in context
    where = reverse("admin:tables_report_changelist")
    act = {"confirmed": "1", "reason": "angesehen"}
    desk.post(where, act | {"action": "settle", "_selected_action": one.pk})
    desk.post(where, act | {"action": "remove", "_selected_action": two.pk})
    for row in (one, two, bad, worse):
        row.refresh_from_db()
    assert one.done_at is not None
    assert two.done_at is not None
    assert (bad.removed_at is None, worse.removed_at is None) == (True, False)
    assert list(Entry.objects.order_by("pk").values_list("act", "reason")) == [
        ("report.close", "angesehen"), ("chat.remove", "angesehen"), ("report.close", "angesehen"),
    ]  # fmt: skip
