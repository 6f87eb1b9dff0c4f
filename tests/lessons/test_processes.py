"""How many processes may work at once."""

from __future__ import annotations

import signal
import threading

import pytest

from lessons import processes


@pytest.mark.parametrize("chosen, allowed", [("1", 1), ("3", 3), ("0", 0), ("many", None), ("", None)])
def test_how_many_processes(monkeypatch: pytest.MonkeyPatch, chosen: str, allowed: int | None) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(processes.sys, "platform", "linux")
    monkeypatch.setenv(processes.PROCESSES, chosen)
    found = processes.processes()
    assert found == allowed if allowed is not None else found >= 1


def test_no_process_is_forked_beside_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(processes.PROCESSES, "4")
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert processes.processes() == 1


def test_a_further_process_leaves_interrupts_to_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[object] = []
    monkeypatch.setattr(signal, "signal", lambda *given: chosen.append(given))
    processes.begun()
    assert chosen == [(signal.SIGINT, signal.SIG_IGN)]
