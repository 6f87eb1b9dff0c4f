"""Statements and certificates come from anybody: a checker sees copies made of JSON, and what is malformed is rejected."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from derivations.kernel.language import Rejected

Checker = Callable[[Mapping[str, Any], Mapping[str, Any]], None]
_MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError, ZeroDivisionError, OverflowError)


def untrusted(checker: Checker) -> Checker:
    @wraps(checker)
    def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
        try:
            checker(json.loads(json.dumps(statement)), json.loads(json.dumps(certificate)))
        except Rejected:
            raise
        except _MALFORMED as error:
            raise Rejected(f"malformed: {error!r:.200}") from error

    return check
