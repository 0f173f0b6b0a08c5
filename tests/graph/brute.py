"""The outside judge of the graph: every execution of a small plan, step by step.

Written from the words of the design alone, and for seven steps at most. A state is the set of steps that are done
and the set of facts that hold. A step may start when each of its conditions is met, a condition being a set of
steps and how many of them must be done.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from typing import Literal

from planproof.model.plan import Branch, Dependency, Plan, Precondition, Task

FACTS = ("f", "g", "h")
SIZE = 160

Condition = tuple[frozenset[str], int]
State = tuple[frozenset[str], frozenset[str]]


class Brute:
    """All executions of a plan.

    Args:
        plan: a plan with distinct ids.
        given: the facts that hold at the start.
    """

    def __init__(self, plan: Plan, given: frozenset[str]) -> None:
        self.plan = plan
        self.given = given
        self.tasks = {task.id: task for task in plan.tasks}
        self.place = {task.id: k for k, task in enumerate(plan.tasks)}
        self.dropped: set[tuple[str, str]] = set()
        if plan.execution == "listed":
            # A dependency against the list is void. Within a set of steps that the list does not order it counts,
            # unless the rest of the plan contradicts it.
            self.dropped = {(a, b) for a, b in self.wanted if self.place[a] > self.place[b] and not self.together(a, b)}
            reach = closure(self.possible())
            self.dropped |= {
                (a, b)
                for a, b in self.wanted - self.dropped
                if self.place[a] > self.place[b] and (a, b) in reach and (b, a) in reach
            }

    # -- order ---------------------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> set[tuple[str, str]]:
        """What the dependencies and the providers say."""
        pairs = {(d.from_task, d.to_task) for d in self.plan.dependencies if d.kind == "hard"}
        pairs |= {
            (need.established_by, task.id)
            for task in self.plan.tasks
            for need in task.preconditions
            if need.established_by is not None
        }
        return {(a, b) for a, b in pairs if a in self.tasks and b in self.tasks and a != b}

    @cached_property
    def joins(self) -> list[tuple[frozenset[str], int]]:
        """Members of the branches that release what follows before all are done, and how many do."""
        joins: list[tuple[frozenset[str], int]] = []
        for branch in self.plan.branches:
            members = frozenset(branch.tasks) & frozenset(self.tasks)
            least = 1 if branch.join == "any" or not branch.quorum else branch.quorum
            if branch.join != "all" and least < len(members):
                joins.append((members, least))
        return joins

    @cached_property
    def sets(self) -> list[frozenset[str]]:
        """Steps that the list does not order among themselves."""
        groups = {task.parallel_group for task in self.plan.tasks if task.parallel_group is not None}
        sets = [frozenset(t.id for t in self.plan.tasks if t.parallel_group == group) for group in groups]
        return sets + [frozenset(branch.tasks) & frozenset(self.tasks) for branch in self.plan.branches]

    def together(self, a: str, b: str) -> bool:
        return any(a in members and b in members for members in self.sets)

    def span(self, step: str) -> tuple[int, int]:
        """First and last place between which the step runs in a list."""
        around = [self.place[m] for members in self.sets if step in members for m in members]
        return min([self.place[step], *around]), max([self.place[step], *around])

    def conditions(self, step: str) -> Iterator[Condition]:
        """What must be done before the step may start."""
        befores = {a for a, b in self.wanted - self.dropped if b == step}
        for a in befores:
            released = False
            for members, least in self.joins:
                waited_for = members & befores
                if a in members and step not in members and len(waited_for) > 1:
                    # The members that the step does not wait for may be done; of its own, one must be.
                    yield waited_for, max(1, least - len(members - waited_for))
                    released = True
            if not released:
                yield frozenset({a}), 1
        if self.plan.execution == "listed":
            for a in self.tasks:
                if self.span(a)[1] < self.span(step)[0]:
                    mine = [join for join in self.joins if a in join[0]]
                    yield from mine or [(frozenset({a}), 1)]

    def possible(self) -> set[tuple[str, str]]:
        """Pairs of which the first may be needed for the second."""
        return {(a, b) for b in self.tasks for members, _ in self.conditions(b) for a in members}

    @cached_property
    def cyclic(self) -> bool:
        return any(a == b for a, b in closure(self.possible()))

    @cached_property
    def _conditions(self) -> dict[str, list[Condition]]:
        return {step: list(self.conditions(step)) for step in self.tasks}

    def may_start(self, step: str, done: frozenset[str]) -> bool:
        return step not in done and all(len(members & done) >= k for members, k in self._conditions[step])

    @cached_property
    def reached(self) -> set[frozenset[str]]:
        """Every set of steps that some execution has done at some time."""
        found = {frozenset[str]()}
        todo = [frozenset[str]()]
        while todo:
            done = todo.pop()
            for step in self.tasks:
                if self.may_start(step, done) and (then := done | {step}) not in found:
                    found.add(then)
                    todo.append(then)
        return found

    def before(self, a: str, b: str) -> bool:
        """Whether `a` is done whenever `b` may start."""
        return all(a in done for done in self.reached if self.may_start(b, done))

    # -- facts ---------------------------------------------------------------------------------------------

    @cached_property
    def effects(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """What each step establishes and removes, with what its consumers say of it."""
        effects: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        for task in self.plan.tasks:
            claimed = {
                need.fact
                for other in self.plan.tasks
                for need in other.preconditions
                if need.established_by == task.id and other.id != task.id
            }
            removes = set(task.removes) - set(task.establishes)
            effects[task.id] = frozenset({*task.establishes, *claimed} - removes), frozenset(removes)
        return effects

    def after(self, step: str, facts: frozenset[str]) -> frozenset[str]:
        establishes, removes = self.effects[step]
        return (facts - removes) | establishes

    @cached_property
    def _states(self) -> dict[frozenset[str], set[State]]:
        return {}

    def states(self, start: frozenset[str]) -> set[State]:
        """Every state of every execution that starts with some facts."""
        if start not in self._states:
            found: set[State] = {(frozenset(), start)}
            todo: list[State] = [(frozenset(), start)]
            while todo:
                done, facts = todo.pop()
                for step in self.tasks:
                    if self.may_start(step, done):
                        then = (done | {step}, self.after(step, facts))
                        if then not in found:
                            found.add(then)
                            todo.append(then)
            self._states[start] = found
        return self._states[start]

    def violated(self, task: Task, need: Precondition) -> bool:
        """Whether some execution starts the step without the fact."""
        start = self.given | {need.fact} if need.established_by == "env" else self.given
        return any(need.fact not in facts for done, facts in self.states(start) if self.may_start(task.id, done))

    def violations(self) -> set[tuple[str, int]]:
        return {(t.id, k) for t in self.plan.tasks for k, need in enumerate(t.preconditions) if self.violated(t, need)}

    def threats(self, task: Task, need: Precondition) -> set[str]:
        """The steps that in some execution remove a fact before the step starts, and nothing establishes it after."""
        found: set[str] = set()
        # A state remembers, beside what is done, the steps that removed the fact since it was established last.
        seen: set[tuple[frozenset[str], frozenset[str]]] = {(frozenset(), frozenset())}
        todo: list[tuple[frozenset[str], frozenset[str]]] = [(frozenset(), frozenset())]
        while todo:
            done, removed_by = todo.pop()
            if self.may_start(task.id, done):
                found |= removed_by
            for step in self.tasks:
                if self.may_start(step, done):
                    establishes, removes = self.effects[step]
                    then = removed_by | {step} if need.fact in removes else removed_by
                    state = (done | {step}, frozenset[str]() if need.fact in establishes else then)
                    if state not in seen:
                        seen.add(state)
                        todo.append(state)
        return found

    def run(self, order: tuple[str, ...], start: frozenset[str]) -> frozenset[str] | None:
        """The facts when the last step of an order starts; None where the plan does not allow the order."""
        done, facts = frozenset[str](), start
        for step in order[:-1]:
            if not self.may_start(step, done):
                return None
            done, facts = done | {step}, self.after(step, facts)
        return facts if self.may_start(order[-1], done) else None


def closure(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Transitive closure."""
    found = set(pairs)
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


# -- plans out of bytes ------------------------------------------------------------------------------------------------


class Bytes:
    """Choices read off a string of bytes; a shorter or smaller string makes a plainer plan."""

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)

    def below(self, n: int) -> int:
        return next(self._data, 0) % n

    def chance(self, percent: int) -> bool:
        return next(self._data, 0) * 100 > 255 * (100 - percent)


def plan_of(
    data: bytes, execution: Literal["listed", "dag"], *, joins: bool, cycles: bool = False
) -> tuple[Plan, frozenset[str]]:
    """A plan of at most seven steps and the facts that are given, all chosen by the bytes.

    Args:
        data: the choices; `SIZE` bytes are enough.
        execution: how the plan runs.
        joins: whether it has branches that join.
        cycles: whether dependencies may run in circles.
    """
    choose = Bytes(data)
    n = 7 - choose.below(7)
    names = list("abcdefg"[:n])
    listed: list[str] = []  # the order of the list, in which dependencies may point backwards
    for name in names:
        listed.insert(len(listed) - choose.below(len(listed) + 1) if choose.chance(50) else len(listed), name)
    density = (10, 25, 45)[choose.below(3)]
    pairs = [(a, b) for a, b in combinations(names, 2) if choose.chance(density)]
    if cycles:
        pairs += [(b, a) for a, b in combinations(names, 2) if choose.chance(15)]
    tasks: dict[str, Task] = {}
    for k, name in enumerate(names):
        needs: list[Precondition] = []
        for _ in range(choose.below(3)):
            fact = FACTS[choose.below(len(FACTS))]
            by: str | None = None
            if choose.chance(35):
                by = ("env", "nobody", *(names if cycles else names[:k]))[choose.below(2 + (n if cycles else k))]
            needs.append(Precondition(fact=fact, established_by=by))
        tasks[name] = Task(
            id=name,
            preconditions=tuple(needs),
            establishes=tuple(f for f in FACTS if choose.chance(20)),
            removes=tuple(f for f in FACTS if choose.chance(15)),
            parallel_group=("p", "q")[choose.below(2)] if choose.chance(15) else None,
        )
    branches: list[Branch] = []
    for k in range(1 + choose.below(2) if joins else 0):
        members = [name for name in names if choose.chance(50)]
        # Let something follow the branch, or its join joins nothing.
        follower = names[-1 - choose.below(2) % n]
        pairs += [(m, follower) for m in members if m < follower and choose.chance(80)]
        join = ("any", "quorum", "any", "quorum", "all")[choose.below(5)]
        branches.append(
            Branch(
                id=f"branch{k}",
                kind="fan_in" if choose.chance(70) else "fan_out",
                tasks=tuple(members),
                join=join,
                quorum=choose.below(5) if join == "quorum" else None,
            )
        )
    plan = Plan(
        id="p",
        execution=execution,
        tasks=tuple(tasks[name] for name in listed),
        dependencies=tuple(
            Dependency(from_task=a, to_task=b, kind="soft" if choose.chance(5) else "hard") for a, b in pairs
        ),
        branches=tuple(branches),
    )
    return plan, frozenset(f for f in FACTS if choose.chance(35))
