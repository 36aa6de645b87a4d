"""The language switch in the header."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views import i18n
from django.views.decorators.http import require_POST

from accounts.models import User


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Switch the language and go back to the same page (UX-10.1); who is logged in keeps it."""
    response = i18n.set_language(request)
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in User.Language.values:
        User.objects.filter(pk=request.user.pk).update(language=language)
    return response


def follow(response: HttpResponseBase, user: User) -> HttpResponseBase:
    """From this answer on, the browser is shown the language of the user."""
    if user.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
        )
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response
