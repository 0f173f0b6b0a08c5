"""How the rules fire on the real plans of a public field test: the table in docs/corpus.md.

`python tools/corpus.py` prints the table, `python tools/corpus.py --sites 30` a seeded sample of sites to read.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from typing import cast

from planproof.gates.registry import RULES
from planproof.judge import judge
from planproof.model.authored import read_goal
from planproof.model.finding import Finding
from planproof.model.plan import Plan
from planproof.model.reader import read_plan

SEED = 20260902
HERE = Path(__file__).resolve().parent.parent
Row = dict[str, object]


def rows(file: str) -> list[Row]:
    folder = HERE.parent / "shared" / "corpus" / "plannercritic"
    if not folder.is_dir():
        sys.exit(f"no corpus at {str(folder)!r}")
    return [cast("Row", json.loads(line)) for line in (folder / file).read_text(encoding="utf-8").splitlines()]


def judged() -> list[tuple[str, Plan, tuple[Finding, ...], str]]:
    """Uid, plan, findings and decision under balanced, of every plan under its goal."""
    goals = {str(row["id"]): row["goal"] for row in rows("goals.jsonl")}
    found: list[tuple[str, Plan, tuple[Finding, ...], str]] = []
    for row in rows("plans.jsonl"):
        reading = read_plan(row["parsed"])
        raw = goals.get(str(row["goal_id"]))
        goal, goal_notes = read_goal(raw) if raw is not None else (None, ())
        assert reading.plan is not None
        notes = (*reading.notes, *(replace(note, path=f"goal.{note.path}") for note in goal_notes))
        judgement = judge(reading.plan, goal, notes=notes, posture="balanced")
        found.append((str(row["uid"]), reading.plan, judgement.findings, judgement.verdict.decision))
    return found


def table() -> None:
    plans: defaultdict[str, set[str]] = defaultdict(set)
    severities: defaultdict[str, Counter[str]] = defaultdict(Counter)
    decisions: Counter[str] = Counter()
    for uid, _, findings, decision in judged():
        decisions[decision] += 1
        for finding in findings:
            plans[finding.rule].add(uid)
            severities[finding.rule][finding.severity] += 1 + finding.more
    print("| rule | plans | blockers | warnings | information |\n|---|---|---|---|---|")
    for rule in RULES:
        if rule.code in plans:
            counts = severities[rule.code]
            numbers = " | ".join(str(counts[s] or "") for s in ("blocker", "warning", "info"))
            print(f"| {rule.code} {rule.name} | {len(plans[rule.code])} | {numbers} |")
    silent = [rule.code for rule in RULES if rule.code not in plans]
    print(f"\nDecisions under balanced: {dict(sorted(decisions.items()))}. Silent: {', '.join(silent)}.")


def sites(count: int) -> None:
    """One site of each rule that fires, then further ones, drawn by lot."""
    rng = random.Random(SEED)
    everything = [(uid, plan, finding) for uid, plan, findings, _ in judged() for finding in findings]
    rng.shuffle(everything)
    chosen: list[tuple[str, Plan, Finding]] = []
    seen: Counter[str] = Counter()
    for most in range(1, count + 1):
        for site in everything:
            if len(chosen) < count and seen[site[2].rule] < most and site not in chosen:
                chosen.append(site)
                seen[site[2].rule] += 1
    for number, (uid, plan, finding) in enumerate(sorted(chosen, key=lambda s: s[2].rule), 1):
        print(f"\n{number}. {finding.rule} {finding.severity} {uid}: {finding.message}")
        for evidence in finding.evidence:
            print(f"   {evidence}")
        for task in plan.tasks:
            if task.id in finding.subject.tasks:
                print(f"   {task.model_dump_json(exclude_defaults=True)[:900]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=0)
    asked = parser.parse_args()
    if asked.sites:
        sites(asked.sites)
    else:
        table()


if __name__ == "__main__":
    main()
