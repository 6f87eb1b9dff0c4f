"""Tests in this folder compare with PyTorch, which the extra `oracle` installs.

The one setting is LESSONPROOF_ORACLE: where it is unset nothing here is collected, and the report says so; where it is set
and PyTorch is missing, collection fails.
"""

from __future__ import annotations

import os

import pytest

SETTING = "LESSONPROOF_ORACLE"
collect_ignore_glob = [] if os.environ.get(SETTING) else ["test_*.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if collect_ignore_glob:
        terminalreporter.write_line(f"The comparison with PyTorch was left out: install the extra `oracle` and set {SETTING}.")
