"""Words that carry the truth of a sentence: each turned into its opposite is an error, though every figure stays right.

The words are single ones, taken where they stand in the chapter; a turn that no sentence of it has is a test that fails.
"""

from __future__ import annotations

import re

import pytest
from printed_lesson import PrintedLesson, errors

pytestmark = pytest.mark.corpus

OPPOSITES = [
    ("最大的是", "最小的是"),
    ("提高，", "降低，"),
    ("反而下降", "反而上升"),
    ("损失下降", "损失上升"),
    ("小于", "大于"),
    ("没有跳过", "跳过"),
    ("没有偏置", "有偏置"),
    ("没有作为", "作为"),
    ("不共享", "共享"),
    ("不随", "随"),
    ("不成立", "成立"),
    ("不能替代", "能替代"),
    ("不能验证", "能验证"),
    ("不能先", "先"),
    ("不是普遍", "是普遍"),
    ("不是最大", "是最大"),
    ("不是完整", "是完整"),
    ("不需要真的", "需要真的"),
    ("全部更新后", "部分更新后"),
    ("目标 C 的概率", "目标 B 的概率"),
    ("目标是 C", "目标是 A"),
    ("为零，第二行为", "为零，第一行为"),
    ("第二行 Softmax", "第一行 Softmax"),
    ("第一行分数梯度", "第二行分数梯度"),
    ("恒为 1", "恒为 0"),
    ("非零梯度", "零梯度"),
    ("第一个位置的比例", "第二个位置的比例"),
    ("未四舍五入", "四舍五入"),
    ("单位矩阵", "零矩阵"),
    ("第二元素", "第一元素"),
]


@pytest.mark.parametrize(("word", "turned"), OPPOSITES)
def test_a_word_turned_into_its_opposite_is_an_error(published: PrintedLesson, word: str, turned: str) -> None:
    start = published.text.index("\n11.1 ")
    head, chapter = published.text[:start], published.text[start : published.text.index("\n第 12 章", start)]
    places = [found.start() for found in re.finditer(re.escape(word), chapter)]
    assert places
    for place in places:
        text = head + chapter[:place] + turned + chapter[place + len(word) :] + published.text[start + len(chapter) :]
        assert errors(published.verified(text)), f"{word} at {place}"
