"""The JavaScript engine that runs the core."""

from .context import MOST_CRAWLERS, Engine, EngineError, base64_of
from .quick import quick_engine

__all__ = ["MOST_CRAWLERS", "Engine", "EngineError", "base64_of", "quick_engine"]
