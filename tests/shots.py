"""Pictures of every page, wide and narrow, light and dark, to be looked at: `python -m tests.shots`, into var/shots.

With `--docs` the two pictures of README.md are made instead.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
django.setup()

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser import tour  # noqa: E402
from tests.browser.tour import Stop  # noqa: E402
from tests.running_site import ROOT, RunningSite  # noqa: E402
from tests.world import World, build_on  # noqa: E402

SIZES = {"1440": (1440, 900), "390": (390, 844)}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
DOCS = {"home": ("home", "anonymous"), "table": ("tisch/<table:table_id>/ running_{game}", "seat")}
DOCS_SIZE = {"width": 1120, "height": 700}


@contextmanager
def site_and_browser() -> Iterator[tuple[RunningSite, World, Browser]]:
    """A site of our own with something of everything, and Chromium."""
    with (
        tempfile.TemporaryDirectory(prefix="kartenhaus-shots-") as folder,
        sync_playwright() as playwright,
        RunningSite(Path(folder), BOT_DELAY_MS="0") as site,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield site, build_on(site), browser
        browser.close()


def visitors(browser: Browser, site: RunningSite, world: World, **options: Any) -> dict[str, Page]:
    """A page for each who looks at pages."""
    contexts = {
        role: browser.new_context(base_url=site.url, locale="de-DE", reduced_motion="reduce", **options) for role in tour.VISITORS
    }
    return {role: tour.enter(context, world, role, site.url).new_page() for role, context in contexts.items()}


def shoot_all(folder: Path, only: str) -> int:
    """Take all pictures whose name has this in it; how many there are."""
    taken = 0
    with site_and_browser() as (site, world, browser):
        pages = visitors(browser, site, world)
        contexts = {role: page.context for role, page in pages.items()}
        for stop in tour.stops(contexts, world, site.url):
            if only not in stop.name:
                continue
            page = pages[stop.role]
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                tour.visit(page, stop, site.url)
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    page.evaluate("document.getAnimations().forEach(one => one.finish())")
                    page.screenshot(path=folder / f"{file_name(stop)}-{size}-{scheme}.png", full_page=True)
                    taken += 1
    return taken


def file_name(stop: Stop) -> str:
    """What the pictures of a page are called."""
    return re.sub(r"[^\w]+", "-", f"{stop.name} {stop.role}".replace("<", "").replace(">", "")).strip("-")


def shoot_docs(folder: Path) -> None:
    """The pictures of README.md."""
    with site_and_browser() as (site, world, browser):
        pages = visitors(browser, site, world, viewport=DOCS_SIZE)
        stops = list(tour.stops({role: page.context for role, page in pages.items()}, world, site.url))
        for name, (wanted, role) in DOCS.items():
            stop = next(stop for stop in stops if (stop.name, stop.role) == (wanted.format(game=world["games"][0]), role))
            tour.visit(pages[role], stop, site.url)
            pages[role].screenshot(path=folder / f"{name}.png")


def main() -> None:
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", action="store_true", help="make the pictures of README.md")
    parser.add_argument("--only", default="", metavar="TEXT", help="only pages with this in their name, such as lobby/")
    arguments = parser.parse_args()
    folder = ROOT / ("docs" if arguments.docs else "var/shots")
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.docs:
        shoot_docs(folder)
    else:
        sys.stdout.write(f"{shoot_all(folder, arguments.only)} pictures in {folder}\n")


if __name__ == "__main__":
    main()
