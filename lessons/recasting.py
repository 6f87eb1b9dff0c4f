"""A claim whose formula a document prints in another form: the claim is then decided in that form.

Words and readings of a claim tell where it stands; of its formula only what it is about is asked for. Whether what stands
there is true is decided as ever, with the printed operands standing for what they stand for in the claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from derivations.claim import Claim, Reading
from derivations.example import ExampleImpossible, Rows
from derivations.formula import tree
from derivations.formula.evaluate import EvaluationError
from derivations.formula.spelling import Spelling
from derivations.pieces import given_values, numerals, pieces, written_out
from lessons.pattern import Pattern
from lessons.spelled import SpelledFormula
from numeric.written import Written


def may_be_recast(claim: Claim) -> bool:
    """Whether a claim is one about the example."""
    return claim.setting is None and not (claim.proves or claim.fails or claim.columns)


def _is_known_otherwise(claim: Claim, functions: frozenset[str]) -> bool:
    """Whether more than its formula identifies a claim, or its formula gives a value."""
    return bool(claim.fixes or claim.reads or any(piece.formula is None for piece in pieces(claim.says, functions)))


def recast_as(
    claim: Claim, number: int, piece: Pattern, formula: SpelledFormula, spelling: Spelling, functions: frozenset[str]
) -> str | None:
    """What a printed formula says, as a piece of the claim; None where it is about something else."""
    plain = spelling.plain(formula.printed.chain)
    if not isinstance(plain, tree.Chain) or len(piece.chains) > 1 or len(tree.figures(plain)) != len(formula.figures):
        return None
    about_it = _is_about_it(piece.chains[0], plain, spelling) if piece.chains else _same_letters(piece.expression, plain)
    if not about_it or not (_is_known_otherwise(claim, functions) or _goes_on(piece, plain, spelling)):
        return None
    text = written_out(plain, frozenset())
    # The sign of a figure may be no part of what the page prints of it: of 1 in `\frac{e}{- 1 + e}`.
    if text is None or [one.value for one in numerals(text)] != [figure.written.value for figure in formula.figures]:
        return None
    return text if _gives(claim, number, text) else None


def readings(claim: Claim, says: tuple[str, ...], functions: frozenset[str]) -> dict[int, Reading]:
    """What the figures of the claim's pieces in these forms stand for."""
    found: dict[int, Reading] = {}
    first = 0
    for piece, text in zip(pieces(claim.says, functions), says, strict=True):
        old = {number - piece.first: one for number, one in (claim.reads or {}).items() if number in piece.indices}
        new = old if text == piece.text else _readings(piece.text, old, text, functions)
        found |= {first + number: reading for number, reading in new.items()}
        first += len(numerals(text))
    return found


def _is_about_it(recorded: tree.Node, printed: tree.Chain, spelling: Spelling) -> bool:
    """Whether a chain is about what the claim's is about: a side of it is the claim's subject, or both compute a number."""
    if not isinstance(recorded, tree.Chain):
        return False
    subject = recorded.sides[0]
    if any(isinstance(node, tree.Symbol) for node in tree.walk(subject)):
        key = spelling.spelled(subject).key
        return any(spelling.spelled(side).key == key for side in printed.sides)
    results = [side for side in recorded.sides[1:] if isinstance(side, tree.Number)]
    numbers = [side for side in printed.sides if isinstance(side, tree.Number)]
    symbols = any(isinstance(node, tree.Symbol) for node in tree.walk(printed))
    return not symbols and len(results) == len(numbers) == 1 and results[0].written.value == numbers[0].written.value


def _goes_on(piece: Pattern, printed: tree.Chain, spelling: Spelling) -> bool:
    """Whether a chain has all sides of the claim's, in their order, and others between or after them."""
    recorded = piece.chains[0] if piece.chains else None
    if not isinstance(recorded, tree.Chain):
        return False
    printed_sides = iter([spelling.spelled(side).key for side in printed.sides])
    return all(spelling.spelled(side).key in printed_sides for side in recorded.sides)


def _same_letters(recorded: tree.Node | None, printed: tree.Chain) -> bool:
    return recorded is not None and not printed.relations and _letters(recorded) == _letters(printed)


def _letters(node: tree.Node) -> set[str]:
    found = {one.name for one in tree.walk(node) if isinstance(one, tree.Symbol)}
    return found | {one.function for one in tree.walk(node) if isinstance(one, tree.Call)}


def _gives(claim: Claim, number: int, text: str) -> bool:
    """Whether a form gives the values that the claim fixes there, where it fixes any."""
    before = _given(replace(claim, says=(claim.says[number],), reads=None), numerals(claim.says[number]))
    if not before:
        return True
    here = _given(replace(claim, says=(text,), reads=None), numerals(text))
    known = here is not None and all(None not in row for rows in here.values() for row in rows)
    return known and here is not None and here.keys() == before.keys()


def _given(claim: Claim, printed: tuple[Written, ...]) -> Mapping[str, Rows] | None:
    try:
        return given_values(claim, printed, frozenset())
    except (EvaluationError, ExampleImpossible, AttributeError, ValueError, ArithmeticError):
        return None


def _readings(before: str, reads: Mapping[int, Reading], says: str, functions: frozenset[str]) -> dict[int, Reading]:
    """What the figures of another form stand for: a printed result what the claim's does, a decimal what the same one does."""
    recorded, printed = numerals(before), numerals(says)
    result, here = _results(before, functions), _results(says, functions)
    found: dict[int, Reading] = {}
    for number, written in enumerate(printed):
        if here == [number] and len(result) == 1 and result[0] in reads:
            found[number] = reads[result[0]]
        elif written.decimals:
            same = [reads[n] for n, one in enumerate(recorded) if n in reads and one.value == written.value]
            if same:
                found[number] = same[0]
    return found


def _results(text: str, functions: frozenset[str]) -> list[int]:
    """The figures that are a whole side of a formula."""
    found = pieces((text,), functions)[0].formula
    sides = [side for chain in found.chains for side in chain.sides] if found else []
    return [side.figure for side in sides if isinstance(side, tree.Number) and side.figure is not None]
