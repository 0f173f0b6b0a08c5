"""A private Postgres server, with the settings that it has by default: what it says is written is on the disk."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """The folder of the newest server programs on this machine, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("postgres")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@contextmanager
def postgres(folder_of_programs: Path) -> Generator[str]:
    """The URL of an empty database."""
    root = os.geteuid() == 0  # as whom Postgres refuses to run
    user = ["runuser", "-u", "postgres", "--"] if root else []
    folder = Path(tempfile.mkdtemp(prefix="planproof-bench-"))
    if root:
        shutil.chown(folder, "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    control = [*user, str(folder_of_programs / "pg_ctl"), "-D", str(data), "-w"]
    try:
        _call([*user, str(folder_of_programs / "initdb"), "-D", str(data), "-U", "planproof", "-A", "trust"])
        options = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder}"
        _call([*control, "-o", options, "-l", str(folder / "log"), "start"])
        try:
            yield f"postgresql://planproof@127.0.0.1:{port}/postgres"
        finally:
            _call([*control, "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _call(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd="/")
