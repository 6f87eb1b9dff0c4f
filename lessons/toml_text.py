"""What a TOML text says, read in time proportional to it whoever wrote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lessonproof.patterns import pattern

LARGEST = 1 << 20
"""Bytes of a file that is read at all."""

# tomllib takes time quadratic in the parts of a dotted key.
_LONG_KEY = pattern(r"""(?:\.[ \t]*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){32}""")


def loaded(text: str, decimal: Callable[[str], Any] = float) -> dict[str, Any]:
    """What the text says.   decimal: what becomes of a number with a point.

    Raises ValueError or RecursionError for what is no TOML or too deep.
    """
    if _LONG_KEY.search(text):
        raise ValueError("a key of more than 32 parts")
    import tomllib

    return tomllib.loads(text, parse_float=decimal)


def as_written(decimal: str) -> str:
    """A decimal that stays text, so that 0.1 is a tenth."""
    return decimal.replace("_", "")
