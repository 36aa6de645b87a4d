"""Users in the administration."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "ein gutes Passwort"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("Chefin", PASSWORD))
    return client


def test_the_lists_and_forms_open(staff: Client) -> None:
    guest = User.objects.create_user("Gast Mondfink", is_guest=True)
    for address in (
        reverse("admin:index"),
        reverse("admin:accounts_user_changelist"),
        reverse("admin:accounts_user_changelist") + "?q=mond&is_guest__exact=1",
        reverse("admin:accounts_user_add"),
        reverse("admin:accounts_user_change", args=[guest.pk]),
    ):
        assert staff.get(address).status_code == 200


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
    assert client.get(reverse("admin:index")).status_code == 302
