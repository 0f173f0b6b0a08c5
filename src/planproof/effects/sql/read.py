"""read_sql: what SQL text does."""

from __future__ import annotations

from collections.abc import Sequence

from planproof.effects.act import Act, unknown
from planproof.effects.tools.call import shown
from planproof.effects.tools.tool import Shell


def read_sql(text: str, dialect: str, *, within: str = "", shell: Shell | None = None) -> Sequence[Act]:
    """What SQL does."""
    return [unknown(shown(text))]
