"""Outputs: a judged plan as text, JSON, SARIF, GitHub annotations, JUnit XML and Mermaid.

`formats` is the way in; a format is a module of its name. Nothing is imported here, so that the command line can ask
how wide a terminal is without importing what judges a plan.
"""
