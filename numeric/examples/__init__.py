"""Small models that are shipped ready to run: each a file as an author would write it, with every weight in it."""

from __future__ import annotations

from pathlib import Path

NAMES = ("single-head", "pre-norm-block", "translation")


def path(name: str) -> Path:
    """The file of the example of that name. KeyError for a name that is not in NAMES."""
    if name not in NAMES:
        raise KeyError(f"no example {name!r}; there are {', '.join(NAMES)}")
    return Path(__file__).parent / f"{name}.toml"
