"""RSK007 secret-in-plan."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.risk.secrets import Secret, found_in, shapes_for
from planproof.gates.rule import Rule
from planproof.gates.texts import said, texts
from planproof.model.finding import Finding, TextEvidence


class SecretInPlan(Rule):
    """A secret stands in the plan.

    Tokens of a known shape, private keys and passwords in addresses block. A value behind a word such as `password`
    that looks random is a warning. Variables and placeholders are fine. The finding shows at most four characters of
    it and never more than a quarter.

    Why:
        A plan is stored, signed, shown to reviewers and sent to models. A secret in it has to count as leaked from the
        moment it is written, and the process list shows it once more when the command runs.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: load, effect: modify, writes: [stock], commands: ["pgloader mysql://etl:Sup3r-2026@db/inv pgsql:///inv"]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: load, effect: modify, writes: [stock], commands: ["pgloader mysql://etl:$ETL_PW@db/inv pgsql:///inv"]}
        ```
    """

    code = "RSK007"
    name = "secret-in-plan"
    family = "risk"
    summary = "a secret stands in the plan"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding for each step, dependency or file that holds a secret."""
        shapes = shapes_for([said(plan)])
        if not shapes:
            return
        for task, of_step in zip(plan.tasks, texts(plan), strict=True):
            found = [(field, s) for field, text in of_step for s in found_in(text, shapes)]
            if found:
                yield self._found(f"step {task.id!r}", f"tasks.{task.id}", found, task.id)
        for dependency in plan.plan.dependencies:
            if found := [("reason", s) for s in found_in(dependency.reason, shapes)]:
                ends = (dependency.from_task, dependency.to_task)
                yield self._found(f"the dependency of {ends[1]!r} on {ends[0]!r}", "dependencies", found, *ends)
        for attachment in plan.plan.attachments:
            if found := [("content", s) for s in found_in(attachment.content or "", shapes)]:
                yield self._found(f"file {attachment.path!r}", "attachments", found, resource=attachment.path)

    def _found(
        self, where: str, path: str, found: list[tuple[str, Secret]], *tasks: str, resource: str | None = None
    ) -> Finding:
        known = [s for _, s in found if s.known]
        first = (known or [s for _, s in found])[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return self.finding(
            f"{where} contains {first.what} ({first.masked!r}){more}; take it out, let it be read from a secret store "
            "when the step runs, and replace it with a new one: it has to count as leaked",
            tasks=tasks,
            resources=[] if resource is None else [resource],
            evidence=[TextEvidence(field=f"{path}.{field}", quote=s.masked) for field, s in found[:10]],
            severity="blocker" if known else "warning",
            basis="proven" if known else "inferred",
        )
