"""jq and yq: print a part of a document; yq may also write it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Shell

_JQ_VALUED: Final = frozenset({"-f", "--from-file", "-L", "--indent"})
_YQ_VALUED: Final = frozenset(
    {"-o", "-p", "--output-format", "--input-format", "--from-file", "-I", "--indent", "--expression"}
)
_PAIRS: Final = {"--arg": 2, "--argjson": 2, "--slurpfile": 2, "--rawfile": 2}


def _jq(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    words, rest = list(call.args), list[str]()
    while words:
        word = words.pop(0)
        if word in _PAIRS:
            del words[: _PAIRS[word]]
        elif word in ("--args", "--jsonargs"):
            break
        else:
            rest.append(word)
    args = Args(rest, _JQ_VALUED)
    files = args.operands if args.has("-f", "--from-file") else args.operands[1:]
    return [observe(shown(call.text), [Ref("file", name) for name in files])]


def _yq(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = [word for word in args.operands if word not in ("e", "eval", "ea", "eval-all", "r", "read", "w", "write")]
    files = [Ref("file", name) for name in (words if args.has("--expression") else words[1:])]
    # `write` with `-i` is yq 2 and 3.
    if args.has("-i", "--inplace", "--in-place", "-s", "--split-exp"):
        return [changes("modify", "compensable", shown(call.text), files, "yq -i")]
    return [observe(shown(call.text), files)]


TOOLS: Final = (
    Program(("jq", "gojq", "jaq"), _jq),
    Program(("yq",), _yq, valued=_YQ_VALUED),
)
