"""What the notes print before their first chapter: the edition, how to read them, and what their figures are worth."""

from __future__ import annotations

from derivations.catalogue import PREFACE
from derivations.claim import Claim, Declared, Label, Numbered, Value
from derivations.given_values import GivenValues
from derivations.notes import NOTES
from derivations.verdict import Text, Verdict

_CHAPTERS = tuple(chapter.number for chapter in NOTES.chapters if chapter.number != PREFACE)
_CHAPTER = Label(Text("number of a chapter", "章号"))
_DATE = Label(Text("part of a date", "日期的一部分"))

EXAMPLE = GivenValues(
    givens=("e_1", "e_2", "e_3", "e_4"),
    letters={"b_1": "1", "e_5": str(len(_CHAPTERS))},
)
"""Where the parts end into which the preface groups the chapters; the first begins at b_1, the last ends with the notes."""

CLAIMS = (
    Claim(
        id="notes.0.formulas-can-be-copied",
        inventory=("0-ui",),
        says=("复制 LaTeX 源码", "单文件离线使用"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "what a page does when it is clicked is no statement about what it prints",
                "页面点击后的行为，不是关于所印内容的命题",
            ),
        ),
    ),
    Claim(
        id="notes.0.date-of-the-edition",
        inventory=("0-date",),
        says=("第一版 · 2026-10-17（北京时间）",),
        reads={0: _DATE, 1: _DATE, 2: _DATE},
        declared=Declared(
            Verdict.EXTERNAL,
            Text("when the edition appeared; nothing else in the notes depends on it", "版本日期；讲义中无其他内容依赖于它"),
        ),
    ),
    Claim(
        id="notes.0.sixteen-questions",
        inventory=("0-q16",),
        says=("16 次原始提问",),
        reads={0: Numbered("14.1", name="m")},
        refers=("14.1",),
    ),
    Claim(
        id="notes.0.parts",
        inventory=("0-parts",),
        says=("第 1—4 章", "第 5—8 章", "第 9—11 章", "第 12—13 章", "第 14 章"),
        reads={
            0: Value("b_{1}"),
            1: Value("e_{1}"),
            2: Value("e_{1} + 1"),
            3: Value("e_{2}"),
            4: Value("e_{2} + 1"),
            5: Value("e_{3}"),
            6: Value("e_{3} + 1"),
            7: Value("e_{4}"),
            8: Value("e_{5}"),
        },
        fixes=EXAMPLE.givens,
        means=("b_{1} ≤ e_{1}", "e_{1} + 1 ≤ e_{2}", "e_{2} + 1 ≤ e_{3}", "e_{3} + 1 ≤ e_{4}", "e_{4} + 1 = e_{5}"),
        refers=_CHAPTERS,
        must_refuse=("e_{4} = e_{5}", "e_{1} = e_{2}"),
        remark=Text(
            "Each part begins where the one before it ends, and the last one is the last chapter.",
            "每一部分紧接前一部分，最后一部分即最后一章。",
        ),
    ),
    Claim(
        id="notes.0.what-to-read-first",
        inventory=("0-firstread",),
        says=("不必先掌握全部偏导", "第 1—8 章和第 12 章"),
        reads={0: _CHAPTER, 1: _CHAPTER, 2: _CHAPTER},
        refers=("1", "8", "12"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text("advice to readers; the chapters that it names exist", "阅读建议；所列章节均存在"),
        ),
        remark=Text(
            "Of these chapters only §7.3 prints a partial derivative: “not all of them” is what the advice says.",
            "这些章节里只有 §7.3 印有偏导：建议所说的正是“不必全部”。",
        ),
    ),
    Claim(
        id="notes.0.figures-are-constructed",
        inventory=("0-figconv",),
        says=("示例", "数值由本文构造", "不来自真实语言模型"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "sets what the figures of all examples are: chosen by the notes, or following from what they choose",
                "规定各示例数值的性质：由讲义选定，或由选定者推出",
            ),
        ),
    ),
    Claim(
        id="notes.0.abilities-are-no-theorems",
        inventory=("0-notheorem",),
        says=("大型模型能力", "经验与机制解释", "不作为数学定理"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text("what large models can do is not proved here or anywhere", "大型模型能做什么，并非数学所能证明"),
        ),
    ),
)
