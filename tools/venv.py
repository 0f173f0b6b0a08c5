"""Make a virtual environment: ``python tools/venv.py DIR``. Runs before anything is installed: standard library only.

Debian and its kin ship Python without ``ensurepip``, so that ``python -m venv`` fails half-way. Where pip is there all
the same, virtualenv from the package index does the job; else the message says what to install.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OLDEST = (3, 11)


def main(target: Path) -> str | None:
    """Make the environment; the result is None or what went wrong and what to do."""
    if sys.version_info < OLDEST:
        have = ".".join(map(str, sys.version_info[:3]))
        return (
            f"{sys.executable!r} is Python {have}, 3.11 or later is needed: name one with `make PYTHON=python3.11 ...`"
        )
    tried = run("-m", "venv", str(target))
    if tried.returncode == 0:
        return None
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        # --target keeps it out of the system's own packages, which PEP 668 forbids to change.
        fetched = run("-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", folder, "virtualenv")
        if fetched.returncode == 0 and run("-m", "virtualenv", "-q", str(target), path=folder).returncode == 0:
            return None
    shutil.rmtree(target, ignore_errors=True)
    return (
        f"`{sys.executable} -m venv {target}` failed:\n{(tried.stdout + tried.stderr).strip()}\n"
        "and there is no pip to get virtualenv with. Install the venv module (Debian, Ubuntu: apt-get install "
        "python3-venv) or name another interpreter with `make PYTHON=...`, then run again."
    )


def run(*arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run this interpreter with ``path`` as PYTHONPATH."""
    env = os.environ if path is None else {**os.environ, "PYTHONPATH": path}
    return subprocess.run([sys.executable, *arguments], env=env, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
