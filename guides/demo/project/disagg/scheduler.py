"""The loop of the prefill side that waits for transfers.

Requests pass through two lists: *bootstrapping*, until the decode side has
said where the pages shall go, and *inflight*, until they have arrived there.
"""

from __future__ import annotations

import collections
import dataclasses
import logging
import time
from typing import Deque, Dict, Iterable, List, Optional

from disagg.base.conn import BaseKVSender, KVPoll, poll_name
from disagg.metrics import TransferMetrics
from disagg.nixl.conn import NixlKVManager, NixlKVSender

logger = logging.getLogger(__name__)

PAGES_PER_CHUNK = 8


@dataclasses.dataclass
class PrefillRequest:
    """A prompt on its way through this server."""

    rid: str
    room: int
    pages: List[int]
    aux_slot: int
    sender: Optional[BaseKVSender] = None
    sent: int = 0
    skipped: int = 0
    created: float = dataclasses.field(default_factory=time.monotonic)
    outcome: Optional[str] = None

    def next_chunk(self) -> List[int]:
        return self.pages[self.skipped + self.sent :][:PAGES_PER_CHUNK]

    @property
    def all_sent(self) -> bool:
        return self.skipped + self.sent >= len(self.pages)


class PagePool:
    """Free page numbers; a request holds its pages until it is over."""

    def __init__(self, count: int) -> None:
        self._free: Deque[int] = collections.deque(range(count))

    def take(self, count: int) -> Optional[List[int]]:
        if count > len(self._free):
            return None
        return [self._free.popleft() for _ in range(count)]

    def give_back(self, pages: Iterable[int]) -> None:
        self._free.extend(pages)

    def __len__(self) -> int:
        return len(self._free)


class PrefillScheduler:
    """Calls every sender once per turn and moves its request on."""

    def __init__(
        self,
        manager: NixlKVManager,
        pool: PagePool,
        metrics: Optional[TransferMetrics] = None,
        page_tokens: int = 16,
    ) -> None:
        self.manager = manager
        self.pool = pool
        self.metrics = metrics or TransferMetrics()
        self.page_tokens = page_tokens
        self.bootstrapping: List[PrefillRequest] = []
        self.inflight: List[PrefillRequest] = []
        self.finished: Dict[str, PrefillRequest] = {}

    def submit(self, rid: str, room: int, page_count: int) -> bool:
        """False where the pool has no pages left; the caller tries again later."""
        pages = self.pool.take(page_count)
        if pages is None:
            return False
        request = PrefillRequest(rid=rid, room=room, pages=pages, aux_slot=room % 64)
        request.sender = NixlKVSender(self.manager, room)
        request.sender.init(page_count, request.aux_slot)
        self.bootstrapping.append(request)
        return True

    def abort(self, rid: str) -> bool:
        """The client has gone; the turn that follows lets go of the request."""
        for request in self.bootstrapping + self.inflight:
            if request.rid == rid and request.sender is not None:
                request.sender.abort()
                return True
        return False

    def turn(self) -> None:
        """One step of the loop."""
        self._poll_bootstrapping()
        self._poll_inflight()
        self.metrics.bootstrapping.set(len(self.bootstrapping))
        self.metrics.inflight.set(len(self.inflight))

    def _poll_bootstrapping(self) -> None:
        waiting = []
        for request in self.bootstrapping:
            poll = request.sender.poll()
            if poll == KVPoll.Bootstrapping:
                waiting.append(request)
            elif poll == KVPoll.Failed:
                self._finish_failed(request)
            else:
                tokens = request.sender.pop_decode_prefix_len()
                request.skipped = min(tokens // self.page_tokens, len(request.pages))
                request.sender.init(len(request.pages) - request.skipped, request.aux_slot)
                self.inflight.append(request)
        self.bootstrapping = waiting

    def _poll_inflight(self) -> None:
        undone = []
        for request in self.inflight:
            poll = request.sender.poll()
            if poll in (KVPoll.WaitingForInput, KVPoll.Transferring):
                self._send_next(request)
                undone.append(request)
            elif poll == KVPoll.Success:
                self._finish_sent(request)
            elif poll == KVPoll.Failed:
                self._finish_failed(request)
            else:
                raise RuntimeError(f"{request.rid}: {poll_name(poll)} while in flight")
        self.inflight = undone

    def _send_next(self, request: PrefillRequest) -> None:
        if request.all_sent and request.sent > 0:
            return
        pages = request.next_chunk()
        request.sender.send(pages)
        request.sent += max(len(pages), 1)

    def _finish_sent(self, request: PrefillRequest) -> None:
        report = request.sender.report()
        request.outcome = "success"
        self.metrics.pages.add(report.pages)
        if report.seconds is not None:
            self.metrics.seconds.add(report.seconds)
        request.sender.clear()
        self._release(request)

    def _finish_failed(self, request: PrefillRequest) -> None:
        error = request.sender.failure_exception()
        logger.warning("%s: %s", request.rid, error)
        request.outcome = "failed"
        self._release(request)

    def _release(self, request: PrefillRequest) -> None:
        self.pool.give_back(request.pages)
        self.metrics.finished.add(1, outcome=request.outcome or "unknown")
        self.finished[request.rid] = request
