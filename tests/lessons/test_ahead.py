"""Claims decided on all cores: the same decisions in the same order, and no process where it is not safe or not worth it."""

from __future__ import annotations

import threading

import pytest

from lessons import ahead
from lessons.check import verify


def test_the_findings_are_the_same_on_two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "_processes", lambda: 1)
    alone = verify(["chapter6"], [])
    monkeypatch.setattr(ahead, "_processes", lambda: 2)
    monkeypatch.setattr(ahead, "ENOUGH", 2)
    asked: list[str] = []
    together = verify(["chapter6"], [], progress=lambda name, done, all_of_them: asked.append(name))
    assert together == alone
    assert not ahead._tasks
    decided = [claim.id for claim in alone.claims]
    assert set(asked) - {""} <= set(decided) and len(asked) > len(decided)  # each proof once when it is done, then every claim


def test_an_error_in_another_process_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise AssertionError("engines disagree")

    monkeypatch.setattr(ahead, "_processes", lambda: 2)
    monkeypatch.setattr(ahead, "ENOUGH", 2)
    monkeypatch.setattr(ahead._Task, "decision", fails)
    with pytest.raises(AssertionError, match="engines disagree"):
        verify(["chapter6"], [])
    assert not ahead._tasks


@pytest.mark.parametrize("chosen, processes", [("1", 1), ("3", 3), ("0", 0), ("many", None), ("", None)])
def test_how_many_processes(monkeypatch: pytest.MonkeyPatch, chosen: str, processes: int | None) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(ahead.sys, "platform", "linux")
    monkeypatch.setenv(ahead.PROCESSES, chosen)
    found = ahead._processes()
    assert found == processes if processes is not None else found >= 1


def test_no_process_is_forked_beside_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ahead.PROCESSES, "4")
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert ahead._processes() == 1
