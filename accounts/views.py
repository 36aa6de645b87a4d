"""Pages and forms about oneself."""

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
