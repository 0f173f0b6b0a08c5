"""Programs that make, move, copy, empty and remove files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.paths import (
    grants_access,
    is_backup,
    is_built,
    is_copy_beside,
    is_device,
    is_scratch,
    is_system,
)
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import Shell, does
from planproof.effects.tools.writing import written

_NOWHERE: Final = frozenset({"/dev/null", "-", "/dev/stdout", "/dev/stderr"})


def removed(paths: Sequence[str], call: Call, because: str = "") -> Act:
    """The act of removing files: what a build makes again or lies below a temporary folder can be made again."""
    again = all(is_scratch(path) or is_built(path) for path in paths)
    undo: Undo = "compensable" if again else "irreversible"
    return changes("destroy", undo, because or shown(call.text), refs("file", paths, call), call.name)


def _rm(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if not args.operands:
        return [observe(shown(call.text))]
    return [removed(args.operands, call)]


def _split(args: Args) -> tuple[list[str], str]:
    """Sources and target of `cp`, `mv`, `install` and `ln`."""
    folder = args.value("-t", "--target-directory")
    if folder:
        return args.operands, folder
    return args.operands[:-1], args.operands[-1] if len(args.operands) > 1 else ""


def _copy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`cp` and `install`: a target that surely is no file yet is made, any other may be overwritten."""
    because = shown(call.text)
    if call.name == "install" and args.has("-d", "--directory"):
        return [changes("create", "reversible", because, refs("file", args.operands, call), "mkdir")]
    sources, target = _split(args)
    if not target:
        return [observe(because)]
    read, ref = refs("file", sources, call), Ref("file", plain(target), call.within)
    if target in _NOWHERE:
        return [observe(because, read)]
    if is_device(target):
        return [Act("destroy", "irreversible", because, reads=read, destroys=(Ref("device", target, call.within),))]
    if sources and all(source.lower() in ("/dev/null", "/dev/zero", "nul") for source in sources):
        return [removed([target], call)]
    kept = [path for path in sources if is_copy_beside(target, path)]
    fresh = bool(kept) or is_backup(target) or args.has("-n", "--no-clobber", "--update=none")
    if is_backup(target) and kept == sources:
        return [Act("create", "reversible", because, reads=read, writes=(ref,), produces=(ref,), operation=call.name)]
    if fresh:
        made = (ref,) if kept or is_backup(target) else ()
        return [Act("create", "reversible", because, reads=read, writes=(ref,), produces=made, operation=call.name)]
    if args.has("--backup", "-b"):
        undo: Undo = "reversible"
    else:
        undo = "compensable" if is_scratch(target) else "irreversible"
    act = Act("modify", undo, because, reads=read, writes=(ref,), operation=call.name)
    if grants_access(target):
        act = act._replace(hazards=("widens_access",))
    if any(is_backup(path) for path in sources):
        act = act._replace(restores=(ref,))
    return [act]


def _mv(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    because = shown(call.text)
    sources, target = _split(args)
    if not target:
        return [observe(because)]
    moved, ref = refs("file", sources, call), Ref("file", plain(target), call.within)
    if target in _NOWHERE or is_device(target):
        return [changes("destroy", "irreversible", because, moved, "mv")]
    aside = any(is_copy_beside(target, path) for path in sources) or is_backup(target)
    safe = aside or args.has("-n", "--no-clobber", "-b", "--backup")
    undo: Undo = "reversible" if safe else "compensable" if is_scratch(target) else "irreversible"
    inverse = f"mv {plain(target)} {plain(sources[0])}" if safe and len(sources) == 1 else ""
    act = Act("modify", undo, because, writes=(*moved, ref), operation="mv", inverse=inverse)
    if aside:
        act = act._replace(produces=(ref,))
    elif any(is_backup(path) for path in sources):
        act = act._replace(reads=moved, restores=(ref,))
    return [act]


def _ln(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A link is made; a forced one replaces what stands there, and a symbolic link tells where it pointed."""
    _sources, target = _split(args)
    named = refs("file", [target] if target else args.operands, call)
    if args.has("-f", "--force"):
        undo: Undo = "compensable" if args.has("-s", "--symbolic") else "irreversible"
        return [changes("modify", undo, shown(call.text), named, "ln")]
    return [changes("create", "reversible", shown(call.text), named, "ln")]


def _truncate(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    size = args.value("-s", "--size")
    named = refs("file", args.operands, call)
    if size[:1] == "+":
        return [changes("modify", "reversible", shown(call.text), named, "truncate")]
    if args.operands and all(map(is_scratch, args.operands)):
        return [changes("destroy", "compensable", shown(call.text), named, "truncate")]
    return [changes("destroy", "irreversible", shown(call.text), named, "truncate")]


def _dd(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`dd` reads and prints unless `of=` names where it writes."""
    pairs = [word.partition("=") for word in args.operands]
    given = {name: value for name, _, value in pairs}
    source, target = given.get("if", ""), given.get("of", "")
    because = shown(call.text)
    read = refs("device" if is_device(source) else "file", [source] if source else [], call)
    if not target or target in _NOWHERE:
        return [observe(because, read, "dd")]
    if is_device(target):
        gone = refs("device", [target], call)
        return [Act("destroy", "irreversible", because, reads=read, destroys=gone, operation="dd")]
    if is_device(source):
        image = refs("file", [target], call)
        return [Act("create", "reversible", because, reads=read, writes=image, produces=image, operation="dd")]
    if source == "/dev/zero" and not is_scratch(target) and (is_system(target) or "notrunc" in given.get("conv", "")):
        return [changes("destroy", "irreversible", because, refs("file", [target], call), "dd")]
    if source in ("/dev/zero", "/dev/random", "/dev/urandom"):
        return [changes("create", "reversible", because, refs("file", [target], call), "dd")]
    return [written(target, because, appended="append" in given.get("oflag", ""), within=call.within)]


def _tee(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    appended = args.has("-a", "--append")
    paths = [path for path in args.operands if path not in _NOWHERE]
    if call.stdin == "" and not appended and paths:
        return [removed(paths, call)]
    acts = [written(path, shown(f"tee {path}"), appended=appended, within=call.within) for path in paths]
    if any(act.produces or act.reads for act in call.source):
        acts = [act._replace(produces=act.writes) for act in acts]
    return acts or [observe(shown(call.text))]


TOOLS: Final = (
    Program(("rm",), _rm, valued=frozenset({"--interactive"})),
    Program(("srm", "trash-empty"), does("destroy", "irreversible", refs=operands("file"))),
    Program(("shred", "wipe"), does("destroy", "irreversible", refs=operands("file")), valued=frozenset({"-n", "-s"})),
    Program(("unlink", "rimraf", "del-cli"), _rm),
    Program(("rmdir",), does("destroy", "reversible", inverse="mkdir", refs=operands("file"))),
    Program(("trash", "trash-put", "gio-trash"), does("destroy", "reversible", refs=operands("file"))),
    Program(
        ("cp", "install"),
        _copy,
        valued=frozenset({"-t", "--target-directory", "-S", "--suffix", "-m", "-o", "-g", "--mode", "--owner"}),
    ),
    Program(("mv",), _mv, valued=frozenset({"-t", "--target-directory", "-S", "--suffix"})),
    Program(("ln", "link"), _ln, valued=frozenset({"-t", "--target-directory", "-S", "--suffix"})),
    Program(
        ("mkdir", "mkfifo", "mknod", "mktemp"),
        does("create", "reversible", inverse="rmdir", refs=operands("file")),
        valued=frozenset({"-m", "--mode", "-p", "--tmpdir", "-t"}),
    ),
    Program(
        ("touch",),
        does("create", "reversible", refs=operands("file")),
        valued=frozenset({"-d", "-t", "-r", "--date", "--reference"}),
    ),
    Program(("truncate",), _truncate, valued=frozenset({"-s", "--size", "-r", "--reference"})),
    Program(
        ("fallocate",),
        does("modify", "reversible", refs=operands("file")),
        valued=frozenset({"-l", "-o", "--length", "--offset"}),
    ),
    Program(("dd", "dcfldd", "ddrescue"), _dd),
    Program(("tee", "sponge"), _tee),
    Program(
        ("split", "csplit"),
        does("create", "reversible", refs=operands("file", 1)),
        valued=frozenset({"-b", "-l", "-n", "-a", "-C", "-f"}),
    ),
    Program(("sync",), does("observe")),
    Program(
        ("rename", "prename", "mmv"),
        does("modify", "compensable", refs=operands("file", 1)),
        dry=frozenset({"-n", "--no-act"}),
    ),
)
