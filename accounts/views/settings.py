"""Settings: how the site looks and behaves, and the way to everything else about one's account."""

from typing import Any

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import table_memory
from accounts.access import user_of
from accounts.forms import SettingsForm
from accounts.models import User
from accounts.views.language import follow

LONGEST = 16 * 1024


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponseBase:
    """Show and change them. Guests have them too."""
    user = User.objects.get(pk=user_of(request).pk)
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_valid():
        form.save()
        with translation.override(user.language or translation.get_language()):
            messages.success(request, _("Deine Einstellungen sind gespeichert."))
        return follow(redirect("accounts:settings"), user)
    context: dict[str, Any] = {"form": form}
    if not user.is_guest:
        context |= {"address": EmailAddress.objects.get_verified(user), "second_factor": is_mfa_enabled(user)}
    return render(request, "accounts/settings.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def remember(request: HttpRequest) -> HttpResponse:
    """A table remembers something: `{"name": ..., "value": ...}`."""
    try:
        told = msgspec.json.decode(request.body[:LONGEST], type=dict[str, Any])
        table_memory.keep(user_of(request), str(told.get("name")), told.get("value"))
    except (msgspec.DecodeError, RecursionError, table_memory.Unknown):
        return HttpResponse(status=400)
    return HttpResponse(status=204)
