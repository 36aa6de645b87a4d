"""Ways in: log-in, second factor, keeping an account, a new password by mail. Guests may use them all."""

from typing import Any

from allauth.account import views as account
from allauth.account.internal.stagekit import clear_login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base import views as second_factor
from allauth.mfa.webauthn import views as passkeys
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import guests, keeping
from accounts.forms import KeepForm
from accounts.models import User
from accounts.views.language import follow


class _ForGuests:
    """A page of allauth that guests may use."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """For allauth a guest is nobody yet."""
        with guests.aside(request):
            response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if isinstance(request.user, User) and not request.user.is_guest:
            follow(response, request.user)
        return response


class _Entrance(_ForGuests):
    """Says by its status too that something is wrong with a form."""

    def form_invalid(self, form: Any) -> HttpResponse:
        """Not 200: nothing was done."""
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 400
        return response


class LogIn(_Entrance, account.LoginView):
    """Name and password. `?neu` forgets whose second factor is still awaited."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Begin anew if that is wished."""
        if "neu" in request.GET:
            clear_login(request)
        return super().dispatch(request, *args, **kwargs)


class LogInByPasskey(_ForGuests, passkeys.LoginWebAuthnView):
    """A passkey in place of name and password."""


class SecondFactor(_Entrance, second_factor.AuthenticateView):
    """The second factor of whoever has shown the first."""


class Confirm(_Entrance, account.ConfirmEmailView):
    """The link in a mail that confirms an address. It logs nobody out, whoever looks at it."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Whoever is logged in stays so."""


class AskForReset(_Entrance, account.PasswordResetView):
    """Asks for a link by mail."""


class NewPassword(_Entrance, account.PasswordResetFromKeyView):
    """The page behind that link."""


@method_decorator(never_cache, name="dispatch")
class Leave(account.LogoutView):
    """Logs out, by POST alone."""


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponseBase:
    """Keep the guest's account one plays with, or make one (UX-2.5)."""
    guest = request.user if isinstance(request.user, User) else None
    if guest is not None and not guest.is_guest:
        return redirect("accounts:settings")
    shown = {"username": keeping.suggestion(guest) if guest else ""}
    # The form changes what it is given, also if it then refuses.
    row = User.objects.get(pk=guest.pk) if guest else User(language=request.LANGUAGE_CODE)
    form = KeepForm(request.POST if request.method == "POST" else None, instance=row, initial=shown)
    if form.is_valid():
        try:
            user = keeping.keep(request, form)
        except IntegrityError:
            form.add_error("username", _("Dieser Name ist vergeben."))
        else:
            messages.success(request, _("Das Konto %(name)s gehört jetzt dir.") % {"name": user.username})
            return redirect(get_next_redirect_url(request) or "/")
    context = {"form": form, "guest": guest, "next": get_next_redirect_url(request) or ""}
    return render(request, "account/signup.html", context, status=400 if form.errors else 200)
