"""Pages of a collection: the album, boosters, crafting (OMG-16). A booster of somebody else is not there (QUA-3.8)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.access import user_of, with_account
from accounts.limits import count_use
from games import texts
from games.decks.kinds import starters
from games.engine.dice import RNG
from games.omg.collection import album, earning, service
from games.omg.models import Booster, Collection
from games.omg.rules import boosters
from games.omg.rules.cards import SLUG
from games.texts import speak

HOUR = 3600
ACTS_PER_HOUR = 1000
LATEST = 12
"""Opened boosters that the album lists."""
DIGITS = 9
"""Of the longest number that a form may send."""


@with_account
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The album, what can be opened, and how more is earned."""
    user, language = user_of(request), _language()
    earning.catch_up(user)
    collection = Collection.objects.filter(owner=user).first() or Collection(owner=user)
    shown = album.album(collection, language, request.GET)
    large = next((card for card in shown.cards if card.shown.id == request.GET.get("karte")), None)
    rows = Booster.objects.filter(owner=user)
    context = {
        "collection": collection,
        "album": shown,
        "large": large,
        "price": album.price(large.shown.id) if large else 0,
        "kept": boosters.KEPT,
        "closed": rows.filter(opened_at__isnull=True),
        "opened": rows.filter(opened_at__isnull=False).order_by("-number")[:LATEST],
        "kinds": Booster.Kind.choices,
        "booster_price": service.PRICE,
        "next_number": service.bought(user) + 1,
        "today": earning.today(user),
        "most_today": earning.MOST_A_DAY,
        "next_starter": service.next_starter(collection) if collection.pk else 0,
        "starters": [] if collection.starters else starters(SLUG, language),
        "received": [one for one in starters(SLUG, language) if one.id in collection.starters],
        "pages": len(shown.cards),
    }
    return render(request, "omg/album.html", _page(language) | context)


@with_account
@require_POST
def starter(request: HttpRequest) -> HttpResponseBase:
    """The first starter deck."""
    return _act(request, lambda: service.choose_starter(user_of(request), request.POST.get("deck", "")))


@with_account
@require_POST
def buy(request: HttpRequest) -> HttpResponseBase:
    """A booster for click points."""
    number = _number(request, "number")
    return _act(request, lambda: service.buy(user_of(request), request.POST.get("kind", ""), number))


@with_account
@require_POST
def craft(request: HttpRequest) -> HttpResponseBase:
    """A copy of a card from Linksaft."""
    card, have = request.POST.get("card", ""), _number(request, "have")
    return _act(request, lambda: service.craft(user_of(request), card, have), card)


@with_account
@require_safe
def booster(request: HttpRequest, booster: int) -> HttpResponse:
    """A booster: closed, or what was in it."""
    language = _language()
    row = Booster.objects.filter(owner=user_of(request), pk=booster).first()
    if row is None:
        raise Http404("no booster of this person")
    context: dict[str, Any] = {"booster": row, "rng": RNG, "stream": service.stream_of(row)}
    if row.opened_at is not None:
        left = Booster.objects.filter(owner=user_of(request), opened_at__isnull=True).first()
        context |= {"pulled": album.pulled(row, language), "next": left, "fresh": "neu" in request.GET}
    return render(request, "omg/booster.html", _page(language) | context)


@with_account
@require_POST
def open_booster(request: HttpRequest, booster: int) -> HttpResponseBase:
    """Open it; whoever clicks twice sees the same cards."""
    _count(request)
    try:
        row = service.open_booster(user_of(request), booster, request.POST.get("nonce", ""))
    except service.NotThere as error:
        raise Http404(str(error)) from None
    except service.CollectionRefused as refused:
        context = {"refused": speak(refused.text, _language(), SLUG), "rng": RNG}
        row = Booster.objects.get(owner=user_of(request), pk=booster)
        context |= {"booster": row, "stream": service.stream_of(row)}
        return render(request, "omg/booster.html", _page(_language()) | context, status=400)
    return redirect(f"{row.get_absolute_url()}?neu")


def _act(request: HttpRequest, act: Any, card: str = "") -> HttpResponseBase:
    """Do it and go back to the album, which says what came of it: 404 for what there is not, 409 for what does not go."""
    _count(request)
    try:
        done = act()
    except service.NotThere as error:
        raise Http404(str(error)) from None
    except service.CollectionRefused as refused:
        context = {"refused": speak(refused.text, _language(), SLUG)}
        return render(request, "omg/refused.html", _page(_language()) | context, status=409)
    if isinstance(done, Booster):
        return redirect(done)
    if card:
        messages.success(request, _("Hergestellt. Die Karte ist in deiner Sammlung."))
        return redirect(f"{reverse('omg:collection')}?karte={card}#karte")
    return redirect("omg:collection")


def _number(request: HttpRequest, name: str) -> int:
    """A number of a form; -1 for what is none, which fits nothing."""
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) <= DIGITS else -1


def _page(language: str) -> dict[str, Any]:
    """What every page needs."""
    digest, _data = texts.catalogue_file(SLUG, language)
    config = texts.config_of(SLUG)
    return {
        "tile": {"slug": SLUG},
        "game_name": config.verbose_name if config else "",
        "rules_url": reverse("tables:game", args=[SLUG]),
        "catalogue_url": reverse("tables:catalogue", args=[language, SLUG, digest]),
        "faces": config and config.static_file("faces.js"),
        "faces_sheet": config and config.static_file("faces.css"),
    }


def _language() -> str:
    return get_language() or "de"


def _count(request: HttpRequest) -> None:
    """Nobody needs more of it than that (PRO-7.3)."""
    count_use(f"omg:{user_of(request).pk}", request.META.get("REMOTE_ADDR", ""), allowed=ACTS_PER_HOUR, seconds=HOUR)
