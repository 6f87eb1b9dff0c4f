"""What a record states, as expressions of sympy, or the kind of statement for which there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from derivations.prover.finding import Provable

if TYPE_CHECKING:
    import sympy

UNWRITTEN = {
    "Determined": "flow",
    "Equivariant": "bijection",
    "Typed": "shapes",
    "Rank": "matrices",
    "Semidefinite": "matrices",
    "InHull": "matrices",
    "FirstOrder": "expansion",
    "Layered": "layers",
}
"""Families whose statements are about a computation, about shapes or about a whole matrix: no relation of two expressions."""


class Stated(NamedTuple):
    """How a statement is shown, the definitions that it uses, by what they define, and the relation that it states."""

    shown: str
    definitions: Mapping[Any, Any]
    relation: sympy.Basic


def stated(record: Provable, shown: str) -> Iterator[Stated]:
    """Nothing for a record of an unwritten kind. shown: the record in one line. Raises IllTyped and FormulaError for words."""
    from derivations.prover.differential import Differential
    from derivations.prover.expected import Expected
    from derivations.prover.identity import Identity
    from derivations.prover.limiting import Limiting
    from derivations.prover.ordered import Ordered
    from derivations.prover.symbols import limit, relation

    match record:
        case Identity():
            yield from (Stated(equation.shown, *relation(equation.statement, "=")) for equation in record.each())
        case Differential():
            yield Stated(shown, *relation(record.statement(), "="))
        case Ordered():
            yield from (Stated(shown, *relation(of(one), one["relation"])) for one, _ in record.statements())
        case Expected():
            yield from (Stated(shown, *relation(one, "=")) for one in record.statements())
            yield from (Stated(shown, *relation(of(one), one["relation"])) for one in record.statements(deviations=True))
        case Limiting():
            one = record.statement()
            yield Stated(shown, *limit(of(one), one["parameter"], one["to"]))


def of(statement: Mapping[str, Any]) -> dict[str, Any]:
    """A statement with premises as one of the language."""
    return {**statement["of"], "left": statement["left"], "right": statement["right"]}


def unwritten(record: Provable) -> str | None:
    """The kind of statement that a record of such a family makes."""
    return UNWRITTEN.get(type(record).__name__)
