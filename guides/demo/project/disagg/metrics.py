"""Gauges and counters, and a thread that prints them."""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from typing import Dict, List, Tuple

logger = logging.getLogger(__name__)

Labels = Tuple[Tuple[str, str], ...]


class Gauge:
    """A number that goes up and down."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._lock = threading.Lock()
        self._values: Dict[Labels, float] = defaultdict(float)

    def add(self, amount: float, **labels: str) -> None:
        with self._lock:
            self._values[tuple(sorted(labels.items()))] += amount

    def set(self, value: float, **labels: str) -> None:
        with self._lock:
            self._values[tuple(sorted(labels.items()))] = value

    def value(self, **labels: str) -> float:
        with self._lock:
            return self._values.get(tuple(sorted(labels.items())), 0.0)

    def lines(self) -> List[str]:
        with self._lock:
            items = sorted(self._values.items())
        return [f"{self.name}{_braces(labels)} {value:g}" for labels, value in items]


class Counter(Gauge):
    """A number that only goes up."""

    def add(self, amount: float = 1.0, **labels: str) -> None:
        if amount < 0:
            raise ValueError(f"{self.name} cannot go down")
        super().add(amount, **labels)


def _braces(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{key}="{value}"' for key, value in labels) + "}"


class TransferMetrics:
    """Everything that is counted on one rank."""

    def __init__(self) -> None:
        self.inflight = Gauge("disagg_inflight_requests", "requests whose pages are on their way")
        self.bootstrapping = Gauge("disagg_bootstrap_requests", "requests without a peer yet")
        self.finished = Counter("disagg_finished_total", "requests by outcome")
        self.pages = Counter("disagg_pages_total", "pages sent")
        self.seconds = Counter("disagg_transfer_seconds_total", "time spent in transfers")

    def expose(self) -> str:
        parts = [self.inflight, self.bootstrapping, self.finished, self.pages, self.seconds]
        return "\n".join(line for part in parts for line in part.lines())


class MetricsReporter(threading.Thread):
    """Prints the figures now and then, so that a log alone tells the story."""

    def __init__(self, metrics: TransferMetrics, interval: float = 60.0) -> None:
        super().__init__(name="metrics-reporter", daemon=True)
        self._metrics = metrics
        self._interval = interval
        self._stopped = threading.Event()
        self.status = "idle"

    def run(self) -> None:
        self.status = "running"
        while not self._stopped.wait(self._interval):
            started = time.monotonic()
            logger.info("transfer figures\n%s", self._metrics.expose())
            logger.debug("exposed in %.4f s", time.monotonic() - started)
        self.status = "stopped"

    def stop(self) -> None:
        self._stopped.set()
