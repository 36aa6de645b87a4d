"""Plays worked cases of Online Marketing Generals (OMG-E): feeds the steps, passes windows nobody names, reads off what holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from games.engine.cases import without_notes
from games.engine.errors import BrokenData, IllegalChoice
from games.engine.prompt import Prompt
from games.omg.case_readings import differences, errors_differ
from games.omg.case_table import Table, known, seat_of
from games.omg.rules.decks import OmgDecks
from games.omg.rules.game import Omg

RESPONSE = "W-RESP"
LONGEST = 1000
"""After so many windows passed without coming to a step the case is broken."""

CASE = ("id", "title", "rules", "given", "when", "then")


class Impossible(Exception):
    """A step cannot be made as the game stands: the case has failed there."""


def run(case: dict[str, Any], cards: bytes) -> list[str]:
    """What differs from the `then` of a case; nothing if it passes. Raises `BrokenData`."""
    case = known(without_notes(case), CASE, "the case")
    try:
        return Case(Table(_game_type(cards), case.get("given", {}))).play(case.get("when", []), case.get("then", {}))
    except Impossible as error:
        return [str(error)]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BrokenData("case", f"{type(error).__name__}: {error}") from error


@lru_cache(maxsize=4)
def _game_type(cards: bytes) -> type[Omg]:
    """The game with these card data."""
    return Omg.with_cards(cards) if cards else Omg


class Case:
    """One case under way."""

    def __init__(self, table: Table) -> None:
        self.table, self.game = table, table.game
        self.found: list[str] = []
        self.errors: list[dict[str, object]] | None = None
        self.forced: list[tuple[int, str, list[str]]] = []
        """What was taken without a question, as there was only one choice (PRO-4.4): a step that names it finds it done."""

    def play(self, steps: list[dict[str, Any]], then: dict[str, Any]) -> list[str]:
        """All steps, then what must hold in the end."""
        for number, step in enumerate(steps, 1):
            self.step(step, f"step {number}")
        self.compare(then, "then")
        return self.found

    def step(self, step: dict[str, Any], where: str) -> None:
        """One step."""
        do = step.get("do")
        if do == "check":
            self.compare(step["then"] | ({"window": step["window"]} if "window" in step else {}), where)
        elif do == "validate":
            self.errors = OmgDecks(self.game.cards).errors(step["deck"], step["deck"])
        elif isinstance(do, str) and do in STEPS:
            keys, act = STEPS[do]
            known(step, ("do", "seat", "window", *keys), where)
            seat = seat_of(step.get("seat"))
            self._wait(step, do, seat)
            try:
                act(self, seat, step)
            except (Impossible, IllegalChoice) as error:
                raise Impossible(f"{where} ({do}): {error}") from error
        else:
            raise BrokenData("case", f"{do!r} is not a step")

    def compare(self, then: dict[str, Any], where: str) -> None:
        """What a check or the end of the case asks."""
        self._pass_until(lambda: self._window() == then["window"] if "window" in then else not self._window())
        if self.errors is not None:
            self.found += [f"{where}: {line}" for line in errors_differ(self.errors, then)]
        self.found += [f"{where}: {line}" for line in differences(self.table, then)]

    # --- windows ----------------------------------------------------------------------------------------------------------------

    def _window(self) -> str:
        """The open window; empty if there is none."""
        prompts = self.game.prompts
        return self.game.position.agenda[-1].name if prompts and prompts[0].kind == "window" else ""

    def _pass_until(self, there: Callable[[], bool]) -> None:
        """Pass windows that nobody names."""
        for _ in range(LONGEST):
            if there() or not self._window():
                return
            self.answer(self.game.prompts[0], [("pass",)])
        raise BrokenData("case", "windows without end")

    def _wait(self, step: dict[str, Any], do: str, seat: int) -> None:
        if "window" in step:
            self._pass_until(lambda: self._window() == step["window"])
            if self._window() != step["window"]:
                raise Impossible(f"{do}: {step['window']} does not open")
        elif do == "pass":
            self._pass_until(lambda: self._asked(seat) and self._window() != RESPONSE)
        elif do == "special":
            card = self.table.card(step["card"])
            self._pass_until(lambda: self._asked(seat) and self._window() != RESPONSE and self._playable(seat, card))
        else:
            self._pass_until(lambda: not self._window())

    def _asked(self, seat: int) -> bool:
        return any(prompt.seat == seat for prompt in self.game.prompts)

    def _playable(self, seat: int, card: int) -> bool:
        prompt = self.game.prompt_of(seat)
        return prompt.kind == "action" or any(option[:2] == ("special", card) for option in prompt.options)

    # --- answering --------------------------------------------------------------------------------------------------------------

    def answer(self, prompt: Prompt, choice: list[Any]) -> None:
        """Answer, and take note of what was forced and who has come."""
        heard = len(self.table.events)
        self.game.apply(prompt.seat, choice)
        self.table.name_users()
        for event in self.table.events[heard:]:
            if event.kind == "forced":
                cards = [card.partition(".")[2] for card in event.public.get("cards", ())]
                self.forced.append((event.public["seat"], event.public["kind"], cards))

    def prompt(self, seat: int, kind: str) -> Prompt:
        """The open question of this kind. Raises `Impossible`."""
        for prompt in self.game.prompts:
            if prompt.seat == seat and prompt.kind in kind.split("|"):
                return prompt
        asked = [f"{'AB'[prompt.seat]} {prompt.kind}" for prompt in self.game.prompts]
        raise Impossible(f"{'AB'[seat]} is not asked {kind}, but {', '.join(asked) or 'nobody anything'}")

    def take(self, seat: int, kind: str, wanted: Iterable[Any]) -> None:
        """Answer with these options. Raises `Impossible` if one is not offered."""
        prompt, choice = self.prompt(seat, kind), list(wanted)
        missing = [option for option in choice if option not in prompt.options]
        if missing:
            raise Impossible(f"{self.table.option(missing[0])} is not offered")
        self.answer(prompt, choice)

    def was_forced(self, seat: int, kind: str, cards: list[str]) -> bool:
        """Whether just this was done without a question since the last step; nothing, where there was nothing to take."""
        if cards in ([], ["none"]):
            return True
        for entry in self.forced:
            if entry[:2] == (seat, kind) and Counter(entry[2]) == Counter(cards):
                self.forced.remove(entry)
                return True
        return False

    def some_cards(self, seat: int, kind: str, names: list[str]) -> None:
        """Answer with cards, each copy one of those that are offered."""
        asked = any(prompt.kind == kind and prompt.seat == seat for prompt in self.game.prompts)
        if not asked and self.was_forced(seat, kind, names):
            return
        prompt, copies = self.prompt(seat, kind), Counter[str]()
        choice: list[Any] = []
        for name in names:
            copies[name] += 1
            choice.append(("none", 0) if name == "none" else (self.table.card(name), copies[name]))
        missing = [option for option in choice if option not in prompt.options]
        if missing:
            raise Impossible(f"{self.table.option(missing[0])} is not offered")
        self.answer(prompt, choice)


# --- steps ----------------------------------------------------------------------------------------------------------------------


def _names(target: Any) -> list[str]:
    return [] if target is None else [target] if isinstance(target, str) else list(target)


def _plain(case: Case, seat: int, step: dict[str, Any]) -> None:
    case.take(seat, "action", [(step["do"],)])


def _card(case: Case, seat: int, step: dict[str, Any]) -> None:
    case.take(seat, "action", [(step["do"], case.table.card(step["card"]))])


def _bearer(case: Case, seat: int, step: dict[str, Any]) -> None:
    bearer = case.table.uid(step["bearer"]) if "bearer" in step else 0
    case.take(seat, "action", [(step["do"], case.table.card(step["card"]), bearer)])


def _attack(case: Case, seat: int, step: dict[str, Any]) -> None:
    case.take(seat, "action", [("attack", case.table.uid(step["attacker"]), case.table.uid(step["defender"]))])
    case.take(seat, "tactic", [step["tactic"]])


def _attack_player(case: Case, seat: int, step: dict[str, Any]) -> None:
    case.take(seat, "action", [("attack_player", case.table.uid(step["attacker"]))])


def _ability(case: Case, seat: int, step: dict[str, Any]) -> None:
    """Of the user itself, of its attached card if `card` names it, or of the website."""
    side, cards = case.game.position.sides[seat], case.game.cards
    piece: Any = None
    if step["source"] == "website":
        piece = side.website
    else:
        uid = case.table.uid(step["source"])
        user = next((user for user in side.users if user.uid == uid), None)
        wanted = case.table.card(step["card"]) if "card" in step else None
        candidates = [] if user is None else [user, user.attached]
        piece = next(
            (one for one in candidates if one and (one.card == wanted or (wanted is None and "activate" in cards.on[one.card]))),
            None,
        )
    if piece is None or "activate" not in cards.on[piece.card]:
        raise Impossible(f"{step['source']} has no such ability")
    number = cards.on[piece.card]["activate"][step.get("clause", 1) - 1]
    chosen = tuple(case.table.uid(name) for name in _names(step.get("target")))
    case.take(seat, "action", [("ability", piece.uid, number, *chosen)])


def _special(case: Case, seat: int, step: dict[str, Any]) -> None:
    card, wanted = case.table.card(step["card"]), [case.table.uid(name) for name in _names(step.get("target"))]
    prompt = case.prompt(seat, "action|window")
    for option in prompt.options:
        if option[:2] == ("special", card) and Counter(option[2:]) == Counter(wanted):
            case.answer(prompt, [option])
            return
    raise Impossible(f"special {step['card']} is not offered with {step.get('target', 'no target')}")


def _pass(case: Case, seat: int, _step: dict[str, Any]) -> None:
    case.take(seat, "window", [("pass",)])


def _split(case: Case, seat: int, step: dict[str, Any]) -> None:
    prompt = case.prompt(seat, "split")
    points = prompt.options[-1]
    if step["ep"] + step["op"] != points:
        raise Impossible(f"{points} points are to be split")
    case.answer(prompt, [step["ep"]])


def _discard(case: Case, seat: int, step: dict[str, Any]) -> None:
    case.some_cards(seat, "discard", step["cards"])


def _pick(case: Case, seat: int, step: dict[str, Any]) -> None:
    case.some_cards(seat, "pick_card", step["cards"])


def _choose(case: Case, seat: int, step: dict[str, Any]) -> None:
    case.take(seat, "target", [case.table.uid(step["user"])])


def _word(kind: str) -> Callable[[Case, int, dict[str, Any]], None]:
    return lambda case, seat, step: case.take(seat, kind, [step["do"]])


Act = Callable[[Case, int, dict[str, Any]], None]

STEPS: dict[str, tuple[tuple[str, ...], Act]] = {
    "surf": ((), _plain),
    "end_actions": ((), _plain),
    "play_user": (("card",), _card),
    "website": (("card",), _card),
    "replace_website": (("card",), _card),
    "attach": (("card", "bearer"), _bearer),
    "replace_attachment": (("card", "bearer"), _bearer),
    "mission": (("card", "bearer"), _bearer),
    "replace_mission": (("card", "bearer"), _bearer),
    "attack": (("attacker", "defender", "tactic"), _attack),
    "attack_player": (("attacker",), _attack_player),
    "ability": (("source", "target", "card", "clause"), _ability),
    "special": (("card", "target"), _special),
    "pass": ((), _pass),
    "split": (("ep", "op"), _split),
    "discard": (("cards",), _discard),
    "pick": (("cards",), _pick),
    "choose": (("user",), _choose),
    "yes": ((), _word("optional")),
    "no": ((), _word("optional")),
    "keep": ((), _word("mulligan")),
    "mulligan": ((), _word("mulligan")),
}
"""What each step may say beside its seat, and what it does."""
