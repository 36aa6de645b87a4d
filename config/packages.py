"""The files of the npm packages that the browser gets, and the finder that serves these and no others.

A file of `node_modules` is served as `packages/...`; which ones is listed here, not guessed from a folder. Licences:
htm and Preact are Apache-2.0 and MIT, the typefaces OFL-1.1.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage, Storage

PREFIX = "packages"
FILES = (
    "@fontsource-variable/alegreya/files/alegreya-latin-ext-wght-normal.woff2",
    "@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2",
    "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2",
    "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
    "htm/preact/standalone.module.js",
)


class PackagesFinder(BaseFinder):
    """Finds the listed files in `node_modules`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.BASE_DIR / "node_modules")
        # `collectstatic` asks the storage for its place below the root of all static files.
        self.storage.prefix = PREFIX  # type: ignore[attr-defined]
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrong here."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return where a listed and installed file lies on disk."""
        name = path.removeprefix(f"{PREFIX}/")
        found = name != path and name in FILES and self.storage.exists(name)
        if found:
            return [self.storage.path(name)] if find_all else self.storage.path(name)
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Yield the listed files that are installed."""
        for name in FILES:
            if not matches_patterns(name, list(ignore_patterns or [])) and self.storage.exists(name):
                yield name, self.storage
