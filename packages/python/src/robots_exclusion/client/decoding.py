"""Decodes content codings of a body as a stream: no more is inflated than is read."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

from .exchange import FetchProblem

# The window of zlib with gzip's header.
GZIP = 31

# Bounds the input of a coding that yields nothing.
MOST_CODED = 8 * 1024 * 1024
# Codings on top of each other; nobody needs more than one.
MOST_CODINGS = 2


class Decoder:
    """Collects at most ``most + 1`` decoded octets."""

    def __init__(self, codings: Sequence[str], most: int) -> None:
        self._most = most + 1
        self._read = 0
        self._octets = bytearray()
        if len(codings) > MOST_CODINGS:
            raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", f"Cannot decode {len(codings)} content codings")
        self._inflaters = [_inflater(each) for each in codings]

    def feed(self, chunk: bytes) -> bool:
        """Takes a chunk as received. ``False`` when no more is wanted."""
        self._read += len(chunk)
        if self._read > MOST_CODED + self._most:
            raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", "The coded body is too long for what it yields")
        for piece in self._decoded(chunk, 0):
            self._octets += piece
            if len(self._octets) >= self._most:
                del self._octets[self._most :]
                return False
        return True

    def finish(self) -> bytes:
        """The decoded octets."""
        is_cut = len(self._octets) >= self._most
        if not is_cut and self._read > 0 and any(not inflater.eof for inflater in self._inflaters):
            raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", "The coded body ends before its end")
        return bytes(self._octets)

    def _decoded(self, chunk: bytes, at: int) -> Iterator[bytes]:
        if at == len(self._inflaters):
            yield chunk
            return
        for piece in self._inflaters[at].pieces(chunk):
            yield from self._decoded(piece, at + 1)


class _Inflater:
    """gzip, also in several members, or deflate; the latter with or without the header of zlib, which servers leave out."""

    def __init__(self, window_bits: tuple[int, ...]) -> None:
        self._bits, *self._others = window_bits
        self._has_output = False
        self._zlib = zlib.decompressobj(self._bits)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    def pieces(self, chunk: bytes) -> Iterable[bytes]:
        try:
            yield from self._inflated(chunk)
        except zlib.error as error:
            if not self._others or self._has_output:
                raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", f"Cannot decode the body: {error}") from None
            self._bits = self._others.pop()
            self._zlib = zlib.decompressobj(self._bits)
            yield from self.pieces(chunk)

    def _inflated(self, chunk: bytes) -> Iterator[bytes]:
        rest = chunk
        while rest:
            if self._zlib.eof:
                # What follows a member is another one, or padding.
                if self._bits != GZIP or not rest.startswith(b"\x1f"):
                    return
                self._zlib = zlib.decompressobj(self._bits)
            piece = self._zlib.decompress(rest, 65_536)
            rest = self._zlib.unconsumed_tail or self._zlib.unused_data
            self._has_output = self._has_output or piece != b""
            if piece:
                yield piece


def _inflater(coding: str) -> _Inflater:
    if coding in ("gzip", "x-gzip"):
        return _Inflater((GZIP,))
    if coding == "deflate":
        return _Inflater((15, -15))
    raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", f"Cannot decode the coding {coding[:40]!r}")
