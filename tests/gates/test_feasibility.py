"""The rules on feasibility: what counts, what does not, and what holds of every plan."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.gates.analysis import Analysis
from planproof.gates.feasibility import RULES
from planproof.gates.feasibility.other_environment import environments_in
from planproof.gates.feasibility.outside_window import longest
from planproof.gates.feasibility.tools import ALWAYS, Tools
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from tests.gates.bundles import brief, found_in, of_rule
from tests.gates.messy import (
    blockers,
    findings,
    messy_goals,
    messy_plans,
    outline,
    renamed,
    reversed_name,
    shuffled,
    talked_over,
)

REVIEWED = "c" * 64

# (code, what it shows, goal, plan, findings as `severity: subject`)
CASES: list[tuple[str, str, str, str, list[str]]] = [
    ("FEA001", "no list allows all", "{id: g}", "{id: p, tasks: [{id: a, commands: [netlify deploy]}]}", []),
    (
        "FEA001",
        "the shell's own, and what every machine has",
        "{id: g, constraints: {tools: [psql]}}",
        """
        id: p
        tasks:
          - id: a
            commands:
              - cd /srv && export A=1
              - find . -name x -exec rm {} + | xargs -r sort | awk '{print}' | sed s/a/b/ | gzip > /tmp/x.gz
              - "[ -f x ] || test -d y"
              - diff a b; cmp a b; egrep c d; timeout 5 sleep 1
        """,
        [],
    ),
    (
        "FEA001",
        "ssh, sudo, jq and curl are not",
        "{id: g, constraints: {tools: [psql]}}",
        "{id: p, tasks: [{id: a, commands: ['curl -s h | jq .', 'ssh h sudo ls']}]}",
        ["blocker: a curl", "blocker: a jq", "blocker: a ssh", "blocker: a sudo"],
    ),
    (
        "FEA001",
        "commands of a verification and a rollback, each program once a step",
        "{id: g, constraints: {tools: [psql]}}",
        """
        id: p
        tasks:
          - id: a
            commands: [helm upgrade web]
            verification: {command: kubectl get po}
            rollback: {action: undo it, commands: [helm rollback web]}
          - {id: b, commands: [helm list]}
        """,
        ["blocker: a helm", "blocker: a kubectl", "blocker: b helm"],
    ),
    (
        "FEA001",
        "SQL starts nothing, PowerShell is not known",
        "{id: g, constraints: {tools: [psql]}}",
        """
        id: p
        tasks:
          - {id: a, commands: [{run: drop table x, shell: sql}]}
          - {id: b, commands: [{run: Remove-Item x, shell: powershell}]}
        """,
        ["warning: b"],
    ),
    (
        "FEA001",
        "what is seen before it becomes uncertain still blocks",
        "{id: g, constraints: {tools: [psql]}}",
        "{id: p, tasks: [{id: a, commands: ['netlify deploy; eval $x']}]}",
        ["blocker: a netlify", "warning: a"],
    ),
    (
        "FEA001",
        "a script that the goal describes, one that a person read, one that is attached, one that is not",
        f"""
        id: g
        constraints: {{tools: [psql]}}
        effects: [{{pattern: "./known.sh *", effect: modify, reversibility: reversible, by: dana}}]
        reviewed: [{{sha256: {REVIEWED}, effect: modify, reversibility: reversible, by: dana}}]
        """,
        f"""
        id: p
        attachments:
          - {{path: ops/read.sh, sha256: {REVIEWED}}}
          - {{path: ops/open.sh, sha256: {"a" * 64}, content: "psql -c x; ./inner.sh"}}
          - {{path: ops/inner.sh, sha256: {"a" * 64}, content: "./open.sh; netlify deploy"}}
          - {{path: ops/data.json, sha256: {"a" * 64}, content: "{{}}"}}
          - {{path: ops/odd.sh, sha256: {"a" * 64}, content: "eval $x"}}
        tasks:
          - {{id: a, commands: [/srv/known.sh --all]}}
          - {{id: b, commands: [ops/read.sh]}}
          - {{id: c, commands: [bash ops/open.sh]}}
          - {{id: d, commands: [./secret.sh]}}
          - {{id: e, commands: [ops/odd.sh]}}
        """,
        ["blocker: c netlify", "blocker: d secret.sh", "warning: e"],
    ),
    (
        "FEA002",
        "a goal without an environment, or with one of its own",
        "{id: g, constraints: {environment: documentation}}",
        "{id: p, tasks: [{id: a, commands: [kubectl --context prod get po]}]}",
        [],
    ),
    (
        "FEA002",
        "a rehearsal in staging and a restore into a sandbox are information",
        "{id: g, constraints: {environment: production}}",
        """
        id: p
        tasks:
          - {id: a, commands: [velero --kubecontext sandbox restore create, kubectl --context=sandbox get po]}
          - {id: b, commands: [{run: make test, on: staging-host}]}
          - {id: c, effect: modify, writes: [db.staging]}
        """,
        ["info: a environment:sandbox", "info: b environment:staging"],
    ),
    (
        "FEA002",
        "production from staging: where it runs, flags, variables, what is changed",
        "{id: g, constraints: {environment: staging}}",
        """
        id: p
        tasks:
          - {id: a, commands: [{run: make, on: prod-1}]}
          - {id: b, commands: ["kubectl -n prod get po", "ENV=production make"]}
          - {id: c, commands: [terraform workspace select prod]}
          - {id: d, effect: destroy, destroys: [db.prod]}
          - {id: e, effect: observe, reads: [db.prod]}
          - {id: f, verification: {command: aws --profile prod s3 ls}}
          - {id: g, rollback: {action: undo, commands: [helm --kube-context prod rollback web]}}
        """,
        [f"warning: {task} environment:production" for task in "abcdfg"],
    ),
    (
        "FEA002",
        "words in which a name only appears",
        "{id: g, constraints: {environment: staging}}",
        """
        id: p
        tasks:
          - id: a
            description: as in production
            commands:
              - "kubectl --context pre-prod get po"
              - "kubectl --namespace product get po"
              - "echo --force production"
              - {run: "select '--context prod'", shell: sql}
        """,
        [],
    ),
    ("FEA003", "no window", "{id: g}", "{id: p, tasks: [{id: a, timeout: P9D}]}", []),
    (
        "FEA003",
        "steps at the same time do not add up",
        "{id: g, constraints: {window: {start: 2026-10-03T01:00:00Z, end: 2026-10-03T03:00:00Z}}}",
        """
        id: p
        execution: dag
        tasks: [{id: a, timeout: PT2H}, {id: b, timeout: PT2H}, {id: c, wait: PT2H}]
        """,
        [],
    ),
    (
        "FEA003",
        "groups one after the other take as long as the longest of each",
        "{id: g, constraints: {window: {start: 2026-10-03T01:00:00Z, end: 2026-10-03T03:00:00Z}}}",
        """
        id: p
        tasks:
          - {id: a, parallel_group: g, timeout: PT1H}
          - {id: b, parallel_group: g, timeout: PT30M}
          - {id: c, parallel_group: h, timeout: PT1H}
          - {id: d, parallel_group: h, timeout: PT30M}
        """,
        [],
    ),
    (
        "FEA003",
        "a timeout and a wait of one step do",
        "{id: g, constraints: {window: {start: 2026-10-03T01:00:00Z, end: 2026-10-03T03:00:00Z}}}",
        "{id: p, execution: dag, tasks: [{id: a, timeout: PT2H, wait: PT1S}]}",
        ["warning: "],
    ),
    (
        "FEA003",
        "durations beyond what a clock can hold",
        "{id: g, constraints: {window: {start: 2026-10-03T01:00:00Z, end: 2026-10-03T03:00:00Z}}}",
        "{id: p, tasks: [{id: a, timeout: P999999999D}, {id: b, timeout: P999999999D}]}",
        ["warning: "],
    ),
    ("FEA004", "no limit", "{id: g}", "{id: p, version: 99, tasks: [{id: a}]}", []),
    (
        "FEA004",
        "no revisions allowed: the draft is none",
        "{id: g, constraints: {budget: {revisions: 0}}}",
        "{id: p, version: 1, tasks: [{id: a}]}",
        [],
    ),
    (
        "FEA004",
        "PlannerCritic's name of the limit",
        "{id: g, constraints: {budget: {max_revisions: 0}}}",
        "{id: p, version: 2, tasks: [{id: a}]}",
        ["blocker: "],
    ),
    ("FEA005", "no words", "{id: g, constraints: {time: '  '}}", "{id: p, tasks: [{id: a}]}", []),
]


@pytest.mark.parametrize(
    ("code", "goal", "plan", "expected"), [pytest.param(c, g, p, e, id=f"{c} {w}") for c, w, g, p, e in CASES]
)
def test_what_counts_and_what_does_not(code: str, goal: str, plan: str, expected: list[str]) -> None:
    assert brief(of_rule(code, _bundle(goal, plan), RULES)) == expected


def _bundle(goal: str, plan: str) -> str:
    return f"goal: {goal}\nplan: {plan}"


def test_without_a_goal_nothing_is_asked() -> None:
    plan = "{id: p, version: 9, tasks: [{id: a, timeout: P9D, commands: [netlify --context prod]}]}"
    assert not found_in(f"plan: {plan}", RULES)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-10-03T00:59:59Z", ["info: "]),
        ("2026-10-03T01:00:00Z", []),
        ("2026-10-03T02:00:00Z", []),
        ("2026-10-03T02:00:01Z", ["warning: "]),
        ("2026-10-03T02:59:59Z", ["warning: "]),
        ("2026-10-03T03:00:00Z", ["blocker: "]),
        ("2026-10-03T05:00:00+02:00", ["blocker: "]),
    ],
)
def test_the_clock_against_the_window(now: str, expected: list[str]) -> None:
    goal = "{id: g, constraints: {window: {start: 2026-10-03T01:00:00Z, end: 2026-10-03T03:00:00Z}}}"
    plan = "{id: p, tasks: [{id: a, timeout: PT1H}]}"
    assert brief(of_rule("FEA003", f"now: {now}\n{_bundle(goal, plan)}", RULES)) == expected


@pytest.mark.parametrize(
    ("tools", "allowed", "not_allowed"),
    [
        (["psql"], ["psql", "PSQL"], ["pg_dump", "mysql", "psqlx"]),
        (["PostgreSQL 15"], ["psql", "pg_dump", "pg_restore", "createdb"], ["mysql", "pgloader"]),
        (["aws CLI"], ["aws"], ["aws-nuke", "cli", "awslocal"]),
        (["aws-cli"], ["aws"], ["az"]),
        (["AWS RDS", "aws SSM"], ["aws"], ["rds"]),
        (["GitHub Actions"], ["gh"], ["git", "actions"]),
        (["Kubernetes"], ["kubectl"], ["helm"]),
        (
            ["kafka-reassign-partitions.sh"],
            ["kafka-reassign-partitions.sh", "kafka-reassign-partitions"],
            ["kafka-topics.sh"],
        ),
        (["kafka-cli"], ["kafka-topics.sh"], ["zookeeper-shell.sh"]),
        (["mysql"], ["mysql"], ["mysqldump"]),
        (["MySQL"], ["mysql", "mysqldump"], ["psql"]),
        (["python"], ["python3", "python3.11"], ["pip"]),
        (["k6", "s3"], ["k6", "s3"], ["k9", "k", "s"]),
        (["Terraform"], ["terraform"], ["terragrunt"]),
        (["CI/CD"], [], ["ci-tool", "cd-tool"]),
        (["/usr/bin/psql"], ["psql"], ["usr-x", "pg_dump"]),
        (["", " "], ["ls"], ["psql"]),
    ],
)
def test_what_a_list_of_tools_allows(tools: list[str], allowed: list[str], not_allowed: list[str]) -> None:
    known = Tools(tools)
    assert [program for program in allowed if not known.allow(program)] == []
    assert [program for program in not_allowed if known.allow(program)] == []


def test_what_every_machine_has() -> None:
    assert {"test", "[", "cd", "rm", "find", "xargs", "diff", "grep", "sed", "awk", "gzip", "zcat"} <= ALWAYS
    assert ALWAYS.isdisjoint({"ssh", "scp", "sudo", "jq", "curl", "wget", "nc", "python3", "perl", "tar", "git", "sh"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("production", ("production",)),
        ("PROD", ("production",)),
        ("eu-prod-2.internal", ("production",)),
        ("arn:aws:rds:eu:123:db/prod_orders", ("production",)),
        ("pre-prod", ("staging",)),
        ("non_production", ("staging",)),
        ("preprod", ("staging",)),
        ("dev-to-prod", ("dev", "production")),
        ("product", ()),
        ("latest", ()),
        ("device", ()),
        ("stage2", ("staging",)),
        ("", ()),
    ],
)
def test_environments_in_a_name(text: str, expected: tuple[str, ...]) -> None:
    assert environments_in(text) == expected


# -- against an independent answer -------------------------------------------------------------------------------------

durations = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=7)
edges = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=10)


@given(
    durations, edges, st.sampled_from(("dag", "listed")), st.lists(st.sampled_from((None, "g")), min_size=7, max_size=7)
)
def test_the_longest_chain_is_the_longest_of_all_chains(
    times: list[tuple[int, int]], pairs: list[tuple[int, int]], execution: str, groups: list[str | None]
) -> None:
    n = len(times)
    plan = Plan.model_validate(
        {
            "id": "p",
            "execution": execution,
            "tasks": [
                {"id": f"t{i}", "timeout": timeout, "wait": wait, "parallel_group": groups[i]}
                for i, (timeout, wait) in enumerate(times)
            ],
            "dependencies": [{"from_task": f"t{a}", "to_task": f"t{b}"} for a, b in pairs if a < b < n],
        }
    )
    analysis = Analysis(plan)

    def chains(last: int) -> list[int]:
        """The time of every chain of steps that ends with this one."""
        own = sum(times[last])
        return [own, *(own + t for i in range(n) if analysis.graph.before(i, last) for t in chains(i))]

    assert longest(analysis) == max(t for i in range(n) for t in chains(i))


# -- what holds of every plan ------------------------------------------------------------------------------------------


@given(messy_plans(), messy_goals())
def test_no_two_findings_have_one_id(plan: Plan, goal: Goal) -> None:
    found = findings(RULES, plan, goal)
    assert len({f.id for f in found}) == len(found) or len({t.id for t in plan.tasks}) < len(plan.tasks)


@given(messy_plans(), messy_goals())
def test_findings_do_not_depend_on_the_names_of_steps(plan: Plan, goal: Goal) -> None:
    other = findings(RULES, renamed(plan, reversed_name), goal)
    assert outline(other) == outline(findings(RULES, plan, goal), reversed_name)


@given(messy_plans(twice=False, execution=("dag",)), messy_goals(), st.integers())
def test_findings_do_not_depend_on_the_list_order_of_a_dag(plan: Plan, goal: Goal, seed: int) -> None:
    assert outline(findings(RULES, shuffled(plan, Random(seed)), goal)) == outline(findings(RULES, plan, goal))


@given(messy_plans(), messy_goals(), st.text(min_size=1, max_size=20), st.booleans())
def test_no_words_take_a_blocker_away(plan: Plan, goal: Goal, words: str, front: bool) -> None:
    assert blockers(findings(RULES, plan, goal)) <= blockers(findings(RULES, talked_over(plan, words, front), goal))


@given(messy_plans(), messy_goals(), st.lists(st.sampled_from(("psql", "kubectl", "*", "PostgreSQL")), min_size=1))
def test_more_tools_never_block_more(plan: Plan, goal: Goal, more: list[str]) -> None:
    tools = goal.constraints.tools
    if not tools:
        return
    wider = goal.model_copy(update={"constraints": goal.constraints.model_copy(update={"tools": (*tools, *more)})})
    assert blockers(findings(RULES, plan, wider)) <= blockers(findings(RULES, plan, goal))
