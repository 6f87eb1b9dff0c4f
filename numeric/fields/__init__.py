"""The number fields: float64, mpmath's mpf, balls, and exact numbers. One model code runs over all of them."""

from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.exact_number import ExactNumber
from numeric.fields.field import Field, NotFinite, SignUndecided
from numeric.fields.float64 import Float64
from numeric.fields.mpf import Mpf
from numeric.fields.number import Number, Rational, rational
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
