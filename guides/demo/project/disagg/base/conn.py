"""What every transport between prefill and decode has to offer.

The scheduler talks to these classes only. A transport derives from the
shared parts in ``disagg.common`` and fills in how bytes travel.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from typing import List, Optional, Sequence

from disagg.config import Role, TransferConfig


class KVPoll:
    """How far the transfer of one room has come.

    The numbers are ordered: a transfer only ever moves up, and a setter may
    rely on that. They travel between ranks as plain ints.
    """

    Failed = 0
    Bootstrapping = 1
    WaitingForInput = 2
    Transferring = 3
    Success = 4


#: Nothing follows these; the scheduler lets go of a room once it reads one.
TERMINAL_POLLS = frozenset({KVPoll.Failed, KVPoll.Success})

_POLL_NAMES = {
    KVPoll.Failed: "failed",
    KVPoll.Bootstrapping: "bootstrapping",
    KVPoll.WaitingForInput: "waiting",
    KVPoll.Transferring: "transferring",
    KVPoll.Success: "success",
}


def is_settled(poll: int) -> bool:
    """True where nothing will follow."""
    return poll in TERMINAL_POLLS


def poll_name(poll: int) -> str:
    """A word for logs and metric labels."""
    return _POLL_NAMES.get(poll, f"unknown({poll})")


@dataclasses.dataclass
class MemoryLayout:
    """Where the pages of this rank live, as registered with the agent."""

    engine_rank: int
    page_ptrs: List[int]
    page_lens: List[int]
    page_stride: int
    aux_ptrs: List[int] = dataclasses.field(default_factory=list)
    aux_lens: List[int] = dataclasses.field(default_factory=list)
    aux_stride: int = 0
    device: int = 0
    tp_size: int = 1

    def page_count(self) -> int:
        """Pages that fit into the smallest of the regions."""
        if not self.page_lens or self.page_stride <= 0:
            return 0
        return min(length // self.page_stride for length in self.page_lens)

    def bytes_for(self, pages: int) -> int:
        """What a number of pages weighs over all layers."""
        return pages * self.page_stride * len(self.page_ptrs)


@dataclasses.dataclass
class TransferReport:
    """What a sender can tell about a transfer when it is over."""

    pages: int = 0
    bytes: int = 0
    seconds: Optional[float] = None

    def megabytes_per_second(self) -> Optional[float]:
        if not self.seconds:
            return None
        return self.bytes / self.seconds / 1e6


class BaseKVManager(ABC):
    """One per rank and process; owns sockets, threads and the table of rooms."""

    @abstractmethod
    def __init__(self, layout: MemoryLayout, role: Role, config: TransferConfig) -> None: ...

    @abstractmethod
    def check_status(self, room: int) -> int:
        """The poll value of a room."""

    @abstractmethod
    def update_status(self, room: int, status: int) -> None:
        """Moves a room on."""

    @abstractmethod
    def shutdown(self) -> None:
        """Stops the threads; open transfers are left where they are."""


class BaseKVSender(ABC):
    """The prefill side of one room."""

    @abstractmethod
    def __init__(self, manager: BaseKVManager, room: int) -> None: ...

    @abstractmethod
    def init(self, total_pages: int, aux_slot: Optional[int] = None) -> None:
        """Tells how much there will be to send."""

    @abstractmethod
    def send(self, pages: Sequence[int]) -> None:
        """Hands over the next pages of the prompt, in order; does not wait."""

    @abstractmethod
    def poll(self) -> int:
        """How far the transfer is; one of :class:`KVPoll`."""

    @abstractmethod
    def failure_exception(self) -> Exception:
        """Why the transfer failed; forgets the room."""

    def report(self) -> TransferReport:
        """Figures of the transfer; empty where a transport keeps none."""
        return TransferReport()

    def clear(self) -> None:
        """Forgets the room."""

    def abort(self) -> None:
        """Gives the transfer up."""


class BaseKVReceiver(ABC):
    """The decode side of one room."""

    @abstractmethod
    def __init__(self, manager: BaseKVManager, prefill: str, room: int) -> None: ...

    @abstractmethod
    def init(self) -> None:
        """Looks the prefill ranks up."""

    @abstractmethod
    def send_metadata(
        self,
        pages: Sequence[int],
        aux_slot: Optional[int] = None,
        prefix_len: Optional[int] = None,
    ) -> None:
        """Tells the prefill ranks where the pages shall go."""

    @abstractmethod
    def poll(self) -> int:
        """How far the transfer is; one of :class:`KVPoll`."""

    def clear(self) -> None:
        """Forgets the room."""

    def abort(self) -> None:
        """Gives the transfer up and tells the prefill ranks."""
