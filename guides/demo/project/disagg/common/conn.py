"""The parts of a transport that do not depend on how bytes travel."""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from typing import Dict, List, Optional, Sequence, Set, Tuple

from disagg.base.conn import (
    BaseKVManager,
    BaseKVReceiver,
    BaseKVSender,
    KVPoll,
    MemoryLayout,
    TransferReport,
    is_settled,
    poll_name,
)
from disagg.common.directory import PrefillDirectory, RankAddress
from disagg.config import Role, Routing, TransferConfig
from disagg.utils import FrameSocket, RateLimitedLog, send_frames

logger = logging.getLogger(__name__)

#: First frame of a message that gives a room up.
ABORT_TAG = b"ABORT"


class TransferError(Exception):
    """A transfer that did not come to its end."""

    def __init__(self, room: int, reason: str, elsewhere: bool = False) -> None:
        super().__init__(reason)
        self.room = room
        self.reason = reason
        self.elsewhere = elsewhere

    def __str__(self) -> str:
        where = " on another rank" if self.elsewhere else ""
        return f"room {self.room} failed{where}: {self.reason}"


class CommonKVManager(BaseKVManager):
    """Table of rooms, sockets and the watch over the peers."""

    def __init__(
        self,
        layout: MemoryLayout,
        role: Role,
        config: TransferConfig,
        directory: Optional[PrefillDirectory] = None,
    ) -> None:
        self.layout = layout
        self.role = role
        self.config = config
        self.directory = directory if directory is not None else PrefillDirectory()
        self.server_socket = FrameSocket(config.host)
        self._slow_log = RateLimitedLog()
        self._stopping = threading.Event()
        logger.debug("manager listens on %s:%d", self.server_socket.host, self.server_socket.port)

        # room -> KVPoll, written by the scheduler and by the threads of the transport
        self.request_status: Dict[int, int] = {}
        self.failure_reasons: Dict[int, str] = {}
        self.reasons_lock = threading.Lock()

        if role is Role.PREFILL:
            # Only one of the ranks that share a context sends; the others play along.
            self.is_shadow_rank = config.context_ranks > 1 and config.context_rank != 0
            # room -> name of the peer -> where its pages shall go
            self.transfer_infos: Dict[int, Dict[str, object]] = {}
            # room -> tokens that the decode side holds already
            self.req_to_decode_prefix_len: Dict[int, int] = {}
            self.register_to_directory()
        elif role is Role.DECODE:
            self.peer_lock = threading.Lock()
            self.rooms_by_prefill: Dict[str, Set[int]] = defaultdict(set)
            self.watch_failures: Dict[str, int] = {}
        else:
            raise ValueError(f"no such role: {role}")

    # -- table of rooms -------------------------------------------------------

    def check_status(self, room: int) -> int:
        return self.request_status[room]

    def update_status(self, room: int, status: int) -> None:
        """Moves a room on; what arrives late must not move it back."""
        known = self.request_status.get(room)
        if known is None:
            # A failure that is reported after the room was forgotten must not
            # bring it back: the number may be in use again by then.
            if status == KVPoll.Failed:
                return
            self.request_status[room] = status
            return
        if status == KVPoll.Failed:
            self.request_status[room] = KVPoll.Failed
        else:
            self.request_status[room] = max(known, status)

    def record_failure(self, room: int, reason: str) -> None:
        with self.reasons_lock:
            self.failure_reasons.setdefault(room, reason)

    def take_failure(self, room: int) -> Optional[str]:
        with self.reasons_lock:
            return self.failure_reasons.pop(room, None)

    def rooms_by_poll(self) -> Dict[str, int]:
        """How many rooms stand where; for the debug page."""
        counts: Dict[str, int] = defaultdict(int)
        for status in list(self.request_status.values()):
            counts[poll_name(status)] += 1
        return dict(counts)

    # -- peers ----------------------------------------------------------------

    def register_to_directory(self) -> None:
        """Tells the decode side where this rank listens."""
        address = RankAddress(
            host=self.server_socket.host,
            port=self.server_socket.port,
            engine_rank=self.layout.engine_rank,
            dp_rank=self.config.dp_rank,
            tp_size=self.layout.tp_size,
            page_stride=self.layout.page_stride,
        )
        delay = 0.2
        for attempt in range(1, 6):
            try:
                self.directory.register(address)
                return
            except ConnectionError as error:
                logger.warning("directory did not answer (attempt %d of 5): %s", attempt, error)
                time.sleep(delay)
                delay = min(delay * 2, 5.0)
        logger.error("this rank is not in the directory; decode cannot find it")

    def _start_peer_watch(self) -> None:
        """Watches the prefill servers on behalf of the decode side."""

        def peer_watch() -> None:
            while not self._stopping.wait(self.config.watch_interval):
                with self.peer_lock:
                    names = list(self.rooms_by_prefill)
                for name in names:
                    try:
                        alive = self.directory.ping(name)
                    except ConnectionError:
                        alive = False
                    if alive:
                        self.watch_failures[name] = 0
                        continue
                    self.watch_failures[name] = self.watch_failures.get(name, 0) + 1
                    logger.info("%s did not answer %d times", name, self.watch_failures[name])
                    if self.watch_failures[name] >= self.config.watch_failures:
                        self._give_up_prefill(name)

        threading.Thread(target=peer_watch, name="peer-watch", daemon=True).start()

    def _give_up_prefill(self, name: str) -> None:
        """A prefill server is gone: its rooms will never be filled."""
        with self.peer_lock:
            rooms = self.rooms_by_prefill.pop(name, set())
            self.watch_failures.pop(name, None)
        lost = 0
        for room in rooms:
            if room not in self.request_status or self.check_status(room) == KVPoll.Success:
                continue
            self.record_failure(room, f"prefill server {name} is gone")
            self.update_status(room, KVPoll.Failed)
            lost += 1
        logger.error("%s is gone, %d requests with it", name, lost)

    def shutdown(self) -> None:
        self._stopping.set()
        self.server_socket.close()


class CommonKVSender(BaseKVSender):
    """The prefill side of one room, whatever the transport."""

    def __init__(self, manager: CommonKVManager, room: int) -> None:
        self.manager = manager
        self.room = room
        self.conclude_state: Optional[int] = None
        self.since: Optional[float] = None
        self.total_pages = 0
        self.sent_pages = 0
        self.aux_slot: Optional[int] = None
        self._report = TransferReport()

        if manager.is_shadow_rank:
            # No peer will ever write to a shadow rank, so there is nothing to wait for.
            manager.update_status(room, KVPoll.WaitingForInput)
            return

        manager.update_status(room, KVPoll.Bootstrapping)
        config = manager.config
        if config.dp_size > 1 and config.routing is Routing.FOLLOW_ROOM:
            expected = room % config.dp_size
            if expected != config.dp_rank:
                manager.record_failure(
                    room,
                    f"room belongs to data-parallel rank {expected}, "
                    f"but was sent to {config.dp_rank}",
                )
                manager.update_status(room, KVPoll.Failed)
                return
        elif config.dp_size > 1:
            manager.directory.assign_room(room, config.dp_rank)

    def init(self, total_pages: int, aux_slot: Optional[int] = None) -> None:
        self.total_pages = total_pages
        self.aux_slot = aux_slot
        self.since = time.monotonic()

    def pop_decode_prefix_len(self) -> int:
        """Tokens that need not be sent; asked once, when the peer is known."""
        return self.manager.req_to_decode_prefix_len.pop(self.room, 0)

    def _next_window(self, pages: Sequence[int]) -> Tuple[int, bool, bool]:
        """Offset of these pages, whether they are the last, whether to skip them."""
        offset = self.sent_pages
        self.sent_pages += len(pages)
        last = self.sent_pages >= self.total_pages
        if self.manager.is_shadow_rank:
            if last:
                self.manager.update_status(self.room, KVPoll.Success)
            return offset, last, True
        return offset, last, False

    def poll(self) -> int:
        if self.conclude_state is not None:
            return self.conclude_state
        status = self.manager.check_status(self.room)
        if is_settled(status):
            self.conclude_state = status
        elif status == KVPoll.Bootstrapping and self._bootstrap_overdue():
            self.manager.update_status(self.room, KVPoll.Failed)
            self.conclude_state = KVPoll.Failed
            return KVPoll.Failed
        return status

    def _bootstrap_overdue(self) -> bool:
        if self.since is None:
            return False
        waited = time.monotonic() - self.since
        if waited < self.manager.config.bootstrap_timeout:
            return False
        self.manager.record_failure(
            self.room, f"no peer within {waited:.0f} s of the request"
        )
        return True

    def report(self) -> TransferReport:
        self._report.pages = self.sent_pages
        self._report.bytes = self.manager.layout.bytes_for(self.sent_pages)
        return self._report

    def failure_exception(self) -> Exception:
        reason = self.manager.take_failure(self.room)
        self.clear()
        if reason is None:
            return TransferError(self.room, "no reason was recorded", elsewhere=True)
        return TransferError(self.room, reason)

    def clear(self) -> None:
        self.manager.request_status.pop(self.room, None)
        self.manager.transfer_infos.pop(self.room, None)
        self.manager.req_to_decode_prefix_len.pop(self.room, None)

    def abort(self) -> None:
        self.manager.record_failure(self.room, "the client cancelled the request")
        self.manager.update_status(self.room, KVPoll.Failed)
        self.conclude_state = KVPoll.Failed


class CommonKVReceiver(BaseKVReceiver):
    """The decode side of one room, whatever the transport."""

    def __init__(self, manager: CommonKVManager, prefill: str, room: int) -> None:
        self.manager = manager
        self.prefill = prefill
        self.room = room
        self.conclude_state: Optional[int] = None
        self.ranks: List[RankAddress] = []
        with manager.peer_lock:
            manager.rooms_by_prefill[prefill].add(room)
        manager.update_status(room, KVPoll.Bootstrapping)

    def init(self) -> None:
        self.ranks = self.manager.directory.lookup(self.prefill)
        if not self.ranks:
            self._fail(f"prefill server {self.prefill} is not in the directory")
            return
        strides = {rank.page_stride for rank in self.ranks}
        if strides != {self.manager.layout.page_stride}:
            self._fail(f"page strides differ: {sorted(strides)}")
            return
        self._introduce()
        self.manager.update_status(self.room, KVPoll.WaitingForInput)

    def _introduce(self) -> None:
        """Registers this rank's memory with the prefill ranks, once."""

    def _fail(self, reason: str) -> None:
        self.manager.record_failure(self.room, reason)
        self.manager.update_status(self.room, KVPoll.Failed)
        self.conclude_state = KVPoll.Failed

    def failure_exception(self) -> Exception:
        reason = self.manager.take_failure(self.room)
        self.clear()
        return TransferError(self.room, reason or "no reason was recorded")

    def clear(self) -> None:
        self.manager.request_status.pop(self.room, None)
        with self.manager.peer_lock:
            self.manager.rooms_by_prefill[self.prefill].discard(self.room)

    def abort(self) -> None:
        self._fail("the client cancelled the request")
        for rank in self.ranks:
            try:
                send_frames(rank.host, rank.port, [ABORT_TAG, str(self.room).encode()])
            except OSError as error:
                logger.warning("could not tell %s:%d to stop: %s", rank.host, rank.port, error)
