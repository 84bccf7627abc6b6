"""The rules of one crawler in one file: finds them in the octets (RFC 9309 §2.2.1), and answers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .names import IGNORING_CASE, Names
from .pattern import SAFE, Pattern, Segments, forms_of, matches, pattern_of
from .table import NO_MATCH, Table

# Limit on the octets of the target times those of the patterns with stars, which bounds the steps
# of a question. The engine's compiled patterns bound them better.
MOST_STEPS = 2**27
# Stars among the rules from which a table is worth its cost at the first question: patterns with stars are then compiled once.
MANY_STARS = 256

_STAR = re.compile(r"\n[ \t]*user-agent[ \t]*:[ \t]*(\*)(?=[ \t\n#])", IGNORING_CASE)
_AGENT = re.compile(r"\n[ \t]*user-agent[ \t]*:", IGNORING_CASE)
_RULE = re.compile(r"\n[ \t]*(?:dis)?allow[ \t]*:", IGNORING_CASE)
RULES = re.compile(r"\n[ \t]*(dis)?allow[ \t]*:[ \t]*([/*][^\n#]*)", IGNORING_CASE)
# Octets that make a pattern more than a prefix.
_SPECIAL = re.compile(rf"[^{SAFE.replace('*', '').replace('$', '')}]").search

# URLs that name their target without a URL parser: a host that ends with a letter, so that it is no
# IPv4 address, or a path alone.
_HOST = r"(?:https?://[A-Za-z0-9.-]*[A-Za-z](?=[/?#]|\Z))?"
_NORMAL_URL = re.compile(rf"{_HOST}(/[{SAFE.replace('#', '')}]*)(?:#.*)?", re.DOTALL).fullmatch
_URL = re.compile(rf"{_HOST}([^\x00-\x20\\?#]*)(\?[^\x00-\x20#]*)?(?:#.*)?", re.DOTALL).fullmatch
_DOTS = re.compile(r"/(?:\.|%2[Ee]){1,2}(?:/|\Z)").search


class Selected(NamedTuple):
    """The groups of one crawler in one file."""

    # The octets that were read.
    octets: bytes
    # The same as text: LF ends each line, and one stands before the first.
    text: str
    # Finds the user-agent records of these groups; ``None`` if no group applies.
    record: re.Pattern[str] | None
    # The rules of each group, with the lines between them.
    spans: list[tuple[int, int]]

    def rules(self) -> Rules:
        return Rules("".join([self.text[start:end] for start, end in self.spans]) + "\n")

    def naming(self, names: Names) -> bytes:
        """A file with the records that say which group a crawler follows: the first of its own tokens, and that of ``*``."""
        own = next(filter(None, (each.search(self.text) for each in names.own)), None)
        return "".join(found[0] for found in (own, _STAR.search(self.text)) if found).encode("latin-1")


def selected(octets: bytes, names: Names, max_bytes: int) -> Selected | None:
    """The groups; ``None`` if the engine must read the file."""
    if octets[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return None
    octets = _read(octets, max_bytes)
    lines = octets.replace(b"\r", b"\n").decode("latin-1")
    text = f"\n{lines}\n"
    for record in (*names.own, _STAR) if names.follows_star else names.own:
        spans = _groups(text, record)
        if spans is not None:
            return Selected(octets, text, record, spans)
    return Selected(octets, text, None, [])


def _read(octets: bytes, max_bytes: int) -> bytes:
    """The octets that are read, without a byte order mark: at most ``max_bytes``, and whole lines
    (§2.5)."""
    if len(octets) > max_bytes:
        end = octets[max_bytes : max_bytes + 1]
        octets = octets[:max_bytes]
        if end not in (b"\n", b"\r"):
            octets = octets[: max(octets.rfind(b"\n"), octets.rfind(b"\r")) + 1]
    return octets.removeprefix(b"\xef\xbb\xbf")


def _groups(text: str, record: re.Pattern[str]) -> list[tuple[int, int]] | None:
    """The rules of all groups with such a user-agent record, with the lines between them; ``None``
    if there is no such record.

    The first rule after a user-agent record belongs to its group, and the next user-agent record
    after a rule begins another one.
    """
    found = record.search(text)
    if found is None:
        return None
    spans: list[tuple[int, int]] = []
    while found is not None:
        rule = _RULE.search(text, found.end())
        if rule is None:
            break
        following = _AGENT.search(text, rule.end())
        end = following.start() if following else len(text)
        spans.append((rule.start(), end))
        found = record.search(text, end)
    return spans


class Rules:
    """Answers for one crawler. The first question scans the lines; further ones use a table."""

    __slots__ = ("_is_asked", "_plain", "_table", "lines")

    def __init__(self, lines: str) -> None:
        self.lines = lines
        self._is_asked = False
        self._table: Table | None = None
        # For the few targets whose forms differ.
        self._plain: Table | None = None

    def allows(self, url: str) -> bool | None:
        """Whether the crawler may fetch the URL; ``None`` if the engine must answer."""
        found = _NORMAL_URL(url)
        if found is not None and "/." not in found[1]:
            folded = plain = found[1]
        else:
            forms = _forms(url)
            if forms is None:
                return None
            folded, plain = forms
        table = self._table
        if table is None:
            if not self._is_asked and self.lines.count("*") < MANY_STARS:
                self._is_asked = True
                rank = _scanned(self.lines, folded, plain)
                return None if rank is None else bool(rank & 1) or plain == "/robots.txt"
            table = self._table = _table(self.lines, is_folded=True)
        if table.star_octets * len(folded) > MOST_STEPS:
            return None
        rank = table.rank(folded)
        if plain != folded:
            if self._plain is None:
                self._plain = _table(self.lines, is_folded=False)
            rank = max(rank, self._plain.rank(plain))
        # NO_MATCH is odd, as the rank of a rule that allows. The file itself may always be fetched.
        return bool(rank & 1) or plain == "/robots.txt"


def _forms(url: str) -> tuple[str, str] | None:
    """The folded and the plain form of the path and query that a client sends; ``None`` if that
    takes a URL parser."""
    found = _URL(url)
    if found is None or not url.startswith(("http", "/")):
        return None
    path = found[1] or "/"
    if path[0] != "/" or _DOTS(path):
        return None
    try:
        return forms_of(path + (found[2] or ""))
    except UnicodeEncodeError:
        return None


def target_forms(url: str) -> tuple[str, str] | None:
    """The folded and the plain form of the target of a URL; ``None`` if that takes a URL parser."""
    found = _NORMAL_URL(url)
    if found is not None and "/." not in found[1]:
        return found[1], found[1]
    return _forms(url)


# More octets win, and of two equal patterns the one that allows (§2.2.2): the greatest rank.
def rank_of(octets: int, dis: str | None) -> int:
    return octets * 2 + (not dis)


def _table(lines: str, *, is_folded: bool) -> Table:
    prefixes: dict[str, int] = {}
    others: dict[tuple[Segments, bool], int] = {}
    for dis, padded in RULES.findall(lines):
        value = padded.rstrip(" \t")
        if _SPECIAL(value) is None:
            prefixes[value] = max(rank_of(len(value), dis), prefixes.get(value, NO_MATCH))
            continue
        pattern = pattern_of(value)
        if pattern is None:
            continue
        rank = rank_of(pattern.octets, dis)
        segments = pattern.folded if is_folded else pattern.plain
        if len(segments) == 1 and not pattern.is_anchored:
            prefixes[segments[0]] = max(rank, prefixes.get(segments[0], NO_MATCH))
        else:
            key = segments, pattern.is_anchored
            others[key] = max(rank, others.get(key, NO_MATCH))
    return Table(prefixes, others)


def _scanned(lines: str, folded: str, plain: str) -> int | None:
    """The rank of the rule that decides, found without a table; ``None`` if that may take too
    long."""
    # If the forms are equal, the octet after the first slash rules out most patterns.
    is_one_form = folded == plain
    rules = _beginning(folded[1:2]) if is_one_form else RULES
    best = NO_MATCH
    star_octets = 0
    for dis, padded in rules.findall(lines):
        value = padded.rstrip(" \t")
        if _SPECIAL(value) is None:
            if folded.startswith(value) or (not is_one_form and plain.startswith(value)):
                best = max(best, rank_of(len(value), dis))
            continue
        pattern = pattern_of(value)
        if pattern is None:
            continue
        if len(pattern.folded) > 1:
            star_octets += len(value)
            if star_octets * len(folded) > MOST_STEPS:
                return None
        if matches(pattern.folded, pattern.is_anchored, folded) or (
            not is_one_form and matches(pattern.plain, pattern.is_anchored, plain)
        ):
            best = max(best, rank_of(pattern.octets, dis))
    return best


@lru_cache(maxsize=128)
def _beginning(second: str) -> re.Pattern[str]:
    """Finds the rules that may match a target whose second octet is this one: their second octet is
    the same, a star, a ``$``, an escape, or missing."""
    if second == "%":
        return RULES
    same = f"[{re.escape(second)}%*$]"
    value = rf"\*[^\n#]*|/(?:{same}[^\n#]*|[ \t]*(?=[\n#]))"
    return re.compile(rf"\n[ \t]*(dis)?allow[ \t]*:[ \t]*({value})", IGNORING_CASE)
