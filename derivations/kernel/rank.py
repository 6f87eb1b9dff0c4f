"""rank M ≤ a sum of sizes: M is a sum of products, rank(A B) ≤ inner size, and rank(A + B) ≤ rank A + rank B.

A statement is {"of", "where", "assume"} of `assumptions` with

    "matrix": [[i, sort], [j, sort], term]   the entry at i and j; other free indices are the same for all entries
    "at most": [sort or "1", …]              the sum of these sizes

and a certificate has one product for each size, [[k, L, R]…] under "products", L without j and R without i, and under
"equation" a certificate that the entry is Σ_products Σ_k L R. There is no k where the size is "1".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.kernel.assumptions import Premises
from derivations.kernel.check import digest
from derivations.kernel.language import Term, demand, frozen
from derivations.kernel.monomials import mentions
from derivations.kernel.untrusted import untrusted

FIELDS = {"of", "where", "assume", "matrix", "at most"}


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the rank is at most that for all sizes and values that the statement allows."""
    demand(set(statement) == FIELDS, "no statement of a rank")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    premises = Premises(statement)
    (i, rows), (j, columns), entry = frozen(statement["matrix"])
    scope = premises.inside(premises.inside(premises.free, i, rows), j, columns)
    parts: list[Term] = []
    for size, (k, left, right) in zip(statement["at most"], frozen(certificate["products"]), strict=True):
        demand(not mentions(left, j) and not mentions(right, i), "a factor that depends on the other index")
        part: Term = ("times", (left, right))
        if size != "1":
            premises.inside(scope, k, size)
            part = ("sum", k, size, part)
        parts.append(part)
    premises.equal(scope, entry, ("plus", tuple(parts)), certificate["equation"])
