"""Code that is given to an interpreter of a programming language."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.context import Context
from planproof.model.plan import Command


def effect(run: str) -> str:
    found = effect_of_command(Command(run=run))
    return f"{found.kind}/{found.reversibility}"


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("python3 -c 'print(1)'", "observe/read_only"),
        ("python3 -c 'import os; print(os.listdir(\".\"))'", "observe/read_only"),
        ("python3 -c 'print(open(\"a\").read())'", "observe/read_only"),
        ('python3 -c \'open("a", "w").write("b")\'', "modify/compensable"),
        ('python3 -c \'open("a", "a").write("b")\'', "modify/reversible"),
        ("python3 -c 'import os; os.remove(\"a\")'", "destroy/irreversible"),
        ("python3 -c 'from os import remove as r; r(\"a\")'", "destroy/irreversible"),
        ("python3 -c 'import shutil as s; s.rmtree(\"/srv\")'", "destroy/irreversible"),
        ("python3 -c 'import shutil; shutil.rmtree(\"/tmp/a\")'", "destroy/compensable"),
        ("python3 -c 'from pathlib import Path; Path(\"a\").unlink()'", "destroy/irreversible"),
        ("python3 -c 'import os; os.system(\"rm -rf /srv\")'", "destroy/irreversible"),
        ("python3 -c 'import os; os.system(\"ls\")'", "observe/read_only"),
        ('python3 -c \'import subprocess; subprocess.run(["rm", "-rf", "/srv"])\'', "destroy/irreversible"),
        ("python3 -c 'print(\"os.remove(a)\")'", "observe/read_only"),
        ("python3 -c 'import requests; requests.delete(\"a\")'", "unknown/unknown"),
        ("python3 -c 'exec(input())'", "unknown/unknown"),
        ('python3 -c \'getattr(__import__("os"), "remove")("a")\'', "unknown/unknown"),
        ("python3 -c 'rm -rf /'", "unknown/unknown"),
        ("python3 script.py", "unknown/unknown"),
        ("python3 --version", "observe/read_only"),
        ("python3 -m json.tool a.json", "observe/read_only"),
        ("python3 -m frobnicate", "unknown/unknown"),
        ("python3 -m venv .venv", "create/reversible"),
        ("python3 - <<'EOF'\nimport os\nos.remove(\"a\")\nEOF", "destroy/irreversible"),
    ],
)
def test_python(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("node -e 'console.log(1)'", "observe/read_only"),
        ("node -p process.version", "observe/read_only"),
        ('node -e \'require("fs").rmSync("/srv", {recursive: true})\'', "destroy/irreversible"),
        ('node -e \'require("child_process").execSync("rm -rf /srv")\'', "destroy/irreversible"),
        ('node -e \'fetch("https://x.example", {method: "DELETE"})\'', "unknown/unknown"),
        ("node -e 'console.log(\"rmSync(a)\")'", "observe/read_only"),
        ("node server.js", "unknown/unknown"),
        ("ruby -e 'puts 1'", "observe/read_only"),
        ("ruby -rfileutils -e 'FileUtils.rm_rf(\"/srv\")'", "destroy/irreversible"),
        ("ruby -e 'system(\"rm -rf /srv\")'", "destroy/irreversible"),
        ("ruby -e 'puts `rm -rf /srv`'", "destroy/irreversible"),
        ("ruby -e 'puts \"#{File.delete(ARGV[0])}\"'", "destroy/irreversible"),
        ('ruby -e \'system("rm", "-rf", "/srv")\'', "unknown/unknown"),
        ("ruby -c a.rb", "observe/read_only"),
        ("perl -ne 'print if /unlink|system/' f", "observe/read_only"),
        ("perl -lane 'print $F[0]' f", "observe/read_only"),
        ("perl -pi -e 's/a/b/' f", "modify/irreversible"),
        ("perl -pi.bak -e 's/a/b/' f", "modify/reversible"),
        ("perl -i.bak -pe 's/a/b/' f", "modify/reversible"),
        ("perl -e 'unlink \"a\"'", "destroy/irreversible"),
        ("perl -e 'system(\"rm -rf /srv\")'", "destroy/irreversible"),
        ("perl -pe 's/(.*)/$1/ee' f", "unknown/unknown"),
        ("php -r 'echo PHP_VERSION;'", "observe/read_only"),
        ("php -r 'unlink(\"a\");'", "destroy/irreversible"),
        ("php a.php", "unknown/unknown"),
        ("Rscript a.R", "unknown/unknown"),
        ("pwsh -Command 'Remove-Item C:\\data -Recurse'", "destroy/irreversible"),
        ("pwsh -c 'Get-Process'", "observe/read_only"),
        ("pwsh -File a.ps1", "unknown/unknown"),
    ],
)
def test_others(run: str, expected: str) -> None:
    assert effect(run) == expected


def test_a_script_of_the_plan_is_read() -> None:
    context = Context(files={"a.py": "import os\nos.remove('/srv/a')\n", "b.py": "print(1)\n"})
    assert effect_of_command(Command(run="python a.py"), context).kind == "destroy"
    assert effect_of_command(Command(run="python b.py"), context).kind == "observe"
