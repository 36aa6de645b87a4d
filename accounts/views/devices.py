"""Where one is logged in, and how to end it there."""

import re

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts import devices as where
from accounts.access import user_of, with_account

NUMBER = re.compile(r"[0-9]{1,18}")


@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest) -> HttpResponseBase:
    """The list; a button ends one session, or all others."""
    user = user_of(request)
    if request.method != "POST":
        return render(request, "accounts/devices.html", {"devices": where.devices(request, user)})
    chosen = request.POST.get("session", "")
    which = None if chosen == "all" else int(chosen) if NUMBER.fullmatch(chosen) else 0
    ended = where.end(request, user, which)
    if ended:
        words = ngettext("Eine Sitzung ist beendet.", "%(count)d Sitzungen sind beendet.", ended) % {"count": ended}
        messages.success(request, words)
    else:
        messages.info(request, _("Da war nichts mehr zu beenden."))
    return redirect("accounts:devices")
