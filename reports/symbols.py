"""`explain --sympy`: what a claim states for all shapes, as expressions of sympy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.claim import Claim
from derivations.formula.cursor import FormulaError
from derivations.pieces import pieces
from derivations.proof import of_text, shown_of
from derivations.prover.shaped import IllTyped
from derivations.prover.written_in_sympy import Stated, stated, unwritten
from reports.blocks import QUIET, STRONG
from reports.layout import Line, line, paragraph
from reports.neutral import neutral
from reports.sentences import Language, say


def expressions(claims: Sequence[Claim], *, language: Language, width: int) -> list[Line]:
    """For each claim what it states for all shapes, with the definitions that it uses: `A[i, j] = …` and `Eq(…, …)`.

    Where that is no relation of expressions, why not.
    """
    drawn: list[Line] = []
    for claim in claims:
        drawn += [(), *paragraph(neutral(claim.id), width, style=STRONG)]
        drawn.append(line("  ", (say(language, "sympy.title"), "cyan")))
        found, unwritten = _statements(claim)
        for statement in found:
            drawn += paragraph(neutral(statement.shown), width, first=line("    "), indent=4)
            for text in written(statement):
                drawn.append(line("      ", (neutral(text), QUIET)))  # never wrapped: it is there to be copied
        for kind in unwritten:
            drawn += paragraph(say(language, f"sympy.{kind}"), width, style=QUIET, first=line("    "), indent=4)
    return drawn


def written(statement: Stated) -> Iterator[str]:
    """The definitions of a statement and the statement, one line each."""
    from sympy import sstr

    yield from (f"{sstr(left)} = {sstr(right)}" for left, right in statement.definitions.items())
    yield sstr(statement.relation)


def _statements(claim: Claim) -> tuple[list[Stated], list[str]]:
    """What the claim says, means, derives and says to fail, each as it is shown; and the kinds of what cannot be written."""
    texts = dict.fromkeys((*claim.says, *claim.means, *(step.formula for step in claim.derivation)))
    records = [("{}", record) for text in texts for record in of_text(claim, text)]
    records += [("{}", record) for record in claim.proves if record.formula not in texts]
    records += [("¬ ({})", record) for record in claim.fails]
    found: list[Stated] = []
    kinds: dict[str, None] = {}
    for sign, record in records:
        if (kind := unwritten(record)) is not None:
            kinds[kind] = None
            continue
        try:
            found += [one._replace(shown=sign.format(one.shown)) for one in stated(record, shown_of(record))]
        except (IllTyped, FormulaError):  # a piece of plain words
            continue
    if not found and not kinds:
        has_example = claim.means or claim.derivation or any(piece.formula for piece in pieces(claim.says, frozenset()))
        kinds["declared" if claim.declared else "example" if has_example else "words"] = None
    return found, list(kinds)
