"""A count that somebody prints, against ours: is it the correct rounding, and if not, what would it take?"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from lessonproof.records import dataclass
from numeric.account.account import Account, account
from numeric.real import Real
from numeric.rounding import Rounding, certify
from numeric.written import Written, read


@dataclass(frozen=True, slots=True)
class PrintedCount:
    """place, figure: as given, "Table 3" and "65M"   rounding: the verdict on the figure as a print of the count.

    unit: the power of ten to which the figure is right, if its last zeros are no digits: 10⁷ for 340M; None where it is
        right as it stands, or wrong anyhow.
    excess: count − printed.
    vocabulary: the smallest and largest one with which the figure would be right, all else equal; None where it is right,
        or where no vocabulary does it.
    """

    place: str
    figure: str
    rounding: Rounding
    unit: int | None
    excess: Fraction
    vocabulary: tuple[int, int] | None

    @property
    def right(self) -> bool:
        return self.rounding.verdict in ("exact", "rounded")


def printed_counts(a: Account) -> list[PrintedCount]:
    """The figures that are printed for this model, each with its verdict."""
    return [_compared(a, place, figure) for place, figure in a.configuration.printed]


def _compared(a: Account, place: str, figure: str) -> PrintedCount:
    written = read(figure)
    rounding = certify(written, Real.exactly(a.total))
    right = rounding.verdict in ("exact", "rounded")
    unit = None if right else _unit(written, a.total)
    return PrintedCount(
        place,
        figure,
        rounding,
        unit,
        a.total - written.value,
        None if right or unit is not None else _vocabulary(a, written),
    )


def _unit(written: Written, count: int) -> int | None:
    """The least power of ten above the printed ulp whose multiple nearest to `count` the figure is."""
    if written.decimals or written.ulp < 1 or not written.steps:
        return None
    steps, unit = written.steps, int(written.ulp)
    while steps % 10 == 0:
        steps, unit = steps // 10, unit * 10
        if 2 * abs(count - written.value) <= unit:
            return unit
    return None


def _vocabulary(a: Account, written: Written) -> tuple[int, int] | None:
    """The count is c + k N: the N for which it lies within half an ulp of the figure."""
    c = a.configuration
    k = account(replace(c, vocabulary=c.vocabulary + 1)).total - a.total
    rest = a.total - k * c.vocabulary
    least = max(ceil((written.value - written.ulp / 2 - rest) / k), 1)
    most = floor((written.value + written.ulp / 2 - rest) / k)
    return (least, most) if least <= most else None
