"""A bar only where the wait is long."""

from __future__ import annotations

import io

import pytest

from reports import progress
from reports.progress import LateBar


def test_a_short_run_draws_nothing() -> None:
    stream = io.StringIO()
    with LateBar(stream, "checking") as bar:
        for done in range(5):
            bar("notes.11.2.a", done, 5)
    assert stream.getvalue() == ""


def test_a_long_run_draws_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    with LateBar(stream, "checking") as bar:
        bar("notes.11.2.a", 1, 5)
        bar("notes.11.2.[/c]", 2, 5)
    assert "checking" in stream.getvalue()
