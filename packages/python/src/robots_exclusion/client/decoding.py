"""Decodes the content codings of a body as a stream, so that no more is inflated than the client
reads."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from .exchange import BROTLI, FetchProblem

# Values of zlib's wbits for data with a gzip header, with a zlib header, and without a header.
GZIP, ZLIB, BARE = 31, 15, -15

# Limit on encoded octets, because many encoded octets may decode to none.
MOST_CODED = 8 * 1024 * 1024
# Limit on nested codings. Real servers use one.
MOST_CODINGS = 2


class Decoder:
    """Collects at most ``most + 1`` decoded octets."""

    def __init__(self, codings: Sequence[str], most: int) -> None:
        self._most = most + 1
        self._read = 0
        self._octets = bytearray()
        if len(codings) > MOST_CODINGS:
            raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", f"Cannot decode {len(codings)} content codings")
        self._inflaters = [
            _Unbrotli() if each == "br" and BROTLI else _Inflater(each, is_outermost=at == 0)
            for at, each in enumerate(codings)
        ]

    def feed(self, chunk: bytes) -> bool:
        """Takes a chunk as received. Returns ``False`` if no more chunks are needed."""
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


class _Unbrotli:
    """Decodes brotli (RFC 7932)."""

    def __init__(self) -> None:
        self._brotli = BROTLI.Decompressor()

    @property
    def eof(self) -> bool:
        return bool(self._brotli.is_finished())

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        rest = chunk
        while not self.eof:
            try:
                piece = self._brotli.process(rest, output_buffer_limit=65_536)
            except BROTLI.error as error:
                raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", f"Cannot decode the body: {error}") from None
            rest = b""
            if piece:
                yield piece
            if self._brotli.can_accept_more_data():
                return


class _Inflater:
    """Decodes one coding in the same way as the JavaScript client: gzip with one or more members,
    or deflate."""

    def __init__(self, coding: str, *, is_outermost: bool) -> None:
        self._is_gzip = coding in ("gzip", "x-gzip")
        if not self._is_gzip and coding != "deflate":
            advice = ": install brotli 1.2 or later" if coding == "br" else ""
            message = f"This program cannot decode the coding {coding[:40]!r}{advice}"
            raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", message)
        self._may_be_bare = is_outermost and not self._is_gzip
        self._is_padding = False
        self._zlib = zlib.decompressobj(GZIP if self._is_gzip else ZLIB)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        try:
            yield from self._inflated(chunk)
        except zlib.error as error:
            raise FetchProblem("broken-body", "ERR_ROBOTS_CODING", f"Cannot decode the body: {error}") from None

    def _inflated(self, chunk: bytes) -> Iterator[bytes]:
        if self._may_be_bare and chunk:
            self._may_be_bare = False
            # Some servers omit the zlib header. If present, its first octet contains method 8 (RFC 1950 §2.2).
            if chunk[0] & 0x0F != 8:
                self._zlib = zlib.decompressobj(BARE)
        rest = chunk
        while rest and not self._is_padding:
            if self._zlib.eof:
                # Another member (RFC 1952 §2.2) or zero padding follows a member.
                self._is_padding = not self._is_gzip or rest[0] == 0
                if self._is_padding:
                    return
                self._zlib = zlib.decompressobj(GZIP)
            piece = self._zlib.decompress(rest, 65_536)
            rest = self._zlib.unconsumed_tail or self._zlib.unused_data
            if piece:
                yield piece
