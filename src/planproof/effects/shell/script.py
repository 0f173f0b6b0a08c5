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
from planproof.effects.shell.grammar import lost, parsed
from planproof.effects.shell.ran import MAX_DEPTH, MAX_STEPS, NO_INPUT, Input, Ran
from planproof.effects.shell.redirect import goes_to_file, redirect, redirected, written
from planproof.effects.shell.words import Words, substitutions, text_of
from planproof.effects.tools.call import EXPANDED, Call, shown

if TYPE_CHECKING:
    from planproof.effects.shell.walk import Walk

TOO_LONG: Final = "scripts of more characters than are read"
MAX_VALUE: Final = 20_000
"""Characters of a variable that are kept."""
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
        self.variables: dict[str, str] = {str(i): word for i, word in enumerate(arguments, 1)}
        self.functions: dict[str, Node] = {}
        self.words: Words = Words(self.variables, self._substitute)
        self._inner: list[Act] = []
        """Acts of substitutions in the words that are just being made."""
        self._certain: bool = True
        """Whether what is read now runs exactly once: no branch, loop or function around it."""
        self._calling: list[str] = []

    def run(self, text: str) -> Ran:
        if self.walk.too_long(text):
            return Ran((unknown(TOO_LONG),))
        if words := plain_words(text):
            return self.call(words, text, NO_INPUT)
        tree = parsed(text)
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
        for child in node.named_children:
            if child.type in ("case_item", "else_clause", "elif_clause"):
                acts += self._branch(lambda child=child: self._clause(child, given)).acts
            elif node.type == "case_statement":  # the word that is compared
                self.words.value(child)
                acts += self.taken()
            else:
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
        for child in node.children:
            if child.type == "variable_assignment":
                self._assignment(child)  # for what runs in its value
            elif child.type == "herestring_redirect":
                given = self.herestring(child)
            elif child.type == "command_name":
                argv += self.words.split(child.children[0]) if child.child_count == 1 else [self.words.value(child)]
            elif child.type == "file_redirect":
                given, behind = redirect(self, child, given, files, redirects)
                more = (*more, *behind)
            elif child.type != "comment":
                argv += self.words.split(child)
        argv += lost(node)
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
        acts = tuple(act._replace(fed_by=act.fed_by or fetched) for act in ran.acts) if fetched else ran.acts
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

    def herestring(self, node: Node) -> Input:
        """What `<<< word` feeds."""
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
