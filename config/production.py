"""What production refuses to start with (QUA-4.2): all reasons are told at once."""

from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from config.operator import Operator

SHORTEST_KEY = 50
# Keys that stand in documentation and templates, so everybody knows them.
KNOWN_KEY_PARTS = ("django-insecure-", "change-me", "changeme", "example", "secret-key", "your-secret")
FEWEST_CHARACTERS = 5
SILENT_MAIL = ("consolemail", "dummymail", "filemail", "memorymail")


def refusals(
    *,
    debug: bool,
    secret_key: str,
    allowed_hosts: Iterable[str],
    site_url: str,
    database_url: str,
    redis_url: str,
    email_url: str,
    operator: Operator,
) -> list[str]:
    """Return every reason why these settings must not face the world; an empty list means they may."""
    hosts = list(allowed_hosts)
    site = urlsplit(site_url)
    database = urlsplit(database_url)
    reasons = {
        "DEBUG is on": debug,
        "SECRET_KEY is missing": not secret_key,
        f"SECRET_KEY is shorter than {SHORTEST_KEY} characters": 0 < len(secret_key) < SHORTEST_KEY,
        "SECRET_KEY is known from an example": _known(secret_key),
        "ALLOWED_HOSTS is empty": not hosts,
        "ALLOWED_HOSTS allows any host": "*" in hosts,
        "SITE_URL must be the https address of the site": site.scheme != "https" or not site.netloc,
        "SITE_URL must be an address without a path": bool(site.path.strip("/") or site.query or site.fragment),
        "EMAIL_URL is missing: without a mail server nobody who forgets a password comes in again": not email_url,
        "EMAIL_URL shows mails in place of sending them": urlsplit(email_url).scheme in SILENT_MAIL,
        **{f"{name} is missing: the imprint must say who runs the site": True for name in operator.missing},
        "REDIS_URL is for several processes, and DATABASE_URL is not PostgreSQL": bool(redis_url) and database.scheme == "sqlite",
        "DATABASE_URL has an empty password, or the user's name for one": _weak(database),
    }
    return [reason for reason, holds in reasons.items() if holds]


def _weak(database: SplitResult) -> bool:
    """Whether others in the network could log in by guessing; over a socket of this machine the system says who may."""
    return bool(database.hostname) and (not database.password or database.password == database.username)


def _known(secret_key: str) -> bool:
    if not secret_key:
        return False
    return any(part in secret_key.lower() for part in KNOWN_KEY_PARTS) or len(set(secret_key)) < FEWEST_CHARACTERS
