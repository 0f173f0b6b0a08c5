"""Walks a plan that does not fit the model, beside the model's own fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, assert_never, cast

from planproof.model.errors import PlanError
from planproof.model.forms import FREE_TEXT
from planproof.model.limits import MAX_EDGES, MAX_ID
from planproof.model.mend import MISS, mended
from planproof.model.notes import Ledger, Note, NoteKind, Path
from planproof.model.plan import Dependency, Plan, Task
from planproof.model.shape import Leaf, Many, Part, Shape, Slot, slots_of
from planproof.model.spelling import closest
from planproof.model.values import as_list, as_mapping, short

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pydantic import BaseModel

_NO_ID: Final = "-"
_EDGE: Final = Part(Dependency, "dependency", None)
_EDGE_KEYS: Final = frozenset({"depends_on", "dependencies"})


@dataclass(slots=True)
class Walk:
    """One walk over one plan. Each step returns plain values that the model takes, or `MISS`."""

    ledger: Ledger = field(default_factory=Ledger)
    task: str | None = None
    """The id of the task that is being read."""
    edges: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    """Dependencies that stand inside tasks."""

    def plan(self, given: dict[str, object]) -> tuple[Plan, tuple[Note, ...]]:
        """Reads the whole plan.

        Raises:
            PlanError: more defects or dependencies than the limits allow.
        """
        clean = self._fields(Plan, "plan", self._identified(Plan, given, _NO_ID, ()), ())
        if self.edges:
            edges = _merged(as_list(clean.get("dependencies")) or (), self.edges)
            _bound_edges(len(edges))
            clean["dependencies"] = edges
        plan = Plan.model_validate({**clean, "unread": self.ledger.all_unread()})
        return plan, self.ledger.all_notes()

    def _fields(self, model: type[BaseModel], name: str, given: dict[str, object], path: Path) -> dict[str, object]:
        slots = slots_of(model)
        clean: dict[str, object] = {}
        for key, value in given.items():
            slot = slots.get(key)
            if slot is None or (model is Plan and key == "unread"):
                if model is Task and key in _EDGE_KEYS:
                    self._edges(value, (*path, key))
                else:
                    self._unknown(model, name, value, (*path, key))
            elif isinstance(slot.shape, Leaf) and slot.shape.fits(value):  # nearly all of them
                clean[key] = value
            elif (name, key) in FREE_TEXT and isinstance(value, str) and mended(_leaf(slot), value) is MISS:
                self._free_text(value, (*path, key), _leaf(slot))
            elif (found := self._value(slot, value, (*path, key))) is not MISS:
                clean[key] = found
        return clean

    def _value(self, slot: Slot, value: object, path: Path) -> object:
        if value is None and not slot.required:
            return MISS  # null is how many a writer says "not given"
        if value == "" and slot.nullable and isinstance(slot.shape, Leaf) and not slot.shape.fits(value):
            self._note("mended", value, path, lambda: "an empty text was read as not given: leave the field out")
            return MISS
        return self._shaped(slot.shape, value, path)

    def _shaped(self, shape: Shape, value: object, path: Path) -> object:
        match shape:
            case Leaf():
                return value if shape.fits(value) else self._mended(shape, value, path)
            case Many():
                return self._list(shape, value, path)
            case Part():
                return self._part(shape, value, path)
            case _:
                assert_never(shape)

    def _mended(self, leaf: Leaf, value: object, path: Path) -> object:
        found = mended(leaf, value)
        if found is MISS:
            return self._invalid(value, path, f"does not fit and was left out: write {leaf.wanted}")
        self._note("mended", value, path, lambda: f"{short(value)} was read as {short(found)}: write it so")
        return found

    def _list(self, many: Many, value: object, path: Path) -> object:
        item = many.item
        items = as_list(value)
        if items is None:
            if not _may_be_entry(item, value):
                return self._invalid(value, path, "is no list and was left out: write a list")
            self._note("mended", value, path, lambda: f"{short(value)} was read as a list of that: write a list")
            items = (value,)
        if many.most is not None and len(items) > many.most:
            return self._invalid(value, path, f"has more than {many.most:,} entries and was left out: split the plan")
        if isinstance(item, Leaf) and all(map(item.fits, items)):
            return items
        read = self._task if isinstance(item, Part) and item.model is Task else self._shaped
        found = [read(item, entry, (*path, _name(entry, index))) for index, entry in enumerate(items)]
        return [entry for entry in found if entry is not MISS]

    def _part(self, part: Part, value: object, path: Path) -> object:
        given = as_mapping(value if part.from_text is None else part.from_text(value))
        if given is None:
            items = as_list(value)
            given = as_mapping(items[0]) if items is not None and len(items) == 1 else None
            if given is None:
                return self._invalid(value, path, f"is no {part.name} and was left out: write an object")
            self._note("mended", value, path, lambda: f"a list of one {part.name} was read as that: write it alone")
        if (missing := _missing(part, given)) is not None:
            return self._invalid(value, path, f"has no {missing!r} that can be read and was left out: correct it")
        return self._fields(part.model, part.name, given, path)

    def _task(self, part: Shape, value: object, path: Path) -> object:
        del part
        given = as_mapping(value)
        made_up = f"task[{path[-1]}]"
        if given is None:
            self._invalid(value, path, f"is no task, and an empty one, {made_up!r}, stands for it: write an object")
            return {"id": made_up}
        given = self._identified(Task, given, made_up, path)
        self.task = str(given["id"])
        clean = self._fields(Task, "task", given, path)
        self.task = None
        return clean

    def _identified(
        self, model: type[BaseModel], given: dict[str, object], made_up: str, path: Path
    ) -> dict[str, object]:
        """The same with an id that can be read; a made-up one if need be, so that the rest can be judged."""
        leaf = _leaf(slots_of(model)["id"])
        value, here = given.get("id"), (*path, "id")
        if leaf.fits(value):
            return given
        found = MISS if value is None else mended(leaf, value)
        if found is not MISS:
            self._note("mended", value, here, lambda: f"{short(value)} was read as {short(found)}: write it so")
            return {**given, "id": found}
        if value is not None:
            self.ledger.keep(here, value)
        said = "there is no id" if value is None else f"{short(value)} is no id"
        self._note("invalid", value, here, lambda: f"{said}, and {made_up!r} stands for it: write {leaf.wanted}")
        return {**given, "id": made_up}

    def _edges(self, value: object, path: Path) -> None:
        """Takes what a task says of its own dependencies: ids of earlier tasks, or whole dependencies."""
        items = as_list(value) if value is not None else ()
        entries = (value,) if items is None else items
        for index, entry in enumerate(entries):
            edge = {"from_task": entry, "to_task": self.task} if isinstance(entry, str | int) else entry
            read = self._part(_EDGE, edge, (*path, index))
            if read is not MISS:
                self.edges.append(cast("dict[str, object]", read))
                _bound_edges(len(self.edges))
        self._note("mended", value, path, lambda: "joined to the dependencies of the plan: write them there")

    def _unknown(self, model: type[BaseModel], name: str, value: object, path: Path) -> None:
        def message() -> str:
            key = str(path[-1])
            meant = closest(key, [known for known in slots_of(model) if known != "unread"])
            advice = "remove it, or say it in a field that exists" if meant is None else f"did you mean {meant!r}?"
            return f"{short(key)} is no field of {name!r} and was not applied: {advice}"

        self._note("unknown_field", value, path, message)
        self.ledger.keep(path, value)

    def _free_text(self, value: object, path: Path, leaf: Leaf) -> None:
        self._note("unknown_field", value, path, lambda: f"{short(value)} was not applied: write {leaf.wanted}")
        self.ledger.keep(path, value)

    def _invalid(self, value: object, path: Path, what: str) -> object:
        self._note("invalid", value, path, lambda: f"{short(value)} {what}")
        self.ledger.keep(path, value)
        return MISS

    def _note(self, kind: NoteKind, value: object, path: Path, message: Callable[[], str]) -> None:
        self.ledger.note(kind, path, self.task, value, message)


def _bound_edges(count: int) -> None:
    if count > MAX_EDGES:
        raise PlanError(f"more than {MAX_EDGES:,} dependencies: split the plan")


def _leaf(slot: Slot) -> Leaf:
    assert isinstance(slot.shape, Leaf)
    return slot.shape


def _missing(part: Part, given: dict[str, object]) -> str | None:
    """The first required field that cannot be read."""
    for name, slot in slots_of(part.model).items():
        if slot.required:
            value = given.get(name)
            if isinstance(slot.shape, Leaf):
                readable = slot.shape.fits(value) or mended(slot.shape, value) is not MISS
            else:
                item = slot.shape.item if isinstance(slot.shape, Many) else slot.shape
                readable = as_list(value) is not None or _may_be_entry(item, value)
            if not readable:
                return name
    return None


def _may_be_entry(item: Shape, value: object) -> bool:
    """Whether a value that stands where a list is asked for may be its only entry."""
    if isinstance(item, Part):
        return isinstance(value, dict) or (item.from_text is not None and isinstance(value, str))
    return isinstance(value, str | int | float)


def _name(entry: object, index: int) -> str | int:
    """How a path names an entry of a list: by its id if it has one."""
    found = None if (given := as_mapping(entry)) is None else given.get("id")
    return found if isinstance(found, str) and 0 < len(found) <= MAX_ID else index


def _merged(own: Sequence[object], more: list[dict[str, object]]) -> list[object]:
    """The plan's dependencies and those that tasks name; one that is there already adds nothing."""

    def edge(entry: object) -> tuple[object, ...]:
        given = as_mapping(entry) or {}
        return given.get("from_task"), given.get("to_task"), given.get("kind", "hard")

    seen = {edge(entry) for entry in own}
    found = list(own)
    for entry in more:
        if entry.get("reason") or edge(entry) not in seen:
            seen.add(edge(entry))
            found.append(entry)
    return found
