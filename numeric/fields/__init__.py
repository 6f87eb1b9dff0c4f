"""The number fields: float64, mpmath's mpf, balls, and exact numbers. One model code runs over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.exact_number import ExactNumber
from numeric.fields.field import Field, NotFinite, SignUndecided
from numeric.fields.float64 import Float64
from numeric.fields.mpf import Mpf
from numeric.fields.number import Number, Rational, rational

if TYPE_CHECKING:
    from numeric.fields.shadow import Shadow

__all__ = [
    "Ball",
    "Exact",
    "ExactNumber",
    "Field",
    "Float64",
    "Mpf",
    "NotFinite",
    "Number",
    "Rational",
    "Shadow",
    "SignUndecided",
    "rational",
]


def __getattr__(name: str) -> Any:
    """Shadow is loaded when it is asked for: a chapter without a ReLU starts up without it."""
    if name == "Shadow":
        from numeric.fields.shadow import Shadow

        return Shadow
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
