"""Every act by every role, every move from every state, and what is written down of them (RNK-7.1 Roles, RNK-6.5, RNK-9.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import get_resolver

from leaderboards.tournaments import life, lifecycle, making
from leaderboards.tournaments.desk.acts import DEEDS
from leaderboards.tournaments.models import Tournament
from tests.leaderboards.tournaments.desk import ROLES, World, plan, world

pytestmark = pytest.mark.django_db(transaction=True)

ORGANISERS = ("owner", "co", "staff")
OWNERS = ("owner", "staff")
REFEREES = (*ORGANISERS, "referee")

Data = dict[str, Any]


def draft() -> World:
    return world(plan())


def opened() -> World:
    event = draft()
    event.open()
    event.fill(0, "Anna", "Ben", "Cem", "Dora")
    return event


def checking() -> World:
    event = world(plan(check_in=True))
    event.open()
    event.fill(0, "Anna", "Ben")
    event.row = life.move(event.row.pk, event.people["owner"], "check_in")
    return event


def asking() -> World:
    event = world(plan(approval=True))
    event.open()
    event.row.entrants.create(user=event.people["player"], name="Anna", state="asked")
    return event


def running() -> World:
    event = opened()
    event.start()
    return event


def swiss() -> World:
    event = world(plan("swiss", auto=False))
    event.open()
    event.fill(0, "Anna", "Ben", "Cem", "Dora")
    event.start()
    return event


def told() -> World:
    event = draft()
    making.tell(event.row.pk, event.people["owner"], "Hallo")
    return event


def on_match(**more: Any) -> Callable[[World], Data]:
    def data(event: World) -> Data:
        match = event.match("W1.1")
        return {"match": match.pk, "seen": event.seen("match", match.pk), "reason": "weil"} | more

    return data


def on_anna(**more: Any) -> Callable[[World], Data]:
    return lambda event: {"entrant": event.entrant("Anna").pk, "reason": "weil"} | more


def on_rounds(**more: Any) -> Callable[[World], Data]:
    return lambda event: {"seen": event.seen("rounds"), "reason": "weil"} | more


def pairing(event: World) -> Data:
    return {"pairing": 1, "a__0": 1, "b__0": 2, "a__1": 3, "b__1": 4, "reason": "weil"}


def seeds(event: World) -> Data:
    keys = event.row.entrants.order_by("pk").values_list("pk", flat=True)
    return {"seen": event.seen("seeds")} | {f"seed__{key}": number for number, key in enumerate(keys, 1)}


ACTS: dict[str, tuple[Callable[[], World], Callable[[World], Data], tuple[str, ...]]] = {
    "move": (draft, lambda event: {"target": "registration"}, ORGANISERS),
    "copy": (draft, lambda event: {}, ORGANISERS),
    "delete": (draft, lambda event: {}, OWNERS),
    "add": (opened, lambda event: {"names": "Fremd"}, ORGANISERS),
    "bots": (opened, lambda event: {"bot": "random", "count": "3"}, ORGANISERS),
    "approve": (asking, on_anna(accept="yes"), ORGANISERS),
    "tick": (checking, on_anna(here="yes"), ORGANISERS),
    "withdraw": (opened, on_anna(), ORGANISERS),
    "disqualify": (running, on_anna(), ORGANISERS),
    "replace": (opened, on_anna(name="Fremd"), ORGANISERS),
    "swap": (running, lambda event: on_anna(other=event.entrant("Ben").pk)(event), ORGANISERS),
    "seeds": (opened, seeds, ORGANISERS),
    "seed-list": (opened, lambda event: {"seen": event.seen("seeds"), "list": "Ben\nAnna"}, ORGANISERS),
    "seed-by": (opened, lambda event: {"how": "lot"}, ORGANISERS),
    "result": (running, on_match(result="0"), REFEREES),
    "restart": (running, on_match(), REFEREES),
    "more-time": (running, on_match(minutes="5"), REFEREES),
    "absent": (running, on_match(slot="0"), REFEREES),
    "match-rules": (running, lambda event: {"match": event.match("W2.1").pk, "bank_min": "5"}, ORGANISERS),
    "next-round": (swiss, on_rounds(), ORGANISERS),
    "redraw": (swiss, on_rounds(), ORGANISERS),
    "undo-round": (swiss, on_rounds(), ORGANISERS),
    "round-rules": (
        swiss,
        lambda event: {"round": event.row.stages.get().rounds.get().pk, "bank_min": "5"},
        ORGANISERS,
    ),
    "pair": (swiss, pairing, ORGANISERS),
    "tell": (draft, lambda event: {"text": "Hallo"}, REFEREES),
    "untell": (told, lambda event: {"announcement": event.row.announcements.get().pk}, REFEREES),
    "give-role": (draft, lambda event: {"name": "Fremd", "kind": "referee"}, OWNERS),
    "take-role": (draft, lambda event: {"role": event.row.roles.get(kind="referee").pk}, OWNERS),
    "hand-over": (draft, lambda event: {"name": "Fremd"}, OWNERS),
}
"""Each act: where it can be done, with what, and who may."""


def test_the_table_has_every_act() -> None:
    assert get_resolver().url_patterns, "which have looked at all modules that have acts"
    assert set(ACTS) == set(DEEDS)


@pytest.mark.parametrize("word", sorted(ACTS))
def test_only_those_who_may_do_it_and_it_is_written_down_once(word: str) -> None:
    """Whoever may not is told so and nothing changes; whoever may leaves exactly one entry. The owner comes last."""
    make, data, allowed = ACTS[word]
    event = make()
    sent = data(event)
    if word != "delete":
        event.fill_player()
    if word in ("seeds", "seed-list"):
        sent["seen"] = event.seen("seeds")
    before, version = event.entries(), Tournament.objects.get(pk=event.row.pk).version
    for role in ROLES:
        if role not in allowed:
            response = event.do(word, role, **sent)
            expected = (302,) if role in ("guest", "nobody") else (403, 404)
            assert response.status_code in expected, role
            if role in ("guest", "nobody"):
                assert "/konto/" in response.headers["Location"], role
    assert (event.entries(), Tournament.objects.get(pk=event.row.pk).version) == (before, version)
    doer = allowed[1]
    response = event.do(word, doer, **sent)
    assert response.status_code == 302, response.context["error"]
    assert event.entries() == before + 1


@pytest.mark.parametrize("word", sorted(ACTS))
def test_the_others_who_may_can_too(word: str) -> None:
    make, data, allowed = ACTS[word]
    for role in {"owner", allowed[-1]}:
        event = make()
        response = event.do(word, role, **data(event))
        assert response.status_code == 302, (role, response.context["error"])
        forget()


def forget() -> None:
    """A fresh site for the next one."""
    call_command("flush", interactive=False, verbosity=0)


STATES = {
    "draft": draft,
    "registration": opened,
    "check_in": checking,
    "running": running,
}


def in_state(state: str) -> World:
    """A tournament in a state."""
    event = STATES.get(state, running)()
    if state not in STATES:
        Tournament.objects.filter(pk=event.row.pk).update(state=state)
        event.row.refresh_from_db()
    return event


@pytest.mark.parametrize("state", lifecycle.STATES)
def test_moves_that_are_not_in_the_table_nobody_can_make(state: str) -> None:
    """RNK-9.6."""
    event = in_state(state)
    event.fill_player()
    before = event.entries()
    for target in lifecycle.STATES:
        if target in lifecycle.allowed(state):  # type: ignore[arg-type]
            continue
        for role in ROLES:
            response = event.do("move", role, target=target, reason="weil")
            assert response.status_code in (302, 403, 404, 409), (role, target)
            assert response.status_code != 302 or role in ("guest", "nobody"), (role, target)
    assert Tournament.objects.get(pk=event.row.pk).state == state
    assert event.entries() == before
