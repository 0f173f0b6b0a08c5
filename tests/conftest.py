"""Settings that every test runs under."""

import pytest
from hypothesis import HealthCheck, settings

from tests.support import FULL, SHARED, WITHOUT_FULL, WITHOUT_SHARED

# Reproducible: the same commit gives the same examples on every machine, and nothing is remembered between runs.
# No deadline: a loaded runner is no defect; what must be fast is measured by the benchmark and its own tests.
settings.register_profile("ci", deadline=None, derandomize=True, database=None)

# The long form explores: new examples on each run. A failure prints the blob that repeats it.
settings.register_profile(
    "full",
    deadline=None,
    derandomize=False,
    database=None,
    max_examples=1_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)

settings.load_profile("full" if FULL else "ci")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what this machine or this run cannot do, with the reason."""
    for item in items:
        if SHARED is None and item.get_closest_marker("corpus"):
            item.add_marker(pytest.mark.skip(reason=WITHOUT_SHARED))
        if not FULL and item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason=WITHOUT_FULL))
