"""The commands, one module each: which options it takes, and what it does with them.

A module has `OPTIONS` (names of `reports/options.py`), `FORMATS` (the first is the default; empty without `--format`), and
`run(session, options)`, which writes what was asked for and returns the exit code. Its first word of help is `help.NAME`.
"""

from __future__ import annotations

import importlib
from argparse import Namespace
from typing import Protocol, cast

from reports.session import Session

NAMES = (
    "verify", "watch", "diff", "notation", "coverage", "mutate", "list", "explain", "table", "export", "account", "run",
    "prove", "theorems", "rules", "init", "baseline",
)  # fmt: skip


class Command(Protocol):
    OPTIONS: tuple[str, ...]
    FORMATS: tuple[str, ...]

    def run(self, session: Session, options: Namespace) -> int: ...


def command(name: str) -> Command:
    """Only the command that is asked for is loaded."""
    return cast(Command, importlib.import_module(f"reports.commands.{name}"))
