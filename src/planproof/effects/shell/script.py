"""Script: the acts of one shell script, along every path that it may take.

Branches and loop bodies all count, what provably never runs does not (`false && …`, behind `exit`). Functions are read
where they are called. What the grammar cannot read is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from tree_sitter import Node

from planproof.effects.act import Act, unknown
from planproof.effects.shell.grammar import parsed
from planproof.effects.shell.ran import MAX_DEPTH, MAX_STEPS, NO_INPUT, Input, Ran
from planproof.effects.shell.redirect import redirected
from planproof.effects.shell.simple import assign, call, command, declare
from planproof.effects.shell.variables import Variables
from planproof.effects.shell.words import Words, substitutions, text_of
from planproof.effects.tools.call import EXPANDED, shown

if TYPE_CHECKING:
    from planproof.effects.shell.walk import Walk

TOO_LONG: Final = "scripts of more characters than are read"
MAX_TURNS: Final = 20
"""Words of a `for` whose turns are read one by one; over more, the variable is unknown."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./][\w./:,@%+-]*(?: [\w./:,@%+=-]+)*", re.ASCII)
"""A command of words that the shell takes as they are: no quotes, expansions, patterns, assignments or operators."""
_KEYWORDS: Final = frozenset(
    "if then elif else fi for in do done while until case esac select function time coproc declare typeset export"
    " readonly local unset".split()
)
"""Words that begin something else than a simple command. What declares variables has a tree of its own."""
_LOOPS: Final = frozenset({"while_statement", "for_statement", "c_style_for_statement", "until_statement"})
_SKIPPED: Final = frozenset({"comment", "heredoc_start", "heredoc_end", "heredoc_content"})


def plain_words(text: str) -> list[str]:
    """The words of a simple command that needs no grammar, as most do not; none of any other text.

    It takes a quarter of the time of the grammar.
    """
    if _PLAIN.fullmatch(text) is None:
        return []
    words = text.split()
    return [] if words[0] in _KEYWORDS else words


class Script:
    """One text that a shell reads: its variables and functions."""

    def __init__(self, walk: Walk, within: str, arguments: Sequence[str] = ()) -> None:
        self.walk: Walk = walk
        self.within: str = within
        self.variables: Variables = Variables(arguments)
        self.functions: dict[str, Node] = {}
        self.aliases: dict[str, str] = {}
        self.traps: list[str] = []
        """Scripts that run when this one ends or is stopped, with its functions and variables."""
        self.words: Words = Words(self.variables, self._substitute)
        self.inner: list[Act] = []
        """Acts of substitutions in the words that are just being made."""
        self.certain: bool = True
        """Whether what is read now runs exactly once: no branch, loop or function around it."""
        self.calling: list[tuple[str, dict[str, str]]] = []
        """The functions that are just being read, with the variables at their start."""

    def whole(self, text: str, given: Input = NO_INPUT) -> Ran:
        """Reads the script, and what it leaves to be run at its end."""
        ran = self.run(text, given)
        acts = [*ran.acts]
        done: set[str] = set()
        while self.traps and not self.walk.given_up:
            trap = self.traps.pop()
            if trap in done:
                continue
            done.add(trap)
            acts += self.branch(lambda trap=trap: self.run(trap)).acts
        return ran._replace(acts=tuple(acts))

    def run(self, text: str, given: Input = NO_INPUT) -> Ran:
        """Reads text with the variables and functions of this script: all of it, or what `eval` is given."""
        if self.walk.too_long(text):
            return Ran((unknown(TOO_LONG),))
        if words := plain_words(text):
            return call(self, words, text, given)
        tree = parsed(text)
        if tree is None:
            return Ran((unknown(f"the shell's grammar gives up on {shown(text, 60)!r}"),))
        ran = self.block(tree.root_node.children, given)
        if tree.root_node.has_error:
            ran = ran._replace(acts=(*ran.acts, unknown(f"the shell's grammar cannot read {shown(text, 60)!r}")))
        return ran

    # -- statements ----------------------------------------------------------------------------------------

    def block(self, nodes: Iterable[Node], given: Input) -> Ran:
        """Statements one after the other."""
        acts: list[Act] = []
        printed: str | None = ""
        last = Ran(succeeds=True)
        for node in nodes:
            if not node.is_named or node.type in _SKIPPED:
                continue
            if node.type != "command" and _in_background(node):
                last = self._aside(node, given)._replace(succeeds=True)
            else:
                last = self.statement(node, given)
                if last.ends and _in_background(node):
                    last = last._replace(ends=False)
            acts += last.acts
            printed = None if printed is None or last.printed is None else printed + last.printed
            if last.ends or self.walk.given_up:
                break
        return Ran(tuple(acts), printed, last.succeeds, last.ends)

    def statement(self, node: Node, given: Input = NO_INPUT) -> Ran:
        """One statement of any kind."""
        if self.walk.spent():
            return Ran((unknown(f"more than {MAX_STEPS:,} statements"),), ends=True)
        self.walk.depth += 1
        try:
            if self.walk.depth > MAX_DEPTH:
                return Ran((unknown("blocks inside blocks beyond what is read"),))
            return self._statement(node, given)
        finally:
            self.walk.depth -= 1

    def _statement(self, node: Node, given: Input) -> Ran:  # noqa: PLR0912 - one case for each kind of statement
        match node.type:
            case "command":
                return command(self, node, given)
            case "list":
                return self._list(node, given)
            case "pipeline":
                return self.pipeline([c for c in node.children if c.is_named], given)
            case "redirected_statement":
                return redirected(self, node, given)
            case "negated_command":
                ran = self.block(node.children, given)
                return ran._replace(succeeds=None if ran.succeeds is None else not ran.succeeds)
            case "compound_statement" if text_of(node.children[0]) == "((":
                return self._collected(lambda: [self._substitute(inner) for inner in substitutions(node)])
            case "compound_statement" | "program":
                return self.block(node.children, given)
            case "subshell":
                return self._aside(node, given)
            case "variable_assignment":
                return self._collected(lambda: assign(self, node))
            case "variable_assignments":
                return self._collected(lambda: [assign(self, child) for child in node.named_children])
            case "declaration_command" | "unset_command":
                return self._collected(lambda: declare(self, node))
            case "function_definition":
                name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
                if name is not None and body is not None:
                    self.functions[text_of(name)] = body
                return Ran(succeeds=True, printed="")
            case "test_command":
                return self._collected(lambda: [self._substitute(inner) for inner in substitutions(node)])
            case "if_statement":
                return self._if(node, given)
            case "case_statement":
                return self._maybe(node, given)
            case _ if node.type in _LOOPS:
                return self._loop(node, given)
            case "comment":
                return Ran(succeeds=True, printed="")
            case _:
                return self._rest(node, given)

    def _aside(self, node: Node, given: Input) -> Ran:
        """What runs in a shell of its own: `( … )`, or behind `&`. It ends nothing here and sets nothing."""
        kept = self.variables.kept()
        ran = self.block(node.children, given) if node.type == "subshell" else self.statement(node, given)
        self.variables.restore(kept)
        return ran._replace(ends=False)

    def _rest(self, node: Node, given: Input) -> Ran:
        """What no case above knows: each statement inside counts, and what is no statement is not known."""
        acts = [*self.block(node.children, given).acts] if node.child_count else []
        if node.type in ("ERROR", "arithmetic_expansion"):
            return Ran(tuple(acts))
        return Ran((*acts, unknown(shown(text_of(node)))))

    def _list(self, node: Node, given: Input) -> Ran:
        left, operator, right = node.children[0], text_of(node.children[1]), node.children[-1]
        first = self.statement(left, given)
        if first.ends or (operator == "&&" and first.succeeds is False) or (operator == "||" and first.succeeds):
            return first
        surely = first.succeeds is not None
        second = self.branch(lambda: self.statement(right, given)) if not surely else self.statement(right, given)
        printed = None if first.printed is None or second.printed is None else first.printed + second.printed
        acts = (*first.acts, *second.acts)
        if surely:
            return Ran(acts, printed, second.succeeds, second.ends)
        both = second.succeeds is (operator == "||")
        return Ran(acts, None, second.succeeds if both and second.succeeds is not None else None)

    def _if(self, node: Node, given: Input) -> Ran:
        """A conditional: a condition that is known decides which branch is read."""
        conditions = node.children_by_field_name("condition")
        tested = self.block(conditions, given)
        if tested.succeeds is None or tested.ends:
            return self._maybe(node, given)
        if tested.succeeds:
            others = ("elif_clause", "else_clause")
            ran = self.block([c for c in node.named_children if c not in conditions and c.type not in others], given)
            return ran._replace(acts=(*tested.acts, *ran.acts), printed=None)
        clauses = [c for c in node.named_children if c.type in ("elif_clause", "else_clause")]
        acts = [
            act for clause in clauses for act in self.branch(lambda clause=clause: self._clause(clause, given)).acts
        ]
        return Ran((*tested.acts, *acts))

    def _maybe(self, node: Node, given: Input) -> Ran:
        """A conditional: what each branch does."""
        acts: list[Act] = []
        for child in node.named_children:
            if child.type in ("case_item", "else_clause", "elif_clause"):
                acts += self.branch(lambda child=child: self._clause(child, given)).acts
            elif node.type == "case_statement":  # the word that is compared
                self.words.value(child)
                acts += self.taken()
            else:
                acts += self.branch(lambda child=child: self.statement(child, given)).acts
        return Ran(tuple(acts))

    def _clause(self, node: Node, given: Input) -> Ran:
        values = node.children_by_field_name("value") if node.type == "case_item" else []
        for value in values:
            self.words.value(value)
        tested = self.taken()
        ran = self.block([c for c in node.named_children if c not in values], given)
        return ran._replace(acts=(*tested, *ran.acts))

    def _loop(self, node: Node, given: Input) -> Ran:
        """A loop: its body once for each word that is known, else for a first turn and a later one."""
        body = node.child_by_field_name("body")
        variable = node.child_by_field_name("variable")
        if body is None:
            return self._rest(node, given)
        words: list[str] = []
        acts: list[Act] = []
        tests: list[Node] = []
        if variable is not None and node.type == "for_statement":
            for child in node.children_by_field_name("value"):
                words += self.words.split(child)
            acts += self.taken()
        elif node.type == "c_style_for_statement":
            acts += self._collected(lambda: [self._substitute(inner) for inner in substitutions(node, body)]).acts
        else:
            tests = [child for child in node.named_children if child != body]
        name = text_of(variable) if variable is not None else ""
        known = bool(words) and len(words) <= MAX_TURNS and not any(EXPANDED in word or "*" in word for word in words)
        for word in words if known else [None, None]:
            before = self.variables.kept()
            if name:
                self.variables.forget(name) if word is None else self.variables.put(name, word)
            turn = [act for test in tests for act in self.branch(lambda test=test: self.statement(test, given)).acts]
            turn += self.branch(lambda: self.block(body.children, given)).acts
            acts += turn if word is not None or not acts else [act for act in turn if act not in acts]
            if self.walk.given_up or (word is None and not self.variables.changed_since(before)):
                break
        if name:
            self.variables.forget(name)
        return Ran(tuple(acts))

    def pipeline(self, stages: Sequence[Node], given: Input) -> Ran:
        """Commands whose output is the input of the next one."""
        acts: list[Act] = []
        ran = Ran()
        for i, stage in enumerate(stages):
            ran = self.statement(stage, given)
            acts += ran.acts
            if self.walk.given_up:
                break
            if i + 1 < len(stages):
                given = Input(ran.printed, True, ran.fetched_by or given.fetched_by, tuple(acts))
        return Ran(tuple(acts), ran.printed, ran.succeeds)

    # -- parts ---------------------------------------------------------------------------------------------

    def branch(self, read: Callable[[], Ran]) -> Ran:
        """What may run or not, once or often: it ends nothing, and what it sets is not known afterwards."""
        certain, before = self.certain, self.variables.kept()
        self.certain = False
        try:
            ran = read()
        finally:
            self.certain = certain
        self.variables.doubt_since(before)
        return ran._replace(ends=False, succeeds=None, printed=None)

    def _collected(self, read: Callable[[], object]) -> Ran:
        """The acts of the substitutions that reading words meets."""
        read()
        return Ran(self.taken(), "")

    def taken(self) -> tuple[Act, ...]:
        taken = tuple(self.inner)
        self.inner.clear()
        return taken

    def _substitute(self, node: Node) -> str | None:
        outer, self.inner = self.inner, []
        kept = self.variables.kept()
        ran = self.block(node.children, NO_INPUT)
        self.variables.restore(kept)
        self.inner = [*outer, *ran.acts]
        if node.type == "command_substitution":
            return ran.printed
        if ran.printed is not None:
            self.walk.pipes[EXPANDED + text_of(node)] = ran.printed
        return None


def _in_background(node: Node) -> bool:
    """Whether `&` follows a statement."""
    following = node.next_sibling
    return following is not None and following.type == "&"
