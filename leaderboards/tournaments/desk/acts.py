"""Acts of organisers: one address takes them all. Whatever cannot be undone is asked about first (UX-5.3, RNK-7.1).

The question is a page with an address of its own, so that going back and loading anew work as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from leaderboards.tournaments import words
from leaderboards.tournaments.desk import frame
from leaderboards.tournaments.models import Tournament
from leaderboards.tournaments.refusals import Refused

LONGEST_REASON = 300
OWN_FIELDS = ("csrfmiddlewaretoken", "confirmed", "reason")
BACK = "back"
"""Where somebody came from who is asked."""


@dataclass(frozen=True)
class Asked:
    """What somebody wants done."""

    row: Tournament
    by: User
    data: QueryDict
    files: Mapping[str, Any]

    @property
    def reason(self) -> str:
        """Why."""
        return self.data.get("reason", "").strip()[:LONGEST_REASON]

    def number(self, name: str) -> int:
        """A number that was sent; -1 for anything else, which nothing has."""
        value = self.data.get(name, "")
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else -1


@dataclass(frozen=True)
class Question:
    """What is asked before an act that cannot simply be undone."""

    title: str
    facts: tuple[str, ...] = ()
    """What will happen."""
    button: str = ""
    reason: bool = True
    """Whether one has to be given."""
    danger: bool = True
    public: bool = False
    """Whether all may read the reason, not only whom it concerns."""
    choices: tuple[Any, ...] = ()
    """Later matches, of each who meets there and whether it has to be said what becomes of it (RNK-7.13)."""


@dataclass(frozen=True)
class Done:
    """What was done: what is said of it, and where to go on."""

    said: str
    to: str


Do = Callable[[Asked], Done]
Ask = Callable[[Asked], Question]
Page = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Deed:
    """One act."""

    do: Do
    page: Page
    """Shown again if it is refused, with the reason on top."""
    ask: Ask | None = None


DEEDS: dict[str, Deed] = {}
"""By the word in the address."""


def deed(word: str, page: Page, ask: Ask | None = None) -> Callable[[Do], Do]:
    """Make an act of a function."""

    def note(do: Do) -> Do:
        DEEDS[word] = Deed(do, page, ask)
        return do

    return note


def act(request: HttpRequest, row: Tournament, word: str) -> HttpResponse:
    """Do it, or ask first; if it is refused, say why, and nothing has changed."""
    found = DEEDS.get(word)
    if found is None:
        raise Http404
    asked = Asked(row, frame.user_of(request), _without_nul(request.POST), request.FILES)
    try:
        if found.ask is not None and "confirmed" not in request.POST:
            found.ask(asked)
            return redirect(_address(request, asked, word))
        done = found.do(asked)
    except Refused as refused:
        if refused.code == "wrong_role":
            raise PermissionDenied from refused
        said, status = words.sentence(refused), frame.status_of(refused)
        if found.ask is not None and refused.code in ("no_reason", "no_reason_for_breach", "needs_choice"):
            return _question(request, asked, word, found.ask(asked), error=said, status=status)
        row.refresh_from_db()
        return found.page(request, row, error=said, status=status)
    messages.success(request, done.said)
    return redirect(done.to)


def _without_nul(data: QueryDict) -> QueryDict:
    """What was sent, but for what PostgreSQL does not take (QUA-3.3)."""
    found = data.copy()
    for name, values in data.lists():
        found.setlist(name, [str(value).replace("\0", "") for value in values])
    return found


act_post = require_POST(frame.desk("messages")(act))


def _address(request: HttpRequest, asked: Asked, word: str) -> str:
    """Of the page with the question: what was sent, and where whoever is asked came from."""
    told = asked.data.copy()
    for name in OWN_FIELDS:
        told.pop(name, None)
    site, referer = request.build_absolute_uri("/"), request.headers.get("referer", "")
    told[BACK] = referer.removeprefix(site.removesuffix("/")) if referer.startswith(site) else ""
    return f"{reverse('tournaments:desk-ask', args=[asked.row.pk, word])}?{told.urlencode()}"


def question(request: HttpRequest, row: Tournament, word: str) -> HttpResponse:
    """Ask before an act; if it cannot be done any more, say why."""
    found = DEEDS.get(word)
    if found is None or found.ask is None:
        raise Http404
    asked = Asked(row, frame.user_of(request), _without_nul(request.GET), {})
    try:
        return _question(request, asked, word, found.ask(asked))
    except Refused as refused:
        if refused.code == "wrong_role":
            raise PermissionDenied from refused
        return found.page(request, row, error=words.sentence(refused), status=frame.status_of(refused))


ask = require_safe(frame.desk("messages")(question))


def _question(
    request: HttpRequest, asked: Asked, word: str, question: Question, error: str = "", status: int = 200
) -> HttpResponse:
    hidden = [
        (name, value)
        for name in asked.data
        if name not in OWN_FIELDS and not name.startswith("choice.")
        for value in asked.data.getlist(name)
    ]
    choices = [(match, who, must, asked.data.get(f"choice.{match.name}", "")) for match, who, must in question.choices]
    desk = reverse("tournaments:desk-overview", args=[asked.row.pk])
    back = asked.data.get(BACK, "")
    context = {
        "question": question,
        "hidden": hidden,
        "word": word,
        "error": error,
        "reason": asked.reason,
        "choices": choices,
        "back": back if back.startswith(desk) else desk,
    }
    return frame.show(request, asked.row, "confirm", context, status)
