"""Regular expressions that are compiled when they are first used.

A program that reads many kinds of documents knows many patterns, and a short run uses few of them: compiling them all when
the modules are loaded costs a tenth of its time. To a type checker `pattern` is `re.compile`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from re import compile as compiled

    pattern = compiled
else:

    class pattern:  # noqa: N801 - stands for a function
        """As `re.compile(text, flags)`, later. A malformed expression is told at its first use: a test compiles them all."""

        def __init__(self, text: str, flags: int = 0) -> None:
            self._text, self._flags = text, flags

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            # Once asked for, a method is found in the instance, as fast as that of the compiled pattern.
            value = self.__dict__[name] = getattr(re.compile(self._text, self._flags), name)
            return value
