"""Which programs a command starts: against commands whose programs are known because they were built from them."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.effects.shell.programs import Programs, programs_of
from tests.support import examples

KNOWN = [
    ("psql -c 'select 1'", ("psql",)),
    ("/usr/local/bin/terraform apply", ("terraform",)),
    ("./scripts/promote.sh now", ("promote.sh",)),
    ("a | b && c || d ; e & f", ("a", "b", "c", "d", "e", "f")),
    ("a\nb\r\nc", ("a", "b", "c")),
    ("a \\\n  b", ("a",)),
    ("a # | b", ("a",)),
    ("a '# | b'", ("a",)),
    ("PGPASSWORD='x y' psql", ("psql",)),
    ("A=$(b) c", ("b", "c")),
    ("A=1", ()),
    ("a > b 2>&1 < c >> d &> e", ("a",)),
    ("> out a", ("a",)),
    ('a <<< "$(b)"', ("b", "a")),
    ('a $(b `c`) "$(d "$(e)")"', ("c", "b", "e", "d", "a")),
    ("a '$(b)'", ("a",)),
    ("a \\$(b", None),
    ('a "\\$(b)"', ("a",)),
    ("diff <(curl x) <(wget y)", ("curl", "wget", "diff")),
    ("echo $(( 1 + $(wc -l) ))", ("wc", "echo")),
    ("echo $((a); (b))", None),
    ("! a", ("a",)),
    ("{ a; b; }", ("a", "b")),
    ("(cd x && make)", ("cd", "make")),
    ("if a; then b; elif c; then d; else e; fi", ("a", "b", "c", "d", "e")),
    ("while test -f x; do sleep 5; done", ("test", "sleep")),
    ("for i in $(a); do b $i; done", ("a", "b")),
    ("for ((i=0; i<3; i++)); do a; done", ("a",)),
    ("case x in y) a;; esac", ("a",)),
    ("f() { a; }; f", ("a",)),
    ("[ -f x ] && a", ("a",)),
    ("[[ -f x ]] && a", ("a",)),
    ("[[ -f x && -f y ]]", ()),
    ("sudo a", ("sudo", "a")),
    ("sudo -nu postgres a", ("sudo", "a")),
    ("sudo -u postgres -- a", ("sudo", "a")),
    ("sudo --user=postgres PGHOST=h a", ("sudo", "a")),
    ("sudo -l", ("sudo",)),
    ("sudo su - postgres -c 'a'", ("sudo", "su", "a")),
    ("env -i -u B A=1 a", ("env", "a")),
    ("/usr/bin/env python3 x.py", ("env", "python3")),
    ("env -S 'a b'", ("env", "a")),
    ("timeout -k 5 10m a", ("timeout", "a")),
    ("nice -n 10 nohup a", ("nice", "nohup", "a")),
    ("time -p a", ("time", "a")),
    ("command -v a", ("command",)),
    ("command a", ("command", "a")),
    ("exec a", ("exec", "a")),
    ("exec 3>&1", ("exec",)),
    ("a | xargs -r -n1 -P 4 b -x", ("a", "xargs", "b")),
    ("a | xargs -I {} sh -c 'b {} && c'", ("a", "xargs", "b", "c")),
    ("xargs", ("xargs",)),
    ("find . -name x -exec a {} \\;", ("find", "a")),
    ("find . -exec", ("find",)),
    ("sh -c 'a | b'", ("a", "b")),
    ("bash -euo pipefail -c 'a'", ("a",)),
    ("bash -x deploy.sh now", ("deploy.sh",)),
    ("curl x | bash", None),
    ("bash --login", ()),
    ("source env.sh && a", ("env.sh", "a")),
    ("ssh -p 22 -o A=b host", ("ssh",)),
    ("ssh host a '|' b", ("ssh", "a", "b")),
    ("ssh host 'sudo sh -c \"(a; b) > c\"'", ("ssh", "sudo", "a", "b")),
    ('ssh host "a $x"', ("ssh", "a")),
    ('ssh host "$x"', None),
    ("watch -n 5 'a | b'", ("watch", "a", "b")),
    ("systemd-run --on-active=15m --unit=u /usr/sbin/a", ("systemd-run", "a")),
    ("$TOOL apply", None),
    ('"$TOOL" apply', None),
    ("$(which a) b", None),
    ("eval a", ("a",)),
    ('eval "a $x"', None),
    ("./*.sh", None),
    ("'if' x", ("if",)),
    ('"" x', None),
    ("a 'b", None),
    ('a "b', None),
    ("a `b", None),
    ("a $(b", None),
    ("a )", None),
    ("a >", None),
    ("a ${x:-y} $? $1", ("a",)),
    ("a ${x:-$(b)}", ("b", "a")),
    ("a $'\\n'", ("a",)),
    ("kubectl apply -f - <<EOF\n$x | b\nEOF\nc", ("kubectl", "c")),
    ("cat <<'E' | a\n$(b)\nE", ("cat", "a")),
    ("cat <<E\n$(b)\nE", ("b", "cat")),
    ("cat <<-E\n\tb\n\tE\na", ("cat", "a")),
    ("cat <<E\nb", None),
    ("source", ()),
    (". ./env.sh", ("env.sh",)),
    ("sh -c", ()),
    ("> $(a) b", ("a", "b")),
    ("a > $(b)", ("b", "a")),
    ("a $(b # c)", None),
    ("sudo -$FLAGS a", None),
    ("a >>(b)", None),
    ("a >>> b", None),
    ("", ()),
    ("  ", ()),
    ("a;", ("a",)),
    ("kubectl exec pod -- psql -c 'x'", ("kubectl",)),
    ("a " + "x" * 100_000, None),
    ("$(" * 500, None),
    ('a "' + '$("' * 500, None),
    ("sh -c " * 20 + "a", None),
]


def known(text: str, shell: str = "sh") -> tuple[str, ...] | None:
    """The programs where all of them are known."""
    names, sure = programs_of(text, shell)
    return names if sure else None


@pytest.mark.parametrize(("run", "expected"), KNOWN, ids=[run[:40] for run, _ in KNOWN])
def test_known_commands(run: str, expected: tuple[str, ...] | None) -> None:
    assert known(run) == expected


@pytest.mark.parametrize(("shell", "expected"), [("sql", ()), ("powershell", None)])
def test_other_languages(shell: Literal["sql", "powershell"], expected: tuple[str, ...] | None) -> None:
    assert known("drop table users", shell) == expected


def test_what_is_known_before_it_becomes_uncertain_is_kept() -> None:
    found = programs_of("netlify deploy; $x; terraform apply")
    assert found == Programs(("netlify", "terraform"), sure=False)


class Builder:
    """Builds lines of shell together with the programs they start, in the order of their text."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def line(self, depth: int) -> tuple[str, list[str]]:
        """A list of commands."""
        parts, names = self.command(depth)
        for _ in range(self.rng.randint(0, 2)):
            text, more = self.command(depth)
            parts += self.rng.choice((" | ", " && ", " || ", "; ", "\n", " |& ", "&&")) + text
            names += more
        return parts, names

    def command(self, depth: int) -> tuple[str, list[str]]:
        """A simple command, or one in a block, a loop, a subshell or a wrapper."""
        kind = self.rng.randrange(10) if depth else 9
        if kind == 0:
            text, names = self.line(depth - 1)
            return self.rng.choice(("( %s)", "{ %s; }", "{ %s\n}")) % text, names  # `((` begins a sum
        if kind == 1:
            (head, first), (body, second) = self.line(depth - 1), self.line(depth - 1)
            form = self.rng.choice(("if %s; then %s; fi", "while %s\ndo %s\ndone", "until %s; do %s; done"))
            return form % (head, body), first + second
        if kind == 2:
            text, names = self.line(depth - 1)
            shell = self.rng.choice(("sh -c ", "/bin/bash -ec ", "dash -c "))
            return shell + self.quoted(text), names
        if kind == 3:
            text, names = self.line(depth - 1)
            return f"ssh -p 22 host {self.quoted(text)}", ["ssh", *names]
        if kind == 4:
            text, names = self.simple(depth)
            wrapper = self.rng.choice(("sudo -n -u root", "env A=1", "nohup", "timeout -k 1 5s", "xargs -r -n 1"))
            return f"{wrapper} {text}", [*names[:-1], wrapper.split()[0], names[-1]]
        return self.simple(depth)

    def simple(self, depth: int) -> tuple[str, list[str]]:
        """A program with arguments, assignments in front and redirections behind."""
        name = self.rng.choice(("psql", "kubectl", "a.sh", "x-y", "gzip"))
        words: list[str] = [self.rng.choice(("", "", "/usr/bin/", "./")) + name]
        names: list[str] = []
        for _ in range(self.rng.randint(0, 3)):
            text, more = self.argument(depth)
            words.append(text)
            names += more
        if self.rng.random() < 0.2:
            words.append(self.rng.choice(("> out", "2>&1", ">>'a b'", "< in", "2>/dev/null", "&> log")))
        return " ".join(words), [*names, name]

    def argument(self, depth: int) -> tuple[str, list[str]]:
        """A word, which may hold a substitution."""
        if depth and self.rng.random() < 0.3:
            text, names = self.line(depth - 1)
            if "`" in text or self.rng.random() < 0.7:
                form = self.rng.choice(("$(%s)", '"$(%s)"', '"x $(%s) y"', "<(%s)"))
                return form % (f" {text}" if text.startswith("(") else text), names  # `$((` begins a sum
            if "\\" not in text and "$" not in text:
                return f"`{text}`", names
        plain = ("-x", "--flag=v", "'a | b; $(c)'", '"d && e"', "f\\;g", "$HOME", '"$1"', "${V}", "@", "*.txt", "h#i")
        return self.rng.choice(plain), []

    def quoted(self, text: str) -> str:
        """The text as one word."""
        return "'" + text.replace("'", "'\\''") + "'"


@settings(max_examples=examples(400, 20_000))
@given(st.integers(0, 2**32 - 1), st.integers(0, 3))
def test_built_lines_start_what_they_were_built_from(seed: int, depth: int) -> None:
    text, names = Builder(Random(seed)).line(depth)
    assert known(text) == tuple(dict.fromkeys(names)), text


@given(st.text(max_size=60) | st.text("$(){}'\"`\\|&;<> a\n=-", max_size=60))
@settings(max_examples=examples(300, 20_000))
def test_any_text_gets_an_answer(text: str) -> None:
    assert all(programs_of(text).names)
