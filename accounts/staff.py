"""The administration: the log-in of the site, a second factor, and once more after an hour (QUA-4.7)."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from accounts import second_factor
from accounts.models import User

HOUR = 3600


class StaffSite(AdminSite):
    """Lets staff in who have shown a second factor within the last hour."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether this is staff, and really them."""
        return super().has_permission(request) and second_factor.proved(request, within=HOUR)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseRedirect:
        """The way in that is still missing: log in, set up a second factor, or show it."""
        wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
        if not url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
            wanted = reverse("admin:index")
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return redirect_to_login(wanted, resolve_url("account_login"))
        if not user.is_active or not user.is_staff:
            raise PermissionDenied
        if self.has_permission(request):
            return redirect(wanted)
        if not is_mfa_enabled(user):
            messages.info(request, gettext("Für die Verwaltung brauchst du einen zweiten Faktor. Hier richtest du ihn ein."))
            return redirect("mfa_index")
        way = "mfa_reauthenticate" if is_mfa_enabled(user, [Authenticator.Type.TOTP]) else "mfa_reauthenticate_webauthn"
        return redirect_to_login(wanted, resolve_url(way))
