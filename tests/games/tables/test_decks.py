"""Games that are played with decks: what each seat plays with, who knows of it, and that the record has it (PRO-9.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from accounts.models import User
from games.engine import registry
from games.engine.errors import EngineError
from games.tables import decks, live, models, service, verification
from games.tables.messages import Resign
from tests.accounts.people import in_browser
from tests.games.tables.play import crowd, run, someone

pytestmark = pytest.mark.django_db(transaction=True)

EARLY, LATE = {"a": 2, "b": 1}, {"c": 3}


@pytest.fixture(autouse=True)
def packs() -> Iterator[None]:
    """The toy game with decks, for as long as the test lasts."""
    registry.register_game("tests.games.tables.toy.packs")
    yield
    registry._games.pop(("packs", 1))


def begun(wish: str = "") -> models.Table:
    """A table of two that has begun; whoever joins plays with this deck."""
    table = service.open_table(someone(), "packs", {}, 2)
    service.sit(someone(), table, table.invite, wish)
    table.refresh_from_db()
    return table


def played(table: models.Table) -> list[dict[str, int]]:
    """What everybody plays with, as the game has it."""

    async def look() -> list[dict[str, int]]:
        await crowd(table)
        memory = live.table(table.pk).loaded
        assert memory is not None
        assert memory.session is not None
        found: list[dict[str, int]] = memory.session.game.position.decks
        return found

    return run(look)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(EngineError) as caught:
        act()
    return caught.value.code


def test_without_a_choice_seats_play_starter_decks_in_turn() -> None:
    table = begun()
    assert [seat.deck["choice"] for seat in table.seats.order_by("number")] == ["starter:early", "starter:late"]
    assert played(table) == [EARLY, LATE]
    assert verification.verify(table).faults == []


def test_whoever_sits_down_chooses() -> None:
    assert played(begun("starter:early")) == [EARLY, EARLY]


def test_a_choice_that_there_is_not_is_refused() -> None:
    """Nothing has changed: nobody sits there, nothing has begun."""
    table = service.open_table(someone(), "packs", {}, 2)
    for wish in ("starter:none", "own:1", "own:", "own:1e9", f"own:{'9' * 400}", "own:-1", "early", ":", "own:²"):
        assert code_of(lambda wish=wish: service.sit(someone(), table, table.invite, wish)) == "invalid"  # type: ignore[misc]
    table.refresh_from_db()
    assert (table.seats.count(), table.status) == (1, "open")


def test_another_deck_until_it_begins() -> None:
    """Then it is settled, and who does not sit there has nothing to choose."""
    table = service.open_table(owner := someone(), "packs", {}, 2)
    service.choose_deck(owner, table, "starter:late")
    assert code_of(lambda: service.choose_deck(someone(), table, "starter:late")) == "forbidden"
    assert code_of(lambda: service.choose_deck(owner, table, "starter:none")) == "invalid"
    service.sit(someone(), table, table.invite)
    assert code_of(lambda: service.choose_deck(owner, table, "starter:early")) == "wrong_status"
    assert played(table) == [LATE, LATE]


def test_what_was_played_last_is_offered_first() -> None:
    owner = someone()
    service.choose_deck(owner, service.open_table(owner, "packs", {}, 2), "starter:late")
    again = service.open_table(owner, "packs", {}, 2)
    assert again.seats.get().deck["choice"] == "starter:late"
    assert decks.preferred(again, None, 1) == "starter:late", "a stranger: that of the seat"


def test_bots_play_starter_decks() -> None:
    table = service.open_table(owner := someone(), "packs", {}, 2)
    service.fill_with_bots(owner, table)
    assert table.seats.get(number=1).deck["cards"] == LATE


def test_the_record_has_them_and_tells_a_change() -> None:
    """The chain starts over the decks, and the replay begins with them (PRO-9.2)."""
    table = begun()
    seat = table.seats.get(number=1)
    seat.deck["cards"] = {"a": 3}
    seat.save()
    assert len(verification.verify(table).faults) >= 2


def test_a_rematch_is_played_with_the_same_decks() -> None:
    """They move on with the seats (UX-4.15)."""
    table = begun()

    async def give_up() -> None:
        await live.table(table.pk).resign(0, Resign("r"))

    run(give_up)
    for number in (0, 1):
        service.vote_rematch(table.pk, number, agree=True)
    fresh = models.Table.objects.get(rematch_of=table)
    by_user = {seat.user_id: seat.deck for seat in table.seats.all()}
    assert {seat.user_id: seat.deck for seat in fresh.seats.all()} == by_user
    assert played(fresh) == [LATE, EARLY]


def test_others_see_only_that_one_is_chosen() -> None:
    table = service.open_table(owner := someone(), "packs", {}, 2)
    service.choose_deck(owner, table, "starter:late")
    page = in_browser(owner).get(f"/tisch/{table.pk}/").content.decode()
    assert "Womit du spielst" in page
    assert '<option value="starter:late" selected>' in page
    for client in (Client(), in_browser(someone())):
        other = client.get(f"/tisch/{table.pk}/mit/{table.invite}/").content.decode()
        assert "Deck gewählt" in other
        assert '<option value="starter:late" selected>' in other, "that of the free seat, whatever the owner plays"
        service.choose_deck(owner, table, "starter:early")
        assert client.get(f"/tisch/{table.pk}/mit/{table.invite}/").content.decode().count("selected") == 1


def test_choosing_on_the_page() -> None:
    table = service.open_table(owner := someone(), "packs", {}, 2)
    client = in_browser(owner)
    assert client.post(f"/tisch/{table.pk}/deck/", {"deck": "starter:late"}).status_code == 302
    assert table.seats.get().deck["choice"] == "starter:late"
    refused = client.post(f"/tisch/{table.pk}/deck/", {"deck": "starter:none"}, follow=True)
    assert "Dieses Deck gibt es nicht." in refused.content.decode()
    joined = Client().post(f"/tisch/{table.pk}/mit/{table.invite}/", {"deck": "starter:late"})
    assert joined.status_code == 302
    assert [seat.deck["cards"] for seat in table.seats.order_by("number")] == [LATE, LATE]
    assert User.objects.filter(is_guest=True).count() == 1


def test_games_without_decks_have_none() -> None:
    table = service.open_table(owner := someone(), "emotrions", {}, 2)
    assert table.seats.get().deck == {}
    assert decks.choices(table, owner, "de") == []
    assert decks.in_play(table) == ()
    assert "Womit du spielst" not in in_browser(owner).get(f"/tisch/{table.pk}/").content.decode()
    service.choose_deck(owner, table, "starter:late")
    assert table.seats.get().deck == {}
