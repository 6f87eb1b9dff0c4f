"""The formulas that a stretch prints, each in the one spelling, by the position of its first token."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence

from derivations.formula import tree
from derivations.formula.spelling import Spelled, Spelling
from lessonproof.records import dataclass
from lessons.formulas import PrintedChain
from lessons.occurrence import Printed


@dataclass(frozen=True, slots=True)
class SpelledFormula:
    """A printed chain, or an expression that states nothing: its one spelling, its figures, and the position after it."""

    stop: int
    spelled: Spelled
    figures: tuple[Printed, ...]
    printed: PrintedChain


def spelled_formulas(
    chains: Iterable[PrintedChain],
    spelling: Spelling,
    figures_within: Callable[[int, int], tuple[Printed, ...]],
    token_starts: Sequence[int],
) -> dict[int, SpelledFormula]:
    """Those of the printed chains whose figures are all known."""
    found: dict[int, SpelledFormula] = {}
    for chain in chains:
        figures = figures_within(chain.start, chain.end)
        read = {one.figure: one.written.value for one in tree.figures(chain.chain)}
        # The sign of a figure that the page does not print as part of it: of e^{- 1}, or of \frac{e}{- 1 + e}.
        unsigned = frozenset(
            number
            for number, figure in enumerate(figures)
            if number in read and read[number] == -figure.written.value and read[number] < 0
        )
        spelled = spelling.spelled(chain.chain, unsigned)
        if len(spelled.order) == len(figures):
            stop = bisect_left(token_starts, chain.end)
            found[bisect_left(token_starts, chain.start)] = SpelledFormula(stop, spelled, figures, chain)
    return found


def matched(node: tree.Node, formula: SpelledFormula, spelling: Spelling) -> list[Printed] | None:
    """The figures of a printed formula in the order of a claim's formula, where both are the same in one spelling."""
    wanted = spelling.spelled(node)
    if wanted.key != formula.spelled.key or len(formula.figures) != len(wanted.order):
        return None
    of: Mapping[int, int] = dict(zip(wanted.order, formula.spelled.order, strict=True))
    return [formula.figures[of[number]] for number in sorted(of)]
