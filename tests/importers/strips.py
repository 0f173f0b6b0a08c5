"""A forward simulator of PDDL plans, for tests: it shares no code with the importer and thinks in states.

It reads well-formed files only. A step that fails still has its effects, so that one run names every failure.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

Form = str | list["Form"]


class Failure(NamedTuple):
    """A condition that does not hold at a step; the goal stands behind the last step."""

    position: int
    condition: str


class Run(NamedTuple):
    """What came of a plan: the lines that are no step, and the conditions that failed."""

    unreadable: tuple[int, ...]
    failures: tuple[Failure, ...]

    @property
    def valid(self) -> bool:
        return not self.unreadable and not self.failures


def parse(text: str) -> list[Form]:
    stack: list[list[Form]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower()):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    form = stack[0][0]
    assert isinstance(form, list)
    return form


def written(form: Form) -> str:
    return form if isinstance(form, str) else f"({' '.join(map(written, form))})"


def parts(form: Form) -> list[Form]:
    """The conjuncts of a condition."""
    assert isinstance(form, list)
    return [p for f in form[1:] for p in parts(f)] if form[:1] == ["and"] else [form] if form else []


def typed(forms: list[Form]) -> dict[str, set[str]]:
    """Name to its types."""
    found: dict[str, set[str]] = {}
    waiting: list[str] = []
    rest = iter(forms)
    for form in rest:
        if form == "-":
            kind = next(rest)
            for name in waiting:
                found[name] = {kind} if isinstance(kind, str) else {written(k) for k in kind[1:]}
            waiting = []
        else:
            waiting.append(written(form))
    return found | {name: {"object"} for name in waiting}


def bound(form: Form, values: dict[str, str]) -> Form:
    return values.get(form, form) if isinstance(form, str) else [bound(f, values) for f in form]


class Simulator:
    """Runs plans for one problem."""

    def __init__(self, domain: str, problem: str) -> None:
        self._above: dict[str, set[str]] = {}
        self._actions: dict[str, dict[str, list[Form]]] = {}
        self._objects: dict[str, set[str]] = {}
        self._initial: set[str] = set()
        self._goal: list[Form] = []
        for section in (*parse(domain)[2:], *parse(problem)[2:]):
            assert isinstance(section, list)
            match section[0]:
                case ":types":
                    self._above = typed(section[1:])
                case ":constants" | ":objects":
                    self._objects |= typed(section[1:])
                case ":init":
                    self._initial = {written(f) for f in section[1:] if f[0] != "not"}
                case ":goal":
                    self._goal = parts(section[1])
                case ":action":
                    fields: list[Form] = section[2:]
                    self._actions[written(section[1])] = {
                        written(key): value for key, value in zip(fields[::2], fields[1::2], strict=True)
                        if isinstance(value, list)
                    }  # fmt: skip
                case _:
                    pass

    def run(self, plan: str) -> Run:
        state = set(self._initial)
        unreadable: list[int] = []
        failures: list[Failure] = []
        position = 0
        for number, raw in enumerate(plan.split("\n"), 1):
            line = raw.split(";")[0].strip().lower()
            if not line:
                continue
            values = self._values(line)
            if values is None:
                unreadable.append(number)
                continue
            action = self._actions[line.strip("( )").split()[0]]
            failures += [Failure(position, c) for c in self._failing(action, values, state)]
            effects = [bound(e, values) for e in parts(action.get(":effect", []))]
            state -= {written(e[1]) for e in effects if e[0] == "not"}
            state |= {written(e) for e in effects if e[0] != "not"}
            position += 1
        failures += [Failure(position, written(c)) for c in self._goal if not _holds(c, state)]
        return Run(tuple(unreadable), tuple(failures))

    def _values(self, line: str) -> dict[str, str] | None:
        """The binding of a step; None where the line is no step."""
        if not (match := re.fullmatch(r"\(([^()]*)\)", line)) or not (words := match[1].split()):
            return None
        name, *arguments = words
        if name not in self._actions or not self._objects.keys() >= set(arguments):
            return None
        parameters = [*typed(self._actions[name].get(":parameters", []))]
        return dict(zip(parameters, arguments, strict=True)) if len(parameters) == len(arguments) else None

    def _failing(self, action: dict[str, list[Form]], values: dict[str, str], state: set[str]) -> Iterator[str]:
        for parameter, kinds in typed(action.get(":parameters", [])).items():
            if not any(self._is(own, kinds) for own in self._objects[values[parameter]]):
                either = sorted(kinds)[0] if len(kinds) == 1 else f"(either {' '.join(kinds)})"
                yield f"{values[parameter]} - {either}"
        for condition in parts(action.get(":precondition", [])):
            ground = bound(condition, values)
            if not _holds(ground, state):
                yield written(ground)

    def _is(self, own: str, kinds: set[str]) -> bool:
        return own in kinds or "object" in kinds or any(self._is(above, kinds) for above in self._above.get(own, ()))


def _holds(condition: Form, state: set[str]) -> bool:
    if condition[0] == "not":
        return not _holds(condition[1], state)
    return condition[1] == condition[2] if condition[0] == "=" else written(condition) in state
