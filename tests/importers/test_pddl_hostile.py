"""Whatever the text is: an error by name or a result, and no line of a plan is lost."""

import re
from contextlib import suppress

from hypothesis import example, given
from hypothesis import strategies as st

from planproof.importers.pddl import Imported, PddlError, read_domain, read_plan, read_problem
from tests.importers.test_pddl_files import COURIER, ERRAND

WORDS = ["(", ")", "-", "?v", "not", "and", "either", "=", ":types", ":init", "9"]
PIECES = st.sampled_from([*WORDS, "\n", ";", " ", "\x00", "\ufeff", "\u212a"])


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text from which a stretch is cut, and into which something is put."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 20)))
    return text[:start] + draw(st.lists(PIECES, max_size=4).map("".join) | st.text(max_size=5)) + text[end:]


def errand(plan: str) -> Imported:
    return read_plan(read_domain(COURIER), read_problem(ERRAND), plan, plan_id="p")


@given(damaged(COURIER), damaged(ERRAND))
def test_a_damaged_file_is_read_or_refused(domain: str, problem: str) -> None:
    with suppress(PddlError):
        read_plan(read_domain(domain), read_problem(problem), "(drive lorry depot shop)", plan_id="p")


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_domain, read_problem):
        with suppress(PddlError):
            read(text)


LINES = st.lists(
    st.text(max_size=20) | damaged("(drive lorry depot shop)") | st.just("(return cart)") | st.just("; remark"),
    max_size=8,
)


@given(LINES)
@example(["(return\x0bcart)", "(return cart)\x85", "\u2028(return cart)", "(RETURN CA\u212aT)"])
def test_every_line_of_a_plan_is_a_step_or_a_note(lines: list[str]) -> None:
    text = "\n".join(lines)
    imported = errand(text)
    said = [line for line in re.split(r"\r\n|\r|\n", text) if line.split(";")[0].strip(" \t\f\v")]
    assert len(imported.plan.tasks) - 1 + len(imported.problems) == len(said)


@given(LINES)
def test_a_line_that_is_no_step_leaves_the_others_alone(lines: list[str]) -> None:
    lines = [line for line in lines if not re.search(r"[\r\n]", line)]
    read = errand("\n".join(lines))
    bad = {int(note.path.removeprefix("line ")) for note in read.problems}
    assert read.plan == errand("\n".join(line for k, line in enumerate(lines, 1) if k not in bad)).plan
