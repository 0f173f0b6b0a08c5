"""WAI004 unused-waiver."""

from __future__ import annotations

from planproof.gates.waivers import WaiverRule
from planproof.model.goal import Waiver


class UnusedWaiver(WaiverRule):
    """A waiver suppresses nothing in this plan.

    Why:
        It may be left over from a defect that was fixed. As long as it stands it will let the next defect of that kind
        through without anyone deciding so.

    Fails:
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
            - {id: report, effect: observe, reads: [orders]}
          dependencies:
            - {from_task: count, to_task: report}
            - {from_task: count, to_task: report}
        ```
    """

    code = "WAI004"
    name = "unused-waiver"
    family = "structure"
    summary = "a waiver that suppresses nothing"
    severity = "info"
    basis = "proven"
    fate = "unused"

    def what(self, waiver: Waiver) -> str:  # noqa: ARG002 - the same for each
        """That it does nothing here."""
        return "suppresses nothing in this plan; remove it"
