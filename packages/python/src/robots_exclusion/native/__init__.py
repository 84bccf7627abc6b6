"""Verdicts under RFC 9309 in Python itself, for the questions that need no JavaScript engine.

The engine is the reference. What this package is not sure of, it does not answer: octets in UTF-16,
URLs that take a URL parser, names that are headers, files with very costly patterns.
"""

from .names import Names, names_of
from .rules import Finder, Rules, rules_of, target_forms

__all__ = ["Finder", "Names", "Rules", "names_of", "rules_of", "target_forms"]
