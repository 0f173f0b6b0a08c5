"""adjudicate: a claim in, a finding out. Code proves the claim, refutes it, or leaves it to a person.

Each predicate has a function that says, in its docstring, when the claim is confirmed, refuted or undecided:

    runs_before, conflict                               planproof.critic.order
    unestablished, tool_unavailable                     planproof.critic.facts
    no_rollback, rollback_cannot_restore, irreversible  planproof.critic.recovery
    no_verification, verification_misses                planproof.critic.checks
    missing_step, risk, other                           words: always undecided

A claim about a step that the plan does not have is refuted: it says nothing about this plan, and nobody can be asked
about it. (A step that a revision renamed or dropped is another matter: see `planproof.critic.standing`.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from planproof.critic.checks import no_verification, verification_misses
from planproof.critic.claims import FORMS, NOT_REVIEWED, NOT_UNDERSTOOD, Claim, flat
from planproof.critic.facts import tool_unavailable, unestablished
from planproof.critic.order import conflict, runs_before
from planproof.critic.recovery import irreversible, no_rollback, rollback_cannot_restore
from planproof.critic.result import Gates, Result, gates, refuted, undecided
from planproof.critic.review import Review
from planproof.decide import BLOCKER_ELIGIBLE
from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.model.base import Severity
from planproof.model.config import Config
from planproof.model.digest import sha256
from planproof.model.finding import Evidence, Finding, Subject, TextEvidence

_MOST_BEARERS: Final = 64
"""Ways to read a claim whose ids several steps bear; with more, it is undecided."""
_MOST_WORDS: Final = 5
"""Critics' sentences that a finding shows."""
_WORST: Final = {"confirmed": 0, "undecided": 1, "refuted": 2}


def adjudicate(claim: Claim, analysis: Analysis, config: Config | None = None) -> Finding:
    """What code makes of one claim. Neither the critic's words nor any label of its own has a part in that.

    Args:
        claim: what a critic claims.
        analysis: the plan that it is held against.
        config: the project's choice of rules: one that it leaves out or softens weighs no more when a critic says it.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> plan = Analysis(Plan(id="p", tasks=(Task(id="backup"), Task(id="drop", destroys=("users",)))))
        >>> found = adjudicate(Claim(predicate="runs_before", tasks=("drop", "backup")), plan)
        >>> found.outcome, found.rule
        ('refuted', 'CRI001')
        >>> adjudicate(Claim(predicate="no_rollback", tasks=("drop",)), plan).severity
        'blocker'
    """
    known = once(analysis, _bearers)
    absent = next((name for name in claim.tasks if name not in known), None)
    if absent is not None:
        why = f"the plan has no step {absent!r}"
        return finding_of(claim, refuted(why, field="tasks", found="no such step", wanted=absent), analysis, ())
    return held_against(claim, [known[name] for name in claim.tasks], analysis, config)


def held_against(
    claim: Claim, steps: Sequence[Sequence[int]], analysis: Analysis, config: Config | None = None
) -> Finding:
    """The claim held against each combination of the steps that it may be about; the worst result counts."""
    ways = 1
    for some in steps:
        ways *= len(some)
    if ways > _MOST_BEARERS:
        return finding_of(
            claim, undecided("too many steps bear the ids that it names"), analysis, {i for some in steps for i in some}
        )
    found = gates(analysis, config)
    results = [(_result(claim, analysis, found, combination), combination) for combination in product(*steps)]
    result, meant = min(results, key=lambda r: (_WORST[r[0].outcome], not r[0].blocks, r[0].waived is not None))
    return finding_of(claim, result, analysis, meant)


def _result(claim: Claim, plan: Analysis, found: Gates, steps: tuple[int, ...]) -> Result:
    if len(set(steps)) != len(steps):
        return undecided("both ids may mean the same step")
    part = claim.part or ""
    match claim.predicate, steps:
        case "runs_before", (a, b):
            return runs_before(plan, found, a, b)
        case "conflict", (a, b):
            return conflict(plan, found, a, b, part)
        case "unestablished", (i,):
            return unestablished(plan, found, i, part)
        case "tool_unavailable", (i,):
            return tool_unavailable(plan, found, i, part)
        case "no_rollback", (i,):
            return no_rollback(plan, found, i)
        case "rollback_cannot_restore", (i,):
            return rollback_cannot_restore(plan, found, i, part)
        case "irreversible", (i,):
            return irreversible(plan, i)
        case "no_verification", (i,):
            return no_verification(plan, found, i)
        case "verification_misses", (i,):
            return verification_misses(plan, found, i, part)
        case _:
            return undecided("no code can tell")


def finding_of(claim: Claim, result: Result, plan: Analysis, steps: Iterable[int]) -> Finding:
    """The finding of a claim. Its family is the predicate's, its severity is set here.

    A blocker only in a family in which a claim may count as one, and there where a gate, or the step's own duty, makes
    one of a confirmed claim; where code cannot decide, so that `decide` may ask a person about a high-impact step.
    """
    form = FORMS[claim.predicate]
    eligible = form.family in BLOCKER_ELIGIBLE
    weighs = result.blocks if result.outcome == "confirmed" else result.outcome == "undecided"
    severity: Severity = "blocker" if eligible and weighs else "warning"
    return Finding(
        rule=form.code,
        name=claim.predicate.replace("_", "-"),
        family=form.family,
        severity=severity,
        basis=result.basis,
        source="critic",
        message=f"a critic claims that {claim.said}; {result.outcome}: {result.why}",
        subject=_subject(claim),
        evidence=(*result.evidence, *_words(claim)),
        waived=result.waived,
        outcome=result.outcome,
        high_impact=any(plan.high_impact(i) for i in steps),
    )


def _subject(claim: Claim) -> Subject:
    """What the claim names, steps in the order of the predicate: a before b is not b before a."""
    words = FORMS[claim.predicate].part == "text"
    facts = (f"text:{sha256(flat(claim.text))[:16]}",) if words else (claim.fact,) if claim.fact is not None else ()
    return Subject(
        tasks=claim.tasks,
        facts=facts,
        resources=(claim.resource,) if claim.resource is not None else (),
        commands=(claim.tool,) if claim.tool is not None else (),
    )


def _words(claim: Claim) -> Iterator[TextEvidence]:
    if flat(claim.text):
        yield TextEvidence(field="critic", quote=flat(claim.text))
    if flat(claim.suggestion):
        yield TextEvidence(field="critic.suggestion", quote=flat(claim.suggestion))


def reviewed(review: Review, analysis: Analysis, config: Config | None = None) -> tuple[Finding, ...]:
    """The findings of one review, the same whatever the order of its claims.

    The first says that the critic did not review, if so; then a note on what was not understood, then the claims.
    """
    found: list[Finding] = []
    if review.status == "did_not_review":
        found.append(
            Finding(
                rule=NOT_REVIEWED,
                name="not-reviewed",
                family="risk",
                severity="warning",
                basis="proven",
                source="critic",
                message=f"the critic {review.reviewer!r} did not review the plan: {review.why}; ask it again",
                subject=Subject(facts=(f"reviewer:{review.reviewer}",)),
                outcome="not_reviewed",
                assumption=f"the plan needs no review by {review.reviewer!r}",
            )
        )
    if review.notes:
        shown = [TextEvidence(field=note.where, quote=f"{note.what}: {note.value}") for note in review.notes[:20]]
        found.append(
            Finding(
                rule=NOT_UNDERSTOOD,
                name="not-understood",
                family="risk",
                severity="info",
                basis="proven",
                source="critic",
                message=f"{len(review.notes)} part(s) of the review of {review.reviewer!r} were not taken as written",
                subject=Subject(facts=(f"reviewer:{review.reviewer}",)),
                evidence=tuple(shown),
                outcome="undecided",
                more=max(0, len(review.notes) - len(shown)),
            )
        )
    return (*found, *joined(adjudicate(claim, analysis, config) for claim in review.claims))


def joined(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each finding once, by id, with the words of all who made the claim; in the order of rule and subject."""
    piles: dict[str, list[Finding]] = {}
    for finding in findings:
        piles.setdefault(finding.id, []).append(finding)
    one = [_merged(pile) for pile in piles.values()]
    return tuple(sorted(one, key=lambda f: (f.rule, f.subject.tasks, f.subject.facts, f.subject.resources, f.id)))


def _merged(pile: list[Finding]) -> Finding:
    first = min(pile, key=lambda f: (_WORST.get(f.outcome or "", 3), f.waived is not None, f.model_dump_json()))
    proof: tuple[Evidence, ...] = tuple(e for e in first.evidence if not _is_words(e))
    words = {(e.field, e.quote) for f in pile for e in f.evidence if isinstance(e, TextEvidence) and _is_words(e)}
    quotes = tuple(TextEvidence(field=field, quote=quote) for field, quote in sorted(words)[:_MOST_WORDS])
    return first.model_copy(update={"evidence": (*proof, *quotes)})


def _is_words(evidence: Evidence) -> bool:
    return isinstance(evidence, TextEvidence) and evidence.field in ("critic", "critic.suggestion")


def _bearers(plan: Analysis) -> dict[str, tuple[int, ...]]:
    """Id to the steps that bear it: more than one is a fault of the plan, and no way out of a claim."""
    found: dict[str, tuple[int, ...]] = {}
    for i, task in enumerate(plan.tasks):
        found[task.id] = (*found.get(task.id, ()), i)
    return found
