"""Normalizes octets, and splits path patterns at their stars (RFC 9309 §2.2.2, §2.2.3).

Octets are text in Latin-1 here, because Python compares and slices it fastest.

Two forms are compared. In the *plain* form, an escape of an unreserved octet is decoded, and an
octet that a URI cannot contain raw is escaped. In the *folded* form, escapes of ``! $ ' ( ) * , :
; @ [ ]`` are decoded as well, and after the first raw ``?`` those of ``/`` and ``?``. A pattern
matches if it does in either form.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_FOLDING = "!$'()*,:;@[]"
_FOLDING_IN_QUERY = "/?"
# A class of regular expressions: the octets that are themselves in both forms.
SAFE = r"A-Za-z0-9\-._~&=+#!$'()*,:;@\[\]/?"

_UNSAFE = re.compile(f"[^{SAFE}]").search
_CHANGED = re.compile(f"%([0-9A-Fa-f]{{2}})|[^{SAFE}%]")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f]").search

Segments = tuple[str, ...]


class Pattern(NamedTuple):
    """The segments between the stars, in both forms. Without a star there is one segment."""

    folded: Segments
    plain: Segments
    # Whether the match must end where the target ends.
    is_anchored: bool
    # Octets of the folded form with every ``*`` and a final ``$``, by which patterns are ranked.
    octets: int


def pattern_of(value: str) -> Pattern | None:
    """The pattern; ``None`` if it cannot match anything."""
    if value[:1] not in ("/", "*"):
        return None
    is_anchored = value[-1] == "$"
    body = value[:-1] if is_anchored else value
    if _UNSAFE(body) is None:
        segments, ends_with_star = _segments(body.split("*"))
        return Pattern(segments, segments, is_anchored and not ends_with_star, len(value))
    if _CONTROL(body):
        return None
    folded = _parts(body, is_folded=True)
    plain = _parts(body, is_folded=False)
    octets = sum(map(len, folded)) + len(folded) - 1 + is_anchored
    segments, ends_with_star = _segments(folded)
    return Pattern(segments, _segments(plain)[0], is_anchored and not ends_with_star, octets)


def plain_text(value: str) -> str:
    """The plain form of a pattern as one text."""
    return "*".join(_parts(value, is_folded=False))


def matches(segments: Segments, is_anchored: bool, target: str) -> bool:
    """Takes each segment at its earliest position, which suffices because a star matches
    anything."""
    head, *rest = segments
    if not target.startswith(head):
        return False
    if not rest:
        return not is_anchored or len(head) == len(target)
    tail = rest.pop() if is_anchored else ""
    at = len(head)
    for segment in rest:
        found = target.find(segment, at)
        if found < 0:
            return False
        at = found + len(segment)
    return target.endswith(tail) and len(target) - len(tail) >= at


def forms_of(target: str) -> tuple[str, str]:
    """The folded and the plain form of a target."""
    octets = target.encode().decode("latin-1")
    question = _question(octets)
    return _normal(octets, question, is_folded=True), _normal(octets, question, is_folded=False)


def _parts(body: str, *, is_folded: bool) -> list[str]:
    """One form of what stands between the stars of a pattern."""
    question = _question(body)
    parts: list[str] = []
    for part in body.split("*"):
        parts.append(_normal(part, question, is_folded=is_folded))
        question -= len(part) + 1
    return parts


def _question(octets: str) -> int:
    found = octets.find("?")
    return found if found >= 0 else len(octets)


def _segments(split: list[str]) -> tuple[Segments, bool]:
    """The segments without empty ones, and whether the pattern ends with a star, which changes only
    its rank."""
    head, *rest = split
    return (head, *filter(None, rest)), bool(rest) and rest[-1] == ""


def _normal(octets: str, question: int, *, is_folded: bool) -> str:
    """One form of a part of a pattern or target.

    Args:
        question: The offset in ``octets`` of the first ``?`` of the whole.
    """

    def changed(found: re.Match[str]) -> str:
        digits = found[1]
        octet = int(digits, 16) if digits else ord(found[0])
        decoded = chr(octet)
        is_decoded = digits is not None and (
            decoded in _UNRESERVED
            or (is_folded and decoded in _FOLDING)
            or (is_folded and found.start() > question and decoded in _FOLDING_IN_QUERY)
        )
        return decoded if is_decoded else f"%{octet:02X}"

    return _CHANGED.sub(changed, octets)
