"""Users in the administration: who may do what to whom, and that nothing secret can be found out (QUA-3.20)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import Entry
from accounts.models import User
from tests.accounts.people import SECRET, code, in_browser, prove, someone

pytestmark = pytest.mark.django_db
PASSWORD = "ein gutes Passwort"
LIST = "admin:accounts_user_changelist"


@pytest.fixture
def staff() -> Client:
    return in_browser(User.objects.create_superuser("Chefin", PASSWORD), proved=True)


@pytest.fixture
def moderator(client: Client) -> Client:
    """Somebody who may moderate and nothing else."""
    user = User.objects.create_user("Moderatorin", PASSWORD, is_staff=True)
    rights = ("change_user", "view_user", "change_table", "view_table", "delete_chatline", "view_chatline")
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(user)
    prove(client, user)
    return client


def do(client: Client, act: str, *users: User, **said: str) -> Any:
    """An act on users, confirmed if a reason is said."""
    data = {"action": act, "_selected_action": [user.pk for user in users], **({"confirmed": "1", **said} if said else {})}
    return client.post(reverse(LIST), data, follow=True)


def test_the_lists_and_forms_open(staff: Client) -> None:
    guest = User.objects.create_user("Gast Mondfink", is_guest=True)
    for address in (
        reverse("admin:index"),
        reverse(LIST),
        reverse(LIST) + "?q=mond&is_guest__exact=1",
        reverse(LIST) + "?is_staff__exact=1&is_active__exact=0&muted=yes",
        reverse(LIST) + "?muted=no",
        reverse("admin:accounts_user_add"),
        reverse("admin:accounts_user_change", args=[guest.pk]),
    ):
        assert staff.get(address).status_code == 200


def test_filters_find_whom_they_name(staff: Client) -> None:
    User.objects.create_user("Leise", muted_until=timezone.now() + timedelta(days=1))
    User.objects.create_user("Vorbei", muted_until=timezone.now() - timedelta(days=1))

    def found(query: str) -> set[str]:
        return {user.username for user in staff.get(reverse(LIST) + query).context["cl"].queryset}

    assert found("?muted=yes") == {"Leise"}
    assert found("?muted=no") == {"Vorbei", "Chefin"}
    assert found("?q=orb") == {"Vorbei"}


@pytest.mark.parametrize(
    "lookup",
    [
        "password__startswith=argon2",
        "skeleton=m",
        "user_permissions__codename=x",
        "logentry__object_repr=x",
        "last_login__year=2026",
    ],
)
def test_nothing_is_found_out_by_guessing(staff: Client, lookup: str) -> None:
    """QUA-3.9, QUA-3.20: only what the page offers can be asked for."""
    assert staff.get(f"{reverse(LIST)}?{lookup}").status_code == 400


def add(staff: Client, name: str) -> list[str]:
    """Add a user by the form, and return what the form has to say against it."""
    data = {"username": name, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    response = staff.post(reverse("admin:accounts_user_add"), data)
    if response.status_code == 302:
        return []
    errors: list[str] = response.context["adminform"].form.errors["username"]
    return list(errors)


def test_a_user_is_added(staff: Client) -> None:
    assert add(staff, "Mira") == []
    assert User.objects.get(username="Mira").check_password(PASSWORD)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chefin", "Dieser Name ist vergeben."),
        ("Chef1n", "Dieser Name ist vergeben."),
        ("Bot-Tinte", "Dieser Name ist vergeben."),
        ("Mi", "Ein Name hat 3 bis 20 Zeichen."),
        ("Mira Lund", "Ein Name besteht aus einem Wort."),
        ("a<b>c", "Ein Name besteht aus Buchstaben, Ziffern, - und _."),
    ],
)
def test_a_bad_name_is_told_at_the_field(staff: Client, name: str, message: str) -> None:
    assert message in add(staff, name)
    assert User.objects.count() == 1


def test_players_have_no_access(client: Client) -> None:
    client.force_login(User.objects.create_user("Mira"))
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


def test_staff_needs_a_second_factor_and_shows_it_again_after_an_hour() -> None:
    """QUA-4.7."""
    index = reverse("admin:index")
    user = someone("Chefin")
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    client = in_browser(user)
    assert client.get(index, follow=True).redirect_chain[-1][0] == "/konto/zweiter-faktor/"
    TOTP.activate(user, SECRET)
    again = f"/konto/zweiter-faktor/bestaetigen/?next={index}"
    assert client.get(index, follow=True).redirect_chain[-1][0] == again
    assert client.post(again, {"code": code()}).headers["Location"] == index
    assert client.get(index).status_code == 200
    prove(client, user, ago=3601)
    assert client.get(index, follow=True).redirect_chain[-1][0] == again
    prove(client, user, "password")
    assert client.get(index, follow=True).redirect_chain[-1][0] == again


def test_strangers_come_to_the_log_in_of_the_site(client: Client) -> None:
    index = reverse("admin:index")
    assert client.get(index, follow=True).redirect_chain[-1][0] == f"/konto/anmelden/?next={index}"


@pytest.mark.parametrize(
    "address", ["/admin/mfa/authenticator/", "/admin/account/emailaddress/", "/admin/usersessions/usersession/"]
)
def test_keys_and_addresses_are_not_shown(staff: Client, address: str) -> None:
    """QUA-3.20."""
    assert staff.get(address).status_code == 404


def test_a_moderator_locks_out_and_lets_in(moderator: Client) -> None:
    """First one is asked why; each act is in the audit log with its reason (QUA-4.18)."""
    mira = User.objects.create_user("Mira")
    asked = do(moderator, "deactivate", mira)
    assert "Mira" in asked.content.decode()
    without = do(moderator, "deactivate", mira, reason="")
    assert without.status_code == 400
    assert "reason" in without.context["form"].errors
    assert User.objects.get(pk=mira.pk).is_active
    assert not Entry.objects.exists()
    assert "Bei 1 Eintrag erledigt." in do(moderator, "deactivate", mira, reason="Betrug an drei Tischen").content.decode()
    assert not User.objects.get(pk=mira.pk).is_active
    assert "ist schon ausgesperrt" in do(moderator, "deactivate", mira, reason="noch einmal").content.decode()
    do(moderator, "activate", mira, reason="Irrtum")
    mira.refresh_from_db()
    assert mira.is_active
    assert [(entry.act, entry.before, entry.after, entry.reason) for entry in Entry.objects.order_by("pk")] == [
        ("user.deactivate", {"is_active": True}, {"is_active": False}, "Betrug an drei Tischen"),
        ("user.activate", {"is_active": False}, {"is_active": True}, "Irrtum"),
    ]


def test_a_moderator_mutes_for_a_time(moderator: Client) -> None:
    mira = User.objects.create_user("Mira")
    past = do(moderator, "mute", mira, reason="Spam", until_0="2020-01-01", until_1="12:00")
    assert "Das ist schon vorbei." in past.context["form"].errors["until"]
    do(moderator, "mute", mira, reason="Spam", until_0="2099-01-01", until_1="12:00")
    mira.refresh_from_db()
    assert mira.muted_until is not None
    assert timezone.localtime(mira.muted_until).isoformat() == "2099-01-01T12:00:00+01:00"
    do(moderator, "unmute", mira, reason="Es ist gut")
    assert User.objects.get(pk=mira.pk).muted_until is None
    assert list(Entry.objects.order_by("pk").values_list("act", flat=True)) == ["user.mute", "user.unmute"]


def test_a_moderator_does_nothing_to_staff(moderator: Client) -> None:
    """QUA-3.20."""
    colleague = User.objects.create_user("Kollege", is_staff=True)
    chief = User.objects.create_superuser("Chefin")
    for user in (colleague, chief):
        for act, said in (("deactivate", {}), ("mute", {"until_0": "2099-01-01", "until_1": "12:00"})):
            assert "gehört zur Verwaltung" in do(moderator, act, user, reason="Streit", **said).content.decode()
        user.refresh_from_db()
        assert user.is_active
        assert user.muted_until is None
    assert not Entry.objects.exists()


def test_a_moderator_raises_no_rights_and_sees_no_password(moderator: Client) -> None:
    """QUA-3.20: no form of theirs writes anything, and none shows hashes, rights or mail addresses."""
    me, mira = User.objects.get(username="Moderatorin"), User.objects.create_user("Mira", PASSWORD)
    for user in (me, mira):
        address = reverse("admin:accounts_user_change", args=[user.pk])
        page = moderator.get(address).content.decode()
        assert "argon2" not in page
        assert "user_permissions" not in page
        assert "mail" not in page.lower()
        assert moderator.post(address, {"username": user.username, "is_superuser": "on", "is_staff": "on"}).status_code == 403
        change = reverse("admin:auth_user_password_change", args=[user.pk])
        assert moderator.post(change, {"password1": PASSWORD + "!", "password2": PASSWORD + "!"}).status_code == 403
        user.refresh_from_db()
        assert not user.is_superuser
        assert user.check_password(PASSWORD)
    assert moderator.get(reverse("admin:accounts_user_add")).status_code == 403
    assert moderator.get(reverse("admin:audit_entry_changelist")).status_code == 403


def test_whoever_may_only_look_can_only_look(client: Client) -> None:
    looker = User.objects.create_user("Gucker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename="view_user"))
    client.force_login(looker)
    prove(client, looker)
    mira = User.objects.create_user("Mira")
    assert client.get(reverse(LIST)).status_code == 200
    do(client, "deactivate", mira, reason="nur so")
    mira.refresh_from_db()
    assert mira.is_active


def test_nobody_locks_themselves_out(staff: Client) -> None:
    do(staff, "deactivate", User.objects.get(username="Chefin"), reason="Urlaub")
    assert User.objects.get(username="Chefin").is_active


def test_nothing_secret_is_registered() -> None:
    """QUA-4.8: seeds, positions, sealed answers, sessions and whatever says who may come in have no page."""
    registered = {model._meta.label_lower for model in admin.site._registry}
    secret = {"tables.tablesecret", "tables.storedposition", "tables.sealedanswer", "sessions.session", "mfa.authenticator"}
    assert registered & secret == set()
    assert {
        "accounts.user",
        "tables.table",
        "tables.command",
        "tables.seat",
        "tables.chatline",
        "tables.due",
        "audit.entry",
    } <= registered
