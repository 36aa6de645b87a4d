"""Bots think in processes of their own, which know engine and rules only and may be killed (stack.md section 4)."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import wait
from random import Random

from games.engine import registry
from games.engine.dice import Dice

logger = logging.getLogger("kartenhaus.bots")

THINKERS = 1
"""Processes that think; two cores shall also serve."""

LONGEST_THOUGHT = 20.0
"""Seconds after which a thinking process gives up and ends, so that one bot cannot keep all others from moving."""


def think(rules: str, name: str, data: bytes, seat: int, seed: str) -> list[str]:
    """In a thinking process: the names of the options this bot chooses in a redealt game."""
    limit = threading.Timer(LONGEST_THOUGHT, os._exit, [1])
    limit.daemon = True
    limit.start()
    try:
        game = registry.load_game(rules).load(data, Dice(seed.encode()))
        chosen = game.bots[name].choose(game, seat, Random(seed))
        return [game.token(option) for option in chosen]
    finally:
        limit.cancel()


def prepare() -> None:
    """At the start of a thinking process: it ends with its parent, and Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        threading.Thread(target=lambda: (wait([sentinel]), os._exit(0)), daemon=True).start()


class Thinkers:
    """The pool of thinking processes, started anew when one of them dies."""

    def __init__(self) -> None:
        self.pool = self._start()

    async def choose(self, rules: str, name: str, data: bytes, seat: int) -> list[str]:
        """What the bot answers; asked once more in a new process if the first one died over it."""
        ask = partial(think, rules, name, data, seat, secrets.token_hex(8))
        loop = asyncio.get_running_loop()
        pool = self.pool
        try:
            return await loop.run_in_executor(pool, ask)
        except BrokenProcessPool:
            self._replace(pool)
            return await loop.run_in_executor(self.pool, ask)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """New processes for these, unless another bot that waited for them has already seen to it."""
        if self.pool is broken:
            logger.warning("a thinking process died; starting a new one")
            broken.shutdown(wait=False)
            self.pool = self._start()

    @staticmethod
    def _start() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(THINKERS, multiprocessing.get_context("spawn"), prepare)

    def close(self) -> None:
        """End the processes without waiting: whatever they think of is asked again after the next start."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():  # nothing else in the server has any
            process.kill()
