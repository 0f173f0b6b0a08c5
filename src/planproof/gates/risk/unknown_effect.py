"""RSK003 unknown-effect."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.risk.secrets import redact, shapes_for
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class UnknownEffect(Rule):
    """A step of which nobody can tell what it does.

    It declares no effect and has no command that is understood, or some of its commands are not understood. An
    approval takes such a step on trust: the verdict names it as an assumption, and under the strict posture a person
    answers for it. No words make it known.

    Why:
        Unknown is not harmless. The script that nobody read is where the surprise is, and a description is what its
        author hopes that it does.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: tidy, description: Tidy up the orders table, target: orders}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: tidy, description: Tidy up the orders table, effect: modify, writes: [orders]}
        ```
    """

    code = "RSK003"
    name = "unknown-effect"
    family = "risk"
    summary = "nobody can tell what a step does"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding a step."""
        runs_of = [effect.not_understood[0] for effect in plan.effects if effect.not_understood]
        shapes = shapes_for(runs_of) if runs_of else ()
        for task, effect in zip(plan.tasks, plan.effects, strict=True):
            if not effect.opaque:
                continue
            runs = ""
            if effect.not_understood:
                runs = f"runs {_short(redact(effect.not_understood[0], shapes))!r}, which is not understood"
            if effect.kind == "unknown":
                has = runs or "has no command"
                yield self.finding(
                    f"nobody can tell what step {task.id!r} does: it declares no effect and {has}; declare `effect` "
                    "and what it reads, writes and destroys",
                    tasks=[task.id],
                    assumption=f"step {task.id!r}, whose effect is unknown, does no harm",
                )
            else:
                claimed = task.effect or effect.kind
                yield self.finding(
                    f"step {task.id!r} {runs}; a person has to confirm that it does no more than {claimed!r}",
                    tasks=[task.id],
                    assumption=f"the commands of step {task.id!r} do no more than it declares ({claimed!r})",
                )


def _short(command: str) -> str:
    text = " ".join(command.split())
    return text if len(text) <= 80 else f"{text[:79]}…"
