"""Interpreters of programming languages: code on the command line, from their input, and scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
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
    "json.tool venv compileall py_compile unittest pytest timeit pdb doctest http.server zipfile tarfile base64 calendar site sysconfig platform this dis"
    " ensurepip build pydoc cProfile trace ast tokenize".split()
)
_PY_OBSERVES: Final = frozenset(
    "json.tool timeit base64 calendar site sysconfig platform this dis pydoc ast tokenize doctest http.server".split()
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
        if "c" in word[1:]:
            code = word.partition("c")[2] or (words[0] if words else "")
            return python_acts(code, call, shell)
        if "m" in word[1:]:
            module = word.partition("m")[2] or (words.pop(0) if words else "")
            return _module(module, words, call, shell)
        if word in ("-W", "-X") and words:
            words.pop(0)
    if words and words[0] != "-":
        return _script(words[0], words[1:], "python", call, shell)
    if call.stdin is not None:
        return python_acts(call.stdin, call, shell)
    return [unknown(shown(call.text))] if call.fed or words else [observe(shown(call.text))]


def _module(module: str, words: Sequence[str], call: Call, shell: Shell) -> Sequence[Act]:
    if module in _PY_OBSERVES:
        return [observe(shown(call.text))]
    if module in _PY_MODULES:
        name = "pytest" if module in ("pytest", "unittest") else "virtualenv"
        return shell.argv([name, *words])
    return shell.argv([module.replace("_", "-") if module in ("pip_audit",) else module, *words])


class _Language(NamedTuple):
    """How one language is read: by its words, since there is no parser for it here."""

    code: frozenset[str]
    """Options before code."""
    harmless: frozenset[str]
    """Names that only compute or print."""
    removes: re.Pattern[str]
    runs: re.Pattern[str]
    """Calls of a shell; a group holds the literal command."""
    valued: frozenset[str] = frozenset()


_QUOTED: Final = r"""(?:"((?:\\.|[^"\\#$])*)"|'((?:\\.|[^'\\])*)')"""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LANGUAGES: Final[dict[str, _Language]] = {
    "node": _Language(
        _names("-e --eval -p --print"),
        _names(
            "console log error warn info JSON parse stringify process argv env exit version versions platform Math Date now Object keys values entries Array from map filter"
            " reduce join split forEach length require const let var function return if else for of in new typeof true false null undefined toString toISOString"
            " parseInt parseFloat Number String Boolean slice trim replace includes indexOf sort reverse push concat Buffer crypto randomBytes createHash update digest hex"
            " base64 os cpus hostname readFileSync fs path resolve basename dirname existsSync utf8 stdout write memoryUsage uptime floor random ceil round max min match"
            " toFixed padStart package name start end async await then catch e x a b i k v s d r require.resolve"
        ),
        re.compile(
            r"\b(?:rmSync|rmdirSync|unlinkSync|rm|unlink|rmdir|rimraf|truncateSync|emptyDirSync|removeSync)\s*\(\s*"
            + _QUOTED
            + "?"
        ),
        re.compile(r"\b(?:execSync|exec|spawnSync|spawn|execFileSync)\s*\(\s*(?:" + _QUOTED + r"\s*[,)])?"),
        _names("-r --require --import"),
    ),
    "ruby": _Language(
        _names("-e"),
        _names(
            "puts print p pp require json yaml fileutils time date each map select reject sort join split to_s to_i size length File read exist? JSON parse YAML load_file RUBY_VERSION"
            " ENV ARGV Time now Date today if else end do nil true false unless first last uniq count sum max min inspect STDIN gets strip chomp sub gsub upcase downcase keys values"
            " SecureRandom hex securerandom digest Digest SHA256 hexdigest MD5 to_json pretty_generate dig fetch x f l line k v"
        ),
        re.compile(
            r"\b(?:rm_rf|rm_r|rm_f|rm|rmtree|remove_dir|remove_entry|remove_entry_secure|File\.delete|File\.unlink|Dir\.rmdir|Dir\.unlink|Dir\.delete|delete|unlink|truncate)\b"
            r"\s*\(?\s*" + _QUOTED + "?"
        ),
        re.compile(
            r"(?:\b(?:system|exec|spawn)\s*\(?\s*(?:"
            + _QUOTED
            + r"(?=\s*[,)\s;]|$))?|`([^`]*)`|%x[({\[]([^)}\]]*)[)}\]])"
        ),
        _names("-r -I -C"),
    ),
    "perl": _Language(
        _names("-e -E"),
        _names(
            "print printf say if unless else elsif while for foreach my our use strict warnings push pop shift unshift join split map grep sort reverse keys values each length substr"
            " index lc uc ucfirst sprintf defined undef last next and or not eq ne lt gt le ge cmp qw BEGIN END chomp chop time localtime gmtime exit die return sub hex oct int abs"
            " sqrt rand JSON PP POSIX strftime Data Dumper MIME Base64 encode_base64 decode_base64 Time HiRes scalar local x s m g i tr y qr ARGV STDIN STDOUT STDERR ENV eof"
        ),
        re.compile(r"\b(?:unlink|rmtree|remove_tree|rmdir|truncate)\b\s*\(?\s*" + _QUOTED + "?"),
        re.compile(
            r"(?:\b(?:system|exec)\b\s*\(?\s*(?:"
            + _QUOTED
            + r"(?=\s*[);]|\s*$))?|`([^`]*)`|\bqx[({\[/]([^)}\]/]*)[)}\]/])"
        ),
        _names("-I"),
    ),
    "php": _Language(
        _names("-r"),
        _names(
            "echo print print_r var_dump var_export phpversion php_uname json_encode json_decode file_get_contents date time strtotime count strlen implode explode trim"
            " getenv ini_get extension_loaded phpinfo PHP_VERSION PHP_EOL PHP_OS array_map array_filter array_keys if else foreach as true false null function return"
            " password_hash PASSWORD_DEFAULT PASSWORD_BCRYPT md5 sha1 hash base64_encode base64_decode bin2hex random_bytes sprintf printf number_format"
        ),
        re.compile(r"\b(?:unlink|rmdir|ftruncate)\s*\(\s*" + _QUOTED + "?"),
        re.compile(
            r"(?:\b(?:system|exec|shell_exec|passthru|popen|proc_open)\s*\(\s*(?:" + _QUOTED + r"\s*[,)])?|`([^`]*)`)"
        ),
        _names("-d -c -z"),
    ),
    "lua": _Language(
        _names("-e"),
        _names(
            "print string format os time date clock getenv math tostring tonumber io write ipairs pairs for in do end local function return if then else"
        ),
        re.compile(r"\bos\.remove\s*\(\s*" + _QUOTED + "?"),
        re.compile(r"\b(?:os\.execute|io\.popen)\s*\(\s*(?:" + _QUOTED + r"\s*[,)])?"),
        _names("-l"),
    ),
}
_REGEXES: Final = re.compile(
    r"(?:\b(?:s|tr|y)([/|#!,])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[a-z]*|\b(?:s|tr|y)\{[^{}]*\}\s*\{[^{}]*\}[a-z]*|\b(?:m|qr)([/|#!,])(?:\\.|(?!\2).)*\2[a-z]*"
    r"|(?<![\w)\]])/(?:\\.|[^/\\\n])+/[a-z]*)"
)
_STRINGS: Final = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""")
_INTERPOLATED: Final = re.compile(r"\$\{|#\{|@\{")
_WORD: Final = re.compile(r"(?<![\w$@%])[A-Za-z_][\w?!]*")
_EVALUATES: Final = re.compile(
    r"(?:^|[;{\s])\b(?:s|tr|y)([/|#!,])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[a-df-z]*e[a-z]*(?![\w])"
)


def _code_acts(code: str, language: str, call: Call, shell: Shell) -> Sequence[Act]:
    """What code does, by its words: removals, literal shell commands; any other word that nobody knows makes it unknown."""
    spoken = _LANGUAGES[language]
    acts: list[Act] = []
    rest = code
    for found in spoken.runs.finditer(code):
        literal = next((group for group in found.groups() if group is not None), None)
        acts += (
            shell.script(literal)
            if literal is not None and not _INTERPOLATED.search(literal)
            else [unknown(shown(call.text))]
        )
        rest = rest.replace(found[0], " ", 1)
    if language == "perl" and _EVALUATES.search(code):
        acts.append(unknown(shown(call.text)))
    if language in ("perl", "ruby"):
        rest = _REGEXES.sub(" ", rest)
    for found in spoken.removes.finditer(rest):
        path = next((group for group in found.groups() if group is not None), "\0path")
        acts.append(removed([path], call, shown(found[0])))
    rest = _STRINGS.sub(" ", spoken.removes.sub(" ", rest))
    strange = [
        word
        for word in _WORD.findall(rest)
        if word not in spoken.harmless
        and word not in ("child_process", "FileUtils", "Fileutils", "File", "Dir", "os", "fs")
    ]
    if strange or (_INTERPOLATED.search(code) and language == "node"):
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


def _powershell(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`pwsh -Command TEXT`, `-File FILE`, `-EncodedCommand BASE64`."""
    import base64

    from planproof.effects.shell.powershell import read_powershell

    words = list(call.args)
    while words:
        word = words.pop(0)
        lower = word.lower()
        if lower in ("-command", "-c", "/c", "-com"):
            return read_powershell(" ".join(words), shell)
        if lower in ("-file", "-f") and words:
            return shell.file(words[0], "powershell", shown(call.text))
        if len(lower) > 1 and "-encodedcommand".startswith(lower) and words and lower not in ("-ex",):
            try:
                return read_powershell(base64.b64decode(words[0], validate=True).decode("utf-16-le"), shell)
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
            return read_powershell(" ".join((word, *words)), shell)
    if call.stdin is not None:
        return read_powershell(call.stdin, shell)
    return [unknown(shown(call.text))] if call.fed else [observe(shown(call.text))]


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
