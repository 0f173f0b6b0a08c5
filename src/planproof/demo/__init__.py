"""A guided tour: bundled plans are judged, then a whole run goes from a flawed draft to a signed approval.

`python -m planproof.demo` leaves with 0 only if everything came out as it should.
"""

from planproof.demo.plans import EXAMPLES, Example, as_it_should_be, report_on, tour

__all__ = ["EXAMPLES", "Example", "as_it_should_be", "report_on", "tour"]
