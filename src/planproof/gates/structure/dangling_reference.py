"""STR006 dangling-reference."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.structure._ends import ends_of
from planproof.gates.wording import listed
from planproof.model.finding import Finding, ValueEvidence


class DanglingReference(Rule):
    """A dependency or a branch names a step that the plan does not have.

    A resource that is `part_of`, or `replaces`, something that nobody declares and no step touches is a warning.
    A precondition whose provider does not exist is the matter of the facts' rules.

    Why:
        The edge that was meant to hold the order is not there: what was to wait does not wait. Often it is a step
        that a revision renamed or dropped, and the order went with it unseen.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: backup-db, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: migrate, effect: modify, writes: [orders]}
          dependencies: [{from_task: backup_db, to_task: migrate}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: backup-db, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: migrate, effect: modify, writes: [orders]}
          dependencies: [{from_task: backup-db, to_task: migrate}]
        ```
    """

    code = "STR006"
    name = "dangling-reference"
    family = "structure"
    summary = "a dependency, a branch or a resource names something that the plan does not have"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each name that leads nowhere."""
        named = set(chain.from_iterable(once(plan, ends_of)))
        named.update(chain.from_iterable(branch.tasks for branch in plan.plan.branches))
        if not named <= plan.graph.index.keys():
            yield from self._steps(plan)
        if plan.plan.resources:
            yield from self._resources(plan)

    def _steps(self, plan: Analysis) -> Iterator[Finding]:
        index = plan.graph.index
        where: dict[str, list[str]] = {}
        partners: dict[str, set[str]] = {}
        for k, edge in enumerate(plan.plan.dependencies):
            for end, name, other in (
                ("from_task", edge.from_task, edge.to_task),
                ("to_task", edge.to_task, edge.from_task),
            ):
                if name not in index:
                    where.setdefault(name, []).append(f"dependencies.{k}.{end}")
                    if other in index:
                        partners.setdefault(name, set()).add(other)
        for branch in plan.plan.branches:
            for name in branch.tasks:
                if name not in index:
                    where.setdefault(name, []).append(f"branches.{branch.id}.tasks")
        for name, fields in where.items():
            waiting = partners.get(name, set())
            of = f", which is to be ordered with {listed(waiting)}" if waiting else ""
            yield self.finding(
                f"there is no step {name!r}{of}; name a step of the plan, or add the one that is missing",
                tasks=[name, *waiting],
                evidence=[ValueEvidence(field=fields[0], found=name, wanted="the id of a step")],
            )

    def _resources(self, plan: Analysis) -> Iterator[Finding]:
        names = plan.names
        told: set[tuple[str, str]] = set()
        for resource in plan.plan.resources:
            for field, text in (("part_of", resource.part_of), ("replaces", resource.replaces)):
                if text is None or (resource.id, text) in told:
                    continue
                name = names.name(text)
                known = name in names.declared or name in names.of_goal
                if known or any(
                    name in index for index in (plan.readers_of, plan.writers_of, plan.destroyers_of, plan.producers_of)
                ):
                    continue
                told.add((resource.id, text))
                yield self.finding(
                    f"resource {resource.id!r} says {field} {text!r}, which nobody declares and no step touches; "
                    "declare it, or correct the name",
                    resources=[resource.id, text],
                    severity="warning",
                    evidence=[
                        ValueEvidence(
                            field=f"resources.{resource.id}.{field}", found=text, wanted="a resource that is declared"
                        )
                    ],
                )
