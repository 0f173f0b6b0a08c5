"""WAI003 unknown-waiver."""

from __future__ import annotations

from planproof.gates.waivers import WaiverRule
from planproof.model.goal import Waiver


class UnknownWaiver(WaiverRule):
    """A waiver names a rule that does not exist.

    A waiver of a rule that exists and is not selected is no finding.

    Why:
        It is a misspelling, or the rule went away with an update. The rule that was meant goes on blocking, or the
        exemption stays in the file and wakes when a rule of that name is added.

    Fails:
        ```yaml
        goal:
          id: g
          waivers:
            - {rule: STR913, reason: the importer repeats edges, by: dana, expires: 2027-01-01T00:00:00Z}
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          waivers:
            - {rule: STR013, reason: the importer repeats edges, by: dana, expires: 2027-01-01T00:00:00Z}
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```
    """

    code = "WAI003"
    name = "unknown-waiver"
    family = "structure"
    summary = "a waiver of a rule that does not exist"
    severity = "warning"
    basis = "proven"
    fate = "unknown"

    def what(self, waiver: Waiver) -> str:  # noqa: ARG002 - the same for each
        """That there is no such rule."""
        return "names a rule that does not exist; `planproof rules` lists them"
