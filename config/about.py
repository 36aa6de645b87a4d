"""Pages about the site itself: help, imprint, privacy, credits, and what programs ask for."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from config import parts
from config.stored import KEPT
from games.tables.key_map import keys

SECURITY_TXT_LASTS = timedelta(days=180)
"""For how long programs may believe what `security.txt` says."""

ICONS = (
    ("site/icon-192.png", "192x192", "any"),
    ("site/icon-512.png", "512x512", "any"),
    ("site/icon-maskable.png", "512x512", "maskable"),
)
PAPER, BRAND = "#eef0ea", "#0e4f4b"


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to play here, keys, fair play, conduct, accessibility."""
    return render(request, "about/help.html", {"keys": keys(), "operator": settings.OPERATOR})


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Who runs the site (QUA-5.4)."""
    return render(request, "about/imprint.html", {"operator": settings.OPERATOR})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people (QUA-5.1), and what stays in their browsers."""
    names = {
        "session": settings.SESSION_COOKIE_NAME,
        "csrf": settings.CSRF_COOKIE_NAME,
        "language": settings.LANGUAGE_COOKIE_NAME,
    }
    return render(request, "about/privacy.html", {"kept": KEPT, "cookies": names, "operator": settings.OPERATOR})


@require_safe
def credits_page(request: HttpRequest) -> HttpResponse:
    """What the site is made of, and under which licences."""
    return render(request, "about/credits.html", {"browser": parts.for_browsers(), "server": parts.for_server()})


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Where to tell holes (RFC 9116, QUA-4.12); nothing if nobody runs the site."""
    contact = settings.OPERATOR.security_contact
    if not contact:
        raise Http404
    expires = (timezone.now() + SECURITY_TXT_LASTS).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {contact}", f"Expires: {expires}", "Preferred-Languages: de, en"]
    if settings.SITE_URL:
        lines.append(f"Canonical: {settings.SITE_URL}{reverse('security-txt')}")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What an installed web app is called and looks like (UX-6.4)."""
    about = {
        "name": "Kartenhaus",
        "short_name": "Kartenhaus",
        "description": gettext("Kartenspiele im Browser, gegen Bots oder mit Freunden."),
        "lang": get_language() or "de",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BRAND,
        "icons": [
            {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose} for name, sizes, purpose in ICONS
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")
