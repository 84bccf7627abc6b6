"""Checks the size of a thread's stack, because an engine that overflows the stack crashes the
process."""

from __future__ import annotations

import ctypes
import sys
import threading
from functools import cache

# Octets of the stack that Python itself uses before it calls the engine.
OF_PYTHON = 32 * 1024


def require_stack(octets: int) -> None:
    """Raises:
    RuntimeError: This thread has a smaller stack.
    """
    size = _stack_bytes()
    if size is not None and size < octets + OF_PYTHON:
        raise RuntimeError(
            f"Cannot answer in a thread with a stack of {size // 1024} KiB:"
            f" expected at least {(octets + OF_PYTHON) // 1024} KiB (threading.stack_size)"
        )


def _stack_bytes() -> int | None:
    """The size of this thread's stack; ``None`` if unknown. On systems other than Linux, the
    current setting for new threads."""
    if threading.current_thread() is threading.main_thread():
        return None
    if sys.platform.startswith("linux"):
        return _posix_stack_bytes()
    return threading.stack_size() or None


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(None)
    library.pthread_self.restype = ctypes.c_void_p
    return library


def _posix_stack_bytes() -> int | None:
    library = _library()
    # glibc's pthread_attr_t takes 56 octets.
    attributes = ctypes.create_string_buffer(128)
    size = ctypes.c_size_t()
    if library.pthread_getattr_np(ctypes.c_void_p(library.pthread_self()), attributes) != 0:
        return None
    library.pthread_attr_getstacksize(attributes, ctypes.byref(size))
    library.pthread_attr_destroy(attributes)
    return size.value
