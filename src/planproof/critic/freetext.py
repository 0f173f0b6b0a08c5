"""claim_of: what a critique in free text claims, where it names its subject; a remark otherwise.

Other tools' critics write sentences with a step's id beside them. The sentence is matched against the ways in which
people say such things; the labels that come with it (family, severity) are not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from planproof.critic.claims import Claim, flat, marked
from planproof.critic.critique import LONGEST, Critique
from planproof.critic.phrases import (
    BEFOREHAND,
    CHECK,
    CHECK_OF_IT,
    COMES_TOO_EARLY,
    DOES_NOT_VERIFY,
    GOOD,
    IF_IT_FAILS,
    IRREVERSIBLE,
    ITSELF,
    LACKS_CHECK,
    LACKS_UNDO,
    MISORDERED,
    MISSING_STEP,
    MUST_COME_FIRST,
    MUST_COME_LATER,
    MUST_NOT_COME,
    NO_PRECONDITION,
    NO_RESTORE,
    NOT_LISTED,
    OF_ANOTHER,
    OF_THE_STEP,
    RESTS_ON,
    SEVERAL,
    TOOL,
    UNDO,
    UNDO_LACKS,
    UNVERIFIED,
    WRONGLY_AFTER,
)
from planproof.model.base import Id
from planproof.model.plan import Plan
from planproof.model.values import as_mapping


def claim_of(entry: Mapping[str, object], plan: Plan) -> Claim:
    """The claim of one finding of another tool: `message`, `task_id`, `suggested_fix`.

    Example:
        >>> from planproof.model.plan import Task
        >>> plan = Plan(id="p", tasks=(Task(id="copy-rows"), Task(id="cut-over")))
        >>> said = {"task_id": "cut-over", "message": "The cut over is executed before 'copy-rows' has finished."}
        >>> claim_of(said, plan).said
        "step 'cut-over' may run before 'copy-rows', and 'copy-rows' must come first"
    """
    fields = as_mapping(entry) or {}
    message, filed, advice = (_string(fields.get(key)) for key in ("message", "task_id", "suggested_fix"))
    critique = Critique(message, filed, plan)
    made = _claimed(critique)
    if made is None:
        told = {"predicate": "risk", "tasks": (critique.task,)} if critique.task and message else {"predicate": "other"}
        made = Claim.model_validate({**told, "text": flat(message)[:LONGEST]})
    return marked(made.model_copy(update={"text": flat(message)[:LONGEST], "suggestion": flat(advice)[:LONGEST]}), plan)


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _claimed(said: Critique) -> Claim | None:
    """What a sentence claims, in the order in which its words leave least doubt; None for an opinion."""
    for reading in (_of_undo, _of_tool, _of_order, _of_dependency, _of_check, _of_missing_step):
        found = reading(said)
        if found is not None:
            return found[0]
    return None


Reading = tuple[Claim | None] | None
"""A claim; an opinion that no predicate fits; or nothing, and the next reading is tried."""

_OPINION: Final[Reading] = (None,)


def _of_undo(said: Critique) -> Reading:
    text, task = said.text, said.task
    if IRREVERSIBLE.search(text) and task is not None:
        return (Claim(predicate="irreversible", tasks=(task,)),)
    if not re.search(rf"\b{UNDO}\b", text, re.IGNORECASE):
        return None
    if task is not None and NO_RESTORE.search(text) and (target := _target(said, task)):
        return (Claim(predicate="rollback_cannot_restore", tasks=(task,), resource=target),)
    lacks = LACKS_UNDO.search(text)
    if lacks is not None:
        # A rollback that lacks something is there, and a sound one that is missed may be there unsound.
        there = re.search(rf"\b{UNDO}\b", text[: lacks.start()], re.IGNORECASE)
        about = _after_for(said, lacks["rest"], lacks.start("rest")) or said.about(lacks.start())
        if (rested := _rested_on(said, lacks.start())) is not None:
            (about,) = rested.tasks
        if there or re.search(GOOD, lacks["kind"], re.IGNORECASE) or about is None or _of_a_check(lacks["rest"]):
            return _OPINION
        return (Claim(predicate="no_rollback", tasks=(about,)),)
    unsaid = UNDO_LACKS.search(text)
    if unsaid is not None and re.match(
        r"(defined|specified|present|provided|outlined|mentioned|documented|included|$)", unsaid["kind"], re.IGNORECASE
    ):
        about = _after_for(said, unsaid["rest"], unsaid.start("rest")) or said.about(unsaid.start())
        return (Claim(predicate="no_rollback", tasks=(about,)),) if about is not None else _OPINION
    return _OPINION


def _of_a_check(rest: str) -> bool:
    return re.match(rf"\s*{CHECK}", rest, re.IGNORECASE) is not None


def _target(said: Critique, task: str) -> Id:
    return next((t.target for t in said.plan.tasks if t.id == task), "")


def _after_for(said: Critique, rest: str, start: int) -> str | None:
    """The step that follows at once: `no rollback for the migration of orders`."""
    opening = re.match(
        rf"\W*(?:\w+ )?(?:{UNDO} |steps? |plan |action )?(?:is |are )?(?:defined |included |specified )?"
        r"(?:for|of|in)\b(?: the)?(?: success\w* of)?(?: the)?\W*(?:task\W+)?",
        rest,
        re.IGNORECASE,
    )
    if opening is None:
        return None
    at = start + opening.end()
    near = next((n for n in said.named if at - 2 <= n.start <= at + 2), None)
    if near is None or near.kind == "task":
        return None if near is None else near.id
    steps = said.establishers(near.id)
    return steps[0] if len(steps) == 1 else None


def _of_tool(said: Critique) -> Reading:
    found = TOOL.search(said.text)
    if found is None or said.task is None or any(found["tool"] == one.id for one in said.named):
        return None
    return (Claim(predicate="tool_unavailable", tasks=(said.task,), tool=found["tool"]),)


def _of_order(said: Critique) -> Reading:
    """One step before another, or the wish for that."""
    text = said.text
    for pattern, first in (
        (MUST_NOT_COME, False),
        (MUST_COME_FIRST, True),
        (COMES_TOO_EARLY, False),
        (MUST_COME_LATER, False),
        (WRONGLY_AFTER, True),
    ):
        found = pattern.search(text)
        if found is None:
            continue
        subject = next((n.id for n in said.named if n.kind == "task" and n.end <= found.start() + 2), said.task)
        if subject is None:
            return None
        start = found.start("other")
        if _of_an_outcome(said, start):
            return _OPINION
        if first and (
            pattern is not WRONGLY_AFTER or not re.search(r"\b(?:without|but)\b", found["other"], re.IGNORECASE)
        ):
            other = _nearest(said, start, subject, "task")
            return (Claim(predicate="runs_before", tasks=(other, subject)),) if other is not None else None
        if first:
            continue
        other = _nearest(said, start, subject, "task")
        fact = _nearest(said, start, subject, "fact")
        if other is not None and _lacks_a_check_itself(said, other):
            return (_unchecked(other),)
        if other is not None and (fact is None or said.text.find(other) >= 0):
            return (Claim(predicate="runs_before", tasks=(subject, other)),)
        if fact is not None:
            return (_on_fact(said, subject, fact, ordered=True),)
        return None
    other = said.only_other()
    if said.task is not None and other is not None and (MISORDERED.search(text) or NOT_LISTED.search(text)):
        return (Claim(predicate="runs_before", tasks=(said.task, other)),)
    none = NO_PRECONDITION.search(text)
    if said.task is not None and other is not None and none is not None:
        if _after_for(said, none["rest"], none.start("rest")) is not None:
            return _OPINION
        return (Claim(predicate="runs_before", tasks=(said.task, other)),)
    return None


def _of_an_outcome(said: Critique, start: int) -> bool:
    """Whether the step named next is only the time or the source of what is meant: `the changes from 'lower-ttl'`."""
    following = next((n.start for n in said.named if n.start >= start - 1), start)
    return re.search(r"\b(?:after|from|during)\b", said.text[start:following], re.IGNORECASE) is not None


def _lacks_a_check_itself(said: Critique, other: str) -> bool:
    """Whether the sentence goes on to say that the other step is not verified."""
    end = next(one.end for one in said.named if one.id == other)
    return CHECK_OF_IT.match(said.text, end) is not None


def _nearest(said: Critique, start: int, subject: str, kind: str) -> str | None:
    return next((n.id for n in said.named if n.kind == kind and n.start >= start - 1 and n.id != subject), None)


def _on_fact(said: Critique, task: str, fact: str, *, ordered: bool = False) -> Claim:
    """A doubt about a fact: about the check of the step that establishes it, if there is one such step."""
    steps = [step for step in said.establishers(fact) if step != task]
    if len(steps) == 1 and not ordered:
        return Claim(predicate="no_verification", tasks=(steps[0],))
    return Claim(predicate="unestablished", tasks=(task,), fact=fact)


def _of_dependency(said: Critique) -> Reading:
    """A step that rests on something which nobody has checked."""
    if said.task is None:
        return None
    other = said.only_other()
    if OF_ANOTHER.search(said.text) or IF_IT_FAILS.search(said.text):
        # What the other step rests on is meant, and that is not named; or what would happen if.
        return _OPINION
    doubt = UNVERIFIED.search(said.text)
    if doubt is not None and RESTS_ON.search(said.text):
        fact = said.fact()
        if fact is not None:
            return (_on_fact(said, said.task, fact, ordered=doubt[0].casefold().endswith("established")),)
        return (_unchecked(other),) if other is not None else None
    found = DOES_NOT_VERIFY.search(said.text)
    if found is None:
        return None
    start = found.start("rest")
    after = next((n for n in said.named if n.start >= start and n.id != said.task), None)
    if after is not None and not _of_an_outcome(said, start):
        if after.kind == "fact":
            return (_on_fact(said, said.task, after.id),)
        if (about := _after_for(said, found["rest"], start)) is not None or RESTS_ON.search(said.text):
            return (Claim(predicate="no_verification", tasks=(about or after.id,)),)
    if other is not None and RESTS_ON.search(said.text) and ITSELF.match(found["rest"]):
        return (Claim(predicate="no_verification", tasks=(other,)),)
    return None


def _of_check(said: Critique) -> Reading:
    found = LACKS_CHECK.search(said.text)
    if found is None or said.task is None:
        return None
    if re.search(GOOD, found["kind"], re.IGNORECASE):
        return _OPINION
    if BEFOREHAND.search(f"{found['kind']} {found['rest']}"):
        return (Claim(predicate="missing_step", tasks=(said.task,), text=said.text),)
    if (rested := _rested_on(said, found.start())) is not None:
        return (rested,)
    about = _after_for(said, found["rest"], found.start("rest"))
    if about is None and OF_THE_STEP.match(found["rest"]):
        about = said.about(found.start())
    # A check of something else that is missed: nothing here says whether the step's own looks at that.
    return (Claim(predicate="no_verification", tasks=(about,)),) if about is not None else _OPINION


def _rested_on(said: Critique, start: int) -> Claim | None:
    """Of a sentence that says what its step rests on and then that a check is missing: the claim about the former."""
    rests = RESTS_ON.search(said.text, 0, start)
    near = [n for n in said.named if rests and rests.end() <= n.start and n.end <= start and n.id != said.task]
    if not near or said.task is None or SEVERAL.search(said.text):
        return None
    one = near[-1]
    return _on_fact(said, said.task, one.id) if one.kind == "fact" else _unchecked(one.id)


def _unchecked(task: str) -> Claim:
    return Claim(predicate="no_verification", tasks=(task,))


def _of_missing_step(said: Critique) -> Reading:
    if said.task is None or not MISSING_STEP.search(said.text):
        return None
    return (Claim(predicate="missing_step", tasks=(said.task,), text=said.text),)
