"""Finds and reads a project's configuration: `planproof.toml`, or `[tool.planproof]` in `pyproject.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from planproof.model.authored import read_config
from planproof.model.config import Config
from planproof.model.errors import ConfigError, DocumentError
from planproof.model.sources import read_file
from planproof.model.values import as_mapping

_OWN: Final = "planproof.toml"
_PYPROJECT: Final = "pyproject.toml"
_MAX_BYTES: Final = 1_000_000
"""The standard library's TOML parser is written in Python: a second for a megabyte."""


def load_config(file: str | Path | None, start: Path) -> tuple[Config, Path | None]:
    """Loads the configuration that holds for a folder.

    Args:
        file: the file to read; None to look for one.
        start: where to look first. The search goes upward and ends at the first configuration, or at the root of a
            repository (a folder with `.git`), so that a project never gets that of another one around it.

    Returns:
        The configuration and its file; the defaults and None where there is none.

    Raises:
        ConfigError: a file that cannot be read, is not TOML, or does not fit the schema.
    """
    if file is not None:
        path = Path(file)
        config = _read(path)
        if config is None:
            raise ConfigError(f"{file}: there is no [tool.planproof] in it: add the table, or name another file")
        return config, path
    for folder in (start, *start.absolute().parents):
        for name in (_OWN, _PYPROJECT):
            path = folder / name
            if path.is_file() and (config := _read(path)) is not None:
                return config, path
        if (folder / ".git").exists():
            break
    return Config(), None


def _read(file: Path) -> Config | None:
    """The configuration in a file; None if it is a `pyproject.toml` that has none."""
    import tomllib  # only where there is a file to read

    try:
        table: object = tomllib.loads(read_file(file, _MAX_BYTES).decode("utf-8"))
        if file.name == _PYPROJECT:
            tools = as_mapping((as_mapping(table) or {}).get("tool")) or {}
            if "planproof" not in tools:
                return None
            table = tools["planproof"]
        return read_config(table)
    except (DocumentError, ConfigError) as error:
        raise ConfigError(f"{file}: {error}") from None
    except RecursionError:
        raise ConfigError(f"{file}: nested too deep: flatten it") from None
    except ValueError as error:  # not TOML, or not UTF-8
        raise ConfigError(f"{file}: not TOML ({error}): correct the syntax") from None
