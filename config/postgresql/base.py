"""The database backend: Django's own, but for how a connection comes from the pool (QUA-2.14)."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError

ATTEMPTS = 3
"""How often a connection may turn out to be dead: each time, all that lie in the pool have been looked at."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Looks at each connection before it is used. A dead one is seldom alone: PostgreSQL was started again, or a proxy has gone.

    The pool's own check goes through the dead ones one by one, with a longer pause after each: three of them take longer than
    anybody waits for a connection.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """One that is alive. Raises what psycopg does if there is none in time."""
        for _ in range(ATTEMPTS):
            connection = super().get_new_connection(conn_params)
            pool = self.pool
            if pool is None:
                return connection
            try:
                pool.check_connection(connection)
            except OperationalError as error:
                dead = error
                pool.putconn(connection)
                pool.check()
            else:
                return connection
        raise dead
