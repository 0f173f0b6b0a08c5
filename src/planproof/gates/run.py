"""Running the rules: which apply, what a person has waived, and in which order findings are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.metadata import entry_points
from itertools import chain
from operator import itemgetter

from planproof import __version__
from planproof.effects.patterns import names_it
from planproof.gates.analysis import Analysis
from planproof.gates.registry import RULES
from planproof.gates.rule import Rule
from planproof.gates.waivers import WaiverRule, Waivers
from planproof.model.base import Severity
from planproof.model.config import Config, Override
from planproof.model.digest import sha256
from planproof.model.errors import ConfigError
from planproof.model.finding import Finding, Subject
from planproof.model.limits import MAX_LISTED


def run(analysis: Analysis, config: Config | None = None, rules: Sequence[Rule] | None = None) -> tuple[Finding, ...]:
    """Every finding about a plan, in one pass: by rule in the registry's order, then by the plan's list.

    The rules on the waivers come last, when it is known what the waivers were used for. Of one rule at most 100
    findings are listed; the last one says how many more there are.

    Args:
        analysis: the plan.
        config: the project's choice of rules.
        rules: the rules to run instead of the chosen ones.
    """
    config = config or Config()
    chosen = selected(config) if rules is None else tuple(rules)
    waivers = Waivers(analysis, config, (*RULES, *plugins(), *chosen), chosen)
    found: list[Finding] = []
    for rule in chosen:
        findings = rule.check(analysis)
        # Most rules find nothing: they are done here.
        if (first := next(findings, None)) is not None:
            found += _listed(
                waivers.apply(rule, _overridden(rule, finding, analysis, config))
                for finding in chain((first,), findings)
            )
    for rule in chosen if waivers.given else ():
        if isinstance(rule, WaiverRule):
            found += _listed(_overridden(rule, finding, analysis, config) for finding in rule.on(waivers))
    return tuple(found)


def _listed(findings: Iterator[Finding]) -> list[Finding]:
    """The first 100, in which a blocker is never left out for something milder, and the count of the rest."""
    kept: dict[Severity, list[tuple[int, Finding]]] = {"blocker": [], "warning": [], "info": []}
    total = 0
    for finding in findings:
        if len(pile := kept[finding.severity]) < MAX_LISTED:
            pile.append((total, finding))
        total += 1
    worst = [*kept["blocker"], *kept["warning"], *kept["info"]][:MAX_LISTED]
    # Steps that share an id share a subject, and so the id of a finding: the worst of them stands for all.
    named: dict[Subject, tuple[int, Finding]] = {}
    for entry in worst:
        named.setdefault(entry[1].subject, entry)
    listed = [finding for _, finding in sorted(named.values(), key=itemgetter(0))]
    if total > len(worst):
        listed[-1] = listed[-1].model_copy(update={"more": total - len(worst)})
    return listed


@lru_cache(maxsize=16)
def selected(config: Config) -> tuple[Rule, ...]:
    """The rules that a configuration chooses.

    Raises:
        ConfigError: it names a rule or family that does not exist, or leaves out one that cannot be waived.
    """
    rules = (*RULES, *plugins())
    known = {rule.code for rule in rules} | {rule.code[:3] for rule in rules}
    for code in (*config.select, *(i.rule for i in config.ignore), *(r for o in config.overrides for r in o.rules)):
        if code not in known:
            raise ConfigError(f"no rule or family {code!r}; `planproof rules` lists them")
    ignored = {i.rule for i in config.ignore}
    softened = {r for o in config.overrides if o.severity != "blocker" for r in o.rules}
    for rule in rules:
        if not rule.waivable and rule.code in (*ignored, *softened):
            raise ConfigError(
                f"{rule.code!r} cannot be ignored or softened: it is a veto on irreversible steps; take it off the list"
            )
    return tuple(
        rule
        for rule in rules
        if not rule.waivable
        # Who chooses a few rules still learns what is wrong with the waivers.
        or (isinstance(rule, WaiverRule) and not _named(rule, ignored))
        or ((not config.select or _named(rule, config.select)) and not _named(rule, ignored))
    )


def _named(rule: Rule, codes: Iterable[str]) -> bool:
    return rule.code in codes or rule.code[:3] in codes


def _overridden(rule: Rule, finding: Finding, analysis: Analysis, config: Config) -> Finding:
    """The finding at the severity that the project gives it here; the first matching override counts."""
    for override in config.overrides:
        # A family may be softened, but not the vetoes in it.
        strong_enough = rule.waivable or override.severity == "blocker"
        if strong_enough and _named(rule, override.rules) and _applies(override, finding, analysis):
            return finding.model_copy(update={"severity": override.severity})
    return finding


def _applies(override: Override, finding: Finding, analysis: Analysis) -> bool:
    if override.environment is not None:
        environment = analysis.goal.constraints.environment if analysis.goal is not None else None
        if environment is None or not names_it(override.environment, environment):
            return False
    if override.resource is not None:
        return any(names_it(override.resource, r) for r in finding.subject.resources)
    return True


@cache
def plugins() -> tuple[Rule, ...]:
    """Rules of other packages, by the entry point group `planproof.rules`, in order of code."""
    found: list[Rule] = [entry.load()() for entry in entry_points(group="planproof.rules")]
    return tuple(sorted(found, key=lambda rule: rule.code))


@lru_cache(maxsize=16)
def ruleset_digest(config: Config | None = None) -> str:
    """Digest of what a verdict was reached with: planproof's version, the rules, their severities, the overrides."""
    config = config or Config()
    return sha256(
        [
            __version__,
            [[rule.code, rule.name, rule.severity] for rule in selected(config)],
            config.model_dump(mode="json", include={"select", "ignore", "overrides", "waivers"}),
        ]
    )
