"""Printed numbers, read exactly: the text of a figure is its value and its precision.

`0.4` and `.4` state one decimal, `1.00` two; `98%` counts in hundredths, `1.05M` in units of 10⁴, `2.6e6` in units of 10⁵,
`3 \\times 10^{- 11}` in units of 10⁻¹¹. Documents are untrusted: no number here has more than 400 digits or an exponent
beyond ±400, and that is checked on the text, before any integer is made of it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from lessonproof.patterns import pattern
from lessonproof.records import dataclass

MAX_DIGITS = 400
MAX_EXPONENT = 400

_SUFFIXES = {
    "K": 3, "k": 3, "M": 6, "B": 9, "T": 12, "万": 4, "亿": 8, "万亿": 12, "%": -2, "\\%": -2, "‰": -3,
}  # fmt: skip
_ASCII = str.maketrans("−－⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--+-0123456789")

_SIGN = pattern(r"([+\-−－])\s*")
# A group needs exactly three digits and a first group without a leading zero: `1,2` and `12,34` are two numbers each,
# and so is the interval `0,100`. Runs are matched just past the limit, so that too long a one is seen at bounded cost.
_MANTISSA = pattern(
    rf"""(?: (?P<grouped> [1-9][0-9]{{0,2}} (?P<separator> , | \{{,\}} | \\, | [\u00a0\u2009\u202f])
                          [0-9]{{3}} (?: (?P=separator) [0-9]{{3}} ){{0,{MAX_DIGITS // 3}}}+ (?! (?P=separator)?[0-9] ))
           | (?P<plain> [0-9]{{1,{MAX_DIGITS + 1}}}+ | (?=\.[0-9]) ) )
         (?: \. (?P<fraction> [0-9]{{1,{MAX_DIGITS + 1}}}+ ) )?""",
    re.VERBOSE,
)
# Digits and nothing that could go on: most figures are no more.
_DIGITS = pattern(
    rf"(?!10(?![0-9]))[0-9]{{1,{MAX_DIGITS}}}+"
    r"(?![0-9%‰万亿KkMBTeE]|[.,\u00a0\u2009\u202f][0-9]|\{,|\\,|\s*(?:[×·⋅*]|\\(?:%|times|cdot)))"
)
_SECOND_POINT = pattern(r"\.[0-9]")
# A letter suffix that runs on begins a name (`3Mx`, `2K^{T}`, `2K_1`, `2K²`, K with a bar); the other suffixes do not.
_SUFFIX = pattern(r"%|\s*\\%|‰|万亿|万|亿|[KkMBT](?!\s*[_^]|['′\u0300-\u036f0-9A-Za-z\u00c0-\u024f\u0370-\u03ff⁺⁻⁰¹²³⁴-⁹])")
_LETTER_E = pattern(r"[eE](?P<exponent>[+\-−－]?[0-9]++)(?!\.?[0-9A-Za-z_^])")
_TIMES_TEN = pattern(r"\s*(?:[×·⋅*]|\\times|\\cdot)\s*10")
# How any of the above goes on behind the digits: most figures end with them.
_GOES_ON = pattern(r"[.%‰万亿KkMBTeE]|\s*(?:[×·⋅*]|\\(?:%|times|cdot))")
# A second `^`, or a decimal point, would make it a formula rather than a figure.
_POWER = pattern(
    r"(?:\s*\^\s*(?:\{\s*(?P<braced>[+\-−－]?\s*[0-9]++)\s*\}|(?P<bare>[+\-−－]?[0-9]++))"
    r"|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]++))(?!\s*\^|\.?[0-9]|[⁺⁻⁰¹²³⁴-⁹])"
)


class NotWritten(ValueError):
    """A text that is not one printed number; the message says why."""


@dataclass(frozen=True, slots=True)
class Written:
    """One printed number.

    text: exactly as printed.   value: its exact value.   ulp: one unit in the last printed place.
    decimals: the digits printed after the decimal point of the mantissa.
    """

    text: str
    value: Fraction
    ulp: Fraction
    decimals: int

    @property
    def steps(self) -> int:
        """The printed number counted in its own ulps: value = steps · ulp."""
        # The quotient is whole, so no common factor need be sought.
        return self.value.numerator * self.ulp.denominator // (self.value.denominator * self.ulp.numerator)

    @property
    def is_plain_integer(self) -> bool:
        """No decimal point, no suffix, no power of ten: digits that claim a whole number."""
        return self.decimals == 0 and (self.text.isdigit() or not _parse(self.text, _printed_sign(self.text)[2]).scale)

    def reprinted(self, steps: int, decimals: int | None = None) -> str:
        """The number steps · ulp in the style of this text: sign and its spacing, thousands, decimals, suffix, power.

        Carries lengthen the number: one step after `9.99M` is `10.00M`. A plus sign stays for what is not negative.
        With another number of decimals, steps counts in the last place that these give.
        """
        if steps == self.steps and decimals is None:
            return self.text
        sign, spacing, start = _printed_sign(self.text)
        if steps < 0:
            sign = "-" if sign in ("", "+") else sign
        elif sign != "+":
            sign = spacing = ""
        return sign + spacing + _parse(self.text, start).printed(abs(steps), self.decimals if decimals is None else decimals)


def read(text: str) -> Written:
    """The number of which `text` is the whole print, with or without a sign. Raises NotWritten, which says why not."""
    sign, _, start = _printed_sign(text)
    number = _parse(text, start)
    if number.end != len(text):
        raise NotWritten(f"{_excerpt(text)}: not one number, {_excerpt(text[number.end :])} is left over")
    return number.written(text, negative=sign not in ("", "+"))


def scan(text: str, start: int = 0) -> tuple[Written, int] | None:
    """The longest unsigned printed number that begins exactly at `start`, and the offset of its end; None if none does.

    None also for digits that are no number within the limits (`1.2.3`, `1e999`, 401 digits): a caller skips that run
    of digits and points as a whole, because scanning on from its middle would find a piece of it. A power of ten after
    a number that is itself an exponent, index or divisor does not belong to it: `2^3 × 10^2`, `1/2 × 10^5`.
    """
    if digits := _DIGITS.match(text, start):
        return _written(digits[0], digits[0], 0, 0), digits.end()
    try:
        number = _parse(text, start)
    except NotWritten:
        return None
    return number.written(text[start : number.end], negative=False), number.end


@lru_cache(maxsize=256)
def _power_of_ten(exponent: int) -> Fraction:
    return Fraction(10) ** exponent


@lru_cache(maxsize=4096)
def _written(text: str, digits: str, power: int, decimals: int) -> Written:
    """The number digits · 10^power; one figure is read many times, by whoever looks at its line."""
    steps = int(digits)
    value = Fraction(steps * 10**power) if power >= 0 else Fraction(steps, 10**-power)
    return Written(text, value, _power_of_ten(power), decimals)


class _Number(NamedTuple):
    """An unsigned printed number in its parts. `scale` is the print of everything after the mantissa, kept as it is."""

    whole: str
    separator: str
    fraction: str
    scale: str
    exponent: int
    bare: bool  # a power of ten alone, `10^{- 5}`: its mantissa 1 is not printed
    end: int

    def written(self, text: str, negative: bool) -> Written:
        decimals = len(self.fraction)
        return _written(text, f"{'-' * negative}{self.whole}{self.fraction}", self.exponent - decimals, decimals)

    def printed(self, steps: int, decimals: int) -> str:
        """steps ≥ 0 units of the last of so many decimals, in this style."""
        digits = str(steps).rjust(decimals + 1, "0")
        whole, fraction = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
        if self.separator:
            whole = f"{int(whole):,}".replace(",", self.separator)
        elif not self.whole and whole == "0":
            whole = ""
        elif self.whole.startswith("0") and len(self.whole) > 1:
            whole = whole.rjust(len(self.whole), "0")
        if self.bare:
            return f"{whole} \\times {self.scale}" if "{" in self.scale else f"{whole}×{self.scale}"
        return whole + ("." + fraction if fraction else "") + self.scale


def _parse(text: str, start: int) -> _Number:
    """The unsigned number at `start`. Raises NotWritten where there is none, or none within the limits."""
    mantissa = _MANTISSA.match(text, start)
    if mantissa is None:
        raise NotWritten(f"{_excerpt(text[start : start + 40])}: no digit where a number should begin")
    end = mantissa.end()
    grouped, plain, separator, fraction = mantissa.group("grouped", "plain", "separator", "fraction")
    whole = grouped.replace(separator, "") if grouped else plain
    fraction = fraction or ""
    if len(whole) + len(fraction) > MAX_DIGITS:
        raise NotWritten(f"{_excerpt(text[start:end])}: more than {MAX_DIGITS} digits")
    if not _GOES_ON.match(text, end) and text[start:end] != "10":
        return _Number(whole, separator or "", fraction, "", 0, False, end)
    if _SECOND_POINT.match(text, end):
        raise NotWritten(f"{_excerpt(text[start : end + 2])}: a second decimal point")

    # What stands before tells whether a power of ten after it is part of this number.
    before = text[max(0, start - 8) : start].rstrip()[-1:]
    if text[start:end] == "10" and before not in ("^", "_") and (power := _POWER.match(text, end)):
        return _Number("1", "", "", text[start : power.end()], _exponent(power), True, power.end())
    exponent, stop = 0, end
    if suffix := _SUFFIX.match(text, end):
        exponent, stop = _SUFFIXES[suffix.group().strip()], suffix.end()
    elif letter := _LETTER_E.match(text, end):
        exponent, stop = _exponent(letter), letter.end()
    elif (
        before not in ("^", "_", "/", "÷")
        and (times := _TIMES_TEN.match(text, end))
        and (power := _POWER.match(text, times.end()))
    ):
        exponent, stop = _exponent(power), power.end()
    return _Number(whole, separator or "", fraction, text[end:stop], exponent, False, stop)


def _exponent(match: re.Match[str]) -> int:
    printed = next(group for group in match.groups() if group is not None).translate(_ASCII)
    size = printed.lstrip("+- \t\r\n\u00a00") or "0"
    if len(size) > len(str(MAX_EXPONENT)) or int(size) > MAX_EXPONENT:
        raise NotWritten(f"{_excerpt(match.group())}: an exponent beyond ±{MAX_EXPONENT}")
    return -int(size) if printed.startswith("-") else int(size)


def _printed_sign(text: str) -> tuple[str, str, int]:
    """The printed sign (or ""), the white space after it, and where the number begins."""
    match = _SIGN.match(text)
    return (match.group(1), match.group()[1:], match.end()) if match else ("", "", 0)


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "…")
