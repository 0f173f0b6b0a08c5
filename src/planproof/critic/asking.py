"""reviews_of: critics asked about a plan, outside of a run."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from planproof.critic.request import review_request
from planproof.critic.review import Review, not_reviewed, read_review
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from planproof.providers.port import Provider, ProviderError


def reviews_of(goal: Goal | None, plan: Plan, critics: Mapping[str, Provider]) -> list[Review]:
    """The review of each critic, in the order in which they are given; all are asked at the same time.

    Args:
        goal: what the plan is for.
        plan: the plan.
        critics: name to provider.
    """
    request = review_request(goal, plan)

    def ask(name: str, provider: Provider) -> Review:
        try:
            return read_review(provider.ask(request), name, plan)
        except ProviderError as error:
            return not_reviewed(name, f"{error.kind}: {error}")

    with ThreadPoolExecutor(max_workers=len(critics) or 1) as pool:
        waiting = [pool.submit(ask, name, provider) for name, provider in critics.items()]
        return [future.result() for future in waiting]
