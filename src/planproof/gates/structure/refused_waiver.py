"""WAI002 refused-waiver."""

from __future__ import annotations

from planproof.gates.waivers import WaiverRule
from planproof.model.goal import Waiver


class RefusedWaiver(WaiverRule):
    """A waiver names a veto on irreversible steps, which no waiver lifts.

    Why:
        What cannot be taken back is decided for one plan, by a person who sees it, not beforehand for every plan to
        come. Whoever wrote the waiver believes that these steps are let through, and must learn that they are not.

    Fails:
        ```yaml
        goal:
          id: g
          waivers:
            - {rule: ROL, reason: we never restore, by: dana, expires: 2027-01-01T00:00:00Z}
        plan:
          id: p
          tasks:
            - {id: drop, effect: destroy, destroys: [users]}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          accepts:
            - {resource: users, reason: the service is retired, by: dana}
        plan:
          id: p
          tasks:
            - {id: drop, effect: destroy, destroys: [users]}
        ```
    """

    code = "WAI002"
    name = "refused-waiver"
    family = "structure"
    summary = "a waiver of a veto on irreversible steps"
    severity = "warning"
    basis = "proven"
    fate = "refused"

    def what(self, waiver: Waiver) -> str:  # noqa: ARG002 - the same for each
        """That nothing lifts this rule beforehand."""
        return "names a veto on irreversible steps, which no waiver lifts; an identified person may override it"
