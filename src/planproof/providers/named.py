"""provider_of: the provider behind a name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from planproof.model.config import ModelOptions
from planproof.model.errors import ModelError
from planproof.providers.port import Provider, Role
from planproof.providers.recorded import Replayed, Scripted


def provider_of(name: str, role: Role, options: Sequence[ModelOptions] = ()) -> Provider:
    """The provider behind a name: an entry of the configuration, a recording, a script, or a model by its own name.

    Args:
        name: `fast` (an entry `models` of the configuration), `replay:FILE`, `scripted:FILE`, `openai:gpt-5`.
        role: what it is asked as.
        options: the entries of the configuration.

    Raises:
        ModelError: a recording that cannot be read, a name that nobody knows.
    """
    chosen = next((entry for entry in options if entry.name == name), None)
    source, colon, path = name.partition(":")
    if chosen is None and colon and source == "replay":
        return Replayed(Path(path), name)
    if chosen is None and colon and source == "scripted":
        return Scripted(Path(path), name, role)
    if chosen is None and not colon:
        known = ", ".join(repr(entry.name) for entry in options) or "none"
        raise ModelError(
            f"no model {name!r}: write PROVIDER:MODEL such as 'openai:gpt-5', 'replay:FILE', 'scripted:FILE', or the "
            f"name of an entry under `models` in the configuration (there: {known})"
        )
    from planproof.providers.ai import AiProvider

    return AiProvider(chosen or ModelOptions(name=name, model=name))
