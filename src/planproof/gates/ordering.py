"""Order as evidence, and order as a fix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.graph import Prefix, Violation
from planproof.model.finding import AddDependency, Edit, Fix, MoveTask, OrderEvidence, SetField
from planproof.model.limits import MAX_LISTED

MOST_PASSED: Final = 100
"""Steps that a step is moved past at most: each has to be compared with it."""


class Orders:
    """Counterexample orders for the findings of one rule that will be listed; the others go without.

    An order costs time in the size of the plan, and a rule may find something in each of ten thousand steps.
    """

    def __init__(self, plan: Analysis) -> None:
        self._plan = plan
        self._left = MAX_LISTED

    @property
    def spent(self) -> bool:
        """Whether the finding at hand will only be counted: it needs neither evidence nor a fix."""
        return self._left <= 0

    def of(self, i: int, *, after: int | None = None, note: str) -> tuple[OrderEvidence, ...]:
        """The shortest start of an execution that ends with step `i`, with step `after` in it where one is given."""
        if self._left == 0:
            return ()
        self._left -= 1
        return (_evidence(self._plan.graph.prefix(i, after=after), note),)

    def against(self, violation: Violation, note: str) -> tuple[OrderEvidence, ...]:
        """An execution, up to the step that starts without its fact."""
        if self._left == 0:
            return ()
        self._left -= 1
        return (_evidence(self._plan.graph.counterexample(violation), note),)


def _evidence(prefix: Prefix, note: str) -> OrderEvidence:
    return OrderEvidence(order=prefix.order, omitted=prefix.omitted, note=note)


def may_come_before(plan: Analysis, first: int, second: int) -> bool:
    """Whether a dependency from one step to another would bind, is new, and closes no cycle.

    With joins that wait for some of their members, what is before what is not the whole of what waits for what:
    there the answer is no. Neither does a dependency bind against the order of a list.
    """
    graph = plan.graph
    if first == second or graph.before(second, first) or graph.before(first, second) or once(plan, _joins):
        return False
    if graph.contradicted:  # a dependency against the list is set aside, and would close a cycle all the same
        return False
    if not bears_its_name(plan, first) or not bears_its_name(plan, second):
        return False
    backwards = first > second and plan.plan.execution == "listed"
    return not (backwards and _sets_of(plan, first).isdisjoint(_sets_of(plan, second)))


def add_dependency(plan: Analysis, first: int, second: int, *, safe: bool = True) -> Fix | None:
    """The fix that lets one step come before another; None where it would not bind, or close a cycle."""
    if not may_come_before(plan, first, second):
        return None
    a, b = plan.tasks[first].id, plan.tasks[second].id
    return Fix(description=f"let {a!r} come before {b!r}", edits=(AddDependency(from_task=a, to_task=b),), safe=safe)


def name_provider(plan: Analysis, i: int, precondition: int, provider: int | None) -> Fix | None:
    """The fix that names the step which establishes a fact, or `env` for None; None where names are borne twice."""
    task = plan.tasks[i]
    if not bears_its_name(plan, i) or (provider is not None and not bears_its_name(plan, provider)):
        return None
    name = "env" if provider is None else plan.tasks[provider].id
    return Fix(
        description=f"name {name!r} as what establishes {task.preconditions[precondition].fact!r}",
        edits=(SetField(task=task.id, field=f"preconditions.{precondition}.established_by", value=name),),
        safe=True,
    )


def move_before(plan: Analysis, step: int, other: int) -> Fix | None:
    """The fix that puts a step of a list right before an earlier one; None where that could change anything else.

    Nothing else changes where the step shares no fact and no resource that either changes with the steps it is
    moved past, waits for none of them, and neither it nor they are in a parallel group or branch.
    """
    if plan.plan.execution != "listed" or not 0 < step - other <= MOST_PASSED or not _passes(plan, step, other):
        return None
    if not bears_its_name(plan, step) or not bears_its_name(plan, other):
        return None
    a, b = plan.tasks[step].id, plan.tasks[other].id
    edits: tuple[Edit, ...] = (MoveTask(task=a, before=b),)
    return Fix(description=f"put {a!r} right before {b!r} in the list", edits=edits, safe=True)


def _passes(plan: Analysis, step: int, other: int) -> bool:
    waits_for = once(plan, _waits_for).get(step, set[int]())
    mine = _Footprint(plan, step)
    for passed in range(other, step + 1):
        if _sets_of(plan, passed):
            return False
    for passed in range(other, step):
        if passed in waits_for:
            return False
        its = _Footprint(plan, passed)
        if not its.alters.isdisjoint(mine.facts):
            return False
        # That the step comes before `other` is what is wanted, whatever the two share.
        if passed != other and not (mine.alters.isdisjoint(its.facts) and mine.apart(its) and its.apart(mine)):
            return False
    return True


class _Footprint:
    """The facts and resources that a step has to do with."""

    def __init__(self, plan: Analysis, i: int) -> None:
        task, effect = plan.tasks[i], plan.effects[i]
        self.alters = frozenset((*task.establishes, *task.removes))
        self.facts = self.alters | {need.fact for need in task.preconditions}
        observes = task.verification.observes if task.verification is not None else ()
        self._changes = frozenset((*effect.changes, *effect.produces))
        named = (*self._changes, *effect.reads, *plan.names.names(observes))
        self._touches = frozenset(whole for name in named for whole in plan.names.wholes(name))
        self._changes_within = frozenset(whole for name in self._changes for whole in plan.names.wholes(name))
        self._named = frozenset(named)

    def apart(self, other: _Footprint) -> bool:
        """Whether it changes nothing that the other touches, no part of that, and not what that is part of."""
        return self._changes.isdisjoint(other._touches) and self._changes_within.isdisjoint(other._named)


def bears_its_name(plan: Analysis, i: int) -> bool:
    """Whether an edit that names the step means this one: of steps with one id the first bears it."""
    return plan.graph.index[plan.tasks[i].id] == i


def _waits_for(plan: Analysis) -> dict[int, set[int]]:
    """Step to the steps that a hard edge puts before it."""
    found: dict[int, set[int]] = {}
    for edge in plan.graph.hard:
        found.setdefault(edge.after, set()).add(edge.before)
    return found


def _joins(plan: Analysis) -> bool:
    return any(branch.join != "all" for branch in plan.plan.branches)


def _concurrent(plan: Analysis) -> dict[int, set[str]]:
    """Step to the groups and branches it is in."""
    found: dict[int, set[str]] = {}
    for i, name in _memberships(plan):
        found.setdefault(i, set()).add(name)
    return found


def _memberships(plan: Analysis) -> Iterator[tuple[int, str]]:
    for i, task in enumerate(plan.tasks):
        if task.parallel_group is not None:
            yield i, f"group {task.parallel_group}"
    for k, branch in enumerate(plan.plan.branches):
        for name in branch.tasks:
            if name in plan.graph.index:
                yield plan.graph.index[name], f"branch {k}"


def _sets_of(plan: Analysis, i: int) -> set[str]:
    return once(plan, _concurrent).get(i, set())
