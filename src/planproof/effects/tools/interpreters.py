"""Interpreters of programming languages: code on the command line, from their input, and scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act, changes, observe, unknown
from planproof.effects.tools.call import EXPANDED, MAX_CODE, Args, Call, shown
from planproof.effects.tools.files import removed
from planproof.effects.tools.program import Program
from planproof.effects.tools.pycode import python_acts
from planproof.effects.tools.refs import refs
from planproof.effects.tools.tool import Shell

_FRAMEWORKS: Final = frozenset(
    {"manage.py", "artisan", "rails", "rake", "console", "occ", "wp", "magento", "drush", "symfony", "odoo-bin"}
)
"""Scripts that are tools of their own."""
_PY_MODULES: Final = frozenset(
    "json.tool venv compileall py_compile unittest pytest http.server zipfile tarfile base64 calendar site sysconfig platform this dis"
    " ensurepip build pydoc ast tokenize".split()
)
_PY_RUNS: Final = frozenset({"pdb", "trace", "cProfile", "profile", "runpy", "doctest"})
"""Modules that run the script they are given."""
_PY_OBSERVES: Final = frozenset(
    "json.tool base64 calendar site sysconfig platform this dis pydoc ast tokenize http.server".split()
)


def _script(path: str, words: Sequence[str], language: str, call: Call, shell: Shell) -> Sequence[Act]:
    """A script file: a known tool, a file that the plan brings along, or unknown."""
    name = path.rpartition("/")[2]
    if name in _FRAMEWORKS:
        return shell.argv([name, *words])
    text = shell.context.file(path)
    if text is None or shell.context.review(path) is not None:
        return shell.file(path, language, shown(call.text))
    return python_acts(text, call, shell) if language == "python" else _code_acts(text, language, call, shell)


def _python(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    words = list(call.args)
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        if word in ("-V", "--version", "-h"):
            return [observe(shown(call.text))]
        if word.startswith("--"):
            continue
        if word[1] in "WX":
            if len(word) == 2 and words:
                words.pop(0)
            continue
        if "c" in word[1:]:
            code = word.partition("c")[2] or (words[0] if words else "")
            return python_acts(code, call, shell)
        if "m" in word[1:]:
            module = word.partition("m")[2] or (words.pop(0) if words else "")
            return _module(module, words, call, shell)
    if words and words[0] != "-":
        return _script(words[0], words[1:], "python", call, shell)
    if call.stdin is not None:
        return python_acts(call.stdin, call, shell)
    return [unknown(shown(call.text))] if call.fed or words else [observe(shown(call.text))]


def _module(module: str, words: Sequence[str], call: Call, shell: Shell) -> Sequence[Act]:
    if module == "timeit":
        args = Args(words, frozenset({"-n", "-r", "-s", "-u", "--setup", "--number", "--repeat", "--unit"}))
        code = [*args.values("-s", "--setup"), *args.operands]
        return [act for text in code for act in python_acts(text, call, shell)] or [observe(shown(call.text))]
    if module in _PY_RUNS:
        args = Args(words, frozenset("-o -s -c -C -f --outfile --file --coverdir".split()), ends=bool)
        return (
            _script(args.operands[0], args.operands[1:], "python", call, shell)
            if args.operands
            else [observe(shown(call.text))]
        )
    if module in _PY_OBSERVES:
        return [observe(shown(call.text))]
    if module in _PY_MODULES:
        name = "pytest" if module in ("pytest", "unittest") else "virtualenv"
        return shell.argv([name, *words])
    return shell.argv([_PROGRAM_OF.get(module, module), *words])


_PROGRAM_OF: Final = {
    "pip_audit": "pip-audit", "pre_commit": "pre-commit", "django": "django-admin", "manage": "manage.py",
    "awscli": "aws", "yoyo.scripts.main": "yoyo", "dbt.cli.main": "dbt", "flask_migrate": "flask",
}  # fmt: skip
"""Modules whose program is called otherwise."""


class _Language(NamedTuple):
    """How one language is read: by its words, since there is no parser for it here."""

    code: frozenset[str]
    """Options before code."""
    harmless: frozenset[str]
    """Names that only compute or print."""
    removes: re.Pattern[str]
    """Calls that remove; a group holds the number of the text that names what."""
    runs: re.Pattern[str]
    """Calls of a shell; a group holds the number of the text that is the command."""
    valued: frozenset[str] = frozenset()
    quotes: str = r"`"
    """What a text in backquotes is: a command, unless the language says otherwise."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _calls(names: str, behind: str) -> re.Pattern[str]:
    """Calls of one of some names with a text that stands alone: `behind` it only these may follow."""
    alternatives = "|".join(map(re.escape, names.split()))
    return re.compile(rf"(?<![\w$])(?:{alternatives})(?![\w!?])\s*\(?\s*(?:\x02(\d+)\x02(?=\s*(?:[{behind}]|$)))?")


_LANGUAGES: Final[dict[str, _Language]] = {
    "node": _Language(
        _names("-e --eval -p --print -pe"),
        _names(
            "console log error warn info JSON parse stringify process argv env version versions platform Math Date"
            " now Object keys values entries Array from map filter reduce join split forEach length require const let"
            " var function return if else for of in new typeof true false null undefined toString toISOString parseInt"
            " parseFloat Number String Boolean slice trim replace includes indexOf sort reverse push concat Buffer"
            " crypto randomBytes createHash update digest hex base64 os cpus hostname readFileSync fs path resolve"
            " basename dirname existsSync stdout write memoryUsage uptime floor random ceil round max min match"
            " toFixed padStart package name exit async await then catch child_process e x a b i k v s d r"
        ),
        _calls("rmSync rmdirSync unlinkSync rm unlink rmdir rimraf truncateSync emptyDirSync removeSync", ",)"),
        _calls("execSync exec", ",)"),
        _names("-r --require --import"),
        quotes="text",
    ),
    "ruby": _Language(
        _names("-e"),
        _names(
            "puts print p pp require json yaml fileutils time date each map select reject sort join split to_s to_i"
            " size length File Dir FileUtils read exist? JSON parse YAML load_file RUBY_VERSION ENV ARGV Time now Date"
            " today if else end do nil true false unless first last uniq count sum max min inspect STDIN gets strip"
            " chomp sub gsub upcase downcase keys values SecureRandom hex securerandom digest Digest SHA256 hexdigest"
            " MD5 to_json pretty_generate dig fetch x f l line k v"
        ),
        _calls(
            "rm_rf rm_r rm_f rm rmtree remove_dir remove_entry remove_entry_secure delete unlink rmdir truncate",
            ",);",
        ),
        _calls("system exec spawn", ");"),
        _names("-I -C"),
    ),
    "perl": _Language(
        _names("-e -E"),
        _names(
            "print printf say if unless else elsif while for foreach my our use strict warnings push pop shift unshift"
            " join split map grep sort reverse keys values each length substr index lc uc ucfirst sprintf defined undef"
            " last next and or not eq ne lt gt le ge cmp qw BEGIN END chomp chop time localtime gmtime exit die return"
            " sub hex oct int abs sqrt rand JSON PP POSIX strftime Data Dumper MIME Base64 encode_base64 decode_base64"
            " Time HiRes scalar local ARGV STDIN STDOUT STDERR ENV eof x"
        ),
        _calls("unlink rmtree remove_tree rmdir truncate", ",);"),
        _calls("system exec", ");"),
        _names("-I"),
    ),
    "php": _Language(
        _names("-r"),
        _names(
            "echo print print_r var_dump var_export phpversion php_uname json_encode json_decode file_get_contents date"
            " time strtotime count strlen implode explode trim getenv ini_get extension_loaded phpinfo PHP_VERSION"
            " PHP_EOL PHP_OS array_map array_filter array_keys if else foreach as true false null function return"
            " password_hash PASSWORD_DEFAULT PASSWORD_BCRYPT md5 sha1 hash base64_encode base64_decode bin2hex"
            " random_bytes sprintf printf number_format"
        ),
        _calls("unlink rmdir ftruncate", ",)"),
        _calls("system exec shell_exec passthru popen proc_open", ",)"),
        _names("-d -c -z"),
    ),
    "lua": _Language(
        _names("-e"),
        _names(
            "print string format os time date clock getenv math tostring tonumber io write ipairs pairs for in do end"
            " local function return if then else"
        ),
        _calls("os.remove", ")"),
        _calls("os.execute io.popen", ",)"),
        _names("-l"),
    ),
}
_PIECE: Final = re.compile(
    r"(?P<double>\"(?:\\.|[^\"\\])*\")|(?P<single>'(?:\\.|[^'\\])*')|(?P<back>`[^`]*`|\b(?:qx|%x)[({\[/][^)}\]/]*[)}\]/])"
    r"|(?P<regex>\b(?:s|tr|y)([/|#!,])(?:\\.|(?!\5).)*\5(?:\\.|(?!\5).)*\5[a-z]*|\b(?:s|tr|y)\{[^{}]*\}\s*\{[^{}]*\}[a-z]*"
    r"|\b(?:m|qr)([/|#!,])(?:\\.|(?!\6).)*\6[a-z]*|(?<![\w)\]$])\s*/(?:\\.|[^/\\\n])+/[a-z]*)"
)
"""Texts, commands in backquotes and regular expressions, whichever begins first."""
_HOLE: Final = re.compile(r"[#$]\{([^}]*)\}?|@\{\[([^\]]*)\]?")
"""Code inside a text."""
_WORD: Final = re.compile(r"(?<![\w$@%])[A-Za-z_][\w?!]*")


def _code_acts(code: str, language: str, call: Call, shell: Shell) -> Sequence[Act]:
    """What code does, by its words: removals, literal shell commands; a word that nobody knows makes it unknown."""
    if len(code) > MAX_CODE:
        return [unknown(shown(call.text))]
    spoken = _LANGUAGES[language]
    acts: list[Act] = []
    texts: list[str | None] = []

    def masked(found: re.Match[str]) -> str:
        piece = found[0]
        inside = piece[1:-1]
        if found.lastgroup == "regex" or found["regex"] is not None:
            if language not in ("perl", "ruby", "node"):
                return piece
            replaces = re.match(r"\s*[sty]", piece) is not None and "e" in re.split(r"\W", piece)[-1]
            if replaces or "(?{" in piece or "#{" in piece:
                acts.append(unknown(shown(call.text)))
            return " "
        holes = "" if found["single"] else " ".join(a or b for a, b in _HOLE.findall(inside))
        if found["back"] and spoken.quotes != "text":
            command = re.sub(r"^(?:`|(?:qx|%x).)|.$", "", piece)
            acts.extend(
                shell.script(command) if not re.search(r"#\{|\$\w|@\{", command) else [unknown(shown(call.text))]
            )
            return f" {holes} "
        literal = found["single"] is not None or not re.search(
            r"[#$@]\{|\$\w" if language != "node" else r"\$\{", inside
        )
        texts.append(inside if literal else None)
        return f" \x02{len(texts) - 1}\x02 {holes} "

    rest = _PIECE.sub(masked, code)
    for found in spoken.runs.finditer(rest):
        literal = texts[int(found[1])] if found[1] else None
        acts += shell.script(literal) if literal is not None else [unknown(shown(call.text))]
    rest = spoken.runs.sub(" ", rest)
    for found in spoken.removes.finditer(rest):
        path = texts[int(found[1])] if found[1] else None
        acts.append(removed([path or f"{EXPANDED}path"], call))
    rest = spoken.removes.sub(" ", rest)
    if any(word not in spoken.harmless for word in _WORD.findall(rest)):
        acts.append(unknown(shown(call.text)))
    return acts or [observe(shown(call.text))]


_INPLACE: Final = re.compile(r"-[acnlpsSTuUvwWX0]*i(.*)")
"""`-i`, `-pi.bak`: files are edited in place; what follows is the suffix of the copies."""


def _interpreter(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    language = {"nodejs": "node", "bun-e": "node", "luajit": "lua"}.get(call.name, call.name)
    spoken = _LANGUAGES[language]
    words = list(call.args)
    code: list[str] = []
    inplace = ""
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        if (
            word in ("--version", "-v", "-V", "--help", "-h", "-i", "-m")
            and language in ("node", "php", "ruby", "perl")
            and not (word == "-i" and language == "perl")
        ):
            return [observe(shown(call.text))]
        if word in ("-c", "--check", "-l", "-wc", "-cw") and language in ("node", "ruby", "perl", "php"):
            if word == "-l" and language in ("perl", "ruby"):
                continue
            return [observe(shown(call.text))]  # a check of the syntax
        if word == "--":
            break
        if word in spoken.code and words:
            code.append(words.pop(0))
        elif (
            not word.startswith("--")
            and word[:2] + word[-1:]
            and word[-1:] in ("e", "E")
            and f"-{word[-1]}" in spoken.code
            and words
        ):
            inplace = inplace or (word if "i" in word else "")
            code.append(words.pop(0))
        elif language in ("perl", "ruby") and _INPLACE.match(word):
            inplace = word
        elif (language == "node" and word in spoken.valued and words) or (
            language in ("perl", "php", "lua") and word in spoken.valued and words
        ):
            words.pop(0)
    if code:
        acts = [act for text in code for act in _code_acts(text, language, call, shell)]
        if inplace:
            found = _INPLACE.match(inplace)
            suffix = found[1].rstrip("eE") if found is not None else ""
            undo = "reversible" if suffix else "irreversible"
            acts.append(changes("modify", undo, shown(call.text), refs("file", words, call), f"{language} -i"))
        return acts
    if words and words[0] != "-":
        return _script(words[0], words[1:], language, call, shell)
    if call.stdin is not None:
        return _code_acts(call.stdin, language, call, shell)
    return [unknown(shown(call.text))] if call.fed or words else [observe(shown(call.text))]


def _powershell(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """`pwsh -Command TEXT`, `-File FILE`, `-EncodedCommand BASE64`."""
    import base64

    words = list(call.args)
    while words:
        word = words.pop(0)
        lower = word.lower()
        if lower in ("-command", "-c", "/c", "-com") and words == ["-"]:
            break
        if lower == "-" and not words:
            break
        if lower in ("-command", "-c", "/c", "-com"):
            return _said(" ".join(words), call, shell)
        if lower in ("-file", "-f") and words:
            return shell.file(words[0], "powershell", shown(call.text))
        if len(lower) > 1 and "-encodedcommand".startswith(lower) and words and lower not in ("-ex",):
            try:
                return _said(base64.b64decode(words[0], validate=True).decode("utf-16-le"), call, shell)
            except ValueError:
                return [unknown(shown(call.text))]
        if lower in ("-version", "-help", "-?", "/?"):
            return [observe(shown(call.text))]
        if (
            lower
            in (
                "-executionpolicy",
                "-ep",
                "-ex",
                "-exec",
                "-windowstyle",
                "-w",
                "-configurationname",
                "-workingdirectory",
                "-inputformat",
                "-outputformat",
            )
            and words
        ):
            words.pop(0)
        elif not lower.startswith("-"):
            return _said(" ".join((word, *words)), call, shell)
    if call.stdin is not None:
        return _said(call.stdin, call, shell)
    return [unknown(shown(call.text))] if call.fed else [observe(shown(call.text))]


def _said(text: str, call: Call, shell: Shell) -> Sequence[Act]:
    from planproof.effects.shell.powershell import read_powershell

    return read_powershell(text, shell) or [observe(shown(call.text))]


TOOLS: Final = (
    Program(
        ("python", "python3", "python2", "pypy", "pypy3", *(f"python3.{minor}" for minor in range(6, 16))), _python
    ),
    Program(("node", "nodejs", "ruby", "perl", "php", "lua", "luajit"), _interpreter),
    Program(("powershell", "pwsh", "powershell.exe", "pwsh.exe"), _powershell),
    Program(
        (
            "deno",
            "ts-node",
            "tsx",
            "Rscript",
            "R",
            "julia",
            "groovy",
            "scala",
            "java",
            "jshell",
            "erl",
            "elixir",
            "iex",
            "clojure",
            "expect",
            "tclsh",
            "osascript",
            "crystal",
            "swift",
            "ipython",
        ),
        lambda call, args, shell: (
            [observe(shown(call.text))] if call.args in (("-version",), ("-v",), ("--version",)) else None
        ),
    ),
)
