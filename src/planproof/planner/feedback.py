"""feedback: what was found wrong with a plan, in the planner's own terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planproof.decide import rule_on
from planproof.model.base import Flag, Id, Model, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from planproof.model.base import Posture
    from planproof.model.finding import Finding


class Wrong(Model):
    """One thing to mend."""

    rule: Id
    steps: tuple[str, ...] = ()
    what: Text
    """What is wrong and what to do, as the finding says it."""
    must: Flag = True
    """False: it does not block, but a person would have to be asked about it."""


class Comment(Model):
    """What a person wrote on a plan; of one step, or of the whole."""

    step: Id | None = None
    text: Text


class Feedback(Model):
    """What the planner is told of its last answer."""

    problems: tuple[Text, ...] = ()
    """Why the last answer was no plan, or was not taken."""
    wrong: tuple[Wrong, ...] = ()
    comments: tuple[Comment, ...] = ()


def feedback(
    findings: Iterable[Finding],
    posture: Posture,
    *,
    problems: Sequence[str] = (),
    comments: Sequence[Comment] = (),
) -> Feedback:
    """What stops a plan, and nothing else: no opinion that code has refuted reaches the planner.

    Refuted claims are what makes revisions worse: on real plans three of five objections were false, and every tenth
    revision that followed them had a cycle that its draft had not.

    Example:
        >>> feedback([], "strict", problems=["no plan"]).problems
        ('no plan',)
    """
    wrong: list[Wrong] = []
    for finding in findings:
        ruling = rule_on(finding, posture)
        if ruling in ("blocks", "asks"):
            wrong.append(
                Wrong(rule=finding.rule, steps=finding.subject.tasks, what=finding.message, must=ruling == "blocks")
            )
    return Feedback(problems=tuple(problems), wrong=tuple(wrong), comments=tuple(comments))
