"""What code makes of a real critic's findings: the tables in docs/critiques.md.

`python tools/critiques.py` prints the tables, `--sample 60` a seeded sample of adjudications to read beside their
plans. The findings are free text; each becomes a claim or a remark, and is held against the plan that it is about.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final, cast

from planproof.critic.adjudicate import adjudicate
from planproof.critic.claims import FORMS, Claim
from planproof.critic.freetext import claim_of
from planproof.gates.analysis import Analysis
from planproof.model.authored import read_goal
from planproof.model.digest import sha256
from planproof.model.finding import Finding
from planproof.model.plan import Plan
from planproof.model.reader import read_plan
from planproof.model.values import as_mapping

SEED: Final = 20261207
HERE: Final = Path(__file__).resolve().parent.parent
OUTCOMES: Final = ("confirmed", "refuted", "undecided")
WORDS: Final = frozenset({"missing_step", "risk", "other"})
Row = dict[str, object]


@dataclass(frozen=True)
class Case:
    """One finding of the critic, and what became of it."""

    uid: str
    said: Row
    plan: Plan
    claim: Claim
    finding: Finding
    rated: str
    """What the rater made of it: true, false, partly, unresolved; empty where it is an opinion."""


def rows(file: str) -> list[Row]:
    folder = HERE.parent / "shared" / "corpus" / "plannercritic"
    if not folder.is_dir():
        sys.exit(f"no corpus at {str(folder)!r}")
    return [cast("Row", json.loads(line)) for line in (folder / file).read_text(encoding="utf-8").splitlines()]


def cases() -> list[Case]:
    """Every finding, under the goal and on the plan that it is about."""
    goals = {str(row["id"]): row["goal"] for row in rows("goals.jsonl")}
    rated = {(row["uid"], row["msg"]): str(row["verdict"] or "") for row in rows("finding_claims.jsonl")}
    found: list[Case] = []
    for row in rows("critiques.jsonl"):
        plan = read_plan(row["plan"]).plan
        assert plan is not None
        raw = goals.get(str(row["goal_id"]))
        analysis = Analysis(plan, read_goal(raw)[0] if raw is not None else None)
        answer = as_mapping(row["parsed"]) or {}
        for k, said in enumerate(cast("Sequence[Row]", answer.get("findings") or ())):
            claim = claim_of(said, plan)
            uid = str(row["uid"])
            case = Case(
                f"{uid}/{k}", said, plan, claim, adjudicate(claim, analysis), rated.get((uid, said.get("message")), "")
            )
            found.append(case)
    return found


def wilson(hits: int, count: int) -> str:
    """The 95 % interval of a rate, in per cent (Wilson 1927)."""
    if not count:
        return "-"
    z = 1.96
    rate, z2 = hits / count, z * z
    middle, half = rate + z2 / (2 * count), z * sqrt(rate * (1 - rate) / count + z2 / (4 * count * count))
    low, high = (max(0.0, (middle + sign * half) / (1 + z2 / count)) for sign in (-1, 1))
    return f"{100 * rate:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def by_predicate(found: Iterable[Case]) -> None:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for case in found:
        counts[case.claim.predicate][case.finding.outcome or ""] += 1
    print("| predicate | findings | confirmed | refuted | undecided | refuted, of those decided |")
    print("|---|---|---|---|---|---|")
    total: Counter[str] = Counter()
    for predicate in FORMS:
        if count := counts[predicate]:
            total += count
            print(_line(predicate, count))
    print(_line("all", total))


def _line(name: str, count: Counter[str]) -> str:
    decided = count["confirmed"] + count["refuted"]
    numbers = " | ".join(str(count[outcome] or "") for outcome in OUTCOMES)
    return f"| {name} | {count.total()} | {numbers} | {wilson(count['refuted'], decided)} |"


def beside_rater(found: Iterable[Case]) -> None:
    table: Counter[tuple[str, str]] = Counter((case.finding.outcome or "", case.rated) for case in found)
    columns = ("true", "partly", "false", "unresolved", "")
    print("\n| code | true | partly | false | unresolved | opinion |\n|---|---|---|---|---|---|")
    for outcome in OUTCOMES:
        print(f"| {outcome} | " + " | ".join(str(table[outcome, rated] or "") for rated in columns) + " |")
    same = table["confirmed", "true"] + table["refuted", "false"]
    both = sum(table[outcome, rated] for outcome in ("confirmed", "refuted") for rated in ("true", "false"))
    print(f"\nBoth decide {both}; they agree on {wilson(same, both)}.")


def blockers(found: Iterable[Case]) -> None:
    stern = [case for case in found if case.said.get("severity") == "blocker"]
    claims = [case for case in stern if case.claim.predicate not in WORDS]
    count = Counter(case.finding.outcome for case in stern)
    stops = sum(case.finding.severity == "blocker" and case.finding.outcome == "confirmed" for case in stern)
    asks = sum(
        case.finding.outcome == "undecided" and case.finding.severity == "blocker" and case.finding.high_impact
        for case in stern
    )
    print(f"\nBlockers: {len(stern)}; {len(claims)} claim something that a predicate states. ", end="")
    print(f"Confirmed {count['confirmed']}, refuted {count['refuted']}, undecided {count['undecided']}; ", end="")
    decided = count["confirmed"] + count["refuted"]
    print(f"of those decided, refuted {wilson(count['refuted'], decided)}. ", end="")
    print(f"{stops} still block, {asks} would ask a person under strict.")


def sample(found: Sequence[Case], count: int, plans: bool) -> None:
    """Claims by lot: by a digest, so that a change of one reading does not shuffle all others."""
    claims = [case for case in found if case.claim.predicate not in WORDS]
    claims.sort(key=lambda case: sha256([SEED, case.uid]))
    for case in sorted(claims[:count], key=lambda case: case.uid):
        print(f"\n== {case.uid} [{case.said.get('task_id')}] rated {case.rated or '-'}: {case.said.get('message')}")
        print(f"   {case.claim.predicate} {case.claim.tasks} {case.claim.part or ''} -> {case.finding.outcome}")
        print(f"   {case.finding.message}")
        if plans:
            for k, task in enumerate(case.plan.tasks):
                if task.id in (*case.claim.tasks, case.said.get("task_id")):
                    print(f"   {k} {task.model_dump_json(exclude_defaults=True)[:700]}")
            print(f"   order: {[(d.from_task, d.to_task, d.kind) for d in case.plan.dependencies]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0)
    asked = parser.parse_args()
    found = cases()
    if asked.sample:
        sample(found, asked.sample, plans=True)
        return
    by_predicate(found)
    beside_rater(found)
    blockers(found)


if __name__ == "__main__":
    main()
