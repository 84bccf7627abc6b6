"""The content codings that this program can decode."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def _bounded_brotli() -> Any:
    """The package brotli from version 1.2, which can limit its output; ``None`` without it."""
    try:
        module: Any = import_module("brotli")
    except ImportError:
        return None
    return module if hasattr(module.Decompressor, "can_accept_more_data") else None


BROTLI = _bounded_brotli()
ACCEPT_ENCODING = "gzip, deflate, br" if BROTLI else "gzip, deflate"
