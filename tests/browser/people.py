"""People with an account, as the running site knows them."""

import itertools
import json
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.running_site import RunningSite, run_command

AT_ONCE = 12
"""Accounts made by one command: most of its time is not theirs."""

_numbers = itertools.count(1)
_waiting: dict[Path, list[str]] = {}
"""Sessions of those whom nobody has asked for yet, by the folder of their site."""

MAKE = """
import json
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from accounts.models import User
password = make_password("correct horse battery")
keys = []
for name in {names}:
    user = User.objects.create_user(name)
    user.password = password
    user.save()
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    keys.append(session.session_key)
print("sessions=" + json.dumps([settings.SESSION_COOKIE_NAME, keys]))
"""


def logged_in(context: BrowserContext, site: RunningSite, name: str = "") -> BrowserContext:
    """Let somebody with a new account be logged in there."""
    if name:
        (session,) = _make(site, [name])
    else:
        waiting = _waiting.setdefault(site.var, [])
        if not waiting:
            waiting += _make(site, [f"Kim{next(_numbers)}" for _ in range(AT_ONCE)])
        session = waiting.pop(0)
    cookie, _, key = session.partition("=")
    context.add_cookies([{"name": cookie, "value": key, "url": site.url}])
    return context


def _make(site: RunningSite, names: Sequence[str]) -> list[str]:
    """Accounts with these names; a cookie of each, as `name=value`."""
    made = run_command("shell", "--no-imports", "-c", MAKE.format(names=list(names)), var=site.var)
    found = [line for line in made.stdout.splitlines() if line.startswith("sessions=")]
    assert found, made.stderr
    cookie, keys = json.loads(found[0].removeprefix("sessions="))
    return [f"{cookie}={key}" for key in keys]
