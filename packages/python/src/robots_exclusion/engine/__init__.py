"""The engines of JavaScript that run the core: one for single questions, one for batches."""

from .files import Engine, EngineError
from .quick import quick_engine
from .v8 import batch_engine

__all__ = ["Engine", "EngineError", "batch_engine", "quick_engine"]
