"""A point lies in the convex hull of finitely many: it is Σ_j w_j v_j with w_j ≥ 0 and Σ_j w_j = 1.

A statement is {"of", "where", "assume"} of `assumptions` with

    "along": [r, sort]             the coordinates, for fixed values of the free indices
    "point": term                  coordinate r of the point
    "over": [j, sort]              the candidates
    "among": term                  1 where j is a candidate, 0 where not (["number", "1"] for all)
    "candidates": term             coordinate r of candidate j

and a certificate names w_j under "weight", with a tree of `order` that w_j ≥ 0 under "signs", and certificates of
Σ_j among w_j = 1 under "total" and of point = Σ_j among w_j candidate under "equation".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.kernel.assumptions import Premises
from derivations.kernel.check import digest
from derivations.kernel.language import demand, frozen
from derivations.kernel.monomials import mentions
from derivations.kernel.order import is_positive
from derivations.kernel.placement import ONE
from derivations.kernel.untrusted import untrusted

FIELDS = {"of", "where", "assume", "along", "point", "over", "among", "candidates"}


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the point is in the hull for all sizes and values that the statement allows."""
    demand(set(statement) == FIELDS, "no statement of a convex hull")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    premises = Premises(statement)
    point, among, candidate = (frozen(statement[name]) for name in ("point", "among", "candidates"))
    (r, coordinates), (j, sort) = statement["along"], statement["over"]
    demand(premises.is_zero_or_one(among) and not mentions(among, r), "candidates that depend on the coordinate")
    weight = frozen(certificate["weight"])
    demand(not mentions(weight, r), "weights that depend on the coordinate")
    is_positive(premises, weight, certificate["signs"], premises.inside(premises.free, j, sort))
    along = premises.inside(premises.free, r, coordinates)
    premises.inside(along, j, sort)
    premises.equal(premises.free, ("sum", j, sort, ("times", (among, weight))), ONE, certificate["total"])
    total = ("sum", j, sort, ("times", (among, weight, candidate)))
    premises.equal(along, point, total, certificate["equation"])
