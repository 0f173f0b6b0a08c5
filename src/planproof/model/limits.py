"""Sizes that planproof refuses to go beyond.

They bound time and memory on input that nobody vouches for. Each is far above what a plan that a person
could review needs: of 301 plans of a public field test the largest has 14 tasks.
"""

from __future__ import annotations

from typing import Final

MAX_BYTES: Final = 32 * 1024 * 1024
"""One file, before it is parsed."""
MAX_NODES: Final = 2_000_000
"""Scalars, lists and maps in one document, after aliases are expanded."""
MAX_YAML_NODES: Final = 300_000
"""The same for YAML, which takes eight times as long to read as JSON: about a second and a half at this size."""
MAX_DEPTH: Final = 64
"""Lists and maps inside each other."""
MAX_TASKS: Final = 20_000
MAX_EDGES: Final = 200_000
"""Dependencies of one plan."""
MAX_ITEMS: Final = 20_000
"""Entries of any other list."""
MAX_ID: Final = 500
"""Characters of an id."""
MAX_TEXT: Final = 100_000
"""Characters of a description, a command or any other text."""
MAX_ATTACHMENT: Final = 4 * 1024 * 1024
"""Characters of one attached file."""
MAX_LISTED: Final = 100
"""Findings of one rule that are listed; more are counted."""
MAX_INT: Final = 2**53 - 1
"""The largest integer that every JSON reader takes for the same number (RFC 7493)."""
MAX_NOTES: Final = 200
"""Notes of one plan that are written out; more are counted."""
MAX_DEFECTS: Final = 20_000
"""Values of one plan that may not be as the model asks; with more, it is no plan."""
MAX_UNREAD: Final = 1_000
"""Values of one plan without a place in the model that are kept one by one; more are kept as one digest."""
MAX_UNREAD_TEXT: Final = 2_000
"""Characters of one such value; a longer one is kept as its digest."""
