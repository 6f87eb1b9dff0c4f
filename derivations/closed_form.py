"""A false side of a printed formula written anew, so that it is true at the values that the document gives.

`1 + c` becomes `2 + 3 c`, `e / (e + 1)` becomes `e^{2} / (e^{2} + 1)`. What is tried is found with numbers; what is offered
equals the value in the exact field, or is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.formula import tree
from derivations.formula.cursor import FormulaError
from derivations.formula.evaluate import EvaluationError
from derivations.pieces import side
from derivations.values import Expression, Values
from lessonproof.patterns import pattern
from numeric.real import Real

MOST = 1000
"""The largest numerator and denominator of a factor, a summand or an exponent."""

BITS = 256
_LARGEST_EXPONENT = 1 << 12
_STEPS = 60
_POWER = pattern(r"(?<![A-Za-z\\{_])e(?![A-Za-z_])(?:\s*\^\s*\{?\s*([0-9]+(?:/[0-9]+)?)\s*\}?)?")
_NEAR = Fraction(1, 10**30)


def closed_form(piece: str, node: tree.Node, target: Expression, at: tuple[int, int], values: Values) -> str | None:
    """What a side or entry may print instead to equal entry `at` of the target; None where nothing is found.

    node: its tree, with its places in the text `piece`. The letters are those that it prints already.
    """
    entries = target.exact()
    if entries is None:
        return None
    wanted = entries[at[0]][at[1]]
    value = wanted.rational()
    if value is not None:
        return _fraction(value) if _small(value) else None
    real = target.real(*at)
    for tried in (*_linear(piece, node, real, values), *_other_exponent(piece[slice(*node.span)], real, values)):
        found = Expression(values, side(tried, values.functions)).exact()
        if found is not None and len(found) == len(found[0]) == 1 and (found[0][0] - wanted).is_zero():
            return tried
    return None


def _linear(piece: str, node: tree.Node, real: Real, values: Values) -> Iterator[str]:
    """p + q s for each letter s that is printed there."""
    from flint import fmpz_mat

    for symbol in dict.fromkeys(part for part in tree.walk(node) if isinstance(part, tree.Symbol) and part.name != "e"):
        letter = piece[slice(*symbol.span)]
        try:
            base = Expression(values, symbol).real(0, 0)
            middles = [_middle(one, BITS) for one in (Real.exactly(1), base, real)]
        except (EvaluationError, ValueError):
            continue
        scale = 1 << (BITS - 64)
        sizes = [int(middle * scale) for middle in middles]
        lattice = fmpz_mat([[int(row == column) for column in range(3)] + [size] for row, size in enumerate(sizes)]).lll()
        relation = [int(lattice[0, column]) for column in range(3)]
        if relation[2]:
            summand, factor = (Fraction(-part, relation[2]) for part in relation[:2])
            if _small(summand) and _small(factor) and factor:
                yield _sum(summand, factor, letter)


def _other_exponent(text: str, real: Real, values: Values) -> Iterator[str]:
    """The same with every power of e raised to one and the same: e and e^{2} become e^{q} and e^{2 q}."""
    places = [(found.start(), found.end(), Fraction(found[1] or 1)) for found in _POWER.finditer(text)]
    if not places:
        return

    def with_power(q: Fraction) -> str:
        shown, end = "", 0
        for start, stop, exponent in places:
            power = exponent * q
            shown += text[end:start] + ("e" if power == 1 else f"e^{{{power}}}")
            end = stop
        return shown + text[end:]

    def error(q: Fraction) -> Fraction:
        return _middle(Expression(values, side(with_power(q), values.functions)).real(0, 0), BITS) - wanted

    try:
        wanted = _middle(real, BITS)
        before, now = Fraction(1), Fraction(3, 2)
        wrong, off = error(before), error(now)
        for _ in range(_STEPS):
            if abs(off) < _NEAR or off == wrong:
                break
            step = off * (now - before) / (off - wrong)
            before, wrong, now = now, off, (now - step).limit_denominator(1 << 128)
            off = error(now)
    except (EvaluationError, FormulaError, ValueError, ArithmeticError):
        return
    exponent = now.limit_denominator(MOST)
    if _small(exponent) and abs(now - exponent) < Fraction(1, 10**12):
        yield with_power(exponent)


def _middle(real: Real, bits: int) -> Fraction:
    """A rational near a number, for finding what to try. Raises ValueError for a number beyond all proportion."""
    ball = real.ball(bits).mid()
    if not ball.is_finite() or abs(int(ball.man_exp()[1])) > _LARGEST_EXPONENT:
        raise ValueError("a number of more digits than a closed form has")
    middle = ball.fmpq()
    return Fraction(int(middle.p), int(middle.q))


def _small(value: Fraction) -> bool:
    return abs(value.numerator) <= MOST and value.denominator <= MOST


def _sum(summand: Fraction, factor: Fraction, letter: str) -> str:
    size = abs(factor)
    product = letter if size == 1 else f"{_fraction(size)} {letter}"
    if not summand:
        return product if factor > 0 else f"- {product}"
    return f"{_fraction(summand)} {'+' if factor > 0 else '-'} {product}"


def _fraction(value: Fraction) -> str:
    size = abs(value)
    shown = str(size) if size.denominator == 1 else rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
    return shown if value >= 0 else f"- {shown}"
