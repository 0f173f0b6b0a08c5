"""Programs that pack and unpack: tar, zip, gzip and their relatives, cpio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.files import removed
from planproof.effects.tools.paths import is_scratch
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import Shell, Tool, does, table


def _unpacked(call: Call, archive: str, into: str, *, keeps: bool = False) -> Act:
    """Unpacking overwrites files of the same names, and brings back what the archive holds."""
    target = (Ref("file", plain(into or "."), call.within),)
    read = refs("file", [archive] if archive and archive != "-" else [], call)
    undo: Undo = "reversible" if keeps else "compensable"
    kind = "create" if keeps or is_scratch(into) else "modify"
    return Act(kind, undo, shown(call.text), reads=read, writes=target, restores=target, operation=call.name)


def _packed(call: Call, archive: str, sources: Sequence[str]) -> Act:
    made = refs("file", [archive] if archive not in ("", "-") else [], call)
    read = refs("file", sources, call)
    if not made:
        return observe(shown(call.text), read)
    return Act("create", "reversible", shown(call.text), reads=read, writes=made, produces=made, operation=call.name)


def _tar(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    words = list(call.args)
    if words and words[0][:1] not in ("-", "") and words[0].isalpha():  # `tar xzf a.tgz`: the old style without a dash
        letters = words.pop(0)
        taken = [letter for letter in letters if letter in "fCbTXgLN"]
        values = [words.pop(0) if words else "" for _ in taken]
        rest = [f"-{letter}" for letter in letters if letter not in taken]
        rest += [word for pair in zip((f"-{letter}" for letter in taken), values, strict=True) for word in pair]
        args = Args((*rest, *words), _TAR_VALUED)
    inner: list[Act] = []
    for program in args.values("--to-command", "-I", "--use-compress-program", "--checkpoint-action"):
        text = program.removeprefix("exec=")
        if program != text or not args.has("--checkpoint-action"):
            inner += shell.script(text)
    archive = args.value("-f", "--file")
    if args.has("-t", "--list", "-d", "--diff", "--compare", "--test-label"):
        read = refs("file", [archive], call)
        return [*inner, Act("observe", "read_only", shown(call.text), reads=read, verifies=read, operation="tar")]
    if args.has("--delete"):
        return [*inner, changes("destroy", "irreversible", shown(call.text), refs("file", [archive], call), "tar")]
    if args.has("-x", "--extract", "--get"):
        if args.has("-O", "--to-stdout") or args.has("--to-command"):
            return [*inner, observe(shown(call.text), refs("file", [archive], call))]
        into = args.value("-C", "--directory")
        keeps = args.has("-k", "--keep-old-files", "--skip-old-files")
        return [*inner, _unpacked(call, archive, into, keeps=keeps)]
    if args.has("-c", "--create"):
        inner.append(_packed(call, archive, args.operands))
        if args.has("--remove-files"):
            inner.append(changes("destroy", "reversible", shown(call.text), refs("file", args.operands, call), "tar"))
        return inner
    if args.has("-r", "--append", "-u", "--update", "-A", "--catenate"):
        return [*inner, changes("modify", "reversible", shown(call.text), refs("file", [archive], call), "tar")]
    return None


_TAR_VALUED: Final = frozenset(
    "-f --file -C --directory -T --files-from -X --exclude-from --exclude -b --to-command -I --use-compress-program"
    " --checkpoint-action --transform --strip-components --owner --group --mode -g --listed-incremental -N --newer".split()
)


def _zip(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    archive = args.operands[0] if args.operands else ""
    named = refs("file", [archive], call)
    if args.has("-T", "--test") and len(args.operands) < 2:
        return [Act("observe", "read_only", shown(call.text), reads=named, verifies=named, operation="zip")]
    if args.has("-sf", "--show-files"):
        return [observe(shown(call.text), named)]
    if args.has("-d", "--delete"):
        return [changes("destroy", "irreversible", shown(call.text), named, "zip")]
    acts = [_packed(call, archive, args.operands[1:])]
    if args.has("-m", "--move"):
        acts.append(changes("destroy", "reversible", shown(call.text), refs("file", args.operands[1:], call), "zip"))
    return acts


def _unzip(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    archive = args.operands[0] if args.operands else ""
    if not archive or args.has("-l", "-t", "-v", "-p", "-z", "-Z", "-c"):
        read = refs("file", [archive], call)
        return [
            Act("observe", "read_only", shown(call.text), reads=read, verifies=read if args.has("-t", "-l") else ())
        ]
    return [_unpacked(call, archive, args.value("-d"), keeps=args.has("-n"))]


def _gzip(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A compressor replaces each file by another form of it; the way back is the same program."""
    named = refs("file", args.operands, call)
    if args.has("-t", "--test", "-l", "--list"):
        return [Act("observe", "read_only", shown(call.text), reads=named, verifies=named, operation=call.name)]
    if not args.operands or args.has("-c", "--stdout", "--to-stdout"):
        return [observe(shown(call.text), named)]
    return [changes("modify", "reversible", shown(call.text), named, call.name)]


def _zstd(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`zstd` and `lz4` keep their input unless `--rm` is given."""
    if args.has("-t", "--test", "-l", "--list", "-c", "--stdout") or not args.operands:
        return _gzip(call, args, shell)
    if args.has("--rm"):
        return [changes("modify", "reversible", shown(call.text), refs("file", args.operands, call), call.name)]
    return [changes("create", "reversible", shown(call.text), refs("file", args.operands, call), call.name)]


def _cpio(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("-t", "--list"):
        return [observe(shown(call.text))]
    if args.has("-o", "--create"):
        return [_packed(call, args.value("-O", "-F", "--file"), ())]
    if args.has("-i", "--extract", "-p", "--pass-through"):
        into = args.value("-D", "--directory") or (args.operands[0] if args.has("-p") and args.operands else "")
        return [_unpacked(call, args.value("-F", "-I", "--file"), into, keeps=not args.has("-u", "--unconditional"))]
    return None


def _seven_delete(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("destroy", "irreversible", shown(call.text), refs("file", args.operands[1:2], call), "7z d")]


def _seven_add(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    acts = [_packed(call, args.operands[1] if len(args.operands) > 1 else "", args.operands[2:])]
    if args.has("-sdel"):
        acts.append(removed(args.operands[2:], call))
    return acts


TOOLS: Final = (
    Program(
        ("tar", "gtar", "bsdtar"),
        _tar,
        valued=_TAR_VALUED,
        longs=("--remove-files", "--delete", "--to-command", "--checkpoint-action"),
    ),
    Program(("zip",), _zip, valued=frozenset({"-x", "-i", "-b", "-P", "-t", "-s"})),
    Program(("unzip",), _unzip, valued=frozenset({"-d", "-P"})),
    Program(
        (
            "gzip",
            "gunzip",
            "bzip2",
            "bunzip2",
            "xz",
            "unxz",
            "lzma",
            "compress",
            "uncompress",
            "pigz",
            "unpigz",
            "pbzip2",
            "lzop",
        ),
        _gzip,
        valued=frozenset({"-S", "--suffix", "-T", "-p"}),
    ),
    Program(("zstd", "unzstd", "lz4", "unlz4", "brotli"), _zstd, valued=frozenset({"-o", "-T", "-D"})),
    Program(
        (
            "zcat",
            "bzcat",
            "xzcat",
            "gzcat",
            "zstdcat",
            "lz4cat",
            "zless",
            "zmore",
            "bzless",
            "xzless",
            "zgrep",
            "bzgrep",
            "xzgrep",
            "zdiff",
            "zcmp",
            "zipinfo",
            "zipgrep",
            "lsar",
        ),
        does("observe", refs=operands("file")),
    ),
    Program(("cpio",), _cpio, valued=frozenset({"-F", "-O", "-I", "-D", "-H", "--file", "--directory", "-E", "-R"})),
    Tool(
        ("7z", "7za", "7zr", "7zz"),
        {
            **table("observe: l, b, i, h\ncreate reversible: u\nmodify compensable: x, e, rn"),
            "t": does("observe", verifies=True, refs=operands("file", 1)),
            "a": _seven_add,
            "d": _seven_delete,
        },
        long=True,
    ),
    Tool(
        ("unrar", "rar"),
        {
            **table(
                "observe: l, v, p, lb, vb, lt, vt\nmodify compensable: x, e\ncreate reversible: a, u\ndestroy irreversible: d, m, mf"
            ),
            "t": does("observe", verifies=True, refs=operands("file", 1)),
        },
    ),
    Program(("ar",), does("modify", "compensable", refs=operands("file", 1))),
)
