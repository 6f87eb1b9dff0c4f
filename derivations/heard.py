"""What was found in one run of a statement that several claims make in the same words; nothing of it outlives the run."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

_heard: ContextVar[dict[str, Any] | None] = ContextVar("_heard", default=None)


@contextlib.contextmanager
def heard_once() -> Iterator[None]:
    """Within: a statement that was proved or refuted is not examined again."""
    token = _heard.set({} if _heard.get() is None else _heard.get())
    try:
        yield
    finally:
        _heard.reset(token)


def heard() -> dict[str, Any] | None:
    """By the name of the statement; None outside of `heard_once`."""
    return _heard.get()
