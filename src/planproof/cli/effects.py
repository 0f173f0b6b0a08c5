"""`planproof effects`: what commands do to the world."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planproof.model.plan import Command


@click.command(epilog="Exit codes: 0 all commands were read, 2 usage error. What a command does is no verdict on it.")
@click.argument("commands", nargs=-1, metavar="COMMAND|FILE...")
@click.option("--output", "-o", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--shell", type=click.Choice(["sh", "sql", "powershell"]), default="sh", show_default=True)
@click.option("--dialect", metavar="NAME", help="Of SQL: postgres, mysql, sqlite, tsql, oracle, bigquery, snowflake.")
@click.option("--color/--no-color", "colour", default=None, help="Colour; on a terminal by default.")
def effects(commands: tuple[str, ...], output: str, shell: str, dialect: str | None, colour: bool | None) -> None:
    """Tell what commands do to the world: kind, reversibility, hazards and resources. Nothing is run.

    Each argument is a command, or a file of them: one a line, or JSON lines {"command", "shell", "dialect"}. Without
    arguments, and for -, commands are read from standard input.
    """
    import sys

    from planproof.cli.streams import encodable, look_of, put_bytes
    from planproof.effects import effect_of_command
    from planproof.output.effects import as_json, as_text

    rows = [row for given in commands or ("-",) for row in _rows(given, shell, dialect)]
    derived = ((command, effect_of_command(command)) for command in rows)
    pieces = as_json(derived) if output == "json" else as_text(derived, look_of(sys.stdout, colour))
    for piece in pieces:
        put_bytes(piece.encode() if output == "json" else encodable(piece, sys.stdout).encode(sys.stdout.encoding))


def _rows(given: str, shell: str, dialect: str | None) -> Iterator[Command]:
    """The commands of one argument."""
    import sys
    from pathlib import Path

    if given == "-":
        yield from _lines(sys.stdin.read(), "standard input", shell, dialect)
        return
    try:
        text = Path(given).read_text("utf-8") if "\n" not in given and Path(given).is_file() else None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{given!r} cannot be read: {error}") from None
    if text is not None:
        yield from _lines(text, given, shell, dialect)
    else:
        yield _command({"command": given}, "the command line", shell, dialect)


def _lines(text: str, source: str, shell: str, dialect: str | None) -> Iterator[Command]:
    import json

    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = f"{source}, line {number}"
        value: object = {"command": line}
        if line.lstrip().startswith("{"):
            try:
                value = json.loads(line)
            except ValueError:
                value = {"command": line}  # a shell's `{ cmd; }` begins like an object
        yield _command(value, where, shell, dialect)


def _command(value: object, where: str, shell: str, dialect: str | None) -> Command:
    from pydantic import ValidationError

    from planproof.model.plan import Command
    from planproof.model.values import as_mapping

    row = as_mapping(value) or {}
    try:
        return Command.model_validate(
            {
                "run": row.get("command"),
                "shell": row.get("shell") or shell,
                "dialect": row.get("dialect") or dialect,
            }
        )
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])).replace("run", "command")
        raise click.UsageError(
            f"{where}: {field} is {first['input']!r:.80}: {first['msg']}; a row is a command, or an object with "
            "'command' and perhaps 'shell' (sh, sql, powershell) and 'dialect'"
        ) from None
