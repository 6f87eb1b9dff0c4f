"""Rules about one printed figure, and about the values and bounds that a document chooses."""

from __future__ import annotations

from derivations.verdict import Severity, Text
from reports.rules.rule import Example, Rule

RULES = (
    Rule(
        "figure-wrong",
        Severity.ERROR,
        Text("a printed figure is not what it should be", "印出的数不对"),
        Text(
            "The true value, rounded at the printed place, gives another figure. The finding names the right "
            "print and how many units in the last place (ulp) lie between.",
            "真值按所印的位数舍入，得到的是另一个数。报告给出应印的数，以及相差多少个末位单位（ulp）。",
        ),
        Text(
            "A reader who follows the arithmetic finds another number and doubts himself.",
            "跟着计算的读者会得到另一个数，转而怀疑自己。",
        ),
        Text(
            "Print the figure that the finding names. Where only the printed operands are in doubt it is a "
            "warning: print more of their digits.",
            "改印报告给出的数。若只是操作数可能已经舍入，则为警告：给操作数多印几位。",
        ),
        Example(Text("A layer has 784 × 100 = 78,500 weights.", "一层有 784 × 100 = 78,500 个权重。")),
        Example(Text("A layer has 784 × 100 = 78,400 weights.", "一层有 784 × 100 = 78,400 个权重。")),
    ),
    Rule(
        "figure-truncated",
        Severity.ERROR,
        Text("a printed figure is cut off instead of rounded", "印出的数被截断而未舍入"),
        Text(
            "The printed digits are the first ones of the true value, but the next digit would have raised the last.",
            "所印各位与真值的前几位相同，但下一位应使末位进一。",
        ),
        Text(
            "Cut and rounded figures on one page contradict each other in the last place.",
            "同一页上有的截断、有的舍入，末位就会互相矛盾。",
        ),
        Text("Print the rounded figure.", "改印舍入后的数。"),
        Example("$2/3 = 0.66$, $5/3 = 1.67$"),
        Example("$2/3 = 0.67$, $5/3 = 1.67$, $2/3 = 0.66…$"),
    ),
    Rule(
        "figure-undecided",
        Severity.ERROR,
        Text("whether a printed figure is right could not be decided", "未能判定印出的数是否正确"),
        Text(
            "The true value stays too close to a boundary between two prints at every precision that was tried, "
            "or nothing known here gives it a value.",
            "在试过的所有精度下，真值都太接近两种印法的分界，或此处的知识无法给出它的值。",
        ),
        Text("What nobody has checked is not known to be right.", "没有核验过的数，不能算作正确。"),
        Text(
            "Undo the change that made it undecidable, or print the figure with a place more or less.",
            "撤回使它无法判定的改动，或把这个数多印或少印一位。",
        ),
        Example(part="12.2", edits=(("$T = 0 ", "$T = 1 "),)),
        Example(part="12.2", edits=(("$T = 0 ", "$T = 0 \\, "),)),
    ),
    Rule(
        "figure-unaccounted",
        Severity.WARNING,
        Text("nothing explains a printed figure", "没有任何命题解释这个数"),
        Text(
            "The figure stands in a verified part of a lesson and belongs to no claim, no readable formula and no heading.",
            "这个数在已核验的部分之内，却不属于任何命题、任何可读的公式或标题。",
        ),
        Text("A figure that nothing accounts for can be changed by anybody unseen.", "没有着落的数，被谁改了都没人知道。"),
        Text("Write a claim for it, or print the formula that it comes from.", "为它写一条命题，或印出它所由来的公式。"),
        Example(part="11.2", edits=(("$V = X$", "$V = X$ (17)"),)),
        Example(part="11.2", edits=(("$V = X$", "$V = X$ (…)"),)),
    ),
    Rule(
        "figure-loose",
        Severity.NOTE,
        Text("right only if printed operands stand for unrounded values", "只有把所印操作数看作未舍入的值才成立"),
        Text(
            "The printed operands give another figure; the unrounded values that the document prints elsewhere give this one.",
            "直接用所印操作数会得到另一个数；用文中别处未舍入的值才得到这个数。",
        ),
        Text("A reader with the printed operands cannot reproduce the result.", "读者只用所印的操作数，算不出这个结果。"),
        Text("Print the operands with more digits, or ≈ instead of =.", "给操作数多印几位，或把 = 改为 ≈。"),
        Example(
            Text(
                "One table has 37,000 × 512 = 18,944,000 ≈ 18.94M entries; two have 2 × 18.94M = 37.89M.",
                "一张表有 37,000 × 512 = 18,944,000 ≈ 18.94M 项；两张有 2 × 18.94M = 37.89M 项。",
            )
        ),
        Example(
            Text(
                "One table has 37,000 × 512 = 18,944,000 ≈ 18.94M entries; two have 2 × 18.944M ≈ 37.89M.",
                "一张表有 37,000 × 512 = 18,944,000 ≈ 18.94M 项；两张有 2 × 18.944M ≈ 37.89M 项。",
            )
        ),
    ),
    Rule(
        "given-changed",
        Severity.NOTE,
        Text("the document chooses another value than was recorded", "文档选用的值与记录不同"),
        Text(
            "A value that the lesson is free to choose (a weight, η) differs from the recorded edition. The "
            "document is the source: everything is computed from its value, and what no longer follows is wrong.",
            "讲义可以自选的值（某个权重、η）与记录的版本不同。以文档为准：一切由新值算出，不再成立的数会报错。",
        ),
        Text("One changed value changes every figure that follows from it.", "一个值改了，由它算出的数全都要变。"),
        Text(
            "If you meant it, print the new values of what follows; else undo it.",
            "若是有意修改，请更新随之变化的数；否则改回。",
        ),
        Example(part="11.6", edits=(("η = 0.1", "η = 0.2"),)),
        Example(part="11.6", edits=(("η = 0.1", "η = \\frac{1}{10}"),)),
    ),
    Rule(
        "bound-changed",
        Severity.NOTE,
        Text("the document prints another bound than was recorded; it holds", "文档印的界与记录不同，但成立"),
        Text(
            "The limit of an inequality differs from the recorded edition, and the inequality is true.",
            "不等式的界与记录的版本不同，而不等式成立。",
        ),
        Text("A bound may be loosened by accident until it says nothing.", "界可能在无意中放宽，直到失去意义。"),
        Text("Nothing, if you meant it.", "若是有意修改，无须处理。"),
        Example(part="11.7", edits=(("3 \\times 10^{- 11}", "4 \\times 10^{- 11}"),)),
        Example(part="11.7"),
    ),
    Rule(
        "programs-exceed",
        Severity.WARNING,
        Text("a bound holds exactly, but programs print more", "界在精确算术中成立，但程序打印的值更大"),
        Text(
            "The printed bound is about a computation. In exact arithmetic it holds; float64 programs exceed it "
            "in every order of their operations that was tried.",
            "所印的界说的是一次计算。精确算术中它成立；而 float64 程序按试过的每种运算次序都超出它。",
        ),
        Text(
            "A reader who runs the computation sees a larger number than the page allows.",
            "读者自己运行时，会看到比页面所允许的更大的数。",
        ),
        Text(
            "Print a bound that programs keep too, or say that exact arithmetic is meant.",
            "放宽到程序也能满足的界，或写明指精确算术。",
        ),
        Example(part="11.7", edits=(("3 \\times 10^{- 11}", "1 \\times 10^{- 11}"),)),
        Example(part="11.7", edits=(("3 \\times 10^{- 11}", "4 \\times 10^{- 11}"),)),
    ),
)
