"""The JavaScript engines that run the core: QuickJS for single URLs, and V8 for batches."""

from .files import Engine, EngineError, base64_of
from .quick import quick_engine
from .v8 import batch_engine

__all__ = ["Engine", "EngineError", "base64_of", "batch_engine", "quick_engine"]
