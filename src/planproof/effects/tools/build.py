"""Build and test tools: make, cmake, ninja, pytest, linters, dotnet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.migrations import read_ef
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import Read, Shell, Tool, does, table

_TARGETS_SHOWN: Final[dict[str, str]] = {
    "make": "-n --just-print --dry-run --recon -q --question -v --version",
    "just": "-n --dry-run -l --list --summary --evaluate --dump --show --variables --choose",
    "task": "-n --dry -l --list -a --list-all --summary --status --version",
    "rake": "-n --dry-run -T --tasks -P --prereqs -W --where -D --describe --version",
    "invoke": "-l --list -V --version --dry",
    "fab": "-l --list -V --version --dry",
    "ant": "-p -projecthelp -version -diagnostics",
    "mage": "-l -h -version",
    "grunt": "--version --no-write",
    "gulp": "-T --tasks --tasks-simple --version",
}
"""Options with which a tool of targets runs none of them. `-q` of most others only makes them quiet."""


_SHELL_SET: Final = re.compile(r"\b(SHELL|MAKEFLAGS|MAKEFILES)\s*[:+?]*=")
"""Variables that make runs even where it only shows what it would run."""


def _make(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """What a target does stands in a file that nobody has shown."""
    options = _TARGETS_SHOWN.get("make" if call.name == "gmake" else call.name, "--list --dry-run --version")
    if args.has(*options.split()) and not (args.has("--eval", "-E") or _SHELL_SET.search(" ".join(args.operands))):
        return [observe(shown(call.text))]
    return None


def _cmake(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    if args.has("--version", "--system-information", "-N"):
        return [observe(shown(call.text))]
    if args.has("--install") or args.value("--target", "-t") in ("install", "uninstall"):
        return [changes("modify", "compensable", shown(call.text), (), "cmake --install")]
    if "-E" in call.args:
        words = list(call.args[call.args.index("-E") + 1 :])
        known = {
            "remove_directory": ["rm", "-r"],
            "remove": ["rm"],
            "rm": ["rm"],
            "copy": ["cp"],
            "copy_directory": ["cp", "-r"],
            "make_directory": ["mkdir"],
            "rename": ["mv"],
            "touch": ["touch"],
            "echo": ["echo"],
            "cat": ["cat"],
            "tar": ["tar"],
            "env": ["env"],
        }
        return shell.argv([*known[words[0]], *words[1:]]) if words and words[0] in known else None
    if "-P" in call.args:
        return shell.file(args.value("-P"), "cmake", shown(call.text))
    return [changes("create", "reversible", shown(call.text), (), "cmake")]


def _writes_with(*options: str) -> Read:
    """A checker that changes files only with some options."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        named = operands("file")(args, call)
        fixes = args.has(*options)
        return [
            changes("modify", "compensable", shown(call.text), named, call.name)
            if fixes
            else observe(shown(call.text), named)
        ]

    return read


def _formatter(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A formatter writes unless it is told to check."""
    named = operands("file")(args, call)
    if args.has("--check", "--diff", "-c", "-l", "-d", "--list-different", "--dry-run", "-n"):
        return [observe(shown(call.text), named)]
    return [changes("modify", "reversible", shown(call.text), named, call.name)]


def _ruff(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    if args.operands[:1] == ["format"]:
        return _formatter(call, args, shell)
    fixes = args.has("--fix", "--fix-only", "--add-noqa")
    if args.operands[:1] == ["clean"]:
        return [changes("destroy", "compensable", shown(call.text), (), "ruff clean")]
    return [changes("modify", "compensable", shown(call.text), (), "ruff") if fixes else observe(shown(call.text))]


def _pytest(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("--collect-only", "--co", "--fixtures", "--markers", "--version", "-V"):
        return [observe(shown(call.text))]
    return [changes("create", "reversible", shown(call.text), (), "pytest")]


_DOTNET: Final = table("""
    observe: list, --info, --list-sdks, --list-runtimes, nuget list, nuget locals --list, nuget verify, sln list, tool list, tool search, workload list, workload search,
        package search,
        user-secrets list, help, format --verify-no-changes, dev-certs https --check, nuget config get, nuget config paths, reference list, package list
    create irreversible: nuget push
    create reversible: build, test, publish, pack, new, restore, msbuild, vstest, store,
        tool restore, user-secrets init
    modify compensable: add, remove, tool install, tool update, workload install, workload update, workload restore, package add, package update, reference add,
        reference remove, package remove
    modify reversible: sln add, sln remove, format, user-secrets set, nuget add, nuget update, nuget enable, nuget disable, nuget config set, nuget config unset, dev-certs https,
        user-secrets remove
    destroy compensable: clean, tool uninstall, workload uninstall, nuget locals, nuget remove, workload clean
    destroy irreversible: user-secrets clear
    """)


def _ef(call: Call, _args: Args, shell: Shell) -> Sequence[Act] | None:
    return read_ef(call._replace(args=call.args[call.args.index("ef") :]), shell)


def _dotnet_tool(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """`dotnet tool run TOOL`."""
    words = call.args[call.args.index("run") + 1 :]
    return shell.argv(words[1:] if words[:1] == ("--",) else words)


TOOLS: Final = (
    Program(
        (
            "make",
            "gmake",
            "just",
            "task",
            "ant",
            "bazel",
            "buck2",
            "pants",
            "invoke",
            "fab",
            "grunt",
            "gulp",
            "mage",
            "scons",
        ),
        _make,
        valued=frozenset({"-C", "-f", "-j", "-I", "--directory", "--file"}),
    ),
    Program(
        ("cmake",), _cmake, valued=frozenset({"-B", "-S", "-G", "-D", "-P", "--build", "--target", "-j", "--install"})
    ),
    Program(
        (
            "ninja",
            "meson",
            "qmake",
            "autoconf",
            "automake",
            "autoreconf",
            "aclocal",
            "gcc",
            "g++",
            "cc",
            "c++",
            "clang",
            "clang++",
            "ld",
            "as",
            "rustc",
            "javac",
            "tsc",
            "swiftc",
            "ghc",
            "nasm",
            "ctest",
            "protoc",
            "esbuild",
            "webpack",
            "rollup",
            "vite",
            "parcel",
            "sass",
            "sphinx-build",
            "mkdocs",
            "pandoc",
            "pdflatex",
            "xelatex",
            "jekyll",
            "hugo",
            "javadoc",
            "doxygen",
            "convert",
            "strip",
            "objcopy",
            "jar",
            "nyc",
            "py_compile",
        ),
        does("create", "reversible"),
        dry=frozenset({"-n", "--dry-run", "--noEmit", "-fsyntax-only"}),
    ),
    Program(
        (
            "pytest",
            "py.test",
            "tox",
            "nox",
            "unittest",
            "nosetests",
            "jest",
            "mocha",
            "vitest",
            "karma",
            "ava",
            "tap",
            "rspec",
            "minitest",
            "phpunit",
            "pest",
            "cypress",
            "playwright",
            "bats",
            "coverage",
            "behave",
            "cucumber",
            "newman",
            "trial",
            "stestr",
        ),
        _pytest,
    ),
    Program(
        (
            "mypy",
            "pyright",
            "basedpyright",
            "flake8",
            "pylint",
            "bandit",
            "shellcheck",
            "hadolint",
            "tflint",
            "tfsec",
            "checkov",
            "golint",
            "staticcheck",
            "phpstan",
            "psalm",
            "semgrep",
            "gitleaks",
            "trufflehog",
            "actionlint",
            "vulture",
            "safety",
            "pip-audit",
            "cppcheck",
            "lint-imports",
            "commitlint",
            "cloc",
            "scc",
            "tokei",
            "kubeval",
            "kubeconform",
            "conftest",
            "spectral",
            "dive",
            "syft",
            "grype",
            "osv-scanner",
            "yamale",
            "pydocstyle",
            "interrogate",
            "radon",
        ),
        does("observe", refs=operands("file")),
    ),
    Program(
        (
            "eslint",
            "rubocop",
            "stylelint",
            "golangci-lint",
            "tslint",
            "standard",
            "biome",
            "oxlint",
            "sqlfluff",
            "clang-tidy",
            "swiftlint",
            "ktlint",
        ),
        _writes_with("--fix", "-a", "-A", "--autocorrect", "--auto-correct", "--write", "-F", "--format"),
    ),
    Program(
        ("prettier", "gofmt", "goimports", "clang-format", "shfmt", "autopep8", "yapf", "jsonnetfmt"),
        _writes_with("--write", "-w", "-i", "--in-place"),
    ),
    Program(("black", "isort", "rustfmt", "pyupgrade", "autoflake", "docformatter", "scalafmt"), _formatter),
    Program(("ruff",), _ruff),
    Program(
        ("pre-commit",),
        lambda call, args, _shell: [changes("modify", "reversible", shown(call.text), (), "pre-commit")],
    ),
    Tool(
        ("dotnet",),
        {**_DOTNET, "ef": _ef, "tool run": _dotnet_tool},
        refs=operands("project", 1),
        dry=frozenset({"--dry-run"}),
        valued=frozenset(
            {
                "-c",
                "--configuration",
                "-o",
                "--output",
                "-f",
                "--framework",
                "-r",
                "--runtime",
                "--project",
                "--connection",
                "-p",
                "-s",
                "--startup-project",
            }
        ),
    ),
)
