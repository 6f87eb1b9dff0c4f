"""What the two sides of a relation count: only like is compared with like.

60 × 24 minutes is 1 day, 4 × 8 bits are 4 bytes, 1 GPU is 8 × 10 GB, and a 4 × 4 grid is 3 rows short: none of these
equates two numbers.
"""

from __future__ import annotations

from enum import Enum, auto
from fractions import Fraction

from derivations.formula import tree
from lessonproof.patterns import pattern
from lessons.chain_sides import ChainSides
from lessons.relations import Side
from lessons.unit_scales import SECONDS

# After a number these words make it a comparison, an order of magnitude, a rank: not the value of what stands before.
_COMPARED = "more less fewer larger smaller bigger longer shorter faster slower higher lower"
_NOT_A_VALUE = frozenset(_COMPARED.split()) | {"orders", "order", "dozen", "dB", "st", "nd", "rd", "th"}
_MEASURES = (
    "s ms us ns sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month months year "
    "years km m cm mm kg g W kW kWh J Hz kHz MHz GHz FLOP FLOPs FLOPS GFLOPs TFLOPs TFLOPS PFLOPs PFLOPS EFLOPs ZFLOPs "
    "Mbit Gbit kbps Mbps Gbps nat nats dollars dollar cents cent euros "
    "inch inches foot feet yards mile miles eV rad degrees °C 秒 分钟 小时 天 周 月 年 元 美元 公里 米 千克 克 位"
)
_UNITS = frozenset(_MEASURES.split())
_LONG = "day days week weeks month months year years 天 周 月 年"
_CALENDAR = frozenset(_LONG.split())
_TIMES = _CALENDAR | SECONDS.keys() | {"us", "ns"}
# Operations are counted like anything else: a bare product has no other measure.
_OPERATIONS = frozenset({"FLOP", "FLOPs", "FLOPS"})
_NOTHING = tree.Row((), span=(0, 0))
_NATS = frozenset({"nat", "nats", "奈特"})
_BITS = frozenset({"bit", "bits", "比特"})
_NUMBER = pattern(r"[0-9]{1,9}")
_FACTORS = pattern(r"\s*[0-9]{1,9}(?:\s*(?:[×·*@]|\\times|\\cdot)\s*[0-9]{1,9})+\s*")
_CHINESE_MEASURE = pattern(r"比特|奈特|分钟|小时|公里|千克|美元|[秒天周月年米克]|元(?![组素])|位(?![置])")
# (2×3)(3×4) = (2×4) is about shapes.
SHAPES = pattern(r"(?:[(（]\s*\w+\s*[×x]\s*\w+\s*[)）]\s*[·×@]?\s*)+")


class Likeness(Enum):
    """Whether a printed number can be what an expression is worth, by the words around both.

    NEARBY: it is a time, and the figures of the expression are not said to be one: `6.3e24 / 8.75e19 = 72 days` is meant, and
    `60 × 24 = 1 day` is not; which one is told by the value, as no two units of time are as near to each other.
    """

    NO = auto()
    NEARBY = auto()
    YES = auto()


def likeness(sides: ChainSides, number: int, expression: int) -> Likeness:
    """How a printed number is to be held against an expression of its chain."""
    side = sides.side(expression)
    if sides.side(number).units and not side.units and _told_in_bits(sides, number):
        return Likeness.NO
    if _comparable(sides, number, expression, _UNITS):
        return Likeness.YES
    bare = number > expression and not side.labels and not side.units
    if bare and _comparable(sides, number, expression, _UNITS - _OPERATIONS):
        return Likeness.YES
    quotient = any(isinstance(part, tree.Quotient) for part in tree.walk(sides.nodes[expression] or _NOTHING))
    left_out = _UNITS - (_TIMES if quotient else _TIMES - _CALENDAR)
    if bare and _comparable(sides, number, expression, left_out):
        return Likeness.NEARBY
    return Likeness.NO


def _told_in_bits(sides: ChainSides, number: int) -> bool:
    """Whether the chain has said in bits what a number now says in bytes: 16 + 16 = 32 bits = 4 bytes."""
    return any(set(side.labels) & _BITS for side in sides.chain.sides[:number])


def _comparable(sides: ChainSides, number: int, expression: int, measures: frozenset[str]) -> bool:
    printed, computed = sides.side(number), sides.side(expression)
    if set(printed.labels) & _NOT_A_VALUE or SHAPES.fullmatch(computed.text):
        return False
    rows = sides.printed[number]
    one = rows is not None and len(rows) == len(rows[0]) == 1 and rows[0][0].written.value == 1
    differ = bool(computed.labels or computed.units) and printed.labels != computed.labels
    if number < expression and printed.labels and (one or differ):
        return False
    of_information = any(set(side.labels) & _NATS for side in sides.chain.sides)
    units = measures | _BITS if printed.units or computed.units or of_information else measures
    if _words(printed.labels) & units != _words(computed.labels) & units:
        return False
    if not any(relation.worded and relation.text == "=" for relation in sides.between(number, expression)):
        return True
    # “A 4 × 4 grid is 3 rows” says nothing of 16: in words, only the value itself follows the expression.
    return not computed.labels or bool(printed.units)


def alike(sides: ChainSides, left: int, right: int) -> bool:
    """Whether two expressions count the same."""
    one, other = sides.side(left), sides.side(right)
    shapes = any(SHAPES.fullmatch(side.text) for side in (one, other)) or _of_shapes(one.text, other.text)
    return set(one.units) == set(other.units) and set(one.labels) == set(other.labels) and not shapes


def seconds(side: Side) -> Fraction | None:
    """How many seconds the unit of time behind a number has; None where there is none, or more than that is said."""
    return SECONDS.get(side.labels[0]) if len(side.labels) == 1 and not side.units else None


def _of_shapes(left: str, right: str) -> bool:
    """Whether sides are shapes of matrices and of their product: 4×3 · 3×2 = 4×2."""
    factors, product = ([int(number) for number in _NUMBER.findall(side)] for side in (left, right))
    if (
        not (_FACTORS.fullmatch(left) and _FACTORS.fullmatch(right))
        or len(product) != 2
        or len(factors) < 4
        or len(factors) % 2
    ):
        return False
    inner = factors[1:-1]
    return [factors[0], factors[-1]] == product and inner[::2] == inner[1::2]


def _words(labels: tuple[str, ...]) -> set[str]:
    """Labels, and Chinese words of several signs put together again: of 个小时内 the measure, of 位置 none."""
    words = {label for label in labels if label.isascii()}
    chinese = "".join(label for label in labels if not label.isascii()).removeprefix("个")
    measure = _CHINESE_MEASURE.match(chinese)
    return words | {measure[0] if measure else chinese}
