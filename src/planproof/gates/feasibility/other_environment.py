"""FEA002 other-environment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, ValueEvidence
from planproof.model.plan import Command, Task

RANKS: Final[dict[str, int]] = {"sandbox": 0, "dev": 1, "test": 2, "staging": 3, "production": 4}
"""How much depends on an environment."""
_WORDS: Final[dict[str, str]] = {
    "sandbox": "sandbox",
    "dev": "dev",
    "development": "dev",
    "test": "test",
    "testing": "test",
    "qa": "test",
    "uat": "test",
    "stage": "staging",
    "staging": "staging",
    "stg": "staging",
    "preprod": "staging",
    "preproduction": "staging",
    "nonprod": "staging",
    "prod": "production",
    "production": "production",
    "prd": "production",
}
_ROOTS: Final = ("prod", "prd", "stag", "stg", "dev", "test", "qa", "uat", "sandbox")
"""One of them is in each of these words."""
_NOT_YET: Final = frozenset({"pre", "non"})
"""`pre-prod` and `non-prod` are not production."""

_WORD: Final = re.compile(r"[a-z]+")
_FLAG: Final = re.compile(
    r"(?:--(?:kube-?)?(?:context|namespace|env|environment|profile|project|cluster|stage|workspace)(?:=|\s+)"
    r"|\b(?:DEPLOY_|TARGET_|APP_)?(?:ENV|ENVIRONMENT)="
    r"|\bworkspace\s+select\s+"
    r"|\b(?:kubectl|helm|velero|oc)\b[^|;&\n]*?\s-n\s+)"
    r"['\"]?([\w.:/@-]+)"
)

_MARKS: Final = ("--", "ENV", " -n", "workspace")
"""One of them is in every text that `_FLAG` finds something in; to look for them takes a tenth of the time."""


class OtherEnvironment(Rule):
    """A step names another environment than the goal's.

    Looked at are where a command runs (`on`), its flags (`--context`, `--namespace`, `--profile`, `ENV=`) and what a
    step changes by its typed fields. An environment on which less depends is information: to rehearse in staging, or to
    restore into a sandbox, is what a careful plan for production does.

    Why:
        The one word that was left in a flag is the classic way to run a rehearsal against production. The person who
        gave the goal agreed to an environment, and to what may happen there.

    Fails:
        ```yaml
        goal: {id: g, constraints: {environment: staging}}
        plan:
          id: p
          tasks:
            - id: scale
              effect: shift
              writes: [deploy.web]
              commands: [kubectl --context prod-eu scale deployment/web --replicas=0]
        ```

    Passes:
        ```yaml
        goal: {id: g, constraints: {environment: staging}}
        plan:
          id: p
          tasks:
            - id: scale
              effect: shift
              writes: [deploy.web]
              commands: [kubectl --context staging-eu scale deployment/web --replicas=0]
        ```
    """

    code = "FEA002"
    name = "other-environment"
    family = "feasibility"
    summary = "a step names another environment than the goal's"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each environment that a step names and the goal does not."""
        environment = plan.goal.constraints.environment if plan.goal is not None else None
        ours = environments_in(environment or "")
        if not ours:
            return
        rank = max(RANKS[name] for name in ours)
        for i, task in enumerate(plan.tasks):
            told: set[str] = set()
            changed = plan.effects[i].changes if rank < RANKS["production"] else ()
            for field, text, command in _places(task, changed):
                for name in environments_in(text):
                    if name in told or name in ours or (not command and RANKS[name] < rank):
                        continue
                    told.add(name)
                    worse = RANKS[name] > rank
                    advice = (
                        "name the environment of the goal, or have the goal cover the other one"
                        if worse
                        else "see that this is meant"
                    )
                    yield self.finding(
                        f"{task.id!r} names {text!r}, a name of {name}, and the goal is for {environment!r}; {advice}",
                        tasks=[task.id],
                        facts=[f"environment:{name}"],
                        severity=None if worse else "info",
                        evidence=[ValueEvidence(field=field, found=text, wanted=environment or "")],
                    )


def environments_in(text: str) -> tuple[str, ...]:
    """The environments that a name is made of, in the order of the text.

    Example:
        >>> environments_in("eu-prod-2"), environments_in("pre-prod"), environments_in("product-db")
        (('production',), ('staging',), ())
    """
    folded = text.casefold()
    if not any(root in folded for root in _ROOTS):
        return ()
    words = _WORD.findall(folded)
    found: dict[str, None] = {}
    for before, word in zip(["", *words], words, strict=False):
        name = _WORDS.get(word)
        if name is not None:
            found["staging" if name == "production" and before in _NOT_YET else name] = None
    return tuple(found)


def _places(task: Task, changed: tuple[str, ...]) -> Iterator[tuple[str, str, bool]]:
    """Where a step may name an environment: the field, the name, whether it is a command's."""
    for command in task.commands:
        for text in _named(command):
            yield f"tasks.{task.id}.commands", text, True
    if task.rollback is not None:
        for command in task.rollback.commands:
            for text in _named(command):
                yield f"tasks.{task.id}.rollback.commands", text, True
    if task.verification is not None and task.verification.command is not None:
        for text in _named(task.verification.command):
            yield f"tasks.{task.id}.verification.command", text, True
    for text in changed:
        yield f"tasks.{task.id}", text, False


def _named(command: Command) -> Iterator[str]:
    if command.on is not None:
        yield command.on
    run = command.run
    if command.shell != "sql" and any(mark in run for mark in _MARKS):
        for match in _FLAG.finditer(run):
            yield match[1]
