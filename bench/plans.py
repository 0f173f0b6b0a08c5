"""Plans of a given size, made from a seed, in the shapes that the measurements need."""

from __future__ import annotations

import random
from typing import Literal

Shape = Literal["chain", "layered", "flat", "dense"]
Json = dict[str, object]

SEED = 20260902


def deployment(size: int) -> Json:
    """A chain of steps with verification, rollback and preconditions, in the format that both tools read."""
    tasks: list[Json] = []
    for i in range(size):
        service = f"service-{i:05d}"
        tasks.append(
            {
                "id": f"step-{i:05d}",
                "description": f"Deploy version 2 of {service} to the cluster behind the load balancer",
                "action": "deploy",
                "target": service,
                "risk_class": ("low", "medium", "high")[i % 3],
                "blast_radius": "medium",
                "preconditions": [
                    {
                        "description": "the step before it is done",
                        "fact": f"done-{i - 1:05d}",
                        "established_by": f"step-{i - 1:05d}",
                    }
                ]
                if i
                else [],
                "verification": {
                    "what": f"{service} answers",
                    "how": f"request its health page and compare the version of {service}",
                    "expected": "version 2 on every pod",
                },
                "rollback": {
                    "trigger": "error rate above one percent",
                    "action": f"deploy the previous version of {service} again",
                    "safety_guard": "the previous image is still in the registry",
                    "restores_state": [f"done-{i - 1:05d}"] if i else ["start"],
                    "restoration_evidence": "the health page shows version 1",
                },
            }
        )
    return {
        "id": "bench",
        "goal_id": "bench",
        "version": 1,
        "tasks": tasks,
        "dependencies": [
            {"from_task": f"step-{i:05d}", "to_task": f"step-{i + 1:05d}", "kind": "hard"} for i in range(size - 1)
        ],
        "branches": [],
    }


def shaped(shape: Shape, size: int, *, commands: bool = True) -> Json:
    """A `dag` plan with typed fields, and with two commands a step where they are asked for, each another one.

    chain: one after another; layered: layers of 100, each step behind three of the layer before; flat: no order;
    dense: layers as before, ten facts that every step needs, establishes and removes by turns.
    """
    rng = random.Random(SEED)
    dependencies: list[tuple[int, int]] = []
    if shape == "chain":
        dependencies = [(i, i + 1) for i in range(size - 1)]
    elif shape in ("layered", "dense"):
        for i in range(100, size):
            layer = i // 100 * 100
            dependencies += [(p, i) for p in rng.sample(range(layer - 100, layer), 3)]
    tasks: list[Json] = []
    for i in range(size):
        verification: Json = {
            "what": "the limit",
            "how": "read it back",
            "expected": "the new value",
            "observes": [f"pool-{i}"],
            "proves": [f"limit-{i}"],
        }
        rollback: Json = {
            "trigger": "the pool runs dry",
            "action": "set the old limit",
            "kind": "inverse",
            "restores_state": [f"pool-{i}"],
        }
        task: Json = {
            "id": f"t{i}",
            "description": f"Set the limit of pool {i}",
            "action": "configure",
            "target": f"pool-{i}",
            "effect": "modify",
            "writes": [f"pool-{i}"],
            "establishes": [f"limit-{i}"],
            "verification": verification,
            "rollback": rollback,
        }
        if commands:
            verification["command"] = f"poolctl get pool-{i}"
            rollback["commands"] = [f"poolctl set pool-{i} --previous"]
        if shape == "dense":
            task["establishes"] = [f"limit-{i}", f"shared-{i % 10}"]
            task["removes"] = [f"shared-{(i + 5) % 10}"]
            task["preconditions"] = [{"fact": f"shared-{(i + k) % 10}"} for k in range(3)]
        tasks.append(task)
    return {
        "id": f"bench-{shape}",
        "goal_id": "bench",
        "version": 1,
        "execution": "dag",
        "tasks": tasks,
        "dependencies": [{"from_task": f"t{a}", "to_task": f"t{b}"} for a, b in dependencies],
    }


BLOCKSWORLD = """(define (domain blocksworld-4ops) (:requirements :strips)
(:predicates (clear ?x) (ontable ?x) (handempty) (holding ?x) (on ?x ?y))
(:action pick-up :parameters (?ob) :precondition (and (clear ?ob) (ontable ?ob) (handempty))
 :effect (and (holding ?ob) (not (clear ?ob)) (not (ontable ?ob)) (not (handempty))))
(:action put-down :parameters (?ob) :precondition (holding ?ob)
 :effect (and (clear ?ob) (handempty) (ontable ?ob) (not (holding ?ob))))
(:action stack :parameters (?ob ?underob) :precondition (and (clear ?underob) (holding ?ob))
 :effect (and (handempty) (clear ?ob) (on ?ob ?underob) (not (clear ?underob)) (not (holding ?ob))))
(:action unstack :parameters (?ob ?underob) :precondition (and (on ?ob ?underob) (clear ?ob) (handempty))
 :effect (and (holding ?ob) (clear ?underob) (not (on ?ob ?underob)) (not (clear ?ob)) (not (handempty)))))
"""


def blocks(steps: int) -> tuple[str, str]:
    """A problem with ten blocks on the table and a valid plan: blocks picked up and put down by turns.

    Returns:
        The problem and the plan, of `steps` steps rounded down to even.
    """
    rng = random.Random(SEED)
    names = [f"b{i}" for i in range(10)]
    init = " ".join(f"(clear {b}) (ontable {b})" for b in names)
    problem = (
        f"(define (problem bench) (:domain blocksworld-4ops) (:objects {' '.join(names)})"
        f" (:init (handempty) {init}) (:goal (and (handempty) (ontable b0))))"
    )
    lines: list[str] = []
    for _ in range(steps // 2):
        a, b = rng.sample(names, 2)
        lines += [f"(pick-up {a})", f"(put-down {a})"] if rng.random() < 0.5 else [f"(pick-up {b})", f"(put-down {b})"]
    return problem, "\n".join(lines) + "\n"
