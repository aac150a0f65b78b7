from disagg.nixl.conn import NixlKVManager, NixlKVReceiver, NixlKVSender

__all__ = ["NixlKVManager", "NixlKVReceiver", "NixlKVSender"]
