"""Small terms that several checkers make: a difference, a complement, a term at other indices."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.kernel.language import Rejected, Term, demand
from derivations.kernel.monomials import mentions

ZERO: Term = ("number", "0")
ONE: Term = ("number", "1")
MINUS: Term = ("number", "-1")


def less(one: Term, other: Term) -> Term:
    """one − other."""
    return ("plus", (one, ("times", (MINUS, other))))


def complement(term: Term) -> Term:
    """1 − term."""
    return less(ONE, term)


def placed(term: Term, names: Mapping[str, Term]) -> Term:
    """A term at other indices; refused where one of its sums would capture them."""
    match term:
        case ("number" | "size", _):
            return term
        case ("entry", name, indices):
            return ("entry", name, tuple(index_at(index, names) for index in indices))
        case ("delta", one, other):
            return ("delta", index_at(one, names), index_at(other, names))
        case ("plus" | "times", parts):
            return (term[0], tuple(placed(part, names) for part in parts))
        case ("sum", index, sort, body):
            demand(not mentions((tuple(names), tuple(names.values())), index), "an index is captured")
            return ("sum", index, sort, placed(body, names))
        case ("power", base, exponent):
            return ("power", placed(base, names), exponent)
        case ("apply" | "D", *head, body):
            return (term[0], *head, placed(body, names))
        case ("E", body):
            return ("E", placed(body, names))
    raise Rejected(f"not a term: {term!r:.80}")


def index_at(index: Term, names: Mapping[str, Term]) -> Term:
    return names.get(index, index) if isinstance(index, str) else ("at", index[1], index_at(index[2], names))
