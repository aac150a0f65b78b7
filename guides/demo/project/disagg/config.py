"""Settings of the transfer, from the environment and the command line."""

from __future__ import annotations

import argparse
import dataclasses
import enum
import os
from typing import Mapping, Optional, Sequence


class Role(enum.Enum):
    """Which side of the transfer this process is."""

    PREFILL = "prefill"
    DECODE = "decode"


class Routing(str, enum.Enum):
    """How a room finds its data-parallel rank."""

    FOLLOW_ROOM = "follow-room"
    ROUND_ROBIN = "round-robin"


class ConfigError(ValueError):
    """A setting that cannot be used; the text names it."""


@dataclasses.dataclass(frozen=True)
class TransferConfig:
    """Everything that the managers need to know; see ``from_environment``."""

    host: str = "127.0.0.1"
    workers: int = 2
    bootstrap_timeout: float = 300.0
    watch_interval: float = 5.0
    watch_failures: int = 3
    prefetch_depth: int = 4
    staging_bytes: int = 0
    context_ranks: int = 1
    context_rank: int = 0
    dp_size: int = 1
    dp_rank: int = 0
    routing: Routing = Routing.FOLLOW_ROOM

    def validated(self) -> "TransferConfig":
        """Itself, or the first setting that makes no sense."""
        if self.workers < 1:
            raise ConfigError(f"workers must be at least 1, not {self.workers}")
        if self.bootstrap_timeout <= 0:
            raise ConfigError("bootstrap_timeout must be positive")
        if self.watch_interval < 0.05:
            raise ConfigError("watch_interval below 0.05 s would flood the peers")
        if not 0 <= self.context_rank < self.context_ranks:
            raise ConfigError(
                f"context_rank {self.context_rank} is not below {self.context_ranks}"
            )
        if not 0 <= self.dp_rank < self.dp_size:
            raise ConfigError(f"dp_rank {self.dp_rank} is not below {self.dp_size}")
        return self

    @property
    def staging_enabled(self) -> bool:
        return self.staging_bytes > 0


_FIELDS = {
    "DISAGG_HOST": ("host", str),
    "DISAGG_WORKERS": ("workers", int),
    "DISAGG_BOOTSTRAP_TIMEOUT": ("bootstrap_timeout", float),
    "DISAGG_WATCH_INTERVAL": ("watch_interval", float),
    "DISAGG_WATCH_FAILURES": ("watch_failures", int),
    "DISAGG_PREFETCH_DEPTH": ("prefetch_depth", int),
    "DISAGG_STAGING_BYTES": ("staging_bytes", int),
    "DISAGG_ROUTING": ("routing", Routing),
}


def from_environment(environ: Optional[Mapping[str, str]] = None) -> TransferConfig:
    """Reads ``DISAGG_*``; an empty value counts as not set."""
    environ = os.environ if environ is None else environ
    values = {}
    for name, (field, convert) in _FIELDS.items():
        text = environ.get(name, "").strip()
        if not text:
            continue
        try:
            values[field] = convert(text)
        except ValueError as error:
            raise ConfigError(f"{name}={text!r}: {error}") from error
    return TransferConfig(**values).validated()


def parse_arguments(argv: Sequence[str], base: TransferConfig) -> TransferConfig:
    """Overrides ``base`` with what was given on the command line."""
    parser = argparse.ArgumentParser(prog="disagg", add_help=False)
    parser.add_argument("--workers", type=int, default=base.workers)
    parser.add_argument("--host", default=base.host)
    parser.add_argument("--staging-bytes", type=int, default=base.staging_bytes)
    parser.add_argument("--context-ranks", type=int, default=base.context_ranks)
    parser.add_argument("--context-rank", type=int, default=base.context_rank)
    parser.add_argument("--dp-size", type=int, default=base.dp_size)
    parser.add_argument("--dp-rank", type=int, default=base.dp_rank)
    parsed, _unknown = parser.parse_known_args(list(argv))
    return dataclasses.replace(base, **vars(parsed)).validated()
