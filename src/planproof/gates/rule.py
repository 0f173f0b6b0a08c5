"""Rule: one question to the analysis of a plan, and the findings that answer it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar, Protocol

from planproof.gates.analysis import Analysis
from planproof.model.base import Basis, Family, Severity
from planproof.model.finding import Evidence, Finding, Fix, Subject


class Rule(Protocol):
    """A rule of a family. Its docstring is its page: what it finds, why that is bad, a failing example and its cure.

    `severity` and `basis` are what the rule reports where it does not say otherwise for a single finding.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    family: ClassVar[Family]
    summary: ClassVar[str]
    severity: ClassVar[Severity]
    basis: ClassVar[Basis]
    waivable: ClassVar[bool] = True
    """False: a veto on irreversible steps; only an identified person's recorded override lifts it."""
    fixable: ClassVar[bool] = False
    """Whether its findings may carry a fix."""

    @abstractmethod
    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each violation, in list order. Pure: reads the analysis and nothing else."""
        ...

    def finding(
        self,
        message: str,
        *,
        tasks: Iterable[str] = (),
        facts: Iterable[str] = (),
        resources: Iterable[str] = (),
        commands: Iterable[str] = (),
        evidence: Iterable[Evidence] = (),
        severity: Severity | None = None,
        basis: Basis | None = None,
        fix: Fix | None = None,
        assumption: str | None = None,
    ) -> Finding:
        """A finding of this rule."""
        return Finding(
            rule=self.code,
            name=self.name,
            family=self.family,
            severity=self.severity if severity is None else severity,
            basis=self.basis if basis is None else basis,
            message=message,
            subject=Subject(
                tasks=_each_once(tasks),
                facts=_each_once(facts),
                resources=_each_once(resources),
                commands=_each_once(commands),
            ),
            evidence=tuple(evidence),
            fix=fix,
            assumption=assumption,
        )


def _each_once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names))) if names else ()
