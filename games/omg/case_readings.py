"""Reads off what a worked case asks (OMG-E, `then`) and says what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.omg.case_table import NAME, PER_USER, SEAT, Table, known, seat_of
from games.omg.rules import board, combat
from games.omg.rules.position import NOBODY, SEATS, Piece, User

THEN = (
    "A", "B", "stats", "chances", "actions_left", "prompts", "legal", "shown", "starter", "result", "winner", "reason", "valid",
    "errors", "window",
)  # fmt: skip
SIDE = (
    "op", "ep", "hand", "hand_count", "hand_has_user", "deck_count", "discard", "users", "website", "mission", "mission_progress",
)  # fmt: skip
UNMARKED = {"stunned": False, "attached": "none", "mission": "none", "shield": 0}
ERRORS = ("deck_size", "too_many_copies", "not_owned", "unknown_card", "set_not_allowed")


def differences(table: Table, then: dict[str, Any]) -> Iterator[str]:
    """What is not as the case says."""
    known(then, THEN, "then")
    for name in SEAT:
        if name in then:
            yield from _side(table, SEAT[name], then[name])
    for name, wanted in then.get("stats", {}).items():
        yield from _unlike(f"stats.{name}", wanted, _stats(table, name))
    if "chances" in then:
        strikes = combat.chances(table.game) or ()
        chances = {name: strike.hits for name, strike in zip(("attacker", "defender"), strikes, strict=False)}
        yield from _unlike("chances", then["chances"], chances)
    if "actions_left" in then:
        yield from _unlike("actions_left", then["actions_left"], table.game.position.actions)
    if "prompts" in then:
        yield from _prompts(table, then["prompts"])
    if "legal" in then:
        yield from _legal(table, then["legal"])
    for name, cards in then.get("shown", {}).items():
        yield from _shown(table, seat_of(name), cards)
    if "starter" in then:
        yield from _unlike("starter", then["starter"], NAME[table.game.position.starter])
    yield from _result(table, then)


def _unlike(what: str, wanted: Any, found: Any) -> Iterator[str]:
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if found.get(key) != value:
                yield f"{what}.{key} is {found.get(key)!r}, not {value!r}"
    elif wanted != found:
        yield f"{what} is {found!r}, not {wanted!r}"


# --- a side of the table --------------------------------------------------------------------------------------------------------


def _side(table: Table, seat: int, then: dict[str, Any]) -> Iterator[str]:
    side, cards = table.game.position.sides[seat], table.game.cards
    missions = board.missions(table.game, seat)
    found: dict[str, Any] = {
        "op": side.op,
        "ep": side.ep,
        "hand": sorted(cards.names[card] for card in side.hand),
        "hand_count": len(side.hand),
        "hand_has_user": any(cards.is_user[card] for card in side.hand),
        "deck_count": len(side.deck),
        "discard": sorted(cards.names[card] for card in side.discard),
        "users": [_user(table, user) for user in side.users],
        "website": _piece(table, side.website),
        "mission": _piece(table, side.mission),
        "mission_progress": missions[0][0].progress if missions else 0,
    }
    wanted = dict(known(then, SIDE, f"then.{NAME[seat]}"))
    for key in ("hand", "discard"):
        if key in wanted:
            wanted[key] = sorted(wanted[key])
    if "users" in wanted:
        wanted["users"] = [UNMARKED | known(user, PER_USER, "a user") for user in wanted["users"]]
    yield from _unlike(NAME[seat], wanted, found)


def _piece(table: Table, piece: Piece | None) -> str:
    return "none" if piece is None else table.game.cards.names[piece.card]


def _user(table: Table, user: User) -> dict[str, Any]:
    return {
        "card": table.game.cards.names[user.card],
        "stunned": user.stunned,
        "attached": _piece(table, user.attached),
        "mission": _piece(table, user.mission),
        "shield": user.shield,
    }


def _stats(table: Table, name: str) -> dict[str, int]:
    found = board.find(table.game, table.uid(name))
    return {} if found is None else dict(zip("SAVW", board.stats(table.game, found[1], found[0]), strict=True))


# --- questions ------------------------------------------------------------------------------------------------------------------


def _prompts(table: Table, wanted: list[dict[str, Any]]) -> Iterator[str]:
    """Exactly these are open, those already answered in secret left out."""
    waiting, agenda = table.game.waiting_for(), table.game.position.agenda
    found: list[dict[str, Any]] = []
    for prompt in table.game.prompts:
        if prompt.seat in waiting:
            row: dict[str, Any] = {"seat": NAME[prompt.seat], "kind": prompt.kind, "pick": list(prompt.pick)}
            found.append(row | ({"window": agenda[-1].name} if prompt.kind == "window" else {}))
    rest = found[:]
    for row in wanted:
        match = next((one for one in rest if all(one.get(key) == value for key, value in row.items())), None)
        if match is None:
            yield f"prompts: {row} is not open, but {found}"
        else:
            rest.remove(match)
    if len(wanted) != len(found):
        yield f"prompts: {len(found)} are open, not {len(wanted)}: {found}"


def _legal(table: Table, wanted: dict[str, Any]) -> Iterator[str]:
    known(wanted, ("seat", "only", "has", "not"), "legal")
    seat = seat_of(wanted.get("seat"))
    options = [table.option(option) for prompt in table.game.prompts if prompt.seat == seat for option in prompt.options]
    if "only" in wanted and sorted(wanted["only"]) != sorted(options):
        yield f"legal for {NAME[seat]}: {sorted(options)}, not {sorted(wanted['only'])}"
    for entry in wanted.get("has", ()):
        if not any(_stands_for(entry, option) for option in options):
            yield f"{entry} is not legal for {NAME[seat]}, but {sorted(options)}"
    for entry in wanted.get("not", ()):
        if any(_stands_for(entry, option) for option in options):
            yield f"{entry} is legal for {NAME[seat]}"


def _stands_for(entry: str, option: str) -> bool:
    return option == entry or option.startswith((f"{entry} ", f"{entry}>"))


def _shown(table: Table, seat: int, wanted: list[str]) -> Iterator[str]:
    """The cards of another hand that this seat was shown, at any one time."""
    times = [
        [card.partition(".")[2] for card in seen["cards"]]
        for event in table.events
        if event.kind == "cards_revealed" and (seen := event.seen_by(seat)).get("zone") == f"hand_{1 - seat}"
    ]
    if not any(Counter(wanted) == Counter(cards) for cards in times or [[]]):
        yield f"{NAME[seat]} was shown {times}, not {wanted}"


# --- the end --------------------------------------------------------------------------------------------------------------------


def _result(table: Table, then: dict[str, Any]) -> Iterator[str]:
    p = table.game.position
    result = "running" if p.reason is None else "draw" if p.winner == NOBODY else "won"
    for key, found in (
        ("result", result),
        ("winner", NAME[p.winner] if p.winner in SEATS else "none"),
        ("reason", p.reason or "none"),
    ):
        if key in then:
            yield from _unlike(key, then[key], found)


def errors_differ(errors: list[dict[str, Any]], then: dict[str, Any]) -> Iterator[str]:
    """What the deck validator found, against what the case says it finds (OMG-2.5)."""
    if "valid" in then and then["valid"] is not (not errors):
        yield f"valid is {not errors}, errors are {errors}"
    if "errors" in then:
        wanted = sorted((_flat(error) for error in then["errors"]), key=repr)
        rest = [dict(error) for error in errors]
        for error in wanted:
            match = next((one for one in rest if all(one.get(key) == value for key, value in error.items())), None)
            if match is None:
                yield f"errors lack {error}: {errors}"
            else:
                rest.remove(match)
        if rest:
            yield f"errors hold {rest} too"


def _flat(error: Any) -> dict[str, Any]:
    """An error by its name alone, or as an object with its figures beside its name or under it."""
    if isinstance(error, str):
        return {"error": error}
    flat: dict[str, Any] = {}
    for key, value in error.items():
        if key in ERRORS:
            flat |= {"error": key} | (value if isinstance(value, dict) else {})
        elif value in ERRORS:
            flat["error"] = value
        else:
            flat[key] = value
    return flat
