"""Following somebody: a list of one's own that nobody else learns of."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import following, guests, own_data
from accounts.models import Follow, User
from tests.accounts.people import in_browser, someone

pytestmark = pytest.mark.django_db


def address(user: User) -> str:
    return f"/profil/{user.username}/folgen/"


def test_from_the_profile_and_back_again() -> None:
    """As often as one likes; it is there once."""
    mira, jonas = someone("Mira"), someone("Jonas")
    client = in_browser(mira)
    for _ in range(2):
        answer = client.post(address(jonas), {"on": "1"}, follow=True)
        assert answer.redirect_chain == [("../", 302)] or answer.request["PATH_INFO"] == "/profil/Jonas/"
        assert "Du folgst Jonas." in answer.content.decode()
    assert following.followed(mira) == [jonas.pk]
    assert following.followed(jonas) == []
    assert own_data.export(mira)["following"][0]["name"] == "Jonas"
    for _ in range(2):
        assert "Du folgst Jonas nicht mehr." in client.post(address(jonas), {}, follow=True).content.decode()
    assert not following.follows(mira, jonas)


def test_whom_nobody_can_follow() -> None:
    """Oneself, guests, closed accounts, nobody; and only from an account."""
    mira, jonas, guest = someone("Mira"), someone("Jonas"), guests.create_guest("de")
    closed = User.objects.create_user("Weg", is_active=False)
    client = in_browser(mira)
    for other in (mira, guest, closed):
        assert client.post(address(other), {"on": "1"}).status_code == 404
    assert client.post("/profil/niemand/folgen/", {"on": "1"}).status_code == 404
    assert client.post("/profil/%00/folgen/", {"on": "1"}).status_code == 404
    for nobody in (Client(), in_browser(guest)):
        assert nobody.post(address(jonas), {"on": "1"}).status_code == 404
    assert client.get(address(jonas)).status_code == 405
    assert not Follow.objects.exists()


def test_too_many_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST", 1)
    mira = someone("Mira")
    client = in_browser(mira)
    client.post(address(someone("Jonas")), {"on": "1"})
    answer = client.post(address(someone("Nora")), {"on": "1"}, follow=True)
    assert "Du folgst schon 1 Menschen" in answer.content.decode()
    assert Follow.objects.count() == 1


def test_the_database_holds_it_too() -> None:
    mira, jonas = someone("Mira"), someone("Jonas")
    Follow.objects.create(follower=mira, followed=jonas)
    for pair in ((mira, jonas), (mira, mira)):
        with pytest.raises((IntegrityError, ValidationError)), transaction.atomic():
            Follow.objects.create(follower=pair[0], followed=pair[1])


def test_it_ends_with_either_account() -> None:
    mira, jonas = someone("Mira"), someone("Jonas")
    following.follow(mira, jonas)
    own_data.remove(jonas)
    assert following.followed(mira) == []
