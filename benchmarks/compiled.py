"""The environment of processes whose start is measured: they find their own and the yardstick's byte code compiled.

A library is compiled when it is installed. Where PYTHONDONTWRITEBYTECODE is set, a checkout would be compiled anew at every
start, and the compiler would be measured.
"""

from __future__ import annotations

import os


def environment() -> dict[str, str]:
    """That of this process, with byte code kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
