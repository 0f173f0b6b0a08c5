"""PDDL: a domain, a problem and a plan of classical planning, as a plan that planproof judges.

Read are STRIPS with types, constants, negative preconditions and equality; everything else is refused by name.
References: D. McDermott et al., "PDDL, the planning domain definition language" (1998); M. Fox and D. Long,
"PDDL2.1" (JAIR 20, 2003), whose validator VAL is the outside judge of this importer and of the graph.
"""

from planproof.importers.imported import Imported
from planproof.importers.pddl.domain import Domain, read_domain
from planproof.importers.pddl.plan import GOAL_TASK, read_plan
from planproof.importers.pddl.problem import Problem, read_problem
from planproof.model.errors import PddlError

__all__ = [
    "Domain",
    "Problem",
    "Imported",
    "PddlError",
    "GOAL_TASK",
    "read_domain",
    "read_problem",
    "read_plan",
]
