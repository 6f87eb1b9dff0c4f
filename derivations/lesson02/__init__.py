"""Lesson 2, “the whole structure of the Transformer”: what stands before its six cards, and the cards."""

from __future__ import annotations

from derivations.catalogue import PREFACE, Chapter, Lesson
from derivations.verdict import Text

LESSON02 = Lesson(
    name="lesson02",
    aliases=("lesson2",),
    title=Text("Lesson 2: the structure of the Transformer", "第 2 课：Transformer 模型结构"),
    unit="card",
    chapters=(
        Chapter(PREFACE, Text("what it is about, and its route", "本课内容与路线"), module="derivations.lesson02.card0"),
        Chapter("1", Text("two towers and their parameters", "两座塔与参数账"), module="derivations.lesson02.card1"),
        Chapter("2", Text("one encoder layer by hand", "手算 Encoder 一层"), module="derivations.lesson02.card2"),
        Chapter("3", Text("cross-attention", "交叉注意力"), module="derivations.lesson02.card3"),
        Chapter("4", Text("residuals and LayerNorm", "残差与 LayerNorm"), module="derivations.lesson02.card4"),
        Chapter("5", Text("sinusoidal positions", "正弦位置编码"), module="derivations.lesson02.card5"),
        Chapter("6", Text("weight tying", "权重共享"), module="derivations.lesson02.card6"),
    ),
)
