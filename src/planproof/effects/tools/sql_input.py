"""SQL given to a client: on its command line, in files, on its input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.tool import Shell
from planproof.model.base import EffectKind

DUMPED: Final = "dump to its output"
"""The operation of a dump that is printed; with `CLEANS` behind it where the dump first drops what it brings back."""
CLEANS: Final = ", which drops what it makes"


def read_input(
    call: Call, shell: Shell, dialect: str, *, texts: Sequence[str] = (), files: Sequence[str] = (), within: str = ""
) -> Sequence[Act]:
    """What a client of a database does with the SQL that it is given.

    Args:
        call: the start of the client.
        shell: reads the SQL.
        dialect: of the database.
        texts: SQL on the command line; all of them run in one session.
        files: SQL in files.
        within: the database, where the command names it.
    """
    acts: list[Act] = []
    if texts:
        acts += shell.sql("\n;\n".join(texts), dialect, within=within)
    for path in files:
        if path not in ("-", "/dev/stdin"):
            acts += shell.file(path, f"sql:{dialect}", shown(call.text), within=within)
    if texts or (files and "-" not in files and "/dev/stdin" not in files):
        return acts
    if call.stdin is not None:
        return [
            *acts,
            *(shell.sql(call.stdin, dialect, within=within) if call.stdin.strip() else [observe(shown(call.text))]),
        ]
    for source in call.source:
        if source.operation.startswith(DUMPED):
            cleans = source.operation.endswith(CLEANS)
            kind: EffectKind = "destroy" if cleans else "create"
            made = restored(call, within, "", kind=kind, undo="irreversible" if cleans else "reversible")[0]
            return [*acts, made._replace(reads=source.reads)]
    # A session that nobody has written down.
    return [*acts, unknown(shown(call.text))]


def database_of(text: str) -> str:
    """The database that a name, a URL or a list of settings names.

    Example:
        >>> database_of("postgres://u@db1/shop?sslmode=require"), database_of("host=db1 dbname=shop"), database_of("a")
        ('shop', 'shop', 'a')
    """
    plain = text.replace(EXPANDED, "")
    if "://" in plain:
        try:
            return urlsplit(plain).path.strip("/")
        except ValueError:
            return ""
    if "dbname=" in plain:
        return plain.partition("dbname=")[2].split()[0].strip("'\"") if plain.partition("dbname=")[2].split() else ""
    return plain if "=" not in plain else ""


def dumped(call: Call, database: str, path: str, *, kind: str = "database", cleans: bool = False) -> list[Act]:
    """A dump: a file that can bring the database back, or text on the output.

    `cleans`: whether it first drops what it makes again.
    """
    source = Ref(kind, database or "(all)")
    if not path or path in ("-", "/dev/stdout", "/dev/null"):
        return [observe(shown(call.text), [source], f"{DUMPED}{CLEANS}" if cleans else DUMPED)]
    made = Ref("file", path.replace(EXPANDED, ""))
    act = changes("create", "reversible", shown(call.text), [made], call.name)
    return [act._replace(reads=(source,), produces=(made,))]


def restored(
    call: Call, database: str, path: str, *, kind: EffectKind = "modify", undo: Undo = "compensable"
) -> list[Act]:
    """A database brought back from a file."""
    target = Ref("database", database) if database else None
    refs = (target,) if target else ()
    act = changes(kind, undo, shown(call.text), refs, call.name)
    return [act._replace(reads=(Ref("file", path.replace(EXPANDED, "")),) if path else (), restores=refs)]


def asks_only(args: Args) -> bool:
    """Whether a client only tells about itself."""
    return args.has("--help", "--version", "-V", "-?")
