import time
import unittest

from disagg.base.conn import KVPoll, MemoryLayout
from disagg.common.directory import PrefillDirectory
from disagg.config import Role, TransferConfig
from disagg.nixl.agent import MemoryAgent
from disagg.nixl.conn import NixlKVManager, NixlKVReceiver
from disagg.scheduler import PagePool, PrefillScheduler

STRIDE = 32
PAGES = 64


def make_side(role, directory, **settings):
    helper = MemoryAgent("setup")
    layers = [bytearray(PAGES * STRIDE) for _ in range(2)]
    aux = [bytearray(64 * 8)]
    layout = MemoryLayout(
        engine_rank=0,
        page_ptrs=helper.register_memory(layers),
        page_lens=[len(layer) for layer in layers],
        page_stride=STRIDE,
        aux_ptrs=helper.register_memory(aux),
        aux_lens=[len(aux[0])],
        aux_stride=8,
    )
    config = TransferConfig(watch_interval=0.1, **settings)
    return NixlKVManager(layout, role, config, directory), layers


def run_until(condition, *steps, seconds=5.0):
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        for step in steps:
            step()
        if condition():
            return
        time.sleep(0.002)
    raise AssertionError("did not come to its end")


class Transfer(unittest.TestCase):
    def setUp(self):
        self.directory = PrefillDirectory()
        self.prefill, self.source = make_side(Role.PREFILL, self.directory)
        self.decode, self.target = make_side(Role.DECODE, self.directory)
        self.scheduler = PrefillScheduler(self.prefill, PagePool(PAGES))

    def tearDown(self):
        self.prefill.shutdown()
        self.decode.shutdown()

    def receiver(self, room, pages, prefix_len=None):
        receiver = NixlKVReceiver(self.decode, "local", room)
        receiver.init()
        receiver.send_metadata(pages, aux_slot=1, prefix_len=prefix_len)
        return receiver

    def test_pages_arrive(self):
        for number in range(PAGES):
            for layer in self.source:
                layer[number * STRIDE : (number + 1) * STRIDE] = bytes([number + 1]) * STRIDE
        self.assertTrue(self.scheduler.submit("r1", 11, 20))
        receiver = self.receiver(11, list(range(40, 60)))
        run_until(lambda: "r1" in self.scheduler.finished, self.scheduler.turn)
        run_until(lambda: receiver.poll() == KVPoll.Success)
        for layer in self.target:
            self.assertEqual(layer[40 * STRIDE], 1)
            self.assertEqual(layer[59 * STRIDE], 20)
        self.assertEqual(self.scheduler.metrics.inflight.value(), 0)

    def test_decode_holds_everything(self):
        self.assertTrue(self.scheduler.submit("r2", 12, 4))
        receiver = self.receiver(12, [], prefix_len=64)
        run_until(lambda: "r2" in self.scheduler.finished, self.scheduler.turn)
        run_until(lambda: receiver.poll() == KVPoll.Success)

    def test_client_cancels_before_a_peer_is_known(self):
        self.assertTrue(self.scheduler.submit("r3", 13, 4))
        self.assertTrue(self.scheduler.abort("r3"))
        run_until(lambda: "r3" in self.scheduler.finished, self.scheduler.turn)
        self.assertEqual(self.scheduler.finished["r3"].outcome, "failed")
        self.assertEqual(len(self.scheduler.pool), PAGES)

    def test_server_is_gone(self):
        receiver = NixlKVReceiver(self.decode, "local", 14)
        receiver.init()
        self.directory.mark_down("local")
        run_until(lambda: receiver.poll() == KVPoll.Failed)

    def test_shadow_rank(self):
        shadow, _ = make_side(Role.PREFILL, PrefillDirectory(), context_ranks=2, context_rank=1)
        scheduler = PrefillScheduler(shadow, PagePool(PAGES))
        scheduler.submit("r5", 15, 10)
        run_until(lambda: "r5" in scheduler.finished, scheduler.turn)
        self.assertEqual(scheduler.finished["r5"].outcome, "success")
        shadow.shutdown()

    def test_staging(self):
        prefill, _ = make_side(Role.PREFILL, PrefillDirectory("staged"), staging_bytes=8 * STRIDE * 2)
        self.decode.directory = prefill.directory
        scheduler = PrefillScheduler(prefill, PagePool(PAGES))
        scheduler.submit("r6", 16, 20)
        receiver = NixlKVReceiver(self.decode, "staged", 16)
        receiver.init()
        receiver.send_metadata(list(range(20)), aux_slot=1)
        run_until(lambda: "r6" in scheduler.finished, scheduler.turn)
        self.assertEqual(scheduler.finished["r6"].outcome, "success")
        prefill.shutdown()


if __name__ == "__main__":
    unittest.main()
