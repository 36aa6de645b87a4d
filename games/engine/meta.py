"""What a game says of itself: players, table options and their check, presets, versions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from games.engine.errors import InvalidOptions, Problem, Text
from games.engine.ranking import Ranking

Options = dict[str, Any]
"""Table options by name: a value of the `Choice`, or for a `Record` a dict of them."""


FEW = 8
"""So many numbers are told one by one."""


class Choice(msgspec.Struct, frozen=True):
    """One option with a few named values; the first is the default."""

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def in_order(self) -> list[str]:
        """The values as they are offered: words as they were given, numbers by size."""
        words = [value for value in self.values if not value.isdecimal()]
        return words + sorted((value for value in self.values if value.isdecimal()), key=int)

    @property
    def in_short(self) -> list[str]:
        """The values as they are told, the default first; of many numbers in a row only the ends.

        >>> Choice("limit", ("auto", *map(str, range(20, 121)))).in_short
        ['auto', '20–120']
        >>> Choice("target", ("20", *map(str, range(1, 20)), *map(str, range(21, 101)))).in_short
        ['20', '1–100']
        >>> Choice("oases", ("3", "4")).in_short
        ['3', '4']
        """
        numbers = sorted(int(value) for value in self.values if value.isdecimal())
        if len(numbers) <= FEW:
            return list(self.values)
        told = [value for value in self.values if value == self.default or not value.isdecimal()]
        first = 0
        for place, number in enumerate(numbers):
            if number + 1 not in numbers[place + 1 : place + 2]:
                told.append(str(number) if place == first else f"{numbers[first]}–{number}")
                first = place + 1
        return told

    def parse(self, text: str) -> str:
        """The value as typed in a command or sent by a form; whether it is allowed is for `Meta.check` to say."""
        return text

    def problems(self, value: object) -> list[Problem]:
        """What is wrong with a value of this option; an empty list when nothing is."""
        if isinstance(value, str) and value in self.values:
            return []
        return [Problem(self.name, Text("option.unknown_value", {"value": str(value)[:40], "allowed": self.in_short}))]


class Record(msgspec.Struct, frozen=True):
    """An option made of several choices, such as the three style flags of Emotrions; left out altogether by default."""

    name: str
    fields: tuple[Choice, ...]
    implies: Options = {}
    """What somebody who sets it in a command means beside it, unless they say otherwise."""

    @property
    def default(self) -> None:
        return None

    def parse(self, text: str) -> dict[str, str]:
        """`up/down/open`: a value for each field, in their order."""
        parts = text.split("/")
        if len(parts) != len(self.fields):
            example = "/".join(field.default for field in self.fields)
            raise InvalidOptions([Problem(self.name, Text("option.parts", {"count": len(self.fields), "example": example}))])
        return dict(zip((field.name for field in self.fields), parts, strict=True))

    def problems(self, value: object) -> list[Problem]:
        """What is wrong with a value of this option; an empty list when nothing is."""
        if not isinstance(value, Mapping):
            return [Problem(self.name, Text("option.unknown_value", {"value": str(value)[:40], "allowed": self._names()}))]
        unknown = [
            Problem(self.name, Text("option.unknown_field", {"field": str(name)[:40], "allowed": self._names()}))
            for name in value
            if name not in self._names()
        ]
        return unknown + [
            problem for field in self.fields if field.name in value for problem in field.problems(value[field.name])
        ]

    def complete(self, value: Mapping[str, str]) -> dict[str, str]:
        """The value with every field; those left out at their default."""
        return {field.name: value.get(field.name, field.default) for field in self.fields}

    def _names(self) -> list[str]:
        return [field.name for field in self.fields]


class Preset(msgspec.Struct, frozen=True):
    """A named set of options for the lobby and the command line."""

    options: Options = {}
    seats: int | None = None
    """The number of players it is meant for; None: as the table wants."""


class Meta(msgspec.Struct, frozen=True):
    """What a game says of itself."""

    slug: str
    seats: tuple[int, ...]
    """The numbers of players it can be played with, in rising order."""
    rules_version: int
    options: tuple[Choice | Record, ...] = ()
    presets: dict[str, Preset] = {}
    check_together: Callable[[Options, int], Iterable[Problem]] | None = None
    """What the options must obey together, beyond each having an allowed value."""
    minutes: tuple[int, int] = (10, 30)
    handles: bool = False
    """Whether it matters which of several cards one is, so that viewers get numbers to tell them apart by (PRO-5.9)."""
    lasting_views: bool = False
    """Whether a view stays as it was given when the game goes on, so that later ones can be compared with it (PRO-5.4)."""
    experience: bool = False
    """Whether it matters how much its players have played before (RNK-4.2): tables then bring `Setup.experience`."""
    less_experienced: Options = {}
    """The option and value with which that matters, where it does not always."""
    agreed: Options = {}
    """The option and value by which players name before the start who is to begin (RNK-4.3); empty: they cannot."""
    ranking: Ranking = Ranking()
    """How results are ranked and rated (RNK)."""
    beginner: str = ""
    """Preset of the first game a newcomer plays (UX-2); empty: all defaults."""

    def option(self, name: str) -> Choice | Record | None:
        """The option of this name, if there is one."""
        return next((option for option in self.options if option.name == name), None)

    def asks_experience(self, options: Mapping[str, Any]) -> bool:
        """Whether a table with these options brings what its players have done before."""
        wanted = self.less_experienced
        return self.experience or (bool(wanted) and all(options.get(name) == value for name, value in wanted.items()))

    def check(self, options: Mapping[str, Any], seats: int) -> Options:
        """All options, those left out at their default.

        Raises `InvalidOptions` with every problem found: unknown names, unknown values, a wrong number of seats, and what the
        game forbids together (EMO-12.2).
        """
        problems = (
            [] if seats in self.seats else [Problem("seats", Text("option.seats", {"value": seats, "allowed": list(self.seats)}))]
        )
        full: Options = {option.name: option.default for option in self.options}
        for name, value in options.items():
            option = self.option(name)
            if option is None:
                problems.append(Problem(str(name)[:40], Text("option.unknown", {"name": str(name)[:40]})))
            elif value is not None:
                problems += option.problems(value)
                full[name] = value
        if not problems:
            for option in self.options:
                if isinstance(option, Record) and full[option.name] is not None:
                    full[option.name] = option.complete(full[option.name])
            problems = list(self.check_together(full, seats)) if self.check_together else []
        if problems:
            raise InvalidOptions(problems)
        return full

    def parse(self, pairs: Iterable[str]) -> tuple[Options, int | None]:
        """Options from `name=value` words as a command takes them, and the number of players that `seats=n` or a preset asks for.

        `preset=name` stands for the options of that preset. What an option implies is set too, where nothing else is said.
        Raises `InvalidOptions`.
        """
        options: Options = {}
        implied: Options = {}
        seats: int | None = None
        for pair in pairs:
            name, equals, text = pair.partition("=")
            if not equals:
                raise InvalidOptions([Problem(pair[:40], Text("option.syntax", {"text": pair[:40]}))])
            if name == "seats":
                if not text.isdecimal():
                    raise InvalidOptions(
                        [Problem("seats", Text("option.seats", {"value": text[:40], "allowed": list(self.seats)}))]
                    )
                seats = int(text)
                continue
            if name == "preset":
                preset = self.presets.get(text)
                if preset is None:
                    raise InvalidOptions(
                        [Problem("preset", Text("option.unknown_value", {"value": text, "allowed": list(self.presets)}))]
                    )
                options |= preset.options
                seats = preset.seats
                continue
            option = self.option(name)
            if option is None:
                raise InvalidOptions([Problem(name[:40], Text("option.unknown", {"name": name[:40]}))])
            options[name] = option.parse(text)
            if isinstance(option, Record):
                implied |= option.implies
        return implied | options, seats

    def playable(self, options: Mapping[str, Any]) -> list[int]:
        """The numbers of players these options are allowed with."""
        return [seats for seats in self.seats if self._allowed(options, seats)]

    def _allowed(self, options: Mapping[str, Any], seats: int) -> bool:
        try:
            self.check(options, seats)
        except InvalidOptions:
            return False
        return True
