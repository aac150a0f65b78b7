import unittest

from disagg.common.queues import ChunkQueue, StagingRing, TransferChunk
from disagg.config import ConfigError, Routing, TransferConfig, from_environment, parse_arguments
from disagg.metrics import Counter, Gauge
from disagg.nixl.wire import Notice, PeerInfo, RoomInfo
from disagg.utils import consecutive_runs, lowest_poll, pack_frames, unpack_frames


class Frames(unittest.TestCase):
    def test_there_and_back(self):
        frames = [b"", b"abc", b"\x00" * 300]
        self.assertEqual(unpack_frames(pack_frames(frames)), frames)

    def test_cut_message(self):
        with self.assertRaises(ValueError):
            unpack_frames(pack_frames([b"abc"])[:-1])


class Runs(unittest.TestCase):
    def test_neighbours_are_joined(self):
        self.assertEqual(consecutive_runs([3, 4, 5, 9], [0, 1, 2, 3]), [(3, 0, 3), (9, 3, 1)])

    def test_gap_on_the_other_side(self):
        self.assertEqual(consecutive_runs([1, 2], [5, 7]), [(1, 5, 1), (2, 7, 1)])

    def test_ranks_agree_on_the_slowest(self):
        self.assertEqual(lowest_poll([3, 2, 4]), 2)


class Wire(unittest.TestCase):
    def test_peer(self):
        info = PeerInfo("d0", b"addr", [1, 2], [3], 64, 2, 1)
        self.assertEqual(PeerInfo.from_frames(info.to_frames()[1:]), info)

    def test_room(self):
        info = RoomInfo(7, "d0", [4, 5], 2, 1, prefix_len=32)
        self.assertEqual(RoomInfo.from_frames(info.to_frames()[1:]), info)
        self.assertFalse(info.carries_nothing())

    def test_notice(self):
        notice = Notice(7, "kv", 3, True, 1)
        self.assertEqual(Notice.from_bytes(notice.to_bytes()), notice)


class Queues(unittest.TestCase):
    def test_window(self):
        chunk = TransferChunk(room=1, number=1, pages=[7, 8], offset=2, last=False)
        self.assertEqual(chunk.window([10, 11, 12, 13, 14]), [12, 13])

    def test_ring(self):
        ring = StagingRing(100)
        self.assertTrue(ring.borrow(1, 0, 60))
        self.assertFalse(ring.borrow(1, 1, 60))
        ring.give_back(1, 0)
        self.assertTrue(ring.borrow(1, 1, 60))
        with self.assertRaises(ValueError):
            ring.borrow(1, 2, 101)

    def test_stop(self):
        chunks = ChunkQueue()
        chunks.stop()
        self.assertIsNone(chunks.get())


class Settings(unittest.TestCase):
    def test_environment(self):
        config = from_environment({"DISAGG_WORKERS": "3", "DISAGG_ROUTING": "round-robin"})
        self.assertEqual((config.workers, config.routing), (3, Routing.ROUND_ROBIN))

    def test_names_the_setting(self):
        with self.assertRaisesRegex(ConfigError, "DISAGG_WORKERS"):
            from_environment({"DISAGG_WORKERS": "many"})

    def test_command_line_wins(self):
        self.assertEqual(parse_arguments(["--workers", "5"], TransferConfig()).workers, 5)


class Figures(unittest.TestCase):
    def test_gauge(self):
        gauge = Gauge("g", "")
        gauge.add(2, side="prefill")
        gauge.add(-1, side="prefill")
        self.assertEqual(gauge.lines(), ['g{side="prefill"} 1'])

    def test_counter(self):
        with self.assertRaises(ValueError):
            Counter("c", "").add(-1)


if __name__ == "__main__":
    unittest.main()
