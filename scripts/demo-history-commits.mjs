/**
 * The history of the demo project, oldest commit first, told backwards: `adds` names the files that came
 * with a commit (a trailing slash takes a whole folder), `edits` the places that it changed in files that
 * were there before. Each edit is the text after the commit and the text before it; the text after stands
 * exactly once in the file as it is after that commit. Who wrote it is invented.
 */

const marta = { name: 'Marta Lindqvist', mail: 'marta@disagg.example' };
const tomasz = { name: 'Tomasz Wrona', mail: 'tomasz@disagg.example' };
const ines = { name: 'Ines Carvalho', mail: 'ines@disagg.example' };
const ravi = { name: 'Ravi Desai', mail: 'ravi@disagg.example' };

const COMMON = 'disagg/common/conn.py';
const NIXL = 'disagg/nixl/conn.py';
const WIRE = 'disagg/nixl/wire.py';
const SCHEDULER = 'disagg/scheduler.py';

export const commits = [
  {
    author: marta,
    date: '2026-03-02T10:14:00+01:00',
    message: 'Interfaces, settings and helpers\n',
    adds: [
      'README.md',
      'pyproject.toml',
      'disagg/__init__.py',
      'disagg/base/',
      'disagg/config.py',
      'disagg/utils.py',
      'tests/__init__.py',
    ],
    edits: [],
  },
  {
    author: marta,
    date: '2026-03-09T16:40:00+01:00',
    message:
      'Shared manager, sender and receiver\n\n' +
      'The table of rooms is written by the scheduler and by the threads of a\n' +
      'transport. What arrives late must not move a room back, so the setter\n' +
      'keeps the larger of the two values.\n',
    adds: ['disagg/common/'],
    edits: [],
  },
  {
    author: tomasz,
    date: '2026-03-20T11:05:00+01:00',
    message:
      'Transport over a one-sided write agent\n\n' +
      'Peers may speak before the scheduler has made a sender, so a room that is\n' +
      'not in the table yet reads as waiting for input.\n',
    adds: ['disagg/nixl/', 'tests/test_pieces.py'],
    edits: [],
  },
  {
    author: ines,
    date: '2026-04-07T09:31:00+02:00',
    message: 'Scheduler loop, figures and tests of a whole transfer\n',
    adds: ['disagg/scheduler.py', 'disagg/metrics.py', 'tests/test_transfer.py'],
    edits: [
      {
        file: 'tests/test_pieces.py',
        after: 'from disagg.metrics import Counter, Gauge\n',
        before: '',
      },
      {
        file: 'tests/test_pieces.py',
        after: `class Figures(unittest.TestCase):
    def test_gauge(self):
        gauge = Gauge("g", "")
        gauge.add(2, side="prefill")
        gauge.add(-1, side="prefill")
        self.assertEqual(gauge.lines(), ['g{side="prefill"} 1'])

    def test_counter(self):
        with self.assertRaises(ValueError):
            Counter("c", "").add(-1)


`,
        before: '',
      },
      {
        file: 'README.md',
        after: '    disagg/scheduler the loop on the prefill side that waits for transfers\n',
        before: '',
      },
    ],
  },
  {
    author: tomasz,
    date: '2026-04-22T14:58:00+02:00',
    message:
      'Send only what the decode side lacks\n\n' +
      'Decode ranks say how many tokens of the prompt they hold already. The\n' +
      'scheduler asks once, when the room is bootstrapped, and skips their pages.\n',
    adds: [],
    edits: [
      {
        file: COMMON,
        after: `            # room -> tokens that the decode side holds already
            self.req_to_decode_prefix_len: Dict[int, int] = {}
`,
        before: '',
      },
      {
        file: COMMON,
        after: `    def pop_decode_prefix_len(self) -> int:
        """Tokens that need not be sent; asked once, when the peer is known."""
        return self.manager.req_to_decode_prefix_len.pop(self.room, 0)

`,
        before: '',
      },
      {
        file: COMMON,
        after: `        self.manager.transfer_infos.pop(self.room, None)
        self.manager.req_to_decode_prefix_len.pop(self.room, None)
`,
        before: `        self.manager.transfer_infos.pop(self.room, None)
`,
      },
      {
        file: WIRE,
        after: `    peers_expected: int
    prefix_len: Optional[int] = None
`,
        before: `    peers_expected: int
`,
      },
      {
        file: WIRE,
        after: `        prefix = b"" if self.prefix_len is None else str(self.prefix_len).encode()
`,
        before: '',
      },
      {
        file: WIRE,
        after: `            pack_ints([self.aux_slot, self.peers_expected, int(self.placeholder)]),
            prefix,
`,
        before: `            pack_ints([self.aux_slot, self.peers_expected, int(self.placeholder)]),
`,
      },
      {
        file: WIRE,
        after: `            prefix_len=int(frames[4]) if frames[4] else None,
`,
        before: '',
      },
      {
        file: WIRE,
        after: `        """A rank that only has to be counted.

        A prompt that the decode side holds completely has no pages either,
        but its aux slot still has to be written.
        """
        return self.placeholder and not self.prefix_len
`,
        before: `        """A rank that only has to be counted."""
        return self.placeholder
`,
      },
      { file: WIRE, after: 'from typing import List, Optional\n', before: 'from typing import List\n' },
      {
        file: NIXL,
        after: `        elif chunk.last:
            # Nothing to write, but the reader must learn that this was the end.
            notice = Notice(chunk.room, "kv", chunk.number, True, rank)
            handles.append(self.agent.post_write(info.agent_name, [], notice.to_bytes()))
`,
        before: '',
      },
      {
        file: NIXL,
        after: `                    self.transfer_infos.pop(room, None)
                    self.req_to_decode_prefix_len.pop(room, None)
`,
        before: `                    self.transfer_infos.pop(room, None)
`,
      },
      {
        file: NIXL,
        after: `    def _prefix_of(self, room: int) -> int:
        """Tokens that the decode ranks of a room hold already; they all say the same."""
        for info in self.transfer_infos[room].values():
            if info.prefix_len is not None:
                return info.prefix_len
        return 0

`,
        before: '',
      },
      {
        file: NIXL,
        after: `                    self.req_to_decode_prefix_len[room] = self._prefix_of(room)
`,
        before: '',
      },
      {
        file: NIXL,
        after: `        aux_slot: Optional[int] = None,
        prefix_len: Optional[int] = None,
    ) -> None:`,
        before: `        aux_slot: Optional[int] = None,
    ) -> None:`,
      },
      {
        file: NIXL,
        after: `            peers_expected=1,
            prefix_len=prefix_len,
`,
        before: `            peers_expected=1,
`,
      },
      {
        file: SCHEDULER,
        after: `                tokens = request.sender.pop_decode_prefix_len()
                request.skipped = min(tokens // self.page_tokens, len(request.pages))
                request.sender.init(len(request.pages) - request.skipped, request.aux_slot)
`,
        before: '',
      },
      {
        file: SCHEDULER,
        after: `        metrics: Optional[TransferMetrics] = None,
        page_tokens: int = 16,
`,
        before: `        metrics: Optional[TransferMetrics] = None,
`,
      },
      { file: SCHEDULER, after: '        self.page_tokens = page_tokens\n', before: '' },
      { file: SCHEDULER, after: '    skipped: int = 0\n', before: '' },
      {
        file: SCHEDULER,
        after: 'return self.pages[self.skipped + self.sent :][:PAGES_PER_CHUNK]',
        before: 'return self.pages[self.sent :][:PAGES_PER_CHUNK]',
      },
      {
        file: SCHEDULER,
        after: 'return self.skipped + self.sent >= len(self.pages)',
        before: 'return self.sent >= len(self.pages)',
      },
      {
        file: SCHEDULER,
        after: `        if request.all_sent and request.sent > 0:
            return
        pages = request.next_chunk()
        request.sender.send(pages)
        request.sent += max(len(pages), 1)
`,
        before: `        if request.all_sent:
            return
        pages = request.next_chunk()
        request.sender.send(pages)
        request.sent += len(pages)
`,
      },
      {
        file: 'tests/test_pieces.py',
        after: 'info = RoomInfo(7, "d0", [4, 5], 2, 1, prefix_len=32)',
        before: 'info = RoomInfo(7, "d0", [4, 5], 2, 1)',
      },
      {
        file: 'tests/test_transfer.py',
        after: 'def receiver(self, room, pages, prefix_len=None):',
        before: 'def receiver(self, room, pages):',
      },
      {
        file: 'tests/test_transfer.py',
        after: 'receiver.send_metadata(pages, aux_slot=1, prefix_len=prefix_len)',
        before: 'receiver.send_metadata(pages, aux_slot=1)',
      },
      {
        file: 'tests/test_transfer.py',
        after: `    def test_decode_holds_everything(self):
        self.assertTrue(self.scheduler.submit("r2", 12, 4))
        receiver = self.receiver(12, [], prefix_len=64)
        run_until(lambda: "r2" in self.scheduler.finished, self.scheduler.turn)
        run_until(lambda: receiver.poll() == KVPoll.Success)

`,
        before: '',
      },
    ],
  },
  {
    author: ines,
    date: '2026-05-08T17:22:00+02:00',
    message:
      'A late failure no longer brings a forgotten room back\n\n' +
      'A room that was cleared and then reported as failed stayed in the table,\n' +
      'and the next request with that number failed at once.\n',
    adds: [],
    edits: [
      {
        file: COMMON,
        after: `            # A failure that is reported after the room was forgotten must not
            # bring it back: the number may be in use again by then.
            if status == KVPoll.Failed:
                return
`,
        before: '',
      },
    ],
  },
  {
    author: ravi,
    date: '2026-05-27T12:47:00+02:00',
    message:
      'Stop sending when the decode side cancels\n\n' +
      'A receiver that is aborted tells its prefill ranks. They drop the targets\n' +
      'of the room at once, so that no page is written into memory that was given\n' +
      'to somebody else. Chunks that are still queued have nowhere to go then; the\n' +
      'assert in the worker used to log a stack trace for each of them.\n',
    adds: [],
    edits: [
      {
        file: COMMON,
        after: `#: First frame of a message that gives a room up.
ABORT_TAG = b"ABORT"


`,
        before: '\n',
      },
      {
        file: COMMON,
        after: `        self._fail("the client cancelled the request")
        for rank in self.ranks:
            try:
                send_frames(rank.host, rank.port, [ABORT_TAG, str(self.room).encode()])
            except OSError as error:
                logger.warning("could not tell %s:%d to stop: %s", rank.host, rank.port, error)
`,
        before: `        self._fail("the client cancelled the request")
`,
      },
      {
        file: COMMON,
        after: 'from disagg.utils import FrameSocket, RateLimitedLog, send_frames\n',
        before: 'from disagg.utils import FrameSocket, RateLimitedLog\n',
      },
      { file: NIXL, after: '    ABORT_TAG,\n', before: '' },
      {
        file: NIXL,
        after: `                if room not in self.transfer_infos:
                    logger.debug("room %d: nowhere to send chunk %d", room, chunk.number)
                    continue

`,
        before: `                assert room in self.transfer_infos, f"room {room} was never bootstrapped"

`,
      },
      {
        file: NIXL,
        after: `                if frames[0] == ABORT_TAG:
                    room = int(frames[1])
                    self.transfer_infos.pop(room, None)
                    self.req_to_decode_prefix_len.pop(room, None)
                    if room in self.request_status:
                        self.record_failure(room, "the decode side cancelled the request")
                        self.update_status(room, KVPoll.Failed)
                    continue

`,
        before: '',
      },
    ],
  },
  {
    author: marta,
    date: '2026-06-09T10:03:00+02:00',
    message: 'Touch pages ahead of the send\n',
    adds: [],
    edits: [
      {
        file: NIXL,
        after: `            # (room, chunk) pairs whose pages were touched ahead of the send
            self.prefetched_chunks: Set[Tuple[int, int]] = set()
`,
        before: '',
      },
      {
        file: NIXL,
        after: `    def _touch_ahead(self, chunk: TransferChunk) -> None:
        """Marks a chunk as prefetched; deeper than the limit it is left alone."""
        waiting = sum(1 for room, _ in self.prefetched_chunks if room == chunk.room)
        if waiting < self.config.prefetch_depth:
            self.prefetched_chunks.add((chunk.room, chunk.number))

`,
        before: '',
      },
      { file: NIXL, after: '        self._touch_ahead(chunk)\n', before: '' },
      {
        file: NIXL,
        after: `                    self.prefetched_chunks = {
                        key for key in self.prefetched_chunks if key[0] != room
                    }
`,
        before: '',
      },
      { file: 'disagg/config.py', after: '    prefetch_depth: int = 4\n', before: '' },
      {
        file: 'disagg/config.py',
        after: '    "DISAGG_PREFETCH_DEPTH": ("prefetch_depth", int),\n',
        before: '',
      },
      { file: 'pyproject.toml', after: 'version = "0.4.2"', before: 'version = "0.4.1"' },
      { file: 'disagg/__init__.py', after: '__version__ = "0.4.2"', before: '__version__ = "0.4.1"' },
    ],
  },
];
