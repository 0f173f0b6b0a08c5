"""PlanGraph: in which orders a plan may run, and whether each fact holds when it is needed.

Built once per plan in O(V + E), plus one integer bitset of ancestors and one of descendants a step: all of
10,000 steps and 30,000 edges in some 20 ms, where networkx and rustworkx take seconds. Groups, branches and
joins become edges here; nothing after this module sees them.

The facts are decided for every execution at once by the modal truth criterion of partial-order planning
(D. Chapman, "Planning for conjunctive goals", Artificial Intelligence 32, 1987; ground case). On plans
without conditional effects it is exact, and polynomial where the number of executions is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from planproof.graph.edges import EdgeReason, HardEdge, connect, hard_edges
from planproof.graph.joins import Executions
from planproof.graph.order import ancestor_sets, descendant_sets, strong_components, topological_order
from planproof.model.plan import Plan, Task

__all__ = ["PREFIX", "EdgeReason", "HardEdge", "PlanGraph", "Prefix", "Violation"]

PREFIX = 50
"""Steps of a counterexample order that are kept; of a longer one the last."""
EXACT_WORK = 500_000
"""Nodes that may be visited to decide exactly what an `any` or `quorum` join leaves open; beyond it, it counts as
violated."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A precondition that does not hold in every execution.

    `unestablished`: no step that comes to run establishes the fact. `late`: some step does, but an execution
    lets it run after the need. `threatened`: a step may remove the fact after it was established.
    """

    task: int
    precondition: int
    fact: str
    reason: Literal["unestablished", "late", "threatened"]
    threats: int | None = None
    """Bitset of the steps that may remove the fact, where that was worked out on the way; see `PlanGraph.culprits`."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """The first steps of an execution that the plan allows."""

    order: tuple[str, ...]
    omitted: int
    """Steps left out at the front."""


class PlanGraph:
    """The partial order of a plan's steps.

    Steps are named by their position in `plan.tasks`; bitsets are over topological ranks and are read with
    `members`. Of steps with the same id the first bears the name. On a plan with a cycle, the steps of the
    cycle count as before one another; a structure rule reports them.

    Args:
        plan: any plan, also one whose references dangle: what does not resolve adds no edge.
        given: facts that hold before the first step.
        providers: whether `established_by` puts the provider first; without that, what the dependencies and the
            list alone say.

    Example:
        >>> from planproof.model.plan import Dependency, Plan, Task
        >>> tasks = tuple(Task(id=i) for i in "abc")
        >>> graph = PlanGraph(Plan(id="p", execution="dag", tasks=tasks,
        ...                        dependencies=(Dependency(from_task="a", to_task="b"),)))
        >>> graph.before(0, 1), graph.may_overlap(1, 2)
        (True, True)
    """

    def __init__(self, plan: Plan, given: Iterable[str] = (), *, providers: bool = True) -> None:
        self.tasks: tuple[Task, ...] = plan.tasks
        self.given: frozenset[str] = frozenset(given)
        n = len(plan.tasks)
        self.index: dict[str, int] = {}
        for i, task in enumerate(plan.tasks):
            self.index.setdefault(task.id, i)
        self.hard: tuple[HardEdge, ...] = tuple(
            edge for edge in hard_edges(plan, self.index) if providers or edge.reason == "dependency"
        )
        self.cycles: tuple[tuple[int, ...], ...] = ()
        """Steps that must come before one another, by hard edges alone."""

        hard_successors: list[list[int]] = [[] for _ in range(n)]
        for edge in self.hard:
            hard_successors[edge.before].append(edge.after)
        if len(topological_order(hard_successors)) < n:
            self.cycles = tuple(strong_components(hard_successors))

        successors, thresholds, contradicted = connect(plan, self.index, self.hard)
        order = topological_order(successors)
        components: list[tuple[int, ...]] = []
        if len(order) < len(successors):
            components = strong_components(successors)
            if plan.execution == "listed":
                # What is left after the edges against the list are set aside runs forward, so it has no cycle.
                inside = {i: k for k, members in enumerate(components) for i in members}
                backward = frozenset(
                    e
                    for e in self.hard
                    if e.before > e.after and e.before in inside and inside[e.before] == inside.get(e.after)
                )
                successors, thresholds, contradicted = connect(plan, self.index, self.hard, backward)
                components = []
            order = topological_order(successors, components)
        self._executions: Executions | None = (
            Executions(n, successors, thresholds) if thresholds and not components else None
        )
        self.contradicted: tuple[HardEdge, ...] = contradicted
        """Hard edges against the order of a listed plan."""
        self.order: tuple[int, ...] = tuple(i for i in order if i < n)
        """Positions of the steps in a topological order; of steps that may swap, the list decides."""
        self.rank: list[int] = [0] * n
        for rank, i in enumerate(self.order):
            self.rank[i] = rank
        self._all: int = (1 << n) - 1
        self._ancestors: list[int] = ancestor_sets(successors, order, self.rank, thresholds, components)
        self._descendants: list[int] = descendant_sets(
            self._ancestors, successors, order, self.rank, thresholds, components
        )

        self.establishers: dict[str, int] = {}
        """Fact to bitset of the steps that leave it established."""
        self.removers: dict[str, int] = {}
        """Fact to bitset of the steps that remove it and do not establish it again."""
        self._index_facts()

    # -- order ---------------------------------------------------------------------------------------------

    def before(self, a: int, b: int) -> bool:
        """Whether step `a` is complete before step `b` starts, in every execution."""
        return self._ancestors[b] >> self.rank[a] & 1 == 1

    def may_overlap(self, a: int, b: int) -> bool:
        """Whether some execution runs the two steps at the same time, or in either order."""
        return a != b and not self.before(a, b) and not self.before(b, a)

    def ancestors(self, i: int) -> int:
        """Bitset of the steps before `i` in every execution."""
        return self._ancestors[i]

    def descendants(self, i: int) -> int:
        """Bitset of the steps after `i` in every execution."""
        return self._descendants[i]

    def unordered(self, i: int) -> int:
        """Bitset of the steps that may overlap with `i`."""
        return self._all & ~(self._ancestors[i] | self._descendants[i] | 1 << self.rank[i])

    def bit(self, i: int) -> int:
        """Bitset of step `i` alone."""
        return 1 << self.rank[i]

    def mask(self, steps: Iterable[int]) -> int:
        """Bitset of some steps."""
        mask = 0
        for i in steps:
            mask |= 1 << self.rank[i]
        return mask

    def members(self, mask: int) -> Iterator[int]:
        """The steps of a bitset, in topological order."""
        while mask:
            low = mask & -mask
            yield self.order[low.bit_length() - 1]
            mask ^= low

    # -- facts ---------------------------------------------------------------------------------------------

    def violations(self) -> Iterator[Violation]:
        """Every precondition that some execution finds not holding, in list order.

        A precondition on `env` counts as given, whether or not the goal gives it: that is an assumption, and
        another rule's matter.
        """
        work = EXACT_WORK
        for i, task in enumerate(self.tasks):
            for k, need in enumerate(task.preconditions):
                violation = self._violation(i, k, need.fact, assumed=need.established_by == "env")
                if violation is not None and self._executions is not None and work > 0:
                    work -= self._executions.size * (1 + self.removers.get(need.fact, 0).bit_count())
                    violation = self._exactly(violation, self._executions)
                if violation is not None:
                    yield violation

    def holds(self, i: int, fact: str) -> bool:
        """Whether the fact holds in every execution when step `i` starts."""
        violation = self._violation(i, -1, fact)
        if violation is not None and self._executions is not None:
            violation = self._exactly(violation, self._executions)
        return violation is None

    def culprits(self, violation: Violation) -> int:
        """Bitset of the establishers that may be late, or of the steps that may remove the fact."""
        if violation.threats is not None:
            return violation.threats
        i, fact = violation.task, violation.fact
        if violation.reason == "threatened":
            return self._unmet(i, fact)
        return self._establishing(fact) & ~self.bit(i)

    def _establishing(self, fact: str) -> int:
        """Bitset of the steps that establish a fact."""
        return self.establishers.get(fact, 0)

    def _removing(self, fact: str, i: int) -> int:
        """Bitset of the steps that remove a fact and may do so before step `i` starts."""
        return self.removers.get(fact, 0) & ~self._descendants[i] & ~self.bit(i)

    def _violation(self, i: int, k: int, fact: str, assumed: bool = False) -> Violation | None:
        establishers = self._establishing(fact)
        ancestors = self._ancestors[i]
        if not establishers & ancestors and not assumed and fact not in self.given:
            return Violation(i, k, fact, "late" if establishers & ~self.bit(i) else "unestablished")
        threats = self._removing(fact, i)
        # What may come after the need as well as before it cannot be met in between.
        if threats and (threats & ~ancestors or self._unmet(i, fact)):
            return Violation(i, k, fact, "threatened")
        return None

    def _unmet(self, i: int, fact: str) -> int:
        """The threats to a fact without an establisher that always comes between them and the need.

        The threats that are met are the ancestors of the sure establishers, so the last of these are enough.
        """
        threats = self._removing(fact, i)
        sure = self._establishing(fact) & self._ancestors[i]
        while threats and sure:
            last = self.order[sure.bit_length() - 1]
            met = self._ancestors[last] | self.bit(last)
            threats &= ~met
            sure &= ~met
        return threats

    def _exactly(self, found: Violation, executions: Executions) -> Violation | None:
        """The violation where some execution bears it out.

        Behind an `any` or `quorum` join a fact may hold in every execution without any one step that always
        establishes it, which the criterion does not see.
        """
        i, fact = found.task, found.fact
        establishers = frozenset(self.members(self._establishing(fact)))
        # Then it starts without the fact or, where that is given, after any of its removers.
        if executions.reaching(i, without=establishers) is not None:
            return found
        threats = [
            r
            for r in self.members(self._removing(fact, i))
            if executions.reaching(i, after=r, without=establishers) is not None
        ]
        return Violation(i, found.precondition, fact, "threatened", self.mask(threats)) if threats else None

    # -- counterexamples -----------------------------------------------------------------------------------

    def prefix(self, i: int, *, after: int | None = None, without: int = 0) -> Prefix:
        """The shortest start of an execution that ends with step `i`.

        Behind an `any` or `quorum` join it is one of several short ones.

        Args:
            i: the step that ends it.
            after: a step that runs in it as late as the plan allows (one that is not always after `i`).
            without: bitset of steps that do not run in it (behind `after`, where that is given), if any execution
                reaches `i` without them.
        """
        steps: list[int] | None = None
        if self._executions is not None:
            steps = self._executions.reaching(i, after=after, without=frozenset(self.members(without)))
        if steps is None:
            needed = self._ancestors[i]
            late = 0
            if after is not None:
                needed |= self._ancestors[after] | self.bit(after)
                late = (self._descendants[after] | self.bit(after)) & needed
            needed &= ~self.bit(i)
            steps = [*self.members(needed & ~late), *self.members(needed & late), i]
        return Prefix(tuple(self.tasks[s].id for s in steps[-PREFIX:]), max(0, len(steps) - PREFIX))

    def counterexample(self, violation: Violation) -> Prefix:
        """An execution, up to the step that starts without its fact."""
        threat = next(self.members(self.culprits(violation))) if violation.reason == "threatened" else None
        return self.prefix(violation.task, after=threat, without=self._establishing(violation.fact))

    # -- construction --------------------------------------------------------------------------------------

    def _index_facts(self) -> None:
        establishers, removers, index = self.establishers, self.removers, self.index
        for i, task in enumerate(self.tasks):
            bit = self.bit(i)
            for fact in task.establishes:
                establishers[fact] = establishers.get(fact, 0) | bit
            for fact in task.removes:
                if fact not in task.establishes:
                    removers[fact] = removers.get(fact, 0) | bit
            for need in task.preconditions:
                provider = index.get(need.established_by) if need.established_by is not None else None
                if provider is not None and provider != i:
                    establishers[need.fact] = establishers.get(need.fact, 0) | self.bit(provider)
        # A provider that declares the fact removed does not leave it established, whatever its consumers say.
        for fact, mask in removers.items():
            establishers[fact] = establishers.get(fact, 0) & ~mask
