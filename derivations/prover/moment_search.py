"""The untrusted search for certificates of equations of expectations: the search of the core on the equation of moments."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from derivations.kernel import moments
from derivations.kernel.check import digest
from derivations.kernel.expectation import check, translated
from derivations.kernel.monomials import Factor, Monomial
from derivations.prover import search


def certificate(statement: Mapping[str, Any]) -> Any | None:
    """A certificate that the kernel accepts, or None. Raises Rejected where the statement is not admitted."""
    equation = search.certificate(translated(statement), weight=by_order)
    if equation is None:
        return None
    found = {"statement": digest(statement), "equation": equation}
    check(statement, found)
    return found


def by_order(monomial: Monomial) -> tuple[Any, ...]:
    """A hypothesis is used from its moment of highest order: Var q = 1 says what E q² is, not what (E q)² is."""
    bound, factors = monomial
    orders = sum((order(factor) * exponent for factor, exponent in factors), Fraction(0))
    return not factors, len(bound), -orders, sum(exponent for _, exponent in factors), monomial


def order(factor: Factor) -> int:
    """How many random entries the moment is an expectation of."""
    return moments.order(factor[1]) if factor[0] == "entry" else 0
