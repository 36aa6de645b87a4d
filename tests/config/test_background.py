"""Work beside the server: it runs together, and fails together."""

import asyncio

import pytest

from config import background

happened: list[str] = []


async def wait_for_ever() -> None:
    happened.append("started")
    try:
        await asyncio.Event().wait()
    finally:
        happened.append("ended")


async def fail() -> None:
    await asyncio.sleep(0)
    raise ValueError("a clock broke")


def test_all_run_until_cancelled() -> None:
    happened.clear()

    async def run() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(background.start([f"{__name__}.wait_for_ever"] * 2), 0.05)

    asyncio.run(run())
    assert happened == ["started", "started", "ended", "ended"]


def test_one_failure_ends_all() -> None:
    happened.clear()
    with pytest.raises(ExceptionGroup) as failure:
        asyncio.run(background.start([f"{__name__}.wait_for_ever", f"{__name__}.fail"]))
    assert [str(error) for error in failure.value.exceptions] == ["a clock broke"]
    assert happened == ["started", "ended"]


def test_nothing_to_do() -> None:
    asyncio.run(background.start([]))
