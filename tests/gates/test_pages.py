"""Every rule has a page, and its examples do what the page says."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.gates.page import page_of
from planproof.gates.registry import RULES
from planproof.gates.rule import Rule
from planproof.model.base import Family
from tests.gates.bundles import found_in, of_rule

PREFIXES: dict[Family, tuple[str, ...]] = {
    "structure": ("STR", "WAI"),
    "unsafe_sequencing": ("ORD",),
    "unverified_dependencies": ("PRE",),
    "verification": ("VER",),
    "weak_rollback": ("ROL",),
    "risk": ("RSK",),
    "feasibility": ("FEA",),
    "provenance": ("INJ",),
    "traceability": ("TRC",),
}
EXAMPLE = "    ```yaml\n    plan: {}\n    ```\n"
every_rule = pytest.mark.parametrize("rule", RULES, ids=[rule.code for rule in RULES])


def test_there_are_rules_of_every_family_that_needs_no_commands() -> None:
    assert len(RULES) >= 35
    assert {rule.family for rule in RULES} >= set(PREFIXES) - {"provenance"}


def test_codes_and_names_are_unique() -> None:
    for names in ([rule.code for rule in RULES], [rule.name for rule in RULES]):
        assert len(set(names)) == len(names)


def test_codes_of_a_family_are_dense_and_in_order() -> None:
    numbers: dict[str, list[int]] = {}
    for rule in RULES:
        numbers.setdefault(rule.code[:3], []).append(int(rule.code[3:]))
    for prefix, found in numbers.items():
        assert found == [*range(1, len(found) + 1)], prefix


@every_rule
def test_a_rule_describes_itself(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z]{3}[0-9]{3}", rule.code)
    assert rule.code[:3] in PREFIXES[rule.family]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.summary
    assert rule.summary == rule.summary.strip()
    assert "\n" not in rule.summary
    assert not rule.summary.endswith(".")


@every_rule
def test_the_module_of_a_rule_is_named_after_it(rule: Rule) -> None:
    module = type(rule).__module__.rpartition(".")[2]
    assert module == rule.name.replace("-", "_")
    assert type(rule).__name__.casefold() == rule.name.replace("-", "")


@every_rule
def test_a_page_is_complete(rule: Rule) -> None:
    page = page_of(rule)
    first = page.what.split("\n\n")[0]
    assert first.endswith("."), "the first paragraph is a sentence"
    assert len(page.why) > 80, "why it is bad takes more than a phrase"
    assert page.fails != page.passes
    for text in (page.fails_text, page.passes_text):
        assert text.count("\n") < 30, "an example is short"


@every_rule
def test_the_failing_example_fails(rule: Rule) -> None:
    found = of_rule(rule.code, page_of(rule).fails)
    assert found, "the rule says nothing of its own failing example"
    for finding in found:
        assert (finding.name, finding.family) == (rule.name, rule.family)
        assert finding.fix is None or rule.fixable


@every_rule
def test_the_passing_example_passes(rule: Rule) -> None:
    assert not of_rule(rule.code, page_of(rule).passes)


@every_rule
def test_findings_of_an_example_are_well_made(rule: Rule) -> None:
    for bundle in (page_of(rule).fails, page_of(rule).passes):
        found = found_in(bundle)
        if not any(finding.rule == "STR005" for finding in found):  # findings on steps that share an id share theirs
            assert len({finding.id for finding in found}) == len(found), "two findings have one id"
        for finding in found:
            assert finding.severity != "blocker" or finding.basis in ("proven", "declared"), finding
            assert finding.message
            assert "\n" not in finding.message
            for names in (finding.subject.tasks, finding.subject.facts, finding.subject.resources):
                assert list(names) == sorted(set(names))


class _Undocumented(Rule):
    pass


def _with_docstring(text: str | None) -> type[Rule]:
    return type("Odd", (_Undocumented,), {"__doc__": text})


@pytest.mark.parametrize(
    "text",
    [
        None,
        "What.",
        "What.\n\nWhy:\n    Because.\n",
        "What.\n\nWhy:\n    Because.\n\nFails:\n    plan: {}\n\nPasses:\n    plan: {}\n",
        f"Why:\n    Because.\n\nFails:\n{EXAMPLE}\nPasses:\n{EXAMPLE}",
        f"What.\n\nFails:\n{EXAMPLE}\nWhy:\n    Because.\n\nPasses:\n{EXAMPLE}",
        f"What.\n\nWhy:\n    Because.\n\nFails:\n{EXAMPLE}\nPasses:\n{EXAMPLE}\nFails:\n{EXAMPLE}",
        f"What.\n\nWhy:\n\nFails:\n{EXAMPLE}\nPasses:\n{EXAMPLE}",
    ],
)
def test_a_page_that_lacks_a_part_is_an_error(text: str | None) -> None:
    with pytest.raises(ValueError, match="of rule 'Odd'"):
        page_of(_with_docstring(text))


def test_the_page_of_another_class_is_no_page() -> None:
    """A rule that derives from another one does not inherit its page."""
    parent = type(RULES[0])
    child = type("Child", (parent,), {})
    with pytest.raises(ValueError, match="Child"):
        page_of(child)


def test_an_example_without_a_plan_is_an_error() -> None:
    example = "```yaml\n    goal: {id: g}\n    ```"
    page = page_of(_with_docstring(f"What.\n\nWhy:\n    B.\n\nFails:\n    {example}\n\nPasses:\n    {example}\n"))
    with pytest.raises(ValueError, match="key 'plan'"):
        _ = page.fails


@given(st.text(), st.text())
def test_what_and_why_come_out_as_they_stand(what: str, why: str) -> None:
    """Whatever the words are, as long as they hold no heading of a page."""
    words = [" ".join(text.split()) for text in (what, why)]
    example = "```yaml\n    plan: {}\n    ```"
    text = f"W {words[0]}.\n\nWhy:\n    B {words[1]}.\n\nFails:\n    {example}\n\nPasses:\n    {example}\n"
    page = page_of(_with_docstring(text))
    assert (page.what, page.why) == (f"W {words[0]}.", f"B {words[1]}.")
    assert page.fails == {"plan": {}}
