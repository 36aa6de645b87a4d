"""`manage.py prepare`: makes what the site needs beside its source, and does nothing where that is already there."""

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config import catalogues, npm


class Command(BaseCommand):
    """Fetches the packages for the browser, compiles the catalogues, collects the static files."""

    help = (
        "Makes what the site needs beside its source: the packages for the browser (npm ci), compiled message "
        "catalogues and collected static files. Does nothing where that is up to date."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what is to be done, one step after another."""
        settings.VAR.mkdir(parents=True, exist_ok=True)
        self.fetch_packages()
        self.compile_catalogues()
        self.collect_static_files()

    def fetch_packages(self) -> None:
        """Bring node_modules in line with the lock."""
        if npm.is_fetched(settings.BASE_DIR):
            return
        self.say("Fetching the packages for the browser")
        try:
            npm.fetch(settings.BASE_DIR)
        except npm.FetchError as error:
            raise CommandError(str(error)) from error

    def compile_catalogues(self) -> None:
        """Compile what has changed."""
        for locale in settings.LOCALE_PATHS:
            for path in catalogues.stale(locale):
                self.say(f"Compiling {path.relative_to(settings.BASE_DIR)}")
                try:
                    catalogues.compile_catalogue(path)
                except (catalogues.CatalogueError, ValueError) as error:
                    raise CommandError(str(error)) from error

    def collect_static_files(self) -> None:
        """Collect, hash and compress the static files if any of them has changed."""
        stamp = settings.VAR / "static.stamp"
        state = _state_of_static_files()
        if settings.STATIC_ROOT.is_dir() and stamp.is_file() and stamp.read_text(encoding="ascii") == state:
            return
        self.say("Collecting the static files")
        call_command("collectstatic", interactive=False, verbosity=0, stdout=self.stdout, stderr=self.stderr)
        stamp.write_text(state, encoding="ascii")

    def say(self, text: str) -> None:
        """Tell what is being done: it may take a while."""
        self.stdout.write(f"{text} …")
        self.stdout.flush()


def _state_of_static_files() -> str:
    """Return a fingerprint of names, sizes and times of all static files there are."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            size, changed = storage.size(name), storage.get_modified_time(name)
            digest.update(f"{name} {size} {changed.isoformat()}\n".encode())
    return digest.hexdigest()
