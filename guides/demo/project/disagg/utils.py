"""Small helpers that belong to no transport."""

from __future__ import annotations

import logging
import socket
import struct
import time
from itertools import groupby
from typing import Iterable, List, Optional, Sequence, Tuple

logger = logging.getLogger(__name__)

_LENGTH = struct.Struct("<I")

#: Stays below what loopback and jumbo frames carry in one datagram.
MAX_DATAGRAM = 60_000


def pack_frames(frames: Sequence[bytes]) -> bytes:
    """Several byte strings in one, each with its length before it."""
    return b"".join(_LENGTH.pack(len(frame)) + frame for frame in frames)


def unpack_frames(data: bytes) -> List[bytes]:
    """The inverse of :func:`pack_frames`."""
    frames, offset = [], 0
    while offset < len(data):
        if offset + _LENGTH.size > len(data):
            raise ValueError(f"cut inside a length at byte {offset}")
        (length,) = _LENGTH.unpack_from(data, offset)
        offset += _LENGTH.size
        if offset + length > len(data):
            raise ValueError(f"frame of {length} bytes is cut at byte {offset}")
        frames.append(data[offset : offset + length])
        offset += length
    return frames


def pack_ints(values: Iterable[int], code: str = "i") -> bytes:
    values = list(values)
    return struct.pack(f"<{len(values)}{code}", *values)


def unpack_ints(data: bytes, code: str = "i") -> List[int]:
    size = struct.calcsize(f"<{code}")
    if len(data) % size:
        raise ValueError(f"{len(data)} bytes are no whole number of {code!r}")
    return list(struct.unpack(f"<{len(data) // size}{code}", data))


def consecutive_runs(source: Sequence[int], target: Sequence[int]) -> List[Tuple[int, int, int]]:
    """Pairs of page numbers, joined where both sides go on by one.

    Returns ``(first source page, first target page, length)``. One write per
    run is a good deal cheaper than one per page.
    """
    if len(source) != len(target):
        raise ValueError(f"{len(source)} source pages for {len(target)} target pages")
    numbered = enumerate(zip(source, target))
    runs = []
    for _, group in groupby(numbered, key=lambda item: (item[1][0] - item[0], item[1][1] - item[0])):
        members = [pair for _, pair in group]
        runs.append((members[0][0], members[0][1], len(members)))
    return runs


def lowest_poll(polls: Sequence[int]) -> int:
    """What several ranks agree on: the one that is furthest behind decides."""
    return min(polls)


class FrameSocket:
    """Receives lists of frames on a port of its own."""

    def __init__(self, host: str) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((host, 0))
        self.host, self.port = self._socket.getsockname()

    def recv_frames(self) -> List[bytes]:
        """Waits for the next message."""
        data, _sender = self._socket.recvfrom(MAX_DATAGRAM + 1)
        return unpack_frames(data)

    def close(self) -> None:
        self._socket.close()


def send_frames(host: str, port: int, frames: Sequence[bytes]) -> None:
    """Fire and forget: a peer that is gone looks like one that is slow."""
    data = pack_frames(frames)
    if len(data) > MAX_DATAGRAM:
        raise ValueError(f"message of {len(data)} bytes does not fit into one datagram")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(data, (host, port))


class RateLimitedLog:
    """Says a thing once, then at most every ``interval`` seconds."""

    def __init__(self, interval: float = 30.0) -> None:
        self._interval = interval
        self._last: Optional[float] = None
        self._dropped = 0

    def warning(self, text: str, *values: object) -> None:
        now = time.monotonic()
        if self._last is not None and now - self._last < self._interval:
            self._dropped += 1
            return
        suffix = f" (and {self._dropped} more)" if self._dropped else ""
        self._last, self._dropped = now, 0
        logger.warning(text + suffix, *values)
