"""A database for measurements that play in this process."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from games.tables import writer


@contextmanager
def temporary() -> Iterator[None]:
    """A database beside the one of the site, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="kartenhaus-bench-") as folder:
        name = str(connection.settings_dict["NAME"])
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            writer.close()
            connection.creation.destroy_test_db(name, verbosity=0)
