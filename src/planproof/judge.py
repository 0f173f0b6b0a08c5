"""judge: a plan in, a verdict out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from planproof.decide import decide
from planproof.gates.analysis import Analysis
from planproof.gates.run import ruleset_digest, run
from planproof.model.base import Posture
from planproof.model.config import Config
from planproof.model.digest import digest
from planproof.model.finding import Finding
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from planproof.model.reader import Note
from planproof.model.values import collector_paused
from planproof.model.verdict import Assurance, Verdict

Claims = Sequence[Finding] | Callable[[Analysis], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with the findings in the order of the rules, and the analysis behind it."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    analysis: Analysis


@collector_paused()
def judge(
    plan: Plan,
    goal: Goal | None = None,
    *,
    config: Config | None = None,
    posture: Posture | None = None,
    notes: Sequence[Note] = (),
    parent: Plan | None = None,
    now: datetime | None = None,
    claims: Claims = (),
) -> Judgement:
    """Judges a plan. Pure: the same arguments give the same verdict.

    Args:
        plan: the plan.
        goal: what a person asked for and allowed.
        config: the project's choice of rules.
        posture: overrides the goal's and the configuration's; `balanced` where nobody says.
        notes: what the reader mended or could not place; each becomes a finding.
        parent: the version that this one revises.
        now: the clock for windows, acceptances and waivers; None: nothing expires.
        claims: findings of critics, adjudicated, or what adjudicates them on the analysis of this plan.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> judge(Plan(id="p", tasks=(Task(id="t", action="drop", target="users"),))).verdict.decision
        'blocked'
    """
    analysis = Analysis(plan, goal, notes=notes, parent=parent, now=now)
    findings = (*run(analysis, config), *(claims(analysis) if callable(claims) else claims))
    chosen = posture or (goal.posture if goal is not None else None) or (config.posture if config is not None else None)
    chosen = chosen or "balanced"
    ruled = decide(findings, chosen)
    return Judgement(
        Verdict(
            decision=ruled.decision,
            posture=chosen,
            plan_digest=digest(plan),
            ruleset_digest=ruleset_digest(config),
            blocking=ruled.blocking,
            asking=ruled.asking,
            acknowledged=ruled.acknowledged,
            recorded=ruled.recorded,
            assumptions=ruled.assumptions,
            assurance=_assurance(analysis),
            question=_question(ruled.asking) if ruled.decision == "needs_human" else None,
        ),
        findings,
        analysis,
    )


def _assurance(analysis: Analysis) -> Assurance:
    opaque = sum(effect.opaque for effect in analysis.effects)
    proven = sum(effect.basis == "proven" and not effect.opaque for effect in analysis.effects)
    return Assurance(proven=proven, declared=len(analysis.effects) - opaque - proven, opaque=opaque)


def _question(asking: Sequence[Finding]) -> str:
    """One question that covers everything a person must answer for."""
    first = asking[0]
    what = first.assumption or first.message
    rest = f" ({len(asking) - 1} more to answer for below)" if len(asking) > 1 else ""
    return f"May this plan run, given that {what}?{rest}"
