"""VER004 cannot-fail."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.verification._absent import absent
from planproof.model.finding import Finding


class CannotFail(Rule):
    """A verification command that succeeds whatever it finds.

    `... || true`, `...; echo ok`, `... | cat`: the exit status is always 0. With an `expect.stdout` the output is held
    against it and the command counts, and so it does under `set -o pipefail` or `set -e` where those decide.

    Why:
        The command looks at the right thing and throws the answer away. An executor sees an exit status of 0, calls
        the step verified, and lets the next one run.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: move-alias
              effect: shift
              writes: [search.alias]
              rollback: {kind: inverse, commands: [./alias.sh help-ada]}
              verification: {what: the alias, command: "curl -sS http://search/aliases | jq . || true"}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: move-alias
              effect: shift
              writes: [search.alias]
              rollback: {kind: inverse, commands: [./alias.sh help-ada]}
              verification: {what: the alias, command: "curl -fsS http://search/aliases | grep -q help-e5"}
        ```
    """

    code = "VER004"
    name = "cannot-fail"
    family = "verification"
    summary = "a verification command whose exit status is always 0, with no expected output"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each verification command that cannot fail."""
        for found in absent(plan, "cannot_fail"):
            yield self.finding(
                f"the verification of step {found.task.id!r} {found.weakness.why}; "
                "let its exit status tell, or give `expect.stdout`",
                tasks=(found.task.id,),
                evidence=(found.evidence,),
                severity=found.severity,
            )
