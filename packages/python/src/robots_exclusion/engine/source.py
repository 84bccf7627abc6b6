"""The core as one script of JavaScript."""

from functools import cache
from importlib.resources import files


@cache
def core_source() -> str:
    return files(__package__).joinpath("core.js").read_text("utf-8")
