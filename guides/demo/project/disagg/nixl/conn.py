"""Transport over a one-sided write agent.

The prefill side runs one thread that listens to the decode ranks and a few
that send. A room is introduced from both ends: the scheduler makes a sender
for it, and the decode ranks say where its pages shall go. Whichever comes
first, the room may not be sent before both are there.
"""

from __future__ import annotations

import dataclasses
import logging
import threading
import time
from collections import defaultdict
from typing import Dict, List, Optional, Sequence, Set, Tuple

from disagg.base.conn import KVPoll, MemoryLayout
from disagg.common.conn import (
    ABORT_TAG,
    CommonKVManager,
    CommonKVReceiver,
    CommonKVSender,
    TransferError,
)
from disagg.common.directory import PrefillDirectory
from disagg.common.queues import ChunkQueue, StagingRing, TransferChunk
from disagg.config import Role, TransferConfig
from disagg.nixl.agent import AgentError, WriteHandle, open_agent
from disagg.nixl.wire import INTRODUCTION, MAGIC, Notice, PeerInfo, RoomInfo
from disagg.utils import consecutive_runs, send_frames

logger = logging.getLogger(__name__)

#: A chunk that finds no staging space goes to the back of its queue this often.
MAX_ATTEMPTS = 1_000

#: Seconds between two looks at writes that are under way.
WRITE_POLL_SECONDS = 0.0005


@dataclasses.dataclass
class Arrivals:
    """What the decode side has seen of one room."""

    chunks: Dict[int, Set[int]] = dataclasses.field(default_factory=lambda: defaultdict(set))
    expected: Dict[int, int] = dataclasses.field(default_factory=dict)
    ranks_expected: int = 1
    aux_seen: bool = False

    def note(self, notice: Notice) -> None:
        if notice.kind == "aux":
            self.aux_seen = True
            return
        self.chunks[notice.rank].add(notice.number)
        if notice.last:
            self.expected[notice.rank] = notice.number + 1

    def complete(self) -> bool:
        if not self.aux_seen or len(self.expected) < self.ranks_expected:
            return False
        return all(len(self.chunks[rank]) == count for rank, count in self.expected.items())


class NixlKVManager(CommonKVManager):
    """Threads and memory of one rank."""

    def __init__(
        self,
        layout: MemoryLayout,
        role: Role,
        config: TransferConfig,
        directory: Optional[PrefillDirectory] = None,
        agent_name: Optional[str] = None,
    ) -> None:
        super().__init__(layout, role, config, directory)
        self.agent = open_agent(agent_name or f"{role.value}-{self.server_socket.port}")
        self.exceptions: Dict[int, BaseException] = {}

        if role is Role.PREFILL:
            self.peers: Dict[str, PeerInfo] = {}
            # (room, chunk) pairs whose pages were touched ahead of the send
            self.prefetched_chunks: Set[Tuple[int, int]] = set()
            self.transfer_queues = [ChunkQueue() for _ in range(config.workers)]
            self._start_bootstrap_thread()
            for index, chunks in enumerate(self.transfer_queues):
                ring = StagingRing(config.staging_bytes) if config.staging_enabled else None
                threading.Thread(
                    target=self.transfer_worker,
                    args=(chunks, ring),
                    name=f"transfer-{index}",
                    daemon=True,
                ).start()
        else:
            self.arrivals: Dict[int, Arrivals] = defaultdict(Arrivals)
            self.introduced_to: Set[Tuple[str, int]] = set()
            self._start_peer_watch()

    # -- status ---------------------------------------------------------------

    def check_status(self, room: int) -> int:
        return self.request_status.get(room, KVPoll.WaitingForInput)

    # -- sending --------------------------------------------------------------

    def _touch_ahead(self, chunk: TransferChunk) -> None:
        """Marks a chunk as prefetched; deeper than the limit it is left alone."""
        waiting = sum(1 for room, _ in self.prefetched_chunks if room == chunk.room)
        if waiting < self.config.prefetch_depth:
            self.prefetched_chunks.add((chunk.room, chunk.number))

    def add_transfer_request(
        self,
        room: int,
        pages: Sequence[int],
        offset: int,
        number: int,
        last: bool,
        aux_slot: Optional[int] = None,
    ) -> None:
        """Queues some pages of a room; one of the workers sends them.

        A room always goes to the same worker, so that its chunks stay in
        order without a lock.
        """
        if self.role is not Role.PREFILL:
            raise ValueError("only the prefill side sends")
        if last and aux_slot is None:
            raise ValueError(f"room {room}: the last chunk needs an aux slot")
        chunk = TransferChunk(
            room=room,
            number=number,
            pages=list(pages),
            offset=offset,
            last=last,
            aux_slot=aux_slot,
        )
        self._touch_ahead(chunk)
        shard = room % len(self.transfer_queues)
        self.transfer_queues[shard].put(chunk)
        logger.debug("room %d: chunk %d queued on worker %d", room, number, shard)

    def _page_spans(self, chunk: TransferChunk, info: RoomInfo) -> List[Tuple[int, int, int, int, int]]:
        """The writes for a chunk, neighbours joined, over all layers."""
        targets = chunk.window(info.pages)
        if len(targets) < len(chunk.pages):
            logger.warning(
                "room %d: %d pages to send, but room for %d",
                chunk.room,
                len(chunk.pages),
                len(targets),
            )
        sources = chunk.pages[: len(targets)]
        peer = self.peers[info.agent_name]
        stride = self.layout.page_stride
        if peer.page_stride != stride:
            raise AgentError(f"page stride {peer.page_stride} of {info.agent_name}, here {stride}")
        runs = consecutive_runs(sources, targets)
        return [
            (source_ptr, source * stride, target_ptr, target * stride, length * stride)
            for source_ptr, target_ptr in zip(self.layout.page_ptrs, peer.page_ptrs)
            for source, target, length in runs
        ]

    def _aux_spans(self, chunk: TransferChunk, info: RoomInfo) -> List[Tuple[int, int, int, int, int]]:
        if chunk.aux_slot is None:
            raise RuntimeError(f"room {chunk.room}: the last chunk has no aux slot")
        stride = self.layout.aux_stride
        peer = self.peers[info.agent_name]
        return [
            (source_ptr, chunk.aux_slot * stride, target_ptr, info.aux_slot * stride, stride)
            for source_ptr, target_ptr in zip(self.layout.aux_ptrs, peer.aux_ptrs)
        ]

    def _post_chunk(self, chunk: TransferChunk, info: RoomInfo) -> List[WriteHandle]:
        """Starts the writes of a chunk to one decode rank."""
        handles: List[WriteHandle] = []
        rank = self.layout.engine_rank
        if chunk.pages:
            notice = Notice(chunk.room, "kv", chunk.number, chunk.last, rank)
            spans = self._page_spans(chunk, info)
            handles.append(self.agent.post_write(info.agent_name, spans, notice.to_bytes()))
        elif chunk.last:
            # Nothing to write, but the reader must learn that this was the end.
            notice = Notice(chunk.room, "kv", chunk.number, True, rank)
            handles.append(self.agent.post_write(info.agent_name, [], notice.to_bytes()))
        if chunk.last:
            notice = Notice(chunk.room, "aux", rank=rank)
            spans = self._aux_spans(chunk, info)
            handles.append(self.agent.post_write(info.agent_name, spans, notice.to_bytes()))
        return handles

    def _await_writes(self, room: int, handles: Sequence[WriteHandle]) -> None:
        """Returns when all writes have arrived; raises for the first that did not."""
        pending = list(handles)
        while pending:
            still_open = []
            for handle in pending:
                state = self.agent.state_of(handle)
                if state == "ERR":
                    raise AgentError(f"room {room}: write {handle.number} to {handle.peer} failed")
                if state != "DONE":
                    still_open.append(handle)
            pending = still_open
            if pending:
                time.sleep(WRITE_POLL_SECONDS)

    def transfer_worker(self, chunks: ChunkQueue, ring: Optional[StagingRing] = None) -> None:
        """Sends what is queued, one chunk after the other; one thread per queue."""
        while True:
            chunk = chunks.get()
            if chunk is None:
                logger.debug("%s ends", threading.current_thread().name)
                return
            room = chunk.room
            try:
                if self.check_status(room) == KVPoll.Failed:
                    continue

                if room not in self.transfer_infos:
                    logger.debug("room %d: nowhere to send chunk %d", room, chunk.number)
                    continue

                infos = list(self.transfer_infos[room].values())
                self.update_status(room, KVPoll.Transferring)

                if ring is not None:
                    amount = self.layout.bytes_for(len(chunk.pages))
                    if not ring.borrow(room, chunk.number, amount):
                        chunk.attempts += 1
                        if chunk.attempts > MAX_ATTEMPTS:
                            raise AgentError(f"room {room}: no staging space for chunk {chunk.number}")
                        chunks.put(chunk)
                        time.sleep(WRITE_POLL_SECONDS)
                        continue

                handles: List[WriteHandle] = []
                for info in infos:
                    if info.carries_nothing():
                        continue
                    if info.agent_name not in self.peers:
                        raise AgentError(f"room {room}: {info.agent_name} was never introduced")
                    handles.extend(self._post_chunk(chunk, info))
                self._await_writes(room, handles)

                if ring is not None:
                    ring.give_back(room, chunk.number)

                if chunk.last:
                    self.update_status(room, KVPoll.Success)
                    self.transfer_infos.pop(room, None)
                    self.req_to_decode_prefix_len.pop(room, None)
                    self.prefetched_chunks = {
                        key for key in self.prefetched_chunks if key[0] != room
                    }
                else:
                    self.update_status(room, KVPoll.Transferring)
            except Exception as error:
                # One room must not take the others of this worker with it.
                if isinstance(error, AgentError):
                    logger.warning("room %d: %s", room, error)
                else:
                    logger.exception("room %d: chunk %d broke the worker", room, chunk.number)
                if ring is not None:
                    ring.give_back(room, chunk.number)
                self.exceptions[room] = error
                self.record_failure(room, str(error) or type(error).__name__)
                self.update_status(room, KVPoll.Failed)

    # -- listening ------------------------------------------------------------

    def _add_peer(self, info: PeerInfo) -> None:
        self.agent.add_peer(info.agent_name, info.agent_address)
        self.peers[info.agent_name] = info
        logger.info("decode rank %s (tp %d/%d) is here", info.agent_name, info.tp_rank, info.tp_size)

    def _prefix_of(self, room: int) -> int:
        """Tokens that the decode ranks of a room hold already; they all say the same."""
        for info in self.transfer_infos[room].values():
            if info.prefix_len is not None:
                return info.prefix_len
        return 0

    def _start_bootstrap_thread(self) -> None:
        def bootstrap_thread() -> None:
            """Takes in what the decode ranks say, one message at a time."""
            while not self._stopping.is_set():
                frames = self.server_socket.recv_frames()
                logger.debug("message of %d frames", len(frames))

                if frames[0] == ABORT_TAG:
                    room = int(frames[1])
                    self.transfer_infos.pop(room, None)
                    self.req_to_decode_prefix_len.pop(room, None)
                    if room in self.request_status:
                        self.record_failure(room, "the decode side cancelled the request")
                        self.update_status(room, KVPoll.Failed)
                    continue

                assert frames[0] == MAGIC, f"stray message: {frames[0][:16]!r}"
                frames = frames[1:]
                if frames[0] == INTRODUCTION:
                    self._add_peer(PeerInfo.from_frames(frames))
                    continue

                info = RoomInfo.from_frames(frames)
                room = info.room
                if room not in self.transfer_infos:
                    self.transfer_infos[room] = {}
                self.transfer_infos[room][info.agent_name] = info
                present = len(self.transfer_infos[room])
                logger.debug("room %d: %d of %d ranks", room, present, info.peers_expected)
                if present == info.peers_expected:
                    self.req_to_decode_prefix_len[room] = self._prefix_of(room)
                    self.update_status(room, KVPoll.WaitingForInput)

        threading.Thread(target=bootstrap_thread, name="bootstrap", daemon=True).start()

    # -- arriving -------------------------------------------------------------

    def take_arrivals(self) -> None:
        """Notes what the agents of the prefill ranks have left here."""
        for data in self.agent.take_notices():
            try:
                notice = Notice.from_bytes(data)
            except ValueError:
                logger.warning("notice that makes no sense: %r", data[:80])
                continue
            self.arrivals[notice.room].note(notice)

    def room_arrived(self, room: int) -> bool:
        return room in self.arrivals and self.arrivals[room].complete()

    def shutdown(self) -> None:
        super().shutdown()
        if self.role is Role.PREFILL:
            for chunks in self.transfer_queues:
                chunks.stop()


class NixlKVSender(CommonKVSender):
    """The prefill side of one room."""

    manager: NixlKVManager

    def __init__(self, manager: NixlKVManager, room: int) -> None:
        super().__init__(manager, room)
        self.next_number = 0
        self.raised = False
        self.first_send: Optional[float] = None

    def send(self, pages: Sequence[int]) -> None:
        if self.raised:
            return
        offset, last, skip = self._next_window(pages)
        if skip:
            return
        if self.first_send is None:
            self.first_send = time.monotonic()
        self.manager.add_transfer_request(
            self.room,
            pages,
            offset,
            self.next_number,
            last,
            self.aux_slot if last else None,
        )
        self.next_number += 1

    def poll(self) -> int:
        if self.raised:
            return KVPoll.Failed
        status = self.manager.check_status(self.room)
        if status == KVPoll.Success and self.first_send is not None:
            if self._report.seconds is None:
                self._report.seconds = time.monotonic() - self.first_send
        return status

    def failure_exception(self) -> Exception:
        error = self.manager.exceptions.pop(self.room, None)
        reason = self.manager.take_failure(self.room)
        self.raised = True
        self.clear()
        if error is not None:
            wrapped = TransferError(self.room, str(error))
            wrapped.__cause__ = error
            return wrapped
        if reason is not None:
            return TransferError(self.room, reason)
        return TransferError(self.room, "no reason was recorded", elsewhere=True)


class NixlKVReceiver(CommonKVReceiver):
    """The decode side of one room."""

    manager: NixlKVManager

    def _introduce(self) -> None:
        layout = self.manager.layout
        info = PeerInfo(
            agent_name=self.manager.agent.name,
            agent_address=self.manager.agent.address(),
            page_ptrs=layout.page_ptrs,
            aux_ptrs=layout.aux_ptrs,
            page_stride=layout.page_stride,
            tp_size=layout.tp_size,
            tp_rank=layout.engine_rank,
        )
        for rank in self.ranks:
            key = (rank.host, rank.port)
            if key in self.manager.introduced_to:
                continue
            send_frames(rank.host, rank.port, info.to_frames())
            self.manager.introduced_to.add(key)

    def send_metadata(
        self,
        pages: Sequence[int],
        aux_slot: Optional[int] = None,
        prefix_len: Optional[int] = None,
    ) -> None:
        if not self.ranks:
            logger.error("room %d: no prefill rank to tell", self.room)
            self.manager.update_status(self.room, KVPoll.Failed)
            return
        self.manager.arrivals[self.room].ranks_expected = len(self.ranks)
        info = RoomInfo(
            room=self.room,
            agent_name=self.manager.agent.name,
            pages=list(pages),
            aux_slot=aux_slot or 0,
            peers_expected=1,
            prefix_len=prefix_len,
        )
        for rank in self.ranks:
            send_frames(rank.host, rank.port, info.to_frames())

    def poll(self) -> int:
        if self.conclude_state is not None:
            return self.conclude_state
        status = self.manager.check_status(self.room)
        if status in (KVPoll.Failed, KVPoll.Success):
            self.conclude_state = status
            return status
        self.manager.take_arrivals()
        if self.manager.room_arrived(self.room):
            del self.manager.arrivals[self.room]
            self.conclude_state = KVPoll.Success
            return KVPoll.Success
        return status

    def clear(self) -> None:
        super().clear()
        self.manager.arrivals.pop(self.room, None)
