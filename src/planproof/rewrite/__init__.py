"""Rewriting: the edits of a fix, made to the document that a plan was read from, so that the rest of it stays as it is.

Both JSON and YAML keep every byte that no edit touches: layout, comments, the order of keys. What comes out is read
again and must hold exactly the old values with the edits made; otherwise nothing is written.
"""

from planproof.rewrite.document import rewrite
from planproof.rewrite.file import replace_file

__all__ = ["rewrite", "replace_file"]
