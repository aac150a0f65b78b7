from disagg.base.conn import (
    BaseKVManager,
    BaseKVReceiver,
    BaseKVSender,
    KVPoll,
    MemoryLayout,
    is_settled,
)

__all__ = [
    "BaseKVManager",
    "BaseKVReceiver",
    "BaseKVSender",
    "KVPoll",
    "MemoryLayout",
    "is_settled",
]
