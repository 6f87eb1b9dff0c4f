"""A symmetric matrix M with xᵀ M x ≥ 0 for every x: M is Σ_k w_k g_k g_kᵀ with weights w_k ≥ 0.

A statement is {"of", "where", "assume"} of `assumptions` with "matrix": [[i, sort], [j, the same sort], term], the entry at i
and j. A certificate names k and its sort under "over", w_k under "weight" and the entry of g_k at i under "factor", with a
tree of `order` that w_k ≥ 0 under "signs" and a certificate of the equation of the entries under "equation". From it
M is symmetric, and xᵀ M x = Σ_k w_k (g_k · x)².
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.kernel.assumptions import Premises
from derivations.kernel.check import digest
from derivations.kernel.language import Term, demand, frozen
from derivations.kernel.monomials import mentions
from derivations.kernel.order import is_positive
from derivations.kernel.placement import placed
from derivations.kernel.untrusted import untrusted

FIELDS = {"of", "where", "assume", "matrix"}


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the matrix is symmetric positive semidefinite for all sizes and values that the statement allows."""
    demand(set(statement) == FIELDS, "no statement of semidefiniteness")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    premises = Premises(statement)
    (i, rows), (j, columns), entry = frozen(statement["matrix"])
    demand(rows == columns, "a matrix that is not square")
    scope = premises.inside(premises.inside(premises.free, i, rows), j, columns)
    k, sort = certificate["over"]
    weight, factor = frozen(certificate["weight"]), frozen(certificate["factor"])
    demand(not mentions(weight, i) and not mentions(weight, j), "a weight that depends on the entry")
    demand(not mentions(factor, j), "a factor that depends on the other index")
    is_positive(premises, weight, certificate["signs"], premises.inside(premises.free, k, sort))
    premises.inside(scope, k, sort)
    other: Term = placed(factor, {i: j})
    total: Term = ("sum", k, sort, ("times", (weight, factor, other)))
    premises.equal(scope, entry, total, certificate["equation"])
