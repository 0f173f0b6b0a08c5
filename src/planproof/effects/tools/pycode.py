"""Python code given on a command line or from a file of the plan: what it visibly does."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import EXPANDED, Call, shown
from planproof.effects.tools.files import removed
from planproof.effects.tools.tool import Shell
from planproof.effects.tools.writing import written

_REMOVES: Final = frozenset(
    "os.remove os.unlink os.removedirs shutil.rmtree os.truncate pathlib.Path.unlink send2trash.send2trash".split()
)
_SHELLS: Final = frozenset("os.system os.popen subprocess.getoutput subprocess.getstatusoutput".split())
_STARTS: Final = frozenset(
    "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen os.execvp os.execv os.spawnlp".split()
)
_DOES: Final[dict[str, tuple[str, str]]] = {
    "os.rename": ("modify", "irreversible"),
    "os.replace": ("modify", "irreversible"),
    "shutil.move": ("modify", "irreversible"),
    "shutil.copy": ("modify", "irreversible"),
    "shutil.copy2": ("modify", "irreversible"),
    "shutil.copyfile": ("modify", "irreversible"),
    "shutil.copytree": ("create", "reversible"),
    "os.mkdir": ("create", "reversible"),
    "os.makedirs": ("create", "reversible"),
    "os.rmdir": ("destroy", "reversible"),
    "os.chmod": ("modify", "reversible"),
    "os.chown": ("modify", "reversible"),
    "os.symlink": ("create", "reversible"),
    "os.link": ("create", "reversible"),
    "os.kill": ("shift", "compensable"),
    "os.killpg": ("shift", "compensable"),
    "shutil.make_archive": ("create", "reversible"),
    "tempfile.mkdtemp": ("create", "reversible"),
    "tempfile.mkstemp": ("create", "reversible"),
    "py_compile.compile": ("create", "reversible"),
}
_HARMLESS_MODULES: Final = frozenset(
    "json sys re math datetime time platform socket hashlib base64 binascii secrets uuid string random collections itertools functools glob fnmatch textwrap"
    " statistics decimal fractions pprint csv configparser tomllib calendar locale getpass pwd grp ipaddress struct zlib gzip bz2 lzma unicodedata difflib"
    " operator copy typing dataclasses enum io os shutil pathlib subprocess tempfile urllib urllib.parse html sysconfig site importlib.metadata pkgutil inspect"
    " traceback warnings contextlib argparse heapq bisect array types numbers zoneinfo keyword ast dis codecs errno stat filecmp hmac select ssl yaml".split()
)
_HARMLESS: Final = frozenset(
    "print len sorted list dict set tuple str int float bool bytes bytearray range enumerate zip map filter sum min max abs round repr type isinstance any all"
    " reversed iter next chr ord hex oct bin format input hash id vars dir getattr hasattr divmod pow slice frozenset callable issubclass exit quit super object"
    " complex memoryview ascii sys.exit os.getcwd os.listdir os.walk os.scandir os.stat os.lstat os.getenv os.getpid os.getuid os.geteuid os.getlogin os.uname os.cpu_count"
    " os.environ.get os.access os.readlink os.getloadavg os.statvfs shutil.which shutil.disk_usage pathlib.Path socket.gethostname socket.getfqdn socket.gethostbyname"
    " urllib.parse.quote urllib.parse.unquote urllib.parse.urlparse urllib.parse.urlencode urllib.parse.quote_plus time.sleep os.chdir yaml.safe_load".split()
)
_SAFE_IN: Final = frozenset(
    "json re math datetime time platform hashlib base64 binascii secrets uuid string random collections itertools functools glob fnmatch textwrap statistics decimal"
    " pprint csv calendar ipaddress struct zlib sys os.path difflib operator copy zoneinfo sysconfig html getpass pwd grp configparser tomllib unicodedata ast".split()
)
_METHODS: Final = frozenset(
    "split rsplit splitlines strip lstrip rstrip join get items keys values read readline readlines append extend format replace startswith endswith lower upper title count"
    " index find encode decode group groups match search findall finditer sub most_common isoformat strftime hexdigest digest exists is_file is_dir read_text read_bytes glob"
    " rglob iterdir resolve stat sort pop copy add union intersection difference total_seconds timestamp zfill partition rpartition isdigit setdefault close seek tell date"
    " weekday bit_length as_posix with_suffix relative_to expanduser capitalize center ljust rjust insert reverse elements isatty load loads update discard fromkeys"
    " fileno group span start end writerow".split()
)


def python_acts(code: str, call: Call, shell: Shell) -> Sequence[Act]:
    """What Python code does, as far as it can be seen; a call that nobody knows makes it unknown."""
    try:
        tree = ast.parse(code.replace(EXPANDED, ""))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [unknown(shown(call.text))]
    reader = _Reader(call, shell)
    try:
        reader.visit(tree)
    except RecursionError:
        return [unknown(shown(call.text))]
    return reader.acts or [observe(shown(call.text))]


class _Reader(ast.NodeVisitor):
    def __init__(self, call: Call, shell: Shell) -> None:
        self.acts: list[Act] = []
        self._call = call
        self._shell = shell
        self._names: dict[str, str] = {}
        self._own: set[str] = set()

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._imported(alias.name)
            self._names[alias.asname or alias.name.partition(".")[0]] = (
                alias.name if alias.asname else alias.name.partition(".")[0]
            )

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        self._imported(module)
        for alias in node.names:
            self._names[alias.asname or alias.name] = f"{module}.{alias.name}"

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._own.add(node.name)
        self.generic_visit(node)

    def _imported(self, module: str) -> None:
        if module not in _HARMLESS_MODULES and module != "os.path":
            self._unknown()

    def _unknown(self) -> None:
        self.acts.append(unknown(shown(self._call.text)))

    def _dotted(self, node: ast.expr) -> str:
        """`os.path.join` of an expression; empty where it is no plain name."""
        if isinstance(node, ast.Name):
            return self._names.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            left = self._dotted(node.value)
            return f"{left}.{node.attr}" if left else ""
        return ""

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        self._passed_on(self._dotted(node))
        if node.attr.startswith("__") and node.attr not in ("__name__", "__file__", "__version__", "__doc__"):
            self._unknown()

    def visit_Name(self, node: ast.Name) -> None:
        self._passed_on(self._dotted(node))

    def _passed_on(self, name: str) -> None:
        """A function that is named and not called: what it is handed to may call it."""
        if name in _REMOVES or name in _SHELLS or name in _STARTS or name in _DOES:
            self._unknown()

    def visit_Call(self, node: ast.Call) -> None:
        for part in (*node.args, *node.keywords):
            self.visit(part)
        name = self._dotted(node.func)
        if not name:
            self.visit(node.func.value if isinstance(node.func, ast.Attribute) else node.func)
        texts = [_text(argument) for argument in node.args]
        first = texts[0] if texts else None
        because = shown(ast.unparse(node))
        if name in _REMOVES:
            self.acts.append(removed([first or f"{EXPANDED}{name}"], self._call, because))
        elif name in _SHELLS:
            self.acts += self._shell.script(first) if first is not None else [unknown(because)]
        elif name in _STARTS:
            self._started(node, first, because)
        elif name in _DOES:
            kind, undo = _DOES[name]
            refs = [Ref("file", text, self._call.within) for text in texts if text]
            self.acts.append(changes(kind, undo, because, refs, name))  # pyright: ignore[reportArgumentType]
        elif name == "open" or (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "open"
            and name in ("io.open", "gzip.open", "codecs.open")
        ):
            self._opened(node, texts, because)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in (
            "unlink",
            "rmdir",
            "write_text",
            "write_bytes",
            "mkdir",
            "touch",
            "rename",
        ):
            self._of_path(node.func, because)
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "replace" and len(node.args) == 1:
            self._of_path(node.func, because)  # of a path; that of a text takes two
        elif name in ("getattr", "hasattr", "vars", "dir") and self._of_module(node):
            self._unknown()
        elif name in _HARMLESS or name in self._own or _is_safe(name):
            return
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS | {"write", "dump", "writelines"}:
            return  # a file is judged where it is opened
        else:
            self._unknown()

    def _of_module(self, node: ast.Call) -> bool:
        """Whether a name is looked for in a module that can do harm."""
        return bool(node.args) and self._dotted(node.args[0]).partition(".")[0] in _CAN_HARM

    def _started(self, node: ast.Call, first: str | None, because: str) -> None:
        argument = node.args[0] if node.args else None
        if isinstance(argument, (ast.List, ast.Tuple)):
            words = [_text(word) for word in argument.elts]
            self.acts += self._shell.argv([word if word is not None else f"{EXPANDED}word" for word in words])
        elif first is not None:
            self.acts += self._shell.script(first)
        else:
            self.acts.append(unknown(because))

    def _opened(self, node: ast.Call, texts: Sequence[str | None], because: str) -> None:
        given = next((k.value for k in node.keywords if k.arg == "mode"), node.args[1] if len(node.args) > 1 else None)
        mode = "r" if given is None else _text(given)
        if mode is None or set(mode) & set("wax+"):
            path = (texts[0] if texts else None) or f"{EXPANDED}file"
            self.acts.append(
                written(path, because, appended=mode is not None and "a" in mode, within=self._call.within)
            )

    def _of_path(self, func: ast.Attribute, because: str) -> None:
        path = _text(func.value.args[0]) if isinstance(func.value, ast.Call) and func.value.args else None
        match func.attr:
            case "unlink":
                self.acts.append(removed([path or f"{EXPANDED}path"], self._call, because))
            case "rmdir":
                self.acts.append(changes("destroy", "reversible", because))
            case "mkdir" | "touch":
                self.acts.append(changes("create", "reversible", because))
            case "rename" | "replace":
                self.acts.append(changes("modify", "irreversible", because))
            case _:
                self.acts.append(written(path or f"{EXPANDED}path", because, within=self._call.within))


_CAN_HARM: Final = frozenset({"os", "_os", "shutil", "subprocess", "sys", "builtins", "pathlib"})


def _is_safe(name: str) -> bool:
    """Whether a function is one of a module that only computes: `glob.glob`, and not `glob.os.remove`."""
    parts = name.split(".")
    return not _CAN_HARM & set(parts[1:-1]) and any(name.startswith(f"{module}.") for module in _SAFE_IN)


def _text(node: ast.expr) -> str | None:
    """The text of a literal; None where it is known only when it runs."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
