"""Review: what a critic's answer says, and whether it is a review at all.

The agreed form is one JSON object: `{"covered": ["a", "b"], "claims": [{"predicate": "no_rollback", "tasks": ["b"]}]}`.
An answer that is anything else did not review: it never reads as one that found nothing. Inside a review, what is not
understood becomes a remark and a note; it is shown and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, Protocol, cast, get_args

from pydantic import ValidationError

from planproof.critic.claims import FORMS, Claim, Predicate, flat, marked
from planproof.model.answer import begins_fenced, fenced
from planproof.model.base import Id, Model, Text
from planproof.model.document import decode
from planproof.model.errors import DocumentError
from planproof.model.jsontext import read_json
from planproof.model.limits import MAX_ID
from planproof.model.values import as_list, as_mapping, short

if TYPE_CHECKING:
    from planproof.model.plan import Plan
    from planproof.providers.port import Answer

MAX_REVIEW: Final = 4 * 1024 * 1024
"""Characters of an answer: a plan of 20,000 steps is named in half of that."""
MAX_CLAIMS: Final = 500
"""Claims of one answer: five are asked for."""
MAX_SAID: Final = 2_000
"""Characters of a critic's sentence that are kept."""

_KEYS: Final = frozenset({"predicate", "tasks", "fact", "resource", "tool", "text", "suggestion"})
_PREDICATES: Final[Mapping[str, Predicate]] = {name: name for name in get_args(Predicate)}


class Misread(Model):
    """A part of an answer that was not taken as written."""

    where: Id
    """Path in the answer: `claims[2].tasks`."""
    what: Text
    value: Text = ""


class Review(Model):
    """What one critic said of one plan."""

    reviewer: Id
    status: Literal["reviewed", "did_not_review"]
    why: Text = ""
    """Why it did not review."""
    covered: tuple[str, ...] = ()
    """Steps that it says it looked at, in the order of the plan."""
    claims: tuple[Claim, ...] = ()
    """Also those of a critic that did not look at everything: a true claim is true all the same."""
    notes: tuple[Misread, ...] = ()


class _Note(Protocol):
    """Takes down what is wrong, with what, and where within the claim."""

    def __call__(self, what: str, value: object, at: str = "") -> None: ...


class NoReview(Exception):
    """The answer has not the agreed form."""


def not_reviewed(reviewer: str, why: str) -> Review:
    """The review of a critic that gave none.

    Example:
        >>> not_reviewed("openai:gpt-5", "it did not answer in 60 s").status
        'did_not_review'
    """
    return Review(reviewer=reviewer, status="did_not_review", why=why[:MAX_SAID])


def read_review(answer: Answer, reviewer: str, plan: Plan, scope: Iterable[str] | None = None) -> Review:
    """Reads a critic's answer.

    Args:
        answer: as received.
        reviewer: the critic's name.
        plan: the plan that it was shown.
        scope: ids of the steps that it was asked about; None: all. An empty scope is no review.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> from planproof.providers.port import Answer
        >>> plan = Plan(id="p", tasks=(Task(id="a"),))
        >>> read_review(Answer(text='{"covered": ["a"], "claims": []}', model="m"), "m", plan).status
        'reviewed'
        >>> read_review(Answer(text="Looks good!", model="m"), "m", plan).why
        "no JSON object: 'Looks good!'"
    """
    try:
        entries, notes = answer_of(answer)
        covered, claims = _parts(entries)
    except (NoReview, DocumentError) as error:
        return not_reviewed(reviewer, str(error))
    asked = dict.fromkeys(task.id for task in plan.tasks) if scope is None else dict.fromkeys(scope)
    known = {task.id for task in plan.tasks}
    named = set(covered)
    notes += [Misread(where=key, what="not read", value=short(entries[key])) for key in _extra(entries)]
    notes += [Misread(where="covered", what="no step of the plan", value=n[:MAX_ID]) for n in sorted(named - known)]
    if len(claims) > MAX_CLAIMS:
        notes.append(Misread(where="claims", what=f"{len(claims) - MAX_CLAIMS} more claims were not read"))
    made = [marked(_claim(entry, f"claims[{k}]", known, notes), plan) for k, entry in enumerate(claims[:MAX_CLAIMS])]
    why = _shortfall(list(asked), named, len(claims))
    return Review(
        reviewer=reviewer,
        status="did_not_review" if why else "reviewed",
        why=why,
        covered=tuple(task for task in dict.fromkeys(t.id for t in plan.tasks) if task in named),
        claims=tuple(made),
        notes=tuple(notes),
    )


def _shortfall(asked: Sequence[str], named: set[str], claims: int) -> str:
    missing = [task for task in asked if task not in named]
    if not asked:
        return "it was asked about no step"
    if missing:
        shown = ", ".join(repr(task[:80]) for task in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        return f"it does not say that it covered {shown}{more}"
    return f"it makes {claims:,} claims, of which {MAX_CLAIMS} are read" if claims > MAX_CLAIMS else ""


def answer_of(answer: Answer) -> tuple[dict[str, object], list[Misread]]:
    """The JSON object of an answer, and what stood around it.

    Raises:
        DocumentError: it is no JSON that we read.
        NoReview: it was cut off, is too long, or is something else than one object.
    """
    if answer.finish == "length":
        raise NoReview("the answer was cut off by its length")
    text = answer.text
    if len(text) > MAX_REVIEW:
        raise NoReview(f"the answer has {len(text):,} characters, of which at most {MAX_REVIEW:,} are read")
    if not text.strip():
        raise NoReview("the answer is empty")
    text = decode(text.encode("utf-8", "surrogatepass"))
    notes: list[Misread] = []
    if begins_fenced(text):
        inner = fenced(text)
        if inner is None or inner.trimmed.text or not text.rstrip().endswith(("```", "~~~")):
            raise NoReview("text stands around the code block, or nothing closes it: answer with one JSON object")
        text = inner.text
        notes.append(Misread(where="answer", what="in a code fence"))
    if not text.lstrip().startswith(("{", "[")):
        raise NoReview(f"no JSON object: {short(flat(text))}")
    entries = as_mapping(read_json(text))
    if entries is None:
        raise NoReview("the answer is a list: answer with one JSON object")
    return entries, notes


def _extra(entries: Mapping[str, object]) -> Iterator[str]:
    return (key for key in entries if key not in ("covered", "claims") and 0 < len(key) <= MAX_ID)


def _parts(entries: Mapping[str, object]) -> tuple[list[str], Sequence[object]]:
    """The two parts of a review.

    Raises:
        NoReview: one is missing, or of another type.
    """
    for key in ("covered", "claims"):
        if key not in entries:
            raise NoReview(f"the answer has no {key!r}")
    covered, claims = as_list(entries["covered"]), as_list(entries["claims"])
    if covered is None or not all(isinstance(name, str) for name in covered):
        raise NoReview(f"'covered' is no list of steps: {short(entries['covered'])}")
    if claims is None:
        raise NoReview(f"'claims' is no list: {short(entries['claims'])}")
    return cast("list[str]", list(covered)), claims


def _claim(entry: object, where: str, known: set[str], notes: list[Misread]) -> Claim:
    """One claim; what does not fit its form makes a remark of it, with a note."""

    def note(what: str, value: object, at: str = "") -> None:
        notes.append(Misread(where=f"{where}{at}"[:MAX_ID], what=what, value=short(value)))

    fields = as_mapping(entry)
    if fields is None:
        note("no claim", entry)
        return _remark((), "", short(entry))
    for key in fields:
        if key not in _KEYS:
            note("not read", fields[key], f".{key}")
    said = {key: _text(fields.get(key), key, note) for key in ("text", "suggestion", "fact", "resource", "tool")}
    text, suggestion = said["text"], said["suggestion"]
    predicate = _predicate(fields.get("predicate"))
    tasks = _tasks(fields.get("tasks"), note)
    strange = [task for task in tasks if task not in known]
    here = tuple(dict.fromkeys(task for task in tasks if task in known))[:2]
    for task in strange:
        note("no step of the plan", task, ".tasks")
    if predicate is None:
        note("no predicate of ours", fields.get("predicate"), ".predicate")
        return _remark(here, suggestion, text, fields)
    form = FORMS[predicate]
    parts = {part: said[part][:MAX_ID] or None for part in ("fact", "resource", "tool")}
    for part, value in parts.items():
        if value is not None and part != form.part:
            note(f"{predicate!r} names no {part}", value, f".{part}")
            parts[part] = None
    if strange or (form.part == "text" and not text):
        return _remark(here, suggestion, text, fields)
    try:
        return Claim.model_validate(
            {"predicate": predicate, "tasks": tuple(tasks), **parts, "text": text, "suggestion": suggestion}
        )
    except ValidationError as error:
        note(error.errors()[0]["msg"].removeprefix("Value error, "), fields)
        return _remark(here, suggestion, text, fields)


def _remark(tasks: tuple[str, ...], suggestion: str, text: str, fields: object = None) -> Claim:
    return Claim(predicate="other", tasks=tasks, text=text or short(fields), suggestion=suggestion)


def _predicate(value: object) -> Predicate | None:
    """The predicate that a value names, whichever way it is spelt."""
    if not isinstance(value, str):
        return None
    return _PREDICATES.get("_".join(value.strip().casefold().replace("-", " ").split()))


def _text(value: object, key: str, note: _Note) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        note("no text", value, f".{key}")
        return ""
    if len(value) > MAX_SAID:
        note(f"{len(value):,} characters, of which {MAX_SAID:,} are kept", value, f".{key}")
    return value.strip()[:MAX_SAID]


def _tasks(value: object, note: _Note) -> list[str]:
    items = [value] if isinstance(value, str) else as_list(value)
    if items is None:
        if value is not None:
            note("no list of steps", value, ".tasks")
        return []
    found = [item for item in items if isinstance(item, str) and 0 < len(item) <= MAX_ID]
    if len(found) != len(items):
        note("not all of them ids", value, ".tasks")
    return found[:50]
