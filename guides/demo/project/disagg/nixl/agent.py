"""A one-sided write agent: the vendor's where it is installed, else a copy in memory."""

from __future__ import annotations

import dataclasses
import itertools
import logging
import threading
from collections import defaultdict
from typing import Dict, List, Sequence, Tuple

logger = logging.getLogger(__name__)


class AgentError(RuntimeError):
    """The transport itself failed; the room's data is not to be trusted."""


@dataclasses.dataclass
class WriteHandle:
    """One posted write; ``state`` goes from ``PROC`` to ``DONE`` or ``ERR``."""

    number: int
    peer: str
    notice: bytes
    state: str = "PROC"


class MemoryAgent:
    """Copies between buffers of the same process.

    Buffers are found by made-up addresses, so that the code above is the
    same as with the vendor's agent. All agents of a process share one table.
    """

    _table: Dict[int, bytearray] = {}
    _inboxes: Dict[str, List[bytes]] = defaultdict(list)
    _table_lock = threading.Lock()
    _addresses = itertools.count(0x10_0000, 0x10_0000)

    def __init__(self, name: str) -> None:
        self.name = name
        self._peers: Dict[str, bytes] = {}
        self._numbers = itertools.count(1)

    def address(self) -> bytes:
        """What a peer needs to reach this agent."""
        return self.name.encode()

    def register_memory(self, buffers: Sequence[bytearray]) -> List[int]:
        pointers = []
        with self._table_lock:
            for buffer in buffers:
                pointer = next(self._addresses)
                self._table[pointer] = buffer
                pointers.append(pointer)
        return pointers

    def add_peer(self, name: str, address: bytes) -> None:
        if name in self._peers and self._peers[name] != address:
            logger.warning("peer %s has moved", name)
        self._peers[name] = address

    def post_write(
        self,
        peer: str,
        spans: Sequence[Tuple[int, int, int, int, int]],
        notice: bytes,
    ) -> WriteHandle:
        """Spans are ``(from pointer, from offset, to pointer, to offset, length)``."""
        if peer not in self._peers:
            raise AgentError(f"{peer} was never introduced")
        handle = WriteHandle(next(self._numbers), peer, notice)
        try:
            for source, source_offset, target, target_offset, length in spans:
                data = memoryview(self._table[source])[source_offset : source_offset + length]
                self._table[target][target_offset : target_offset + length] = data
        except (KeyError, ValueError) as error:
            logger.error("write %d to %s failed: %s", handle.number, peer, error)
            handle.state = "ERR"
            return handle
        with self._table_lock:
            self._inboxes[peer].append(notice)
        handle.state = "DONE"
        return handle

    def state_of(self, handle: WriteHandle) -> str:
        return handle.state

    def take_notices(self) -> List[bytes]:
        """What has arrived since the last call."""
        with self._table_lock:
            notices = self._inboxes.pop(self.name, [])
        return notices


def open_agent(name: str) -> MemoryAgent:
    """The best agent that this machine has."""
    try:
        from disagg_vendor import WriteAgent  # type: ignore[import-not-found]
    except ImportError:
        logger.info("no vendor agent installed, %s copies in memory", name)
        return MemoryAgent(name)
    return WriteAgent(name)
