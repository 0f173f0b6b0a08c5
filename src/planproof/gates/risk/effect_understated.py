"""RSK001 effect-understated."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.effects import Effect, Kind, Suggestion, exceeds
from planproof.gates.analysis import Analysis
from planproof.gates.evidence import evidence_of
from planproof.gates.mentions import mentions
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.base import EffectKind, Severity
from planproof.model.finding import Finding, TextEvidence, ValueEvidence
from planproof.model.plan import Task


class EffectUnderstated(Rule):
    """A step declares a milder effect than it has.

    It blocks where a step that says it changes nothing lists what it destroys, and where its commands destroy what
    cannot be brought back. Where only words tell of something destroyed or lost it is a warning, since words can be
    wrong; every other difference is information. Whatever is declared, the step is judged by the worse effect.

    Why:
        People and executors sort steps by their label: what is called an observation runs without a second look, in
        the middle of the day, and again after a timeout. A destruction under a mild label gets the care of the label.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: tidy, effect: observe, reads: [orders], destroys: [orders_2019],
               description: Look for tables that nobody reads}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: look, effect: observe, reads: [orders], description: Look for tables that nobody reads}
            - {id: tidy, effect: destroy, destroys: [orders_2019], description: Drop the table of 2019}
        ```
    """

    code = "RSK001"
    name = "effect-understated"
    family = "risk"
    summary = "a step declares a milder effect than it has"
    severity = "warning"
    basis = "inferred"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields at most one finding a step: the worst."""
        for i, task in enumerate(plan.tasks):
            if task.effect is None:
                continue
            found = self._of_fields(plan, i, task.effect) or self._of_commands(plan, i, task.effect)
            if found is None and (said := plan.effects[i].suggestion) is not None:
                found = self._of_words(plan, i, task.effect, said)
            if found is not None:
                yield found

    def _of_fields(self, plan: Analysis, i: int, claimed: EffectKind) -> Finding | None:
        """Lists of the step against its own label."""
        task = plan.tasks[i]
        severity: Severity
        if task.destroys and claimed != "destroy":
            wanted: EffectKind = "destroy"
            does = f"destroys {listed(task.destroys)}; declare `destroy`, or do it in a step of its own"
            severity = "warning" if plan.irreversible(i) else "info"
            severity = "blocker" if claimed in ("observe", "notify") else severity
        elif claimed == "observe" and task.writes:
            wanted, severity = "modify", "info"
            does = f"writes {listed(task.writes)}; declare `modify`"
        elif claimed == "notify" and (shared := self._shared(plan, task)) is not None:
            # A message goes to a channel; what other steps work with is none.
            wanted, severity = "modify", "warning"
            does = f"writes {shared!r}, which other steps work with; declare `modify`, or write to a channel"
        else:
            return None
        return self.finding(
            f"step {task.id!r} declares the effect {claimed!r} and {does}",
            tasks=[task.id],
            evidence=[_value(task, claimed, wanted)],
            severity=severity,
            basis="proven",
        )

    def _shared(self, plan: Analysis, task: Task) -> str | None:
        for name in plan.names.names(task.writes):
            for index in (plan.readers_of, plan.writers_of, plan.destroyers_of):
                if any(plan.tasks[other].effect != "notify" for other in index.get(name, ())):
                    return name
        return None

    def _of_commands(self, plan: Analysis, i: int, claimed: EffectKind) -> Finding | None:
        task, effect = plan.tasks[i], plan.effects[i]
        if effect.basis != "proven" or effect.kind == "unknown" or not exceeds(effect.kind, claimed):
            return None
        # To create what may be there already is to overwrite it; the duties are those of the derived effect anyway.
        severe = _severe(effect) and (claimed, effect.kind) != ("create", "modify")
        severity: Severity = "warning" if severe else "info"
        return self.finding(
            f"step {task.id!r} declares the effect {claimed!r}, and {effect.because!r} makes it {effect.kind!r}; "
            f"declare `{effect.kind}`, or take the command out",
            tasks=[task.id],
            evidence=[
                evidence_of(task, effect.because),
                _value(task, claimed, effect.kind),
            ],
            severity="blocker" if plan.irreversible(i) else severity,
            basis="proven",
        )

    def _of_words(self, plan: Analysis, i: int, claimed: EffectKind, said: Suggestion) -> Finding | None:
        task, effect = plan.tasks[i], plan.effects[i]
        quote = TextEvidence(field=f"tasks.{task.id}.{said.field}", quote=said.words)
        if effect.basis == "inferred":
            return self.finding(
                f"step {task.id!r} declares the effect {claimed!r}, and its {said.field} says {said.words!r}, which is "
                f"{effect.kind!r} and {effect.reversibility}; declare that, or say what the step really does",
                tasks=[task.id],
                evidence=[quote, _value(task, claimed, effect.kind)],
                severity="warning" if _severe(effect) else "info",
            )
        if effect.opaque or effect.kind == "unknown" or not exceeds(said.kind, effect.kind):
            return None
        # The commands are understood and do less. It matters where the words destroy something that the plan knows.
        named = mentions(plan).of(task.action, task.description) if said.kind == "destroy" else ()
        others = [n for n in named if not any(plan.names.overlap(n, changed) for changed in effect.changes)]
        about = f" of {listed(others)}" if others else ""
        return self.finding(
            f"step {task.id!r} says {said.words!r}{about}, and what it declares and runs is less ({effect.kind!r}); "
            "let the words say what it does",
            tasks=[task.id],
            evidence=[quote],
            severity="warning" if others else "info",
        )


def _severe(effect: Effect) -> bool:
    return effect.kind == "destroy" or effect.reversibility == "irreversible"


def _value(task: Task, found: Kind, wanted: Kind) -> ValueEvidence:
    return ValueEvidence(field=f"tasks.{task.id}.effect", found=found, wanted=wanted)
