"""What a command imports: each heavy package costs every start a tenth of a second or more."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.ran import BLOCKED, SOUND, write

HEAVY = {
    "pydantic_ai",
    "dbos",
    "sqlalchemy",
    "fastapi",
    "uvicorn",
    "starlette",
    "httpx",
    "mcp",
    "sqlglot",
    "jinja2",
    "cryptography",
    "ruamel",
    "jsonschema",
    "unified_planning",
    "networkx",
    "numpy",
    "asyncio",
    "multiprocessing",
    "concurrent",
    "rich",
    "yaml",
    "email.mime",
    "unittest",
}

PROGRAM = """
import sys
from planproof.cli import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    code = left.code
import json
print("\\n" + json.dumps([code, sorted(sys.modules)]))
"""


def imported(*args: str) -> tuple[int, set[str]]:
    """The exit code of a command and every module that was imported for it."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, *args], capture_output=True, text=True, check=True)
    code, modules = json.loads(done.stdout.rsplit("\n", 2)[1])
    return code, set(modules)


@pytest.mark.parametrize("output", ["text", "json"])
@pytest.mark.parametrize(("plan", "code"), [(SOUND, 0), (BLOCKED, 1)])
def test_check_imports_nothing_heavy(tmp_path: Path, plan: dict[str, object], code: int, output: str) -> None:
    left, modules = imported("check", str(write(tmp_path, "p.json", plan)), "-o", output)

    assert left == code
    assert "pydantic" in modules
    assert modules & HEAVY == set()


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["check", "--help"]])
def test_what_judges_nothing_imports_neither_pydantic_nor_rich(args: list[str]) -> None:
    code, modules = imported(*args)

    assert code == 0
    assert modules & {*HEAVY, "pydantic", "planproof.judge"} == set()


def test_the_version_needs_no_click() -> None:
    assert "click" not in imported("--version")[1]


def test_the_package_itself_imports_nothing() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; before = set(sys.modules); import planproof; print(set(sys.modules) - before)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "{'planproof'}\n"
