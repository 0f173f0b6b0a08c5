"""read_powershell: what PowerShell does, at a basic level: pipelines, cmdlets, script blocks, native programs.

What the tokenizer cannot take apart, and whatever is invoked by a name that is made when it runs, is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planproof.effects.act import Act, Ref, unknown
from planproof.effects.shell.powershell_words import Word, pipelines
from planproof.effects.tools.call import EXPANDED, shown
from planproof.effects.tools.cmdlets import ALIASES, cmdlet, produces, restores
from planproof.effects.tools.paths import is_built
from planproof.effects.tools.tool import Shell

MAX_SCRIPT: Final = 50_000
"""Characters of one script that are read."""
MAX_DEPTH: Final = 40
"""Blocks inside blocks."""
_VALUE: Final = re.compile(r"[$\[\d@(-]|\.\d")
"""How a value begins that stands where a command would."""
_WORDS_OF_LANGUAGE: Final = frozenset(
    "if elseif else for foreach while do until switch try catch finally trap param begin process end return throw break continue function filter in exit using data".split()
)


def read_powershell(text: str, shell: Shell) -> Sequence[Act]:
    """What a PowerShell script does.

    Args:
        text: the script.
        shell: reads native programs and SQL.
    """
    if len(text) > MAX_SCRIPT:
        return [unknown(f"a script of {len(text):,} characters, of which {MAX_SCRIPT:,} are read")]
    return _Reader(shell).block(text, 0)


class _Reader:
    def __init__(self, shell: Shell) -> None:
        self._shell: Shell = shell
        self._functions: dict[str, str] = {}
        """Bodies, by name in small letters."""
        self._aliases: dict[str, str] = {}

    def block(self, text: str, depth: int) -> list[Act]:
        """A script or a block: its pipelines one after the other."""
        if depth > MAX_DEPTH:
            return [unknown("blocks inside blocks beyond what is read")]
        acts: list[Act] = []
        for commands in pipelines(text):
            for words in commands:
                acts += self._command(words, depth)
        return acts

    def _command(self, words: list[Word], depth: int) -> list[Act]:
        if len(words) > 1 and words[0].text.lower() in ("function", "filter"):
            bodies = (inner for word in words for opening, inner in word.blocks if opening == "{")
            self._functions[words[1].text.partition("{")[0].lower()] = next(bodies, "")
            return []
        acts = [act for word in words for opening, inner in word.blocks for act in self._inner(opening, inner, depth)]
        called = False
        if (attached := _attached(words)) is not None:
            words, called = attached, True
            if words[0].blocks:
                # A block is read above; what brackets call is made when they run.
                return acts if words[0].text[0] == "{" else [*acts, unknown(shown(_joined(words)))]
        while words and words[0].text in ("&", ".") and len(words) > 1:
            words, called = words[1:], True
            if not words[0].literal or words[0].text.startswith("$"):
                if words[0].blocks:
                    return acts  # a block that is read above
                return [*acts, unknown(shown(_joined(words)))]
        if not words:
            return acts
        first = words[0].text
        if words[0].blocks and not first.strip("@$({[]})"):
            return acts if not _calls_method(words) else [*acts, *self._method(words)]
        lower = first.lower()
        if lower in _WORDS_OF_LANGUAGE:
            return acts
        if not called and (words[0].quoted or not words[0].literal or _VALUE.match(first)):
            return [*acts, *self._expression(words, depth)]
        return [*acts, *self._named(first, words, depth)]

    def _inner(self, opening: str, inner: str, depth: int) -> list[Act]:
        if opening == "@{":
            return self._hashtable(inner, depth)
        return [] if opening == "[" else self.block(inner, depth + 1)

    def _hashtable(self, inner: str, depth: int) -> list[Act]:
        """The values of a table of names and values: each is an expression or a command."""
        values = (part.partition("=")[2].strip() for part in re.split(r"[;\n]", inner))
        return [act for value in values if value[:1] not in ("", "'", '"') for act in self._value(value, depth)]

    def _value(self, value: str, depth: int) -> list[Act]:
        return [] if re.fullmatch(r"[\w.,$-]+", value) else self.block(value, depth + 1)

    def _expression(self, words: list[Word], depth: int) -> list[Act]:
        """`$x = command`, `$x.Method()`, `[Type]::Method()`."""
        for i, word in enumerate(words[:4]):
            if word.text in ("=", "+=") and i > 0:
                return self._command(words[i + 1 :], depth)
        return self._method(words) if _calls_method(words) else []

    def _method(self, words: list[Word]) -> list[Act]:
        """Calls of methods: those that only compute are few; `Delete` and `Kill` are what they say."""
        text = _joined(words)
        acts: list[Act] = []
        for name in re.findall(r"(?:\.|::)(\w+)\(", text):
            lower = name.lower()
            if lower in _REMOVING:
                acts.append(Act("destroy", "irreversible", shown(text)))
            elif lower not in _COMPUTES and not lower.startswith(("get", "to", "is")):
                acts.append(unknown(shown(text)))
        return acts

    def _named(self, first: str, words: list[Word], depth: int) -> list[Act]:  # noqa: PLR0912 - one case for each cmdlet that runs something
        text = _joined(words)
        name = self._aliases.get(first.lower()) or ALIASES.get(first.lower(), first)
        lower = name.lower()
        if lower in ("set-alias", "new-alias", "sal", "nal"):
            return self._alias(words)
        if lower in self._functions:
            return self.block(self._functions[lower], depth + 1)
        options = _options(words)
        if lower in ("invoke-expression", "invoke-item", "invoke-webhook", "invoke-cimmethod", "invoke-wmimethod"):
            code = words[1] if len(words) > 1 else None
            if (
                lower == "invoke-expression"
                and code is not None
                and code.literal
                and not code.blocks
                and "$" not in code.text
                and not code.text.startswith("-")
            ):
                return self.block(code.text, depth + 1)
            return [unknown(shown(text))]
        if lower == "invoke-sqlcmd":
            query, database = options.get("-query", options.get("-q", "")), options.get("-database", "")
            if query:
                return list(self._shell.sql(query, "mssql", within=database))
            path = options.get("-inputfile", "")
            return list(self._shell.file(path, "sql:mssql", shown(text), within=database))
        if lower == "invoke-command":
            if "-filepath" in options:
                return list(self._shell.file(options["-filepath"], "powershell", shown(text)))
            return [] if any(word.blocks for word in words) else [unknown(shown(text))]
        if lower in ("invoke-webrequest", "invoke-restmethod"):
            return self._web(options, text)
        if lower == "start-process":
            program = options.get("-filepath") or (words[1].text if len(words) > 1 else "")
            arguments = options.get("-argumentlist", "")
            return (
                list(self._shell.argv([program.removesuffix(".exe"), *arguments.split()]))
                if program
                else [unknown(shown(text))]
            )
        if lower in ("foreach-object", "where-object") and any(word.blocks for word in words):
            return []
        if re.fullmatch(r"[a-z]+-\w+", lower) and (found := cmdlet(name, text)) is not None:
            kind, undo, hazards = found
            if lower == "out-file" and "-append" in options:
                undo = "reversible"
            whatif = options.get("-whatif")
            if whatif is not None and whatif.lower() != "$false":
                return [Act("observe", "read_only", shown(text))]
            return [_act(name, kind, undo, hazards, words, text)]
        if re.fullmatch(r"[a-z]+-\w+", lower):
            return [unknown(shown(text))]
        native = self._aliases.get(lower, first).replace("\\", "/").rpartition("/")[2]
        native = re.sub(r"(?i)\.exe$", "", native)
        if native.lower().endswith((".ps1", ".bat", ".cmd", ".psm1")):
            return list(self._shell.file(first, "powershell", shown(text)))
        argv = [native, *(word.text if word.literal else f"{EXPANDED}{word.text}" for word in words[1:])]
        return list(self._shell.argv(argv))

    def _alias(self, words: list[Word]) -> list[Act]:
        """`Set-Alias NAME COMMAND` gives a command another name."""
        values = [word.text for word in words[1:] if not word.text.startswith("-")]
        if len(values) < 2:
            return [unknown(shown(_joined(words)))]
        self._aliases[values[0].lower()] = values[1]
        return []

    def _web(self, options: dict[str, str], text: str) -> list[Act]:
        method = options.get("-method", "get").lower()
        if method in ("get", "head", "options", "default"):
            target = options.get("-outfile")
            if target:
                return [Act("create", "reversible", shown(text), writes=(Ref("file", target),), fetches=True)]
            return [Act("observe", "read_only", shown(text), fetches=True)]
        return [Act("destroy", "irreversible", shown(text))] if method == "delete" else [unknown(shown(text))]


_REMOVING: Final = frozenset(
    {"delete", "kill", "remove", "clear", "drop", "deletesubkeytree", "deletevalue", "deletetree"}
)
_COMPUTES: Final = frozenset(
    "addhours adddays addminutes addseconds addmonths addyears split replace trim trimend trimstart substring contains startswith endswith parse format join"
    " tostring newguid now equals compareto padleft padright indexof lastindexof count sum where foreach round floor ceiling max min abs match matches exists combine"
    " newline readalltext readalllines frombase64string tobase64string utf8 create add append insert sort reverse new convertfrom refresh waitforstatus subtract".split()
)


def _act(name: str, kind: str, undo: str, hazards: Sequence[str], words: Sequence[Word], text: str) -> Act:
    operation = name
    named = tuple(
        Ref(_noun(name), word.text) for word in words[1:] if not word.text.startswith(("-", "{", "(", "@", ">"))
    )
    if (
        name.lower() == "remove-item"
        and named
        and all(is_built(ref.name.replace("\\", "/")) or "\\temp\\" in ref.name.lower() for ref in named)
    ):
        undo = "compensable"
    act = Act(kind, undo, shown(text), hazards=tuple(hazards), operation=operation)  # pyright: ignore[reportArgumentType]
    if kind == "destroy":
        return Act(
            act.kind,
            act.undo,
            act.because,
            destroys=named,
            hazards=act.hazards,
            operation=operation,
            restores=named if restores(name) else (),
        )
    if kind in ("observe", "notify", "unknown"):
        return Act(act.kind, act.undo, act.because, reads=named, hazards=act.hazards, operation=operation)
    return Act(
        act.kind,
        act.undo,
        act.because,
        writes=named,
        hazards=act.hazards,
        operation=operation,
        produces=named if produces(name) else (),
        restores=named if restores(name) else (),
    )


def _noun(name: str) -> str:
    noun = name.partition("-")[2].lower()
    return {
        "item": "file",
        "content": "file",
        "aduser": "user",
        "localuser": "user",
        "adgroupmember": "group",
        "computer": "host",
        "vm": "machine",
    }.get(noun, noun)


def _options(words: Sequence[Word]) -> dict[str, str]:
    """Parameters and their values; `-Name:value` as well. A switch has an empty value."""
    found: dict[str, str] = {}
    for i, word in enumerate(words[1:], 1):
        if word.text.startswith("-") and len(word.text) > 1 and not word.text[1].isdigit():
            name, colon, value = word.text.partition(":")
            following = words[i + 1].text if i + 1 < len(words) else ""
            found[name.lower()] = value if colon else "" if following.startswith("-") else following
    if "-wh" in found or "-whati" in found:
        found.setdefault("-whatif", "")
    if (whatif := found.get("-whatif")) is not None and not whatif.lower().startswith("$false"):
        found["-whatif"] = ""
    return found


def _attached(words: list[Word]) -> list[Word] | None:
    """The words of a call whose operator stands right before the command: `&'Remove-Item' x`, `&{ … }`, `.{ … }`."""
    if not words or len(words[0].text) < 2:
        return None
    operator, rest = words[0].text[0], words[0].text[1:]
    if operator != "&" and not (operator == "." and rest[0] in "({"):
        return None
    return [replace(words[0], text=rest, quoted=False), *words[1:]]


def _calls_method(words: Sequence[Word]) -> bool:
    return re.search(r"(?:\.|::)\w+\(", _joined(words)) is not None


def _joined(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
