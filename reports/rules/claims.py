"""Rules about claims of a lesson: whether they hold, and whether the document prints them where they were recorded."""

from __future__ import annotations

from derivations.verdict import Severity, Text
from reports.rules.rule import Example, Rule

_A = "a = e / (e + 1) \\approx 0.731059"
_C = "c = 1 / (e + 1) \\approx 0.268941"

RULES = (
    Rule(
        "claim-refuted",
        Severity.ERROR,
        Text("a statement of the lesson does not hold", "讲义的一个说法不成立"),
        Text(
            "There is an exact counterexample, or an enclosure that excludes what is printed. The finding shows "
            "it, and says what would hold.",
            "有精确的反例，或有排除所印内容的区间。报告给出反例，并说明怎样写才成立。",
        ),
        Text("The page teaches something that is not so.", "页面教了不对的东西。"),
        Text("Print what the finding proposes, or take the statement back.", "按报告的建议改写，或删去这个说法。"),
        Example("i = 1 · 0/4", part="lesson02.5.the-column-is-not-the-i-of-the-formula"),
        Example(_A, part="notes.11.2.a"),
    ),
    Rule(
        "claim-undecided",
        Severity.ERROR,
        Text("whether a statement holds could not be decided", "未能判定一个说法是否成立"),
        Text(
            "Neither a proof nor a counterexample was found within the limits, or the values that the document "
            "gives make it impossible to compute.",
            "在限度之内既没有找到证明，也没有找到反例；或文档给定的值使计算无法进行。",
        ),
        Text("What nobody has decided is not known to be true.", "没有判定过的说法，不能算作成立。"),
        Text(
            "See `explain` for the reason; often a given value was changed to one that the statement is not about.",
            "用 explain 查看原因；常见的是把某个给定值改成了这个说法不适用的值。",
        ),
        Example(part="11.7", edits=(("ϵ = 10^{- 5}", "ϵ = 0"),)),
        Example(part="11.7", edits=(("ϵ = 10^{- 5}", "ϵ = 10^{- 6}"),)),
    ),
    Rule(
        "claim-conditional",
        Severity.WARNING,
        Text("a statement holds only under a condition that the lesson does not state", "一个说法只在讲义未写明的条件下成立"),
        Text(
            "With the condition it holds; without it there is a counterexample, which the finding shows. It is "
            "a note where a fair reader supplies the condition himself.",
            "加上条件则成立；不加则有反例，报告给出反例。若读者自然会补上这个条件，则只作提示。",
        ),
        Text("A reader applies the statement where it is false.", "读者会把它用到不成立的地方。"),
        Text("State the condition.", "写明条件。"),
        Example("x_{i} W, W x_{i}", part="notes.3.2.rows-times-matrices"),
        Example(_A, part="notes.11.2.a"),
    ),
    Rule(
        "claim-missing",
        Severity.ERROR,
        Text("the document does not print a statement of the lesson any more", "文档中找不到讲义的一个说法"),
        Text(
            "A recorded statement stands nowhere, and nothing in its place resembles it.",
            "记录过的说法已不在文中，原处也没有相似的内容。",
        ),
        Text(
            "What depends on it hangs in the air, and a check is lost without anybody's decision.",
            "依赖它的内容失去了根据，一项核验也在无人决定时消失了。",
        ),
        Text("Print it again, or take its claim out.", "恢复它，或删去对应的命题。"),
        Example(part="11.2", edits=(("尚未代表任何语言知识", "略"),)),
        Example(part="11.2", edits=(("尚未代表任何语言知识", "尚未 代表任何语言知识"),)),
    ),
    Rule(
        "claim-changed",
        Severity.ERROR,
        Text(
            "a statement of the lesson reads differently now, in a way that was not decided", "讲义的一个说法被改写，且未能判定"
        ),
        Text(
            "The recorded statement stands nowhere; the nearest place says something else that could not be decided by itself.",
            "记录过的说法已不在文中；最接近之处写的是别的内容，且无法单独判定。",
        ),
        Text(
            "A check is lost: whatever stands there now is believed, not verified.",
            "一项核验失效了：现在写在那里的内容只是被相信，而没有核验。",
        ),
        Text("Undo the change, or bring the claim up to date.", "撤回改动，或更新命题。"),
        Example(part="11.2", edits=(("$X = ", "$V = "),)),
        Example(part="11.2", edits=(("$X = ", "$ X = "),)),
    ),
    Rule(
        "claim-moved",
        Severity.WARNING,
        Text("a statement stands elsewhere than recorded", "一个说法的位置与记录不同"),
        Text("It is printed once, but in another section or out of its order.", "它只出现一次，但在另一节，或次序有变。"),
        Text("It may be used before it is explained.", "它可能在解释之前就被用到。"),
        Text("Nothing, if you meant it: then record the claim in its new place.", "若是有意移动，请在新位置记录命题。"),
        Example(part="11.2", edits=((f"${_A}$", f"${_C}$"), (f"${_C}$", f"${_A}$"))),
        Example(part="11.2", edits=((f"${_A}$", f"$ {_A} $"),)),
    ),
    Rule(
        "claim-ambiguous",
        Severity.ERROR,
        Text("a statement stands several times, and says different things", "一个说法出现多次，且内容不同"),
        Text(
            "Its places differ in what they print, so it is not certain which one is meant.",
            "各处所印的内容不同，无法确定是哪一处。",
        ),
        Text("The page contradicts itself.", "页面自相矛盾。"),
        Text("Let all places print the same.", "使各处一致。"),
        Example(part="11.2", edits=((f"${_C}$", f"${_C}$, ${_C.replace('0.268941', '0.268914')}$"),)),
        Example(part="11.2", edits=((f"${_C}$", f"${_C}$, ${_C}$"),)),
    ),
    Rule(
        "claim-repeated",
        Severity.NOTE,
        Text("a statement stands several times and holds each time", "一个说法出现多次，每处都成立"),
        Text(
            "It is printed more often than was recorded, and says the same each time.", "它出现的次数比记录的多，每处内容相同。"
        ),
        Text("Who edits one place must find the others.", "改了一处，就得找到其余各处。"),
        Text("Nothing, if you meant it.", "若是有意重复，无须处理。"),
        Example(part="11.2", edits=((f"${_C}$", f"${_C}$, ${_C}$"),)),
        Example(part="11.2"),
    ),
    Rule(
        "claim-reformulated",
        Severity.NOTE,
        Text("a statement is printed another way, which holds", "一个说法换了写法，且成立"),
        Text(
            "The recorded formula stands nowhere; another one in its place is about the same, was decided, and holds.",
            "记录的公式已不在文中；原处另一个公式说的是同一对象，经判定成立。",
        ),
        Text("It is told so that a change does not pass unseen.", "告知此事，使改动不致无人察觉。"),
        Text("Nothing; bring the claim up to date when convenient.", "无须处理；方便时更新命题。"),
        Example(part="11.2", edits=((f"${_A}$", "$a = 1 - \\frac{1}{e + 1} \\approx 0.731059$"),)),
        Example(part="11.2", edits=((f"${_A}$", "$a = \\frac{e}{e + 1} \\approx 0.731059$"),)),
    ),
    Rule(
        "claim-relabelled",
        Severity.WARNING,
        Text("a row or column of a table has another label", "表格的某一行或某一列换了名称"),
        Text(
            "The figures are those of the recorded row and are checked as such; the label reads otherwise, and whether it says "
            "the same is for a reader to see. A note where the new label has all that sets the row apart.",
            "数字仍是原来那一行的，照常核验；名称与记录不同，是否同义要由读者判断。若新名称保留了该行特有的字样，则只作提示。",
        ),
        Text("A right figure under a wrong name is a wrong statement.", "数字对而名称错，仍是错误的说法。"),
        Text("Nothing, if both names mean the same.", "若两个名称同义，无须处理。"),
        Example(part="11.6", edits=(("目标损失 L", "训练目标"),)),
        Example(part="11.6", edits=(("目标损失 L", "$ 目标损失 L $"),)),
    ),
    Rule(
        "claim-mended",
        Severity.NOTE,
        Text("a statement that was not right is no longer printed", "原先不成立的说法已不再印出"),
        Text(
            "As recorded it was false or lacked a condition; the document does not say it any more.",
            "按记录它不成立或缺条件；文档现在不再这样写。",
        ),
        Text("It is told so that the recorded mistake can be struck.", "告知此事，以便删去记录的错误。"),
        Text("Nothing; take the claim out when convenient.", "无须处理；方便时删去命题。"),
        Example(part="3.2", edits=(("不在同一条推导中切换", "两种写法二选一"),)),
        Example(part="3.2"),
    ),
    Rule(
        "hypothesis-idle",
        Severity.NOTE,
        Text("a hypothesis of a statement is not needed", "一个说法的某个假设并不需要"),
        Text("The statement is proved without it as well.", "不用这个假设也能证明。"),
        Text("A reader believes that the statement is narrower than it is.", "读者会以为这个说法的适用范围更窄。"),
        Text("Leave the hypothesis out, or say that it is there for convenience.", "删去这个假设，或注明只是为了方便。"),
        None,
        None,
    ),
    Rule(
        "section-missing",
        Severity.WARNING,
        Text("the heading of a section is missing or mistyped", "某一节的标题缺失或有误"),
        Text(
            "What belongs into the section is printed, but no heading with its number stands before it.",
            "属于这一节的内容还在，但前面没有带它编号的标题。",
        ),
        Text("References to the section lead nowhere.", "引用这一节的地方会落空。"),
        Text("Restore the heading.", "恢复标题。"),
        Example(part="chapter11", edits=(("11.2 查表、投影、掩码", "查表、投影、掩码"),)),
        Example(part="chapter11", edits=(("11.2 查表、投影、掩码", "11.2 另一个标题"),)),
    ),
    Rule(
        "chapter-repeated",
        Severity.ERROR,
        Text("a chapter stands in the document twice", "文档中同一章出现两次"),
        Text(
            "The heading of the chapter, number and title, is printed again with text after it. Only the first copy is "
            "checked.",
            "该章的标题（编号与题目）再次出现，后面还有正文。只核验第一份。",
        ),
        Text("Nobody checks the second copy, and readers may take it for the chapter.", "第二份无人核验，读者却可能读到它。"),
        Text("Delete one of the copies.", "删去其中一份。"),
        Example(part="chapter11", edits=(("这里也没有本章的内容。", "第 11 章：小模型算到底\n\n又一份。"),)),
        Example(part="chapter11", edits=(("这里也没有本章的内容。", "第 11 章：小模型算到底"),)),
    ),
    Rule(
        "formula-refuted",
        Severity.ERROR,
        Text("a formula that no claim knows does not hold", "一个没有对应命题的公式不成立"),
        Text(
            "The formula is written in the letters of the chapter; with the chapter's values, or for all shapes, it is false.",
            "这个公式用本章的字母写成；以本章的取值，或对一切形状，它不成立。",
        ),
        Text("The page teaches something that is not so.", "页面教了不对的东西。"),
        Text("Correct the formula; the finding says why it is false.", "改正公式；报告说明它为何不成立。"),
        Example(part="11.2", edits=(("A = [\\begin{matrix} 1 & 0 \\\\ a & c", "A = [\\begin{matrix} 1 & 0 \\\\ c & a"),)),
        Example(part="11.2", edits=(("$V = X$", "$V = X$, $a + c = 1$"),)),
    ),
)
