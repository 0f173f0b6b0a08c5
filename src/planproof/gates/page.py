"""The page of a rule: what it finds, why that is bad, an example that fails, the same example fixed.

The docstring of the rule is the only source. `planproof rule`, the documentation and the tests of the rules all
read it from here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import cleandoc
from textwrap import dedent
from typing import Final

from planproof.gates.rule import Rule

_SECTIONS: Final = ("Why", "Fails", "Passes")
_HEADING: Final = re.compile(r"^(\w+):$", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"```yaml\n(.*?)\n```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of a rule's docstring."""

    what: str
    """What the rule finds: one sentence, then what counts and what does not. Markdown."""
    why: str
    """Why that is bad in production. Markdown."""
    fails_text: str
    """The failing example as YAML, with its comments."""
    passes_text: str
    """The example fixed."""

    @property
    def fails(self) -> dict[str, object]:
        """The failing example as a bundle: `plan`, and where the rule needs them `goal`, `parent` and `now`."""
        return _bundle(self.fails_text)

    @property
    def passes(self) -> dict[str, object]:
        """The example fixed, as a bundle."""
        return _bundle(self.passes_text)


def page_of(rule: Rule | type[Rule]) -> Page:
    """The page of a rule.

    Raises:
        ValueError: the docstring lacks a part, or has one more than once. A rule of another package may.

    Example:
        >>> from planproof.gates.structure.empty_plan import EmptyPlan
        >>> page = page_of(EmptyPlan)
        >>> page.what.splitlines()[0], page.fails["plan"]
        ('A plan without a single step.', {'id': 'p', 'tasks': []})
    """
    owner = rule if isinstance(rule, type) else type(rule)
    # Not `inspect.getdoc`: it would take the page of a parent class for the rule's own.
    text = cleandoc(owner.__doc__ or "")
    headings = [match for match in _HEADING.finditer(text) if match[1] in _SECTIONS]
    if tuple(match[1] for match in headings) != _SECTIONS:
        found = [f"{match[1]}:" for match in headings]
        raise ValueError(f"the docstring of rule {owner.__name__!r} has {found!r}: write 'Why:', 'Fails:', 'Passes:'")
    what, why, fails, passes = (
        dedent(text[start:end]).strip()
        for start, end in zip(
            [0, *(match.end() + 1 for match in headings)],
            [*(match.start() for match in headings), len(text)],
            strict=True,
        )
    )
    if not what or not why:
        raise ValueError(f"the docstring of rule {owner.__name__!r} does not say what it finds, or why that is bad")
    return Page(what, why, _example(owner, fails), _example(owner, passes))


def _example(owner: type, section: str) -> str:
    match = _EXAMPLE.fullmatch(section)
    if match is None:
        raise ValueError(f"an example of rule {owner.__name__!r} is not one block between '```yaml' and '```'")
    return match[1]


def _bundle(text: str) -> dict[str, object]:
    from planproof.model.values import as_mapping
    from planproof.model.yamltext import read_yaml  # PyYAML takes 15 ms to import

    documents = read_yaml(text)
    bundle = as_mapping(documents[0]) if len(documents) == 1 else None
    if bundle is None or "plan" not in bundle:
        raise ValueError(f"an example is one document with a key 'plan', not {text!r}")
    return bundle
