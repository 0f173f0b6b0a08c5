"""Scores the rules against the shared plans that were judged by hand, and prints where the two differ.

    .venv/bin/python tools/score.py [FAMILY ...]

With families (`risk`, `weak_rollback`, ...) it also lists their warnings and blockers on sound plans. The plans are
read in place, from the folder that `PLANPROOF_SHARED` names, or `shared` beside the repository.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from planproof.decide import decide
from planproof.gates.analysis import Analysis
from planproof.gates.run import run
from planproof.model.base import Posture
from planproof.model.finding import Finding
from planproof.model.goal import Goal
from planproof.model.reader import read_plan

SHARED: Final = Path(os.environ.get("PLANPROOF_SHARED") or Path(__file__).resolve().parents[2] / "shared")
NOW: Final = datetime(2026, 9, 2, tzinfo=UTC)
POSTURES: Final[tuple[Posture, ...]] = ("balanced", "strict")


@dataclass(frozen=True, slots=True)
class Judged:
    """One file, its findings and the decisions on it."""

    name: str
    data: dict[str, Any]
    findings: tuple[Finding, ...]
    decisions: dict[str, str]

    def caught(self, posture: Posture) -> bool:
        """Whether a defect is seen: not approved, and a finding of a family that was asked for on such a task."""
        return self.decisions[posture] != "approved" and self.named

    @property
    def named(self) -> bool:
        """Whether a blocker or warning of a family that was asked for names a task that was asked for."""
        expect = self.data["expect"]
        return any(
            f.severity != "info"
            and f.family in expect["families"]
            and (not expect["tasks"] or set(f.subject.tasks) & set(expect["tasks"]))
            for f in self.findings
        )

    @property
    def doubtful(self) -> bool:
        """Whether a careful person could decide otherwise."""
        return "doubt" in self.data or "doubt" in self.data.get("expect", {})


def judged(path: Path) -> Judged:
    """Judges one file: a plan, or a bundle of goal and plan."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    reading = read_plan(data.get("plan", data))
    goal = Goal.model_validate(data["goal"]) if "goal" in data else None
    if reading.plan is None:
        raise ValueError(f"{path.name!r} is no plan: {reading.notes[0].message}")
    findings = run(Analysis(reading.plan, goal, notes=reading.notes, now=NOW))
    return Judged(path.name, data, findings, {p: decide(findings, p).decision for p in POSTURES})


def folder(*parts: str) -> tuple[Judged, ...]:
    """Judges the plans of a folder, in order of name."""
    paths = sorted(SHARED.joinpath(*parts).glob("*.json"))
    return tuple(judged(path) for path in paths if path.name != "expected.json")


def cases() -> Iterator[tuple[Judged, dict[str, Any]]]:
    """The twelve cases, each with its answer."""
    expected: dict[str, Any] = json.loads((SHARED / "cases" / "expected.json").read_text(encoding="utf-8"))
    for case in folder("cases"):
        yield case, expected[case.name]


EARLY: Final = frozenset({"10-sound.json", "12-harmless.json"})
"""Cases whose strict approval needs commands that are understood; until then a person may be asked."""


def case_trouble(case: Judged, answer: dict[str, Any], posture: Posture) -> list[str]:
    """What is wrong with the verdict on a case; empty where nothing is."""
    right: list[str] = answer[posture]
    decision = case.decisions[posture]
    trouble: list[str] = []
    if decision not in right and not (case.name in EARLY and decision == "needs_human" and posture == "strict"):
        trouble.append(f"{posture}: {decision}, not {' or '.join(right)}")
    if "families" in answer and decision != "approved":
        told = [
            f
            for f in case.findings
            if f.family in answer["families"] and set(f.subject.tasks) & set(answer["tasks"]) and f.severity != "info"
        ]
        if decision == "blocked" and not any(f.severity == "blocker" for f in told):
            trouble.append(f"{posture}: blocked, but by none of {', '.join(answer['families'])}")
        elif not told:
            trouble.append(f"{posture}: nothing told of {', '.join(answer['families'])}")
    return trouble


def decisions(plans: Sequence[Judged]) -> str:
    """The decisions under each posture, as one line."""
    return "; ".join(
        f"{p}: " + ", ".join(f"{n} {d}" for d, n in sorted(Counter(j.decisions[p] for j in plans).items()))
        for p in POSTURES
    )


def reasons(plan: Judged, *severities: str, most: int = 6) -> str:
    """The findings that carry a decision, shortly."""
    told = [
        f"{f.rule} {f.name} on {','.join(f.subject.tasks) or '-'}" for f in plan.findings if f.severity in severities
    ]
    return "; ".join(told[:most]) + (f"; {len(told) - most} more" if len(told) > most else "")


def main(families: Sequence[str]) -> None:
    """Prints every table."""
    print("== cases")
    for case, answer in cases():
        trouble = [line for p in POSTURES for line in case_trouble(case, answer, p)]
        print(f"{'ok  ' if not trouble else 'MISS'} {case.name:42} {decisions([case])}")
        for line in trouble:
            print(f"       {line}")

    sound = folder("gold", "sound")
    print(f"\n== gold/sound ({len(sound)}): never blocked; {decisions(sound)}")
    for plan in sound:
        if plan.decisions["balanced"] == "blocked":
            print(f"BLOCKED {plan.name}: {reasons(plan, 'blocker')}")
    warned = Counter(f.rule for p in sound for f in p.findings if f.severity == "warning")
    print("warnings on sound plans:", ", ".join(f"{rule} {n}" for rule, n in warned.most_common()) or "none")
    for plan in sound:
        for f in plan.findings:
            asked = f.rule in families or (f.family in families and f.name != "unknown-effect")
            if f.severity != "info" and asked:
                print(f"   {plan.name}: {f.rule} {f.severity}: {f.message[:200]}")

    defects = folder("gold", "defect")
    firm = [d for d in defects if not d.doubtful]
    named, blocked = sum(d.named for d in firm), sum(d.caught("balanced") for d in firm)
    print(
        f"\n== gold/defect ({len(firm)} without doubt, {len(defects) - len(firm)} with): {named} named; "
        f"{sum(d.caught('strict') for d in firm)} caught under strict, {blocked} under balanced"
    )
    kinds = sorted({d.data["kind"] for d in defects})
    for kind in kinds:
        of_kind = [d for d in firm if d.data["kind"] == kind]
        missed = [d.name for d in of_kind if not d.named]
        print(
            f"{kind:26} {sum(d.named for d in of_kind):2} of {len(of_kind):2} named, "
            f"{sum(d.decisions['balanced'] == 'blocked' and d.named for d in of_kind):2} blocked; {', '.join(missed)}"
        )
    print("with doubt, missed:", ", ".join(d.name for d in defects if d.doubtful and not d.named) or "none")

    original = {p.name.removesuffix(".json"): p for p in sound}
    benign = folder("gold", "benign")
    print(f"\n== gold/benign ({len(benign)}): {decisions(benign)}")
    for twin in benign:
        base = original[twin.data["twin_of"].removesuffix(".json").rpartition("/")[2]]
        if twin.decisions != base.decisions:
            print(f"DIFFERS {twin.name}: {twin.decisions} from {base.decisions}: {reasons(twin, 'blocker')}")

    prose = folder("gold", "prose")
    good = [p for p in prose if p.data["expect"]["decision"] != "blocked" and "sound" in p.name]
    bad = [p for p in prose if "defect" in p.name]
    print(f"\n== gold/prose: sound {decisions(good)}")
    for plan in good:
        if plan.decisions["balanced"] == "blocked":
            print(f"BLOCKED {plan.name}: {reasons(plan, 'blocker')}")
    print(f"defect {decisions(bad)}; {sum(p.named for p in bad)} of {len(bad)} named")
    for plan in bad:
        if not plan.named:
            print(
                f"MISS {plan.name} ({'doubt' if plan.doubtful else plan.data['expect']['families']}): "
                f"{reasons(plan, 'blocker', 'warning')}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
