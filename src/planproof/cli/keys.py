"""`planproof keys`: the keys that approvals are signed with."""

from __future__ import annotations

from pathlib import Path

import click

from planproof.cli.runs import json_option
from planproof.cli.streams import put, put_json


@click.group()
def keys() -> None:
    """Make keys that sign approvals, and show which key is which."""


@keys.command()
@click.argument("name")
@click.option("--dir", "folder", default=".", show_default=True, metavar="DIR", help="Where the two files go.")
@json_option
def new(name: str, folder: str, form: str) -> int:
    """Make a key: NAME.key, which signs and stays secret, and NAME.pub, which executors trust."""
    from planproof.record.keys import create

    key = create(Path(folder), name)
    private, public = Path(folder) / f"{name}.key", Path(folder) / f"{name}.pub"
    if form == "json":
        put_json({"private": str(private), "public": str(public), "id": key.public.id})
    else:
        put(f"made {private} (keep it secret) and {public} (give it to executors)\nkey id {key.public.id}")
    return 0


@keys.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE.pub...")
@json_option
def show(files: tuple[str, ...], form: str) -> int:
    """Print the ids of public keys."""
    from planproof.record.keys import load_public

    found = [(file, load_public(Path(file)).id) for file in files]
    if form == "json":
        put_json({"version": 1, "keys": [{"file": file, "id": name} for file, name in found]})
    else:
        put("\n".join(f"{name}  {file}" for file, name in found))
    return 0
