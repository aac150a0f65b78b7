"""The messages between decode and prefill, as lists of frames."""

from __future__ import annotations

import dataclasses
from typing import List, Optional

from disagg.utils import pack_ints, unpack_ints

#: First frame of every message of this transport, so that strays are noticed.
MAGIC = b"disagg-nixl-1"

#: Stands where a room number would, in the message that introduces a peer.
INTRODUCTION = b"*"


@dataclasses.dataclass
class PeerInfo:
    """What a decode rank says about itself, once."""

    agent_name: str
    agent_address: bytes
    page_ptrs: List[int]
    aux_ptrs: List[int]
    page_stride: int
    tp_size: int
    tp_rank: int

    def to_frames(self) -> List[bytes]:
        return [
            MAGIC,
            INTRODUCTION,
            self.agent_name.encode(),
            self.agent_address,
            pack_ints(self.page_ptrs, "Q"),
            pack_ints(self.aux_ptrs, "Q"),
            pack_ints([self.page_stride, self.tp_size, self.tp_rank]),
        ]

    @classmethod
    def from_frames(cls, frames: List[bytes]) -> "PeerInfo":
        """``frames`` without the leading magic."""
        stride, tp_size, tp_rank = unpack_ints(frames[5])
        return cls(
            agent_name=frames[1].decode(),
            agent_address=frames[2],
            page_ptrs=unpack_ints(frames[3], "Q"),
            aux_ptrs=unpack_ints(frames[4], "Q"),
            page_stride=stride,
            tp_size=tp_size,
            tp_rank=tp_rank,
        )


@dataclasses.dataclass
class RoomInfo:
    """Where the pages of one room shall go on one decode rank."""

    room: int
    agent_name: str
    pages: List[int]
    aux_slot: int
    peers_expected: int
    prefix_len: Optional[int] = None
    placeholder: bool = False

    def to_frames(self) -> List[bytes]:
        prefix = b"" if self.prefix_len is None else str(self.prefix_len).encode()
        return [
            MAGIC,
            str(self.room).encode(),
            self.agent_name.encode(),
            pack_ints(self.pages),
            pack_ints([self.aux_slot, self.peers_expected, int(self.placeholder)]),
            prefix,
        ]

    @classmethod
    def from_frames(cls, frames: List[bytes]) -> "RoomInfo":
        """``frames`` without the leading magic."""
        aux_slot, peers_expected, placeholder = unpack_ints(frames[3])
        return cls(
            room=int(frames[0]),
            agent_name=frames[1].decode(),
            pages=unpack_ints(frames[2]),
            aux_slot=aux_slot,
            peers_expected=peers_expected,
            prefix_len=int(frames[4]) if frames[4] else None,
            placeholder=bool(placeholder),
        )

    def carries_nothing(self) -> bool:
        """A rank that only has to be counted.

        A prompt that the decode side holds completely has no pages either,
        but its aux slot still has to be written.
        """
        return self.placeholder and not self.prefix_len


@dataclasses.dataclass(frozen=True)
class Notice:
    """What a writer leaves with the reader when a write has arrived."""

    room: int
    kind: str
    number: int = 0
    last: bool = False
    rank: int = 0

    def to_bytes(self) -> bytes:
        return f"{self.room}/{self.kind}/{self.number}/{int(self.last)}/{self.rank}".encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Notice":
        room, kind, number, last, rank = data.decode().split("/")
        return cls(int(room), kind, int(number), last == "1", int(rank))
