"""The forms of organisers: everything a tournament can be like (RNK-7.1, RNK-7.4), and its short start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec
from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine import registry
from games.engine.meta import Choice, Meta, Options, Record
from games.tables import decks
from games.tables.models import Table
from games.texts import Speaker
from leaderboards.tournaments import making, presets, words
from leaderboards.tournaments.models import Tournament
from leaderboards.tournaments.plan import (
    LIVE_BUILD_MIN,
    MANY,
    TURN_BUILD_MIN,
    Plan,
    StageKind,
    StageRules,
    TableRules,
    Wrong,
    plain,
    read,
)

STAGES = 4
"""How many stages the form has; more come by a file or the API, and stay."""
PLAIN_STAGES = 2
"""How many are there without script, too: a form has 100 fields at most (QUA-3.4). Script opens the others when wanted."""
TIE_PLACES = 3
MINUTE_MS, SECOND_MS, HOUR_MS = 60_000, 1000, 3_600_000
OWN = ""
"""No preset."""
PACE = {"bank_min": ("bank_ms", MINUTE_MS), "increment_s": ("increment_ms", SECOND_MS), "move_h": ("move_ms", HOUR_MS)}
"""Fields of the pace: the rule of the table, and the unit in milliseconds."""
SERIES_OPTION = "return_match"
"""An option that makes two tables of one: here that is a series."""

CONCERNS = {
    "third_place": "single",
    "single_final": "double",
    "reseed": "single",
    "groups": "round_robin",
    "cycles": "round_robin",
    "free": "round_robin",
    "rounds": "swiss heats",
    "accelerated": "swiss",
    "tie_breaks": "round_robin swiss",
    "preferred": "heats heats_knockout",
    "minimum": "heats heats_knockout",
    "draw": "heats",
    "advance": "heats_knockout",
    "minutes": "arena",
    "qualify": "round_robin swiss heats",
    "best_next": "round_robin",
    "series": "single double round_robin swiss",
    "games": "single double round_robin swiss",
}
"""Which kinds of stages a field of a stage concerns; the page shows the others only without script."""

STARTERS = [("plan", _("wie der Plan es sagt")), ("rules", _("wie die Spielregel es sagt"))]
MODES = [("live", _("gleichzeitig am Tisch")), ("turn", _("zugweise über Tage")), ("untimed", _("ohne Uhr"))]
DRAWS = [
    ("pre_planned", _("vor dem Beginn geplant")),
    ("swiss", _("nach Punkten")),
    ("random", _("gelost")),
]
SEEDINGS = [
    ("rating", _("nach Wertung")),
    ("lot", _("durch Los")),
    ("hand", _("von Hand")),
    ("earlier", _("nach einem früheren Turnier")),
]
TEAMS = [("none", _("Einzelne")), ("pairs", _("Zweierteams, zwei gegen zwei")), ("boards", _("Teams mit mehreren Brettern"))]
DECKS = [
    ("free", _("frei wählbar, bei jeder Partie neu")),
    ("locked", _("stehen mit der Anmeldung fest")),
    ("organiser", _("alle spielen mit demselben Deck")),
]
SEALED = ("sealed", _("alle bauen aus Boostern, die sie hier öffnen"))
AS_USUAL = ("", _("wie üblich"))
AS_EVERYWHERE = ("", _("wie im ganzen Turnier"))


class DateTime(forms.DateTimeInput):
    """A field of the browser for day and time."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


def _when(label: Any) -> forms.DateTimeField:
    return forms.DateTimeField(label=label, required=False, widget=DateTime(), input_formats=["%Y-%m-%dT%H:%M", "%d.%m.%Y %H:%M"])


def _number(label: Any, least: int, most: int, initial: Any = None, text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, initial=initial, help_text=text)


def _choice(label: Any, choices: Sequence[tuple[str, Any]], initial: str = "", text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=choices, initial=initial, help_text=text)


def _numbered(label: Any, place: int) -> str:
    """One of several choices in order."""
    return f"{place + 1}. {label}"


def _tick(label: Any, initial: bool = False, text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=initial, help_text=text)


class TournamentForm(forms.Form):
    """Name, game, preset, format and start; behind them everything else.

    Without a field that is sent, what was there before stays. What is wrong is told at the field it concerns.
    """

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_at = _when(_("Beginn"))
    name_en = forms.CharField(label=_("Name auf Englisch"), max_length=80, required=False)
    text = forms.CharField(label=_("Beschreibung"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4}))
    text_en = forms.CharField(
        label=_("Beschreibung auf Englisch"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    registration_at = _when(_("Anmeldung ab"))
    access = _choice(_("Wer darf es sehen und sich anmelden?"), Tournament.Access.choices, Tournament.Access.PUBLIC)
    password = forms.CharField(
        label=_("Kennwort"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Nur mit dem Zugang „mit Kennwort“. Leer lassen, um es nicht zu ändern."),
    )
    allowed = forms.CharField(
        label=_("Wer ist eingeladen?"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Ein Name je Zeile, nur mit dem Zugang „nur wer eingeladen ist“."),
    )
    repeat = _choice(_("Wiederholung"), Tournament.Repeat.choices)

    TEXTS = ("name", "name_en", "text", "text_en")
    START = ("name", "preset", "s0.kind", "starts_at")
    IDENTITY = ("registration_at", "access", "password", "allowed", "repeat")
    ENTRY = (
        "limit", "waiting_list", "approval", "min_games", "points_from", "points_to", "reputation", "seeding", "earlier",
        "late_rounds", "check_in", "check_in_minutes",
    )  # fmt: skip
    TABLE = (
        "series", "games", "by_points", "ties.0", "ties.1", "ties.2", "starter", "loser_chooses", "rated", "mode",
        "bank_min", "increment_s", "move_h", "no_show_min", "pause_min", "auto", "shared_deal",
    )  # fmt: skip
    TEAM = ("teams", "boards", "substitutes", "decks", "deck", "mix", "open_lists")

    def __init__(self, meta: Meta, user: User, data: Any = None, *, row: Tournament | None = None, can_rate: bool) -> None:
        self.meta, self.user, self.row, self.can_rate = meta, user, row, can_rate
        self.base = read(row.plan) if row is not None else _fresh(meta)
        self.speaker = Speaker(meta.slug, get_language() or "de")
        super().__init__(data, initial=self._initial())
        self._add_start()
        self._add_entry()
        self._add_table()
        self._add_teams()
        self._add_options()
        for number in range(STAGES):
            self._add_stage(number)
        if row is not None and row.is_begun:
            for name, field in self.fields.items():
                field.disabled = name not in self.TEXTS

    # --- fields -----------------------------------------------------------------------------------------------------------------

    def _add_start(self) -> None:
        language = get_language() or "de"
        offered = []
        for one in presets.of_game(self.meta.slug):
            title = one.german if language == "de" else one.english
            offered.append((one.name, title))
            if one.or_table:
                offered.append((f"{one.name}+", f"{title} ({words.SERIES[str(one.or_table.get('series', 'single'))]})"))
        first = OWN if self.row is not None or not offered else offered[0][0]
        self.fields["preset"] = _choice(
            _("Vorlage"), [*offered, (OWN, _("eigene Auswahl"))], first, _("Legt fest, was an den Tischen gespielt wird.")
        )
        kinds = list(words.FORMATS.items())
        if not self._many_seats:
            kinds = [(kind, label) for kind, label in kinds if kind not in MANY]
        self.fields["s0.kind"] = forms.ChoiceField(label=_("Turnierart"), choices=kinds)

    def _add_entry(self) -> None:
        add = self.fields
        add["limit"] = _number(_("Plätze"), 2, 4096)
        add["waiting_list"] = _tick(_("Warteliste, wenn alle Plätze vergeben sind"))
        add["approval"] = _tick(_("Die Leitung lässt jede Anmeldung zu"))
        add["min_games"] = _number(_("Gewertete Partien mindestens"), 0, 10_000)
        add["points_from"] = _number(_("Punkte von"), 0, 10_000)
        add["points_to"] = _number(_("Punkte bis"), 0, 10_000)
        add["reputation"] = _number(
            _("Anteil zu Ende gespielter Partien in Prozent"), 0, 100, text=_("0: danach wird nicht gefragt.")
        )
        add["seeding"] = _choice(_("Setzliste"), SEEDINGS)
        add["earlier"] = forms.CharField(
            label=_("Kennung des früheren Turniers"), required=False, max_length=10, help_text=_("Steht am Ende seiner Adresse.")
        )
        add["late_rounds"] = _number(_("Nachmelden bis Runde"), 0, 30)
        add["check_in"] = _tick(_("Vor dem Beginn prüfen, wer da ist"))
        add["check_in_minutes"] = _number(_("So viele Minuten vorher"), 1, 7 * 24 * 60)

    def _add_table(self) -> None:
        add = self.fields
        add["series"] = _choice(_("Partien je Begegnung"), list(words.SERIES.items()))
        add["games"] = _number(_("Zahl der Partien"), 1, 9)
        add["by_points"] = _tick(_("Bei fester Zahl zählen die Punkte im Spiel, nicht die Siege"))
        for place in range(TIE_PLACES):
            add[f"ties.{place}"] = _choice(
                _numbered(_("Bei Gleichstand einer Begegnung"), place), [AS_USUAL, *words.TIES.items()]
            )
        add["starter"] = _choice(_("Wer beginnt?"), STARTERS)
        add["loser_chooses"] = _tick(_("Wer verloren hat, sagt, wer die nächste Partie beginnt"))
        if self.can_rate or self.base.table.rated:
            add["rated"] = _tick(_("Gewertet"))
        add["mode"] = _choice(_("Tempo"), MODES)
        add["bank_min"] = _number(_("Bedenkzeit in Minuten"), 1, 600, text=_("Wenn gleichzeitig gespielt wird."))
        add["increment_s"] = _number(_("Je Zug dazu, in Sekunden"), 0, 600)
        add["move_h"] = _number(_("Stunden je Zug"), 0, 24 * 30, text=_("Wenn zugweise gespielt wird."))
        add["no_show_min"] = forms.DecimalField(
            label=_("So viele Minuten wird auf jemanden gewartet"),
            required=False,
            min_value=Decimal("0.5"),
            max_value=60 * 24 * 14,
            decimal_places=1,
        )
        add["pause_min"] = _number(_("Pause zwischen Partien einer Begegnung, in Minuten"), 0, 60 * 24)
        add["auto"] = _tick(_("Runden beginnen von selbst, wenn die vorige vorbei ist"))
        add["shared_deal"] = _tick(
            _("An allen Tischen einer Runde dieselben Karten"), text=_("Bis zum Ende der Runde schaut dann niemand zu.")
        )

    def _add_teams(self) -> None:
        add = self.fields
        add["teams"] = _choice(_("Wer spielt?"), TEAMS)
        add["boards"] = _number(_("Bretter je Team"), 1, 8)
        add["substitutes"] = _number(_("Ersatzleute je Team"), 0, 4)
        if registry.game(self.meta.slug).decks is None:
            return
        packs = registry.game(self.meta.slug).sealed
        add["decks"] = _choice(_("Decks"), [*DECKS, SEALED] if packs else DECKS)
        if packs:
            add["mix"] = _choice(
                _("Booster für alle"),
                [(mix, words.MIXES.get(mix, mix)) for mix in packs.mixes],
                text=_("Sie werden geöffnet, wenn die Anwesenheit geprüft wird: 30 Minuten vor dem Beginn, zugweise drei Tage."),
            )
        offered = decks.choices(self._table(), self.user, get_language() or "de")
        add["deck"] = _choice(_("Deck für alle"), [("", "–"), *((deck.value, deck.name) for deck in offered)])
        add["open_lists"] = _tick(
            _("Deck-Listen sind vom Beginn an für alle sichtbar"),
            text=_("Sonst erst nach dem Ende; die Leitung sieht sie, wenn sie nicht mitspielt."),
        )

    def _add_options(self) -> None:
        for option, name, choice, label in self._options():
            values = [(value, self._word(f"{label}.{value}")) for value in choice.in_order]
            chosen = self.base.table.options.get(option.name, {})
            value = chosen.get(choice.name) if isinstance(option, Record) and isinstance(chosen, dict) else chosen
            initial = value if isinstance(value, str) else choice.default
            self.fields[name] = _choice(self._word(label), values, initial)

    def _add_stage(self, number: int) -> None:
        name = f"s{number}."
        add = self.fields
        if number:
            kinds = [(kind, label) for kind, label in words.FORMATS.items() if self._many_seats or kind not in MANY]
            add[f"{name}kind"] = _choice(_("Danach folgt"), [("", _("nichts, das war es")), *kinds])
        add[f"{name}third_place"] = _tick(_("Spiel um Platz 3"))
        add[f"{name}single_final"] = _tick(_("Im Doppel-K.-o. entscheidet das erste große Finale"))
        add[f"{name}reseed"] = _tick(_("Nach jeder Runde neu setzen: der beste gegen den schwächsten Setzplatz"))
        add[f"{name}groups"] = _number(_("Gruppen"), 1, 64, 1, _("1: alle spielen gegeneinander."))
        add[f"{name}cycles"] = _number(_("Durchgänge"), 1, 4, 1)
        add[f"{name}free"] = _tick(_("Alle Runden sind frei zu spielen, nicht eine nach der anderen"))
        add[f"{name}rounds"] = _number(_("Runden"), 0, 30, 0, _("0: so viele wie üblich."))
        add[f"{name}accelerated"] = _tick(_("Beschleunigt: die obere Hälfte hat zwei Runden lang einen Punkt mehr"))
        add[f"{name}tie_breaks"] = forms.CharField(
            label=_("Bei Punktgleichheit"),
            required=False,
            max_length=100,
            help_text=_("Kürzel der Reihe nach, mit Leerzeichen; leer: wie üblich."),
        )
        if self._many_seats:
            add[f"{name}preferred"] = _number(_("Plätze je Tisch, üblich"), 3, 6, 4)
            add[f"{name}minimum"] = _number(_("Plätze je Tisch, mindestens"), 3, 6, 3)
            add[f"{name}draw"] = _choice(_("Tische werden"), DRAWS, "swiss")
            add[f"{name}advance"] = _number(_("Von jedem Tisch kommen weiter"), 1, 5, 2)
        add[f"{name}minutes"] = _number(_("Dauer der Arena in Minuten"), 20, 12 * 60, 60)
        if number < STAGES - 1:
            add[f"{name}qualify"] = _number(_("So viele kommen weiter (je Gruppe)"), 0, 1024, 0)
            add[f"{name}best_next"] = _number(_("Dazu die besten Nächstplatzierten"), 0, 64, 0)
        add[f"{name}series"] = _choice(_("Partien je Begegnung hier"), [AS_EVERYWHERE, *words.SERIES.items()])
        add[f"{name}games"] = _number(_("Zahl der Partien hier"), 1, 9)

    # --- what is shown ----------------------------------------------------------------------------------------------------------

    @property
    def sections(self) -> Iterator[tuple[Any, str, list[tuple[str, forms.BoundField]]]]:
        """Heading, key and fields of what stands behind the short start; of each the kinds of stages it concerns, if not all."""
        own = [name for *_, name, _choice, _label in self._options()]
        yield _("Texte"), "texts", self._with_kinds(name for name in self.TEXTS if name != "name")
        yield _("Zugang"), "access", self._with_kinds(self.IDENTITY)
        yield _("Anmeldung und Setzliste"), "entry", self._with_kinds(self.ENTRY)
        yield _("Optionen des Spiels"), "options", self._with_kinds(own)
        yield _("An den Tischen"), "table", self._with_kinds(self.TABLE)
        yield _("Teams und Decks"), "teams", self._with_kinds(self.TEAM)
        for number in range(STAGES):
            title = _("Abschnitt %(number)s") % {"number": number + 1}
            names = [name for name in self.fields if name.startswith(f"s{number}.") and name not in self.START]
            yield title, f"stage{number}", self._with_kinds(names)

    def _with_kinds(self, names: Iterable[str]) -> list[tuple[str, forms.BoundField]]:
        return [
            (CONCERNS.get(name.split(".")[1], "") if name[:1] == "s" and "." in name else "", self[name])
            for name in self._there(names)
        ]

    @property
    def start(self) -> list[forms.BoundField]:
        """The short start."""
        return [self[name] for name in self._there(self.START)]

    def _there(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name in self.fields]

    @property
    def closed(self) -> list[str]:
        """Parts for which there is no stage yet, and which nothing has been sent for."""
        there = max(PLAIN_STAGES, len(self.base.stages))
        return [f"stage{number}" for number in range(there, STAGES) if not self.data.get(f"s{number}.kind")]

    @property
    def tie_breaks(self) -> list[tuple[str, Any, Any]]:
        """What can order those who are level on points: code, name, and what it is."""
        return [(code, label, words.MEANINGS[code]) for code, label in words.TIE_BREAKS.items()]

    @property
    def more_is_open(self) -> bool:
        """Whether something behind the short start is wrong."""
        return any(name not in self.START for name in self.errors)

    # --- reading ----------------------------------------------------------------------------------------------------------------

    def _initial(self) -> dict[str, Any]:
        plan, row = self.base, self.row
        table = plan.table
        found: dict[str, Any] = {
            name: getattr(plan, name) for name in (*self.ENTRY, *self.TEAM, "auto") if hasattr(plan, name) and name != "deck"
        }
        found |= {
            name: getattr(table, name)
            for name in ("series", "games", "by_points", "starter", "loser_chooses", "rated", "shared_deal")
        }
        found |= {"mode": table.mode, "deck": plan.deck.get("choice", "")}
        found |= {"bank_min": table.bank_ms // MINUTE_MS or None, "increment_s": table.increment_ms // SECOND_MS}
        found |= {"move_h": table.move_ms // HOUR_MS, "pause_min": plan.pause_s // 60}
        found["no_show_min"] = Decimal(plan.no_show_s) / 60
        found |= {f"ties.{place}": tie for place, tie in enumerate(table.ties)}
        for number, stage in enumerate(plan.stages[:STAGES]):
            found |= {f"s{number}.{name}": value for name, value in msgspec.structs.asdict(stage).items() if name != "table"}
            found[f"s{number}.tie_breaks"] = " ".join(stage.tie_breaks)
            found |= {f"s{number}.{name}": stage.table[name] for name in ("series", "games") if name in stage.table}
        if row is not None:
            names = (*self.TEXTS, "starts_at", "registration_at", "access", "repeat")
            found |= {name: getattr(row, name) for name in names}
            found["allowed"] = "\n".join(row.allowed)
        return found

    def clean(self) -> dict[str, Any]:
        """The plan; every problem at the field it concerns."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors or (self.row is not None and self.row.is_begun):
            return data
        if data.get("access") == Tournament.Access.PASSWORD and not data.get("password") and not (self.row and self.row.password):
            self.add_error("password", _("Nenne das Kennwort, mit dem man sich anmeldet."))
        begins, opens = data.get("starts_at"), data.get("registration_at")
        if begins and opens and opens > begins:
            self.add_error("registration_at", words.REFUSALS["bad_times"])
        if data.get("seeding") == "earlier" and not Tournament.objects.filter(pk=data.get("earlier", "")).exists():
            self.add_error("earlier", _("Ein Turnier mit dieser Kennung gibt es nicht."))
        try:
            plan = self._plan(data)
        except msgspec.ValidationError as error:
            self.add_error(None, str(error))
            return data
        for wrong in making.problems(plan):
            self._tell(wrong, plan)
        data["plan"] = plan
        return data

    def identity(self) -> dict[str, Any]:
        """The fields beside the plan, as `making` takes them."""
        names: tuple[str, ...] = self.TEXTS
        if self.row is None or not self.row.is_begun:
            names = (*names, "starts_at", "registration_at", "access", "repeat")
        found = {name: self.cleaned_data[name] for name in names if name in self.cleaned_data}
        if "access" in found:
            found["access"] = found["access"] or Tournament.Access.PUBLIC
            found["allowed"] = self.cleaned_data.get("allowed", "").splitlines()
            if self.cleaned_data.get("password"):
                found["password"] = self.cleaned_data["password"]
        return found

    def _plan(self, data: Mapping[str, Any]) -> Plan:
        whole = plain(self.base)
        for name in (*self.ENTRY, *self.TEAM, "auto"):
            if name in self.fields and name != "deck":
                whole[name] = self._value(data, name, whole.get(name))
        whole |= {name: data.get(name) for name in ("points_from", "points_to")}
        whole["earlier"] = data.get("earlier", "") if whole["seeding"] == "earlier" else ""
        if data.get("no_show_min") is not None:
            whole["no_show_s"] = int(data["no_show_min"] * 60)
        if data.get("pause_min") is not None:
            whole["pause_s"] = data["pause_min"] * 60
        whole["table"] = self._table_rules(data, whole["table"])
        whole["stages"] = [self._stage(data, number) for number in range(STAGES) if data.get(f"s{number}.kind")]
        whole["stages"] += [msgspec.to_builtins(stage) for stage in self.base.stages[STAGES:]]
        self._take_preset(data, whole)
        whole["deck"] = self._deck(data) if whole["decks"] == "organiser" else {}
        self._take_packs(whole)
        if not whole["table"].get("rated") or not self.can_rate:
            whole["table"]["rated"] = bool(whole["table"].get("rated")) and (self.can_rate or self.base.table.rated)
        return read(whole)

    def _take_packs(self, whole: dict[str, Any]) -> None:
        """What goes with packs that are opened there: a check-in with time to build (OMG-17.2)."""
        packs = registry.game(self.meta.slug).sealed
        if whole["decks"] != "sealed" or packs is None:
            whole["mix"] = ""
            return
        least = TURN_BUILD_MIN if whole["table"]["mode"] == "turn" else LIVE_BUILD_MIN
        whole["check_in"], whole["check_in_minutes"] = True, max(least, whole["check_in_minutes"])
        whole["mix"] = whole["mix"] if whole["mix"] in packs.mixes else next(iter(packs.mixes))

    @staticmethod
    def _value(data: Mapping[str, Any], name: str, before: Any) -> Any:
        value = data.get(name)
        return before if value in (None, "") else value

    def _table_rules(self, data: Mapping[str, Any], table: dict[str, Any]) -> dict[str, Any]:
        for name in ("series", "games", "by_points", "starter", "loser_chooses", "rated", "mode", "shared_deal"):
            if name in self.fields:
                table[name] = self._value(data, name, table[name])
        for name, (key, unit) in PACE.items():
            if data.get(name) is not None:
                table[key] = data[name] * unit
        table["ties"] = list(dict.fromkeys(data[f"ties.{place}"] for place in range(TIE_PLACES) if data.get(f"ties.{place}")))
        table["options"] = self._own_options(data)
        return table

    def _own_options(self, data: Mapping[str, Any]) -> Options:
        options: Options = {}
        for option in self.meta.options:
            if option.name == SERIES_OPTION:
                continue
            parts = {choice.name: data.get(name) or choice.default for one, name, choice, _ in self._options() if one is option}
            if isinstance(option, Choice):
                if parts[option.name] != option.default:
                    options[option.name] = parts[option.name]
            elif parts != option.complete({}):
                options[option.name] = parts
        return options

    def _stage(self, data: Mapping[str, Any], number: int) -> dict[str, Any]:
        before = self.base.stages[number] if number < len(self.base.stages) else StageRules(kind=data[f"s{number}.kind"])
        stage: dict[str, Any] = msgspec.to_builtins(before)
        last = not (number + 1 < STAGES and data.get(f"s{number + 1}.kind")) and len(self.base.stages) <= STAGES
        for name in stage:
            field = f"s{number}.{name}"
            if field in self.fields and name not in ("tie_breaks", "table"):
                stage[name] = self._value(data, field, stage[name])
        if last:
            stage["qualify"] = stage["best_next"] = 0
        stage["tie_breaks"] = list(dict.fromkeys(data.get(f"s{number}.tie_breaks", "").upper().replace(",", " ").split()))
        table = {name: value for name, value in stage["table"].items() if name not in ("series", "games")}
        if series := data.get(f"s{number}.series"):
            table["series"] = series
            table["games"] = data.get(f"s{number}.games") or 1
        stage["table"] = table
        return stage

    def _take_preset(self, data: Mapping[str, Any], whole: dict[str, Any]) -> None:
        name = data.get("preset", OWN)
        if not name:
            return
        preset = presets.PRESETS[name.removesuffix("+")]
        whole["table"] |= dict(preset.table) | (dict(preset.or_table) if name.endswith("+") else {})
        whole["teams"] = preset.teams if whole["teams"] != "boards" else whole["teams"]
        for number, stage in enumerate(whole["stages"]):
            if stage["kind"] in MANY and preset.seats[1] > 2:
                stage["minimum"], stage["preferred"] = max(3, preset.seats[0]), min(stage["preferred"], preset.seats[1])
                stage["preferred"] = max(stage["preferred"], stage["minimum"])
            if stage["kind"] not in preset.formats:
                self.add_error(f"s{number}.kind", _("Diese Turnierart passt nicht zur Vorlage."))

    def _deck(self, data: Mapping[str, Any]) -> dict[str, Any]:
        wish = data.get("deck", "")
        if self.base.deck and wish in ("", self.base.deck.get("choice")):
            return dict(self.base.deck)
        if not wish:
            self.add_error("deck", _("Wähle das Deck, mit dem alle spielen."))
            return {}
        return dict(decks.chosen(self._table(), self.user, 0, wish))

    def _table(self) -> Table:
        seats = self.meta.seats[0]
        return Table(game=self.meta.slug, rules_version=self.meta.rules_version, options=self.meta.check({}, seats))

    def _tell(self, wrong: Wrong, plan: Plan) -> None:
        """One problem, at its field."""
        field, said = wrong.field, words.problem(wrong)
        if field.startswith("stages."):
            _stages, number, name = field.split(".", 2)
            field = f"s{number}.{name}"
            if name.startswith("options."):
                said, field = self.speaker.say(wrong.value), self._field_of(name.removeprefix("options."))
            elif name == "seats":
                field = f"s{number}.preferred" if plan.stages[int(number)].kind in MANY else "teams"
            elif name in ("series", "games", "ties", "shared_deal") and name not in plan.stages[int(number)].table:
                field = name if name != "ties" else "ties.0"
        elif field == "no_show_s":
            field = "no_show_min"
        known = field if field in self.fields else None
        if said not in self.errors.get(known or "__all__", ()):
            self.add_error(known, said)

    def _field_of(self, option: str) -> str:
        """The field at which a problem with an option of the game is told; what a preset sets is told there."""
        if self.cleaned_data.get("preset"):
            return "preset"
        return next((name for one, name, _choice, _label in self._options() if one.name == option), "preset")

    # --- the game ---------------------------------------------------------------------------------------------------------------

    def _options(self) -> Iterator[tuple[Choice | Record, str, Choice, str]]:
        """Option, name of its field, choice and key of its words, part by part."""
        for option in self.meta.options:
            if option.name == SERIES_OPTION:
                continue
            if isinstance(option, Choice):
                yield option, f"option.{option.name}", option, f"setting.{option.name}"
            else:
                for part in option.fields:
                    yield option, f"option.{option.name}.{part.name}", part, f"setting.{option.name}.{part.name}"

    def _word(self, key: str) -> str:
        return self.speaker.fill(key, {})

    @property
    def _many_seats(self) -> bool:
        return self.meta.seats[-1] > 2


def _fresh(meta: Meta) -> Plan:
    """What a new tournament starts from."""
    least, most = presets.TABLE_SIZES.get(meta.slug, (3, 4))
    kind: StageKind = "single" if 2 in meta.seats else "heats"
    stage = StageRules(kind=kind, preferred=min(4, most), minimum=least)
    return Plan(game=meta.slug, stages=(stage,), table=TableRules(rated=False))
