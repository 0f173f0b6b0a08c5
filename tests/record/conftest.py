"""Records on SQLite and on a real Postgres, which is started once for each test process that asks for one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from planproof.record import Store

_NUMBERS = count(1)


def _programs() -> Path | None:
    """The folder with the newest server programs, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("postgres")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def _as_other_user() -> list[str]:
    """The beginning of a command for a user that Postgres lets run it: root is refused."""
    if os.geteuid() != 0:
        return []
    runuser = shutil.which("runuser")
    if runuser is None:
        pytest.skip("Postgres does not run as root, and there is no runuser to be somebody else")
    for user in ("postgres", "nobody"):
        if subprocess.run(["id", user], capture_output=True, check=False).returncode == 0:
            return [runuser, "-u", user, "--"]
    pytest.skip("Postgres does not run as root, and there is no user postgres or nobody")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a private Postgres server, without the name of a database."""
    programs = _programs()
    if programs is None:
        pytest.skip("there is no Postgres server on this machine")
    user = _as_other_user()
    folder = Path(tempfile.mkdtemp(prefix="planproof-pg-"))
    folder.chmod(0o755)
    inner = folder / "private"
    inner.mkdir()
    if user:
        shutil.chown(inner, user[2])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = inner / "data"
    subprocess.run(
        [*user, programs / "initdb", "-D", data, "-U", "planproof", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        capture_output=True,
        cwd="/",
    )
    options = f"-c listen_addresses=127.0.0.1 -p {port} -k {inner} -F -c synchronous_commit=off -c shared_buffers=16MB"
    control = [*user, programs / "pg_ctl", "-D", data, "-w"]
    subprocess.run([*control, "-o", options, "-l", inner / "log", "start"], check=True, capture_output=True, cwd="/")
    try:
        yield f"postgresql+psycopg://planproof@127.0.0.1:{port}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True, cwd="/")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/planproof.db"
    import psycopg

    server: str = request.getfixturevalue("server")
    name = f"record{next(_NUMBERS)}"
    with psycopg.connect(server.replace("+psycopg", "") + "/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{server}/{name}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty record."""
    with Store.open(url) as opened:
        yield opened
