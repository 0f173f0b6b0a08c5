"""The partial order of a plan, and whether each fact holds when it is needed."""

from planproof.graph.edges import EdgeReason, HardEdge
from planproof.graph.plan_graph import PREFIX, PlanGraph, Prefix, Violation

__all__ = ["PREFIX", "EdgeReason", "HardEdge", "PlanGraph", "Prefix", "Violation"]
