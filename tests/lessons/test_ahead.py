"""Claims decided on all cores: the same decisions in the same order, and no process where it is not safe or not worth it."""

from __future__ import annotations

import pytest

from lessons import ahead
from lessons.check import verify


def test_the_findings_are_the_same_on_two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "processes", lambda: 1)
    alone = verify(["chapter6"], [])
    monkeypatch.setattr(ahead, "processes", lambda: 2)
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

    monkeypatch.setattr(ahead, "processes", lambda: 2)
    monkeypatch.setattr(ahead, "ENOUGH", 2)
    monkeypatch.setattr(ahead._Task, "decision", fails)
    with pytest.raises(AssertionError, match="engines disagree"):
        verify(["chapter6"], [], digits=13)  # of which nothing is decided yet
    assert not ahead._tasks
