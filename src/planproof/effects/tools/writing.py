"""Writing: what it means for a file that output is sent to it, by `>`, `tee` or an option `-o`."""

from __future__ import annotations

from planproof.effects.act import Act, Hazard, Ref
from planproof.effects.tools.paths import grants_access, is_device, is_drop_in, is_scratch, is_system, is_tuning
from planproof.effects.tools.refs import plain


def written(path: str, because: str, *, appended: bool = False, within: str = "") -> Act:
    """What writing a file does to it, by the worst reading: it is there and its content is lost."""
    ref = Ref("file", plain(path), within)
    hazards: tuple[Hazard, ...] = ("widens_access",) if grants_access(path) else ()
    if is_device(path):
        return Act("destroy", "irreversible", because, destroys=(Ref("device", plain(path), within),))
    if appended or is_tuning(path) or is_drop_in(path):
        return Act("modify", "reversible", because, writes=(ref,), hazards=hazards)
    if is_scratch(path):
        return Act("create", "compensable", because, writes=(ref,))
    if is_system(path):
        return Act("modify", "irreversible", because, writes=(ref,), hazards=hazards)
    return Act("modify", "compensable", because, writes=(ref,), hazards=hazards)
