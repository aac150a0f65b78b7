"""Who listens where: the decode side looks its prefill ranks up here."""

from __future__ import annotations

import dataclasses
import threading
import time
from typing import Dict, List, Optional, Tuple


@dataclasses.dataclass(frozen=True)
class RankAddress:
    """One prefill rank, as the decode side needs it."""

    host: str
    port: int
    engine_rank: int
    dp_rank: int
    tp_size: int
    page_stride: int


class PrefillDirectory:
    """An in-process directory, shared by the managers of a test or a launcher.

    Servers register under a name; a room may be tied to a data-parallel rank
    when routing does not follow the room number. Ties are dropped when they
    were not asked for within ``room_seconds``.
    """

    def __init__(self, name: str = "local", room_seconds: float = 600.0) -> None:
        self._name = name
        self._room_seconds = room_seconds
        self._lock = threading.Lock()
        self._servers: Dict[str, Dict[Tuple[int, int], RankAddress]] = {}
        self._rooms: Dict[int, Tuple[int, float]] = {}
        self._down: Dict[str, bool] = {}

    def register(self, address: RankAddress, name: Optional[str] = None) -> None:
        with self._lock:
            ranks = self._servers.setdefault(name or self._name, {})
            ranks[(address.dp_rank, address.engine_rank)] = address
            self._down.pop(name or self._name, None)

    def lookup(self, name: str, dp_rank: Optional[int] = None) -> List[RankAddress]:
        """The ranks of a server, lowest engine rank first; empty if unknown."""
        with self._lock:
            ranks = list(self._servers.get(name, {}).values())
        if dp_rank is not None:
            ranks = [rank for rank in ranks if rank.dp_rank == dp_rank]
        return sorted(ranks, key=lambda rank: rank.engine_rank)

    def assign_room(self, room: int, dp_rank: int) -> None:
        with self._lock:
            self._rooms[room] = (dp_rank, time.monotonic())
            self._drop_old_rooms()

    def room_rank(self, room: int) -> Optional[int]:
        with self._lock:
            entry = self._rooms.pop(room, None)
        return None if entry is None else entry[0]

    def _drop_old_rooms(self) -> None:
        limit = time.monotonic() - self._room_seconds
        for room in [room for room, (_, since) in self._rooms.items() if since < limit]:
            del self._rooms[room]

    def mark_down(self, name: str) -> None:
        """For tests: the server stops answering."""
        with self._lock:
            self._down[name] = True

    def ping(self, name: str) -> bool:
        with self._lock:
            return name in self._servers and not self._down.get(name, False)
