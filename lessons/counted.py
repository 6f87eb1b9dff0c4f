"""What the two sides of a relation count: only like is compared with like.

60 × 24 minutes is 1 day, 1 GPU is 8 × 10 GB, and a 4 × 4 grid is 3 rows short: none of these equates two numbers.
"""

from __future__ import annotations

from lessonproof.patterns import pattern
from lessons.chain_sides import ChainSides

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
_NATS = frozenset({"nat", "nats", "奈特"})
_BITS = frozenset({"bit", "bits", "比特"})
_CHINESE_MEASURE = pattern(r"比特|奈特|分钟|小时|公里|千克|美元|[秒天周月年米克]|元(?![组素])|位(?![置])")
# (2×3)(3×4) = (2×4) is about shapes.
SHAPES = pattern(r"(?:[(（]\s*\w+\s*[×x]\s*\w+\s*[)）]\s*[·×@]?\s*)+")


def comparable(sides: ChainSides, number: int, expression: int) -> bool:
    """Whether a printed number can be what an expression is worth, by the words around both."""
    printed, computed = sides.side(number), sides.side(expression)
    if set(printed.labels) & _NOT_A_VALUE or SHAPES.fullmatch(computed.text):
        return False
    rows = sides.printed[number]
    one = rows is not None and len(rows) == len(rows[0]) == 1 and rows[0][0].written.value == 1
    differ = bool(computed.labels or computed.units) and printed.labels != computed.labels
    if number < expression and printed.labels and (one or differ):
        return False
    of_information = any(set(side.labels) & _NATS for side in sides.chain.sides)
    units = _UNITS | _BITS if printed.units or computed.units or of_information else _UNITS
    if _words(printed.labels) & units != _words(computed.labels) & units:
        return False
    if not any(relation.worded and relation.text == "=" for relation in sides.between(number, expression)):
        return True
    # “A 4 × 4 grid is 3 rows” says nothing of 16: in words, only the value itself follows the expression.
    return not computed.labels or bool(printed.units)


def alike(sides: ChainSides, left: int, right: int) -> bool:
    """Whether two expressions count the same."""
    one, other = sides.side(left), sides.side(right)
    shapes = any(SHAPES.fullmatch(side.text) for side in (one, other))
    return set(one.units) == set(other.units) and set(one.labels) == set(other.labels) and not shapes


def _words(labels: tuple[str, ...]) -> set[str]:
    """Labels, and Chinese words of several signs put together again: of 个小时内 the measure, of 位置 none."""
    words = {label for label in labels if label.isascii()}
    chinese = "".join(label for label in labels if not label.isascii()).removeprefix("个")
    measure = _CHINESE_MEASURE.match(chinese)
    return words | {measure[0] if measure else chinese}
