"""Guests: players of one click, with a made-up name, no password and no questions (UX-2)."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.limits import count_use
from accounts.models import User
from accounts.signals import handed_over

logger = logging.getLogger("kartenhaus.accounts")

HOUR = 3600

# A guest is called "Gast" and a word made of these two halves. With up to four digits it still has 20 signs at most.
FIRST_HALVES = (
    "Ahorn Apfel Bach Berg Beet Birn Dach Dorf Efeu Farn Feld Feuer Fluss Forst Gold Gras Hafen Hafer Heide Holz "
    "Honig Jade Kakao Kies Klee Korn Kraut Küche Laub Licht Malz Markt Meer Minz Mohn Mond Moor Moos Nacht Nebel "
    "Nuss Obst Perl Quarz Rauch Regen Reif Ried Samt Sand Schnee See Segel Sommer Tal Tau Teich Torf Turm Ufer "
    "Wald Weide Wiese Wind Winter Wolken Zimt Zucker"
).split()
SECOND_HALVES = (
    "amsel apfel bach biene blatt blüte brise buch dachs distel eule falke falter farn feder fink flügel fuchs "
    "funke glocke grille hase hummel igel insel kanne kiesel knopf krähe krone kugel lampe lerche licht luchs "
    "meise möwe mühle otter perle pfad quelle reh ruder schal specht spatz stern taube tasse vogel welle wiesel "
    "wolke zeisig ziege"
).split()
LONGEST_WORD = 11
PLAIN_ATTEMPTS = 3
ATTEMPTS = 50
NUMBERS = 10_000


def ensure_player(request: HttpRequest) -> User:
    """Return who plays; whoever is not logged in becomes a new guest, for as long as the session lives."""
    if isinstance(request.user, User):
        return request.user
    count_use("guests", request.META.get("REMOTE_ADDR", ""), allowed=settings.GUESTS_PER_HOUR, seconds=HOUR)
    guest = create_guest(get_language() or "")
    login(request, guest)
    return guest


def create_guest(language: str) -> User:
    """Make a guest with a name that nobody has."""
    for attempt in range(ATTEMPTS):
        number = "" if attempt < PLAIN_ATTEMPTS else str(secrets.randbelow(NUMBERS))
        guest = User(username=f"Gast {_made_up_word()}{number}", is_guest=True, language=language)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError(f"no free name for a guest in {ATTEMPTS} attempts")


def _made_up_word() -> str:
    """Return a friendly word that is in no dictionary."""
    while True:
        first, second = secrets.choice(FIRST_HALVES), secrets.choice(SECOND_HALVES)
        if first.lower() != second and len(first + second) <= LONGEST_WORD:
            return first + second


def of_session(request: HttpRequest) -> User | None:
    """The guest to whom this session belongs, whoever is about to log in."""
    key = request.session.get(SESSION_KEY)
    return User.objects.filter(pk=key, is_guest=True).first() if key else None


def hand_over(guest: User, user: User) -> bool:
    """What a guest has goes to the account of whoever logs in; where nothing is kept back, the guest is gone. Whether it went.

    Somebody who sits down on two devices at once may be in the way; then all stays the guest's, and logging in goes on.
    """
    try:
        with transaction.atomic():
            kept = handed_over.send(User, guest=guest, user=user)
            if not any(something for _receiver, something in kept):
                guest.delete()
    except DatabaseError:
        logger.exception("a guest cannot be handed over")
        return False
    return True


@contextmanager
def aside(request: HttpRequest) -> Iterator[None]:
    """Let a guest be nobody for as long as allauth looks: for it whoever is logged in has no log-in page."""
    guest = request.user
    if not (isinstance(guest, User) and guest.is_guest):
        yield
        return
    request.user = AnonymousUser()
    yield
    if request.user.is_anonymous:
        request.user = guest
