"""read_draft: a plan out of what a planner answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planproof.model.document import parse
from planproof.model.errors import InputError
from planproof.model.reader import Note, read_plan

if TYPE_CHECKING:
    from planproof.model.plan import Plan
    from planproof.providers.port import Answer


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan, with what was not taken as written."""

    plan: Plan
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that holds no plan."""

    why: str


def read_draft(answer: Answer) -> Draft | Unusable:
    """Reads a planner's answer: tolerantly, since every liberty taken becomes a finding.

    Example:
        >>> from planproof.providers.port import Answer
        >>> read_draft(Answer(text='{"id": "p", "tasks": [{"id": "a"}]}', model="m")).plan.tasks[0].id
        'a'
        >>> read_draft(Answer(text="I am sorry", model="m")).why
        "no plan: 'I am sorry' is no JSON object"
    """
    if answer.finish == "length":
        return Unusable("the answer was cut off by its length: write a shorter plan")
    try:
        documents = parse(answer.text.encode("utf-8", "surrogatepass"))
    except InputError as error:
        return Unusable(str(error))
    if len(documents) != 1:
        return Unusable(f"the answer holds {len(documents)} documents: answer with one JSON object")
    value = documents[0].value
    if isinstance(value, str):
        shown = value if len(value) <= 40 else f"{value[:39]}…"
        return Unusable(f"no plan: {shown!r} is no JSON object")
    reading = read_plan(value)
    if reading.plan is None:
        return Unusable(reading.notes[0].message)
    return Draft(reading.plan, reading.notes)
