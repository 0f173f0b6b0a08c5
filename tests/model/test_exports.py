"""The public names, and what importing them costs."""

import subprocess
import sys

from planproof import model

NAMES = 85


def test_the_names_are_these_and_each_is_there() -> None:
    assert len(model.__all__) == len(set(model.__all__)) == NAMES
    for name in model.__all__:
        assert getattr(model, name) is not None
    assert model.__all__[:3] == ["PlanproofError", "InputError", "DocumentError"]


def test_nothing_heavy_is_imported() -> None:
    heavy = ["yaml", "ruamel", "jsonschema", "rich", "sqlglot", "sqlalchemy", "tomllib", "asyncio", "unittest"]
    code = f"import sys, planproof.model; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
