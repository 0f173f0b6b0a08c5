"""Waivers: rules that a person suppresses, for a reason, until a day."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from planproof.effects.patterns import matches
from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.config import Config
from planproof.model.finding import Finding
from planproof.model.goal import Waiver

Fate = Literal["expired", "refused", "unknown", "unused"]
"""What may be wrong with a waiver."""


class Waivers:
    """The waivers of a goal and a configuration, and what became of them.

    A plan has none: the one who is checked does not exempt itself.

    Args:
        analysis: the plan, its goal and the clock.
        config: the project's choice of rules.
        known: the rules that exist.
        ran: the rules that are run; a waiver of another one is neither used nor unused.
    """

    def __init__(self, analysis: Analysis, config: Config, known: Sequence[Rule], ran: Sequence[Rule]) -> None:
        self._now = analysis.now
        self.given: tuple[Waiver, ...] = (
            *(analysis.goal.waivers if analysis.goal is not None else ()),
            *config.waivers,
        )
        self._known = _codes(known) if self.given else set[str]()
        self._ran = _codes(ran) if self.given else set[str]()
        self._used: set[int] = set()
        self._refused: set[int] = set()

    def apply(self, rule: Rule, finding: Finding) -> Finding:
        """The finding, marked as waived where a valid waiver covers every step it is about."""
        for k, waiver in enumerate(self.given):
            if waiver.rule not in (rule.code, rule.code[:3]) or not self._covers(waiver, finding):
                continue
            if not rule.waivable:
                self._refused.add(k)
            elif not self._expired(waiver):
                self._used.add(k)
                return finding.model_copy(update={"waived": f"{waiver.reason} ({waiver.by})"})
        return finding

    def of_fate(self, fate: Fate) -> Iterator[Waiver]:
        """The waivers that came to this; asked after every rule has run."""
        for k, waiver in enumerate(self.given):
            if self._fate(k, waiver) == fate:
                yield waiver

    def _fate(self, k: int, waiver: Waiver) -> Fate | None:
        if self._expired(waiver):
            return "expired"
        if k in self._refused:
            return "refused"
        if waiver.rule not in self._known:
            return "unknown"
        return "unused" if k not in self._used and waiver.rule in self._ran else None

    def _covers(self, waiver: Waiver, finding: Finding) -> bool:
        tasks = finding.subject.tasks
        return all(matches(waiver.scope, task) for task in tasks) if tasks else waiver.scope == "*"

    def _expired(self, waiver: Waiver) -> bool:
        return self._now is not None and waiver.expires <= self._now


def _codes(rules: Sequence[Rule]) -> set[str]:
    return {name for rule in rules for name in (rule.code, rule.code[:3])}


class WaiverRule(Rule):
    """A rule on the waivers themselves. What became of a waiver is known only when every other rule has run."""

    fate: ClassVar[Fate]

    def check(self, plan: Analysis) -> Iterator[Finding]:  # noqa: ARG002 - the port of every rule
        """Yields nothing: see `on`."""
        return iter(())

    def on(self, waivers: Waivers) -> Iterator[Finding]:
        """Yields a finding for each waiver that came to the fate this rule is about."""
        told: set[str] = set()
        for waiver in waivers.of_fate(self.fate):
            name = f"waiver:{waiver.rule}:{waiver.scope}:{waiver.by}"
            if name not in told:
                told.add(name)
                yield self.finding(
                    f"the waiver of {waiver.rule!r} for {waiver.scope!r} by {waiver.by!r} {self.what(waiver)}",
                    facts=[name],
                )

    @abstractmethod
    def what(self, waiver: Waiver) -> str:
        """What is wrong with the waiver, and what to do next."""
        ...
