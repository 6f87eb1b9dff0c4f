"""Weights as integers over one denominator, multiplied exactly by long integers at the speed of double precision.

A double holds every integer up to 2⁵³. Long integers are cut into digits, and weights into slices, so short that no sum of
their products leaves that range: then a floating-point matrix product is exact, in whatever order it adds (the idea of
Ozaki, Ogita, Oishi and Rump 2012). Nothing is rounded, and a check of every row refuses a result that was.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, lcm
from typing import Any

from numeric.fields.number import Rational, rational

EXACT_BITS = 53
# Below this many entries the ordinary product of balls is as fast.
FEWEST = 1 << 16
# Rows multiplied at a time: bounds the memory for their digits.
STRIP = 64


class Whole:
    """integers / denominator.   integers: a numpy array of doubles that are integers below 2⁵³ in size."""

    __slots__ = ("denominator", "integers")

    def __init__(self, integers: Any, denominator: int) -> None:
        self.integers = integers
        self.denominator = denominator

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Whole | None:
        """The matrix of these numbers, where all are written rationals of few digits and it is large enough, else None."""
        if len(rows) * len(rows[0]) < FEWEST or any(len(row) != len(rows[0]) for row in rows):
            return None
        if not all(isinstance(x, Rational) for row in rows for x in row):
            return None
        exact = [[rational(x) for x in row] for row in rows]
        denominator = lcm(*{x.denominator for row in exact for x in row})
        if denominator.bit_length() > EXACT_BITS:
            return None
        return cls.over(denominator, [[int(x * denominator) for x in row] for row in exact])

    @classmethod
    def over(cls, denominator: int, rows: Any) -> Whole | None:
        """rows / denominator; rows: lists of ints, or an integer array of numpy. None for all else, and from 2⁵³ on."""
        import numpy

        if denominator < 1 or len({len(row) for row in rows}) != 1:
            return None
        integers = numpy.asarray(rows)
        if integers.dtype.kind not in "iu" or max(int(integers.max()), -int(integers.min())) >= 1 << EXACT_BITS:
            return None
        return cls(integers.astype(numpy.float64), denominator)

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.integers.shape
        return rows, columns

    def transposed(self) -> Whole:
        return Whole(self.integers.T, self.denominator)

    def entry(self, row: int, column: int) -> Fraction:
        return Fraction(int(self.integers[row, column]), self.denominator)

    def rows(self) -> list[list[int]]:
        """The integers, row by row."""
        return [[int(x) for x in row] for row in self.integers]

    def column_sizes(self) -> list[int]:
        """For each column an upper bound of the sum of the sizes of its integers: the sum in doubles, which is within
        2⁻³⁰ of it for columns shorter than 2²²."""
        return [int(total) + (int(total) >> 30) + 1 for total in abs(self.integers).sum(axis=0)]

    def after(self, rows: Sequence[Sequence[int]], bits: int) -> list[list[int]]:
        """rows · integers, exactly.   rows: of ints below 2^bits in size, as many in each as there are rows here."""
        strips = [self._after(rows[start : start + STRIP], bits) for start in range(0, len(rows), STRIP)]
        return [row for strip in strips for row in strip]

    def _after(self, rows: Sequence[Sequence[int]], bits: int) -> list[list[int]]:
        import numpy

        length, columns = self.shape
        size, slices = self._cut(bits)
        count = bits // (8 * size) + 2
        digits = _digits(rows, size, count)
        flat = numpy.ascontiguousarray(digits.transpose(2, 0, 1).reshape(count * len(rows), length), dtype=numpy.float64)
        results = [[0] * columns for _ in rows]
        for shift, part in slices:
            products = (flat @ part).astype(numpy.int64).reshape(count, len(rows), columns)
            for result, summed in zip(results, _long(products, size), strict=True):
                result[:] = [total + (each << shift) for total, each in zip(result, summed, strict=True)]
        self._check(rows, results)
        return results

    def _cut(self, bits: int) -> tuple[int, list[tuple[int, Any]]]:
        """Bytes in a digit, and the integers as a sum of slices · 2^shift, so that the fewest products are needed.

        A digit is at most 2^(8·bytes − 1) in size, a slice at most 2^room: their sums of products stay within 2⁵³.
        """
        import numpy

        width = int(max(self.integers.max(), -self.integers.min())).bit_length()
        addition = (self.shape[0] - 1).bit_length()

        def room(size: int) -> int:
            return EXACT_BITS - (8 * size - 1) - addition

        def pieces(size: int) -> int:
            return ceil(width / room(size)) if width > room(size) else 1

        size = min((3, 2, 1), key=lambda each: (bits // (8 * each) + 2) * pieces(each))
        slices, rest, shift = [], self.integers, 0
        while pieces(size) > 1 and bool((abs(rest) > 2.0 ** room(size)).any()):
            above = numpy.rint(rest / 2.0 ** room(size))
            slices.append((shift, rest - above * 2.0 ** room(size)))
            rest, shift = above, shift + room(size)
        return size, [*slices, (shift, rest)]

    def _check(self, rows: Sequence[Sequence[int]], results: Sequence[Sequence[int]]) -> None:
        """The sum of each result row, computed another way: ArithmeticError where double precision was not exact."""
        sums = self.integers.astype("int64").sum(axis=1).tolist()
        for row, result in zip(rows, results, strict=True):
            if sum(x * y for x, y in zip(row, sums, strict=True)) != sum(result):
                raise ArithmeticError("the matrix product of double precision on this machine does not add integers exactly")


def _digits(rows: Sequence[Sequence[int]], size: int, count: int) -> Any:
    """(rows, columns, count) balanced digits of `size` bytes, the lowest first: Σ digit_s 256^(size·s) is the integer."""
    import numpy

    raw = b"".join(x.to_bytes(size * count, "little", signed=True) for row in rows for x in row)
    octets = numpy.frombuffer(raw, dtype=numpy.uint8).reshape(len(rows), -1, count, size)
    digits = octets[..., 0].astype(numpy.int64)
    for byte in range(1, size):
        digits |= octets[..., byte].astype(numpy.int64) << (8 * byte)
    base = 256**size
    for s in range(count):
        large = digits[..., s] >= base // 2
        digits[..., s] -= base * large
        if s + 1 < count:  # what is carried out of the highest digit is the sign of the two's complement
            digits[..., s + 1] += large
    return digits


def _long(products: Any, size: int) -> list[list[int]]:
    """Σ products_s 256^(size·s) for every row and column.   products: (count, rows, columns), below 2⁵³ in size."""
    import numpy

    count, rows, columns = products.shape
    room = count + ceil(64 / (8 * size))
    octets = numpy.empty((rows, columns, room, size), dtype=numpy.uint8)
    carry = numpy.zeros((rows, columns), dtype=numpy.int64)
    for s in range(room):
        total = carry + products[s] if s < count else carry
        for byte in range(size):
            octets[..., s, byte] = (total >> (8 * byte)) & 255
        carry = total >> (8 * size)
    raw, length = octets.tobytes(), room * size
    integers = [int.from_bytes(raw[at : at + length], "little", signed=True) for at in range(0, len(raw), length)]
    return [integers[at : at + columns] for at in range(0, len(integers), columns)]
