"""Where somebody is logged in (QUA-4.5): a row a session, with a cut address and the kind of browser (QUA-5)."""

import ipaddress
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User

PREFIXES = {4: 24, 6: 48}
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""By the sign in the user agent: the first that is there counts, as browsers name the ones they are like."""
SYSTEMS = {
    "Windows": "Windows",
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class Device:
    """A session in words."""

    id: int
    name: str
    network: str
    since: datetime
    seen: datetime
    current: bool


def devices(request: HttpRequest, user: User) -> list[Device]:
    """Where this user is logged in: here first, then the latest."""
    rows = UserSession.objects.purge_and_list(user)
    current = request.session.session_key
    shown = [
        Device(row.pk, name_of(row.user_agent), row.ip, row.created_at, row.last_seen_at, row.session_key == current)
        for row in rows
    ]
    return sorted(shown, key=lambda device: (not device.current, -device.seen.timestamp()))


def end(request: HttpRequest, user: User, which: int | None = None) -> int:
    """End one session that is not this one, or all of those; how many."""
    rows = UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key)
    chosen = list(rows if which is None else rows.filter(pk=which))
    for row in chosen:
        row.end()
    return len(chosen)


def note(request: HttpRequest, user: User) -> None:
    """This session is the user's; guests have nothing to end."""
    if not user.is_guest:
        UserSession.objects.create_from_request(request, user=user)


def name_of(user_agent: str) -> str:
    """A browser as people call it."""
    browser = next((name for sign, name in BROWSERS.items() if re.search(rf"\b{sign}/", user_agent)), _("Browser"))
    system = next((name for sign, name in SYSTEMS.items() if sign in user_agent), "")
    return _("%(browser)s auf %(system)s") % {"browser": browser, "system": system} if system else browser


def cut(address: str) -> str:
    """The network an address is in: whose it is exactly is nobody's business (QUA-5)."""
    ip = ipaddress.ip_address(address)
    return str(ipaddress.ip_network(f"{ip}/{PREFIXES[ip.version]}", strict=False).network_address)


@receiver(pre_save, sender=UserSession)
def _cut_address(instance: UserSession, **_: Any) -> None:
    instance.ip = cut(instance.ip)


@receiver(user_logged_in)
def _logged_in(request: HttpRequest, user: User, **_: Any) -> None:
    note(request, user)
