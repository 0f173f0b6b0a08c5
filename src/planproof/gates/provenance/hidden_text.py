"""INJ002 hidden-text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.effects.readings import is_plain
from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.texts import said, texts
from planproof.model.finding import Finding, TextEvidence

_BIDI: Final = "\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c"
_UNSEEN: Final = "\u200b\u2060-\u2064\ufeff\u00ad\u180e\u034f\u115f\u1160\u3164\uffa0"
_TAGS: Final = "\U000e0000-\U000e007f\U000e0100-\U000e01ef"
_CONTROLS: Final = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_HIDDEN: Final = re.compile(
    f"[{_BIDI}{_UNSEEN}{_TAGS}{_CONTROLS}]|(?<![\\u0600-\\u0e7f\\U0001f000-\\U0001ffff\\ufe0f])[\\u200c\\u200d]"
)
"""Characters that a reader does not see. A joiner in a script that joins, or in an emoji, is seen."""


class HiddenText(Rule):
    r"""A text holds characters that a person does not see: direction overrides, zero-width letters, tags, controls.

    In a command it blocks, since what runs is not what was read. In words it is a warning.

    Why:
        What the reviewer sees and what the shell or the next model gets are two texts. Tag characters carry whole
        sentences that no screen shows, a direction override turns the end of a command around.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: look, effect: observe, reads: [users], commands: ["cat users.csv\u202e#gnihton"]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: look, effect: observe, reads: [users], commands: ["cat users.csv # nothing"]}
        ```
    """

    code = "INJ002"
    name = "hidden-text"
    family = "provenance"
    summary = "a text holds characters that nobody sees"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding a step."""
        if is_plain(said(plan).replace("\n", "")):
            return
        for task, of_step in zip(plan.tasks, texts(plan), strict=True):
            found = [
                (field, hidden)
                for field, text in of_step
                if not is_plain(text) and (hidden := _HIDDEN.search(text)) is not None
            ]
            if found:
                runs = any(field.endswith("command") or field.endswith("commands") for field, _ in found)
                names = sorted({f"U+{ord(hidden[0]):04X}" for _, hidden in found})
                yield self.finding(
                    f"step {task.id!r} holds characters that nobody sees ({', '.join(names)}) in its "
                    f"{', '.join(dict.fromkeys(field for field, _ in found))}; take them out",
                    tasks=[task.id],
                    evidence=[
                        TextEvidence(field=f"tasks.{task.id}.{field}", quote=_around(hidden))
                        for field, hidden in found[:10]
                    ],
                    severity="blocker" if runs else "warning",
                )


def _around(hidden: re.Match[str]) -> str:
    """The place, with what is hidden spelled out."""
    text = hidden.string[max(0, hidden.start() - 20) : hidden.end() + 20]
    return _HIDDEN.sub(lambda m: f"<U+{ord(m[0]):04X}>", text)
