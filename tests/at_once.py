"""Several who act at once, each with a connection of their own (QUA-1.14, QUA-2.18)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """All of them from the same moment on: what each returns, or the code of what it raises, for errors that have one."""
    barrier, results = threading.Barrier(len(acts)), [None] * len(acts)

    def run(number: int) -> None:
        try:
            barrier.wait()
            results[number] = acts[number]()
        except Exception as error:
            if not hasattr(error, "code"):
                raise
            results[number] = error.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
