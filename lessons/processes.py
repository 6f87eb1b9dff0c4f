"""How many processes may work at once, and how each begins."""

from __future__ import annotations

import os
import signal
import sys
import threading

PROCESSES = "LESSONPROOF_PROCESSES"
"""The environment variable that says how many processes work at once; 1 is this one alone. By default one for each core."""


def processes() -> int:
    """How many may run; 1 where forking is not safe: other threads would be missing in the new process."""
    if not sys.platform.startswith("linux") or threading.active_count() > 1:
        return 1
    chosen = os.environ.get(PROCESSES, "")
    return int(chosen) if chosen.isdecimal() else len(os.sched_getaffinity(0))


def begun() -> None:
    """At the start of a further process: Ctrl-C reaches all of a terminal's, and the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
