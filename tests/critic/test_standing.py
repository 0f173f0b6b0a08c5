"""Claims across revisions: none is lost by a new name, and none stays that the new plan refutes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from planproof.critic.claims import Claim, marked
from planproof.critic.standing import standing
from planproof.decide import decide
from planproof.gates.analysis import Analysis
from planproof.model.plan import Command, Dependency, Plan, Rollback, Task

DROP = Task(id="drop", action="drop", target="users", effect="destroy", destroys=("users",))
BACKUP = Task(id="backup", action="copy", target="users", effect="create", reads=("users",), produces=())
OLD = Plan(id="p", execution="dag", tasks=(BACKUP, DROP))
NO_WAY_BACK = marked(Claim(predicate="no_rollback", tasks=("drop",)), OLD)
TOO_EARLY = marked(Claim(predicate="runs_before", tasks=("drop", "backup")), OLD)


def named(task: Task, name: str, **more: object) -> Task:
    return task.model_copy(update={"id": name, **more})


def outcomes(claim: Claim, *tasks: Task) -> list[tuple[tuple[str, ...], str | None, bool]]:
    new = Analysis(Plan(id="p", execution="dag", tasks=tasks))
    return [(s.claim.tasks, s.finding.outcome, s.stands) for s in standing([claim], new)]


def test_a_claim_stands_until_the_plan_refutes_it() -> None:
    assert outcomes(NO_WAY_BACK, BACKUP, DROP) == [(("drop",), "confirmed", True)]
    mended = DROP.model_copy(update={"rollback": Rollback(action="load the copy of the table again")})
    assert outcomes(NO_WAY_BACK, BACKUP, mended) == [(("drop",), "refuted", False)]


def test_edges_count_as_change() -> None:
    edge = (Dependency(from_task="backup", to_task="drop"),)
    ordered = Analysis(OLD.model_copy(update={"dependencies": edge}))
    (stood,) = standing([TOO_EARLY], ordered)
    assert (stood.finding.outcome, stood.stands) == ("refuted", False)


def test_a_new_name_hides_no_step() -> None:
    assert outcomes(NO_WAY_BACK, BACKUP, named(DROP, "tidy")) == [(("tidy",), "confirmed", True)]
    (again,) = standing([NO_WAY_BACK], Analysis(Plan(id="p", tasks=(named(DROP, "tidy"),))))
    assert outcomes(again.claim, named(DROP, "sweep")) == [(("sweep",), "confirmed", True)]


def test_neither_does_another_step_of_the_old_name() -> None:
    found = outcomes(NO_WAY_BACK, named(BACKUP, "drop"), named(DROP, "tidy"))
    assert (("tidy",), "confirmed", True) in found


def test_a_command_in_common_is_enough() -> None:
    runs = Task(id="a", action="run", target="x", commands=(Command(run="dropdb shop"),))
    claim = marked(Claim(predicate="no_rollback", tasks=("a",)), Plan(id="p", tasks=(runs,)))
    assert outcomes(claim, named(runs, "b", action="tidy", target="y")) == [(("b",), "confirmed", True)]


def test_what_is_gone_is_shown_and_stops_nothing() -> None:
    new = Analysis(Plan(id="p", tasks=(BACKUP,)))
    (stood,) = standing([NO_WAY_BACK], new)
    assert (stood.gone, stood.stands, stood.finding.severity) == (True, True, "warning")
    assert decide([stood.finding], "strict").acknowledged
    (back,) = standing([stood.claim], Analysis(OLD))
    assert back.finding.outcome == "confirmed"


def test_a_claim_on_two_steps_of_which_one_is_the_likeness_of_both() -> None:
    (stood,) = standing([TOO_EARLY], Analysis(Plan(id="p", tasks=(DROP,))))
    assert (stood.gone, stood.claim.tasks) == (True, ("drop", "backup"))


@given(st.permutations([NO_WAY_BACK, TOO_EARLY, marked(Claim(predicate="risk", tasks=("drop",), text="x"), OLD)]))
def test_order_and_repetition_change_nothing(claims: list[Claim]) -> None:
    assert standing([*claims, *claims], Analysis(OLD)) == standing(sorted(claims, key=lambda c: c.key), Analysis(OLD))
