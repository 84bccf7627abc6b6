"""The JavaScript engine that runs the core."""

from .files import Engine, EngineError, base64_of
from .quick import quick_engine

__all__ = ["Engine", "EngineError", "base64_of", "quick_engine"]
