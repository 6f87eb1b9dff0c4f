"""What a detector says that needs no claims, beside the sentences about a wrong, truncated or loose figure."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "arithmetic-sides-differ": (
        "{left} is {left_value}, but {right} is {right_value}.",
        "{left} 等于 {left_value}，而 {right} 等于 {right_value}。",
    ),
    "arithmetic-possible": (
        "printed {printed}; the printed operands give {expected}. It can be right only if they were rounded before.",
        "印作 {printed}；由所印操作数得 {expected}。只有操作数本身已经舍入，它才可能是对的。",
    ),
    "arithmetic-binary-unit": (
        "right if one {unit} is a power of 1024 bytes; say so, or write the unit with an i.",
        "只有把 {unit} 理解为 1024 的幂个字节才成立；请注明，或写带 i 的单位。",
    ),
    "arithmetic-floating-point": (
        "printed {printed}, which is what floating-point arithmetic gives; the exact value is {expected}.",
        "印作 {printed}，是浮点运算的结果；精确值为 {expected}。",
    ),
    "arithmetic-shares": (
        "these shares must sum to 1, but they sum to {total}; rounding does not explain it.",
        "这些份额之和应为 1，却为 {total}；舍入不足以解释。",
    ),
    "arithmetic-total": (
        "printed {printed} as the total, but the amounts sum to {expected}.",
        "总计印作 {printed}，而各项之和为 {expected}。",
    ),
    "arithmetic-near-figure": (
        "printed {printed}, one unit in the last place away from {other} in line {lines}.",
        "印作 {printed}，与第 {lines} 行的 {other} 相差一个末位单位。",
    ),
}
