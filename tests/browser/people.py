"""People with an account, as the running site knows them."""

import itertools
import re

from playwright.sync_api import BrowserContext

from tests.running_site import RunningSite, run_command

_numbers = itertools.count(1)

MAKE = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from accounts.models import User
user = User.objects.create_user("{name}", "correct horse battery")
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
print("session=" + settings.SESSION_COOKIE_NAME + "=" + session.session_key)
"""


def logged_in(context: BrowserContext, site: RunningSite, name: str = "") -> BrowserContext:
    """Let somebody with a new account be logged in there."""
    made = run_command("shell", "--no-imports", "-c", MAKE.format(name=name or f"Kim{next(_numbers)}"), var=site.var)
    found = re.search(r"session=(\S+)=(\w+)", made.stdout)
    assert found is not None, made.stderr
    context.add_cookies([{"name": found[1], "value": found[2], "url": site.url}])
    return context
