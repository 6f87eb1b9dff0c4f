"""Rules about the arithmetic that a document prints, for which no claims are needed."""

from __future__ import annotations

from derivations.verdict import Severity, Text
from reports.rules.rule import Example, Rule

RULES = (
    Rule(
        "arithmetic-sides-differ",
        Severity.ERROR,
        Text("two expressions that are said to be equal are not", "说是相等的两个算式并不相等"),
        Text("Both sides of an equation are computed exactly, and differ.", "等式两边都经精确计算，结果不同。"),
        Text("One side was edited and the other forgotten.", "往往是改了一边，忘了另一边。"),
        Text("Correct the side that is wrong; the finding gives the value of each.", "改正错的一边；报告给出两边的值。"),
        Example("4 × 512 × 512 = 2 × 512 × 1000"),
        Example("4 × 512 × 512 = 2 × 512 × 1024"),
    ),
    Rule(
        "inequality-wrong",
        Severity.ERROR,
        Text("an inequality between two expressions does not hold", "两个算式之间的不等式不成立"),
        Text(
            "Both sides are computed exactly; their order is not the printed one.", "两边都经精确计算，大小次序与所印的不符。"
        ),
        Text(
            "A comparison carries the argument: turned round, the conclusion is lost.",
            "比较支撑着论证：方向反了，结论就不成立。",
        ),
        Text("Turn the sign round, or correct the side that is wrong.", "改正不等号的方向，或改正错的一边。"),
        Example("2¹⁰ < 10³"),
        Example("10³ < 2¹⁰"),
    ),
    Rule(
        "total-wrong",
        Severity.ERROR,
        Text("a total is not the sum of its amounts", "总计不等于各项之和"),
        Text(
            "No amounts that round to the printed ones add up to the printed total.",
            "凡能舍入成所印各项的数，其和都不是所印的总计。",
        ),
        Text(
            "A row is added to a table, or an entry corrected, and the total stays.",
            "表中加了一行或改了一项，总计却没有跟着改。",
        ),
        Text("Print the sum that the finding names, or correct the amount.", "改印报告给出的和，或改正某一项。"),
        Example(
            Text("The parts take 140 GB, 560 GB and 20.9 TB. Total ~16.5TB", "各部分占 140 GB、560 GB 和 20.9 TB。总计 ~16.5TB")
        ),
        Example(
            Text("The parts take 140 GB, 560 GB and 20.9 TB. Total ~21.6TB", "各部分占 140 GB、560 GB 和 20.9 TB。总计 ~21.6TB")
        ),
    ),
    Rule(
        "shares-sum",
        Severity.ERROR,
        Text("weights that must sum to 1 do not", "应当和为 1 的权重不为 1"),
        Text(
            "A row is called a softmax or a probability distribution, and no numbers that round to its entries sum to 1.",
            "文中称为 softmax 或概率分布的一行，无论各项如何舍入，其和都不可能是 1。",
        ),
        Text("One mistyped entry leaves a row that looks right.", "写错一项，整行看上去仍像是对的。"),
        Text("Recompute the row; one entry is wrong.", "重新计算这一行，其中有一项错了。"),
        Example("softmax = (0.0351, 0.2595, 0.7354)"),
        Example("softmax = (0.0351, 0.2595, 0.7054)"),
    ),
    Rule(
        "near-figure",
        Severity.WARNING,
        Text("a long figure is one unit away from one printed elsewhere", "一个长小数与别处的数只差一个末位单位"),
        Text(
            "A figure of five digits or more stands once; one unit in its last place away, another stands several times.",
            "一个五位以上的数只出现一次；与它相差一个末位单位的数却出现多次。",
        ),
        Text("A value that is carried through a chapter is retyped again and again.", "一个值在整章里反复抄写，容易抄错。"),
        Text("Print one of them everywhere, unless they are two values.", "除非确是两个值，否则各处印同一个数。"),
        Example(
            Text(
                "First 0.581626 is found. Then 0.581626 is used. At last 0.581627 is quoted.",
                "先得到 0.581626。再用到 0.581626。最后引作 0.581627。",
            )
        ),
        Example(
            Text(
                "First 0.581626 is found. Then 0.581626 is used. At last 0.581626 is quoted.",
                "先得到 0.581626。再用到 0.581626。最后引作 0.581626。",
            )
        ),
    ),
    Rule(
        "arithmetic-binary-unit",
        Severity.NOTE,
        Text("right only if a unit of bytes is a power of 1024", "只有把字节单位理解为 1024 的幂才成立"),
        Text(
            "A size in kB, MB or GB is right with 1024 bytes to the kilobyte and wrong with 1000.",
            "以 kB、MB、GB 所印的大小，按 1024 进位才对，按 1000 进位不对。",
        ),
        Text("At a gigabyte the two differ by 7%.", "到 GB 这一级，两者已相差 7%。"),
        Text("Write GiB, or say what a GB is here.", "改写为 GiB，或注明此处 GB 的含义。"),
        Example(
            Text(
                "The cache takes 2 × 32 × 32 × 128 × 2048 × 2 bytes = 1.00 GB.",
                "缓存占 2 × 32 × 32 × 128 × 2048 × 2 字节 = 1.00 GB。",
            )
        ),
        Example(
            Text(
                "The cache takes 2 × 32 × 32 × 128 × 2048 × 2 bytes = 1.00 GiB.",
                "缓存占 2 × 32 × 32 × 128 × 2048 × 2 字节 = 1.00 GiB。",
            )
        ),
    ),
    Rule(
        "arithmetic-floating-point",
        Severity.NOTE,
        Text("a figure is what floating-point arithmetic prints", "印出的是浮点运算的结果"),
        Text(
            "The figure has so many digits that its last ones are those of binary arithmetic, not of the value.",
            "这个数印得太长，末尾几位来自二进制运算而不是真值。",
        ),
        Text("Digits that are not certain should not be printed.", "不可靠的数字不应印出。"),
        Text("Print the exact value, or fewer digits.", "改印精确值，或少印几位。"),
        Example("0.1 + 0.2 = 0.30000000000000004"),
        Example("0.1 + 0.2 = 0.3"),
    ),
)
