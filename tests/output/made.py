"""Judgements made by hand: a plan, and findings that no rule had to find."""

from __future__ import annotations

from planproof.decide import decide
from planproof.gates.analysis import Analysis
from planproof.judge import Judgement
from planproof.model.base import Posture, Severity
from planproof.model.finding import (
    AddDependency,
    CommandEvidence,
    CycleEvidence,
    Evidence,
    Finding,
    Fix,
    OrderEvidence,
    PairEvidence,
    Subject,
    TextEvidence,
    ValueEvidence,
)
from planproof.model.plan import Command, Dependency, Plan, Precondition, Task
from planproof.model.verdict import Assurance, Verdict
from planproof.output.report import Report
from planproof.repair import Repair, Unsought


def judged(plan: Plan, *findings: Finding, posture: Posture = "balanced") -> Judgement:
    """The judgement that a plan has with exactly these findings."""
    ruled = decide(findings, posture)
    asking = ruled.decision == "needs_human"
    verdict = Verdict(
        decision=ruled.decision,
        posture=posture,
        plan_digest="0" * 64,
        ruleset_digest="1" * 64,
        blocking=ruled.blocking,
        asking=ruled.asking,
        acknowledged=ruled.acknowledged,
        recorded=ruled.recorded,
        assumptions=ruled.assumptions,
        assurance=Assurance(declared=len(plan.tasks)),
        question="May this plan run?" if asking else None,
    )
    return Judgement(verdict, findings, Analysis(plan))


def finding(
    rule: str,
    *tasks: str,
    severity: Severity = "blocker",
    message: str = "something is wrong; mend it",
    evidence: tuple[Evidence, ...] = (),
    fix: Fix | None = None,
    name: str = "made-up",
    assumption: str | None = None,
    waived: str | None = None,
    more: int = 0,
) -> Finding:
    """A finding of a made-up rule."""
    return Finding(
        rule=rule,
        name=name,
        family="unsafe_sequencing",
        severity=severity,
        basis="proven",
        message=message,
        subject=Subject(tasks=tuple(sorted(tasks))),
        evidence=evidence,
        fix=fix,
        assumption=assumption,
        waived=waived,
        more=more,
    )


PLAN = Plan(
    id="cleanup-users",
    version=3,
    execution="dag",
    tasks=(
        Task(id="look", effect="observe", action="look", target="replica"),
        Task(id="backup", reads=("users",), produces=("users-dump",), establishes=("dump_restorable",)),  # pyright: ignore[reportArgumentType] - a bare string is an artefact
        Task(id="tidy", effect="modify", target="disk", removes=("dump_restorable",)),
        Task(id="snapshot", commands=(Command(run="snap --all"),)),
        Task(
            id="drop",
            action="drop",
            target="users",
            effect="destroy",
            commands=(Command(run="psql -c 'DROP TABLE users' | tee log"),),
            preconditions=(Precondition(fact="dump_restorable", established_by="backup"),),
        ),
    ),
    dependencies=(Dependency(from_task="look", to_task="backup"),),
)

FIX = Fix(description="run 'drop' before 'tidy'", edits=(AddDependency(from_task="drop", to_task="tidy"),), safe=True)

EVERY_EVIDENCE: tuple[Evidence, ...] = (
    OrderEvidence(order=("look", "backup", "tidy", "drop"), note="needs dump_restorable"),
    PairEvidence(first="tidy", first_access="writes", second="drop", second_access="destroys", resource="users"),
    CycleEvidence(path=("tidy", "drop"), reasons=("dependency 0", "precondition 1")),
    TextEvidence(field="tasks.drop.description", quote="Drop the users"),
    CommandEvidence(task="drop", command="psql -c 'DROP TABLE users' | tee log", span="DROP TABLE users"),
    ValueEvidence(field="tasks.drop.risk_class", found="low", wanted="high"),
)


def every_pile() -> tuple[Finding, ...]:
    """Findings of each weight, with each kind of evidence."""
    return (
        finding("ORD004", "drop", "tidy", evidence=EVERY_EVIDENCE, fix=FIX, name="use-after-destroy"),
        finding("RSK003", "snapshot", severity="warning", assumption="the effect of 'snapshot' is unknown"),
        finding("RSK005", "drop", severity="info", name="point-of-no-return", message="'users' is gone after 'drop'"),
        finding("VER001", "tidy", severity="warning", waived="agreed (ada)"),
    )


def report(judgement: Judgement, repair: Repair | Unsought | None = None, source: str = "plans/cleanup.json") -> Report:
    """The report on a judgement, of a file whose steps stand on lines 10, 20, ..."""
    lines = {task.id: 10 * k for k, task in enumerate(judgement.analysis.plan.tasks, 1)}
    return Report(source, judgement, repair, source, None, lines)
