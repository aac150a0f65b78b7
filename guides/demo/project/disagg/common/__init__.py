from disagg.common.conn import (
    CommonKVManager,
    CommonKVReceiver,
    CommonKVSender,
    TransferError,
)

__all__ = ["CommonKVManager", "CommonKVReceiver", "CommonKVSender", "TransferError"]
