"""VER005 proves-something-else."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.rule import Rule
from planproof.gates.verifying import counts
from planproof.gates.wording import listed
from planproof.model.finding import Finding, ValueEvidence


class ProvesSomethingElse(Rule):
    """A verification proves other facts than its step establishes.

    A warning where later steps need what the step establishes and its verification proves none of it. Information
    where it proves facts beside those, or the step establishes nothing.

    Why:
        Later steps start because a fact was established. If the check is about another fact, they start on the
        word of the step alone: it says that it worked, and nobody asked.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: copy
              effect: create
              writes: [orders_copy]
              establishes: [rows_copied]
              verification: {command: ./table-exists.sh orders_copy, proves: [table_exists]}
            - id: switch
              effect: shift
              writes: [orders_view]
              preconditions: [{fact: rows_copied, established_by: copy}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: copy
              effect: create
              writes: [orders_copy]
              establishes: [rows_copied]
              verification: {command: ./same-counts.sh orders orders_copy, proves: [rows_copied]}
            - id: switch
              effect: shift
              writes: [orders_view]
              preconditions: [{fact: rows_copied, established_by: copy}]
        ```
    """

    code = "VER005"
    name = "proves-something-else"
    family = "verification"
    summary = "a verification that proves other facts than its step establishes"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each step whose verification proves a fact that the step does not establish."""
        needed: frozenset[str] | None = None
        for i, task in enumerate(plan.tasks):
            if task.verification is None or not task.verification.proves:
                continue
            establishes = task.establishes
            strange = [fact for fact in task.verification.proves if fact not in establishes]
            if not strange or not counts(plan, i):
                continue
            if needed is None:
                needed = frozenset(need.fact for other in plan.tasks for need in other.preconditions)
            unproven = [fact for fact in establishes if fact in needed]
            bare = bool(unproven) and len(strange) == len(task.verification.proves)
            wanted = establishes or ("nothing",)
            yield self.finding(
                f"the verification of step {task.id!r} proves {listed(strange)}, and the step establishes "
                f"{listed(establishes) if establishes else 'nothing'}; let it prove what later steps need, or say "
                "under `establishes` what the step brings about",
                tasks=(task.id,),
                evidence=(
                    ValueEvidence(
                        field=f"tasks.{task.id}.verification.proves",
                        found=", ".join(task.verification.proves),
                        wanted=", ".join(wanted),
                    ),
                ),
                severity=weight(plan, "warning") if bare else "info",
            )
