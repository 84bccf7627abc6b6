"""The language-neutral vectors of the repository."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SPEC = Path(__file__).resolve().parents[3] / "spec"


def vectors(pattern: str) -> Iterator[dict[str, Any]]:
    for path in sorted(SPEC.glob(pattern)):
        yield from json.loads(path.read_text("utf-8"))["vectors"]


def scenarios(name: str) -> tuple[str, list[dict[str, Any]]]:
    file = json.loads((SPEC / "access" / f"{name}.json").read_text("utf-8"))
    return file["start"], file["vectors"]


def octets_of(vector: dict[str, Any]) -> bytes:
    if "robotsBase64" in vector:
        return base64.b64decode(vector["robotsBase64"])
    if "robotsGenerated" in vector:
        parts = vector["robotsGenerated"]["parts"]
        return "".join(part["text"] * part.get("repeat", 1) for part in parts).encode("utf-8", "surrogatepass")
    return str(vector["robots"]).encode("utf-8", "surrogatepass")
