"""Why a relation between figures was not decided."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "unread-denied": (
        "the text itself denies this, or asks whether it is so",
        "文中自己否定了它，或在问是否如此",
    ),
    "unread-cells-run-together": (
        "cells run together: no cut, or more than one, fits",
        "单元格连在一起：没有合适的切分，或不止一种",
    ),
    "unread-rounding-boundary": ("too close to a rounding boundary to decide", "太接近舍入的分界，无法判定"),
    "unread-name-elsewhere": ("a name has another meaning elsewhere", "其中一个名称在别处另有含义"),
    "unread-too-long": (
        "the document is too long for this detector's step budget",
        "文档太长，超出了这一检测的步数限制",
    ),
    "unread-sum-of-lines": ("Σ is not the sum over these lines", "Σ 不是这几行之和"),
    "unread-side": ("a side is not read", "有一边读不出来"),
    "unread-other-arithmetic": ("another arithmetic than that of decimals", "不是十进制小数的运算"),
    "unread-markup": ("signs of the formula are markup in the file", "式子里的符号在文件中被当作标记"),
    "unread-counts-differ": ("the two sides do not count the same", "两边数的不是同一样东西"),
    "unread-units-differ": ("the units of the two sides do not go together", "两边的单位不能相比"),
    "unread-shapes-differ": ("the sides have different shapes", "两边形状不同"),
    "unread-unknown-name": ("{name} has no value here", "{name} 在此没有给出值"),
    "unread-unknown-function": ("the function {name} is not known", "不认识函数 {name}"),
    "unread-no-argument": ("{name} is a function, and its argument is missing", "{name} 是函数，但缺少自变量"),
    "unread-not-computed": ("{what}: this is not computed", "{what}：不作计算"),
    "unread-not-evaluated": ("this has no value here: {reason}", "在此算不出值：{reason}"),
}
