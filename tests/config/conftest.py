"""What tests of the whole site share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from pytest_django.plugin import DjangoDbBlocker

from tests.games.tables import play
from tests.world import World, build


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """A site with something of everything, once for the tests of a file: they take back all that they do."""
    with django_db_blocker.unblock():
        play.forget()
        try:
            yield build()
        finally:
            play.forget()
            call_command("flush", verbosity=0, interactive=False)
