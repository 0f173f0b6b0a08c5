"""The rules on sequencing: what counts, what does not, and what holds of every plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.edits import apply
from planproof.gates.analysis import Analysis
from planproof.gates.crowd import MOST_FOUND
from planproof.gates.run import run
from planproof.gates.sequencing import RULES
from planproof.gates.sequencing.accesses import MOST_PAIRS
from planproof.model.base import EffectKind
from planproof.model.finding import AddDependency, Edit, Finding, MoveTask, OrderEvidence, PairEvidence
from planproof.model.goal import Goal
from planproof.model.limits import MAX_LISTED
from planproof.model.plan import Artefact, Dependency, Plan, Precondition, Resource, Rollback, Task, Verification
from tests.gates.bundles import analysis_of, brief, of_rule
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
from tests.graph.brute import SIZE, Brute, Bytes, plan_of
from tests.strategies import goals, plans, sentences
from tests.support import examples

Execution = Literal["listed", "dag"]

# (code, what it shows, bundle, findings as `severity: subject`)
CASES: list[tuple[str, str, str, list[str]]] = [
    (
        "ORD001",
        "a dag has no list order",
        "plan: {id: p, execution: dag, tasks: [{id: a}, {id: b}], dependencies: [{from_task: b, to_task: a}]}",
        [],
    ),
    (
        "ORD001",
        "a group has none inside",
        """
        plan:
          id: p
          tasks: [{id: a, parallel_group: g}, {id: b, parallel_group: g}]
          dependencies: [{from_task: b, to_task: a}]
        """,
        [],
    ),
    (
        "ORD001",
        "a circle is told by STR007",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}]
          dependencies: [{from_task: b, to_task: a}, {from_task: a, to_task: b}]
        """,
        [],
    ),
    (
        "ORD001",
        "one pair is told once, and soft edges order nothing",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}, {id: c}]
          dependencies:
            - {from_task: b, to_task: a}
            - {from_task: b, to_task: a}
            - {from_task: c, to_task: a, kind: soft}
        """,
        ["blocker: a b"],
    ),
    (
        "ORD001",
        "a provider that is listed later is told by PRE006",
        """
        plan:
          id: p
          tasks: [{id: a, preconditions: [{fact: f, established_by: b}]}, {id: b, establishes: [f]}]
          dependencies: [{from_task: b, to_task: a}]
        """,
        [],
    ),
    (
        "ORD002",
        "a list is an order",
        "plan: {id: p, tasks: [{id: a, effect: modify, writes: [r]}, {id: b, effect: modify, writes: [r]}]}",
        [],
    ),
    (
        "ORD002",
        "verbs of two actions",
        """
        plan:
          id: p
          tasks:
            - {id: a, action: update, target: orders, parallel_group: g}
            - {id: b, action: update, target: Orders, parallel_group: g}
        """,
        ["blocker: a b orders"],
    ),
    (
        "ORD002",
        "an alias is the same resource",
        """
        plan:
          id: p
          execution: dag
          resources: [{id: r, aliases: [shop.r]}]
          tasks: [{id: a, effect: modify, writes: [r]}, {id: b, effect: modify, writes: [shop.r]}]
        """,
        ["blocker: a b r"],
    ),
    (
        "ORD002",
        "a part and the whole, but not two parts",
        """
        plan:
          id: p
          execution: dag
          resources: [{id: x, part_of: r}, {id: y, part_of: r}]
          tasks:
            - {id: a, effect: modify, writes: [x]}
            - {id: b, effect: modify, writes: [y]}
            - {id: c, effect: modify, writes: [r]}
          dependencies: [{from_task: b, to_task: c}]
        """,
        ["blocker: a c r x"],
    ),
    (
        "ORD002",
        "of steps that write both, the conflict is told once for each",
        """
        plan:
          id: p
          execution: dag
          resources: [{id: x, part_of: r}]
          tasks: [{id: a, effect: modify, writes: [x, r]}, {id: b, effect: modify, writes: [x, r]}]
        """,
        ["blocker: a b r", "blocker: a b x"],
    ),
    (
        "ORD002",
        "three that overlap are one finding",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, effect: modify, writes: [r]}
            - {id: b, effect: modify, writes: [r]}
            - {id: c, effect: modify, writes: [r]}
        """,
        ["blocker: a b c r"],
    ),
    (
        "ORD002",
        "two pairs of which one comes before the other are two",
        """
        plan:
          id: p
          tasks:
            - {id: a, effect: modify, writes: [r], parallel_group: g}
            - {id: b, effect: modify, writes: [r], parallel_group: g}
            - {id: c, effect: modify, writes: [r], parallel_group: h}
            - {id: d, effect: modify, writes: [r], parallel_group: h}
        """,
        ["blocker: a b r", "blocker: c d r"],
    ),
    (
        "ORD002",
        "a step whose words say that it writes is told by pairs",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, effect: modify, writes: [r]}
            - {id: b, effect: modify, writes: [r]}
            - {id: c, action: update, target: r}
        """,
        ["blocker: a b r", "blocker: a c r", "blocker: b c r"],
    ),
    (
        "ORD002",
        "two notices to one place",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, effect: notify, writes: [ticket]}, {id: b, effect: notify, writes: [ticket]}]
        """,
        [],
    ),
    (
        "ORD002",
        "a notice and a change",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, effect: notify, writes: [ticket]}, {id: b, effect: modify, writes: [ticket]}]
        """,
        ["blocker: a b ticket"],
    ),
    (
        "ORD002",
        "two makers of one artefact",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, effect: create, reads: [r], produces: [dump]}
            - {id: b, effect: create, reads: [r], produces: [dump]}
        """,
        ["blocker: a b dump"],
    ),
    (
        "ORD003",
        "written, or read in part",
        """
        plan:
          id: p
          resources: [{id: x, part_of: r}]
          tasks:
            - {id: d, effect: destroy, destroys: [r]}
            - {id: w, effect: modify, writes: [r]}
            - {id: v, effect: create, reads: [x], writes: [y]}
        """,
        ["blocker: d w r"],
    ),
    (
        "ORD003",
        "a part of what is gone, read by a step that nothing makes again for",
        """
        plan:
          id: p
          resources: [{id: x, part_of: r}]
          tasks: [{id: d, effect: destroy, destroys: [r]}, {id: v, effect: create, reads: [x], writes: [y]}]
        """,
        ["blocker: d v r x"],
    ),
    (
        "ORD003",
        "the whole of which a part is gone",
        """
        plan:
          id: p
          resources: [{id: x, part_of: r}]
          tasks: [{id: d, effect: destroy, destroys: [x]}, {id: v, effect: modify, writes: [r]}]
        """,
        [],
    ),
    (
        "ORD003",
        "a look whether it is gone",
        "plan: {id: p, tasks: [{id: d, effect: destroy, destroys: [r]}, {id: v, effect: observe, reads: [r]}]}",
        [],
    ),
    (
        "ORD003",
        "a look whether it is gone, in words",
        "plan: {id: p, tasks: [{id: d, effect: destroy, destroys: [r]}, {id: v, action: verify, target: r}]}",
        [],
    ),
    (
        "ORD003",
        "made again, and used after that",
        """
        plan:
          id: p
          tasks:
            - {id: d, effect: destroy, destroys: [r]}
            - {id: c, effect: create, writes: [r]}
            - {id: u, effect: modify, reads: [r], writes: [s]}
        """,
        [],
    ),
    (
        "ORD003",
        "made again by a step that need not come in between",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: d, effect: destroy, destroys: [r]}
            - {id: c, effect: create, writes: [r]}
            - {id: u, effect: modify, reads: [r], writes: [s]}
          dependencies: [{from_task: d, to_task: c}, {from_task: d, to_task: u}]
        """,
        ["blocker: d u r"],
    ),
    (
        "ORD003",
        "an artefact made again",
        """
        plan:
          id: p
          tasks:
            - {id: d, effect: destroy, destroys: [dump]}
            - {id: b, effect: create, reads: [r], produces: [dump]}
        """,
        [],
    ),
    (
        "ORD003",
        "replaced by the step that destroys it",
        """
        plan:
          id: p
          tasks: [{id: d, effect: destroy, destroys: [r], writes: [r]}, {id: u, effect: modify, writes: [r]}]
        """,
        [],
    ),
    (
        "ORD003",
        "destroyed by its words alone",
        """
        plan:
          id: p
          tasks: [{id: d, action: delete, target: r}, {id: u, effect: modify, writes: [r]}]
        """,
        ["warning: d u r"],
    ),
    (
        "ORD003",
        "written by its words alone",
        """
        plan:
          id: p
          tasks: [{id: d, effect: destroy, destroys: [r]}, {id: u, action: update, target: r}]
        """,
        ["warning: d u r"],
    ),
    (
        "ORD003",
        "a step that says create in words alone makes nothing anew",
        """
        plan:
          id: p
          tasks: [{id: d, effect: destroy, destroys: [r]}, {id: u, action: create and update, target: r}]
        """,
        ["warning: d u r"],
    ),
    (
        "ORD003",
        "the effect says how its target is used",
        """
        plan:
          id: p
          tasks:
            - {id: d, effect: destroy, target: r}
            - {id: u, effect: shift, target: r}
        """,
        ["blocker: d u r"],
    ),
    (
        "ORD003",
        "a list that names the target as well",
        """
        plan:
          id: p
          tasks:
            - {id: d, action: drop, target: r, destroys: [r]}
            - {id: u, target: r, effect: modify, reads: [r], writes: [s]}
            - {id: v, target: r, effect: modify, writes: [t]}
        """,
        ["blocker: d u r"],
    ),
    (
        "ORD003",
        "words alone say that the step does more than look",
        """
        plan:
          id: p
          tasks:
            - {id: d, effect: destroy, destroys: [r]}
            - {id: u, action: update, target: r, effect: observe}
        """,
        ["warning: d u r"],
    ),
    (
        "ORD003",
        "steps that wait for one another come neither before nor after",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: d, effect: destroy, destroys: [r]}, {id: u, effect: modify, writes: [r]}]
          dependencies: [{from_task: d, to_task: u}, {from_task: u, to_task: d}]
        """,
        [],
    ),
    (
        "ORD004",
        "a look on which nothing rests",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: v, effect: observe, reads: [r]}, {id: d, effect: destroy, destroys: [r]}]
        """,
        ["info: d v r"],
    ),
    (
        "ORD004",
        "a look that is to establish something",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: v, effect: observe, reads: [r], establishes: [f]}, {id: d, effect: destroy, destroys: [r]}]
        """,
        ["warning: d v r"],
    ),
    (
        "ORD004",
        "a look on which a high-impact step rests",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: v, effect: observe, reads: [r], establishes: [f]}
            - {id: d, effect: destroy, destroys: [r]}
            - {id: s, effect: shift, writes: [t], preconditions: [{fact: f, established_by: v}]}
        """,
        ["blocker: d v r"],
    ),
    (
        "ORD004",
        "two that destroy it",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, effect: destroy, destroys: [r]}, {id: b, effect: destroy, destroys: [r]}]
        """,
        ["blocker: a b r"],
    ),
    (
        "ORD004",
        "a part of it, the whole of it",
        """
        plan:
          id: p
          execution: dag
          resources: [{id: x, part_of: r}]
          tasks:
            - {id: d, effect: destroy, destroys: [x]}
            - {id: u, effect: modify, writes: [r]}
            - {id: e, effect: destroy, destroys: [r]}
        """,
        ["blocker: d u r x", "blocker: d e r x", "blocker: e u r"],
    ),
    (
        "ORD004",
        "in words, of both",
        """
        plan:
          id: p
          tasks:
            - {id: a, action: delete, target: r, parallel_group: g}
            - {id: b, action: update, target: r, parallel_group: g}
            - {id: c, action: verify, target: r, parallel_group: g}
        """,
        ["blocker: a b r", "info: a c r"],
    ),
    (
        "ORD005",
        "verified by the step that makes it",
        """
        plan:
          id: p
          resources: [{id: new, replaces: old}]
          tasks:
            - {id: m, effect: create, writes: [new], verification: {command: ./check.sh new, observes: [new]}}
            - {id: d, effect: destroy, destroys: [old]}
        """,
        [],
    ),
    (
        "ORD005",
        "verified before it was made",
        """
        plan:
          id: p
          resources: [{id: new, replaces: old}]
          tasks:
            - {id: v, effect: observe, reads: [new], verification: {command: ./check.sh new}}
            - {id: m, effect: create, writes: [new]}
            - {id: d, effect: destroy, destroys: [old]}
        """,
        ["blocker: d new old"],
    ),
    (
        "ORD005",
        "there before the plan, and looked at",
        """
        plan:
          id: p
          resources: [{id: new, replaces: old, existing: true}]
          tasks:
            - {id: v, effect: observe, reads: [new], verification: {command: ./check.sh new}}
            - {id: d, effect: destroy, destroys: [old]}
        """,
        [],
    ),
    (
        "ORD005",
        "there before the plan, and not looked at; made by nobody",
        """
        plan:
          id: p
          resources: [{id: new, replaces: old, existing: true}, {id: newer, replaces: old}]
          tasks: [{id: d, effect: destroy, destroys: [old]}]
        """,
        ["blocker: d new old", "blocker: d newer old"],
    ),
    (
        "ORD005",
        "a check that only seems to be one",
        """
        plan:
          id: p
          resources: [{id: new, replaces: old}]
          tasks:
            - {id: m, effect: create, writes: [new], verification: {command: "true", observes: [new]}}
            - {id: d, effect: destroy, destroys: [old]}
        """,
        ["blocker: d new old"],
    ),
    (
        "ORD005",
        "of a replacement that nobody makes room for, nothing",
        """
        plan:
          id: p
          resources: [{id: new, replaces: old}, {id: other}]
          tasks: [{id: d, effect: destroy, destroys: [other]}]
        """,
        [],
    ),
    (
        "ORD005",
        "what the old one is part of, and by words alone",
        """
        plan:
          id: p
          resources: [{id: new, replaces: old}, {id: old, part_of: cluster}]
          tasks:
            - {id: d, effect: destroy, destroys: [cluster]}
            - {id: e, action: delete, target: old}
        """,
        ["warning: e new old", "blocker: d new old"],
    ),
    (
        "ORD006",
        "a verification of its own that counts",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c], establishes: [f], verification: {command: ./c.sh, observes: [c]}}
            - {id: u, effect: destroy, destroys: [r], preconditions: [{fact: f}]}
            - {id: v, effect: observe, reads: [c]}
        """,
        [],
    ),
    (
        "ORD006",
        "nobody looks at all: another rule's matter",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c], establishes: [f]}
            - {id: u, effect: destroy, destroys: [r], preconditions: [{fact: f}]}
        """,
        [],
    ),
    (
        "ORD006",
        "somebody looks in time, and once more later",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c], establishes: [f]}
            - {id: v, effect: observe, reads: [c]}
            - {id: u, effect: destroy, destroys: [r], preconditions: [{fact: f}]}
            - {id: w, effect: observe, reads: [c]}
        """,
        [],
    ),
    (
        "ORD006",
        "a mild step that reads it, at another place of its own",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c]}
            - {id: u, effect: modify, reads: [c], writes: [other]}
            - {id: v, effect: observe, reads: [c]}
        """,
        ["warning: m u"],
    ),
    (
        "ORD006",
        "mild steps on one thing that is checked at the end",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c], establishes: [f]}
            - {id: u, effect: modify, reads: [c], writes: [c], preconditions: [{fact: f}]}
            - {id: v, effect: observe, reads: [c]}
        """,
        [],
    ),
    (
        "ORD006",
        "a sandbox takes it lightly",
        """
        goal: {id: g, constraints: {environment: sandbox}}
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c]}
            - {id: u, effect: modify, reads: [c], writes: [other]}
            - {id: v, effect: observe, reads: [c]}
        """,
        ["info: m u"],
    ),
    (
        "ORD006",
        "the consumer names its provider, and the check looks at a part",
        """
        plan:
          id: p
          execution: dag
          resources: [{id: part, part_of: c}]
          tasks:
            - {id: m, effect: create, writes: [c]}
            - {id: u, effect: shift, writes: [r], preconditions: [{fact: f, established_by: m}]}
            - {id: v, effect: observe, reads: [part]}
          dependencies: [{from_task: m, to_task: v}]
        """,
        ["blocker: m u"],
    ),
    (
        "ORD006",
        "a check whose words make more of it does not come before itself",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c]}
            - {id: v, effect: observe, description: Drop the users table, reads: [c]}
        """,
        [],
    ),
    (
        "ORD006",
        "a step that changes it is no check of it",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: create, writes: [c], establishes: [f]}
            - {id: u, effect: shift, writes: [r], preconditions: [{fact: f}]}
            - {id: d, effect: destroy, destroys: [c], verification: {command: ./gone.sh c, observes: [c]}}
        """,
        [],
    ),
    (
        "ORD007",
        "three steps are one finding, a mild one is none",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, effect: shift, writes: [x]}
            - {id: b, effect: shift, writes: [y]}
            - {id: c, effect: rotate, writes: [z]}
            - {id: m, effect: modify, writes: [w]}
        """,
        ["info: a b c"],
    ),
    (
        "ORD007",
        "the check of one looks at what the other changes",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, effect: shift, writes: [x], verification: {command: ./e.sh, observes: [errors, lb]}}
            - {id: b, effect: shift, writes: [lb]}
        """,
        ["info: a b", "warning: a b lb"],
    ),
    (
        "ORD007",
        "both change it and look at it: told by ORD002",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, effect: shift, writes: [lb], verification: {command: ./e.sh, observes: [lb]}}
            - {id: b, effect: shift, writes: [lb]}
        """,
        ["info: a b"],
    ),
    (
        "ORD008",
        "a final check of the last change",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: modify, writes: [r]}
            - {id: v, effect: observe, reads: [r], establishes: [fine]}
        """,
        [],
    ),
    (
        "ORD008",
        "a step that only looks as well",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: modify, writes: [r], establishes: [f]}
            - {id: w, effect: observe, reads: [r], preconditions: [{fact: f}]}
            - {id: v, effect: observe, reads: [r], preconditions: [{fact: f}], establishes: [fine]}
        """,
        [],
    ),
    (
        "ORD008",
        "a check that somebody waits for",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: m, effect: modify, writes: [r], establishes: [f]}
            - {id: v, effect: observe, reads: [r], preconditions: [{fact: f}], establishes: [fine]}
            - {id: u, effect: modify, reads: [r], writes: [s]}
            - {id: w, effect: modify, writes: [t], preconditions: [{fact: fine}]}
          dependencies: [{from_task: m, to_task: v}, {from_task: m, to_task: u}, {from_task: v, to_task: w}]
        """,
        [],
    ),
    (
        "ORD008",
        "by a dependency, by a fact, by a resource",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: modify, writes: [r], establishes: [f]}
            - {id: u, effect: modify, writes: [a]}
            - {id: w, effect: modify, writes: [b], preconditions: [{fact: f}]}
            - {id: x, effect: modify, reads: [r], writes: [c]}
            - {id: y, effect: modify, writes: [d]}
            - {id: v, effect: observe, reads: [r], preconditions: [{fact: f}], establishes: [fine]}
          dependencies: [{from_task: m, to_task: u}]
        """,
        ["warning: u v w x fine"],
    ),
    (
        "ORD008",
        "a step that leads up to what is checked",
        """
        plan:
          id: p
          tasks:
            - {id: m, effect: modify, writes: [r], establishes: [f]}
            - {id: u, effect: modify, writes: [s], preconditions: [{fact: f}]}
            - {id: n, effect: modify, writes: [r], preconditions: [{fact: f}]}
            - {id: v, effect: observe, reads: [r], establishes: [fine]}
        """,
        [],
    ),
    (
        "ORD009",
        "a look on which nothing rests",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: v, effect: observe, reads: [r]}, {id: w, effect: modify, writes: [r]}]
        """,
        ["info: v w r"],
    ),
    (
        "ORD009",
        "a look that is to establish something; a step that reads to change",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: v, effect: observe, reads: [r], establishes: [f]}
            - {id: u, effect: modify, reads: [r], writes: [s]}
            - {id: w, effect: modify, writes: [r]}
        """,
        ["warning: v w r", "warning: u w r"],
    ),
    (
        "ORD009",
        "a look on which a high-impact step rests, by the consumer's word",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: v, effect: observe, reads: [r]}
            - {id: w, effect: modify, writes: [r]}
            - {id: s, effect: shift, writes: [t], preconditions: [{fact: f, established_by: v}]}
        """,
        ["blocker: v w r"],
    ),
    (
        "ORD009",
        "a part of it, the whole of it",
        """
        plan:
          id: p
          execution: dag
          resources: [{id: x, part_of: r}]
          tasks:
            - {id: v, effect: create, reads: [x], produces: [copy]}
            - {id: u, effect: create, reads: [r], produces: [dump]}
            - {id: w, effect: modify, writes: [r]}
            - {id: z, effect: modify, writes: [x]}
          dependencies: [{from_task: w, to_task: z}]
        """,
        ["blocker: u w r", "blocker: v w r x", "blocker: v z x", "blocker: u z r x"],
    ),
    (
        "ORD009",
        "both write it: told by ORD002",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, effect: modify, reads: [r], writes: [r]}
            - {id: b, effect: modify, reads: [r], writes: [r]}
        """,
        [],
    ),
    (
        "ORD009",
        "one reads and writes it, the other in words",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, effect: modify, reads: [r], writes: [r]}, {id: b, action: update, target: r}]
        """,
        ["warning: a b r"],
    ),
    (
        "ORD010",
        "written by a step that may come in between",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: b, effect: create, reads: [r], produces: [dump]}
            - {id: w, effect: modify, writes: [r]}
            - {id: d, effect: destroy, destroys: [r], rollback: {kind: restore, uses: [dump]}}
          dependencies: [{from_task: b, to_task: d}]
        """,
        ["info: d w dump r"],
    ),
    (
        "ORD010",
        "written before, or after, or nothing that the step changes",
        """
        plan:
          id: p
          tasks:
            - {id: w, effect: modify, writes: [r]}
            - {id: b, effect: create, reads: [r, s], produces: [dump]}
            - {id: x, effect: modify, writes: [s]}
            - {id: d, effect: destroy, destroys: [r], rollback: {kind: restore, uses: [dump]}}
            - {id: y, effect: create, writes: [r]}
        """,
        [],
    ),
    (
        "ORD010",
        "what the artefact is said to hold, a part of which is written",
        """
        plan:
          id: p
          resources: [{id: x, part_of: r}]
          tasks:
            - {id: b, effect: create, reads: [elsewhere], produces: [{id: dump, of: [r]}]}
            - {id: w, effect: modify, writes: [x]}
            - {id: d, effect: modify, writes: [r], rollback: {uses: [dump]}}
        """,
        ["info: d w dump r"],
    ),
    (
        "ORD010",
        "a way back that restores nothing; an artefact of two makers",
        """
        plan:
          id: p
          tasks:
            - {id: b, effect: create, reads: [r], produces: [dump]}
            - {id: w, effect: modify, writes: [r]}
            - {id: d, effect: modify, writes: [r], rollback: {kind: forward_fix, uses: [dump]}}
            - {id: c, effect: create, reads: [r], produces: [dump]}
            - {id: x, effect: modify, writes: [r]}
            - {id: e, effect: modify, writes: [r], rollback: {kind: restore, uses: [dump]}}
        """,
        [],
    ),
]


@pytest.mark.parametrize(
    ("code", "bundle", "expected"), [(c, b, e) for c, _, b, e in CASES], ids=[f"{c}-{w}" for c, w, _, _ in CASES]
)
def test_what_counts_and_what_does_not(code: str, bundle: str, expected: list[str]) -> None:
    assert sorted(brief(of_rule(code, bundle, RULES))) == sorted(expected)


def test_a_restore_of_an_older_state_is_named_for_the_verdict() -> None:
    bundle = """
    plan:
      id: p
      tasks:
        - {id: b, effect: create, reads: [r], produces: [dump]}
        - {id: w, effect: modify, writes: [r]}
        - {id: d, effect: destroy, destroys: [r], rollback: {kind: restore, uses: [dump]}}
    """
    (found,) = of_rule("ORD010", bundle, RULES)
    assert found.assumption == "a restore from 'dump' may lose what 'w' wrote to 'r'"


# -- fixes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "bundle", "safe", "edits"),
    [
        (
            "ORD001",
            "plan: {id: p, tasks: [{id: a}, {id: x}, {id: b}], dependencies: [{from_task: b, to_task: a}]}",
            True,
            (MoveTask(task="b", before="a"),),
        ),
        (
            "ORD002",
            """
            plan:
              id: p
              execution: dag
              tasks: [{id: a, effect: modify, writes: [r]}, {id: b, effect: modify, writes: [r]}]
            """,
            False,  # which of the two is to come first, nobody said
            (AddDependency(from_task="a", to_task="b"),),
        ),
        (
            "ORD004",
            """
            plan:
              id: p
              execution: dag
              tasks: [{id: d, effect: destroy, destroys: [r]}, {id: u, effect: modify, reads: [r], writes: [s]}]
            """,
            True,
            (AddDependency(from_task="u", to_task="d"),),
        ),
        (
            "ORD005",
            """
            plan:
              id: p
              execution: dag
              resources: [{id: new, replaces: old}]
              tasks:
                - {id: m, effect: create, writes: [new]}
                - {id: d, effect: destroy, destroys: [old]}
                - {id: v, effect: observe, reads: [new], verification: {command: ./c.sh}}
              dependencies: [{from_task: m, to_task: v}]
            """,
            True,
            (AddDependency(from_task="v", to_task="d"),),
        ),
        (
            "ORD005",
            """
            plan:
              id: p
              resources: [{id: new, replaces: old}]
              tasks:
                - {id: m, effect: create, writes: [new]}
                - {id: d, effect: destroy, destroys: [old]}
                - {id: v, effect: observe, reads: [new], verification: {command: ./c.sh}}
            """,
            True,
            (MoveTask(task="v", before="d"),),
        ),
        (
            "ORD006",
            """
            plan:
              id: p
              execution: dag
              tasks:
                - {id: m, effect: create, writes: [c], establishes: [f]}
                - {id: u, effect: shift, writes: [r], preconditions: [{fact: f, established_by: m}]}
                - {id: v, effect: observe, reads: [c]}
              dependencies: [{from_task: m, to_task: v}]
            """,
            True,
            (AddDependency(from_task="v", to_task="u"),),
        ),
        (
            "ORD009",
            """
            plan:
              id: p
              execution: dag
              tasks: [{id: v, effect: create, reads: [r], produces: [c]}, {id: w, effect: modify, writes: [r]}]
            """,
            False,
            (AddDependency(from_task="v", to_task="w"),),
        ),
    ],
)
def test_a_fix_adds_the_order_that_is_missing(code: str, bundle: str, safe: bool, edits: tuple[Edit, ...]) -> None:
    (found,) = of_rule(code, bundle, RULES)
    assert found.fix is not None
    assert (found.fix.safe, found.fix.edits) == (safe, edits)
    before = analysis_of(bundle)
    after = run(Analysis(apply(before.plan, edits), before.goal), rules=RULES)
    assert found.id not in {f.id for f in after}
    assert blockers(after) <= blockers(run(before, rules=RULES))


@settings(max_examples=examples(120, 2_000))
@given(messy_plans(twice=False), st.none() | messy_goals())
def test_a_safe_fix_clears_its_finding(plan: Plan, goal: Goal | None) -> None:
    for found in findings(RULES, plan, goal):
        if found.fix is not None and found.fix.safe:
            after = findings(RULES, apply(plan, found.fix.edits), goal)
            assert found.id not in {f.id for f in after}, found


# -- against every execution -----------------------------------------------------------------------------------------

NAMES = ("r", "s")
PART = Resource(id="r.part", part_of="r")
EFFECTS: tuple[EffectKind, ...] = ("observe", "create", "modify", "shift")


def with_accesses(data: bytes, execution: Execution, *, joins: bool) -> tuple[Plan, Brute]:
    """A small random plan whose steps touch two resources and a part of one, by typed fields alone."""
    plan, facts = plan_of(data, execution, joins=joins)
    choose = Bytes(data[::-1])
    tasks: list[Task] = []
    for task in plan.tasks:
        touched: dict[str, list[str]] = {"reads": [], "writes": [], "destroys": []}
        for name in (*NAMES, PART.id):
            if choose.chance(40):
                touched[("reads", "writes", "destroys")[choose.below(3)]].append(name)
        effect = "destroy" if touched["destroys"] else EFFECTS[choose.below(len(EFFECTS))]
        if touched["writes"] and effect == "observe":
            effect = "modify"
        tasks.append(
            task.model_copy(update={"effect": effect, **{field: tuple(names) for field, names in touched.items()}})
        )
    return plan.model_copy(update={"tasks": tuple(tasks), "resources": (PART,)}), Brute(plan, facts)


def overlaps(a: str, b: str) -> bool:
    return a == b or {a, b} == {PART.id, "r"}


def unordered(brute: Brute) -> Iterator[tuple[str, str]]:
    for a, b in combinations(brute.tasks, 2):
        if not brute.before(a, b) and not brute.before(b, a):
            yield a, b
            yield b, a


small_plan = given(
    st.binary(min_size=SIZE, max_size=SIZE), st.sampled_from(["listed", "dag"]), st.sampled_from([False, False, True])
)


@settings(max_examples=examples(400, 10_000))
@small_plan
def test_conflicts_are_the_pairs_that_some_execution_runs_in_either_order(
    data: bytes, execution: Execution, joins: bool
) -> None:
    plan, brute = with_accesses(data, execution, joins=joins)
    task = {t.id: t for t in plan.tasks}
    found = run(Analysis(plan), rules=RULES)
    writing: dict[str, list[Finding]] = {
        code: [f for f in found if f.rule == code] for code in ("ORD002", "ORD004", "ORD009")
    }
    conflicts: dict[str, set[frozenset[str]]] = {code: set() for code in writing}
    for a, b in unordered(brute):
        for x in (*NAMES, PART.id):
            for y in (*NAMES, PART.id):
                if not overlaps(x, y):
                    continue
                pair = frozenset({a, b})
                if x in task[a].writes and y in task[b].writes:
                    conflicts["ORD002"].add(pair)
                if x in (*task[a].reads, *task[a].writes, *task[a].destroys) and y in task[b].destroys:
                    conflicts["ORD004"].add(pair)
                if x in task[a].reads and y in task[b].writes and x not in task[a].writes:
                    conflicts["ORD009"].add(pair)
    told = {code: {frozenset(f.subject.tasks) for f in some} for code, some in writing.items()}
    assert told["ORD004"] == conflicts["ORD004"]
    assert told["ORD009"] == conflicts["ORD009"]
    # Writers are told in sets that are connected by conflicts, each with pairs that connect it.
    pairs = {
        frozenset({e.first, e.second}) for f in writing["ORD002"] for e in f.evidence if isinstance(e, PairEvidence)
    }
    assert pairs <= conflicts["ORD002"]
    assert all(any(pair <= group for group in told["ORD002"]) for pair in conflicts["ORD002"])


@settings(max_examples=examples(400, 10_000))
@small_plan
def test_uses_after_a_destroyer_are_those_with_no_writer_in_between(
    data: bytes, execution: Execution, joins: bool
) -> None:
    plan, brute = with_accesses(data, execution, joins=joins)
    task = {t.id: t for t in plan.tasks}
    expected: set[tuple[str, str, str]] = set()
    for d in plan.tasks:
        for gone in d.destroys:
            if gone in d.writes:
                continue
            for name in (gone, PART.id) if gone == "r" else (gone,):
                wholes = (name, "r") if name == PART.id else (name,)
                for u in plan.tasks:
                    if d.id == u.id or not brute.before(d.id, u.id) or u.effect == "observe":
                        continue
                    makes = u.effect == "create" and name in u.writes
                    if (name not in u.reads and name not in u.writes) or makes:
                        continue
                    between = [w for w in task if brute.before(d.id, w) and brute.before(w, u.id)]
                    if not any(whole in task[w].writes for w in between for whole in wholes):
                        expected.add((d.id, u.id, name))
    found = [f for f in run(Analysis(plan), rules=RULES) if f.rule == "ORD003"]
    assert {frozenset(f.subject.tasks) for f in found} == {frozenset({d, u}) for d, u, _ in expected}
    assert all(f.severity == "blocker" for f in found)
    for f in found:
        (evidence,) = f.evidence
        assert isinstance(evidence, OrderEvidence)
        assert brute.run(evidence.order, brute.given) is not None
        assert set(f.subject.tasks) <= set(evidence.order)


@settings(max_examples=examples(200, 5_000))
@small_plan
def test_every_order_shown_is_an_execution(data: bytes, execution: Execution, joins: bool) -> None:
    plan, brute = with_accesses(data, execution, joins=joins)
    for finding in run(Analysis(plan), rules=RULES):
        for evidence in finding.evidence:
            if isinstance(evidence, OrderEvidence):
                assert brute.run(evidence.order, brute.given) is not None, finding


def test_the_sample_holds_every_kind_of_conflict() -> None:
    """A comparison says something only where there is much to be found."""
    seen: Counter[str] = Counter()
    for seed in range(200):
        rng = Random(seed)
        plan, _ = with_accesses(rng.randbytes(SIZE), rng.choice(("listed", "dag")), joins=rng.random() < 0.3)
        seen.update(f.rule for f in run(Analysis(plan), rules=RULES))
        seen["nothing"] += not any(
            f.rule in ("ORD002", "ORD003", "ORD004", "ORD009") for f in findings(RULES, plan, None)
        )
    assert min(seen[code] for code in ("ORD002", "ORD003", "ORD004", "ORD009")) > 30, seen
    assert seen["nothing"] > 10, seen


# -- every plan ------------------------------------------------------------------------------------------------------

every_plan = given(messy_plans() | plans(), st.none() | messy_goals() | goals())


@every_plan
def test_no_two_findings_have_one_id(plan: Plan, goal: Goal | None) -> None:
    ids = [f.id for f in findings(RULES, plan, goal)]
    assert len(set(ids)) == len(ids)


@given(messy_plans(twice=False), st.none() | messy_goals())
def test_findings_do_not_depend_on_the_names_of_steps(plan: Plan, goal: Goal | None) -> None:
    expected = outline(findings(RULES, plan, goal), reversed_name)
    assert outline(findings(RULES, renamed(plan, reversed_name), goal)) == expected


@given(messy_plans(twice=False, execution=("dag",)), st.none() | messy_goals(), st.integers(0, 2**32))
def test_findings_do_not_depend_on_the_list_order_of_a_dag(plan: Plan, goal: Goal | None, seed: int) -> None:
    assert outline(findings(RULES, shuffled(plan, Random(seed)), goal)) == outline(findings(RULES, plan, goal))


VERBS = ("drop it", "update the rows", "create it anew", "verify it", "shift traffic", "tell the team", "back it up")


@settings(max_examples=examples(120, 5_000))
@given(messy_plans() | plans(), st.none() | messy_goals(), sentences() | st.sampled_from(VERBS), st.booleans())
def test_no_words_take_a_blocker_away(plan: Plan, goal: Goal | None, words: str, front: bool) -> None:
    assert blockers(findings(RULES, plan, goal)) <= blockers(findings(RULES, talked_over(plan, words, front), goal))


# -- crowds ----------------------------------------------------------------------------------------------------------


def crowd(*tasks: Task, edges: tuple[tuple[str, str], ...] = (), listed: bool = False) -> Plan:
    return Plan(
        id="p",
        execution="listed" if listed else "dag",
        tasks=tasks,
        dependencies=tuple(Dependency(from_task=a, to_task=b) for a, b in edges),
    )


def of_code(code: str, plan: Plan) -> list[Finding]:
    (rule,) = (rule for rule in RULES if rule.code == code)
    return list(rule.check(Analysis(plan)))


def test_ten_thousand_writers_of_one_resource_are_one_finding() -> None:
    plan = crowd(*(Task(id=f"t{k}", effect="modify", writes=("r",)) for k in range(10_000)))
    (found,) = of_code("ORD002", plan)
    assert len(found.subject.tasks) == 10_000
    assert len(found.evidence) == 5


@pytest.mark.parametrize("code", ["ORD004", "ORD009"])
def test_ten_thousand_readers_hide_no_blocker(code: str) -> None:
    """Thousands of steps that only look, and one that makes a copy."""
    readers = [Task(id=f"t{k}", effect="observe", reads=("r",)) for k in range(10_000)]
    copy = Task(id="copy", effect="create", reads=("r",), produces=(Artefact(id="dump"),))
    other = (
        Task(id="o", effect="modify", writes=("r",))
        if code == "ORD009"
        else Task(id="o", effect="destroy", destroys=("r",))
    )
    found = of_code(code, crowd(*readers, copy, other))
    assert [f.subject.tasks for f in found if f.severity == "blocker"] == [("copy", "o")]
    assert len([f for f in found if f.severity == "info"]) == MOST_PAIRS + 1
    assert "than are told one by one" in next(f for f in found if not f.subject.tasks).message


def test_words_of_thousands_are_told_in_part() -> None:
    plan = crowd(*(Task(id=f"t{k}", action="update", target="r") for k in range(200)))
    found = of_code("ORD002", plan)
    assert found[-1].subject.tasks == ()
    assert MAX_LISTED < len(found) <= MOST_PAIRS + 1


def test_uses_of_thousands_after_one_destroyer() -> None:
    users = [Task(id=f"t{k}", effect="modify", reads=("r",), writes=(f"w{k}",)) for k in range(MOST_FOUND + 10)]
    destroyers = [Task(id=d, effect="destroy", destroys=("r",)) for d in ("d", "e")]
    found = of_code("ORD003", crowd(*destroyers, *users, listed=True))
    assert len(found) == MOST_FOUND + 1
    assert found[-1].subject.facts == ("more:blocker",)


@pytest.mark.parametrize(
    ("code", "plan"),
    [
        (
            "ORD001",
            crowd(
                *(Task(id=f"t{k}") for k in range(MOST_FOUND + 10)),
                Task(id="z"),
                edges=tuple(("z", f"t{k}") for k in range(MOST_FOUND + 10)),
                listed=True,
            ),
        ),
        (
            "ORD008",
            crowd(
                Task(id="m", effect="modify", writes=("r",)),
                Task(id="u", effect="modify", reads=("r",), writes=("s",)),
                *(
                    Task(id=f"v{k}", effect="observe", reads=("r",), establishes=(f"f{k}",))
                    for k in range(MOST_FOUND + 10)
                ),
                listed=True,
            ),
        ),
        (
            "ORD006",
            crowd(
                Task(id="m", effect="create", writes=("c",), establishes=("f",)),
                *(
                    Task(id=f"u{k}", effect="shift", writes=(f"r{k}",), preconditions=(Precondition(fact="f"),))
                    for k in range(MOST_FOUND + 10)
                ),
                Task(id="v", effect="observe", reads=("c",)),
                listed=True,
            ),
        ),
        (
            "ORD002",
            crowd(
                *(Task(id=f"a{k}", effect="modify", writes=(f"r{k}",)) for k in range(MOST_FOUND + 10)),
                *(Task(id=f"b{k}", effect="modify", writes=(f"r{k}",)) for k in range(MOST_FOUND + 10)),
            ),
        ),
        (
            "ORD010",
            crowd(
                Task(id="b", effect="create", reads=("r",), produces=(Artefact(id="a"),)),
                *(
                    Task(id=f"t{k}", effect="modify", writes=("r",), rollback=Rollback(kind="restore", uses=("a",)))
                    for k in range(MOST_FOUND + 20)
                ),
                listed=True,
            ),
        ),
        (
            "ORD007",
            crowd(
                Task(id="s", effect="shift", writes=("lb",)),
                *(
                    Task(
                        id=f"t{k}",
                        effect="shift",
                        writes=(f"w{k}",),
                        verification=Verification(how="errors", observes=("lb",)),
                    )
                    for k in range(MOST_FOUND + 10)
                ),
            ),
        ),
    ],
    ids=["ORD001", "ORD008", "ORD006", "ORD002", "ORD010", "ORD007"],
)
def test_of_thousands_the_rest_is_told_in_one(code: str, plan: Plan) -> None:
    found = of_code(code, plan)
    *told, rest = found
    assert rest.subject.facts == (f"more:{rest.severity}",)
    assert len([f for f in told if f.severity == rest.severity]) == MOST_FOUND
