"""Critique: one sentence about a plan, with what it names."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from planproof.critic.claims import flat
from planproof.critic.named import Named, names_in
from planproof.critic.phrases import SEVERAL, TIME
from planproof.model.plan import Plan

LONGEST: Final = 2_000
"""Characters of a sentence that are matched."""


class Critique:
    """One sentence about a plan, with the step that it is filed under."""

    def __init__(self, message: str, filed: str | None, plan: Plan) -> None:
        self.text: str = flat(message)[:LONGEST]
        self.plan: Plan = plan
        self.named: tuple[Named, ...] = names_in(plan, self.text)
        ids = {task.id for task in plan.tasks}
        self.task: str | None = filed if filed in ids else next(iter(self._tasks()), None)
        if self.task is not None:  # what the step itself brings about is another name for it
            own = [one for one in self.named if one.kind == "fact" and self.establishers(one.id) == [self.task]]
            mine = {one: replace(one, kind="task", id=self.task) for one in own}
            self.named = tuple(mine.get(one, one) for one in self.named)

    def _tasks(self) -> list[str]:
        return list(dict.fromkeys(one.id for one in self.named if one.kind == "task"))

    def establishers(self, fact: str) -> list[str]:
        """The steps that establish a fact, by what they or the steps that need it say."""
        by = {need.established_by for task in self.plan.tasks for need in task.preconditions if need.fact == fact}
        return [task.id for task in self.plan.tasks if task.id in by or fact in task.establishes]

    def only_other(self) -> str | None:
        """The other step that is meant, where the sentence means just one."""
        others = [name for name in self._tasks() if name != self.task]
        only = {one.id for one in self._meant("task")} - {self.task}
        return others[0] if len(others) == len(only) == 1 and not SEVERAL.search(self.text) else None

    def fact(self) -> str | None:
        """The fact that is meant, where it is just one."""
        facts = list(dict.fromkeys(one.id for one in self._meant("fact")))
        return facts[0] if len(facts) == 1 else None

    def _meant(self, kind: str) -> list[Named]:
        """What is named, but for what is named to say when: `after raising the level` is no doubt about the level."""
        return [one for one in self.named if one.kind == kind and not TIME.search(self.text, 0, one.start)]

    def about(self, start: int) -> str | None:
        """The step that a lack at an offset belongs to: the nearest named before it, else the one it is filed under."""
        near = [one for one in self.named if one.kind == "task" and start - 24 <= one.end <= start]
        return near[-1].id if near and not self.text[near[-1].end : start].strip(" '\"`,").count(",") else self.task
