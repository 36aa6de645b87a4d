"""The form that opens a table: any game's options, made from what the game says of itself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.engine import registry
from games.engine.errors import InvalidOptions, Text
from games.engine.meta import Choice, Meta, Options, Record
from games.tables import sequels
from games.tables.clocks import Pace
from games.tables.models import Table
from games.texts import Speaker

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS

PACES = {
    "untimed": Pace(),
    "quick": Pace("live", bank_ms=5 * MINUTE_MS, increment_ms=5_000),
    "easy": Pace("live", bank_ms=20 * MINUTE_MS, increment_ms=20_000),
    "day": Pace("turn", move_ms=DAY_MS),
    "three_days": Pace("turn", move_ms=3 * DAY_MS),
    "week": Pace("turn", move_ms=7 * DAY_MS),
}
"""How fast one can play, by the name of the choice."""

PACE_NAMES = [
    ("untimed", _("ohne Uhr")),
    ("quick", _("schnell: 5 Minuten, je Zug 5 Sekunden dazu")),
    ("easy", _("gemütlich: 20 Minuten, je Zug 20 Sekunden dazu")),
    ("day", _("1 Tag pro Zug")),
    ("three_days", _("3 Tage pro Zug")),
    ("week", _("7 Tage pro Zug")),
]


OPEN_TO_NAMES = [
    (Table.OpenTo.INVITED, _("nur wer den Link hat")),
    (Table.OpenTo.ACCOUNTS, _("alle mit Konto")),
    (Table.OpenTo.ANYBODY, _("alle, auch Gäste")),
]
"""Whom the table is open to, by the name of the choice."""

RATED = "on"
RATED_NAMES = [("", _("nein, nur zum Spaß")), (RATED, _("ja, mit Konto und ohne Bots"))]
"""Whether the result counts for ratings (RNK-1.7)."""

SERIES_NAMES = [
    ("", _("einzeln")),
    ("return_match", _("Hin- und Rückkampf, Punkte zählen zusammen")),
    ("best_of_3", _("Best of 3")),
    ("best_of_5", _("Best of 5")),
    ("fixed_2", _("2 Partien")),
    ("fixed_4", _("4 Partien")),
    ("fixed_6", _("6 Partien")),
]
"""How many games count together, by the name of the choice (`sequels`)."""

COMMON = ("seats", "pace", "open_to", "rated", "series", "preset")
"""Fields that every game has; the others are its own options."""


class TableForm(forms.Form):
    """Seats, pace, who may come, preset and options of one game."""

    def __init__(
        self, meta: Meta, *args: Any, why_not_open: Text | None = None, why_not_rated: Text | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.meta = meta
        self.why_not_open = why_not_open
        """Why this user cannot open a table to people they have not invited (UX-2)."""
        self.why_not_rated = why_not_rated
        """Why this user cannot open a table that is rated."""
        self.speaker = Speaker(meta.slug, get_language() or "de")
        self.fields["seats"] = forms.TypedChoiceField(label=_("Personen"), coerce=int, choices=[(n, str(n)) for n in meta.seats])
        self.fields["pace"] = forms.ChoiceField(label=_("Tempo"), required=False, choices=PACE_NAMES, initial="untimed")
        self.fields["open_to"] = forms.ChoiceField(
            label=_("Wer darf mitspielen?"), required=False, choices=OPEN_TO_NAMES, initial=Table.OpenTo.INVITED
        )
        self.fields["rated"] = forms.ChoiceField(label=_("Gewertet?"), required=False, choices=RATED_NAMES, initial="")
        if 2 in meta.seats or registry.game(meta.slug).teams(meta.check({}, meta.seats[-1]), meta.seats[-1]):
            self.fields["series"] = forms.ChoiceField(label=_("Partien"), required=False, choices=SERIES_NAMES, initial="")
        if meta.presets:
            presets = [(name, self._word(f"preset.{name}")) for name in meta.presets]
            self.fields["preset"] = forms.ChoiceField(
                label=_("Vorlage"), required=False, choices=[*presets, ("", _("eigene Auswahl"))]
            )
        for option in meta.options:
            for name, choice, label in self._choices(option):
                values = [(value, self._word(f"{label}.{value}")) for value in choice.in_order]
                self.fields[name] = forms.ChoiceField(
                    label=self._word(label), required=False, choices=values, initial=choice.default
                )

    def clean(self) -> dict[str, Any]:
        """The options as the engine takes them; each problem at its field, in words."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        data["pace"] = PACES[data.get("pace") or "untimed"]
        data["open_to"] = data.get("open_to") or Table.OpenTo.INVITED
        if data["open_to"] != Table.OpenTo.INVITED and self.why_not_open:
            self.add_error("open_to", self.why_not_open_text)
        data["rated"] = data.get("rated") == RATED
        if data["rated"] and self.why_not_rated:
            self.add_error("rated", self.speaker.say(self.why_not_rated))
        if not self.errors:
            self._check_options(data)
        data["series"] = sequels.SEQUELS[data.get("series") or ""]
        if data["series"] and "options" in data:
            why_not = sequels.why_not(registry.game(self.meta.slug), data["options"], data["seats"])
            if why_not:
                self.add_error("series", self.speaker.say(why_not))
        return data

    def _check_options(self, data: dict[str, Any]) -> None:
        """What the preset, or the own choice, comes to."""
        preset = self.meta.presets.get(data.get("preset", ""))
        options = dict(preset.options) if preset else self._own(data)
        try:
            data["options"] = self.meta.check(options, data["seats"])
        except InvalidOptions as error:
            for problem in error.problems:
                # what a preset sets is not to be seen here: only the number of players can be changed
                field = "seats" if preset else self._field_of(problem.option)
                self.add_error(field, self.speaker.say(problem.text))
        else:
            if preset and preset.options and preset.seats not in (None, data["seats"]):
                self.add_error("seats", self.speaker.fill("option.preset_seats", {"count": preset.seats}))
            if data["rated"] and not self.meta.ranking.rated(data["options"], data["seats"]):
                self.add_error("rated", self.speaker.fill("option.not_rated", {}))

    @property
    def why_not_open_text(self) -> str:
        """That reason in words, or nothing."""
        return self.speaker.say(self.why_not_open) if self.why_not_open else ""

    @property
    def common(self) -> list[forms.BoundField]:
        """The fields that every game has."""
        return [self[name] for name in COMMON if name in self.fields]

    @property
    def own(self) -> list[forms.BoundField]:
        """The game's own options."""
        return [self[name] for name in self.fields if name not in COMMON]

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen, to be offered the next time (UX-3)."""
        return {name: str(self.data[name]) for name in self.fields if name in self.data}

    def _field_of(self, option: str) -> str | None:
        """The field at which a problem with this option is told; of an option with several fields the first."""
        return next((name for name in self.fields if name == option or name.startswith(f"{option}.")), None)

    def _own(self, data: dict[str, Any]) -> Options:
        options: Options = {}
        for option in self.meta.options:
            chosen = {choice.name: data[name] or choice.default for name, choice, _label in self._choices(option)}
            if isinstance(option, Choice):
                options[option.name] = chosen[option.name]
            elif chosen != option.complete({}):
                options[option.name] = chosen
        return options

    @staticmethod
    def _choices(option: Choice | Record) -> list[tuple[str, Choice, str]]:
        """Field name, choice and text key of each part of an option."""
        if isinstance(option, Choice):
            return [(option.name, option, f"setting.{option.name}")]
        return [(f"{option.name}.{field.name}", field, f"setting.{option.name}.{field.name}") for field in option.fields]

    def _word(self, key: str) -> str:
        return self.speaker.fill(key, {})
