"""Stops and starts the Postgres server of a test."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from itertools import count
from pathlib import Path

import psycopg

_NUMBERS = count(1)


def database(server: str) -> str:
    """The URL of a new and empty database."""
    name = f"runs{next(_NUMBERS)}"
    with psycopg.connect(_plain(server), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{server}/{name}"


def away(server: str, seconds: float) -> None:
    """Takes the server away as a crash does, and brings it back."""
    with psycopg.connect(_plain(server)) as connection:
        (row,) = connection.execute("SHOW data_directory").fetchall()
    data = Path(str(row[0]))
    program, *arguments = shlex.split((data / "postmaster.opts").read_text())
    as_owner = ["runuser", "-u", data.owner(), "--"] if os.geteuid() == 0 else []
    control = [*as_owner, str(Path(program).parent / "pg_ctl"), "-D", str(data), "-w"]
    subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True, cwd="/")
    time.sleep(seconds)
    start = [*control, "-o", shlex.join(arguments), "-l", str(data / "log"), "start"]
    subprocess.run(start, check=True, capture_output=True, cwd="/")


def _plain(server: str) -> str:
    return f"{server.replace('+psycopg', '')}/postgres"
