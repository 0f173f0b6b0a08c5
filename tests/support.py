"""What tests share: where the large real inputs live, and how a test says that it needs them.

The corpora are too large to keep in the repository. They are looked for in a folder named ``shared`` beside the
repository, or where ``PLANPROOF_SHARED`` points. A test that needs them is skipped where that folder is absent;
where the folder is there but lacks a part, the test fails.

    from tests.support import needs_shared, shared

    @needs_shared
    def test_every_case() -> None:
        expected = json.loads(shared("cases", "expected.json").read_text(encoding="utf-8"))

A whole module: ``pytestmark = needs_shared``.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
"""The root of the repository."""

FULL = os.environ.get("PLANPROOF_FULL") == "1"
"""True for ``make test-full``: run the long forms."""

_LOOKED_FOR = Path(os.environ.get("PLANPROOF_SHARED") or ROOT.parent / "shared")

SHARED: Path | None = _LOOKED_FOR.resolve() if _LOOKED_FOR.is_dir() else None
"""The folder of shared inputs, or None where this machine has none."""

WITHOUT_SHARED = f"needs the shared inputs: {str(_LOOKED_FOR)!r} is no folder, set PLANPROOF_SHARED to where they are"
WITHOUT_FULL = "long form: runs with PLANPROOF_FULL=1 (make test-full)"

# The skipping itself is in conftest.py, so that each is a plain mark that can also stand on a module or a parameter.
needs_shared = pytest.mark.corpus
full_only = pytest.mark.full


def shared(*parts: str) -> Path:
    """The path of a shared input, such as ``shared("cases", "expected.json")``; it need not exist."""
    return (SHARED or _LOOKED_FOR).joinpath(*parts)


def examples(short: int, full: int) -> int:
    """How many examples or repetitions to run: ``short`` always, ``full`` for ``make test-full``."""
    return full if FULL else short
