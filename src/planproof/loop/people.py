"""answer: what a person may answer to a question, and when it is too late."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from planproof.loop.events import Decided, Expired
from planproof.loop.log import Log
from planproof.loop.state import State
from planproof.model.errors import LoopError
from planproof.model.plan import Plan


def answer(log: Log, decided: Decided) -> None:
    """Records a person's answer.

    Args:
        log: the run, as it is recorded now.
        decided: the answer.

    Raises:
        LoopError: it is no answer to a question that is open, and says why.
        Conflict: somebody answered at the same time, and was first.
    """
    check(log.state, decided)
    if not in_time(log.state, decided.at):
        log.append([Expired(at=decided.at, escalation=decided.escalation)])
        raise LoopError(f"{decided.escalation!r} has expired, nobody may answer it any more")
    log.append([decided])


def in_time(state: State, at: datetime) -> bool:
    """Whether the open question may still be answered."""
    waiting = state.open_escalation
    expires = waiting.expires if waiting is not None else None
    return expires is None or at < expires or state.settings.on_expiry == "stay"


def check(state: State, decided: Decided) -> None:
    """Refuses an answer that does not fit its question.

    Raises:
        LoopError: it does not, and why.
    """
    waiting = state.open_escalation
    if waiting is None or waiting.escalation != decided.escalation:
        closed = decided.escalation in state.answered
        raise LoopError(
            f"{decided.escalation!r} {'is answered already' if closed else 'is no question of this run'}: "
            "`planproof escalations list` shows those that are open"
        )
    if waiting.plan != decided.plan:
        raise LoopError(
            f"the plan that {decided.escalation!r} is about is not the one that was answered ({decided.plan!r}): "
            f"look at it again with `planproof escalations show {decided.escalation}`"
        )
    if waiting.to and decided.actor.strip() != waiting.to:
        raise LoopError(f"{decided.escalation!r} was passed on to {waiting.to!r}, who has to answer it")
    if decided.choice == "approve":
        _check_approval(state, decided)
    if decided.choice == "edit" and decided.edited is None:
        raise LoopError("an edit comes with the edited plan")
    if decided.choice == "escalate" and not decided.to.strip():
        raise LoopError("say who has to decide instead")
    if decided.choice in ("deny", "escalate") and not decided.reason.strip():
        raise LoopError(f"say why: {decided.choice!r} needs a reason")
    _check_steps(state, decided)


def _check_approval(state: State, decided: Decided) -> None:
    current = state.current
    if current is None or current.judged is None:
        raise LoopError("there is no plan to approve: give one with `planproof revise --plan FILE`, or deny")
    if not decided.reason.strip():
        raise LoopError("say why: an approval that a person gives needs a reason")
    if state.settings.separation and decided.actor.strip() == state.settings.submitter.strip():
        raise LoopError(f"{decided.actor!r} started this run and may not approve its plan: somebody else has to")
    if state.settings.separation and decided.actor.strip() == current.author.strip():
        raise LoopError(f"{decided.actor!r} wrote this plan and may not approve it: somebody else has to")
    if current.judged.decision == "blocked" and not decided.override:
        raise LoopError("the plan is blocked: approve it with --override if you take the responsibility")


def _check_steps(state: State, decided: Decided) -> None:
    tasks: Iterable[str] = (task.id for task in state.current.plan.tasks) if state.current is not None else ()
    known = {*tasks}
    for comment in decided.comments:
        if comment.step is not None and comment.step not in known:
            raise LoopError(f"there is no step {comment.step!r} to comment on: {', '.join(sorted(known)) or 'no plan'}")


def owned(state: State, plan: Plan) -> Plan:
    """A plan under the ids that are not its author's to choose."""
    parent = None if state.current is None else state.current.digest
    own = {"id": state.goal.id, "goal_id": state.goal.id, "version": state.versions + 1, "parent": parent}
    return plan.model_copy(update=own)
