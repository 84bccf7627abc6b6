"""The core as one JavaScript script."""

from functools import cache
from importlib.resources import files

from ..forks import no_fork


@cache
def core_source() -> str:
    # Prevents forks, because `files` imports modules when it is first called.
    with no_fork:
        return files("robots_exclusion.engine").joinpath("core.js").read_text("utf-8")
