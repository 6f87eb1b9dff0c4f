"""`explain --sympy`: what a claim states for all shapes, as expressions of sympy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from derivations.claim import Claim
from derivations.formula.cursor import FormulaError
from derivations.proof import of_text
from derivations.prover.identity import Identity
from derivations.prover.shaped import IllTyped
from reports.blocks import QUIET, STRONG
from reports.layout import Line, line, paragraph
from reports.neutral import neutral
from reports.sentences import Language, say


def expressions(claims: Sequence[Claim], *, language: Language, width: int) -> list[Line]:
    """For each claim its equations for all shapes, with the definitions that they use: `A[i, j] = …` and `Eq(…, …)`."""
    drawn: list[Line] = []
    for claim in claims:
        drawn += [(), *paragraph(neutral(claim.id), width, style=STRONG)]
        drawn.append(line("  ", (say(language, "sympy.title"), "cyan")))
        found = list(_statements(claim))
        if not found:
            drawn += paragraph(say(language, "sympy.none"), width, style=QUIET, first=line("    "), indent=4)
        for shown, statement in found:
            drawn += paragraph(neutral(shown), width, first=line("    "), indent=4)
            for text in written(statement):
                drawn.append(line("      ", (neutral(text), QUIET)))  # never wrapped: it is there to be copied
    return drawn


def written(statement: Mapping[str, Any]) -> Iterator[str]:
    """The definitions of a statement and the statement, one line each."""
    from sympy import sstr

    from derivations.prover.symbols import expression

    definitions, equation = expression(statement)
    yield from (f"{sstr(left)} = {sstr(right)}" for left, right in definitions.items())
    yield sstr(equation)


def _statements(claim: Claim) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Those of what the claim says and means; words, and families other than equations, state none here."""
    texts = [*claim.says, *claim.means]
    records = [record for text in texts for record in of_text(claim, text)]
    records += [record for record in claim.proves if record.formula not in texts]
    for record in records:
        try:
            found = record.each() if isinstance(record, Identity) else ()
        except (IllTyped, FormulaError):  # a piece of plain words
            continue
        yield from ((equation.shown, equation.statement) for equation in found)
