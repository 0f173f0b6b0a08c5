"""Programs that read text and print text, and the few of their options that write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe, unknown
from planproof.effects.tools.call import EXPANDED, MAX_CODE, Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Shell, does
from planproof.effects.tools.writing import written

_files: Final = operands("file")


def _sed(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`sed -i` overwrites its files; with a suffix it keeps the old ones. Its commands `w` and `e` write and run."""
    texts = args.values("-e", "--expression")
    given = bool(texts) or args.has("-f", "--file")
    names = args.operands if given else args.operands[1:]
    if not given:
        texts = args.operands[:1]
    inplace = next((word for word in call.args if re.match(r"-[nErsuz]*i|--in-place", word)), None)
    acts = [act for text in texts for act in _sed_commands(text, shell, call)]
    acts += [act for path in args.values("-f", "--file") for act in _program(path, shell, call)]
    if inplace is None:
        return acts or [observe(shown(call.text), refs("file", names, call), "sed")]
    suffix = inplace.removeprefix("--in-place") if inplace.startswith("--") else inplace.partition("i")[2]
    undo = "reversible" if suffix.lstrip("=") else "irreversible"
    act = changes("modify", undo, shown(call.text), refs("file", names, call), "sed")
    if undo == "reversible":
        copies = [f"{name}{suffix.lstrip('=')}" for name in names]
        act = act._replace(produces=refs("file", copies, call))
    return [*acts, act]


_SED_FLAGS: Final = re.compile(
    r"s(?P<d>[^\w\s\\])(?:\\.|(?!(?P=d)).)*(?P=d)(?:\\.|(?!(?P=d)).)*(?P=d)(?P<flags>[\w ./~-]*)"
)
_SED_COMMAND: Final = re.compile(
    r"(?:^|[;{\n])\s*(?:\d+|\$|/(?:\\.|[^/\\])*/)?(?:,(?:\d+|\$|/(?:\\.|[^/\\])*/))?!?\s*(?P<command>[weW])(?:\s+(?P<rest>[^\n]*)|$)"
)


def _sed_commands(text: str, shell: Shell, call: Call) -> list[Act]:
    """What the commands of a sed script do beside editing."""
    if len(text) > MAX_CODE:
        return [unknown(shown(call.text))]
    acts: list[Act] = []
    for found in _SED_FLAGS.finditer(text):
        flags, _, target = found["flags"].partition("w")
        if target.strip():
            acts.append(written(target.strip(), shown(call.text), within=call.within))
        if "e" in flags:
            acts.append(unknown(shown(call.text)))  # runs what the replacement made
    plain = _SED_FLAGS.sub("", text)
    for found in _SED_COMMAND.finditer(plain):
        rest = (found["rest"] or "").strip()
        if found["command"] != "e":
            acts += [written(rest, shown(call.text), within=call.within)] if rest else []
        else:
            acts += shell.script(rest) if rest else [unknown(shown(call.text))]
    return acts


def _program(path: str, shell: Shell, call: Call) -> Sequence[Act]:
    """A program of sed or awk in a file: read where the plan brings it along."""
    text = shell.context.file(path)
    if text is None or shell.context.review(path) is not None:
        return shell.file(path, call.name, shown(call.text))
    return _sed_commands(text, shell, call) if call.name == "sed" else _awk_commands(text, shell, call)


_AWK_RUNS: Final = re.compile(
    r'system\s*\(\s*(?:"((?:\\.|[^"\\])*)"\s*(\))?)?|"((?:\\.|[^"\\])*)"\s*\|&?\s*getline|\|&?\s*"((?:\\.|[^"\\])*)"|(\|&?)'
)
_AWK_WRITES: Final = re.compile(r'\bprintf?\b[^;}\n|]*?(>>?)\s*(?:"((?:\\.|[^"\\])*)"|([$\w(]+))')
_AWK_TEXT: Final = re.compile(r'"((?:\\.|[^"\\])*)"')
_REGEX: Final = re.compile(r"(?<=[~(,!&|{;\s])/(?:\\.|[^/\\\n])+/|^/(?:\\.|[^/\\\n])+/")


def _awk(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    given = args.has("-f", "--file")
    text = "" if given or not args.operands else args.operands[0]
    acts = [*_awk_commands(text, shell, call)]
    acts += [act for path in args.values("-f", "--file") for act in _program(path, shell, call)]
    named = refs("file", args.operands if given else args.operands[1:], call)
    if args.value("-i", "--include") == "inplace":
        return [*acts, changes("modify", "irreversible", shown(call.text), named, "awk")]
    return acts or [observe(shown(call.text), named, "awk")]


def _awk_commands(text: str, shell: Shell, call: Call) -> list[Act]:
    """Commands that an awk program runs and files that it prints to."""
    if len(text) > MAX_CODE:
        return [unknown(shown(call.text))]
    acts: list[Act] = []
    text = _REGEX.sub("//", text)
    bare = text.replace("||", "  ")
    for found in _AWK_RUNS.finditer(bare):
        whole = found[1] if found[1] is not None and found[2] else found[3] or found[4]
        if whole is not None:
            acts += shell.script(_unescaped(whole))
        elif found[1] is not None:  # `system("rm " $1)`: the rest of the line is known only when it runs
            acts += shell.script(f"{_unescaped(found[1])} {EXPANDED}$1")
        elif not _within_text(bare, found.start()):
            acts.append(unknown(shown(call.text)))
    for found in _AWK_WRITES.finditer(bare):
        if _within_text(bare, found.start(1)):
            continue
        path = _unescaped(found[2]) if found[2] is not None else f"{EXPANDED}{found[3]}"
        if not path.startswith("/dev/std") and path != "/dev/null":
            acts.append(written(path, shown(call.text), appended=found[1] == ">>", within=call.within))
    return acts


def _within_text(text: str, at: int) -> bool:
    return any(found.start() < at < found.end() for found in _AWK_TEXT.finditer(text))


def _unescaped(text: str) -> str:
    return text.replace('\\"', '"').replace("\\\\", "\\")


def _sort(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    target = args.value("-o", "--output")
    named = refs("file", args.operands, call)
    if not target:
        return [observe(shown(call.text), named)]
    if target in args.operands:
        return [changes("modify", "compensable", shown(call.text), refs("file", [target], call), "sort")]
    return [written(target, shown(call.text), within=call.within)._replace(reads=named)]


def _to_second(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`uniq IN OUT`, `xxd IN OUT`: the second operand is written."""
    target = args.operands[1] if len(args.operands) > 1 else args.value("-o", "--output")
    named = refs("file", args.operands[:1], call)
    return [written(target, shown(call.text), within=call.within) if target else observe(shown(call.text), named)]


def _to_output(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    target = args.value("-o", "--output")
    return [
        written(target, shown(call.text), within=call.within)
        if target
        else observe(shown(call.text), _files(args, call))
    ]


def _patch(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("file", args.operands[:1], call)
    return [changes("modify", "reversible", shown(call.text), named, "patch")]


TOOLS: Final = (
    Program(
        (
            "cat",
            "head",
            "tail",
            "tac",
            "rev",
            "nl",
            "less",
            "more",
            "most",
            "bat",
            "batcat",
            "grep",
            "egrep",
            "fgrep",
            "rg",
            "ag",
            "ack",
            "cut",
            "paste",
            "join",
            "comm",
            "tr",
            "fold",
            "fmt",
            "pr",
            "column",
            "expand",
            "unexpand",
            "wc",
            "diff",
            "sdiff",
            "diff3",
            "colordiff",
            "vimdiff",
            "cmp",
            "strings",
            "od",
            "hexdump",
            "hd",
            "look",
            "seq",
            "shuf",
            "tsort",
            "numfmt",
            "ptx",
            "jo",
            "base32",
            "basenc",
            "rot13",
            "csvcut",
            "csvgrep",
            "csvlook",
            "csvstat",
            "mlr",
            "xmllint",
            "tidy",
            "jsonlint",
            "yamllint",
            "markdownlint",
            "lolcat",
            "ccze",
            "multitail",
            "lnav",
            "glow",
            "xmlstarlet",
            "envsubst",
            "m4",
            "difft",
            "delta",
            "aspell",
            "spell",
            "wdiff",
            "getopt",
            "expr",
            "bc",
            "dc",
            "factor",
            "units",
        ),
        does("observe", refs=_files),
        valued=frozenset({"-n", "-c", "-e", "-f", "-m", "-A", "-B", "-C", "-d"}),
    ),
    Program(
        ("sed", "gsed"), _sed, valued=frozenset({"-e", "-f", "-l", "--expression", "--file"}), longs=("--in-place",)
    ),
    Program(("awk", "gawk", "mawk", "nawk"), _awk, valued=frozenset({"-f", "-F", "-v", "-i", "--file", "--include"})),
    Program(
        ("sort",), _sort, valued=frozenset({"-o", "--output", "-k", "-t", "-S", "-T", "--key"}), longs=("--output",)
    ),
    Program(("uniq",), _to_second, valued=frozenset({"-f", "-s", "-w"})),
    Program(("xxd",), _to_second, valued=frozenset({"-l", "-s", "-c", "-g"})),
    Program(("iconv", "base64"), _to_output, valued=frozenset({"-f", "-t", "-o", "-w", "-i", "--output"})),
    Program(("dos2unix", "unix2dos", "recode"), does("modify", "reversible", refs=_files)),
    Program(
        ("patch",),
        _patch,
        valued=frozenset({"-p", "-i", "-d", "--input", "--directory"}),
        dry=frozenset({"--dry-run", "-C", "--check"}),
    ),
    Program(
        ("vi", "vim", "nvim", "nano", "emacs", "ed", "ex", "pico", "micro", "code", "subl", "sensible-editor"),
        does("modify", "irreversible", refs=_files),
    ),
)
