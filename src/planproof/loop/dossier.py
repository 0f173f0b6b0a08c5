"""dossier: what a person sees before they answer, the worst first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planproof.decide import rule_on
from planproof.gates.analysis import Analysis
from planproof.loop.events import Escalated
from planproof.loop.state import State
from planproof.loop.verdicts import posture_of
from planproof.model.errors import LoopError
from planproof.model.finding import Finding
from planproof.model.plan import Plan


@dataclass(frozen=True, slots=True)
class Dossier:
    """A question and everything that it is about.

    Args:
        asked: the question.
        goal: id and description of the goal.
        plan: the plan; None where there is none.
        digest: of the plan: an answer is bound to it.
        decision: the verdict.
        steps: of each step: id, what it does, whether that can be undone, its rollback and verification in a few words.
        blocking: what stops the plan.
        asking: what a person has to answer for.
        advisory: what critics say that code can neither confirm nor refute.
        assumptions: what an approval takes on trust.
        waived: rules that are suppressed, and by whom.
        changed: steps that differ from the version that was shown before.
        spent: what the models have cost.
    """

    asked: Escalated
    goal: str
    plan: Plan | None
    digest: str | None
    decision: str | None
    steps: tuple[tuple[str, str, str, str], ...]
    blocking: tuple[Finding, ...]
    asking: tuple[Finding, ...]
    advisory: tuple[Finding, ...]
    assumptions: tuple[str, ...]
    waived: tuple[str, ...]
    changed: tuple[str, ...]
    spent: str

    def as_json(self) -> dict[str, object]:
        """The dossier as plain values."""
        return {
            "escalation": self.asked.model_dump(mode="json"),
            "goal": self.goal,
            "plan": None if self.plan is None else self.plan.model_dump(mode="json", exclude_defaults=True),
            "plan_digest": self.digest,
            "decision": self.decision,
            "steps": [{"id": s[0], "does": s[1], "rollback": s[2], "verification": s[3]} for s in self.steps],
            "blocking": [_brief(f) for f in self.blocking],
            "asking": [_brief(f) for f in self.asking],
            "advisory": [_brief(f) for f in self.advisory],
            "assumptions": list(self.assumptions),
            "waived": list(self.waived),
            "changed": list(self.changed),
            "spent": self.spent,
        }

    def as_lines(self) -> list[str]:
        """The dossier for a terminal."""
        lines = [self.asked.question, "", f"goal      {self.goal}", f"verdict   {self.decision or 'there is no plan'}"]
        if self.digest is not None:
            lines.append(f"plan      sha256:{self.digest}")
        lines.append(f"spent     {self.spent}")
        for title, findings in (
            ("what blocks it", self.blocking),
            ("what a person answers for", self.asking),
            ("advisory: said by critics, neither confirmed nor refuted", self.advisory),
        ):
            lines += _section(title, [f"{f.rule} {f.message}" for f in findings])
        lines += _section("taken on trust", self.assumptions)
        lines += _section("suppressed rules", self.waived)
        lines += _section("changed since it was last shown", self.changed)
        lines += ["", "steps"] if self.steps else []
        for step in self.steps:
            lines += [f"  - {step[0]}: {step[1]}", f"      back: {step[2]}", f"      check: {step[3]}"]
        return lines


def dossier(state: State, escalation: str) -> Dossier:
    """What a person sees before they answer a question.

    Raises:
        LoopError: the run has no such question.
    """
    asked = next((e for e in state.escalations if e.escalation == escalation), None)
    if asked is None:
        raise LoopError(f"this run has no question {escalation!r}")
    current = state.current
    judged = current.judged if current is not None else None
    findings = judged.findings if judged is not None else ()
    posture = posture_of(state)
    by_ruling = {name: tuple(f for f in findings if rule_on(f, posture) == name) for name in ("blocks", "asks")}
    spent = state.spent
    return Dossier(
        asked=asked,
        goal=f"{state.goal.id}: {state.goal.description}".rstrip(": "),
        plan=None if current is None else current.plan,
        digest=None if current is None else current.digest,
        decision=None if judged is None else judged.decision,
        steps=() if current is None else _steps(current.plan, state),
        blocking=by_ruling["blocks"],
        asking=by_ruling["asks"],
        advisory=tuple(f for f in findings if f.source == "critic" and f.outcome == "undecided"),
        assumptions=() if judged is None else judged.assumptions,
        waived=tuple(f"{f.rule}: {f.waived}" for f in findings if f.waived is not None),
        changed=_changed(state),
        spent=f"{spent.calls} calls, {spent.tokens:,} tokens, ${spent.usd:.4f}",
    )


def _steps(plan: Plan, state: State) -> tuple[tuple[str, str, str, str], ...]:
    analysis = Analysis(plan, state.goal, now=state.now)
    found: list[tuple[str, str, str, str]] = []
    for task, effect in zip(plan.tasks, analysis.effects, strict=True):
        touched = f" {', '.join(effect.touched)}" if effect.touched else ""
        back = task.rollback
        undo = "none" if back is None else "; ".join(c.run for c in back.commands) or back.action or "none"
        check = task.verification
        seen = "none" if check is None else check.command.run if check.command is not None else check.how or "none"
        found.append((task.id, f"{effect.kind}{touched} ({effect.reversibility})", undo, seen))
    return tuple(found)


def _changed(state: State) -> tuple[str, ...]:
    """Steps of the plan that are new or other than in the version before it."""
    if state.current is None or state.parent is None:
        return ()
    before = {task.id: task for task in state.parent.plan.tasks}
    now = {task.id: task for task in state.current.plan.tasks}
    gone = [f"{name} (gone)" for name in before if name not in now]
    return (*(name for name, task in now.items() if before.get(name) != task), *gone)


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return ["", title, *(f"  - {line}" for line in lines)] if lines else []


def _brief(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.id,
        **finding.model_dump(mode="json", include={"rule", "name", "family", "severity"}),
        "message": finding.message,
        "tasks": list(finding.subject.tasks),
    }
