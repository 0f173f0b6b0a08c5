"""What a run may still spend."""

from __future__ import annotations

from planproof.loop.settings import Limits
from planproof.loop.state import State


def limits_of(state: State) -> Limits:
    """The settings' limits and the goal's: of two, the smaller counts."""
    limits, budget = state.settings.limits, state.goal.constraints.budget
    return limits.model_copy(
        update={
            "revisions": _least(limits.revisions, budget.revisions),
            "calls": _least(limits.calls, budget.calls),
            "tokens": _least(limits.tokens, budget.tokens),
            "usd": _least(limits.usd, budget.usd),
        }
    )


def spent_out(state: State) -> str | None:
    """What is used up, in words; None while another call may be made.

    A call whose price nobody knows is not free: under a limit in dollars it ends the budget.

    Example:
        >>> from datetime import UTC, datetime
        >>> from planproof.loop.settings import Settings
        >>> from planproof.loop.state import Spent
        >>> from planproof.model.goal import Budget, Goal
        >>> goal = Goal(id="g", constraints={"budget": Budget(calls=2)})
        >>> state = State(goal=goal, settings=Settings(), now=datetime.now(UTC), phase="drafting", spent=Spent(calls=2))
        >>> spent_out(state)
        '2 of 2 calls are used up'
    """
    limits, spent = limits_of(state), state.spent
    if spent.calls >= limits.calls:
        return f"{spent.calls} of {limits.calls} calls are used up"
    if limits.tokens is not None and spent.tokens >= limits.tokens:
        return f"{spent.tokens:,} of {limits.tokens:,} tokens are used up"
    if limits.tokens is not None and spent.unmeasured + spent.lost:
        unsaid = spent.unmeasured + spent.lost
        return f"nobody knows how many tokens {unsaid} of the {spent.calls} calls took, and there is a limit on them"
    if limits.usd is not None and spent.usd >= limits.usd:
        return f"${spent.usd:.4f} of ${limits.usd:.4f} are used up"
    if limits.usd is not None and spent.unpriced:
        return f"nobody knows what {spent.unpriced} of the {spent.calls} calls cost, and there is a limit in dollars"
    return None


def _least(a: float | None, b: float | None) -> float | None:
    return b if a is None else a if b is None else min(a, b)
