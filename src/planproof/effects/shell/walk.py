"""Walk: the acts of a shell script, along every path that it may take.

Branches and loop bodies all count, what provably never runs does not (`false && …`, behind `exit`). Functions are read
where they are called. What the grammar cannot read is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import tree_sitter_bash
from tree_sitter import Language, Node, Parser, Tree

from planproof.effects.act import Act, unknown
from planproof.effects.context import Context
from planproof.effects.shell.ran import NO_INPUT, Input, Ran
from planproof.effects.shell.redirect import DOCUMENT_STARTS, goes_to_file, redirect, redirected, written
from planproof.effects.shell.words import Words, decoded, encoded, substitutions, text_of
from planproof.effects.tools.call import EXPANDED, Call, shown

MAX_SCRIPT: Final = 200_000
"""Characters that are read of a command and of all scripts that it starts."""
MAX_STEPS: Final = 5_000
"""Statements that are read of one command before the rest is unknown: loops inside loops, functions that call others."""
MAX_VALUE: Final = 20_000
"""Characters of a variable that are kept."""
MAX_DEPTH: Final = 60
"""Scripts, functions and blocks inside each other."""
MAX_TURNS: Final = 20
"""Words of a `for` whose turns are read one by one; over more, the variable is unknown."""


Start = Callable[[Call, "Walk"], Ran]
"""Reads one start of a program."""


class Walk:
    """Reads one command with all scripts that it starts.

    Args:
        start: reads the start of a program: the built-ins, wrappers and tools.
        context: what the plan brings along.
    """

    def __init__(self, start: Start, context: Context) -> None:
        self.context: Context = context
        self._start: Start = start
        self._steps: int = 0
        self._characters: int = 0
        self.depth: int = 0

    def script(self, text: str, *, within: str = "", arguments: Sequence[str] = ()) -> Ran:
        """Reads a text as the shell does."""
        self._characters += len(text)
        if self._characters > MAX_SCRIPT:
            return Ran((unknown(f"scripts of more than {MAX_SCRIPT:,} characters"),))
        if self.depth >= MAX_DEPTH:
            return Ran((unknown("commands inside commands beyond what is read"),))
        self.depth += 1
        try:
            return Script(self, within, arguments).run(text)
        finally:
            self.depth -= 1

    def start(self, call: Call) -> Ran:
        """Reads one start of a program."""
        if self.depth >= MAX_DEPTH:
            return Ran((unknown("commands inside commands beyond what is read"),))
        self.depth += 1
        try:
            return self._start(call, self)
        finally:
            self.depth -= 1

    def spent(self) -> bool:
        """Counts a statement; whether there have been too many."""
        self._steps += 1
        return self._steps > MAX_STEPS

    @property
    def given_up(self) -> bool:
        """Whether the rest of the command is not read any more."""
        return self._steps > MAX_STEPS


def _lost(node: Node) -> list[str]:
    """Words that the grammar drops between a command and its here-document: the `-` of `apply -f - <<EOF`."""
    following, whole = node.next_sibling, node.parent
    if following is None or whole is None or whole.text is None or following.type != "heredoc_redirect":
        return []
    between = whole.text[node.end_byte - whole.start_byte : following.start_byte - whole.start_byte]
    return decoded(between).split()


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


def _parsed(text: str) -> Tree | None:
    """The tree of a script; None where the grammar would take seconds.

    Its recovery from errors is quadratic, as is a here-document full of substitutions: 10,000 characters of `)(` take
    0.9 s, 30,000 of `$(ls)` as much. So a long text is looked at in pieces first, and one that is no script is left.
    """
    if "<<" in text and text.count("$") + text.count("`") > _MAX_EXPANSIONS:
        return None
    source = encoded(text)
    if len(source) > 2 * _PIECE:
        for start in range(0, len(source), _PIECE):
            if _errors(_parser().parse(source[start : start + _PIECE])) > _MAX_ERRORS:
                return None
    return _parser().parse(source)


_MAX_EXPANSIONS: Final = 1_000
_PIECE: Final = 4_000
"""Bytes of a piece."""
_MAX_ERRORS: Final = 100
"""Errors in one piece; those at its edges are a few."""


def _errors(tree: Tree) -> int:
    """Places that the grammar skipped."""
    count = 0
    waiting = [tree.root_node] if tree.root_node.has_error else []
    while waiting and count <= _MAX_ERRORS:
        node = waiting.pop()
        count += node.child_count if node.is_error else node.is_missing
        waiting += [child for child in node.children if child.has_error or child.is_error or child.is_missing]
    return count


_LOOPS: Final = frozenset({"while_statement", "for_statement", "c_style_for_statement", "until_statement"})
_DOCUMENT: Final = re.compile(r"(<<-?[ \t]*['\"]?\w+['\"]?[^\n]{0,300}\n)(?=\\)")
"""A here-document that starts with a backslash, whose first line the grammar takes for arguments."""
_SKIPPED: Final = frozenset({"comment", "heredoc_start", "heredoc_end", "heredoc_content"})


class Script:
    """One text that a shell reads: its variables and functions."""

    def __init__(self, walk: Walk, within: str, arguments: Sequence[str] = ()) -> None:
        self.walk: Walk = walk
        self.within: str = within
        self.variables: dict[str, str] = {str(i): word for i, word in enumerate(arguments, 1)}
        self.functions: dict[str, Node] = {}
        self.words: Words = Words(self.variables, self._substitute)
        self._inner: list[Act] = []
        """Acts of substitutions in the words that are just being made."""
        self._certain: bool = True
        """Whether what is read now runs exactly once: no branch, loop or function around it."""
        self._calling: list[str] = []

    def run(self, text: str) -> Ran:
        tree = _parsed(_DOCUMENT.sub(rf"\1{DOCUMENT_STARTS}", text.replace(EXPANDED, "")))
        if tree is None:
            return Ran((unknown(f"the shell's grammar gives up on {shown(text, 60)!r}"),))
        ran = self.block(tree.root_node.children, NO_INPUT)
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
            last = self.statement(node, given)
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
                return self.command(node, given)
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
                kept = dict(self.variables)
                ran = self.block(node.children, given)
                self.variables.clear()
                self.variables.update(kept)
                return ran._replace(ends=False)
            case "variable_assignment":
                return self._collected(lambda: self._assign(node))
            case "variable_assignments":
                return self._collected(lambda: [self._assign(child) for child in node.named_children])
            case "declaration_command" | "unset_command":
                return self._collected(lambda: self._declare(node))
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
        second = self._branch(lambda: self.statement(right, given)) if not surely else self.statement(right, given)
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
            act for clause in clauses for act in self._branch(lambda clause=clause: self._clause(clause, given)).acts
        ]
        return Ran((*tested.acts, *acts))

    def _maybe(self, node: Node, given: Input) -> Ran:
        """A conditional: what each branch does."""
        acts: list[Act] = []
        words = {"case_statement": 1, "case_item": 0}
        skip = words.get(node.type, -1)
        for child in node.named_children:
            if node.type == "case_statement" and child.type != "case_item":
                self.words.value(child)
                acts += self.taken()
                continue
            if child.type in ("case_item", "else_clause", "elif_clause"):
                acts += self._branch(lambda child=child: self._clause(child, given)).acts
            elif skip < 0:
                acts += self._branch(lambda child=child: self.statement(child, given)).acts
        return Ran(tuple(acts))

    def _clause(self, node: Node, given: Input) -> Ran:
        values = set(node.children_by_field_name("value")) if node.type == "case_item" else set[Node]()
        return self.block([c for c in node.named_children if c not in values], given)

    def _loop(self, node: Node, given: Input) -> Ran:
        """A loop: its body once for each word that is known, else once for all turns."""
        body = node.child_by_field_name("body")
        variable = node.child_by_field_name("variable")
        if body is None:
            return self._rest(node, given)
        words: list[str] = []
        acts: list[Act] = []
        if variable is not None and node.type == "for_statement":
            for child in node.children_by_field_name("value"):
                words += self.words.split(child)
            acts += self.taken()
        elif node.type == "c_style_for_statement":
            acts += self._collected(lambda: [self._substitute(inner) for inner in substitutions(node, body)]).acts
        else:
            for child in node.named_children:
                if child != body:
                    acts += self._branch(lambda child=child: self.statement(child, given)).acts
        name = text_of(variable) if variable is not None else ""
        known = bool(words) and len(words) <= MAX_TURNS and not any(EXPANDED in word or "*" in word for word in words)
        for word in words if known else [f"{EXPANDED}${name}"]:
            if name:
                self.variables[name] = word
            ran = self._branch(lambda: self.block(body.children, given))
            acts += ran.acts
            if self.walk.given_up:
                break
        if name:
            self.variables[name] = f"{EXPANDED}${name}"
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

    # -- one command ---------------------------------------------------------------------------------------

    def command(self, node: Node, given: Input, more: Sequence[Node] = ()) -> Ran:
        """One simple command; `more` are words that stand behind its redirections."""
        argv: list[str] = []
        files: list[tuple[str, str]] = []
        redirects: list[Act] = []
        set_for_call: dict[str, str] = {}
        for child in node.children:
            if child.type == "variable_assignment":
                name, value = self._assignment(child)
                set_for_call[name] = value
            elif child.type == "herestring_redirect":
                given = self._herestring(child)
            elif child.type == "command_name":
                argv += self.words.split(child.children[0]) if child.child_count == 1 else [self.words.value(child)]
            elif child.type == "file_redirect":
                given, behind = redirect(self, child, given, files, redirects)
                more = (*more, *behind)
            elif child.type != "comment":
                argv += self.words.split(child)
        argv += _lost(node)
        for child in more:
            argv += self.words.split(child)
        inner = (*redirects, *self.taken())
        if not argv:
            return Ran((*inner, *written(files, Ran(printed=""))), "", True)
        ran = self.call(argv, " ".join((text_of(node), *map(text_of, more))), given)
        if files:
            printed = None if goes_to_file(files) else ran.printed
            ran = ran._replace(acts=(*ran.acts, *written(files, ran)), printed=printed)
        fetched = Ran(inner).fetched_by or given.fetched_by
        acts = tuple(replace(act, fed_by=act.fed_by or fetched) for act in ran.acts) if fetched else ran.acts
        return ran._replace(acts=(*inner, *acts))

    def call(self, argv: Sequence[str], text: str, given: Input) -> Ran:
        """One start of a program or a function of the script."""
        name = argv[0]
        body = self.functions.get(name)
        if body is not None:
            if name in self._calling:
                return Ran()
            self._calling.append(name)
            kept = {k: v for k, v in self.variables.items() if k.isdigit()}
            self.variables.update({str(i): word for i, word in enumerate(argv[1:], 1)})
            try:
                return self._branch(lambda: self.statement(body, given))
            finally:
                self._calling.pop()
                self.variables.update(kept)
        base = name.rpartition("/")[2] if EXPANDED not in name else name
        if base == "eval":
            code = " ".join(argv[1:])
            ran = self.run(code)
            return ran if EXPANDED not in code else ran._replace(acts=(*ran.acts, unknown(shown(text))))
        if base == "trap":
            # It runs when the script ends or is stopped, with the script's own functions and variables.
            return (
                self._branch(lambda: self.run(argv[1]))
                if len(argv) > 2 and argv[1] not in ("-", "-l", "-p")
                else Ran((), "")
            )
        start = Call(base, tuple(argv[1:]), text, given.text, given.fed, self.within, given.acts)
        ran = self.walk.start(start)
        return self._noted(base, argv, ran)

    def _noted(self, name: str, argv: Sequence[str], ran: Ran) -> Ran:
        """What a built-in does to the script itself."""
        if name in ("exit", "exec", "return", "logout") and (name != "exec" or len(argv) > 1):
            return ran._replace(ends=self._certain)
        if name in ("read", "mapfile", "readarray", "getopts", "let", "printf"):
            for word in argv[1:]:
                if word in self.variables:
                    self.variables[word] = f"{EXPANDED}${word}"
        return ran

    def _herestring(self, node: Node) -> Input:
        value = "".join(self.words.value(child) for child in node.named_children)
        return Input(None if EXPANDED in value else value + "\n", fed=True)

    # -- variables -----------------------------------------------------------------------------------------

    def _assign(self, node: Node) -> None:
        name, value = self._assignment(node)
        self.variables[name] = value if self._certain else f"{EXPANDED}${name}"

    def _assignment(self, node: Node) -> tuple[str, str]:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        named = text_of(name) if name is not None else text_of(node)
        if value is None:
            return named, ""
        made = self.words.value(value)
        whole = (
            name is not None and name.type == "variable_name" and value.type != "array" and "+=" not in text_of(node)
        )
        return named, made if whole and len(made) <= MAX_VALUE else f"{EXPANDED}${named}"

    def _declare(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "variable_assignment":
                self._assign(child)
            else:
                self.words.value(child)
                if node.type == "unset_command":
                    self.variables.pop(text_of(child), None)

    # -- parts ---------------------------------------------------------------------------------------------

    def _branch(self, read: Callable[[], Ran]) -> Ran:
        """What may run or not, once or often: it ends nothing, and what it sets is not known afterwards."""
        certain, before = self._certain, dict(self.variables)
        self._certain = False
        try:
            ran = read()
        finally:
            self._certain = certain
        for name in [n for n, value in self.variables.items() if before.get(n) != value]:
            self.variables[name] = f"{EXPANDED}${name}"
        return ran._replace(ends=False, succeeds=None, printed=None)

    def _collected(self, read: Callable[[], object]) -> Ran:
        """The acts of the substitutions that reading words meets."""
        read()
        return Ran(self.taken(), "")

    def taken(self) -> tuple[Act, ...]:
        taken = tuple(self._inner)
        self._inner.clear()
        return taken

    def _substitute(self, node: Node) -> str | None:
        outer, self._inner = self._inner, []
        kept = dict(self.variables)
        ran = self.block(node.children, NO_INPUT)
        self.variables.clear()
        self.variables.update(kept)
        self._inner = [*outer, *ran.acts]
        return ran.printed if node.type == "command_substitution" else None
