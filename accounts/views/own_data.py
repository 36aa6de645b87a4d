"""Pages for a copy of one's own data, and for deleting the account. Both ask for the password (QUA-4.5)."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import own_data
from accounts.access import user_of, with_account
from accounts.forms import PasswordForm
from accounts.limits import count_use

HOUR = 3600
COPIES_PER_HOUR = 5


@sensitive_post_parameters("password")
@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest) -> HttpResponseBase:
    """A file with all that is kept about oneself."""
    form = PasswordForm(request, request.POST if request.method == "POST" else None)
    if form.is_valid():
        user = user_of(request)
        address = request.META.get("REMOTE_ADDR", "")
        count_use(f"copies:{user.pk}", address, allowed=COPIES_PER_HOUR, seconds=HOUR)
        response = JsonResponse(own_data.export(user), json_dumps_params={"indent": 2, "ensure_ascii": False})
        response["Content-Disposition"] = 'attachment; filename="kartenhaus.json"'
        return response
    return render(request, "accounts/copy.html", {"form": form}, status=400 if form.errors else 200)


@sensitive_post_parameters("password")
@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponseBase:
    """Delete the account, at once and for good."""
    form = PasswordForm(request, request.POST if request.method == "POST" else None)
    if form.is_valid():
        user = user_of(request)
        logout(request)
        own_data.delete(user)
        messages.success(request, _("Dein Konto ist gelöscht."))
        return redirect("tables:home")
    return render(request, "accounts/delete.html", {"form": form}, status=400 if form.errors else 200)
