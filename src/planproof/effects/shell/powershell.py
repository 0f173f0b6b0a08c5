"""read_powershell: what PowerShell does, at a basic level."""

from __future__ import annotations

from collections.abc import Sequence

from planproof.effects.act import Act, unknown
from planproof.effects.tools.call import shown
from planproof.effects.tools.tool import Shell


def read_powershell(text: str, shell: Shell) -> Sequence[Act]:
    """What a PowerShell script does."""
    return [unknown(shown(text))]
