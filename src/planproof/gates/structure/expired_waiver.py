"""WAI001 expired-waiver."""

from __future__ import annotations

from planproof.gates.waivers import WaiverRule
from planproof.model.goal import Waiver


class ExpiredWaiver(WaiverRule):
    """A waiver is past its day, so it suppresses nothing any more.

    Why:
        A waiver is a debt with a date. When the date passes in silence, either the rule starts to block without anyone
        knowing why, or, with a tool that does not look, the exemption lasts for ever.

    Fails:
        ```yaml
        now: 2026-09-02T00:00:00Z
        goal:
          id: g
          waivers:
            - {rule: STR013, reason: the importer repeats edges, by: dana, expires: 2026-08-01T00:00:00Z}
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```

    Passes:
        ```yaml
        now: 2026-09-02T00:00:00Z
        goal: {id: g}
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```
    """

    code = "WAI001"
    name = "expired-waiver"
    family = "structure"
    summary = "a waiver past its day"
    severity = "warning"
    basis = "proven"
    fate = "expired"

    def what(self, waiver: Waiver) -> str:
        """That it expired, and when."""
        return f"expired on {waiver.expires.isoformat()}; renew or remove it"
