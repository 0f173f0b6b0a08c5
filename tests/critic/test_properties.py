"""Whatever critics claim: what it can do to a verdict, and that ids tell claims apart."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.critic.adjudicate import adjudicate, reviewed
from planproof.critic.claims import FORMS, Claim, Predicate, flat
from planproof.critic.freetext import claim_of
from planproof.critic.review import Review
from planproof.decide import BLOCKER_ELIGIBLE, decide
from planproof.gates.analysis import Analysis
from planproof.gates.run import run
from planproof.model.base import Posture
from planproof.model.plan import Plan
from tests.strategies import FACTS, NAMES, goals, plans, sentences

POSTURES: tuple[Posture, ...] = ("strict", "balanced", "permissive")
IDS = ("s0", "s1", "s2", "s3", "gone")
PARTS = {"fact": st.sampled_from(FACTS), "resource": st.sampled_from(NAMES), "tool": st.sampled_from(("psql", "x"))}


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    predicate: Predicate = draw(st.sampled_from([*FORMS]))
    form = FORMS[predicate]
    tasks = draw(st.lists(st.sampled_from(IDS), min_size=form.fewest, max_size=form.most, unique=True))
    entry: dict[str, Any] = {"predicate": predicate, "tasks": tuple(tasks), "text": draw(sentences())}
    if form.part in PARTS:
        entry[form.part] = draw(PARTS[form.part])
    return Claim.model_validate(entry)


def review(made: list[Claim]) -> Review:
    return Review(reviewer="m", status="reviewed", claims=tuple(made))


@settings(deadline=None)
@given(plans(), st.none() | goals(), st.lists(claims(), max_size=5), st.randoms())
def test_claims_do_what_the_contract_says_and_no_more(plan: Any, goal: Any, made: list[Claim], rng: Any) -> None:
    analysis = Analysis(plan, goal)
    gates = run(analysis)
    found = reviewed(review(made), analysis)
    shuffled = [*made, *made]
    rng.shuffle(shuffled)
    assert {f.id: f.outcome for f in reviewed(review(shuffled), analysis)} == {f.id: f.outcome for f in found}
    confirmed = [f for f in found if f.outcome == "confirmed" and f.severity == "blocker" and f.waived is None]
    asking = [f for f in found if f.outcome == "undecided" and f.high_impact and f.severity == "blocker"]
    assert all(f.family in BLOCKER_ELIGIBLE for f in (*confirmed, *asking))
    for posture in POSTURES:
        before, after = decide(gates, posture).decision, decide((*gates, *found), posture).decision
        if confirmed:
            assert after == "blocked"
        elif asking and posture == "strict" and before == "approved":
            assert after == "needs_human"
        else:
            assert after == before


@settings(deadline=None)
@given(plans(), claims(), sentences())
def test_words_decide_nothing(plan: Any, claim: Claim, words: str) -> None:
    analysis = Analysis(plan)
    other = claim.model_copy(update={"text": words, "suggestion": words})
    a, b = adjudicate(claim, analysis), adjudicate(other, analysis)
    assert (a.outcome, a.severity, a.high_impact, a.waived) == (b.outcome, b.severity, b.high_impact, b.waived)


@given(claims(), claims())
def test_two_claims_have_two_ids(one: Claim, two: Claim) -> None:
    analysis = Analysis(EMPTY)
    same = (one.predicate, one.tasks, flat(one.part or "")) == (two.predicate, two.tasks, flat(two.part or ""))
    assert (adjudicate(one, analysis).id == adjudicate(two, analysis).id) == same
    assert (one.key == two.key) == same


EMPTY = Plan(id="p")


@settings(deadline=None)
@given(
    plans(),
    st.sampled_from(IDS),
    st.sampled_from(
        (
            "Step s1 is executed before step s0 is verified.",
            "There is no rollback defined for this step.",
            "No verification step is defined.",
            "It may all go wrong.",
        )
    ),
)
def test_relabelling_changes_no_verdict(plan: Any, task: str, message: str) -> None:
    analysis = Analysis(plan)
    entry = {"task_id": task, "message": message, "suggested_fix": "do it"}
    labels = ({"heuristic_family": "missing_steps", "severity": "info"}, {"heuristic_family": "unsafe_sequencing"})
    one, two = (adjudicate(claim_of({**entry, **label}, plan), analysis) for label in labels)
    assert one == two
