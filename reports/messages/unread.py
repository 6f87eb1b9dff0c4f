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
    "unread-name-later": ("a name gets its value only later", "其中一个名称后面才给出值"),
    "unread-name-supposed": ("the value of a name was only supposed", "其中一个名称的值只是假设"),
    "unread-condition": (
        "this may be a condition on a name that has its value elsewhere",
        "这可能是对别处已有值的名称所加的条件",
    ),
    "unread-another-case": (
        "the sentence may speak of another case than the one in which a name got its value",
        "这句话说的可能是另一种情形，名称的值不同",
    ),
    "unread-another-section": ("a name has its value from another section", "其中一个名称的值来自另一节"),
    "unread-other-values": ("the sentence prints other values beside this", "这句话旁边还印有别的值"),
    "unread-other-number": ("it holds for another number of the text in place of a name", "把名称换成文中另一个数后成立"),
    "unread-product": ("a product of names, or a name of several letters", "可能是几个名称之积，也可能是多字母的名称"),
    "unread-about-equal": ("only about equal to what stands beside it", "与旁边的内容只是约等"),
    "unread-alone": ("nothing beside it says what it should be", "旁边没有内容说明它应是多少"),
}
