"""What travels from the scheduler to the threads that send."""

from __future__ import annotations

import dataclasses
import queue
from typing import Dict, List, Optional, Sequence, Tuple


@dataclasses.dataclass
class TransferChunk:
    """Some pages of one room, in the order of the prompt."""

    room: int
    number: int
    pages: List[int]
    offset: int
    last: bool
    aux_slot: Optional[int] = None
    attempts: int = 0

    def window(self, targets: Sequence[int]) -> List[int]:
        """The part of the receiver's pages that belongs to this chunk."""
        return list(targets[self.offset : self.offset + len(self.pages)])


class ChunkQueue:
    """First in, first out; ``None`` tells the worker to stop."""

    def __init__(self) -> None:
        self._queue: "queue.Queue[Optional[TransferChunk]]" = queue.Queue()

    def put(self, chunk: TransferChunk) -> None:
        self._queue.put(chunk)

    def get(self) -> Optional[TransferChunk]:
        return self._queue.get()

    def stop(self) -> None:
        self._queue.put(None)

    def __len__(self) -> int:
        return self._queue.qsize()


class StagingRing:
    """A fixed piece of memory from which chunks borrow space.

    One ring belongs to one worker, so it needs no lock. Space is given back
    in any order; what is free is kept as a sum, since the pages of a chunk
    need not be neighbours in the ring.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._borrowed: Dict[Tuple[int, int], int] = {}

    @property
    def free(self) -> int:
        return self.size - sum(self._borrowed.values())

    def borrow(self, room: int, number: int, amount: int) -> bool:
        if amount > self.size:
            raise ValueError(f"chunk of {amount} bytes can never fit into {self.size}")
        if amount > self.free:
            return False
        self._borrowed[(room, number)] = amount
        return True

    def give_back(self, room: int, number: int) -> None:
        self._borrowed.pop((room, number), None)
