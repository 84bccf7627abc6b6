"""Verdicts under RFC 9309 in Python itself, for the questions that need no JavaScript engine.

The engine is the reference. What this package is not sure of, it does not answer: octets in UTF-16,
URLs that take a URL parser, names that are headers, files with very costly patterns.
"""

from .explained import Explained
from .names import Names, names_of
from .rules import Rules, Selected, selected

__all__ = ["Explained", "Names", "Rules", "Selected", "names_of", "selected"]
