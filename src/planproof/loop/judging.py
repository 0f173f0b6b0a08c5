"""Judging within a run: the gates, the critics' claims, those that still stand, and the safe fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from planproof.critic.adjudicate import joined, reviewed
from planproof.critic.claims import NOT_REVIEWED, NOT_UNDERSTOOD
from planproof.critic.review import Review
from planproof.critic.standing import Stood, standing
from planproof.decide import rule_on
from planproof.gates.analysis import Analysis
from planproof.judge import Judgement, judge
from planproof.loop.events import Drafted, Event, Judged
from planproof.loop.state import State
from planproof.loop.verdicts import posture_of
from planproof.model.finding import Finding
from planproof.model.plan import Plan
from planproof.model.reader import Note
from planproof.model.verdict import Decision
from planproof.repair import Repair, repair

_ON_REVIEWS: Final = frozenset({NOT_REVIEWED, NOT_UNDERSTOOD})
"""Findings about a review, not about the plan."""


def judged(state: State) -> list[Event]:
    """Judges the current version; where safe fixes take blockers off it, the repaired version as well."""
    version = state.current
    assert version is not None
    judgement = _judge(state, version.plan)
    events: list[Event] = [_event(state, judgement)]
    # A person's plan, and one that is there already, are judged as they are: the repair is theirs to make.
    if judgement.verdict.decision == "blocked" and version.by == "planner":
        mended = repair(judgement, lambda plan: _judge(state, plan))
        if isinstance(mended, Repair) and len(mended.judgement.verdict.blocking) < len(judgement.verdict.blocking):
            events += [
                Drafted(plan=mended.judgement.analysis.plan, by="repair", fixes=mended.fixes),
                _event(state, mended.judgement),
            ]
    return events


def judged_worse(state: State, at: datetime) -> Judged | None:
    """The verdict on the current version as it is at a time, where that is worse than what was decided upon.

    Between a verdict and the signature days may pass: waivers, acceptances and windows come to their end.
    """
    version = state.current
    assert version is not None
    assert version.judged is not None
    later = state.model_copy(update={"now": at})
    fresh = _event(later, _judge(later, version.plan))
    posture = posture_of(state)
    known = {f.id for f in version.judged.findings if rule_on(f, posture) in ("blocks", "asks")}
    new = {f.id for f in fresh.findings if rule_on(f, posture) in ("blocks", "asks")} - known
    return (
        fresh.model_copy(update={"at": at})
        if new or _WEIGHT[fresh.decision] > _WEIGHT[version.judged.decision]
        else None
    )


_WEIGHT: Final[dict[Decision, int]] = {"approved": 0, "needs_human": 1, "blocked": 2}


def _judge(state: State, plan: Plan) -> Judgement:
    parent = state.parent
    return judge(
        plan,
        state.goal,
        config=state.settings.config,
        posture=posture_of(state),
        notes=_notes(state),
        parent=parent.plan if parent is not None else None,
        now=state.now,
        claims=lambda analysis: _on_claims(state, analysis),
    )


def _event(state: State, judgement: Judgement) -> Judged:
    verdict = judgement.verdict
    return Judged(
        plan=verdict.plan_digest,
        decision=verdict.decision,
        ruleset=verdict.ruleset_digest,
        findings=judgement.findings,
        assumptions=verdict.assumptions,
        assurance=verdict.assurance,
        question=verdict.question,
        standing=tuple(stood.claim for stood in _stood(state, judgement.analysis) if _is_carried(state, stood)),
    )


def _on_claims(state: State, analysis: Analysis) -> tuple[Finding, ...]:
    """What code makes of what critics say of this version, and of what they said of earlier ones."""
    found = [finding for review in _reviews(state) for finding in reviewed(review, analysis, state.settings.config)]
    found = [finding for finding in found if finding.rule in _ON_REVIEWS]
    for stood in _stood(state, analysis):
        alone = stood.finding.severity == "blocker" and not _is_carried(state, stood)
        # What too few critics say, and code cannot decide, is an opinion: shown, and of no weight.
        found.append(stood.finding.model_copy(update={"severity": "warning"}) if alone else stood.finding)
    return joined(found)


def _stood(state: State, analysis: Analysis) -> tuple[Stood, ...]:
    """Every claim on this version and on earlier ones, held against this plan."""
    claims = (*state.standing, *(claim for review in _reviews(state) for claim in review.claims))
    return standing(claims, analysis, state.settings.config)


def _is_carried(state: State, stood: Stood) -> bool:
    """Whether a claim is to be held against the next version as well: it is confirmed, or enough critics share it."""
    if not stood.stands:
        return False
    if stood.finding.outcome == "confirmed" or state.settings.agree == 1:
        return True
    before = {claim.key for claim in state.standing}
    makers = Counter(key for review in _reviews(state) for key in {claim.key for claim in review.claims})
    return stood.claim.key in before or makers[stood.claim.key] >= state.settings.agree


def _reviews(state: State) -> Sequence[Review]:
    return state.current.reviews if state.current is not None else ()


def _notes(state: State) -> Sequence[Note]:
    of_plan = state.current.notes if state.current is not None else ()
    return [Note(n.kind, n.path, n.task, n.value, n.message) for n in (*state.goal_notes, *of_plan)]
