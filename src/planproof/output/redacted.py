"""redacted: a report in which no secret of the plan stands, for every format to be made from.

A finding may quote a secret whole or in part, far from the word that tells it for one. So secrets are looked for in
the plan and the goal, where all that surrounds them is, and pieces of them are hidden wherever they appear. Ids of
steps and of the plan stay as they are: a finding is found by them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar, cast

from planproof.effects import Effect
from planproof.gates.risk.secrets import Shape, found_in, redact, shapes_for
from planproof.gates.simulation import Simulation
from planproof.judge import Judgement
from planproof.model.base import Model
from planproof.model.finding import Finding, Fix
from planproof.model.values import as_list, as_mapping, children
from planproof.model.verdict import Verdict
from planproof.output.report import Report

if TYPE_CHECKING:
    from planproof.repair import Repair, Unsought

_PIECE: Final = 8
"""Characters by which a piece of a secret is known. A shorter secret is hidden where its surroundings tell it."""
_QUOTING: Final = frozenset(
    "message assumption waived description resources facts commands note resource reasons field quote command span "
    "found wanted".split()
)
"""Fields of a finding that may quote the plan. The others hold ids of steps and words of ours."""

M = TypeVar("M", bound=Model)


def redacted(report: Report) -> Report:
    """The report without secrets; the same one where the plan has none."""
    analysis = report.judgement.analysis
    sources = [source for source in (analysis.plan, analysis.goal, analysis.parent) if source is not None]
    notes = [text for note in analysis.notes for text in (note.message, note.value)]
    if not shapes_for([*(source.model_dump_json(exclude_defaults=True) for source in sources), *notes]):
        return report  # most plans have not even a word that stands beside secrets
    text = "\n".join([*_texts([source.model_dump(exclude_defaults=True) for source in sources]), *notes])
    shapes = shapes_for([text])
    if not (secrets := list(_secrets(text, shapes))):
        return report
    pieces = frozenset(secret[i : i + _PIECE] for secret in secrets for i in range(len(secret) - _PIECE + 1))
    hide = partial(_hidden, shapes=shapes, pieces=pieces)
    shown = copy.copy(analysis)
    shown.effects = tuple(_effect(effect, hide) for effect in analysis.effects)
    findings = tuple(_model(finding, hide) for finding in report.judgement.findings)
    return replace(
        report,
        judgement=Judgement(_verdict(report.verdict, hide), findings, shown),
        repair=_repair(report.repair, hide),
        applied=tuple(_model(fix, hide) for fix in report.applied),
        hidden=_simulation(report.simulation, hide),
    )


def _effect(effect: Effect, hide: Callable[[str], str]) -> Effect:
    names = {field: tuple(map(hide, getattr(effect, field))) for field in ("reads", "writes", "destroys", "produces")}
    return replace(effect, because=hide(effect.because), **names)


def _simulation(simulation: Simulation, hide: Callable[[str], str]) -> Simulation:
    residue = tuple(left._replace(resources=tuple(map(hide, left.resources))) for left in simulation.residue)
    return Simulation(residue, tuple(map(hide, simulation.left_over)))


def _texts(value: object) -> Iterator[str]:
    """Every text in a plain value."""
    left = [value]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list | tuple):
            left += children(cast("object", value))


def _secrets(text: str, shapes: Sequence[Shape]) -> Iterator[str]:
    for secret in found_in(text, shapes):
        end = text.find("-----END", secret.end) if secret.what == "a private key" else -1
        yield text[secret.start : max(secret.end, end)]


def _hidden(text: str, shapes: Sequence[Shape], pieces: frozenset[str]) -> str:
    text = redact(text, shapes)
    parts: list[str] = []
    kept = here = 0
    while here < len(text):
        if text[here : here + _PIECE] not in pieces:
            here += 1
            continue
        parts += [text[kept:here], "…"]
        here += _PIECE
        while text[here - _PIECE + 1 : here + 1] in pieces:
            here += 1
        kept = here
    return "".join([*parts, text[kept:]])


def _model(model: M, hide: Callable[[str], str]) -> M:
    """The same with what it quotes hidden."""
    values = model.model_dump()
    return type(model).model_validate({key: _value(key, value, hide) for key, value in values.items()})


def _value(key: str, value: object, hide: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return hide(value) if key in _QUOTING else value
    if (entries := as_mapping(value)) is not None:
        return {name: _value(name, entry, hide) for name, entry in entries.items()}
    if (items := as_list(value)) is not None:
        return tuple(_value(key, item, hide) for item in items)
    return value


def _verdict(verdict: Verdict, hide: Callable[[str], str]) -> Verdict:
    def each(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(_model(finding, hide) for finding in findings)

    return verdict.model_copy(
        update={
            "blocking": each(verdict.blocking),
            "asking": each(verdict.asking),
            "acknowledged": each(verdict.acknowledged),
            "recorded": each(verdict.recorded),
            "assumptions": tuple(map(hide, verdict.assumptions)),
            "question": None if verdict.question is None else hide(verdict.question),
        }
    )


def _repair(repair: Repair | Unsought | None, hide: Callable[[str], str]) -> Repair | Unsought | None:
    from planproof.repair import Repair

    if not isinstance(repair, Repair):
        return repair
    rounds: tuple[tuple[Fix, ...], ...] = tuple(tuple(_model(fix, hide) for fix in fixes) for fixes in repair.rounds)
    return replace(repair, rounds=rounds)
