"""The critic: what a model that reviews a plan is asked, what it may claim, and what code makes of each claim.

A critic makes claims, each about a named part of the plan. It sets no severity, no family and no verdict: code proves a
claim, refutes it, or leaves it to a person.
"""

from planproof.critic.adjudicate import adjudicate, joined, reviewed
from planproof.critic.claims import FORMS, Claim, Predicate
from planproof.critic.freetext import claim_of
from planproof.critic.request import prompt_digest, review_request
from planproof.critic.review import Review, not_reviewed, read_review
from planproof.critic.standing import Stood, standing

__all__ = [
    "FORMS",
    "Claim",
    "Predicate",
    "Review",
    "Stood",
    "adjudicate",
    "claim_of",
    "joined",
    "not_reviewed",
    "prompt_digest",
    "read_review",
    "review_request",
    "reviewed",
    "standing",
]
