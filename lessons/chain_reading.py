"""How a chain is read where that is open: brackets that may be remarks, and table cells that an export runs together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from derivations.formula import tree
from derivations.formula.cost import value_of_figures
from derivations.verdict import Message
from lessonproof.patterns import Worded, pattern
from lessonproof.records import dataclass
from lessons.byte_units import STORED
from lessons.chain_verdict import Outcome, outcome, outcome_under
from lessons.comparison import CAP, Source
from lessons.glued import first_figures, halves, last_figures, may_be_glued, run_before
from lessons.names import Names, Reading
from lessons.passage import Passage
from lessons.read_before import of_chain
from lessons.relations import Chain, Side
from lessons.sign import POWER_OF_TEN, Role
from lessons.unit_scales import CHINESE_POWERS, LETTER_POWERS
from numeric.real import Real, compare
from numeric.written import read

_OTHER_ARITHMETIC = pattern(
    r"[\s$,，]*[(（]?\s*(?:(?:with |and )?(?:an? |the )?(?:remainder\b|rest (?:of )?[0-9])|[rR]\s?[0-9]"
    r"|余\s?[$0-9下为是数]|[0-9]+ left over"
    r"|in (?:binary|base|hex|octal)|mod\b|\\p?mod|\\bmod|二进制|十六进制)"
)
# The same, told behind a quotient that does not hold: it is cut, or goes up to the next whole number.
_CUT = pattern(
    r"[\s$,，]*[(（]?\s*(?:(?:with |by |using )?(?:integer|whole|floor|truncating) division|floor|ceil|整除|向[下上]取整|取整"
    r"|(?:always |is |are |and |when )?(?:(?:round(?:ed|ing)?|cut) (?:up|down|off)|truncated)(?![A-Za-z])"
    r"|(?:full|whole|complete)\s[a-z]+)",
    re.IGNORECASE,
)
# 1000 / 32 = 32 batches, of which the last is smaller.
_WHOLE_THINGS = pattern(
    r"(?:\s|\\[,;: ]|~){0,4}(?:\\text\s?\{\s?)?"
    r"(?:batch(?:es)?|blocks?|tiles?|chunks?|pages?|patch(?:es)?|shards?|groups?|warps?|waves?|nodes?|GPUs?|cards?|machines?"
    r"|steps?|iterations?|个|块|批|页|组|张|台|步|次)(?![A-Za-z])"
)
# Bytes that wrap: 200 + 100 = 44 in uint8.
_STORED = pattern(r"[\s$,，]*[(（]?\s*(?:in|as|for|with) (?:an? )?(?:u?int[0-9]{1,2}|unsigned|signed|two['’]s complement)")
# The same, said anywhere in the sentence.
_ROUND = pattern(
    r"\bclocks?\b(?!\s(?:rate|speed|freq|cycle))|\bo['’]clock|\bwrap(?:s|ped|ping)?[ -]around|\boverflow"
    r"|\bXOR\b|异或|补码|\bmodular arithmetic|时钟|钟面|钟表|溢出|回绕",
    re.IGNORECASE,
)
# The same, announced: “In \\mathbb{Z}_7 we have 3 + 5 = 1 and 3 · 5 = 1.” It holds to the end of the sentence.
_ANNOUNCED = pattern(
    r"\b(?:in|over)\W{1,4}(?:the\s)?(?:binary|base\s(?:[0-9]|two|eight|sixteen)|hexadecimal|hex\b|octal|Boolean"
    r"|GF\(|\\(?:mathbb|mathbf|Z|F)\b\W*[ZF]?\W*_|[ℤ𝔽])|\bmod(?:ulo)?\W{1,3}[0-9]|二进制|八进制|十六进制|布尔|模\s?[0-9]",
    re.IGNORECASE,
)
_SENTENCE_END = pattern(r"[。！？!?\n\t]|\.(?=\s)")
_WHOLE_DIVISION = Worded(
    r"(?:remainder|modulo|quotient|(?<![A-Za-z\\])floor|integer division|余数|整除|商|shape|形状)[^.。\n]*$",
    ("remainder", "modulo", "quotient", "floor", "integer division", "余数", "整除", "商", "shape", "形状"),
    re.IGNORECASE,
)
NEARBY = 40
A_SENTENCE = 200  # signs
NEAR = 50
_WORD = pattern(r"[A-Za-z]{4,}$")
MOST_VARIANTS = 8
_PRINTED_POWER = pattern(r"\s*(?:×|\\times|·|\\cdot|\*)\s*10\s*\^\s*\{?(?P<exponent>[0-9]{1,2})\}?\s*$")
_LETTERS = LETTER_POWERS | CHINESE_POWERS
_POWER = pattern(rf"^{re.escape(POWER_OF_TEN)}|[KMBTk万亿]$")
_BITS = pattern(r"[01]+")
_MONEY = ("$", "€", "£", "¥", "￥")
_TYPE = pattern(rf"(?<![A-Za-z0-9])(?:{'|'.join(STORED)})(?![A-Za-z0-9])")
Part = tuple[Chain, Outcome]


@dataclass
class ChainReading:
    """Reads the chains of one passage; `number` is the passage's place in the document."""

    passage: Passage
    number: int
    names: Names
    sources: Mapping[Source, Real]

    def parts(self, chain: Chain, spend: Callable[[int], None]) -> list[Part]:
        """The chain as it holds, in one part or cut where cells end; as it is printed where it does not hold.

        Empty where several cuts make it hold, or a cut is needed and none does: then nothing is known.
        spend: told of every side before it is computed; what it raises ends the reading.
        """
        variants = _variants(chain)
        outcomes = []
        for variant in variants:
            outcomes.append(self._outcome(variant, spend))
            if outcomes[-1].holds:
                return [(variant, outcomes[-1])]
        if self.passage.run_together and any(found.judged for found in outcomes):
            fitting = self._cuts(chain, spend)
            if fitting is not None:
                return fitting
        return [min(zip(variants, outcomes, strict=True), key=_far) if _scaled(chain) else (variants[-1], outcomes[-1])]

    def _outcome(self, chain: Chain, spend: Callable[[int], None]) -> Outcome:
        spend(len(chain.sides))
        text = self.passage.text
        before = text[max(0, chain.start - NEARBY) : chain.start]
        if _OTHER_ARITHMETIC.match(text, chain.end) or _WHOLE_DIVISION.search(before):
            return Outcome(reasons=[Message("unread-other-arithmetic", {})])
        joint = bisect_right(self.passage.joints, chain.start)
        if joint < len(self.passage.joints) and self.passage.joints[joint] < chain.end:
            return Outcome(reasons=[Message("unread-markup", {})])
        found = of_chain(
            lambda sources: outcome(chain, self.number, self.names, sources, self._types),
            *(chain, self.sources, self._types, self.names.known()),
        )
        if found.judged and not found.holds:
            if self._announced(chain.start) or _of_bits(chain) or self._told_behind(chain, found):
                return Outcome(reasons=[Message("unread-other-arithmetic", {})])
            found = self._without_prices(chain, found)
        return found

    def _without_prices(self, chain: Chain, found: Outcome) -> Outcome:
        """Without what does not hold of an amount of money beside something else: `1.4 h ≈ $2.50`."""
        text = self.passage.text
        before = [[text[max(0, sign.start - 2) : sign.start].strip()[-1:] for sign in side.signs] for side in chain.sides]
        priced = [any(sign in _MONEY for sign in signs) for signs in before]
        if sum(priced) != 1:
            return found
        judged = [one for one in found.judged if one.verdict.holds or not priced[one.side]]
        reasons = found.reasons if len(judged) == len(found.judged) else [Message("unread-counts-differ", {})]
        return replace(found, judged=judged, reasons=reasons)

    def under(self, chain: Chain, reading: Reading) -> Outcome:
        """What the chain comes to where its names mean what the reading says."""
        return outcome_under(chain, reading, self.sources, self._types)

    def _announced(self, at: int) -> bool:
        """Whether the sentence has said by then, or says of a clock at all, that it computes in another arithmetic."""
        text = self.passage.text
        start = max(0, at - A_SENTENCE)
        start = max((end.end() for end in _SENTENCE_END.finditer(text, start, at)), default=start)
        stop = _SENTENCE_END.search(text, at, at + A_SENTENCE)
        whole = _ROUND.search(text, start, stop.start() if stop else at + A_SENTENCE)
        return whole is not None or _ANNOUNCED.search(text, start, at) is not None

    def _told_behind(self, chain: Chain, found: Outcome) -> bool:
        """Whether the words behind what does not hold say that it is no quotient and no sum as others are."""
        text, end = self.passage.text, chain.end
        if _STORED.match(text, end) and not chain.sides[-1].units:
            return True
        if not any(isinstance(part, tree.Quotient) for side in chain.sides if side.node for part in tree.walk(side.node)):
            return False
        return _CUT.match(text, end) is not None or (_WHOLE_THINGS.match(text, end) is not None and _goes_up(found))

    @cached_property
    def _types(self) -> frozenset[str]:
        return frozenset(_TYPE.findall(self.passage.text))

    def _cuts(self, chain: Chain, spend: Callable[[int], None]) -> list[Part] | None:
        """The only way to cut the chain so that each part holds; [] where that is open, None where it stays as it is.

        Where no cut makes it hold, the cut that misses least tells what is wrong; it must miss by little where the figure
        cannot stand as it is, behind a word or a cell that ends in digits.
        """
        text = self.passage.text
        first = chain.sides[0].signs[0]
        glued = may_be_glued(self.passage, chain)
        parts = [(part, self._outcome(part, spend)) for part in first_figures(self.passage, chain)] if glued else []
        fitting = [[(part, found)] for part, found in parts if found.holds]
        for left, right in halves(chain):
            pair = self._outcome(left, spend), self._outcome(right, spend)
            if all(found.holds for found in pair):
                fitting.append([(left, pair[0]), (right, pair[1])])
        if fitting:
            return fitting[0] if len(fitting) == 1 else []
        if any(self._outcome(part, spend).holds for part in last_figures(chain)):
            return []
        if not glued:
            return None
        cell_before = run_before(self.passage, chain).removesuffix(first.text)
        stands = cell_before in ("", "0") and not _WORD.search(text[max(0, first.start - 20) : first.start])
        if cell_before in ("", "0"):
            parts.append((chain, self._outcome(chain, spend)))
        missing = [(miss, part) for part in parts if (miss := _miss(part[1])) is not None]
        least = min(missing, key=lambda one: one[0], default=None)
        return [least[1]] if least and (stands or least[0] * NEAR < 1) else []


def _goes_up(found: Outcome) -> bool:
    """Whether every figure that does not hold is the next whole number."""
    wrong = [(one.printed, one.verdict.real) for one in found.judged if not one.verdict.holds]
    return all(
        printed is not None
        and real is not None
        and [compare(Real.exactly(printed.written.value - less), real, CAP) for less in (0, 1)] == [1, -1]
        for printed, real in wrong
    )


def _of_bits(chain: Chain) -> bool:
    """Whether all figures are written as bits, and it holds of these or one begins with 0: 1010 + 110 = 10000, not
    1000 − 1 = 1000."""
    figures = [sign.text for side in chain.sides for sign in side.signs if sign.role is Role.FIGURE]
    if not all(map(_BITS.fullmatch, figures)) or not any(len(figure) > 3 for figure in figures):
        return False
    worth = {side.node and value_of_figures(tree.mapped(side.node, _in_bits)) for side in chain.sides}
    return any(len(figure) > 1 and figure[0] == "0" for figure in figures) or (len(worth) == 1 and None not in worth)


def _in_bits(node: tree.Node) -> tree.Node:
    if isinstance(node, tree.Number) and _BITS.fullmatch(node.written.text):
        return replace(node, written=read(str(int(node.written.text, 2))))
    return node


def _miss(found: Outcome) -> Fraction | None:
    """How far the printed numbers are from what they should be, as a part of their size; None where that is not known."""
    worst = Fraction(0)
    for one in found.judged:
        if not one.verdict.holds:
            if one.printed is None or not one.verdict.ulps or not one.printed.written.value:
                return None
            worst = max(worst, abs(Fraction(one.verdict.ulps, one.printed.written.steps)))
    return worst or None


def _far(part: Part) -> tuple[bool, Fraction]:
    miss = _miss(part[1])
    return miss is None, miss or Fraction(0)


def _scaled(chain: Chain) -> list[Side] | None:
    """The sides behind the first without their power of ten, where that may count the whole: 124.4 + 38.6 = 163.0 million, or
    163.0M, or 163.0 × 10^6 ≈ 163M."""
    first, *others = chain.sides
    if any(_POWER.search(sign.text) for sign in first.signs):
        return None
    bare = [found for side in others if (found := _mantissa(side)) is not None]
    if len(bare) < len(others):
        # Only the last one has a power, or nothing is certain.
        if not bare or any(_POWER.search(sign.text) for side in others[:-1] for sign in side.signs):
            return None
        last = _mantissa(others[-1])
        return [*others[:-1], last[0]] if last is not None else None
    return [side for side, _ in bare] if len({power for _, power in bare}) == 1 else None


def _mantissa(side: Side) -> tuple[Side, int] | None:
    """A side without the power of ten behind its last figure, and that power; None where it has none."""
    power = next((sign for sign in reversed(side.signs) if sign.role is not Role.LABEL), None)
    if power is not None and power.text.startswith(POWER_OF_TEN):
        return Side([sign for sign in side.signs if sign is not power], side.continued), int(power.text[len(POWER_OF_TEN) :])
    if power is None or power.role is not Role.FIGURE:
        return None
    if (printed := _PRINTED_POWER.search(power.text)) is not None:
        length, exponent = printed.start(), int(printed["exponent"])
    elif _POWER.search(power.text):
        length, exponent = len(power.text) - 1, _LETTERS[power.text[-1]]
    else:
        return None
    bare = power._replace(text=power.text[:length], end=power.start + length)
    return Side([bare if sign is power else sign for sign in side.signs], side.continued), exponent


def _variants(chain: Chain) -> list[Chain]:
    """The chain, and the chain without what stands beside it after a blank."""
    if (scaled := _scaled(chain)) is not None:
        return [chain, replace(chain, sides=[chain.sides[0], *scaled], ends=[])]
    variants = [chain]
    for start in chain.starts[:MOST_VARIANTS]:
        variants.append(replace(chain, sides=[chain.sides[0].part(start), *chain.sides[1:]], starts=[], ends=[]))
    if chain.ends and chain.ends[0]:
        last = chain.sides[-1]
        variants.append(replace(chain, sides=[*chain.sides[:-1], Side(last.signs[: chain.ends[0]])], starts=[], ends=[]))
    return variants
