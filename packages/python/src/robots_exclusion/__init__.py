"""The Robots Exclusion Protocol (RFC 9309) for Python: verdicts that name the deciding line."""

from .robots import Agent, Robots, crawlers, dialect_names, product_tokens
from .verdict import Crawler, Diagnostic, Group, Judgement, Reading, Rule, Usage, UseAnswer, Verdict

__all__ = [
    "Agent",
    "Crawler",
    "Diagnostic",
    "Group",
    "Judgement",
    "Reading",
    "Robots",
    "Rule",
    "Usage",
    "UseAnswer",
    "Verdict",
    "crawlers",
    "dialect_names",
    "product_tokens",
]
