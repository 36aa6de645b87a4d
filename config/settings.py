"""All settings, in one file. What an operator may choose comes from the environment; README.md lists the names.

Every name also works with `_FILE` appended: the value is then read from that file (QUA-4.8).
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import production
from config.environment import development_key, milliseconds
from config.operator import Operator

env = environ.FileAwareEnv()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(env.str("KARTENHAUS_VAR", default=str(BASE_DIR / "var"))).resolve()

KARTENHAUS_ENV = env.str("KARTENHAUS_ENV", default="development")
if KARTENHAUS_ENV not in {"development", "production"}:
    raise ImproperlyConfigured(f"KARTENHAUS_ENV must be development or production, not {KARTENHAUS_ENV!r}")
PRODUCTION = KARTENHAUS_ENV == "production"

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY and not PRODUCTION:
    SECRET_KEY = development_key(VAR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
SITE_URL = env.str("SITE_URL", default="").rstrip("/")
# QUA-3.12: addresses or networks of the proxies whose word we take for who is asking.
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=[])
DATABASE_URL = env.str("DATABASE_URL", default=f"sqlite:///{VAR / 'kartenhaus.sqlite3'}")
REDIS_URL = env.str("REDIS_URL", default="")
# QUA-4.2: without a mail server mails are shown in the console, which production refuses.
EMAIL_URL = env.str("EMAIL_URL", default="" if PRODUCTION else "consolemail://")

# QUA-4.2, QUA-5.4: who runs the site.
OPERATOR = Operator(
    name=env.str("OPERATOR_NAME", default=""),
    address=env.str("OPERATOR_ADDRESS", default=""),
    email=env.str("OPERATOR_EMAIL", default=""),
    phone=env.str("OPERATOR_PHONE", default=""),
    responsible=env.str("OPERATOR_RESPONSIBLE", default=""),
    security=env.str("SECURITY_CONTACT", default=""),
)

if PRODUCTION and (
    reasons := production.refusals(
        debug=DEBUG,
        secret_key=SECRET_KEY,
        allowed_hosts=ALLOWED_HOSTS,
        site_url=SITE_URL,
        database_url=DATABASE_URL,
        redis_url=REDIS_URL,
        email_url=EMAIL_URL,
        operator=OPERATOR,
    )
):
    raise ImproperlyConfigured("\n".join(["production refuses these settings:", *(f"- {text}" for text in reasons)]))

# --- what the site is made of ---

INSTALLED_APPS = [
    # Not "daphne": it would be imported before `serve` has chosen the event loop.
    "accounts.staff_app.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "config",
    "accounts",
    "accounts.audit",
    "games",
    "games.decks",
    "games.tables",
    # the games, one line each
    "games.emotrions",
    "games.innovation",
    "games.kameloh",
    "games.omg",
    "games.spieleflut",
    "leaderboards",
    "leaderboards.matches",
    "leaderboards.ratings",
    "leaderboards.tournaments",
]

MIDDLEWARE = [
    "csp.middleware.CSPMiddleware",
    "config.middleware.BrowserFeaturesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.assets.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.ApiLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.session_age.SessionAgeMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.LimitMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
# QUA-4.7: the admin sits where the operator puts it.
ADMIN_PATH = env.str("ADMIN_PATH", default="admin/").strip("/") + "/"

# Coroutine functions that run beside the server in its event loop, for as long as it lives (config/background.py).
BACKGROUND: list[str] = [
    "games.tables.due.run",
    "games.tables.nudges.run",
    "games.tables.watch.run",
    "games.tables.peers.run",
    "games.tables.forgetting.run",
    "games.tables.lobby_feed.run",
    "leaderboards.matches.hearing.run",
    "leaderboards.ratings.feed.run",
    "leaderboards.ratings.daily.run",
    "leaderboards.ratings.hearing.run",
    "leaderboards.ratings.nightly.run",
    "leaderboards.tournaments.hearing.run",
    "leaderboards.tournaments.feed.run",
]
# and in a worker
WORKER: list[str] = [
    "games.tables.due.work",
    "games.tables.nudges.run",
]

# --- database: QUA-4.9 ---

DATABASES: dict[str, dict[str, Any]] = {"default": env.db_url_config(DATABASE_URL)}
SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    DATABASES["default"] |= {
        # Kept open: with the default of 0 SQLite would open its file anew around each asynchronous call.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
        },
    }
else:
    DATABASES["default"] |= {
        # The pool keeps connections open, and however many requests there are, PostgreSQL has no more to do with us.
        "ENGINE": "config.postgresql",
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            **DATABASES["default"].get("OPTIONS", {}),
            "options": "-c statement_timeout=10s -c lock_timeout=3s -c idle_in_transaction_session_timeout=15s",
            "connect_timeout": 5,
            # With the default of 300 it would wait longer and longer between two attempts while the database is away.
            "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=10), "timeout": 3, "reconnect_timeout": 1},
        },
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- what several processes share: PRO-6.4. The database is the truth, Redis a bell and a cache ---

if REDIS_URL:
    CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # Redis hands out messages without regard to the number of the database, so the name has it.
            "CONFIG": {"hosts": [REDIS_URL], "prefix": f"kartenhaus{urlsplit(REDIS_URL).path}"},
        }
    }
    CACHES = {"default": {"BACKEND": "config.shared_cache.SharedCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "kartenhaus"}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# --- the REST API: PRO section 10 ---

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["config.api.authentication.PageSession"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "config.api.paging.Pages",
    "DEFAULT_THROTTLE_CLASSES": ["config.api.throttles.Strangers", "config.api.throttles.Users"],
    "DEFAULT_THROTTLE_RATES": {"anonymous": "60/min", "user": "240/min"},
    "EXCEPTION_HANDLER": "config.api.problems.handler",
    "URL_FORMAT_OVERRIDE": None,
}

# --- who plays ---

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["accounts.hashers.Argon2Hasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "accounts.passwords.MaximumLength"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.passwords.OwnWords"},
]
AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrMail"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # nobody needs an address; whoever adds one confirms it
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
# QUA-3.16; addresses of IPv6 are counted by /64, which is allauth's default.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,5/5m/key"}
ACCOUNT_FORMS = {
    "login": "accounts.forms.LogInForm",
    "add_email": "accounts.forms.AddMailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "reauthenticate": "accounts.forms.PasswordAgainForm",
}
PASSWORD_RESET_TIMEOUT = 24 * 3600
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION  # http://localhost
MFA_TOTP_ISSUER = "Kartenhaus"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "accounts.forms.CodeForm",
    "reauthenticate": "accounts.forms.CodeAgainForm",
    "activate_totp": "accounts.forms.AddAppForm",
    "add_webauthn": "accounts.forms.AddPasskeyForm",
}
# QUA-3.21: new guests per hour and address. Addresses and networks that many people share, such as a school or a
# club, are left out; in development all browsers are on this machine.
GUESTS_PER_HOUR = env.int("GUESTS_PER_HOUR", default=10)
SHARED_ADDRESSES = env.list("SHARED_ADDRESSES", default=[] if PRODUCTION else ["127.0.0.0/8", "::1"])

# --- mail ---

vars().update(env.email_url_config(EMAIL_URL))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("MAIL_FROM", default="Kartenhaus <kartenhaus@localhost>")

# --- language: UX-10.1 ---

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Berlin"
USE_TZ = True

# --- cookies: QUA-4.5. Browsers take the prefix only over https, so plain names serve development ---

_prefix = "__Host-" if PRODUCTION else "kartenhaus_"
SESSION_COOKIE_NAME = f"{_prefix}session"
CSRF_COOKIE_NAME = f"{_prefix}csrf"
LANGUAGE_COOKIE_NAME = f"{_prefix}language"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 3600
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

# --- what a browser may do: QUA-4.3, QUA-4.4 ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        # Older browsers do not take the site's own sockets for 'self'.
        "connect-src": [SELF, *([SITE_URL.replace("https:", "wss:", 1)] if PRODUCTION else [])],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if env.bool("HSTS", default=PRODUCTION) else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_SECONDS > 0
SILENCED_SYSTEM_CHECKS = [
    "security.W021",  # the browsers' preload list is for the owner of the domain to decide, not for us (QUA-4.4)
]

# --- static files ---

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.packages.PackagesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.assets.HashedStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- size of requests: QUA-3.4 ---

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# --- play ---

# UX-4.5: a bot waits a humane while before it moves.
BOT_DELAY_MS = milliseconds("BOT_DELAY_MS", env.str("BOT_DELAY_MS", default="600-1200"))

# PRO-7.3: how fast and over how many sockets somebody may send. Off only to measure what the server can do.
SOCKET_LIMITS = env.bool("SOCKET_LIMITS", default=True)

# --- what is logged ---

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Every page that is not found would be a line.
        "django.request": {"level": "ERROR"},
        # QUA-4.15: who comes in and who does not, without names.
        "kartenhaus.security": {"level": "INFO"},
    },
}
