"""Exact numbers with exponentials, logarithms and roots: fractions of polynomials in generators made on demand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, ctx, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from numeric.fields.exact_number import ExactNumber, constant
from numeric.fields.field import Field, SignUndecided
from numeric.fields.generator import POSITIVE, Generator, Kind, rational_combination
from numeric.fields.number import Rational, rational

# Beyond these sizes a relation is left out rather than paid for: e^54 as a power makes polynomials of high degree where
# a generator of its own has degree 1, and integers are factored only to see that log 6 = log 2 + log 3 and √8 = 2√2.
# Leaving a relation out is sound.
HIGHEST_POWER = 24
LARGEST_FACTORED = 10**18
# Where a number is to be told from zero, enclosures up to this precision are tried.
DECIDING_BITS = (64, 256, 1024, 4096)


class Exact(Field[ExactNumber]):
    """ℚ(g₁, g₂, …), one tower that grows: exp, log and sqrt add a generator when no known relation gives the answer.

    The field holds only relations that are true: exp(Σ kᵢ vᵢ) = ∏ exp(vᵢ)^kᵢ with a proved rational combination of
    known exponents, log and exp undoing each other, w² = r for a root. A relation it misses only makes it say "not
    shown equal". Use one Exact for one computation: generators are never dropped.
    """

    name = "exact"

    def __init__(self) -> None:
        self.generators: list[Generator] = []
        self._ring = fmpz_mpoly_ctx.get([], "lex")
        # Step v says what happened between version v and v + 1: a generator was added (None), or generator i was
        # replaced by its own d-th power (i, d), because its d-th root became the generator.
        self._steps: list[tuple[int, int] | None] = []
        self._values: dict[tuple[int, int], arb] = {}

    @property
    def version(self) -> int:
        return len(self._steps)

    def num(self, x: Rational) -> ExactNumber:
        """The rational number x, exactly."""
        if type(x) is int:
            return ExactNumber(self, self._ring.constant(x), self._ring.constant(1))
        exact = rational(x)
        return ExactNumber(self, self._ring.constant(exact.numerator), self._ring.constant(exact.denominator))

    def shift(self, scores: Sequence[ExactNumber]) -> ExactNumber:
        """The last score: one exponential less than there are scores, and the smallest polynomials."""
        return scores[-1]

    def exp(self, x: ExactNumber) -> ExactNumber:
        if x.is_zero():
            return self.num(1)
        known = self._known_exponents()
        for exponent, power in known:
            if x == exponent:
                return power
            if x == -exponent:
                return 1 / power
        combination = rational_combination(x, [exponent for exponent, _ in known])
        if combination is not None and self._usable(combination):
            return self._power_product(combination)
        if x.fraction()[0].leading_coefficient() < 0:
            return 1 / self._generator("exp", -x)
        return self._generator("exp", x)

    def log(self, x: ExactNumber) -> ExactNumber:
        """ln x. ValueError unless x is proved positive."""
        if self.sign(x) <= 0:
            raise ValueError(f"logarithm of {x}, which is not positive")
        numerator, denominator = x.fraction()
        # A number follows the field when the first logarithm adds generators; a bare polynomial does not.
        whole = self._whole(denominator)
        return self._log_of_polynomial(numerator) - self._log_of_polynomial(whole.fraction()[0])

    def sqrt(self, x: ExactNumber) -> ExactNumber:
        """√x. ValueError unless x is proved nonnegative."""
        if x.is_zero():
            return x
        if self.sign(x) < 0:
            raise ValueError(f"square root of {x}, which is negative")
        numerator, denominator = x.fraction()
        content, primitive = (numerator * denominator).primitive()
        if content < 0:
            content, primitive = -content, -primitive
        # √(n/d) = √(n d)/|d|: the leading coefficient of d is positive, its value need not be.
        rest, below = self._whole(primitive), abs(self._whole(denominator))
        return self._root_of_integer(int(content)) * self._root_of_polynomial(rest.fraction()[0]) / below

    def erf(self, x: ExactNumber) -> ExactNumber:
        if x.is_zero():
            return x
        for i, generator in enumerate(self.generators):
            if generator.kind == "erf" and x in (generator.argument, -generator.argument):
                itself = self._whole(self._ring.gen(i))
                return itself if x == generator.argument else -itself
        return -self._generator("erf", -x) if x.fraction()[0].leading_coefficient() < 0 else self._generator("erf", x)

    def pi(self) -> ExactNumber:
        for i, generator in enumerate(self.generators):
            if generator.kind == "pi":
                return self._whole(self._ring.gen(i))
        return self._generator("pi", self.num(0))

    # Angles

    def cos(self, x: ExactNumber) -> ExactNumber:
        return self._turn(x)[0]

    def sin(self, x: ExactNumber) -> ExactNumber:
        return self._turn(x)[1]

    def _turn(self, x: ExactNumber) -> tuple[ExactNumber, ExactNumber]:
        """(cos x, sin x): by the addition theorems where x is an integer multiple of one known angle."""
        cosine, sine = self.num(1), self.num(0)
        if x.is_zero():
            return cosine, sine
        for i, generator in enumerate(self.generators):
            times = (x / generator.argument).rational() if generator.kind == "cos" else None
            if times is not None and times.denominator == 1 and abs(times) <= HIGHEST_POWER:
                c, s = self._whole(self._ring.gen(i)), self._whole(self._ring.gen(i + 1))
                s = -s if times < 0 else s
                for _ in range(abs(times.numerator)):
                    cosine, sine = cosine * c - sine * s, sine * c + cosine * s
                return cosine, sine
        flipped = x.fraction()[0].leading_coefficient() < 0
        cosine, sine = (self._generator(kind, -x if flipped else x) for kind in ("cos", "sin"))
        return cosine, -sine if flipped else sine

    # Exponentials

    def _known_exponents(self) -> list[tuple[ExactNumber, ExactNumber]]:
        """Pairs (v, exp v): an exponential generator with its exponent, a logarithm with its argument."""
        pairs = []
        for i, generator in enumerate(self.generators):
            itself = self._whole(self._ring.gen(i))
            if generator.kind == "exp":
                pairs.append((generator.argument, itself))
            elif generator.kind == "log":
                pairs.append((itself, generator.argument))
        return pairs

    def _usable(self, combination: list[Fraction]) -> bool:
        kinds = [generator.kind for generator in self.generators if generator.kind in ("exp", "log")]
        return all(
            abs(q.numerator) <= HIGHEST_POWER and q.denominator <= (HIGHEST_POWER if kind == "exp" else 1)
            for q, kind in zip(combination, kinds, strict=True)
        )

    def _power_product(self, combination: list[Fraction]) -> ExactNumber:
        positions = [i for i, generator in enumerate(self.generators) if generator.kind in ("exp", "log")]
        for position, q in zip(positions, combination, strict=True):
            if q.denominator > 1:
                self._take_root(position, q.denominator)
        product = self.num(1)
        for (_, power), q in zip(self._known_exponents(), combination, strict=True):
            product = product * power**q.numerator
        return product

    def _take_root(self, position: int, degree: int) -> None:
        """From now on generator `position` is exp(v / degree) instead of exp(v); older numbers follow when used."""
        refined = Generator("exp", self.generators[position].argument / degree)
        self.generators[position] = refined
        self._steps.append((position, degree))
        self._values.clear()

    # Logarithms

    def _log_of_polynomial(self, polynomial: fmpz_mpoly) -> ExactNumber:
        """ln |polynomial|, of a polynomial whose value is not zero: the sum over its irreducible factors."""
        content, irreducible = polynomial.factor()
        factors = [(self._whole(factor), multiplicity) for factor, multiplicity in irreducible]
        total = self._log_of_integer(abs(int(content)))
        for factor, multiplicity in factors:
            total = total + multiplicity * self._log_of_factor(factor)
        return total

    def _log_of_factor(self, factor: ExactNumber) -> ExactNumber:
        for exponent, power in self._known_exponents():
            if factor == power:
                return exponent
        return self._generator("log", factor if self.sign(factor) > 0 else -factor)

    def _log_of_integer(self, n: int) -> ExactNumber:
        primes = fmpz(n).factor() if n <= LARGEST_FACTORED else [(fmpz(n), 1)]
        total = self.num(0)
        for prime, multiplicity in primes:
            if prime != 1:
                total = total + multiplicity * self._log_of_factor(self.num(int(prime)))
        return total

    # Roots

    def _root_of_integer(self, n: int) -> ExactNumber:
        primes = fmpz(n).factor() if n <= LARGEST_FACTORED else [(fmpz(n), 1)]
        root = self.num(1)
        for prime, multiplicity in primes:
            if prime != 1:
                root = root * int(prime) ** (multiplicity // 2)
                root = root * self._root_of_polynomial(self._ring.constant(prime)) if multiplicity % 2 else root
        return root

    def _root_of_polynomial(self, polynomial: fmpz_mpoly) -> ExactNumber:
        factors = [] if polynomial.is_constant() else polynomial.factor_squarefree()[1]
        if all(multiplicity % 2 == 0 for _, multiplicity in factors) and (factors or polynomial.is_one()):
            root = self.num(1)
            for factor, multiplicity in factors:
                root = root * self._whole(factor) ** (multiplicity // 2)
            return root if self.sign(root) > 0 else -root
        radicand = self._whole(polynomial)
        for i, generator in enumerate(self.generators):
            if generator.kind == "sqrt" and generator.argument == radicand:
                return self._whole(self._ring.gen(i))
        return self._generator("sqrt", radicand)

    # The tower

    def _generator(self, kind: Kind, argument: ExactNumber) -> ExactNumber:
        self.generators.append(Generator(kind, argument))
        self._ring = fmpz_mpoly_ctx.get([f"g{i}" for i in range(len(self.generators))], "lex")
        self._steps.append(None)
        return self._whole(self._ring.gen(len(self.generators) - 1))

    def lifted(self, polynomial: fmpz_mpoly, version: int) -> fmpz_mpoly:
        """A polynomial of an earlier version, in the generators of today."""
        powers = [1] * len(self.generators)
        for step in self._steps[version:]:
            if step is not None:
                powers[step[0]] *= step[1]
        polynomial = polynomial.project_to_context(self._ring)
        return polynomial if all(power == 1 for power in powers) else polynomial.inflate(powers)

    def joined(self, first: ExactNumber, other: object) -> ExactNumber | None:
        """`other` as a number of this field, or None where it is none."""
        if isinstance(other, ExactNumber):
            if other.field is not self:
                raise ValueError("two numbers of different exact fields: build both with the same Exact()")
            return other
        return self.num(other) if isinstance(other, (int, Fraction)) and not isinstance(other, bool) else None

    def _whole(self, polynomial: fmpz_mpoly) -> ExactNumber:
        return ExactNumber(self, polynomial, self._ring.constant(1))

    def quotient(self, numerator: fmpz_mpoly, denominator: fmpz_mpoly) -> ExactNumber:
        """numerator / denominator without common factor. The denominator must be known to differ from zero."""
        if numerator.is_zero():
            return self.num(0)
        common = numerator.gcd(denominator)
        if not common.is_one():
            numerator, denominator = numerator // common, denominator // common
        if denominator.leading_coefficient() < 0:
            numerator, denominator = -numerator, -denominator
        return ExactNumber(self, numerator, denominator)

    def reduced(self, numerator: fmpz_mpoly, denominator: fmpz_mpoly) -> ExactNumber:
        """A product of fractions without common factors: only the squares of roots and sines remain to be replaced."""
        changed = False
        for i, generator in reversed(list(enumerate(self.generators))):
            if generator.kind in ("sqrt", "sin") and numerator.degrees()[i] > 1:
                even, odd = self._split(numerator, i)
                numerator, changed = even + odd * self._ring.gen(i), True
        return self.quotient(numerator, denominator) if changed else ExactNumber(self, numerator, denominator)

    def rationalised(self, numerator: fmpz_mpoly, denominator: fmpz_mpoly) -> ExactNumber:
        """numerator / denominator, with roots and sines cleared from the denominator, so that equal numbers look equal."""
        for i, generator in reversed(list(enumerate(self.generators))):
            if generator.kind in ("sqrt", "sin") and denominator.degrees()[i] > 0:
                root = self._ring.gen(i)
                even, odd = self._split(denominator, i)
                self.prove_nonzero(even - odd * root)
                above, below = self._whole(numerator) * self._whole(even - odd * root), self._whole(even) ** 2
                below = below - self._whole(odd) ** 2 * self._square(i)
                return above * below.inverse()
        return self.quotient(numerator, denominator)

    def _split(self, polynomial: fmpz_mpoly, root: int) -> tuple[fmpz_mpoly, fmpz_mpoly]:
        """even and odd, free of w, with polynomial = even + odd · w, where w is generator `root`."""
        radicand = self._square(root).fraction()[0]
        halves = [self._ring.constant(0), self._ring.constant(0)]
        for monomial, coefficient in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
            rest = (*monomial[:root], 0, *monomial[root + 1 :])
            term = self._ring.term(coefficient, rest) * radicand ** (monomial[root] // 2)
            halves[monomial[root] % 2] = halves[monomial[root] % 2] + term
        return halves[0], halves[1]

    def _square(self, i: int) -> ExactNumber:
        """The square of generator i, a polynomial without it: of a root its argument, of a sine 1 − cos²."""
        if self.generators[i].kind == "sqrt":
            return self.generators[i].argument
        return self.num(1) - self._whole(self._ring.gen(i - 1) ** 2)

    # Values

    def value(self, polynomial: fmpz_mpoly, bits: int) -> arb:
        """A ball that contains the polynomial's value at the generators, at this working precision."""
        if polynomial.is_constant():
            return arb(constant(polynomial))
        with ctx.workprec(bits):
            powers: list[list[arb]] = []
            for i, degree in enumerate(polynomial.degrees()):
                powers.append([arb(1)])
                for _ in range(degree):
                    powers[i].append(powers[i][-1] * self._generator_value(i, bits))
            total = arb(0)
            for monomial, coefficient in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
                term = arb(coefficient)
                for i, degree in enumerate(monomial):
                    if degree:
                        term *= powers[i][degree]
                total += term
            return total

    def _generator_value(self, i: int, bits: int) -> arb:
        if (i, bits) not in self._values:
            generator = self.generators[i]
            argument = generator.argument.enclosure(bits)
            with ctx.workprec(bits):
                self._values[i, bits] = arb.pi() if generator.kind == "pi" else getattr(argument, generator.kind)()
        return self._values[i, bits]

    def prove_nonzero(self, polynomial: fmpz_mpoly) -> None:
        """ZeroDivisionError unless the polynomial's value is proved to differ from zero."""
        if polynomial.is_zero():
            raise ZeroDivisionError("division by exact zero")
        self._sign_of(polynomial)

    def sign(self, x: ExactNumber) -> int:
        """−1, 0 or 1, proved. SignUndecided where 4096 bits do not tell the number from zero."""
        if x.is_zero():
            return 0
        numerator, denominator = x.fraction()
        return self._sign_of(numerator) * self._sign_of(denominator)

    def _sign_of(self, polynomial: fmpz_mpoly) -> int:
        """+1 or −1, proved. SignUndecided where 4096 bits do not tell the value from zero."""
        # Exponentials, roots and π are positive, so a sum of positive multiples of their products is.
        coefficients = polynomial.coeffs()
        if all(g.kind in POSITIVE or not d for g, d in zip(self.generators, polynomial.degrees(), strict=True)):
            if all(coefficient > 0 for coefficient in coefficients):
                return 1
            if all(coefficient < 0 for coefficient in coefficients):
                return -1
        for bits in DECIDING_BITS:
            value = self.value(polynomial, bits)
            if value > 0:
                return 1
            if value < 0:
                return -1
        raise SignUndecided(f"{self.written(polynomial)} cannot be told from zero at {DECIDING_BITS[-1]} bits")

    def written(self, polynomial: fmpz_mpoly) -> str:
        """The polynomial as text, with the generators spelled out."""
        terms = []
        for monomial, coefficient in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
            factors = [f"{g}^{d}" if d > 1 else f"{g}" for g, d in zip(self.generators, monomial, strict=True) if d]
            if abs(coefficient) != 1 or not factors:
                factors.insert(0, str(abs(coefficient)))
            terms.append(("-" if coefficient < 0 else "+") + "*".join(factors))
        return "".join(terms).removeprefix("+") or "0"
