"""Settings of a site whose background work fails at once."""

from config.settings import *  # noqa: F403

BACKGROUND = ["tests.config.failing_background.tick"]


async def tick() -> None:
    """Fail."""
    raise RuntimeError("this clock never ticks")
