"""The forms about decks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.decks import lists, naming
from games.decks.kinds import Kind


class TextForm(forms.Form):
    """A deck as text. What is wrong with it is told line by line; `problems` has the rules beside the words."""

    text = forms.CharField(
        label=_("Deckliste"),
        max_length=lists.MOST_SIGNS,
        widget=forms.Textarea(attrs={"class": "input decktext", "rows": 18, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, kind: Kind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.problems: list[lists.Problem] = []

    def clean_text(self) -> lists.Parsed:
        """The deck it says."""
        try:
            return lists.parse(self.kind, str(self.cleaned_data["text"]))
        except lists.BrokenList as broken:
            self.problems = broken.problems
            raise forms.ValidationError(
                [f"{problem.said} ({problem.rule})" if problem.rule else problem.said for problem in broken.problems]
            ) from None


class VersionForm(TextForm):
    """The same for a deck that there is: what it said when it was looked at."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)


class SaveForm(forms.Form):
    """What the builder sends: a line a card, none for an empty deck."""

    version = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    cards = forms.CharField(max_length=lists.MOST_SIGNS, required=False, strip=False)


class NameForm(forms.Form):
    """What a deck is called."""

    name = forms.CharField(
        label=_("Name des Decks"),
        max_length=naming.LONGEST,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off", "dir": "auto"}),
    )
