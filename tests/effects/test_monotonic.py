"""More commands and more words never make a step milder, and no command makes the reader crash."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.effects import Effect, Resources, effect_of, effect_of_command
from planproof.effects.lattice import rank_of_kind, rank_of_undo
from planproof.model.plan import Command, Plan, Task
from tests.strategies import sentences
from tests.support import examples

COMMANDS = (
    "ls -l /srv",
    "kubectl get pods -n prod",
    "kubectl -n prod scale deployment/web --replicas=3",
    "kubectl delete pvc data-0",
    "psql -d shop -c 'select count(*) from orders'",
    "psql -d shop -c 'TRUNCATE orders'",
    "pg_dump shop > /backup/shop.sql",
    "systemctl restart nginx",
    "git commit -am done",
    "git reset --hard",
    "aws s3 rm s3://bucket --recursive",
    "terraform plan",
    "./unknown.sh",
    "rm -rf /tmp/build",
    "helm upgrade web ./chart",
    "redis-cli FLUSHALL",
    "echo done",
    "true",
)
TOKENS = (
    *(
        "ls",
        "rm",
        "-rf",
        "/",
        "$X",
        "$(",
        ")",
        "`",
        "'",
        '"',
        "|",
        "||",
        "&&",
        ";",
        "&",
        "\n",
        "<<EOF",
        "EOF",
        "<(",
        "{",
    ),
    *(
        "}",
        "(",
        "if",
        "then",
        "fi",
        "for i in a b; do",
        "done",
        "case x in",
        "esac",
        "f()",
        "f",
        "sudo",
        "env",
        "xargs",
    ),
    *(
        "sh -c",
        "eval",
        "find . -exec",
        "{} \\;",
        "> f",
        ">> f",
        "2>&1",
        "<<<",
        "#",
        "\\",
        "*",
        "[",
        "]]",
        "=",
        "A=1",
        "!",
    ),
    *(
        "kubectl",
        "delete",
        "psql -c",
        "DROP TABLE t",
        "docker run",
        "ssh h",
        "git",
        "--",
        "-",
        "\0",
        "\ud800",
        "é",
        " ",
    ),
)


def effect(commands: list[str], **fields: object) -> Effect:
    task = Task.model_validate({"id": "t", "commands": commands, **fields})
    return effect_of(task, Resources(Plan(id="p", tasks=(task,))))


@settings(max_examples=examples(300, 5_000))
@given(st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=3), st.sampled_from(COMMANDS), st.integers(0, 3))
def test_another_command_never_lowers_what_commands_do(runs: list[str], added: str, at: int) -> None:
    fewer = [effect_of_command(Command(run=run)) for run in runs]
    more = [*runs[:at], added, *runs[at:]]
    before, after = effect(runs), effect(more)
    assert rank_of_undo(after.reversibility) >= rank_of_undo(before.reversibility)
    assert rank_of_kind(after.kind) >= rank_of_kind(before.kind)
    assert {*before.hazards} <= {*after.hazards}
    assert {*before.not_understood} <= {*after.not_understood}
    assert before.opaque <= after.opaque
    assert len(effect_of_command(Command(run="\n".join(more))).acts) >= sum(len(e.acts) for e in fewer)


@settings(max_examples=examples(300, 5_000))
@given(st.lists(st.sampled_from(COMMANDS), max_size=2), sentences(), st.sampled_from(("description", "action")))
def test_a_sentence_never_lowers_anything(runs: list[str], sentence: str, field: str) -> None:
    plain, told = effect(runs, **{field: "move"}), effect(runs, **{field: f"move {sentence}"})
    if told.kind != "unknown":
        assert rank_of_kind(told.kind) >= rank_of_kind(plain.kind)
        assert rank_of_undo(told.reversibility) >= rank_of_undo(plain.reversibility)
    assert told.opaque >= plain.opaque
    assert told.hazards == plain.hazards


@settings(max_examples=examples(1_500, 60_000))
@given(st.lists(st.sampled_from(TOKENS) | st.text(max_size=4), max_size=14).map(" ".join))
def test_no_text_makes_the_reader_of_commands_crash(text: str) -> None:
    found = effect_of_command(Command.model_construct(run=text, shell="sh", dialect=None, on=None))
    assert found.kind
    assert found.reversibility


def test_what_would_take_forever_is_given_up() -> None:
    bombs = (
        "for i in a b c d e; do " * 12 + "cat $i;" + "done;" * 12,
        "".join(f"f{i}(){{ f{i + 1}; f{i + 1}; }};" for i in range(40)) + "f40(){ ls; }; f0",
        "cat <<E\n" + "$(ls) " * 12_000 + "\nE",
        ")(" * 30_000,
        "<" * 50_000,
        "eval " * 19_000 + "ls",
    )
    for bomb in bombs:
        assert effect_of_command(Command.model_construct(run=bomb, shell="sh", dialect=None, on=None)).kind == "unknown"
