"""Pages of the decks: one's own, the builder, decks that others show. Thin: writes go through `service`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import user_of, with_account
from accounts.limits import count_use
from accounts.models import User
from games import texts
from games.decks import forms, lists, pool, service, validity, words
from games.decks import kinds as known
from games.decks import trial as trials
from games.decks.kinds import Kind
from games.decks.models import Deck
from games.decks.report import of_deck, owned, report
from games.engine.errors import EngineError
from games.engine.registry import UnknownName
from games.texts import Speaker, speak

HOUR = 3600
SAVES_PER_HOUR = 2000
"""One every two seconds, all the time."""
TRIALS_PER_HOUR = 2000
DECKS_PER_HOUR = 100
"""New ones, copies and pasted lists."""

FORMS = ["GET", "HEAD", "POST"]

DeckView = Callable[[HttpRequest, Kind, Deck], HttpResponseBase]


def own_deck(view: DeckView) -> Callable[..., HttpResponseBase]:
    """A page about a deck of one's own; whatever deck is somebody else's is not there (QUA-3.8)."""

    @with_account
    @wraps(view)
    def looked_at(request: HttpRequest, game: str, deck: int) -> HttpResponseBase:
        kind = kind_of(game)
        return view(request, kind, get_object_or_404(kind.decks(), pk=deck, owner=user_of(request)))

    return looked_at


def kind_of(game: str) -> Kind:
    """The decks of a game, or a page that is not there."""
    try:
        kind = known.kind(game)
    except UnknownName as error:
        raise Http404(str(error)) from None
    if kind is None:
        raise Http404(f"nobody builds decks for {game}")
    return kind


# --- lists -------------------------------------------------------------------------------------------------------------------


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """For which games one can build decks; where it is only one, its decks."""
    found = known.kinds()
    if len(found) == 1:
        return redirect("decks:index", found[0].game)
    tiles = [(kind.game, _name(kind.game)) for kind in found]
    return render(request, "decks/games.html", {"tiles": tiles})


@never_cache
@require_safe
def index(request: HttpRequest, game: str) -> HttpResponse:
    """One's own decks, and those that come with the game."""
    kind, language = kind_of(game), _language()
    user = request.user if isinstance(request.user, User) and not request.user.is_guest else None
    own = kind.decks().filter(owner=user).select_related("owner") if user else []
    context = {
        "decks": [(deck, of_deck(kind, deck, language)) for deck in own],
        "starters": known.starters(game, language),
        "notices": validity.unread(user, language, game) if user else [],
        "has_account": user is not None,
        "most": service.MOST_DECKS,
    }
    return render(request, "decks/index.html", _page(kind) | context)


@require_safe
def starter(request: HttpRequest, game: str, starter: str) -> HttpResponse:
    """A deck that comes with the game."""
    kind = kind_of(game)
    found = next((one for one in known.starters(game, _language()) if one.id == starter), None)
    if found is None:
        raise Http404(f"{game} has no starter deck {starter}")
    return _show(request, kind, found.name, found.cards, {"about": found.about, "source": f"starter:{found.id}"})


@require_safe
def public(request: HttpRequest, game: str, link: str) -> HttpResponse:
    """A deck that somebody shows to whoever has the link."""
    kind = kind_of(game)
    deck = get_object_or_404(kind.decks().select_related("owner"), link=link)
    return _show(request, kind, deck.name, deck.cards, {"by": deck.owner.username, "source": f"link:{link}"})


def _show(request: HttpRequest, kind: Kind, name: str, cards: Mapping[str, int], more: Mapping[str, Any]) -> HttpResponse:
    language = _language()
    context = {
        "name": name,
        "groups": pool.groups(kind, cards, language),
        "report": report(kind, cards, language),
        "text": lists.written(kind, name, cards, language),
        "has_account": isinstance(request.user, User) and not request.user.is_guest,
    }
    return render(request, "decks/show.html", _page(kind) | context | dict(more))


# --- new ones ----------------------------------------------------------------------------------------------------------------


@with_account
@require_POST
def new(request: HttpRequest, game: str) -> HttpResponseBase:
    """An empty deck, or a copy of one that comes with the game or that somebody shows."""
    kind = kind_of(game)
    source, _colon, which = request.POST.get("from", "").partition(":")
    name, cards = "", dict[str, int]()
    if source == "starter":
        found = next((one for one in known.starters(game, _language()) if one.id == which), None)
        if found is None:
            raise Http404(f"{game} has no starter deck of this name")
        name, cards = found.name, found.cards
    elif source == "link":
        deck = get_object_or_404(kind.decks(), link=which)
        name, cards = deck.name, deck.cards
    return _create(request, kind, name, cards)


@with_account
@require_POST
def read(request: HttpRequest, game: str) -> HttpResponseBase:
    """Whoever presses has read what changes of rules and cards have done to their decks (OMG-16.10)."""
    kind = kind_of(game)
    validity.read(user_of(request), kind.game)
    return redirect("decks:index", kind.game)


@with_account
@require_http_methods(FORMS)
def paste(request: HttpRequest, game: str) -> HttpResponseBase:
    """A deck from a list that somebody has; if it cannot be read, it is said why, and nothing has changed."""
    kind = kind_of(game)
    form = forms.TextForm(kind, request.POST if request.method == "POST" else None)
    if form.is_valid():
        parsed: lists.Parsed = form.cleaned_data["text"]
        return _create(request, kind, parsed.name, parsed.cards)
    return render(request, "decks/text.html", _page(kind) | {"form": form}, status=400 if form.errors else 200)


def _create(request: HttpRequest, kind: Kind, name: str, cards: Mapping[str, int]) -> HttpResponse:
    _count(request, "new", DECKS_PER_HOUR)
    try:
        deck = service.create(user_of(request), kind, name, cards)
    except service.DeckRefused as refused:
        _refuse(request, refused)
        return redirect("decks:index", kind.game)
    return redirect("decks:build", kind.game, deck.pk)


# --- one's own ---------------------------------------------------------------------------------------------------------------


@own_deck
@require_safe
def build(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """The builder."""
    language = _language()
    digest, _data = texts.catalogue_file(kind.game, language)
    config = texts.config_of(kind.game)
    faces, sheet = (config.static_file("faces.js"), config.static_file("faces.css")) if config else (None, None)
    told, has = of_deck(kind, deck, language), owned(kind, deck)
    cards = pool.pool(kind, language)
    data = {
        "game": kind.game,
        "size": kind.rules.size,
        "pool": (cards if has is None else pool.with_owned(cards, has, lent=bool(deck.event))).plain(),
        "deck": {"name": deck.name, "version": deck.version, "cards": deck.cards},
        "report": told.plain(),
        **({} if has is None else {"owned": dict(has)}),
        "words": words.words(),
        "rules": reverse("tables:game", args=[kind.game]),
        "trial": reverse("decks:trial", args=[kind.game, deck.pk]),
    }
    context = {
        "deck": deck,
        "data": data,
        "groups": pool.groups(kind, deck.cards, language, has),
        "report": told,
        "notices": [told for told in validity.unread(deck.owner, language, kind.game) if told.deck == deck.pk],
        "name_form": forms.NameForm(initial={"name": deck.name}),
        "public_url": _public_url(request, kind, deck),
        "catalogue_url": reverse("tables:catalogue", args=[language, kind.game, digest]),
        "faces": faces,
        "faces_sheet": sheet,
    }
    return render(request, "decks/build.html", _page(kind) | context)


@own_deck
@require_POST
def save(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """The cards as the builder has them. The answer is what is to be said of them, or the deck if it has changed meanwhile."""
    _count(request, "save", SAVES_PER_HOUR)
    form = forms.SaveForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"detail": _("Diese Angaben passen nicht zu einem Deck.")}, status=400)
    sent = form.cleaned_data["cards"]
    try:
        cards = lists.parse(kind, sent).cards if sent.strip() else {}
        fresh = service.save(kind, deck, form.cleaned_data["version"], cards)
    except lists.BrokenList as broken:
        return JsonResponse({"detail": str(broken)}, status=400)
    except service.Outdated as outdated:
        return _told(kind, outdated.deck, 409)
    return _told(kind, fresh, 200)


def _told(kind: Kind, deck: Deck, status: int) -> JsonResponse:
    data = {"version": deck.version, "cards": deck.cards, "report": of_deck(kind, deck, _language()).plain()}
    return JsonResponse(data, status=status)


@own_deck
@require_http_methods(FORMS)
def text(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """The deck as text, to take away and to change. A list that cannot be read changes nothing."""
    if request.method == "POST":
        _count(request, "save", SAVES_PER_HOUR)
        form = forms.VersionForm(kind, request.POST)
        if form.is_valid():
            try:
                service.save(kind, deck, form.cleaned_data["version"], form.cleaned_data["text"].cards)
            except service.Outdated as outdated:
                form.add_error(None, speak(outdated.text, _language()))
            else:
                return redirect("decks:build", kind.game, deck.pk)
    else:
        listed = lists.written(kind, deck.name, deck.cards, _language())
        form = forms.VersionForm(kind, initial={"text": listed, "version": deck.version})
    return render(request, "decks/text.html", _page(kind) | {"form": form, "deck": deck}, status=400 if form.errors else 200)


@own_deck
@require_POST
def rename(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """Call it differently."""
    _count(request, "save", SAVES_PER_HOUR)
    try:
        service.rename(deck, request.POST.get("name", ""))
    except service.DeckRefused as refused:
        _refuse(request, refused)
    return redirect("decks:build", kind.game, deck.pk)


@own_deck
@require_POST
def copy(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """A second one like it."""
    return _create(request, kind, service.copied_name(deck.name), deck.cards)


@own_deck
@require_POST
def link(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """Show it to whoever has the link, or to nobody any more."""
    _count(request, "save", SAVES_PER_HOUR)
    service.publish(deck, request.POST.get("public") == "on")
    return redirect("decks:build", kind.game, deck.pk)


@own_deck
@require_POST
def favourite(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """Sit down with it if nothing else is chosen, or not any more."""
    _count(request, "save", SAVES_PER_HOUR)
    try:
        service.choose_favourite(kind, deck, request.POST.get("favourite") == "on")
    except service.DeckRefused as refused:
        _refuse(request, refused)
    if request.POST.get("from") == "index":
        return redirect("decks:index", kind.game)
    return redirect("decks:build", kind.game, deck.pk)


@own_deck
@never_cache
@require_safe
def trial(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """A hand as it might come up with what is saved, and how often what does: a page, or JSON for the builder."""
    _count(request, "trial", TRIALS_PER_HOUR)
    language = _language()
    told = trials.trial(kind, deck.cards, language, request.GET.get("regeln", ""))
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        response: HttpResponse = JsonResponse(told.plain())
    else:
        least, most = trials.bounds(kind)
        context = {"deck": deck, "trial": told, "least": least, "most": most}
        response = render(request, "decks/trial.html", _page(kind) | context)
    patch_vary_headers(response, ["Accept"])
    return response


@own_deck
@require_http_methods(FORMS)
def delete(request: HttpRequest, kind: Kind, deck: Deck) -> HttpResponse:
    """Ask once, then it is gone. Tables that are played with it keep their copy."""
    if request.method != "POST":
        return render(request, "decks/delete.html", _page(kind) | {"deck": deck})
    service.delete(kind, deck)
    messages.success(request, _("Das Deck „%(name)s“ ist gelöscht.") % {"name": deck.name})
    return redirect("decks:index", kind.game)


# --- what they share ---------------------------------------------------------------------------------------------------------


def _page(kind: Kind) -> dict[str, Any]:
    """What every page about the decks of a game needs."""
    first, config = pool.pool(kind, _language()).cards[0], texts.config_of(kind.game)
    return {
        "collection_url": reverse(config.collection) if config and config.collection else "",
        "game": kind.game,
        "game_name": _name(kind.game),
        "rules_url": reverse("tables:game", args=[kind.game]),
        "example": f"3 {first.id} {first.name}",
    }


def _public_url(request: HttpRequest, kind: Kind, deck: Deck) -> str:
    """The address by which others see it; empty while nobody does."""
    return request.build_absolute_uri(reverse("decks:public", args=[kind.game, deck.link])) if deck.link else ""


def _name(game: str) -> str:
    return Speaker(game, _language()).fill("game.name", {"option": game})


def _language() -> str:
    return get_language() or "de"


def _count(request: HttpRequest, what: str, most: int) -> None:
    """Nobody needs more of it than that (PRO-7.3)."""
    count_use(f"decks:{what}:{user_of(request).pk}", request.META.get("REMOTE_ADDR", ""), allowed=most, seconds=HOUR)


def _refuse(request: HttpRequest, refused: EngineError) -> None:
    messages.error(request, speak(refused.text, _language()))
