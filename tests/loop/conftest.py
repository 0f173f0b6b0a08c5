"""The Postgres server of the tests of the record."""

from tests.record.conftest import server

__all__ = ["server"]
