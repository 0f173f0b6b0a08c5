"""Claims about order: `runs_before` and `conflict`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from planproof.critic.result import Gates, Result, refuted, undecided
from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import problems
from planproof.gates.once import once
from planproof.gates.verifying import attested, concerns, touches
from planproof.model.finding import Evidence, Finding, OrderEvidence, PairEvidence

_LONGEST: Final = 8
"""Steps of a proof of order that are named."""


def runs_before(plan: Analysis, found: Gates, a: int, b: int) -> Result:
    """Whether step `a` may run before step `b`, which has to come first.

    refuted: `b` is complete before `a` starts, in every execution. confirmed: it is not, and `a` needs what `b` does:
    a fact, by the list against a dependency, the artefact of its rollback, what `b` writes or uses of that which `a`
    reads or destroys, or the check of what `a` builds on. undecided: nothing in the plan says that `a` needs `b`.
    """
    graph = plan.graph
    first, second = plan.tasks[a].id, plan.tasks[b].id
    if graph.before(b, a) and not graph.before(a, b):
        how = _how(plan, b, a)
        return refuted(
            f"{second!r} is complete before {first!r} starts, in every execution ({how})",
            field="dependencies",
            found=how,
            wanted=f"{second} → {first}",
        )
    return next(_needs(plan, found, a, b), None) or undecided(
        f"nothing in the plan puts {second!r} first, and nothing shows that {first!r} needs it"
    )


def _needs(plan: Analysis, found: Gates, a: int, b: int) -> Iterator[Result]:
    """Why step `a` needs step `b`, which may come later."""
    graph = plan.graph
    first, second = plan.tasks[a].id, plan.tasks[b].id
    if any(edge.before == b and edge.after == a for edge in graph.contradicted):
        why = f"{first!r} depends on {second!r}, and is listed before it"
        yield _by(found, ("ORD001", "PRE006"), (first, second), why, (), default=True)
    for need in plan.tasks[a].preconditions:
        if graph.establishers.get(need.fact, 0) & graph.bit(b) and not graph.holds(a, need.fact):
            why = f"{first!r} needs the fact {need.fact!r}, which {second!r} establishes, perhaps later"
            evidence = _prefix(plan, a, b, f"{first!r} starts without {need.fact!r}")
            yield _by(found, ("PRE002", "PRE006", "PRE003"), (first,), why, evidence, fact=need.fact, default=True)
    for problem in problems(plan, a):
        if problem.trouble == "made_too_late" and b in problem.others:
            why = f"the rollback of {first!r} uses {problem.artefact!r}, which {second!r} makes, perhaps later"
            yield _by(found, ("ROL005",), (first, second), why, _prefix(plan, a, b, why))
    effect, other = plan.effects[a], plan.effects[b]
    for finding in found.of(("ORD003", "ORD004", "ORD009"), first, second):
        destroys = touches(plan, effect.destroys, finding.subject.resources)
        reads = touches(plan, effect.reads, finding.subject.resources)
        writes = touches(plan, (*other.writes, *other.produces), finding.subject.resources)
        if destroys if finding.rule != "ORD009" else reads and writes:
            yield found.confirmed(finding)
    for finding in found.of(("ORD006",), first):
        producer = next((plan.graph.index[name] for name in finding.subject.tasks if name != first), None)
        if producer is not None and _looks_at(plan, b, concerns(plan, producer)):
            yield found.confirmed(finding)
    for finding in found.of(("ORD005",), first):
        if _looks_at(plan, b, finding.subject.resources[-1:]) or _looks_at(plan, b, finding.subject.resources[:1]):
            yield found.confirmed(finding)
    for finding in found.of(("ORD008",), first, second):
        if set(finding.subject.facts) == set(plan.tasks[b].establishes):
            yield found.confirmed(finding)


def _looks_at(plan: Analysis, i: int, names: tuple[str, ...]) -> bool:
    only_looks = plan.effects[i].kind == "observe" and touches(plan, plan.effects[i].reads, names)
    return only_looks or touches(plan, attested(plan, i), names)


def _by(
    found: Gates,
    rules: tuple[str, ...],
    tasks: tuple[str, ...],
    why: str,
    evidence: tuple[Evidence, ...],
    *,
    fact: str | None = None,
    default: bool = False,
) -> Result:
    """A confirmed claim, with the weight of the gate's finding where that is listed."""
    finding: Finding | None = next(iter(found.of(rules, *tasks, fact=fact)), None)
    if finding is None:
        return Result("confirmed", why, evidence, blocks=default)
    return found.confirmed(finding, why)


def _prefix(plan: Analysis, a: int, b: int, note: str) -> tuple[OrderEvidence, ...]:
    start = plan.graph.prefix(a, without=plan.graph.bit(b))
    return (OrderEvidence(order=start.order, omitted=start.omitted, note=note),)


def conflict(plan: Analysis, found: Gates, a: int, b: int, resource: str) -> Result:
    """Whether two steps get in each other's way on a resource.

    confirmed: both may run at the same time, both touch it, and one of them changes it; or one uses it after the other
    has destroyed it. refuted: they are ordered, or both only read it, or one is known not to touch it. undecided:
    otherwise.
    """
    name = plan.names.name(resource)
    first, second = plan.tasks[a].id, plan.tasks[b].id
    for finding in found.of(("ORD002", "ORD003", "ORD004", "ORD009"), first, second):
        if touches(plan, finding.subject.resources, (name,)) and (
            finding.rule == "ORD003" or plan.graph.may_overlap(a, b)
        ):
            return found.confirmed(finding)
    if not plan.graph.may_overlap(a, b):
        early, late = (a, b) if plan.graph.before(a, b) else (b, a)
        how = _how(plan, early, late)
        return refuted(
            f"{plan.tasks[early].id!r} is complete before {plan.tasks[late].id!r} starts, in every execution ({how})",
            field="dependencies",
            found=how,
            wanted="two steps that may overlap",
        )
    for i in (a, b):
        if not _may_touch(plan, i, name):
            return refuted(
                f"{plan.tasks[i].id!r} does not touch {resource!r}, by its commands",
                field=f"tasks.{plan.tasks[i].id}",
                found=", ".join((*plan.effects[i].touched, *plan.effects[i].reads)),
                wanted=resource,
            )
    how_a, how_b = _access(plan, a, name), _access(plan, b, name)
    if how_a and how_b and (how_a, how_b) != ("reads", "reads"):
        pair = PairEvidence(first=first, first_access=how_a, second=second, second_access=how_b, resource=name)
        return Result("confirmed", f"{first!r} {how_a} and {second!r} {how_b} {name!r}, perhaps at once", (pair,))
    if how_a == how_b == "reads" and not (plan.effects[a].opaque or plan.effects[b].opaque):
        return refuted(
            f"{first!r} and {second!r} only read {resource!r}",
            field=f"tasks.{first}.reads",
            found=resource,
            wanted="a step that changes it",
        )
    return undecided(f"nothing in the plan shows that both steps touch {resource!r}")


def _may_touch(plan: Analysis, i: int, name: str) -> bool:
    """False only where commands that are all understood say what the step touches."""
    effect = plan.effects[i]
    return effect.opaque or effect.basis != "proven" or _access(plan, i, name) is not None


def _access(plan: Analysis, i: int, name: str) -> str | None:
    effect = plan.effects[i]
    kinds = (("destroys", effect.destroys), ("writes", (*effect.writes, *effect.produces)), ("reads", effect.reads))
    for verb, names in kinds:
        if any(plan.names.overlap(one, name) for one in names):
            return verb
    return None


def _how(plan: Analysis, early: int, late: int) -> str:
    """Why one step comes before another: by which dependencies, as far as these say so, else by the list or a join."""
    came: dict[int, int] = {early: early}
    queue = deque([early])
    after = once(plan, _after)
    while queue and late not in came:
        for step in after.get(queue[0], ()):
            if step not in came:
                came[step] = queue[0]
                queue.append(step)
        queue.popleft()
    if late not in came:
        return "by the list" if plan.plan.execution == "listed" else "by a join"
    path = [late]
    while path[-1] != early:
        path.append(came[path[-1]])
    ids = [plan.tasks[i].id for i in reversed(path)]
    return " → ".join(ids if len(ids) <= _LONGEST else [*ids[:2], "…", *ids[-2:]])


def _after(plan: Analysis) -> dict[int, list[int]]:
    """Step to the steps that a hard edge puts after it."""
    found: dict[int, list[int]] = {}
    for edge in plan.graph.hard:
        found.setdefault(edge.before, []).append(edge.after)
    return found
