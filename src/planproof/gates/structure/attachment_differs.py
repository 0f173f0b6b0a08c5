"""STR021 attachment-differs."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.effects.context import is_genuine
from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class AttachmentDiffers(Rule):
    r"""The content of an attached file is not what its digest names.

    Such content counts for nothing: a command that runs the file stays unknown.

    Why:
        A person reviews the content, and the executor compares the digest. If the two differ, one thing is approved
        and another one runs.

    Fails:
        ```yaml
        plan:
          id: p
          attachments:
            - path: ops/a.sh
              sha256: "0000000000000000000000000000000000000000000000000000000000000000"
              content: ls
          tasks: [{id: a, effect: observe, commands: [sh ops/a.sh]}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          attachments:
            - path: ops/a.sh
              sha256: "e82264c1d5c17582f49e0fdc082009ce15db18bbb03a9eec291beb6e007667b3"
              content: "ls -l\n"
          tasks: [{id: a, effect: observe, commands: [sh ops/a.sh]}]
        ```
    """

    code = "STR021"
    name = "attachment-differs"
    family = "structure"
    summary = "an attached file whose content is not what its digest names"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each attachment whose content has another digest."""
        for attachment in plan.plan.attachments:
            if not is_genuine(attachment):
                yield self.finding(
                    f"attachment {attachment.path!r} has a content whose SHA-256 is not {attachment.sha256!r}; "
                    "attach the file again",
                    resources=[attachment.path],
                )
