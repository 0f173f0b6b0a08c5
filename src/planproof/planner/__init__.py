"""The planner: what the model that drafts a plan is asked, and how its answer is read."""

from planproof.planner.ask import plan_request, prompt_digest
from planproof.planner.feedback import Comment, Feedback, feedback
from planproof.planner.read import Draft, Unusable, read_draft

__all__ = ["Comment", "Draft", "Feedback", "Unusable", "feedback", "plan_request", "prompt_digest", "read_draft"]
