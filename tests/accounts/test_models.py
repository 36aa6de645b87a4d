"""Users in the database: unique in what they look like, hashed as we want it."""

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import identify_hasher, make_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_passwords_are_hashed_with_our_parameters() -> None:
    """QUA-4.6."""
    user = User.objects.create_user("Mira", "ein gutes Passwort")
    assert user.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert authenticate(username="mira", password="ein gutes Passwort") == user
    assert authenticate(username="mira", password="ein falsches Passwort") is None


def test_other_parameters_are_replaced_at_the_next_log_in() -> None:
    """QUA-4.6."""
    hasher = identify_hasher(make_password("x"))
    weaker = make_password("ein gutes Passwort").replace("t=2", "t=1")
    assert hasher.must_update(weaker)
    assert not hasher.must_update(make_password("x"))


def test_without_password_nobody_can_log_in() -> None:
    user = User.objects.create_user("Mira")
    assert not user.has_usable_password()
    assert authenticate(username="Mira", password="") is None


@pytest.mark.parametrize("other", ["mira", "MIRA", "M1ra", "Mirа"])
def test_two_users_never_look_alike(other: str) -> None:
    User.objects.create_user("Mira")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(other)
    with pytest.raises(ValidationError) as refused:
        User(username=other).clean()
    assert refused.value.messages == ["Dieser Name ist vergeben."]


def test_a_changed_name_changes_what_it_looks_like() -> None:
    user = User.objects.create_user("Mira")
    user.username = "Ｌena"
    user.save(update_fields=["username"])
    user.refresh_from_db()
    assert (user.username, user.skeleton) == ("Lena", "lena")
    assert User.objects.get_by_natural_key("LENA") == user


def test_only_guests_have_two_words() -> None:
    User.objects.create_user("Gast Mondfink", is_guest=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Gast Seefink")


def test_full_clean_accepts_guests_and_players() -> None:
    for user in (User(username="Gast Mondfink", is_guest=True), User(username="Mira")):
        user.set_unusable_password()
        user.full_clean(exclude=["skeleton"])


def test_createsuperuser_works_without_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "ein gutes Passwort")
    call_command("createsuperuser", username="Chefin", interactive=False, verbosity=0)
    user = User.objects.get(username="Chefin")
    assert user.is_staff
    assert user.is_superuser
