"""Write ``docs/rules`` anew from the rules: ``python tools/docs.py [--check]``.

A page for each rule, from its docstring, and an index. With ``--check`` nothing is written: the exit status says
whether the pages on disk are what would be written.
"""

import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from planproof.gates.page import page_of
from planproof.gates.registry import RULES
from planproof.gates.rule import Rule

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"
WRITTEN = "<!-- Written by `make docs` from the rule itself; edit its docstring. -->"

FAMILIES = {
    "structure": "Can the plan be read, do its names lead somewhere, is its order one that can be run.",
    "unsafe_sequencing": "Do steps that touch the same thing run in an order that is safe, whatever the schedule.",
    "unverified_dependencies": "Does each fact hold when a step needs it, in every order that the plan allows.",
    "verification": "Is each change checked, by something that can fail and looks at what changed.",
    "weak_rollback": "Is there a way back that works, or somebody who accepts that there is none.",
    "risk": "Does the plan say how dangerous it is, and stay within what the goal allows.",
    "feasibility": "Can the plan run at all, with what the goal allows, where and when it allows it.",
    "provenance": "Does text or input that nobody vouches for steer the plan.",
    "traceability": "Is every criterion of the goal met by a verified step, and does every step serve one.",
}


def pages(rules: Iterable[Rule] = RULES) -> dict[str, str]:
    """The files of ``docs/rules``: name to text."""
    rules = tuple(rules)
    return {"README.md": index(rules), **{file_of(rule): text_of(rule) for rule in rules}}


def file_of(rule: Rule) -> str:
    """The name of a rule's file: ``STR007-cycle.md``."""
    return f"{rule.code}-{rule.name}.md"


def text_of(rule: Rule) -> str:
    """The page of a rule as Markdown."""
    page = page_of(rule)
    traits = [f"Family: {rule.family}", f"Severity: {rule.severity}", f"Basis: {rule.basis}"]
    traits.append("Waivable: yes" if rule.waivable else "Waivable: no, only an identified person's override lifts it")
    if rule.fixable:
        traits.append("May carry a fix")
    return "\n".join(
        [
            f"# {rule.code} {rule.name}",
            "",
            WRITTEN,
            "",
            page.what,
            "",
            " · ".join(traits),
            "",
            "## Why this is bad",
            "",
            page.why,
            "",
            "## Fails",
            "",
            f"```yaml\n{page.fails_text}\n```",
            "",
            "## Passes",
            "",
            f"```yaml\n{page.passes_text}\n```",
            "",
            "[All rules](README.md)",
            "",
        ]
    )


def index(rules: tuple[Rule, ...]) -> str:
    """The table of all rules, a section for each family."""
    lines = [
        "# Rules",
        "",
        WRITTEN,
        "",
        f"{len(rules)} rules. `planproof rule STR007` prints a page, `planproof rules` this list. The severity is the",
        "usual one: a missing duty weighs as much as the effect of its step calls for. Basis says how the rule knows:",
        "*proven* from ids, order, targets and commands, *declared* by the plan's own fields, *inferred* from words.",
        "",
    ]
    for family, members in groupby(rules, key=lambda rule: rule.family):
        lines += [
            f"## {family}",
            "",
            FAMILIES[family],
            "",
            "| code | name | severity | basis | finds |",
            "|---|---|---|---|---|",
            *(
                f"| [{rule.code}]({file_of(rule)}) | {rule.name} | {rule.severity} | {rule.basis} | {_notes(rule)} |"
                for rule in members
            ),
            "",
        ]
    return "\n".join(lines)


def _notes(rule: Rule) -> str:
    notes = [rule.summary]
    if not rule.waivable:
        notes.append("cannot be waived")
    if rule.fixable:
        notes.append("may carry a fix")
    return "; ".join(notes).replace("|", r"\|")


def drift(folder: Path = FOLDER) -> list[str]:
    """Names of the files that are not what would be written: other, missing or left over."""
    wanted = pages()
    there = {path.name for path in folder.glob("*.md")}
    other = {name for name in there & wanted.keys() if (folder / name).read_text(encoding="utf-8") != wanted[name]}
    return sorted(other | (there ^ wanted.keys()))


def write(folder: Path = FOLDER) -> list[str]:
    """Write what differs, remove what is left over, and return the names of both."""
    wanted = pages()
    folder.mkdir(parents=True, exist_ok=True)
    changed = drift(folder)
    for name in changed:
        if name in wanted:
            (folder / name).write_text(wanted[name], encoding="utf-8", newline="\n")
        else:
            (folder / name).unlink()
    return changed


def main(arguments: list[str], folder: Path = FOLDER) -> int:
    """Run as a program; the result is the exit status."""
    if arguments not in ([], ["--check"]):
        print(f"unknown arguments {arguments!r}; usage: python tools/docs.py [--check]", file=sys.stderr)
        return 2
    changed = drift(folder) if arguments else write(folder)
    for name in changed:
        print(f"docs/rules/{name}")
    return 1 if arguments and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
