"""Planproof judges a plan before it runs.

It works out what every step does to the world, proves what can be proved, and says plainly what was taken on trust.
"""

__version__ = "0.1.0"
