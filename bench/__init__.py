"""Time and memory of planproof, side by side with planner-critic and unified-planning, in one run."""
