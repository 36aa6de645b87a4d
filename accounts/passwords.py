"""What no password may be (QUA-4.6), beside too short or on the list of common ones."""

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

LONGEST = 128
SHORTEST_WORD = 4
FEWEST_OF_ONES_OWN = 6


class MaximumLength:
    """At most 128 characters."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Refuse longer ones."""
        if len(password) > LONGEST:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        """As shown at the field."""
        return _("Ein Passwort hat höchstens %(longest)d Zeichen.") % {"longest": LONGEST}


class OwnWords:
    """Not just the name of the site, of a game or of oneself with something small beside it: these are tried first."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Refuse it if little is left without these words."""
        rest = password.casefold()
        for word in sorted(set(_own_words(user)), key=len, reverse=True):
            rest = rest.replace(word, "")
        if len(rest) < FEWEST_OF_ONES_OWN <= len(password):
            raise ValidationError(self.get_help_text(), code="password_of_own_words")

    def get_help_text(self) -> str:
        """As shown at the field."""
        return _("Das Passwort besteht fast nur aus deinem Namen, deiner Mailadresse, einem Spiel oder dem Namen dieser Seite.")


def _own_words(user: User | None) -> Iterator[str]:
    """Words that stand around here, and those of the user."""
    words = ["kartenhaus", *(config.label for config in apps.get_app_configs())]
    if user is not None:
        words += [user.username or "", *(user.username or "").split()]  # a form may have refused the name
        words += [part for address in _addresses(user) for part in (address, *address.split("@"))]
    for word in words:
        if len(word) >= SHORTEST_WORD:
            yield word.casefold()


def _addresses(user: User) -> list[str]:
    """Mail addresses of a user; one who is just being made tells theirs as `email`."""
    told = getattr(user, "email", "")
    return [told] if told or user.pk is None else list(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
