"""A running site bears with frames of all sorts, and plays on (QUA-3.2). 20,000 of them: see frames.py."""

from pathlib import Path

from tests.games.tables.frames import run
from tests.running_site import RunningSite
from tests.sizes import size

FRAMES = size(400, 1_000)


def test_frames_of_all_sorts_and_then_a_game(tmp_path: Path) -> None:
    """No failure inside, no act that no right frame asked for, and a game that goes to its end afterwards."""
    with RunningSite(tmp_path, BOT_DELAY_MS="0", SOCKET_LIMITS="false") as site:
        found = run(site, FRAMES, seed=3)
    print(found)  # noqa: T201
    assert found["5xx"] == 0, found["failures"]
    assert found["acts_kept"] > 0
    assert found["state_changes"] == 0
    assert found["normal_game"] > 0
    assert {"valid", "nearly valid", "binary", "in fragments", "control frames too long"} <= found["counts"].keys()
